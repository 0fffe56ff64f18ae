// Solves the positions of standard input, each with a table that knows nothing, and says how long that took, without what the clock takes:
// engine-bench [TABLE-KIB]. A line is a position's digits and, for a check, its score. Or measures what a player waits for:
// engine-bench waits BOOK. Or holds plans against the solver: engine-bench plans COUNT.

import Engine
import Glibc

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "waits" {
    measureWaits(bookAt: CommandLine.arguments[2])
    exit(EXIT_SUCCESS)
}

if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "plans" {
    measurePlans(of: Int(CommandLine.arguments[2]) ?? 0)
    exit(EXIT_SUCCESS)
}

let tableKiB = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 1024 : 1024
let solver = Solver(tableBytes: tableKiB << 10)

/// Nanoseconds by a clock.
func now(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// What it takes to read the processor's clock, a quarter of a microsecond: as much as a few positions.
let clockTime = (0..<1001).map { _ in -now(CLOCK_PROCESS_CPUTIME_ID) + now(CLOCK_PROCESS_CPUTIME_ID) }.sorted()[500]
var total = 0
var worst = 0
var count = 0
var wrong = 0
// All of them first: what reads text leaves nothing of the solver in the core's caches.
var asked: [(position: Position, score: Int?)] = []
while let line = readLine() {
    let fields = line.split(separator: " ", omittingEmptySubsequences: false)
    guard let position = try? Position(digits: fields.first ?? "") else { continue }
    asked.append((position, fields.count > 1 ? Int(fields[1]) : nil))
}
for (position, score) in asked {
    solver.clear()
    let start = now(CLOCK_PROCESS_CPUTIME_ID)
    let found = solver.score(of: position)
    let time = now(CLOCK_PROCESS_CPUTIME_ID) - start - clockTime
    total += time
    worst = max(worst, time)
    count += 1
    if let score, score != found { wrong += 1 }
}
count = max(count, 1)
print("\(count) positions, \(wrong) wrong, mean \(Double(total / count) / 1e3) us, worst \(worst / 1000) us,", terminator: " ")
print("nodes \(solver.nodes / count)")
