// The puzzles that ship: every one against the search, its theme against the definition, and how the computer's levels do at them.

import Foundation
import TestSupport
import Testing

@testable import Engine

@Suite struct PuzzleTests {
    private static let (lines, practice): ([String], [String]) = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = (try? String(contentsOf: root.appending(path: "Resources/puzzles"), encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map(String.init)
        return (lines.filter { PracticePosition(line: $0) == nil }, lines.filter { PracticePosition(line: $0) != nil })
    }()

    private func puzzles() throws -> [Puzzle] { try Self.lines.map { try #require(Puzzle(line: $0)) } }

    @Test("There are a thousand, in 60 kB, none twice and none the mirror image of another; reading and writing agree")
    func file() throws {
        let puzzles = try puzzles()
        #expect(puzzles.count >= 1_000 && Self.lines.reduce(0) { $0 + $1.utf8.count + 1 } <= 60_000)
        var seen: Set<Position> = []
        let positions = try Self.practice.map { try #require(PracticePosition(line: $0)) }
        for set in PracticeSet.allCases { #expect(positions.count { $0.set == set } >= 6) }
        for (position, line) in zip(positions, Self.practice) {
            #expect(position.line == line && !seen.contains(position.start.position))
            seen.insert(position.start.position)
        }
        for (puzzle, line) in zip(puzzles, Self.lines) {
            let position = puzzle.start.position
            #expect(!seen.contains(position) && !seen.contains(position.mirrored) && puzzle.line == line)
            #expect(position.mirrored.mirrored == position)
            seen.insert(position)
        }
        for goal in PuzzleGoal.allCases where goal != .keep && goal != .stop { #expect(puzzles.count { $0.goal == goal } >= 100) }
        for theme in PuzzleTheme.allCases { #expect(puzzles.count { $0.theme == theme } >= 50) }
        for length in PuzzleSearch.lengths { #expect(puzzles.contains { $0.goal == .win && $0.length == length }) }
        for level in Level.allCases { #expect(puzzles.contains { $0.level == level }) }
    }

    /// Of all puzzles with `make test-all`, of every eighth otherwise.
    @Test("At each of the player's moves one column alone is right, and the answers defend as long as they can", arguments: 0..<8)
    func solutions(part: Int) throws {
        let solver = Solver(tableBytes: 1 << 22)
        let stride = Thoroughness.pick(64, of: 8)
        for puzzle in try puzzles().enumerated().filter({ $0.offset % stride == part }).map(\.element) {
            let comment = Comment(rawValue: puzzle.line)
            for (index, column) in puzzle.solution.enumerated() {
                let position = puzzle.game(after: index).position
                let scores = try #require(solver.scores(of: position))
                let best = try #require(scores.compactMap { $0 }.max())
                if index.isMultiple(of: 2) {
                    let right = scores.indices.filter { scores[$0].map { puzzle.goal == .win ? $0 > 0 : $0 >= 0 } ?? false }
                    #expect(right == [column], comment)
                    if puzzle.goal == .win {
                        #expect(position.discsToEnd(with: best) == puzzle.length - index / 2, comment)
                    } else {
                        #expect(best == 0, comment)
                    }
                } else {
                    #expect(scores[column] == best, comment)
                }
                if index == 0, puzzle.goal != .win {
                    #expect(PuzzleSearch(with: solver).danger(in: position)?.theme == puzzle.theme, comment)
                }
                if puzzle.goal == .defence {
                    for score in scores.compactMap({ $0 }) where score < 0 {
                        #expect((position.discsToEnd(with: score) ?? .max) <= PuzzleSearch.near, comment)
                    }
                }
            }
            #expect(puzzle.game(after: puzzle.solution.count).outcome != nil || puzzle.goal != .win, comment)
            #expect(puzzle.goal != .defence || puzzle.length == 1, comment)
        }
    }

    @Test("Every practice position can be won or held, not by every column, and is of its set")
    func practice() throws {
        let search = PuzzleSearch(with: Solver(tableBytes: 1 << 22))
        for line in Self.practice.enumerated().filter({ $0.offset % Thoroughness.pick(8, of: 1) == 0 }).map(\.element) {
            let position = try #require(PracticePosition(line: line))
            let scores = try #require(search.solver.scores(of: position.start.position))
            let right = Position.right(scores, for: position.set.goal).count
            let best = try #require(scores.compactMap { $0 }.max())
            #expect(best.signum() == (position.set == .draw ? 0 : 1) && right < scores.count { $0 != nil }, "\(line)")
            #expect(search.practice(at: position.start)?.set == position.set, "\(line)")
        }
    }

    /// The definitions, counted out on the board anew.
    @Test("Every win has the theme that its last turns show")
    func themes() throws {
        for puzzle in try puzzles() where puzzle.goal == .win {
            let winner = puzzle.start.mover
            let facing = stride(from: 1, to: puzzle.solution.count, by: 2).map { count in
                let game = puzzle.game(after: count)
                return Board.columns.count { column in
                    guard let square = game.board.landing(in: column) else { return false }
                    return game.position.threats(of: winner).contains(square)
                }
            }
            let last = try #require(puzzle.game(after: puzzle.solution.count).lastSquare)
            let isAbove = puzzle.solution.last == puzzle.solution.dropLast().last
            // The loser's last turn without a threat: from there on all may fall into the column of the last square.
            let turn = 2 * (facing.lastIndex(of: 0) ?? 0) + 1
            let choice = puzzle.game(after: turn)
            let isAlone = Board.columns.count { choice.reasonAgainst($0) == nil } == 1
            let isWait =
                facing.contains(0) && Set(puzzle.solution[turn...]).count == 1
                && choice.position.threats(of: winner).contains(last)
            let fits =
                switch try #require(puzzle.theme) {
                case .forcedSequence: facing.count > 1 && !facing.contains(0)
                case .doubleThreat: facing.last ?? 0 > 1
                case .squareAbove: facing.last == 1 && isAbove && !isWait
                case .oddThreat: facing.last ?? 2 < 2 && isWait && isAlone && winner == .first && last.row % 2 == 0
                case .evenThreat: facing.last ?? 2 < 2 && isWait && isAlone && winner == .second && last.row % 2 == 1
                case .zugzwang: facing.last ?? 2 < 2 && isWait && (!isAlone || (winner == .first) == (last.row % 2 == 1))
                }
            #expect(fits, "\(puzzle.line)")
        }
        let waits = try puzzles().filter { $0.goal == .win && $0.theme?.isWaiting == true }
        let planned = waits.count { puzzle in puzzle.solution.indices.contains { $0 % 2 == 0 && puzzle.plan(after: $0) != nil } }
        #expect(waits.count > 400 && planned >= waits.count - 2, "\(planned) of \(waits.count) waits are plans")
    }

    @Test("The search makes the same puzzles again")
    func reproducible() throws {
        let search = PuzzleSearch(with: Solver(tableBytes: 1 << 22))
        for puzzle in try puzzles().enumerated().filter({ $0.offset % 40 == 7 }).map(\.element) {
            #expect(search.puzzle(at: puzzle.start) == puzzle)
        }
    }

    @Test("The stronger a level, the more puzzles it solves; a level solves most of its own")
    func levels() throws {
        let puzzles = try puzzles().enumerated().filter { $0.offset % 6 == 1 }.map(\.element)
        let solver = Solver()
        let solved = Level.allCases.dropLast().map { level in
            puzzles.filter { puzzle in
                let player = ComputerPlayer(level: level, seed: 99)
                return puzzle.solution.indices.filter { $0.isMultiple(of: 2) }.allSatisfy {
                    player.column(in: puzzle.game(after: $0).position, with: { solver }) == puzzle.solution[$0]
                }
            }
        }
        let counts = solved.map(\.count)
        #expect(counts == counts.sorted() && Set(counts).count == counts.count, "\(counts)")
        for (index, level) in Level.allCases.dropLast().enumerated() where level != .firstGame {
            let own = puzzles.filter { $0.level == level }
            #expect(10 * solved[index].count { $0.level == level } >= 6 * own.count, "\(level)")
        }
    }
}

@Suite struct PuzzleRatingTests {
    /// The example in Glickman's paper, game by game it is another, so only its first opponent: rating 1500, deviation 200, against 1400, 30.
    @Test func aWinRaisesItAndALossLowersIt() {
        let player = PuzzleRating(value: 1_500, deviation: 200)
        let won = player.after(1, against: PuzzleRating(value: 1_400, deviation: 30))
        let lost = player.after(0, against: PuzzleRating(value: 1_400, deviation: 30))
        let helped = player.after(0.5, against: PuzzleRating(value: 1_400, deviation: 30))
        #expect(abs(won.value - 1_563.6) < 0.5 && abs(won.deviation - 175.4) < 0.5, "\(won)")
        #expect(lost.value < helped.value && helped.value < won.value && helped.deviation < 200)
    }

    @Test("One puzzle moves it by 60 at most; a miss costs a beginner about what a solution brings")
    func gentle() throws {
        var (up, down) = (PuzzleRating(), PuzzleRating())
        #expect(up.deviation == 350)
        for level in [1, 7, 1, 7] {
            let puzzle = try #require(Puzzle(line: "52432112434432675367 656 w2\(level)"))
            for (rating, score) in [(up, 1.0), (down, 0), (up, 0.5)] {
                #expect(abs(rating.after(score, at: puzzle).value - rating.value) <= 60)
            }
            #expect(down.after(0.5, at: puzzle).value >= down.value)
            (up, down) = (up.after(1, at: puzzle), down.after(0, at: puzzle))
        }
        for value in stride(from: 820.0, through: 1_200, by: 60) {
            let rating = PuzzleRating(value: value, deviation: 150)
            let level = max(1, Int(((value - 620) / 200).rounded()))
            let puzzle = try #require(Puzzle(line: "52432112434432675367 656 w2\(level)"))
            let (won, lost) = (rating.after(1, at: puzzle).value - value, value - rating.after(0, at: puzzle).value)
            #expect(lost < 1.8 * won, "\(value): \(won), \(lost)")
        }
    }

    @Test func itFindsThePlayersStrength() {
        var random = SeededGenerator(seed: 5)
        var rating = PuzzleRating()
        for _ in 0..<400 {
            let puzzle = PuzzleRating(value: rating.value + .random(in: -150...150, using: &random), deviation: 80)
            let chance = 1 / (1 + Foundation.pow(10, (puzzle.value - 1_700) / 400))
            rating = rating.after(Double.random(in: 0..<1, using: &random) < chance ? 1 : 0, against: puzzle)
        }
        #expect(abs(rating.value - 1_700) < 150 && rating.deviation < 80)
    }
}
