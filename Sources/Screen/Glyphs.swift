// The characters that games are drawn with, for terminals that can show more and less. It knows no terminal.

/// A set of characters; each is one cell wide.
public enum Glyphs: String, Sendable {
    /// Unicode, as graphical terminals show it.
    case unicode
    /// What the fonts of the Linux console have.
    case console
    /// ASCII, and lines as the terminal's own line drawing where it has one.
    case ascii

    /// Whether half blocks and other Unicode can be drawn at all.
    public var isUnicode: Bool { self != .ascii }
    /// The arrow above a column.
    public var cursor: String { self == .ascii ? "v" : "▼" }
    /// Cut off here.
    public var ellipsis: String { self == .unicode ? "…" : "~" }
    /// Before the chosen line of a list.
    public var pointer: String { self == .unicode ? "▸" : ">" }
    /// Between two things said in one line.
    public var dot: String { self == .ascii ? "-" : "·" }
    /// A key's name in these characters.
    public func name(of key: Key) -> String {
        guard self == .ascii else { return key.name }
        switch key {
        case .up: return "Up"
        case .down: return "Down"
        case .left: return "Left"
        case .right: return "Right"
        default: return key.name
        }
    }
}
