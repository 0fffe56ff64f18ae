// The bottom row: as many of a screen's keys as fit.

import Language
import Screen

enum KeyBar {
    /// Draws the available keys in the order of the table, and last `help`, the key that lists them all. A prompt is drawn before them,
    /// and its keys are not repeated. If not all fit, those marked `isNeeded` stay.
    static func draw(
        _ bindings: [Binding], besides prompt: Prompt? = nil, on canvas: Canvas, help: Key = .character("?")
    ) {
        let y = canvas.size.height - 1
        canvas.fill(Rect(x: 0, y: y, width: canvas.size.width, height: 1))
        let more = (key: help.name, label: tr("Keys"))
        let end = canvas.size.width - width(of: more) - 1
        var x = 1
        var bindings = bindings
        if let prompt {
            x = prompt.draw(on: canvas, y: y) + 2
            bindings.removeAll { $0.meansItsKey || prompt.choices.map(\.key).contains($0.keys[0]) }
        }
        bindings.removeAll { $0.label.isEmpty || !$0.isAvailable() }
        for entry in fitting(bindings, in: end - 1 - x, isAsking: prompt != nil) { x = draw(entry, on: canvas, x: x, y: y) + 2 }
        if x + width(of: more) <= canvas.size.width { _ = draw(more, on: canvas, x: x, y: y) }
    }

    /// Draws only this key.
    static func draw(on canvas: Canvas, only entry: (key: String, label: String)) {
        canvas.fill(Rect(x: 0, y: canvas.size.height - 1, width: canvas.size.width, height: 1))
        _ = draw(entry, on: canvas, x: 1, y: canvas.size.height - 1)
    }

    /// The bindings that fit, in order. Needed ones take precedence, unless a prompt is shown.
    private static func fitting(_ bindings: [Binding], in room: Int, isAsking: Bool) -> [(key: String, label: String)] {
        let entries = bindings.map { (key: $0.title, label: $0.label) }
        let isFirst = { (index: Int) in bindings[index].isNeeded && !isAsking }
        let ranked = bindings.indices.filter(isFirst) + bindings.indices.filter { !isFirst($0) }
        var left = room
        let chosen = ranked.filter { index in
            guard width(of: entries[index]) <= left else { return false }
            left -= width(of: entries[index]) + 2
            return true
        }
        return chosen.sorted().map { entries[$0] }
    }

    private static func width(of entry: (key: String, label: String)) -> Int {
        TextWidth.of(entry.key) + 1 + TextWidth.of(entry.label)
    }

    private static func draw(_ entry: (key: String, label: String), on canvas: Canvas, x: Int, y: Int) -> Int {
        let after = canvas.put(entry.key, x: x, y: y, .key)
        return canvas.put(entry.label, x: after + 1, y: y, .keyLabel)
    }
}
