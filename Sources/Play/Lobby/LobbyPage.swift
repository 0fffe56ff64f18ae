// What the lobby's screens look like: some lines of words, a list below, and a line that wants to be read at the bottom. It knows no
// lobby.

import Screen

/// A page of words over a list.
struct LobbyPage {
    /// A line of words, which is wrapped where it is too long.
    struct Words {
        var role: Role
        var text: String
        var indent: Int

        init(_ role: Role, _ text: String, indent: Int = 0) {
            self.role = role
            self.text = text
            self.indent = indent
        }
    }

    /// The words above the list.
    var words: [Words]
    /// The rows at the bottom that are kept free, if there are that many.
    var reserved = 0
    let glyphs: Glyphs

    /// Draws words and list; where the list is.
    func draw(
        _ list: inout ChoiceList, on canvas: Canvas, in area: Rect, text: (Int) -> (words: String, behind: String)
    ) -> Rect {
        let (x, width) = (area.x, area.width)
        let isRoomy = area.height > 12
        var y = area.y + (isRoomy ? 1 : 0)
        let lines = words.flatMap { words in
            TextWidth.wrap(glyphs.spelt(words.text), to: width - words.indent).map { Words(words.role, $0, indent: words.indent) }
        }
        for line in lines.prefix(max(1, area.height - reserved - min(list.count, 4))) {
            canvas.put(line.text, x: x + line.indent, y: y, line.role)
            y += 1
        }
        if isRoomy { y += 1 }
        let room = area.y + area.height - y - reserved
        let rect = Rect(x: x, y: y, width: width, height: max(1, min(list.count, room)))
        list.draw(on: canvas, in: rect, text: text)
        return rect
    }

    /// Draws a sentence that tells what is under way, on the row below the list, or on the last one.
    func drawBusy(_ sentence: String, below list: Rect, on canvas: Canvas, in area: Rect) {
        let y = min(list.y + list.height, area.y + area.height - 1)
        canvas.fill(Rect(x: list.x, y: y, width: list.width, height: 1), .alert)
        canvas.put(TextWidth.clip(glyphs.spelt(sentence), to: list.width - 2), x: list.x + 1, y: y, .alert)
    }
}

extension ChoiceList {
    /// As many lines as `rows`, the choice on the one that is `kept`, if it is still there.
    mutating func follow<Row: Equatable>(_ kept: Row?, in rows: [Row]) {
        setCount(rows.count)
        if let kept, let index = rows.firstIndex(of: kept) { choose(index) }
    }
}

extension Binding {
    /// The keys that name the lines of a list.
    static let digits = (1...9).map { Key.character(Unicode.Scalar(UInt8(0x30 + $0))) }
}
