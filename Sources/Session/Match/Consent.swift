// What the players of a network game ask and allow each other: hints, scores, a draw, a move taken back. The original app knows none of it.

import Engine
import Wire

/// The open questions and what was allowed.
package struct Consent {
    /// What a question asks for, and the number of discs on the board when it was asked.
    nonisolated package struct Question: Equatable, Sendable {
        package var topic: ConsentTopic
        package var ply: Int

        /// A question about `topic`, asked with `ply` discs on the board.
        package init(topic: ConsentTopic, ply: Int) { (self.topic, self.ply) = (topic, ply) }
    }

    /// What both players may use.
    package internal(set) var allowed: Set<ConsentTopic> = []
    /// The question that this player asked.
    package private(set) var asked: Question?
    /// The question that the peer asked.
    package private(set) var wanted: Question?
    /// The undo or draw that this player allowed. It is there when the peer's program says so; until then the peer may move instead.
    package private(set) var granted: Question?
    /// Whether the peer's moves do not count: it has not read yet that moves were taken back.
    var ignoresMoves = false
    /// What each player has asked since the last move. Everything is asked once.
    private var (ours, theirs): (Set<ConsentTopic>, Set<ConsentTopic>) = ([], [])

    /// Nothing was asked or allowed.
    init() {}

    /// What was allowed in a stored game, and its questions, which the peer may have read.
    init(_ session: ResumableGame) {
        (asked, granted, allowed) = (session.asked, session.granted, session.history.allowed)
    }

    // MARK: The board changes

    /// Our move withdraws our question. An undo or draw that we allowed may have crossed it.
    mutating func didMove() {
        (asked, wanted) = (nil, nil)
        (ours, theirs) = ([], [])
    }

    /// The peer's move withdraws its question, and answers an offer of a draw.
    mutating func opponentDidMove() {
        if asked?.topic == .draw { asked = nil }
        (wanted, granted) = (nil, nil)
        (ours, theirs) = ([], [])
    }

    /// A new game.
    mutating func didBegin() {
        forgetQuestions()
        ignoresMoves = false
    }

    /// Another board, or a lost connection: the questions are gone, and have to be asked again.
    mutating func forgetQuestions() {
        (asked, wanted, granted) = (nil, nil, nil)
        (ours, theirs) = ([], [])
    }

    /// The connection was lost. What this player asked and allowed is said again when it is there.
    mutating func didLose() { (wanted, ignoresMoves) = (nil, false) }

    /// What this player asked for or allowed with so many discs, and the peer may not have read: it is said again.
    func unread(ply: Int) -> [ConsentMessage] {
        [
            granted.flatMap { $0.ply == ply ? .allow($0.topic, ply: ply) : nil },
            asked.flatMap { $0.ply == ply ? .ask($0.topic, ply: ply) : nil },
        ].compactMap(\.self)
    }

    /// The peer has read all that we did, with so many discs: a move of ours after we allowed something did not cross it.
    mutating func movesWereRead(_ count: Int) {
        if let granted, granted.ply < count { self.granted = nil }
        ignoresMoves = false
    }

    // MARK: Questions and answers

    /// Whether this player has asked that since the last move.
    package func hasAsked(for topic: ConsentTopic) -> Bool { ours.contains(topic) }

    /// This player asks, with so many discs on the board.
    mutating func ask(for topic: ConsentTopic, ply: Int) throws(ConsentRefusal) {
        if asked != nil { throw .askedAlready }
        if !ours.insert(topic).inserted { throw .askedThisMove }
        asked = Question(topic: topic, ply: ply)
    }

    /// The peer asks. Returns what it is answered at once; nil where the player decides. `isOver`: the game is.
    mutating func didAsk(for topic: ConsentTopic, ply: Int, in game: Game, isOver: Bool, of me: Player) -> ConsentMessage? {
        let isLate = ply != game.moves.count || isOver
        // If both players ask to undo at once, neither may: each would take other moves back.
        let isVoid =
            switch topic {
            case .draw: isLate
            case .undo: isLate || asked?.topic == .undo || game.undoTarget(of: me.other) == nil
            default: false
            }
        // What was allowed before a lost connection is asked again after it.
        if granted == Question(topic: topic, ply: ply) { return .allow(topic, ply: ply) }
        if wanted != nil || granted != nil || isVoid { return .refuse(topic, ply: ply) }
        if topic != .undo && allowed.contains(topic) { return .allow(topic, ply: ply) }
        if !theirs.insert(topic).inserted { return .refuse(topic, ply: ply) }
        wanted = Question(topic: topic, ply: ply)
        return nil
    }

    /// This player answers. Returns the question.
    mutating func answer(isAllowed: Bool) -> Question? {
        guard let question = wanted else { return nil }
        wanted = nil
        if isAllowed, question.topic.isCarriedOut { granted = question }
        return question
    }

    /// The peer answers. Returns false if it was not asked that.
    mutating func didAnswer(_ topic: ConsentTopic, ply: Int) -> Bool {
        guard asked == Question(topic: topic, ply: ply) else { return false }
        self.asked = nil
        return true
    }

    /// The peer has carried out what we allowed. Returns false if we did not.
    mutating func wasDone(_ topic: ConsentTopic, ply: Int) -> Bool {
        guard granted == Question(topic: topic, ply: ply) else { return false }
        self.granted = nil
        return true
    }
}

extension ConsentTopic {
    /// Whether the asker has to do something once it is allowed.
    var isCarriedOut: Bool { self == .undo || self == .draw }
}

/// Why something that needs consent was not done.
package enum ConsentRefusal: Error, Equatable {
    /// The peer's program cannot be asked.
    case cannotBeAsked
    /// The peer's program does not answer: it would get the question too late.
    case notAnswering
    /// An earlier question is not answered yet.
    case askedAlready
    /// The same was asked since the last move.
    case askedThisMove
    /// The game is over.
    case gameOver
    /// There is no move to take back.
    case nothingToTakeBack
    /// The peer was asked just now, and answers later.
    case asked
    /// The line that a friend gets next asks for it.
    case asksByMessage(ConsentTopic)
    /// A draw is offered with a move, and the player has to make one first.
    case moveFirst
}
