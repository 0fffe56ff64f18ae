// A player of card matching who forgets nothing, written from the guide: it takes the best match it knows of, and otherwise turns up a card
// that it has not seen.

import Games

/// What such a player knows.
struct PerfectMemory {
    private var seen: [Int: PlayingCard] = [:]
    private var isOut: Set<Int> = []
    private var chosen: [Int] = []

    /// Plays a game to its end; returns the score.
    static func play(_ game: CardMatchingGame, using random: inout some RandomNumberGenerator) -> Int {
        var (game, memory) = (game, PerfectMemory())
        while game.finalScore == nil { memory.turn(memory.choice(in: game, using: &random), in: &game) }
        return game.score
    }

    private mutating func turn(_ place: Int, in game: inout CardMatchingGame) {
        _ = game.choose(place)
        seen[place] = game.table[place].card
        chosen.append(place)
        switch game.lastAction {
        case .matched:
            isOut.formUnion(chosen)
            chosen = []
        case .mismatched: chosen = [place]
        default: break
        }
    }

    private func choice(in game: CardMatchingGame, using random: inout some RandomNumberGenerator) -> Int {
        let known = seen.keys.filter { !isOut.contains($0) && !chosen.contains($0) }.sorted()
        if let best = best(of: known, count: game.mode.count) { return best }
        let unseen = game.table.indices.filter { seen[$0] == nil }
        return (unseen.isEmpty ? known : unseen).randomElement(using: &random) ?? 0
    }

    /// The first card of the best match that the known ones complete.
    private func best(of known: [Int], count: Int) -> Int? {
        let up = chosen.compactMap { seen[$0] }
        if count < 4 {
            let sets = choices(of: known, count - chosen.count).map { ($0, points(up + $0.compactMap { seen[$0] })) }
            return sets.filter { $0.1 > 0 }.max { $0.1 < $1.1 }?.0.first
        }
        func group(_ shares: (PlayingCard, PlayingCard) -> Bool) -> Int? {
            let pool = known.filter { place in
                seen[place].map { card in
                    up.allSatisfy { shares($0, card) }
                        && known.count { seen[$0].map { shares($0, card) } ?? false } >= count - up.count
                } ?? false
            }
            return up.dropFirst().allSatisfy { shares(up[0], $0) } && pool.count >= count - up.count ? pool.first : nil
        }
        return group { $0.rank == $1.rank } ?? group { $0.suit == $1.suit }
    }

    private func choices(of known: [Int], _ count: Int) -> [[Int]] {
        if count == 0 { return [[]] }
        return known.indices.flatMap { index in
            choices(of: Array(known[(index + 1)...]), count - 1).map { [known[index]] + $0 }
        }
    }

    private func points(_ cards: [PlayingCard]) -> Int {
        cards.indices.reduce(0) { sum, index in
            sum + cards[..<index].reduce(0) { $0 + ($1.rank == cards[index].rank ? 4 : $1.suit == cards[index].suit ? 1 : 0) }
        }
    }
}
