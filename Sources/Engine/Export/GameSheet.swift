// A game to show to others: its moves, who played and when, and as what it can be written out. It knows no file.

/// As what a game can be written out.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// Column digits, one line.
    case digits
    /// A diagram of the last position, in ASCII.
    case text
    /// A picture, the discs numbered in the order of their moves.
    case svg
    /// A recording for asciinema (asciicast, version 2).
    case cast
}

/// A game with what stands above it on paper.
public struct GameSheet: Equatable, Sendable {
    /// The game.
    public var match: Match
    /// Who moved first, as a name.
    public var first: String
    /// Who moved second.
    public var second: String
    /// When, in words; empty where it is not known.
    public var date: String

    /// A sheet of these.
    public init(match: Match, first: String, second: String, date: String = "") {
        self.match = match
        self.first = first
        self.second = second
        self.date = date
    }

    /// The sheet written out; every format ends with a line's end.
    public func text(as format: ExportFormat) -> String {
        switch format {
        case .digits: match.digits + "\n"
        case .text: diagram
        case .svg: picture
        case .cast: recording
        }
    }

    /// How it ended, in words.
    var ending: String {
        switch match.outcome {
        case .won(let winner, _): "\(winner == .first ? first : second) wins with move \(match.moves.count)"
        case .draw: "a draw"
        case nil: "unfinished after \(match.moves.count) \(match.moves.count == 1 ? "move" : "moves")"
        }
    }

    /// The squares of the winning lines.
    static func winning(in match: Match) -> Set<Square> {
        if case .won(_, let squares) = match.outcome { return Set(squares) }
        return []
    }

    private var diagram: String {
        let winning = Self.winning(in: match)
        let rows = Board.rows.reversed().map { row in
            "|"
                + Board.columns.map { column in
                    let square = Square(column: column, row: row)
                    let disc = match.board[square].map { $0 == .first ? "X" : "O" } ?? "."
                    return winning.contains(square) ? "[\(disc)]" : " \(disc) "
                }.joined() + "|"
        }
        let numbers = " " + Board.columns.map { " \($0 + 1) " }.joined()
        let head = ["X \(first)", "O \(second)"] + (date.isEmpty ? [] : [date])
        return (head + [""] + rows + ["+---------------------+", numbers, "", ending, match.digits]).joined(separator: "\n")
            + "\n"
    }
}
