// Hints, scores, threats, and moves taken back: the keys that teach.

import Engine
import Language
import Session
import Wire

extension FourInARowViewController {
    /// The best columns and what they lead to.
    func showHint() {
        guard mayUse(.hints) else { return }
        finishFall()
        guard match.isShared || gameState == .myTurn else { return say(tr("It's not your turn.")) }
        insight.isHintAwaited = true
        if let scores = insight.scores { didScore(scores) } else { askForScores() }
    }

    /// Shows or hides the column scores.
    func toggleScores() {
        guard mayUse(.eye) else { return }
        insight.showsScores.toggle()
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
        if insight.needsVerdict(on: match.game.position) { awaitInsight() } else { explainThreats() }
        navigator.setNeedsDisplay()
    }

    private func explainThreats() {
        guard insight.isVerdictAwaited else { return }
        insight.isVerdictAwaited = false
        // Who listens hears where they are, and sees no marks.
        if navigator.listener != nil { return }
        say(
            insight.sentence(
                for: match.game.position, words: words, name: match.opponentName, me: match.me, glyphs: navigator.glyphs))
    }

    /// What was said of another position holds no longer.
    func forgetInsight() {
        if insight.hasRow || !insight.marks.isEmpty { navigator.setNeedsDisplay() }
        thinker.forgetScores()
        insight.forget()
        markThreats()
    }

    /// Where scores are shown, or threats of which one may decide, the scores of this position are asked for.
    func awaitInsight() {
        guard insight.showsScores || insight.needsVerdict(on: match.game.position), !gameState.isOver, !match.isOver else {
            return
        }
        askForScores()
    }

    private func markThreats() {
        if insight.showsThreats && !gameState.isOver {
            insight.mark(match.game.position, me: match.me, glyphs: navigator.glyphs)
        } else {
            insight.clearMarks()
        }
    }

    private func askForScores() {
        insight.settle()
        insight.timeout = navigator.environment.after(milliseconds: ComputerOpponent.promptness) { [weak self] in
            guard let self else { return }
            self.insight.isSlow = true
            self.didSlowDown()
        }
        thinker.scores(of: match.game.position) { [weak self] in self?.didScore($0) }
    }

    /// The engine is at it for long, and the player reads why where the book would have known.
    func didSlowDown() {
        navigator.update(self) { self.drawLabel(on: $0) }
        let isSearching = insight.isSlow || match.seat.isSlow && words.isPerfect
        guard isSearching, match.game.moves.count < Self.bookMoves, navigator.environment.openingBook() == nil else { return }
        navigator.show(alert: OpponentWords.noBook) { [weak self] in
            self?.insight.isSlow == true || self?.match.seat.isSlow == true
        }
    }

    /// About as many moves are in the opening book.
    private static let bookMoves = 12

    private func didScore(_ scores: [Score?]) {
        if let sentence = insight.take(scores, of: match.game.position) { say(sentence) }
        markThreats()
        explainThreats()
        navigator.setNeedsDisplay()
    }
}

// MARK: - Taking back

extension FourInARowViewController {
    /// Takes the player's last move back, and what followed it; at one keyboard the last move. Against a peer it asks.
    func undo() {
        finishFall()
        explain(.undo) { () throws(ConsentRefusal) in try match.undo() }
    }

    /// Plays again what was taken back.
    func redo() { if !match.redo() { say(tr("Nothing to redo.")) } }

    /// Whether the player may use something that teaches; if not, they read why not, or that the peer was asked.
    private func mayUse(_ topic: ConsentTopic) -> Bool { explain(topic) { () throws(ConsentRefusal) in try match.mayUse(topic) } }

    @discardableResult
    private func explain(_ topic: ConsentTopic, _ deed: () throws(ConsentRefusal) -> Void) -> Bool {
        do throws(ConsentRefusal) {
            try deed()
            return true
        } catch {
            show(error)
            return false
        }
    }

    /// Another position: what was said about the last one holds no longer.
    func positionDidChange() {
        forgetInsight()
        awaitInsight()
    }
}
