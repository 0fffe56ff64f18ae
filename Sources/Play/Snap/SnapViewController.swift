// The screen of Snap!, the same for the host, a guest, and a player alone. It shows what its session tells and passes on what the
// player does. Cards, turns and packets it leaves to the session.

import Games
import Language
import Screen
import Session
import Wire

/// A game of Snap! as one player sees it.
final class SnapViewController {
    let navigator: Navigator
    /// The game at my seat.
    let session: SnapSession
    /// What has come to pass, in sentences, newest first.
    private(set) var news: [String] = []
    /// What was last said to the player alone, such as that it is not their turn; it goes when something comes to pass.
    private var remark: String?
    /// Whether the piles of a match are shown lit; they flash for a moment.
    private(set) var isLit = false
    var prompt: Prompt? { didSet { pauseIfAlone() } }
    /// Whether the help lies over the table.
    var isCovered = false { didSet { pauseIfAlone() } }

    private var lastSnap = -1000
    /// The time of the game; nil in a party, which nobody can stop.
    private let ownClock: PausableClock?
    private var clock: Scheduler { ownClock ?? navigator.environment }
    private var countdown: Cancellable?
    private var flash: Cancellable?

    private static let mostNews = 12
    /// A key held down repeats itself within this time, the first time too.
    static let repeatMilliseconds = 700
    private static let flashMilliseconds = 180
    private static let flashes = 6

    private init(navigator: Navigator, session: SnapSession, clock: PausableClock? = nil) {
        self.navigator = navigator
        self.session = session
        ownClock = clock
        session.delegate = self
    }

    /// A player in a party. The host's screen deals the cards once it appears.
    convenience init(navigator: Navigator, party: Party, shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled) {
        let session = SnapSession(
            party: party, slack: navigator.settings.snapSlack, scheduler: navigator.environment, shuffle: shuffle)
        self.init(navigator: navigator, session: session)
    }

    /// A player alone against so many computer players (1…3).
    convenience init(
        navigator: Navigator, against bots: Int, speed: SnapSpeed, shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled
    ) {
        let names = [navigator.playerName] + (1...bots).map { tr("Computer {number}", ["number": $0]) }
        let clock = PausableClock(navigator.environment)
        let session = SnapSession(
            names: names, speed: speed, slack: navigator.settings.snapSlack, scheduler: clock, shuffle: shuffle)
        self.init(navigator: navigator, session: session, clock: clock)
    }

    /// The game's keys.
    private(set) lazy var bindings: [Binding] = makeBindings()

    /// The players' names by seat.
    var names: [String] { session.names }
    /// Where I sit.
    var me: Int { session.me }
    /// The table as it is; nil until a guest is told of it.
    var table: SnapTable? { session.table }
    /// The seconds that are left of the turn.
    var secondsLeft: Int { (session.millisecondsLeft + 999) / 1000 }
    /// Whether the game stands still.
    var isPaused: Bool { ownClock?.isStopped == true }
}

// MARK: - What the player does

extension SnapViewController {
    /// Turns my top card, or says why not.
    func turnCard() { if let mistake = session.turnCard() { say(mistake.sentence) } }

    /// The key was pressed; too soon after another time it is a key held down, and does nothing.
    func pressSnap() {
        let now = navigator.environment.now
        let last = lastSnap
        lastSnap = now
        if now - last >= Self.repeatMilliseconds { snap() }
    }

    /// Snaps, or says why not.
    func snap() { if let mistake = session.snap() { say(mistake.sentence) } }

    /// Leaves the game and says so to the others.
    func disconnect() { session.isAlone ? navigator.pop() : navigator.popToRoot() }

    /// Alone, the game stands still under the help and under the question whether to leave: no time passes.
    private func pauseIfAlone() { ownClock?.isStopped = isCovered || prompt != nil && session.isRunning }

    private func say(_ sentence: String) {
        if let listener = navigator.listener { return listener(sentence) }
        guard news.first != sentence else { return }
        remark = sentence
        news = Array(([sentence] + news).prefix(Self.mostNews))
        navigator.update(self) { self.drawNews(on: $0) }
    }
}

// MARK: - What is told

extension SnapViewController: SnapSessionDelegate {
    func snapDidChange(_ change: SnapChange) {
        switch change {
        case .dealt: beginDeal()
        case .told(let before): show(after: before)
        case .won:
            prompt = makeEndPrompt()
            navigator.ring(isAlone: session.isAlone)
        case .myTurn: navigator.ring(isAlone: session.isAlone)
        case .silenceChanged: break
        case .ended(let reason): endGame(because: reason)
        }
        navigator.setNeedsDisplay()
    }

    /// What there is to say of the time to snap.
    var slackWords: String? { SnapWords.slack(table?.slack ?? 0) }

    private func beginDeal() {
        prompt = nil
        news = slackWords.map { [$0] } ?? []
        isLit = false
        navigator.closeAlert()
    }

    private func show(after old: SnapTable?) {
        guard let table else { return }
        let art = CardArt(size: .small, glyphs: navigator.glyphs)
        let words = SnapWords(names: names, me: me, card: art.contents)
        news.removeAll { $0 == remark }
        remark = nil
        let fairness = table.window == old?.window ? [] : [words.sentence(for: table.window)]
        news = Array((fairness + words.sentences(for: table).reversed() + news).prefix(Self.mostNews))
        if let listener = navigator.listener { (words.spoken(for: table) + fairness).forEach(listener) }
        countDown()
        light(from: old)
        if table.view.winner != nil, prompt != nil { prompt = makeEndPrompt() }
    }

    /// Nothing is chosen yet: a Space that comes too late does nothing.
    private func makeEndPrompt() -> Prompt {
        Prompt(choices: (session.canReplay ? [.replay] : []) + [.out(isAlone: session.isAlone)], chosen: nil)
    }

    /// Wakes at each full second that is left, and at no other time.
    private func countDown() {
        countdown?.cancel()
        let left = session.millisecondsLeft
        guard session.isRunning, left > 0 else { return }
        countdown = clock.after(milliseconds: (left - 1) % 1000 + 1) { [weak self] in
            guard let self else { return }
            navigator.update(self) { self.drawLabel(on: $0) }
            countDown()
        }
    }

    private func light(from old: SnapTable?) {
        guard table?.view.matches != old?.view.matches || table?.deal != old?.deal else { return }
        flash?.cancel()
        isLit = table?.view.matches.isEmpty == false
        if isLit, navigator.settings.animation { flash(times: Self.flashes) }
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

    /// The party is over: the table stays until the player has read why.
    private func endGame(because reason: QuitReason) {
        stop()
        guard let sentence = reason.sentence else { return navigator.popToRoot() }
        prompt = nil
        navigator.show(standing: sentence)
        navigator.ring(isAlone: session.isAlone)
    }

    /// Nothing wakes this screen any more.
    func stop() {
        countdown?.cancel()
        flash?.cancel()
    }
}
