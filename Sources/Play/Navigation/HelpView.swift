// The help: an overlay that lists a screen's bindings in sentences. A key can be picked there with arrows and Enter, so that everything
// can be reached from a keyboard without Latin letters.

import Language
import Screen

/// The meaning of a sign on the screen.
struct HelpNote {
    let sign: String
    let sentence: String
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
        /// Its keys, or a sign.
        let name: String
        let sentence: String
        /// What Enter runs; nil for a sign, or a key that is not available.
        var binding: Binding?
    }

    /// The help for `bindings`: available ones first, then the signs, then the others.
    init(bindings: [Binding], notes: [HelpNote] = []) {
        let (usable, others) = (bindings.filter { $0.isAvailable() }, bindings.filter { !$0.isAvailable() })
        entries =
            usable.map { Entry(name: Self.names(of: $0.keys), sentence: $0.help, binding: $0.meansItsKey ? nil : $0) }
            + notes.map { Entry(name: $0.sign, sentence: $0.sentence) }
            + others.map { Entry(name: Self.names(of: $0.keys), sentence: $0.help) } + [
                Entry(
                    name: Self.names(of: Self.openers.filter { key in !bindings.contains { $0.keys.contains(key) } }),
                    sentence: tr("Show these keys. Pick a key with the arrows and press Enter.")),
                Entry(name: Self.names(of: [.control("l")]), sentence: tr("Redraw the screen.")),
            ]
    }

    /// The keys that open the help, unless the screen binds them.
    static let openers: [Key] = [.character("?"), .function(1), .character("0")]

    /// The keys of the help itself.
    static var bindings: [Binding] {
        [
            Binding(.up, .down, name: "↑↓", label: tr("Choose"), help: "", action: { _ in }),
            Binding(.enter, label: tr("Do it"), help: "", action: { _ in }),
            Binding(.character(" "), .pageDown, label: tr("Next page"), help: "", action: { _ in }),
            Binding(.escape, label: tr("Back"), help: "", action: { _ in }),
        ]
    }

    /// Its sentences.
    var sentences: [String] { entries.map(\.sentence) }

    /// The chosen binding; nil if none is chosen.
    var binding: Binding? { chosen.flatMap { entries[$0].binding } }

    /// Chooses or scrolls; returns whether the key does that.
    mutating func move(by key: Key) -> Bool {
        switch key {
        case .up: choose(entries.indices.last { entries[$0].binding != nil && $0 < chosen ?? 0 }, otherwise: -1)
        case .down: choose(entries.indices.first { entries[$0].binding != nil && $0 > chosen ?? -1 }, otherwise: 1)
        case .wheel(let step): scroll(by: step)
        case .pageUp: scroll(by: -page.height)
        case .pageDown: scroll(by: page.height)
        case .character(" ") where page.hasMore: scroll(by: page.height)
        default: return false
        }
        return true
    }

    /// Chooses a entry, or scrolls if there is none.
    private mutating func choose(_ entry: Int?, otherwise step: Int) {
        guard let entry else { return scroll(by: step) }
        chosen = entry
        showsChosen = true
    }

    private mutating func scroll(by step: Int) {
        offset += step
        showsChosen = false
    }

    mutating func draw(on canvas: Canvas, in area: Rect) {
        let rows = text(width: area.width - 4)
        let height = MoreBelow.height(of: area, showing: rows.count)
        let first = rows.firstIndex { $0.entry == chosen }
        if showsChosen, let first, let last = rows.lastIndex(where: { $0.entry == chosen }) {
            offset = min(max(offset, last + 1 - height), first)
        }
        offset = max(0, min(offset, rows.count - height))
        page = (height, offset + height < rows.count)
        if page.hasMore { MoreBelow.draw(on: canvas, in: area) }
        canvas.focus = Point(x: area.x, y: area.y + 1)
        for (index, row) in rows.dropFirst(offset).prefix(height).enumerated() {
            let y = area.y + 1 + index
            let isChosen = row.entry == chosen
            if isChosen {
                canvas.fill(Rect(x: area.x, y: y, width: area.width, height: 1), .selected)
                if offset + index == first {
                    canvas.put("▸", x: area.x, y: y, .selected)
                    canvas.focus = Point(x: area.x, y: y)
                }
            }
            canvas.put(
                row.text, x: area.x + 2 + row.indent, y: y, isChosen ? .selected : .plain, limit: area.width - 3 - row.indent)
            // Names of keys are not mirrored.
            canvas.put(isolated(row.key), x: area.x + 2, y: y, isChosen ? .selected : .key, limit: area.width - 3)
        }
    }

    private func text(width: Int) -> [(entry: Int, key: String, text: String, indent: Int)] {
        let names = entries.map(\.name)
        // The name of a key is never broken.
        let longest = names.flatMap { $0.split(separator: " ") }.map { TextWidth.of(String($0)) }.max() ?? 0
        let indent = min(max(6, width / 3, longest + 1), (names.map { TextWidth.of($0) }.max() ?? 0) + 2)
        var rows: [(entry: Int, key: String, text: String, indent: Int)] = []
        for (number, name) in names.enumerated() {
            let keys = TextWidth.wrap(name, to: max(1, indent - 1))
            let sentence = TextWidth.wrap(entries[number].sentence, to: max(8, width - indent))
            for index in 0..<max(keys.count, sentence.count) {
                let key = index < keys.count ? keys[index] : ""
                rows.append((number, key, index < sentence.count ? sentence[index] : "", indent))
            }
        }
        return rows
    }

    private static func names(of keys: [Key]) -> String {
        let digits = keys.filter { if case .character(let scalar) = $0 { ("1"..."9").contains(scalar) } else { false } }
        var names = keys.filter { !digits.contains($0) || digits.count < 3 }.map(\.title)
        if digits.count > 2, let first = digits.first, let last = digits.last { names.append("\(first.name)-\(last.name)") }
        return names.joined(separator: " ")
    }
}

/// The row below a text that is longer than its page.
enum MoreBelow {
    /// The number of text rows in `area`, below a blank first row; `count` is how many the text has.
    static func height(of area: Rect, showing count: Int) -> Int { max(1, area.height - (count < area.height ? 1 : 2)) }

    /// Says that there is more text below.
    static func draw(on canvas: Canvas, in area: Rect) {
        let words = tr("more below ↓")
        canvas.put(words, x: area.x + (area.width - TextWidth.of(words)) / 2, y: area.y + area.height - 1, .faint)
    }
}
