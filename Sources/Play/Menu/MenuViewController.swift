// A list of things to open: the first screen, and the list of the other games. It knows entries, not what they open.

import Language
import Screen

/// A line of a menu.
struct MenuEntry {
    /// What it is called.
    let words: String
    /// What stands behind it, in fewer words than fit.
    var behind = ""
    /// The letter that opens it at once, besides its number.
    var letter: Unicode.Scalar?
    /// Whether it has a number: one that comes and goes has none, so that the others keep theirs.
    var isNumbered = true
    /// Opens it.
    let open: @MainActor (Navigator) -> Void
}

/// What Enter does to a line of a menu.
enum Verb {
    case open, write

    /// For the key bar.
    var label: String {
        switch self {
        case .open: tr("Open")
        case .write: tr("Write")
        }
    }

    /// For the help: with the line that is chosen.
    var chosen: String {
        switch self {
        case .open: tr("Open the chosen item.")
        case .write: tr("Write the chosen item.")
        }
    }

    /// For the help: with the line of a digit.
    var numbered: String {
        switch self {
        case .open: tr("Open that item.")
        case .write: tr("Write that item.")
        }
    }
}

/// A menu.
final class MenuViewController {
    private let navigator: Navigator
    private let verb: Verb
    /// Asked for again and again: the language may change.
    private let makeTitle: () -> String
    private let makeEntries: (Navigator) -> [MenuEntry]
    private(set) var entries: [MenuEntry] = []
    private(set) var list = ChoiceList()
    private(set) var bindings: [Binding] = []

    /// A menu whose entries are asked for whenever it appears; the last one is the way out, which Q takes as well, and Esc, unless
    /// it leads out of the program. `verb` is what Enter does to a line.
    init(
        navigator: Navigator, title: @escaping @autoclosure () -> String, verb: Verb = .open,
        entries: @escaping (Navigator) -> [MenuEntry]
    ) {
        self.navigator = navigator
        makeTitle = title
        self.verb = verb
        makeEntries = entries
    }

    private func makeBindings() -> [Binding] {
        let (verb, way) = (verb, entries.last?.words ?? "")
        let numbers = min(9, entries.count { $0.isNumbered })
        let letters = entries.compactMap { entry in
            entry.letter.map { letter in
                Binding(.character(letter), help: entry.words.asSentence) { [unowned self] _ in entry.open(navigator) }
            }
        }
        return [
            Binding(.up, .down, name: "↑↓", label: tr("Choose"), help: tr("Choose a line.")) { [unowned self] in
                _ = list.move(by: $0)
                navigator.setNeedsDisplay()
            },
            Binding(
                .enter, .character(" "), name: "Enter", label: verb.label, help: verb.chosen, isNeeded: true,
                action: { [unowned self] _ in open(list.chosen) }),
            Binding(
                keys: Array(Binding.digits.prefix(numbers)), name: "1-\(numbers)",
                help: verb.numbered
            ) { [unowned self] in
                if let index = list.index(named: $0) { open(index) }
            },
        ] + letters + [
            Binding(
                keys: (navigator.isFirst(self) ? [] : [.escape]) + [.character("q")], label: way, help: way.asSentence
            ) { [unowned self] _ in entries.last?.open(navigator) }
        ]
    }

    func open(_ index: Int) {
        list.choose(index)
        navigator.setNeedsDisplay()
        entries[index].open(navigator)
    }
}

extension MenuViewController: ViewController {
    var title: String { makeTitle() }
    var status: String { navigator.playerName }

    func didAppear() {
        entries = makeEntries(navigator)
        // The numbered ones are always the same, whatever the language calls them.
        let numbered = entries.filter(\.isNumbered).count
        let rows = entries.indices.map { index in entries[index].isNumbered ? index - entries.count + numbered : -1 - index }
        let letters = zip(rows, entries).compactMap { row, entry in entry.letter.flatMap { entry.isNumbered ? nil : (row, $0) } }
        list.setRows(rows, letters: Dictionary(letters) { first, _ in first })
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
        let rect = page(in: area).place(entries.count, in: area, on: canvas, style: navigator.boardStyle)
        list.draw(on: canvas, in: rect) { index in
            (entries[index].words, entries[index].behind)
        }
    }

    /// Beside the board there is less room for what stands behind the lines.
    private func page(in area: Rect) -> PageLayout {
        let all = PageLayout(in: area, columns: entries.map(width).max() ?? 0)
        let narrow = PageLayout(in: area, columns: Self.narrow)
        return all.board == nil && narrow.board != nil ? narrow : all
    }

    /// The columns of a line with its number.
    private func width(of entry: MenuEntry) -> Int {
        4 + TextWidth.of(entry.words) + (entry.behind.isEmpty ? 0 : 2 + TextWidth.of(entry.behind)) + 1
    }

    /// What is left beside a board on 80 columns.
    private static let narrow = 38
}
