// The players who look for an opponent, as one reader sees them: each player once, by key, and only what is newer than everything the
// player published before. SeekBrowser fills it; signatures were checked before.

/// The cards that count now. Keys and times cost nothing, so chance decides who stands above whom: a stranger with a thousand cards cannot
/// choose their places.
nonisolated package struct SeekList {
    /// The most cards; beyond that a tenth is dropped, none of a player met before.
    static let most = 10_000
    /// For how many players the time of their last message is remembered.
    static let mostPlayers = 2 * most

    private var cards: [[UInt8]: SeekCard] = [:]
    /// The time of each player's last message, or of a game with them; earlier ones are replays.
    private(set) var latest: [[UInt8]: Int]
    /// The keys of players met before.
    var met: Set<[UInt8]> = []
    private let salt: UInt64
    /// The least number of a card that stands on top. Those with smaller ones follow at the end.
    private var top: UInt64 = 0

    /// An empty list. Its order depends on `salt`, which must be random. `latest`: what is known from an earlier one.
    init(salt: UInt64, latest: [[UInt8]: Int] = [:]) { (self.salt, self.latest) = (salt, latest) }

    /// Puts the cards that follow this one on top, and the ones above at the end.
    mutating func turn(past card: SeekCard) { top = number(of: card) &+ 1 }

    /// When each player was heard of last, for the next list of this reader: there the cards that are on this one count once more.
    var heard: [[UInt8]: Int] { latest.merging(cards.mapValues { $0.issued - 1 }) { $1 } }

    /// How many cards there are.
    package var count: Int { cards.count }
    /// For how many players the time of their last message is remembered; for tests.
    var playerCount: Int { latest.count }

    /// Whether a message of that time is newer than the player's last one.
    func isNews(_ issued: Int, by key: [UInt8]) -> Bool { latest[key].map { issued > $0 } ?? true }

    /// Adds or refreshes a card.
    mutating func put(_ card: SeekCard, at now: Int) {
        guard card.counts(at: now), isNews(card.issued, by: card.key) else { return }
        var shown = card
        shown.since = min(card.since, now)
        cards[card.key] = shown
        remember(card.issued, by: card.key)
        guard cards.count > Self.most else { return }
        let strangers = cards.values.filter { !met.contains($0.key) }.sorted { rank(of: $0) < rank(of: $1) }
        for card in strangers.suffix(Self.most / 10) { cards[card.key] = nil }
    }

    private func rank(of card: SeekCard) -> UInt64 { number(of: card) &- top }

    /// SplitMix64's next number after the card's key and the salt.
    private func number(of card: SeekCard) -> UInt64 {
        card.key.reduce(salt) { state, byte in
            var mixed = (state ^ UInt64(byte)) &+ 0x9E37_79B9_7F4A_7C15
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    /// Keys cost nothing, so the memory is bounded: players who left the list longest ago are forgotten first.
    private mutating func remember(_ issued: Int, by key: [UInt8]) {
        latest[key] = issued
        guard latest.count > Self.mostPlayers else { return }
        let gone = latest.filter { cards[$0.key] == nil }.sorted { $0.value < $1.value }
        for (key, _) in gone.prefix(Self.most / 10) { latest[key] = nil }
    }

    /// Removes the card of a player whose seek is over.
    mutating func end(_ over: SeekOver) {
        guard isNews(over.issued, by: over.key) else { return }
        cards[over.key] = nil
        remember(over.issued, by: over.key)
    }

    /// Whether this very card is on it.
    func has(_ card: SeekCard) -> Bool { cards[card.key]?.issued == card.issued && cards[card.key]?.inbox == card.inbox }

    /// Removes the cards of all other players.
    mutating func keep(_ isKept: ([UInt8]) -> Bool) { cards = cards.filter { isKept($0.key) } }

    /// Removes a card. A newer one of the same player counts.
    mutating func forget(_ card: SeekCard) { cards[card.key] = nil }

    /// Removes expired cards, the cards with these inboxes, and the times of players whose cards cannot count any more.
    mutating func expire(at now: Int, without inboxes: Set<String> = []) {
        cards = cards.filter { $0.value.counts(at: now) && !inboxes.contains($0.value.inbox) }
        latest = latest.filter { now - $0.value < SeekCard.lifetime + SeekCard.tolerance }
    }

    /// The first `limit` cards: players met before, then the others. `isHidden` is asked with keys. `more` counts the rest.
    package func rows(
        atMost limit: Int, isHidden: ([UInt8]) -> Bool
    ) -> (rows: [(card: SeekCard, isMet: Bool)], more: Int) {
        typealias Ranked = (card: SeekCard, rank: UInt64)
        var (known, others): ([Ranked], [Ranked]) = ([], [])
        var count = 0
        for card in cards.values where !isHidden(card.key) {
            count += 1
            let ranked = (card, rank(of: card))
            if met.contains(card.key) {
                Self.insert(ranked, into: &known, atMost: limit)
            } else {
                Self.insert(ranked, into: &others, atMost: limit)
            }
        }
        let rows = known.map { (card: $0.card, isMet: true) } + others.map { (card: $0.card, isMet: false) }
        return (Array(rows.prefix(limit)), max(0, count - limit))
    }

    /// Inserts a card into the first `limit`. Most of ten thousand cards are skipped after one comparison with the last.
    private static func insert(
        _ card: (card: SeekCard, rank: UInt64), into first: inout [(card: SeekCard, rank: UInt64)], atMost limit: Int
    ) {
        if first.count == limit {
            guard let last = first.last, card.rank < last.rank else { return }
            first.removeLast()
        }
        first.insert(card, at: first.firstIndex { card.rank < $0.rank } ?? first.endIndex)
    }
}
