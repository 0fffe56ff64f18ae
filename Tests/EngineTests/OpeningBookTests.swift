// The opening book that ships: whole, small, and of one mind with the search.

import Foundation
import TestSupport
import Testing

@testable import Engine

@Suite struct OpeningBookTests {
    private static let book = Result {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        return try Data(contentsOf: root.appending(path: "Resources/opening.book"))
    }

    private func book() throws -> Book { try Book(bytes: [UInt8](try Self.book.get())) }

    @Test func itIsWholeAndSmall() throws {
        #expect(try book().plies >= 10)
        #expect(try Self.book.get().count <= 3 << 20)
    }

    /// What everybody found who solved the game (Allen, Allis, Tromp).
    @Test func theFirstMoveIsKnown() throws {
        let book = try book()
        #expect(book.score(of: Position()) == 1)
        let scores = try Board.columns.map { -(try #require(book.score(of: Position().playing($0)))) }
        #expect(scores == [-2, -1, 0, 1, 0, -1, -2])
    }

    /// Another sample every time.
    @Test func theSearchFindsTheSameScores() throws {
        let book = try book()
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let solver = Solver()
        var compared = 0
        while compared < 12 {
            let position = Position.random(ply: Int.random(in: 8...10, using: &generator), using: &generator)
            guard position.needsBook, let score = book.score(of: position) else { continue }
            #expect(solver.score(of: position) == score, "\(position), seed \(seed)")
            compared += 1
        }
    }

    /// One disc beyond the book its bound is never too high. Another sample every time.
    @Test func whatComesNextIsWorthThatAtLeast() throws {
        let book = try book()
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let solver = Solver()
        for _ in 0..<12 {
            let position = Position.random(ply: book.plies + 1, using: &generator)
            guard !position.isOver, let least = book.leastScore(of: position) else { continue }
            let score = try #require(solver.score(of: position))
            #expect(least <= score, "\(position), seed \(seed)")
        }
        #expect(book.leastScore(of: .random(ply: book.plies, using: &generator)) == nil)
    }

    @Test func theOracleAgrees() throws {
        let book = try book()
        var compared = 0
        for line in try Oracle.lines() where line.digits.count < book.plies {
            let position = try Position(digits: line.digits)
            for column in Board.columns where position.canPlay(column) {
                guard let score = book.score(of: position.playing(column)) else { continue }
                #expect(-score == line.scores[column], "\(line.digits), column \(column + 1)")
                compared += 1
            }
        }
        #expect(compared > 50)
    }

    /// Through the plies before the book's end, at it, and after it, where it and the search work hand in hand.
    @Test func withTheSearchItHasEveryScore() throws {
        let book = try book()
        let solver = Solver(book: book)
        var compared = 0
        let lines = try Oracle.lines().filter { (book.plies - 2...book.plies + 2).contains($0.digits.count) }
        for line in lines.enumerated().filter({ $0.offset % Thoroughness.pick(4, of: 1) == 0 }).map(\.element) {
            #expect(solver.scores(of: try Position(digits: line.digits)) == line.scores, "\(line.digits)")
            compared += 1
        }
        #expect(compared > Thoroughness.pick(25, of: 100))
    }
}
