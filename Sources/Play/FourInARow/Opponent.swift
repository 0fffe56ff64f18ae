// Whom a game is played against, and who begins against the computer. It knows no board.

import Engine
import Session

/// Whom a game is played against.
enum Opponent: Equatable {
    /// Two share this keyboard.
    case shared
    /// Somebody on the network.
    case peer
    case computer(Level)

    /// How games against it are kept.
    var kind: GameKind {
        switch self {
        case .shared: .shared
        case .peer: .network
        case .computer: .computer
        }
    }

    /// The computer's level; nil for a person.
    var level: Level? {
        guard case .computer(let level) = self else { return nil }
        return level
    }

    /// The computer's name in a title.
    static func name(of level: Level) -> String { "Computer (\(level.name))" }
}

/// Who begins the games against the computer. The words never change: they are written to the config file.
package enum Beginner: String, CaseIterable, Sendable {
    case me
    case computer
    /// In turn, the player first.
    case alternate
    /// Whoever lost the game before; after a draw the other one than last time.
    case loser

    /// In words.
    var words: String {
        switch self {
        case .me: "I begin"
        case .computer: "the computer begins"
        case .alternate: "we take turns"
        case .loser: "the loser begins"
        }
    }

    /// Whether it depends on the game before.
    var looksBack: Bool { self == .alternate || self == .loser }

    /// Whether the player moves first in the game that follows one in which they moved first (or not) and that ended so; nil: there
    /// was none.
    func isPlayerFirst(after last: (wasFirst: Bool, state: GameState)?) -> Bool {
        switch self {
        case .me: return true
        case .computer: return false
        case .alternate: return last.map { !$0.wasFirst } ?? true
        case .loser:
            guard let last else { return true }
            if !last.state.isOver { return last.wasFirst }
            return last.state == .draw ? !last.wasFirst : last.state == .youWin
        }
    }
}
