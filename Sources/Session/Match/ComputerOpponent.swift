// The computer as an opponent: who begins, the wait for its move, and the move, which it keeps to itself until the board has come to
// rest. It knows no search: the Analysis does that elsewhere.

import Engine
import Wire

/// The computer.
package final class ComputerOpponent: Opponent {
    /// How long it may think before the player is told, in milliseconds.
    package static let promptness = 300
    /// How long it waits before it answers, so that one disc is seen to follow the other, in milliseconds.
    package static let pause = 400

    package let kind = GameKind.computer
    package let name: String
    package var level: Int? { strength.rawValue }
    package let permissions = Permissions(endsAnyTime: true)
    package private(set) var isSlow = false

    private let strength: Level
    private let beginner: Beginner
    private let thinker: Analysis
    private let environment: Scheduler & Cryptography
    private let history: GameHistory
    private weak var host: OpponentDelegate?
    /// Another one for every game, so that none comes twice.
    private var seed: UInt64 = 0
    /// How long it waits after the player's disc has landed, in milliseconds.
    private let pause: Int
    private var mayMove = true
    /// Its move, while the player's disc still falls, and a moment longer.
    private var pending: Int?
    private var timeout: Cancellable?
    private var rest: Cancellable?

    /// A computer of this strength, called `name`, that thinks with `thinker`; `beginner` says who moves first in its games, and
    /// `pause` for how many milliseconds it waits once the player's disc has landed.
    package init(
        _ strength: Level, name: String, beginner: Beginner, pause: Int = 0, thinker: Analysis,
        environment: Scheduler & Cryptography, history: GameHistory
    ) {
        self.strength = strength
        self.name = name
        self.beginner = beginner
        self.pause = pause
        self.thinker = thinker
        self.environment = environment
        self.history = history
    }

    package func sit(at host: OpponentDelegate) { self.host = host }

    /// The first game follows the last one that was kept.
    package func areWeFirst(after last: LastGame?) -> Bool { beginner.isPlayerFirst(after: last ?? lastKept) }

    package func gameDidBegin() {
        seed = environment.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
        rest?.cancel()
        mayMove = true
    }

    package func didMove(_ move: Int) {
        rest?.cancel()
        mayMove = false
    }

    /// If it is its turn it thinks; keys and the screen have their turn meanwhile.
    package func positionDidChange(_ notation: String, isToMove: Bool) {
        forget()
        guard isToMove, let position = try? Position(digits: notation) else { return }
        timeout = environment.after(milliseconds: Self.promptness) { [weak self] in
            guard let self else { return }
            isSlow = true
            host?.seatDidChange(self)
        }
        thinker.column(in: position, level: strength, seed: seed) { [weak self] column in
            guard let self else { return }
            pending = column
            timeout?.cancel()
            moveIfItMay()
        }
    }

    package func boardDidComeToRest() {
        if mayMove { return }
        if pause == 0 { return endPause() }
        rest?.cancel()
        rest = environment.after(milliseconds: pause) { [weak self] in self?.endPause() }
    }

    private func endPause() {
        mayMove = true
        moveIfItMay()
    }

    private func moveIfItMay() {
        guard mayMove, let column = pending else { return }
        forget()
        host?.seat(self, didMove: column)
    }

    /// Whatever it was thinking holds no longer.
    private func forget() {
        thinker.forgetMove()
        timeout?.cancel()
        (timeout, pending, isSlow) = (nil, nil, false)
    }

    package func leave(because reason: ByeReason) {
        forget()
        rest?.cancel()
    }

    /// The last game against the computer; nil where there is none or it cannot be read.
    private var lastKept: LastGame? {
        guard beginner.looksBack, let games = try? history.games(),
            let record = games.first(where: { $0.record.kind == .computer })?.record, let game = try? Game(digits: record.digits)
        else { return nil }
        return (record.isFirst, GameState(of: game, for: record.isFirst ? .first : .second))
    }
}

/// Who begins the games against the computer. The words never change: they are written to the config file.
nonisolated package enum Beginner: String, CaseIterable, Sendable {
    case me
    case computer
    /// In turn, the player first.
    case alternate
    /// Whoever lost the game before; after a draw the other one than last time.
    case loser

    /// Whether it depends on the game before.
    package var looksBack: Bool { self == .alternate || self == .loser }
}

extension Beginner {
    /// Whether the player moves first in the game that follows `last`; nil: there was none.
    package func isPlayerFirst(after last: LastGame?) -> Bool {
        switch self {
        case .me: return true
        case .computer: return false
        case .alternate: return last.map { !$0.wereWeFirst } ?? true
        case .loser:
            guard let last else { return true }
            if !last.state.isOver { return last.wereWeFirst }
            return last.state == .draw ? !last.wereWeFirst : last.state == .youWin
        }
    }
}
