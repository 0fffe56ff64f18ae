// What the players of a network game ask and allow each other: hints, scores, a move taken back. The original app knows none of it.

import Engine
import Wire

/// The open questions and what was allowed.
package struct Consent: Equatable {
    /// A question that is not answered yet, and the number of discs on the board when it was asked.
    package struct Question: Equatable {
        /// What it asks for.
        package let topic: ConsentTopic
        let ply: Int
    }

    /// What both players may use.
    package internal(set) var allowed: Set<ConsentTopic> = []
    /// The question that this player asked.
    package internal(set) var asked: Question?
    /// The question that the peer asked.
    package internal(set) var wanted: Question?

    /// How many discs were on the board when this player offered a draw. An answer to it counts until the opponent moves.
    package internal(set) var offeredDraw: Int?

    /// Whether this player asked to take a move back. No disc is dropped until the answer is here.
    package var isUndoAsked: Bool { undoAsked != nil }
    /// How many discs were on the board when this player asked to take a move back.
    var undoAsked: Int? { asked.flatMap { $0.topic == .undo ? $0.ply : nil } }

    /// A move withdraws an offer of a draw.
    mutating func withdrawDraw() {
        if asked?.topic == .draw { asked = nil }
        if wanted?.topic == .draw { wanted = nil }
    }

    /// Drops the questions, which were about another board.
    mutating func forgetQuestions() { (asked, wanted) = (nil, nil) }
}

/// Why something that needs consent was not done.
package enum ConsentRefusal: Error, Equatable {
    /// The peer's program cannot be asked.
    case cannotBeAsked
    /// The peer's program does not answer: it would get the question too late.
    case notAnswering
    /// An earlier question is not answered yet.
    case askedAlready
    /// The game is over.
    case gameOver
    /// There is no move to take back.
    case nothingToTakeBack
    /// The peer was asked just now, and answers later.
    case asked
}

extension Match {
    /// Returns if the player may use hints or scores. Otherwise throws why not, or `asked` when the peer has just been asked.
    package func mayUse(_ topic: ConsentTopic) throws(ConsentRefusal) {
        if !opponent.permissions.mustConsent || consent.allowed.contains(topic) { return }
        try ask(for: topic)
    }

    /// Takes back our last move and the reply, or the last move where both play here. Against a peer it asks, and throws `asked`.
    package func undo() throws(ConsentRefusal) {
        let mustAsk = opponent.permissions.mustConsent
        if mustAsk && !opponent.canBeAsked { throw .cannotBeAsked }
        if mustAsk && state.isOver { throw .gameOver }
        guard let count = undoTarget(of: isShared ? game.mover.other : me) else { throw .nothingToTakeBack }
        if mustAsk { try ask(for: .undo) } else { takeBack(to: count) }
    }

    private func ask(for topic: ConsentTopic) throws(ConsentRefusal) {
        guard opponent.canBeAsked else { throw .cannotBeAsked }
        if !opponent.isAnswering { throw .notAnswering }
        if consent.asked != nil { throw .askedAlready }
        consent.asked = Consent.Question(topic: topic, ply: game.moves.count)
        if topic == .draw { consent.offeredDraw = game.moves.count }
        noteSession()
        recorder.save()
        opponent.send(.ask(topic, ply: game.moves.count))
        throw .asked
    }

    /// The player's answer to the peer's question. What is allowed is done and stored before the peer hears of it.
    package func answer(isAllowed: Bool) {
        guard let question = consent.wanted, opponent.isAnswering else { return }
        consent.wanted = nil
        guard isAllowed else { return opponent.send(.refuse(question.topic, ply: question.ply)) }
        if question.topic == .draw {
            decide(.drawAgreed)
        } else {
            grant(question, to: me.other)
            recorder.save()
        }
        opponent.send(.allow(question.topic, ply: question.ply))
        send(question.topic == .draw ? .decided : .granted(question.topic, toUs: false))
    }

    /// Handles the peer's question or answer.
    func didReceive(_ message: ConsentMessage) {
        switch message {
        case .ask(let topic, let ply): didAsk(Consent.Question(topic: topic, ply: ply))
        case .allow(let topic, let ply): didAnswer(Consent.Question(topic: topic, ply: ply), isAllowed: true)
        case .refuse(let topic, let ply): didAnswer(Consent.Question(topic: topic, ply: ply), isAllowed: false)
        case .resign(let ply): opponentDidResign(ply)
        }
    }

    private func didAsk(_ question: Consent.Question) {
        let isLate = question.ply != game.moves.count || state.isOver
        // If both players ask to undo at once, neither may: each would take other moves back.
        let isVoid =
            switch question.topic {
            case .draw: isLate
            case .undo: isLate || consent.isUndoAsked || undoTarget(of: me.other) == nil
            default: false
            }
        if consent.wanted != nil || isVoid { return opponent.send(.refuse(question.topic, ply: question.ply)) }
        if question.topic != .undo && consent.allowed.contains(question.topic) {
            return opponent.send(.allow(question.topic, ply: question.ply))
        }
        consent.wanted = question
        send(.asked(question.topic))
    }

    private func didAnswer(_ question: Consent.Question, isAllowed: Bool) {
        if isAllowed, question.topic == .draw { return opponentDidAgree(question.ply) }
        guard consent.asked == question else { return }
        consent.asked = nil
        if question.topic == .draw { consent.offeredDraw = nil }
        noteSession()
        if isAllowed { grant(question, to: me) }
        send(isAllowed ? .granted(question.topic, toUs: true) : .refused(question.topic))
    }

    private func grant(_ question: Consent.Question, to player: Player) {
        if question.topic != .undo {
            consent.allowed.insert(question.topic)
        } else if question.ply == game.moves.count, let count = undoTarget(of: player) {
            takeBack(to: count)
        }
    }
}

// MARK: - Resigning, and agreeing to a draw

extension Match {
    /// Whether the game can be given up, or a draw be agreed to: with a peer once both have moved, and never with the original app.
    package var canBeDecided: Bool {
        guard isConnected, !state.isOver, !game.moves.isEmpty else { return false }
        return !opponent.permissions.mustConsent || opponent.canBeAsked && history(isHost: true).haveBothMoved
    }

    /// The player gives the game up; where two share a keyboard, the one to move. It is stored before the opponent hears of it.
    package func resign() {
        guard canBeDecided else { return }
        decide(.resignation(of: isShared ? game.mover : me))
        opponent.send(.resign(ply: game.moves.count))
        send(.decided)
    }

    /// Offers the opponent a draw, and throws `asked`. Where two share a keyboard they have agreed already.
    package func offerDraw() throws(ConsentRefusal) {
        if state.isOver { throw .gameOver }
        guard canBeDecided else { throw .cannotBeAsked }
        guard isShared else { return try ask(for: .draw) }
        decide(.drawAgreed)
        send(.decided)
    }

    /// Ends the game without a move, and stores that.
    func decide(_ ending: GameEnding) {
        self.ending = ending
        clock?.stop(mover: game.mover, at: environment.now)
        if let loser = ending.outOfTime ?? (ending == .drawnOnTime ? game.mover : nil) { clock?.set(0, for: loser) }
        flag?.cancel()
        consent.forgetQuestions()
        note()
        if let session = recorder.session { reconnection?.note(session.history) }
        opponent.positionDidChange(game, isToMove: false)
        recorder.save()
    }

    /// The opponent says something about a board with so many discs. Our last move may not have arrived there: then it does not count, and the
    /// board is as the opponent saw it. Returns false if it was another board.
    /// If both end the game at the same moment, the end with fewer discs counts, and of two with as many the host's.
    func isAbout(_ ply: Int) -> Bool {
        let isUnread = ply == game.moves.count - 1 && game.mover != me
        let counts = ending == nil ? game.outcome == nil : recorder.session?.isHost == false
        guard isUnread || ply == game.moves.count && counts else { return false }
        if isUnread { game = game.prefix(ply) }
        return true
    }

    private func opponentDidResign(_ ply: Int) {
        guard isAbout(ply) else { return }
        decide(.resignation(of: me.other))
        send(.decided)
    }

    private func opponentDidAgree(_ ply: Int) {
        guard consent.offeredDraw == ply, isAbout(ply) else { return }
        decide(.drawAgreed)
        send(.decided)
    }
}

extension Game {
    /// How many moves are left when `player`'s last one is taken back, made after the first `start`; nil where there is none.
    func undoTarget(of player: Player, after start: Int = 0) -> Int? {
        let parity = player == .first ? 0 : 1
        return (start..<max(start, moves.count)).last { $0 % 2 == parity }
    }
}
