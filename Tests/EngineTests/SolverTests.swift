// The solver against positions whose scores two other solvers agreed on.

import Engine
import Testing

@Suite struct SolverTests {
    @Test func lateScoresAreThoseOfTheOracle() throws {
        let solver = Solver()
        let lines = try Oracle.lines().filter { $0.digits.count >= 26 }
        #expect(lines.count > 100)
        for line in lines {
            #expect(solver.scores(of: try Position(digits: line.digits)) == line.scores, "\(line.digits)")
        }
    }
}
