// The engine at work for a screen, on a thread of its own: questions here, answers here, and nothing waits in between. The solver and
// its table are made with the first question that needs them and go with the thread. It knows no screen.

import Engine

/// The engine at work.
package final class Analysis {
    private let environment: EngineRoom
    private var worker: Worker?
    private let mind: Mind
    /// Raised when the answer is of no more interest.
    private var underWay: [Kind: Cancellation] = [:]

    /// What can be asked; a new question of a kind takes the place of the last.
    private enum Kind: Hashable {
        case move, scores, review
    }

    package init(environment: EngineRoom) {
        self.environment = environment
        mind = Mind(readBook: environment.openingBook)
    }

    /// Which column a player of `level` plays in `position`; its games differ by `seed`.
    package func column(in position: Position, level: Level, seed: UInt64, answer: @escaping @MainActor (Int) -> Void) {
        ask(.move) { mind, cancellation, tell in
            let player = ComputerPlayer(level: level, seed: seed)
            let limit = SearchLimit(cancellation: cancellation)
            guard let column = player.column(in: position, until: limit, with: { mind.solver }) else { return }
            tell { answer(column) }
        }
    }

    /// The scores of the columns in `position`, nil for a full one.
    package func scores(of position: Position, answer: @escaping @MainActor ([Score?]) -> Void) {
        ask(.scores) { mind, cancellation, tell in
            guard let scores = mind.solver.scores(of: position, until: SearchLimit(cancellation: cancellation)) else { return }
            tell { answer(scores) }
        }
    }

    /// Judges a game move by move; `progress` is told after every move.
    package func review(_ game: Game, progress: @escaping @MainActor (Review) -> Void) {
        ask(.review) { mind, cancellation, tell in
            var review = Review(of: game)
            while !review.isComplete {
                guard review.judgeNext(with: mind.solver, until: SearchLimit(cancellation: cancellation)) else { return }
                let soFar = review
                tell { progress(soFar) }
            }
        }
    }

    /// What the computer was going to play is of no more interest.
    package func forgetMove() { underWay.removeValue(forKey: .move)?.cancel() }

    /// Nor are the scores.
    package func forgetScores() { underWay.removeValue(forKey: .scores)?.cancel() }

    /// Everything ends here: the thread, the solver, its table.
    package func stop() {
        for cancellation in underWay.values { cancellation.cancel() }
        underWay = [:]
        worker?.stop()
        worker = nil
    }

    private func ask(
        _ kind: Kind,
        _ work: @escaping @Sendable (Mind, Cancellation, @escaping (@escaping @MainActor () -> Void) -> Void) -> Void
    ) {
        underWay[kind]?.cancel()
        let cancellation = Cancellation()
        underWay[kind] = cancellation
        let worker = worker ?? environment.makeWorker()
        self.worker = worker
        let mind = mind
        worker.perform { tell in
            if cancellation.isCancelled { return }
            work(mind, cancellation) { answer in tell { if !cancellation.isCancelled { answer() } } }
        }
    }
}

/// What the thread keeps from question to question. Nobody else touches it.
nonisolated private final class Mind: @unchecked Sendable {
    private let readBook: @Sendable () -> Book?
    private var known: Solver?

    init(readBook: @escaping @Sendable () -> Book?) { self.readBook = readBook }

    /// Made when it is first needed. A book that is missing or damaged makes the solver slower, not wrong.
    var solver: Solver {
        if let known { return known }
        let solver = Solver(book: readBook())
        known = solver
        return solver
    }
}
