// The keys and clicks of a game's screen, its title, status and help notes.

import Engine
import Language
import Screen
import Session

extension FourInARowViewController: ViewController, Prompting {
    func makeBindings() -> [Binding] {
        let isPlaying = { [unowned self] in prompt == nil && !gameState.isOver && !match.isOver }
        let isAsking = { [unowned self] in prompt != nil && !match.isOver }
        let canReplay = { [unowned self] in mayReplay }
        let (words, isKept) = (words, match.isKept)
        return reconnectingBindings + peerBindings + levelBindings + [
            Binding(
                .left, .right, name: "←→", label: tr("Column"), help: tr("Choose a column."), isAvailable: isPlaying,
                action: { [unowned self] in moveCursor(to: cursorColumn + ($0 == .left ? -1 : 1)) }),
            Binding(
                .enter, .character(" "), .down, name: "Enter", label: tr("Drop"), help: tr("Drop a disc into that column."),
                isAvailable: isPlaying, action: { [unowned self] _ in addDisc(toColumn: cursorColumn) }),
            Binding(
                .character("1"), .character("2"), .character("3"), .character("4"), .character("5"), .character("6"),
                .character("7"), name: "1-7", label: tr("Drop at once"), help: tr("Drop a disc into this column at once."),
                isAvailable: isPlaying, action: { [unowned self] in drop(intoColumnNamedBy: $0) }),
            Binding(
                .left, .right, .up, .down, name: "←→", label: tr("Choose"), help: tr("Choose what to do next."),
                isAvailable: isAsking, action: { [unowned self] in movePrompt(by: $0 == .left || $0 == .up ? -1 : 1) }),
            Binding(
                .enter, .character(" "), name: "Enter", help: tr("Confirm your choice."), isAvailable: isAsking,
                action: { [unowned self] _ in confirm() }),
            Binding(
                .character("r"), label: tr("Replay"), help: isKept ? words.replayHelp : tr("Start over from here."),
                isAvailable: canReplay, action: { [unowned self] _ in replay() }),
            Binding(
                .character("q"), label: words.isAlone ? tr("Quit") : tr("Disconnect"), help: words.leaveHelp,
                isAvailable: { [unowned self] in match.reconnection == nil && !match.isOver },
                action: { [unowned self] _ in leave() }),
            Binding(
                .character("v"), label: tr("Review"), help: tr("Review the game after it ends."),
                isAvailable: { [unowned self] in (gameState.isOver || match.isOver) && !match.game.moves.isEmpty },
                action: { [unowned self] _ in review() }),
        ] + teachingBindings + [
            Binding(.escape, help: tr("Ask whether to leave.")) { [unowned self] _ in askWhetherToLeave() }
        ]
    }

    /// The keys that answer a peer's questions, and those left when the peer is gone.
    private var peerBindings: [Binding] {
        if words.isAlone { return [] }
        let isConsentAsked = { [unowned self] in prompt?.choices == Prompt.consent.choices }
        return [
            Binding(
                .character("y"), label: tr("Allow"), help: tr("Allow what you are asked for."),
                isAvailable: isConsentAsked, action: { [unowned self] _ in answer(isAllowed: true) }),
            Binding(
                .character("n"), label: tr("Refuse"), help: tr("Refuse what you are asked for."),
                isAvailable: isConsentAsked, action: { [unowned self] _ in answer(isAllowed: false) }),
            Binding(
                .enter, .character("q"), .escape, name: "Enter", label: tr("Menu"), help: tr("Back to the menu."),
                isAvailable: { [unowned self] in match.isOver }, action: { [unowned self] _ in disconnect() }),
        ]
    }

    /// Hints, scores, threats, undo and redo.
    private var teachingBindings: [Binding] {
        let (words, glyphs) = (words, navigator.glyphs)
        let canLearn = { [unowned self] in
            prompt == nil && !gameState.isOver && !match.isOver
                && (match.opponent.canBeAsked || !match.opponent.permissions.mustConsent)
        }
        let canTakeBack = { [unowned self] in
            !match.isOver && match.reconnection == nil && prompt != .consent
                && (!match.opponent.permissions.mustConsent || match.opponent.canBeAsked && !gameState.isOver)
        }
        return [
            Binding(
                .character("h"), label: tr("Hint"), help: tr("Mark the best columns and say what they lead to."),
                isNeeded: words.isComputer, isAvailable: canLearn,
                action: { [unowned self] _ in showHint() }),
            Binding(
                .character("u"), label: tr("Undo"),
                help: words.undoHelp, isNeeded: words.isComputer,
                isAvailable: canTakeBack, action: { [unowned self] _ in undo() }),
            Binding(
                .character("y"), help: tr("Redo the move you took back."),
                isAvailable: { [unowned self] in !match.isOver && !match.opponent.permissions.mustConsent },
                action: { [unowned self] _ in redo() }),
            Binding(
                .character("e"), label: tr("Scores"), help: tr("Show or hide column scores."),
                isAvailable: canLearn,
                action: { [unowned self] _ in toggleScores() }),
            Binding(
                .character("t"),
                help: tr("Show threats: {marks}, ! decisive.", ["marks": words.threatMarks(glyphs)]),
                isAvailable: canLearn,
                action: { [unowned self] _ in toggleThreats() }),
        ]
    }

    /// The keys while the opponent is looked for.
    private var reconnectingBindings: [Binding] {
        guard match.opponent.permissions.canBreakOff else { return [] }
        let isAbsent = { [unowned self] in match.reconnection != nil }
        return [
            Binding(
                .character("s"), label: tr("Save and leave"), help: tr("Save and leave (resume from the menu)."),
                isAvailable: isAbsent, action: { [unowned self] _ in disconnect() }),
            Binding(
                .character("q"), .escape, label: tr("Leave"), help: tr("Leave. The game is over."),
                isAvailable: isAbsent,
                action: { [unowned self] _ in giveUp() }),
            Binding(.character("w"), label: tr("Wait"), help: tr("Keep waiting."), isAvailable: isAbsent) {
                [unowned self] _ in
                wait()
            },
        ]
    }

    var title: String { words.title(match.opponentName, navigator.canvas.size.width) }
    var alertRow: Int? { layout.below + 2 }
    var isInPicture: Bool { prompt == nil }
    var barPrompt: Prompt? { prompt }
    var question: String? {
        if isAskingToLeave { return nil }
        if !match.opponent.isAnswering {
            return match.opponent.isFarAway
                ? PresenceWords.awaited(match.opponentName) : PresenceWords.sentence(for: [match.opponentName])
        }
        return match.consent.wantedTopic.map { topic in
            let moves = topic == .undo ? match.undoTarget(of: match.me.other).map { match.game.moves.count - $0 } : nil
            return words.asks(match.opponentName, for: topic, takesReply: moves == 2)
        }
    }
    var isPlaying: Bool { !gameState.isOver && !match.isOver }
    var isDeaf: Bool { motion.isDeaf || falling != nil && gameState.isOver }
    var status: String { [sealedMark, progress].filter { !$0.isEmpty }.joined(separator: "  ") }
    var notes: [HelpNote] {
        let scores = insight.showsScores ? Insight.notes(for: layout) : []
        guard match.opponent.isSealed else { return scores }
        return scores + [
            HelpNote(
                sign: sealedMark,
                sentence: tr(
                    "A private game: only you and {name} can read it, and nobody can change it on the way.",
                    ["name": match.opponentName]))
        ] + (contact?.notes ?? [])
    }

    func didPress(_ key: Key) -> Bool {
        finishFall()
        if match.isOver { return false }
        switch key {
        case .click(let point) where point.y == navigator.canvas.size.height - 1:
            if prompt?.choose(at: point.x, width: navigator.canvas.size.width) == true { confirm() }
        case .click(let point): if let column = layout.column(at: point) { addDisc(toColumn: column) }
        case .character("1"..."7") where gameState.isOver: showWinnerAgain()
        default: return false
        }
        return true
    }

    private func drop(intoColumnNamedBy key: Key) {
        if case .character(let digit) = key { addDisc(toColumn: Int(digit.value) - 0x31) }
    }

    private func confirm() {
        switch prompt?.choice {
        case .nextLevel(let level): play(at: level)
        case .replay: replay()
        case .disconnect, .quit: disconnect()
        case .keepPlaying: playOn()
        case .review: review()
        case .allow: answer(isAllowed: true)
        case .refuse: answer(isAllowed: false)
        case .wait: wait()
        case .takeMove: takeLostMove()
        case .saveAndLeave: disconnect()
        case .leave: giveUp()
        case .giveUp, .sendAway, .keep, nil: break
        }
    }

    /// Opens the review of the game.
    private func review() {
        comeToRest()
        let names = ReviewNames(
            opponent: match.opponent.kind, name: match.opponentName, isFirst: match.me == .first,
            level: match.opponent.level.flatMap(Level.init(rawValue:)))
        navigator.push(ReviewViewController(navigator: navigator, game: match.game, names: names, keptAs: match.recordID))
    }
}
