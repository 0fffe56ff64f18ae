// Who was paired with whom, as both ends have heard it: each card and each attempt once, and both ends of the same pair. It
// depends neither on players nor on the clock.

/// The pairs.
nonisolated struct Ledger {
    /// How many pairs both ends agree on.
    private(set) var pairs = 0
    /// How often a card or an attempt was paired twice, or the two ends reported different pairs. It should be 0.
    private(set) var wrong = 0
    /// How many attempts heard that the card is gone, that nobody answers, or came to nothing otherwise.
    private(set) var (gone, silent, others) = (0, 0, 0)
    /// How long each pairing has taken, in microseconds.
    private(set) var durations: [Int] = []

    private var attemptOfCard: [Int: Int] = [:]
    private var heardAttempts: Set<Int> = []
    private var heardCards: Set<Int> = []

    /// An owner has heard who took its card.
    mutating func add(attempt: Int, atCard card: Int) {
        let isNew = heardAttempts.insert(attempt).inserted && attemptOfCard[card] == nil
        if !isNew { wrong += 1 }
        attemptOfCard[card] = attempt
    }

    /// A taker has heard whose card it has.
    mutating func add(card: Int, afterAttempt attempt: Int, microseconds: Int) {
        guard heardCards.insert(card).inserted, attemptOfCard[card] == attempt else {
            wrong += 1
            return
        }
        pairs += 1
        durations.append(microseconds)
    }

    /// An attempt was told that the card is gone.
    mutating func addGone() { gone += 1 }
    /// An attempt was not answered.
    mutating func addSilent() { silent += 1 }
    /// An attempt failed for another reason.
    mutating func addOther() { others += 1 }

    /// The time in milliseconds within which this share of the pairs was made.
    func milliseconds(of share: Double) -> Double {
        let sorted = durations.sorted()
        guard !sorted.isEmpty else { return 0 }
        return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]) / 1000
    }
}
