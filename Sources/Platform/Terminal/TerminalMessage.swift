// Messages that the terminal shows outside of its window, for a player who looks elsewhere. Terminals know three sequences for that; which
// one is known by what the terminal says of itself (XTVERSION), or by what the environment says of it.

import Language
import Screen
import Text

/// How a terminal shows messages to a player who looks elsewhere.
nonisolated package struct TerminalMessage: Equatable, Sendable {
    /// The sequences, by their numbers.
    package enum Format: Int, Sendable {
        /// iTerm2's: a text.
        case osc9 = 9
        /// kitty's: a title and a text.
        case osc99 = 99
        /// rxvt-unicode's: a title and a text, separated by semicolons.
        case osc777 = 777
    }

    /// The sequence that the terminal knows; nil if it is not known to know one.
    package let format: Format?
    /// Whether tmux stands between. It passes a sequence on if the player allows it (`allow-passthrough`), and drops it otherwise.
    package let isInTmux: Bool

    /// The longest message in cells.
    private static let longest = 100

    /// Chooses by the answer to XTVERSION, which is empty if there was none, and the environment. The answer comes first: variables may come
    /// from a terminal that this one was started in.
    init(version: String, environment: (String) -> String?) {
        let isTmux = version.hasPrefix("tmux") || version.isEmpty && environment("TMUX") != nil
        isInTmux = isTmux
        if version.isEmpty && environment("STY") != nil && !isTmux {  // screen(1) passes nothing on
            format = nil
            return
        }
        var names = [version]
        if version.isEmpty || isTmux {
            names = ["TERM", "TERM_PROGRAM", "LC_TERMINAL"].compactMap(environment)
            names += ["KITTY_WINDOW_ID", "KONSOLE_VERSION", "VTE_VERSION"].filter { environment($0) != nil }
        }
        format = Self.format(named: names.joined(separator: " ").lowercased()) ?? (isTmux ? .osc777 : nil)
    }

    private static func format(named names: String) -> Format? {
        if names.contains("kitty") { return .osc99 }
        if ["iterm", "warp"].contains(where: names.contains) { return .osc9 }
        let others = ["foot", "wezterm", "ghostty", "konsole", "contour", "rxvt-unicode", "vte"]
        return others.contains(where: names.contains) ? .osc777 : nil
    }

    /// The bytes that show a message, or none. It may contain anybody's name.
    func bytes(showing message: String, isUTF8: Bool) -> [UInt8] {
        guard let format else { return [] }
        let (title, text) = (Self.safe(tr("Four in a Row"), isUTF8: isUTF8), Self.safe(message, isUTF8: isUTF8))
        let sequence =
            switch format {
            case .osc9: "\u{1B}]9;\(title): \(text)\u{1B}\\"
            // The number has a new message take the place of the one before.
            case .osc99: "\u{1B}]99;i=4:d=0;\(title)\u{1B}\\\u{1B}]99;i=4:p=body;\(text)\u{1B}\\"
            case .osc777: "\u{1B}]777;notify;\(title);\(text)\u{1B}\\"
            }
        if !isInTmux { return Array(sequence.utf8) }
        return Array("\u{1B}Ptmux;\(sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}"))\u{1B}\\".utf8)
    }

    /// A text that neither ends a sequence nor separates its parts.
    private static func safe(_ text: String, isUTF8: Bool) -> String {
        text.replacing(";", with: ",").forTerminal(within: longest, isUTF8: isUTF8)
    }
}

nonisolated extension String {
    /// The text within a control sequence: plain, at most `width` cells of it, and without characters that the terminal cannot show.
    func forTerminal(within width: Int, isUTF8: Bool) -> String {
        let text = TextWidth.clip(plain, to: width, ellipsis: "")
        if isUTF8 { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isASCII ? $0 : $0 == "–" ? "-" : "?" }))
    }
}
