// A grid of cells that screens draw on. It remembers which cells changed since they were last taken, so that a terminal need
// look at nothing else. It knows no terminal, and lets nothing harmful through to one.

import Text

/// One cell of a canvas.
public struct Cell: Equatable, Sendable {
    /// What is drawn; 0 in the right half of a wide character.
    public var scalar: UInt32
    /// A combining mark on it, or 0.
    public var mark: UInt32 = 0
    /// What it means.
    public var role: Role
    /// What lies behind it, in that role's colour; nil: what the role itself says.
    public var ground: Role?

    /// A cell of one scalar.
    public init(_ scalar: Unicode.Scalar, _ role: Role, on ground: Role? = nil) {
        self.scalar = scalar.value
        self.role = role
        self.ground = ground
    }

    /// Two pixels, one above the other, in front of a ground, which shows where a pixel is nil: a cell is about twice as high as wide.
    /// Neighbours have as many colours in common as they can, since each change of colour costs a dozen bytes.
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

    /// Four pixels of two colours at the most, in front of a ground as above: the two of the upper half, from the left, then the two of the
    /// lower one. Only terminals with all of Unicode have such blocks.
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

    /// Blocks by which quarters of them are full: 1 and 2 in the upper half, 4 and 8 in the lower one.
    public static let quarters = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars.map { $0 }

    /// An empty cell.
    public static let blank = Cell(" ", .plain)
}

/// The grid. Drawing outside of it is clipped.
public final class Canvas {
    /// The characters that are drawn as they are; others are replaced.
    public var glyphs = Glyphs.unicode
    /// Where what has the focus stands: the terminal's cursor is there, seen or not, as screen readers and magnifiers follow it. What
    /// is drawn last has it.
    public var focus: Point? {
        get { focused }
        set { focused = newValue.map { Point(x: place($0.x), y: $0.y) } }
    }
    private var focused: Point? {
        didSet { if focused != oldValue { hasChanges = true } }
    }
    /// Where text is being typed: the cursor is seen there, as long as that has the focus.
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
    /// Whether the cursor is seen wherever the focus is.
    public var isCursorVisible = false {
        didSet { if isCursorVisible != oldValue { hasChanges = true } }
    }
    /// The rows that say what has come to pass: of what changed they are written last, so that a screen reader reads them last.
    public var lastRows = 0..<0
    /// What the terminal's window shall be called; empty: as it was before.
    public var windowTitle = "" {
        didSet { if windowTitle != oldValue { hasChanges = true } }
    }
    /// Whether what is drawn at the left stands at the right, as where text runs from right to left. All that is drawn is told as if
    /// it did not; where it stands is told by `focus`, `caret` and `row`.
    public private(set) var isMirrored = false
    /// What was drawn as a picture, which is not mirrored in itself.
    private var pictures: [Rect] = []
    /// How far a picture that is being drawn is from where it is said to be; nil: there is none.
    private var shift: Int?
    /// Hears of each text before it is drawn, and of the room that it has: for those who check that nothing is cut, or drawn over.
    public var willPut: ((_ text: String, _ place: Point, _ room: Int) -> Void)?
    private var grid: Grid

    /// Whether anything changed since the changes were last taken.
    public private(set) var hasChanges = true

    /// A blank canvas, all of it changed.
    public init(size: Size) {
        grid = Grid(size: size)
    }

    /// How large it is.
    public var size: Size { grid.size }

    /// Blank again, at a new size, all of it changed.
    public func resize(to size: Size) {
        caret = nil
        focus = nil
        lastRows = 0..<0
        pictures = []
        hasChanges = true
        grid = Grid(size: size)
    }

    /// Blank again, mirrored or not.
    public func clear(isMirrored: Bool) {
        self.isMirrored = isMirrored
        pictures = []
        fill(Rect(x: 0, y: 0, width: size.width, height: size.height))
    }

    /// What `draw` draws in these columns is a picture: it stands where text would, but its left stays its left.
    public func picture(in rect: Rect, _ draw: () -> Void) {
        guard isMirrored, shift == nil else { return draw() }
        if !pictures.contains(rect) { pictures.append(rect) }
        shift = size.width - 2 * rect.x - rect.width
        draw()
        shift = nil
    }

    /// What `draw` draws leaves the focus where it is.
    public func keepingFocus(_ draw: () -> Void) {
        let kept = focused
        draw()
        focused = kept
    }

    /// Where that would have been drawn which stands here: for clicks.
    public func origin(of point: Point) -> Point {
        guard isMirrored else { return point }
        let x = size.width - 1 - point.x
        guard let picture = pictures.first(where: { $0.contains(Point(x: x, y: point.y)) }) else {
            return Point(x: x, y: point.y)
        }
        return Point(x: point.x - (size.width - 2 * picture.x - picture.width), y: point.y)
    }

    /// Where so many columns from `x` on stand.
    private func place(_ x: Int, _ width: Int = 1) -> Int {
        guard isMirrored else { return x }
        return shift.map { x + $0 } ?? size.width - x - width
    }

    /// All of it counts as changed.
    public func touch() {
        hasChanges = true
        grid.touch()
    }

    /// The cell at a place within the canvas.
    public subscript(x: Int, y: Int) -> Cell {
        get { grid.cells[y * grid.size.width + place(x)] }
        set { set(newValue, x: place(x), y: y) }
    }

    /// The cells of a row, from the left.
    public func row(_ y: Int) -> ArraySlice<Cell> { grid.cells[y * grid.size.width..<(y + 1) * grid.size.width] }

    /// Draws so many cells side by side from (`x`, `y`) on. `cell` makes each, by its place from 0, and looks at no cell of the canvas.
    public func put(_ count: Int, x: Int, y: Int, _ cell: (Int) -> Cell) {
        if isMirrored && shift == nil {
            for index in 0..<count { set(cell(index), x: place(x + index), y: y) }
        } else if grid.set(count, x: place(x), y: y, cell) {
            hasChanges = true
        }
    }

    /// Draws `text` from (`x`, `y`) on, in at most `limit` cells; where it does not fit it ends in an ellipsis. Returns the column after it.
    @discardableResult
    public func put(_ text: String, x: Int, y: Int, _ role: Role = .plain, on ground: Role? = nil, limit: Int = .max) -> Int {
        let room = max(0, min(limit, size.width - x))
        willPut?(text, Point(x: x, y: y), room)
        // No character takes more cells than bytes.
        let text = text.utf8.count <= room ? text : TextWidth.clip(text, to: room)
        guard isMirrored, shift == nil else {
            let shown = isMirrored && text.beginsRightToLeft == true ? Self.turned(text) : text
            return draw(shown, x: place(x), y: y, role, on: ground) - (shift ?? 0)
        }
        let width = TextWidth.of(text)
        draw(Self.turned(text), x: place(x, width), y: y, role, on: ground)
        return x + width
    }

    /// What is to be seen of `text` on a mirrored canvas. A word or a number alone is as it is; with others it may change places.
    private static func turned(_ text: String) -> String {
        if text == "▸" { return "◂" }
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

    /// Gives the columns that changed in each row since the last call, then forgets them.
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

/// The cells and which of them changed: a value, so that a change of several of its parts is one access to the canvas.
private struct Grid {
    let size: Size
    private(set) var cells: [Cell]
    /// For each row the columns that changed, as first…last; first > last means none.
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

    /// Whether that changed anything.
    mutating func set(_ cell: Cell, x: Int, y: Int) -> Bool {
        guard x >= 0, x < size.width, y >= 0, y < size.height else { return false }
        let index = y * size.width + x
        let old = cells[index]
        if old == cell { return false }
        cells[index] = cell
        note(x, y)
        // Half of a wide character that is drawn over leaves no other half behind.
        if old.scalar == 0, cell.scalar != 0, x > 0, TextWidth.of(wide: cells[index - 1]) { empty(x - 1, y) }
        if x + 1 < size.width, cells[index + 1].scalar == 0, !TextWidth.of(wide: cell) { empty(x + 1, y) }
        return true
    }

    /// Whether that changed anything.
    mutating func set(_ count: Int, x: Int, y: Int, _ cell: (Int) -> Cell) -> Bool {
        var isChanged = false
        for place in 0..<count where set(cell(place), x: x + place, y: y) { isChanged = true }
        return isChanged
    }

    /// Whether that changed anything.
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
    /// Whether a cell holds a wide character.
    static func of(wide cell: Cell) -> Bool {
        guard cell.scalar >= 0x1100, let scalar = Unicode.Scalar(cell.scalar) else { return false }
        return of(scalar) == 2
    }
}
