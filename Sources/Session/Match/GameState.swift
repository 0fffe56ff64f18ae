// The state of a game for the player at this screen.

import Engine
import Wire

/// The state of a game. `i` and `my` are the player at this screen, `you` and `your` the opponent: `youWin` means that we lost. Where two share
/// a keyboard, they are yellow and red.
package enum GameState: Equatable {
    case myTurn
    case yourTurn
    case iWin
    case youWin
    case draw

    /// The state of `game` for the player `me`; `ending` is how it ended, where its moves do not show it.
    package init(of game: Game, ending: GameEnding? = nil, for me: Player) {
        if let ending {
            self = ending.winner.map { $0 == me ? .iWin : .youWin } ?? .draw
            return
        }
        switch game.outcome {
        case .won(let winner, _): self = winner == me ? .iWin : .youWin
        case .draw: self = .draw
        case nil: self = game.mover == me ? .myTurn : .yourTurn
        }
    }

    /// Whether the game is over.
    package var isOver: Bool { self == .iWin || self == .youWin || self == .draw }
}

extension GameEnding {
    /// Who wins; nil for a draw.
    package var winner: Player? {
        switch self {
        case .firstResigned, .firstOutOfTime: .second
        case .secondResigned, .secondOutOfTime: .first
        case .drawAgreed, .drawnOnTime: nil
        }
    }

    /// This player's time is up in `game`.
    static func timeUp(of player: Player, in game: Game) -> GameEnding {
        guard game.canStillWin(player.other) else { return .drawnOnTime }
        return player == .first ? .firstOutOfTime : .secondOutOfTime
    }

    /// The resignation of this player.
    static func resignation(of player: Player) -> GameEnding { player == .first ? .firstResigned : .secondResigned }
}
