// How a sheet looks: text that is read across a room, and below it settings that letters change, with the notes at the bottom.

import Language
import Screen

extension PageDrawing {
    /// Text alone, in the middle of the upper part; lines that do not fit are left out.
    func drawSheet(in area: Rect) -> Rect {
        var notes: [Page.Note] = []
        var used = 0
        for note in page.headline where used + height(of: note, in: area.width) <= area.height {
            notes.append(note)
            used += height(of: note, in: area.width)
        }
        let hasField = view.field != nil || page.busy != nil
        while hasField, used >= area.height, let last = notes.popLast() { used -= height(of: last, in: area.width) }
        var y = area.y + max(0, min(3, (area.height - used) / 2))
        canvas.focus = Point(x: area.x, y: y)
        for note in notes {
            let height = height(of: note, in: area.width)
            draw(note, in: Rect(x: area.x, y: y, width: area.width, height: height))
            y += height
        }
        if hasField { _ = drawBusyOrField(in: Rect(x: area.x, y: min(y, area.bottom - 1), width: area.width, height: 1)) }
        return Rect(x: area.x, y: y, width: area.width, height: 0)
    }

    /// Text, rows and notes, over the whole width of a usual screen. Where there is no room blank lines of the text go first, then large letters.
    func drawSheetWithRows(in whole: Rect) -> Rect {
        let width = min(whole.width, Self.widest)
        let area = Rect(x: whole.x + (whole.width - width) / 2, y: whole.y, width: width, height: whole.height)
        let rule = drawAbout(in: area)
        var rows = Rect(x: area.x, y: rule - 1 - page.rows.count, width: area.width, height: page.rows.count)
        var notes = page.headline
        let room = Rect(x: area.x + Self.margin, y: area.y, width: area.width - 2 * Self.margin, height: rows.y - 1 - area.y)
        let total = { (notes: [Page.Note]) in notes.reduce(0) { $0 + height(of: $1, in: room.width) } }
        while total(notes) >= room.height, let blank = notes.lastIndex(where: { $0.text.isEmpty }) { notes.remove(at: blank) }
        while total(notes) > room.height, let large = notes.lastIndex(where: { !$0.plates.isEmpty }) { notes[large].plates = [] }
        // In a tall terminal they stand where they do in a usual one, or below the text.
        rows.y = min(rows.y, area.y + max(Self.usualEnd - rows.height, total(notes) + 2))
        var y = area.y + (total(notes) < room.height ? 1 : 0)
        canvas.focus = Point(x: room.x, y: y)
        for note in notes {
            let height = height(of: note, in: room.width)
            if y + height > room.bottom { break }
            draw(note, in: Rect(x: room.x, y: y, width: room.width, height: height))
            y += height
        }
        for index in page.rows.indices {
            drawTableRow(index, in: Rect(x: rows.x, y: rows.y + index, width: rows.width, height: 1))
        }
        return rows
    }

    private static let (margin, widest) = (4, 110)
    /// Where the rows end on a terminal of 24 rows.
    private static let usualEnd = 18

    private func height(of note: Page.Note, in width: Int) -> Int {
        guard let plates = plates(of: note, in: width) else { return lines(of: note, width: width - copyRoom(of: note)).count }
        return plates.count == 1 ? PixelText.height + 2 : (plates.count + 1) / 2 * (PixelText.height + 2) - 1
    }

    private func copyRoom(of note: Page.Note) -> Int { note.isCopied ? TextWidth.of(copyButton) + 2 : 0 }
    private var copyButton: String { "  \(tr("Copy"))  C  " }

    private func draw(_ note: Page.Note, in place: Rect) {
        if let plates = plates(of: note, in: place.width) { return draw(plates, in: place) }
        for (row, line) in lines(of: note, width: place.width - copyRoom(of: note)).enumerated() {
            let x = note.isCentred ? place.x + (place.width - TextWidth.of(line)) / 2 : place.x + note.indent
            canvas.put(line, x: x, y: place.y + row, note.role)
        }
        guard note.isCopied else { return }
        let x = place.x + place.width - TextWidth.of(copyButton)
        let end = canvas.put(copyButton, x: x, y: place.y, .barStrong, on: .box)
        canvas.link(Rect(x: x, y: place.y, width: end - x, height: 1), to: .character("c"))
    }

    // MARK: Plates

    /// A word in large letters, with the same in text below.
    private typealias Plate = (word: String, letters: [String])

    /// How wide a plate is at least.
    private static let plateWidth = 35

    /// The plates of a note; nil where it has none, or there is no room for them.
    private func plates(of note: Page.Note, in width: Int) -> [Plate]? {
        guard !note.plates.isEmpty, glyphs.isUnicode else { return nil }
        let plates = note.plates.compactMap { word in PixelText(word, isLow: note.plates.count > 1).map { (word, $0.rows) } }
        let room = note.plates.count == 1 ? width : (width - 2) / 2
        return plates.count == note.plates.count && plates.allSatisfy({ $0.1[0].count + 2 <= room }) ? plates : nil
    }

    private func draw(_ plates: [Plate], in place: Rect) {
        let isAlone = plates.count == 1
        let width = isAlone ? max(Self.plateWidth, plates[0].letters[0].count + 2) : (place.width - 2) / 2
        for (number, plate) in plates.enumerated() {
            let frame = Rect(
                x: isAlone ? place.x + (place.width - width) / 2 : place.x + number % 2 * (width + 2),
                y: place.y + number / 2 * (PixelText.height + 2), width: width, height: PixelText.height + (isAlone ? 2 : 1))
            canvas.fill(frame, .selected)
            let margin = isAlone ? 1 : 0
            let lines = plate.letters + [isolated(plate.word)]
            for (row, line) in lines.enumerated() {
                canvas.put(line, x: frame.x + (width - TextWidth.of(line)) / 2, y: frame.y + margin + row, .selected)
            }
        }
    }
}
