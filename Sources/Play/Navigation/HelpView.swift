// The overlay that lists a screen's keys in sentences, made from its table of bindings.

import Screen

/// The keys of one screen, in sentences; it scrolls where they do not fit.
struct HelpView {
    private let title: String
    private let lines: [(keys: [Key], name: String?, sentence: String)]
    private var offset = 0

    init(title: String, bindings: [Binding]) {
        self.title = title
        lines =
            bindings.map { ($0.keys, $0.name, $0.help) } + [
                ([.character("?"), .function(1)], nil, "Show these keys."), ([.control("l")], nil, "Draw the screen anew."),
            ]
    }

    /// The keys of the help itself.
    static let bindings = [
        Binding(.up, .down, name: "↑↓", label: "Scroll", help: "", action: { _ in }),
        Binding(.escape, label: "Back", help: "", action: { _ in }),
    ]

    /// Scrolls; returns whether the key was one that scrolls.
    mutating func scroll(by key: Key) -> Bool {
        switch key {
        case .up, .wheel(-1): offset = max(0, offset - 1)
        case .down, .wheel(1): offset += 1
        case .pageUp: offset = max(0, offset - 8)
        case .pageDown: offset += 8
        default: return false
        }
        return true
    }

    mutating func draw(on canvas: Canvas, in area: Rect) {
        let rows = text(width: area.width - 4)
        offset = max(0, min(offset, rows.count - area.height + 1))
        for (index, row) in rows.dropFirst(offset).prefix(area.height - 1).enumerated() {
            canvas.put(row.text, x: area.x + 2 + row.indent, y: area.y + 1 + index, row.role, limit: area.width - 3 - row.indent)
            canvas.put(row.key, x: area.x + 2, y: area.y + 1 + index, .key, limit: area.width - 3)
        }
    }

    private func text(width: Int) -> [(key: String, text: String, indent: Int, role: Role)] {
        let names = lines.map { line in Self.names(of: line.keys) }
        let indent = min(max(6, width / 3), (names.map { TextWidth.of($0) }.max() ?? 0) + 2)
        var rows: [(key: String, text: String, indent: Int, role: Role)] = []
        for (line, name) in zip(lines, names) {
            let keys = TextWidth.wrap(name, to: max(1, indent - 1))
            let sentence = TextWidth.wrap(line.sentence, to: max(8, width - indent))
            for index in 0..<max(keys.count, sentence.count) {
                let key = index < keys.count ? keys[index] : ""
                rows.append((key, index < sentence.count ? sentence[index] : "", indent, .plain))
            }
        }
        return rows
    }

    private static func names(of keys: [Key]) -> String {
        let digits = keys.filter { if case .character(let scalar) = $0 { ("1"..."9").contains(scalar) } else { false } }
        var names = keys.filter { !digits.contains($0) || digits.count < 3 }.map { $0.name }
        if digits.count > 2, let first = digits.first, let last = digits.last { names.append("\(first.name)-\(last.name)") }
        return names.joined(separator: " ")
    }
}
