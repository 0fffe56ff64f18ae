// The help: a box over the screen that lists the keys that work now, under headings. A key can be picked there with arrows and Enter, so
// that everything can be reached from a keyboard without Latin letters. Where the box does not fit, the list takes the whole screen.

import Language
import Screen

/// The meaning of a sign on the screen.
struct HelpNote {
    let sign: String
    let sentence: String
    /// Whether text mode says it: not what explains a sign that is only drawn.
    var isSpoken = true
}

/// The keys of one screen in sentences, scrolled if they do not fit.
struct HelpView {
    private let entries: [Entry]
    /// The chosen entry. None is chosen at first, so that Enter closes the help like any other key.
    private var chosen: Int?
    private var offset = 0
    /// The page as it was drawn last: its height in rows, and whether there is more below.
    private var page = (height: 8, hasMore: false)
    /// Whether the chosen entry is scrolled into view.
    private var showsChosen = false

    private struct Entry {
        /// Its heading.
        let heading: String
        /// Its keys, or a sign.
        let name: String
        let sentence: String
        /// What Enter runs; nil for a sign, or for keys that each mean something else.
        var binding: Binding?
    }

    /// A row of the list; `entry` is nil for a heading and for the blank row above one.
    private typealias Row = (entry: Int?, key: String, text: String)

    /// The help for those of `bindings` that are available. A key that several have is listed with the first, which is the one that runs.
    init(bindings: [Binding], notes: [HelpNote] = []) {
        var taken: Set<Key> = []
        var usable: [(group: KeyGroup, entry: Entry)] = []
        for binding in bindings where binding.isAvailable() {
            let keys = binding.keys.filter { taken.insert($0).inserted }
            if keys.isEmpty { continue }
            let name = binding.meansItsKey ? Self.names(of: keys) : keys.map(\.title).joined(separator: " ")
            usable.append(
                (
                    binding.group,
                    Entry(
                        heading: binding.group.title, name: name, sentence: binding.help,
                        binding: binding.meansItsKey ? nil : binding)
                ))
        }
        let openers = Self.openers.filter { !taken.contains($0) }
        let screen = KeyGroup.screen.title
        let keys = { (groups: [KeyGroup]) in groups.flatMap { group in usable.filter { $0.group == group }.map(\.entry) } }
        entries =
            keys([.answer, .play, .choose, .teach])
            + notes.map { Entry(heading: tr("Signs"), name: $0.sign, sentence: $0.sentence) } + keys([.game, .other, .screen]) + [
                Entry(heading: screen, name: Self.names(of: openers), sentence: tr("Show the keys that work now.")),
                Entry(heading: screen, name: Self.names(of: [.control("l")]), sentence: tr("Redraw the screen.")),
            ]
    }

    /// The keys that open the help, unless the screen binds them.
    static let openers: [Key] = [.character("?"), .function(1), .character("0")]

    /// The keys of the help itself.
    var bindings: [Binding] {
        [
            Binding(.up, .down, name: "↑↓", label: tr("Choose"), help: "", action: { _ in }),
            Binding(.enter, label: tr("Do it"), help: "", action: { _ in }),
            Binding(
                .character(" "), .pageDown, label: tr("Next page"), help: "", isAvailable: { [page] in page.hasMore },
                action: { _ in }),
            Binding(.escape, label: tr("Close"), help: "", action: { _ in }),
        ]
    }

    /// Its sentences.
    var sentences: [String] { entries.map(\.sentence) }

    /// The chosen binding; nil if none is chosen.
    var binding: Binding? { chosen.flatMap { entries[$0].binding } }

    /// Chooses or scrolls; returns whether the key does that.
    mutating func move(by key: Key) -> Bool {
        switch key {
        case .up, .left: choose(entries.indices.last { entries[$0].binding != nil && $0 < chosen ?? 0 }, otherwise: -1)
        case .down, .right: choose(entries.indices.first { entries[$0].binding != nil && $0 > chosen ?? -1 }, otherwise: 1)
        case .wheel(let step): scroll(by: step)
        case .pageUp: scroll(by: -page.height)
        case .pageDown: scroll(by: page.height)
        case .character(" ") where page.hasMore: scroll(by: page.height)
        default: return false
        }
        return true
    }

    /// Chooses an entry, or scrolls by `step` if there is none to choose.
    private mutating func choose(_ entry: Int?, otherwise step: Int) {
        guard let entry else { return scroll(by: step) }
        chosen = entry
        showsChosen = true
    }

    private mutating func scroll(by step: Int) {
        offset += step
        showsChosen = false
    }

    private static func names(of keys: [Key]) -> String {
        let digits = keys.filter { if case .character(let scalar) = $0 { ("0"..."9").contains(scalar) } else { false } }
        var names = keys.filter { !digits.contains($0) || digits.count < 3 }.map(\.title)
        if digits.count > 2, let first = digits.first, let last = digits.last { names.append("\(first.name)-\(last.name)") }
        return names.joined(separator: " ")
    }
}

// MARK: - Drawing

extension HelpView {
    /// The widest box, and the narrowest one with two columns.
    private static let widest = 76
    private static let narrowest = 56
    /// The cells around the text in the box, and between its columns.
    private static let margin = 3

    /// Draws it over a screen that is already drawn: in a box in the middle if all fits there, otherwise all over `area`. `dims`: what is
    /// behind the box darkens.
    mutating func draw(on canvas: Canvas, in area: Rect, dims: Bool) {
        guard let (box, columns) = box(in: area) else {
            canvas.fill(area)
            let width = min(area.width, Self.widest + 4)
            return drawList(on: canvas, in: Rect(x: (area.width - width) / 2, y: area.y, width: width, height: area.height))
        }
        (offset, page) = (0, (box.height, false))
        if dims { canvas.dim() }
        canvas.fill(box, with: " ", .barText, on: .box)
        canvas.focus = Point(x: box.x, y: box.y)
        let width = (box.width - Self.margin) / columns.count - Self.margin
        for (number, rows) in columns.enumerated() {
            let x = box.x + Self.margin + number * (width + Self.margin)
            for (index, row) in rows.enumerated() {
                draw(
                    row, isFirst: index == 0 || rows[index - 1].entry != row.entry, x: x, y: box.y + 1 + index, width: width,
                    on: .box, canvas)
            }
        }
    }

    /// The box, and the rows in its columns; nil where they do not fit.
    private func box(in area: Rect) -> (box: Rect, columns: [[Row]])? {
        let width = min(area.width - 4, Self.widest)
        for columns in [1, 2] where columns == 1 || width >= Self.narrowest {
            let boxWidth = columns == 1 ? min(width, Self.widest / 2 + 8) : width
            let rows = rows(width: (boxWidth - Self.margin) / columns - Self.margin)
            // The second column begins with a heading.
            let headings = rows.indices.dropFirst().filter { rows[$0].entry == nil && !rows[$0].text.isEmpty }
            let split = headings.min { max($0, rows.count - $0) < max($1, rows.count - $1) } ?? rows.count
            let parts = columns == 1 || split == rows.count ? [rows] : [Array(rows[..<(split - 1)]), Array(rows[split...])]
            let height = (parts.map(\.count).max() ?? 0) + 2
            // One long column is harder to read than two.
            if height <= area.height, columns == 2 || height <= 12 || width < Self.narrowest {
                return (
                    Rect(
                        x: area.x + (area.width - boxWidth) / 2, y: area.y + (area.height - height) / 2, width: boxWidth,
                        height: height), parts
                )
            }
        }
        return nil
    }

    /// The list over the whole screen, scrolled.
    private mutating func drawList(on canvas: Canvas, in area: Rect) {
        let rows = rows(width: area.width - 4)
        let height = area.textRows(showing: rows.count)
        let first = rows.firstIndex { $0.entry == chosen && chosen != nil }
        if showsChosen, let first, let last = rows.lastIndex(where: { $0.entry == chosen }) {
            offset = min(max(offset, last + 1 - height), first)
        }
        offset = max(0, min(offset, rows.count - height))
        page = (height, offset + height < rows.count)
        if page.hasMore { canvas.putMoreBelow(in: area) }
        canvas.focus = Point(x: area.x, y: area.y + 1)
        for (index, row) in rows.dropFirst(offset).prefix(height).enumerated() {
            let isFirst = offset + index == 0 || rows[offset + index - 1].entry != row.entry
            draw(row, isFirst: isFirst, x: area.x + 2, y: area.y + 1 + index, width: area.width - 4, on: nil, canvas)
        }
    }

    private func draw(_ row: Row, isFirst: Bool, x: Int, y: Int, width: Int, on ground: Role?, _ canvas: Canvas) {
        let isChosen = chosen != nil && row.entry == chosen
        if isChosen {
            canvas.fill(Rect(x: x - 2, y: y, width: width + 3, height: 1), .selected)
            if isFirst {
                canvas.put("▸", x: x - 2, y: y, .selected)
                canvas.focus = Point(x: x - 2, y: y)
            }
        }
        guard row.entry != nil else {
            canvas.put(row.text, x: x, y: y, .heading, on: ground, limit: width)
            return
        }
        let role: Role = isChosen ? .selected : ground == nil ? .plain : .barText
        canvas.put(row.text, x: x + indent(width), y: y, role, on: isChosen ? nil : ground, limit: width - indent(width) + 1)
        // Names of keys are not mirrored.
        canvas.put(
            isolated(row.key), x: x, y: y, isChosen ? .selected : ground == nil ? .key : .barStrong, on: isChosen ? nil : ground,
            limit: width)
    }

    /// The cells for the names of keys, with the gap behind them.
    private func indent(_ width: Int) -> Int {
        // The name of a key is never broken.
        let longest = entries.flatMap { $0.name.split(separator: " ") }.map { TextWidth.of(String($0)) }.max() ?? 0
        return min(max(6, width / 3, longest + 1), (entries.map { TextWidth.of($0.name) }.max() ?? 0) + 2)
    }

    /// The headings and entries in lines of `width` cells.
    private func rows(width: Int) -> [Row] {
        let indent = indent(width)
        var rows: [Row] = []
        for (number, entry) in entries.enumerated() {
            if number == 0 || entries[number - 1].heading != entry.heading {
                if number > 0 { rows.append((nil, "", "")) }
                rows.append((nil, "", entry.heading))
            }
            let keys = TextWidth.wrap(entry.name, to: max(1, indent - 1))
            let sentence = TextWidth.wrap(entry.sentence, to: max(8, width - indent))
            for index in 0..<max(keys.count, sentence.count) {
                rows.append(
                    (number, index < keys.count ? keys[index] : "", index < sentence.count ? sentence[index] : ""))
            }
        }
        return rows
    }
}
