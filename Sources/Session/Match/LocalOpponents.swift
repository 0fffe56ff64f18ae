// Seats at which nobody thinks or speaks: the other half of this keyboard, and the empty one of a peer that is looked for.

/// The second player at this keyboard.
package final class LocalOpponent: Opponent {
    package let kind = GameKind.shared
    package let name = ""
    package let permissions = Permissions(sharesKeyboard: true)
    private let isYellowFirst: Bool?

    /// A second player; in every game yellow moves first, or red does, or they take turns where nothing is said.
    package init(isYellowFirst: Bool? = nil) { self.isYellowFirst = isYellowFirst }

    package func areWeFirst(after last: LastGame?) -> Bool { isYellowFirst ?? last.map { !$0.wereWeFirst } ?? true }
}

/// The seat of a peer that is not connected.
package final class AbsentOpponent: Opponent {
    package let kind = GameKind.network
    package let name: String
    package let permissions = Permissions.peer
    package let isSealed: Bool

    /// The seat of a player of this name; `isSealed`: as its connection was.
    package init(name: String, isSealed: Bool = false) {
        self.name = name
        self.isSealed = isSealed
    }

    package func areWeFirst(after last: LastGame?) -> Bool { true }
}
