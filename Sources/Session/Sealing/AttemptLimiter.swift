// Limits how many codes, and seeks of one key, may be tried: growing pauses for each source, and a bound for all of them together.

import Wire

/// The pauses after wrong codes.
package struct AttemptLimiter {
    /// After so many wrong codes there is a pause.
    package static let tries = 3
    /// The first pause, in milliseconds. Each further one is twice as long.
    package static let firstPause = 5000
    /// The longest pause.
    package static let longestPause = 300_000
    /// A source is forgotten after this many milliseconds without a try.
    package static let memory = 900_000
    /// How many sources are remembered; beyond that, the one that has not tried for longest is forgotten.
    package static let mostSources = 64

    /// How many wrong codes of all sources together are checked within `window` milliseconds, so that more addresses bring no advantage.
    package static let mostPerWindow = 16
    /// How many of these may come from one network, so that others get their turn.
    package static let mostPerNetwork = 4
    package static let window = 1000

    private struct Entry {
        var wrongs = 0
        var end = 0
        var last = 0
    }
    private var entries: [Source: Entry] = [:]
    /// The times and networks of the last wrong codes, the oldest first; at most `mostPerWindow`.
    private var recent: [(time: Int, network: String)] = []

    /// Starts without any tries.
    package init() {}

    /// Counts a wrong code from `source`. Every third one starts a pause. `now` is in milliseconds.
    package mutating func didTryWrong(from source: Source, at now: Int) {
        recent = recent.suffix(Self.mostPerWindow - 1) + [(now, source.network)]
        entries = entries.filter { now - $0.value.last < Self.memory }
        if entries[source] == nil, entries.count >= Self.mostSources,
            let oldest = entries.min(by: { $0.value.last < $1.value.last })
        {
            entries[oldest.key] = nil
        }
        var entry = entries[source] ?? Entry()
        entry.wrongs += 1
        entry.last = now
        if entry.wrongs.isMultiple(of: Self.tries) {
            let doublings = min(entry.wrongs / Self.tries - 1, 16)
            entry.end = now + min(Self.longestPause, Self.firstPause << doublings)
        }
        entries[source] = entry
    }

    /// Whether too many wrong codes came at once, from everywhere or from this network, so that none from there is judged now.
    package func isCrowded(for source: Source, at now: Int) -> Bool {
        let latest = recent.filter { now - $0.time < Self.window }
        return latest.count == Self.mostPerWindow
            || latest.count { $0.network == source.network } >= Self.mostPerNetwork
    }

    /// How many milliseconds of a pause are left for a source; 0: none.
    package func pauseLeft(for source: Source, at now: Int) -> Int { max(0, (entries[source]?.end ?? 0) - now) }
}
