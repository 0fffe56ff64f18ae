// Keeps a game while it is played: after every move, and after the move was sent and drawn, for the disk may be slow. It knows no
// board; what it keeps it is told.

/// Keeps one game after the other.
final class GameRecorder {
    private let surroundings: Surroundings
    private let complain: (String) -> Void
    private var record: GameRecord?
    /// The number of the game; nil before it was kept.
    private(set) var id: Int?
    private var isUnsaved = false
    private var saving: Cancellable?
    private var hasComplained = false

    /// A recorder that says once what went wrong, and goes on trying: a move that could not be kept is kept with the next.
    init(surroundings: Surroundings, complain: @escaping (String) -> Void) {
        self.surroundings = surroundings
        self.complain = complain
    }

    /// Whether there is anything of the game to keep.
    var isKept: Bool { id != nil || isUnsaved }

    /// Another game: a new one, or the one of number `id`, which goes on.
    func begin(id: Int?) {
        save()
        record = nil
        self.id = id
    }

    /// The game stands so now. It is written in the next turn of the loop, one transaction for one move.
    func note(_ record: GameRecord) {
        self.record = record
        isUnsaved = true
        saving = saving ?? surroundings.after(milliseconds: 0) { [weak self] in self?.save() }
    }

    /// Writes what is not written yet.
    func save() {
        saving?.cancel()
        saving = nil
        guard isUnsaved, let record else { return }
        isUnsaved = false
        do throws(StorageFailure) {
            try surroundings.history.keep(record, id: &id)
        } catch {
            if !hasComplained { complain(error.sentence) }
            hasComplained = true
        }
    }
}
