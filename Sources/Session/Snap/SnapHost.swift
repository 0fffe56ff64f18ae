// The host's part of Snap!: it has all the cards, lets what players do happen in the order in which it comes, turns the card of who
// lets the time pass, and tells what came of it. It knows neither screens nor connections: whoever owns it passes tellings on. The
// same for a party and for a game alone, where computer players sit at the other seats.

import Games

/// What a player does.
package enum SnapAction: Equatable {
    /// Turns the card of this turn.
    case turn(Int)
    /// Snaps, so many milliseconds after the last card was shown to them, as they say.
    case snap(after: Int)
}

/// The host's program's side of the table.
package final class SnapHost {
    /// How long a turn takes at the most.
    package static let turnMilliseconds = 10_000
    /// How much longer there is to snap, in milliseconds, where the host gives everybody time to hear what fell.
    package static let longSlack = 3_000
    /// The longest time that a Snap! can claim.
    package static let longestClaim = 60_000
    /// How much can wait at once. Between honest players on one network there is hardly ever more than one.
    private static let longestQueue = 64

    package private(set) var game: SnapGame
    package private(set) var deal = 0
    /// The seats whose players have left, in this game or an earlier one.
    package private(set) var absent: Set<Int> = []
    /// Is given every telling, first of all.
    package var didTell: ((SnapTable) -> Void)?

    /// For so many milliseconds no card covers one that has just fallen, and computer players do not snap.
    private let slack: Int
    private let environment: Scheduler
    private let shuffle: () -> [PlayingCard]
    private var bots: [SnapBot] = []

    private var fairness = SnapFairness()
    private var timeout: [Int: SnapPatience] = [:]
    private var queue: [Waiting] = []
    private var queueTimer: Cancellable?
    private var turnTimer: Cancellable?
    /// A card that somebody wants to turn too early.
    private var earlyTurn: Cancellable?

    private var number = 0
    private var showing: Cancellable?
    /// When "seen" came, of the table that was told last: from the guests, and when this machine's own would have come (seat 0).
    private var seen: [Int: Int] = [:]
    private var fallenAt = 0
    private var deadline = 0

    private struct Waiting {
        var due: Int
        var seat: Int
        var deed: SnapAction
        var claim: Int
    }

    /// A table for so many (2…4), at some seats of which computer players sit. `shuffle` gives the 52 cards of each deal.
    package init(
        players: Int, bots: [Int: SnapSpeed] = [:], slack: Int = 0, environment: Scheduler,
        shuffle: @escaping () -> [PlayingCard] = shuffled
    ) {
        guard let game = SnapGame(players: players, deck: shuffle()) else {
            preconditionFailure("no deck, or no two to four players")
        }
        self.game = game
        self.slack = slack
        self.environment = environment
        self.shuffle = shuffle
        self.bots = bots.map { SnapBot(seat: $0, speed: $1, slack: slack, environment: environment) }
        for bot in self.bots { bot.act = { [unowned self, unowned bot] in receive($0, from: bot.seat) } }
    }

    /// A deck in no order.
    package nonisolated static func shuffled() -> [PlayingCard] {
        var generator = SystemRandomNumberGenerator()
        var deck = PlayingCardDeck()
        return deck.drawAll(using: &generator)
    }

    /// Whether enough players are left for another game.
    package var canDeal: Bool { game.hands.count - absent.count >= SnapGame.playerCounts.lowerBound }

    /// Deals the cards, for the first time or again. Where too few are left it does nothing.
    package func startGame() {
        guard canDeal, let game = SnapGame(players: game.hands.count, absent: absent, deck: shuffle()) else { return }
        self.game = game
        deal += 1
        number = 0
        timeout = [:]
        queue = []
        fallenAt = environment.now - slack
        startTurn()
        tell([.next(player: game.mover, turn: game.turn)])
    }

    /// Nothing happens any more.
    package func stop() {
        queue = []
        queueTimer?.cancel()
        turnTimer?.cancel()
        earlyTurn?.cancel()
        showing?.cancel()
        for bot in bots { bot.stop() }
    }
}

// MARK: - What comes in

extension SnapHost {
    /// A player does something. What cannot be done now is passed over; so is what floods.
    package func receive(_ deed: SnapAction, from seat: Int) {
        guard deal > 0, queue.count < Self.longestQueue, isPossible(deed, for: seat) else { return }
        let now = environment.now
        if case .turn = deed, now < fallenAt + slack {
            earlyTurn?.cancel()
            earlyTurn = environment.after(milliseconds: fallenAt + slack - now) { [weak self] in self?.receive(deed, from: seat)
            }
            return
        }
        guard takes(deed, from: seat) else { return }
        var claim = 0
        if case .snap(let after) = deed { claim = max(0, min(after, now - fallenAt, Self.longestClaim)) }
        let before = queue.last { $0.seat == seat }?.due ?? now
        let due = max(before, now + fairness.wait(of: seat))
        let place = queue.firstIndex { $0.due > due } ?? queue.endIndex
        queue.insert(Waiting(due: due, seat: seat, deed: deed, claim: claim), at: place)
        servePlayers()
    }

    /// A guest was shown the table of this number. Only the first word about the latest table counts.
    package func didSee(deal: Int, number: Int, from seat: Int) {
        guard deal == self.deal, number == self.number, game.hands.indices.contains(seat), seen[seat] == nil else { return }
        seen[seat] = environment.now
        compare(seat)
    }

    /// Where both are known: how much later a guest's "seen" came than this machine's own.
    private func compare(_ seat: Int) {
        guard seat != 0, !absent.contains(seat), let own = seen[0], let theirs = seen[seat] else { return }
        fairness.note(theirs - own, of: seat)
    }

    /// A guest has left or is lost: the cards go under the others' stacks.
    package func lose(_ seat: Int) {
        guard game.hands.indices.contains(seat), absent.insert(seat).inserted else { return }
        fairness.forget(seat)
        guard deal > 0 else { return }
        if !happen(.leave(player: seat)) { tell([.left(player: seat, shares: [])]) }
    }

    private func event(_ deed: SnapAction, _ seat: Int) -> SnapEvent {
        switch deed {
        case .turn: .turn(player: seat)
        case .snap: .snap(player: seat)
        }
    }

    private func isPossible(_ deed: SnapAction, for seat: Int) -> Bool {
        if case .turn(let turn) = deed, turn != game.turn { return false }
        return game.reasonAgainst(event(deed, seat)) == nil
    }

    private func takes(_ deed: SnapAction, from seat: Int) -> Bool {
        switch deed {
        case .turn: timeout[seat, default: SnapPatience()].takesTurn(in: game.turn)
        case .snap: timeout[seat, default: SnapPatience()].takesSnap(in: game.turn)
        }
    }
}

// MARK: - What happens

extension SnapHost {
    /// Lets happen what has waited long enough, in its order.
    private func servePlayers() {
        queueTimer?.cancel()
        while let next = queue.first, next.due <= environment.now {
            queue.removeFirst()
            if isPossible(next.deed, for: next.seat) { happen(event(next.deed, next.seat), claim: next.claim) }
        }
        guard let next = queue.first else { return }
        queueTimer = environment.after(milliseconds: next.due - environment.now) { [weak self] in self?.servePlayers() }
    }

    /// Returns whether it could.
    @discardableResult private func happen(_ event: SnapEvent, claim: Int? = nil) -> Bool {
        let turn = game.turn
        guard case .success(let outcomes) = game.handle(event) else { return false }
        if outcomes.contains(where: { if case .turned = $0 { true } else { false } }) { fallenAt = environment.now }
        if game.turn != turn { startTurn() }
        let isWon = outcomes.contains { if case .won = $0 { true } else { false } }
        tell(outcomes, claim: isWon ? claim : nil)
        return true
    }

    private func startTurn() {
        turnTimer?.cancel()
        earlyTurn?.cancel()
        deadline = environment.now + Self.turnMilliseconds + slack
        let turn = game.turn
        turnTimer = environment.after(milliseconds: Self.turnMilliseconds + slack) { [weak self] in
            self?.happen(.timeUp(turn: turn))
        }
    }

    private func tell(_ outcomes: [SnapOutcome], claim: Int? = nil) {
        if game.winner != nil {
            turnTimer?.cancel()
            queueTimer?.cancel()
            queue = []
        }
        number += 1
        seen = [:]
        if bots.isEmpty { awaitShowing() }
        var view = game.view
        for seat in absent { view.seats[seat].standing = .left }
        let left = game.winner == nil ? max(0, deadline - environment.now) : 0
        let table = SnapTable(
            deal: deal, number: number, view: view, outcomes: outcomes, left: left, claim: claim, window: fairness.window,
            slack: slack)
        didTell?(table)
        for bot in bots { bot.see(table) }
    }

    /// Timers come after drawing: by then this machine's screen shows what was told.
    private func awaitShowing() {
        showing?.cancel()
        showing = environment.after(milliseconds: 0) { [weak self] in
            guard let self else { return }
            showing = environment.after(milliseconds: SnapFairness.glance) { [weak self] in
                guard let self else { return }
                seen[0] = environment.now
                for seat in game.hands.indices { compare(seat) }
            }
        }
    }
}
