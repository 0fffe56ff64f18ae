// What the players of a game on the network allow each other: hints, the eye, a move taken back. The packets are Wire's; the original
// app knows none of them, so against it all of this is off.

import Engine
import Wire

/// What was agreed, and what is being asked.
struct Consent: Equatable {
    /// A question on its way, with the board it was asked about.
    struct Question: Equatable {
        let topic: ConsentTopic
        let ply: Int
    }

    /// Whether the peer can be asked at all.
    var isPossible = false
    /// What both may use.
    fileprivate(set) var allowed: Set<ConsentTopic> = []
    /// What this player asked and is not answered yet.
    fileprivate(set) var asked: Question?
    /// What the peer asked and this player has not answered yet.
    fileprivate(set) var wanted: Question?

    /// Whether the answer may change the board.
    var isUndoAsked: Bool { asked?.topic == .undo }

    /// The two are connected again, and this is what both still know to be allowed.
    mutating func takeUp(_ allowed: Set<ConsentTopic>) { self.allowed = allowed }

    /// A new game: questions about the last one are void.
    mutating func forgetQuestions() { (asked, wanted) = (nil, nil) }
}

extension FourInARowViewController {
    /// Whether the player may use something that teaches; if not, the peer is asked, or the player reads why not.
    func mayUse(_ topic: ConsentTopic) -> Bool {
        if opponent != .peer || consent.allowed.contains(topic) { return true }
        ask(for: topic)
        return false
    }

    /// Asks the peer to allow that our last move is taken back.
    func askToTakeBack() {
        finishFall()
        if consent.isPossible && (gameState.isOver || undoTarget(of: me) == nil) {
            return navigator.show(alert: gameState.isOver ? "The game is over." : "There is nothing to take back.")
        }
        ask(for: .undo)
    }

    private func ask(for topic: ConsentTopic) {
        guard consent.isPossible else {
            return navigator.show(alert: "This needs your opponent's consent, and their program cannot be asked.")
        }
        if consent.asked != nil { return navigator.show(alert: "You have asked already: wait for the answer.") }
        let ply = match.moves.count
        consent.asked = Consent.Question(topic: topic, ply: ply)
        gameController?.send(.ask(topic, ply: ply))
        navigator.show(alert: "You asked \(opponentName) to allow \(topic.words).")
    }

    /// The peer asks, or answers.
    func didReceive(_ message: ConsentMessage) {
        finishFall()
        switch message {
        case .ask(let topic, let ply): didAsk(Consent.Question(topic: topic, ply: ply))
        case .allow(let topic, let ply): didAnswer(Consent.Question(topic: topic, ply: ply), isAllowed: true)
        case .refuse(let topic, let ply): didAnswer(Consent.Question(topic: topic, ply: ply), isAllowed: false)
        }
    }

    private func didAsk(_ question: Consent.Question) {
        let isVoid =
            question.topic == .undo && (question.ply != match.moves.count || gameState.isOver || undoTarget(of: me.other) == nil)
        guard consent.wanted == nil, !isVoid else {
            return gameController?.send(.refuse(question.topic, ply: question.ply)) ?? ()
        }
        if question.topic != .undo && consent.allowed.contains(question.topic) {
            return gameController?.send(.allow(question.topic, ply: question.ply)) ?? ()
        }
        consent.wanted = question
        prompt = .consent
        navigator.show(alert: "\(opponentName) asks you to allow \(question.topic.words).")
        ring()
    }

    /// The player's answer to what the peer asked.
    func answer(isAllowed: Bool) {
        guard let question = consent.wanted else { return }
        consent.wanted = nil
        prompt = gameState.isOver ? .afterTheEnd : nil
        navigator.closeAlert()
        navigator.setNeedsDisplay()
        guard isAllowed else { return gameController?.send(.refuse(question.topic, ply: question.ply)) ?? () }
        gameController?.send(.allow(question.topic, ply: question.ply))
        grant(question, to: me.other)
    }

    private func didAnswer(_ question: Consent.Question, isAllowed: Bool) {
        guard consent.asked == question else { return }
        consent.asked = nil
        guard isAllowed else { return navigator.show(alert: "\(opponentName) does not allow it.") }
        navigator.closeAlert()
        grant(question, to: me)
        switch question.topic {
        case .hints: if gameState == .myTurn { showHint() }
        case .eye: toggleEye()
        case .undo: break
        }
    }

    private func grant(_ question: Consent.Question, to player: Player) {
        if question.topic == .undo {
            if question.ply == match.moves.count, let count = undoTarget(of: player) { takeBack(to: count) }
        } else {
            consent.allowed.insert(question.topic)
            navigator.show(
                alert: question.topic == .hints
                    ? "Both of you may use hints (H) now." : "Both of you may use the eye (E) and threats (T) now.")
        }
    }
}

extension ConsentTopic {
    /// What is asked for, in words.
    var words: String {
        switch self {
        case .hints: "hints (H) for both of you"
        case .eye: "the eye (E) and threats (T) for both of you"
        case .undo: "taking the last move back"
        }
    }
}
