// Computes the opening book: solves positions until it is interrupted, logs their scores, and writes the book once all are known. Learns the
// order of early moves from it, and makes the puzzles. `make book`, `make order` and `make puzzles` run it; it is not installed.

import Engine
import Glibc

let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "compute":
    guard words.count == 5, let ply = Int(words[1]), ply % 2 == 0, let worker = Int(words[3]), let workers = Int(words[4]),
        (0...12).contains(ply), workers > 0, (0..<workers).contains(worker)
    else { usage() }
    exit(compute(ply: ply, log: ScoreLog(folder: words[2]), worker: worker, workers: workers))
case "pack":
    guard words.count == 4, let ply = Int(words[1]), ply % 2 == 0, (0...12).contains(ply) else { usage() }
    exit(pack(ply: ply, log: ScoreLog(folder: words[2]), into: words[3]))
case "puzzles":
    guard words.count == 3, let count = Int(words[1]) else { usage() }
    var maker = PuzzleMaker()
    let lines = maker.puzzles(count).map(\.line) + maker.practice().map(\.line)
    let text = lines.map { $0 + "\n" }.joined()
    guard writeFile(words[2], Array(text.utf8)) else {
        complain("the puzzles cannot be written to \(words[2])")
        exit(1)
    }
case "order":
    guard words.count == 3, let bytes = readFile(words[1]), let book = try? Book(bytes: bytes) else { usage() }
    var learner = OrderLearner()
    learner.learn(from: book)
    guard writeFile(words[2], Array(learner.source.utf8)) else {
        complain("the weights cannot be written to \(words[2])")
        exit(1)
    }
case "levels":
    guard words.count == 2, let bytes = readFile(words[1]) else { usage() }
    let puzzles = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { Puzzle(line: $0) }
    for line in PuzzleMaker.levels(solving: puzzles) { print(line) }
default: usage()
}

/// Prints the usage and exits.
func usage() -> Never {
    complain(
        """
        usage: fourinarow-book compute PLY FOLDER WORKER WORKERS | pack PLY FOLDER BOOK | order BOOK FILE | puzzles COUNT FILE
                             | levels FILE
        """)
    exit(2)
}

/// Neighbours in the order of `Reachable` are similar: with a table of this size they take half the time.
let earlyTableBytes = 512 << 20

/// Solves this worker's share of the missing positions.
func compute(ply: Int, log: ScoreLog, worker: Int, workers: Int) -> Int32 {
    let reachable = Reachable(ply: ply)
    let all = missing(of: reachable, ply: ply, in: log)
    let mine = all[(all.count * worker / workers)..<(all.count * (worker + 1) / workers)]
    complain("ply \(ply), worker \(worker + 1) of \(workers): \(mine.count) of \(reachable.positions.count) positions to do")
    return find(mine, of: reachable, ply: ply, with: Solver(earlyTableBytes: earlyTableBytes), log: log, worker: worker) ? 0 : 1
}

/// The positions of a ply that have no score yet.
func missing(of reachable: Reachable, ply: Int, in log: ScoreLog) -> [Position] {
    let known = log.scores(ofPly: ply, count: reachable.layer.count)
    return reachable.positions.filter { known[reachable.layer[$0]] == nil }
}

/// Solves positions and logs each score at once; false if it cannot be written.
func find(
    _ positions: some RandomAccessCollection<Position>, of reachable: Reachable, ply: Int, with solver: Solver, log: ScoreLog,
    worker: Int
) -> Bool {
    let clock = ContinuousClock()
    let start = clock.now
    var lastReport = start
    var found: [(place: Int, score: Int)] = []
    for (done, position) in positions.enumerated() {
        guard let score = solver.score(of: position) else { continue }
        found.append((reachable.layer[position], score))
        let isLast = done + 1 == positions.count
        if found.count == 64 || isLast {
            guard log.append(found, ply: ply, worker: worker) else {
                complain("the scores cannot be written to \(log.folder)")
                return false
            }
            found = []
        }
        let now = clock.now
        if isLast || now - lastReport > .seconds(30) {
            lastReport = now
            let left = (now - start) / Double(done + 1) * Double(positions.count - done - 1)
            let minutes = left.components.seconds / 60
            complain("ply \(ply), worker \(worker + 1): \(done + 1) of \(positions.count), \(minutes) min left")
        }
    }
    return true
}

/// Writes the book that ends with `ply`, once all scores of that ply are known. The scores of earlier plies follow from them,
/// except for positions from which forced moves lead past that ply; those are logged too.
func pack(ply: Int, log: ScoreLog, into path: String) -> Int32 {
    let solver = Solver(earlyTableBytes: earlyTableBytes)
    var layers: [[Int8?]] = []
    for ply in stride(from: ply, through: 0, by: -2) {
        let reachable = Reachable(ply: ply)
        let open = missing(of: reachable, ply: ply, in: log)
        if layers.isEmpty && !open.isEmpty {
            let all = reachable.positions.count
            complain("\(open.count) of the \(all) positions of ply \(ply) have no score yet: make book goes on")
            return 1
        }
        guard find(open, of: reachable, ply: ply, with: solver, log: log, worker: 0) else { return 1 }
        let scores = log.scores(ofPly: ply, count: reachable.layer.count)
        for position in reachable.positions {
            guard let score = scores[reachable.layer[position]] else { return 1 }
            solver.learn(Int(score), of: position)
        }
        layers.insert(scores, at: 0)
        complain("ply \(ply): \(reachable.positions.count) positions")
    }
    let bytes = Book.bytes(of: layers)
    guard (try? Book(bytes: bytes)) != nil, writeFile(path, bytes) else {
        complain("the book cannot be written to \(path)")
        return 1
    }
    complain("\(path): through ply \(ply), \(bytes.count) bytes")
    return 0
}

/// Writes a line to standard error.
func complain(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(2, bytes, bytes.count)
}
