// The keys of the screen of Snap!, and what else a screen has to answer for: title, leaving, the question whether to leave. It knows no
// cards and no packets.

import Screen

extension SnapViewController: ViewController, Prompting {
    func makeBindings() -> [Binding] {
        let isPlaying = { [unowned self] in session.isRunning && !isPaused }
        let isTurning = { [unowned self] in session.isRunning && prompt == nil }
        let isAsking = { [unowned self] in prompt != nil && !session.isOver }
        let isReplaying = { [unowned self] in session.canReplay }
        return [
            Binding(
                .character(" "), .character("0"), name: "Space", label: "Snap!",
                help: "Snap! when two open piles show the same rank. A wrong Snap! costs a card for every other player.",
                isAvailable: isPlaying, action: { [unowned self] _ in pressSnap() }),
            Binding(
                .enter, name: "Enter", label: "Turn", help: "Turn your top card when it is your turn.",
                isAvailable: isTurning, action: { [unowned self] _ in turnCard() }),
            Binding(
                .left, .right, .up, .down, name: "←→", label: "Choose", help: "Choose what to do next.",
                isAvailable: isAsking, action: { [unowned self] in movePrompt(by: $0 == .left || $0 == .up ? -1 : 1) }),
            Binding(
                .enter, name: "Enter", help: "Confirm your choice.", isAvailable: isAsking,
                action: { [unowned self] _ in confirm() }),
            Binding(
                .character("r"), label: "Replay", help: "Deal again after the game. Only the host can.",
                isAvailable: isReplaying, action: { [unowned self] _ in session.replay() }),
            Binding(
                .enter, .character("q"), .escape, name: "Enter", label: "Menu", help: "Back to the menu.",
                isAvailable: { [unowned self] in session.isOver }, action: { [unowned self] _ in disconnect() }),
            Binding(
                .character("q"), label: session.isAlone ? "Quit" : "Disconnect",
                help: "Leave the game. While it goes on, Q asks first.",
                isAvailable: { [unowned self] in !session.isOver }, action: { [unowned self] _ in leave() }),
            Binding(
                .escape, .left, .right, .up, .down, help: "Ask whether to leave.",
                isAvailable: { [unowned self] in !session.isOver }, action: { [unowned self] _ in askWhetherToLeave() }),
        ]
    }

    var title: String { "Snap!" }
    var question: String? { session.isOver ? nil : PresenceWords.sentence(for: session.silentNames) }

    var status: String {
        let games = session.wins.reduce(0, +)
        return games == 0 ? "" : "Won \(session.wins[me]) of \(games)"
    }

    func didAppear() { session.startGame() }
    func helpDidChange(isShown: Bool) { isCovered = isShown }

    var isPlaying: Bool { !session.isOver }

    func didLeave() {
        stop()
        session.leave()
    }

    private func confirm() {
        switch prompt?.choice {
        case .replay: session.replay()
        case .disconnect, .quit: disconnect()
        case .keepPlaying: closePrompt()
        default: break
        }
    }

    /// Q: asks first, as long as the game is not over.
    private func leave() {
        let isAsked = prompt != nil
        if isAsked || isDone { disconnect() } else { askWhetherToLeave() }
    }

    /// Whether nothing is lost by leaving.
    private var isDone: Bool { table != nil && !session.isRunning }

    /// In a party the game goes on meanwhile.
    private func askWhetherToLeave() {
        if isDone { return movePrompt(by: -1) }
        if prompt != nil { return closePrompt() }
        prompt = Prompt(
            choices: [.keepPlaying] + (session.canReplay ? [.replay] : []) + [.out(isAlone: session.isAlone)], chosen: 0)
        navigator.setNeedsDisplay()
    }
}
