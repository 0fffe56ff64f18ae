// What happens in the match, and what the screen does about it: alerts, prompts, the animation, and the redrawing of what has changed.

import Engine
import Language
import Screen
import Session
import Wire

extension FourInARowViewController {
    func receive(_ event: MatchEvent) {
        defer { awaitTick() }
        let scene = scene
        let name = scene.opponent.shownName
        switch event {
        case .moved(let isOurs): didMove(isOurs: isOurs)
        case .began(let isTheirs):
            resetGame()
            // A game by message is also opened after its end.
            if scene.state.isOver { showWinner() }
            guard isTheirs else { return }
            opened = (navigator.environment.now, true)
            recall(words.replays(name)) { [weak self] in self.map { $0.scene.game.moves.count < 2 } == true }
            call(words.replays(name))
        case .tookBack: resetGame()
        case .decided:
            motion.comeToRest()
            navigator.uncover()
            insight.positionDidChange()
            showWinner()
            recallResult()
        case .asked:
            motion.comeToRest()
            if !isAskingToLeave { prompt = .consent }
            navigator.uncover()
            if navigator.top !== self, !words.isAlone, let question { recall(question) }
            call(question ?? captions.news)
        case .refused(_, byMove: true): navigator.show(besideLabel: words.refuses(name, byMove: true))
        case .refused: navigator.show(alert: words.refuses(name))
        case .heard(let phrase, let isOurs):
            let speaker = isOurs ? words.names(name).mine : name
            phrases.hear(phrase, from: isOurs ? 0 : 1, named: speaker, hasPlace: hasPlaceForPhrases)
        case .granted(let topic, let isOurs): didGrant(topic, toUs: isOurs)
        case .met:
            if saidYellowFirst != nil { sayWhoIsYellow(isFirst: scene.isYellowFirst) }
            // After a return that one is back is said.
            if scene.isWatchable, scene.game.moves.isEmpty, scene.series.tally.games == 0 {
                navigator.show(besideLabel: tr("Others may watch this game."))
            }
            navigator.nearby.update()
            didMeet()
        case .opponentChanged: opponentDidChange()
        case .lost:
            motion.comeToRest()
            navigator.closeAlert()
            prompt = promptAtRest
            call(captions.loss)
        case .isLooking: navigator.setNeedsDisplay()
        case .foundLostMove(let column):
            navigator.closeAlert()
            prompt = promptAtRest
            call(words.asksAbout(lostMove: column, with: name))
        case .resumed(let isAnotherGame, let news):
            if navigator.top is NewLinesViewController { navigator.pop() }
            didResume(withAnotherGame: isAnotherGame, news)
        case .ended(let end):
            let end = isNobody(after: end) ? .disconnected(.notAGame) : end
            if scene.game.moves.isEmpty, didTurnAway?(end, sentence(for: end)) == true { return }
            if navigator.top is NewLinesViewController { navigator.pop() }
            endGame(sentence(for: end))
        case .couldNotKeep(let failure): navigator.show(alert: failure.sentence)
        }
    }

    /// Whether a connection led to an address at which somebody said nothing and closed it: nobody hosts a game there.
    private func isNobody(after end: MatchEnd) -> Bool {
        end == .disconnected(.closed) && !scene.isWatched && !scene.hasBegun && !scene.opponent.isGuest
            && !scene.opponent.isNamed
    }

    /// Why the match is over.
    private func sentence(for end: MatchEnd) -> String {
        let (scene, opponent) = (scene, scene.opponent)
        if scene.isWatched { return OpponentWords.sentence(for: end, watching: scene) }
        let sentence = words.sentence(for: end, of: opponent)
        // Whoever goes in the middle of a game has not lost it.
        guard scene.isUnfinished else { return sentence }
        if scene.isSaved { return together([sentence, tr("The game is saved.")]) }
        // A player who is away may have moved before the time was up.
        let isOutOfTime = scene.timeLeft(of: scene.me.other) == 0 && end == .disconnected(.late)
        return together([
            sentence,
            isOutOfTime
                ? tr("Perhaps {name} moved in time, so nobody wins.", ["name": opponent.shownName]) : tr("Nobody wins."),
        ])
    }

    /// Redraws the clocks when what they show changes: every second, and every tenth below ten seconds. After a stop of this program the match
    /// says first what that cost.
    private func awaitTick() {
        ticking?.cancel()
        ticking = nil
        let scene = scene
        guard scene.isClockRunning, let left = scene.timeLeft(of: scene.game.mover), left > 0 else { return }
        let step = left <= 10_000 ? 100 : 1000
        awaitTick(in: (left - 1) % step + 1)
    }

    private func awaitTick(in milliseconds: Int) {
        let environment = navigator.environment
        let due = environment.now + milliseconds
        ticking = environment.after(milliseconds: milliseconds) { [weak self] in
            guard let self else { return }
            if environment.hasOverslept(due) { return awaitTick(in: 0) }
            navigator.update(self) {
                self.drawTitle(on: $0)
                self.drawing.drawClocks(on: $0)
            }
            awaitTick()
        }
    }

    private func didMove(isOurs: Bool) {
        // The disc before it, if it is still falling, is shown where it lands.
        motion.stop()
        let scene = scene
        let square = scene.game.lastSquare
        // After the end, what comes next is asked when the animation has ended.
        if prompt != nil && !isAskingToLeave && !isAskingToStartOver { prompt = scene.state.isOver ? nil : promptAtRest }
        if navigator.isAnimated, let square {
            motion.drop(LooseDisc(fallingTo: square, cell: BoardCell(of: scene.game.mover.other, yellow: scene.yellow)))
        }
        updateView()
        insight.positionDidChange()
        redraw([scene.game.prefix(scene.game.moves.count - 1).lastSquare, square].compactMap { $0?.column })
        if motion.falling == nil { discDidLand() }
        // Under a game with somebody else nobody is told of the computer's move.
        guard !isOurs, !scene.state.isOver, navigator.top === self || !words.isAlone else { return }
        let isMyTurn = scene.state == .myTurn && !scene.isShared && !scene.isWatched
        let sentence = tr("{name} has moved. It's your turn.", ["name": scene.opponent.shownName])
        call(isMyTurn && !words.isComputer ? sentence : captions.news)
        if navigator.top !== self && isMyTurn { recall(sentence) }
    }

    /// Says what has happened, until the next move or while it `holds`. Over a review or another screen a key closes that, and leads back to
    /// the game.
    private func recall(_ sentence: String, while holds: (() -> Bool)? = nil) {
        if let holds, navigator.top === self { return navigator.show(besideLabel: sentence, while: holds) }
        if navigator.top === self || navigator.top is MenuViewController { return show(untilMove: sentence) }
        navigator.show(standing: sentence) { [weak self] in if let self { navigator.closeGame(above: self) } }
    }

    /// Says how the game ended where another screen lies over it.
    private func recallResult() {
        if navigator.top !== self, !words.isAlone { recall(captions.result(width: 60)) }
    }

    private func didGrant(_ topic: ConsentTopic, toUs isOurs: Bool) {
        motion.finishFall()
        if isOurs { navigator.closeAlert() }
        if let sentence = words.grant(of: topic) { navigator.show(alert: sentence) }
        guard isOurs else { return }
        switch topic {
        case .hints: if scene.state == .myTurn { insight.showHint() }
        case .scores: if wantsThreats { insight.toggleThreats() } else { insight.toggleScores() }
        case .undo: insight.sayTakenBack()
        case .draw: break
        }
    }

    private func didResume(withAnotherGame isAnotherGame: Bool, _ news: BreakNews?) {
        motion.comeToRest()
        prompt = promptAtRest
        let scene = scene
        if !scene.consent.allowed.contains(.scores) { insight.close() }
        insight.positionDidChange()
        navigator.setNeedsDisplay()
        // The end came during the break.
        if scene.state.isOver, lastFinished?.game != scene.game || lastFinished?.ending != scene.ending { showWinner() }
        let sentence = words.resumes(
            with: scene.opponent.shownName, isAnotherGame: isAnotherGame, isOver: scene.state.isOver, news)
        if scene.state.isOver { navigator.show(alert: sentence) } else { navigator.show(besideLabel: sentence) }
        call(sentence)
    }

    /// The opponent is slow, silent or not answering, or has stopped being so.
    private func opponentDidChange() {
        navigator.setNeedsDisplay()
        insight.explainSlowness()
        let opponent = scene.opponent
        if scene.isSaved, let host = scene.host {
            navigator.show(alert: tr("{name} has left and saved the game. Stay here to see it go on.", ["name": host])) {
                [weak self] in
                self?.scene.isSaved == true
            }
        }
        if opponent.isHostComing, scene.game.moves.isEmpty, !wasToldOfAsking {
            wasToldOfAsking = true
            navigator.show(alert: tr("{name} is asked, and may be playing something else.", ["name": opponent.shownName])) {
                [weak self] in
                self?.scene.opponent.isHostComing == true
            }
        }
        guard opponent.isHostSilent else { return }
        navigator.show(
            alert: words.silence(of: opponent.shownName, hasPlayed: navigator.environment.archive.hasGame(with: opponent))
        ) { [weak self] in
            self?.scene.opponent.isHostSilent == true
        }
    }

    func call(_ sentence: String) { navigator.call(sentence, isAlone: words.isAlone) }
}

// MARK: - The animation

extension FourInARowViewController {
    /// The winning discs are joined, and the new score is to be seen.
    func scoreDidChange() {
        navigator.setNeedsDisplay()
        let scene = scene
        let isWonTogether = scene.opponent.isPeer && scene.state == .iWin && !scene.isOver && !scene.isWatched
        if story.isFeat || isWonTogether && navigator.isAnimated { celebration.begin() }
        call(captions.result(width: 60))
    }

    /// Keys count again, a moment after the end of a game. In text mode what the game was about is said before what can be done.
    func endDidPass() {
        if navigator.listener == nil || !story.isAwaited { prompt = promptAtRest }
        // A spectator has nothing to choose, and keys of their own.
        navigator.setNeedsDisplay()
    }

    /// A disc has come to rest.
    func discDidLand() {
        if scene.state.isOver {
            showWinner()
            recallResult()
        } else {
            updateView()
            if scene.opponent.message?.line != nil { prompt = promptAtRest }
        }
        match?.opponent.boardDidComeToRest()
    }

    /// Redraws these columns, and the disc above the chosen one.
    func redraw(_ columns: [Int]) { redraw(columns, choice: cursorColumn) }

    func redraw(_ columns: [Int], choice: Int?) {
        navigator.update(self) { drawing.drawColumns(Set(columns), choice: choice, on: $0) }
    }
}

extension Archive {
    /// Whether a game with this peer is stored.
    fileprivate func hasGame(with peer: OpponentState) -> Bool {
        let games = (try? games()) ?? []
        return games.contains { $0.record.kind == .network && $0.record.opponent == peer.name }
    }
}
