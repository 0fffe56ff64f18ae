// A game as a recording for asciinema, a move a second (asciicast version 2, https://docs.asciinema.org/manual/asciicast/v2/). It
// knows no file and no terminal but the escape sequences that the recording holds.

extension GameSheet {
    /// The recording: a header, then a frame a line.
    var recording: String {
        let title = Self.quoted(words.title)
        var lines = ["{\"version\": 2, \"width\": 40, \"height\": 12, \"title\": \(title)}"]
        var match = Match()
        lines.append(frame(of: match, at: 0))
        for (index, column) in self.match.moves.enumerated() {
            _ = match.play(column)
            lines.append(frame(of: match, at: index + 1))
        }
        // The end stays to be looked at.
        lines.append("[\(self.match.moves.count + 3).0, \"o\", \"\"]")
        return lines.joined(separator: "\n") + "\n"
    }

    private func frame(of match: Match, at second: Int) -> String {
        let winning = Self.winning(in: match)
        var rows = [
            "\u{1B}[H\u{1B}[2J \u{1B}[33m●\u{1B}[0m \(Self.shown(first))  \u{1B}[31m○\u{1B}[0m \(Self.shown(self.second))", "",
        ]
        for row in Board.rows.reversed() {
            let cells = Board.columns.map { Self.cell(Square(column: $0, row: row), of: match, winning) }
            rows.append("  \u{1B}[34m│\u{1B}[0m" + cells.joined() + "\u{1B}[34m│\u{1B}[0m")
        }
        rows.append("  \u{1B}[34m└─────────────────────┘\u{1B}[0m")
        rows.append("   " + Board.columns.map { " \($0 + 1) " }.joined())
        rows.append(match.outcome == nil ? "" : "  " + Self.shown(words.ending))
        return "[\(second).0, \"o\", \(Self.quoted(rows.joined(separator: "\r\n")))]"
    }

    private static func cell(_ square: Square, of match: Match, _ winning: Set<Square>) -> String {
        guard let player = match.board[square] else { return " · " }
        let disc = player == .first ? "\u{1B}[33m●\u{1B}[0m" : "\u{1B}[31m○\u{1B}[0m"
        return winning.contains(square) ? "[\(disc)]" : " \(disc) "
    }

    /// A name without what a terminal would obey, cut to what the frame holds.
    private static func shown(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }.prefix(38)))
    }

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
