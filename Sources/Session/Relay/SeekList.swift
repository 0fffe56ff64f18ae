// Those who look for an opponent, as one reader believes it: each player once, by key, and only what is newer than all that the player
// said before. It knows no broker and no signature: what comes here was checked.

/// The cards that count.
nonisolated package struct SeekList {
    /// So many are remembered; of more, a tenth is forgotten, those that have waited longest.
    static let most = 10_000
    /// Of so many players it is remembered when they last said anything.
    static let mostPlayers = 2 * most

    private var cards: [[UInt8]: SeekCard] = [:]
    /// When each player last said anything; what comes from before that is a repetition.
    private var latest: [[UInt8]: Int] = [:]

    /// How many there are.
    package var count: Int { cards.count }
    /// Of how many players it is remembered when they last said anything.
    var playerCount: Int { latest.count }

    /// Whether anything that was said then would be news.
    func isNews(_ issued: Int, by key: [UInt8]) -> Bool { latest[key].map { issued > $0 } ?? true }

    /// A player looks for an opponent, or still does.
    mutating func put(_ card: SeekCard, at now: Int) {
        guard card.counts(at: now), isNews(card.issued, by: card.key) else { return }
        cards[card.key] = card
        remember(card.issued, by: card.key)
        guard cards.count > Self.most else { return }
        let oldest = cards.values.sorted { $0.since < $1.since }.prefix(Self.most / 10)
        for card in oldest { cards[card.key] = nil }
    }

    /// Keys cost nothing: of too many players those are forgotten that are on the list no more, who said so longest ago first.
    private mutating func remember(_ issued: Int, by key: [UInt8]) {
        latest[key] = issued
        guard latest.count > Self.mostPlayers else { return }
        let gone = latest.filter { cards[$0.key] == nil }.sorted { $0.value < $1.value }
        for (key, _) in gone.prefix(Self.most / 10) { latest[key] = nil }
    }

    /// A player has said that it is over.
    mutating func end(_ end: SeekEnd) {
        guard isNews(end.issued, by: end.key) else { return }
        cards[end.key] = nil
        remember(end.issued, by: end.key)
    }

    /// Somebody is not there, whatever the card says; a later one counts.
    mutating func forget(_ card: SeekCard) { cards[card.key] = nil }

    /// What no longer counts goes, and so do the cards with these inboxes; and what is remembered of players whose cards could not count.
    mutating func expire(at now: Int, without inboxes: Set<String> = []) {
        cards = cards.filter { $0.value.counts(at: now) && !inboxes.contains($0.value.inbox) }
        latest = latest.filter { now - $0.value < SeekCard.lifetime + SeekCard.tolerance }
    }

    /// At most so many: first those who were met before, then the others, of both the newest first. `isMet` and `isHidden` are told
    /// keys. `more`: how many there are besides.
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

    /// Into its place among the newest. Of ten thousand most are passed over with one look at the last that is shown.
    private static func insert(_ card: SeekCard, into newest: inout [SeekCard], atMost limit: Int) {
        if newest.count == limit {
            guard let last = newest.last, card.isAbove(last) else { return }
            newest.removeLast()
        }
        newest.insert(card, at: newest.firstIndex { card.isAbove($0) } ?? newest.endIndex)
    }
}

extension SeekCard {
    /// Who came later stands above.
    nonisolated fileprivate func isAbove(_ other: SeekCard) -> Bool {
        since == other.since ? inbox < other.inbox : since > other.since
    }
}
