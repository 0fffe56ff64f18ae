// The seven levels of the computer player: what each sees, how far it looks ahead, how choosy it is. It plays no move.

/// How strong the computer plays.
public enum Level: Int, CaseIterable, Sendable {
    case firstGame = 1
    case beginner
    case casual
    case steady
    case strong
    case expert
    case perfect

    /// What it is like; nil for the perfect one, which is not like anybody.
    var temper: PlayStyle? {
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
}

/// How somebody plays who is not perfect.
struct PlayStyle {
    /// How many moves it looks ahead, its own and the other's together.
    let plies: Int
    /// The chance that it sees a line of four that runs across or up.
    let straight: Double
    /// The same for a diagonal.
    let diagonal: Double
    /// Moves that it values this much less than the best are as good to it.
    let window: Int
    /// Whether it values odd and even threats.
    var knowsParity = false

    /// The lines that it sees this time.
    func sight(using generator: inout SeededGenerator) -> [UInt64] {
        Line.all.filter { Double.random(in: 0..<1, using: &generator) < ($0.isDiagonal ? diagonal : straight) }.map(\.bits)
    }
}
