// A computer player of Snap!. It sees what every player sees, needs time to react, and sometimes misses a match.

import Engine
import Games
import Wire

/// How quickly a computer player reacts. In the reaction test of UK Biobank, which is a game of Snap!, half a million people aged 40 to 69
/// needed some 560 ms on average, with a standard deviation of some 115 ms between people (Lyall and others, PLoS ONE 11(4), e0154222,
/// 2016; data field 20023).
package enum SnapSpeed: Int, CaseIterable {
    case slow
    case medium
    case quick

    /// The mean reaction time to a match, in milliseconds: of the slowest 2 %, of the average, and of the quickest 5 %.
    package var reaction: Int { [790, 560, 370][rawValue] }
    /// How many of a hundred matches it misses.
    package var misses: Int { [20, 6, 1][rawValue] }
    /// The time after which it turns its card, in milliseconds.
    package var turning: ClosedRange<Int> { [1100...2000, 800...1500, 550...1100][rawValue] }
}

/// A computer player.
final class SnapBot {
    /// The seat.
    let seat: Int
    /// Called with its actions.
    var didAct: (SnapMessage) -> Void = { _ in }

    private let speed: SnapSpeed
    /// The extra time that everybody has to snap, in milliseconds.
    private let slack: Int
    private let environment: Scheduler
    private var generator: SeededGenerator
    /// The matches that it has noticed or missed.
    private var known: [SnapMatch] = []
    private var turn = 0
    private var turnTimer: Cancellable?
    private var snapTimer: Cancellable?

    /// A computer player who has seen no table.
    init(seat: Int, speed: SnapSpeed, slack: Int = 0, environment: Scheduler, generator: SeededGenerator) {
        self.seat = seat
        self.speed = speed
        self.slack = slack
        self.environment = environment
        self.generator = generator
    }

    /// Shows it a table.
    func see(_ table: SnapTable) {
        if table.number == 1 {
            stop()
            turn = 0
            known = []
        }
        let standing = table.view.seats[seat].standing
        guard table.view.winner == nil, standing == .playing || standing == .lastChance else { return stop() }
        lookForMatch(on: table)
        takeTurn(at: table)
    }

    /// Stops it.
    func stop() {
        turnTimer?.cancel()
        snapTimer?.cancel()
    }

    private func lookForMatch(on table: SnapTable) {
        let matches = table.view.matches
        let isNew = matches.contains { !known.contains($0) }
        known = matches
        if matches.isEmpty { snapTimer?.cancel() }
        guard isNew, Int.random(in: 0..<100, using: &generator) >= speed.misses else { return }
        snapTimer?.cancel()
        let after = slack + Self.reactionTime(mean: speed.reaction, using: &generator)
        snapTimer = environment.after(milliseconds: after) { [weak self] in self?.didAct(.snap(deal: table.deal, after: after)) }
    }

    /// It does not cover a match before anybody could have noticed it, as a human player would look first.
    private func takeTurn(at table: SnapTable) {
        let view = table.view
        guard view.mover == seat else {
            turn = 0
            turnTimer?.cancel()
            return
        }
        guard view.turn != turn else { return }
        turn = view.turn
        turnTimer?.cancel()
        var pause = Self.time(around: speed.turning, using: &generator)
        if !view.matches.isEmpty { pause += 2 * speed.reaction + 500 + slack }
        let turn = view.turn
        turnTimer = environment.after(milliseconds: pause) { [weak self] in self?.didAct(.turn(deal: table.deal, turn: turn)) }
    }

    /// A reaction time in milliseconds. One person's times are distributed like the sum of a normal and an exponential variable (Luce,
    /// Response Times, 1986). A standard deviation of 10 % and an exponential part of 15 % make 18 % together.
    static func reactionTime(mean: Int, using generator: inout some RandomNumberGenerator) -> Int {
        // Twelve uniform variables add up to a nearly normal one, and half the sum of two squares of those is an exponential one.
        func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &generator) } }
        let (one, other) = (normal(), normal())
        let factor = 0.85 + 0.1 * normal() + 0.15 * (one * one + other * other) / 2
        return Int(Double(mean) * max(0.5, factor))
    }

    /// A human-like time: mostly near the middle of the range, seldom shorter, now and then much longer.
    static func time(around range: ClosedRange<Int>, using generator: inout some RandomNumberGenerator) -> Int {
        let usual = (0..<3).map { _ in Int.random(in: range, using: &generator) }.reduce(0, +) / 3
        let isDistracted = Int.random(in: 0..<8, using: &generator) == 0
        return usual + (isDistracted ? Int.random(in: 0...(range.upperBound - range.lowerBound), using: &generator) : 0)
    }
}
