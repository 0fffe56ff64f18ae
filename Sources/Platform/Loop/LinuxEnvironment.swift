// The machine as the game sees it: each wish of Play's `Environment` passed to the piece that grants it. It knows no rules.

import Engine
import Glibc
import Session

/// The real environment.
package final class LinuxEnvironment: Environment {
    private let loop: MainLoop
    private let connections = OpenConnections()
    /// The local network, and the relay where one is needed.
    private lazy var rendezvous = RoutedRendezvous(lan: lan) { [unowned self] in
        RelayRendezvous(broker: broker, machine: self)
    }
    private let lan: LANRendezvous
    /// The relay; it is connected to when it is needed.
    package let broker: any Broker
    private let database: GameDatabase
    /// Opens the database when a score is first asked for or kept.
    package let bestScores: BestScoreKeeper
    /// Opens the database when a game is first kept or looked for.
    package let history: GameHistory
    /// Opens the database when a player is first looked for or kept.
    package let players: PlayerBook
    private let keyFile: KeyFile
    private let ring: () -> Void
    private let config: ConfigFile

    /// Listens on the address `bind` (nil: on all of this machine's). `ringBell` rings the terminal's bell.
    package init(
        loop: MainLoop, database: GameDatabase = GameDatabase(), config: ConfigFile = ConfigFile(), bind: String? = nil,
        relay: RelaySetup = RelaySetup(), ringBell: @escaping () -> Void
    ) {
        self.loop = loop
        broker = RelayService(relay, loop: loop)
        ring = ringBell
        self.config = config
        self.database = database
        database.putOff = { [unowned loop] flush in loop.after(milliseconds: 0, flush) }
        bestScores = BestScores(in: database)
        history = KeptGames(in: database)
        players = KeptPlayers(in: database)
        keyFile = KeyFile(path: (database.path.lastIndex(of: "/").map { database.path[...$0] } ?? "") + "key")
        lan = LANRendezvous(loop: loop, connections: connections, bind: bind)
    }

    /// Sees every connection off once the loop has ended: what was said last, a goodbye perhaps, leaves before the program does.
    /// Helpers that stay are ended, and the database is closed.
    package func drainAndCloseAll(upTo milliseconds: Int = 300) {
        connections.drainAndCloseAll(upTo: milliseconds)
        ChildProcess.endAll(within: milliseconds)
        database.close()
    }

    // MARK: Environment

    /// On the local network, or in a place at the relay.
    package func advertise(
        _ offer: Offer, at place: Endpoint?, delegate: AdvertisementDelegate
    ) throws(NetworkFailure) -> Advertisement {
        try rendezvous.advertise(offer, at: place, delegate: delegate)
    }

    /// On the local network.
    package func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable {
        rendezvous.browse(kind, onEvent: onEvent)
    }

    /// On the local network, or to a place at the relay.
    package func connect(
        to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        rendezvous.connect(to: endpoint, completion: completion)
    }

    /// On the local network.
    package func endpoint(typed line: String) throws(AddressMistake) -> Endpoint { try rendezvous.endpoint(typed: line) }

    /// A timer of the loop.
    package func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        loop.after(milliseconds: milliseconds, action)
    }

    /// The loop's clock.
    package var now: Int { MainLoop.now }

    /// The machine's short name.
    package var hostName: String { HostAddresses.hostName }

    /// What USER says.
    package var userName: String { getenv("USER").flatMap { $0.pointee == 0 ? nil : String(cString: $0) } ?? hostName }

    /// Writes the config file.
    package func updateConfig(_ change: (String) -> String) throws(StorageFailure) {
        try config.write(change(try config.read() ?? ""))
    }

    /// Into the working folder.
    package func export(_ text: String, as name: String) throws(StorageFailure) -> String {
        try ExportedFile.write(text, as: name)
    }

    /// libsodium's.
    package func digest(of bytes: [UInt8]) -> [UInt8] { Commitment.digest(of: bytes) }

    /// libsodium's.
    package func randomBytes(_ count: Int) -> [UInt8] { Commitment.randomBytes(count) }

    /// The one that is installed.
    package var openingBook: @Sendable () -> Book? { { BookFile.book() } }

    /// A thread that starts when there is work.
    package func makeWorker() -> Worker { WorkerThread(loop: loop) }

    /// libsodium's.
    package var seals: any SealKit { SodiumSeals() }

    /// In a file beside the games.
    package func playerKey() throws(StorageFailure) -> any PlayerKey { try keyFile.key() }

    /// libsodium's.
    package func isSignature(_ signature: [UInt8], of bytes: [UInt8], by key: [UInt8]) -> Bool {
        Ed25519Key.isSignature(signature, of: bytes, by: key)
    }

    /// The system's clock.
    package var wallClock: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Passed on to the terminal.
    package func ringBell() { ring() }

    /// Stops the loop.
    package func quit() { loop.stop() }
}
