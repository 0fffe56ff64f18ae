// A game against the computer: who begins, the wait for its move, and the move. It knows no search: the Thinker does that elsewhere.

import Engine
import Session

/// What the computer is at in a game.
struct ComputerTurn {
    /// Who begins each game.
    var beginner = Beginner.me
    /// The position from which the games begin.
    var start = Match()
    /// Another one for every game, so that none comes twice.
    fileprivate(set) var seed: UInt64 = 0
    /// Whether it has been thinking for so long that the player is told.
    fileprivate(set) var isSlow = false
    /// Its move, while the player's disc still falls.
    fileprivate var pending: Int?
    fileprivate var patience: Cancellable?

    /// How long it may think before the player is told, in milliseconds.
    static let promptness = 300

    /// Whatever it was thinking holds no longer.
    mutating func forget() {
        patience?.cancel()
        patience = nil
        pending = nil
        isSlow = false
    }
}

extension FourInARowViewController {
    /// A game against the computer, which begins at `start`. `beginner` says who moves first in it and in those that follow.
    convenience init(navigator: Navigator, level: Level, beginner: Beginner, start: Match = Match()) {
        self.init(navigator: navigator, opponent: .computer(level), opponentName: Opponent.name(of: level))
        computer.beginner = beginner
        computer.start = start
    }

    /// The first game begins, which follows the last one that was kept.
    func startGame() { startGame(isPlayerFirst: computer.beginner.isPlayerFirst(after: lastKept)) }

    /// The last game against the computer; nil where there is none or it cannot be read.
    private var lastKept: (wasFirst: Bool, state: GameState)? {
        guard computer.beginner.looksBack, let games = try? navigator.surroundings.history.games(),
            let record = games.first(where: { $0.record.kind == .computer })?.record,
            let match = try? Match(digits: record.digits)
        else { return nil }
        return (record.isFirst, GameState(of: match, for: record.isFirst ? .first : .second))
    }

    /// A game that was kept goes on.
    func resume(_ match: Match, isPlayerFirst: Bool, id: Int) {
        computer.seed = newSeed()
        resetGame(first: isPlayerFirst ? .first : .second, with: match, id: id)
    }

    /// The next game begins.
    func startNextGame() {
        let last = (wasFirst: me == computer.start.mover, state: gameState)
        startGame(isPlayerFirst: computer.beginner.isPlayerFirst(after: last))
    }

    private func startGame(isPlayerFirst: Bool) {
        computer.seed = newSeed()
        let mover = computer.start.mover
        resetGame(first: isPlayerFirst ? mover : mover.other, with: computer.start)
    }

    private func newSeed() -> UInt64 { navigator.surroundings.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) } }

    /// If it is the computer's turn, its move is asked for; keys and the screen have their turn meanwhile.
    func awaitComputer() {
        guard case .computer(let level) = opponent, gameState == .yourTurn else { return }
        computer.patience = navigator.surroundings.after(milliseconds: ComputerTurn.promptness) { [weak self] in
            guard let self else { return }
            self.computer.isSlow = true
            self.navigator.update(self) { self.drawLabel(on: $0) }
        }
        wakeThinker().column(in: match.position, level: level, seed: computer.seed) { [weak self] column in
            self?.computer.pending = column
            self?.playPendingMove()
        }
    }

    /// The computer's move, once nothing falls any more.
    func playPendingMove() {
        guard falling == nil, let column = computer.pending else { return }
        computer.forget()
        _ = play(column)
        ring()
    }
}
