// How menus and settings look: its rows in groups at the left, a board at the right, and at the bottom what is said about the chosen row. On a small
// terminal the board goes, then the blank lines, the headings and what is at the bottom; the rows are then scrolled.

import Language
import Screen

extension PageDrawing {
    /// A line of the list.
    private enum Line {
        case blank
        case heading(String)
        case row(Int)
    }

    /// The columns of the list, and the least width of a screen that has the board beside it.
    private static let (listWidth, leastWithBoard) = (46, 78)
    /// The least height within which there is more than rows.
    static let leastWithHeadings = 16
    /// The height for which the lines have their places: that of a terminal of 24 rows.
    private static let usualHeight = 22
    /// In it, the row of the first heading without a line.
    private static let headingRow = 3
    /// The rows that the board leaves free: one above it; and below it the line, the most text at the bottom (three rows), and one more.
    private static let rowsBesideBoard = 6

    /// Draws the page; returns where its rows are.
    func drawGroups(in area: Rect) -> Rect {
        let list = Rect(x: area.x + 1, y: area.y, width: min(Self.listWidth, area.width - 1), height: area.height)
        guard area.height >= Self.leastWithHeadings else {
            let rows = drawLines(rowLines, in: list)
            drawBriefAbout(in: area, below: rows)
            return rows
        }
        let groups = lines(withBlanks: !page.hasRuledHeadings)
        let rule = drawAbout(in: area, below: page.hasRuledHeadings ? groups.count : 0)
        // It does not move when the text at the bottom gets longer.
        let room = Rect(
            x: area.x + Self.listWidth + 1, y: area.y + 1, width: area.width - Self.listWidth - 1,
            height: area.height - Self.rowsBesideBoard)
        if area.width >= Self.leastWithBoard, let game = page.otherGame {
            game.draw(in: BoardLayout(in: room).board, glyphs: glyphs, on: canvas)
        } else if area.width >= Self.leastWithBoard, let sample = page.sample {
            BoardView(layout: BoardLayout(in: room), style: style).draw(sample, on: canvas)
        }
        var place = Rect(x: list.x, y: area.y, width: list.width, height: groups.count)
        // Of what a terminal has more, a third stands above the lines.
        let spare = max(0, area.height - Self.usualHeight) / 3
        var gap = page.hasRuledHeadings ? 0 : 1
        if page.hasRuledHeadings {
            place.y += min(1 + spare, max(0, rule - area.y - groups.count))
        } else {
            // The rows before the first heading stand above the place where it always is.
            let before = page.rows.prefix { $0.heading.isEmpty }.count
            let hasHeading = before < page.rows.count
            place.y = area.y + max(1, Self.headingRow + spare - (hasHeading && before > 0 ? before + 1 : 0))
            // Two of them leave none at the bottom.
            if before == 2, hasHeading { gap = 0 }
        }
        if place.y + place.height + gap <= rule { return drawLines(groups, in: place) }
        place.y = area.y
        place.height = rule - 1 - area.y
        let dense = lines(withBlanks: false)
        return drawLines(dense.count <= place.height ? dense : rowLines, in: place)
    }

    /// Where the sign of the choice, the digit and the words of a row stand. The smallest screen has no room to spare.
    private var left: (sign: Int, key: Int, words: Int) { canvas.size.width < 40 ? (0, 2, 4) : (1, 3, 6) }

    private var rowLines: [Line] { page.rows.indices.map { .row($0) } }

    private func lines(withBlanks hasBlanks: Bool) -> [Line] {
        (page.heading.isEmpty ? [] : [.heading(page.heading)] + (hasBlanks ? [.blank] : []))
            + page.rows.enumerated().flatMap { index, row -> [Line] in
                if row.heading.isEmpty { return [.row(index)] }
                return (hasBlanks && index > 0 ? [.blank] : []) + [.heading(row.heading), .row(index)]
            }
    }

    /// The most rows of notes at the bottom.
    static let mostAbout = 3

    /// Draws the notes at the bottom with a line above them, below so many `free` rows, and if possible below that many lines of the list; returns
    /// the row of the line.
    func drawAbout(in area: Rect, free: Int = 0, below count: Int = 0) -> Int {
        let end = area.y + area.height - 1
        let about = page.notes.flatMap { note in lines(of: note, width: area.width - 8).map { ($0, note.role) } }.prefix(
            Self.mostAbout - free)
        var rule = end - max(1, about.count + free) - 1
        if about.count > 1, rule < area.y + count { rule += 1 }
        if about.isEmpty && free == 0 { return rule }
        canvas.put(String(repeating: "─", count: area.width - 2), x: area.x + 1, y: rule, .faint)
        for (row, line) in about.enumerated() { canvas.put(line.0, x: area.x + 4, y: rule + 1 + free + row, line.1) }
        return rule
    }

    /// Draws the first note at the bottom, where all of it fits below the rows.
    private func drawBriefAbout(in area: Rect, below rows: Rect) {
        guard let note = page.notes.first else { return }
        let lines = lines(of: note, width: area.width - 2 * left.key)
        let end = area.y + area.height
        let spare = end - rows.y - rows.height
        if lines.count > spare { return }
        let y = end - lines.count - (spare > lines.count + 1 ? 1 : 0)
        for (row, line) in lines.enumerated() { canvas.put(line, x: area.x + 1 + left.key, y: y + row, .faint) }
    }

    /// Draws these lines in `area`, those of them that fit.
    private func drawLines(_ lines: [Line], in area: Rect) -> Rect {
        let rows = view.list.shown(lines.count <= area.height ? page.rows.count : area.height)
        var y = area.y
        for line in lines {
            switch line {
            case .blank: y += 1
            case .heading(let words):
                let x = canvas.put(words, x: area.x + left.key, y: y, .heading) + 1
                let end = area.x + area.width - 1
                if page.hasRuledHeadings, x < end { canvas.put(String(repeating: "─", count: end - x), x: x, y: y, .faint) }
                y += 1
            case .row(let index) where rows.contains(index):
                draw(index, in: Rect(x: area.x, y: y, width: area.width, height: 1))
                let isCut = index == rows.upperBound - 1 && rows.upperBound < page.rows.count
                if index != view.list.chosen {
                    if isCut { canvas.put("↓", x: area.x + left.sign, y: y, .faint) }
                    if index == rows.lowerBound && index > 0 { canvas.put("↑", x: area.x + left.sign, y: y, .faint) }
                }
                y += 1
            case .row: break
            }
        }
        return Rect(x: area.x, y: area.y, width: area.width, height: y - area.y)
    }

    private func draw(_ index: Int, in line: Rect) {
        let row = page.rows[index]
        view.list.place(index, at: line.y)
        let isChosen = index == view.list.chosen
        let role: Role = isChosen ? .selected : .plain
        if isChosen {
            canvas.fill(line, .selected)
            canvas.put("▸", x: line.x + left.sign, y: line.y, .selected)
            canvas.focus = Point(x: line.x + left.sign, y: line.y)
        }
        var x = line.x + left.key
        if row.showsKey {
            // After ten rows no digit is left.
            if let key = view.list.key(of: index) ?? (row.isNumbered && index > 9 ? String(index + 1) : nil) {
                canvas.put(key, x: x, y: line.y, isChosen ? .selected : .faint)
            }
            x = line.x + left.words
        }
        let after = canvas.put(TextWidth.clip(row.text, to: line.x + line.width - 1 - x), x: x, y: line.y, role)
        let end = line.x + line.width - 1
        if isChosen, page.field?.isInRow == true, let field = view.field {
            let x = after + 2
            return field.draw(on: canvas, x: x, y: line.y, width: end - x, prompt: page.field?.placeholder ?? "")
        }
        if row.value != nil { return drawValue(of: row, isChosen: isChosen, from: after, to: end, y: line.y) }
        guard showsDetails(beside: line.width),
            let detail = [row.detail, row.shortDetail].first(where: { !$0.isEmpty && after + 2 + TextWidth.of($0) <= end })
        else { return }
        // One without a digit speaks of the row itself, and stands beside it.
        var place = row.showsKey || line.width < Self.listWidth ? end - TextWidth.of(detail) : after + 3
        let usual: Role = isChosen ? .selectedFaint : row.isDue ? .yellow : .faint
        if row.marks.isEmpty || isChosen { return _ = canvas.put(detail, x: place, y: line.y, usual) }
        for character in detail {
            place = canvas.put(String(character), x: place, y: line.y, row.marks[character] ?? usual)
        }
    }

    /// Draws a setting's value at the right: between signs, if there is room for them.
    private func drawValue(of row: Page.Row, isChosen: Bool, from after: Int, to end: Int, y: Int) {
        let values = [row.value, row.shortValue].compactMap(\.self)
        let (role, faint): (Role, Role) = isChosen ? (.selected, .selectedFaint) : (.title, .faint)
        if let value = values.first(where: { after + 5 + TextWidth.of($0) <= end }) {
            if row.change == nil { return _ = canvas.put(value, x: end - TextWidth.of(value) - 2, y: y, role) }
            var x = canvas.put("‹", x: end - TextWidth.of(value) - 4, y: y, faint) + 1
            x = canvas.put(value, x: x, y: y, role) + 1
            return _ = canvas.put("›", x: x, y: y, faint)
        }
        let value = values.first { after + 2 + TextWidth.of($0) <= end } ?? TextWidth.clip(values.last ?? "", to: end - after - 2)
        canvas.put(value, x: end - TextWidth.of(value), y: y, role)
    }

    /// Remarks that all rows have are shown on all or on none.
    private func showsDetails(beside width: Int) -> Bool {
        page.rows.contains { $0.detail.isEmpty }
            || page.rows.allSatisfy { left.words + TextWidth.of($0.text) + 2 + TextWidth.of($0.detail) <= width - 1 }
    }
}
