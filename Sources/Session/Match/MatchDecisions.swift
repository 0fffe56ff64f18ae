// What the players of a match decide without a move: hints and scores, moves taken back, resignations, draws, and whose time is up. With a
// peer most of it needs consent.

import Engine
import Wire

// MARK: - What the player does

extension Match {
    /// Returns if the player may use hints or scores. Otherwise throws why not, or `asked` when the peer has just been asked.
    package func mayUse(_ topic: ConsentTopic) throws(ConsentRefusal) {
        if !opponent.state.isPeer || consent.allowed.contains(topic) { return }
        try ask(for: topic)
    }

    /// Takes back our last move and the reply, or the last move where both play here. Against a peer it asks, and throws `asked`.
    package func undo() throws(ConsentRefusal) {
        let mustAsk = opponent.state.isPeer
        if mustAsk && !opponent.state.canBeAsked { throw .cannotBeAsked }
        if mustAsk && state.isOver { throw .gameOver }
        guard let count = series.undoTarget(of: isShared ? game.mover.other : me) else { throw .nothingToTakeBack }
        if mustAsk { try ask(for: .undo) } else { takeBack(to: count) }
    }

    /// The player gives the game up; where two share a keyboard, the one to move.
    package func resign() {
        guard scene.mayDecide else { return }
        end(with: .resignation(of: isShared ? game.mover : me), telling: .consent(.resign(ply: game.moves.count)))
    }

    /// Offers the opponent a draw, and throws `asked`. Where two share a keyboard they have agreed already.
    package func offerDraw() throws(ConsentRefusal) {
        if state.isOver { throw .gameOver }
        guard scene.mayDecide else { throw .cannotBeAsked }
        if isShared { end(with: .drawAgreed) } else { try ask(for: .draw) }
    }

    /// The player's answer to the peer's question. What is allowed is done and stored before the peer hears of it.
    package func answer(isAllowed: Bool) {
        guard opponent.state.isAnswering, let question = consent.answer() else { return }
        let (topic, ply) = (question.topic, question.ply)
        guard isAllowed else { return opponent.send(.consent(.refuse(topic, ply: ply))) }
        if topic == .draw { return end(with: .drawAgreed, telling: .consent(.allow(topic, ply: ply))) }
        grant(topic, ply: ply, to: me.other)
        recorder.save()
        opponent.send(.consent(.allow(topic, ply: ply)))
        send(.granted(topic, toUs: false))
    }

    private func ask(for topic: ConsentTopic) throws(ConsentRefusal) {
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
        case .allow(.draw, let ply): if consent.offeredDraw == ply, isAbout(ply) { end(with: .drawAgreed) }
        case .allow(let topic, let ply):
            guard consent.didAnswer(topic, ply: ply) else { return }
            grant(topic, ply: ply, to: me)
            send(.granted(topic, toUs: true))
        case .refuse(let topic, let ply):
            guard consent.didAnswer(topic, ply: ply) else { return }
            note()
            send(.refused(topic))
        case .resign(let ply): if isAbout(ply) { end(with: .resignation(of: me.other)) }
        }
    }

    private func grant(_ topic: ConsentTopic, ply: Int, to player: Player) {
        if topic != .undo { consent.allowed.insert(topic) }
        note()
        if topic == .undo, ply == game.moves.count, let count = series.undoTarget(of: player) { takeBack(to: count) }
    }

    /// Handles what the peer says of the clocks.
    func receive(_ message: ClockMessage) {
        guard let left = clock.left(of: me, mover: game.mover) else { return }
        switch message {
        case .used(let ply, let milliseconds): clock.didClaim(milliseconds, ply: ply)
        case .left(let ply, let milliseconds):
            guard clock.didRead(milliseconds, after: ply, of: game, for: me) else { return }
            if clock.isOvercharged { leave(dueTo: .wrongTime) } else { send(.opponentChanged) }
        case .timeUp(let ply, let isSenders):
            guard isAbout(ply) else { return }
            if !isSenders, !clock.mayBeUp(left: left) { return leave(dueTo: .wrongTime) }
            end(with: .timeUp(of: isSenders ? me.other : me, in: game))
        }
    }

    /// The opponent says something about a board with so many discs. Our last move may not have arrived there: then it does not count, and the
    /// board is as the opponent saw it. Returns false if it was another board.
    /// If both end the game at the same moment, the end with fewer discs counts, and of two with as many the host's.
    private func isAbout(_ ply: Int) -> Bool {
        let isUnread = ply == game.moves.count - 1 && game.mover != me
        let counts = series.ending == nil ? game.outcome == nil : recorder.session?.isHost == false
        guard isUnread || ply == game.moves.count && counts else { return false }
        if isUnread { series.dropUnread(to: ply) }
        return true
    }
}

// MARK: - The end

extension Match {
    /// Ends the game without a move. It is stored before the opponent hears of it.
    private func end(with ending: GameEnding, telling message: ControlPacket? = nil) {
        series.ending = ending
        clock.stop(mover: game.mover, ending: ending)
        consent.forgetQuestions()
        note()
        if let session = recorder.session { reconnection?.note(session.history) }
        opponent.positionDidChange(game, isToMove: false)
        recorder.save()
        if let message { opponent.send(message) }
        send(.decided)
    }

    /// The time of the player to move is up.
    func timeIsUp() {
        let message = ClockMessage.timeUp(ply: game.moves.count, isSenders: game.mover == me)
        end(with: .timeUp(of: game.mover, in: game), telling: .clock(message))
    }

    /// The peer is there again and reads what the turns cost. What it did meanwhile may have taken more time than it had.
    func settleClock() {
        if state.isOver { return }
        if !game.moves.isEmpty, game.mover == me, clock.left(of: me.other, mover: me) == 0 {
            let message = ClockMessage.timeUp(ply: game.moves.count, isSenders: false)
            return end(with: .timeUp(of: me.other, in: game), telling: .clock(message))
        }
        tellTimeLeft()
    }

    /// Tells a peer what its last move has left it.
    func tellTimeLeft() { if let account = clock.account(of: game, for: me) { opponent.send(.clock(account)) } }
}

extension Game {
    /// How many moves are left when `player`'s last one is taken back, made after the first `start`; nil where there is none.
    func undoTarget(of player: Player, after start: Int = 0) -> Int? {
        let parity = player == .first ? 0 : 1
        return (start..<max(start, moves.count)).last { $0 % 2 == parity }
    }
}
