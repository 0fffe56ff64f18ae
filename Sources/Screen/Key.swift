// What a player can press, click or paste. It knows no terminal's codes.

/// One input from the player.
public enum Key: Hashable, Sendable {
    /// A printable character.
    case character(Unicode.Scalar)
    /// Ctrl and a letter (lower case).
    case control(Unicode.Scalar)
    /// F1 is 1.
    case function(Int)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, tab, backTab, backspace, delete
    /// The left mouse button was pressed here.
    case click(Point)
    /// The mouse wheel turned: -1 a step up, +1 a step down.
    case wheel(Int)
    /// Text was pasted as such (bracketed paste): for text fields, never for commands. At most 4,096 scalars of it are kept.
    case paste(String)

    /// The key's name as the key bar and the help show it.
    public var name: String {
        switch self {
        case .character(" "): "Space"
        case .character(let scalar): String(Character(scalar)).uppercased()
        case .control(let scalar): "Ctrl-" + String(Character(scalar)).uppercased()
        case .function(let number): "F\(number)"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Del"
        case .click: "click"
        case .wheel: "wheel"
        case .paste: "paste"
        }
    }
}
