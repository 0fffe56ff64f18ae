// Hints, the eye, threats, and moves taken back: the keys that teach, and who may use them. Against a peer they need its consent.

import Engine

extension FourInARowViewController {
    /// The best columns and what they lead to.
    func showHint() {
        guard mayUse(.hints) else { return }
        finishFall()
        guard isShared || gameState == .myTurn else { return navigator.show(alert: "It's not your turn.") }
        insight.isHintAwaited = true
        if let scores = insight.scores { didScore(scores) } else { askForScores() }
    }

    /// Opens or closes the eye.
    func toggleEye() {
        guard mayUse(.eye) else { return }
        insight.isEyeOpen.toggle()
        if insight.scores == nil { awaitInsight() }
        navigator.setNeedsDisplay()
    }

    /// Marks the threats, or takes the marks away.
    func toggleThreats() {
        guard mayUse(.eye) else { return }
        finishFall()
        insight.showsThreats.toggle()
        markThreats()
        insight.isVerdictAwaited = insight.showsThreats
        if insight.needsVerdict(on: match.position) { awaitInsight() } else { explainThreats() }
        navigator.setNeedsDisplay()
    }

    private func explainThreats() {
        guard insight.isVerdictAwaited else { return }
        insight.isVerdictAwaited = false
        navigator.show(alert: insight.words(for: match.position, against: opponent, me: me))
    }

    /// What was said of another position holds no longer.
    func forgetInsight() {
        if insight.hasRow || !insight.marks.isEmpty { navigator.setNeedsDisplay() }
        thinker?.forgetScores()
        insight.forget()
        markThreats()
    }

    /// With the eye open, or threats of which one may decide, the scores of this position are asked for.
    func awaitInsight() {
        guard insight.isEyeOpen || insight.needsVerdict(on: match.position), !gameState.isOver, !isOver else { return }
        askForScores()
    }

    private func markThreats() {
        if insight.showsThreats && !gameState.isOver { insight.mark(match.position, me: me) } else { insight.clearMarks() }
    }

    private func askForScores() {
        insight.settle()
        insight.patience = navigator.surroundings.after(milliseconds: ComputerTurn.promptness) { [weak self] in
            guard let self else { return }
            self.insight.isSlow = true
            self.navigator.update(self) { self.drawLabel(on: $0) }
        }
        wakeThinker().scores(of: match.position) { [weak self] in self?.didScore($0) }
    }

    private func didScore(_ scores: [Score?]) {
        if let sentence = insight.take(scores, of: match.position) { navigator.show(alert: sentence) }
        markThreats()
        explainThreats()
        navigator.setNeedsDisplay()
    }
}

// MARK: - Taking back

extension FourInARowViewController {
    /// Takes the player's last move back, and what followed it; at one keyboard the last move. Against a peer it asks.
    func undo() {
        guard opponent != .peer else { return askToTakeBack() }
        finishFall()
        guard let count = undoTarget(of: isShared ? match.mover.other : me) else {
            return navigator.show(alert: "There is nothing to take back.")
        }
        takeBack(to: count)
    }

    /// Plays again what was taken back.
    func redo() {
        guard !takenBack.isEmpty else { return navigator.show(alert: "There is nothing to play again.") }
        repeat {
            finishFall()
            playAgain()
        } while !isShared && gameState == .yourTurn && !takenBack.isEmpty
    }

    /// How many moves are left when `player`'s last one is taken back; nil where there is none.
    func undoTarget(of player: Player) -> Int? {
        let parity = player == .first ? 0 : 1
        return (computer.start.moves.count..<match.moves.count).last { $0 % 2 == parity }
    }
}
