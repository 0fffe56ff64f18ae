// How much a player may send of one kind.

/// Counts what a player sends.
struct RateLimit {
    /// Phrases: one in two seconds, and twenty in a game. Both the sender and the receiver keep to it.
    static let phrases = RateLimit(burst: 1, interval: 2000, most: 20)
    /// Guesses, at the host: eight at once, then four a second.
    static let guesses = RateLimit(burst: 8, interval: 250)

    /// How many are allowed at once, and the mean time between two, in milliseconds.
    let burst: Int, interval: Int
    /// The most in all.
    let most: Int
    /// When the next one is due at an even rate, and how many there were.
    private var due = Int.min, count = 0

    /// Whether no more are allowed, however late.
    var isSpent: Bool { count >= most }

    private init(burst: Int, interval: Int, most: Int = .max) { (self.burst, self.interval, self.most) = (burst, interval, most) }

    /// Counts one more if it is allowed, and returns whether it is. `now` is in milliseconds of the scheduler's clock.
    mutating func allows(at now: Int) -> Bool {
        let next = max(due, now)
        guard !isSpent, next - now <= (burst - 1) * interval else { return false }
        (due, count) = (next + interval, count + 1)
        return true
    }
}
