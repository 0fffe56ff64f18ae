// Keys, clicks and pasted text.

/// An input of the player.
public enum Key: Hashable, Sendable {
    /// A printable character.
    case character(Unicode.Scalar)
    /// Ctrl with a lower-case letter.
    case control(Unicode.Scalar)
    /// F1 is 1.
    case function(Int)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, tab, backTab, backspace, delete
    /// The left mouse button was pressed at a position.
    case click(Point)
    /// The pointer is over a position, with or without a button.
    case hover(Point)
    /// The mouse wheel was turned: -1 up, +1 down.
    case wheel(Int)
    /// Pasted text (bracketed paste), which text fields take. At most 4,096 scalars are kept.
    case paste(String)

    /// The key's name in the key bar and the help.
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
        case .hover: "pointer"
        case .wheel: "wheel"
        case .paste: "paste"
        }
    }
}
