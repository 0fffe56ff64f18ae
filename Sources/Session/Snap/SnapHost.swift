// The host's side of Snap!: it has all the cards, applies the players' actions in order of arrival, turns a player's card when the time is
// up, and announces the table after every event. It serves a party as well as a player alone, with computer players at the other seats.
// SnapPauses.swift has its pauses.

import Engine
import Games
import Wire

/// The host's side of the game.
package final class SnapHost {
    /// The longest turn, in milliseconds.
    package static let turnMilliseconds = 10_000
    /// The extra time to snap that a host can give everybody, in milliseconds, for players who listen to the cards.
    package static let longSlack = 3_000
    /// The longest reaction time that a Snap! can claim, in milliseconds.
    package static let longestClaim = 60_000
    /// How long a pause ends, in milliseconds, so that everybody can look at the table again.
    package static let countdown = 3_000
    /// The most actions that can wait. Among honest players on one network there is hardly ever more than one.
    private static let longestQueue = 64

    package private(set) var game: SnapGame
    package private(set) var deal = 0
    /// The seats whose players have left, in this game or an earlier one.
    package private(set) var absent: Set<Int> = []
    /// Whether the game is over without a winner, because too few players are left.
    package private(set) var isAbandoned = false
    /// How many games each seat has won.
    package private(set) var wins: [Int]
    /// Receives every announced table, before anything else happens.
    package var didAnnounce: ((SnapTable) -> Void)?
    /// The seats for which the game waits now, and those of this deal for which it has paused although others could have played on.
    var awaited: Set<Int> = []
    var wasAwaited: Set<Int> = []
    /// The seats for whose absence the open matches of this deal were annulled.
    var excused: Set<Int> = []
    /// Ends a pause.
    var goingOn: Cancellable?

    /// Whether matches are always announced, and the seats that need it.
    private let alwaysAnnounces: Bool
    private var listening: Set<Int> = []
    /// The seats that would like a replay.
    private var asking: Set<Int> = []
    /// For how many milliseconds no card covers one that was just turned, and computer players do not snap.
    private let slack: Int
    let scheduler: Scheduler
    /// The game's time, which stands still in a pause.
    let clock: PausableClock
    private let shuffle: () -> [PlayingCard]
    private var bots: [SnapBot] = []

    private var fairness = SnapFairness()
    private var limits: [Int: SnapTurnLimits] = [:]
    /// The actions that wait, the earliest first. `turn` is the one in which a card is to be turned.
    private var queue: [(due: Int, seat: Int, action: SnapEvent, turn: Int?, claim: Int)] = []
    private var queueTimer: Cancellable?
    private var turnTimer: Cancellable?
    /// A player turned a card too early; it is turned when the slack is over.
    private var earlyTurn: Cancellable?

    private var number = 0
    private var showing: Cancellable?
    /// When the guests' "seen" for the latest table arrived, by seat, and when this machine's own would have (seat 0).
    private var seen: [Int: Int] = [:]
    private var turnedAt = 0
    private var deadline = 0

    /// Whether a card waits that was turned too early.
    package var isTurnDelayed: Bool { earlyTurn != nil }

    /// Creates a game for 2 to 4 players. Some may be computer players, whose reactions `random` decides. `shuffle` returns the 52 cards
    /// of each deal.
    package init(
        players: Int, bots: [Int: SnapSpeed] = [:], slack: Int = 0, announcesMatches: Bool = false, environment: Scheduler,
        random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
        shuffle: @escaping () -> [PlayingCard] = shuffled
    ) {
        guard let game = SnapGame(players: players, deck: shuffle()) else {
            preconditionFailure("no deck, or no two to four players")
        }
        self.game = game
        self.slack = slack
        alwaysAnnounces = announcesMatches
        scheduler = environment
        let clock = PausableClock(environment)
        self.clock = clock
        self.shuffle = shuffle
        wins = game.hands.map { _ in 0 }
        var random = random
        self.bots = bots.sorted { $0.key < $1.key }.map {
            let generator = SeededGenerator(seed: random.next())
            return SnapBot(seat: $0, speed: $1, slack: slack, environment: clock, generator: generator)
        }
        for bot in self.bots { bot.didAct = { [unowned self, unowned bot] in receive($0, from: bot.seat) } }
    }

    /// A shuffled deck.
    package nonisolated static func shuffled() -> [PlayingCard] {
        var generator = SystemRandomNumberGenerator()
        var deck = PlayingCardDeck()
        return deck.drawAll(using: &generator)
    }

    /// Whether enough players are left for another game.
    package var canDeal: Bool { game.hands.count - absent.count >= SnapGame.playerCounts.lowerBound }

    /// Deals the cards, for the first time or again. Does nothing if too few players are left.
    package func startGame() {
        guard canDeal, let game = SnapGame(players: game.hands.count, absent: absent, deck: shuffle()) else { return }
        self.game = game
        deal += 1
        number = 0
        limits = [:]
        queue = []
        asking = []
        (awaited, wasAwaited, excused) = ([], [], [])
        isAbandoned = false
        goingOn?.cancel()
        goingOn = nil
        clock.isStopped = false
        turnedAt = clock.now - slack
        startTurn()
        announce([.next(player: game.mover, turn: game.turn)])
    }

    /// Stops all timers.
    package func stop() {
        queue = []
        for timer in [queueTimer, turnTimer, earlyTurn, showing, goingOn] { timer?.cancel() }
        goingOn = nil
        for bot in bots { bot.stop() }
    }
}

// MARK: - Actions

extension SnapHost {
    /// What a player's program says: a guest's, a computer player's or the host's own. What is impossible now or too much is ignored.
    package func receive(_ message: SnapMessage, from seat: Int) {
        switch message {
        case .turn(deal, let turn): turnCard(in: turn, by: seat)
        case .snap(deal, let after):
            let event = SnapEvent.snap(player: seat)
            guard mayAct(event), limits[seat, default: SnapTurnLimits()].allowsSnap(in: game.turn) else { return }
            enqueue(event, by: seat, claim: max(0, min(after, clock.now - turnedAt, Self.longestClaim)))
        case .seen(let deal, let number): didSee(deal: deal, number: number, from: seat)
        case .listens: announceMatches(for: seat)
        case .again(deal): wantsReplay(seat)
        case .turn, .snap, .again, .table: break
        }
    }

    private func turnCard(in turn: Int, by seat: Int) {
        let event = SnapEvent.turn(player: seat)
        guard turn == game.turn, mayAct(event) else { return }
        let now = clock.now
        if now < turnedAt + slack {
            earlyTurn?.cancel()
            earlyTurn = clock.after(milliseconds: turnedAt + slack - now) { [weak self] in
                self?.earlyTurn = nil
                self?.turnCard(in: turn, by: seat)
            }
        } else if limits[seat, default: SnapTurnLimits()].allowsTurn(in: turn) {
            enqueue(event, by: seat, in: turn, claim: 0)
        }
    }

    private func mayAct(_ action: SnapEvent) -> Bool {
        deal > 0 && !isAbandoned && !clock.isStopped && queue.count < Self.longestQueue && game.allows(action)
    }

    private func enqueue(_ action: SnapEvent, by seat: Int, in turn: Int? = nil, claim: Int) {
        let before = queue.last { $0.seat == seat }?.due ?? clock.now
        let due = max(before, clock.now + fairness.wait(of: seat))
        let place = queue.firstIndex { $0.due > due } ?? queue.endIndex
        queue.insert((due, seat, action, turn, claim), at: place)
        servePlayers()
    }

    /// A guest's screen showed the table of this number. Only the first message about the latest table counts.
    private func didSee(deal: Int, number: Int, from seat: Int) {
        guard deal == self.deal, number == self.number, game.hands.indices.contains(seat), seen[seat] == nil else { return }
        seen[seat] = scheduler.now
        compare(seat)
    }

    /// A guest listens to the cards: matches are announced to everybody while that player is here.
    private func announceMatches(for seat: Int) {
        guard !absent.contains(seat), listening.insert(seat).inserted, deal > 0 else { return }
        announce([])
    }

    /// A guest would like a replay. Everybody is told, once.
    private func wantsReplay(_ seat: Int) {
        guard game.winner != nil || isAbandoned, canDeal, !absent.contains(seat), asking.insert(seat).inserted else { return }
        announce([])
    }

    /// Notes how much later a guest's "seen" came than this machine's own, once both are known.
    private func compare(_ seat: Int) {
        guard seat != 0, !absent.contains(seat), let own = seen[0], let theirs = seen[seat] else { return }
        fairness.note(theirs - own, of: seat)
    }

    /// A guest left or was lost: the cards go under the others' stacks. Nobody wins because the last other player was lost.
    package func lose(_ seat: Int, _ how: Departure = .left) {
        guard game.hands.indices.contains(seat), absent.insert(seat).inserted else { return }
        fairness.forget(seat)
        listening.remove(seat)
        asking.remove(seat)
        guard deal > 0 else { return }
        let others = game.hands.indices.filter { $0 != seat && game.hands[$0].count > 0 }
        if how != .left, game.winner == nil, others.count < SnapGame.playerCounts.lowerBound {
            isAbandoned = true
            stop()
            announce([.left(player: seat, how, shares: [])])
        } else if !happen(.leave(player: seat, how)) {
            announce([.left(player: seat, how, shares: [])])
        }
    }
}

// MARK: - Events

extension SnapHost {
    /// Applies the actions that have waited long enough, in order.
    private func servePlayers() {
        queueTimer?.cancel()
        while let next = queue.first, next.due <= clock.now {
            queue.removeFirst()
            if next.turn ?? game.turn == game.turn { happen(next.action, claim: next.claim) }
        }
        guard let next = queue.first else { return }
        queueTimer = clock.after(milliseconds: next.due - clock.now) { [weak self] in self?.servePlayers() }
    }

    /// Applies an event. Returns false if it is impossible.
    @discardableResult private func happen(_ event: SnapEvent, claim: Int? = nil) -> Bool {
        let turn = game.turn
        guard let outcomes = game.handle(event) else { return false }
        if outcomes.contains(where: { if case .turned = $0 { true } else { false } }) { turnedAt = clock.now }
        if let winner = game.winner { wins[winner] += 1 }
        if game.turn != turn { startTurn() }
        let isWon = outcomes.contains { if case .won = $0 { true } else { false } }
        announce(outcomes, claim: isWon ? claim : nil)
        return true
    }

    /// Starts the time of the turn, also that of one that had begun before.
    func startTurn() {
        turnTimer?.cancel()
        earlyTurn?.cancel()
        earlyTurn = nil
        deadline = clock.now + Self.turnMilliseconds + slack
        let turn = game.turn
        turnTimer = clock.after(milliseconds: Self.turnMilliseconds + slack) { [weak self] in self?.timeIsUp(in: turn) }
    }

    /// If this program was stopped meanwhile, nobody could act: the time starts again.
    private func timeIsUp(in turn: Int) {
        if clock.hasOverslept(deadline) {
            startTurn()
            announce([])
        } else {
            happen(.timeUp(turn: turn))
        }
    }

    /// The open matches do not count any more.
    func annulMatches() -> [SnapOutcome] {
        queue = []
        guard let outcomes = game.handle(.annul) else { return [] }
        return outcomes
    }

    func announce(_ outcomes: [SnapOutcome], claim: Int? = nil) {
        if game.winner != nil || isAbandoned {
            turnTimer?.cancel()
            queueTimer?.cancel()
            queue = []
        }
        number += 1
        seen = [:]
        if bots.isEmpty { awaitShowing() }
        var view = game.view
        for seat in absent { view.seats[seat].standing = .left }
        let left = game.winner == nil && !isAbandoned ? max(0, deadline - clock.now) : 0
        let table = SnapTable(
            deal: deal, number: number, view: view, outcomes: outcomes, left: left, claim: claim, window: fairness.window,
            slack: slack, announcesMatches: alwaysAnnounces || !listening.isEmpty, pause: pause, isAbandoned: isAbandoned,
            wins: wins, asking: asking)
        didAnnounce?(table)
        for bot in bots { bot.see(table) }
    }

    /// A timer of 0 ms fires after drawing: by then this machine's screen shows the table.
    private func awaitShowing() {
        showing?.cancel()
        showing = scheduler.after(milliseconds: 0) { [weak self] in
            guard let self else { return }
            showing = scheduler.after(milliseconds: SnapFairness.glance) { [weak self] in
                guard let self else { return }
                seen[0] = scheduler.now
                for seat in game.hands.indices { compare(seat) }
            }
        }
    }
}
