// The engine for screens and the computer opponent. Questions are asked and answered on the main thread; the search runs on a worker
// thread. The solver and its table are created with the first question that needs them, and freed by `stop`.

import Engine

/// The engine on a worker thread.
package final class Analysis {
    private let environment: EngineRoom
    private var worker: Worker?
    private let state: State
    /// Cancels each question that is under way.
    private var underWay: [Kind: Cancellation] = [:]

    /// The kinds of questions. A new question replaces the last one of its kind.
    private enum Kind: Hashable {
        case move, draw, scores, review, turningPoint, puzzle
    }

    package init(environment: EngineRoom) {
        self.environment = environment
        state = State(readBook: environment.openingBook)
    }

    /// The column that a player of `level` plays in `position`. `seed` makes its games differ.
    package func column(in position: Position, level: Level, seed: UInt64, answer: @escaping @MainActor (Int) -> Void) {
        ask(.move) { state, cancellation, tell in
            let player = ComputerPlayer(level: level, seed: seed)
            let limit = SearchLimit(cancellation: cancellation)
            guard let column = player.column(in: position, until: limit, with: { state.solver }) else { return }
            tell { answer(column) }
        }
    }

    /// What perfect play from `position` leads to for the player to move.
    package func value(of position: Position, answer: @escaping @MainActor (Score) -> Void) {
        ask(.draw) { state, cancellation, tell in
            let scores = state.solver.scores(of: position, until: SearchLimit(cancellation: cancellation))
            guard let best = scores?.compactMap(\.self).max() else { return }
            tell { answer(best) }
        }
    }

    /// The scores of the seven columns in `position`; nil for a full column.
    package func scores(of position: Position, answer: @escaping @MainActor ([Score?]) -> Void) {
        ask(.scores) { state, cancellation, tell in
            guard let scores = state.solver.scores(of: position, until: SearchLimit(cancellation: cancellation)) else { return }
            tell { answer(scores) }
        }
    }

    /// What a disc in `column` leads to. `explained`: a mistake has a reason as in a review.
    package func refutation(
        of column: Int, in position: Position, explained: Bool = false, answer: @escaping @MainActor (Refutation) -> Void
    ) {
        ask(.scores) { state, cancellation, tell in
            let search = PuzzleSearch(with: state.solver)
            let limit = SearchLimit(cancellation: cancellation)
            guard let found = search.refutation(of: column, in: position, explained: explained, until: limit) else { return }
            tell { answer(found) }
        }
    }

    /// How the player to move wins against the longest defence; nil if they do not.
    package func win(from position: Position, answer: @escaping @MainActor (WinningLine?) -> Void) {
        ask(.scores) { state, cancellation, tell in
            let search = PuzzleSearch(with: state.solver)
            let found = search.win(from: position, until: SearchLimit(cancellation: cancellation))
            tell { answer(found) }
        }
    }

    /// The refutation of the column to be warned of in `position` (`PuzzleSearch.danger`); nil if none loses.
    package func danger(in position: Position, answer: @escaping @MainActor (Refutation?) -> Void) {
        ask(.scores) { state, cancellation, tell in
            let search = PuzzleSearch(with: state.solver)
            let found = search.danger(in: position, until: SearchLimit(cancellation: cancellation))
            tell { answer(found) }
        }
    }

    /// Reviews a game; `progress` is called after every move. `start`: how many discs were set up; they are not judged.
    package func review(_ game: Game, from start: Int = 0, progress: @escaping @MainActor (Review) -> Void) {
        ask(.review) { state, cancellation, tell in
            var review = Review(of: game, from: start)
            while !review.isComplete {
                guard review.judgeNext(with: state.solver, until: SearchLimit(cancellation: cancellation)) else { return }
                let soFar = review
                tell { progress(soFar) }
            }
        }
    }

    /// The review of a game from its end back to the move that decided it. Without that where nobody let anything go, or where it is not known soon:
    /// without the opening book, early in the game.
    /// `start`: how many discs were set up; they are not judged.
    package func turningPoint(of game: Game, from start: Int = 0, answer: @escaping @MainActor (Review) -> Void) {
        ask(.turningPoint) { state, cancellation, tell in
            var review = Review(of: game, from: start, explained: false)
            let limit = SearchLimit(nodes: 5_000_000, cancellation: cancellation)
            while !review.isComplete, review.turningPoint == nil, review.judgeNext(with: state.solver, until: limit) {}
            let found = review
            tell { answer(found) }
        }
    }

    /// Cancels that question.
    package func forgetTurningPoint() { underWay.removeValue(forKey: .turningPoint)?.cancel() }

    /// An exercise that begins where a player of `level` went wrong in one of these games; the first game is searched first, each from its end: first
    /// what threw it away, then a four not stopped where it was lost. Nil where there is none besides those in `known`, the starts of puzzles as digits,
    /// and whether some were too hard. `progress` is called with the number of games that are done.
    package func puzzle(
        from games: [(game: Game, player: Player)], of level: Level, except known: Set<String>,
        progress: @escaping @MainActor (Int) -> Void = { _ in },
        answer: @escaping @MainActor (_ found: Puzzle?, _ leavesHard: Bool) -> Void
    ) {
        ask(.puzzle) { state, cancellation, tell in
            let search = PuzzleSearch(with: state.solver)
            // Without the opening book what is early would take too long.
            let limit = SearchLimit(nodes: 2_000_000, cancellation: cancellation)
            var leavesHard = false
            for (index, (game, player)) in games.enumerated() {
                var found: Puzzle?
                for ply in game.moves.indices.reversed() {
                    if cancellation.isCancelled { return }
                    let start = game.prefix(ply)
                    guard start.mover == player, !known.contains(start.digits),
                        let puzzle = search.exercise(
                            at: start, insteadOf: game.moves[ply], for: level, until: limit,
                            tooHard: { leavesHard = true }),
                        found == nil || puzzle.goal != .stop
                    else { continue }
                    found = puzzle
                    if puzzle.goal != .stop { break }
                }
                if let found { return tell { answer(found, false) } }
                tell { progress(index + 1) }
            }
            let isHard = leavesHard
            tell { answer(nil, isHard) }
        }
    }

    /// Cancels the questions for a move and for a draw.
    package func forgetMove() {
        for kind in [Kind.move, .draw] { underWay.removeValue(forKey: kind)?.cancel() }
    }

    /// Cancels the question for scores.
    package func forgetScores() { underWay.removeValue(forKey: .scores)?.cancel() }

    /// Cancels everything and frees the thread and the solver.
    package func stop() {
        for cancellation in underWay.values { cancellation.cancel() }
        underWay = [:]
        worker?.stop()
        worker = nil
    }

    private func ask(
        _ kind: Kind,
        _ work: @escaping @Sendable (State, Cancellation, @escaping (@escaping @MainActor () -> Void) -> Void) -> Void
    ) {
        underWay[kind]?.cancel()
        let cancellation = Cancellation()
        underWay[kind] = cancellation
        let worker = worker ?? environment.makeWorker()
        self.worker = worker
        let state = state
        worker.perform { tell in
            if cancellation.isCancelled { return }
            work(state, cancellation) { answer in tell { if !cancellation.isCancelled { answer() } } }
        }
    }
}

/// What the worker keeps between questions. Only its thread uses it.
nonisolated private final class State: @unchecked Sendable {
    private let readBook: @Sendable () -> Book?
    private var known: Solver?

    init(readBook: @escaping @Sendable () -> Book?) { self.readBook = readBook }

    /// Without its opening book the solver is slower, not wrong.
    var solver: Solver {
        if let known { return known }
        let solver = Solver(book: readBook())
        known = solver
        return solver
    }
}
