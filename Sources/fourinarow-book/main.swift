// Computes the opening book: finds scores for as long as it is let, keeps them, and packs them when they are complete. It is
// run by `make book` and installed nowhere.

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
default: usage()
}

/// Says how to call the program, and ends it.
func usage() -> Never {
    complain("usage: fourinarow-book compute PLY FOLDER WORKER WORKERS | pack PLY FOLDER BOOK")
    exit(2)
}

/// Neighbours in the order of `Reachable` have much in common: with room for that, they take half the time.
let earlyTableBytes = 512 << 20

/// Finds this worker's share of the scores that are still missing.
func compute(ply: Int, log: ScoreLog, worker: Int, workers: Int) -> Int32 {
    let reachable = Reachable(ply: ply)
    let places = reachable.places
    let known = log.scores(ofPly: ply, count: reachable.layer.count)
    let all = places.indices.filter { known[places[$0]] == nil }
    let missing = all[(all.count * worker / workers)..<(all.count * (worker + 1) / workers)]
    complain("ply \(ply), worker \(worker + 1) of \(workers): \(missing.count) of \(places.count) positions to do")
    let solver = Solver(earlyTableBytes: earlyTableBytes)
    let clock = ContinuousClock()
    let start = clock.now
    var lastReport = start
    var found: [(place: Int, score: Int)] = []
    for (done, index) in missing.enumerated() {
        guard let score = solver.score(of: reachable.positions[index]) else { continue }
        found.append((places[index], score))
        let isLast = done + 1 == missing.count
        if found.count == 64 || isLast {
            guard log.append(found, ply: ply, worker: worker) else {
                complain("the scores cannot be written to \(log.folder)")
                return 1
            }
            found = []
        }
        let now = clock.now
        if isLast || now - lastReport > .seconds(30) {
            lastReport = now
            let left = (now - start) / Double(done + 1) * Double(missing.count - done - 1)
            let minutes = left.components.seconds / 60
            complain("ply \(ply), worker \(worker + 1): \(done + 1) of \(missing.count), \(minutes) min left")
        }
    }
    return 0
}

/// Writes the book that ends with `ply`, once all scores of that ply are known; those of the plies before follow from them.
func pack(ply: Int, log: ScoreLog, into path: String) -> Int32 {
    var reachable = Reachable(ply: ply)
    var scores = log.scores(ofPly: ply, count: reachable.layer.count)
    let missing = reachable.places.filter { scores[$0] == nil }.count
    guard missing == 0 else {
        complain("\(missing) of the \(reachable.positions.count) positions of ply \(ply) have no score yet: make book goes on")
        return 1
    }
    var layers = [scores]
    let solver = Solver(earlyTableBytes: earlyTableBytes)
    for above in stride(from: ply - 2, through: 0, by: -2) {
        for position in reachable.positions {
            if let score = scores[reachable.layer[position]] { solver.learn(Int(score), of: position) }
        }
        reachable = Reachable(ply: above)
        scores = [Int8?](repeating: nil, count: reachable.layer.count)
        for position in reachable.positions {
            guard let score = solver.score(of: position) else { return 1 }
            scores[reachable.layer[position]] = Int8(score)
        }
        layers.insert(scores, at: 0)
        complain("ply \(above): \(reachable.positions.count) positions")
    }
    let bytes = BookWriter.bytes(of: layers)
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
