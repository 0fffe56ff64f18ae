// A list of things to open: the first screen, and its submenus.

import Language
import Screen

/// An item of a menu.
struct MenuEntry {
    /// What it is called.
    let words: String
    /// A remark to its right, where there is room.
    var remark = ""
    /// The letter that opens it, besides its number.
    var letter: Unicode.Scalar?
    /// A line about it, below the menu while it is chosen.
    var about = ""
    /// Whether it has a number: one that comes and goes has none, so that the others keep theirs.
    var isNumbered = true
    /// The position on the board while it is chosen; nil for the emblem.
    var board: BoardPicture?
    /// Opens it.
    let open: @MainActor (Navigator) -> Void
}

/// What Enter does to an item of a menu.
enum MenuVerb {
    case open, write, say

    /// For the key bar, and for the help.
    var verb: Page.Verb {
        switch self {
        case .open: Page.Verb(label: tr("Open"), help: tr("Open the chosen item."))
        case .write: Page.Verb(label: tr("Write"), help: tr("Write the chosen item."))
        case .say: Page.Verb(label: tr("Say"), help: tr("Say the chosen phrase."))
        }
    }

    /// For the help of the digits.
    var numbered: String {
        switch self {
        case .open: tr("Open that item.")
        case .write: tr("Write that item.")
        case .say: tr("Say that phrase.")
        }
    }
}

/// A menu.
final class MenuViewController {
    let navigator: Navigator
    let view = PageView()
    private let verb: MenuVerb
    /// Called each time, because the language may change.
    private let makeTitle: () -> String
    private let makeEntries: (Navigator) -> [MenuEntry]
    private var entries: [MenuEntry] = []

    /// A menu that asks for its entries whenever it appears. The last one is the way out: Q opens it as well, and so does Esc, unless it
    /// quits the program.
    init(
        navigator: Navigator, title: @escaping @autoclosure () -> String, verb: MenuVerb = .open,
        entries: @escaping (Navigator) -> [MenuEntry]
    ) {
        self.navigator = navigator
        makeTitle = title
        self.verb = verb
        makeEntries = entries
    }
}

extension MenuViewController: PageViewController {
    var title: String { makeTitle() }
    var status: String { navigator.playerName }

    func didAppear() {
        entries = makeEntries(navigator)
        navigator.setNeedsDisplay()
    }

    func page(in size: Size) -> Page {
        var page = Page(columns: entries.map(columns(of:)).max() ?? 0, placement: .picture, verb: verb.verb)
        page.rows = entries.indices.map(row(at:))
        page.digitHelp = verb.numbered
        page.prefersBoard = hasAbouts
        page.sample = chosen(in: entries).flatMap { $0.board ?? entries.first?.board }
        page.notes = abouts
        page.keys = wayOut.map { [$0] } ?? []
        return page
    }

    private var hasAbouts: Bool { entries.contains { !$0.about.isEmpty } }

    /// The line about the chosen entry. It keeps its room where an entry has none, so that the menu stays where it is.
    private var abouts: [Page.Note] {
        guard hasAbouts, let entry = chosen(in: entries) else { return [] }
        var note = Page.Note(.faint, entry.about, isAnnounced: false)
        note.leastRows = 3
        return [note]
    }

    private func chosen(in entries: [MenuEntry]) -> MenuEntry? {
        entries.indices.first { row(at: $0).id == view.chosen }.map { entries[$0] } ?? entries.first
    }

    private func row(at index: Int) -> Page.Row {
        let entry = entries[index]
        // The numbered ones are always the same, whatever the language calls them.
        let id = entry.isNumbered ? index - entries.count { !$0.isNumbered } : -1 - index
        var row = Page.Row(id, entry.words, detail: entry.remark) { [unowned self] in entry.open(navigator) }
        row.isNumbered = entry.isNumbered
        row.shortcut = entry.letter.map { Page.Shortcut(letter: $0, help: entry.words.asSentence) }
        return row
    }

    private var wayOut: Binding? {
        entries.last.map { entry in
            let keys: [Key] = navigator.isFirst(self) ? [.character("q")] : [.escape, .character("q")]
            return Binding(keys: keys, label: entry.words, help: entry.words.asSentence) { [unowned self] _ in
                entry.open(navigator)
            }
        }
    }

    /// The columns of an entry with its number.
    private func columns(of entry: MenuEntry) -> Int {
        4 + TextWidth.of(entry.words) + (entry.remark.isEmpty ? 0 : 2 + TextWidth.of(entry.remark)) + 1
    }
}
