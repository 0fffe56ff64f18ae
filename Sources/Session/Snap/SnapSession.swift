// Snap! at one player's seat: at the host, at a guest, or alone against computer players. It passes on what the player does, to the
// host's part of the game here or at the other end of the party, and tells its delegate what the host says of the table. It knows
// no screen, no key and no words.

import Games
import Wire

/// Is told what happened in a game of Snap!, when it has.
package protocol SnapSessionDelegate: AnyObject {
    /// It did.
    func snapDidChange(_ change: SnapChange)
}

/// What happened in a game of Snap!.
package enum SnapChange: Equatable {
    /// The cards were dealt, for the first time or again; how they lie is told next.
    case dealt
    /// The host told how the table is now; it was `before`.
    case told(before: SnapTable?)
    /// The player at this seat has all the cards.
    case won(Int)
    /// It is my turn now.
    case myTurn
    /// Others' programs do not answer, or answer again.
    case silenceChanged
    /// The party is over.
    case ended(QuitReason)
}

/// Why nothing came of what a player did.
package enum SnapMistake: Equatable {
    /// It is another player's turn.
    case notMyTurn
    /// I have no card that I could turn.
    case noCards
    /// I am out of the game.
    case out
    /// No card has been turned yet.
    case nothingTurned
}

/// A game of Snap! as one player has it.
package final class SnapSession {
    /// Is told what happened.
    package weak var delegate: SnapSessionDelegate?
    /// The players' names by seat.
    package let names: [String]
    /// Where I sit.
    package let me: Int
    /// The host's part of the game; nil at a guest.
    package let host: SnapHost?
    /// The table as it was told last; nil until a guest is told of it.
    package private(set) var table: SnapTable?
    /// How many games each seat has won.
    package private(set) var wins: [Int]
    /// Whether the party is over, or I left it.
    package private(set) var isOver = false

    private let party: Party?
    private let scheduler: Scheduler
    /// When the last card was shown here, in milliseconds.
    private var fallenAt = 0
    /// Whether any card of this deal has been turned.
    private var hasFallen = false
    private var deadline = 0
    private var showing: Cancellable?

    private init(_ party: Party?, names: [String], host: SnapHost?, scheduler: Scheduler) {
        self.party = party
        self.names = names
        self.host = host
        self.scheduler = scheduler
        me = party?.mySeat ?? 0
        wins = names.map { _ in 0 }
        party?.delegate = self
        host?.didTell = { [unowned self] in tell($0) }
    }

    /// My seat of a party; where I am the host, with so much slack.
    package convenience init(
        party: Party, slack: Int = 0, scheduler: Scheduler, shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled
    ) {
        let host =
            party.isHost ? SnapHost(players: party.names.count, slack: slack, environment: scheduler, shuffle: shuffle) : nil
        self.init(party, names: party.names, host: host, scheduler: scheduler)
    }

    /// Alone: mine is the first of two to four names, the others are computer players.
    package convenience init(
        names: [String], speed: SnapSpeed, slack: Int = 0, scheduler: Scheduler,
        shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled
    ) {
        let bots = Dictionary(uniqueKeysWithValues: names.indices.dropFirst().map { ($0, speed) })
        let host = SnapHost(players: names.count, bots: bots, slack: slack, environment: scheduler, shuffle: shuffle)
        self.init(nil, names: names, host: host, scheduler: scheduler)
    }
}

// MARK: - What there is to know

extension SnapSession {
    /// Whose programs do not answer.
    package var silentNames: [String] { party?.silentNames ?? [] }
    /// Whether all others are computer players.
    package var isAlone: Bool { party == nil }
    /// Whether cards are dealt and nobody has won them all.
    package var isRunning: Bool { table != nil && table?.view.winner == nil && !isOver }
    /// How many milliseconds of the turn are left.
    package var millisecondsLeft: Int { max(0, deadline - scheduler.now) }
    /// Whether I, the host, may deal again: after the end, and alone also when I am out.
    package var canReplay: Bool {
        guard let host, let table, !isOver, host.canDeal else { return false }
        return table.view.winner != nil || isAlone && standing == .out
    }

    private var standing: SnapStanding { table?.view.seats[me].standing ?? .playing }
}

// MARK: - What I do

extension SnapSession {
    /// At the host: deals for the first time. It waits for this, so that whoever shows the game is there.
    package func startGame() { if let host, host.deal == 0 { host.startGame() } }

    /// Turns my top card, or says why not.
    package func turnCard() -> SnapMistake? {
        guard isRunning, let table else { return nil }
        guard table.view.mover == me else { return standing == .playing ? .notMyTurn : .noCards }
        perform(.turn(table.view.turn), tell: .turn(deal: table.deal, turn: table.view.turn))
        return nil
    }

    /// Snaps, or says why not.
    package func snap() -> SnapMistake? {
        guard isRunning, let table else { return nil }
        guard standing == .playing || standing == .lastChance else { return .out }
        guard hasFallen else { return .nothingTurned }
        let after = scheduler.now - fallenAt
        perform(.snap(after: after), tell: .snap(deal: table.deal, after: after))
        return nil
    }

    /// Deals again for all who are still there; nothing where I may not.
    package func replay() { if canReplay { host?.startGame() } }

    /// Leaves the game and says so to the others; nothing more is told.
    package func leave() {
        stop()
        isOver = true
        party?.leave()
        party?.delegate = nil
    }

    private func perform(_ deed: SnapAction, tell message: SnapMessage) {
        if let host { return host.receive(deed, from: me) }
        // A host that is stopped would hear of it later.
        if party?.silentSeats.contains(0) == false { send(message) }
    }

    private func send(_ message: SnapMessage) { party?.send(message.packet, to: 0) }

    private func stop() {
        showing?.cancel()
        host?.stop()
    }
}

// MARK: - What the host tells

extension SnapSession {
    /// The host's program tells the guests before anything is drawn.
    private func tell(_ table: SnapTable) {
        party?.sendToAll(SnapMessage.table(table.telling).packet)
        show(table)
    }

    private func show(_ table: SnapTable) {
        let before = self.table
        let isNew = table.deal != before?.deal
        self.table = table
        if table.hasFallen || isNew { fallenAt = scheduler.now }
        hasFallen = table.hasFallen || !isNew && hasFallen
        awaitShowing(of: table)
        deadline = scheduler.now + table.left
        if isNew { delegate?.snapDidChange(.dealt) }
        delegate?.snapDidChange(.told(before: before))
        if let winner = table.view.winner, isNew || before?.view.winner == nil {
            wins[winner] += 1
            delegate?.snapDidChange(.won(winner))
        }
        if table.view.mover == me, before?.view.mover != me, isRunning { delegate?.snapDidChange(.myTurn) }
    }

    /// Timers come after drawing. From then on the player can react; and the host is told so, as quickly as anybody could.
    private func awaitShowing(of table: SnapTable) {
        showing?.cancel()
        showing = scheduler.after(milliseconds: 0) { [weak self] in
            guard let self, !isOver else { return }
            if table.hasFallen { fallenAt = scheduler.now }
            guard host == nil else { return }
            showing = scheduler.after(milliseconds: SnapFairness.glance) { [weak self] in
                self?.send(.seen(deal: table.deal, number: table.number))
            }
        }
    }
}

// MARK: - The party

extension SnapSession: PartyDelegate {
    package func party(_ party: Party, didReceive packet: GamePacket, from seat: Int) {
        guard !isOver, let message = SnapMessage(packet) else { return }
        if let host { return hear(message, from: seat, host) }
        guard case .table(let telling) = message, seat == 0, let table = SnapTable(telling, players: names.count),
            table.follows(self.table)
        else { return }
        show(table)
    }

    package func party(_ party: Party, didLose seat: Int) { host?.lose(seat) }

    package func partyDidChangeSilence(_ party: Party) { delegate?.snapDidChange(.silenceChanged) }

    package func partyDidEnd(_ party: Party, because reason: QuitReason) {
        guard !isOver else { return }
        isOver = true
        stop()
        delegate?.snapDidChange(.ended(reason))
    }

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
