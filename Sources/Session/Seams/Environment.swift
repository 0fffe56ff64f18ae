// Everything outside the game that it uses, as protocols. Platform implements them, Tests/TestSupport has fakes. All of it is used
// on the main thread.

/// What the screens use. A session object asks only for the protocols that it needs.
package typealias Environment = Scheduler & Rendezvous & Cryptography & Relayed & EngineRoom & Desktop

/// The connection to the relay.
package protocol Relayed: AnyObject {
    /// The relay's broker.
    var broker: any Broker { get }
    /// The URL of that relay; empty if there is none.
    var relayURL: String { get }
    /// From now on the broker is the one at this URL; an empty one means none. Nobody else may use the broker meanwhile.
    func useRelay(at url: String)
}

/// The machine and terminal the player sits at.
package protocol Desktop: AnyObject {
    /// The machine's name without its domain.
    var hostName: String { get }
    /// The player's user name, or the machine's name if there is none.
    var userName: String { get }
    /// Replaces the text of the config file by what `change` returns for the present text (empty if there is no file).
    func updateConfig(_ change: (String) -> String) throws(StorageFailure)
    /// What is kept from one run of the program to the next.
    var archive: Archive { get }
    /// Writes a new file called `name` into the working directory and returns its path. Never overwrites a file.
    func export(_ text: String, as name: String) throws(StorageFailure) -> String
    /// Rings the terminal's bell. A message is shown outside of its window, if the terminal can.
    func ringBell(showing message: String?)
    /// Asks the terminal to copy a text. Returns false where the terminal surely cannot; whether it did, no terminal says.
    func copy(_ text: String) -> Bool
    /// Ends the program once the current event is handled.
    func quit()
}
