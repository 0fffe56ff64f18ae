// Where a game stands for the person at this screen, in the words the player reads. It knows no board and no packets.

import Engine

/// Where a game stands: `my` is yellow (mine, or the first colour where two share a keyboard), `your` is red.
enum GameState: Equatable {
    case myTurn
    case yourTurn
    case iWin
    case youWin
    case draw

    /// The state of `match` for the one who plays as `me` in it.
    init(of match: Match, for me: Player) {
        switch match.outcome {
        case .won(let winner, _): self = winner == me ? .iWin : .youWin
        case .draw: self = .draw
        case nil: self = match.mover == me ? .myTurn : .yourTurn
        }
    }

    /// Whether the game is over.
    var isOver: Bool { self == .iWin || self == .youWin || self == .draw }

    /// The state label. With two at one keyboard "to move" stays where it is when the colour changes.
    func label(against opponent: Opponent) -> String {
        switch (self, opponent) {
        case (.myTurn, .shared): "Yellow to move."
        case (.myTurn, _): "It is your turn."
        case (.yourTurn, .shared): "   Red to move."
        case (.yourTurn, .peer): "It is your opponent's turn."
        case (.yourTurn, .computer): "It is the computer's turn."
        case (.iWin, .shared): "Yellow has won."
        case (.iWin, _): "You have won."
        case (.youWin, .shared): "Red has won."
        case (.youWin, .peer): "Your opponent has won."
        case (.youWin, .computer): "The computer has won."
        case (.draw, _): "It is a draw."
        }
    }

    /// The alert at the end; nil where there is none.
    func alert(against opponent: Opponent) -> String? {
        switch (self, opponent) {
        case (.iWin, .shared): "We Have a Winner: Yellow has won the game."
        case (.iWin, _): "We Have a Winner: You have won the game."
        case (.youWin, .shared): "We Have a Winner: Red has won the game."
        case (.youWin, .peer): "We Have a Winner: Your opponent has won the game."
        case (.youWin, .computer): "We Have a Winner: The computer has won the game."
        case (.myTurn, _), (.yourTurn, _), (.draw, _): nil
        }
    }
}

/// Games won, drawn and lost since the two sat down.
public struct Tally: Equatable, Sendable {
    /// Games that this side won.
    public private(set) var won: Int
    /// Games that nobody won.
    public private(set) var drawn: Int
    /// Games that the other side won.
    public private(set) var lost: Int

    /// So many games.
    public init(won: Int = 0, drawn: Int = 0, lost: Int = 0) {
        self.won = won
        self.drawn = drawn
        self.lost = lost
    }

    /// Counts a game that is over; `by` -1 takes back what was counted.
    mutating func count(_ state: GameState, by step: Int = 1) {
        switch state {
        case .iWin: won += step
        case .youWin: lost += step
        case .draw: drawn += step
        case .myTurn, .yourTurn: break
        }
    }

    /// The score in words.
    func text(isShared: Bool) -> String {
        isShared ? "Yellow \(won)  Drawn \(drawn)  Red \(lost)" : "Won \(won)  Drawn \(drawn)  Lost \(lost)"
    }
}
