// A machine in memory: its clock stands until the test moves it, its network does what the test says.

import Play
import Wire

/// Something that can be called off, and says whether it was.
public final class FakeTask: Cancellable {
    /// Whether it was called off.
    public private(set) var isCancelled = false
    /// Nothing is under way yet.
    public init() {}
    public func cancel() { isCancelled = true }
}

/// A listening socket in memory.
public final class FakeListener: Listener {
    public let port: UInt16
    public let isUsualPortTaken: Bool
    /// Whether it was stopped.
    public private(set) var isStopped = false
    private weak var delegate: ListenerDelegate?

    init(port: UInt16, isUsualPortTaken: Bool, delegate: ListenerDelegate) {
        self.port = port
        self.isUsualPortTaken = isUsualPortTaken
        self.delegate = delegate
    }

    public func stop() { isStopped = true }
    /// A peer connects.
    public func accept(_ connection: Connection) { delegate?.listener(self, didAccept: connection) }
}

/// A machine in memory.
public final class FakeSurroundings: Surroundings {
    /// A service that a screen asked to publish or browse.
    public struct Discovery {
        /// Published under this name; nil for a browser.
        public let name: String?
        /// The service type.
        public let type: String
        /// The port published.
        public let port: UInt16?
        /// What the helper says is given here.
        public let onEvent: (DiscoveryEvent) -> Void
        /// Whether the screen ended it.
        public let task: FakeTask
    }

    /// A connection that a screen tries to make.
    public struct Dialling {
        /// Where to.
        public let destination: Destination
        /// How it ends is given here.
        public let completion: (Result<Connection, NetworkFailure>) -> Void
        /// Whether the screen gave it up.
        public let task: FakeTask
    }

    public private(set) var now = 0
    public var addresses = ["10.0.0.1"]
    public var hostName = "tiger"
    /// What `listen` throws next.
    public var listenFailure: NetworkFailure?
    /// Whether the usual port counts as taken.
    public var isUsualPortTaken = false
    /// What `save` throws.
    public var saveFailure: StorageFailure?
    public private(set) var listeners: [FakeListener] = []
    public private(set) var discoveries: [Discovery] = []
    public private(set) var diallings: [Dialling] = []
    public private(set) var saved: [Settings] = []
    public private(set) var bells = 0
    public private(set) var hasQuit = false
    private var timers: [(due: Int, task: FakeTask, action: () -> Void)] = []

    /// A machine of one network address.
    public init() {}

    public func listen(port: UInt16?, delegate: ListenerDelegate) throws(NetworkFailure) -> Listener {
        if let listenFailure { throw listenFailure }
        let chosen = port ?? (isUsualPortTaken ? 40001 : Program.usualPort)
        let listener = FakeListener(port: chosen, isUsualPortTaken: port == nil && isUsualPortTaken, delegate: delegate)
        listeners.append(listener)
        return listener
    }

    public func dial(_ destination: Destination, completion: @escaping (Result<Connection, NetworkFailure>) -> Void) -> Cancellable {
        let task = FakeTask()
        diallings.append(Dialling(destination: destination, completion: { if !task.isCancelled { completion($0) } }, task: task))
        return task
    }

    public func publish(
        type: String, name: String, port: UInt16, text: [String: String], onEvent: @escaping (DiscoveryEvent) -> Void
    ) -> Cancellable {
        let task = FakeTask()
        discoveries.append(Discovery(name: name, type: type, port: port, onEvent: { if !task.isCancelled { onEvent($0) } }, task: task))
        return task
    }

    public func browse(type: String, onEvent: @escaping (DiscoveryEvent) -> Void) -> Cancellable {
        let task = FakeTask()
        discoveries.append(Discovery(name: nil, type: type, port: nil, onEvent: { if !task.isCancelled { onEvent($0) } }, task: task))
        return task
    }

    public func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        let task = FakeTask()
        timers.append((now + milliseconds, task, action))
        return task
    }

    public func save(_ settings: Settings) throws(StorageFailure) {
        if let saveFailure { throw saveFailure }
        saved.append(settings)
    }

    public func ringBell() { bells += 1 }
    public func quit() { hasQuit = true }

    /// Lets time pass; what falls due happens in order.
    public func advance(milliseconds: Int) {
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

    /// Whether a timer is set.
    public var isWaiting: Bool { timers.contains { !$0.task.isCancelled } }

    /// Whether anything is still listening, published, browsed or dialled.
    public var isQuiet: Bool {
        listeners.allSatisfy(\.isStopped) && discoveries.allSatisfy(\.task.isCancelled)
    }
}
