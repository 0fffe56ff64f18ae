// The screen of "Guess the secret number", with others at a table and alone: its keys, and what happens in the game. SecretNumberSession plays,
// SecretNumberWords has the sentences, SecretNumberDrawing draws.

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
    private static let emptyLine = TextField(limit: 48, isLeftToRight: true)
    /// The most cells of the line and of the rows.
    static let widestLine = 44

    let navigator: Navigator
    /// The game at this player's seat.
    let session: SecretNumberSession
    let view = PageView()
    /// The computer players and what was won against them; nil at a table with others.
    private(set) var alone: SecretNumberWords.Alone?
    /// As the keeper of the next secret: the chosen range; nil before.
    private(set) var range: SecretNumberRange?
    /// Whether the secret is shown to its keeper.
    private(set) var showsSecret = false
    /// What falls after the player's win.
    private(set) lazy var celebration = Celebration(navigator: navigator)
    /// What the players say to each other.
    private(set) lazy var phrases = Phrases(navigator: navigator) { [unowned self] in session.party.say($0) }
    /// How far the history is scrolled, in rows; drawing limits it.
    var offset = 0

    var prompt: Prompt? { didSet { updateView() } }
    /// What was typed when something was asked.
    private var typed: TextField?
    /// The id of the first row to choose from.
    private var firstRow: AnyHashable?
    /// Whether this program was started again in the middle of the game, and does not know it before the host has told it.
    private var wasStartedAgain = false
    /// Until when rows are ignored.
    private var quietUntil = Int.min

    /// Creates the screen of a party.
    init(navigator: Navigator, party: Party) {
        self.navigator = navigator
        session = SecretNumberSession(party: party, environment: navigator.environment)
        wasStartedAgain = party.isHostLost
        followSession()
        updateView()
    }

    /// Creates the screen of a player alone, whose first round is about `secret`, unless the computer guesses what the player thinks of. `lieAt`:
    /// the guess that is answered with a lie, where one may be.
    init(navigator: Navigator, range: SecretNumberRange, solo: SecretNumberSolo, secret: Int, lieAt: Int? = nil) {
        self.navigator = navigator
        let computers = solo.computers(in: range, on: navigator)
        session = SecretNumberSession(party: computers, pause: 0, environment: navigator.environment)
        alone = (solo, computers, nil, 0)
        followSession()
        computers.begin(secret: secret, lieAt: solo.mayLie ? lieAt : nil)
    }

    private func followSession() {
        session.didChange = { [weak self] in self?.secretNumberDidChange(before: $0) }
        session.didReturn = { [weak self] in self?.secretNumberDidReturn($0) }
        session.didHear = { [weak self] in self?.secretNumberDidHear($0, from: $1) }
        session.didEnd = { [weak self] in self?.secretNumberDidEnd(because: $0) }
    }

    /// The game as this player's program knows it.
    var table: SecretNumberTable { session.table }
    /// Whether the party is over and the player is reading why.
    var isOver: Bool { session.isOver }
    var words: SecretNumberWords { words(for: table) }
    private func words(for table: SecretNumberTable) -> SecretNumberWords {
        SecretNumberWords(table: table, names: session.names, alone: alone, isUnknown: isUnknown)
    }
    private var isUnknown: Bool { wasStartedAgain && table.round == nil && table.returns == 0 }
}

// MARK: - Changes

extension SecretNumberViewController {
    private func secretNumberDidChange(before: SecretNumberTable) {
        if table.number != before.number { startAnew() }
        if table.phase != before.phase {
            enterPhase()
            if alone == nil, table.phase == .over, let scorer = table.round?.scorer { didEnd(wonBy: scorer) }
        } else if offset > 0 {
            offset += max(0, (table.round?.history.count ?? 0) - (before.round?.history.count ?? 0))
        }
        if isAskedToGoOn && session.absences.isEmpty { prompt = nil }
        if table.mayTakeOver && !before.mayTakeOver { quietUntil = navigator.environment.now + Self.quietTime }
        if alone == nil, table.lostChoice(since: before) { navigator.show(alert: words.lostChoice) }
        if table.isHostDishonest && !before.isHostDishonest { navigator.show(alert: SecretNumberWords.dishonestHost) }
        if let alone, words.isRoundOver, !words(for: before).isRoundOver { didEnd(alone) }
        updateView()
        if let seat = table.gone.subtracting(before.gone).first {
            let sentence = words.departed(seat)
            // The end of a round says it of its keeper, that of a game for two of the other player.
            if !words.state.contains(sentence) { navigator.show(alert: sentence) }
        }
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
        prompt = nil
        navigator.launcher.partyDidEnd(because: reason, host: words.name(of: 0), isEmpty: isUnknown)
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

    private func didEnd(_ alone: SecretNumberWords.Alone) {
        prompt = nil
        navigator.call(tr("The game is over."), isAlone: true)
        quietUntil = navigator.environment.now + Self.quietTime
        // What was typed meanwhile is carried out then.
        _ = navigator.environment.after(milliseconds: Self.quietTime) { [weak self] in self?.navigator.setNeedsDisplay() }
        guard let mode = alone.solo.databaseWord, let round = table.round else { return }
        let isWon = words.isWon
        self.alone?.streak = isWon ? alone.streak + 1 : 0
        if isWon { celebration.begin() }
        let kind = ScoredGame(game: OtherGame.secretNumber.rawValue, size: round.range.count, mode: mode)
        let hasScore = !alone.solo.isInTurns
        navigator.keep(PlayedGame(kind, isWon: isWon, score: isWon && hasScore ? -round.history.count : nil))
        if hasScore { self.alone?.best = (try? navigator.environment.archive.best(of: kind)).flatMap { $0 }.map { -$0 } }
    }

    private func startAnew() {
        celebration.end()
        range = nil
        showsSecret = false
        clearLine()
    }

    private func enterPhase() {
        offset = 0
        // A player who is typing a guess goes on for a moment.
        let isTyping = view.field?.text.isEmpty == false
        clearLine()
        if alone != nil { return }
        let now = navigator.environment.now
        if isTyping { quietUntil = now + 3 * Self.quietTime }
        if table.phase == .over { quietUntil = max(quietUntil, now + Self.quietTime) }
        if table.phase != .opening { navigator.call(words.label.text) }
    }

    /// The line and the first row are chosen anew when there is something else to type or to choose. While something is asked the line waits.
    private func updateView() {
        if isGuessing || isTypingSecret {
            view.field = view.field ?? typed ?? Self.emptyLine
            typed = nil
        } else if let field = view.field {
            (typed, view.field) = (field, nil)
        }
        let first = rows.first?.id
        if first != firstRow { (firstRow, view.list) = (first, ChoiceList()) }
        navigator.setNeedsDisplay()
    }
}

// MARK: - What the navigator asks for

extension SecretNumberViewController: PageViewController {
    var isWithOthers: Bool { alone == nil }
    var title: String { tr("Guess the secret number") }
    func heading(width: Int) -> [(text: String, role: Role)] {
        [(TextWidth.of(title) <= width ? title : tr("Secret number"), .title)]
    }
    var status: String {
        if let alone {
            let isNarrow = navigator.canvas.size.width < 40
            let (count, stars) = (words.status(alone: alone.solo, isNarrow: isNarrow), words.stars)
            // In a high terminal they stand below the number.
            return stars.isEmpty || layout.hero != nil ? count : stars + "  " + count
        }
        if words.isUnknown { return "" }
        return tr("Round {number}", ["number": table.phase == .choosing ? table.begun + 1 : max(1, table.begun)])
    }
    var isPlaying: Bool { !isOver && alone == nil }
    /// The line for guesses is always open; only what was typed makes an invitation wait.
    var holdsInvitations: Bool { prompt != nil || view.field?.text.isEmpty == false }
    /// Numbers have no letters, so letters are commands while one is typed.
    func isText(_ scalar: Unicode.Scalar) -> Bool {
        isTyping && (SecretNumberRange.digit(scalar) != nil || scalar == " " || scalar == "-")
    }

    /// Whether the text field is for guesses.
    var isGuessing: Bool { words.mayGuess && prompt == nil && !isOver }
    /// Whether the text field is for the secret.
    var isTypingSecret: Bool { table.mayChoose && range != nil && prompt == nil && !isOver }
    /// Whether this player keeps the secret that the others guess.
    var isKeeping: Bool { table.mine != nil && table.phase == .guessing && prompt == nil && !isOver }
    /// Whether the player is asked about going on without others.
    var isAskedToGoOn: Bool { prompt?.asksToGoOn == true }
    /// Whether everybody else is missing or gone.
    var isLeftAlone: Bool { table.seats - table.gone.count - session.absences.count < 2 }

    var notes: [HelpNote] { SecretNumberWords.rules(solo: alone?.solo, isUnicode: navigator.glyphs.isUnicode) }
    var question: String? {
        if let prompt, prompt.asksToGoOn {
            return PresenceWords.goOn(without: session.absences.map(\.name), endsGame: prompt.choices.contains(.endGame))
        }
        if prompt == nil { return nil }
        if alone != nil { return tr("Leave the game? It will not count.") }
        let isShort = table.seats - table.gone.count < 3
        return table.isHost || isShort ? tr("Leave the game? It ends for everyone.") : tr("Leave the game? The others play on.")
    }
    var absences: [Absence] { session.absences }

    func didLeave() {
        celebration.end()
        phrases.stop()
        session.leave()
    }
}

// MARK: - What the player does

extension SecretNumberViewController {
    /// Whether rows do nothing, because the key was meant for a guess.
    var isQuiet: Bool { navigator.environment.now < quietUntil }

    /// Alone: begins another round.
    func playAgain() {
        guard let alone, let range = table.round?.range else { return }
        celebration.end()
        alone.computers.begin(
            secret: .random(in: range.lowest...range.highest),
            lieAt: alone.solo.mayLie ? .random(in: 1...range.sufficientGuesses) : nil)
    }

    /// Alone: begins a round within another range.
    func play(in range: SecretNumberRange, _ solo: SecretNumberSolo) {
        navigator.replaceTop(
            with: SecretNumberViewController(
                navigator: navigator, range: range, solo: solo, secret: .random(in: range.lowest...range.highest),
                lieAt: .random(in: 1...range.sufficientGuesses)))
    }

    /// Sends what was typed as a guess.
    func sendGuess() {
        guard let field = view.field else { return }
        // It stands in the empty field.
        let text = field.text.isEmpty ? words.only.map { String($0) } ?? "" : field.text
        if text.isEmpty { return alone == nil ? () : navigator.show(alert: tr("Type a number first.")) }
        if case .success(let number)? = table.round?.range.number(typed: text), words.isKnownWrong(number) {
            return navigator.show(alert: together([tr("You know that already."), words.bounds]))
        }
        if session.isHeldUp { return sayItWaits() }
        if let mistake = session.guess(text) { return reject(mistake) }
        clearLine()
        alone?.computers.deliver()
    }

    /// Keeps what was typed as the secret.
    func sealSecret() {
        guard let range, let field = view.field, !field.text.isEmpty else { return }
        if session.isHeldUp { return sayItWaits() }
        switch range.number(typed: field.text) {
        case .failure(let reason): reject(.unusable(reason))
        case .success(let secret):
            view.field = Self.emptyLine
            session.choose(secret, in: range)
        }
    }

    /// The host or the keeper cannot read it now.
    private func sayItWaits() {
        let awaited = session.party.awaySeats.contains(0) ? 0 : table.keeper
        navigator.show(alert: tr("Not sent: waiting for {name}.", ["name": words.name(of: awaited)])) { [weak self] in
            self?.session.isHeldUp == true
        }
    }

    /// Shows why the text was rejected, as long as the reason holds.
    private func reject(_ mistake: SecretNumberMistake) {
        let (number, phase) = (table.number, table.phase)
        navigator.show(alert: mistake.sentence) { [weak self] in
            guard let table = self?.table, table.number == number, table.phase == phase else { return false }
            return mistake != .unanswered || table.outstanding != nil
        }
    }

    /// Shows the secret to its keeper, or hides it.
    func toggleSecret() {
        showsSecret.toggle()
        navigator.setNeedsDisplay()
    }

    /// Goes on to type a secret of this range, or back to the ranges.
    func chooseRange(_ range: SecretNumberRange?) {
        self.range = range
        session.showChoosing()
        updateView()
    }

    /// Q, and the row that says so: asks first, and leaves when pressed again, or if nobody else is left or the host is lost.
    func leave() {
        let isBegun = table.round?.history.isEmpty == false || view.field?.text.isEmpty == false
        let isDone = alone == nil ? table.isAlone || session.party.isHostLost : words.isRoundOver || !isBegun
        if prompt != nil && !isAskedToGoOn || isDone { close() } else { askWhetherToLeave() }
    }

    /// Leaves the game.
    func close() { alone == nil ? navigator.popToMenu() : navigator.pop() }

    func askWhetherToLeave() { prompt = .leaving(isAlone: alone != nil, canResign: false) }

    /// Scrolls the guesses.
    @discardableResult
    func scroll(by key: Key) -> Bool {
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
        return true
    }

    /// Empties the line.
    func clearLine() {
        typed = nil
        if view.field != nil { view.field = Self.emptyLine }
        navigator.setNeedsDisplay()
    }
}
