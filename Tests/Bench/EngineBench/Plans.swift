// Whether plans are true: what `Position.plan` says of random positions against what the solver says.

import Engine
import Glibc

/// Asks for the plans of `count` random positions from ply 16 on. Prints how many have one, how many plans the solver contradicts, and what
/// looking for a plan takes.
func measurePlans(of count: Int) {
    let solver = Solver()
    var (found, wrong, time) = (0, 0, 0)
    for _ in 0..<count {
        let position = randomPosition(ply: Int.random(in: 16...38))
        let start = now(CLOCK_MONOTONIC)
        let plan = position.plan
        time += now(CLOCK_MONOTONIC) - start
        guard let plan, let score = solver.score(of: position) else { continue }
        found += 1
        let outcome = plan.player == position.player ? score : -score
        if plan.wins ? outcome <= 0 : outcome < 0 { wrong += 1 }
    }
    print("\(count) positions, \(found) with a plan, \(wrong) wrong, mean \(Double(time / count) / 1e3) us")
}
