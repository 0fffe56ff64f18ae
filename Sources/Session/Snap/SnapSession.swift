// A game of Snap! at one seat: at the host, at a guest, or alone against computer players. The player's actions go to the SnapHost, here
// or at the other end of the party; the tables that it announces go to the owner, the screen.

import Games
import Wire

/// A change in a game of Snap!.
package enum SnapChange: Equatable {
    /// The cards were dealt. `updated` follows.
    case dealt
    /// The host announced the table; it was `before`.
    case updated(before: SnapTable?)
    /// The player at this seat has all the cards.
    case won(Int)
    /// The game is over without a winner.
    case abandoned
    /// It is this player's turn now.
    case myTurn
    /// Others stopped answering or lost the connection, or are back.
    case presenceChanged
    /// The player at this seat had lost the connection and is back.
    case returned(Int)
    /// The player at this seat said something.
    case heard(Phrase, from: Int)
    /// The party is over.
    case ended(QuitReason)
}

/// Why a player's action had no effect.
package enum SnapMistake: Equatable {
    /// It is another player's turn.
    case notMyTurn
    /// The player has no card to turn.
    case noCards
    /// The player is out of the game.
    case out
    /// No card has been turned yet.
    case nothingTurned
}

/// A game of Snap! at one seat.
package final class SnapSession {
    /// Called with each change.
    package var didChange: (SnapChange) -> Void = { _ in }
    /// The players' names by seat.
    package let names: [String]
    /// The player's own seat.
    package let me: Int
    /// The host's side of the game; nil at a guest.
    package let host: SnapHost?
    /// The latest table; nil at a guest until the host has announced one.
    package private(set) var table: SnapTable?
    /// How many games each seat has won.
    package var wins: [Int] { table?.wins ?? names.map { _ in 0 } }
    /// Whether the party is over or the player left it.
    package private(set) var isOver = false

    /// The players; nil in a game alone.
    package let party: Party?
    private let scheduler: Scheduler
    /// Whether this player listens to the cards.
    private let listens: Bool
    /// When the last card appeared on this screen, in milliseconds.
    private var turnedAt = 0
    /// Whether a card of this deal has been turned.
    private var hasTurnedCard = false
    private var deadline = 0
    private var showing: Cancellable?

    private init(_ party: Party?, names: [String], host: SnapHost?, listens: Bool = false, scheduler: Scheduler) {
        self.party = party
        self.listens = listens
        self.names = names
        self.host = host
        self.scheduler = scheduler
        me = party?.mySeat ?? 0
        party?.didHappen = { [weak self] in self?.follow($0) }
        host?.didAnnounce = { [unowned self] in announce($0) }
    }

    /// Joins the game of a party. `slack` is the host's extra time to snap, in milliseconds. For a player who `listens` to the cards
    /// matches are announced to all.
    package convenience init(
        party: Party, slack: Int = 0, listens: Bool = false, scheduler: Scheduler,
        shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled
    ) {
        let host =
            party.isHost
            ? SnapHost(
                players: party.names.count, slack: slack, announcesMatches: listens, environment: scheduler, shuffle: shuffle)
            : nil
        self.init(party, names: party.names, host: host, listens: listens, scheduler: scheduler)
    }

    /// Plays alone: the first of two to four names is the player's, the others are computer players, whose reactions `random` decides.
    package convenience init(
        names: [String], speed: SnapSpeed, slack: Int = 0, listens: Bool = false, scheduler: Scheduler,
        random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
        shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled
    ) {
        let bots = Dictionary(uniqueKeysWithValues: names.indices.dropFirst().map { ($0, speed) })
        let host = SnapHost(
            players: names.count, bots: bots, slack: slack, announcesMatches: listens || speed == .slow,
            environment: scheduler, random: random, shuffle: shuffle)
        self.init(nil, names: names, host: host, scheduler: scheduler)
    }
}

// MARK: - State

extension SnapSession {
    /// Whether all others are computer players.
    package var isAlone: Bool { party == nil }
    /// Whether a game is in progress: cards are dealt, nobody has won, and the party is not over.
    package var isRunning: Bool { table?.isOver == false && !isOver }
    /// What the game pauses for; nil while it goes on. A guest that has lost the host waits for it.
    package var pause: SnapPause? { party?.isHostLost == true ? .player : table?.pause }
    /// Whether the players can act.
    package var isGoingOn: Bool { isRunning && pause == nil }
    /// The milliseconds that are left of the turn or, at the end of a pause, of the pause.
    package var millisecondsLeft: Int { pause == .player ? 0 : max(0, deadline - scheduler.now) }
    /// Whether the player may deal again, or ask the host to: after the end; alone also when out of the game.
    package var canReplay: Bool {
        guard let table, !isOver else { return false }
        guard let host else { return table.isOver && !table.asking.contains(me) && hasEnoughPlayers(table) }
        return host.canDeal && (table.isOver || isAlone && standing == .out)
    }

    private func hasEnoughPlayers(_ table: SnapTable) -> Bool {
        table.view.seats.filter { $0.standing != .left }.count >= SnapGame.playerCounts.lowerBound
    }

    private var standing: SnapStanding { table?.view.seats[me].standing ?? .playing }
}

// MARK: - The player's actions

extension SnapSession {
    /// At the host: deals for the first time. The screen calls it when it is ready.
    package func startGame() {
        guard let host, host.deal == 0 else { return }
        host.startGame()
        updateWaiting()
    }

    private func updateWaiting() { if let party { host?.update(away: party.awaySeats, sittingOut: party.sittingOut) } }

    /// Turns the player's top card. Returns why not, or nil.
    package func turnCard() -> SnapMistake? {
        guard isGoingOn, let table else { return nil }
        guard table.view.mover == me else { return standing == .playing ? .notMyTurn : .noCards }
        act(.turn(deal: table.deal, turn: table.view.turn))
        return nil
    }

    /// Snaps. Returns why not, or nil.
    package func snap() -> SnapMistake? {
        guard isGoingOn, let table else { return nil }
        guard standing == .playing || standing == .lastChance else { return .out }
        guard hasTurnedCard else { return .nothingTurned }
        let after = scheduler.now - turnedAt
        act(.snap(deal: table.deal, after: after))
        return nil
    }

    /// Deals again for everybody who has not left, or asks the host to. Does nothing if `canReplay` is false.
    package func replay() {
        guard canReplay, let table else { return }
        guard let host else { return send(.again(deal: table.deal)) }
        host.startGame()
        updateWaiting()
    }

    /// Leaves the party. Nothing changes any more.
    package func leave() {
        stop()
        isOver = true
        party?.leave()
    }

    /// At the host: goes on without the players who do not answer or lost the connection.
    package func removeAbsent() { party?.removeAbsent() }

    /// Nothing is sent that a silent host would receive later.
    private func act(_ message: SnapMessage) { if host != nil || party?.isHostSilent == false { send(message) } }

    private func send(_ message: SnapMessage) {
        if let host { host.receive(message, from: me) } else { party?.send(message.packet, to: 0) }
    }

    private func stop() {
        showing?.cancel()
        host?.stop()
    }
}

// MARK: - The announced tables

extension SnapSession {
    /// The host's program sends to the guests before it draws.
    private func announce(_ table: SnapTable) {
        party?.sendToAll(SnapMessage.table(table.state).packet)
        show(table)
    }

    private func show(_ table: SnapTable) {
        let before = self.table
        let isNew = table.deal != before?.deal
        self.table = table
        if table.hasTurnedCard || isNew { turnedAt = scheduler.now }
        hasTurnedCard = table.hasTurnedCard || !isNew && hasTurnedCard || table.view.seats.contains { $0.pile > 0 }
        awaitShowing(of: table)
        deadline = scheduler.now + table.left
        if case .countdown(let left) = table.pause { deadline = scheduler.now + left }
        if isNew, listens, host == nil, !table.announcesMatches { send(.listens) }
        if isNew {
            party?.gameDidBegin()
            didChange(.dealt)
        }
        didChange(.updated(before: before))
        if table.isOver, isNew || before?.isOver != true {
            didChange(table.view.winner.map(SnapChange.won) ?? .abandoned)
        }
        if table.view.mover == me, before?.view.mover != me || before?.pause != nil, isGoingOn {
            didChange(.myTurn)
        }
    }

    /// A timer of 0 ms fires after drawing: from then on the player can react. A guest tells the host when that was.
    private func awaitShowing(of table: SnapTable) {
        showing?.cancel()
        showing = scheduler.after(milliseconds: 0) { [weak self] in
            guard let self, !isOver else { return }
            if table.hasTurnedCard { turnedAt = scheduler.now }
            guard host == nil else { return }
            showing = scheduler.after(milliseconds: SnapFairness.glance) { [weak self] in
                self?.send(.seen(deal: table.deal, number: table.number))
            }
        }
    }
}

// MARK: - The party

extension SnapSession {
    private func follow(_ event: PartyEvent) {
        switch event {
        case .received(let packet, let seat): receive(packet, from: seat)
        case .heard(let phrase, let seat): didChange(.heard(phrase, from: seat))
        case .presenceChanged:
            updateWaiting()
            didChange(.presenceChanged)
        case .lost(let seat, let how): host?.lose(seat, how)
        case .returned(let seat):
            // The next announcement would tell a player who is back everything, but may come much later.
            if let host, host.deal > 0 { host.announce([]) }
            didChange(.returned(seat))
        case .ended(let reason):
            guard !isOver else { return }
            isOver = true
            stop()
            didChange(.ended(reason))
        }
    }

    private func receive(_ packet: GamePacket, from seat: Int) {
        guard !isOver, let message = SnapMessage(packet) else { return }
        if let host { return seat != me && names.indices.contains(seat) ? host.receive(message, from: seat) : () }
        guard case .table(let state) = message, seat == 0, let table = SnapTable(state, players: names.count),
            table.follows(self.table)
        else { return }
        show(table)
    }
}
