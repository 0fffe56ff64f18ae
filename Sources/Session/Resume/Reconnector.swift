// Two that lost each other find each other again: the host advertises the game's id, the guest watches for it, and connects to what it
// finds and to where the host was last. It knows listings and connections, no board and no screen.

import Wire

/// Is told when they have.
package protocol ReconnectorDelegate: AnyObject {
    /// The opponent is at the other end of `connection`, whose packets wait, and knows this of the game.
    func reconnector(_ reconnector: Reconnector, didFind history: SessionHistory, on connection: PacketConnection)
}

/// The search for an opponent, on one side, until it is cancelled or over.
package final class Reconnector {
    /// The guest's pauses between two rounds, in milliseconds; the last one for ever.
    package static let pauses = [500, 1000, 2000, 4000, 5000]
    /// How many that have not proved themselves the host hears at a time.
    package static let mostLines = 16
    /// How long each of them has, in milliseconds.
    package static let patience = 10_000
    /// The fact that says which game is looked for. Whoever shows games to join passes over such a listing.
    package static let fact = "resume"

    package private(set) var session: ResumableGame
    private weak var delegate: ReconnectorDelegate?
    private let surroundings: LoopClock & Rendezvous & Cryptography
    private let title: String
    private var advertisement: Advertisement?
    private var browser: Cancellable?
    private let room: WaitingRoom<ReconnectionAttempt>
    private var connecting: Cancellable?
    private var pause: Cancellable?
    private var rounds = 0
    /// Where the guest tries in this round.
    private var round: [Endpoint] = []
    private var listings: [Listing] = []
    /// Whether somebody else is where the host was.
    private var isEndpointStale = false

    /// Looks for the opponent of `session` once `start` is called; the host is listed as `title` for whoever sees it all the same.
    package init(
        _ session: ResumableGame, title: String, surroundings: LoopClock & Rendezvous & Cryptography,
        delegate: ReconnectorDelegate
    ) {
        self.session = session
        self.title = title
        self.surroundings = surroundings
        self.delegate = delegate
        let rules = AdmissionRules(limit: Self.mostLines, patience: Self.patience, overflow: .oldestLeaves)
        room = WaitingRoom(rules, clock: surroundings)
        room.turnAway = { [unowned self] line in
            line.close()
            lineDidFail(line, isElsewhere: false)
        }
    }

    /// Starts.
    package func start() {
        guard !session.isHost else { return advertise() }
        browser = surroundings.browse(.game) { [weak self] in self?.didReceive($0) }
        startRound()
    }

    /// Ends the search; nothing stays open.
    package func cancel() {
        for task in [advertisement, browser, connecting, pause] { task?.cancel() }
        (advertisement, browser, connecting, pause) = (nil, nil, nil, nil)
        for line in room.empty() { line.close() }
    }

    private var word: String { Hexadecimal.text(session.secret.id) }
}

// MARK: - The host

extension Reconnector: AdvertisementDelegate {
    /// Where the guest knows us to be, if that is free.
    private func advertise() {
        let offer = Offer(kind: .game, name: title, facts: [Self.fact: word])
        let found =
            (try? surroundings.advertise(offer, at: session.endpoint, delegate: self))
            ?? (try? surroundings.advertise(offer, at: nil, delegate: self))
        guard let found else {
            pause = surroundings.after(milliseconds: Self.pauses[Self.pauses.count - 1]) { [weak self] in self?.advertise() }
            return
        }
        advertisement = found
        session.endpoint = found.endpoint
    }

    package func advertisement(_ advertisement: Advertisement, didAccept connection: Connection) {
        if self.advertisement == nil { connection.close() } else { add(connection) }
    }

    /// The search goes on whether or not the lists show it.
    package func advertisement(_ advertisement: Advertisement, didTell event: AdvertisementEvent) {}

    private func add(_ connection: Connection) {
        let line = ReconnectionAttempt(connection, session: session, surroundings: surroundings, delegate: self)
        if room.admit(line, from: connection.origin.group) { line.start() } else { line.close() }
    }
}

// MARK: - The guest

extension Reconnector {
    private func didReceive(_ event: BrowserEvent) {
        switch event {
        case .found(let listing) where listing.facts[Self.fact] == word:
            let isNews = !listings.contains(listing)
            listings.removeAll { $0.name == listing.name }
            listings.append(listing)
            if isNews && room.guests.isEmpty { startRound() }
        case .found(let listing): listings.removeAll { $0.name == listing.name }
        case .lost(let name): listings.removeAll { $0.name == name }
        case .trouble, .ready: break
        }
    }

    /// What was found first, the latest first of all; then where the host was.
    private func startRound() {
        connecting?.cancel()
        pause?.cancel()
        round = listings.reversed().map(\.endpoint)
        if let endpoint = session.endpoint, !isEndpointStale { round.append(endpoint) }
        connectNext()
    }

    private func connectNext() {
        connecting = nil
        guard !round.isEmpty else { return rest() }
        connecting = surroundings.connect(to: round.removeFirst()) { [weak self] result in
            guard let self else { return }
            self.connecting = nil
            if case .success(let connection) = result { self.add(connection) } else { self.connectNext() }
        }
    }

    private func rest() {
        let milliseconds = Self.pauses[min(rounds, Self.pauses.count - 1)]
        rounds += 1
        pause = surroundings.after(milliseconds: milliseconds) { [weak self] in self?.startRound() }
    }
}

// MARK: - Both

extension Reconnector: ReconnectionAttemptDelegate {
    package func line(_ line: ReconnectionAttempt, didProve history: SessionHistory) {
        room.remove(line)
        cancel()
        if !session.isHost, let endpoint = line.connection.origin.endpoint { session.endpoint = endpoint }
        delegate?.reconnector(self, didFind: history, on: line.connection)
    }

    package func lineDidFail(_ line: ReconnectionAttempt, isElsewhere: Bool) {
        room.remove(line)
        if session.isHost { return }
        // Nobody looks for us there; tried again and again we would only be in the way of those who are wanted.
        if isElsewhere && listings.isEmpty { isEndpointStale = true }
        connectNext()
    }
}
