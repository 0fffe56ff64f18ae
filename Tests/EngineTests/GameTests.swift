// The rules, against every winning line and against a slow oracle that shares no line of code with the engine.

import Engine
import Testing

/// The 69 lines of four, found by walking the board.
private let allLines: [[Square]] = {
    var lines: [[Square]] = []
    for column in 0..<7 {
        for row in 0..<6 {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                guard (0..<7).contains(column + 3 * right), (0..<6).contains(row + 3 * up) else { continue }
                lines.append((0..<4).map { Square(column: column + $0 * right, row: row + $0 * up) })
            }
        }
    }
    return lines
}()

/// A game by the rules as a child would check them: arrays and loops.
private struct SlowGame {
    var cells: [Square: Player] = [:]
    var winner: Player?

    mutating func play(_ column: Int, by player: Player) -> Bool {
        guard winner == nil, let row = (0..<6).first(where: { cells[Square(column: column, row: $0)] == nil }) else {
            return false
        }
        cells[Square(column: column, row: row)] = player
        if allLines.contains(where: { $0.allSatisfy { cells[$0] == player } }) { winner = player }
        return true
    }
}

@Suite struct GameTests {
    @Test func thereAreSixtyNineLines() {
        #expect(allLines.count == 69)
    }

    /// A legal game in which `winner` completes exactly the given line, found by depth-first search over who fills what.
    private func game(completing line: [Square], for winner: Player) -> Game? {
        var generator = SeededGenerator(seed: UInt64(line[0].column * 64 + line[0].row * 8 + line[3].column + winner.rawValue))
        let goal = Set(line)
        for _ in 0..<20_000 {
            var match = Game()
            while match.outcome == nil {
                let legal = (0..<7).filter { column in
                    guard let square = match.board.landing(in: column) else { return false }
                    return match.mover == winner || !goal.contains(square)
                }
                let wanted = legal.filter { match.mover == winner && goal.contains(match.board.landing(in: $0)!) }
                guard let column = wanted.randomElement(using: &generator) ?? legal.randomElement(using: &generator) else {
                    break
                }
                _ = match.play(column)
            }
            if case .won(winner, let squares) = match.outcome, Set(squares) == goal { return match }
        }
        return nil
    }

    @Test(arguments: Player.allCases) func everyLineWins(for player: Player) {
        for line in allLines {
            let match = game(completing: line, for: player)
            #expect(match != nil, "no game found that ends with \(line)")
            #expect(match?.reasonAgainst(0) == .gameOver)
        }
    }

    @Test func randomGamesAgreeWithTheOracle() {
        var generator = SeededGenerator(seed: 2013)
        var draws = 0
        for _ in 0..<2_000 {
            var match = Game()
            var slow = SlowGame()
            while match.outcome == nil {
                let column = Int.random(in: 0..<7, using: &generator)
                let mover = match.mover
                let result = match.play(column)
                let played = slow.play(column, by: mover)
                switch result {
                case .success(let square):
                    #expect(played && slow.cells[square] == mover && match.board[square] == mover && match.lastSquare == square)
                case .failure(let reason):
                    #expect(!played && reason == .columnFull)
                }
                if case .won(let winner, let squares) = match.outcome {
                    #expect(slow.winner == winner)
                    let expected = allLines.filter { $0.allSatisfy { slow.cells[$0] == winner } }
                    #expect(Set(squares) == Set(expected.joined()))
                } else {
                    #expect(slow.winner == nil)
                }
            }
            if match.outcome == .draw { draws += 1 }
        }
        #expect(draws > 0)
    }

    @Test func aFullBoardWithoutALineIsADraw() {
        var match = Game()
        for digit in "174166227341672362665415453424277135575133" {
            #expect(match.outcome == nil)
            guard case .success = match.play(digit.wholeNumberValue! - 1) else {
                Issue.record("move \(match.moves.count + 1) is illegal")
                return
            }
        }
        #expect(match.outcome == .draw)
        #expect(match.board.isFull)
        #expect(match.play(0) == .failure(.gameOver))
    }

    @Test func illegalMovesAreValuesAndChangeNothing() {
        var match = Game()
        for column in [-1, 7, .min, .max] { #expect(match.play(column) == .failure(.noSuchColumn)) }
        for _ in 0..<6 { _ = match.play(3) }
        let before = match
        #expect(match.play(3) == .failure(.columnFull))
        #expect(match == before)
    }

    @Test func twoLinesAtOnceAreBothMarked() {
        var match = Game()
        // Second player fills elsewhere; first joins two threes on the bottom row with one disc: seven in a row.
        for column in [0, 0, 1, 1, 2, 2, 4, 4, 5, 5, 6, 6, 3] { _ = match.play(column) }
        guard case .won(.first, let squares) = match.outcome else {
            Issue.record("the game is not won")
            return
        }
        #expect(squares.count == 7)
    }
}
