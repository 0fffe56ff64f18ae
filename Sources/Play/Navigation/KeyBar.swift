// The bottom row: as many of a screen's keys as fit.

import Language
import Screen

enum KeyBar {
    /// Keys and what they do. A click types the first one; arrows are typed one by one.
    struct Entry {
        let name: String
        let label: String
        let keys: [Key]
        /// Whether it is of no use now.
        var isDim = false

        init(_ keys: [Key], name: String, label: String) { (self.name, self.label, self.keys) = (name, label, keys) }

        /// One key under its own name.
        init(_ key: Key, label: String) { self.init([key], name: key.name, label: label) }

        init(_ binding: Binding, isShort: Bool = false) {
            self.init(binding.keys, name: binding.title, label: isShort ? "" : binding.label)
        }

        static let none = Entry([], name: "", label: "")
    }

    /// Draws the keys that stand in the bar in the order of the table, and last `help`, the key that lists them all. A prompt is drawn before
    /// them, in the middle, or where nothing is asked as far to the left as they need, and its keys are not repeated; at the end of a game it stands
    /// alone. Of several bindings of a key the first one counts. If not all fit, the way out and those marked `isNeeded` stay, and the others go
    /// from the right. If those do not fit either, the way out is shown without what it does.
    static func draw(
        _ bindings: [Binding], besides prompt: Prompt? = nil, on canvas: Canvas, help: Key? = .character("?")
    ) {
        let y = canvas.size.height - 1
        fill(y, on: canvas)
        if let prompt, prompt.isEnd { return _ = prompt.draw(on: canvas, y: y) }
        var x = 1
        var bindings = bindings
        if let prompt {
            bindings.removeAll { $0.meansItsKey || prompt.choices.map { prompt.key(of: $0) }.contains($0.keys[0]) }
        }
        var taken: Set<Key> = []
        bindings.removeAll { $0.label.isEmpty || $0.standing() == .absent || !taken.insert($0.keys[0]).inserted }
        if let prompt {
            let last = width(of: help.map { Entry($0, label: tr("Keys")) } ?? .none) + 3
            let all = bindings.reduce(last) { $0 + width(of: Entry($1)) + 2 }
            x = prompt.draw(on: canvas, y: y, sparing: prompt.isNext ? [all, last] : []) + 2
        }
        let room = canvas.size.width - x
        let kept = bindings.filter { isKept($0, isAsking: prompt != nil) }
        func needed(isTight: Bool) -> Int {
            kept.reduce(0) { $0 + width(of: Entry($1, isShort: isTight && $1.isWayOut)) + 2 }
        }
        var more = help.map { Entry($0, label: tr("Keys")) } ?? .none
        if needed(isTight: false) + width(of: more) > room { more = help.map { Entry($0, label: "") } ?? .none }
        let isTight = prompt == nil && needed(isTight: false) + width(of: more) > room
        let end = isTight && needed(isTight: true) + width(of: more) > room ? 0 : 2 + width(of: more)
        for entry in fitting(bindings, in: room - end, isAsking: prompt != nil, isTight: isTight) {
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
        canvas.unlink(row: y)
    }

    /// The bindings that fit, in order. While a prompt is shown only the way out takes precedence.
    private static func fitting(_ bindings: [Binding], in room: Int, isAsking: Bool, isTight: Bool) -> [Entry] {
        let entries = bindings.map { Entry($0, isShort: isTight && $0.isWayOut) }
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
        return chosen.sorted().map {
            var entry = entries[$0]
            entry.isDim = bindings[$0].standing() == .dim
            return entry
        }
    }

    private static func isKept(_ binding: Binding, isAsking: Bool) -> Bool {
        binding.isWayOut || binding.isNeeded && !isAsking
    }

    private static func width(of entry: Entry) -> Int {
        TextWidth.of(entry.name) + (entry.label.isEmpty ? 0 : 1 + TextWidth.of(entry.label))
    }

    private static func draw(_ entry: Entry, on canvas: Canvas, x: Int, y: Int) -> Int {
        var after = canvas.put(entry.name, x: x, y: y, entry.isDim ? .barDim : .barStrong, on: .bar)
        if !entry.label.isEmpty {
            after = canvas.put(entry.label, x: after + 1, y: y, entry.isDim ? .barDim : .barText, on: .bar)
        }
        link(entry, Rect(x: x, y: y, width: after - x, height: 1), on: canvas)
        return after
    }

    private static func link(_ entry: Entry, _ place: Rect, on canvas: Canvas) {
        switch entry.keys.first {
        case .left, .up:
            canvas.link(place, to: entry.keys[1])
            canvas.link(Rect(x: place.x, y: place.y, width: 1, height: 1), to: entry.keys[0])
        // Which digit is meant is not to be seen.
        case .character("0"..."9"), nil: break
        case let key?: canvas.link(place, to: key)
        }
    }
}
