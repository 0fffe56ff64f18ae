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

/// Stores the seat of this program.
package protocol SeatStore: AnyObject {
    /// Stores a seat, which is this process's own, and when: to be called every `ResumableGame.refreshInterval` while the game goes on.
    func keep(_ seat: KeptSeat) throws(StorageFailure)
    /// Deletes what was stored.
    func forget(_ token: ResumeToken) throws(StorageFailure)
    /// The seat of a process that has ended, and for how many more seconds the host may reserve it. It is this process's own from now on.
    /// Nil if there is none. One whose time is over is deleted.
    func claim() throws(StorageFailure) -> (seat: KeptSeat, secondsLeft: Int)?
}
