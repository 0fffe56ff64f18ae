// Limits on a search: a number of positions, or a flag that another thread raises.

import Synchronization

/// A flag that any thread may raise. A search checks it every 4,096 positions.
public final class Cancellation: Sendable {
    private let flag = Atomic(false)

    /// A flag that is not raised.
    public init() {}

    /// Raises it for good. A search under it ends within 5 ms.
    public func cancel() { flag.store(true, ordering: .relaxed) }

    /// Whether it is raised.
    public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}

/// The limit of a search.
public struct SearchLimit: Sendable {
    /// No limit.
    public static let none = SearchLimit()

    /// The approximate number of positions it may visit; nil for any number.
    public var nodes: Int?
    /// The flag that cancels it.
    public var cancellation: Cancellation?

    /// A limit on the positions visited, and a flag that cancels the search.
    public init(nodes: Int? = nil, cancellation: Cancellation? = nil) {
        self.nodes = nodes
        self.cancellation = cancellation
    }
}
