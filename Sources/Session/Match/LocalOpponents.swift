// The opponents that neither think nor send anything: the second player at this keyboard, and a peer that is not connected yet.

/// The second player at this keyboard.
package final class LocalOpponent: Opponent {
    package var didHappen: (OpponentEvent) -> Void = { _ in }
    package let state = OpponentState(.shared, name: "")

    /// A second player.
    package init() {}

    /// Yellow moves first in the first game; then the players take turns.
    package func areWeFirst(after last: LastGame?) -> Bool { last.map { !$0.wereWeFirst } ?? true }
}

/// A peer that is not connected yet.
package final class AbsentOpponent: Opponent {
    package var didHappen: (OpponentEvent) -> Void = { _ in }
    package private(set) var state: OpponentState

    /// A peer of this name; without one, at this address. `isSealed`: its last connection was.
    package init(name: String, address: String? = nil, isSealed: Bool = false) {
        var state = OpponentState(.network, name: name, address: address)
        state.isSealed = isSealed
        self.state = state
    }

    package func areWeFirst(after last: LastGame?) -> Bool { true }

    /// A peer that is looked for and then given up was this program: no other can come back.
    package func wasLost(isGone: Bool) { state.canBeAsked = isGone }
}
