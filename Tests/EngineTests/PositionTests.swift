// Positions: what makes none, and the threats in them, against the rules of a match.

import Testing

@testable import Engine

@Suite struct PositionTests {
    @Test func digitsThatAreNoGameAreRefusedWithTheMove() {
        func reason(_ digits: String) -> PositionError? {
            do throws(PositionError) {
                _ = try Position(digits: digits)
                return nil
            } catch { return error }
        }
        #expect(reason("44x") == .notADigit("x", move: 3))
        #expect(reason("8") == .notADigit("8", move: 1))
        #expect(reason("1 2") == .notADigit(" ", move: 2))
        #expect(reason("٣") == .notADigit("٣", move: 1))
        #expect(reason("4444444") == .columnFull(4, move: 7))
        #expect(reason("12121212") == .gameOver(move: 8))
        #expect(reason("1212121") == nil)
        #expect(reason("") == nil)
    }

    @Test func aPositionFollowsTheRulesOfAMatch() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<300 {
            var match = Game()
            var position = Position()
            while match.outcome == nil {
                #expect(!position.isOver)
                #expect(position.player == match.mover)
                let column = try #require(Board.columns.filter(position.canPlay).randomElement(using: &generator))
                let wins = position.wins(playing: column)
                _ = match.play(column)
                position.play(column)
                if case .won = match.outcome { #expect(wins) } else { #expect(!wins) }
                for other in Board.columns { #expect(position.canPlay(other) == (match.board.landing(in: other) != nil)) }
            }
            #expect(position.isOver)
            #expect(position == match.position)
        }
    }

    /// A square is a threat if it is empty and a disc there makes four, which the match's board can tell.
    @Test func threatsAreTheEmptySquaresThatMakeFour() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<100 {
            let position = Position.random(ply: Int.random(in: 6...36, using: &generator), using: &generator)
            guard !position.isOver else { continue }
            for column in Board.columns where position.canPlay(column) {
                let row = (0..<6).first { row in position.taken & Square(column: column, row: row).bit == 0 }
                let square = Square(column: column, row: try #require(row))
                #expect(position.threats(of: position.player).contains(square) == position.playing(column).isWon)
            }
        }
    }

    @Test func everyPositionIsAPredecessorOfTheNext() throws {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<100 {
            let position = Position.random(ply: Int.random(in: 0...12, using: &generator), using: &generator)
            guard !position.isOver else { continue }
            #expect(position.isReachable)
            for column in Board.columns where position.canPlay(column) {
                #expect(position.playing(column).predecessors.contains(position))
            }
            for before in position.predecessors {
                #expect(Board.columns.contains { before.canPlay($0) && before.playing($0) == position })
            }
        }
    }

    /// Nobody who moves first has his only disc on top of the other's.
    @Test func someColouringsAreNoPositions() {
        var position = Position()
        position.taken = 0b11
        position.mover = 0b10
        #expect(!position.isReachable)
        position.mover = 0b01
        #expect(position.isReachable)
    }
}
