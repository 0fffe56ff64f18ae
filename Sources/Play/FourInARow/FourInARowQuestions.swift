// What the game's screen asks and says besides the board: whether to leave, what the peer wants, what goes on when a connection is lost,
// and sentences that hold for one position. It knows no packets.

import Screen
import Session

extension FourInARowViewController {
    // MARK: Said

    /// Says something about the position on the board: it goes with it.
    func say(_ sentence: String) {
        let moves = match.game.moves
        navigator.show(alert: sentence) { [weak self] in self?.match.game.moves == moves }
    }

    /// Says why something was not done that needs the peer's consent.
    func show(_ refusal: ConsentRefusal) {
        let sentence = refusal.sentence(with: match.opponentName)
        switch refusal {
        case .asked, .askedAlready:
            navigator.show(alert: sentence) { [weak self] in self?.match.consent.asked != nil }
        case .notAnswering:
            navigator.show(alert: sentence) { [weak self] in self?.match.seat.isAnswering == false }
        case .cannotBeAsked, .gameOver, .nothingToTakeBack: say(sentence)
        }
    }

    /// After the end: how it ended, for who tries to drop a disc.
    func showWinnerAgain() {
        navigator.show(standing: words.label(gameState, match.opponentName, navigator.canvas.size.width - 2))
    }

    // MARK: Leaving

    /// Whether the player is asked whether to leave.
    var isAskingToLeave: Bool { prompt?.choices.first == .keepPlaying }

    /// Q: asks first where somebody else would be left in the middle of a game.
    func leave() {
        finishFall()
        let isAtOnce = words.isAlone || gameState.isOver || match.isHostSilent || isAskingToLeave
        if isAtOnce { disconnect() } else { askToLeave() }
    }

    /// Esc: asks, or is the answer to what is asked that changes nothing.
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

    // MARK: Answered

    /// What the peer asked for is answered.
    func answer(isAllowed: Bool) {
        navigator.closeAlert()
        match.answer(isAllowed: isAllowed)
        prompt = promptAtRest
        navigator.setNeedsDisplay()
    }

    /// A move that this machine lost counts.
    func takeLostMove() {
        navigator.closeAlert()
        match.takeLostMove()
    }

    /// Nothing changes: the opponent is still looked for.
    func wait() {
        prompt = match.reconnecting?.lostMove == nil ? .absence : .lostMove
        navigator.setNeedsDisplay()
    }

    /// Leaves for good, while the opponent is looked for.
    func giveUp() {
        match.giveUp()
        navigator.popToRoot()
    }
}
