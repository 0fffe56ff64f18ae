// Threats: empty squares that would complete a four, and the threat that decides the game once the rest of the board is full. They
// explain a score but do not replace the search for it.

/// An empty square that would complete a four of `player`.
public struct Threat: Hashable, Sendable {
    /// The square.
    public let square: Square
    /// The player whose four it would complete.
    public let player: Player
    /// Whether a disc dropped now would land there.
    public let isOpen: Bool

    /// A threat of `player` at `square`.
    public init(square: Square, player: Player, isOpen: Bool) {
        self.square = square
        self.player = player
        self.isOpen = isOpen
    }

    /// Whether it lies in row 1, 3 or 5, counted from 1 at the bottom. When the board fills up column by column, the first player
    /// gets the odd squares and the second the even ones.
    public var isOdd: Bool { square.row.isMultiple(of: 2) }
    /// Whether its owner gets the square by waiting.
    public var isOfUse: Bool { isOdd == (player == .first) }
}

extension Position {
    /// Every threat on the board, column by column from the bottom. A square can be a threat of both players.
    public func threats() -> [Threat] {
        Player.allCases.flatMap { player in
            threats(of: player).map { Threat(square: $0, player: player, isOpen: landing($0.column) == $0.bit) }
        }
        .sorted { $0.square.bit < $1.square.bit }
    }

    /// The columns where a disc of `player` would complete four now.
    public func winningColumns(of player: Player) -> [Int] {
        threats().filter { $0.isOpen && $0.player == player }.map(\.square.column)
    }

    /// The threat that decides the ending of a game with `score` for the player to move: the `waitingThreat`, if its owner wins,
    /// and with it exactly when the rest of the board is full. Nil if something else decides, or nothing.
    public func decidingThreat(score: Score) -> Threat? {
        let winner = score > 0 ? player : player.other
        guard let threat = waitingThreat(), let discs = discsToEnd(with: score), threat.player == winner else { return nil }
        // A win that comes sooner often owes nothing to this threat.
        let last = ply + 2 * discs - (score > 0 ? 1 : 0)
        return last == 42 - (5 - threat.square.row) ? threat : nil
    }

    /// The threat that wins if both players only wait, by the rule of odd and even squares (James D. Allen's "zugzwang control",
    /// simplified): an odd threat of the first player, unless the second has as many odd ones in other columns; otherwise an even
    /// threat of the second. Nil if there is none, and if nobody gets to wait because the next move wins. Often neither player can afford
    /// to wait.
    public func waitingThreat() -> Threat? {
        if let nextWin, !nextWin.canBeBlocked { return nil }
        let lowest = lowestThreats()
        let odd = lowest.filter { $0.player == .first && $0.isOdd }
        let against = lowest.filter { $0.player == .second && $0.isOdd }
        if odd.count > against.count { return odd.first }
        return odd.isEmpty && against.isEmpty ? lowest.first { $0.player == .second && !$0.isOdd } : nil
    }

    /// The lowest threat of each column that cannot be played yet. If both players have one on that square, the one of the player
    /// who gets the square. Threats above it do not matter: the column fills up no further without it.
    private func lowestThreats() -> [Threat] {
        let all = threats().filter { !$0.isOpen }
        return Board.columns.compactMap { column in
            let here = all.filter { $0.square.column == column }
            let both = here.filter { $0.square == here.first?.square }
            return both.first(where: \.isOfUse) ?? both.first
        }
    }
}
