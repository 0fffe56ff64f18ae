// What the game needs of the machine around it: connections, discovery, time, files. Protocols only; Platform has the real ones,
// Tests/TestSupport the fakes. All of it happens on the main thread.

import Engine
import Wire

/// The machine around the game.
public protocol Surroundings: AnyObject {
    /// Listens for one player on IPv4 and IPv6. `port` nil: the usual port, or any free one where that is taken. A named port
    /// that is taken throws.
    func listen(port: UInt16?, delegate: ListenerDelegate) throws(NetworkFailure) -> Listener
    /// Connects to the first address of `destination` that answers; `completion` is called once, never before `dial` returns,
    /// and not at all after `cancel`.
    func dial(_ destination: Destination, completion: @escaping (Result<Connection, NetworkFailure>) -> Void) -> Cancellable
    /// Publishes a service for as long as what it returns is kept and not cancelled.
    func publish(type: String, name: String, port: UInt16, text: [String: String], onEvent: @escaping (DiscoveryEvent) -> Void)
        -> Publication
    /// Watches the services of a type likewise. Repeats of `found` for one name are changes.
    func browse(type: String, onEvent: @escaping (DiscoveryEvent) -> Void) -> Cancellable
    /// Calls `action` once, after so many milliseconds.
    func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable
    /// Milliseconds of a clock that never goes back.
    var now: Int { get }
    /// This machine's addresses that others can reach, IPv4 first, link-local last, loopback where there is nothing else; as they
    /// stand now.
    var addresses: [String] { get }
    /// This machine's name, without its domain.
    var hostName: String { get }
    /// Keeps the settings; throws a sentence for the player.
    func save(_ settings: Settings) throws(StorageFailure)
    /// Writes a new file of this name into the folder that the player is in, and returns its path; throws a sentence. A file that is
    /// there already stays as it is.
    func export(_ text: String, as name: String) throws(StorageFailure) -> String
    /// The BLAKE2b hash of `bytes`, 32 bytes: nobody finds other bytes with the same hash, nor bytes from a hash.
    func digest(of bytes: [UInt8]) -> [UInt8]
    /// The keyed BLAKE2b hash of `bytes`, 32 bytes: nobody without `key`, 32 bytes, can make it.
    func digest(of bytes: [UInt8], key: [UInt8]) -> [UInt8]
    /// So many random bytes that nobody can foresee.
    func randomBytes(_ count: Int) -> [UInt8]
    /// The arithmetic of private games.
    var seals: any SealKit { get }
    /// The best scores, kept from one run of the program to the next.
    var bestScores: BestScoreKeeper { get }
    /// Every game of Four in a Row, kept as it is played.
    var history: GameHistory { get }
    /// Reads the opening book, on whichever thread asks for it; nil where there is none to use.
    var openingBook: @Sendable () -> Book? { get }
    /// A thread for work that takes long.
    func makeWorker() -> Worker
    /// Rings the terminal's bell.
    func ringBell()
    /// Ends the program once the current event is handled.
    func quit()
}

/// Keeps the best score of every kind of game. What it throws is a sentence for the player; the game goes on.
public protocol BestScoreKeeper: AnyObject {
    /// The best score so far; nil where there is none.
    func best(of kind: ScoredGame) throws(StorageFailure) -> Int?
    /// Keeps `score` if it is better than the best so far. Where the sentence says that what was there had to be set aside, the
    /// score is kept all the same.
    func keep(_ score: Int, of kind: ScoredGame) throws(StorageFailure)
}

/// A kind of game whose scores can be compared with each other.
public struct ScoredGame: Hashable, Sendable {
    /// Which game, in a word that never changes: it is written to disk.
    public var game: String
    /// How large it is, such as the number of cards.
    public var size: Int
    /// By which rules, in a word that never changes.
    public var mode: String

    /// A kind of game.
    public init(game: String, size: Int, mode: String) {
        self.game = game
        self.size = size
        self.mode = mode
    }
}

/// A thread of its own for work that takes long. It is there from the first piece of work until `stop`.
public protocol Worker: AnyObject {
    /// A piece of work. What it gives to `tell` happens on the main thread, in order, and not at all once the worker is stopped.
    typealias Work = @Sendable (_ tell: @escaping Tell) -> Void
    /// The way back to the main thread.
    typealias Tell = @Sendable (@escaping @MainActor () -> Void) -> Void
    /// Does `work` after all that it was given before.
    func perform(_ work: @escaping Work)
    /// Ends the thread once it is done with what it is at. To be called by whoever made it, in the end.
    func stop()
}

/// Something under way that can be called off. Calling it off twice, or when it is over, does nothing.
public protocol Cancellable: AnyObject {
    /// Calls it off.
    func cancel()
}

/// A published service.
public protocol Publication: Cancellable {
    /// Changes its TXT record; nobody sees it go and come back.
    func update(text: [String: String])
}

/// A TCP connection to a peer.
public protocol Connection: AnyObject {
    /// Who is told what arrives. Bytes wait until there is one.
    var delegate: ConnectionDelegate? { get set }
    /// The peer's address and port in words, for the player.
    var peer: String { get }
    /// Queues bytes, and sends what can be sent at once before it returns. After `close` nothing is sent.
    func send(_ bytes: [UInt8])
    /// Closes once what is queued has left: the write side at once, the whole when the peer has closed too or a second is over.
    /// The delegate is told nothing more.
    func close()
}

/// Is told what happens on a connection.
public protocol ConnectionDelegate: AnyObject {
    /// Bytes arrived, in order.
    func connection(_ connection: Connection, didReceive bytes: ArraySlice<UInt8>)
    /// It is over, by the peer or by the network; nothing more will come.
    func connectionDidClose(_ connection: Connection)
}

/// A listening socket.
public protocol Listener: AnyObject {
    /// The port it listens on.
    var port: UInt16 { get }
    /// Whether the usual port was taken and this is another.
    var isUsualPortTaken: Bool { get }
    /// Stops listening; waiting peers are turned away.
    func stop()
}

/// Is told who comes.
public protocol ListenerDelegate: AnyObject {
    /// A peer connected.
    func listener(_ listener: Listener, didAccept connection: Connection)
}

/// Where to connect to.
public struct Destination: Equatable, Sendable {
    /// Numeric addresses or host names, tried in this order.
    public var hosts: [String]
    /// The TCP port.
    public var port: UInt16

    /// So many hosts, one port.
    public init(hosts: [String], port: UInt16) {
        self.hosts = hosts
        self.port = port
    }
}

/// Why the network did not do what was asked.
public enum NetworkFailure: Error, Equatable, Sendable {
    /// No host has that name.
    case noSuchHost
    /// The host is there, but nothing listens.
    case refused
    /// Nobody answered in time.
    case timedOut
    /// There is no way to that address.
    case unreachable
    /// The port to listen on is taken by another program.
    case portTaken
    /// The port may not be used without more rights.
    case forbidden
    /// Anything else, in the system's words.
    case other(String)
}

/// Why a file could not be written, in a sentence.
public struct StorageFailure: Error, Equatable, Sendable {
    /// What happened and what to do, for the player.
    public var sentence: String

    /// A failure with its sentence.
    public init(_ sentence: String) { self.sentence = sentence }
}

extension Surroundings {
    /// The addresses that lead here from another machine.
    public var outwardAddresses: [String] { addresses.filter { !$0.hasPrefix("127.") && $0 != "::1" } }
}
