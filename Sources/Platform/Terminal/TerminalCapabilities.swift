// What terminfo says of the terminal, as byte strings. newterm or setupterm must have been called.

import CNcurses
import Glibc
import Screen

/// The terminal's own ways of doing things.
struct TerminalCapabilities {
    /// The terminal's name, TERM.
    let name: String
    /// Whether the caret can be put anywhere; without that no screen can be drawn.
    let canAddress: Bool
    /// Written when the screen is taken, after it was entered.
    let enter: [UInt8]
    /// Written to leave the terminal as it was.
    let leave: [UInt8]
    /// Shows the caret, and hides it.
    let showCaret: [UInt8]
    let hideCaret: [UInt8]
    /// Rings the bell.
    let bell: [UInt8]
    /// Asks where the caret is; empty where the terminal would not understand.
    let whereIsCaret: [UInt8]
    /// Whether it draws lines with an alternate character set.
    let hasLineDrawing: Bool
    /// How the mouse reports.
    let mouse: TerminalFacts.Mouse
    /// The key sequences it sends that others do not.
    let keys: [(bytes: [UInt8], key: Key)]
    /// What ends attributes, and what sets several.
    private let attributes: [MutableCapability]

    /// Asks terminfo. `height` is for terminals that have no second screen: there the last line is where the shell goes on.
    init(name: String, isMouseAllowed: Bool, height: Int) {
        self.name = name
        canAddress = curses_capability("cup") != nil
        // What ECMA-48 and xterm define is sent only to those who speak that; the Linux console speaks a little of it.
        let isANSI = Self.text("cup").starts(with: [0x1B, UInt8(ascii: "[")]) && !name.hasPrefix("linux")
        let mouseKind = Self.mouseKind
        mouse = mouseKind
        let reportsMouse = isMouseAllowed && mouseKind != .none
        enter =
            Self.text("enacs") + Self.text("rmacs") + Self.text("smkx")
            + (reportsMouse ? Array("\u{1B}[?1000h\u{1B}[?1006h".utf8) : [])
            + (isANSI ? Array("\u{1B}[?2004h".utf8) : [])
        let visible = Self.text("cnorm")
        let plainVisible = Array("\u{1B}[?25h".utf8)
        // cnorm of xterm also stops the caret's blinking, which is the user's choice.
        showCaret = visible.ends(with: plainVisible) ? plainVisible : visible
        hideCaret = Self.text("civis")
        leave =
            (isANSI ? Array("\u{1B}[?2004l".utf8) : []) + (reportsMouse ? Array("\u{1B}[?1006l\u{1B}[?1000l".utf8) : [])
            + Self.text("sgr0") + Self.text("op") + Self.text("rmkx") + Self.leaveScreen(height: height)
            + showCaret  // last: with the other screen some terminals bring back whether the caret was hidden there
        bell = Self.text("bel")
        whereIsCaret = isANSI && Self.text("u7") == Array("\u{1B}[6n".utf8) ? Self.text("u7") : []
        hasLineDrawing = !Self.text("acsc").isEmpty && !Self.text("smacs").isEmpty
        keys = Self.keys
        attributes = [
            MutableCapability("sgr0", without: "\u{1B}(B"), MutableCapability("sgr", without: "%?%p9%t\u{1B}(0%e\u{1B}(B%;"),
        ]
        // ncurses resets the palette whenever it takes the screen, and the user's own colours with it.
        MutableCapability("oc").clear()
    }

    /// How lines are drawn with these glyphs; ncurses is told. The Linux console and those that say U8 have no alternate
    /// characters in UTF-8.
    func chooseLines(for glyphs: Glyphs, isUTF8: Bool) -> CursesTerminalPainter.Lines {
        let isBroken = isUTF8 && (name.hasPrefix("linux") || tigetnum("U8") == 1)
        let lines: CursesTerminalPainter.Lines = glyphs.isUnicode ? .unicode : hasLineDrawing && !isBroken ? .alternate : .plain
        // Where no line is drawn with it, the alternate character set need not be switched off with every attribute.
        for attribute in attributes { attribute.use(isWhole: lines == .alternate) }
        return lines
    }

    /// How terminfo says the mouse reports.
    static var mouseKind: TerminalFacts.Mouse {
        let prefix = text("kmous")
        return prefix.isEmpty ? .none : prefix.ends(with: [UInt8(ascii: "<")]) ? .sgr : .x10
    }

    private static func leaveScreen(height: Int) -> [UInt8] {
        let end = text("rmcup")
        if !end.isEmpty { return end }
        return bytes(curses_cursor_address(Int32(height - 1), 0)) + text("el")
    }

    /// A capability without its padding, which no terminal since the VT100 needs; empty where there is none.
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

    /// Those that the decoder would not know, or would take for something else. Single bytes are left out: on terminals that have
    /// them for arrows they are Enter and Backspace as well.
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
            return decoder.next() == .key(key) && decoder.next() == nil && !decoder.isWaiting ? nil : (bytes, key)
        }
    }
}

/// A capability that ncurses is to see changed. ncurses offers no way but its own memory, to which tigetstr points; the new text is
/// never longer than the old.
private struct MutableCapability {
    private let place: UnsafeMutablePointer<CChar>?
    private let whole: [CChar]
    private let short: [CChar]

    /// The capability `name`, which may do without the beginning `prefix`.
    init(_ name: String, without prefix: String = "") {
        place = UnsafeMutablePointer(mutating: curses_capability(name))
        whole = place.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) } ?? [0]
        let prefix = prefix.utf8.map { CChar(bitPattern: $0) }
        // What is left must be something: an empty text would be no way to end attributes.
        short = whole.starts(with: prefix) && whole.count > prefix.count + 1 ? Array(whole.dropFirst(prefix.count)) : whole
    }

    /// Has ncurses use the whole text, or the short one.
    func use(isWhole: Bool) { place?.update(from: isWhole ? whole : short, count: isWhole ? whole.count : short.count) }

    /// Has ncurses send nothing.
    func clear() { place?.pointee = 0 }
}

extension Array where Element == UInt8 {
    /// Whether these are its last bytes.
    fileprivate func ends(with end: [UInt8]) -> Bool { count >= end.count && self[(count - end.count)...].elementsEqual(end) }
}
