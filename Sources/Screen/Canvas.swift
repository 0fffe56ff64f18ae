// A grid of cells that screens draw on. It records which cells have changed, and never contains characters that could harm a
// terminal.

import Text

/// A cell of a canvas.
public struct Cell: Equatable, Sendable {
    /// The character; 0 in the right half of a wide one.
    public var scalar: UInt32
    /// A combining mark, or 0.
    public var mark: UInt32 = 0
    /// The role, which decides how it looks.
    public var role: Role
    /// The role whose colour is the background; nil: the background of `role`.
    public var ground: Role?

    /// A cell with one character.
    public init(_ scalar: Unicode.Scalar, _ role: Role, on ground: Role? = nil) {
        self.scalar = scalar.value
        self.role = role
        self.ground = ground
    }

    /// Two pixels, one above the other; nil shows the ground. A cell is about twice as high as wide. Colours are chosen to
    /// match the neighbours', since each change of colour costs a dozen bytes.
    public init(upper: Role?, lower: Role?, on ground: Role?) {
        switch (upper, lower) {
        case (nil, nil): self.init(" ", ground ?? .plain, on: ground)
        case (let upper?, nil): self.init("▀", upper, on: ground)
        case (nil, let lower?): self.init("▄", lower, on: ground)
        case (let upper?, let lower?) where upper == lower: self.init("█", upper, on: ground)
        case (.hole, let lower?): self.init("▄", lower, on: .hole)
        case (let upper?, let lower?): self.init("▀", upper, on: lower)
        }
    }

    /// Four pixels of at most two colours, in reading order; nil shows the ground. Only terminals with full Unicode have such
    /// blocks.
    public init(quarters: [Role?], on ground: Role?) {
        if quarters[0] == quarters[1] && quarters[2] == quarters[3] {
            self.init(upper: quarters[0], lower: quarters[2], on: ground)
        } else {
            let role = quarters.compactMap { $0 }.first { $0 != .hole } ?? .hole
            let full = quarters.indices.reduce(0) { $0 | (quarters[$1] == role ? 1 << $1 : 0) }
            let behind = quarters.first { $0 != role } ?? nil
            self.init(Self.quarters[full], role, on: behind ?? ground)
        }
    }

    /// Block characters by their filled quarters: 1 and 2 in the upper half, 4 and 8 in the lower one.
    public static let quarters = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars.map { $0 }

    /// An empty cell.
    public static let blank = Cell(" ", .plain)

    /// The same behind a box.
    fileprivate var dimmed: Cell {
        var cell = self
        cell.role = role.dimmed
        // A role with a background of its own has the dimmed one instead.
        cell.ground = ground?.dimmed ?? role.dimmedGround
        return cell
    }
}

extension Role {
    /// The role behind a box.
    fileprivate var dimmed: Role {
        switch self {
        case .panel, .outline, .panelLit, .panelDim, .corner: .panelDim
        case .hole, .bar, .box: self
        case .boxButton: .box
        case .yellowDisc, .yellowRing, .yellowFaint, .yellowFaintRing, .yellowSign, .yellow, .yellowRim, .yellowMark:
            .yellowFaintRing
        case .redDisc, .redCore, .redFaint, .redFaintCore, .redSign, .red, .redMark: .redFaintCore
        default: .dimText
        }
    }

    /// What is behind its text; nil for the terminal's own background.
    fileprivate var dimmedGround: Role? {
        switch self {
        case .selected, .cardBack: .panelDim
        case .yellowChip: .yellowFaintRing
        case .redChip: .redFaintCore
        case .alert, .button, .cardBlack, .cardRed, .cardCursor: .bar
        default: nil
        }
    }
}

/// The grid. Drawing outside of it is clipped.
public final class Canvas {
    /// The characters that may be drawn; others are replaced.
    public var glyphs = Glyphs.unicode
    /// The place of what has the focus. The terminal's cursor is put there, visible or not, because screen readers and
    /// magnifiers follow it. The last drawing that sets it wins.
    public var focus: Point? {
        get { focused }
        set { focused = newValue.map { Point(x: place($0.x), y: $0.y) } }
    }
    private var focused: Point? {
        didSet { if focused != oldValue { hasChanges = true } }
    }
    /// The place where text is being typed. The cursor is visible there while it has the focus.
    public var caret: Point? {
        get { typed }
        set {
            typed = newValue.map { Point(x: place($0.x), y: $0.y) }
            if let typed { focused = typed }
        }
    }
    private var typed: Point? {
        didSet { if typed != oldValue { hasChanges = true } }
    }
    /// Whether the cursor is always visible.
    public var isCursorVisible = false {
        didSet { if isCursorVisible != oldValue { hasChanges = true } }
    }
    /// The rows with messages. Their changes are written last, so that a screen reader reads them last.
    public var lastRows = 0..<0
    /// The title of the terminal's window; empty: the original one.
    public var windowTitle = "" {
        didSet { if windowTitle != oldValue { hasChanges = true } }
    }
    /// Whether the canvas is mirrored, for right-to-left languages. Drawing uses unmirrored coordinates; `focus`, `caret` and
    /// `row` have mirrored ones.
    public private(set) var isMirrored = false
    /// The pictures, which are moved but not mirrored.
    private var pictures: [Rect] = []
    /// The horizontal offset of the picture that is being drawn; nil: none.
    private var shift: Int?
    /// What a click types, where it does.
    private var links: [(place: Rect, key: Key)] = []
    /// Called before a text is drawn, with the room it has: for tests that nothing is cut off.
    public var willPut: ((_ text: String, _ place: Point, _ room: Int) -> Void)?
    private var grid: Grid

    /// Whether cells have changed since `takeChanges`.
    public private(set) var hasChanges = true

    /// A blank canvas; all cells count as changed.
    public init(size: Size) {
        grid = Grid(size: size)
    }

    /// The size in cells.
    public var size: Size { grid.size }

    /// Clears and resizes the canvas; all cells count as changed.
    public func resize(to size: Size) {
        caret = nil
        focus = nil
        lastRows = 0..<0
        pictures = []
        links = []
        hasChanges = true
        grid = Grid(size: size)
    }

    /// Clears the canvas and sets whether it is mirrored.
    public func clear(isMirrored: Bool) {
        self.isMirrored = isMirrored
        pictures = []
        links = []
        fill(Rect(x: 0, y: 0, width: size.width, height: size.height))
    }

    /// What `draw` draws in `rect` is moved as a whole on a mirrored canvas, but not mirrored itself.
    public func picture(in rect: Rect, _ draw: () -> Void) {
        guard isMirrored, shift == nil else { return draw() }
        if !pictures.contains(rect) { pictures.append(rect) }
        shift = size.width - 2 * rect.x - rect.width
        draw()
        shift = nil
    }

    /// Lets a click on `place` type `key`.
    public func link(_ place: Rect, to key: Key) { links.append((place, key)) }

    /// Forgets the links in a row, which something else is drawn over.
    public func unlink(row y: Int) { links.removeAll { $0.place.y == y } }

    /// What a click at `point` types; nil where that is nothing.
    public func key(at point: Point) -> Key? { links.last { $0.place.contains(point) }?.key }

    /// Darkens all that is drawn, for a box over it. Colours keep their hue.
    public func dim() {
        for y in 0..<size.height {
            for x in 0..<size.width { set(grid.cells[y * size.width + x].dimmed, x: x, y: y) }
        }
    }

    /// Draws without changing the focus.
    public func keepingFocus(_ draw: () -> Void) {
        let kept = focused
        draw()
        focused = kept
    }

    /// Converts a clicked cell to the coordinates it was drawn with.
    public func origin(of point: Point) -> Point {
        guard isMirrored else { return point }
        let x = size.width - 1 - point.x
        guard let picture = pictures.first(where: { $0.contains(Point(x: x, y: point.y)) }) else {
            return Point(x: x, y: point.y)
        }
        return Point(x: point.x - (size.width - 2 * picture.x - picture.width), y: point.y)
    }

    /// The mirrored column of a text at `x`.
    private func place(_ x: Int, _ width: Int = 1) -> Int {
        guard isMirrored else { return x }
        return shift.map { x + $0 } ?? size.width - x - width
    }

    /// Marks all cells as changed.
    public func touch() {
        hasChanges = true
        grid.touch()
    }

    /// The cell at a position.
    public subscript(x: Int, y: Int) -> Cell {
        get { grid.cells[y * grid.size.width + place(x)] }
        set { set(newValue, x: place(x), y: y) }
    }

    /// The cells of a row from the left.
    public func row(_ y: Int) -> ArraySlice<Cell> { grid.cells[y * grid.size.width..<(y + 1) * grid.size.width] }

    /// Draws `count` cells side by side. `cell` returns each by its index and must not read the canvas.
    public func put(_ count: Int, x: Int, y: Int, _ cell: (Int) -> Cell) {
        if isMirrored && shift == nil {
            for index in 0..<count { set(cell(index), x: place(x + index), y: y) }
        } else if grid.set(count, x: place(x), y: y, cell) {
            hasChanges = true
        }
    }

    /// Draws `text` in at most `limit` cells; if it does not fit it ends in an ellipsis. Returns the column after it.
    @discardableResult
    public func put(_ text: String, x: Int, y: Int, _ role: Role = .plain, on ground: Role? = nil, limit: Int = .max) -> Int {
        let room = max(0, min(limit, size.width - x))
        willPut?(text, Point(x: x, y: y), room)
        // No character has more cells than bytes.
        let text = text.utf8.count <= room ? text : TextWidth.clip(text, to: room)
        guard isMirrored, shift == nil else {
            let shown = isMirrored && text.beginsRightToLeft == true ? Self.turned(text) : text
            return draw(shown, x: place(x), y: y, role, on: ground) - (shift ?? 0)
        }
        let width = TextWidth.of(text)
        draw(Self.turned(text), x: place(x, width), y: y, role, on: ground)
        return x + width
    }

    /// The visual form of `text` on a mirrored canvas. A single word or number stays as it is; several may change places.
    private static func turned(_ text: String) -> String {
        if text == "▸" { return "◂" }
        if text == "◂" { return "▸" }
        return text.utf8.contains(0x20) || text.hasRightToLeft ? script.withLock { $0 }?.shown(text) ?? text : text
    }

    @discardableResult
    private func draw(_ text: String, x: Int, y: Int, _ role: Role, on ground: Role?) -> Int {
        var column = x
        for scalar in text.unicodeScalars {
            let width = TextWidth.of(scalar)
            if width == 0 {
                addMark(scalar, x: column - 1, y: y)
                continue
            }
            set(Cell(PlainText.allows(scalar) ? glyphs.shown(scalar) : "\u{FFFD}", role, on: ground), x: column, y: y)
            if width == 2 {
                var half = Cell(" ", role, on: ground)
                half.scalar = 0
                set(half, x: column + 1, y: y)
            }
            column += width
        }
        return column
    }

    /// Fills a rectangle with one character.
    public func fill(_ rect: Rect, with scalar: Unicode.Scalar = " ", _ role: Role = .plain, on ground: Role? = nil) {
        let cell = Cell(scalar, role, on: ground)
        let rect = Rect(x: place(rect.x, rect.width), y: rect.y, width: rect.width, height: rect.height)
        for y in max(0, rect.y)..<max(0, rect.y, min(size.height, rect.y + rect.height)) {
            for x in max(0, rect.x)..<max(0, rect.x, min(size.width, rect.x + rect.width)) { set(cell, x: x, y: y) }
        }
    }

    /// Reports the changed columns of each row, and resets them.
    public func takeChanges(_ body: (_ y: Int, _ columns: ClosedRange<Int>) -> Void) {
        let changed = grid.takeChanges()
        for y in changed.indices where changed[y].first <= changed[y].last { body(y, changed[y].first...changed[y].last) }
        hasChanges = false
    }

    private func set(_ cell: Cell, x: Int, y: Int) {
        if grid.set(cell, x: x, y: y) { hasChanges = true }
    }

    private func addMark(_ scalar: Unicode.Scalar, x: Int, y: Int) {
        if PlainText.allows(scalar), grid.addMark(scalar, x: x, y: y) { hasChanges = true }
    }
}

/// The cells and their changes. A value, so that one mutation of both is a single access.
private struct Grid {
    let size: Size
    private(set) var cells: [Cell]
    /// The changed columns of each row as first…last; first > last means none.
    private var changed: [(first: Int, last: Int)]

    private static let unchanged = (first: Int.max, last: -1)

    init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.width * size.height)
        changed = Array(repeating: (0, size.width - 1), count: size.height)
    }

    mutating func touch() { changed = Array(repeating: (0, size.width - 1), count: size.height) }

    mutating func takeChanges() -> [(first: Int, last: Int)] {
        defer { changed = Array(repeating: Self.unchanged, count: size.height) }
        return changed
    }

    /// Returns whether the cell changed.
    mutating func set(_ cell: Cell, x: Int, y: Int) -> Bool {
        guard x >= 0, x < size.width, y >= 0, y < size.height else { return false }
        let index = y * size.width + x
        let old = cells[index]
        if old == cell { return false }
        cells[index] = cell
        note(x, y)
        // If one half of a wide character is overwritten, the other is cleared.
        if old.scalar == 0, cell.scalar != 0, x > 0, TextWidth.isWide(cells[index - 1]) { empty(x - 1, y) }
        if x + 1 < size.width, cells[index + 1].scalar == 0, !TextWidth.isWide(cell) { empty(x + 1, y) }
        return true
    }

    /// Returns whether a cell changed.
    mutating func set(_ count: Int, x: Int, y: Int, _ cell: (Int) -> Cell) -> Bool {
        var isChanged = false
        for place in 0..<count where set(cell(place), x: x + place, y: y) { isChanged = true }
        return isChanged
    }

    /// Returns whether a cell changed.
    mutating func addMark(_ scalar: Unicode.Scalar, x: Int, y: Int) -> Bool {
        guard x >= 0, x < size.width, y >= 0, y < size.height else { return false }
        let at = y * size.width + x
        let index = cells[at].scalar == 0 && x > 0 ? at - 1 : at
        guard cells[index].mark == 0 else { return false }
        cells[index].mark = scalar.value
        note(index - y * size.width, y)
        return true
    }

    private mutating func empty(_ x: Int, _ y: Int) {
        let index = y * size.width + x
        cells[index] = Cell(" ", cells[index].role, on: cells[index].ground)
        note(x, y)
    }

    private mutating func note(_ x: Int, _ y: Int) {
        changed[y].first = min(changed[y].first, x)
        changed[y].last = max(changed[y].last, x)
    }
}

extension TextWidth {
    /// Whether a cell holds the left half of a wide character.
    public static func isWide(_ cell: Cell) -> Bool {
        guard cell.scalar >= 0x1100, let scalar = Unicode.Scalar(cell.scalar) else { return false }
        return of(scalar) == 2
    }
}
