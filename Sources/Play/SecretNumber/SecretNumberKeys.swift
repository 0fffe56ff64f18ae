// What there is to choose and to type at the screen of the secret number, and its keys.

import Games
import Language
import Screen
import Session

extension SecretNumberViewController {
    /// The rows to choose from.
    var rows: [Page.Row] {
        if let alone { return rows(alone: alone) }
        let leave = row("leave", tr("Leave the game (Q)"), announced: tr("Leave")) { [unowned self] in self.leave() }
        if isOver { return [] }
        if table.isAlone { return [leave] }
        if table.mayChoose { return range == nil ? SecretNumberRange.offered.map { row(of: $0) } : [] }
        let keep = row("keep", words.keeping) { [unowned self] in session.keepNext() }
        if table.mayDecide {
            let other = tr("Let {name} choose", ["name": words.name(of: 0, limit: 12)])
            return [keep, row("host", other) { [unowned self] in session.leaveNextToHost() }, leave]
        }
        if table.mayTakeOver { return [keep, leave] }
        return table.mayAsk ? [row("ask", tr("Ask for a replay")) { [unowned self] in session.ask() }, leave] : []
    }

    /// Alone: what comes after the round, or the answers to the computer's guess.
    private func rows(alone: SecretNumberWords.Alone) -> [Page.Row] {
        var rows: [Page.Row] = []
        if words.isRoundOver {
            rows = [row("again", tr("Next game")) { [unowned self] in playAgain() }]
            if words.isWon, let range = table.round?.range.wider {
                let words = tr("A harder one: {range}", ["range": SecretNumberWords.text(range)])
                rows.append(row("harder", words) { [unowned self] in play(in: range, alone.solo) })
            }
            rows.append(row("back", tr("Change the settings")) { [unowned self] in navigator.pop() })
        } else if alone.computers.asked != nil {
            rows = [SecretNumberAnswer.higher, .lower, .correct].map { answer in
                row(answer, SecretNumberWords.word(for: answer)) { alone.computers.answer(answer) }
            }
        }
        if alone.computers.answers.isEmpty { return rows }
        return rows + [row("undo", tr("Take the last answer back")) { alone.computers.takeBack() }]
    }

    private func row(of range: SecretNumberRange) -> Page.Row {
        row(range, SecretNumberWords.text(range)) { [unowned self] in chooseRange(range) }
    }

    /// A row that does nothing for a moment after a result; the first one stays chosen.
    private func row(_ id: some Hashable, _ words: String, announced: String? = nil, _ action: @escaping () -> Void) -> Page.Row {
        var row = Page.Row(id, words) { [unowned self] in if isQuiet { view.choose(rows[0].id) } else { action() } }
        row.announcedText = announced
        row.farewell = alone == nil ? "" : nil
        return row
    }

    func holdsInput(isTyped: Bool) -> Bool { !rows.isEmpty && isQuiet }
}

// MARK: - The page

extension SecretNumberViewController {
    func page(in size: Size) -> Page {
        let verb =
            isGuessing
            ? Page.Verb(label: alone == nil ? tr("Send") : tr("Guess"), help: tr("Send the guess."))
            : isTypingSecret
                ? Page.Verb(
                    label: tr("Keep it"), help: tr("Seal your number. You cannot change it after that."), isNeeded: false)
                : Page.Verb(label: tr("OK"), help: tr("Confirm your choice."), isNeeded: false)
        // Alone text mode reads the page; what is going on takes the place of the state.
        let busy = words.thinking.map { navigator.listener == nil ? $0 : together([words.state, $0]) }
        let headline = prompt != nil ? [] : alone.map { _ in [words.state, words.summary].compactMap(\.self) } ?? []
        var page = Page(
            headline: headline.map { Page.Note(.label, $0) }, rows: rows, busy: prompt == nil ? busy : nil,
            isActive: prompt == nil, keepsLetters: true, verb: verb, keys: answers() + keys)
        page.field = Page.Field(
            labels: alone == nil ? [] : [tr("Your guess:")], mostWidth: Self.widestLine,
            placeholder: navigator.glyphs.spelt(words.invitation),
            question: alone.map { words.question(alone: $0.solo) } ?? words.invitation, emptyKey: alone == nil ? .escape : nil
        ) { [unowned self] in if isGuessing { sendGuess() } else { sealSecret() } }
        return page
    }

    private var keys: [Binding] {
        let isChoosing = { [unowned self] in !rows.isEmpty && prompt == nil }
        let hasText = { [unowned self] in view.field?.text.isEmpty == false }
        return [
            Binding(
                .enter, .character(" "), name: "Enter", label: self.showsSecret ? tr("Hide") : tr("Show"),
                help: self.showsSecret ? tr("Hide your secret number.") : tr("Show your secret number."),
                isAvailable: { [unowned self] in isKeeping }, action: { [unowned self] _ in toggleSecret() }),
            Binding(.escape, label: tr("Cancel"), help: tr("Clear the line."), isAvailable: hasText) { [unowned self] _ in
                clearLine()
            },
            Binding(
                .escape, .left, label: tr("Back"), help: tr("Back to the range."),
                isAvailable: { [unowned self] in isTypingSecret && !hasText() },
                action: { [unowned self] _ in chooseRange(nil) }),
            Binding(
                .up, .down, .pageUp, .pageDown, name: "↑↓", label: tr("Guesses"), help: tr("Scroll the guesses."),
                isAvailable: { !isChoosing() }, action: { [unowned self] in scroll(by: $0) }),
            Binding(
                keys: alone == nil ? [.escape, .left] : [.escape], label: self.alone == nil ? tr("Disconnect") : tr("Back"),
                help: tr("Ask whether to leave."),
                isAvailable: { [unowned self] in !hasText() && !isTypingSecret && !isOver && !isAskedToGoOn },
                action: { [unowned self] _ in alone == nil ? askWhetherToLeave() : leave() }),
            .goOn(
                endsGame: isLeftAlone,
                isAvailable: { [unowned self] in table.isHost && !session.absences.isEmpty && prompt == nil },
                action: { [unowned self] in prompt = .goingOn(endsGame: isLeftAlone) }),
            .menu(
                leadsToList: { [navigator] in navigator.leadsToList }, isAvailable: { [unowned self] in isOver },
                action: { [unowned self] in navigator.popToMenu() }),
            Binding(
                .pageUp, .pageDown, name: "PgUp PgDn", label: tr("Guesses"), help: tr("Scroll the guesses."),
                isAvailable: isChoosing, action: { [unowned self] in scroll(by: $0) }),
            Binding(
                .character("q"), help: tr("Leave the game. Q asks first."), isAvailable: { [unowned self] in !isOver },
                action: { [unowned self] _ in leave() }),
        ]
            + phrases.bindings(
                isAvailable: { [unowned self] in !isOver && !table.isAlone && alone == nil }, seat: table.mySeat,
                hasPlace: { [unowned self] in isWide })
    }

    func didPress(_ key: Key) -> Bool {
        if case .wheel = key { return scroll(by: key) }
        return isTypingSecret && !Self.editsTheEnd(key) ? false : pressPage(key)
    }

    /// The host waits for a player who does something.
    func didTouch() { session.showChoosing() }

    func answer(_ choice: Prompt.Choice) {
        if [.disconnect, .menu, .giveUp].contains(choice) { return close() }
        closePrompt()
        if [.goOn, .endGame].contains(choice) { session.removeAbsent() }
    }

    /// The secret is hidden, so there is no caret to move.
    private static func editsTheEnd(_ key: Key) -> Bool {
        switch key {
        case .character, .paste, .backspace, .control("h"), .control("u"), .control("w"): true
        default: false
        }
    }
}
