// How much of a core a helper may take: strangers decide how many packets come. A value: it reads no clock.

/// Time to work, saved up while there is nothing to do.
public struct RateLimit: Sendable {
    /// Of a core, on the whole.
    public static let share = 0.1
    /// Seconds of work that can be saved up: enough for a network that wakes up all at once.
    public static let most = 0.5
    /// Seconds of the longest rest: commands wait no longer.
    public static let longestRest = 0.1

    private var saved = Self.most
    private var lastTime: Double
    private var lastWork: Double

    /// Begins at a time with so much work done, both in seconds.
    public init(time: Double, work: Double) {
        (lastTime, lastWork) = (time, work)
    }

    /// The seconds to rest now; 0 where there is budget left.
    public mutating func rest(time: Double, work: Double) -> Double {
        saved = min(Self.most, saved + (time - lastTime) * Self.share) - (work - lastWork)
        (lastTime, lastWork) = (time, work)
        return saved < 0 ? min(Self.longestRest, -saved / Self.share) : 0
    }
}
