// What the player chose, and its text in the config file: `key = value`, one a line, '#' starts a comment. It knows no files.

import Screen

/// The player's choices.
public struct Settings: Equatable, Sendable {
    /// The player's name; empty means the machine's name.
    public var name = ""
    /// The colours.
    public var theme = ThemeName.standard
    /// Whether discs fall visibly.
    public var animation = true
    /// Whether discs and lines are drawn in ASCII even where the terminal could do more.
    public var ascii = false
    /// Whether the opponent's move and the end ring the bell.
    public var bell = false

    /// The defaults.
    public init() {}
}
