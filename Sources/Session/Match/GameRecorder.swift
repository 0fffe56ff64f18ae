// Keeps a game while it is played: after every move, and after the move was sent, for the disk may be slow; but before the disc is
// shown where it stays, so that no move that was seen is lost. It knows no board; what it keeps it is told.

/// Keeps one game after the other.
package final class GameRecorder {
    /// Told before anything is written: it notes how the game stands, if that has changed.
    package var refresh: (() -> Void)?
    private let clock: LoopClock
    private let history: GameHistory
    private let complain: (String) -> Void
    private var record: GameRecord?
    /// The number of the game; nil before it was kept.
    package private(set) var id: Int?
    /// What is needed to take the game up again; nil where that cannot be.
    package private(set) var session: ResumableGame?
    private var isUnsaved = false
    private var isStale = false
    private var saving: Cancellable?
    private var hasComplained = false

    /// A recorder that says once what went wrong, and goes on trying: a move that could not be kept is kept with the next.
    package init(clock: LoopClock, history: GameHistory, complain: @escaping (String) -> Void) {
        self.clock = clock
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

    /// The game has changed: `refresh` is asked how when it is written, a moment later, or by `save` before.
    package func gameDidChange() {
        isStale = true
        saveSoon()
    }

    /// The game stands so now. It is written a moment later, or by `save` before: one transaction for one move.
    package func note(_ record: GameRecord) {
        self.record = record
        isUnsaved = true
        saveSoon()
    }

    /// This is what the game, which may not have a move yet, can be taken up with; kept likewise.
    package func note(_ session: ResumableGame) {
        guard session != self.session else { return }
        self.session = session
        isUnsaved = true
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
        if isStale {
            isStale = false
            refresh?()
        }
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
        saving = saving ?? clock.after(milliseconds: 1) { [weak self] in self?.save() }
    }

    private func attempt(_ deed: () throws(StorageFailure) -> Void) {
        do throws(StorageFailure) {
            try deed()
        } catch {
            if !hasComplained { complain(error.sentence) }
            hasComplained = true
        }
    }
}
