// The solver against positions whose scores two other solvers agreed on, against a search without any cleverness, and against
// itself: mirrored, limited, called off.

import Engine
import Testing

@Suite struct SolverTests {
    /// The earlier ones take too long for a test; `make bench-engine` checks them all.
    @Test func scoresAreThoseOfTheOracle() throws {
        let solver = Solver()
        let lines = try Oracle.lines().filter { $0.digits.count >= 14 }
        #expect(lines.count > 600)
        for line in lines {
            #expect(solver.scores(of: try Position(digits: line.digits)) == line.scores, "\(line.digits)")
        }
    }

    @Test func aSmallTableGivesTheSameScores() throws {
        let solver = Solver(tableBytes: 4096)
        for line in try Oracle.lines() where line.digits.count >= 24 {
            #expect(solver.scores(of: try Position(digits: line.digits)) == line.scores, "\(line.digits)")
        }
    }

    @Test func aTableOfTheirOwnForEarlyPositionsChangesNoScore() throws {
        let solver = Solver(earlyTableBytes: 1 << 20)
        for line in try Oracle.lines() where (14...16).contains(line.digits.count) {
            #expect(solver.scores(of: try Position(digits: line.digits)) == line.scores, "\(line.digits)")
        }
    }

    @Test func lateScoresAreThoseOfAFullSearch() throws {
        let solver = Solver()
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let position = Position.random(ply: Int.random(in: 31...41, using: &generator), using: &generator)
            #expect(solver.score(of: position) == fullScore(position), "\(position)")
        }
    }

    @Test func mirroredPositionsHaveTheSameScores() throws {
        let solver = Solver()
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<100 {
            let position = Position.random(ply: Int.random(in: 18...30, using: &generator), using: &generator)
            let scores = try #require(solver.scores(of: position))
            solver.clear()
            #expect(solver.scores(of: position.mirrored) == Array(scores.reversed()), "\(position)")
        }
    }

    /// The best of the seven scores is the position's own, with a table that has seen much and with one that has seen nothing.
    @Test func theBestColumnsScoreIsThePositions() throws {
        let used = Solver()
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<100 {
            let position = Position.random(ply: Int.random(in: 16...40, using: &generator), using: &generator)
            guard !position.isOver else { continue }
            let scores = try #require(used.scores(of: position))
            #expect(Solver().score(of: position) == scores.compactMap { $0 }.max(), "\(position)")
        }
    }

    @Test func whatItIsTaughtSparesTheSearchAndChangesNoScore() throws {
        var generator = SeededGenerator(seed: 11)
        let (plain, taught) = (Solver(), Solver())
        for _ in 0..<20 {
            let position = Position.random(ply: 16, using: &generator)
            guard position.needsBook else { continue }
            for reply in Board.columns.filter(position.canPlay).map(position.playing) where !reply.isOver {
                for next in Board.columns.filter(reply.canPlay).map(reply.playing) where next.needsBook {
                    taught.learn(try #require(Solver().score(of: next)), of: Bool.random() ? next : next.mirrored)
                }
            }
            #expect(taught.score(of: position) == plain.score(of: position), "\(position)")
        }
        #expect(taught.nodes * 2 < plain.nodes)
    }

    @Test func finishedGamesNeedNoSearch() throws {
        let solver = Solver()
        let won = try Position(digits: "1212121")
        #expect(solver.score(of: won) == -18)
        #expect(solver.scores(of: won) == [Int?](repeating: nil, count: 7))
        #expect(solver.score(of: try Position(digits: "121212")) == 18)
        #expect(solver.nodes == 0)
    }

    @Test func aFullBoardIsADraw() throws {
        var generator = SeededGenerator(seed: 9)
        var full = Position()
        while full.ply < 42 || full.isWon { full = .random(ply: 42, using: &generator) }
        #expect(full.isOver)
        #expect(Solver().score(of: full) == 0)
    }

    @Test func aBudgetEndsTheSearchAndLeavesNoWrongScore() throws {
        let position = try Position(digits: "44")
        let solver = Solver()
        #expect(solver.score(of: position, until: SearchLimit(nodes: 10_000)) == nil)
        #expect(solver.nodes <= 10_000)
        #expect(solver.scores(of: position, until: SearchLimit(nodes: 1)) == nil)
        for line in try Oracle.lines() where line.digits.count == 20 {
            let position = try Position(digits: line.digits)
            for nodes in [1, 10, 100, 1000] {
                let scores = solver.scores(of: position, until: SearchLimit(nodes: nodes))
                #expect(scores == nil || scores == line.scores)
            }
            #expect(solver.scores(of: position) == line.scores, "\(line.digits)")
        }
    }

    @Test func aFlagRaisedBeforeOrDuringTheSearchEndsIt() async throws {
        let raised = Cancellation()
        raised.cancel()
        let solver = Solver()
        #expect(solver.score(of: Position(), until: SearchLimit(cancellation: raised)) == nil)
        #expect(solver.nodes == 0)

        let cancellation = Cancellation()
        async let score = Task.detached { Solver().score(of: Position(), until: SearchLimit(cancellation: cancellation)) }.value
        cancellation.cancel()
        #expect(await score == nil)
    }

    /// Changes with every change of the search, and with nothing else: look whether it was meant to, and write down the new number.
    @Test func theSearchVisitsAsManyPositionsAsItDid() throws {
        let solver = Solver(tableBytes: 1 << 20)
        var nodes: [Int] = []
        for digits in ["32164625", "663152175", "267354377265", "1115225131612", "16267266773164"] {
            let before = solver.nodes
            solver.clear()
            _ = solver.score(of: try Position(digits: digits))
            nodes.append(solver.nodes - before)
        }
        #expect(nodes == [923, 169170, 1317, 22774, 173694])
    }
}

/// The score by looking at every continuation.
private func fullScore(_ position: Position) -> Score {
    if position.isWon { return -(22 - (position.ply + 1) / 2) }
    if position.isOver { return 0 }
    return Board.columns.filter(position.canPlay).map { -fullScore(position.playing($0)) }.max() ?? 0
}

extension Position {
    /// A position after `ply` random moves, none of which ends the game before the last; fewer where every move does.
    static func random(ply: Int, using generator: inout some RandomNumberGenerator) -> Position {
        var position = Position()
        while position.ply < ply {
            let columns = Board.columns.filter(position.canPlay)
            let quiet = columns.filter { !position.playing($0).isOver }
            guard let column = (quiet.isEmpty ? columns : quiet).randomElement(using: &generator) else { break }
            position.play(column)
            if position.isOver { break }
        }
        return position
    }
}
