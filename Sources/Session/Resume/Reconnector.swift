// Two that lost each other find each other again: the host advertises a word that only its guest understands, and hears all who come;
// the guest watches for it, and looks for the host there (HostSearch). It knows listings and connections, no board and no screen.

import Wire

/// Is told when they have.
package protocol ReconnectorDelegate: AnyObject {
    /// The opponent is at the other end of `connection`, whose packets wait, and knows this of the game.
    func reconnector(_ reconnector: Reconnector, didFind history: SessionHistory, on connection: PacketConnection)
    /// Where the host was, a game is offered, and not this one. The search goes on.
    func reconnectorDidFindAnotherGame(_ reconnector: Reconnector)
}

/// The search for an opponent, on one side, until it is cancelled or over.
package final class Reconnector {
    /// The host's pauses while it can listen nowhere, in milliseconds.
    package static let pause = 5000
    /// How long each of them has, in milliseconds.
    package static let timeout = 10_000
    /// The fact that says which game is looked for. Whoever shows games to join passes over such a listing.
    package static let fact = "resume"

    package private(set) var session: ResumableGame
    private weak var delegate: ReconnectorDelegate?
    private let environment: Scheduler & Rendezvous & Cryptography
    private let title: String
    /// What the host publishes in this search and in no other.
    private let word: String
    private var advertisement: Advertisement?
    private let room: WaitingRoom<ReconnectionAttempt>
    private var pause: Cancellable?
    private var browser: Cancellable?
    private let search: HostSearch
    private var listings: [Listing] = []

    /// Looks for the opponent of `session` once `start` is called; the host is listed as `title` for whoever sees it all the same.
    package init(
        _ session: ResumableGame, title: String, environment: Scheduler & Rendezvous & Cryptography,
        delegate: ReconnectorDelegate
    ) {
        self.session = session
        self.title = title
        self.environment = environment
        self.delegate = delegate
        word = session.secret.searchWord(session.version, kit: environment.seals)
        room = WaitingRoom(AdmissionRules(timeout: Self.timeout), scheduler: environment)
        search = HostSearch(session, environment: environment)
        room.turnAway = { $0.close() }
        search.didFind = { [unowned self] in didFind($1, on: $0) }
        search.didFindAnotherGame = { [unowned self] in self.delegate?.reconnectorDidFindAnotherGame(self) }
    }

    /// Starts.
    package func start() {
        guard !session.isHost else { return advertise() }
        browser = environment.browse(.game) { [weak self] in self?.didReceive($0) }
        search.start()
    }

    /// Ends the search; nothing stays open.
    package func cancel() {
        for task in [advertisement, browser, pause] { task?.cancel() }
        (advertisement, browser, pause) = (nil, nil, nil)
        search.cancel()
        for line in room.empty() { line.close() }
    }

    private func didFind(_ history: SessionHistory, on line: ReconnectionAttempt) {
        cancel()
        if !session.isHost, let endpoint = line.connection.origin.endpoint { session.endpoint = endpoint }
        delegate?.reconnector(self, didFind: history, on: line.connection)
    }
}

// MARK: - The host

extension Reconnector: AdvertisementDelegate {
    /// Where the guest knows us to be, if that is free.
    private func advertise() {
        let offer = Offer(kind: .game, name: title, facts: [Self.fact: word])
        let found =
            (try? environment.advertise(offer, at: session.endpoint, delegate: self))
            ?? (try? environment.advertise(offer, at: nil, delegate: self))
        guard let found else {
            pause = environment.after(milliseconds: Self.pause) { [weak self] in self?.advertise() }
            return
        }
        advertisement = found
        session.endpoint = found.endpoint
    }

    package func advertisement(_ advertisement: Advertisement, didAccept connection: Connection) {
        guard self.advertisement != nil else { return connection.close() }
        let line = ReconnectionAttempt(connection, session: session, environment: environment, delegate: self)
        room.admit(line, from: connection.origin.source)
        line.start()
    }

    /// The search goes on whether or not the lists show it.
    package func advertisement(_ advertisement: Advertisement, didTell event: AdvertisementEvent) {}
}

extension Reconnector: ReconnectionAttemptDelegate {
    package func line(_ line: ReconnectionAttempt, didProve history: SessionHistory) {
        room.remove(line)
        didFind(history, on: line)
    }

    package func lineDidFail(_ line: ReconnectionAttempt, isElsewhere: Bool) { room.remove(line) }
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
        listing.facts[Self.fact].map { session.secret.isSearch($0, session.version, kit: environment.seals) } ?? false
    }

    /// A listing that changes keeps its place.
    private func update(_ name: String, to listing: Listing?) {
        let place = listings.firstIndex { $0.name == name }
        switch (place, listing) {
        case (let place?, let listing?): listings[place] = listing
        case (let place?, nil): listings.remove(at: place)
        case (nil, let listing?): listings.append(listing)
        case (nil, nil): break
        }
        search.listed = listings.map(\.endpoint)
    }
}
