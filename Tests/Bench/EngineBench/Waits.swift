// What a player waits for: the scores of a position's columns, a review, the end of a search that was called off, the book. One line
// each, in milliseconds by the clock.

import Engine
import Glibc

/// Measures with the book at `path` and the positions of standard input, and with as many fresh ones at ply 12 and 13.
func measureWaits(bookAt path: String) {
    guard let bytes = contents(of: path) else { fatalError("there is no file at \(path)") }
    var books: [Book] = []
    let opening = (0..<20).map { _ in
        milliseconds {
            guard let book = try? Book(bytes: contents(of: path) ?? []) else { fatalError("\(path) is no book") }
            books = [book]
        }
    }
    print("book KiB\t\(bytes.count >> 10)\nbook opened\t\(median(opening))")

    let given = readLines().compactMap { try? Position(digits: $0.split(separator: "\t").first ?? "") }
    let fresh = (0..<given.count).map { randomPosition(ply: 12 + $0 % 2) }
    let solver = Solver(book: books[0])
    for (name, positions) in [("given", given), ("fresh", fresh)] {
        let times = positions.map { position in
            solver.clear()
            return milliseconds { _ = solver.scores(of: position) }
        }.sorted()
        print("\(name) mean\t\(times.reduce(0, +) / Double(times.count))")
        print("\(name) 99 %\t\(times[times.count * 99 / 100])\n\(name) worst\t\(times[times.count - 1])")
    }

    let reviews = (0..<20).map { _ in
        let match = drawnMatch()
        solver.clear()
        return milliseconds {
            var review = Review(of: match)
            while !review.isComplete { _ = review.judgeNext(with: solver) }
        }
    }
    print("review\t\(median(reviews))\nreview worst\t\(reviews.max() ?? 0)")

    let cancelling = (0..<50).map { _ in timeToCancel() }
    print("cancel\t\(median(cancelling))\ncancel worst\t\(cancelling.max() ?? 0)")
}

/// How long a search goes on after it was called off: that of every column of the empty board without a book, which takes seconds.
private func timeToCancel() -> Double {
    final class Life {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
    let cancellation = Cancellation()
    nonisolated(unsafe) var end = 0
    let search = Life {
        _ = Solver().scores(of: Position(), until: SearchLimit(cancellation: cancellation))
        end = now(CLOCK_MONOTONIC)
    }
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { search in
            if let search { Unmanaged<Life>.fromOpaque(search).takeRetainedValue().body() }
            return nil
        }, Unmanaged.passRetained(search).toOpaque())
    usleep(UInt32.random(in: 10_000..<30_000))
    let start = now(CLOCK_MONOTONIC)
    cancellation.cancel()
    pthread_join(thread, nil)
    return Double(end - start) / 1e6
}

/// A position after this many random moves, with the game not over.
func randomPosition(ply: Int) -> Position {
    while true {
        var position = Position()
        while position.ply < ply, !position.isOver, let column = Board.columns.filter(position.canPlay).randomElement() {
            position.play(column)
        }
        if position.ply == ply, !position.isOver { return position }
    }
}

/// A game of 42 moves: at random, but nobody wins.
private func drawnMatch() -> Game {
    while true {
        var (match, position) = (Game(), Position())
        while let column = Board.columns.filter({
            position.canPlay($0) && !position.playing($0).isOver || position.ply == 41 && position.canPlay($0)
        })
        .randomElement() {
            position.play(column)
            _ = match.play(column)
        }
        if case .draw = match.outcome { return match }
    }
}

private func milliseconds(_ body: () -> Void) -> Double {
    let start = now(CLOCK_MONOTONIC)
    body()
    return Double(now(CLOCK_MONOTONIC) - start) / 1e6
}

private func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

private func readLines() -> [String] {
    var lines: [String] = []
    while let line = readLine() { lines.append(line) }
    return lines
}

private func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    return bytes
}
