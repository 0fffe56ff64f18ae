// A host at a broker: an inbox where guests send join requests, and a room that says where it is; after a break, the inbox on which
// the two players agreed, and no room. Each guest gets an inbox of its own (JoiningGuest). Anybody can
// send a request, so an AdmissionQueue limits them.

/// A host at a broker.
final class RelayAdvertisement: @MainActor Advertisement {
    /// How many join requests may wait for their answer; as many that were answered are remembered.
    static let mostGuests = 64
    /// How long each is remembered, in milliseconds: guests repeat their requests for less than that.
    static let guestTimeout = 10_000
    /// How long a host that looks for its lost guest waits after trouble with the broker, in milliseconds. A guest waits no longer, so
    /// the two meet within ten seconds of the broker's return.
    static let pause = 3000

    let takenPlace: String? = nil

    private let broker: Broker
    private let environment: Scheduler & Cryptography
    private weak var delegate: AdvertisementDelegate?
    /// Where join requests come.
    private var inbox: RelayInbox
    private let isRoom: Bool
    private var number: String?
    private var room: RelayRoom?
    private var watch: Cancellable?
    private var start: Cancellable?
    private let joining: AdmissionQueue<JoiningGuest>

    /// Hosts at `place`: a room, or an inbox. The delegate is called in a later turn of the loop.
    init(
        at place: RelayEndpoint, broker: Broker, environment: Scheduler & Cryptography, delegate: AdvertisementDelegate
    ) {
        self.broker = broker
        self.environment = environment
        self.delegate = delegate
        joining = AdmissionQueue(limit: Self.mostGuests, timeout: Self.guestTimeout, scheduler: environment)
        joining.turnAway = { $0.cancel() }
        var name = RelayEndpoint.newInbox(environment)
        switch place {
        case .anyRoom: isRoom = true
        case .room(let number): (isRoom, self.number) = (true, number)
        case .inbox(let known): (isRoom, name) = (false, known)
        }
        inbox = RelayInbox(name, broker: broker, scheduler: environment)
        listen(at: inbox)
        start = environment.after(milliseconds: 0) { [weak self] in self?.begin() }
    }

    isolated deinit {
        watch?.cancel()
        start?.cancel()
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
            tell(.ready)
        case .trouble(let trouble):
            tell(.trouble(.relay(trouble)))
            // The search for a lost guest lasts only minutes, so the broker is tried again sooner than usual.
            guard !isRoom else { return }
            start?.cancel()
            start = environment.after(milliseconds: Self.pause) { [weak self] in self?.broker.hurry() }
        }
    }

    private func tell(_ event: AdvertisementEvent) { delegate?.advertisement(self, didTell: event) }

    // MARK: The room

    private func openRoom() {
        let room = RelayRoom(number, inbox: inbox.name, broker: broker, environment: environment)
        self.room = room
        room.didOpen = { [weak self, unowned room] in
            guard let self else { return }
            number = room.number
            tell(.listed(name: endpoint.text))
        }
        room.wasRefused = { [weak self] in self?.tell(.trouble(.relay(.forbidden))) }
    }

    /// Opens a room again. A room does not say what is offered or by whom.
    func list(_ offer: Offer) { if isRoom, room == nil, watch != nil { openRoom() } }

    func withdraw() {
        room?.close()
        room = nil
    }

    func cancel() {
        delegate = nil
        withdraw()
        watch?.cancel()
        watch = nil
        start?.cancel()
        inbox.close()
        for guest in joining.empty() { guest.cancel() }
    }

    // MARK: Guests

    private func listen(at inbox: RelayInbox) {
        inbox.didReceive = { [weak self, unowned inbox] in if !inbox.isFlooded { self?.receive($0) } }
        inbox.didFlood = { [weak self] in self?.giveUpInbox() }
        inbox.wasRefused = { [weak self] in self?.tell(.trouble(.relay(.forbidden))) }
        // Tells a guest that has not noticed that it lost us.
        if !isRoom { inbox.didBecomeReady = { [weak self] in self?.broker.send(.back, to: inbox.name) } }
    }

    /// Somebody floods the inbox. Guests who read the room find the next one; the place after a break is known to one guest only.
    private func giveUpInbox() {
        guard isRoom else { return }
        inbox.close()
        inbox = RelayInbox(RelayEndpoint.newInbox(environment), broker: broker, scheduler: environment)
        listen(at: inbox)
        room?.move(to: inbox.name)
    }

    private func receive(_ bytes: [UInt8]) {
        guard delegate != nil, case .join(let request) = RelayMessage(bytes) else { return }
        if let known = joining.guests.first(where: { $0.request.id == request.id }) { return known.answer() }
        let place = place
        let guest = JoiningGuest(
            request, returning: isRoom ? RelayEndpoint.newInbox(environment) : inbox.name, broker: broker,
            environment: environment, origin: { Origin($0, through: place) },
            didJoin: { [weak self] in
                guard let self, let delegate else { return $1.close() }
                joining.hear($0)
                delegate.advertisement(self, didAccept: $1)
            })
        joining.admit(guest, from: Source(network: "relay", machine: request.inbox))
    }
}
