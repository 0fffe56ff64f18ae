// Keeps a game while it is played: after every move, and after the move was sent, for the disk may be slow; but before the disc is
// shown where it stays, so that no move that was seen is lost. It knows no board; what it keeps it is told.

/// Keeps one game after the other.
final class GameRecorder {
    private let surroundings: Surroundings
    private let complain: (String) -> Void
    private var record: GameRecord?
    /// The number of the game; nil before it was kept.
    private(set) var id: Int?
    /// What is needed to take the game up again; nil where that cannot be.
    private(set) var session: Session?
    private var isUnsaved = false
    private var saving: Cancellable?
    private var hasComplained = false

    /// A recorder that says once what went wrong, and goes on trying: a move that could not be kept is kept with the next.
    init(surroundings: Surroundings, complain: @escaping (String) -> Void) {
        self.surroundings = surroundings
        self.complain = complain
    }

    /// Whether there is anything of the game to keep.
    var isKept: Bool { id != nil || record != nil }

    /// Another game: a new one, or the one of number `id`, which goes on.
    func begin(id: Int?) {
        save()
        record = nil
        self.id = id
    }

    /// The game stands so now. It is written in the next turn of the loop, or by `save` before: one transaction for one move.
    func note(_ record: GameRecord) {
        self.record = record
        saveSoon()
    }

    /// This is what the game, which may not have a move yet, can be taken up with; kept likewise.
    func note(_ session: Session) {
        guard session != self.session else { return }
        self.session = session
        saveSoon()
    }

    /// The game cannot be taken up any more: what could be is forgotten, now.
    func forgetSession() {
        guard let session else { return }
        self.session = nil
        save()
        attempt { () throws(StorageFailure) in try surroundings.history.forget(session.secret) }
    }

    /// Writes what is not written yet.
    func save() {
        saving?.cancel()
        saving = nil
        guard isUnsaved else { return }
        isUnsaved = false
        attempt { () throws(StorageFailure) in
            if let session {
                try surroundings.history.keep(session, game: record, id: &id)
            } else if let record {
                try surroundings.history.keep(record, id: &id)
            }
        }
    }

    private func saveSoon() {
        isUnsaved = true
        saving = saving ?? surroundings.after(milliseconds: 0) { [weak self] in self?.save() }
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
