// What can be known of the terminal and the locale, for `fourinarow doctor` and for choosing characters.

import CNcurses
import Glibc
import Screen

/// The locale that the user's environment asks for.
struct TerminalLocale: Equatable {
    /// Its name for characters, as "de_DE.UTF-8".
    let name: String
    /// The character set, as "UTF-8".
    let codeset: String
    /// Whether any character can be written.
    var isUTF8: Bool { codeset == "UTF-8" }

    /// Makes the environment's locale the program's. One that is not installed here but is UTF-8 by its name (LANG came along over
    /// ssh) counts as C.UTF-8.
    static func adopt() -> TerminalLocale {
        if setlocale(LC_ALL, "") == nil {
            let wanted = Self.wanted.lowercased()
            if wanted.hasSuffix("utf-8") || wanted.hasSuffix("utf8") { setlocale(LC_CTYPE, "C.UTF-8") }
        }
        // Sentences follow LANGUAGE alone, which GettextCatalog sets; only in "C" they would not.
        setlocale(LC_MESSAGES, "C.UTF-8")
        let name = setlocale(LC_CTYPE, nil).map { String(cString: $0) } ?? "C"
        return TerminalLocale(name: name, codeset: nl_langinfo(Int32(CODESET)).map { String(cString: $0) } ?? "")
    }

    /// What the environment says of characters.
    private static var wanted: String {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
        }
        return ""
    }

    /// The scalars that the bytes from 128 stand for, 0 where none; empty where characters are UTF-8.
    var upperHalf: [UInt32] {
        if isUTF8 { return [] }
        return (128...255).map { byte in
            let scalar = btowc(Int32(byte))
            return scalar == WEOF ? 0 : UInt32(scalar)
        }
    }
}

/// The facts, as values.
package struct TerminalFacts {
    /// How a terminal reports the mouse.
    package enum Mouse: String, Sendable {
        /// Not at all.
        case none
        /// In single bytes, up to column 223.
        case x10
        /// In decimal numbers.
        case sgr
    }

    /// TERM, or empty.
    package let name: String
    /// Whether terminfo knows it.
    package let isKnown: Bool
    /// Whether a screen can be drawn on it.
    package let canDraw: Bool
    /// Whether standard input and output are a terminal.
    package let isTerminal: Bool
    /// Its size; nil where there is no terminal, or it does not say.
    package let size: Size?
    /// How many colours terminfo says it has; 0 is none.
    package let colours: Int
    /// How it reports the mouse.
    package let mouse: Mouse
    /// The locale's name.
    package let locale: String
    /// Its character set.
    package let codeset: String
    /// The characters that would be chosen.
    package let glyphs: Glyphs
    /// The cells that it gives to ● when asked; nil where it did not answer.
    package let glyphWidth: Int?

    /// Gathers them without taking the screen. With `isAsking` a disc is written in the current line, which should be empty, and
    /// wiped out again; a terminal that does not answer costs a fifth of a second.
    package static func gather(isAsking: Bool) -> TerminalFacts {
        let locale = TerminalLocale.adopt()
        let name = getenv("TERM").map { String(cString: $0) } ?? ""
        var problem: Int32 = 0
        let isKnown = !name.isEmpty && setupterm(name, 1, &problem) == OK
        let isTerminal = isatty(0) == 1 && isatty(1) == 1
        let canDraw = isKnown && curses_capability("cup") != nil
        var width: Int?
        if isAsking, isTerminal, canDraw, locale.isUTF8, TerminalCapabilities.text("u7") == Array("\u{1B}[6n".utf8) {
            width = askWidth()
        }
        let glyphs = Self.glyphs(name: name, locale: locale, isAsciiWanted: (width ?? 1) > 1)
        return TerminalFacts(
            name: name, isKnown: isKnown, canDraw: canDraw, isTerminal: isTerminal, size: isTerminal ? TerminalLine.size : nil,
            colours: isKnown ? max(0, Int(tigetnum("colors"))) : 0, mouse: isKnown ? TerminalCapabilities.mouseKind : .none,
            locale: locale.name, codeset: locale.codeset, glyphs: glyphs, glyphWidth: width)
    }

    /// The characters for a terminal.
    static func glyphs(name: String, locale: TerminalLocale, isAsciiWanted: Bool) -> Glyphs {
        if isAsciiWanted || !locale.isUTF8 { return .lineDrawing }
        return name.hasPrefix("linux") ? .console : .unicode
    }

    /// Has the terminal write a disc and say how far it came.
    private static func askWidth() -> Int? {
        let line = TerminalLine()
        line.takeKeys()
        defer {
            var modes = line.modes
            tcsetattr(0, TCSANOW, &modes)
        }
        let question = Array("\r●\u{1B}[6n\r\u{1B}[K".utf8)
        guard write(1, question, question.count) == question.count else { return nil }
        var input = TerminalInput()
        var bytes = [UInt8](repeating: 0, count: 64)
        var waited = pollfd(fd: line.input, events: Int16(POLLIN), revents: 0)
        while poll(&waited, 1, 200) > 0 {
            let count = read(line.input, &bytes, bytes.count)
            if count <= 0 { return nil }
            input.append(bytes[..<count])
            while let event = input.next() {
                if case .cursorReport(_, let column) = event { return column - 1 }
            }
        }
        return nil
    }
}
