// How a page looks: its text, its rows and its text field in each of the placements.

import Language
import Screen

/// Draws one page.
struct PageDrawing {
    let page: Page
    /// Its state, which already has the page's rows.
    let view: PageView
    let canvas: Canvas
    let glyphs: Glyphs
    let style: BoardStyle

    /// Draws it within `area`, which is blank. Returns where its rows are.
    func draw(in area: Rect) -> Rect {
        if page.placement == .picture { return drawPicture(in: area) }
        if page.placement == .groups { return drawGroups(in: area) }
        if page.placement == .table { return drawTable(in: area) }
        if page.placement == .sheet, !page.rows.isEmpty { return drawSheetWithRows(in: area) }
        if page.placement == .steps, let rows = drawSteps(in: area) { return rows }
        if page.placement == .paragraph {
            canvas.putBlock(glyphs.spelt(together(page.headline.map(\.text))), in: area, page.headline.first?.role ?? .plain)
            return Rect(x: area.x, y: area.y, width: area.width, height: 0)
        }
        let layout = PageLayout(in: area, columns: page.columns, sample: page.sample)
        layout.draw(on: canvas, style: style)
        switch page.placement {
        case .sheet, .steps: return drawSheet(in: Self.inset(layout.text, in: area))
        case .scrolled: return drawScrolled(in: Self.inset(layout.text, in: area))
        case .top, .groups, .table, .picture, .paragraph: return drawTop(in: layout.text)
        }
    }

    /// Text has a margin of two cells even on a narrow screen.
    private static func inset(_ text: Rect, in area: Rect) -> Rect {
        let width = min(text.width, area.width - 4)
        return Rect(x: text.x + (text.width - width) / 2, y: text.y, width: width, height: text.height)
    }
}

// MARK: - Placements

extension PageDrawing {
    /// A list or a form. The headline leaves room for some rows; the rows leave room for what is below them.
    private func drawTop(in area: Rect) -> Rect {
        let gap = area.height > 12 ? 1 : 0
        let end = area.y + area.height
        var y = area.y + gap
        canvas.focus = Point(x: area.x, y: y)
        let below = page.reserved + height(ofNotesIn: area.width, gap: gap) + (page.more == nil ? 0 : 1)
        let limit = y + max(1, area.height - below - min(page.rows.count, 4))
        for note in page.headline {
            y = put(lines(of: note, width: area.width, rows: limit - y), of: note, x: area.x, y: y)
        }
        y += page.headline.isEmpty ? 0 : gap
        let rows = Rect(x: area.x, y: y, width: area.width, height: min(page.rows.count, max(1, end - y - below)))
        drawRows(in: rows)
        y += rows.height
        if let more = page.more { canvas.put(more, x: area.x + 4, y: y, .faint) }
        y += page.more == nil ? 0 : 1
        if drawBusyOrField(in: Rect(x: area.x, y: min(y, end - 1), width: area.width, height: 1)) { y += 1 }
        drawNotes(in: Rect(x: area.x, y: y + gap, width: area.width, height: end - y - gap))
        return rows
    }

    private func drawPicture(in area: Rect) -> Rect {
        let layout = PageLayout(in: area, columns: page.columns, sample: page.sample)
        let notes = height(ofNotesIn: layout.text.width, gap: 1)
        let field = view.field == nil ? 0 : 1
        let above = page.headline.flatMap { note in lines(of: note, width: layout.text.width).map { ($0, note.role) } }
        let place = layout.place(above.count + page.rows.count + field + notes, in: area, on: canvas, style: style)
        var y = place.y
        for line in above {
            canvas.put(line.0, x: place.x, y: y, line.1, limit: place.width)
            y += 1
        }
        let rows = Rect(x: place.x, y: y, width: place.width, height: min(page.rows.count, place.height))
        drawRows(in: rows)
        y += rows.height
        if drawBusyOrField(in: Rect(x: place.x, y: y, width: place.width, height: 1)) { y += 1 }
        drawNotes(in: Rect(x: place.x, y: y + 1, width: place.width, height: place.y + place.height - y - 1))
        return rows
    }

    private func drawScrolled(in area: Rect) -> Rect {
        let lines = page.headline.flatMap { note in self.lines(of: note, width: area.width).map { ($0, note.role) } }
        var height = area.textRows(showing: lines.count)
        let offset = max(0, min(view.scroll.offset, lines.count - height))
        // No heading stands alone at the bottom.
        if offset + height < lines.count, height > 1, lines[offset + height - 1].1 == .title { height -= 1 }
        view.scroll = (offset, height)
        canvas.focus = Point(x: area.x, y: area.y + 1)
        if view.scroll.offset + height < lines.count { canvas.putMoreBelow(in: area) }
        for (row, line) in lines.dropFirst(view.scroll.offset).prefix(height).enumerated() {
            canvas.put(line.0, x: area.x, y: area.y + 1 + row, line.1)
        }
        return Rect(x: area.x, y: area.y, width: area.width, height: 0)
    }
}

// MARK: - Notes

extension PageDrawing {
    func lines(of note: Page.Note, width: Int, rows: Int? = nil) -> [String] {
        let text = note.text
        // A bar of code words is as wide as it is.
        if text.isEmpty || note.role == .selected { return [text] }
        let width = width - note.indent
        if let rows { return TextWidth.wrap(glyphs.spelt(text), to: width, rows: rows) }
        return TextWidth.wrapEvenly(glyphs.spelt(text), to: width)
    }

    /// Draws lines of a note; returns the row below them.
    private func put(_ lines: [String], of note: Page.Note, x: Int, y: Int) -> Int {
        for (row, line) in lines.enumerated() { canvas.put(line, x: x + note.indent, y: y + row, note.role) }
        return y + lines.count
    }

    /// The rows that the notes take, with a gap above them.
    private func height(ofNotesIn width: Int, gap: Int) -> Int {
        page.notes.isEmpty
            ? 0 : page.notes.reduce(gap) { $0 + ($1.role == .alert ? 1 : max($1.leastRows, lines(of: $1, width: width).count)) }
    }

    /// Draws as many sentences of each note as fit.
    private func drawNotes(in area: Rect) {
        var y = area.y
        for note in page.notes {
            let room = area.y + area.height - y
            if room < 1 { return }
            if note.role == .alert {
                drawBar(note.text, in: Rect(x: area.x, y: y, width: area.width, height: 1))
                y += 1
                continue
            }
            let texts = note.sentences.indices.map { together(Array(note.sentences[...$0])) }
            let wrapped = texts.map { TextWidth.wrap(glyphs.spelt($0), to: area.width - note.indent) }
            y = put(wrapped.last { $0.count <= room } ?? [], of: note, x: area.x, y: y)
        }
    }

    /// A line in reverse: something is going on.
    private func drawBar(_ text: String, in line: Rect) {
        canvas.fill(line, .alert)
        canvas.put(TextWidth.clip(glyphs.spelt(text), to: line.width - 2), x: line.x + 1, y: line.y, .alert)
    }
}

// MARK: - Rows and field

extension PageDrawing {
    /// Draws the rows as a list in `area`, scrolled so that the chosen one is in it.
    func drawRows(in area: Rect) {
        if page.rows.isEmpty { return }
        let column = valueColumn(in: area.width)
        let typed = view.field != nil && page.field?.isInRow == true ? view.list.chosen : nil
        view.list.draw(on: canvas, in: area, isNumbered: page.isNumbered, cutsDetail: { page.rows[$0].cutsDetail }) { index in
            let row = page.rows[index]
            if index == typed { return (row.value == nil ? row.text : row.label, "") }
            return (text(of: row, column: column, width: area.width - indent), row.detail)
        }
        guard let typed, let field = view.field, let y = view.list.row(of: typed) else { return }
        let row = page.rows[typed]
        let label = row.value == nil ? TextWidth.of(row.text) : column ?? TextWidth.of(labelled(row.text, ""))
        let x = area.x + indent + label
        field.draw(
            on: canvas, x: x, y: y, width: area.x + area.width - 1 - x,
            prompt: page.field?.placeholder ?? "")
    }

    /// The cells before a row's text.
    private var indent: Int { page.isNumbered ? 4 : 2 }

    /// The column of the values within a row's text; nil on a page that is too narrow to have one.
    private func valueColumn(in width: Int) -> Int? {
        let settings = page.rows.filter { $0.value != nil }
        let column = 2 + (settings.map { TextWidth.of($0.label) }.max() ?? 0)
        let isRoomy = width >= 38 || settings.allSatisfy { indent + column + TextWidth.of($0.value ?? "") <= width }
        return isRoomy ? column : nil
    }

    private func text(of row: Page.Row, column: Int?, width: Int) -> String {
        guard let value = row.value else { return row.text }
        let texts = [value, row.shortValue ?? value].map { value in
            column.map { row.label.padded(to: $0) + value } ?? labelled(row.text, value)
        }
        return TextWidth.of(texts[0]) <= width ? texts[0] : texts[1]
    }

    /// Draws the rows, or where there are none what is going on, or else the text field.
    func drawRowsOrField(in area: Rect) {
        if page.rows.isEmpty { _ = drawBusyOrField(in: area) } else { drawRows(in: area) }
    }

    /// Draws what is going on, or else the text field, if it is not in a row; returns whether there was anything.
    func drawBusyOrField(in line: Rect) -> Bool {
        if let busy = page.busy {
            drawBar(busy, in: line)
            canvas.focus = Point(x: line.x, y: line.y)
            return true
        }
        guard let text = view.field, let field = page.field, !field.isInRow else { return false }
        canvas.fill(line, .plain)
        let labels = field.labels.map { $0 + " " }
        let label = labels.first { TextWidth.of($0) + 2 + field.leastWidth <= line.width } ?? labels.last
        let x = label.map { canvas.put($0, x: line.x + 2, y: line.y) } ?? line.x
        text.draw(
            on: canvas, x: x, y: line.y, width: min(line.x + line.width - x, field.mostWidth), prompt: field.placeholder)
        return true
    }
}

extension Page.Row {
    /// A setting's label as it stands before the column of values.
    fileprivate var label: String { tr("{name}:", ["name": text]) }
}
