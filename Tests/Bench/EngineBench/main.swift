// Solves the positions of standard input, each with a table that knows nothing, and says how long that took:
// engine-bench [TABLE-KIB [THREADS]]. A line is a position's digits and, for a check, its score.

import Engine
import Glibc

let tableKiB = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 4096 : 4096
let hasPartner = CommandLine.arguments.count > 2 && CommandLine.arguments[2] == "2"
let solver = Solver(tableBytes: tableKiB << 10)

/// What the second thread is given.
final class Help {
    let partner: Partner
    let position: Position
    let done = Cancellation()

    init(_ partner: Partner, _ position: Position) {
        self.partner = partner
        self.position = position
    }
}

/// The score of a position, with the second thread's help.
func score(of position: Position, by solver: Solver, and partner: Partner) -> Score? {
    let help = Help(partner, position)
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { context in
            guard let context else { return nil }
            let help = Unmanaged<Help>.fromOpaque(context).takeRetainedValue()
            help.partner.help(withScoreOf: help.position, until: help.done)
            return nil
        }, Unmanaged.passRetained(help).toOpaque())
    let score = solver.score(of: position)
    help.done.cancel()
    pthread_join(thread, nil)
    return score
}

/// Nanoseconds by a clock.
func now(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

let partner = hasPartner ? solver.partner() : nil
var total = 0
var wall = 0
var worst = 0
var count = 0
var wrong = 0
while let line = readLine() {
    let fields = line.split(separator: " ", omittingEmptySubsequences: false)
    guard let position = try? Position(digits: fields.first ?? "") else { continue }
    solver.clear()
    let start = (now(CLOCK_PROCESS_CPUTIME_ID), now(CLOCK_MONOTONIC))
    let found = partner.map { score(of: position, by: solver, and: $0) } ?? solver.score(of: position)
    let time = now(CLOCK_PROCESS_CPUTIME_ID) - start.0
    total += time
    wall += now(CLOCK_MONOTONIC) - start.1
    worst = max(worst, time)
    count += 1
    if fields.count > 1, Int(fields[1]) != found { wrong += 1 }
}
count = max(count, 1)
print("\(count) positions, \(wrong) wrong, mean \(Double(total / count) / 1e3) us, worst \(worst / 1000) us,", terminator: " ")
print("wall \(Double(wall / count) / 1e3) us, nodes \(solver.nodes / count)")
