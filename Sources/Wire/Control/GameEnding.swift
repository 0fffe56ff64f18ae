// How a game of Four in a Row can end before its last possible move.

/// How a game ended, where its moves do not show it. The raw values are those on the wire, and are stored.
public enum GameEnding: Int, CaseIterable, Sendable {
    /// The player who moved first gave up.
    case firstResigned = 1
    /// The other player gave up.
    case secondResigned = 2
    /// Both agreed to a draw.
    case drawAgreed = 3
    /// The time of the player who moved first was up.
    case firstOutOfTime = 4
    /// That of the other one was up.
    case secondOutOfTime = 5
    /// The time of one was up, and the other one could not have won any more.
    case drawnOnTime = 6
}
