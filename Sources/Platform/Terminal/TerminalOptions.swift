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

    /// What happened and what to do, for the player.
    package var sentence: String {
        switch self {
        case .noTerminal: "The game needs a terminal: standard input or output is something else."
        case .unnamed: "TERM is not set, so the terminal's kind is unknown. Try TERM=xterm-256color."
        case .unknown(let name): "The terminal \"\(name)\" (TERM) is not known here. Try TERM=xterm-256color."
        case .dumb(let name): "The terminal \"\(name)\" (TERM) cannot show a full screen."
        case .exhausted: "The system has no memory or no file descriptors left for the screen."
        }
    }
}
