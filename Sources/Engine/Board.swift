// The board: 7 columns of 6 rows as two 49-bit words, and the lines of four on it.
//
// A square is bit 7 * column + row. Row 0 is the bottom. Row 6 stays empty, so that no line continues in the next column:
//
//      6 13 20 27 34 41 48   always empty
//      5 12 19 26 33 40 47   top row
//      4 11 18 25 32 39 46
//      3 10 17 24 31 38 45
//      2  9 16 23 30 37 44
//      1  8 15 22 29 36 43
//      0  7 14 21 28 35 42   bottom row

/// One of the 42 places on the board.
public struct Square: Hashable, Sendable {
    /// 0…6 from the left.
    public let column: Int
    /// 0…5 from the bottom.
    public let row: Int

    /// The square in `column` and `row`, both within the board.
    public init(column: Int, row: Int) {
        precondition(Board.columns.contains(column) && Board.rows.contains(row))
        self.column = column
        self.row = row
    }

    /// Every square, column by column from the bottom.
    static let all = Board.columns.flatMap { column in Board.rows.map { Square(column: column, row: $0) } }

    var bit: UInt64 { 1 << UInt64(7 * column + row) }
}

/// The players in the order of their moves.
public enum Player: Int, CaseIterable, Sendable {
    case first
    case second

    /// The opponent.
    public var other: Player { self == .first ? .second : .first }

    /// The player to move after `count` discs.
    public static func toMove(after count: Int) -> Player { count.isMultiple(of: 2) ? .first : .second }
}

/// Where the discs are.
public struct Board: Hashable, Sendable {
    /// Columns from the left.
    public static let columns = 0..<7
    /// Rows from the bottom.
    public static let rows = 0..<6
    /// The number of squares.
    public static let capacity = 42

    /// The discs of each player, one bit per square as above.
    private var first: UInt64 = 0
    private var second: UInt64 = 0

    /// An empty board.
    public init() {}

    /// The owner of the disc on a square; nil if the square is empty.
    public subscript(square: Square) -> Player? {
        if first & square.bit != 0 { return .first }
        return second & square.bit != 0 ? .second : nil
    }

    /// Whether four of this player's discs can still come to stand in a row.
    func canStillHaveFour(_ player: Player) -> Bool {
        let others = player == .first ? second : first
        return Alignment.all.contains { $0.bits & others == 0 }
    }

    /// The number of discs on the board.
    public var count: Int { (first | second).nonzeroBitCount }
    /// Whether every square is taken.
    public var isFull: Bool { count == Self.capacity }

    /// The square where a disc dropped into `column` (0…6) lands; nil if the column is full.
    public func landing(in column: Int) -> Square? {
        let height = ((first | second) >> UInt64(7 * column) & 0x3F).nonzeroBitCount
        return height < Self.rows.count ? Square(column: column, row: height) : nil
    }

    /// Puts a disc on an empty square.
    mutating func add(_ player: Player, at square: Square) {
        switch player {
        case .first: first |= square.bit
        case .second: second |= square.bit
        }
    }

    /// The squares of all of `player`'s lines of four; empty if there is none.
    public func winningSquares(of player: Player) -> [Square] {
        let discs = player == .first ? first : second
        var line: UInt64 = 0
        for step: UInt64 in [1, 6, 7, 8] {  // up; right and down; right; right and up
            let pairs = discs & discs >> step
            let starts = pairs & pairs >> (2 * step)
            line |= starts | starts << step | starts << (2 * step) | starts << (3 * step)
        }
        return line == 0 ? [] : Square.all.filter { line & $0.bit != 0 }
    }
}
