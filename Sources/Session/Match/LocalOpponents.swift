// The opponents that neither think nor send anything: the second player at this keyboard, and a peer that is not connected.

/// The second player at this keyboard.
package final class LocalOpponent: Opponent {
    package var didHappen: (OpponentEvent) -> Void = { _ in }
    package let state = OpponentState(.shared, name: "")

    /// A second player.
    package init() {}

    /// Yellow moves first in the first game; then the players take turns.
    package func areWeFirst(after last: LastGame?) -> Bool { last.map { !$0.wereWeFirst } ?? true }
}

/// A peer that is not connected, or not yet.
package final class AbsentOpponent: Opponent {
    package var didHappen: (OpponentEvent) -> Void = { _ in }
    package let state: OpponentState

    /// A peer of this name; without one, at this address. `isSealed`: its last connection was.
    package init(name: String, address: String? = nil, isSealed: Bool = false) {
        var state = OpponentState(.network, name: name, address: address)
        state.isSealed = isSealed
        self.state = state
    }

    /// The same peer, without its connection. `isGone`: it is not looked for, and what it was is still told of it.
    init(_ last: OpponentState, isGone: Bool = false) {
        var state = OpponentState(.network, name: last.name, address: last.address)
        (state.isSealed, state.isGuest) = (last.isSealed, last.isGuest)
        state.canBeAsked = isGone && last.canBeAsked
        self.state = state
    }

    package func areWeFirst(after last: LastGame?) -> Bool { true }
}
