// How lists with columns or settings look: the settings, rows in columns below their heads, what else can be done, and at the bottom what is said about the chosen
// row. A table may have a game on a board beside it, and a line to send below both. On a small terminal the lines go first, then the heads and what is at the bottom; the rows are then scrolled.

import Language
import Screen

extension PageDrawing {
    /// A line above the bottom.
    private enum Line {
        case blank, heads, rule
        case text(String, Role)
        case row(Int)
    }

    /// The least width with columns, and the least height with something at the bottom.
    private static let leastWithColumns = 60
    static let leastWithAbout = 16

    /// Draws the page; returns where its rows are.
    func drawTable(in area: Rect) -> Rect {
        let isTall = area.height >= Self.leastWithAbout
        let isTyping = page.busy != nil || view.field != nil && page.field?.isInRow == false
        let free = isTyping ? 1 : 0
        // A line to send needs the blank row above the key bar.
        let rule =
            isTall ? drawAbout(in: area, free: free, below: page.line == nil ? 0 : area.height) : area.y + area.height - free
        let end = isTall ? drawLine(above: rule, in: area) : rule
        if hasBoard, let sample = page.sample {
            // No disc hovers above it, so these rows may lie behind the title.
            let room = Rect(
                x: area.x + Self.listWidth, y: area.y - 1, width: area.width - Self.listWidth, height: area.height - 7)
            BoardView(layout: BoardLayout(in: room), style: style).draw(sample, on: canvas)
        }
        let width = hasBoard ? Self.listWidth : area.width
        let rows = drawLines(in: Rect(x: area.x, y: area.y, width: width, height: max(1, end - area.y)), isTall)
        // Last: what is typed has the focus.
        if isTyping {
            _ = drawBusyOrField(in: Rect(x: area.x + 2, y: isTall ? rule + 1 : rule, width: area.width - 4, height: 1))
        }
        return rows
    }

    /// The columns of a table beside a board, and whether it has one.
    private static let listWidth = 48
    private var hasBoard: Bool {
        guard page.sample != nil, canvas.size.width >= 78, canvas.size.height >= 24 else { return false }
        // The rows are more important.
        let (ends, start) = (page.tabs.map { $0 - 1 } + [Self.listWidth - 2], left.text)
        return page.rows.allSatisfy { row in
            row.cells.isEmpty
                || zip(zip([start] + page.tabs, ends), [row.text] + row.cells.map(\.text)).allSatisfy { place, text in
                    TextWidth.of(text) <= place.1 - place.0
                }
        }
    }

    /// Draws the line to send in a box above the row `rule`, with the key that copies it. Returns the row of the sentence above it.
    private func drawLine(above rule: Int, in area: Rect) -> Int {
        guard let line = page.line else { return rule }
        let copy = " \(tr("Copy")) C "
        let room = area.width - 14 - TextWidth.of(copy)
        let lines = TextWidth.wrap(line.text, to: room)
        let box = Rect(x: area.x + 4, y: rule - 3 - lines.count, width: area.width - 8, height: lines.count + 2)
        canvas.put(line.sentence, x: box.x, y: box.y - 1, .title, limit: box.width)
        canvas.fill(box, with: " ", .barStrong, on: .box)
        canvas.picture(in: box) {
            for (row, text) in lines.enumerated() { canvas.put(text, x: box.x + 3, y: box.y + 1 + row, .barStrong, on: .box) }
            let button = Rect(x: box.x + box.width - 1 - TextWidth.of(copy), y: box.y + 1, width: TextWidth.of(copy), height: 1)
            canvas.put(copy, x: button.x, y: button.y, .barStrong, on: .boxButton)
            canvas.link(button, to: .character("c"))
        }
        return box.y - 1
    }

    /// Draws what is above the bottom, as much of it as fits.
    private func drawLines(in area: Rect, _ isTall: Bool) -> Rect {
        let versions = [lines(isRoomy: true), lines(isRoomy: false), words + page.rows.indices.map { .row($0) } + more]
        if let lines = versions.first(where: { $0.count <= area.height - (isTall ? 1 : 0) }) {
            return draw(lines, page.rows.isEmpty ? 0..<0 : view.list.shown(page.rows.count), in: area)
        }
        let above = Array(words.prefix(max(0, area.height - 4)))
        let room = max(1, area.height - above.count - more.count)
        let rows = page.rows.isEmpty ? 0..<0 : view.list.shown(room)
        return draw(above + rows.map { .row($0) } + more, rows, in: area)
    }

    private var isWide: Bool { canvas.size.width >= Self.leastWithColumns }
    /// Where the sign of the choice, the key and the text of a row stand.
    private var left: (sign: Int, key: Int, text: Int) { isWide ? (2, 4, 7) : (0, 2, 4) }
    /// Where the cells stand: on a wide terminal the names get more room.
    private var tabs: [Int] {
        if hasBoard { return page.tabs }
        let tabs = page.tabs.map { $0 + max(0, min(24, (canvas.size.width - 80) / 3)) }
        let rows = page.rows.filter { !$0.cells.isEmpty }
        guard isWide, let first = tabs.first, let last = tabs.last, !rows.isEmpty else { return tabs }
        // A long name moves them, as far as the last column has room.
        let missing = (rows.map { TextWidth.of($0.text) }.max() ?? 0) - (first - 1 - left.text)
        let end = rows.map { $0.cells.count < tabs.count ? 0 : TextWidth.of($0.cells[tabs.count - 1].text) }.max() ?? 0
        return tabs.map { $0 + max(0, min(missing, canvas.size.width - 2 - last - end)) }
    }

    /// Where the remarks on what else can be done stand, behind the longest of these rows.
    private var remarkColumn: Int {
        3 + (page.rows.filter { $0.value == nil && $0.cells.isEmpty }.map { TextWidth.of($0.text) }.max() ?? 0)
    }

    private var words: [Line] {
        // Where the box has no room, the line stands here.
        let line = canvas.size.height < Self.leastWithAbout + 2 ? page.line : nil
        return (page.headline + (line.map { [Page.Note(.label, $0.sentence), Page.Note(.title, $0.text)] } ?? [])).flatMap {
            note in
            lines(of: note, width: (hasBoard ? Self.listWidth : canvas.size.width) - left.key - 2).map { .text($0, note.role) }
        }
    }
    private var more: [Line] { page.more.map { [.text($0, .faint)] } ?? [] }

    /// All lines, in groups with blanks between them if there is room.
    private func lines(isRoomy: Bool) -> [Line] {
        func kind(_ row: Page.Row) -> Int { row.value != nil ? 0 : row.cells.isEmpty ? 2 : 1 }
        let groups = (0...2).map { wanted in page.rows.indices.filter { kind(page.rows[$0]) == wanted }.map { Line.row($0) } }
        let hasHeads = isWide && !page.heads.isEmpty
        let table = (hasHeads ? [.heads, .rule] : []) + groups[1] + more
        let all = [words, groups[0], table, groups[2]].filter { !$0.isEmpty }
        let blank: [Line] = isRoomy ? [.blank] : []
        return all.flatMap { blank + $0 }
    }

    /// Draws these lines, which contain these rows.
    private func draw(_ lines: [Line], _ rows: Range<Int>, in area: Rect) -> Rect {
        var y = area.y
        for line in lines {
            switch line {
            case .blank: break
            case .heads:
                for (head, x) in zip(page.heads, [left.text] + tabs) { canvas.put(head, x: area.x + x, y: y, .faint) }
            case .rule: canvas.put(String(repeating: "─", count: area.width - 2), x: area.x + 1, y: y, .faint)
            case .text(let text, let role): canvas.put(text, x: area.x + left.key, y: y, role)
            case .row(let index):
                drawTableRow(index, in: Rect(x: area.x, y: y, width: area.width, height: 1))
                let isCut =
                    index == rows.lowerBound ? index > 0 : index == rows.upperBound - 1 && rows.upperBound < page.rows.count
                if isCut, index != view.list.chosen {
                    canvas.put(index == rows.lowerBound ? "↑" : "↓", x: area.x + left.sign, y: y, .faint)
                }
            }
            y += 1
        }
        return Rect(x: area.x, y: area.y, width: area.width, height: lines.count)
    }

    func drawTableRow(_ index: Int, in line: Rect) {
        let row = page.rows[index]
        view.list.place(index, at: line.y)
        let isChosen = page.hasChoice && index == view.list.chosen
        func role(_ usual: Role) -> Role { !isChosen ? usual : usual == .faint ? .selectedFaint : .selected }
        if isChosen {
            let margin = isWide ? 1 : 0
            canvas.fill(Rect(x: line.x + margin, y: line.y, width: line.width - 2 * margin, height: 1), .selected)
            canvas.put("▸", x: line.x + left.sign, y: line.y, .selected)
            canvas.focus = Point(x: line.x + left.sign, y: line.y)
        }
        if page.isNumbered, let key = view.list.key(of: index) { canvas.put(key, x: line.x + left.key, y: line.y, role(.key)) }
        let end = line.x + line.width - 2
        let hasColumns = isWide && (row.value != nil || !row.cells.isEmpty)
        let aside = isWide || row.cells.isEmpty ? 0 : min(TextWidth.of(row.detail) + 2, line.width / 2)
        let column = hasColumns ? line.x + (tabs.first ?? 0) - 1 : end - aside
        if row.value == nil, view.field != nil, page.field?.isInRow == true, row.id == view.chosen {
            let x = line.x + left.text
            view.field?.draw(on: canvas, x: x, y: line.y, width: column - x, prompt: page.field?.placeholder ?? "")
        }
        let text = TextWidth.clip(row.text, to: column - line.x - left.text)
        let after = canvas.put(text, x: line.x + left.text, y: line.y, role(row.isOver ? .faint : .plain))
        if let value = row.value { return drawValue(value, of: row, after: after, in: line, role) }
        if row.cells.isEmpty {
            let place = line.x + left.text + remarkColumn
            if place + TextWidth.of(row.detail) <= end { canvas.put(row.detail, x: place, y: line.y, role(.faint)) }
            return
        }
        guard isWide else {
            let words = TextWidth.clip(row.detail, to: end - after - 2)
            canvas.put(words, x: end - TextWidth.of(words), y: line.y, role(row.narrowRole))
            return
        }
        for (number, cell) in row.cells.enumerated() where number < tabs.count {
            let x = line.x + tabs[number]
            // It may go on where the next ones are empty.
            let next = row.cells.indices.first { $0 > number && $0 < tabs.count && !row.cells[$0].text.isEmpty }
            let limit = next.map { tabs[$0] - tabs[number] - 1 } ?? end - x
            canvas.put(TextWidth.clip(cell.text, to: limit), x: x, y: line.y, role(cell.role))
        }
    }

    /// The value of a setting, or the field in which it is typed, and what is said of it.
    private func drawValue(_ value: String, of row: Page.Row, after: Int, in line: Rect, _ role: (Role) -> Role) {
        let end = line.x + line.width - 2
        if view.field != nil, page.field?.isInRow == true, row.id == view.chosen, let field = view.field {
            let x = isWide ? line.x + (tabs.first ?? 0) + 2 : after + 2
            return field.draw(on: canvas, x: x, y: line.y, width: end - x, prompt: page.field?.placeholder ?? "")
        }
        let x = isWide ? line.x + (tabs.first ?? 0) : after + 2
        let words = TextWidth.clip(value, to: end - x - 4)
        let start = isWide ? x : end - TextWidth.of(words) - 4
        // Where it cannot change now it has no arrows, at the same place.
        let isFixed = row.verb?.label.isEmpty == true
        let valueEnd = canvas.put(words, x: start + 2, y: line.y, role(isFixed ? .plain : .title))
        if !isFixed {
            canvas.put("‹", x: start, y: line.y, role(.faint))
            canvas.put("›", x: valueEnd + 1, y: line.y, role(.faint))
        }
        guard isWide, tabs.count > 1 else { return }
        // A long value takes the place of the remark.
        let remark = line.x + tabs[1]
        if valueEnd + 2 < remark { canvas.put(TextWidth.clip(row.detail, to: end - remark), x: remark, y: line.y, role(.faint)) }
    }
}
