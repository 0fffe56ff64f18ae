// How much of a core a helper may take: strangers decide how many packets it has to handle.

import Glibc

/// A budget of processor time that fills up while there is nothing to do.
public struct WorkBudget: Sendable {
    /// The fraction of a core that may be used in the long run.
    public static let share = 0.1
    /// The most that can be saved up, in seconds of work: enough for a network on which everybody wakes up at once.
    public static let most = 0.5
    /// The longest pause in seconds; a command waits no longer than this.
    public static let longestRest = 0.1

    private var saved = Self.most
    private var lastTime: Double
    private var lastWork: Double

    /// A full budget, at a time and after an amount of work, both in seconds.
    public init(time: Double, work: Double) {
        (lastTime, lastWork) = (time, work)
    }

    /// A full budget for this process.
    public init() { self.init(time: Self.seconds(CLOCK_MONOTONIC), work: Self.seconds(CLOCK_PROCESS_CPUTIME_ID)) }

    /// The seconds to pause now; 0 if the budget is not used up.
    public mutating func rest(time: Double, work: Double) -> Double {
        saved = min(Self.most, saved + (time - lastTime) * Self.share) - (work - lastWork)
        (lastTime, lastWork) = (time, work)
        return saved < 0 ? min(Self.longestRest, -saved / Self.share) : 0
    }

    /// Sleeps if this process has used up its budget. To be called between two pieces of work.
    public mutating func rest() {
        let pause = rest(time: Self.seconds(CLOCK_MONOTONIC), work: Self.seconds(CLOCK_PROCESS_CPUTIME_ID))
        if pause > 0 { usleep(UInt32(pause * 1e6)) }
    }

    /// The time of a clock.
    public static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
