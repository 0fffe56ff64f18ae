// The screen of Snap!, the same for the host, a guest, and a player alone. It shows the tables that it is told, and passes on what the
// player does: to the host's part of the game, which is here or at the other end of the party.

import Games
import Screen
import Session
import Wire

/// A game of Snap! as one player sees it.
final class SnapViewController {
    let navigator: Navigator
    /// The players' names by seat.
    let names: [String]
    /// Where I sit.
    let me: Int
    /// The table as it is; nil until a guest is told of it.
    private(set) var table: SnapTable?
    /// What has come to pass, in sentences, newest first.
    private(set) var news: [String] = []
    /// What was last said to the player alone, such as that it is not their turn; it goes when something comes to pass.
    private var remark: String?
    /// Whether the piles of a match are shown lit; they flash for a moment.
    private(set) var isLit = false
    var prompt: Prompt?
    /// The host's part of the game; nil at a guest.
    let host: SnapHost?

    let party: Party?
    /// How many games each seat has won.
    private(set) var wins: [Int]
    /// When the last card was shown here, in milliseconds.
    private var fallenAt = 0
    /// When the turn is over.
    private var deadline = 0
    private var lastSnap = -1000
    private var showing: Cancellable?
    private var countdown: Cancellable?
    private var flash: Cancellable?
    /// Whether the party is over and the player has yet to read it.
    var isOver = false

    private static let mostNews = 12
    /// A key held down repeats itself faster than a player presses it again.
    private static let repeatMilliseconds = 100
    private static let flashMilliseconds = 180
    private static let flashes = 6

    /// A player in a party. The host's screen deals the cards once it appears.
    init(navigator: Navigator, party: Party, shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled) {
        self.navigator = navigator
        self.party = party
        names = party.names
        me = party.mySeat
        wins = party.names.map { _ in 0 }
        let isHost = party.isHost
        host = isHost ? SnapHost(players: party.names.count, surroundings: navigator.surroundings, shuffle: shuffle) : nil
        party.delegate = self
        host?.didTell = { [unowned self] in tellAll($0) }
    }

    /// A player alone against so many computer players (1…3).
    init(
        navigator: Navigator, against bots: Int, speed: SnapSpeed, shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled
    ) {
        self.navigator = navigator
        party = nil
        names = [navigator.playerName] + (1...bots).map { "Computer \($0)" }
        me = 0
        wins = names.map { _ in 0 }
        let seats = Dictionary(uniqueKeysWithValues: (1...bots).map { ($0, speed) })
        host = SnapHost(players: bots + 1, bots: seats, surroundings: navigator.surroundings, shuffle: shuffle)
        host?.didTell = { [unowned self] in show($0) }
    }

    /// The game's keys.
    private(set) lazy var bindings: [Binding] = makeBindings()
}

// MARK: - What the player does

extension SnapViewController {
    var isAlone: Bool { party == nil }
    var isRunning: Bool { table != nil && table?.view.winner == nil && !isOver }
    private var standing: SnapStanding { table?.view.seats[me].standing ?? .playing }

    /// Whether the host may deal again: after the end, and alone also when the player is out.
    var canReplay: Bool {
        guard let host, let table, !isOver, host.canDeal else { return false }
        return table.view.winner != nil || isAlone && standing == .out
    }

    /// Turns my top card, or says why not.
    func turnCard() {
        guard isRunning, let view = table?.view else { return }
        guard view.mover == me else {
            return say(standing == .playing ? "It is not your turn." : "You have no cards to turn.")
        }
        if let host { return host.receive(.turn(view.turn), from: me) }
        send(.turn(deal: table?.deal ?? 0, turn: view.turn))
    }

    /// The key was pressed; too soon after another time it is a key held down.
    func pressSnap() {
        let now = navigator.surroundings.now
        let last = lastSnap
        lastSnap = now
        if now - last >= Self.repeatMilliseconds { snap() }
    }

    /// Snaps.
    func snap() {
        guard isRunning, let table else { return }
        guard standing == .playing || standing == .lastChance else { return say("You are out of the game.") }
        let after = navigator.surroundings.now - fallenAt
        if let host { return host.receive(.snap(after: after), from: me) }
        send(.snap(deal: table.deal, after: after))
    }

    /// Deals again for all who are still there.
    func replay() {
        guard canReplay else { return }
        host?.startGame()
    }

    /// Leaves the game and says so to the others.
    func disconnect() { isAlone ? navigator.pop() : navigator.popToRoot() }

    private func send(_ message: SnapMessage) { party?.send(message.packet, to: 0) }

    private func say(_ sentence: String) {
        guard news.first != sentence else { return }
        remark = sentence
        news = Array(([sentence] + news).prefix(Self.mostNews))
        navigator.update(self) { self.drawNews(on: $0) }
    }
}

// MARK: - What is told

extension SnapViewController {
    /// The seconds that are left of the turn.
    var secondsLeft: Int { max(0, (deadline - navigator.surroundings.now + 999) / 1000) }

    /// The host's program tells the guests before anything is drawn.
    private func tellAll(_ table: SnapTable) {
        party?.sendToAll(SnapMessage.table(table.telling).packet)
        show(table)
    }

    /// The table is as the host says.
    private func show(_ table: SnapTable) {
        let old = self.table
        self.table = table
        let now = navigator.surroundings.now
        if table.hasFallen || table.deal != old?.deal { fallenAt = now }
        awaitShowing(of: table)
        deadline = now + table.left
        if table.deal != old?.deal { beginDeal() }
        let words = SnapWords(names: names, me: me) { [glyphs = navigator.glyphs] in
            CardPrint(size: .small, glyphs: glyphs).contents(of: $0)
        }
        news.removeAll { $0 == remark }
        remark = nil
        news = Array((words.sentences(for: table).reversed() + news).prefix(Self.mostNews))
        countDown()
        light(from: old)
        if let winner = table.view.winner, old?.view.winner == nil || old?.deal != table.deal { endDeal(winner) }
        if table.view.winner != nil, prompt != nil { prompt = makeEndPrompt() }
        if old?.view.mover != me, table.view.mover == me, isRunning { ring() }
        navigator.setNeedsDisplay()
    }

    /// Timers come after drawing. From then on the player can react; and the host is told so, as quickly as anybody could.
    private func awaitShowing(of table: SnapTable) {
        showing?.cancel()
        showing = navigator.surroundings.after(milliseconds: 0) { [weak self] in
            guard let self, !isOver else { return }
            if table.hasFallen { fallenAt = navigator.surroundings.now }
            guard host == nil else { return }
            showing = navigator.surroundings.after(milliseconds: SnapFairness.glance) { [weak self] in
                self?.send(.seen(deal: table.deal, number: table.number))
            }
        }
    }

    private func beginDeal() {
        prompt = nil
        news = []
        isLit = false
        navigator.closeAlert()
    }

    private func endDeal(_ winner: Int) {
        wins[winner] += 1
        prompt = makeEndPrompt()
        ring()
    }

    /// Nothing is chosen yet: a Space that comes too late does nothing.
    private func makeEndPrompt() -> Prompt { Prompt(choices: canReplay ? [.replay, .disconnect] : [.disconnect], chosen: nil) }

    /// Wakes at each full second that is left, and at no other time.
    private func countDown() {
        countdown?.cancel()
        let left = deadline - navigator.surroundings.now
        guard isRunning, left > 0 else { return }
        countdown = navigator.surroundings.after(milliseconds: (left - 1) % 1000 + 1) { [weak self] in
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
        flash = navigator.surroundings.after(milliseconds: Self.flashMilliseconds) { [weak self] in
            guard let self else { return }
            isLit.toggle()
            navigator.update(self) { self.drawSeats(on: $0) }
            flash(times: times - 1)
        }
    }

    private func ring() { if navigator.settings.bell { navigator.surroundings.ringBell() } }

    /// The party is over: the table stays until the player has read why.
    private func endGame(_ sentence: String) {
        isOver = true
        prompt = nil
        stop()
        navigator.show(alert: sentence)
        ring()
    }

    /// Nothing wakes this screen any more.
    func stop() {
        showing?.cancel()
        countdown?.cancel()
        flash?.cancel()
        host?.stop()
    }
}

extension SnapTable {
    /// Whether a card fell.
    var hasFallen: Bool { outcomes.contains { if case .turned = $0 { true } else { false } } }
}

// MARK: - The party

extension SnapViewController: PartyDelegate {
    func party(_ party: Party, didReceive packet: GamePacket, from seat: Int) {
        guard !isOver, let message = SnapMessage(packet) else { return }
        if let host { return hear(message, from: seat, host) }
        guard case .table(let telling) = message, seat == 0, let table = SnapTable(telling, players: names.count),
            table.follows(self.table)
        else { return }
        show(table)
    }

    func party(_ party: Party, didLose seat: Int) { host?.lose(seat) }

    func partyDidEnd(_ party: Party, because reason: QuitReason) {
        guard !isOver else { return }
        guard let sentence = reason.sentence else { return navigator.popToRoot() }
        endGame(sentence)
    }

    /// What a guest says, in whatever state the game is.
    private func hear(_ message: SnapMessage, from seat: Int, _ host: SnapHost) {
        guard seat != me, names.indices.contains(seat) else { return }
        switch message {
        case .turn(let deal, let turn): if deal == host.deal { host.receive(.turn(turn), from: seat) }
        case .snap(let deal, let after): if deal == host.deal { host.receive(.snap(after: after), from: seat) }
        case .seen(let deal, let number): host.didSee(deal: deal, number: number, from: seat)
        case .table: break
        }
    }
}
