// A game as a picture (SVG 1.1): the board after the last move, each disc with the number of its move. It knows no file.

extension GameSheet {
    private static let cell = 64
    private static let head = 40

    /// The picture, a whole document.
    var picture: String {
        let (width, height) = (Board.columns.count * Self.cell, Board.rows.count * Self.cell)
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height + 2 * Self.head)\" "
                + "font-family=\"sans-serif\" text-anchor=\"middle\">",
            "<title>\(Self.escaped(words.title))</title>",
            "<rect width=\"\(width)\" height=\"\(height + 2 * Self.head)\" fill=\"#ffffff\"/>",
            Self.text(words.heading, x: width / 2, y: 26, size: 18, colour: "#222222"),
            "<rect y=\"\(Self.head)\" width=\"\(width)\" height=\"\(height)\" rx=\"10\" fill=\"#2458a6\"/>",
        ]
        let numbers = numbers
        let winning = Self.winning(in: match)
        for column in Board.columns {
            for row in Board.rows {
                let square = Square(column: column, row: row)
                lines += disc(on: square, number: numbers[square], isWinning: winning.contains(square))
            }
            lines.append(
                Self.text(String(column + 1), x: Self.centre(column), y: height + Self.head + 18, size: 14, colour: "#555555"))
        }
        lines.append(Self.text(words.ending, x: width / 2, y: height + 2 * Self.head - 6, size: 14, colour: "#222222"))
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// Which move filled each square, from 1.
    private var numbers: [Square: Int] {
        var board = Match()
        var numbers: [Square: Int] = [:]
        for (index, column) in match.moves.enumerated() {
            if case .success(let square) = board.play(column) { numbers[square] = index + 1 }
        }
        return numbers
    }

    private func disc(on square: Square, number: Int?, isWinning: Bool) -> [String] {
        let (x, y) = (Self.centre(square.column), Self.head + Self.centre(Board.rows.count - 1 - square.row))
        let player = match.board[square]
        let fill = player == .first ? "#f5c518" : player == .second ? "#d7263d" : "#ffffff"
        let ring = isWinning ? " stroke=\"#111111\" stroke-width=\"5\"" : ""
        var lines = ["<circle cx=\"\(x)\" cy=\"\(y)\" r=\"25\" fill=\"\(fill)\"\(ring)/>"]
        if let number {
            lines.append(Self.text(String(number), x: x, y: y + 6, size: 18, colour: player == .first ? "#222222" : "#ffffff"))
        }
        return lines
    }

    private static func centre(_ index: Int) -> Int { index * cell + cell / 2 }

    private static func text(_ text: String, x: Int, y: Int, size: Int, colour: String) -> String {
        "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" fill=\"\(colour)\">\(escaped(text))</text>"
    }

    /// Names come from outside: nothing in them may be markup, or a character that XML does not have.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
