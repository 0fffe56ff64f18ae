// A game as a recording for asciinema, one move per second, with the board in half blocks and 256 colours. The format is asciicast
// version 2, https://docs.asciinema.org/manual/asciicast/v2/.

import Text

extension GameSheet {
    /// The cells of a square including the gap on its left and top, of the board, and of the screen.
    private static let (pitch, rows) = (6, 3)
    private static var board: (width: Int, height: Int) { (Board.columns.count * pitch + 1, Board.rows.count * rows) }
    private static let (width, height) = (49, 24)
    private static let margin = 3
    /// A disc, in pixels of half a row.
    private static let disc = DiscShape(width: pitch - 1, height: 2 * rows - 1)

    /// The recording: a header, then one frame per line.
    var recording: String {
        let title = Self.quoted(words.title.plain)
        var lines = [
            "{\"version\": 2, \"width\": \(Self.width), \"height\": \(Self.height), \"title\": \(title), "
                + "\"env\": {\"TERM\": \"xterm-256color\"}}"
        ]
        var game = Game()
        lines.append(frame(of: game, at: 0))
        for (index, column) in self.game.moves.enumerated() {
            _ = game.play(column)
            lines.append(frame(of: game, at: index + 1))
        }
        // The last frame stays on screen.
        lines.append("[\(self.game.moves.count + 3).0, \"o\", \"\"]")
        return lines.joined(separator: "\n") + "\n"
    }

    private func frame(of game: Game, at second: Int) -> String {
        let winning = Self.winning(in: game)
        let indent = String(repeating: " ", count: Self.margin)
        // Each player gets a row: names can be long.
        var lines = [
            "\u{1B}[H\u{1B}[2J" + indent + Self.painted("●", Self.yellow) + " \(Self.shown(first))",
            indent + Self.painted("◉", Self.red) + " \(Self.shown(self.second))",
        ]
        for row in 0..<Self.board.height {
            lines.append(
                indent
                    + Self.cells(
                        (0..<Self.board.width).map { x in
                            (Self.colour(x, 2 * row, game, winning), Self.colour(x, 2 * row + 1, game, winning))
                        }))
        }
        let numbers = Board.columns.map { "   \($0 + 1)  " }.joined() + " "
        lines.append(indent + "\u{1B}[38;5;153;48;5;\(Self.panel)m" + numbers + "\u{1B}[0m")
        lines.append("")
        if game.outcome != nil { lines.append(indent + Self.shown(words.ending.plain)) }
        return "[\(second).0, \"o\", \(Self.quoted(lines.joined(separator: "\r\n")))]"
    }

    // The screen's colours.
    private static let (panel, hole, yellow, red, white) = (25, 233, 220, 160, 231)

    /// The colour of a pixel of the board.
    private static func colour(_ x: Int, _ y: Int, _ game: Game, _ winning: Set<Square>) -> Int {
        let (column, row) = (min(x / pitch, Board.columns.count - 1), Board.rows.count - 1 - y / (2 * rows))
        let (left, top) = (x - column * pitch - 1, y % (2 * rows) - 1)
        guard left >= 0, top >= 0, left < disc.width, disc.contains(x: left, y: top) else { return panel }
        let square = Square(column: column, row: row)
        guard let player = game.board[square] else { return hole }
        let isCore = disc.contains(x: left, y: top, within: DiscShape.core)
        if winning.contains(square) && isCore { return white }
        let isDimmed = !winning.isEmpty && !winning.contains(square)
        if player == .first { return isDimmed ? 137 : yellow }
        if isCore { return isDimmed ? 16 : 88 }
        return isDimmed ? 88 : red
    }

    /// A row of cells of two pixels each. A colour is set only where it changes.
    private static func cells(_ pixels: [(upper: Int, lower: Int)]) -> String {
        var text = ""
        var (front, back): (Int?, Int?) = (nil, nil)
        for (upper, lower) in pixels {
            if upper != lower && front != upper {
                text += "\u{1B}[38;5;\(upper)m"
                front = upper
            }
            if back != lower {
                text += "\u{1B}[48;5;\(lower)m"
                back = lower
            }
            text += upper == lower ? " " : "▀"
        }
        return text + "\u{1B}[0m"
    }

    private static func painted(_ text: String, _ colour: Int) -> String { "\u{1B}[38;5;\(colour)m\(text)\u{1B}[0m" }

    /// A name, cut to the width of the frame.
    private static func shown(_ text: String) -> String { String(text.prefix(40)) }

    /// A JSON string.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
