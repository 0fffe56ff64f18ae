// A computer player of Snap!: it sees what every player sees, needs its time to react, and sometimes sees nothing. It knows no card
// that lies face down.

import Games

/// How quickly a computer player reacts.
package enum SnapSpeed: Int, CaseIterable {
    case slow
    case medium
    case quick

    /// The milliseconds of a usual reaction to a match; most lie within.
    package var reaction: ClosedRange<Int> { [650...1350, 420...880, 280...520][rawValue] }
    /// Of a hundred matches it does not see so many.
    package var misses: Int { [20, 6, 1][rawValue] }
    /// The milliseconds after which it turns its card.
    package var turning: ClosedRange<Int> { [1100...2000, 800...1500, 550...1100][rawValue] }
}

/// A computer player.
package final class SnapBot {
    package let seat: Int
    /// Takes what it does.
    package var act: ((SnapAction) -> Void)?

    private let speed: SnapSpeed
    /// How much longer it takes than it needs: everybody is to have that time.
    private let slack: Int
    private let environment: Scheduler
    private var generator = SystemRandomNumberGenerator()
    /// The matches that it has seen, or failed to see.
    private var known: [SnapMatch] = []
    private var turn = 0
    private var turnTimer: Cancellable?
    private var snapTimer: Cancellable?

    package init(seat: Int, speed: SnapSpeed, slack: Int = 0, environment: Scheduler) {
        self.seat = seat
        self.speed = speed
        self.slack = slack
        self.environment = environment
    }

    /// It is shown the table.
    package func see(_ table: SnapTable) {
        if table.number == 1 {
            stop()
            turn = 0
            known = []
        }
        let standing = table.view.seats[seat].standing
        guard table.view.winner == nil, standing == .playing || standing == .lastChance else { return stop() }
        lookForMatch(table.view.matches)
        takeTurn(table.view)
    }

    /// It does nothing more.
    package func stop() {
        turnTimer?.cancel()
        snapTimer?.cancel()
    }

    private func lookForMatch(_ matches: [SnapMatch]) {
        let isNew = matches.contains { !known.contains($0) }
        known = matches
        if matches.isEmpty { snapTimer?.cancel() }
        guard isNew, Int.random(in: 0..<100, using: &generator) >= speed.misses else { return }
        snapTimer?.cancel()
        let after = slack + Self.time(around: speed.reaction, using: &generator)
        snapTimer = environment.after(milliseconds: after) { [weak self] in self?.act?(.snap(after: after)) }
    }

    /// A match is left lying for as long as anybody needs to see it: a player would look, too, before covering it.
    private func takeTurn(_ view: SnapView) {
        guard view.mover == seat else {
            turn = 0
            turnTimer?.cancel()
            return
        }
        guard view.turn != turn else { return }
        turn = view.turn
        turnTimer?.cancel()
        var pause = Self.time(around: speed.turning, using: &generator)
        if !view.matches.isEmpty { pause += speed.reaction.upperBound + 500 + slack }
        let turn = view.turn
        turnTimer = environment.after(milliseconds: pause) { [weak self] in self?.act?(.turn(turn)) }
    }

    /// A time as people need it: mostly about the middle of the range, seldom shorter, now and then a good deal longer.
    package static func time(around range: ClosedRange<Int>, using generator: inout some RandomNumberGenerator) -> Int {
        let usual = (0..<3).map { _ in Int.random(in: range, using: &generator) }.reduce(0, +) / 3
        let isDistracted = Int.random(in: 0..<8, using: &generator) == 0
        return usual + (isDistracted ? Int.random(in: 0...(range.upperBound - range.lowerBound), using: &generator) : 0)
    }
}
