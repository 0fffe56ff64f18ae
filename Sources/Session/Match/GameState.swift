// Where a game stands for the person at this screen, and how many ended how. It knows no words and no packets.

import Engine

/// Where a game stands: `my` is yellow (mine, or the first colour where two share a keyboard), `your` is red.
package enum GameState: Equatable {
    case myTurn
    case yourTurn
    case iWin
    case youWin
    case draw

    /// The state of `game` for the one who plays as `me` in it.
    package init(of game: Game, for me: Player) {
        switch game.outcome {
        case .won(let winner, _): self = winner == me ? .iWin : .youWin
        case .draw: self = .draw
        case nil: self = game.mover == me ? .myTurn : .yourTurn
        }
    }

    /// Whether the game is over.
    package var isOver: Bool { self == .iWin || self == .youWin || self == .draw }
}

/// Games won, drawn and lost since the two sat down.
package struct Tally: Equatable, Sendable {
    /// Games that this side won.
    package private(set) var won: Int
    /// Games that nobody won.
    package private(set) var drawn: Int
    /// Games that the other side won.
    package private(set) var lost: Int

    /// So many games.
    package init(won: Int = 0, drawn: Int = 0, lost: Int = 0) {
        self.won = won
        self.drawn = drawn
        self.lost = lost
    }

    /// Counts a game that is over; `by` -1 takes back what was counted.
    package mutating func count(_ state: GameState, by step: Int = 1) {
        switch state {
        case .iWin: won += step
        case .youWin: lost += step
        case .draw: drawn += step
        case .myTurn, .yourTurn: break
        }
    }
}
