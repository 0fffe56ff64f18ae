// The connection is lost, and the opponent is looked for: the countdown, the choices, and how the game goes on. How two find each
// other it leaves to Reunion, what both go on with to CommonHistory.

import Engine
import Screen
import Session
import Wire

/// The time without the opponent.
struct Reconnecting {
    fileprivate let reconnector: Reconnector
    /// When it ends, by the machine's clock, in milliseconds.
    fileprivate let end: Int
    fileprivate var tick: Cancellable?
}

extension Disconnection {
    /// Whether nobody wanted it.
    var mayBeAccident: Bool { [.closed, .stalled, .bye(.stalled)].contains(self) }
}

// MARK: - What can be taken up

extension FourInARowViewController {
    /// A game that broke off while the program was away; `lookAgain` follows. Nil where what was kept is no game.
    convenience init?(navigator: Navigator, takingUp broken: BrokenGame) {
        let session = broken.session
        guard let match = try? Match(digits: session.history.digits) else { return nil }
        self.init(navigator: navigator, opponentName: session.opponent)
        self.match = match
        sitting = MatchSeries(session)
        tally = session.tally
        sit(by: session)
        recorder.begin(id: broken.game)
        recorder.note(session)
    }

    /// Both can take the game up again: the host says by what.
    func openSession() {
        guard hosting.isHost, recorder.session == nil, let controller = gameController else { return }
        let surroundings = navigator.surroundings
        let secret = SessionSecret(
            id: surroundings.randomBytes(SessionSecret.idLength), key: surroundings.randomBytes(SessionSecret.keyLength))
        controller.open(secret)
        begin(ResumableGame(secret: secret, isHost: true, opponent: opponentName, endpoint: hosting.endpoint), on: controller)
    }

    /// The host has said by what. Once: the game has one key.
    func joinSession(_ secret: SessionSecret) {
        guard !hosting.isHost, recorder.session == nil, let controller = gameController else { return }
        begin(
            ResumableGame(secret: secret, isHost: false, opponent: opponentName, endpoint: controller.origin.endpoint),
            on: controller)
    }

    /// What was private stays so.
    private func begin(_ session: ResumableGame, on controller: GameController) {
        var session = session
        session.isSealed = controller.isSealed
        recorder.note(session)
        noteSession()
    }

    /// The game as it stands can be taken up.
    func noteSession() {
        guard var session = recorder.session else { return }
        session.opponent = opponentName
        session.tally = sitting.tally
        session.history = SessionHistory(
            game: sitting.game, isHostFirst: (me == .first) == session.isHost, takeBacks: sitting.takeBacks, digits: match.digits,
            before: sitting.before, allowed: consent.allowed)
        recorder.note(session)
    }

    /// The screen is left: the game is saved where the opponent is looked for, and over where it was told goodbye.
    func leaveSession() {
        if absence == nil { return recorder.forgetSession() }
        endAbsence()
        change(to: .saved)
    }

    private func change(to state: ResumableGame.State) {
        guard var session = recorder.session else { return }
        session.state = state
        recorder.note(session)
    }

    /// I am who I was in the present game.
    private func sit(by session: ResumableGame) {
        me = session.isHost == session.history.isHostFirst ? .first : .second
        gameState = GameState(of: match, for: me)
        if gameState.isOver { tally.count(gameState) }
    }
}

// MARK: - The absence

extension FourInARowViewController {
    /// The connection is lost: the opponent is looked for.
    func lookAgain(for seconds: Int = ResumableGame.patience) {
        finishFall()
        silence?.cancel()
        gameController = nil
        noteSession()
        change(to: .broken)
        guard let session = recorder.session else { return }
        consent.forgetQuestions()
        consent.isPossible = false
        navigator.closeAlert()
        prompt = .absence
        let reconnector = Reconnector(
            session, title: session.title(hostedBy: navigator.playerName), surroundings: navigator.surroundings, delegate: self)
        absence = Reconnecting(reconnector: reconnector, end: navigator.surroundings.now + seconds * 1000)
        reconnector.start()
        awaitTick()
        navigator.setNeedsDisplay()
        ring()
    }

    /// The search is over, whatever it led to.
    func endAbsence() {
        guard let absence else { return }
        absence.reconnector.cancel()
        absence.tick?.cancel()
        self.absence = nil
        prompt = gameState.isOver ? .afterTheEnd : nil
        navigator.setNeedsDisplay()
    }

    /// The first of the choices: nothing changes.
    func wait() {
        prompt = .absence
        navigator.setNeedsDisplay()
    }

    /// Leaves; the menu offers the game for as long as the opponent may look for it.
    func saveAndLeave() { navigator.popToRoot() }

    /// Leaves for good.
    func giveUp() {
        endAbsence()
        recorder.forgetSession()
        navigator.popToRoot()
    }

    private func awaitTick() {
        guard let absence else { return }
        let left = absence.end - navigator.surroundings.now
        guard left > 0 else { return endGame(sentence(for: .closed)) }
        self.absence?.tick = navigator.surroundings.after(milliseconds: (left - 1) % 1000 + 1) { [weak self] in
            guard let self else { return }
            self.navigator.update(self) { self.drawAbsence(on: $0) }
            self.awaitTick()
        }
    }

    /// What is the matter and for how long, in the rows of the state label and the arrow.
    func drawAbsence(on canvas: Canvas) {
        guard let absence else { return }
        let width = canvas.size.width
        let room = width - TextWidth.of("The connection to  was lost.") - 2
        let name = TextWidth.clip(opponentName, to: max(0, room))
        let loss = room < 3 ? "The connection was lost." : "The connection to \(name) was lost."
        let seconds = max(0, absence.end - navigator.surroundings.now + 999) / 1000
        let time = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
        let search = navigator.glyphs.spelt("Looking for them again… \(time)")
        for (y, line) in [(layout.label, loss), (layout.label + 1, search)] {
            canvas.fill(Rect(x: 0, y: y, width: width, height: 1))
            canvas.put(line, x: max(0, (width - TextWidth.of(line)) / 2), y: y, .label)
        }
    }
}

// MARK: - The reunion

extension FourInARowViewController: ReconnectorDelegate {
    func reconnector(_ reconnector: Reconnector, didFind history: SessionHistory, on connection: PacketConnection) {
        guard absence != nil else { return connection.close() }
        endAbsence()
        let mine = reconnector.session.history
        do throws(CommonHistory.Mistake) {
            let isHost = reconnector.session.isHost
            let common = try CommonHistory(host: isHost ? mine : history, guest: isHost ? history : mine)
            takeUp(common, of: reconnector.session)
            listen(to: connection, isHost: isHost)
        } catch {
            connection.send(.bye(.rules))
            connection.close()
            endGame("What \(opponentName)'s program remembers cannot be the game that was played here. The game is over.")
        }
    }

    /// The game goes on.
    private func takeUp(_ common: CommonHistory, of session: ResumableGame) {
        var session = session
        let isAnother = common.history.game > sitting.game
        if isAnother { finishGame(common.history.before) }
        session.history = common.history
        session.tally = sitting.tally
        session.state = .playing
        hosting = (session.isHost, session.endpoint)
        sitting = MatchSeries(session)
        match = common.match
        tally = session.tally
        sit(by: session)
        takenBack = []
        prompt = gameState.isOver ? .afterTheEnd : nil
        consent.takeUp(common.history.allowed)
        if !consent.allowed.contains(.eye) { insight.close() }
        recorder.note(session)
        positionDidChange()
        navigator.setNeedsDisplay()
        navigator.show(alert: words(for: common, isAnother: isAnother))
        ring()
    }

    /// The opponent saw the end of the game and began another: so this is how it ended.
    private func finishGame(_ digits: String) {
        guard let last = try? Match(digits: digits) else { return }
        match = last
        gameState = GameState(of: match, for: me)
        tally = sitting.tally
        tally.count(gameState)
        keep()
        recorder.begin(id: nil)
        sitting.begin(after: match, tally: tally)
    }

    private func words(for common: CommonHistory, isAnother: Bool) -> String {
        if isAnother { return "\(opponentName) is back, and began a new game." }
        if common.isForked {
            return "\(opponentName) is back. The two boards differed: the game goes on after move \(common.match.moves.count)."
        }
        if gameState.isOver {
            return ["\(opponentName) is back.", gameState.alert(against: opponent)].compactMap { $0 }.joined(separator: " ")
        }
        return "\(opponentName) is back. The game goes on."
    }
}
