// How much a player may say: one phrase in two seconds, and twenty in a game. Both the sender and the receiver keep to it.

/// Counts what a player says.
struct PhraseLimit {
    /// The time between two phrases, in milliseconds, and the most in a game.
    static let (pause, most) = (2000, 20)

    private var last: Int?
    private var said = 0

    /// Whether one more phrase is allowed, at this time in milliseconds of the scheduler's clock.
    mutating func allows(at now: Int) -> Bool {
        guard said < Self.most, last.map({ now - $0 >= Self.pause }) ?? true else { return false }
        (last, said) = (now, said + 1)
        return true
    }
}
