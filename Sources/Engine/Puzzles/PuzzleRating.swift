// The rating of a player who solves puzzles: Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022), where each try is a game against
// the puzzle. A puzzle's own rating follows from its difficulty and does not change.

import Glibc

/// A rating with what is known of its certainty.
public struct PuzzleRating: Equatable, Sendable {
    /// The rating.
    public var value: Double
    /// Its deviation: with 95 % certainty the strength lies within two of them.
    public var deviation: Double
    /// How much the strength varies.
    public var volatility: Double

    /// That of somebody of whom nothing is known.
    public init(value: Double = 1_000, deviation: Double = 350, volatility: Double = 0.06) {
        (self.value, self.deviation, self.volatility) = (value, deviation, volatility)
    }

    /// That of a puzzle: 200 points for each level of the computer player, and 20 for each move after the first.
    public init(of puzzle: Puzzle) {
        self.init(value: Self.value(of: puzzle.level) + Double(20 * (puzzle.length - 1)), deviation: 80)
    }

    /// The level of the puzzles that are about even for a player of this rating: about every second one is solved.
    public var level: Level {
        Level.allCases.min { abs(Self.value(of: $0) - value) < abs(Self.value(of: $1) - value) } ?? .firstGame
    }

    /// How many points are missing to the next level; nil at the highest.
    public var pointsToNextLevel: Int? {
        Level(rawValue: level.rawValue + 1).map {
            max(1, Int(((Self.value(of: level) + Self.value(of: $0)) / 2 - value).rounded(.up)))
        }
    }

    private static func value(of level: Level) -> Double { Double(600 + 200 * level.rawValue) }

    /// The rating after a try: `score` is 1 if the puzzle was solved, 0 if it was not, ½ if it was with a hint.
    public func after(_ score: Double, against puzzle: PuzzleRating) -> PuzzleRating {
        let (mu, phi) = ((value - Self.centre) / Self.scale, deviation / Self.scale)
        let (other, otherPhi) = ((puzzle.value - Self.centre) / Self.scale, puzzle.deviation / Self.scale)
        let g = 1 / sqrt(1 + 3 * otherPhi * otherPhi / (Double.pi * Double.pi))
        let expected = 1 / (1 + exp(-g * (mu - other)))
        let variance = 1 / (g * g * expected * (1 - expected))
        let delta = variance * g * (score - expected)
        let sigma = Self.volatility(volatility, phi: phi, variance: variance, delta: delta)
        let spread = sqrt(phi * phi + sigma * sigma)
        let newPhi = 1 / sqrt(1 / (spread * spread) + 1 / variance)
        let newMu = mu + newPhi * newPhi * g * (score - expected)
        return PuzzleRating(
            value: max(100, newMu * Self.scale + Self.centre), deviation: max(45, newPhi * Self.scale), volatility: sigma)
    }

    /// The rating after a try of a puzzle. One puzzle moves it by `mostChange` at most, and solved with hints is solved: that lowers nothing.
    public func after(_ score: Double, at puzzle: Puzzle) -> PuzzleRating {
        var next = after(score, against: PuzzleRating(of: puzzle))
        next.value = min(max(next.value, value - Self.mostChange), value + Self.mostChange)
        if score > 0 { next.value = max(next.value, value) }
        return next
    }

    /// By how much one puzzle moves the rating at most.
    public static let mostChange = 60.0

    private static let (centre, scale, tau) = (1_500.0, 173.7178, 0.5)

    /// Step 5 of the paper: the volatility that explains the result best, by the Illinois method.
    private static func volatility(_ sigma: Double, phi: Double, variance: Double, delta: Double) -> Double {
        let a = log(sigma * sigma)
        func f(_ x: Double) -> Double {
            let spread = phi * phi + variance + exp(x)
            return exp(x) * (delta * delta - spread) / (2 * spread * spread) - (x - a) / (tau * tau)
        }
        var low = a
        var high = log(max(1e-9, delta * delta - phi * phi - variance))
        if delta * delta <= phi * phi + variance {
            var k = 1.0
            while f(a - k * tau) < 0, k < 100 { k += 1 }
            high = a - k * tau
        }
        var (fLow, fHigh) = (f(low), f(high))
        for _ in 0..<100 where abs(high - low) > 1e-6 {
            let middle = low + (low - high) * fLow / (fHigh - fLow)
            let value = f(middle)
            if value * fHigh <= 0 { (low, fLow) = (high, fHigh) } else { fLow /= 2 }
            (high, fHigh) = (middle, value)
        }
        return exp(low / 2)
    }
}
