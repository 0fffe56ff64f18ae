// The machine as the game sees it: each wish of Play's `Surroundings` passed to the piece that grants it. It knows no rules.

import Engine
import HelperLines
import Play
import Session

/// The real surroundings.
package final class LinuxSurroundings: Surroundings {
    private let loop: MainLoop
    private let connections = OpenConnections()
    private let bonjour: BonjourService.Setup
    private let database: GameDatabase
    /// Opens the database when a score is first asked for or kept.
    package let bestScores: BestScoreKeeper
    /// Opens the database when a game is first kept or looked for.
    package let history: GameHistory
    private let ring: () -> Void
    private let keep: (Settings) throws(StorageFailure) -> Void

    /// On `loop`; the bell is the terminal's, and how settings become text is for whoever wires the two together to say.
    package init(
        loop: MainLoop, database: GameDatabase = GameDatabase(), ringBell: @escaping () -> Void,
        save: @escaping (Settings) throws(StorageFailure) -> Void
    ) {
        self.loop = loop
        ring = ringBell
        keep = save
        self.database = database
        database.putOff = { [unowned loop] flush in loop.after(milliseconds: 0, flush) }
        bestScores = BestScores(in: database)
        history = KeptGames(in: database)
        bonjour = BonjourService.Setup(loop: loop)
    }

    /// Sees every connection off once the loop has ended: what was said last, a goodbye perhaps, leaves before the program does.
    /// Helpers that stay are ended, and the database is closed.
    package func drainAndCloseAll(upTo milliseconds: Int = 300) {
        connections.drainAndCloseAll(upTo: milliseconds)
        ChildProcess.endAll(within: milliseconds)
        database.close()
    }

    // MARK: Surroundings

    /// Listens on IPv4 and IPv6.
    package func listen(port: UInt16?, delegate: ListenerDelegate) throws(NetworkFailure) -> Listener {
        try TCPListener(port: port, loop: loop, connections: connections, delegate: delegate)
    }

    /// Tries the addresses one after the other.
    package func dial(
        _ destination: Destination, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        Dialler(destination, loop: loop, connections: connections, completion: completion)
    }

    /// Publishes through a helper process.
    package func publish(
        type: String, name: String, port: UInt16, text: [String: String], onEvent: @escaping (DiscoveryEvent) -> Void
    ) -> Publication {
        BonjourService(.publish(type: type, name: name, port: port, text: text), in: bonjour, onEvent: onEvent)
    }

    /// Browses through a helper process.
    package func browse(type: String, onEvent: @escaping (DiscoveryEvent) -> Void) -> Cancellable {
        BonjourService(.browse(type: type), in: bonjour, onEvent: onEvent)
    }

    /// A timer of the loop.
    package func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        loop.after(milliseconds: milliseconds, action)
    }

    /// The loop's clock.
    package var now: Int { MainLoop.now }

    /// Read anew each time: networks come and go.
    package var addresses: [String] { HostAddresses.all }

    /// The machine's short name.
    package var hostName: String { HostAddresses.hostName }

    /// Passed on to whoever keeps settings.
    package func save(_ settings: Settings) throws(StorageFailure) { try keep(settings) }

    /// Into the working folder.
    package func export(_ text: String, as name: String) throws(StorageFailure) -> String {
        try ExportedFile.write(text, as: name)
    }

    /// libsodium's.
    package func digest(of bytes: [UInt8]) -> [UInt8] { Commitment.digest(of: bytes) }

    /// libsodium's.
    package func digest(of bytes: [UInt8], key: [UInt8]) -> [UInt8] { Commitment.digest(of: bytes, key: key) }

    /// libsodium's.
    package func randomBytes(_ count: Int) -> [UInt8] { Commitment.randomBytes(count) }

    /// The one that is installed.
    package var openingBook: @Sendable () -> Book? { { BookFile.book() } }

    /// A thread that starts when there is work.
    package func makeWorker() -> Worker { WorkerThread(loop: loop) }

    /// libsodium's.
    package var seals: any SealKit { SodiumSeals() }

    /// Passed on to the terminal.
    package func ringBell() { ring() }

    /// Stops the loop.
    package func quit() { loop.stop() }
}
