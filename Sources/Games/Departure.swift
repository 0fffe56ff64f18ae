// How a player leaves a game of several.

/// How a player leaves a game. The raw values are those of packets.
public enum Departure: Int, CaseIterable, Sendable {
    /// The player left.
    case left
    /// The connection was lost, and the player did not return in time.
    case lost
    /// The host went on without the player.
    case removed
}
