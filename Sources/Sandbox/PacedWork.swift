// Keeps the process to a budget of work, by its own clocks. It must not know what the work is.

import Glibc

/// A pace that a process does not exceed for long.
public struct PacedWork {
    private var budget = RateLimit(time: seconds(CLOCK_MONOTONIC), work: seconds(CLOCK_PROCESS_CPUTIME_ID))

    /// Begins now.
    public init() {}

    /// Sleeps where the budget is spent; call it between two pieces of work.
    public mutating func rest() {
        let rest = budget.rest(time: Self.seconds(CLOCK_MONOTONIC), work: Self.seconds(CLOCK_PROCESS_CPUTIME_ID))
        if rest > 0 { usleep(UInt32(rest * 1e6)) }
    }

    /// What a clock says.
    public static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
