// The seven levels of the computer player: which lines each one sees, how far it looks ahead, how precise it is.

/// The playing strength of the computer.
public enum Level: Int, CaseIterable, Sendable {
    case firstGame = 1
    case beginner
    case casual
    case steady
    case strong
    case expert
    case perfect

    /// How this level plays; nil for the perfect level, which asks the solver.
    var style: PlayStyle? {
        switch self {
        case .firstGame: PlayStyle(plies: 1, straight: 0.72, diagonal: 0.3, window: 14)
        case .beginner: PlayStyle(plies: 2, straight: 0.9, diagonal: 0.55, window: 10)
        case .casual: PlayStyle(plies: 2, straight: 0.985, diagonal: 0.85, window: 7)
        case .steady: PlayStyle(plies: 4, straight: 1, diagonal: 0.95, window: 5)
        case .strong: PlayStyle(plies: 6, straight: 1, diagonal: 0.99, window: 4)
        case .expert: PlayStyle(plies: 8, straight: 1, diagonal: 1, window: 2, knowsParity: true)
        case .perfect: nil
        }
    }

    /// Whether this level knows that `position` has this score: its end lies within the search, or the level plans for the end of the game.
    public func foresees(_ score: Score, in position: Position) -> Bool {
        guard let style, !style.knowsParity, let discs = position.discsToEnd(with: score) else { return true }
        return 2 * discs - (score > 0 ? 1 : 0) <= style.plies
    }
}

/// How an imperfect player plays.
struct PlayStyle {
    /// The search depth in plies.
    let plies: Int
    /// The probability of seeing a horizontal or vertical line of four.
    let straight: Double
    /// The probability of seeing a diagonal line.
    let diagonal: Double
    /// Moves valued within this distance of the best count as equally good.
    let window: Int
    /// Whether it knows the value of odd and even threats.
    var knowsParity = false

    /// A random selection of the lines, as this player sees them.
    func visibleLines(using generator: inout SeededGenerator) -> [UInt64] {
        Alignment.all.filter { Double.random(in: 0..<1, using: &generator) < ($0.isDiagonal ? diagonal : straight) }.map(\.bits)
    }
}
