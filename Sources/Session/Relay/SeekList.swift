// The players who look for an opponent, as one reader sees them: each player once, by key, and only what is newer than everything the
// player published before. SeekBrowser fills it; signatures were checked before.

/// The cards that count now.
nonisolated package struct SeekList {
    /// The most cards; beyond that the tenth that has waited longest is dropped.
    static let most = 10_000
    /// For how many players the time of their last message is remembered.
    static let mostPlayers = 2 * most

    private var cards: [[UInt8]: SeekCard] = [:]
    /// The time of each player's last message; earlier ones are replays.
    private var latest: [[UInt8]: Int] = [:]

    /// How many cards there are.
    package var count: Int { cards.count }
    /// For how many players the time of their last message is remembered.
    var playerCount: Int { latest.count }

    /// Whether a message of that time is newer than the player's last one.
    func isNews(_ issued: Int, by key: [UInt8]) -> Bool { latest[key].map { issued > $0 } ?? true }

    /// Adds or refreshes a card.
    mutating func put(_ card: SeekCard, at now: Int) {
        guard card.counts(at: now), isNews(card.issued, by: card.key) else { return }
        cards[card.key] = card
        remember(card.issued, by: card.key)
        guard cards.count > Self.most else { return }
        let oldest = cards.values.sorted { $0.since < $1.since }.prefix(Self.most / 10)
        for card in oldest { cards[card.key] = nil }
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

    /// Removes a card. A newer one of the same player counts.
    mutating func forget(_ card: SeekCard) { cards[card.key] = nil }

    /// Removes expired cards, the cards with these inboxes, and the times of players whose cards cannot count any more.
    mutating func expire(at now: Int, without inboxes: Set<String> = []) {
        cards = cards.filter { $0.value.counts(at: now) && !inboxes.contains($0.value.inbox) }
        latest = latest.filter { now - $0.value < SeekCard.lifetime + SeekCard.tolerance }
    }

    /// The first `limit` cards: players met before, then the others, the newest first. `isMet` and `isHidden` are asked with keys.
    /// `more` counts the rest.
    package func rows(
        atMost limit: Int, isMet: ([UInt8]) -> Bool, isHidden: ([UInt8]) -> Bool
    ) -> (rows: [(card: SeekCard, isMet: Bool)], more: Int) {
        var (met, others): ([SeekCard], [SeekCard]) = ([], [])
        var count = 0
        for card in cards.values where !isHidden(card.key) {
            count += 1
            if isMet(card.key) {
                Self.insert(card, into: &met, atMost: limit)
            } else {
                Self.insert(card, into: &others, atMost: limit)
            }
        }
        let rows = met.map { (card: $0, isMet: true) } + others.map { (card: $0, isMet: false) }
        return (Array(rows.prefix(limit)), max(0, count - limit))
    }

    /// Inserts a card into the newest `limit`. Most of ten thousand cards are skipped after one comparison with the last.
    private static func insert(_ card: SeekCard, into newest: inout [SeekCard], atMost limit: Int) {
        if newest.count == limit {
            guard let last = newest.last, card.isAbove(last) else { return }
            newest.removeLast()
        }
        newest.insert(card, at: newest.firstIndex { card.isAbove($0) } ?? newest.endIndex)
    }
}

extension SeekCard {
    /// Newer seeks stand above older ones.
    nonisolated fileprivate func isAbove(_ other: SeekCard) -> Bool {
        since == other.since ? inbox < other.inbox : since > other.since
    }
}
