// How two players who lost each other find each other again. The host advertises a token that only its guest recognises, and runs the
// handshake with everybody who connects. The guest browses for the token and dials (HostSearch).

import Wire

/// The search for an opponent, on one side, until it succeeds or is cancelled.
final class Reconnector {
    /// The host's pause between two tries to listen, in milliseconds.
    static let pause = 5000
    /// How long a connection has for its handshake, in milliseconds.
    static let timeout = 10_000
    /// The key of the search token in a listing. Lists of games to join leave such listings out.
    static let fact = "resume"

    /// Called when the opponent is at the other end of a connection, which delivers no packets yet, and reported this history.
    var didFind: (MatchHistory, Link) -> Void = { _, _ in }
    /// Called when another game is hosted where the host was. The search goes on until it is cancelled.
    var didFindAnotherGame: () -> Void = {}
    /// Called when nobody listens where the host was, on a machine that can be reached. The search goes on until it is cancelled.
    var didFindNobody: () -> Void = {}
    /// The game; its endpoint is where the host is now.
    private(set) var session: ResumableGame
    private let environment: Scheduler & Rendezvous & Cryptography
    private let kind: OfferKind
    private let title: String
    /// Published by the host for this search only.
    private let searchToken: String
    private var advertisement: Advertisement?
    private let queue: AdmissionQueue<ReconnectionAttempt>
    private var pause: Cancellable?
    private var browser: Cancellable?
    private let search: HostSearch
    private var listings: [Listing] = []

    /// A search for the opponent of `session`; `start` begins it. The host is listed as `title` among the offers of `kind`.
    init(
        _ session: ResumableGame, kind: OfferKind = .game, title: String, environment: Scheduler & Rendezvous & Cryptography
    ) {
        self.session = session
        self.kind = kind
        self.title = title
        self.environment = environment
        searchToken = session.token.searchToken(kit: environment.seals)
        queue = AdmissionQueue(timeout: Self.timeout, scheduler: environment)
        search = HostSearch(session, environment: environment)
        queue.turnAway = { $0.close() }
        search.didFind = { [unowned self] in take($1, from: $0) }
        search.didFindAnotherGame = { [unowned self] in didFindAnotherGame() }
        search.didFindNobody = { [unowned self] in didFindNobody() }
    }

    /// The game was decided meanwhile.
    func note(_ history: MatchHistory) {
        session.history = history
        search.note(history)
    }

    /// Starts the search.
    func start() {
        guard !session.isHost else { return advertise() }
        browser = environment.browse(kind) { [weak self] in self?.didReceive($0) }
        search.start()
    }

    /// Ends the search and closes what it opened.
    func cancel() {
        for task in [advertisement, browser, pause] { task?.cancel() }
        (advertisement, browser, pause) = (nil, nil, nil)
        search.cancel()
        for attempt in queue.empty() { attempt.close() }
    }

    private func take(_ history: MatchHistory, from attempt: ReconnectionAttempt) {
        cancel()
        if !session.isHost, let endpoint = attempt.connection.origin.endpoint { session.endpoint = endpoint }
        didFind(history, attempt.connection)
    }
}

// MARK: - The host

extension Reconnector {
    /// Listens where the guest expects us, or elsewhere if that endpoint is taken.
    private func advertise() {
        guard let found = (try? advertise(at: session.endpoint)) ?? (try? advertise(at: nil)) else {
            pause = environment.after(milliseconds: Self.pause) { [weak self] in self?.advertise() }
            return
        }
        advertisement = found
        session.endpoint = found.endpoint
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
    func admit(_ connection: Link) {
        let attempt = ReconnectionAttempt(connection, session: session, environment: environment)
        attempt.didProve = { [weak self, weak attempt] in
            guard let self, let attempt else { return }
            queue.remove(attempt)
            take($0, from: attempt)
        }
        attempt.didFail = { [weak self, weak attempt] _ in if let attempt { self?.queue.remove(attempt) } }
        queue.admit(attempt, from: connection.origin.source)
        attempt.start()
    }
}

// MARK: - The guest

extension Reconnector {
    private func didReceive(_ event: BrowserEvent) {
        switch event {
        case .found(let listing) where isOurs(listing):
            update(listing.name, to: listing)
            search.didList(listing.endpoint)
        case .found(let listing): update(listing.name, to: nil)
        case .lost(let name): update(name, to: nil)
        case .trouble, .ready: break
        }
    }

    private func isOurs(_ listing: Listing) -> Bool {
        listing.facts[Self.fact].map { session.token.isSearchToken($0, kit: environment.seals) } ?? false
    }

    /// A listing that changes keeps its position, so a copy that appears later is tried later.
    private func update(_ name: String, to listing: Listing?) {
        let index = listings.firstIndex { $0.name == name }
        switch (index, listing) {
        case (let index?, let listing?): listings[index] = listing
        case (let index?, nil): listings.remove(at: index)
        case (nil, let listing?): listings.append(listing)
        case (nil, nil): break
        }
        search.listed = listings.map(\.endpoint)
    }
}
