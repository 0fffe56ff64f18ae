// A game to show to others: its moves, who played and when, and as what it can be written out. It knows no file, and no words but
// those that it is given.

import Text

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
    public var match: Game
    /// Who moved first, as a name.
    public let first: String
    /// Who moved second.
    public let second: String
    /// When, as a date to read; empty where it is not known.
    public let date: String
    /// What else is to be read on it.
    public let words: Words

    /// What is written on a sheet, besides names and date.
    public struct Words: Equatable, Sendable {
        /// Who played and how it ended, as a document is called.
        public var title: String
        /// Who played in which colour and when, above a picture.
        public var heading: String
        /// How it ended, below the board.
        public var ending: String
        /// Whether they are written from right to left: then the names in them may be between the marks of a piece of text whose direction
        /// is its own (FSI and PDI), and nothing else.
        public var isRightToLeft: Bool

        /// These words.
        public init(title: String, heading: String, ending: String, isRightToLeft: Bool = false) {
            self.title = title
            self.heading = heading
            self.ending = ending
            self.isRightToLeft = isRightToLeft
        }

        /// Without what is no plain text, but for those marks.
        fileprivate var plain: Words {
            let plain = { (text: String) in isRightToLeft ? text.plainPieces : text.plain }
            return Words(title: plain(title), heading: plain(heading), ending: plain(ending), isRightToLeft: isRightToLeft)
        }
    }

    /// A sheet of these; the texts are made plain, since a name in them may be anybody's.
    public init(match: Game, first: String, second: String, date: String, words: Words) {
        self.match = match
        self.first = first.plain
        self.second = second.plain
        self.date = date.plain
        self.words = words.plain
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

    /// The squares of the winning lines.
    static func winning(in match: Game) -> Set<Square> {
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
        return (head + [""] + rows + ["+---------------------+", numbers, "", words.ending.plain, match.digits]).joined(
            separator: "\n")
            + "\n"
    }
}

extension String {
    /// Plain, but for FSI and PDI.
    fileprivate var plainPieces: String {
        split(separator: "\u{2068}", omittingEmptySubsequences: false).map { piece in
            piece.split(separator: "\u{2069}", omittingEmptySubsequences: false).map { String($0).plain }.joined(
                separator: "\u{2069}")
        }.joined(separator: "\u{2068}")
    }
}
