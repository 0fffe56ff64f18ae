// One puzzle being solved: the player's moves, the answers, wrong tries and hints. A value: moves go in, nothing happens by itself.

import Engine

/// A puzzle being solved.
package struct PuzzleRun: Equatable {
    /// The puzzle. Of several right columns the one that was found is its solution.
    package private(set) var puzzle: Puzzle
    /// How many moves of the solution are on the board.
    package private(set) var step = 0
    /// The wrong disc on the board, and what the opponent answers; empty where there is none.
    package private(set) var wrong: [Int] = []
    /// How many of the three hints the player has seen for the present move.
    package private(set) var hints = 0
    /// The columns of the present move that are known to be wrong.
    private var ruledOut: Set<Int> = []
    /// Whether the player has seen a hint at any move.
    package private(set) var wasHelped = false
    /// How many wrong discs were dropped.
    package private(set) var mistakes = 0
    /// How many moves of the solution were on the board at the last of them.
    package private(set) var retriedStep = 0
    /// Whether the player has given up.
    package private(set) var isGivenUp = false

    /// A puzzle before the first move.
    package init(_ puzzle: Puzzle) { self.puzzle = puzzle }

    /// The player solved it before: all moves are on the board.
    package mutating func recallSolution(wasHelped: Bool) { (step, self.wasHelped) = (puzzle.solution.count, wasHelped) }

    /// The most hints for a move: the idea, some columns, the column.
    package static let mostHints = 3

    /// The game on the board.
    package var game: Game {
        var game = puzzle.game(after: step)
        for column in wrong { _ = game.play(column) }
        return game
    }
    /// Whether all moves are found.
    package var isSolved: Bool { step == puzzle.solution.count }
    /// Whether the player is to move.
    package var isPlayersTurn: Bool { !isSolved && !isGivenUp && wrong.isEmpty && step.isMultiple(of: 2) }
    /// Whether a wrong disc was dropped, or the solution was shown.
    package var hasFailed: Bool { mistakes > 0 || isGivenUp }
    /// What a try is worth: 1, or ½ with hints, or 0.
    package var score: Double { hasFailed ? 0 : wasHelped ? 0.5 : 1 }
    /// The right column.
    package var right: Int { puzzle.solution[min(step, puzzle.solution.count - 1)] }

    /// The player drops a disc, which is `wrong` or the next of the solution. Returns whether it counts.
    package mutating func drop(_ column: Int) -> Bool {
        guard isPlayersTurn, game.reasonAgainst(column) == nil else { return false }
        if column == right || puzzle.others.contains(column) {
            if column != right { puzzle = puzzle.solved(with: column) }
            step += 1
            (hints, ruledOut) = (0, [])
        } else {
            mistakes += 1
            retriedStep = step
            wrong = [column]
            ruledOut.insert(column)
        }
        return true
    }

    /// The computer answers a right move.
    package mutating func answer() {
        guard !isSolved, !isGivenUp, wrong.isEmpty, !step.isMultiple(of: 2) else { return }
        step += 1
    }

    /// The opponent answers the wrong disc.
    package mutating func punish(with column: Int) {
        guard wrong.count == 1, game.outcome == nil, game.reasonAgainst(column) == nil else { return }
        wrong.append(column)
    }

    /// Takes the wrong disc back.
    package mutating func takeBack() { wrong = [] }

    /// The player asks for the next hint. The first may speak against a column; the second does not name it, nor one that was tried.
    package mutating func hint(against column: Int? = nil) {
        guard isPlayersTurn, hints < Self.mostHints else { return }
        hints += 1
        if let column { ruledOut.insert(column) }
        wasHelped = true
    }

    /// The player gives up. `showMove` shows the solution.
    package mutating func giveUp() {
        isGivenUp = true
        wrong = []
    }

    /// The next move of the solution, after the player has given up.
    package mutating func showMove() { if isGivenUp, !isSolved { step += 1 } }

    /// Three columns of which one is right, or fewer where few are open: the second hint. The others are chosen at random, always the same ones,
    /// first of those that a player could take for right.
    package var candidates: [Int] {
        let game = game
        var random = SeededGenerator(seed: game.moves.reduce(7) { $0 &* 31 &+ UInt64($1) })
        let others = Board.columns.filter {
            $0 != right && game.reasonAgainst($0) == nil && !ruledOut.contains($0) && !puzzle.others.contains($0)
        }
        .shuffled(using: &random)
        // It has to rule some column out.
        let count = min(2, max(0, ruledOut.isEmpty ? others.count - 1 : others.count))
        let plausible = others.filter(game.position.isPlausible)
        return ((plausible + others.filter { !plausible.contains($0) }).prefix(count) + [right]).sorted()
    }
}
