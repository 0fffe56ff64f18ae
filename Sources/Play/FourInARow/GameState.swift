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
    func label(isShared: Bool) -> String {
        switch self {
        case .myTurn: isShared ? "Yellow to move." : "It is your turn."
        case .yourTurn: isShared ? "   Red to move." : "It is your opponent's turn."
        case .iWin: isShared ? "Yellow has won." : "You have won."
        case .youWin: isShared ? "Red has won." : "Your opponent has won."
        case .draw: "It is a draw."
        }
    }

    /// The alert at the end; nil where there is none.
    func alert(isShared: Bool) -> String? {
        switch self {
        case .iWin: isShared ? "We Have a Winner: Yellow has won the game." : "We Have a Winner: You have won the game."
        case .youWin: isShared ? "We Have a Winner: Red has won the game." : "We Have a Winner: Your opponent has won the game."
        case .myTurn, .yourTurn, .draw: nil
        }
    }
}

/// Games won, drawn and lost since the two sat down.
struct Score: Equatable {
    private(set) var won = 0
    private(set) var drawn = 0
    private(set) var lost = 0

    /// Counts a game that is over.
    mutating func count(_ state: GameState) {
        switch state {
        case .iWin: won += 1
        case .youWin: lost += 1
        case .draw: drawn += 1
        case .myTurn, .yourTurn: break
        }
    }

    /// The score in words.
    func text(isShared: Bool) -> String {
        isShared ? "Yellow \(won)  Drawn \(drawn)  Red \(lost)" : "Won \(won)  Drawn \(drawn)  Lost \(lost)"
    }
}
