// The score of several games.

/// The score: how many games were won, drawn and lost.
package struct Tally: Equatable, Sendable {
    /// Games that this side won.
    package private(set) var won: Int
    /// Drawn games.
    package private(set) var drawn: Int
    /// Games that the other side won.
    package private(set) var lost: Int

    /// A score of these.
    package init(won: Int = 0, drawn: Int = 0, lost: Int = 0) {
        self.won = won
        self.drawn = drawn
        self.lost = lost
    }

    /// Counts a game, if it is over.
    package mutating func count(_ state: GameState) {
        switch state {
        case .iWin: won += 1
        case .youWin: lost += 1
        case .draw: drawn += 1
        case .myTurn, .yourTurn: break
        }
    }
}
