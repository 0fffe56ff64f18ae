// Who has tried too many wrong codes and must wait: growing pauses, an address each, bounded in length and in number. It knows no
// clock and no network: the time and the address are told to it.

import Wire

/// The pauses after wrong codes.
package struct AttemptLimiter {
    /// The first pause, in milliseconds; each further one is twice as long.
    package static let first = 5000
    /// The longest.
    package static let longest = 300_000
    /// An address that has tried nothing for so long is forgotten.
    package static let memory = 900_000
    /// So many addresses are remembered; the one that has been silent longest makes room.
    package static let mostAddresses = 64

    /// Of all addresses together, so many wrong codes are judged in `moment` milliseconds: one who has many addresses has no more.
    package static let mostAMoment = 16
    /// Of one network so many: one who has all of its addresses leaves others their turn.
    package static let mostAMomentANetwork = 4
    package static let moment = 1000

    private struct Entry {
        var wrongs = 0
        var end = 0
        var last = 0
    }
    private var entries: [Source: Entry] = [:]
    /// When the last wrong codes came, and from which network, the oldest first; at most `mostAMoment`.
    private var recent: [(time: Int, network: String)] = []

    /// Nobody has tried anything yet.
    package init() {}

    /// A wrong code came from there at a time in milliseconds. Every third one begins a pause.
    package mutating func didTryWrong(from source: Source, at now: Int) {
        recent = recent.suffix(Self.mostAMoment - 1) + [(now, source.network)]
        entries = entries.filter { now - $0.value.last < Self.memory }
        if entries[source] == nil, entries.count >= Self.mostAddresses,
            let oldest = entries.min(by: { $0.value.last < $1.value.last })
        {
            entries[oldest.key] = nil
        }
        var entry = entries[source] ?? Entry()
        entry.wrongs += 1
        entry.last = now
        if entry.wrongs.isMultiple(of: PassphraseHandshake.tries) {
            let doublings = min(entry.wrongs / PassphraseHandshake.tries - 1, 16)
            entry.end = now + min(Self.longest, Self.first << doublings)
        }
        entries[source] = entry
    }

    /// Whether so many wrong codes came at once, from everywhere or from this network, that none from there is judged for a moment.
    package func isCrowded(for source: Source, at now: Int) -> Bool {
        let latest = recent.filter { now - $0.time < Self.moment }
        return latest.count == Self.mostAMoment
            || latest.count { $0.network == source.network } >= Self.mostAMomentANetwork
    }

    /// How many milliseconds of a pause are left for an address; 0: none.
    package func left(for source: Source, at now: Int) -> Int { max(0, (entries[source]?.end ?? 0) - now) }
}
