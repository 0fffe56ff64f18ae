// What keeps a game of Snap! fair between a player at the host's own machine and players further away, and what keeps it going when
// one of them sends without end. It knows no cards.
//
// The first Snap! to arrive at the host wins. The host's own player is nearer than the others by the time that the card takes to a
// guest and the guest's Snap! takes back: one round trip. So whatever a player does waits until the same from the most distant player
// could have come: the longest round trip less the player's own. It is measured all through the game: a guest says at once which
// table it was shown, and this "seen" comes exactly as a Snap! would from a player who needs no time. On a cable it is less than a
// millisecond, on Wi-Fi a few.
//
// A guest who held its "seen" back would gain, at the most, `longest`; one that sent it too early would only be taken for nearer.

/// How far away the players are, and how long what each of them does has to wait.
struct SnapFairness: Equatable {
    /// The longest round trip that is made up for, in milliseconds. Whoever is further away has the rest as a handicap.
    static let longest = 50

    /// The smoothed round trips by seat, in milliseconds; none where nothing was measured, as at the host's own seat.
    private var trips: [Int: Double] = [:]
    /// What of a millisecond each seat's waiting has been short of, so that it is right in the mean.
    private var owed: [Int: Double] = [:]

    /// A "seen" came after so many milliseconds.
    mutating func note(_ milliseconds: Int, of seat: Int) {
        let trip = Double(max(0, min(milliseconds, Self.longest)))
        trips[seat] = trips[seat].map { $0 + (trip - $0) / 16 } ?? trip
    }

    /// Nobody needs to wait for this seat any more.
    mutating func forget(_ seat: Int) { trips[seat] = nil }

    /// How many milliseconds what this seat does now has to wait.
    mutating func wait(of seat: Int) -> Int {
        let wait = (trips.values.max() ?? 0) - (trips[seat] ?? 0) + (owed[seat] ?? 0)
        let whole = max(0, Int(wait))
        owed[seat] = wait - Double(whole)
        return whole
    }
}

/// What is taken from one seat within a turn: more than a player in earnest does, and no more than the host can tell of.
struct SnapPatience: Equatable {
    /// Snaps in one turn: the first may be too late, the second wrong, and two may win.
    static let snaps = 4

    private var turn = 0
    private var snapsLeft = Self.snaps
    private var hasTurned = false

    /// Whether a snap in this turn is taken.
    mutating func takesSnap(in turn: Int) -> Bool {
        renew(for: turn)
        guard snapsLeft > 0 else { return false }
        snapsLeft -= 1
        return true
    }

    /// Whether turning the card is taken in this turn: once.
    mutating func takesTurn(in turn: Int) -> Bool {
        renew(for: turn)
        defer { hasTurned = true }
        return !hasTurned
    }

    private mutating func renew(for turn: Int) {
        if turn != self.turn { self = SnapPatience(turn: turn) }
    }

    /// The patience at a turn's beginning.
    init(turn: Int = 0) { self.turn = turn }
}
