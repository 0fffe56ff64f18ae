// The keys that teach: hints, scores, threats, undo and redo.

import Engine
import Language
import Session
import Wire

extension FourInARowViewController {
    /// Shows the best columns and what they lead to.
    func showHint() {
        guard mayUse(.hints) else { return }
        finishFall()
        guard match.isShared || gameState == .myTurn else { return say(tr("It's not your turn.")) }
        insight.isHintAwaited = true
        if let scores = insight.scores { didScore(scores) } else { askForScores() }
    }

    /// Shows or hides the column scores.
    func toggleScores() {
        guard mayUse(.scores) else { return }
        insight.showsScores.toggle()
        if insight.scores == nil { awaitInsight() }
        navigator.setNeedsDisplay()
    }

    /// Shows or hides threats.
    func toggleThreats() {
        guard mayUse(.scores) else { return }
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
        // Text mode lists the threats itself.
        if navigator.listener != nil { return }
        say(
            insight.sentence(
                for: match.game.position, words: words, name: match.opponentName, me: match.me, glyphs: navigator.glyphs))
    }

    /// Hides what was said about another position.
    func forgetInsight() {
        if insight.hasRow || !insight.marks.isEmpty { navigator.setNeedsDisplay() }
        thinker.forgetScores()
        insight.forget()
        markThreats()
    }

    /// Asks for the scores of this position where they are shown, or needed to tell which threat is decisive.
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

    /// The engine is slow. Where only the opening book is missing, the player reads so.
    func didSlowDown() {
        navigator.update(self) { self.drawLabel(on: $0) }
        let isSearching = insight.isSlow || match.opponent.isSlow && words.isPerfect
        guard isSearching, match.game.moves.count < Self.bookMoves, navigator.environment.openingBook() == nil else { return }
        navigator.show(alert: OpponentWords.noBook) { [weak self] in
            self?.insight.isSlow == true || self?.match.opponent.isSlow == true
        }
    }

    /// About how many moves the opening book covers.
    private static let bookMoves = 12

    private func didScore(_ scores: [Score?]) {
        if let sentence = insight.take(scores, of: match.game.position) { say(sentence) }
        markThreats()
        explainThreats()
        navigator.setNeedsDisplay()
    }
}

// MARK: - Undo

extension FourInARowViewController {
    /// Takes back the player's last move and the reply, or the last move at one keyboard. Against a peer it asks.
    func undo() {
        finishFall()
        explain(.undo) { () throws(ConsentRefusal) in try match.undo() }
    }

    /// Repeats a move that was taken back.
    func redo() { if !match.redo() { say(tr("Nothing to redo.")) } }

    /// Whether the player may use hints or scores. If not, the player reads why, or that the peer was asked.
    private func mayUse(_ topic: ConsentTopic) -> Bool { explain(topic) { () throws(ConsentRefusal) in try match.mayUse(topic) } }

    @discardableResult
    private func explain(_ topic: ConsentTopic, _ action: () throws(ConsentRefusal) -> Void) -> Bool {
        do throws(ConsentRefusal) {
            try action()
            return true
        } catch {
            show(error)
            return false
        }
    }

    /// The position has changed.
    func positionDidChange() {
        forgetInsight()
        awaitInsight()
    }
}
