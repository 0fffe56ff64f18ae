// Facts about the terminal and the locale, for `fourinarow doctor` and for choosing glyphs.

import CNcurses
import Glibc
import Screen

/// The locale of the environment.
struct TerminalLocale: Equatable {
    /// Its name for characters, such as "de_DE.UTF-8".
    let name: String
    /// Its character set, such as "UTF-8".
    let codeset: String
    /// Whether every character can be written.
    var isUTF8: Bool { codeset == "UTF-8" }

    /// Adopts the environment's locale. A UTF-8 locale that is not installed here (LANG came over ssh) counts as C.UTF-8.
    static func adopt() -> TerminalLocale {
        let messages = setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C"
        if setlocale(LC_ALL, "") == nil {
            let wanted = Self.wanted.lowercased()
            if wanted.hasSuffix("utf-8") || wanted.hasSuffix("utf8") { setlocale(LC_CTYPE, "C.UTF-8") }
        }
        setlocale(LC_MESSAGES, messages)  // is the catalog's
        let name = setlocale(LC_CTYPE, nil).map { String(cString: $0) } ?? "C"
        return TerminalLocale(name: name, codeset: nl_langinfo(Int32(CODESET)).map { String(cString: $0) } ?? "")
    }

    /// The locale the environment names for characters.
    private static var wanted: String {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
        }
        return ""
    }

    /// The scalars of the bytes from 128, 0 for none; empty in UTF-8.
    var upperHalf: [UInt32] {
        if isUTF8 { return [] }
        return (128...255).map { byte in
            let scalar = btowc(Int32(byte))
            return scalar == WEOF ? 0 : UInt32(scalar)
        }
    }
}

/// What is known of the terminal.
package struct TerminalFacts {
    /// How a terminal reports the mouse.
    package enum Mouse: String, Sendable {
        /// It does not.
        case none
        /// In single bytes, up to column 223.
        case x10
        /// In decimal numbers.
        case sgr
    }

    /// The value of TERM, or empty.
    package let name: String
    /// Whether terminfo knows it.
    package let isKnown: Bool
    /// Whether a screen can be drawn on it.
    package let canDraw: Bool
    /// Whether standard input and output are a terminal.
    package let isTerminal: Bool
    /// The size; nil if there is no terminal or it is unknown.
    package let size: Size?
    /// The number of colours according to terminfo; 0: none.
    package let colours: Int
    /// How it reports the mouse.
    package let mouse: Mouse
    /// The locale's name.
    package let locale: String
    /// Its character set.
    package let codeset: String
    /// The characters to draw with.
    package let glyphs: Glyphs
    /// The cells it needs for ●; nil if it did not answer.
    package let glyphWidth: Int?
    /// Its own name and version; empty if it did not say.
    package let version: String
    /// How it shows messages to a player who looks elsewhere.
    package let message: TerminalMessage

    /// Has terminfo find the terminals that the portable program brings along, where this system does not know them. To be called first.
    package static func findCarriedTerminals() {
        guard let carried = installedPath(of: "terminfo", in: [""], R_OK) else { return }
        let others = getenv("TERMINFO_DIRS").map { String(cString: $0) } ?? ""
        setenv("TERMINFO_DIRS", "\(others):\(carried)", 1)
    }

    /// Gathers the facts without taking the screen. If `isAsking`, writes a disc into the present line, which should be empty,
    /// and erases it. A terminal that does not answer costs 0.2 s.
    package static func gather(isAsking: Bool) -> TerminalFacts {
        let locale = TerminalLocale.adopt()
        let name = getenv("TERM").map { String(cString: $0) } ?? ""
        var problem: Int32 = 0
        let isKnown = !name.isEmpty && setupterm(name, 1, &problem) == OK
        let isTerminal = isatty(0) == 1 && isatty(1) == 1
        let canDraw = isKnown && curses_capability("cup") != nil
        var width: Int?
        var version = ""
        if isAsking, isTerminal, canDraw, locale.isUTF8, TerminalCapabilities.text("u7") == Array("\u{1B}[6n".utf8) {
            (width, version) = ask()
        }
        let glyphs = Self.glyphs(name: name, locale: locale, isAsciiWanted: (width ?? 1) > 1)
        return TerminalFacts(
            name: name, isKnown: isKnown, canDraw: canDraw, isTerminal: isTerminal, size: isTerminal ? TerminalLine.size : nil,
            colours: isKnown ? max(0, Int(tigetnum("colors"))) : 0, mouse: isKnown ? TerminalCapabilities.mouseKind : .none,
            locale: locale.name, codeset: locale.codeset, glyphs: glyphs, glyphWidth: width,
            version: version, message: TerminalMessage(version: version) { name in getenv(name).map { String(cString: $0) } })
    }

    /// The glyphs for a terminal.
    static func glyphs(name: String, locale: TerminalLocale, isAsciiWanted: Bool) -> Glyphs {
        if isAsciiWanted || !locale.isUTF8 { return .lineDrawing }
        return name.hasPrefix("linux") ? .console : .unicode
    }

    /// Whether COLORFGBG, which some terminals set, names a light background: its last number is a colour.
    static var isOnLight: Bool {
        let last = getenv("COLORFGBG").flatMap { String(cString: $0).split(separator: ";").last.flatMap { Int($0) } }
        return last.map { $0 == 7 || (9...15).contains($0) } ?? false
    }

    /// Asks the terminal for its version, writes a disc and asks for its cursor position, which every terminal answers. Returns the width of
    /// the disc and the version.
    private static func ask() -> (Int?, String) {
        let line = TerminalLine()
        line.takeKeys()
        defer {
            var modes = line.modes
            tcsetattr(0, TCSANOW, &modes)
        }
        let question = TerminalCapabilities.versionQuestion + Array("\r●\u{1B}[6n\r\u{1B}[K".utf8)
        guard write(1, question, question.count) == question.count else { return (nil, "") }
        var version = ""
        var input = TerminalInput()
        var bytes = [UInt8](repeating: 0, count: 64)
        var waited = pollfd(fd: line.input, events: Int16(POLLIN), revents: 0)
        while poll(&waited, 1, 200) > 0 {
            let count = read(line.input, &bytes, bytes.count)
            if count <= 0 { break }
            input.append(bytes[..<count])
            while input.next() != nil {}
            for report in input.takeReports() {
                if case .version(let answer) = report { version = answer }
                if case .cursor(_, let column) = report { return (column - 1, version) }
            }
        }
        return (nil, version)
    }
}
