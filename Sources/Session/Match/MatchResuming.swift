// A match as it is stored, and how it goes on after the connection or the program has ended. CommonHistory judges what
// an opponent that was found again reports, and where it has a move that this machine lost, the player decides.

import Engine
import Wire

// MARK: - What is stored

/// What an unfinished game at this machine goes on with, besides its moves.
struct MatchPause {
    /// The score before it.
    let tally: Tally
    /// Its clocks; empty without.
    let clocks: String

    init(tally: Tally, clocks: String) { (self.tally, self.clocks) = (tally, clocks) }

    /// From its text; nil for none.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 3)
        let score = words.prefix(3).compactMap { Int($0) }
        guard score.count == 3 else { return nil }
        self.init(
            tally: Tally(won: score[0], drawn: score[1], lost: score[2]), clocks: words.count == 4 ? String(words[3]) : "")
    }

    /// As text, empty if there is nothing to say: "2 0 1 3+2 …".
    var text: String {
        if tally == Tally(), clocks.isEmpty { return "" }
        return ([tally.won, tally.drawn, tally.lost].map { String($0) } + (clocks.isEmpty ? [] : [clocks])).joined(separator: " ")
    }
}

extension Match {
    /// Stores the game as it stands and what is needed to resume it, before this returns.
    func save() {
        note()
        recorder.save()
    }

    /// The same a moment later.
    func note(because reason: EndingReason? = nil) {
        recorder.note(GameRecord(self, because: reason ?? EndingReason(series.ending)), ResumableGame(self))
    }

    /// The number of the stored game; nil before its first move, or where it could not be stored.
    package func saveRecord() -> Int? {
        recorder.save()
        return recorder.id
    }
}

extension GameRecord {
    /// The game on the board; nil before its first move.
    fileprivate init?(_ match: Match, because reason: EndingReason) {
        guard match.isStored, match.series.hasMoves || match.recorder.hasRecord else { return nil }
        let (opponent, isOver) = (match.opponent.state, match.state.isOver)
        // What was set up says nothing of who is better.
        let level = isOver && !match.series.start.moves.isEmpty ? nil : opponent.level
        self.init(
            kind: opponent.kind, opponent: opponent.name, level: level, isFirst: match.me == .first, digits: match.game.digits,
            result: GameResult(of: match.game, ending: match.series.ending), reason: reason)
        // A game by message may be followed by another one of the series long after its end.
        if opponent.kind != .network, !isOver || opponent.message != nil {
            pause = MatchPause(tally: match.series.earlier, clocks: match.clock.pausedText).text
        }
        message = opponent.message?.text ?? ""
        opponentKey = opponent.keys?.theirs ?? []
    }
}

extension ResumableGame {
    /// What is needed to resume the game; nil until there is a disc.
    fileprivate init?(_ match: Match) {
        let (recorder, series, spectators, consent) = (match.recorder, match.series, match.spectators, match.consent)
        guard series.hasBegun, let known = recorder.session ?? recorder.offered else { return nil }
        self = known
        opponent = match.opponent.state.name
        name = match.name
        if endpoint?.isAtRelay == true { relay = match.environment.relayURL.hidingPassword() }
        tally = series.earlier
        (asked, granted) = (consent.asked, consent.granted)
        clock = match.clock.text(wall: match.environment.wallClock)
        isWatchable = spectators.areAllowed
        (spectatorCode, spectatorRoom) = (spectators.code, spectators.room)
        (mayHaveCrossed, isConfirmed) = (series.mayHaveCrossed, series.isConfirmed)
        history = series.history(isHost: isHost, allowed: consent.allowed, costs: match.clock.clocks?.costs ?? [])
    }
}

// MARK: - After the program has ended

extension Match {
    /// A match that was interrupted in an earlier run; `reconnect` follows. Nil where the stored moves are no game, or there
    /// are none.
    package convenience init?(resuming session: ResumableGame, name: String, environment: Services, archive: Archive) {
        guard let game = try? Game(digits: session.history.digits), session.history.hasBegun else { return nil }
        self.init(
            with: AbsentOpponent(name: session.opponent, isSealed: session.isSealed), name: name, environment: environment,
            archive: archive)
        series.take(session, game)
        consent = Consent(session)
        clock.restore(session.clock, wall: environment.wallClock, isSameBoot: !session.mayLackMove, isPeers: isPeersTurn)
        spectators.areAllowed = session.isWatchable
        (spectators.code, spectators.room) = (session.spectatorCode, session.spectatorRoom)
        recorder.begin(id: session.gameID)
        recorder.note(nil, session)
    }
}

// MARK: - After the connection was lost

extension Match {
    /// Looks for the opponent for `seconds`.
    package func reconnect(for seconds: Int = ResumableGame.timeout) {
        opponent.wasLost(isGone: false)
        settleSeat()
        clock.didLose()
        consent.didLose()
        note()
        recorder.note(.broken)
        guard let session = recorder.session else { return }
        if session.isHost { reachability = reachability ?? session.endpoint.flatMap(environment.keepReachable) }
        let reconnection = Reconnection(
            session, title: session.waitingTitle, seconds: seconds,
            relay: session.endpoint?.isAtRelay == true ? environment.broker : nil, environment: environment)
        reconnection.didTick = { [weak self] in self?.send(.isLooking) }
        reconnection.didFind = { [weak self] in self?.didFind($0, on: $1) }
        reconnection.didFail = { [weak self] reason in
            // A host that has gone may come back.
            if reason == .connectionDropped { self?.end(because: .disconnected(.late)) }
        }
        self.reconnection = reconnection
        send(.lost)
        reconnection.start()
    }
}

// MARK: - The opponent is found again

extension Match {
    /// The opponent is at the other end of this link, and reported this history.
    func didFind(_ history: MatchHistory, on link: Link) {
        guard let session = reconnection?.session else { return link.close() }
        guard let common = CommonHistory(of: session, and: history) else {
            link.send(.control(.bye(.rules)))
            link.close()
            return end(because: .impossibleHistory)
        }
        let controller = GameController(
            link, isHost: session.isHost, name: name, opponent: session.opponent, isKnown: true,
            terms: GameTerms(isYellowFirst: isYellowFirst, timeControl: timeControl, isWatchable: spectators.areAllowed))
        guard let move = common.lostMove else { return goOn(with: common, of: session, against: controller) }
        found = (common, session, controller)
        send(.foundLostMove(move))
    }

    /// Ends the search, and closes the link to an opponent that was found.
    func stopReconnecting() {
        found?.opponent.link.close()
        reconnection?.cancel()
        (found, reconnection) = (nil, nil)
    }

    /// The player accepts the move that only the opponent has.
    package func takeLostMove() {
        guard let found else { return }
        self.found = nil
        goOn(with: found.common, of: found.session, against: found.opponent)
    }

    /// The player gives the opponent up, who reads so at once if it has been found; otherwise it does when it is, until what this returns is cancelled.
    package func giveUp() -> (any Cancellable)? {
        let farewell = found == nil ? reconnection : nil
        found?.opponent.disconnect(because: .left)
        if let farewell {
            reconnection = nil
            farewell.sayGoodbye()
        } else {
            stopReconnecting()
        }
        recorder.forgetSession()
        return farewell
    }

    /// Goes on with the game on which both agree.
    private func goOn(with common: CommonHistory, of session: ResumableGame, against controller: GameController) {
        stopReconnecting()
        let isAnother = common.history.game > series.number
        // The opponent saw the end of our game and began another one: stores how ours ended.
        if isAnother, series.finish(with: common.history.before, common.history.endingBefore) {
            note()
            recorder.begin(id: nil)
            series.countGame()
        }
        let before = (digits: game.digits, number: series.number, takeBacks: series.takeBacks, isOver: state.isOver)
        var session = session.goingOn(with: common.history, tally: series.earlier)
        // The guest's report came first: only from its hello does a host know that the guest has read ours.
        session.isConfirmed = !session.isHost || common.isTheirs
        opponent = controller
        series.take(session, common.game)
        let isSame =
            (series.number, series.takeBacks, game.digits, state.isOver) == (
                before.number, before.takeBacks, before.digits, before.isOver
            )
        if !isSame { consent.forgetQuestions() }
        consent.allowed = common.history.allowed
        if isAnother { clock.reset() }
        let isClockRight = clock.didFind(
            common.history.costs, isSame: isSame, isPeers: isPeersTurn, isUnread: session.isHost && common.isUnreadThere,
            isOver: state.isOver, isUp: series.ending?.isOnTime == true, for: me)
        recorder.note(nil, session)
        save()
        let news = common.news(after: before.digits, in: before.number, cost: clock.clocks?.costs.last)
        send(.resumed(isAnotherGame: isAnother, news))
        follow(controller)
        if !isClockRight { return leave(dueTo: .wrongTime) }
        if state.isOver { return }
        // A turn that has taken more time than there was is over; how long the present one lasts the one who is to move says.
        if let peer, let clocks = clock.clocks, clocks.before(peer) <= 0 { return leave(dueTo: .wrongTime) }
        askHowLong()
        for message in consent.unread(ply: game.moves.count) { opponent.send(.consent(message)) }
    }
}
