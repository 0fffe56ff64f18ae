// Why the terminal may be unusable.

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
