// Which characters a terminal can show, and what stands for the others. It knows no terminal: a canvas draws through it.

/// A set of characters.
public enum Glyphs: String, Sendable {
    /// Unicode, as graphical terminals show it.
    case unicode
    /// What the fonts of the Linux console have (code page 437 at the least).
    case console
    /// ASCII, and lines as the terminal's own line drawing: for locales without Unicode.
    case lineDrawing
    /// ASCII and nothing else, wherever the game itself chooses the characters.
    case ascii

    /// Whether blocks and other Unicode can be drawn at all.
    public var isUnicode: Bool { self == .unicode || self == .console }

    /// What is drawn where a screen says `scalar`.
    public func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if scalar == "\u{202F}" { return " " }
        if scalar.value < 0xB7 || self == .unicode { return scalar }
        switch (scalar, self) {
        case ("▸", _): return ">"
        case ("◂", _): return "<"
        case ("…", _): return "~"
        case ("★", _): return "*"
        case ("●", .console): return "■"
        case ("◉", .console): return "◘"
        case ("╭", .console): return "┌"
        case ("╮", .console): return "┐"
        case ("╰", .console): return "└"
        case ("╯", .console): return "┘"
        case ("╳", .console): return "▒"
        case ("“", _), ("”", _): return "\""
        case ("’", _): return "'"
        case ("–", _): return "-"
        case (_, .console): return scalar
        case ("●", _): return "X"
        case ("○", _), ("◉", _): return "O"
        case ("▼", _), ("↓", _): return "v"
        case ("↑", _): return "^"
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

    /// `text` with the ellipses that end its words spelt out where there is no such character.
    public func spelt(_ text: String) -> String {
        self == .unicode ? text : text.split(separator: "…", omittingEmptySubsequences: false).joined(separator: "...")
    }
}
