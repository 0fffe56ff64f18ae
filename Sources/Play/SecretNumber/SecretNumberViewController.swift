// The screen of "Guess the secret number": its keys, and what happens in the game. SecretNumberSession plays, SecretNumberWords has the
// sentences, SecretNumberDrawing draws.

import Games
import Language
import Screen
import Session
import Wire

/// One player's screen of the game.
final class SecretNumberViewController {
    /// How long after a result choices are ignored, in milliseconds, because the keys may have been meant as a guess.
    static let quietTime = 1000
    /// The longest text, in bytes: twelve digits of any script.
    private static let longestLine = 48
    private static let emptyLine = TextField(limit: longestLine, isLeftToRight: true)

    let navigator: Navigator
    /// The game at this player's seat.
    let session: SecretNumberSession
    private(set) var field = emptyLine
    /// As the keeper of the next secret: the chosen range; nil before.
    private(set) var range: SecretNumberRange?
    /// The choices below the state.
    private(set) var choices: SecretNumberChoices?
    /// Whether the secret is shown to its keeper.
    private(set) var showsSecret = false
    /// What falls after the player's win.
    private(set) lazy var celebration = Celebration(navigator: navigator)
    /// What the players say to each other.
    private(set) lazy var phrases = Phrases(navigator: navigator) { [unowned self] in session.party.say($0) }
    /// How far the history is scrolled, in rows; drawing limits it.
    var offset = 0

    private(set) var isLeaving = false
    private var isAskedToGoOn = false
    private(set) var quietUntil = Int.min

    /// Creates the screen of a party.
    init(navigator: Navigator, party: Party) {
        self.navigator = navigator
        session = SecretNumberSession(party: party, environment: navigator.environment)
        session.didChange = { [weak self] in self?.secretNumberDidChange(before: $0) }
        session.didReturn = { [weak self] in self?.secretNumberDidReturn($0) }
        session.didHear = { [weak self] in self?.secretNumberDidHear($0, from: $1) }
        session.didEnd = { [weak self] in self?.secretNumberDidEnd(because: $0) }
        updateView()
    }

    /// The game's keys.
    private(set) lazy var bindings: [Binding] = makeBindings()

    /// The game as this player's program knows it.
    var table: SecretNumberTable { session.table }
    /// Whether the party is over and the player is reading why.
    var isOver: Bool { session.isOver }
    var words: SecretNumberWords { SecretNumberWords(table: table, names: session.names) }
}

// MARK: - Changes

extension SecretNumberViewController {
    private func secretNumberDidChange(before: SecretNumberTable) {
        if table.number != before.number { startAnew() }
        if table.phase != before.phase {
            enterPhase()
            if table.phase == .over, let scorer = table.round?.scorer { didEnd(wonBy: scorer) }
        } else if offset > 0 {
            offset += max(0, (table.round?.history.count ?? 0) - (before.round?.history.count ?? 0))
        }
        if isAskedToGoOn && session.absences.isEmpty { isAskedToGoOn = false }
        if table.mayTakeOver && !before.mayTakeOver { quietUntil = navigator.environment.now + Self.quietTime }
        if table.lostChoice(since: before) { navigator.show(alert: words.lostChoice) }
        if table.isHostDishonest && !before.isHostDishonest { navigator.show(alert: SecretNumberWords.dishonestHost) }
        updateView()
        if let seat = table.gone.subtracting(before.gone).first { show(whoLeft: seat) }
    }

    private func secretNumberDidReturn(_ seat: Int) {
        navigator.show(alert: PresenceWords.back(words.name(of: seat), isHost: seat == 0), isBrief: true) { [weak self] in
            self?.absences.isEmpty == true
        }
    }

    private func secretNumberDidHear(_ phrase: Phrase, from seat: Int) {
        phrases.hear(phrase, from: seat, named: words.name(of: seat), hasPlace: isWide)
    }

    private func secretNumberDidEnd(because reason: QuitReason) {
        (isLeaving, isAskedToGoOn) = (false, false)
        updateView()
        navigator.launcher.partyDidEnd(because: reason)
    }

    private func show(whoLeft seat: Int) {
        navigator.show(alert: PresenceWords.departed(words.name(of: seat), table.departures[seat] ?? .left))
    }

    /// A round is over. It counts for those who guessed, and for the keeper where only one did.
    private func didEnd(wonBy scorer: Int) {
        guard let round = table.round, round.isDuel || round.keeper != table.mySeat, round.players.contains(table.mySeat) else {
            return
        }
        let kind = ScoredGame(game: OtherGame.secretNumber.rawValue, size: round.range.count, mode: "table")
        let others = (0..<table.seats).filter { $0 != table.mySeat && !table.gone.contains($0) }.map { session.names[$0] }
        let isWon = scorer == table.mySeat
        if isWon { celebration.begin() }
        navigator.keep(
            PlayedGame(
                kind, against: others, isWon: isWon,
                score: isWon && round.keeper != table.mySeat ? -round.guesses(by: table.mySeat) : nil))
    }

    private func startAnew() {
        celebration.end()
        range = nil
        showsSecret = false
        field = Self.emptyLine
    }

    private func enterPhase() {
        offset = 0
        field = Self.emptyLine
        if table.phase == .over { quietUntil = navigator.environment.now + Self.quietTime }
        if table.phase != .opening { navigator.ring() }
    }

    private func updateView() {
        let choices = currentChoices
        if choices?.choices != self.choices?.choices { self.choices = choices }
        navigator.setNeedsDisplay()
    }

    private var currentChoices: SecretNumberChoices? {
        if isOver { return nil }
        if isLeaving { return .leaving }
        if isAskedToGoOn { return .goingOn }
        if table.isAlone { return SecretNumberChoices([.leave], chosen: 0) }
        if table.mayChoose { return range == nil ? .ranges : nil }
        if table.mayDecide { return SecretNumberChoices([.keep, .leaveToHost, .leave], chosen: 0) }
        if table.mayTakeOver { return SecretNumberChoices([.keep, .leave], chosen: 0) }
        return table.mayAsk ? SecretNumberChoices([.ask, .leave], chosen: 0) : nil
    }
}

// MARK: - Keys

extension SecretNumberViewController: ViewController {
    var isWithOthers: Bool { true }
    var title: String { tr("Guess the secret number") }
    func heading(width: Int) -> [(text: String, role: Role)] {
        [(TextWidth.of(title) <= width ? title : tr("Secret number"), .title)]
    }
    var status: String {
        tr("Round {number}", ["number": table.phase == .choosing ? table.begun + 1 : max(1, table.begun)])
    }
    var isTyping: Bool { isGuessing || isTypingSecret }
    var isPlaying: Bool { !isOver }
    /// Numbers have no letters, so letters are commands while one is typed.
    func isText(_ scalar: Unicode.Scalar) -> Bool {
        isTyping && (SecretNumberRange.digit(scalar) != nil || scalar == " " || scalar == "-")
    }

    /// Whether the text field is for guesses.
    var isGuessing: Bool { table.mayGuess && !isAsked && !isOver }
    /// Whether the text field is for the secret.
    var isTypingSecret: Bool { table.mayChoose && range != nil && !isAsked && !isOver }
    /// Whether this player keeps the secret that the others guess.
    var isKeeping: Bool { table.mine != nil && table.phase == .guessing && !isAsked && !isOver }
    /// Whether the player is asked about leaving, or about going on without others.
    private var isAsked: Bool { isLeaving || isAskedToGoOn }

    private func makeBindings() -> [Binding] {
        let digits = (0x31...0x35).compactMap { Unicode.Scalar($0).map(Key.character) }
        let isChoosing = { [unowned self] in choices != nil }
        let hasText = { [unowned self] in isTyping && !field.text.isEmpty }
        return [
            Binding(
                .enter, label: tr("Send"), help: tr("Send the guess."), isNeeded: true,
                isAvailable: { [unowned self] in isGuessing }
            ) {
                [unowned self] _ in
                sendGuess()
            },
            Binding(
                .enter, label: tr("Keep it"), help: tr("Seal your number. You cannot change it after that."),
                isAvailable: { [unowned self] in isTypingSecret }, action: { [unowned self] _ in sealSecret() }),
            Binding(
                .up, .down, name: "↑↓", label: tr("Choose"), help: tr("Choose a line."), isAvailable: isChoosing,
                action: { [unowned self] in moveChoice(by: $0 == .up ? -1 : 1) }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("OK"), help: tr("Confirm your choice."),
                isAvailable: isChoosing,
                action: { [unowned self] _ in carryOut(choices?.choice) }),
            Binding(
                keys: digits, name: "1-5", help: tr("Choose that line."), isAvailable: isChoosing,
                action: { [unowned self] in carryOut(choices?.choice(numbered: $0)) }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Show"), help: tr("Show your secret number."),
                isAvailable: { [unowned self] in isKeeping && !showsSecret }, action: { [unowned self] _ in showSecret(true) }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Hide"), help: tr("Hide your secret number."),
                isAvailable: { [unowned self] in isKeeping && showsSecret }, action: { [unowned self] _ in showSecret(false) }),
            Binding(.escape, label: tr("Cancel"), help: tr("Clear the line."), isAvailable: hasText) { [unowned self] _ in
                field = Self.emptyLine
                navigator.setNeedsDisplay()
            },
            Binding(
                .escape, .left, label: tr("Back"), help: tr("Back to the range."),
                isAvailable: { [unowned self] in isTypingSecret && field.text.isEmpty },
                action: { [unowned self] _ in chooseRange(nil) }),
            Binding(
                .up, .down, .pageUp, .pageDown, name: "↑↓", label: tr("Guesses"), help: tr("Scroll the guesses."),
                isAvailable: { !isChoosing() }, action: { [unowned self] in scroll(by: $0) }),
            Binding(
                .escape, .left, label: self.isLeaving ? tr("Play on") : tr("Disconnect"), help: tr("Ask whether to leave."),
                isAvailable: { [unowned self] in !hasText() && !isTypingSecret && !isOver },
                action: { [unowned self] _ in askWhetherToLeave() }),
            .goOn(isAvailable: { [unowned self] in table.isHost && !session.absences.isEmpty && !isLeaving }) { [unowned self] in
                if isAskedToGoOn { return carryOut(.goOn) }
                isAskedToGoOn = true
                updateView()
            },
            .menu(isAvailable: { [unowned self] in isOver }, action: { [unowned self] in navigator.popToMenu() }),
            Binding(
                .pageUp, .pageDown, name: "PgUp PgDn", label: tr("Guesses"), help: tr("Scroll the guesses."),
                isAvailable: isChoosing, action: { [unowned self] in scroll(by: $0) }),
            Binding(
                .character("q"), help: tr("Leave the game. Q asks first."), isAvailable: { [unowned self] in !isOver },
                action: { [unowned self] _ in leave() }),
        ]
            + phrases.bindings(
                isAvailable: { [unowned self] in !isOver && !table.isAlone }, seat: table.mySeat,
                hasPlace: { [unowned self] in isWide })
    }

    func didPress(_ key: Key) -> Bool {
        switch key {
        case .wheel: scroll(by: key)
        case .click(let point):
            guard let index = layout.choice(at: point), let choices, index < choices.choices.count else { return false }
            carryOut(choices.choices[index])
        default:
            guard isTyping, isGuessing || Self.editsTheEnd(key), field.edit(key) else { return false }
            if isTypingSecret { session.showChoosing() }
            navigator.setNeedsDisplay()
        }
        return true
    }

    /// The secret is hidden, so there is no caret to move.
    private static func editsTheEnd(_ key: Key) -> Bool {
        switch key {
        case .character, .paste, .backspace, .control("h"), .control("u"), .control("w"): true
        default: false
        }
    }

    var notes: [HelpNote] { SecretNumberWords.rules(solo: nil, isUnicode: navigator.glyphs.isUnicode) }
    var question: String? {
        if isAskedToGoOn { return PresenceWords.goOn(without: session.absences.map(\.name)) }
        guard isLeaving else { return nil }
        return table.isHost ? tr("Leave the game? It ends for everyone.") : tr("Leave the game? The others will be told.")
    }
    var absences: [Absence] { session.absences }

    func didLeave() {
        celebration.end()
        phrases.stop()
        session.leave()
    }

    private func sendGuess() {
        if session.isHeldUp || field.text.isEmpty { return }
        if let mistake = session.guess(field.text) { return reject(mistake) }
        if isGuessing { field = Self.emptyLine }
    }

    private func sealSecret() {
        guard let range, !session.isHeldUp, !field.text.isEmpty else { return }
        switch range.number(typed: field.text) {
        case .failure(let reason): reject(.unusable(reason))
        case .success(let secret):
            field = Self.emptyLine
            session.choose(secret, in: range)
        }
    }

    /// Shows why the text was rejected, as long as the reason holds. Unusable text is selected, so that typing replaces it.
    private func reject(_ mistake: SecretNumberMistake) {
        if case .unusable = mistake { field.selectAll() }
        let (number, phase) = (table.number, table.phase)
        navigator.show(alert: mistake.sentence) { [weak self] in
            guard let table = self?.table, table.number == number, table.phase == phase else { return false }
            return mistake != .unanswered || table.outstanding != nil
        }
    }

    private func showSecret(_ isShown: Bool) {
        showsSecret = isShown
        navigator.setNeedsDisplay()
    }

    private func moveChoice(by step: Int) {
        session.showChoosing()
        choices?.move(by: step)
        navigator.setNeedsDisplay()
    }

    func carryOut(_ choice: SecretNumberChoices.Choice?) {
        guard let choice, isAsked || navigator.environment.now >= quietUntil else { return }
        switch choice {
        case .range(let index): chooseRange(SecretNumberRange.offered[index])
        case .keep: session.keepNext()
        case .leaveToHost: session.leaveNextToHost()
        case .ask: session.ask()
        case .stay: askWhetherToLeave()
        case .leave: navigator.popToMenu()
        case .wait: stopAskingToGoOn()
        case .goOn:
            stopAskingToGoOn()
            session.goOn()
        }
    }

    private func stopAskingToGoOn() {
        isAskedToGoOn = false
        updateView()
    }

    private func chooseRange(_ range: SecretNumberRange?) {
        self.range = range
        session.showChoosing()
        updateView()
    }

    /// Q: asks first, and leaves when pressed again, or if nobody else is left or the host is lost.
    private func leave() {
        if isLeaving || table.isAlone || session.party.isHostLost { navigator.popToMenu() } else { askWhetherToLeave() }
    }

    private func askWhetherToLeave() {
        isLeaving = !isAsked
        isAskedToGoOn = false
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
