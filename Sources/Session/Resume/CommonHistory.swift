// What one of two that lost each other goes on with: our own record stands, and of the peer's word only that is taken which the peer
// could do without us. Both sides judge so, each by itself, and honest ones agree. It knows no screen and no connection.

import Engine
import Wire

/// What we go on with.
package struct CommonHistory<Rules: DuelRules>: Equatable {
    /// The game.
    package let history: SessionHistory
    /// The same as a game by the rules.
    package let game: Rules
    /// A move of ours in it that our own record lacks, because this machine crashed: the player decides. Nil: it lacks none.
    package let lostMove: Int?

    /// What `ours` and the word of a peer that has the game's key have in common.
    ///
    /// A side writes down what it does before it says so. So it is the peer alone that knows what it did last, and nobody tells us what
    /// we did. Two honest sides are apart by the last deeds of one of them; only new games can be begun by both at once, and then the
    /// host's counts, as ReplayAgreement has it.
    package init(of ours: ResumableGame, and theirs: SessionHistory) throws(HistoryMistake) {
        let (own, peers) = (try Stage<Rules>(ours.history), try Stage<Rules>(theirs))
        let isCrossing = own.crosses(peers, isHost: ours.isHost)
        if own.includes(peers) || isCrossing && ours.isHost {
            self.init(own, allowed: theirs.allowed)
        } else if own.leads(to: peers, byHost: !ours.isHost, undoAsked: ours.undoAsked) || isCrossing {
            self.init(peers, allowed: ours.history.allowed)
        } else if ours.mayLackMove, let (move, made) = own.nextMove(in: peers, byHost: ours.isHost),
            made.leads(to: peers, byHost: !ours.isHost, undoAsked: nil)
        {
            self.init(peers, allowed: ours.history.allowed, lostMove: move)
        } else {
            throw .apart
        }
    }

    private init(_ stage: Stage<Rules>, allowed: Set<ConsentTopic>, lostMove: Int? = nil) {
        var history = stage.history
        history.allowed.formIntersection(allowed)
        self.history = history
        game = stage.game
        self.lostMove = lostMove
    }
}

/// Why the peer's history is not taken.
nonisolated package enum HistoryMistake: Error, Equatable {
    /// It is no game, or ours is none.
    case illegal
    /// It is neither a part of ours nor what the peer could make of it.
    case apart
}

/// A history by the rules.
private struct Stage<Rules: DuelRules> {
    var history: SessionHistory
    var game: Rules
    /// The game before it, which is over; nil in the first.
    let before: Rules?

    init(_ history: SessionHistory) throws(HistoryMistake) {
        guard let game = Rules(notation: history.digits) else { throw .illegal }
        let before = history.game == 1 ? nil : Rules(notation: history.before)
        if history.game == 1 ? !history.before.isEmpty : before?.result == nil { throw .illegal }
        (self.history, self.game, self.before) = (history, game, before)
    }

    // MARK: What was before us

    /// Whether `earlier` is a part of this: its beginning, or what it was before moves were taken back or another game began.
    func includes(_ earlier: Stage) -> Bool {
        if let before, earlier.history.game == history.game - 1 { return before.moves.starts(with: earlier.game.moves) }
        guard isSameGame(as: earlier) else { return false }
        if history.takeBacks == earlier.history.takeBacks { return game.moves.starts(with: earlier.game.moves) }
        guard history.takeBacks == earlier.history.takeBacks + 1, earlier.game.result == nil else { return false }
        // Whose moves they were and what came next is on our own record.
        return [Player.first, .second].contains { player in
            guard let count = earlier.game.undoTarget(of: player) else { return false }
            return game.moves.starts(with: earlier.game.moves.prefix(count)) && game.moves.count <= count + 1
        }
    }

    /// Whether each of the two has begun the same new game, and at most made its first move: their startNewGame have crossed. This is
    /// the host's or the guest's.
    func crosses(_ other: Stage, isHost: Bool) -> Bool {
        history.game == other.history.game && before != nil && before == other.before
            && history.isHostFirst == isHost && other.history.isHostFirst != isHost
            && [self, other].allSatisfy { $0.history.takeBacks == 0 && $0.game.moves.count <= 1 }
    }

    // MARK: What one side can do by itself

    /// Whether one side can have made `later` of this without the other: by its next move; by a new game where this one is over, or
    /// its next move ends it, and its first move in it; by taking back what the other asked it to.
    func leads(to later: Stage, byHost: Bool, undoAsked: Int?) -> Bool {
        if later.history.game == history.game + 1 {
            guard later.history.isHostFirst == byHost, later.history.takeBacks == 0, later.game.moves.count <= 1 else {
                return false
            }
            return later.before == game || nextMove(in: later, byHost: byHost)?.made.game == later.before
        }
        guard isSameGame(as: later) else { return false }
        if later.history.takeBacks == history.takeBacks + 1 {
            guard game.result == nil, undoAsked == game.moves.count else { return false }
            return game.undoTarget(of: player(ofHost: !byHost)).map { game.prefix($0) } == later.game
        }
        return later.history.takeBacks == history.takeBacks
            && (later.game == game || nextMove(in: later, byHost: byHost)?.made.game == later.game)
    }

    /// The move that follows this in `later`, and this with it; nil where there is none, or the rules do not let that side make it.
    func nextMove(in later: Stage, byHost: Bool) -> (move: Int, made: Stage)? {
        let moves = later.history.game == history.game ? later.game.moves : later.before?.moves ?? []
        guard game.result == nil, game.mover == player(ofHost: byHost), moves.starts(with: game.moves),
            moves.count > game.moves.count
        else { return nil }
        let move = moves[game.moves.count]
        guard game.refusal(of: move) == nil else { return nil }
        var made = self
        made.game.make(move)
        made.history.digits = made.game.notation
        return (move, made)
    }

    private func player(ofHost isHost: Bool) -> Player { isHost == history.isHostFirst ? .first : .second }

    private func isSameGame(as other: Stage) -> Bool {
        history.game == other.history.game && history.isHostFirst == other.history.isHostFirst && before == other.before
    }
}
