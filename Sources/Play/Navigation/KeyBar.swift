// The bottom row: as many of a screen's keys as fit.

import Language
import Screen

enum KeyBar {
    /// A key and what it does.
    typealias Entry = (key: String, label: String)

    /// Draws the available keys in the order of the table, and last `help`, the key that lists them all. A prompt is drawn before them,
    /// and its keys are not repeated. If not all fit, the way out and those marked `isNeeded` stay, and the others go from the right.
    static func draw(
        _ bindings: [Binding], besides prompt: Prompt? = nil, on canvas: Canvas, help: Key? = .character("?")
    ) {
        let y = canvas.size.height - 1
        fill(y, on: canvas)
        var x = 1
        var bindings = bindings
        if let prompt {
            x = prompt.draw(on: canvas, y: y) + 2
            bindings.removeAll { $0.meansItsKey || prompt.choices.map(\.key).contains($0.keys[0]) }
        }
        bindings.removeAll { $0.label.isEmpty || !$0.isAvailable() }
        let room = canvas.size.width - x
        let needed = bindings.filter { isKept($0, isAsking: prompt != nil) }.reduce(0) { $0 + width(of: entry($1)) + 2 }
        var more: Entry = help.map { ($0.name, tr("Keys")) } ?? ("", "")
        if needed + width(of: more) > room { more.label = "" }
        for entry in fitting(bindings, in: room - 2 - width(of: more), isAsking: prompt != nil) {
            x = draw(entry, on: canvas, x: x, y: y) + 2
        }
        if x + width(of: more) <= canvas.size.width { _ = draw(more, on: canvas, x: x, y: y) }
    }

    /// Draws only this key.
    static func draw(on canvas: Canvas, only entry: Entry) {
        fill(canvas.size.height - 1, on: canvas)
        _ = draw(entry, on: canvas, x: 1, y: canvas.size.height - 1)
    }

    /// Draws a message and the key that leads out of the screen.
    static func draw(_ message: String, and way: Entry, on canvas: Canvas) {
        let y = canvas.size.height - 1
        fill(y, on: canvas)
        canvas.put(" \(message) ", x: 0, y: y, .alert)
        _ = draw(way, on: canvas, x: canvas.size.width - 1 - width(of: way), y: y)
    }

    /// How many cells a message may have beside the key that leads out.
    static func room(beside way: Entry, in width: Int) -> Int { width - self.width(of: way) - 4 }

    private static func fill(_ y: Int, on canvas: Canvas) {
        canvas.fill(Rect(x: 0, y: y, width: canvas.size.width, height: 1), with: " ", .barText, on: .bar)
    }

    /// The bindings that fit, in order. While a prompt is shown only the way out takes precedence.
    private static func fitting(_ bindings: [Binding], in room: Int, isAsking: Bool) -> [Entry] {
        let entries = bindings.map(entry)
        var left = room
        func fits(_ index: Int) -> Bool {
            guard width(of: entries[index]) <= left else { return false }
            left -= width(of: entries[index]) + 2
            return true
        }
        var chosen = bindings.indices.filter { bindings[$0].isWayOut && fits($0) }
        let kept = bindings.indices.filter { isKept(bindings[$0], isAsking: isAsking) }
        chosen += kept.filter { !bindings[$0].isWayOut && fits($0) }
        chosen += bindings.indices.filter { !kept.contains($0) }.prefix(while: fits)
        return chosen.sorted().map { entries[$0] }
    }

    private static func isKept(_ binding: Binding, isAsking: Bool) -> Bool {
        binding.isWayOut || binding.isNeeded && !isAsking
    }

    private static func entry(_ binding: Binding) -> Entry { (binding.title, binding.label) }

    private static func width(of entry: Entry) -> Int {
        TextWidth.of(entry.key) + (entry.label.isEmpty ? 0 : 1 + TextWidth.of(entry.label))
    }

    private static func draw(_ entry: Entry, on canvas: Canvas, x: Int, y: Int) -> Int {
        let after = canvas.put(entry.key, x: x, y: y, .barStrong, on: .bar)
        return entry.label.isEmpty ? after : canvas.put(entry.label, x: after + 1, y: y, .barText, on: .bar)
    }
}
