// Finding an opponent among strangers: the list of those who look for one, the player's own seek on it, and the way to a seated game. A
// screen, text mode or a test starts it and receives its events.

import Wire

/// What happens while an opponent is looked for.
package enum SeekingEvent {
    /// The list, the own seek or the attempt has changed.
    case changed
    /// The seek that we accepted leads to a game: the opponent hosts it, and has said hello.
    case joined(SeekCard, GameController)
    /// There is no game with the player of this card.
    case failed(NetworkFailure, SeekCard)
    /// Somebody has accepted our seek and is seated. The match with the guest has to tell the arbiter when the seat is taken, when both
    /// have moved, and when the guest leaves before that.
    case seated(GameController, SeatArbiter)
    /// The seated guest is gone before both have moved.
    case unseated
    /// A guest is gone, and no game was played with it: our seek is posted again.
    case lost(GameController, MatchEnd)
}

/// Finding an opponent.
package final class Seeking {
    /// How long somebody who accepts our seek may take to say hello, in milliseconds.
    package static let timeout = 5000

    /// Called with what happens.
    package var didHappen: (SeekingEvent) -> Void = { _ in }
    /// The players met before, by key.
    package private(set) var met: [[UInt8]: MetPlayer] = [:]
    /// The card whose seek we are accepting.
    package private(set) var accepted: SeekCard?
    /// Whether the player was on the list, too, when a game with the player of another card began.
    package private(set) var wasPosted = false

    /// The time of each player's last message, or of a game with them: no earlier card is offered, by the next list either.
    package private(set) var heard: [[UInt8]: Int]

    private let key: PlayerKey
    private let name: String
    private var terms: GameTerms
    private let broker: any Broker
    private let archive: Archive
    private let environment: Scheduler & Cryptography
    private var browser: SeekBrowser?
    private var posted: PostedSeek?
    private var arbiter: SeatArbiter?
    private var attempt: JoinAttempt?
    /// The owner of the seek that we accepted, who has let us in, and perhaps others: whoever is first to say hello plays.
    private var owner: GameController?
    private var patience: Cancellable?

    /// For the player with `key`, called `name`. Whoever accepts the player's seek plays on these terms; nobody can watch. `heard` is that of
    /// an earlier list.
    package init(
        by key: PlayerKey, name: String, terms: GameTerms = GameTerms(), heard: [[UInt8]: Int] = [:], broker: any Broker,
        archive: Archive, environment: Scheduler & Cryptography
    ) {
        self.heard = heard
        (self.key, self.name, self.terms) = (key, name, terms.unwatched)
        (self.broker, self.archive, self.environment) = (broker, archive, environment)
    }

    /// Watches the list, or goes on watching it with what is known now of players met.
    package func watch() {
        // Somebody looks at the list: after a trouble the broker need not be waited for.
        broker.hurry()
        met = archive.playersByKey
        browser =
            browser
            ?? SeekBrowser(heard: heard, broker: broker, environment: environment) { [weak self] in self?.didHappen(.changed) }
        browser?.met = (try? archive.players())?.map(\.key) ?? []
    }

    /// Takes the player off the list, and ends everything else but a game that has begun.
    package func stop() {
        stopEntering()
        stopLooking()
        arbiter?.close(because: .left)
        arbiter = nil
    }

    private func stopLooking() {
        posted?.cancel()
        browser?.cancel()
        heard = browser?.list.heard ?? heard
        (posted, browser) = (nil, nil)
    }

    // MARK: The list

    /// The state of the list.
    package var listState: SeekBrowser.State { browser?.state ?? .pending }
    /// Whether cards come faster than they can be checked.
    package var isBehind: Bool { browser?.isBehind ?? false }

    /// The first `limit` players of the list, and how many more there are. Blocked players and our own card are left out.
    package func rows(atMost limit: Int) -> (rows: [(card: SeekCard, isMet: Bool)], more: Int) {
        browser?.list.rows(
            atMost: limit,
            isHidden: { [met, key] in $0 == key.publicKey || met[$0]?.isBlocked == true }) ?? ([], 0)
    }

    /// Lists those that follow this player, if there are more than fit into the list.
    package func showOthers(after card: SeekCard) { browser?.turn(past: card) }

    /// What the player of a card is called here.
    package func title(of card: SeekCard) -> String { met[card.key]?.title ?? card.name }

    /// Hides the player of a card for good.
    package func block(_ card: SeekCard) throws(StorageFailure) {
        defer {
            met = archive.playersByKey
            didHappen(.changed)
        }
        if met[card.key] == nil { try archive.meet(card.key, called: card.name) }
        var player = met[card.key] ?? MetPlayer(key: card.key, name: card.name)
        player.isBlocked = true
        try archive.keep(player)
    }
}

// MARK: - Accepting a seek

extension Seeking {
    /// Accepts the seek of a card, one at a time.
    package func accept(_ card: SeekCard) {
        // Whoever accepted our seek is on the way in.
        guard accepted == nil, posted?.isLettingIn(card.key) != true else { return }
        accepted = card
        posted?.accepting = card.key
        attempt = JoinAttempt(accepting: card, by: key, broker: broker, environment: environment) { [weak self] in
            self?.didAccept(card, $0)
        }
        didHappen(.changed)
    }

    /// Cancels the attempt.
    package func cancelAttempt() {
        stopEntering()
        posted?.accepting = nil
        didHappen(.changed)
    }

    private func stopEntering() {
        attempt?.cancel()
        owner?.didHappen = { _ in }
        owner?.disconnect(because: .left)
        patience?.cancel()
        (attempt, owner, patience, accepted) = (nil, nil, nil, nil)
    }

    private func didAccept(_ card: SeekCard, _ result: Result<Connection, NetworkFailure>) {
        attempt = nil
        switch result {
        case .success(let connection):
            let owner = GameController(
                Link(connection, scheduler: environment), isHost: false, name: name, opponent: title(of: card), isKnown: true,
                terms: terms)
            self.owner = owner
            owner.didHappen = { [weak self, weak owner] in if let owner { self?.receive($0, from: owner, of: card) } }
            patience = environment.after(milliseconds: Self.timeout) { [weak self] in self?.didFail(.timedOut, card) }
            owner.link.start()
        case .failure(let failure): didFail(failure, card)
        }
    }

    private func receive(_ event: OpponentEvent, from owner: GameController, of card: SeekCard) {
        guard owner === self.owner else { return }
        if case .disconnected = event { return didFail(.refused, card) }
        guard event.isFirstWord else { return }
        owner.didHappen = { _ in }
        self.owner = nil
        stopEntering()
        didMeet(card.key)
        wasPosted = posted != nil
        withdraw()
        stopLooking()
        didHappen(.joined(card, owner))
    }

    /// A game with that player begins: no card of before counts.
    private func didMeet(_ key: [UInt8]) { browser?.list.end(SeekOver(key: key, inbox: "", issued: environment.wallClock)) }

    private func didFail(_ failure: NetworkFailure, _ card: SeekCard) {
        stopEntering()
        // It is not offered again before a newer card.
        if [.refused, .timedOut].contains(failure) { browser?.forget(card) }
        posted?.accepting = nil
        didHappen(.failed(failure, card))
    }
}

// MARK: - Our own seek

extension Seeking {
    /// The state of our own seek; nil: none is posted.
    package var postedState: PostedSeek.State? { posted?.state }

    /// Puts the player on the list.
    package func post() {
        guard posted == nil else { return }
        broker.hurry()
        let arbiter = SeatArbiter(name: name, environment: environment, timeout: Self.timeout, terms: terms)
        follow(arbiter)
        self.arbiter = arbiter
        let posted = PostedSeek(
            by: key, name: name, timeControl: terms.timeControl, isBlocked: { [weak self] in self?.met[$0]?.isBlocked == true },
            broker: broker, environment: environment)
        posted.didMeet = { [weak self] in self?.receive($0) }
        posted.didYield = { [weak self] in self?.cancelAttempt() }
        posted.didChange = { [weak self] in self?.didHappen(.changed) }
        posted.accepting = accepted?.key
        self.posted = posted
        posted.list()
        didHappen(.changed)
    }

    private func receive(_ connection: Connection) {
        if let arbiter { arbiter.receive(Link(connection, scheduler: environment)) } else { connection.close() }
    }

    /// From now on the player offers a game on these terms.
    package func change(to terms: GameTerms) {
        self.terms = terms.unwatched
        guard posted != nil else { return }
        withdraw()
        post()
    }

    /// Takes the player off the list.
    package func withdraw() {
        posted?.cancel()
        posted = nil
        arbiter?.close(because: .left)
        arbiter = nil
        didHappen(.changed)
    }
}

extension Seeking {
    private func follow(_ arbiter: SeatArbiter) {
        arbiter.didSeat = { [weak self, weak arbiter] in
            guard let self, let arbiter else { return }
            if accepted != nil { cancelAttempt() }
            if let keys = $0.link.origin.keys { didMeet(keys.theirs) }
            didHappen(.seated($0, arbiter))
        }
        arbiter.didUnseat = { [weak self] in self?.didHappen(.unseated) }
        arbiter.didTake = { [weak self] in self?.posted?.withdraw() }
        arbiter.didSettle = { [weak self] in self?.stopLooking() }
        arbiter.didLose = { [weak self] in
            self?.posted?.list()
            self?.didHappen(.lost($0, $1))
        }
    }
}
