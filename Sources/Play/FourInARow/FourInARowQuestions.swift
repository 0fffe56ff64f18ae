// The questions of a game's screen: whether to leave, what the peer asks for, what to do after a lost connection. Also the sentences
// that disappear with the position they are about.

import Screen
import Session

extension FourInARowViewController {
    // MARK: Sentences

    /// Shows a sentence until the position changes.
    func say(_ sentence: String) {
        let moves = match.game.moves
        navigator.show(alert: sentence) { [weak self] in self?.match.game.moves == moves }
    }

    /// Explains why something that needs the peer's consent was not done.
    func show(_ refusal: ConsentRefusal) {
        let sentence = refusal.sentence(with: match.opponentName)
        switch refusal {
        case .asked, .askedAlready:
            navigator.show(alert: sentence) { [weak self] in self?.match.consent.asked != nil }
        case .notAnswering:
            navigator.show(alert: sentence) { [weak self] in self?.match.opponent.isAnswering == false }
        case .cannotBeAsked, .gameOver, .nothingToTakeBack: say(sentence)
        }
    }

    /// Shows the result again, after a key that would drop a disc.
    func showWinnerAgain() {
        navigator.show(standing: words.label(gameState, match.opponentName, navigator.canvas.size.width - 2))
    }

    // MARK: Leaving

    /// Whether the player is asked whether to leave.
    var isAskingToLeave: Bool { prompt?.choices.first == .keepPlaying }

    /// Q: leaves, or asks first where a peer would be left in the middle of a game.
    func leave() {
        finishFall()
        let isAtOnce = words.isAlone || gameState.isOver || match.opponent.isHostSilent || isAskingToLeave
        if isAtOnce { disconnect() } else { askToLeave() }
    }

    /// Esc: asks whether to leave, or gives the answer that changes nothing to an open question.
    func askWhetherToLeave() {
        finishFall()
        if isAskingToLeave { return playOn() }
        if match.consent.wanted != nil { return answer(isAllowed: false) }
        if gameState.isOver { return chooseLast() }
        askToLeave()
    }

    /// The player stays.
    func playOn() {
        prompt = promptAtRest
        navigator.setNeedsDisplay()
    }

    private func askToLeave() {
        prompt = .leaving(isAlone: words.isAlone)
        navigator.setNeedsDisplay()
    }

    // MARK: Answers

    /// Answers the peer's question.
    func answer(isAllowed: Bool) {
        navigator.closeAlert()
        match.answer(isAllowed: isAllowed)
        prompt = promptAtRest
        navigator.setNeedsDisplay()
    }

    /// Accepts the move that this machine lost.
    func takeLostMove() {
        navigator.closeAlert()
        match.reconnection?.takeLostMove()
    }

    /// Goes on looking for the opponent.
    func wait() {
        prompt = match.reconnection?.lostMove == nil ? .absence : .lostMove
        navigator.setNeedsDisplay()
    }

    /// Gives the opponent up, and leaves.
    func giveUp() {
        match.giveUp()
        navigator.popToRoot()
    }
}
