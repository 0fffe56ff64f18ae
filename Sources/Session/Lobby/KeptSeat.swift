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

/// Stores a seat until the game is over.
final class SeatRecorder {
    private var seat: KeptSeat
    private let archive: Archive
    private let scheduler: Scheduler
    /// Called with each failure that is not the one before.
    private let didFail: (StorageFailure) -> Void
    private var failure: StorageFailure?
    private var refreshing: Cancellable?

    /// Stores the seat at once.
    init(_ seat: KeptSeat, in archive: Archive, scheduler: Scheduler, didFail: @escaping (StorageFailure) -> Void) {
        (self.seat, self.archive, self.scheduler, self.didFail) = (seat, archive, scheduler, didFail)
        save()
    }

    /// Stores what the game must know again, before anybody hears of it.
    func note(_ memory: String) {
        guard memory != seat.memory else { return }
        seat.memory = memory
        save()
    }

    /// The host was found again, perhaps elsewhere.
    func note(_ session: ResumableGame) {
        guard session != seat.session else { return }
        seat.session = session
        save()
    }

    /// The game is over.
    func stop() {
        refreshing?.cancel()
        attempt { () throws(StorageFailure) in try archive.forgetSeat(seat.session.token) }
    }

    private func save() {
        attempt { () throws(StorageFailure) in try archive.keep(seat) }
        // A program that is killed cannot store when that was, so the time is stored regularly.
        refreshing?.cancel()
        refreshing = scheduler.after(milliseconds: ResumableGame.refreshInterval) { [weak self] in self?.save() }
    }

    private func attempt(_ action: () throws(StorageFailure) -> Void) {
        do throws(StorageFailure) {
            try action()
        } catch {
            if error != failure { didFail(error) }
            failure = error
        }
    }
}
