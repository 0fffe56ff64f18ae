// A list of things to open: the first screen, and its submenus.

import Language
import Screen

/// An item of a menu.
struct MenuEntry {
    /// What it is called.
    let words: String
    /// The heading of the group that begins with it; empty where none does.
    var heading = ""
    /// A remark to its right, where there is room; and a shorter one.
    var remark = ""
    var shortRemark = ""
    /// Whether it waits for the player.
    var isDue = false
    /// The letter that opens it, besides its number.
    var letter: Unicode.Scalar?
    /// Whether it is chosen first.
    var isStart = false
    /// A line about it, below the menu while it is chosen.
    var about = ""
    /// Whether it has a number: one that comes and goes has none, so that the others keep theirs.
    var isNumbered = true
    /// The same in every run; nil for what is not in the first menu.
    var row: MenuRow?
    /// The position on the board while it is chosen: without one the board is empty, and if it returns nil there is no board.
    var board: () -> BoardPicture? = { BoardPicture() }
    /// The other game whose picture takes the place of the board.
    var otherGame: OtherGame?
    /// Opens it.
    let open: @MainActor (Navigator) -> Void

    /// The letter of the rows after the tenth, where no digit is left: A for the eleventh. Nil before that. `row` counts from 0.
    static func letter(ofRow row: Int) -> Unicode.Scalar? { row > 9 ? Unicode.Scalar(0x61 + UInt32(row) - 10) : nil }
}

/// What Enter and the digits do to an item of a menu.
extension Page.Verb {
    static var open: Page.Verb {
        Page.Verb(label: tr("Open"), help: tr("Open the chosen item."), digitHelp: tr("Open that item."))
    }
    static var write: Page.Verb {
        Page.Verb(label: tr("Write"), help: tr("Write the chosen item."), digitHelp: tr("Write that item."))
    }
    static var say: Page.Verb {
        Page.Verb(label: tr("Say"), help: tr("Say the chosen phrase."), digitHelp: tr("Say that phrase."))
    }
}

/// A menu.
final class MenuViewController {
    let navigator: Navigator
    let view = PageView()
    /// Called each time, because the language may change.
    private let makeTitle: () -> String
    private let makeVerb: () -> Page.Verb
    private let makeEntries: (Navigator) -> [MenuEntry]
    private var entries: [MenuEntry] = []
    /// What is on the board, and of which entry.
    private var board: (index: Int, picture: BoardPicture?)?

    /// A menu that asks for its entries whenever it appears.
    init(
        navigator: Navigator, title: @escaping @autoclosure () -> String, verb: @escaping @autoclosure () -> Page.Verb = .open,
        entries: @escaping (Navigator) -> [MenuEntry]
    ) {
        self.navigator = navigator
        makeTitle = title
        makeVerb = verb
        makeEntries = entries
    }
}

extension MenuViewController: PageViewController {
    var title: String { makeTitle() }
    var status: String { navigator.playerName }

    func didAppear() {
        let (before, startBefore) = (entries.first, entries.firstIndex(where: \.isStart))
        entries = makeEntries(navigator)
        let (start, launcher) = (entries.firstIndex(where: \.isStart), navigator.launcher)
        board = nil
        // After a game that was left, the next thing is to go on with it.
        let isLeft =
            entries.first.map { !$0.isNumbered && ($0.words, $0.shortRemark) != (before?.words, before?.shortRemark) } == true
        // Once it is over, the choice is where it is without such a game.
        let isGone = before?.isNumbered == false && entries.first?.isNumbered == true && view.chosen == AnyHashable(-1)
        if navigator.isFirst(self), !view.hasMoved || isLeft || isGone {
            view.choose(start.map(id(at:)) ?? AnyHashable(launcher.lastPlayed(among: launcher.keptGames)))
        }
        // What comes next may be another one now.
        if let start, !view.hasMoved || start != startBefore { view.choose(id(at: start)) }
        navigator.setNeedsDisplay()
    }

    func page(in size: Size) -> Page {
        var page = Page(placement: .groups, verb: makeVerb())
        page.rows = entries.indices.map(row(at:))
        page.digitHelp = page.verb.digitHelp
        let index = entries.indices.first { id(at: $0) == view.chosen } ?? 0
        if entries.indices.contains(index) {
            (page.sample, page.otherGame) = (picture(at: index), entries[index].otherGame)
            if !entries[index].about.isEmpty { page.notes = [Page.Note(.plain, entries[index].about, isAnnounced: false)] }
        }
        page.keys = [wayOut]
        return page
    }

    /// What is on the board while this entry is chosen; it is made once.
    private func picture(at index: Int) -> BoardPicture? {
        if let board, board.index == index { return board.picture }
        let picture = entries[index].board()
        board = (index, picture)
        return picture
    }

    /// The same for an entry in every language.
    private func id(at index: Int) -> AnyHashable {
        // The numbered ones keep theirs whatever comes above them.
        if let row = entries[index].row { return AnyHashable(row) }
        return AnyHashable(entries[index].isNumbered ? index - entries.count { !$0.isNumbered } : -1 - index)
    }

    private func row(at index: Int) -> Page.Row {
        let entry = entries[index]
        var row = Page.Row(id(at: index), entry.words, detail: entry.remark) { [unowned self] in entry.open(navigator) }
        (row.heading, row.shortDetail, row.isDue) = (entry.heading, entry.shortRemark, entry.isDue)
        // Its letter stands beside it where no digit is left; text mode counts on.
        let isLettered = navigator.listener == nil && entry.letter != nil && entries[..<index].count(where: \.isNumbered) > 9
        (row.isNumbered, row.showsKey) = (entry.isNumbered && !isLettered, entry.isNumbered)
        // Whatever removes such a row says so itself.
        if !entry.isNumbered { row.farewell = "" }
        row.shortcut = entry.letter.map { Page.Shortcut(letter: $0, help: entry.words.asSentence, isListed: !entry.isNumbered) }
        return row
    }

    private var wayOut: Binding {
        guard navigator.isFirst(self) else { return backBinding(help: tr("Go back.")) }
        return Binding(.character("q"), label: tr("Quit"), help: tr("Quit").asSentence) { [navigator] _ in
            navigator.environment.quit()
        }
    }
}
