// What the player may configure about the terminal, and why it may be unusable.

import Screen

/// The player's options.
package struct TerminalOptions {
    /// The theme.
    package var theme: ThemeName
    /// False for NO_COLOR and --no-color.
    package var isColourAllowed: Bool
    /// Whether the mouse is used.
    package var isMouseAllowed: Bool
    /// Whether its glyphs are those of line drawing, whatever it can do; for tests. The game's --ascii is one of its settings.
    package var isAsciiWanted: Bool

    /// Creates options.
    package init(
        theme: ThemeName = .standard, isColourAllowed: Bool = true, isMouseAllowed: Bool = true, isAsciiWanted: Bool = false
    ) {
        self.theme = theme
        self.isColourAllowed = isColourAllowed
        self.isMouseAllowed = isMouseAllowed
        self.isAsciiWanted = isAsciiWanted
    }
}

/// Why the terminal cannot be used.
package enum TerminalFailure: Error, Equatable, Sendable {
    /// Standard input or output is not a terminal.
    case noTerminal
    /// TERM is not set.
    case unnamed
    /// terminfo does not know this value of TERM.
    case unknown(String)
    /// It cannot move its cursor.
    case dumb(String)
    /// The system has no memory or descriptors left.
    case exhausted
}
