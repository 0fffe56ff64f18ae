// The state of a page on the screen: which row is chosen, what is being typed, how far the text is scrolled. PageDrawing.swift draws it.

import Screen

/// What the player did to a page, and how it is drawn.
final class PageView {
    /// The text being typed; nil while nothing is.
    var field: TextField?
    /// Whether the player has moved the choice.
    var hasMoved = false
    var list = ChoiceList()
    /// The first line of scrolled text, and how many are on the screen.
    var scroll = (offset: 0, height: 8)
    private var ids: [AnyHashable] = []
    /// The row to choose once it is there.
    private var wanted: AnyHashable?

    /// The id of the chosen row; nil where there are no rows.
    var chosen: AnyHashable? { wanted ?? (ids.indices.contains(list.chosen) ? ids[list.chosen] : nil) }

    /// Chooses a row, now or with the next update.
    func choose(_ id: some Hashable) { wanted = AnyHashable(id) }

    /// Takes over the rows of the page: the choice stays with its row. Rows that come and go stand in the order of their digits; where these only
    /// count them, in the order in which they came.
    func update(_ page: inout Page) {
        if page.isLive, !page.opensOnDigit {
            sort(&page, by: page.rows.map { $0.isNumbered ? ids.firstIndex(of: $0.id) ?? .max : nil })
        }
        take(page)
        guard page.isLive, page.opensOnDigit else { return }
        sort(&page, by: page.rows.indices.map { list.digit(of: $0) })
        take(page)
    }

    /// Sorts those rows that have a key; the others stay where they are.
    private func sort(_ page: inout Page, by keys: [Int?]) {
        let places = page.rows.indices.filter { keys[$0] != nil }
        let order = places.sorted { (keys[$0] ?? 0, $0) < (keys[$1] ?? 0, $1) }
        let rows = page.rows
        for (place, row) in zip(places, order) { page.rows[place] = rows[row] }
    }

    private func take(_ page: Page) {
        ids = page.rows.map(\.id)
        let letters = page.rows.filter { !$0.isNumbered }.map { ($0.id, $0.shortcut?.letter) }
        list.setRows(ids, letters: Dictionary(letters) { first, _ in first }, countsRows: !page.opensOnDigit)
        if let wanted, let index = ids.firstIndex(of: wanted) {
            list.choose(index)
            self.wanted = nil
        }
    }

    /// The chosen row of an updated page.
    func chosenRow(of page: Page) -> Page.Row? { page.rows.indices.contains(list.chosen) ? page.rows[list.chosen] : nil }

    /// Moves the choice; returns whether the key does that.
    func move(by key: Key) -> Bool {
        guard list.move(by: key) else { return false }
        (hasMoved, wanted) = (true, nil)
        return true
    }

    /// Scrolls the text; returns whether the key does that.
    func scroll(by key: Key) -> Bool {
        switch key {
        case .up, .wheel(-1): scroll.offset -= 1
        case .down, .wheel(1): scroll.offset += 1
        case .pageUp: scroll.offset -= scroll.height
        case .pageDown, .character(" "): scroll.offset += scroll.height
        default: return false
        }
        return true
    }
}
