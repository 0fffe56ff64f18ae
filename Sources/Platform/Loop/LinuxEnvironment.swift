// Implements Environment with the rest of Platform.

import CLinux
import Engine
import Glibc
import Session
import Wire

/// The environment of the real program.
package final class LinuxEnvironment: Environment {
    private let loop: MainLoop
    private let connections = OpenConnections()
    /// The local network and addresses on the internet.
    private let lan: LANRendezvous
    /// The relay, for its own endpoints.
    private lazy var overRelay = RelayRendezvous(broker: broker, environment: self)
    /// The relay's broker. It connects when it is needed.
    package var broker: any Broker { relay }
    private let relay: RelayService
    private let database: GameDatabase
    /// Opens the database when it is first needed.
    package var archive: Archive { database }
    private let keyFile: KeyFile
    /// The log of `--log`.
    private let log: EventLog?
    private let ring: (String?) -> Void
    private let copyText: (String) -> Bool
    private let config: ConfigFile
    /// The last proofs of work, the latest first.
    private var proofs: [(bytes: [UInt8], proof: [UInt8])] = []

    /// Listens on the address `bind` (nil: on all of this machine's). `ringBell` rings the terminal's bell and shows a message, `copy`
    /// has it copy a text and returns false where it surely cannot.
    package init(
        loop: MainLoop, database: GameDatabase = GameDatabase(), config: ConfigFile = ConfigFile(), bind: String? = nil,
        relay: RelaySetup = RelaySetup(), log: EventLog? = nil, ringBell: @escaping (String?) -> Void,
        copy: @escaping (String) -> Bool = { _ in false }
    ) {
        // The opening book and the solver's table go back to the system when they are freed, however often they were.
        mallopt(M_MMAP_THRESHOLD, 512 << 10)
        self.loop = loop
        let onComplaint = { [log] (words: String) in if let log { log.note(words) } }
        self.relay = RelayService(relay, loop: loop, onComplaint: onComplaint)
        self.log = log
        ring = ringBell
        copyText = copy
        self.config = config
        self.database = database
        database.deferFlush = { [unowned loop] flush in loop.after(milliseconds: 0, flush) }
        keyFile = KeyFile(path: (database.path.lastIndex(of: "/").map { database.path[...$0] } ?? "") + "key")
        lan = LANRendezvous(loop: loop, connections: connections, bind: bind, onComplaint: onComplaint)
    }

    /// To be called after the loop has ended. Sends what is still queued on the connections, ends the helpers and closes the
    /// database.
    package func drainAndCloseAll(upTo milliseconds: Int = 300) {
        connections.drainAndCloseAll(upTo: milliseconds)
        ChildProcess.endAll(within: milliseconds)
        database.close()
    }

    // MARK: Environment

    private func rendezvous(for place: Endpoint?) -> Rendezvous { place?.isAtRelay == true ? overRelay : lan }

    /// Advertises at an endpoint of the relay, otherwise on the local network.
    package func advertise(
        _ offer: Offer, at place: Endpoint?, didAccept: @escaping (Connection) -> Void,
        onEvent: @escaping (AdvertisementEvent) -> Void
    ) throws(NetworkFailure) -> Advertisement {
        note("offering a \(offer.kind)")  // English
        return try rendezvous(for: place).advertise(offer, at: place, didAccept: didAccept, onEvent: onEvent)
    }

    /// Browses the local network: the relay lists nothing.
    package func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable {
        note("looking for offers: \(kind)")  // English
        return lan.browse(kind) { [weak self] event in
            self?.note("\(kind) \(event.noted)")
            onEvent(event)
        }
    }

    /// Connects over the local network, or over the relay.
    package func connect(
        to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        note("connecting to \(endpoint.noted)")  // English
        return rendezvous(for: endpoint).connect(to: endpoint) { [weak self] result in
            switch result {
            case .success: self?.note("connected to \(endpoint.noted)")  // English
            case .failure(let failure): self?.note("not connected to \(endpoint.noted): \(failure)")  // English
            }
            completion(result)
        }
    }

    /// Listens on a port of the local network.
    package func openPort(_ number: UInt16?, didAccept: @escaping (Connection) -> Void) throws(NetworkFailure) -> any OpenPort {
        try lan.openPort(number, didAccept: didAccept)
    }

    /// Keeps a port open that the router opened.
    package func keepReachable(_ place: Endpoint) -> Cancellable? { lan.keepReachable(place) }

    /// The port at which games are hosted.
    package func prefer(port: UInt16) { lan.prefer(port: port) }

    /// The relay's URL now.
    package var relayURL: String { relay.url }

    /// The relay's URL, in place of that of the settings.
    package func useRelay(at url: String) { relay.use(url: url) }

    /// Parses a typed address.
    package func endpoint(typed line: String) throws(AddressMistake) -> Endpoint { try lan.endpoint(typed: line) }

    /// Sets a timer on the main loop.
    package func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        loop.after(milliseconds: milliseconds, action)
    }

    package func note(_ event: @autoclosure () -> String) { log?.note(event()) }

    /// The main loop's clock.
    package var now: Int { MainLoop.now }

    /// The machine's name without its domain.
    package var hostName: String { HostAddresses.hostName }

    /// The value of USER, or the host name.
    package var userName: String { getenv("USER").flatMap { $0.pointee == 0 ? nil : String(cString: $0) } ?? hostName }

    /// Writes the config file.
    package func updateConfig(_ change: (String) -> String) throws(StorageFailure) {
        try config.write(change(try config.read() ?? ""))
    }

    /// BLAKE2b (libsodium).
    package func digest(of bytes: [UInt8]) -> [UInt8] { SodiumSeals.digest(of: bytes) }

    /// From libsodium.
    package func randomBytes(_ count: Int) -> [UInt8] { SodiumSeals.randomBytes(count) }

    /// Reads the installed puzzles.
    package var hasPuzzles: Bool { puzzleFile != nil }
    package func puzzles() -> [Puzzle] { readPuzzles() }
    package func practice() -> [PracticePosition] { readPractice() }

    package var openingBook: @Sendable () -> Book? { { BookFile.book() } }
    package var hasOpeningBook: Bool { BookFile.path != nil }

    /// A thread that starts with the first work.
    package func makeWorker() -> Worker { WorkerThread(loop: loop) }

    /// From libsodium.
    package var seals: any SealKit { SodiumSeals() }

    /// On a thread of its own. The last proofs are remembered: who is on the list again, or accepts a card once more, does not work twice.
    package func work(on bytes: [UInt8], completion: @escaping (_ proof: [UInt8]) -> Void) -> Cancellable {
        if let known = proofs.first(where: { $0.bytes == bytes }) { return after(milliseconds: 0) { completion(known.proof) } }
        return ProofOfWork(on: bytes, loop: loop) { [weak self] proof in
            if let self { proofs = [(bytes, proof)] + proofs.prefix(7) }
            completion(proof)
        }
    }
    package var workBits: Int { ProofOfWork.bits }

    /// Kept in a file next to the database.
    package func playerKey() throws(StorageFailure) -> PlayerKey { try keyFile.key() }

    /// Ed25519 (libsodium).
    package func newKey() -> PlayerKey { PlayerKey(seed: SecretBytes(randomBytes(32))) }

    /// Ed25519 (libsodium).
    package func isSignature(_ signature: [UInt8], of bytes: [UInt8], by key: [UInt8]) -> Bool {
        PlayerKey.isSignature(signature, of: bytes, by: key)
    }

    /// The system's real-time clock.
    package var wallClock: Int {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }

    /// Rings the bell of the terminal, and has it show a message.
    package func ringBell(showing message: String?) { ring(message) }

    /// Writes OSC 52 to the terminal.
    package func copy(_ text: String) -> Bool { copyText(text) }

    /// Stops the loop.
    package func quit() { loop.stop() }
}

extension BrowserEvent {
    /// For the log.
    fileprivate var noted: String {
        switch self {
        case .found(let listing): "found: \(listing.title) at \(listing.endpoint.noted)"  // English
        case .lost(let name): "gone: \(name)"
        case .trouble(let trouble): "trouble: \(trouble)"
        case .ready: "list works"  // English
        }
    }
}
