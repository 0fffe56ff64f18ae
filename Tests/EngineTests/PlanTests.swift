// Plans: whoever follows one does what it promises, against every defence and against the perfect one, and the solver agrees.

import Engine
import TestSupport
import Testing

@Suite struct PlanTests {
    /// How a game ends in which `plan` is followed and the opponent plays `column`, and whatever is worst for the plan after that: 1 if its player
    /// wins, 0 for a draw, -1 if the opponent wins, -2 if the plan does not know an answer.
    private static func worst(_ plan: Plan, from position: Position, known: inout [Position: Int]) -> Int {
        if let result = known[position] { return result }
        var worst = 1
        for column in Board.columns.filter(position.canPlay) {
            let next = position.playing(column)
            let result: Int
            if next.isOver {
                result = next.isWon ? -1 : 0
            } else if let square = position.square(above: column), let answer = plan.answer(to: square), next.canPlay(answer) {
                let then = next.playing(answer)
                result = then.isOver ? (then.isWon ? 1 : 0) : Self.worst(plan, from: then, known: &known)
            } else {
                result = -2
            }
            worst = min(worst, result)
        }
        known[position] = worst
        return worst
    }

    @Test("A plan that fits the scores begins with one of the best columns, and does not explain a quick win")
    func plansFitTheScores() throws {
        let solver = Solver()
        let quick = try Game(digits: "4227463344323533766616611112").position
        let scores = try #require(solver.scores(of: quick))
        #expect(quick.plan != nil && quick.plan(fitting: scores) == nil)
        var generator = SeededGenerator(seed: 57)
        var found = 0
        for _ in 0..<400 {
            let position = Position.random(ply: Int.random(in: 18...36, using: &generator), using: &generator)
            let scores = try #require(solver.scores(of: position))
            guard let plan = position.plan(fitting: scores) else { continue }
            found += 1
            let best = ComputerPlayer.best(of: scores)
            let score = try #require(best.first.flatMap { scores[$0] }) * (plan.player == position.player ? 1 : -1)
            #expect(plan.opening.map(best.contains) ?? true && (plan.wins ? score > 0 : score == 0), "\(position)")
        }
        #expect(found > 10)
    }

    @Test("A plan keeps its promise against every defence to the end, and the solver agrees with it")
    func plansKeepTheirPromise() throws {
        var generator = SeededGenerator(seed: 56)
        let solver = Solver()
        var found = (wins: 0, draws: 0, pairs: 0, waits: 0, lines: 0)
        var tried = 0
        while tried < 2_000 {
            let position = Position.random(ply: Int.random(in: 18...36, using: &generator), using: &generator)
            guard let plan = position.plan else { continue }
            tried += 1
            let score = try #require(solver.score(of: position)) * (plan.player == position.player ? 1 : -1)
            #expect(plan.wins ? score > 0 : score >= 0, "\(position)")
            found.wins += plan.wins ? 1 : 0
            found.draws += plan.wins ? 0 : 1
            found.pairs += plan.pairs.isEmpty ? 0 : 1
            found.waits += plan.waits.isEmpty ? 0 : 1
            found.lines += plan.line.isEmpty ? 0 : 1
            guard tried <= Thoroughness.pick(50, of: 2_000) else { continue }
            let start = plan.opening.map(position.playing) ?? position
            var known: [Position: Int] = [:]
            let worst = Self.worst(plan, from: start, known: &known)
            #expect(plan.wins ? worst == 1 : worst >= 0, "\(worst): \(position) \(plan)")
        }
        #expect(min(found.wins, found.draws, found.pairs, found.waits, found.lines) > 0, "\(found)")
    }
}
