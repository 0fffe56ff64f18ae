// Keeps a game while it is played: a move is written before anybody is told of it, so that none that was seen is lost; everything else
// a moment later. It knows no board; what it keeps it is told.

/// Keeps one game after the other.
package final class GameRecorder {
    private let scheduler: Scheduler
    private let history: GameHistory
    private let complain: (StorageFailure) -> Void
    private var record: GameRecord?
    /// The number of the game; nil before it was kept.
    package private(set) var id: Int?
    /// What is needed to take the game up again; nil where that cannot be.
    package private(set) var session: ResumableGame?
    private var isUnsaved = false
    private var saving: Cancellable?
    private var hasComplained = false

    /// A recorder that says once what went wrong, and goes on trying: a move that could not be kept is kept with the next.
    package init(scheduler: Scheduler, history: GameHistory, complain: @escaping (StorageFailure) -> Void) {
        self.scheduler = scheduler
        self.history = history
        self.complain = complain
    }

    /// Whether there is anything of the game to keep.
    package var isKept: Bool { id != nil || record != nil }

    /// Another game: a new one, or the one of number `id`, which goes on.
    package func begin(id: Int?) {
        save()
        record = nil
        self.id = id
    }

    /// The game stands so now. It is written a moment later, or by `save` before: one transaction for one move.
    package func note(_ record: GameRecord) {
        guard record != self.record else { return }
        self.record = record
        saveSoon()
    }

    /// This is what the game, which may not have a move yet, can be taken up with; kept in the same way.
    package func note(_ session: ResumableGame) {
        guard session != self.session else { return }
        self.session = session
        saveSoon()
    }

    /// The game cannot be taken up any more: what could be is forgotten, now.
    package func forgetSession() {
        guard let session else { return }
        self.session = nil
        save()
        attempt { () throws(StorageFailure) in try history.forget(session.secret) }
    }

    /// Writes what is not written yet.
    package func save() {
        saving?.cancel()
        saving = nil
        guard isUnsaved else { return }
        isUnsaved = false
        attempt { () throws(StorageFailure) in
            if let session {
                try history.keep(session, game: record, id: &id)
            } else if let record {
                try history.keep(record, id: &id)
            }
        }
    }

    /// Not in the very next turn: the terminal shall have time to show the picture before we work on.
    private func saveSoon() {
        isUnsaved = true
        saving = saving ?? scheduler.after(milliseconds: 1) { [weak self] in self?.save() }
    }

    private func attempt(_ deed: () throws(StorageFailure) -> Void) {
        do throws(StorageFailure) {
            try deed()
        } catch {
            if !hasComplained { complain(error) }
            hasComplained = true
        }
    }
}
