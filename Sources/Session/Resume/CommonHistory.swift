// Decides how a match goes on after a lost connection. Our own record stands; of the history that the peer reports, only what the peer
// could do without us is accepted. All such histories are listed from our record before the report is looked at, and a report that is
// not in the list has no effect. Both sides decide in the same way, and honest sides agree.
//
// A side stores what it does before it sends it. So only the peer can know more about its own last actions, and nobody knows more
// about ours. The records of two honest sides differ by the last actions of one of them. Only a new game can be begun by both at
// once; then the host's counts, as in ReplayAgreement. A host that has confirmed the guest's new game cannot have begun it too.

import Engine
import Wire

/// The history that the match goes on with.
struct CommonHistory: Equatable {
    /// The history.
    fileprivate(set) var history: MatchHistory
    /// Its current game.
    let game: Game
    /// Our own move that our record lacks because this machine crashed; nil where none is missing. The player decides about it.
    let lostMove: Int?
    /// Whether the peer reported just this, and whether it lacks our last move.
    fileprivate(set) var (isTheirs, isUnreadThere) = (false, false)

    /// What our record and the report of a peer that has the game's key have in common. Nil if the match cannot go on: our record is not a
    /// legal game, or the report is neither a part of it nor what the peer could make of it.
    init?(of ours: ResumableGame, and theirs: MatchHistory) {
        guard let common = Self.judge(for: ours)?(theirs) else { return nil }
        self = common
    }

    /// What happened while the two had lost each other; nil where nothing did. `digits` and `number` are those of our game before, and `cost` is
    /// what the last move cost.
    func news(after digits: String, in number: Int, cost: Int?) -> BreakNews? {
        guard history.game == number else { return nil }
        // Our last move is news to the opponent if it has none of it.
        if history.digits == digits { return isUnreadThere ? .moved(byUs: true, milliseconds: cost) : nil }
        let goesOn = history.digits.hasPrefix(digits)
        if goesOn, history.digits.utf8.count == digits.utf8.count + 1 { return .moved(byUs: false, milliseconds: cost) }
        return !digits.isEmpty && !goesOn && history.takeBacks == 0 ? .lostOurMove : nil
    }

    fileprivate init(_ stage: Stage, lostMove: Int? = nil) {
        (history, game, self.lostMove) = (stage.history, stage.game, lostMove)
    }
}

extension MatchHistory {
    /// The same without what two honest sides need not agree about.
    var essence: MatchHistory {
        var history = self
        (history.allowed, history.costs, history.hasRead) = ([], [], false)
        (history.isLooking, history.hasLeft) = (false, false)
        return history
    }

    /// What each move of `other` cost, as this report says; 0 for those that it has not. Of what two sides say the larger counts: the receiver of
    /// a move decides, and may not have been heard.
    fileprivate func costs(in other: MatchHistory) -> [Int] {
        let common = game == other.game ? zip(digits.utf8, other.digits.utf8).prefix { $0 == $1 }.count : 0
        return other.digits.utf8.indices.enumerated().map { $0.offset < min(common, costs.count) ? costs[$0.offset] : 0 }
    }
}

extension CommonHistory {
    /// Lists the reports that are accepted from the peer against this record, before any is looked at. Returns how to go on with each of them, nil
    /// for all others; nothing if the record is not a legal game.
    static func judge(for ours: ResumableGame) -> ((_ report: MatchHistory) -> CommonHistory?)? {
        guard var own = Stage(ours.history) else { return nil }
        own.isTimed = !ours.clock.isEmpty
        let isHost = ours.isHost
        /// By the moves of their game. The first match counts.
        var accepted: [String: [(report: MatchHistory, common: CommonHistory)]] = [:]
        func accept(_ stages: [Stage], as common: (Stage) -> CommonHistory) {
            for stage in stages {
                let report = stage.history.essence
                accepted[report.digits, default: []].append((report, common(stage)))
            }
        }
        accept(own.parts) { _ in CommonHistory(own) }
        if isHost || ours.mayHaveCrossed { accept(own.crossings(byHost: isHost)) { CommonHistory(isHost ? own : $0) } }
        let (open, granted, isConfirmed) = (own.goingOn, ours.granted, ours.isConfirmed)
        if own.history.ending != nil {
            let later = open.moves(byHost: !isHost).map(\.made)
            accept(later + later.flatMap { $0.endings(byHost: !isHost, granted: granted) }) { _ in CommonHistory(own) }
            accept(open.endings(byHost: !isHost, granted: granted)) { CommonHistory(isHost || isConfirmed ? own : $0) }
        }
        if !isConfirmed, let unread = open.withoutMove(byHost: isHost) {
            accept(unread.endings(byHost: !isHost, granted: granted)) { CommonHistory($0) }
            accept(unread.undone(byHost: !isHost, granted: granted)) { CommonHistory($0) }
        }
        // What we allowed counts more than an end of ours that the other side did not know of.
        if !isConfirmed { accept(open.undone(byHost: !isHost, granted: granted)) { CommonHistory($0) } }
        accept(own.reachable(byHost: !isHost, granted: granted)) { CommonHistory($0) }
        if ours.mayLackMove {
            for (move, made) in own.moves(byHost: isHost) {
                accept(made.reachable(byHost: !isHost, granted: nil)) { CommonHistory($0, lostMove: move) }
            }
        }
        return { [own, accepted] theirs in
            let report = theirs.essence
            let known = accepted[theirs.digits]?.first { $0.report == report }?.common
            guard var common = known ?? (own.isFromGameBefore(theirs) ? CommonHistory(own) : nil) else { return nil }
            common.history.allowed.formIntersection(theirs.allowed)
            common.isTheirs = common.history.essence == report
            common.isUnreadThere = theirs.game == own.history.game && own.withoutMove(byHost: isHost)?.history.essence == report
            let (ours, others) = (own.history.costs(in: common.history), theirs.costs(in: common.history))
            common.history.costs = own.isTimed ? zip(ours, others).map(max) : []
            return common
        }
    }
}

/// A history whose moves are legal.
private struct Stage {
    private(set) var history: MatchHistory
    private(set) var game: Game
    /// The game before it, which is over; nil in the first game.
    let before: Game?
    /// Whether there are clocks.
    var isTimed = false

    init?(_ history: MatchHistory) {
        guard let game = try? Game(digits: history.digits) else { return nil }
        let before = history.game == 1 ? nil : try? Game(digits: history.before)
        let isBeforeOver = before.map { $0.outcome != nil || history.endingBefore != nil } ?? false
        if history.game == 1 ? !history.before.isEmpty || history.endingBefore != nil : !isBeforeOver { return nil }
        if history.ending != nil, game.moves.isEmpty || game.outcome != nil { return nil }
        (self.history, self.game, self.before) = (history, game, before)
    }

    private func with(_ game: Game) -> Stage {
        var stage = self
        stage.game = game
        stage.history.digits = game.digits
        stage.history.ending = nil
        return stage
    }

    /// Whether the game is over.
    private var isOver: Bool { game.outcome != nil || history.ending != nil }

    /// The same as if the game had not been given up, or a draw not been agreed to.
    var goingOn: Stage { with(game) }

    /// The stages after each legal move.
    private var next: [(move: Int, made: Stage)] {
        if history.ending != nil { return [] }
        return Board.columns.filter { game.reasonAgainst($0) == nil }.map { move in
            var later = game
            _ = later.play(move)
            return (move, with(later))
        }
    }

    private func prefix(_ count: Int) -> Stage { with(game.prefix(count)) }

    private func player(ofHost isHost: Bool) -> Player { isHost == history.isHostFirst ? .first : .second }

    // MARK: Earlier stages

    /// Whether a report is about the game before, as far as it went. Only its moves are stored.
    func isFromGameBefore(_ report: MatchHistory) -> Bool {
        report.game == history.game - 1 && before?.digits.hasPrefix(report.digits) == true
    }

    /// The earlier stages of this game: its prefixes, and what was on the board before moves were taken back.
    var parts: [Stage] {
        let count = game.moves.count
        let beginnings = (0...count).map(prefix)
        guard history.takeBacks > 0 else { return beginnings + [self] }
        // Our own record has everything since moves were taken back: at most one move.
        let last = (max(0, count - 1)...count).flatMap { prefix($0).next.map(\.made) }
        let takenBack = (last + last.flatMap { $0.next.map(\.made) }).filter { $0.game.outcome == nil }
        return beginnings + [self]
            + takenBack.map { stage in
                var stage = stage
                stage.history.takeBacks -= 1
                return stage
            }
    }

    // MARK: What one side can do alone

    /// The stages that one side can reach alone: this one; its next move; if the game is over then, a new game and its first move
    /// there; the undo or draw that the other side has `granted`; and giving the game up.
    func reachable(byHost isHost: Bool, granted: Consent.Question?) -> [Stage] {
        var reachable = [self] + moves(byHost: isHost).map(\.made)
        reachable += reachable.flatMap { $0.endings(byHost: isHost, granted: granted) }
        reachable += reachable.filter(\.isOver).flatMap { over in
            over.newGame(number: history.game + 1, byHost: isHost, after: over.game, over.history.ending)
        }
        return reachable + undone(byHost: isHost, granted: granted)
    }

    /// The stages after one side has taken its last move back, as the other side `granted` with so many discs, and what it can have done then.
    func undone(byHost isHost: Bool, granted: Consent.Question?) -> [Stage] {
        guard granted == Consent.Question(topic: .undo, ply: game.moves.count), !isOver,
            let count = game.undoTarget(of: player(ofHost: isHost))
        else { return [] }
        var earlier = prefix(count)
        earlier.history.takeBacks += 1
        return earlier.reachable(byHost: isHost, granted: nil)
    }

    /// The ends that one side can bring about: it resigns, its time is up, or it says that the draw is there that it offered and the other side
    /// has `granted` at so many discs.
    func endings(byHost isHost: Bool, granted: Consent.Question?) -> [Stage] {
        guard !isOver, !game.moves.isEmpty else { return [] }
        let player = player(ofHost: isHost)
        let isDrawGranted = granted == Consent.Question(topic: .draw, ply: game.moves.count)
        var endings = [GameEnding.resignation(of: player)] + (isDrawGranted ? [.drawAgreed] : [])
        if isTimed, game.mover == player { endings.append(.timeUp(of: player, in: game)) }
        return endings.map { ending in
            var stage = self
            stage.history.ending = ending
            return stage
        }
    }

    /// The stage before the last move, if one side made it.
    func withoutMove(byHost isHost: Bool) -> Stage? {
        let isTheirs = game.mover != player(ofHost: isHost)
        return game.moves.isEmpty || !isTheirs ? nil : prefix(game.moves.count - 1)
    }

    /// The moves that one side can make now, each with the stage after it.
    func moves(byHost isHost: Bool) -> [(move: Int, made: Stage)] { game.mover == player(ofHost: isHost) ? next : [] }

    /// The new games that the other side may have begun at the same moment, if one side has just begun this game.
    func crossings(byHost isHost: Bool) -> [Stage] {
        guard let before, history.isHostFirst == isHost, history.takeBacks == 0, game.moves.count <= 1 else { return [] }
        return newGame(number: history.game, byHost: !isHost, after: before, history.endingBefore)
    }

    /// The new game of one side, and the stages after each first move in it.
    private func newGame(number: Int, byHost isHost: Bool, after last: Game, _ ending: GameEnding?) -> [Stage] {
        let history = MatchHistory(
            game: number, isHostFirst: isHost, before: last.digits, endingBefore: ending, allowed: self.history.allowed)
        let stage = Stage(history: history, game: Game(), before: last)
        return [stage] + stage.next.map(\.made)
    }

    private init(history: MatchHistory, game: Game, before: Game?) {
        (self.history, self.game, self.before) = (history, game, before)
    }
}
