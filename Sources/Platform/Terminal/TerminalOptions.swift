// What the player may ask of the terminal, and why there may be none.

import Screen

/// What the player asked for.
package struct TerminalOptions {
    /// The looks.
    package var theme: ThemeName
    /// False for NO_COLOR and --no-color.
    package var isColourAllowed: Bool
    /// Whether clicks are wanted.
    package var isMouseAllowed: Bool
    /// True for --ascii.
    package var isAsciiWanted: Bool

    /// These options.
    package init(
        theme: ThemeName = .standard, isColourAllowed: Bool = true, isMouseAllowed: Bool = true, isAsciiWanted: Bool = false
    ) {
        self.theme = theme
        self.isColourAllowed = isColourAllowed
        self.isMouseAllowed = isMouseAllowed
        self.isAsciiWanted = isAsciiWanted
    }
}

/// Why there is no screen to play on.
package enum TerminalFailure: Error, Equatable, Sendable {
    /// Standard input or output is no terminal.
    case noTerminal
    /// TERM is not set.
    case unnamed
    /// terminfo does not know TERM.
    case unknown(String)
    /// It cannot put text where it is wanted.
    case dumb(String)
    /// The system is out of something.
    case exhausted
}
