// Limits how many codes, and seeks of one key, one source may try: growing pauses.

import Wire

/// The pauses after wrong codes.
struct AttemptLimiter {
    /// After so many wrong codes there is a pause.
    static let tries = 3
    /// The first pause, in milliseconds. Each further one is twice as long.
    static let firstPause = 5000
    /// The longest pause.
    static let longestPause = 300_000
    /// A source is forgotten after this many milliseconds without a try.
    static let memory = 900_000
    /// How many sources are remembered; beyond that, the one that has not tried for longest is forgotten.
    static let mostSources = 4096

    /// How many codes of each source were wrong, when its last pause ends or ended, and when it tried last.
    private var entries: [Source: (wrongs: Int, end: Int, last: Int)] = [:]

    /// Starts without any tries.
    init() {}

    /// Counts a wrong code from `source`. Every third one starts a pause. `now` is in milliseconds.
    mutating func didTryWrong(from source: Source, at now: Int) {
        if entries[source].map({ now - $0.last >= Self.memory }) ?? false { entries[source] = nil }
        if entries[source] == nil, entries.count >= Self.mostSources {
            entries = entries.filter { now - $0.value.last < Self.memory }
            let oldest = entries.min { $0.value.last < $1.value.last }
            if let oldest, entries.count >= Self.mostSources { entries[oldest.key] = nil }
        }
        var entry = entries[source] ?? (0, 0, 0)
        entry.wrongs += 1
        entry.last = now
        if entry.wrongs.isMultiple(of: Self.tries) {
            let doublings = min(entry.wrongs / Self.tries - 1, 16)
            entry.end = now + min(Self.longestPause, Self.firstPause << doublings)
        }
        entries[source] = entry
    }

    /// How many milliseconds of a pause are left for a source; 0: none.
    func pauseLeft(for source: Source, at now: Int) -> Int { max(0, (entries[source]?.end ?? 0) - now) }
}
