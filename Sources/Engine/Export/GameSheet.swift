// A game for export: its moves, players and date, and the formats it can be written in. All words come from the caller.

import Text

/// An export format.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// Column digits, one line.
    case digits
    /// A diagram of the last position, in ASCII.
    case text
    /// An SVG picture with numbered discs.
    case svg
    /// A recording for asciinema (asciicast, version 2).
    case cast
}

/// A game and its headings.
public struct GameSheet: Equatable, Sendable {
    /// The game.
    public var game: Game
    /// The first player's name.
    public let first: String
    /// The second player's name.
    public let second: String
    /// The date as text; empty if unknown.
    public let date: String
    /// The other texts on it.
    public let words: Words

    /// The texts on a sheet, besides names and date.
    public struct Words: Equatable, Sendable {
        /// The document's title: the players and the result.
        public var title: String
        /// The line above a picture: the players' colours and the date.
        public var heading: String
        /// The line below the board: the result.
        public var ending: String
        /// Whether they run from right to left. Only then may names stand between the isolation marks FSI and PDI.
        public var isRightToLeft: Bool

        /// Creates the texts.
        public init(title: String, heading: String, ending: String, isRightToLeft: Bool = false) {
            self.title = title
            self.heading = heading
            self.ending = ending
            self.isRightToLeft = isRightToLeft
        }

        /// The texts as plain text, with those marks kept.
        fileprivate var plain: Words {
            let plain = { (text: String) in isRightToLeft ? text.plainPieces : text.plain }
            return Words(title: plain(title), heading: plain(heading), ending: plain(ending), isRightToLeft: isRightToLeft)
        }
    }

    /// Creates a sheet. Its texts are made plain, because names come from outside.
    public init(game: Game, first: String, second: String, date: String, words: Words) {
        self.game = game
        self.first = first.plain
        self.second = second.plain
        self.date = date.plain
        self.words = words.plain
    }

    /// The sheet in `format`, with a newline at the end.
    public func text(as format: ExportFormat) -> String {
        switch format {
        case .digits: game.digits + "\n"
        case .text: diagram
        case .svg: picture
        case .cast: recording
        }
    }

    /// The squares of the winning lines.
    static func winning(in game: Game) -> Set<Square> {
        if case .won(_, let squares) = game.outcome { return Set(squares) }
        return []
    }

    private var diagram: String {
        let winning = Self.winning(in: game)
        let rows = Board.rows.reversed().map { row in
            "|"
                + Board.columns.map { column in
                    let square = Square(column: column, row: row)
                    let disc = game.board[square].map { $0 == .first ? "X" : "O" } ?? "."
                    return winning.contains(square) ? "[\(disc)]" : " \(disc) "
                }.joined() + "|"
        }
        let numbers = " " + Board.columns.map { " \($0 + 1) " }.joined()
        let head = ["X \(first)", "O \(second)"] + (date.isEmpty ? [] : [date])
        return (head + [""] + rows + ["+---------------------+", numbers, "", words.ending.plain, game.digits]).joined(
            separator: "\n")
            + "\n"
    }
}

extension String {
    /// Plain text that keeps FSI and PDI.
    fileprivate var plainPieces: String {
        split(separator: "\u{2068}", omittingEmptySubsequences: false).map { piece in
            piece.split(separator: "\u{2069}", omittingEmptySubsequences: false).map { String($0).plain }.joined(
                separator: "\u{2069}")
        }.joined(separator: "\u{2068}")
    }
}
