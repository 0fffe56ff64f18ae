// The Snap! screen for a host, a guest, and a player alone. It shows what its SnapSession tells and forwards what the player does.

import Games
import Language
import Screen
import Session
import Wire

/// One player's screen of Snap!.
final class SnapViewController {
    let navigator: Navigator
    /// The game at this player's seat.
    let session: SnapSession
    /// What has happened, in sentences, newest first.
    private(set) var news: [String] = []
    /// The latest remark for this player only, such as that it is not their turn. It disappears with the next event.
    private var remark: String?
    /// Whether the piles of a match are highlighted; they flash for a moment.
    private(set) var isLit = false
    var prompt: Prompt? { didSet { pauseIfAlone() } }
    /// Whether the help, an invitation or a standing alert keeps the player from the table.
    var isCovered = false { didSet { pauseIfAlone() } }

    /// What falls after the player's win.
    private(set) lazy var celebration = Celebration(navigator: navigator)
    /// The cards of a match that was just won, by seat: they are seen for a moment longer.
    private(set) var won: [Int: PlayingCard] = [:]
    private var wonTimer: Cancellable?
    /// How many cards were turned since there was news.
    private var quietCards = 0
    /// What the players say to each other.
    private(set) lazy var phrases = Phrases(navigator: navigator) { [unowned self] phrase in
        session.party.map { $0.say(phrase) } ?? false
    }
    private var lastSnap = -1000
    /// When the deal was over, in milliseconds of the clock.
    private var endedAt = 0
    /// The computer's speed in a game alone.
    private let speed: SnapSpeed?
    /// The player's quickest Snap! of this deal, in milliseconds.
    private var quickest: Int?
    /// The game's clock; nil in a party, which nobody can pause.
    private let ownClock: PausableClock?
    private var clock: Scheduler { ownClock ?? navigator.environment }
    private var countdown: Cancellable?
    private var flash: Cancellable?

    private static let mostNews = 12
    /// A key held down repeats within this time, in milliseconds.
    static let repeatMilliseconds = 700
    private static let flashMilliseconds = 180
    private static let wonMilliseconds = 1200
    private static let flashes = 6

    private init(navigator: Navigator, session: SnapSession, speed: SnapSpeed? = nil, clock: PausableClock? = nil) {
        self.navigator = navigator
        self.speed = speed
        self.session = session
        ownClock = clock
        session.didChange = { [weak self] in self?.snapDidChange($0) }
    }

    /// Creates the screen of a party. The host's screen deals the cards when it appears.
    convenience init(navigator: Navigator, party: Party, shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled) {
        let session = SnapSession(
            party: party, slack: navigator.snapSlack, listens: navigator.listener != nil,
            scheduler: navigator.environment, shuffle: shuffle)
        self.init(navigator: navigator, session: session)
    }

    /// Creates the screen of a player alone against 1 to 3 computer players.
    convenience init(
        navigator: Navigator, against bots: Int, speed: SnapSpeed,
        random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
        shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled
    ) {
        let computers = bots == 1 ? [tr("Computer")] : (1...bots).map { tr("Computer {number}", ["number": $0]) }
        let names = [navigator.playerName] + computers
        let clock = PausableClock(navigator.environment)
        let session = SnapSession(
            names: names, speed: speed, slack: navigator.snapSlack, listens: navigator.listener != nil,
            scheduler: clock, random: random, shuffle: shuffle)
        self.init(navigator: navigator, session: session, speed: speed, clock: clock)
    }

    /// The players' names by seat.
    var names: [String] { session.names }
    /// The player's own seat.
    var me: Int { session.me }
    /// The latest table; nil at a guest until the host has announced one.
    var table: SnapTable? { session.table }
    /// The seconds that are left of the turn.
    var secondsLeft: Int { (session.millisecondsLeft + 999) / 1000 }
    /// Whether the game is paused.
    var isPaused: Bool { ownClock?.isStopped == true }
}

// MARK: - The player's actions

extension SnapViewController {
    /// Turns the player's top card, or shows why not.
    func turnCard() { if let mistake = session.turnCard() { say(mistake.sentence) } }

    /// The key to snap was pressed. A repeat of a held key does nothing.
    func pressSnap() {
        let now = navigator.environment.now
        let last = lastSnap
        lastSnap = now
        if now - last >= Self.repeatMilliseconds { snap() }
    }

    /// Snaps, or shows why not.
    func snap() { if let mistake = session.snap() { say(mistake.sentence) } }

    /// Leaves the party.
    func disconnect() { session.isAlone ? navigator.pop() : navigator.popToMenu() }

    /// Pauses a game alone while the table is covered or the question whether to leave is shown.
    private func pauseIfAlone() { ownClock?.isStopped = isCovered || prompt != nil && session.isRunning }

    private func say(_ sentence: String) {
        if let listener = navigator.listener { return listener(sentence) }
        guard news.first != sentence else { return }
        remark = sentence
        news = Array(([sentence] + news).prefix(Self.mostNews))
        navigator.update(self) { self.drawNews(on: $0) }
    }
}

// MARK: - Events

extension SnapViewController {
    private func snapDidChange(_ change: SnapChange) {
        switch change {
        case .dealt: beginDeal()
        case .updated(let before): show(after: before)
        case .won, .abandoned:
            if case .won(let winner) = change { didEnd(isWon: winner == me) }
            endedAt = clock.now
            prompt = makeEndPrompt()
            navigator.call(label, isAlone: session.isAlone)
        case .myTurn: navigator.call(label, isAlone: session.isAlone)
        case .presenceChanged: if isAskedToGoOn && absences.isEmpty { closePrompt() }
        case .returned(let seat):
            navigator.show(alert: PresenceWords.back(names[seat], isHost: seat == 0), isBrief: true) { [weak self] in
                self?.absences.isEmpty == true
            }
        case .heard(let phrase, let seat): phrases.hear(phrase, from: seat, named: names[seat], hasPlace: hasPlaceForPhrases)
        case .ended(let reason): endGame(because: reason)
        }
        navigator.setNeedsDisplay()
    }

    /// What is special at this table: extra time to snap, and announced matches.
    var rules: [String] {
        [SnapWords.slack(table?.slack ?? 0), table?.announcesMatches == true ? tr("Matches are announced at this table.") : nil]
            .compactMap { $0 }
    }

    private func didEnd(isWon: Bool) {
        if isWon { celebration.begin() }
        let others = others.map { names[$0] }
        let kind = ScoredGame(
            game: OtherGame.snap.rawValue, size: names.count, mode: speed?.databaseWord ?? "table")
        navigator.keep(PlayedGame(kind, against: speed == nil ? others : [], isWon: isWon, score: quickest.map { -$0 }))
    }

    private func beginDeal() {
        prompt = nil
        celebration.end()
        quickest = nil
        won = [:]
        news = [PresenceWords.ownName(among: names, at: me)].compactMap { $0 } + rules
        isLit = false
        navigator.closeAlert()
    }

    private func show(after old: SnapTable?) {
        guard let table else { return }
        let words = SnapWords(
            names: names, me: me, card: cardWords, isTight: navigator.area.width < 50 && navigator.listener == nil)
        news.removeAll { $0 == remark }
        remark = nil
        var fairness = table.window == old?.window ? [] : [words.sentence(for: table.window)]
        if let old, old.deal == table.deal, old.announcesMatches != table.announcesMatches {
            fairness +=
                table.announcesMatches ? [tr("Matches are announced from now on.")] : [tr("Matches are not announced any more.")]
        }
        let latest = fairness + words.sentences(for: table, after: old).reversed()
        quietCards = latest.isEmpty && table.hasTurnedCard ? quietCards + 1 : latest.isEmpty ? quietCards : 0
        let isLeft = table.outcomes.contains { if case .left = $0 { true } else { false } }
        if quietCards > names.count || isLeft { news = [] }
        let outdated =
            latest
            + table.outcomes.compactMap {
                if case .out(let player) = $0 { words.sentence(for: .lastChance(player: player), claim: nil) } else { nil }
            }
        news = Array((latest + news.filter { !outdated.contains($0) }).prefix(Self.mostNews))
        if let listener = navigator.listener { (words.spoken(for: table) + fairness).forEach(listener) }
        showWon(in: table, after: old)
        for case .won(me, _, _) in table.outcomes { quickest = [quickest, table.claim].compactMap { $0 }.min() }
        countDown()
        light(from: old)
        if table.isOver, prompt != nil, table.asking != old?.asking || table.view != old?.view { prompt = makeEndPrompt() }
    }

    /// Who may deal again, after the end of a game with others.
    var replayWords: String? {
        guard let table, table.isOver, !session.isAlone, !session.isOver else { return nil }
        let words = SnapWords(names: names, me: me, card: cardWords).replay(of: table)
        return words.isEmpty ? nil : words
    }

    /// Whether Enter still means the game that has just ended.
    var isEnterLate: Bool { session.isAlone && !session.isRunning && clock.now < endedAt + CardMatchingViewController.pause }

    /// The seats of those who have not left; none before the host has dealt.
    var others: [Int] { table.map { table in names.indices.filter { $0 != me && table.view.seats[$0].standing != .left } } ?? [] }

    /// Where nobody else is left there is nothing to disconnect from.
    private var wayOut: Prompt.Choice {
        session.isAlone || !others.isEmpty ? .out(isAlone: session.isAlone) : navigator.leadsToList ? .list : .menu
    }

    /// Nothing is chosen at first, so that a late Space does nothing. Alone, Enter deals again.
    private func makeEndPrompt() -> Prompt {
        Prompt(
            choices: (session.canReplay ? [session.isAlone ? .nextGame : .replay] : []) + [wayOut],
            chosen: nil)
    }

    /// Redraws the time that is left once a second.
    private func countDown() {
        countdown?.cancel()
        guard session.isRunning else { return }
        countdown = clock.countDown(session.millisecondsLeft) { [weak self] in
            guard let self else { return }
            navigator.update(self) { self.drawTitle(on: $0) }
            countDown()
        }
    }

    /// The cards of a won match stay framed for a moment, so that everybody sees what it was; those of the last one stay.
    private func showWon(in table: SnapTable, after old: SnapTable?) {
        for case .turned in table.outcomes { won = [:] }
        for case .won(_, let piles, _) in table.outcomes where navigator.isAnimated || table.isOver {
            won = Dictionary(uniqueKeysWithValues: piles.compactMap { pile in old?.view.seats[pile].top.map { (pile, $0) } })
            wonTimer?.cancel()
            if table.isOver { return }
            wonTimer = clock.after(milliseconds: Self.wonMilliseconds) { [weak self] in
                self?.won = [:]
                self?.navigator.setNeedsDisplay()
            }
        }
    }

    private func light(from old: SnapTable?) {
        guard
            table?.view.matches != old?.view.matches || table?.deal != old?.deal
                || table?.announcesMatches != old?.announcesMatches
        else { return }
        flash?.cancel()
        isLit = announcedMatch != nil
        if isLit, navigator.isAnimated { flash(times: Self.flashes) }
    }

    private func flash(times: Int) {
        guard times > 0 else { return }
        flash = clock.after(milliseconds: Self.flashMilliseconds) { [weak self] in
            guard let self else { return }
            isLit.toggle()
            navigator.update(self) { self.drawSeats(on: $0) }
            flash(times: times - 1)
        }
    }

    /// Whether the player is asked about going on without those who are missing.
    var isAskedToGoOn: Bool { prompt?.asksToGoOn == true }
    /// Whether everybody else is missing.
    var isLeftAlone: Bool { others.count == absences.count }
    /// That question.
    var goOnQuestion: String {
        PresenceWords.goOn(without: absences.map(\.name), endsGame: prompt?.choices.contains(.endGame) == true)
    }

    func askToGoOn() {
        prompt = .goingOn(endsGame: isLeftAlone)
        navigator.setNeedsDisplay()
    }

    private func endGame(because reason: QuitReason) {
        stop()
        prompt = nil
        // What went on no longer does.
        news = []
        navigator.launcher.partyDidEnd(because: reason, host: names[0], isEmpty: table == nil)
    }

    /// Stops all timers.
    func stop() {
        countdown?.cancel()
        flash?.cancel()
        wonTimer?.cancel()
        celebration.end()
        phrases.stop()
    }
}
