// What keeps a game of Snap! fair between a player at the host's own machine and players further away, and what keeps it going when
// one of them sends without end. It knows no cards.
//
// The first Snap! to arrive at the host wins. The host's own player is nearer than the others by the time that the card takes to a
// guest and the guest's Snap! takes back. So whatever a player does waits until the same from the most distant player could have come,
// and where that is long enough to be noticed the players are told.
// How distant a player is is measured all through the game. Each program does what the quickest of players would do: `glance`
// after its screen shows a table it wakes up, and a guest's program says "seen". The distance is how much later "seen" comes to the
// host than the host's own program wakes. All that a Snap! has to go through is in it, on both sides: the way there and back, the
// drawing, and also how long a busy machine lets a program wait that wakes up. On a cable it is less than a millisecond, on Wi-Fi a
// few, over a relay as much as the way there and back; and less than nothing where the host's machine is the slower one. Then the
// guests wait.
//
// A guest who held "seen" back would gain, at the most, `longest`, and all would read who it is; one that sent it too early would only
// be taken for nearer.

/// What the players are told of the waiting.
package struct SnapWindow: Equatable {
    /// Who is the most distant.
    package let seat: Int
    /// How long what the nearest do waits for that, in milliseconds.
    package let milliseconds: Int
}

/// How far away the players are, and how long what each of them does has to wait.
package struct SnapFairness: Equatable {
    /// The longest distance that is made up for, in milliseconds. Whoever is further away has the rest as a handicap.
    package static let longest = 300
    /// How long after a table is shown "seen" is said, in milliseconds: long enough to fall asleep, shorter than anybody's reaction.
    package static let glance = 2

    /// The latest `kept` distances, by guest's seat, in milliseconds, the oldest first; the host's own is 0.
    private var measured: [Int: [Int]] = [:]
    /// What of a millisecond each seat's waiting has been short of, so that it is right in the mean.
    private var owed: [Int: Double] = [:]

    /// What the players are told; nil while nobody is far enough away for anybody to notice.
    package private(set) var window: SnapWindow?

    private static let kept = 16
    /// How many distances of a seat tell enough of it to be told to the players.
    private static let sure = 4
    /// Up to so many milliseconds nothing is told, or nothing any more.
    private static let unnoticed = (before: 50, after: 35)
    /// A change of so many milliseconds is worth telling.
    private static let step = 25.0

    /// A guest's "seen" came so many milliseconds after the host's own program woke up; before it, where negative.
    package mutating func note(_ milliseconds: Int, of seat: Int) {
        let distances = (measured[seat] ?? []).suffix(Self.kept - 1)
        measured[seat] = distances + [max(-Self.longest, min(milliseconds, Self.longest))]
        adjustWindow()
    }

    /// The mean of the middle half of what was measured: a machine that was busy for a moment is no farther away for that.
    package func distance(of seat: Int) -> Double {
        let sorted = (measured[seat] ?? []).sorted()
        let middle = sorted.dropFirst(sorted.count / 4).dropLast(sorted.count / 4)
        return middle.isEmpty ? 0 : Double(middle.reduce(0, +)) / Double(middle.count)
    }

    /// Nobody needs to wait for this seat any more.
    package mutating func forget(_ seat: Int) {
        measured[seat] = nil
        adjustWindow()
    }

    /// What was told stands until it is clearly wrong: nobody wants to read of every flicker.
    private mutating func adjustWindow() {
        let known = measured.filter { $0.value.count >= Self.sure }.keys.map { (seat: $0, distance: distance(of: $0)) }
        let least = window == nil ? Self.unnoticed.before : Self.unnoticed.after
        guard let farthest = known.max(by: { $0.distance < $1.distance }), farthest.distance > Double(least) else {
            window = nil
            return
        }
        if let window, measured[window.seat] != nil {
            let told = Double(window.milliseconds)
            if abs(distance(of: window.seat) - told) < Self.step, farthest.distance - told < Self.step { return }
        }
        window = SnapWindow(seat: farthest.seat, milliseconds: Int((farthest.distance / 10).rounded()) * 10)
    }

    /// How many milliseconds what this seat does now has to wait.
    package mutating func wait(of seat: Int) -> Int {
        let farthest = max(0, measured.keys.map(distance).max() ?? 0)
        let wait = farthest - distance(of: seat) + (owed[seat] ?? 0)
        let whole = max(0, Int(wait))
        owed[seat] = wait - Double(whole)
        return whole
    }
}

/// What is taken from one seat within a turn: more than a player in earnest does, and no more than the host can tell of.
package struct SnapPatience: Equatable {
    /// Snaps in one turn: the first may be too late, the second wrong, and two may win.
    package static let snaps = 4

    private var turn = 0
    private var snapsLeft = Self.snaps
    private var hasTurned = false

    /// Whether a snap in this turn is taken.
    package mutating func takesSnap(in turn: Int) -> Bool {
        renew(for: turn)
        guard snapsLeft > 0 else { return false }
        snapsLeft -= 1
        return true
    }

    /// Whether turning the card is taken in this turn: once.
    package mutating func takesTurn(in turn: Int) -> Bool {
        renew(for: turn)
        defer { hasTurned = true }
        return !hasTurned
    }

    private mutating func renew(for turn: Int) { if turn != self.turn { self = SnapPatience(turn: turn) } }

    /// The timeout at a turn's beginning.
    package init(turn: Int = 0) { self.turn = turn }
}
