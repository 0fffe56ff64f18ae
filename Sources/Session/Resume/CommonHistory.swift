// What one of two that lost each other goes on with: our own record stands, and of the peer's word only that is taken which the peer
// could do without us. What that can be is written down from our record alone, before the peer's word is looked at: so a word that
// is not on the list, whatever it may be, does nothing. Both sides judge so, each by itself, and honest ones agree. It knows no screen
// and no connection.
//
// A side writes down what it does before it says so. So it is the peer alone that knows what it did last, and nobody tells us what
// we did. Two honest sides are apart by the last deeds of one of them; only new games can be begun by both at once, and then the
// host's counts, as ReplayAgreement has it.

import Engine
import Wire

/// What we go on with.
package struct CommonHistory: Equatable {
    /// The game.
    package fileprivate(set) var history: SessionHistory
    /// The same as a game by the rules.
    package let game: Game
    /// A move of ours in it that our own record lacks, because this machine crashed: the player decides. Nil: it lacks none.
    package let lostMove: Int?

    /// What `ours` and the word of a peer that has the game's key have in common.
    package init(of ours: ResumableGame, and theirs: SessionHistory) throws(HistoryMistake) {
        guard let common = try BelievableHistories(of: ours).common(with: theirs) else { throw .apart }
        self = common
    }

    fileprivate init(_ stage: Stage, lostMove: Int? = nil) {
        (history, game, self.lostMove) = (stage.history, stage.game, lostMove)
    }
}

/// Why there is nothing to go on with.
nonisolated package enum HistoryMistake: Error, Equatable {
    /// Our own record is no game.
    case illegal
    /// What the peer says is neither a part of ours nor what the peer could make of it.
    case apart
}

/// All that is believed of a peer, each with what we go on with then.
package struct BelievableHistories {
    /// By the moves of the game: what the peer can say, without what is allowed. What comes first holds.
    private var believed: [String: [(said: SessionHistory, common: CommonHistory)]] = [:]
    /// The beginnings of the game before, which is all that is kept of it.
    private let before: Set<String>
    private let own: Stage

    /// What is believed of the peer of this game.
    package init(of ours: ResumableGame) throws(HistoryMistake) {
        let own = try Stage(ours.history)
        self.own = own
        before = own.before.map { game in Set((0...game.moves.count).map { game.prefix($0).digits }) } ?? []
        let isHost = ours.isHost
        believe(own.parts) { _ in CommonHistory(own) }
        believe(own.crossings(byHost: isHost)) { CommonHistory(isHost ? own : $0) }
        believe(own.deeds(byHost: !isHost, undoAsked: ours.undoAsked)) { CommonHistory($0) }
        guard ours.mayLackMove else { return }
        for (move, made) in own.moves(byHost: isHost) {
            believe(made.deeds(byHost: !isHost, undoAsked: nil)) { CommonHistory($0, lostMove: move) }
        }
    }

    private mutating func believe(_ stages: [Stage], as common: (Stage) -> CommonHistory) {
        for stage in stages {
            var said = stage.history
            said.allowed = []
            believed[said.digits, default: []].append((said, common(stage)))
        }
    }

    /// What we go on with when the peer says this; nil where it is not believed.
    package func common(with theirs: SessionHistory) -> CommonHistory? {
        var said = theirs
        said.allowed = []
        let isBefore = theirs.game == own.history.game - 1 && before.contains(theirs.digits)
        let known = believed[theirs.digits]?.first { $0.said == said }?.common
        guard var common = known ?? (isBefore ? CommonHistory(own) : nil) else { return nil }
        common.history.allowed.formIntersection(theirs.allowed)
        return common
    }
}

/// A history by the rules, with what we allow.
private struct Stage {
    private(set) var history: SessionHistory
    private(set) var game: Game
    /// The game before it, which is over; nil in the first.
    let before: Game?

    init(_ history: SessionHistory) throws(HistoryMistake) {
        guard let game = try? Game(digits: history.digits) else { throw .illegal }
        let before = history.game == 1 ? nil : try? Game(digits: history.before)
        if history.game == 1 ? !history.before.isEmpty : before?.outcome == nil { throw .illegal }
        (self.history, self.game, self.before) = (history, game, before)
    }

    private func with(_ game: Game) -> Stage {
        var stage = self
        stage.game = game
        stage.history.digits = game.digits
        return stage
    }

    /// The same after each move that can be made.
    private var next: [(move: Int, made: Stage)] {
        Board.columns.filter { game.reasonAgainst($0) == nil }.map { move in
            var later = game
            _ = later.play(move)
            return (move, with(later))
        }
    }

    private func prefix(_ count: Int) -> Stage { with(game.prefix(count)) }

    private func player(ofHost isHost: Bool) -> Player { isHost == history.isHostFirst ? .first : .second }

    // MARK: What was before it

    /// The parts of this game: its beginnings, and what it was before moves were taken back.
    var parts: [Stage] {
        let count = game.moves.count
        let beginnings = (0...count).map(prefix)
        guard history.takeBacks > 0 else { return beginnings }
        // Whose moves they were and what came next is on our own record: at most one move since.
        let last = (max(0, count - 1)...count).flatMap { prefix($0).next.map(\.made) }
        let takenBack = (last + last.flatMap { $0.next.map(\.made) }).filter { $0.game.outcome == nil }
        return beginnings
            + takenBack.map { stage in
                var stage = stage
                stage.history.takeBacks -= 1
                return stage
            }
    }

    // MARK: What one side can do by itself

    /// What one side can have made of this without the other: nothing; its next move; a new game where this one is over, or its
    /// next move ends it, and its first move in it; the taking back that the other asked for on so many moves.
    func deeds(byHost isHost: Bool, undoAsked: Int?) -> [Stage] {
        var deeds = [self] + moves(byHost: isHost).map(\.made)
        deeds += deeds.filter { $0.game.outcome != nil }.flatMap { over in
            over.newGame(number: history.game + 1, byHost: isHost, after: over.game)
        }
        if undoAsked == game.moves.count, game.outcome == nil, let count = game.undoTarget(of: player(ofHost: !isHost)) {
            var earlier = prefix(count)
            earlier.history.takeBacks += 1
            deeds.append(earlier)
        }
        return deeds
    }

    /// The moves that one side can make now, and this with each.
    func moves(byHost isHost: Bool) -> [(move: Int, made: Stage)] { game.mover == player(ofHost: isHost) ? next : [] }

    /// What the other side has begun if one has just begun this game and the two have crossed.
    func crossings(byHost isHost: Bool) -> [Stage] {
        guard let before, history.isHostFirst == isHost, history.takeBacks == 0, game.moves.count <= 1 else { return [] }
        return newGame(number: history.game, byHost: !isHost, after: before)
    }

    /// A new game that one side begins, and it with each first move.
    private func newGame(number: Int, byHost isHost: Bool, after last: Game) -> [Stage] {
        let history = SessionHistory(
            game: number, isHostFirst: isHost, before: last.digits, allowed: self.history.allowed)
        let stage = Stage(history: history, game: Game(), before: last)
        return [stage] + stage.next.map(\.made)
    }

    private init(history: SessionHistory, game: Game, before: Game?) {
        (self.history, self.game, self.before) = (history, game, before)
    }
}
