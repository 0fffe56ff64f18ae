// The characters that a terminal can show, and replacements for the others. A canvas draws with them.

/// A set of characters.
public enum Glyphs: String, Sendable {
    /// All of Unicode, as on graphical terminals.
    case unicode
    /// The characters in the Linux console's fonts (at least code page 437).
    case console
    /// ASCII, and lines with the terminal's alternate character set: for locales without Unicode.
    case lineDrawing
    /// ASCII only, wherever the game chooses the characters.
    case ascii

    /// Whether block characters can be drawn.
    public var isUnicode: Bool { self == .unicode || self == .console }

    /// The character that is drawn for `scalar`.
    public func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar == "\u{202F}" { return " " }
        if scalar.value < 0xB7 || self == .unicode { return scalar }
        switch (scalar, self) {
        case ("▸", _), ("›", _): return ">"
        case ("◂", _), ("‹", _): return "<"
        case ("…", _): return "~"
        case ("★", _): return "*"
        case ("✓", .console): return "√"
        case ("✓", _): return "*"
        case ("●", .console): return "■"
        case ("◉", .console): return "◘"
        case ("╭", .console): return "┌"
        case ("╮", .console): return "┐"
        case ("╰", .console): return "└"
        case ("╯", .console): return "┘"
        case ("╳", .console): return "▒"
        case ("“", _), ("”", _): return "\""
        case ("’", _): return "'"
        case ("–", _), ("−", _): return "-"
        case (_, .console): return scalar
        case ("●", _): return "X"
        case ("○", _), ("◉", _): return "O"
        case ("▼", _), ("↓", _): return "v"
        case ("↑", _), ("▲", _): return "^"
        case ("←", _): return "<"
        case ("→", _): return ">"
        case ("·", _): return "."
        case ("×", _): return "x"
        case ("─", .ascii): return "-"
        case ("│", .ascii): return "|"
        case ("═", _): return "="
        case ("║", _): return "#"
        case ("╔", _), ("╗", _), ("╚", _), ("╝", _): return "#"
        case ("╭", .ascii), ("╮", .ascii), ("╰", .ascii), ("╯", .ascii): return "+"
        case ("┌", .ascii), ("┬", .ascii), ("┐", .ascii), ("├", .ascii), ("┼", .ascii), ("┤", .ascii), ("└", .ascii),
            ("┴", .ascii), ("┘", .ascii):
            return "+"
        default: return scalar
        }
    }

    /// `text` with "..." for ellipses if the terminal has none.
    public func spelt(_ text: String) -> String {
        self == .unicode ? text : text.split(separator: "…", omittingEmptySubsequences: false).joined(separator: "...")
    }
}
