// `make puzzles`: positions from games of the computer player's levels, of which the solver proves that they are puzzles.

import Engine

/// Collects puzzles, so many of each kind. The same seeds give the same puzzles.
struct PuzzleMaker {
    /// A kind of puzzle, of which there should be enough, but not too many.
    private struct Kind: Hashable {
        let goal: PuzzleGoal
        let length: Int
        let level: Level
    }

    /// How many there are of one kind at most, and of one goal and length.
    private static let (mostOfAKind, mostOfALength) = (30, 130)
    /// How many puzzles come from one game at most.
    private static let mostOfAGame = 2

    let search = PuzzleSearch(with: Solver(tableBytes: 1 << 24))
    private let solver = Solver()
    private var puzzles: [Puzzle] = []
    private var known: Set<Position> = []
    private var kinds: [Kind: Int] = [:]
    private var lengths: [[Int]: Int] = [:]

    /// At least `count` puzzles, from games with these numbers on; the easiest first.
    mutating func puzzles(_ count: Int) -> [Puzzle] {
        var number: UInt64 = 0
        while puzzles.count < count {
            collect(from: game(number))
            number += 1
            if number % 500 == 0 { complain("\(number) games, \(puzzles.count) puzzles") }
        }
        return puzzles.enumerated().sorted {
            ($0.element.level.rawValue, $0.element.length, $0.offset) < ($1.element.level.rawValue, $1.element.length, $1.offset)
        }.map(\.element)
    }

    /// A game of two levels, with a few random moves at its beginning.
    func game(_ number: UInt64) -> Game {
        var random = SeededGenerator(seed: number)
        let levels: [Level] = [.beginner, .casual, .steady, .strong, .expert]
        let players = (0..<2).map { index in
            ComputerPlayer(level: levels.randomElement(using: &random) ?? .casual, seed: random.next() &+ UInt64(index))
        }
        let opening = Int.random(in: 2...8, using: &random)
        var game = Game()
        while game.outcome == nil {
            let columns = Board.columns.filter { game.reasonAgainst($0) == nil }
            let column =
                game.moves.count < opening
                ? columns.randomElement(using: &random)
                : players[game.moves.count % 2].column(in: game.position, with: { solver })
            guard let column, case .success = game.play(column) else { break }
        }
        return game
    }

    /// Those of a game's positions that are puzzles, late ones first: they are quickly searched, and fill the search's memory for the others.
    private mutating func collect(from game: Game) {
        var found = 0
        for ply in (PuzzleSearch.earliest..<max(PuzzleSearch.earliest + 1, game.moves.count - 2)).reversed()
        where found < Self.mostOfAGame {
            let start = game.prefix(ply)
            let position = start.position
            guard !known.contains(position), !known.contains(position.mirrored), let puzzle = search.puzzle(at: start) else {
                continue
            }
            let kind = Kind(goal: puzzle.goal, length: puzzle.length, level: puzzle.level)
            let length = [Int(puzzle.goal.rawValue.asciiValue ?? 0), puzzle.length]
            guard kinds[kind, default: 0] < Self.mostOfAKind, lengths[length, default: 0] < Self.mostOfALength else { continue }
            kinds[kind, default: 0] += 1
            lengths[length, default: 0] += 1
            known.insert(position)
            puzzles.append(puzzle)
            found += 1
        }
    }

    /// How many percent of the puzzles of each level the computer's levels solve, for the engine's guide.
    static func levels(solving puzzles: [Puzzle]) -> [String] {
        let solver = Solver()
        return Level.allCases.map { level in
            let cells = Level.allCases.map { difficulty in
                let own = puzzles.filter { $0.level == difficulty }
                let solved = own.count { puzzle in
                    let player = ComputerPlayer(level: level, seed: 20_261_126)
                    return puzzle.solution.indices.filter { $0.isMultiple(of: 2) }.allSatisfy {
                        player.column(in: puzzle.game(after: $0).position, with: { solver }) == puzzle.solution[$0]
                    }
                }
                return "\(100 * solved / max(1, own.count))"
            }
            return "| \(level.rawValue) | " + cells.joined(separator: " | ") + " |"
        }
    }
}
