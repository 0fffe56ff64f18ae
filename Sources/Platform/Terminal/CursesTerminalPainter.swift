// Copies the changed cells of a canvas to ncurses' window, with attributes and characters that the terminal can show.

import CLinux
import CNcurses
import Glibc
import Screen

/// Copies canvases to the standard window. newterm must have been called before.
final class CursesTerminalPainter {
    /// How line drawing and other non-ASCII characters are shown.
    enum Lines {
        /// Unchanged.
        case unicode
        /// With the alternate character set.
        case alternate
        /// As + - |
        case plain
    }

    /// Everything must be painted again after a change.
    var lines: Lines {
        didSet { forgetCharacters() }
    }

    /// Whether the terminal draws ambiguous characters in two cells, so that only ASCII is safe. Everything must be painted
    /// again after a change.
    var isAmbiguousWide = false {
        didSet { forgetCharacters() }
    }

    private let isUTF8: Bool
    /// The number of colours; nil: none.
    let depth: ColourDepth?
    private(set) var theme: ThemeName
    /// Whether the terminal's own background is light, as far as is known.
    private(set) var isOnLight = TerminalFacts.isOnLight
    private var size: Size
    private var pairs: [Int: Int16] = [:]
    /// A blank cell for each combination of role and ground, created by `blank(for:)`.
    private let cells: UnsafeMutablePointer<cchar_t?>
    /// What was painted in each row. A blank has no visible foreground, so it keeps the colour it was painted with.
    private var painted: [[Cell]] = []
    /// A row for ncurses.
    private var row: UnsafeMutablePointer<cchar_t>
    /// A cache of characters and what is sent for them, by their low byte; see `character(for:)`.
    private let known: UnsafeMutablePointer<(scalar: UInt32, sent: UInt32)>

    private static let roles = Role.allCases.count
    private static let cellCount = roles * (roles + 1)
    private static let alternate: UInt32 = 1 << 31
    private static let knownCount = 256

    /// A painter for a window of `size`.
    init(size: Size, lines: Lines, isUTF8: Bool, isColourAllowed: Bool, theme: ThemeName) {
        self.size = size
        self.lines = lines
        self.isUTF8 = isUTF8
        let hasColours = isColourAllowed && has_colors() && start_color() == OK && use_default_colors() == OK
        depth = hasColours ? Self.depth : nil
        self.theme = depth == nil ? .mono : theme
        cells = .allocate(capacity: Self.cellCount)
        known = .allocate(capacity: Self.knownCount)
        row = .allocate(capacity: 0)
        forgetCharacters()
        cells.initialize(repeating: nil, count: Self.cellCount)
        resize(to: size)
    }

    // MARK: Looks

    /// The colours according to terminfo. Above 256, numbers have another meaning except for the first eight.
    private static var depth: ColourDepth {
        switch Int(tigetnum("colors")) {
        case 256: .many
        case 16..<256: .sixteen
        default: .eight
        }
    }

    /// Switches to another theme or background; without colours, to the monochrome theme. Returns whether everything must be painted
    /// again.
    func setTheme(_ theme: ThemeName, onLight isOnLight: Bool) -> Bool {
        let theme = depth == nil ? .mono : theme
        if theme == self.theme && isOnLight == self.isOnLight { return false }
        (self.theme, self.isOnLight) = (theme, isOnLight)
        cells.update(repeating: nil, count: Self.cellCount)
        return true
    }

    /// A blank cell with the attributes of `cell`.
    private func blank(for cell: Cell) -> cchar_t {
        let ground = cell.ground.map { Int($0.rawValue) + 1 } ?? 0
        let place = ground * Self.roles + Int(cell.role.rawValue)
        if let known = cells[place] { return known }
        let look = theme.look(of: cell.role, on: cell.ground, depth: depth ?? .eight, onLight: isOnLight)
        var made = cchar_t()
        setcchar(&made, [32, 0], attributes(look.attributes), pair(for: look), nil)
        cells[place] = made
        return made
    }

    private func attributes(_ attributes: Attributes) -> attr_t {
        var bits: attr_t = 0
        if attributes.contains(.bold) { bits |= curses_bold() }
        if attributes.contains(.dim) { bits |= curses_dim() }
        if attributes.contains(.underline) { bits |= curses_underline() }
        if attributes.contains(.reverse) { bits |= curses_reverse() }
        return bits
    }

    /// ncurses' number of a colour pair. Numbers are never reused, since changing a pair repaints all cells that have it.
    private func pair(for look: Look) -> Int16 {
        guard depth != nil, look.foreground != nil || look.background != nil else { return 0 }
        let front = look.foreground.map { Int($0.rawValue) } ?? -1
        let back = look.background.map { Int($0.rawValue) } ?? -1
        if let pair = pairs[front * 256 + back] { return pair }
        let new = Int16(pairs.count + 1)
        guard init_pair(new, Int16(front), Int16(back)) == OK else { return 0 }
        pairs[front * 256 + back] = new
        return new
    }

    // MARK: Painting

    /// Clears the window and resizes it. Everything must be painted again.
    func resize(to size: Size) {
        self.size = size
        row.deallocate()
        row = .allocate(capacity: size.width)
        row.initialize(repeating: cchar_t(), count: size.width)
        painted = Array(repeating: Array(repeating: .blank, count: size.width), count: size.height)
        werase(curses_standard_window())
    }

    /// Copies the changes of `canvas` that are within the window, those in the rows `last` after all others. Returns whether
    /// there were any.
    func paint(_ canvas: Canvas, last: Range<Int>) -> Bool {
        var isChanged = false
        var later: [(y: Int, columns: ClosedRange<Int>)] = []
        canvas.takeChanges { y, columns in
            guard y < size.height, columns.lowerBound < size.width else { return }
            if last.contains(y) { later.append((y, columns)) } else { paint(canvas, y: y, columns) }
            isChanged = true
        }
        if !later.isEmpty {
            leaveok(curses_standard_window(), true)
            wnoutrefresh(curses_standard_window())
            doupdate()
            for (y, columns) in later { paint(canvas, y: y, columns) }
        }
        return isChanged
    }

    private func paint(_ canvas: Canvas, y: Int, _ columns: ClosedRange<Int>) {
        paint(canvas, y: y, from: columns.lowerBound, to: min(columns.upperBound, size.width - 1, canvas.size.width - 1))
    }

    private func paint(_ canvas: Canvas, y: Int, from first: Int, to last: Int) {
        guard first <= last else { return }
        let drawn = canvas.row(y)
        // The right half of a wide character cannot be written alone.
        let first = first > 0 && drawn[drawn.startIndex + first].scalar == 0 ? first - 1 : first
        var count = 0
        var shown: [Cell] = []
        swap(&shown, &painted[y])  // changing the row in place avoids a copy
        var left = first > 0 ? shown[first - 1] : .blank
        for x in first...last {
            var cell = drawn[drawn.startIndex + x]
            if cell.scalar == 0 { continue }
            if cell.scalar == 0x20 || cell.scalar == 0xA0, let ground = cell.ground {
                if shown[x].scalar == cell.scalar && shown[x].ground == ground {
                    cell.role = shown[x].role
                } else if ground == left.ground {
                    // With its neighbour's colour no attributes have to be sent.
                    cell.role = left.role
                }
            }
            left = cell
            shown[x] = cell
            row[count] = blank(for: cell)
            count += put(cell, x: x, at: row + count)
        }
        swap(&shown, &painted[y])
        mvwadd_wchnstr(curses_standard_window(), Int32(y), Int32(first), row, Int32(count))
    }

    /// Puts one character; returns the number of cells it fills.
    private func put(_ cell: Cell, x: Int, at place: UnsafeMutablePointer<cchar_t>) -> Int {
        if cell.scalar < 0x7F, cell.mark == 0 {
            place.pointee.chars.0 = wchar_t(bitPattern: cell.scalar)
            return 1
        }
        let sent = character(for: cell.scalar)
        if sent & Self.alternate != 0 { place.pointee.attr |= curses_line_drawing() }
        place.pointee.chars.0 = wchar_t(bitPattern: sent & ~Self.alternate)
        if cell.mark != 0, isUTF8, linux_wcwidth(wchar_t(bitPattern: cell.mark)) == 0 {
            place.pointee.chars.1 = wchar_t(bitPattern: cell.mark)
        }
        guard x + 1 >= size.width || sent == 0x3F, TextWidth.isWide(cell) else { return 1 }
        place.pointee.chars.0 = 0x3F
        if x + 1 >= size.width { return 1 }
        (place + 1).pointee = blank(for: cell)
        return 2
    }

    // MARK: Characters

    private func forgetCharacters() {
        known.initialize(repeating: (0, 0x3F), count: Self.knownCount)
    }

    /// What is sent for a scalar: itself, a letter of the alternate character set, or "?".
    private func character(for scalar: UInt32) -> UInt32 {
        if scalar < 0x7F { return scalar }
        let slot = known + Int(scalar % UInt32(Self.knownCount))
        if slot.pointee.scalar != scalar { slot.pointee = (scalar, findCharacter(for: scalar)) }
        return slot.pointee.sent
    }

    private func findCharacter(for scalar: UInt32) -> UInt32 {
        if lines != .unicode, let letter = Self.lineLetter(for: scalar) {
            if lines == .alternate { return UInt32(letter.value) | Self.alternate }
            return letter == "q" ? 0x2D : letter == "x" ? 0x7C : 0x2B
        }
        guard let known = Unicode.Scalar(scalar) else { return 0x3F }
        if !isUTF8 && wctob(wint_t(scalar)) == EOF { return 0x3F }
        if isAmbiguousWide && TextWidth.of(known) == 1 { return 0x3F }
        // ncurses counts cells with the locale's wcwidth. If that differs from the canvas, the rest of the row would be
        // displaced.
        if Int(linux_wcwidth(wchar_t(bitPattern: scalar))) == TextWidth.of(known) { return scalar }
        return isUTF8 && TextWidth.of(known) == 1 ? 0xFFFD : 0x3F
    }

    /// The VT100's letter for a box drawing character (U+2500 to U+2570), also heavy and double ones.
    private static func lineLetter(for scalar: UInt32) -> Unicode.Scalar? {
        switch scalar {
        case 0x2500, 0x2501, 0x2504, 0x2505, 0x2508, 0x2509, 0x254C, 0x254D, 0x2550: "q"
        case 0x2502, 0x2503, 0x2506, 0x2507, 0x250A, 0x250B, 0x254E, 0x254F, 0x2551: "x"
        case 0x250C...0x250F, 0x2552...0x2554, 0x256D: "l"
        case 0x2510...0x2513, 0x2555...0x2557, 0x256E: "k"
        case 0x2514...0x2517, 0x2558...0x255A, 0x2570: "m"
        case 0x2518...0x251B, 0x255B...0x255D, 0x256F: "j"
        case 0x251C...0x2523, 0x255E...0x2560: "t"
        case 0x2524...0x252B, 0x2561...0x2563: "u"
        case 0x252C...0x2533, 0x2564...0x2566: "w"
        case 0x2534...0x253B, 0x2567...0x2569: "v"
        case 0x253C...0x254B, 0x256A...0x256C: "n"
        default: nil
        }
    }
}
