// What is kept, in memory.

import Play
import Session
import Wire

/// What is kept, in memory. Tests may read and change it.
package final class FakeArchive: @MainActor Archive {
    /// What every call throws.
    package var failure: StorageFailure?
    /// Whether the program that stored the games is dead, and the one that sat at the seat.
    private var (isAnotherRun, isSeatLeft) = (false, false)

    /// The games by number, from 1.
    package private(set) var kept: [KeptGame] = []
    /// How often a game was written.
    package private(set) var writes = 0
    /// The resumable games, the latest first.
    package private(set) var sessions: [ResumableGame] = []
    /// For how many more seconds.
    package var secondsLeft = ResumableGame.keptFor
    /// Whether the whole machine crashed.
    package var hasCrashed = false
    /// Whether another program claims them first.
    package var isTaken = false
    /// The seat.
    package private(set) var seat: KeptSeat?
    /// The results, the oldest first.
    package var played: [PlayedGame] = []
    /// The tries of puzzles, the oldest first.
    package var tried: [PuzzleTry] = []
    /// The places in the lessons.
    package private(set) var places: [Int: LessonPlace] = [:]
    /// What comes back, or is known.
    package var recalled: [Recall] = []
    /// The stars of practice positions.
    package var practised: [String: Int] = [:]
    /// The players met, the one met last first.
    package private(set) var met: [MetPlayer] = []

    /// An empty one.
    package init() {}

    /// The program is killed.
    package func crash() { (isAnotherRun, isSeatLeft) = (true, true) }

    private func check() throws(StorageFailure) { if let failure { throw failure } }
}

// MARK: - Games

extension FakeArchive {
    package func keep(_ game: GameRecord, id: inout Int?) throws(StorageFailure) {
        try check()
        writes += 1
        if let known = id, let index = kept.firstIndex(where: { $0.id == known }) {
            let key = kept[index].record.opponentKey
            kept[index].record = game
            kept[index].record.opponentKey = key
        } else {
            let number = (kept.map(\.id).max() ?? 0) + 1
            id = number
            kept.append(
                KeptGame(id: number, date: "2026-11-\(kept.count < 9 ? "0" : "")\(kept.count + 1) 15:04", record: game))
        }
    }

    package func games(beginning digits: String) throws(StorageFailure) -> [KeptGame] {
        try check()
        return kept.reversed().filter { $0.record.digits.hasPrefix(digits) }
    }

    package func renew(_ id: Int) throws(StorageFailure) -> Int {
        try check()
        guard let index = kept.firstIndex(where: { $0.id == id }), index + 1 < kept.count else { return id }
        var game = kept.remove(at: index)
        game.id = (kept.map(\.id).max() ?? 0) + 1
        kept.append(game)
        return game.id
    }

    package func game(_ id: Int) throws(StorageFailure) -> KeptGame? {
        try check()
        return kept.first { $0.id == id }
    }

    package func keep(_ session: ResumableGame, game: GameRecord?, id: inout Int?) throws(StorageFailure) {
        try check()
        if let game { try keep(game, id: &id) }
        sessions.removeAll { $0.token == session.token }
        var session = session
        (session.gameID, session.secondsLeft) = (id, secondsLeft)
        sessions.insert(session, at: 0)
    }

    package func forget(_ session: ResumeToken) throws(StorageFailure) {
        try check()
        sessions.removeAll { $0.token == session }
    }

    /// The moves are those of the game that was kept, as in the real one; what the players allowed each other is not kept.
    package func brokenGames() throws(StorageFailure) -> [ResumableGame] {
        try check()
        return sessions.filter { $0.state == .saved || isAnotherRun }.map { broken in
            var broken = broken
            broken.history.digits = kept.first { $0.id == broken.gameID }?.record.digits ?? ""
            broken.history.allowed = []
            broken.mayLackMove = broken.mayLackMove || hasCrashed
            broken.secondsLeft = secondsLeft
            if secondsLeft == 0 { sessions.removeAll { $0.token == broken.token } }
            return broken
        }
    }

    package func claim(_ session: ResumableGame) throws(StorageFailure) -> Bool {
        try check()
        return !isTaken
    }

    /// Somebody writes other moves into the database.
    package func tamper(_ digits: String) { kept[0].record.digits = digits }

    /// Somebody rewrites the latest session, and the moves of its game.
    package func tamper(_ digits: String, _ change: (inout ResumableGame) -> Void) {
        change(&sessions[0])
        for index in kept.indices where kept[index].id == sessions[0].gameID { kept[index].record.digits = digits }
    }
}

// MARK: - The seat

extension FakeArchive {
    package func keep(_ seat: KeptSeat) throws(StorageFailure) {
        try check()
        self.seat = seat
        isSeatLeft = false
    }

    package func forgetSeat(_ token: ResumeToken) throws(StorageFailure) {
        try check()
        if seat?.session.token == token { seat = nil }
    }

    package func claimSeat() throws(StorageFailure) -> (seat: KeptSeat, secondsLeft: Int)? {
        try check()
        guard isSeatLeft, let seat else { return nil }
        isSeatLeft = false
        return (seat, TableParty.reservedSeconds)
    }
}

// MARK: - Results, puzzles, players

extension FakeArchive {
    /// The best scores.
    package var scores: [ScoredGame: Int] {
        get { Dictionary(played.compactMap { game in game.score.map { (game.kind, $0) } }) { max($0, $1) } }
        set { played = newValue.map { PlayedGame($0, isWon: true, score: $1) } }
    }

    package func best(of kind: ScoredGame) throws(StorageFailure) -> Int? {
        try check()
        return played.filter { $0.kind == kind }.compactMap(\.score).max()
    }

    package func keep(_ game: PlayedGame) throws(StorageFailure) {
        try check()
        played.append(game)
    }

    package func results() throws(StorageFailure) -> [KeptResult] {
        try check()
        return played.enumerated().reversed().map { KeptResult(id: $0 + 1, date: "2026-11-21 15:04", record: $1) }
    }

    package func keep(_ attempt: PuzzleTry) throws(StorageFailure) {
        try check()
        tried.append(attempt)
    }

    package func tries() throws(StorageFailure) -> [PuzzleTry] {
        try check()
        return tried
    }

    package func keep(_ place: LessonPlace, inLesson number: Int) throws(StorageFailure) {
        try check()
        places[number] = place
    }

    package func lessons() throws(StorageFailure) -> [Int: LessonPlace] {
        try check()
        return places
    }

    package func keep(_ recall: Recall) throws(StorageFailure) {
        try check()
        if let index = recalled.firstIndex(where: { $0.kind == recall.kind && $0.item == recall.item }) {
            recalled[index] = recall
        } else {
            recalled.append(recall)
        }
    }

    package func recalls() throws(StorageFailure) -> [Recall] {
        try check()
        return recalled
    }

    package func keep(stars: Int, of position: String) throws(StorageFailure) {
        try check()
        practised[position] = stars
    }

    package func stars() throws(StorageFailure) -> [String: Int] {
        try check()
        return practised
    }

    package func players() throws(StorageFailure) -> [MetPlayer] {
        try check()
        return met
    }

    package func meet(_ key: [UInt8], called name: String) throws(StorageFailure) {
        try check()
        var player = met.first { $0.key == key } ?? MetPlayer(key: key, name: name)
        player.name = name
        met.removeAll { $0.key == key }
        met.insert(player, at: 0)
    }

    package func keep(_ player: MetPlayer) throws(StorageFailure) {
        try check()
        met = met.map { $0.key == player.key ? player : $0 }
    }

    package func forget(_ player: MetPlayer) throws(StorageFailure) {
        try check()
        met.removeAll { $0.key == player.key }
    }
}
