// A second game of two, so that the seams of the mid-end cannot rot: Nim (Bouton 1901). Four heaps of 1, 3, 5 and 7 matches; a move
// takes as many as one likes from one heap; the last match wins. Its rules are all that is here; NimLanguage.swift has its packets.

import Engine
import Session

/// A game of Nim.
nonisolated struct Nim: MatchRules {
    /// How many matches are left, heap by heap.
    private(set) var heaps = [1, 3, 5, 7]
    /// Each in two digits: the heap, from 1, and how many are taken.
    private(set) var moves: [Int] = []

    init() {}

    init?(notation: String) {
        self.init()
        var rest = notation[...]
        while !rest.isEmpty {
            guard rest.utf8.count >= 2, let move = Int(rest.prefix(2)), refusal(of: move) == nil else { return nil }
            make(move)
            rest = rest.dropFirst(2)
        }
    }

    var notation: String { moves.map { String($0) }.joined() }
    var mover: Player { moves.count.isMultiple(of: 2) ? .first : .second }
    var result: MatchResult? { heaps.allSatisfy { $0 == 0 } ? .won(mover.other) : nil }

    func refusal(of move: Int) -> MoveRefusal? {
        if result != nil { return .gameOver }
        guard heaps.indices.contains(move / 10 - 1), move % 10 > 0 else { return .noSuchMove }
        return heaps[move / 10 - 1] < move % 10 ? .noRoom : nil
    }

    var possibleMoves: [Int] {
        heaps.indices.flatMap { heap in heaps[heap] > 0 ? (1...heaps[heap]).map { 10 * (heap + 1) + $0 } : [] }
    }

    mutating func make(_ move: Int) {
        heaps[move / 10 - 1] -= move % 10
        moves.append(move)
    }

    func prefix(_ count: Int) -> Nim { moves.prefix(count).reduce(into: Nim()) { $0.make($1) } }
}
