// The keys of the Snap! screen, its title, and leaving.

import Language
import Screen
import Session

extension SnapViewController: ViewController {
    var notes: [HelpNote] { SnapWords.rules(slack: table?.slack ?? navigator.snapSlack) }

    /// The game's keys. Space still snaps while a question is asked that does not stop the game.
    var bindings: [Binding] {
        let isPlaying = { [unowned self] in session.isGoingOn && !isPaused }
        let isTurning = { [unowned self] in session.isGoingOn && prompt == nil }
        let snapping = { [unowned self] in isIn ? tr("Snap!") : "" }
        let turning = { [unowned self] in table?.view.mover == me ? tr("Turn") : "" }
        let isReplaying = { [unowned self] in session.canReplay }
        let isAlone = session.isAlone
        let wayOut = isAskedToLeave ? "" : isAlone ? tr("Menu") : tr("Disconnect")
        let answering = isEnterLate ? [] : answers(confirmation: [.enter])
        let talking = phrases.bindings(
            isAvailable: { [unowned self] in !session.isOver && !others.isEmpty }, seat: me,
            hasPlace: { [unowned self] in hasPlaceForPhrases })
        return [
            Binding(
                .character(" "), .character("0"), label: snapping(),
                help: tr("Snap! when two open piles show the same rank. For a wrong Snap! you pay every other player a card."),
                isNeeded: true, isAvailable: isPlaying, action: { [unowned self] _ in pressSnap() })
        ] + answering + [
            Binding(
                .enter, name: "Enter", label: turning(), help: tr("Turn your top card when it is your turn."), isNeeded: true,
                isAvailable: isTurning, action: { [unowned self] _ in turnCard() }),
            Binding(
                .character("r"), label: isAlone ? tr("Next game") : tr("Replay"),
                help: tr("Deal again after the game; a guest asks the host to."),
                isAvailable: isReplaying, action: { [unowned self] _ in session.replay() }),
            .goOn(
                endsGame: isLeftAlone,
                isAvailable: { [unowned self] in session.host != nil && !absences.isEmpty && prompt == nil },
                action: { [unowned self] in askToGoOn() }),
            .menu(
                leadsToList: { [navigator] in navigator.leadsToList }, isAvailable: { [unowned self] in session.isOver },
                action: { [unowned self] in disconnect() }),
            Binding(
                .character("q"), label: wayOut,
                help: tr("Leave the game. While it goes on, Q asks first."),
                isAvailable: { [unowned self] in !session.isOver }, action: { [unowned self] _ in leave() }),
            Binding(
                .escape, help: tr("Ask whether to leave."), isAvailable: { [unowned self] in !session.isOver },
                action: { [unowned self] _ in isDone && session.isAlone ? disconnect() : askWhetherToLeave() }),
            Binding(
                .left, .right, .up, .down, help: tr("Choose what to do next."),
                isAvailable: { [unowned self] in !session.isOver && !isIn }, action: { [unowned self] _ in askWhetherToLeave() }),
        ] + (isAlone ? [] : talking)
    }

    var title: String { tr("Snap!") }
    var question: String? { isAskedToGoOn ? goOnQuestion : isAskedToLeave ? leavingQuestion : nil }
    var absences: [Absence] { session.isOver ? [] : session.party?.absences ?? [] }

    var status: String {
        let games = session.wins.reduce(0, +)
        return games == 0 ? "" : tr("Games won: {number} of {count}", ["number": session.wins[me], "count": games])
    }

    func didAppear() { session.startGame() }
    func coverDidChange(isCovered: Bool) { self.isCovered = isCovered }
    var isWithOthers: Bool { !session.isAlone }
    var holdsInvitations: Bool { prompt != nil && session.isRunning }

    var isPlaying: Bool { !session.isOver }

    func didLeave() {
        stop()
        session.leave()
    }

    func answer(_ choice: Prompt.Choice) {
        switch choice {
        case .replay, .nextGame: session.replay()
        case .disconnect, .menu, .list, .giveUp: disconnect()
        case .goOn, .endGame:
            closePrompt()
            session.removeAbsent()
        default: closePrompt()
        }
    }

    /// Q: asks first unless the game is over.
    private func leave() {
        let isAsked = prompt != nil && !isAskedToGoOn
        if isAsked || isDone { return disconnect() }
        prompt = nil
        askWhetherToLeave()
    }

    private var isAskedToLeave: Bool { prompt?.choices.first == .keepPlaying }

    /// Asks whether to leave, and says what becomes of the game.
    private var leavingQuestion: String {
        if session.isAlone { return tr("Leave the game? It will not count.") }
        if session.host != nil { return tr("Leave the game? It ends for everyone.") }
        return others.count == 1
            ? tr("Leave the game? {name} wins then.", ["name": short(names[others[0]])])
            : tr("Leave the game? The others get your cards.")
    }

    /// Whether the player is still in the game.
    private var isIn: Bool {
        let standing = table?.view.seats[me].standing
        return isDone || standing == .playing || standing == .lastChance
    }

    /// Whether nothing is lost by leaving, or the host is.
    private var isDone: Bool { table != nil && !session.isRunning || session.party?.isHostLost == true }

    /// In a party the game goes on behind the question.
    private func askWhetherToLeave() {
        if isDone { return movePrompt(by: -1) }
        if prompt != nil { return closePrompt() }
        prompt = Prompt(
            choices: [.keepPlaying] + (session.canReplay ? [.replay] : []) + [session.isAlone ? .giveUp : .disconnect], chosen: 0)
        navigator.setNeedsDisplay()
    }
}
