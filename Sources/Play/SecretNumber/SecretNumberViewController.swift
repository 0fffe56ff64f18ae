// The screen of "Guess the secret number": what keys, packets and time do to it. What happens in the game it leaves to
// SecretNumberTable, what is read to SecretNumberWords, how it is drawn to SecretNumberDrawing.

import Games
import Screen
import Session
import Wire

/// The game at one of the party's seats.
final class SecretNumberViewController {
    /// How long after an end no choice is taken, in milliseconds: the keys may have been meant as a guess.
    static let quietTime = 1000
    /// The longest line, in bytes.
    private static let longestLine = 12

    let navigator: Navigator
    private let party: Party
    private(set) var table: SecretNumberTable
    private(set) var field = TextField(limit: longestLine)
    /// As the keeper of the next secret: the numbers that can be guessed, once they are chosen.
    private(set) var range: SecretNumberRange?
    /// The lines to choose from.
    private(set) var choices: SecretNumberChoices?
    /// Whether the keeper wants to see the secret.
    private(set) var showsSecret = false
    /// How far the history is scrolled, in rows; drawing limits it.
    var offset = 0

    /// Whether the party is over and the player has yet to read why.
    private(set) var isOver = false
    private var isLeaving = false
    /// Whether the alert says why a guess was not made, which holds no longer than the round.
    private var isSlipShown = false
    private var quietUntil = Int.min
    private var timer: (awaited: SecretNumberTable.Awaited, task: Cancellable)?

    /// At my seat of a party.
    init(navigator: Navigator, party: Party) {
        self.navigator = navigator
        self.party = party
        let surroundings = navigator.surroundings
        table = SecretNumberTable(seats: party.names.count, mySeat: party.mySeat, digest: { surroundings.digest(of: $0) })
        party.delegate = self
        updateView()
    }

    /// The game's keys.
    private(set) lazy var bindings: [Binding] = makeBindings()

    var words: SecretNumberWords { SecretNumberWords(table: table, names: party.names) }
}

// MARK: - What happens

extension SecretNumberViewController {
    /// Something happened: what it says goes out, then the screen follows.
    private func change(_ body: (inout SecretNumberTable) -> Void) {
        let (number, phase, guesses) = (table.number, table.phase, table.round?.history.count ?? 0)
        let wasFalse = table.isHostFalse
        body(&table)
        for outgoing in table.takeOutgoing() {
            if let seat = outgoing.seat {
                party.send(outgoing.message.packet, to: seat)
            } else {
                party.sendToAll(outgoing.message.packet)
            }
        }
        if table.number != number { startAnew() }
        if table.phase != phase { enterPhase() }
        if table.phase == phase, offset > 0 { offset += max(0, (table.round?.history.count ?? 0) - guesses) }
        if table.isHostFalse && !wasFalse { navigator.show(alert: SecretNumberWords.falseHost) }
        awaitOthers()
        updateView()
    }

    private func startAnew() {
        range = nil
        showsSecret = false
        field = TextField(limit: Self.longestLine)
    }

    private func enterPhase() {
        if isSlipShown { navigator.closeAlert() }
        isSlipShown = false
        offset = 0
        field = TextField(limit: Self.longestLine)
        if table.phase == .over || table.mayTakeOver { quietUntil = navigator.surroundings.now + Self.quietTime }
        if table.phase != .opening { ring() }
    }

    private func updateView() {
        let choices = currentChoices
        if choices?.choices != self.choices?.choices { self.choices = choices }
        navigator.setNeedsDisplay()
    }

    private var currentChoices: SecretNumberChoices? {
        if isOver { return nil }
        if isLeaving { return .leaving }
        if table.isAlone { return SecretNumberChoices([.leave]) }
        if table.mayChoose { return range == nil ? .ranges : nil }
        if table.mayDecide { return SecretNumberChoices([.keep, .leaveToHost, .leave]) }
        return table.mayTakeOver ? SecretNumberChoices([.keep, .leave]) : nil
    }

    /// Whoever has to do something in time gets that time.
    private func awaitOthers() {
        guard table.awaited != timer?.awaited else { return }
        timer?.task.cancel()
        timer = table.awaited.map { awaited in
            let task = navigator.surroundings.after(milliseconds: SecretNumberTable.patience) { [weak self] in
                self?.change { $0.didWait(for: awaited) }
            }
            return (awaited, task)
        }
    }

    private func ring() { if navigator.settings.bell { navigator.surroundings.ringBell() } }
}

// MARK: - The party

extension SecretNumberViewController: PartyDelegate {
    func party(_ party: Party, didReceive packet: GamePacket, from seat: Int) {
        guard let message = SecretNumberMessage(packet) else { return }
        let gone = table.gone
        change { $0.receive(message, from: seat, at: navigator.surroundings.now) }
        showWhoLeft(since: gone)
    }

    func party(_ party: Party, didLose seat: Int) {
        let gone = table.gone
        change { $0.lose(seat) }
        showWhoLeft(since: gone)
    }

    func partyDidEnd(_ party: Party, because reason: QuitReason) {
        isOver = true
        isLeaving = false
        quietUntil = navigator.surroundings.now + Self.quietTime
        timer?.task.cancel()
        timer = nil
        updateView()
        guard let sentence = reason.sentence else { return navigator.popToRoot() }
        navigator.show(alert: sentence)
        ring()
    }

    private func showWhoLeft(since gone: Set<Int>) {
        guard let seat = table.gone.subtracting(gone).first else { return }
        isSlipShown = false
        navigator.show(alert: "\(words.name(of: seat)) has left the game.")
    }
}

// MARK: - Keys

extension SecretNumberViewController: ViewController {
    var title: String { "Guess the secret number" }
    var status: String { "Round \(table.phase == .choosing ? table.begun + 1 : max(1, table.begun))" }
    var isTyping: Bool { isGuessing || isTypingSecret }

    /// Whether the line takes guesses.
    var isGuessing: Bool { table.mayGuess && !isLeaving && !isOver }
    /// Whether the line takes a secret.
    var isTypingSecret: Bool { table.mayChoose && range != nil && !isLeaving && !isOver }
    /// Whether I keep the secret that the others guess.
    var isKeeping: Bool { table.mine != nil && table.phase == .guessing && !isLeaving && !isOver }

    private func makeBindings() -> [Binding] {
        let digits = (0x31...0x35).compactMap { Unicode.Scalar($0).map(Key.character) }
        let isChoosing = { [unowned self] in choices != nil }
        let hasText = { [unowned self] in isTyping && !field.text.isEmpty }
        return [
            Binding(.enter, label: "Send", help: "Send the guess.", isAvailable: { [unowned self] in isGuessing }) {
                [unowned self] _ in
                sendGuess()
            },
            Binding(
                .enter, label: "Seal", help: "Seal the secret number: after that it cannot be another.",
                isAvailable: { [unowned self] in isTypingSecret }, action: { [unowned self] _ in sealSecret() }),
            Binding(
                .up, .down, name: "↑↓", label: "Choose", help: "Choose a line.", isAvailable: isChoosing,
                action: { [unowned self] in moveChoice(by: $0 == .up ? -1 : 1) }),
            Binding(
                .enter, .character(" "), name: "Enter", label: "OK", help: "Do what is chosen.", isAvailable: isChoosing,
                action: { [unowned self] _ in carryOut(choices?.choice) }),
            Binding(
                keys: digits, name: "1-5", help: "Do what the line of this number says.", isAvailable: isChoosing,
                action: { [unowned self] in carryOut(choices?.choice(numbered: $0)) }),
            Binding(
                .enter, .character(" "), name: "Enter", label: "Show", help: "Show or hide your secret number.",
                isAvailable: { [unowned self] in isKeeping },
                action: { [unowned self] _ in
                    showsSecret.toggle()
                    navigator.setNeedsDisplay()
                }),
            Binding(.escape, label: "Cancel", help: "Empty the line.", isAvailable: hasText) { [unowned self] _ in
                field = TextField(limit: Self.longestLine)
                navigator.setNeedsDisplay()
            },
            Binding(
                .escape, .left, label: "Back", help: "Back to the numbers that can be guessed.",
                isAvailable: { [unowned self] in isTypingSecret && field.text.isEmpty },
                action: { [unowned self] _ in chooseRange(nil) }),
            Binding(
                .up, .down, .pageUp, .pageDown, name: "↑↓", label: "History", help: "Scroll the guesses.",
                isAvailable: { !isChoosing() }, action: { [unowned self] in scroll(by: $0) }),
            Binding(
                .escape, .left, label: "Leave", help: "Ask whether to leave; arrows and Enter choose.",
                isAvailable: { [unowned self] in !hasText() && !isTypingSecret && !isOver },
                action: { [unowned self] _ in askWhetherToLeave() }),
            Binding(
                .enter, label: "Menu", help: "When the party is over: back to the menu.",
                isAvailable: { [unowned self] in isOver },
                action: { [unowned self] _ in navigator.popToRoot() }),
            Binding(
                .pageUp, .pageDown, name: "PgUp PgDn", label: "History", help: "Below lines to choose from: scroll the guesses.",
                isAvailable: isChoosing, action: { [unowned self] in scroll(by: $0) }),
            Binding(
                .character("q"), help: "Leave the game, where no text is typed.", isAvailable: { [unowned self] in !isTyping },
                action: { [unowned self] _ in navigator.popToRoot() }),
        ]
    }

    func didPress(_ key: Key) -> Bool {
        switch key {
        case .wheel: scroll(by: key)
        case .click(let point):
            guard let index = layout.choice(at: point), let choices, index < choices.choices.count else { return false }
            carryOut(choices.choices[index])
        default:
            guard isTyping, isGuessing || Self.editsTheEnd(key), field.edit(key) else { return false }
            navigator.setNeedsDisplay()
        }
        return true
    }

    /// The secret is not seen, so there is no caret to move through it.
    private static func editsTheEnd(_ key: Key) -> Bool {
        switch key {
        case .character, .paste, .backspace, .control("h"), .control("u"), .control("w"): true
        default: false
        }
    }

    var alertRow: Int? { layout.gapBelowLine }

    /// After the end of the party a key leads to the menu and does nothing there; but not one meant for a guess, pressed a moment
    /// too late.
    func shouldCloseAlert(_ key: Key) -> Bool {
        guard isOver else { return true }
        if case .character(let digit) = key, ("0"..."9").contains(digit) { return false }
        return key != .backspace && navigator.surroundings.now >= quietUntil
    }

    func didCloseAlert() -> Bool {
        if isOver { navigator.popToRoot() }
        return !isOver
    }

    func didLeave() {
        timer?.task.cancel()
        timer = nil
        party.leave()
    }

    private func sendGuess() {
        var slip: SecretNumberSlip?
        change { slip = $0.guess(field.text, at: navigator.surroundings.now) }
        isSlipShown = slip != nil
        if let slip { return navigator.show(alert: slip.sentence) }
        if isGuessing { field = TextField(limit: Self.longestLine) }
    }

    private func sealSecret() {
        guard let range else { return }
        switch range.number(typed: field.text) {
        case .failure(let reason): navigator.show(alert: reason.sentence)
        case .success(let secret):
            field = TextField(limit: Self.longestLine)
            let nonce = navigator.surroundings.randomBytes(SecretNumberSeal.nonceLength)
            change { $0.choose(secret, in: range, nonce: nonce) }
        }
    }

    private func moveChoice(by step: Int) {
        choices?.move(by: step)
        navigator.setNeedsDisplay()
    }

    private func carryOut(_ choice: SecretNumberChoices.Choice?) {
        guard let choice, isLeaving || navigator.surroundings.now >= quietUntil else { return }
        switch choice {
        case .range(let index): chooseRange(SecretNumberRange.offered[index])
        case .keep: change { if $0.isHost { $0.takeOver() } else { $0.decide(keeps: true) } }
        case .leaveToHost: change { $0.decide(keeps: false) }
        case .stay: askWhetherToLeave()
        case .leave: navigator.popToRoot()
        }
    }

    private func chooseRange(_ range: SecretNumberRange?) {
        self.range = range
        updateView()
    }

    private func askWhetherToLeave() {
        isLeaving.toggle()
        updateView()
    }

    private func scroll(by key: Key) {
        switch key {
        case .up: offset -= 1
        case .down: offset += 1
        case .pageUp: offset -= 8
        case .pageDown: offset += 8
        case .wheel(let step): offset += step
        default: break
        }
        offset = max(0, offset)
        navigator.setNeedsDisplay()
    }
}
