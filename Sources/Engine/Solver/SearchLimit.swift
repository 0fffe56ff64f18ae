// When a search gives up. It knows no clock: time is a node budget, or a flag that somebody else raises.

import Synchronization

/// A flag that any thread may raise, and that a search looks at every 4,096 positions.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// A flag not raised.
    public init() {}

    /// Raises it, for good. A search under it ends within 5 ms.
    public func cancel() { flag.store(true, ordering: .relaxed) }

    /// Whether it is raised.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}

/// How far a search may go before it answers that it does not know.
public struct SearchLimit: Sendable {
    /// No limit.
    public static let none = SearchLimit()

    /// How many positions may be visited, about; nil for any number.
    public var nodes: Int?
    /// Who may call it off.
    public var cancellation: Cancellation?

    /// A limit on the positions visited, and a flag to call the search off.
    public init(nodes: Int? = nil, cancellation: Cancellation? = nil) {
        self.nodes = nodes
        self.cancellation = cancellation
    }
}
