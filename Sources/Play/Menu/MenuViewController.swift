// A list of things to open: the first screen, and the list of the other games. It knows entries, not what they open.

import Screen

/// A line of a menu.
struct MenuEntry {
    /// What it is called.
    let words: String
    /// What stands behind it, in fewer words than fit.
    var behind = ""
    /// The letter that opens it at once, besides its number.
    var letter: Unicode.Scalar?
    /// Opens it.
    let open: @MainActor (Navigator) -> Void
}

/// A menu.
final class MenuViewController {
    let title: String
    private let navigator: Navigator
    private let makeEntries: (Navigator) -> [MenuEntry]
    private var entries: [MenuEntry] = []
    private var list = ChoiceList()
    private(set) var bindings: [Binding] = []

    /// A menu whose entries are asked for whenever it appears; the last one is the way out, which Q and Esc take as well.
    init(navigator: Navigator, title: String, entries: @escaping (Navigator) -> [MenuEntry]) {
        self.navigator = navigator
        self.title = title
        makeEntries = entries
    }

    private func makeBindings() -> [Binding] {
        let numbers = 1...min(9, entries.count)
        let letters = entries.compactMap { entry in
            entry.letter.map { letter in
                Binding(.character(letter), help: entry.words + ".") { [unowned self] _ in entry.open(navigator) }
            }
        }
        return [
            Binding(.up, .down, name: "↑↓", label: "Choose", help: "Choose a line.") { [unowned self] in
                _ = list.move(by: $0)
                navigator.setNeedsDisplay()
            },
            Binding(.enter, .character(" "), name: "Enter", label: "Open", help: "Open the chosen item.") { [unowned self] _ in
                open(list.chosen)
            },
            Binding(
                keys: numbers.map { .character(Unicode.Scalar(UInt8(0x30 + $0))) }, name: "1-\(numbers.upperBound)",
                help: "Open that item."
            ) { [unowned self] in
                if let index = list.index(named: $0) { open(index) }
            },
        ] + letters + [
            Binding(.character("q"), .escape, label: entries.last?.words ?? "", help: (entries.last?.words ?? "") + ".") {
                [unowned self] _ in
                entries.last?.open(navigator)
            }
        ]
    }

    private func open(_ index: Int) {
        list.choose(index)
        navigator.setNeedsDisplay()
        entries[index].open(navigator)
    }
}

extension MenuViewController: ViewController {
    var status: String { navigator.playerName }

    func didAppear() {
        entries = makeEntries(navigator)
        list.setCount(entries.count)
        bindings = makeBindings()
        navigator.setNeedsDisplay()
    }

    func didPress(_ key: Key) -> Bool {
        if case .click = key, let index = list.index(named: key) { open(index) }
        guard list.move(by: key) else { return false }
        navigator.setNeedsDisplay()
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let width = min(area.width - 2, 60)
        let emblem = BoardEmblem(glyphs: navigator.glyphs)
        let showsEmblem = area.height >= entries.count + emblem.height + 3
        let height = entries.count + (showsEmblem ? emblem.height + 1 : 0)
        var y = area.y + max(0, (area.height - height) / 2)
        if showsEmblem {
            emblem.draw(on: canvas, x: (area.width - emblem.width) / 2, y: y)
            y += emblem.height + 1
        }
        let rect = Rect(x: (area.width - width) / 2, y: y, width: width, height: min(entries.count, area.height))
        list.draw(on: canvas, in: rect) { (entries[$0].words, entries[$0].behind) }
    }
}

/// A small board with four in a row, above the menu.
private struct BoardEmblem {
    let glyphs: Glyphs
    let width = 23
    let height = 5

    private static let rows = [".......", "...Y...", "..YR.R.", ".YRYRYR", "YRRYYRY"]
    private static let winning: Set<Int> = [10, 16, 22, 28]

    func draw(on canvas: Canvas, x: Int, y: Int) {
        for (row, line) in Self.rows.enumerated() {
            for (column, letter) in line.enumerated() {
                let cell: BoardCell = letter == "Y" ? .mine : letter == "R" ? .yours : .empty
                let isWinning = Self.winning.contains(row * 7 + column)
                let role = cell.role(isWinning: isWinning)
                canvas.put(isWinning ? "[" : " ", x: x + 1 + column * 3, y: y + row, isWinning ? role : .plain)
                canvas.put(cell.art(.small, glyphs)[0], x: x + 2 + column * 3, y: y + row, role)
                canvas.put(isWinning ? "]" : " ", x: x + 3 + column * 3, y: y + row, isWinning ? role : .plain)
            }
        }
    }
}
