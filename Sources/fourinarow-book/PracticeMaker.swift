// `make puzzles`: positions to be played against the perfect player, from games that no puzzle comes from.

import Engine

extension PuzzleMaker {
    /// How many positions each set has.
    private static func count(of set: PracticeSet) -> Int { [.zugzwang, .draw].contains(set) ? 6 : 7 }
    /// The number of the first game: the puzzles come from earlier ones.
    private static let firstGame: UInt64 = 1_000_000

    /// Practice positions of all sets, the shortest of each first. At most one comes from a game, and of a set no more than two have the same
    /// length.
    func practice() -> [PracticePosition] {
        var found: [PracticeSet: [(position: PracticePosition, length: Int)]] = [:]
        var number = Self.firstGame
        while PracticeSet.allCases.contains(where: { found[$0, default: []].count < Self.count(of: $0) }) {
            let game = game(number)
            number += 1
            for ply in (PuzzleSearch.earliest..<max(PuzzleSearch.earliest + 1, game.moves.count - 4)).reversed() {
                let start = game.prefix(ply)
                guard let (set, length) = search.practice(at: start) else { continue }
                let others = found[set, default: []]
                guard others.count < Self.count(of: set), others.count(where: { $0.length == length }) < 2 else { continue }
                found[set, default: []].append((PracticePosition(start: start, set: set), length))
                break
            }
        }
        return PracticeSet.allCases.flatMap { set in found[set, default: []].sorted { $0.length < $1.length }.map(\.position) }
    }
}
