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

/// The keys of one screen: in each row what a key does in a few words, and below the chosen one in a sentence.
struct HelpView {
    private let entries: [Entry]
    /// The chosen entry. The first ones are arrows and digits, of which Enter can do none: it closes the help like any other key.
    private var chosen = 0
    private var offset = 0
    /// The page as it was drawn last: its height in rows, and whether there is more below.
    private var page = (height: 8, hasMore: false)
    /// Whether the chosen entry is scrolled into view.
    private var showsChosen = true
    /// The columns as they were drawn last: the entry in each row, nil for a heading and for the blank row above one.
    private var columns: [[Int?]] = []

    private struct Entry {
        /// Its heading.
        let heading: String
        /// Its keys, or a sign.
        var name: String
        var sentence: String
        /// The first of its keys, and what it does in a word or two, where it has such words.
        var short = (name: "", label: "")
        /// What Enter runs; nil for a sign, or for keys that each mean something else.
        var binding: Binding?
        /// Its letters, also those of another binding that does the same.
        var letters: [Key] = []
        /// Whether it is a sign, which cannot be chosen.
        var isSign = false

        /// Takes the keys of another one that does the same, and the sentence that says more.
        mutating func add(_ other: Entry) {
            name += " " + other.name
            short.name += " " + other.short.name
            letters += other.letters
            if other.sentence.count > sentence.count { sentence = other.sentence }
        }

        /// What it does, in lines of `width` cells.
        func lines(in width: Int) -> [String] {
            if isSign { return TextWidth.wrap(sentence, to: width) }
            let words = sentence.hasSuffix(".") || sentence.hasSuffix("。") ? String(sentence.dropLast()) : sentence
            let isLong = TextWidth.of(words) > width && !short.label.isEmpty
            return isLong ? [TextWidth.clip(short.label, to: width)] : TextWidth.wrap(words, to: width)
        }
    }

    /// A row of the list; `entry` is nil for a heading and for the blank row above one.
    private typealias Row = (entry: Int?, key: String, text: String)

    /// The help for those of `bindings` that are available. A key that several have is listed with the first, which is the one that runs; those of
    /// the same words share a row. What `isText` is typed, and no key.
    init(bindings: [Binding], notes: [HelpNote] = [], isText: (Unicode.Scalar) -> Bool = { _ in false }) {
        var taken: Set<Key> = []
        var usable: [(group: KeyGroup, entry: Entry)] = []
        for binding in bindings where binding.isListed && binding.isAvailable() {
            let keys = binding.keys.filter { taken.insert($0).inserted }
            if keys.isEmpty { continue }
            let names = Self.names(of: keys)
            let entry =
                binding.meansItsKey
                ? Entry(
                    heading: binding.group.title, name: names, sentence: binding.help,
                    short: (Self.few(names), binding.brief))
                : Entry(
                    heading: binding.group.title, name: keys.map(\.title).joined(separator: " "), sentence: binding.help,
                    short: (keys[0].title, binding.brief), binding: binding, letters: keys)
            let twin = binding.brief.isEmpty ? nil : usable.firstIndex { $0.entry.binding?.brief == binding.brief }
            if let twin, entry.binding != nil { usable[twin].entry.add(entry) } else { usable.append((binding.group, entry)) }
        }
        let openers = Self.openers.filter { key in
            if case .character(let scalar) = key, isText(scalar) { return false }
            return !taken.contains(key)
        }
        let screen = KeyGroup.screen.title
        let keys = { (groups: [KeyGroup]) in groups.flatMap { group in usable.filter { $0.group == group }.map(\.entry) } }
        entries =
            keys(KeyGroup.allCases) + [
                Entry(
                    heading: screen, name: Self.names(of: openers), sentence: tr("Show the keys that work now."),
                    short: (openers[0].title, tr("Keys"))),
                Entry(
                    heading: screen, name: Self.names(of: [.control("l")]), sentence: tr("Redraw the screen."),
                    short: (Key.control("l").title, tr("Redraw"))),
            ] + notes.map { Entry(heading: tr("Good to know"), name: $0.sign, sentence: $0.sentence, isSign: true) }
    }

    /// The keys that open the help, unless the screen binds them.
    static let openers: [Key] = [.character("?"), .function(1)]

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

    /// The chosen binding; nil if Enter can do nothing there.
    var binding: Binding? { entries[chosen].binding }

    /// Whether the list says what a letter does: it does it from here, too. Many close a list with Q.
    func lists(_ key: Key) -> Bool {
        guard case .character(let scalar) = key, scalar != "q", scalar.properties.isAlphabetic else { return false }
        return entries.contains { $0.letters.contains(key) }
    }

    /// Chooses or scrolls; returns whether the key does that.
    mutating func move(by key: Key) -> Bool {
        switch key {
        case .up: choose(entries.indices.last { !entries[$0].isSign && $0 < chosen })
        case .down: choose(entries.indices.first { !entries[$0].isSign && $0 > chosen })
        case .left: choose(entry(beside: -1))
        case .right: choose(entry(beside: 1))
        case .wheel(let step): scroll(by: step)
        case .pageUp: scroll(by: -page.height)
        case .pageDown: scroll(by: page.height)
        case .character(" ") where page.hasMore: scroll(by: page.height)
        default: return false
        }
        return true
    }

    private mutating func choose(_ entry: Int?) {
        if let entry { chosen = entry }
        showsChosen = true
    }

    /// The entry in the next column that stands nearest to the height of the chosen one.
    private func entry(beside step: Int) -> Int? {
        guard let column = columns.firstIndex(where: { $0.contains(chosen) }), columns.indices.contains(column + step),
            let row = columns[column].firstIndex(of: chosen)
        else { return nil }
        let others = columns[column + step]
        return others.indices.filter { others[$0] != nil }.min { abs($0 - row) < abs($1 - row) }.flatMap { others[$0] }
    }

    private mutating func scroll(by step: Int) {
        offset += step
        showsChosen = false
    }

    /// Of many names the first two.
    private static func few(_ names: String) -> String {
        let parts = names.split(separator: " ")
        return parts.count > 4 ? parts.prefix(2).joined(separator: " ") : names
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
        guard let box = box(in: area) else { return drawList(on: canvas, in: area) }
        columns = box.columns.map { $0.map(\.entry) }
        (offset, page) = (0, (box.frame.height, false))
        if dims { canvas.dim() }
        // Nothing of a line stays beside the box.
        let side = box.frame.x - area.x
        if side < 3 {
            for x in [area.x, box.frame.x + box.frame.width] {
                canvas.fill(Rect(x: x, y: box.frame.y, width: side, height: box.frame.height))
            }
        }
        canvas.fill(box.frame, with: " ", .barText, on: .box)
        let (x, width) = (box.frame.x + Self.margin, box.frame.width - 2 * Self.margin)
        let column = (width + Self.margin) / box.columns.count
        for (number, rows) in box.columns.enumerated() {
            draw(rows, x: x + number * column, y: box.frame.y + 1, width: column - Self.margin, on: .box, canvas)
        }
        draw(box.signs, x: x, y: box.frame.bottom - 2 - box.about - box.signs.count, width: width, on: .box, canvas)
        drawAbout(x: x, y: box.frame.bottom - 1 - box.about, width: width, on: .box, canvas)
    }

    /// The box, the rows in its columns, the signs below them, and how many rows the sentence about the chosen entry may take; nil where they
    /// do not fit.
    private func box(in area: Rect) -> (frame: Rect, columns: [[Row]], signs: [Row], about: Int)? {
        let widest = min(area.width - 4, Self.widest)
        let (keys, signs) = (entries.indices.filter { !entries[$0].isSign }, entries.indices.filter { entries[$0].isSign })
        for columns in [1, 2] where columns == 1 || widest >= Self.narrowest {
            let frame = columns == 1 && signs.isEmpty ? min(widest, Self.widest / 2 + 8) : widest
            let width = frame - 2 * Self.margin
            let rows = rows(of: keys, width: (width + Self.margin) / columns - Self.margin)
            // The second column begins with a heading.
            let headings = rows.indices.dropFirst().filter { rows[$0].entry == nil && !rows[$0].text.isEmpty }
            let split = headings.min { max($0, rows.count - $0) < max($1, rows.count - $1) } ?? rows.count
            let parts = columns == 1 || split == rows.count ? [rows] : [Array(rows[..<(split - 1)]), Array(rows[split...])]
            let signs = self.rows(of: signs, width: width)
            let about = aboutRows(in: width)
            let height = (parts.map(\.count).max() ?? 0) + (signs.isEmpty ? 0 : signs.count + 1) + about + 3
            // One long column is harder to read than two.
            if height <= area.height, columns == 2 || height <= 14 || widest < Self.narrowest {
                return (
                    Rect(
                        x: area.x + (area.width - frame) / 2, y: area.y + (area.height - height) / 2, width: frame,
                        height: height), parts, signs, about
                )
            }
        }
        return nil
    }

    /// The list over the whole screen, scrolled.
    private mutating func drawList(on canvas: Canvas, in area: Rect) {
        canvas.fill(area)
        let width = min(area.width - 4, Self.widest)
        let x = (area.width - width) / 2
        let rows = rows(of: Array(entries.indices), width: width)
        columns = []
        let about = min(aboutRows(in: width), area.height / 2)
        let list = Rect(x: area.x, y: area.y, width: area.width, height: area.height - about)
        let height = list.textRows(showing: rows.count)
        if showsChosen, let first = rows.firstIndex(where: { $0.entry == chosen }),
            let last = rows.lastIndex(where: { $0.entry == chosen })
        {
            // The first one's heading is seen, too.
            offset = min(max(offset, last + 1 - height), chosen == 0 ? 0 : first)
        }
        offset = max(0, min(offset, rows.count - height))
        page = (height, offset + height < rows.count)
        if page.hasMore { canvas.putMoreBelow(in: list) }
        draw(Array(rows.dropFirst(offset).prefix(height)), x: x, y: list.y + 1, width: width, on: nil, canvas)
        drawAbout(x: x, y: area.bottom - about, width: width, on: nil, canvas)
    }

    /// What the chosen entry's keys do, in a sentence.
    private func about(in width: Int, _ entry: Entry) -> [String] {
        TextWidth.wrap(labelled(isolated(entry.name), entry.sentence), to: width)
    }

    /// The rows that the longest of those sentences takes.
    private func aboutRows(in width: Int) -> Int {
        entries.lazy.filter { !$0.isSign }.map { about(in: width, $0).count }.max() ?? 0
    }

    private func drawAbout(x: Int, y: Int, width: Int, on ground: Role?, _ canvas: Canvas) {
        for (index, line) in about(in: width, entries[chosen]).enumerated() {
            canvas.put(line, x: x, y: y + index, ground == nil ? .faint : .barText, on: ground, limit: width)
        }
    }

    private func draw(_ rows: [Row], x: Int, y: Int, width: Int, on ground: Role?, _ canvas: Canvas) {
        for (index, row) in rows.enumerated() {
            let y = y + index
            let isChosen = row.entry == chosen
            if isChosen {
                canvas.fill(Rect(x: x - 2, y: y, width: width + 3, height: 1), .selected)
                if index == 0 || rows[index - 1].entry != chosen {
                    canvas.put("▸", x: x - 2, y: y, .selected)
                    canvas.focus = Point(x: x - 2, y: y)
                }
            }
            guard row.entry != nil else {
                canvas.put(row.text, x: x, y: y, .heading, on: ground, limit: width)
                continue
            }
            let ground = isChosen ? nil : ground
            let roles: (text: Role, key: Role) =
                isChosen ? (.selected, .selected) : ground == nil ? (.plain, .key) : (.barText, .barStrong)
            canvas.put(row.text, x: x + indent(width), y: y, roles.text, on: ground, limit: width - indent(width) + 1)
            // Names of keys are not mirrored.
            canvas.put(isolated(row.key), x: x, y: y, roles.key, on: ground, limit: width)
        }
    }

    /// The cells for the names of keys, with the gap behind them.
    private func indent(_ width: Int) -> Int {
        let longest = entries.map { TextWidth.of($0.isSign ? $0.name : $0.short.name) }.max() ?? 0
        return min(max(6, width / 2), longest + 2)
    }

    /// The headings and these entries in lines of `width` cells.
    private func rows(of shown: [Int], width: Int) -> [Row] {
        let indent = indent(width)
        var rows: [Row] = []
        var heading = ""
        for number in shown {
            let entry = entries[number]
            if heading != entry.heading {
                if !rows.isEmpty { rows.append((nil, "", "")) }
                rows.append((nil, "", entry.heading))
                heading = entry.heading
            }
            let keys = TextWidth.wrap(entry.isSign ? entry.name : entry.short.name, to: max(1, indent - 1))
            let lines = entry.lines(in: max(8, width - indent))
            for index in 0..<max(keys.count, lines.count) {
                rows.append((number, index < keys.count ? keys[index] : "", index < lines.count ? lines[index] : ""))
            }
        }
        return rows
    }
}
