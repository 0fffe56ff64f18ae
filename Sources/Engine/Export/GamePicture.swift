// A game as a picture (SVG 1.1): the board after the last move, each disc with the number of its move.

import Text

extension GameSheet {
    private static let cell = 64
    private static let margin = 16
    private static let head = 56
    /// The height below the board: column numbers and result.
    private static let (numbersHeight, foot) = (26, 40)
    private static let radius = 27
    private static var panelWidth: Int { Board.columns.count * cell + 10 }
    private static var panelHeight: Int { Board.rows.count * cell + 10 + numbersHeight }

    /// The picture as a complete document.
    var picture: String {
        let (width, height) = (Self.panelWidth + 2 * Self.margin, Self.head + Self.panelHeight + Self.foot)
        let middle = width / 2
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
                + "font-family=\"sans-serif\" text-anchor=\"middle\"\(words.isRightToLeft ? " direction=\"rtl\"" : "")>",
            "<title>\(Self.escaped(words.title))</title>",
            "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#ffffff\"/>",
            Self.line(words.heading, x: middle, y: 36, size: 18, colour: "#222222"),
            "<rect x=\"\(Self.margin)\" y=\"\(Self.head)\" width=\"\(Self.panelWidth)\" height=\"\(Self.panelHeight)\" rx=\"12\" "
                + "fill=\"\(Self.panel)\"/>",
        ]
        let numbers = numbers
        let winning = Self.winning(in: game)
        for column in Board.columns {
            for row in Board.rows {
                let square = Square(column: column, row: row)
                lines += disc(on: square, number: numbers[square], winning)
            }
            lines.append(
                Self.text(
                    String(column + 1), x: Self.centre(column), y: Self.head + Self.panelHeight - 12, size: 16, colour: "#afd7ff")
            )
        }
        lines.append(Self.line(words.ending, x: middle, y: height - 14, size: 16, colour: "#222222"))
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    /// The colours of the screen's board.
    private static let (panel, hole) = ("#005faf", "#121212")

    /// The number of the move that filled each square.
    private var numbers: [Square: Int] {
        var board = Game()
        var numbers: [Square: Int] = [:]
        for (index, column) in game.moves.enumerated() {
            if case .success(let square) = board.play(column) { numbers[square] = Game.move(ofDisc: index + 1) }
        }
        return numbers
    }

    /// A hole or a disc: yellow plain, red with a dark core. After a win the winning discs have a white core, the others are dim.
    private func disc(on square: Square, number: Int?, _ winning: Set<Square>) -> [String] {
        let (x, y) = (Self.centre(square.column), Self.head + 5 + (Board.rows.count - 1 - square.row) * Self.cell + Self.cell / 2)
        guard let player = game.board[square], let number else { return [Self.circle(x, y, Self.radius, Self.hole)] }
        let hasWon = winning.contains(square)
        let isDimmed = !winning.isEmpty && !hasWon
        let body = player == .first ? isDimmed ? "#af8700" : "#ffd700" : isDimmed ? "#870000" : "#d70000"
        var lines = [Self.circle(x, y, Self.radius, body)]
        let core = Int(Double(Self.radius) * DiscShape.core + 3)
        if hasWon {
            lines.append(Self.circle(x, y, core, "#ffffff"))
        } else if player == .second {
            lines.append(Self.circle(x, y, core, isDimmed ? "#000000" : "#5f0000"))
        }
        let isDark = player == .second && !hasWon
        return lines + [Self.text(String(number), x: x, y: y + 5, size: 14, colour: isDark ? "#ffffff" : "#222222")]
    }

    private static func circle(_ x: Int, _ y: Int, _ radius: Int, _ colour: String) -> String {
        "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\" fill=\"\(colour)\"/>"
    }

    private static func centre(_ column: Int) -> Int { margin + 5 + column * cell + cell / 2 }

    private static func text(_ text: String, x: Int, y: Int, size: Int, colour: String, rest: String = "") -> String {
        "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" fill=\"\(colour)\"\(rest)>\(escaped(text))</text>"
    }

    /// A line of text that fits in the picture, whatever names are in it: a long one is smaller, and at most as wide as the board.
    private static func line(_ words: String, x: Int, y: Int, size: Int, colour: String) -> String {
        // Capitals and ideographs are about as wide as high; other letters are narrower.
        let length = words.plain.unicodeScalars.reduce(0.0) { $0 + ($1.value >= 0x1100 || ("A"..."Z").contains($1) ? 1 : 0.7) }
        let fitting = max(9, min(size, Int(Double(panelWidth) / max(1, length))))
        let isTooLong = length * Double(fitting) > Double(panelWidth)
        return text(
            words, x: x, y: y, size: fitting, colour: colour,
            rest: isTooLong ? " textLength=\"\(panelWidth)\" lengthAdjust=\"spacingAndGlyphs\"" : "")
    }

    /// Escapes markup: names come from outside. They are plain text already, so they hold no character that XML forbids.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
