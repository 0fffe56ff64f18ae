// What a terminal shows for the bytes it gets: libvterm, and the modes that libvterm does not report.

import CVterm
import Screen

/// One cell as a terminal shows it.
package nonisolated struct ShownCell: Equatable {
    /// What is in it; empty in the right half of a wide character, " " where nothing is.
    package var text: String
    /// Its colours and attributes; colours that are no palette's count as the terminal's own.
    package var look: Look
}

/// All that a terminal shows at one moment.
package nonisolated struct ShownScreen: CustomStringConvertible {
    /// The rows from the top, without blanks at their ends.
    package let lines: [String]
    /// The palette's colours of the upper halves of the cells of each row; -1: none of them.
    fileprivate let paints: [[Int16]]
    /// Where the caret is.
    package let caret: Point
    /// Whether it can be seen.
    package let isCaretVisible: Bool
    /// Whether this is the second screen, the one of full-screen programs.
    package let isAlternate: Bool
    /// How often the bell has rung.
    package let bells: Int
    /// The private modes that are on (DECSET numbers).
    package let modes: Set<Int>

    /// The colour of the upper half of a cell; nil: the terminal's own, or that of a character.
    package func paint(x: Int, y: Int) -> Colour? { paints[y][x] < 0 ? nil : Colour(rawValue: UInt8(paints[y][x])) }
    /// The rows as one text.
    package var text: String { lines.joined(separator: "\n") }
    /// Whether `part` is to be read in some row.
    package func contains(_ part: String) -> Bool { lines.contains { $0.contains(part) } }
    /// Whether the mouse is reported.
    package var reportsMouse: Bool { !modes.isDisjoint(with: [9, 1000, 1002, 1003]) }
    /// The screen in a frame, for failures.
    package var description: String {
        "caret \(caret.x),\(caret.y)\(isCaretVisible ? "" : " hidden"), \(isAlternate ? "second" : "first") screen, modes "
            + "\(modes.sorted())\n" + lines.map { "│" + $0 }.joined(separator: "\n")
    }
}

/// The terminal.
package nonisolated final class VirtualTerminal {
    /// Its size.
    package private(set) var size: Size
    /// What it wants to say to the program: keys and answers. Whoever reads it empties it.
    package var answers: [UInt8] {
        get { state.answers }
        set { state.answers = newValue }
    }
    /// Whether questions are answered.
    package var isAnswering = true

    private let terminal: OpaquePointer
    private let screen: OpaquePointer
    private let state = CallbackState()
    private var modes = ModeScanner()
    /// What the window is called.
    package private(set) var title = TitleScanner()
    private var callbacks: UnsafeMutablePointer<VTermScreenCallbacks>

    /// A terminal just switched on.
    package init(size: Size) {
        self.size = size
        guard let terminal = vterm_new(Int32(size.height), Int32(size.width)), let screen = vterm_obtain_screen(terminal) else {
            fatalError("libvterm has no memory")
        }
        self.terminal = terminal
        self.screen = screen
        callbacks = .allocate(capacity: 1)
        callbacks.initialize(to: VTermScreenCallbacks())
        vterm_set_utf8(terminal, 1)
        vterm_screen_enable_altscreen(screen, 1)
        let user = Unmanaged.passUnretained(state).toOpaque()
        vterm_output_set_callback(terminal, { VirtualTerminal.didAnswer($0, $1, $2) }, user)
        callbacks.pointee.settermprop = { property, value, user in VirtualTerminal.didSet(property, value, user) }
        callbacks.pointee.bell = { user in VirtualTerminal.didRing(user) }
        vterm_screen_set_callbacks(screen, callbacks, user)
        vterm_screen_reset(screen, 1)
    }

    deinit {
        vterm_free(terminal)
        callbacks.deallocate()
    }

    /// Shows `bytes`.
    package func feed(_ bytes: ArraySlice<UInt8>) {
        modes.scan(bytes)
        title.scan(bytes)
        let waiting = state.answers.count
        bytes.withUnsafeBytes { _ = vterm_input_write(terminal, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
        if !isAnswering { state.answers.removeSubrange(waiting...) }
    }

    /// Has another size, as a window that was dragged.
    package func resize(to size: Size) {
        self.size = size
        vterm_set_size(terminal, Int32(size.height), Int32(size.width))
    }

    // MARK: What is shown

    /// All of it.
    package var shown: ShownScreen {
        var caret = VTermPos(row: 0, col: 0)
        vterm_state_get_cursorpos(vterm_obtain_state(terminal), &caret)
        return ShownScreen(
            lines: (0..<size.height).map(line), paints: (0..<size.height).map(paints),
            caret: Point(x: Int(caret.col), y: Int(caret.row)),
            isCaretVisible: state.isCaretVisible, isAlternate: state.isAlternate, bells: state.bells, modes: modes.on)
    }

    /// The cell at a place.
    package func cell(x: Int, y: Int) -> ShownCell {
        var cell = VTermScreenCell()
        vterm_screen_get_cell(screen, VTermPos(row: Int32(y), col: Int32(x)), &cell)
        var attributes: Attributes = []
        if cell.attrs.bold != 0 { attributes.insert(.bold) }
        if cell.attrs.underline != 0 { attributes.insert(.underline) }
        if cell.attrs.reverse != 0 { attributes.insert(.reverse) }
        let front = Self.colour(cell.fg, ifNot: 2)
        return ShownCell(text: Self.text(of: cell), look: Look(front, on: Self.colour(cell.bg, ifNot: 4), attributes))
    }

    /// What a program left switched on, each in words; empty when the terminal is as it was at first.
    package var leftovers: [String] {
        var found = modes.leftovers
        if title.title != TitleScanner.before { found.append("title \(title.title)") }
        if state.isAlternate { found.append("second screen") }
        if !state.isCaretVisible { found.append("caret hidden") }
        let current = vterm_obtain_state(terminal)
        var value = VTermValue()
        for (attribute, name) in [
            (VTERM_ATTR_BOLD, "bold"), (VTERM_ATTR_REVERSE, "reverse"), (VTERM_ATTR_UNDERLINE, "underline"),
        ] {
            if vterm_state_get_penattr(current, attribute, &value) != 0, value.boolean != 0 { found.append(name) }
        }
        for (attribute, isDefault, name) in [
            (VTERM_ATTR_FOREGROUND, UInt8(2), "colour"), (VTERM_ATTR_BACKGROUND, 4, "background"),
        ] {
            if vterm_state_get_penattr(current, attribute, &value) != 0, value.color.type & isDefault == 0 { found.append(name) }
        }
        return found
    }

    private func line(_ y: Int) -> String {
        let row = VTermRect(start_row: Int32(y), end_row: Int32(y) + 1, start_col: 0, end_col: Int32(size.width))
        // A cell has at most six characters of four bytes.
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 24 * size.width) { room in
            let count = vterm_screen_get_text(screen, room.baseAddress, room.count, row)
            let bytes = UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(room))[..<count]
            let end = bytes.lastIndex { $0 != UInt8(ascii: " ") } ?? -1
            return String(decoding: bytes[..<(end + 1)], as: UTF8.self)
        }
    }

    private func paints(_ y: Int) -> [Int16] {
        [Int16](unsafeUninitializedCapacity: size.width) { room, count in
            vterm_screen_get_paints(screen, Int32(y), Int32(size.width), room.baseAddress)
            count = size.width
        }
    }

    private static func text(of cell: VTermScreenCell) -> String {
        let scalars = cell.chars
        if scalars.0 == UInt32.max { return "" }
        if scalars.0 == 0 { return " " }
        var text = String.UnicodeScalarView()
        for value in [scalars.0, scalars.1, scalars.2] {
            guard value != 0, let scalar = Unicode.Scalar(value) else { break }
            text.append(scalar)
        }
        return String(text)
    }

    /// `defaultBit` marks the terminal's own colour.
    private static func colour(_ colour: VTermColor, ifNot defaultBit: UInt8) -> Colour? {
        colour.type & (defaultBit | 1) == 1 ? Colour(rawValue: colour.indexed.idx) : nil
    }

    // MARK: What the player does

    /// Presses a key as the terminal would send it in its present modes. A click needs the mouse to be reported.
    package func press(_ key: Key) {
        switch key {
        case .character(let scalar): vterm_keyboard_unichar(terminal, scalar.value, VTERM_MOD_NONE)
        case .control(let scalar): state.answers.append(UInt8(truncatingIfNeeded: scalar.value & 0x1F))
        case .function(let number):
            vterm_keyboard_key(terminal, VTermKey(VTERM_KEY_FUNCTION_0.rawValue + UInt32(number)), VTERM_MOD_NONE)
        case .click(let point):
            vterm_mouse_move(terminal, Int32(point.y), Int32(point.x), VTERM_MOD_NONE)
            vterm_mouse_button(terminal, 1, true, VTERM_MOD_NONE)
            vterm_mouse_button(terminal, 1, false, VTERM_MOD_NONE)
        case .wheel(let step): vterm_mouse_button(terminal, step < 0 ? 4 : 5, true, VTERM_MOD_NONE)
        case .paste(let text):
            vterm_keyboard_start_paste(terminal)
            state.answers += Array(text.utf8)
            vterm_keyboard_end_paste(terminal)
        case .backTab: vterm_keyboard_key(terminal, VTERM_KEY_TAB, VTERM_MOD_SHIFT)
        default: vterm_keyboard_key(terminal, Self.code(of: key), VTERM_MOD_NONE)
        }
    }

    private static func code(of key: Key) -> VTermKey {
        switch key {
        case .up: VTERM_KEY_UP
        case .down: VTERM_KEY_DOWN
        case .left: VTERM_KEY_LEFT
        case .right: VTERM_KEY_RIGHT
        case .home: VTERM_KEY_HOME
        case .end: VTERM_KEY_END
        case .pageUp: VTERM_KEY_PAGEUP
        case .pageDown: VTERM_KEY_PAGEDOWN
        case .enter: VTERM_KEY_ENTER
        case .escape: VTERM_KEY_ESCAPE
        case .tab: VTERM_KEY_TAB
        case .backspace: VTERM_KEY_BACKSPACE
        case .delete: VTERM_KEY_DEL
        default: VTERM_KEY_NONE
        }
    }

    // MARK: libvterm's callbacks

    private final class CallbackState {
        var answers: [UInt8] = []
        var isAlternate = false
        var isCaretVisible = true
        var bells = 0
    }

    private static func state(_ user: UnsafeMutableRawPointer?) -> CallbackState? {
        user.map { Unmanaged<CallbackState>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func didAnswer(_ start: UnsafePointer<CChar>?, _ count: Int, _ user: UnsafeMutableRawPointer?) {
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        state(user)?.answers.append(contentsOf: bytes)
    }

    private static func didSet(
        _ property: VTermProp, _ value: UnsafeMutablePointer<VTermValue>?, _ user: UnsafeMutableRawPointer?
    ) -> Int32 {
        guard let state = state(user), let value else { return 0 }
        if property == VTERM_PROP_ALTSCREEN { state.isAlternate = value.pointee.boolean != 0 }
        if property == VTERM_PROP_CURSORVISIBLE { state.isCaretVisible = value.pointee.boolean != 0 }
        return 1
    }

    private static func didRing(_ user: UnsafeMutableRawPointer?) -> Int32 {
        state(user)?.bells += 1
        return 1
    }
}

/// Follows the modes in a stream of bytes, which may be cut anywhere.
private nonisolated struct ModeScanner {
    /// The private modes that are on.
    var on: Set<Int> = [7, 25]
    private var isKeypadOn = false
    private var isDrawingLines = false
    private var sequence: [UInt8] = []

    var leftovers: [String] {
        var found: [String] = []
        let names = [
            1: "cursor keys", 9: "mouse", 1000: "mouse", 1002: "mouse", 1003: "mouse", 1004: "focus", 1006: "mouse format",
            2004: "bracketed paste", 47: "second screen (47)", 1047: "second screen (1047)",
        ]
        for mode in on.sorted() { if let name = names[mode] { found.append(name) } }
        if !on.contains(7) { found.append("no line wrap") }
        if isKeypadOn { found.append("keypad") }
        if isDrawingLines { found.append("line drawing") }
        return found
    }

    mutating func scan(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { scan(byte) }
    }

    private mutating func scan(_ byte: UInt8) {
        if byte == 0x1B {
            sequence = [byte]
            return
        }
        if byte == 0x0E || byte == 0x0F { isDrawingLines = byte == 0x0E }
        guard !sequence.isEmpty else { return }
        sequence.append(byte)
        if sequence.count == 2 {
            if byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") { isKeypadOn = byte == UInt8(ascii: "=") }
            if byte != UInt8(ascii: "["), byte != UInt8(ascii: "(") { sequence = [] }
        } else if sequence[1] == UInt8(ascii: "(") {
            isDrawingLines = byte == UInt8(ascii: "0")
            sequence = []
        } else if byte >= 0x40 {
            if byte == UInt8(ascii: "h") || byte == UInt8(ascii: "l") { set(byte == UInt8(ascii: "h")) }
            sequence = []
        }
    }

    private mutating func set(_ isOn: Bool) {
        guard sequence.count > 4, sequence[2] == UInt8(ascii: "?") else { return }
        for number in String(decoding: sequence[3..<sequence.count - 1], as: UTF8.self).split(separator: ";") {
            guard let mode = Int(number) else { continue }
            if isOn { on.insert(mode) } else { on.remove(mode) }
        }
    }
}
