// Those who look for an opponent, as one reader believes it: each player once, by key, and only what is newer than all that the player
// said before. It knows no broker and no signature: what comes here was checked.

/// The cards that count.
nonisolated package struct SeekList {
    /// So many are remembered; of more, those that have waited longest are forgotten.
    static let most = 10_000

    private var cards: [[UInt8]: SeekCard] = [:]
    /// When each player last said anything; what comes from before that is a repetition.
    private var latest: [[UInt8]: Int] = [:]

    /// How many there are.
    package var count: Int { cards.count }

    /// Whether anything that was said then would be news.
    func isNews(_ issued: Int, by key: [UInt8]) -> Bool { latest[key].map { issued > $0 } ?? true }

    /// A player looks for an opponent, or still does.
    mutating func put(_ card: SeekCard, at now: Int) {
        guard card.counts(at: now), isNews(card.issued, by: card.key) else { return }
        latest[card.key] = card.issued
        cards[card.key] = card
        guard cards.count > Self.most, let oldest = cards.values.min(by: { $0.since < $1.since }) else { return }
        cards[oldest.key] = nil
    }

    /// A player has said that it is over.
    mutating func end(_ end: SeekEnd) {
        guard isNews(end.issued, by: end.key) else { return }
        latest[end.key] = end.issued
        cards[end.key] = nil
    }

    /// Somebody is not there, whatever the card says; a later one counts.
    mutating func forget(_ card: SeekCard) { cards[card.key] = nil }

    /// What no longer counts goes, and what is remembered of players whose cards could not count, either.
    mutating func expire(at now: Int) {
        cards = cards.filter { $0.value.counts(at: now) }
        latest = latest.filter { now - $0.value < SeekCard.lifetime + SeekCard.tolerance }
    }

    /// At most so many: first those who were met before, then the others, of both the newest first. `isMet` and `isHidden` are told
    /// keys. `more`: how many there are besides.
    package func rows(
        atMost limit: Int, isMet: ([UInt8]) -> Bool, isHidden: ([UInt8]) -> Bool
    ) -> (rows: [(card: SeekCard, isMet: Bool)], more: Int) {
        let shown = cards.values.filter { !isHidden($0.key) }.map { (card: $0, isMet: isMet($0.key)) }
        let sorted = shown.sorted {
            if $0.isMet != $1.isMet { return $0.isMet }
            return $0.card.since == $1.card.since ? $0.card.inbox < $1.card.inbox : $0.card.since > $1.card.since
        }
        return (Array(sorted.prefix(limit)), max(0, sorted.count - limit))
    }
}
