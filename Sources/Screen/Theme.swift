// Which colours and attributes each meaning has. It knows no terminal.

/// The themes a player can choose.
public enum ThemeName: String, CaseIterable, Sendable {
    /// The terminal's own colours.
    case standard = "default"
    /// Bright on the terminal's own background, with weight.
    case highContrast = "high-contrast"
    /// No colours at all.
    case mono
}
