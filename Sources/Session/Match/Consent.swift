// What the players of a game on the network allow each other: hints, the eye, a move taken back. The packets are Wire's; the original
// app knows none of them, so against it all of this is off.

import Engine
import Wire

/// What was agreed, and what is being asked.
package struct Consent: Equatable {
    /// A question on its way, with the board it was asked about.
    package struct Question: Equatable {
        let topic: ConsentTopic
        let ply: Int
    }

    /// Whether the peer can be asked at all.
    package internal(set) var isPossible = false
    /// What both may use.
    package internal(set) var allowed: Set<ConsentTopic> = []
    /// What this player asked and is not answered yet.
    package internal(set) var asked: Question?
    /// What the peer asked and this player has not answered yet.
    package internal(set) var wanted: Question?

    /// What that is about.
    package var wantedTopic: ConsentTopic? { wanted?.topic }
    /// Whether the answer may change the board.
    package var isUndoAsked: Bool { undoAsked != nil }
    /// On how many moves the last one was asked back; nil where it was not.
    var undoAsked: Int? { asked.flatMap { $0.topic == .undo ? $0.ply : nil } }

    /// A new game: questions about the last one are void.
    mutating func forgetQuestions() { (asked, wanted) = (nil, nil) }
}

/// Why something that needs consent was not done.
package enum ConsentRefusal: Error, Equatable {
    /// The peer's program cannot be asked.
    case cannotBeAsked
    /// The peer's program is stopped: it would hear of it later.
    case notAnswering
    /// An answer is still awaited.
    case askedAlready
    /// The game is over.
    case gameOver
    /// There is no move to take back.
    case nothingToTakeBack
    /// The peer was asked, and answers later.
    case asked
}

extension Match {
    /// Whether the player may use something that teaches; if not, why not: perhaps because the peer has just been asked.
    package func mayUse(_ topic: ConsentTopic) throws(ConsentRefusal) {
        if !seat.permissions.mustConsent || consent.allowed.contains(topic) { return }
        try ask(for: topic)
    }

    /// Takes our last move back, and what followed it; on one keyboard the last move. Where that needs consent, it is asked for.
    package func undo() throws(ConsentRefusal) {
        if seat.permissions.mustConsent && !consent.isPossible { throw .cannotBeAsked }
        if seat.permissions.mustConsent && state.isOver { throw .gameOver }
        guard let count = undoTarget(of: seat.permissions.sharesKeyboard ? game.mover.other : me) else {
            throw .nothingToTakeBack
        }
        if seat.permissions.mustConsent { try ask(for: .undo) } else { takeBack(to: count) }
    }

    private func ask(for topic: ConsentTopic) throws(ConsentRefusal) {
        guard consent.isPossible else { throw .cannotBeAsked }
        if !seat.isAnswering { throw .notAnswering }
        if consent.asked != nil { throw .askedAlready }
        consent.asked = Consent.Question(topic: topic, ply: game.moves.count)
        noteSession()
        recorder.save()
        seat.send(.ask(topic, ply: game.moves.count))
        throw .asked
    }

    /// The player's answer to what the peer asked. What is granted is done, and written, before the peer hears of it.
    package func answer(isAllowed: Bool) {
        guard let question = consent.wanted, seat.isAnswering else { return }
        consent.wanted = nil
        guard isAllowed else { return seat.send(.refuse(question.topic, ply: question.ply)) }
        grant(question, to: me.other)
        recorder.save()
        seat.send(.allow(question.topic, ply: question.ply))
        tell(.granted(question.topic, toUs: false))
    }

    /// The peer asks, or answers.
    func didReceive(_ message: ConsentMessage) {
        switch message {
        case .ask(let topic, let ply): didAsk(Consent.Question(topic: topic, ply: ply))
        case .allow(let topic, let ply): didAnswer(Consent.Question(topic: topic, ply: ply), isAllowed: true)
        case .refuse(let topic, let ply): didAnswer(Consent.Question(topic: topic, ply: ply), isAllowed: false)
        }
    }

    private func didAsk(_ question: Consent.Question) {
        // Where both ask at once, neither is granted: each would take other moves back.
        let isVoid =
            question.topic == .undo
            && (question.ply != game.moves.count || state.isOver || consent.isUndoAsked || undoTarget(of: me.other) == nil)
        guard consent.wanted == nil, !isVoid else { return seat.send(.refuse(question.topic, ply: question.ply)) }
        if question.topic != .undo && consent.allowed.contains(question.topic) {
            return seat.send(.allow(question.topic, ply: question.ply))
        }
        consent.wanted = question
        tell(.asked(question.topic))
    }

    private func didAnswer(_ question: Consent.Question, isAllowed: Bool) {
        guard consent.asked == question else { return }
        consent.asked = nil
        noteSession()
        guard isAllowed else { return tell(.refused(question.topic)) }
        grant(question, to: me)
        tell(.granted(question.topic, toUs: true))
    }

    private func grant(_ question: Consent.Question, to player: Player) {
        if question.topic == .undo {
            if question.ply == game.moves.count, let count = undoTarget(of: player) { takeBack(to: count) }
        } else {
            consent.allowed.insert(question.topic)
        }
    }
}
