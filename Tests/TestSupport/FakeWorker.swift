// A worker that does its work when the test says so, and a history in memory.

import Play
import Session
import Wire

/// A worker without a thread: work waits until the test lets it be done.
package final class FakeWorker: @MainActor Worker {
    private var pieces: [Work] = []
    /// Whether it was stopped.
    package private(set) var isStopped = false
    /// How many pieces of work it was given.
    package private(set) var asked = 0
    /// Whether work waits.
    package var isBusy: Bool { !pieces.isEmpty }

    package func perform(_ work: @escaping Work) {
        asked += 1
        if !isStopped { pieces.append(work) }
    }

    package func stop() {
        isStopped = true
        pieces = []
    }

    /// Does the first piece of work; what it tells happens afterwards, in order.
    package func workOnce() {
        guard !pieces.isEmpty else { return }
        let completions = Completions()
        pieces.removeFirst()({ completions.all.append($0) })
        for completion in completions.all where !isStopped { completion() }
    }
}

/// What a piece of work told. All of it happens on one thread here.
nonisolated private final class Completions: @unchecked Sendable {
    var all: [@MainActor () -> Void] = []
}

/// Kept games in memory.
package final class FakeHistory: @MainActor GameHistory {
    /// By number, from 1.
    package private(set) var kept: [KeptGame] = []
    /// What every call throws.
    package var failure: StorageFailure?
    /// How often a game was written.
    package private(set) var writes = 0
    /// The resumable games, the latest first.
    package private(set) var sessions: [BrokenGame] = []
    /// For how many more seconds.
    package var secondsLeft = ResumableGame.timeout
    /// Whether the program that played them is dead.
    package var isAnotherRun = false
    /// Whether the whole machine crashed.
    package var hasCrashed = false
    /// Whether another program claims them first.
    package var isTaken = false

    package init() {}

    package func keep(_ game: GameRecord, id: inout Int?) throws(StorageFailure) {
        if let failure { throw failure }
        writes += 1
        if let known = id, let index = kept.firstIndex(where: { $0.id == known }) {
            kept[index].record = game
        } else {
            id = kept.count + 1
            kept.append(
                KeptGame(id: kept.count + 1, date: "2026-11-\(kept.count < 9 ? "0" : "")\(kept.count + 1) 15:04", record: game))
        }
    }

    package func games() throws(StorageFailure) -> [KeptGame] {
        if let failure { throw failure }
        return kept.reversed()
    }

    package func game(_ id: Int) throws(StorageFailure) -> KeptGame? {
        if let failure { throw failure }
        return kept.first { $0.id == id }
    }

    package func keep(_ session: ResumableGame, game: GameRecord?, id: inout Int?) throws(StorageFailure) {
        if let failure { throw failure }
        if let game { try keep(game, id: &id) }
        sessions.removeAll { $0.session.token == session.token }
        sessions.insert(BrokenGame(session: session, game: id, secondsLeft: secondsLeft), at: 0)
    }

    package func forget(_ session: ResumeToken) throws(StorageFailure) {
        if let failure { throw failure }
        sessions.removeAll { $0.session.token == session }
    }

    /// The moves are those of the game that was kept, as in the real one; what the players allowed each other is not kept.
    package func brokenGames() throws(StorageFailure) -> [BrokenGame] {
        if let failure { throw failure }
        return sessions.filter { $0.session.state == .saved || isAnotherRun }.map { broken in
            var broken = broken
            broken.session.history.digits = kept.first { $0.id == broken.game }?.record.digits ?? ""
            broken.session.history.allowed = []
            broken.session.mayLackMove = broken.session.mayLackMove || hasCrashed
            broken.secondsLeft = secondsLeft
            if secondsLeft == 0 { sessions.removeAll { $0.session.token == broken.session.token } }
            return broken
        }
    }

    /// Somebody writes other moves into the database.
    package func tamper(_ digits: String) { kept[0].record.digits = digits }

    /// Somebody rewrites the latest session, and the moves of its game.
    package func tamper(_ digits: String, _ change: (inout ResumableGame) -> Void) {
        change(&sessions[0].session)
        for index in kept.indices where kept[index].id == sessions[0].game { kept[index].record.digits = digits }
    }

    package func claim(_ game: BrokenGame) throws(StorageFailure) -> Bool {
        if let failure { throw failure }
        return !isTaken
    }
}
