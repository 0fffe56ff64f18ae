// Fairness between the player at the host's machine and players further away, and limits for a player who sends without end.
//
// The first Snap! to arrive at the host wins. The host's own player is nearer than the guests by one round trip. So every action waits as
// long as the same action by the most distant player would have taken, and if that is long enough to be noticed, the players are told.
// Distances are measured all the time: `glance` after its screen shows a table, every program wakes up, and a guest's program sends "seen".
// The distance is how much later "seen" arrives than the host's own program woke up. It contains all that a Snap! goes through on both
// sides: the round trip, drawing, and how long a busy machine delays a program that wakes up. On a cable it is less than a millisecond, on
// Wi-Fi a few; it is negative if the host's machine is the slower one, and then the guests wait.
//
// A guest who delayed "seen" would gain `longest` at most, and everybody would be told. A guest who sent it early would only be taken
// for nearer.

/// What the players are told about the waiting.
package struct SnapWindow: Equatable {
    /// The seat of the most distant player.
    package let seat: Int
    /// How long the nearest player's actions wait, in milliseconds.
    package let milliseconds: Int
}

/// The distances of the players, and how long their actions wait.
package struct SnapFairness: Equatable {
    /// The longest distance that is compensated, in milliseconds. For a player further away the rest is a handicap.
    package static let longest = 300
    /// How long after showing a table "seen" is sent, in milliseconds: long enough for the process to sleep, shorter than any reaction.
    package static let glance = 2

    /// The latest `kept` distances by guest's seat, in milliseconds, the oldest first. The host's own distance is 0.
    private var measured: [Int: [Int]] = [:]
    /// The fraction of a millisecond that each seat still has to wait, so that the mean is exact.
    private var owed: [Int: Double] = [:]

    /// What the players are told; nil while nobody is far enough away to notice.
    package private(set) var window: SnapWindow?

    private static let kept = 16
    /// How many measurements of a seat are needed before the players are told.
    private static let sure = 4
    /// Up to this distance the players are told nothing, in milliseconds.
    private static let unnoticed = (before: 50, after: 35)
    /// The smallest change that is announced, in milliseconds.
    private static let step = 25.0

    /// A guest's "seen" arrived this many milliseconds after the host's own program woke up; before it if negative.
    package mutating func note(_ milliseconds: Int, of seat: Int) {
        let distances = (measured[seat] ?? []).suffix(Self.kept - 1)
        measured[seat] = distances + [max(-Self.longest, min(milliseconds, Self.longest))]
        adjustWindow()
    }

    /// The mean of the middle half of the measurements, so that a machine that was busy for a moment does not count as further away.
    package func distance(of seat: Int) -> Double {
        let sorted = (measured[seat] ?? []).sorted()
        let middle = sorted.dropFirst(sorted.count / 4).dropLast(sorted.count / 4)
        return middle.isEmpty ? 0 : Double(middle.reduce(0, +)) / Double(middle.count)
    }

    /// Forgets a player who left.
    package mutating func forget(_ seat: Int) {
        measured[seat] = nil
        adjustWindow()
    }

    /// An announcement stands until it is clearly wrong, so that players do not read of every small change.
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

    /// How long an action of this seat has to wait now, in milliseconds.
    package mutating func wait(of seat: Int) -> Int {
        let farthest = max(0, measured.keys.map(distance).max() ?? 0)
        let wait = farthest - distance(of: seat) + (owed[seat] ?? 0)
        let whole = max(0, Int(wait))
        owed[seat] = wait - Double(whole)
        return whole
    }
}

/// Limits the actions of one seat within a turn: more than a serious player needs, and no more than the host can announce.
struct SnapTurnLimits: Equatable {
    /// Snaps in one turn: the first may be too late, the second wrong, and two may win.
    static let snaps = 4

    private var turn = 0
    private var snapsLeft = Self.snaps
    private var hasTurned = false

    /// Whether one more snap is allowed in this turn.
    mutating func allowsSnap(in turn: Int) -> Bool {
        renew(for: turn)
        guard snapsLeft > 0 else { return false }
        snapsLeft -= 1
        return true
    }

    /// Whether turning the card is allowed in this turn: once.
    mutating func allowsTurn(in turn: Int) -> Bool {
        renew(for: turn)
        defer { hasTurned = true }
        return !hasTurned
    }

    private mutating func renew(for turn: Int) { if turn != self.turn { self = SnapTurnLimits(turn: turn) } }

    /// The limits at the start of a turn.
    init(turn: Int = 0) { self.turn = turn }
}
