// A position as the solver sees it: whose discs are where and who moves, but not how it came about. It knows no players'
// names, no screen and no search.
//
// The bits are the board's (see Board.swift): 7 * column + row, with the seventh bit of each column always empty.

/// Why a line of digits is no position.
public struct PositionError: Error, Equatable, Sendable {
    /// What is wrong.
    public enum Reason: Equatable, Sendable {
        /// Something other than the digits 1 to 7.
        case notADigit(Character)
        /// A seventh disc in a column, 1…7.
        case columnFull(Int)
        /// A move after the end of the game.
        case gameOver
    }

    /// What is wrong.
    public let reason: Reason
    /// The move it is wrong at, 1 for the first.
    public let move: Int
}

/// Where the discs are and who moves next. Reachable by legal moves, by construction.
public struct Position: Hashable, Sendable {
    /// The discs of the player to move.
    var mover: UInt64 = 0
    /// All discs.
    var taken: UInt64 = 0

    /// The empty board.
    public init() {}

    /// The position after a game's moves, written as column digits 1…7; the game may be over with the last of them.
    public init(digits: some StringProtocol) throws(PositionError) {
        var move = 0
        for character in digits {
            move += 1
            guard let digit = character.wholeNumberValue, character.isASCII, (1...7).contains(digit) else {
                throw PositionError(reason: .notADigit(character), move: move)
            }
            guard !isOver else { throw PositionError(reason: .gameOver, move: move) }
            guard canPlay(digit - 1) else { throw PositionError(reason: .columnFull(digit), move: move) }
            play(digit - 1)
        }
    }

    /// How many discs have been played, 0…42.
    public var ply: Int { taken.nonzeroBitCount }
    /// Who moves next (or would, after the end).
    public var player: Player { ply.isMultiple(of: 2) ? .first : .second }
    /// Whether there is a line of four, or no room for a disc.
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

    /// The position after a disc in `column`, as in `play`.
    public func playing(_ column: Int) -> Position {
        var next = self
        next.play(column)
        return next
    }

    /// The positions from which one disc leads here, whether a game can lead there or not.
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

    /// Whether some order of the discs leads here; for a position without a line of four.
    package var isReachable: Bool { taken == 0 || predecessors.contains(where: \.isReachable) }

    /// The empty squares that would complete a line of four for `player`, reachable now or not.
    public func threats(of player: Player) -> [Square] {
        let discs = player == self.player ? mover : mover ^ taken
        let squares = Bits.completions(of: discs) & Bits.board & ~taken
        return Square.all.filter { squares & $0.bit != 0 }
    }

    /// The square that a disc in `column` would take, as a bit; not on the board if the column is full.
    func landing(_ column: Int) -> UInt64 { (taken &+ Bits.bottom(column)) & Bits.column(column) }
}
