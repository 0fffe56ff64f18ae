// A list of which one line is chosen: arrows move, and J and K where a screen has no other use for them; digits choose at once, Enter opens. It knows no meaning of its lines.

import Screen

/// A list with one chosen line.
struct ChoiceList {
    /// The chosen line's index; 0 in an empty list.
    private(set) var chosen = 0
    private var offset = 0
    private(set) var count = 0
    private var top = 0

    /// Another number of lines; the choice stays if it can.
    mutating func setCount(_ count: Int) {
        self.count = count
        chosen = max(0, min(chosen, count - 1))
    }

    /// Chooses a line.
    mutating func choose(_ index: Int) { chosen = max(0, min(index, count - 1)) }

    /// Moves the choice; returns whether the key does that.
    mutating func move(by key: Key) -> Bool {
        switch key {
        case .up, .wheel(-1), .character("k"): choose(chosen - 1)
        case .down, .wheel(1), .character("j"): choose(chosen + 1)
        case .home: choose(0)
        case .end: choose(count - 1)
        case .pageUp: choose(chosen - 8)
        case .pageDown: choose(chosen + 8)
        default: return false
        }
        return true
    }

    /// The line that a digit or a click names.
    func index(named key: Key) -> Int? {
        let index: Int
        switch key {
        case .character(let scalar) where ("1"..."9").contains(scalar): index = Int(scalar.value) - 0x31
        case .click(let point) where point.y >= top: index = point.y - top + offset
        default: return nil
        }
        return index < count ? index : nil
    }

    /// Draws the lines in `area`, numbered where digits choose; `text` gives each one's words and what stands behind them.
    mutating func draw(
        on canvas: Canvas, in area: Rect, isNumbered: Bool = true, text: (Int) -> (words: String, behind: String)
    ) {
        top = area.y
        offset = max(min(offset, chosen), chosen - area.height + 1, 0)
        for row in 0..<min(area.height, count - offset) {
            let index = offset + row
            let (words, behind) = text(index)
            let y = area.y + row
            let role: Role = index == chosen ? .selected : .plain
            if index == chosen { canvas.fill(Rect(x: area.x, y: y, width: area.width, height: 1), .selected) }
            canvas.put(index == chosen ? "▸" : " ", x: area.x, y: y, role)
            if isNumbered && index < 9 { canvas.put(String(index + 1), x: area.x + 2, y: y, index == chosen ? .selected : .key) }
            let aside = behind.isEmpty || index >= count ? 0 : min(TextWidth.of(behind) + 2, area.width / 2)
            let indent = isNumbered ? 4 : 2
            let room = area.width - indent - 1 - (area.width > 50 ? aside : 0)
            // Rather no blank at the end than words cut.
            let shown = TextWidth.of(words) <= room + 1 ? words : TextWidth.clip(words, to: room)
            let after = canvas.put(shown, x: area.x + indent, y: y, role)
            let left = area.x + area.width - 1 - after - 2
            if left > 3 {
                canvas.put(TextWidth.clip(behind, to: left), x: after + 2, y: y, index == chosen ? .selected : .faint)
            }
        }
    }
}
