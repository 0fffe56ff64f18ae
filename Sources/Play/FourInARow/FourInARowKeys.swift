// The keys of the game's screen, and what else a screen has to answer for: title, clicks, leaving. It knows no packets.

import Engine
import Screen

extension FourInARowViewController: ViewController, Prompting {
    func makeBindings() -> [Binding] {
        let isPlaying = { [unowned self] in prompt == nil && !gameState.isOver && !isOver }
        let isAsking = { [unowned self] in prompt != nil && !isOver }
        let canLearn = { [unowned self] in
            prompt == nil && !gameState.isOver && !isOver && (consent.isPossible || opponent != .peer)
        }
        let canTakeBack = { [unowned self] in
            !isOver && absence == nil && prompt != .consent && (opponent != .peer || consent.isPossible && !gameState.isOver)
        }
        let canReplay = { [unowned self] in mayReplay }
        return absenceBindings + [
            Binding(
                .left, .right, name: "←→", label: "Column", help: "Move the arrow.", isAvailable: isPlaying,
                action: { [unowned self] in moveCursor(to: cursorColumn + ($0 == .left ? -1 : 1)) }),
            Binding(
                .enter, .character(" "), .down, name: "Enter", label: "Drop", help: "Drop a disc into the arrow's column.",
                isAvailable: isPlaying, action: { [unowned self] _ in addDisc(toColumn: cursorColumn) }),
            Binding(
                .character("1"), .character("2"), .character("3"), .character("4"), .character("5"), .character("6"),
                .character("7"), name: "1-7", label: "Drop at once", help: "Drop a disc into this column at once.",
                isAvailable: isPlaying, action: { [unowned self] in drop(intoColumnNamedBy: $0) }),
            Binding(
                .left, .right, .up, .down, name: "←→", label: "Choose", help: "Below the board: choose what to do next.",
                isAvailable: isAsking, action: { [unowned self] in movePrompt(by: $0 == .left || $0 == .up ? -1 : 1) }),
            Binding(
                .enter, .character(" "), name: "Enter", help: "Below the board: do what is chosen.", isAvailable: isAsking,
                action: { [unowned self] _ in confirm() }),
            Binding(
                .character("r"), label: "Replay", help: replayHelp,
                isAvailable: canReplay, action: { [unowned self] _ in replay() }),
            Binding(
                .enter, .character("q"), name: "Enter", label: "Menu", help: "When the other has left: back to the menu.",
                isAvailable: { [unowned self] in isOver }
            ) {
                [unowned self] _ in disconnect()
            },
            Binding(
                .character("q"), label: opponent == .peer ? "Disconnect" : "Quit", help: "Leave the game.",
                isAvailable: { [unowned self] in absence == nil && !isOver }, action: { [unowned self] _ in disconnect() }),
            Binding(
                .character("h"), label: "Hint", help: "Mark the best columns and say what they lead to.", isAvailable: canLearn,
                action: { [unowned self] _ in showHint() }),
            Binding(
                .character("u"), label: "Undo",
                help: opponent == .peer ? "Ask to take the last move back." : "Take the last move back.",
                isAvailable: canTakeBack, action: { [unowned self] _ in undo() }),
            Binding(
                .character("y"), help: "Play again what was taken back.",
                isAvailable: { [unowned self] in !isOver && opponent != .peer }, action: { [unowned self] _ in redo() }),
            Binding(
                .character("e"), label: "Eye", help: "Show the exact score over every column, or no longer.",
                isAvailable: canLearn,
                action: { [unowned self] _ in toggleEye() }),
            Binding(
                .character("t"),
                help: "Mark threats: + yours (or yellow's), x the other's, * both, ! the one that decides the end.",
                isAvailable: canLearn,
                action: { [unowned self] _ in toggleThreats() }),
            Binding(
                .character("v"), label: "Review", help: "When the game is over: look at it move by move.",
                isAvailable: { [unowned self] in (gameState.isOver || isOver) && !match.moves.isEmpty },
                action: { [unowned self] _ in review() }),
            Binding(.escape, help: "Ask whether to leave; arrows and Enter choose.") { [unowned self] _ in askWhetherToLeave() },
        ]
    }

    private var replayHelp: String {
        switch opponent {
        case .peer: "Play again when the game is over; who asks for it begins."
        case .shared: "Play again when the game is over; the colours take turns to begin."
        case .computer: "Begin another game; one that is not over stays in the history."
        }
    }

    /// While the opponent is looked for.
    private var absenceBindings: [Binding] {
        guard opponent == .peer else { return [] }
        let isAbsent = { [unowned self] in absence != nil }
        return [
            Binding(
                .character("s"), label: "Save and leave", help: "The connection is lost: leave, and find the game in the menu.",
                isAvailable: isAbsent, action: { [unowned self] _ in saveAndLeave() }),
            Binding(
                .character("q"), .escape, label: "Leave", help: "The connection is lost: give the game up.",
                isAvailable: isAbsent,
                action: { [unowned self] _ in giveUp() }),
            Binding(.character("w"), label: "Wait", help: "The connection is lost: wait for the other.", isAvailable: isAbsent) {
                [unowned self] _ in
                wait()
            },
        ]
    }

    var title: String {
        switch opponent {
        case .shared: "Two players"
        case .peer: "You ● and \(opponentName) ○"
        case .computer(let level):
            navigator.canvas.size.width < 60 ? "\(level.name) ○" : "You ● and the computer ○: \(level.name)"
        }
    }
    var alertRow: Int? { layout.prompt + 2 }
    var status: String { tally.text(isShared: isShared) }

    func didPress(_ key: Key) -> Bool {
        finishFall()
        guard case .click(let point) = key, !isOver else { return false }
        if point.y == layout.prompt,
            prompt?.choose(at: point.x, isAlone: opponent != .peer, width: navigator.canvas.size.width) == true
        {
            confirm()
        } else if let column = layout.column(at: point) {
            addDisc(toColumn: column)
        }
        return true
    }

    /// After the peer has gone, a key leads to the menu and does nothing there; but not one meant for the board, pressed a moment
    /// too late.
    func shouldCloseAlert(_ key: Key) -> Bool {
        if isOver && key == .character("v") && !match.moves.isEmpty {
            review()
            return false
        }
        return !isOver || !boardKeys.contains(key)
    }

    func didCloseAlert() -> Bool {
        if isOver { navigator.popToRoot() }
        return !isOver
    }

    private var boardKeys: Set<Key> {
        Set([.left, .right, .up, .down] + (1...7).map { .character(Unicode.Scalar(UInt8(0x30 + $0))) })
    }

    private func drop(intoColumnNamedBy key: Key) {
        if case .character(let digit) = key { addDisc(toColumn: Int(digit.value) - 0x31) }
    }

    private func confirm() {
        switch prompt?.choice {
        case .replay: replay()
        case .disconnect: disconnect()
        case .keepPlaying: closePrompt()
        case .review: review()
        case .allow: answer(isAllowed: true)
        case .refuse: answer(isAllowed: false)
        case .wait: wait()
        case .saveAndLeave: saveAndLeave()
        case .leave: giveUp()
        case nil: break
        }
    }

    /// The game, move by move, with what the engine thinks of it.
    private func review() {
        finishFall()
        let names = ReviewNames(opponent: opponent.kind, name: opponentName, isFirst: me == .first)
        navigator.push(ReviewViewController(navigator: navigator, match: match, names: names, keptAs: recordID))
    }

    private func askWhetherToLeave() {
        finishFall()
        if consent.wanted != nil { return answer(isAllowed: false) }
        if gameState.isOver { return movePrompt(by: -1) }
        if prompt != nil { return closePrompt() }
        prompt = .leaving
        navigator.setNeedsDisplay()
    }
}
