// The computer as an opponent. The Analysis chooses its moves; a move is made when the player's disc has come to rest.

import Engine
import Wire

/// The computer as an opponent.
package final class ComputerOpponent: Opponent {
    /// After how long the player is told that it is thinking, in milliseconds.
    package static let promptness = 300
    /// The usual pause before its answer, in milliseconds, so that the player can follow.
    package static let pause = 400
    /// After how many moves it agrees to a draw.
    private static let openingMoves = 7

    package private(set) var state: OpponentState
    package var didHappen: (OpponentEvent) -> Void = { _ in }

    private let strength: Level
    private let firstMover: FirstMover
    private let analysis: Analysis
    private let environment: Scheduler & Cryptography
    private let archive: Archive
    /// Drawn for every game, so that games differ.
    private var seed: UInt64 = 0
    /// How long it waits after the player's disc has landed, in milliseconds.
    private let pause: Int
    private var mayMove = true
    /// Its move, until the pause is over.
    private var pending: Int?
    /// The position on the board, and whether the computer is to move in it.
    private var (position, isToMove) = (Position(), false)
    private var timeout: Cancellable?
    private var rest: Cancellable?

    /// A computer of this level. `firstMover` says who moves first; `pause` is how long it waits after the player's disc has landed, in
    /// milliseconds.
    package init(
        _ strength: Level, name: String, firstMover: FirstMover, pause: Int = 0, analysis: Analysis,
        environment: Scheduler & Cryptography, archive: Archive
    ) {
        self.strength = strength
        state = OpponentState(.computer, name: name, level: strength.rawValue)
        state.canBeAsked = true
        self.firstMover = firstMover
        self.pause = pause
        self.analysis = analysis
        self.environment = environment
        self.archive = archive
    }

    /// The first game follows the last stored one.
    package func areWeFirst(after last: LastGame?) -> Bool { firstMover.isPlayerFirst(after: last ?? lastKept) }

    package func gameDidBegin() {
        seed = environment.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
        rest?.cancel()
        mayMove = true
    }

    package func send(move column: Int) {
        rest?.cancel()
        mayMove = false
    }

    package func positionDidChange(_ game: Game, isToMove: Bool) {
        forget()
        (position, self.isToMove) = (game.position, isToMove)
        guard isToMove else { return }
        timeout = environment.after(milliseconds: Self.promptness) { [weak self] in
            guard let self else { return }
            state.isSlow = true
            didHappen(.changed)
        }
        analysis.column(in: game.position, level: strength, seed: seed) { [weak self] column in
            guard let self else { return }
            pending = column
            timeout?.cancel()
            moveIfItMay()
        }
    }

    /// It agrees to a draw if perfect play leads to one, or if it sees that it loses, but not in the opening.
    package func send(_ message: ControlPacket) {
        guard case .consent(.ask(.draw, let ply)) = message else { return }
        if ply < Self.openingMoves { return didHappen(.consent(.refuse(.draw, ply: ply))) }
        analysis.value(of: position) { [weak self] score in
            guard let self else { return }
            let isLosing = (isToMove ? score < 0 : score > 0) && strength.foresees(score, in: position)
            didHappen(.consent(score == 0 || isLosing ? .allow(.draw, ply: ply) : .refuse(.draw, ply: ply)))
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
        didHappen(.moved(column: column))
    }

    /// Drops its thoughts about the last position.
    private func forget() {
        analysis.forgetMove()
        timeout?.cancel()
        (timeout, pending, state.isSlow) = (nil, nil, false)
    }

    package func leave(because reason: ByeReason) {
        forget()
        rest?.cancel()
    }

    /// The last stored game against the computer; nil where there is none or it cannot be read.
    private var lastKept: LastGame? {
        guard firstMover.looksBack, let games = try? archive.games(),
            let record = games.first(where: { $0.record.kind == .computer })?.record, let game = try? Game(digits: record.digits)
        else { return nil }
        return (
            record.isFirst,
            record.result.state(forFirst: record.isFirst) ?? GameState(of: game, for: record.isFirst ? .first : .second)
        )
    }
}

/// Who moves first in games against the computer. The raw values are stored in the config file and never change.
nonisolated package enum FirstMover: String, CaseIterable, Sendable {
    case me
    case computer
    /// Both in turn, the player in the first game.
    case alternate
    /// Whoever lost the game before; after a draw, whoever moved second in it.
    case loser

    /// Whether it depends on the game before.
    package var looksBack: Bool { self == .alternate || self == .loser }
}

extension FirstMover {
    /// Whether the player moves first in the game after `last`. Nil: in the first game.
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
