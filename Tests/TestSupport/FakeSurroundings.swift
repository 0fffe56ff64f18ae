// A machine in memory: its clock stands until the test moves it, its network does what the test says.

import Engine
import HelperLines
import Play
import Session

/// Something that can be called off, and says whether it was.
package final class FakeTask: Cancellable {
    /// Whether it was called off.
    package private(set) var isCancelled = false
    /// Nothing is under way yet.
    package init() {}
    package func cancel() { isCancelled = true }
}

/// A published service in memory.
package final class FakePublication: @MainActor Publication {
    /// Whether it was withdrawn.
    package var isCancelled: Bool { task.isCancelled }
    /// Its TXT record.
    package private(set) var text: [String: String]
    let task = FakeTask()

    init(text: [String: String]) { self.text = text }

    package func update(text: [String: String]) { self.text = text }
    package func cancel() { task.cancel() }
}

/// A listening socket in memory.
package final class FakeListener: Listener {
    package let port: UInt16
    package let isUsualPortTaken: Bool
    /// Whether it was stopped.
    package private(set) var isStopped = false
    private weak var delegate: ListenerDelegate?

    init(port: UInt16, isUsualPortTaken: Bool, delegate: ListenerDelegate) {
        self.port = port
        self.isUsualPortTaken = isUsualPortTaken
        self.delegate = delegate
    }

    package func stop() { isStopped = true }
    /// A peer connects.
    package func accept(_ connection: Connection) { delegate?.listener(self, didAccept: connection) }
}

/// Best scores in memory.
package final class FakeBestScores: BestScoreKeeper {
    /// What is kept.
    package var scores: [ScoredGame: Int] = [:]
    /// What reading and keeping throw.
    package var failure: StorageFailure?

    package func best(of kind: ScoredGame) throws(StorageFailure) -> Int? {
        if let failure { throw failure }
        return scores[kind]
    }

    package func keep(_ score: Int, of kind: ScoredGame) throws(StorageFailure) {
        if let failure { throw failure }
        scores[kind] = max(score, scores[kind] ?? score)
    }
}

/// A machine in memory.
package final class FakeSurroundings: Surroundings {
    /// A service that a screen asked to publish or browse.
    package struct Discovery {
        /// Published under this name; nil for a browser.
        package let name: String?
        /// The service type.
        package let type: String
        /// The port published.
        package let port: UInt16?
        /// The service published; nil for a browser.
        package let publication: FakePublication?
        /// What the helper says is given here.
        package let onEvent: (DiscoveryEvent) -> Void
        /// Whether the screen ended it.
        package let task: FakeTask
    }

    /// A connection that a screen tries to make.
    package struct Dialling {
        /// Where to.
        package let destination: Destination
        /// How it ends is given here.
        package let completion: (Result<Connection, NetworkFailure>) -> Void
        /// Whether the screen gave it up.
        package let task: FakeTask
    }

    /// The best scores.
    package let scores = FakeBestScores()
    package var bestScores: BestScoreKeeper { scores }
    package private(set) var now = 0
    package var addresses = ["10.0.0.1"]
    package var hostName = "tiger"
    /// What `listen` throws next.
    package var listenFailure: NetworkFailure?
    /// Whether the usual port counts as taken.
    package var isUsualPortTaken = false
    /// What `save` and `export` throw.
    package var saveFailure: StorageFailure?
    package private(set) var listeners: [FakeListener] = []
    package private(set) var discoveries: [Discovery] = []
    package private(set) var diallings: [Dialling] = []
    package private(set) var saved: [Settings] = []
    /// What `export` wrote, by name.
    package private(set) var exported: [String: String] = [:]
    package private(set) var bells = 0
    package private(set) var hasQuit = false
    /// Games kept in memory.
    package let games = FakeHistory()
    package private(set) var workers: [FakeWorker] = []
    private var drawn = 0
    private var timers: [(due: Int, task: FakeTask, action: () -> Void)] = []

    private static var count: UInt64 = 0

    /// A machine of one network address.
    package init() {
        Self.count += 1
        toys = ToySeals(seed: Self.count)
    }

    package func listen(port: UInt16?, delegate: ListenerDelegate) throws(NetworkFailure) -> Listener {
        if let listenFailure { throw listenFailure }
        let chosen = port ?? (isUsualPortTaken ? 40001 : Program.usualPort)
        let listener = FakeListener(port: chosen, isUsualPortTaken: port == nil && isUsualPortTaken, delegate: delegate)
        listeners.append(listener)
        return listener
    }

    package func dial(_ destination: Destination, completion: @escaping (Result<Connection, NetworkFailure>) -> Void)
        -> Cancellable
    {
        let task = FakeTask()
        diallings.append(Dialling(destination: destination, completion: { if !task.isCancelled { completion($0) } }, task: task))
        return task
    }

    package func publish(
        type: String, name: String, port: UInt16, text: [String: String], onEvent: @escaping (DiscoveryEvent) -> Void
    ) -> Publication {
        let publication = FakePublication(text: text)
        discoveries.append(
            Discovery(
                name: name, type: type, port: port, publication: publication,
                onEvent: { if !publication.isCancelled { onEvent($0) } }, task: publication.task))
        return publication
    }

    package func browse(type: String, onEvent: @escaping (DiscoveryEvent) -> Void) -> Cancellable {
        let task = FakeTask()
        discoveries.append(
            Discovery(
                name: nil, type: type, port: nil, publication: nil, onEvent: { if !task.isCancelled { onEvent($0) } }, task: task)
        )
        return task
    }

    package func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        let task = FakeTask()
        timers.append((now + milliseconds, task, action))
        return task
    }

    package func save(_ settings: Settings) throws(StorageFailure) {
        if let saveFailure { throw saveFailure }
        saved.append(settings)
    }

    package func export(_ text: String, as name: String) throws(StorageFailure) -> String {
        if let saveFailure { throw saveFailure }
        exported[name] = text
        return "/home/" + name
    }

    /// No hash to rely on, but a different one for different bytes: FNV-1a, once a byte of the digest.
    package func digest(of bytes: [UInt8]) -> [UInt8] {
        (0..<32).map { place in
            let hash = ([UInt8(place)] + bytes).reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            return UInt8(truncatingIfNeeded: hash >> 32)
        }
    }

    package func digest(of bytes: [UInt8], key: [UInt8]) -> [UInt8] { digest(of: key + bytes + key) }

    /// Others every time, the same in every run.
    package func randomBytes(_ count: Int) -> [UInt8] {
        drawn += 1
        return digest(of: [UInt8(truncatingIfNeeded: drawn)] + Array(hostName.utf8)).prefix(count).map { $0 }
    }

    package var history: GameHistory { games }
    /// None.
    package var openingBook: @Sendable () -> Book? { { nil } }

    package func makeWorker() -> Worker {
        let worker = FakeWorker()
        workers.append(worker)
        return worker
    }

    /// Lets every worker do what it was given, and what comes of that.
    package func work() { while let worker = workers.first(where: { $0.isBusy }) { worker.workOnce() } }

    /// Toys, whose numbers differ from machine to machine.
    package let toys: ToySeals
    package var seals: any SealKit { toys }

    package func ringBell() { bells += 1 }
    package func quit() { hasQuit = true }

    /// Lets time pass; what falls due happens in order.
    package func advance(milliseconds: Int) {
        let end = now + milliseconds
        while let next = timers.indices.filter({ !timers[$0].task.isCancelled && timers[$0].due <= end }).min(by: {
            timers[$0].due < timers[$1].due
        }) {
            let timer = timers.remove(at: next)
            now = max(now, timer.due)
            timer.action()
        }
        timers.removeAll { $0.task.isCancelled }
        now = end
    }

    /// The program dies: nothing listens, is published or awaited any more, and what was kept is another run's.
    package func crash() {
        for listener in listeners { listener.stop() }
        for discovery in discoveries { discovery.task.cancel() }
        for dialling in diallings { dialling.task.cancel() }
        timers = []
        games.isAnotherRun = true
    }

    /// Whether a timer is set.
    package var isWaiting: Bool { timers.contains { !$0.task.isCancelled } }

    /// Whether anything is still listening, published, browsed or dialled.
    package var isQuiet: Bool {
        listeners.allSatisfy(\.isStopped) && discoveries.allSatisfy(\.task.isCancelled)
    }
}
