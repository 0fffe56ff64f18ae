// The terminal's capabilities according to terminfo, as byte strings. newterm or setupterm must have been called.

import CNcurses
import Glibc
import Screen

/// The capabilities of a terminal.
struct TerminalCapabilities {
    /// The terminal's name, TERM.
    let name: String
    /// Whether the caret can be moved; otherwise no screen can be drawn.
    let canAddress: Bool
    /// Sent after the screen was entered.
    let enter: [UInt8]
    /// Sent to restore the terminal.
    let leave: [UInt8]
    /// Shows and hides the caret.
    let showCaret: [UInt8]
    let hideCaret: [UInt8]
    /// Rings the bell.
    let bell: [UInt8]
    /// Asks for the caret's position; empty if the terminal does not support that.
    let whereIsCaret: [UInt8]
    /// Asks for the colour of the background; empty if the terminal does not support that.
    let whatIsBackground: [UInt8]
    /// Asks for the terminal's name and version; empty if the terminal does not support that.
    var whatIsIt: [UInt8] { whereIsCaret.isEmpty ? [] : Self.versionQuestion }
    /// XTVERSION.
    static let versionQuestion = Array("\u{1B}[>q".utf8)
    /// Whether it may copy text for the program: those that answer OSC 11 know OSC 52 too, unless the player forbids it.
    var mayCopy: Bool { !whatIsBackground.isEmpty }
    /// Whether it draws lines with an alternate character set.
    let hasLineDrawing: Bool
    /// How the mouse is reported.
    let mouse: TerminalFacts.Mouse
    /// The terminal's key sequences that differ from the usual ones.
    let keys: [(bytes: [UInt8], key: Key)]
    /// The capabilities that set or end attributes.
    private let attributes: [MutableCapability]

    /// Reads the capabilities. `height` is used for terminals without an alternate screen, where the shell continues on the
    /// last line.
    init(name: String, isMouseAllowed: Bool, height: Int) {
        self.name = name
        canAddress = curses_capability("cup") != nil
        // Sequences of ECMA-48 and xterm are only sent to terminals that support them; the Linux console supports few.
        let isANSI = Self.text("cup").starts(with: [0x1B, UInt8(ascii: "[")]) && !name.hasPrefix("linux")
        let mouseKind = Self.mouseKind
        mouse = mouseKind
        let reportsMouse = isMouseAllowed && mouseKind != .none
        var enter = Self.text("enacs") + Self.text("rmacs") + Self.text("smkx")
        if reportsMouse { enter += Array("\u{1B}[?1003h\u{1B}[?1006h".utf8) }
        if isANSI { enter += Array("\u{1B}[?2004h\u{1B}[?1004h".utf8) }
        self.enter = enter
        let visible = Self.text("cnorm")
        let plainVisible = Array("\u{1B}[?25h".utf8)
        // xterm's cnorm also stops the caret from blinking, which is the user's choice.
        showCaret = visible.ends(with: plainVisible) ? plainVisible : visible
        hideCaret = Self.text("civis")
        var leave: [UInt8] = isANSI ? Array("\u{1B}[?1004l\u{1B}[?2004l".utf8) : []
        if reportsMouse { leave += Array("\u{1B}[?1006l\u{1B}[?1003l".utf8) }
        for name in ["sgr0", "op", "rmkx"] { leave += Self.text(name) }
        leave += Self.leaveScreen(height: height)
        // Last, because some terminals restore the caret's visibility with the screen.
        self.leave = leave + showCaret
        bell = Self.text("bel")
        whereIsCaret = isANSI && Self.text("u7") == Array("\u{1B}[6n".utf8) ? Self.text("u7") : []
        whatIsBackground = whereIsCaret.isEmpty || tigetnum("colors") < 8 ? [] : Array("\u{1B}]11;?\u{1B}\\".utf8)
        hasLineDrawing = !Self.text("acsc").isEmpty && !Self.text("smacs").isEmpty
        keys = Self.keys
        attributes = [
            MutableCapability("sgr0", without: "\u{1B}(B"), MutableCapability("sgr", without: "%?%p9%t\u{1B}(0%e\u{1B}(B%;"),
        ]
        // ncurses resets the palette when it takes the screen, and with it the user's colours.
        MutableCapability("oc").clear()
    }

    /// Chooses how lines are drawn with these glyphs and configures ncurses. The Linux console and terminals with U8 have no
    /// alternate character set in UTF-8.
    func chooseLines(for glyphs: Glyphs, isUTF8: Bool) -> CursesTerminalPainter.Lines {
        let isBroken = isUTF8 && (name.hasPrefix("linux") || tigetnum("U8") == 1)
        let lines: CursesTerminalPainter.Lines = glyphs.isUnicode ? .unicode : hasLineDrawing && !isBroken ? .alternate : .plain
        // If no line is drawn with the alternate character set, it need not be switched off with every attribute.
        for attribute in attributes { attribute.use(isWhole: lines == .alternate) }
        return lines
    }

    /// How the mouse is reported according to terminfo.
    static var mouseKind: TerminalFacts.Mouse {
        let prefix = text("kmous")
        return prefix.isEmpty ? .none : prefix.ends(with: [UInt8(ascii: "<")]) ? .sgr : .x10
    }

    private static func leaveScreen(height: Int) -> [UInt8] {
        let end = text("rmcup")
        if !end.isEmpty { return end }
        return bytes(curses_cursor_address(Int32(height - 1), 0)) + text("el")
    }

    /// A capability without padding, which no terminal since the VT100 needs; empty if there is none.
    static func text(_ capability: String) -> [UInt8] { bytes(curses_capability(capability)) }

    private static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8] {
        guard let text else { return [] }
        var bytes: [UInt8] = []
        var place = text
        while place.pointee != 0 {
            if place[0] == 0x24, place[1] == 0x3C {  // $<5>
                while place.pointee != 0, place.pointee != 0x3E { place += 1 }
                if place.pointee != 0 { place += 1 }
                continue
            }
            bytes.append(UInt8(bitPattern: place.pointee))
            place += 1
        }
        return bytes
    }

    /// Sequences that the decoder does not know or would misread. Single bytes are left out: terminals that send them for
    /// arrows also send them for Enter and Backspace.
    private static var keys: [(bytes: [UInt8], key: Key)] {
        var table: [(String, Key)] = [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kend", .end),
            ("kpp", .pageUp), ("knp", .pageDown), ("kent", .enter), ("kcbt", .backTab), ("kbs", .backspace), ("kdch1", .delete),
        ]
        for number in 1...12 { table.append(("kf\(number)", .function(number))) }
        return table.compactMap { capability, key in
            let bytes = text(capability)
            guard bytes.count > 1 else { return nil }
            var decoder = TerminalInput()
            decoder.append(bytes)
            return decoder.next() == key && decoder.next() == nil && !decoder.isWaiting ? nil : (bytes, key)
        }
    }
}

/// A capability that is changed in ncurses' memory, to which tigetstr points. The new text is never longer than the old one.
private struct MutableCapability {
    private let place: UnsafeMutablePointer<CChar>?
    private let whole: [CChar]
    private let short: [CChar]

    /// The capability `name`; its short form has no `prefix`.
    init(_ name: String, without prefix: String = "") {
        place = UnsafeMutablePointer(mutating: curses_capability(name))
        whole = place.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) } ?? [0]
        let prefix = prefix.utf8.map { CChar(bitPattern: $0) }
        // An empty text would mean that attributes cannot be ended.
        short = whole.starts(with: prefix) && whole.count > prefix.count + 1 ? Array(whole.dropFirst(prefix.count)) : whole
    }

    /// Makes ncurses use the whole text or the short one.
    func use(isWhole: Bool) { place?.update(from: isWhole ? whole : short, count: isWhole ? whole.count : short.count) }

    /// Makes ncurses send nothing.
    func clear() { place?.pointee = 0 }
}

extension Array where Element == UInt8 {
    /// Whether the bytes end with `end`.
    fileprivate func ends(with end: [UInt8]) -> Bool { count >= end.count && self[(count - end.count)...].elementsEqual(end) }
}
