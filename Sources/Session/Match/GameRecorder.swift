// Stores games while they are played. A move is stored before anybody hears of it, so none that was seen is lost; everything else is
// stored a moment later.

/// Stores one game after the other.
final class GameRecorder {
    private let scheduler: Scheduler
    private let archive: Archive
    /// Called with each failure that is not the one before.
    var didFail: (StorageFailure) -> Void = { _ in }
    private var record: GameRecord?
    /// The number of the game; nil before it is stored.
    private(set) var id: Int?
    /// Whether the game stays as it ended, although moves of it were taken back.
    private var isFinished = false
    /// What is needed to resume the game; nil where it cannot be resumed.
    private(set) var session: ResumableGame?
    /// The same until there is a disc. It is not stored.
    var offered: ResumableGame?
    private var isUnsaved = false
    private var saving: Cancellable?
    private var refreshing: Cancellable?
    private var failure: StorageFailure?

    /// A recorder that keeps trying after a failure: what could not be stored is stored with the next move, or at the end.
    init(scheduler: Scheduler, archive: Archive) {
        self.scheduler = scheduler
        self.archive = archive
    }

    /// Whether the game is stored, or about to be.
    var hasRecord: Bool { id != nil || record != nil }

    /// The last `count` games before this one against an opponent of this name, the newest first.
    func earlierGames(_ count: Int, against opponent: String) -> [GameRecord] {
        guard count > 0, let games = try? archive.games() else { return [] }
        let records = games.filter { $0.id < id ?? .max }.map(\.record)
        return Array(records.filter { $0.kind == .network && $0.opponent == opponent }.prefix(count))
    }

    /// Begins a new game, or continues the one of number `id`.
    func begin(id: Int?) {
        save()
        record = nil
        self.id = id
        isFinished = false
    }

    /// The game is over, and goes on because moves are taken back: it stays as it ended. What becomes of it is practice, and not stored.
    func keepFinished() {
        save()
        record = nil
        isFinished = true
    }

    /// Stores the game and what is needed to resume it a moment later, or with the next `save`: one transaction per move. What is nil
    /// stays as it was.
    func note(_ record: GameRecord?, _ session: ResumableGame?) {
        if let record, record != self.record, !isFinished {
            self.record = record
            saveSoon()
        }
        if let session, session != self.session {
            self.session = session
            offered = nil
            saveSoon()
        }
    }

    /// Stores the state of a game that can be resumed.
    func note(_ state: ResumableGame.State) {
        guard var session else { return }
        session.state = state
        note(nil, session)
    }

    /// The game cannot be resumed any more: deletes what was stored for that, at once.
    func forgetSession() {
        guard let session else { return }
        self.session = nil
        refreshing?.cancel()
        save()
        attempt { () throws(StorageFailure) in try archive.forget(session.token) }
    }

    /// Stores what is not stored yet.
    func save() {
        saving?.cancel()
        saving = nil
        guard isUnsaved else { return }
        attempt { () throws(StorageFailure) in
            if let session {
                awaitRefresh()
                try archive.keep(session, game: record, id: &id)
            } else if let record {
                try archive.keep(record, id: &id)
            }
            isUnsaved = false
        }
    }

    /// A program that is killed cannot store when.
    private func awaitRefresh() {
        refreshing?.cancel()
        guard session?.state == .playing else { return }
        refreshing = scheduler.after(milliseconds: ResumableGame.refreshInterval) { [weak self] in
            guard let self, session?.state == .playing else { return }
            isUnsaved = true
            save()
        }
    }

    /// Waits a millisecond, so that the terminal can show the picture first.
    private func saveSoon() {
        isUnsaved = true
        saving = saving ?? scheduler.after(milliseconds: 1) { [weak self] in self?.save() }
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
