// What the players of a match decide without a move: hints and scores, moves taken back, resignations, draws, and whose time is up. With a
// peer most of it needs consent.

import Engine
import Wire

// MARK: - What the player does

extension Match {
    /// Returns if the player may use hints or scores. Otherwise throws why not, or `asked` when the peer has just been asked.
    package func mayUse(_ topic: ConsentTopic) throws(ConsentRefusal) {
        if opponent.state.message == nil, !opponent.state.isPeer || consent.allowed.contains(topic) { return }
        try ask(for: topic)
    }

    /// Takes back our last move and the reply, or the last move where both play here. Against a peer it asks, and throws `asked`.
    package func undo() throws(ConsentRefusal) {
        let mustAsk = opponent.state.isPeer
        if mustAsk && !opponent.state.canBeAsked { throw .cannotBeAsked }
        // A move that is taken back brings no time back.
        if mustAsk && state.isOver || series.ending?.isOnTime == true { throw .gameOver }
        // What ended without a disc goes on where it was.
        let rest = series.ending == nil ? nil : game.moves.count
        guard let count = rest ?? series.undoTarget(of: opponent.state.sharesKeyboard ? game.mover.other : me) else {
            throw .nothingToTakeBack
        }
        if mustAsk { try ask(for: .undo) } else { takeBack(to: count) }
    }

    /// The player gives the game up; where two share a keyboard, the one to move.
    package func resign() {
        guard scene.mayResign else { return }
        end(
            with: .resignation(of: opponent.state.sharesKeyboard ? game.mover : me),
            telling: .consent(.resign(ply: game.moves.count)))
    }

    /// Offers the opponent a draw, and throws `asked`. Where two share a keyboard they have agreed already.
    package func offerDraw() throws(ConsentRefusal) {
        if state.isOver { throw .gameOver }
        guard scene.mayDecide || opponent.state.message != nil else { throw .cannotBeAsked }
        if opponent.state.sharesKeyboard { end(with: .drawAgreed) } else { try ask(for: .draw) }
    }

    /// The player's answer to the peer's question. What is allowed is stored before the peer hears of it. An undo and a draw are there when
    /// the peer says so.
    package func answer(isAllowed: Bool) {
        guard let question = consent.answer(isAllowed: isAllowed) else { return }
        let (topic, ply) = (question.topic, question.ply)
        guard isAllowed else { return opponent.send(.consent(.refuse(topic, ply: ply))) }
        if !topic.isCarriedOut { consent.allowed.insert(topic) }
        save()
        opponent.send(.consent(.allow(topic, ply: ply)))
        send(topic.isCarriedOut ? .opponentChanged : .granted(topic, toUs: false))
    }

    /// Asks the opponent, and throws why that was not done, or that it answers later. By message the line to send asks, or the next one does; a
    /// draw is offered with the move that was made last. Returns if the friend has asked for the same.
    private func ask(for topic: ConsentTopic) throws(ConsentRefusal) {
        if opponent.state.message != nil {
            if topic == .draw, state != .yourTurn { throw .moveFirst }
            opponent.send(.consent(.ask(topic, ply: game.moves.count)))
            save()
            send(.opponentChanged)
            guard topic != .draw, opponent.state.message?.isHelped == true else { throw .asksByMessage(topic) }
            return
        }
        guard opponent.state.canBeAsked else { throw .cannotBeAsked }
        if !opponent.state.isAnswering { throw .notAnswering }
        try consent.ask(for: topic, ply: game.moves.count)
        save()
        opponent.send(.consent(.ask(topic, ply: game.moves.count)))
        throw .asked
    }
}

// MARK: - What the opponent says

extension Match {
    /// Handles the peer's question or answer.
    func receive(_ message: ConsentMessage) {
        switch message {
        case .ask(let topic, let ply):
            let answer = consent.didAsk(for: topic, ply: ply, in: game, isOver: state.isOver, of: me)
            if let answer { opponent.send(.consent(answer)) } else { send(.asked(topic)) }
        case .allow(let topic, let ply): if consent.didAnswer(topic, ply: ply) { wasAllowed(topic, ply: ply) }
        case .done(let topic, let ply): wasDone(topic, ply: ply)
        case .refuse(let topic, let ply):
            guard consent.didAnswer(topic, ply: ply) else { return }
            note()
            let byMove = ply < game.moves.count
            // A move that ended the game says enough.
            if !byMove || !state.isOver { send(.refused(topic, byMove: byMove)) }
        case .resign(let ply): if isAbout(ply) { end(with: .resignation(of: me.other), byOpponent: true) }
        }
    }

    /// The peer allows what we asked for. An undo or a draw is carried out, unless the board has changed since, and stored before the peer hears
    /// of it.
    private func wasAllowed(_ topic: ConsentTopic, ply: Int) {
        guard topic.isCarriedOut else {
            consent.allowed.insert(topic)
            note()
            return send(.granted(topic, toUs: true))
        }
        guard ply == game.moves.count, !state.isOver else { return }
        if topic == .draw { return end(with: .drawAgreed, telling: .consent(.done(.draw, ply: ply))) }
        guard let count = series.undoTarget(of: me) else { return }
        takeBack(to: count)
        consent.ignoresMoves = true
        recorder.save()
        opponent.send(.consent(.done(.undo, ply: ply)))
        send(.granted(topic, toUs: true))
    }

    /// The peer has carried out what we allowed. A move of ours that crossed it does not count.
    private func wasDone(_ topic: ConsentTopic, ply: Int) {
        guard consent.wasDone(topic, ply: ply) else { return }
        if topic == .draw {
            if isAbout(ply) { end(with: .drawAgreed, byOpponent: true) }
            return
        }
        // It also counts more than an end of ours that crossed it.
        let isUnread = series.isUnread(after: ply)
        guard isUnread || ply == game.moves.count && !(state.isOver && series.isConfirmed) else { return }
        if isUnread { series.dropUnread(to: ply) }
        guard let count = series.undoTarget(of: me.other) else { return }
        takeBack(to: count, byOpponent: true)
        recorder.save()
        send(.granted(topic, toUs: false))
    }

    /// Handles what the peer says of the clocks.
    func receive(_ message: ClockMessage) {
        guard let left = clock.left(of: me) else { return }
        switch message {
        case .used(let ply, let milliseconds): clock.didClaim(milliseconds, ply: ply)
        case .charged(let ply, let milliseconds):
            guard clock.didCharge(milliseconds, ply: ply, of: game, for: me) else { return }
            if clock.isOvercharged { leave(dueTo: .wrongTime) } else { send(.opponentChanged) }
        case .timeUp(let ply, let isSenders):
            // It is the time of whoever was to move then.
            guard isSenders == (Player.toMove(after: ply) != me), isAbout(ply) else { return }
            if !isSenders, !clock.mayBeUp(left: left) { return leave(dueTo: .wrongTime) }
            end(with: .timeUp(of: isSenders ? me.other : me, in: game), byOpponent: true)
        case .howLong(let ply):
            guard ply == game.moves.count, state == .myTurn, let spent = clock.spent else { return }
            opponent.send(.clock(.thinking(ply: ply, milliseconds: spent)))
        case .thinking(let ply, let milliseconds):
            guard ply == game.moves.count, isPeersTurn, !state.isOver else { return }
            if clock.isAnswerOld { return askHowLong(isAgain: true) }
            if clock.didHear(milliseconds) { timeIsUp() } else { send(.opponentChanged) }
        }
    }

    /// The opponent says something about a board with so many discs. Our last move may not have arrived there: then it does not count, and the
    /// board is as the opponent saw it. Returns false if it was another board.
    /// If both end the game at the same moment, the end with fewer discs counts, and of two with as many the host's. What the opponent has
    /// confirmed never changes.
    private func isAbout(_ ply: Int) -> Bool {
        let isUnread = series.isUnread(after: ply)
        let counts = series.ending == nil ? game.outcome == nil : !series.isConfirmed && recorder.session?.isHost == false
        guard isUnread || ply == game.moves.count && counts else { return false }
        if isUnread {
            series.dropUnread(to: ply)
            clock.drop(to: ply)
        }
        return true
    }
}

// MARK: - The end

extension Match {
    /// Ends the game without a move. It is stored before the opponent hears of it.
    private func end(with ending: GameEnding, telling message: ControlPacket? = nil, byOpponent: Bool = false) {
        series.end(with: ending, byOpponent: byOpponent)
        clock.stop(isUp: ending.isOnTime)
        consent.forgetQuestions()
        note()
        if let session = recorder.session { reconnection?.note(session.history) }
        opponent.positionDidChange(game, isToMove: false)
        recorder.save()
        if let message { opponent.send(message) }
        send(.decided)
    }

    /// The time of the player to move is up. Nobody ends the game for that while the other one is away, who may have moved: a peer is asked first,
    /// and given the time after which its silence would be noticed.
    func timeDidRunOut() {
        guard isPeersTurn else { return timeIsUp() }
        if !isConnected {
            clock.forgetQuestion()
        } else if clock.wasAsked {
            return timeIsUp()
        } else {
            askHowLong()
        }
        send(.opponentChanged)
    }

    /// The game ends because the time of the player to move is up.
    func timeIsUp() {
        let message = ClockMessage.timeUp(ply: game.moves.count, isSenders: game.mover == me)
        end(with: .timeUp(of: game.mover, in: game), telling: .clock(message))
    }

    /// This program cannot know how long a peer has been to move, and asks it.
    func askHowLong(isAgain: Bool = false) {
        guard isPeersTurn, !state.isOver, clock.ask(isAgain: isAgain) else { return }
        opponent.send(.clock(.howLong(ply: game.moves.count)))
    }
}

extension GameEnding {
    /// Whether the time of the player to move was up.
    var isOnTime: Bool { [.firstOutOfTime, .secondOutOfTime, .drawnOnTime].contains(self) }
}

extension Game {
    /// How many moves are left when `player`'s last one is taken back, made after the first `start`; nil where there is none.
    func undoTarget(of player: Player, after start: Int = 0) -> Int? {
        (start..<max(start, moves.count)).last { Player.toMove(after: $0) == player }
    }
}
