// The book's bytes: what is written is read, what is damaged is refused, and the scores agree with the search.

import Testing

@testable import Engine

@Suite struct BookTests {
    /// Layers of made-up scores through ply 6, one nil among them.
    private static let scores: [[Int8?]] = {
        var generator = SeededGenerator(seed: 6)
        return stride(from: 0, through: 6, by: 2).map { ply in
            let layer = BookLayer(ply: ply)
            var scores: [Int8?] = []
            for shape in layer.shapes.indices {
                layer.forEach(inShape: shape) { _, _ in
                    scores.append(Int8.random(in: -4...18, using: &generator))
                    return true
                }
            }
            if scores.count > 5 { scores[5] = nil }
            return scores
        }
    }()

    @Test func everyScoreIsFoundAgain() throws {
        let book = try Book(bytes: Book.bytes(of: Self.scores))
        #expect(book.plies == 6)
        for (number, scores) in Self.scores.enumerated() {
            let layer = BookLayer(ply: 2 * number)
            var place = 0
            for shape in layer.shapes.indices {
                layer.forEach(inShape: shape) { position, _ in
                    if let score = scores[place] {
                        #expect(book.score(of: position) == Int(score))
                        #expect(book.score(of: position.mirrored) == Int(score))
                    }
                    place += 1
                    return true
                }
            }
            #expect(place == scores.count)
        }
        var told = 0
        book.forEach { position, score in
            told += 1
            #expect(book.score(of: position) == score)
        }
        #expect(told == Self.scores.joined().count)
    }

    @Test func oddPliesFollowFromTheNext() throws {
        let book = try Book(bytes: Book.bytes(of: Self.scores))
        let replies = try Board.columns.map { -(try #require(book.score(of: Position().playing(3).playing($0)))) }
        #expect(book.score(of: Position().playing(3)) == replies.max())
        #expect(book.score(of: try Position(digits: "1234567")) == nil)
    }

    @Test func damageIsNoticed() throws {
        let bytes = Book.bytes(of: Self.scores)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            var damaged = bytes
            let at = Int.random(in: bytes.indices, using: &generator)
            damaged[at] ^= UInt8.random(in: 1...255, using: &generator)
            #expect(throws: BookError.self) { try Book(bytes: damaged) }
        }
        for count in [0, 1, 8, 16, 17, 60, bytes.count / 2, bytes.count - 1] {
            #expect(throws: BookError.self) { try Book(bytes: Array(bytes.prefix(count))) }
        }
        #expect(throws: BookError.self) { try Book(bytes: bytes + [0]) }
    }

    /// Bytes with a right checksum and wrong contents are refused or give scores, and never a trap.
    @Test func nonsenseWithARightChecksumIsHarmless() throws {
        let bytes = Book.bytes(of: Self.scores)
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<200 {
            var changed = bytes
            let at = Int.random(in: Book.checkedFrom..<min(changed.count, 600), using: &generator)
            changed[at] = .random(in: 0...255, using: &generator)
            let sum = Book.checksum(changed[Book.checkedFrom...])
            for byte in 0..<8 { changed[8 + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * byte)) }
            guard let book = try? Book(bytes: changed) else { continue }
            for _ in 0..<10 { _ = book.score(of: .random(ply: Int.random(in: 0...6, using: &generator), using: &generator)) }
        }
    }

    @Test func aSolverAsksTheBook() throws {
        let solver = Solver(book: try Book(bytes: Book.bytes(of: Self.scores)))
        #expect(solver.score(of: Position()) == Self.scores[0][0].map(Int.init))
        #expect(solver.nodes == 0)
    }
}
