// A position as the solver sees it: the discs and the player to move, without the order of the moves.
//
// The bits are those of Board.swift: 7 * column + row, with the seventh bit of each column always empty.

/// Why digits do not describe a position. `move` is the number of the wrong move, 1 for the first.
public enum PositionError: Error, Equatable, Sendable {
    /// Something other than the digits 1 to 7.
    case notADigit(Character, move: Int)
    /// A seventh disc in a column, 1…7.
    case columnFull(Int, move: Int)
    /// A move after the end of the game.
    case gameOver(move: Int)
}

/// The discs and the player to move. Always reachable by legal moves.
public struct Position: Hashable, Sendable {
    /// The discs of the player to move.
    var mover: UInt64 = 0
    /// All discs.
    var taken: UInt64 = 0

    /// The empty board.
    public init() {}

    /// The position after moves written as column digits 1…7. The last one may end the game.
    public init(digits: some StringProtocol) throws(PositionError) {
        var move = 0
        for character in digits {
            move += 1
            guard let digit = character.wholeNumberValue, character.isASCII, (1...7).contains(digit) else {
                throw .notADigit(character, move: move)
            }
            guard !isOver else { throw .gameOver(move: move) }
            guard canPlay(digit - 1) else { throw .columnFull(digit, move: move) }
            play(digit - 1)
        }
    }

    /// The number of discs played, 0…42.
    public var ply: Int { taken.nonzeroBitCount }
    /// The player to move. After the end, the player who would be next.
    public var player: Player { ply.isMultiple(of: 2) ? .first : .second }
    /// Whether there is a line of four or the board is full.
    public var isOver: Bool { taken == Bits.board || Bits.hasFour(taken ^ mover) }
    /// Whether the player who has just moved has four in a row.
    public var isWon: Bool { Bits.hasFour(taken ^ mover) }

    /// Whether `column`, 0…6, has room.
    public func canPlay(_ column: Int) -> Bool {
        taken & Bits.top(column) == 0
    }

    /// Whether a disc in `column`, 0…6, with room, wins at once.
    public func wins(playing column: Int) -> Bool {
        Bits.completions(of: mover) & landing(column) != 0
    }

    /// Drops a disc into `column`, 0…6, which has room; the game is not over.
    public mutating func play(_ column: Int) {
        precondition(canPlay(column) && !isOver)
        mover ^= taken
        taken |= taken &+ Bits.bottom(column)
    }

    /// Whether a player could take a disc in `column`, 0…6, with room, for right: it lets nobody win with the next disc.
    public func isPlausible(_ column: Int) -> Bool {
        let next = playing(column)
        return next.isOver || next.winningColumns(of: next.player).isEmpty
    }

    /// The position after a disc in `column`, as in `play`.
    public func playing(_ column: Int) -> Position {
        var next = self
        next.play(column)
        return next
    }

    /// The positions one disc before this one, including unreachable ones.
    package var predecessors: [Position] {
        let last = taken ^ mover
        return Board.columns.compactMap { column in
            let discs = taken & Bits.column(column)
            let top: UInt64 = discs == 0 ? 0 : 1 << UInt64(63 - discs.leadingZeroBitCount)
            guard last & top != 0 else { return nil }
            var before = Position()
            before.taken = taken ^ top
            before.mover = last ^ top
            return before
        }
    }

    /// Whether some order of moves leads here. Only for positions without a line of four.
    package var isReachable: Bool { taken == 0 || predecessors.contains(where: \.isReachable) }

    /// The empty squares that would complete a line of four for `player`, playable now or later.
    public func threats(of player: Player) -> [Square] {
        let discs = player == self.player ? mover : mover ^ taken
        let squares = Bits.completions(of: discs) & Bits.board & ~taken
        return Square.all.filter { squares & $0.bit != 0 }
    }

    /// The bit of the square that a disc in `column` would take; outside the board if the column is full.
    func landing(_ column: Int) -> UInt64 { (taken &+ Bits.bottom(column)) & Bits.column(column) }
}
