// A guest's seat as its program stores it while the game goes on: a program that was killed returns to it when it is started again.

import Text
import Wire

/// A seat at somebody's table.
package struct KeptSeat: Equatable, Sendable {
    /// What the seat is recognised by, and where its host was.
    package var session: ResumableGame
    /// The game's id (`LobbyGame`).
    package var game: String
    /// The seat.
    package var seat: Int
    /// The players' names by seat, the host first.
    package var names: [String]
    /// What the game must know again: a secret number that this player keeps. Its own words, empty for nothing.
    package var memory = ""

    /// A seat of these. Control characters are removed from the names.
    package init(session: ResumableGame, game: String, seat: Int, names: [String]) {
        (self.session, self.game, self.seat, self.names) = (session, game, seat, names.map(\.plain))
    }
}
