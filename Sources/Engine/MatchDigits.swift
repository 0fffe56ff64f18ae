// A game as its column digits, and the position that it has come to. It knows no file and no screen.

extension Match {
    /// The game of these column digits, 1…7; it may be over with the last of them.
    public init(digits: some StringProtocol) throws(PositionError) {
        _ = try Position(digits: digits)
        self.init()
        for digit in digits { _ = play((digit.wholeNumberValue ?? 0) - 1) }
    }

    /// Its moves as column digits.
    public var digits: String { moves.map { String($0 + 1) }.joined() }

    /// Where it has come to.
    public var position: Position { position(after: moves.count) }

    /// Where it stood after so many moves.
    public func position(after count: Int) -> Position {
        moves.prefix(count).reduce(into: Position()) { $0.play($1) }
    }

    /// The game as it stood after so many moves.
    public func prefix(_ count: Int) -> Match {
        moves.prefix(count).reduce(into: Match()) { _ = $0.play($1) }
    }
}
