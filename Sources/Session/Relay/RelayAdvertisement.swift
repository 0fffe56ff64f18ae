// A host at a broker: an inbox where guests send join requests, and a room that says where it is; after a break, the inbox on which
// the two players agreed, and no room. While a game runs, spectators come to its room: fewer at a time, and after a flood later. Each guest gets an inbox of its own (JoiningGuest). Anybody can
// send a request to a room's host, so it is sealed, and an AdmissionQueue limits them.

/// A host at a broker.
final class RelayAdvertisement: @MainActor Advertisement {
    /// How many join requests may wait for their answer; as many that were answered are remembered.
    static let mostGuests = 64
    /// How many spectators may, and how many messages of each are read: the game shares the connection with them.
    static let (mostSpectators, mostMessages) = (16, 8)
    /// How long each is remembered, in milliseconds: guests repeat their requests for less than that.
    static let guestTimeout = 10_000
    /// How long a host that looks for its lost guest waits after trouble with the broker, in milliseconds. A guest waits no longer, so
    /// the two meet within ten seconds of the broker's return.
    static let pause = 3000

    let takenPlace: String? = nil

    private let broker: Broker
    private let environment: Scheduler & Cryptography
    private var didAccept: (Connection) -> Void
    private var onEvent: (AdvertisementEvent) -> Void
    /// Where join requests come.
    private var inbox: RelayInbox
    /// Our side of the key exchange with each guest of the room.
    private var exchange: KeyExchange
    private let isRoom: Bool
    /// Whether those that come are spectators of a game that runs.
    private let isPlaying: Bool
    /// Whether a lost guest is looked for.
    private let isUrgent: Bool
    private var number: String?
    private var room: RelayRoom?
    private var isWithdrawn = false
    private var watch: Cancellable?
    private var start: Cancellable?
    private var reopening: Cancellable?
    private let joining: AdmissionQueue<JoiningGuest>

    /// Hosts at `place`: a room, or an inbox. The closures are called in later turns of the loop. `isPlaying`: in that room a game of ours
    /// runs, and spectators may come. `isUrgent`: a lost guest is looked for.
    init(
        at place: RelayEndpoint, isPlaying: Bool = false, isUrgent: Bool = false, broker: Broker,
        environment: Scheduler & Cryptography,
        didAccept: @escaping (Connection) -> Void, onEvent: @escaping (AdvertisementEvent) -> Void
    ) {
        self.broker = broker
        self.environment = environment
        (self.didAccept, self.onEvent) = (didAccept, onEvent)
        (self.isPlaying, self.isUrgent) = (isPlaying, isUrgent)
        joining = AdmissionQueue(
            limit: isPlaying ? Self.mostSpectators : Self.mostGuests, timeout: Self.guestTimeout, scheduler: environment)
        joining.didTurnAway = { $0.cancel() }
        var name = RelayEndpoint.newInbox(environment)
        switch place {
        case .anyRoom: isRoom = true
        case .room(let number): (isRoom, self.number) = (true, number)
        case .inbox(let known): (isRoom, name) = (false, known)
        }
        inbox = RelayInbox(name, isPublic: true, broker: broker, scheduler: environment)
        exchange = MeetingKeys.exchange(isHost: true, inbox: name, kit: environment.seals)
        listen(at: inbox)
        start = environment.after(milliseconds: 0) { [weak self] in self?.begin() }
    }

    isolated deinit {
        watch?.cancel()
        start?.cancel()
        reopening?.cancel()
    }

    var endpoint: Endpoint { place.endpoint }
    var directions: [String] { room?.number.map { [$0] } ?? [] }

    private var place: RelayEndpoint { isRoom ? number.map(RelayEndpoint.room) ?? .anyRoom : .inbox(inbox.name) }

    private func begin() {
        broker.hurry()
        watch = broker.watch { [weak self] in self?.receive($0) }
        if isRoom { openRoom() }
    }

    private func receive(_ event: BrokerEvent) {
        switch event {
        case .connecting: break
        case .connected:
            start?.cancel()
            onEvent(.ready)
        case .trouble(let trouble):
            onEvent(.trouble(.relay(trouble)))
            // The search for a lost guest lasts only minutes, so the broker is tried again sooner than usual.
            guard isUrgent else { return }
            start?.cancel()
            start = environment.after(milliseconds: Self.pause) { [weak self] in self?.broker.hurry() }
        }
    }

    private var entry: RoomEntry { RoomEntry(inbox: inbox.name, share: exchange.share) }

    // MARK: The room

    private func openRoom() {
        let room = RelayRoom(number, isPlaying: isPlaying, entry: entry, broker: broker, environment: environment)
        self.room = room
        room.didOpen = { [weak self, unowned room] in
            guard let self else { return }
            number = room.number
            onEvent(.listed(name: endpoint.text))
        }
        room.didNoticeDisturbance = { [weak self] in self?.onEvent(.disturbed) }
        room.wasRefused = { [weak self] in self?.onEvent(.trouble(.relay(.forbidden))) }
    }

    /// Receives guests again after `withdraw`. A room does not say what is offered or by whom.
    func list(_ offer: Offer) {
        guard isWithdrawn, watch != nil else { return }
        isWithdrawn = false
        moveInbox()
    }

    /// A game runs: the room says so, and nothing that strangers publish is received.
    func withdraw() {
        guard isRoom else { return }
        isWithdrawn = true
        inbox.close()
        room?.startPlaying()
    }

    func cancel() {
        didAccept = { $0.close() }
        onEvent = { _ in }
        room?.close()
        room = nil
        watch?.cancel()
        watch = nil
        start?.cancel()
        reopening?.cancel()
        inbox.close()
        for guest in joining.empty() { guest.cancel() }
    }

    // MARK: Guests

    private func listen(at inbox: RelayInbox) {
        inbox.didReceive = { [weak self, unowned inbox] in self?.receive($0, at: inbox) }
        inbox.didFlood = { [weak self] in self?.giveUpInbox() }
        inbox.wasRefused = { [weak self] in self?.onEvent(.trouble(.relay(.forbidden))) }
        // Tells a guest that has not noticed that it lost us.
        if !isRoom { inbox.didBecomeReady = { [weak self] in self?.broker.send(.back, to: inbox.name) } }
    }

    /// Somebody floods the inbox. Guests who read the room find the next one, spectators some time later; the place after a break is known
    /// to one guest only.
    private func giveUpInbox() {
        guard isPlaying else {
            guard isRoom else { return }
            room?.count(foreign: RelayRoom.mostForeign + 1)
            return moveInbox()
        }
        inbox.close()
        reopening?.cancel()
        reopening = environment.after(milliseconds: RelaySubscription.pauseInAGame) { [weak self] in self?.moveInbox() }
    }

    private func moveInbox() {
        inbox.close()
        let name = RelayEndpoint.newInbox(environment)
        inbox = RelayInbox(name, isPublic: true, broker: broker, scheduler: environment)
        exchange = MeetingKeys.exchange(isHost: true, inbox: name, kit: environment.seals)
        listen(at: inbox)
        room?.change(to: entry)
    }

    private func receive(_ bytes: [UInt8], at inbox: RelayInbox) {
        guard inbox === self.inbox, let (request, keys) = request(in: bytes) else { return }
        if let known = joining.guests.first(where: { $0.request.id == request.id }) { return known.answer() }
        let place = place
        let guest = JoiningGuest(
            request, returning: isRoom ? RelayEndpoint.newInbox(environment) : inbox.name, keys: keys,
            most: isPlaying ? Self.mostMessages : nil, broker: broker, environment: environment,
            origin: { Origin($0, through: place) },
            didJoin: { [weak self] in
                guard let self else { return $1.close() }
                joining.hear($0)
                didAccept($1)
            })
        joining.admit(guest, from: Source(network: "relay", machine: request.inbox))
    }

    /// A room's guests seal their requests. After a break only the guest knows the inbox.
    private func request(in bytes: [UInt8]) -> (JoinRequest, MeetingKeys?)? {
        switch RelayMessage(bytes) {
        case .join(let request) where !isRoom: return (request, nil)
        case .knock(let share, let sealed) where isRoom:
            guard let agreed = exchange.agree(share) else { return nil }
            let keys = MeetingKeys(agreed, kit: environment.seals)
            return keys.openRequest(sealed).map { ($0, keys.bound(to: bytes)) }
        default: return nil
        }
    }
}
