// How two players who lost each other find each other again, in a match or at a table. The host advertises a token that only its guest
// recognises, and runs the handshake (Resumption) with everybody who connects. The guest browses for the token and dials
// (ReconnectionRounds.swift). Two who have dialled each other do so again (MutualReturn.swift).

import Wire

/// The search for the other side of an interrupted game, until it succeeds or is cancelled.
package final class Reconnection: Cancellable {
    /// The host's pause between two tries to listen, in milliseconds.
    static let pause = 5000
    /// How long a connection at the host has for its handshake, in milliseconds.
    static let timeout = 10_000
    /// The key of the search token in a listing. Lists of games to join leave such listings out.
    static let fact = "resume"

    /// Called when the opponent is at the other end of a link, which delivers no packets yet, and reported this history. The search is over.
    var didFind: (MatchHistory, Link) -> Void = { _, _ in }
    /// Called when the time is up (`connectionDropped`), when another game is hosted at the host's last endpoint (`seatGivenUp`), and when
    /// nobody listens there, on a machine that can be reached (`hostGone`), or the table is closed (`serverQuit`). The search goes on until it is cancelled.
    var didFail: (QuitReason) -> Void = { _ in }
    /// Called when a second has passed, or the connection to the relay has changed; nil: nobody shows either.
    var didTick: (() -> Void)?
    /// Called when `isCutOff` has changed.
    var didCutOff: () -> Void = {}
    /// Called instead of `didFind`, again and again, where the player has not come back yet and only looks: with the opponent's history, which says
    /// whether that one waits at the board, looks too, or has left for good.
    private var didSee: (MatchHistory) -> Void = { _ in }
    /// The game; its endpoint is where the host is now.
    var session: ResumableGame
    /// When the time is up, in milliseconds of the scheduler's clock; nil: never.
    private(set) var end: Int?
    /// Whether this machine has no connection to the relay over which the opponent is looked for.
    private(set) var isCutOff = false

    /// One way to the opponent: to an endpoint that the guest dials, or by a connection that the host has accepted.
    final class Attempt {
        /// What the guest dials; nil at the host.
        let endpoint: Endpoint?
        /// At the guest: the dialling until there is a connection, and the time limit of the present step.
        var dial, timer: Cancellable?
        /// Whether its time is up: another endpoint may take its turn.
        var isLate = false
        /// The connection once there is one, until the opponent is found at its other end.
        var link: Link?
        /// The handshake on it.
        var handshake: Resumption?

        /// An attempt of the guest to come to `endpoint`, or of a guest to come to us.
        init(at endpoint: Endpoint? = nil) { self.endpoint = endpoint }

        /// Ends it, and says that this player is not the one who is looked for, or was found already.
        func close() {
            timer?.cancel()
            dial?.cancel()
            link?.send(.control(.bye(.taken)))
            link?.close()
        }
    }

    let environment: Scheduler & Rendezvous & Cryptography
    private let kind: OfferKind
    private let title: String
    private let relay: (any Broker)?
    /// Published by the host for this search only.
    private let searchToken: String
    private(set) var advertisement: Advertisement?
    /// The pauses between a guest's rounds, in milliseconds.
    var pauses: [Int] { session.history.presence == 0 ? Self.pauses : [1000, Self.sightPause] }
    /// The longest of them where the player is not at the board; who was not seen for three times as long has gone.
    package static let sightPause = 10_000
    /// For how long after the game broke off the two look for each other from their menus, in seconds, and after one has left it for good.
    package static let sightTime = 3600
    /// Dials the other side where it dials us; at the guest, the port that it dials, or the pause until that can be opened.
    var (mutualDial, ownPort, portPause): (MutualDial?, (any OpenPort)?, Cancellable?)
    /// At the host: the connections on which the handshake runs.
    private let queue: AdmissionQueue<Attempt>
    private(set) var browser: Cancellable?
    /// The offers that are listed as the host, in the order in which they appeared, so copies of a listing are tried later.
    private(set) var listings: [Listing] = []
    /// Until the host tries again to listen, or the guest's next round.
    var pause: Cancellable?
    private var tick: Cancellable?
    private var watch: Cancellable?

    /// At the guest: what is tried now, and which endpoints wait for a turn.
    var (attempts, waiting): ([Attempt], [Endpoint]) = ([], [])
    /// How many rounds have begun, and how often the host's last endpoint has refused since it last did anything else.
    var (rounds, refusals) = (0, 0)
    /// Whether another game is hosted at the host's last endpoint.
    var isLastEndpointTaken = false

    /// A search for the opponent of `session`, for so many seconds or until it is cancelled; `start` begins it. The host is listed as `title`
    /// among the offers of `kind`. `relay`: the broker over which a game online is looked for, if the player should read when it is away.
    init(
        _ session: ResumableGame, kind: OfferKind = .game, title: String, seconds: Int? = nil, relay: (any Broker)? = nil,
        environment: Scheduler & Rendezvous & Cryptography
    ) {
        (self.session, self.kind, self.title, self.relay) = (session, kind, title, relay)
        self.environment = environment
        end = seconds.map { environment.now + $0 * 1000 }
        searchToken = session.token.searchToken(kit: environment.seals)
        queue = AdmissionQueue(timeout: Self.timeout, scheduler: environment)
        queue.didTurnAway = { $0.close() }
    }

    /// Looks only where the opponent of a saved game is, for so many seconds or until it is cancelled; nil where that cannot be known. The
    /// place of the game stays free.
    package convenience init?(
        lookingFor session: ResumableGame, for seconds: Int, environment: Match.Services, didSee: @escaping (MatchHistory) -> Void
    ) {
        let isAtRelay = session.endpoint?.isAtRelay == true
        let isSameRelay = session.relay == environment.relayURL.hidingPassword()
        guard session.endpoint?.mutual == nil, !isAtRelay || isSameRelay else { return nil }
        self.init(session, title: session.waitingTitle, seconds: seconds, environment: environment)
        self.didSee = didSee
        self.session.history.isLooking = true
        endInTime()
        if session.isHost, !isAtRelay { self.session.endpoint = nil }
        start()
    }

    /// For how many more seconds the opponent is looked for.
    var secondsLeft: Int { end.map { max(0, $0 - environment.now + 999) / 1000 } ?? 0 }

    /// The player has moved, or the game was decided, meanwhile. Whoever was told an older history is met again.
    func note(_ history: MatchHistory) {
        session.history = history
        for attempt in queue.empty() { attempt.close() }
        redial()
    }

    /// Starts the search and the countdown.
    func start() {
        if session.isHost {
            advertise()
        } else {
            browser = environment.browse(kind) { [weak self] in self?.receive($0) }
            dialMutually()
            startRound()
        }
        watch = relay?.watch { [weak self] in self?.receive($0) }
        awaitTick()
    }

    /// The player has given the game up: from now on the opponent reads that, or `word`, when it is found, also one who only looks.
    func sayGoodbye(_ word: Packet = .control(.bye(.left))) {
        didTick = nil
        didFind = { _, link in
            link.send(word)
            link.close()
        }
        endInTime()
        guard kind == .game else { return }
        var history = session.history
        history.hasLeft = true
        if session.isLasting { end = environment.now + Self.sightTime * 1000 }
        tick?.cancel()
        awaitTick()
        note(history)
        guard !session.isHost, let pause else { return }
        pause.cancel()
        startRound()
    }

    /// Nobody is told that the time is up.
    private func endInTime() { didFail = { [weak self] in if $0 == .connectionDropped { self?.cancel() } } }

    /// Ends the search and closes what it opened.
    package func cancel() {
        for task in [advertisement, browser, pause, tick, watch, mutualDial, ownPort, portPause] as [Cancellable?] {
            task?.cancel()
        }
        (advertisement, browser, pause, mutualDial, ownPort, portPause) = (nil, nil, nil, nil, nil, nil)
        waiting = []
        for attempt in queue.empty() + attempts { attempt.close() }
        attempts = []
    }

    private func awaitTick() {
        guard let end else { return }
        let left = end - environment.now
        guard left > 0 else { return didFail(.connectionDropped) }
        let goOn = { [weak self] in
            self?.didTick?()
            self?.awaitTick()
        }
        tick = didTick == nil ? environment.after(milliseconds: left, goOn) : environment.countDown(left, goOn)
    }

    private func receive(_ event: BrokerEvent) {
        let wasCutOff = isCutOff
        switch event {
        case .connecting: return
        case .connected: isCutOff = false
        case .trouble: isCutOff = true
        }
        didTick?()
        if isCutOff != wasCutOff { didCutOff() }
    }
}

// MARK: - The host

extension Reconnection {
    /// Listens where the guest expects us, or elsewhere if that endpoint is taken.
    private func advertise() {
        guard let found = (try? advertise(at: session.endpoint)) ?? (try? advertise(at: nil)) else {
            pause = environment.after(milliseconds: Self.pause) { [weak self] in self?.advertise() }
            return
        }
        advertisement = found
        session.endpoint = found.endpoint
        if let place = found.endpoint.mutual, let port = found.port { dial(place, from: port) }
    }

    /// The search does not depend on being listed.
    private func advertise(at place: Endpoint?) throws(NetworkFailure) -> Advertisement {
        let offer = Offer(kind: kind, name: title, facts: [Self.fact: searchToken])
        return try environment.advertise(
            offer, at: place,
            didAccept: { [weak self] in
                guard let self else { return $0.close() }
                admit(Link($0, scheduler: environment))
            }, onEvent: { _ in })
    }

    /// At the host: runs the handshake on a connection.
    func admit(_ link: Link) {
        let attempt = Attempt()
        queue.admit(attempt, from: link.origin.source)
        shakeHands(on: link, attempt)
    }
}

// MARK: - The lists, at the guest

extension Reconnection {
    private func receive(_ event: BrowserEvent) {
        switch event {
        case .found(let listing) where isOurs(listing):
            update(listing.name, to: listing)
            enqueue([listing.endpoint])
        case .found(let listing): update(listing.name, to: nil)
        case .lost(let name): update(name, to: nil)
        case .trouble, .ready: break
        }
    }

    private func isOurs(_ listing: Listing) -> Bool {
        listing.facts[Self.fact].map { session.token.isSearchToken($0, kit: environment.seals) } ?? false
    }

    /// A listing that changes keeps its position.
    private func update(_ name: String, to listing: Listing?) {
        let index = listings.firstIndex { $0.name == name }
        switch (index, listing) {
        case (let index?, let listing?): listings[index] = listing
        case (let index?, nil): listings.remove(at: index)
        case (nil, let listing?): listings.append(listing)
        case (nil, nil): break
        }
    }
}

// MARK: - The handshake

extension Reconnection {
    /// Finds out who is at the other end of a new connection. The guest speaks first.
    func shakeHands(on link: Link, _ attempt: Attempt) {
        var handshake = Resumption(
            isHost: session.isHost, token: session.token, history: session.history, kit: environment.seals)
        link.didReceive = { [weak self, weak attempt] in if let attempt { self?.receive($0, of: attempt) } }
        link.didEnd = { [weak self, weak attempt] _ in if let attempt { self?.end(attempt) } }
        if !session.isHost {
            let call = handshake.call(nonce: environment.randomBytes(ResumeToken.keyLength))
            link.send(.control(.resume(call)))
        }
        (attempt.link, attempt.handshake) = (link, handshake)
        link.start()
    }

    private func receive(_ packet: Packet, of attempt: Attempt) {
        guard let link = attempt.link else { return }
        switch packet {
        case .control(.resume(let message)): receive(message, on: link, attempt)
        case .control(.hello), .control(.privacy), .lobby(.matchmaking(.refused)): end(attempt, isElsewhere: true)
        case .lobby(.matchmaking(.hostQuit)) where kind == .table && attempt.endpoint == session.endpoint:
            end(attempt)
            didFail(.serverQuit)
        case .ignored: break
        case .control, .lobby, .game: end(attempt)
        }
    }

    private func receive(_ message: ResumeMessage, on link: Link, _ attempt: Attempt) {
        guard let (reply, history) = attempt.handshake?.receive(message) else { return end(attempt) }
        let ours = session.history
        // Whoever only looks reads where the other one is, and both go on with the search.
        let isGlance = ours.isLooking || history?.isLooking == true && !ours.hasLeft
        if history != nil, !isGlance { link.hold() }
        // The host's answer is the last message in the clear.
        if !session.isHost { seal(link, attempt) }
        if let reply { link.send(.control(.resume(reply))) }
        if session.isHost { seal(link, attempt) }
        guard let history else { return }
        if !isGlance { return take(history, from: attempt, on: link) }
        end(attempt)
        didSee(history)
    }

    /// Seals a private game after the first two messages.
    private func seal(_ link: Link, _ attempt: Attempt) {
        guard session.isSealed, let stream = attempt.handshake?.stream else { return }
        link.seal(with: stream)
        link.start()
    }

    private func take(_ history: MatchHistory, from attempt: Attempt, on link: Link) {
        attempt.link = nil
        cancel()
        if !session.isHost, let endpoint = link.origin.endpoint { session.endpoint = endpoint }
        didFind(history, link)
    }

    /// The connection ended, or leads to somebody else. `isElsewhere`: a program of ours answered there and plays another game.
    private func end(_ attempt: Attempt, isElsewhere: Bool = false) {
        attempt.close()
        if session.isHost { queue.remove(attempt) } else { drop(attempt, isElsewhere: isElsewhere) }
    }
}
