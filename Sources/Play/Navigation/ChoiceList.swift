// A scrolling list with one chosen row. Rows may come and go: the choice stays with its row. Where a digit opens a row it stays, too, and a row
// gets its digit back when it returns; a new row gets one that was never used, or else the one that has been free the longest, so that a digit
// pressed for a row that has just vanished does not open another. Elsewhere the digits count the rows from the top.

import Language
import Screen

/// A list with one chosen row.
struct ChoiceList {
    /// The index of the chosen row; 0 in an empty list.
    private(set) var chosen = 0
    private var offset = 0
    /// The rows that were drawn last, by their y coordinates.
    private var places: [Int: Int] = [:]
    /// The ids of the rows.
    private var rows: [AnyHashable] = []
    /// The digit or letter of each row that is there or was.
    private var keys: [AnyHashable: Unicode.Scalar] = [:]
    /// The digits that no row has, in the order in which they are given out.
    private var free = Self.digits
    private static let digits = Binding.digits.compactMap { if case .character(let digit) = $0 { digit } else { nil } }

    /// The number of rows.
    var count: Int { rows.count }

    /// Sets the rows, given by their ids. `letters` are the keys of rows that have no digit; some have none at all. `countsRows`: the digits are
    /// given out from the top.
    mutating func setRows<Row: Hashable>(
        _ rows: [Row], letters: [Row: Unicode.Scalar?] = [:], countsRows: Bool = false
    ) {
        if !rows.isEmpty && self.rows == rows.map({ AnyHashable($0) }) { return }
        let before = self.rows
        let kept = before.indices.contains(chosen) ? before[chosen] : nil
        self.rows = rows.map { AnyHashable($0) }
        choose(kept.flatMap { self.rows.firstIndex(of: $0) ?? neighbour(of: $0, in: before) } ?? chosen)
        nameRows(
            letters: Dictionary(uniqueKeysWithValues: letters.map { (AnyHashable($0.key), $0.value) }),
            before: countsRows ? [] : Set(before), countsRows: countsRows)
    }

    /// The row that had a digit and stood nearest to one that is gone, behind it if there is one.
    private func neighbour(of row: AnyHashable, in before: [AnyHashable]) -> Int? {
        guard let place = before.firstIndex(of: row) else { return nil }
        let near = before[place...].dropFirst() + before[..<place].reversed()
        return near.lazy.filter { keys[$0]?.properties.numericType != nil }.compactMap { rows.firstIndex(of: $0) }.first
    }

    /// Gives the rows that are there now their keys: each has its letter, or a digit.
    private mutating func nameRows(letters: [AnyHashable: Unicode.Scalar?], before: Set<AnyHashable>, countsRows: Bool) {
        if countsRows { (keys, free) = ([:], Self.digits) }
        for row in before.subtracting(rows) { if let key = keys[row], key.properties.numericType != nil { free.append(key) } }
        for row in rows {
            if let letter = letters[row] {
                keys[row] = letter
            } else if let key = keys[row], let place = free.firstIndex(of: key) {
                free.remove(at: place)
            }
        }
        for row in rows where letters[row] == nil && keys[row] == nil && !before.contains(row) && !free.isEmpty {
            let key = free.removeFirst()
            for (former, old) in keys where old == key { keys[former] = nil }
            keys[row] = key
        }
    }

    /// Chooses a row.
    mutating func choose(_ index: Int) { chosen = max(0, min(index, count - 1)) }

    /// Moves the choice; returns whether the key does that.
    mutating func move(by key: Key) -> Bool {
        switch key {
        case .up, .wheel(-1), .character("k"): choose(chosen - 1)
        case .down, .wheel(1), .character("j"): choose(chosen + 1)
        case .home: choose(0)
        case .end: choose(count - 1)
        case .pageUp: choose(chosen - 8)
        case .pageDown: choose(chosen + 8)
        default: return false
        }
        return true
    }

    /// The row that a digit or a click stands for.
    func index(named key: Key) -> Int? {
        switch key {
        case .character(let scalar) where ("0"..."9").contains(scalar): rows.firstIndex { keys[$0] == scalar }
        case .click(let point): places[point.y].flatMap { $0 < count ? $0 : nil }
        default: nil
        }
    }

    /// The y coordinate at which a row was drawn last; nil for one that is out of sight.
    func row(of index: Int) -> Int? { places.first { $0.value == index }?.key }

    /// The rows to show where there is room for so many: the chosen one is among them. They are drawn anew, and each says where: `place`.
    mutating func shown(_ height: Int) -> Range<Int> {
        places = [:]
        offset = max(min(offset, chosen, count - height), chosen - height + 1, 0)
        return offset..<min(count, offset + height)
    }

    /// Row `index` is drawn at y.
    mutating func place(_ index: Int, at y: Int) { places[y] = index }

    /// Draws the rows in `area`, with their digits if `isNumbered`. `text` returns a row's text and the detail to its right. A detail
    /// without room is left out, or cut off if `cutsDetail` says so.
    mutating func draw(
        on canvas: Canvas, in area: Rect, isNumbered: Bool = true, cutsDetail: (Int) -> Bool = { _ in false },
        text: (Int) -> (words: String, detail: String)
    ) {
        // A list that goes on says so in the last row.
        let isWhole = count <= area.height || area.height < 3
        let height = isWhole ? area.height : area.height - 1
        let shown = shown(height)
        if !isWhole {
            let words = shown.upperBound < count ? tr("more below ↓") : tr("more above ↑")
            canvas.put(words, x: area.x + (isNumbered ? 4 : 2), y: area.y + height, .faint)
        }
        for (row, index) in shown.enumerated() {
            let (words, detail) = text(index)
            let y = area.y + row
            place(index, at: y)
            let role: Role = index == chosen ? .selected : .plain
            if index == chosen { canvas.fill(Rect(x: area.x, y: y, width: area.width, height: 1), .selected) }
            canvas.put(index == chosen ? "▸" : " ", x: area.x, y: y, role)
            if index == chosen { canvas.focus = Point(x: area.x, y: y) }
            if isNumbered, let name = self.key(of: index) {
                canvas.put(name, x: area.x + 2, y: y, index == chosen ? .selected : .key)
            }
            let aside = detail.isEmpty || index >= count ? 0 : min(TextWidth.of(detail) + 2, area.width / 2)
            let indent = isNumbered ? 4 : 2
            let room = area.width - indent - 1 - (area.width > 50 ? aside : 0)
            // The blank at the end of the row goes before any text is cut.
            let fitting = TextWidth.of(words) <= room + 1 ? words : TextWidth.clip(words, to: room)
            let after = canvas.put(fitting, x: area.x + indent, y: y, role)
            let left = area.x + area.width - 1 - after - 2
            if cutsDetail(index) ? left > 3 : TextWidth.of(detail) <= left {
                canvas.put(TextWidth.clip(detail, to: left), x: after + 2, y: y, index == chosen ? .selectedFaint : .faint)
            }
        }
    }

    /// The place of a row's digit on the keyboard, from 0; nil if it has none.
    func digit(of index: Int) -> Int? {
        rows.indices.contains(index) ? keys[rows[index]].flatMap { Binding.digits.firstIndex(of: .character($0)) } : nil
    }

    /// The digit or letter that opens a row; nil if it has none.
    func key(of index: Int) -> String? {
        rows.indices.contains(index) ? keys[rows[index]].map { Key.character($0).name } : nil
    }
}

extension Array where Element: Equatable {
    /// The element one place after this one, or before it for -1; the last and the first are neighbours. What is not in the list counts as the
    /// first.
    func element(_ step: Int, from element: Element) -> Element {
        self[((firstIndex(of: element) ?? 0) + step + count) % count]
    }
}

extension CaseIterable where Self: Equatable {
    /// The value one place after this one, or before it for -1.
    func stepped(by step: Int) -> Self { Array(Self.allCases).element(step, from: self) }
}
