// What a score of card matching is worth: par, which a player with perfect memory reaches on average, and stars. The scores are mostly
// negative, because turning cards up costs more than most matches bring.

extension CardMatchingGame.Mode {
    /// The score that a player with perfect memory reaches on average, in games of this size and mode; nil for those that are not offered.
    /// Such a player takes the best match it knows of, and otherwise turns up a card that it has not seen.
    public func par(of cards: Int) -> Int? {
        guard let size = CardMatchingGame.sizes.firstIndex(of: cards) else { return nil }
        return [2: [-11, -15, -18, -27], 3: [-7, -9, -12, -17], 4: [-11, -13, -14, -19]][count]?[size]
    }
}

extension CardMatchingGame {
    /// Par of this game.
    public var par: Int? { mode.par(of: table.count) }

    /// The least scores for three stars, two and one: par, twice as many points lost, and any.
    public var starScores: [Int] { par.map { [$0, 2 * $0, .min] } ?? [] }

    /// How many stars a final score gets, 1 to 3; 0 where there is no par.
    public func stars(for score: Int) -> Int { starScores.count { score >= $0 } }
}
