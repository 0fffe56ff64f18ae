// The setting `bidi`.

/// Who reorders right-to-left text. The raw values are written to the config file.
public enum Bidi: String, CaseIterable, Sendable {
    /// The program, unless the terminal is known to do it anyway.
    case auto
    /// The program; the terminal is told not to.
    case program
    /// The terminal.
    case terminal
    /// Nobody.
    case off
}
