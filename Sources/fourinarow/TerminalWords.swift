// Why there is no screen to play on, in words for who started the program. It knows no terminal.

import Platform

extension TerminalFailure {
    /// What happened and what to do.
    var sentence: String {
        switch self {
        case .noTerminal: "The game needs a terminal, but standard input or output is something else."
        case .unnamed: "TERM is not set, so the terminal's kind is unknown. Try TERM=xterm-256color."
        case .unknown(let name): "The terminal \"\(name)\" (TERM) is not known here. Try TERM=xterm-256color."
        case .dumb(let name): "The terminal \"\(name)\" (TERM) cannot show a full screen."
        case .exhausted: "The system has no memory or no file descriptors left for the screen."
        }
    }
}
