// Solves positions from standard input and tells what it took.
import Engine

let solver = Solver(tableBytes: (CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 4096) << 10)
let clock = ContinuousClock()
var total = Duration.zero
var count = 0
var wrong = 0
var worst = Duration.zero
while let line = readLine() {
    let fields = line.split(separator: " ", omittingEmptySubsequences: false)
    let position = try Position(digits: fields[0])
    solver.clear()
    let before = solver.nodes
    var score: Score?
    let time = clock.measure { score = solver.score(of: position) }
    total += time
    worst = max(worst, time)
    count += 1
    if CommandLine.arguments.count > 2 { print(line, time / .microseconds(1), solver.nodes - before) }
    if fields.count > 1, let known = Int(fields[1]), known != score {
        wrong += 1
        print("WRONG \(line): \(String(describing: score))")
    }
}
print("\(count) positions, \(wrong) wrong, mean \(total / count), worst \(worst), nodes \(solver.nodes / count), \(Double(solver.nodes) / (total / .microseconds(1))) M/s")
