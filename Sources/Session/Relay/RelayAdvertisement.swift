// A host at a broker: an inbox at which guests knock, and a room that says where it is; or, where it has lost a guest, the inbox that the
// two agreed on. Each that knocks gets an inbox of its own. It knows no handshake: anybody may knock.

/// A host.
final class RelayAdvertisement: @MainActor Advertisement {
    /// So many that have knocked wait for their inboxes.
    static let mostWaiting = 64
    /// How long a host that looks for its guest waits after trouble with the broker before it tries again, in milliseconds. A guest's
    /// pauses are no longer, so that the two meet within ten seconds of the broker's return.
    static let pause = 3000

    let takenPlace: String? = nil

    private let broker: Broker
    private let machine: Scheduler & Cryptography
    private weak var delegate: AdvertisementDelegate?
    /// Where guests knock.
    private var inbox: RelayInbox
    private let isRoom: Bool
    private var number: String?
    private var room: RelayRoom?
    private var watch: Cancellable?
    private var start: Cancellable?
    private var visits: [Visit] = []

    /// One that has knocked, and the inbox that it gets.
    private struct Visit {
        let line: RelayConnection.Line
        let inbox: RelayInbox
        var isAnswered = false
    }

    /// At `place`: a room, or an inbox. The delegate hears nothing before the next turn of the loop.
    init(at place: RelayEndpoint, broker: Broker, machine: Scheduler & Cryptography, delegate: AdvertisementDelegate) {
        self.broker = broker
        self.machine = machine
        self.delegate = delegate
        var name = RelayEndpoint.newInbox(machine)
        switch place {
        case .anyRoom: isRoom = true
        case .room(let number): (isRoom, self.number) = (true, number)
        case .inbox(let known): (isRoom, name) = (false, known)
        }
        inbox = RelayInbox(name, broker: broker, scheduler: machine)
        attend(inbox)
        start = machine.after(milliseconds: 0) { [weak self] in self?.begin() }
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
        watch = broker.watch { [weak self] in self?.hear($0) }
        if isRoom { openRoom() }
    }

    private func hear(_ event: BrokerEvent) {
        switch event {
        case .connecting: break
        case .connected:
            start?.cancel()
            tell(.ready)
        case .trouble(let trouble):
            tell(.trouble(.relay(trouble)))
            // A lost guest is looked for during a few minutes: the broker is tried more often than for somebody who has time.
            guard !isRoom else { return }
            start?.cancel()
            start = machine.after(milliseconds: Self.pause) { [weak self] in self?.broker.hurry() }
        }
    }

    private func tell(_ event: AdvertisementEvent) { delegate?.advertisement(self, didTell: event) }

    // MARK: The room

    private func openRoom() {
        let room = RelayRoom(number, inbox: inbox.name, broker: broker, machine: machine)
        self.room = room
        room.didOpen = { [weak self, unowned room] in
            guard let self else { return }
            number = room.number
            tell(.listed(name: endpoint.text))
        }
        room.wasRefused = { [weak self] in self?.tell(.trouble(.relay(.forbidden))) }
    }

    /// A room says nothing of who is in it or what is offered.
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
        for visit in visits where !visit.isAnswered { visit.inbox.close() }
        visits = []
    }

    // MARK: Guests

    private func attend(_ inbox: RelayInbox) {
        inbox.didReceive = { [weak self, unowned inbox] in if !inbox.isFlooded { self?.receive($0) } }
        inbox.didFlood = { [weak self] in self?.giveUpInbox() }
        inbox.wasRefused = { [weak self] in self?.tell(.trouble(.relay(.forbidden))) }
        // One that has not noticed that it lost us is told so.
        if !isRoom { inbox.didBecomeReady = { [weak self] in self?.publish(.back, to: inbox.name) } }
    }

    /// Somebody fills it. Whoever reads the room finds another one; the place after a break is known to one guest alone.
    private func giveUpInbox() {
        guard isRoom else { return }
        inbox.close()
        inbox = RelayInbox(RelayEndpoint.newInbox(machine), broker: broker, scheduler: machine)
        attend(inbox)
        room?.move(to: inbox.name)
    }

    private func receive(_ bytes: [UInt8]) {
        guard delegate != nil, case .knock(let id, let peer, let farewell) = RelayMessage(bytes) else { return }
        if let known = visits.first(where: { $0.line.id == id }) {
            if known.isAnswered { answer(known) }
            return
        }
        let returning = isRoom ? RelayEndpoint.newInbox(machine) : inbox.name
        let line = RelayConnection.Line(isHost: true, id: id, peer: peer, farewell: farewell, returning: returning)
        let inbox = RelayInbox(RelayEndpoint.newInbox(machine), broker: broker, scheduler: machine)
        inbox.didBecomeReady = { [weak self] in self?.welcome(id) }
        visits.append(Visit(line: line, inbox: inbox))
        guard visits.count > Self.mostWaiting else { return }
        let oldest = visits.removeFirst()
        if !oldest.isAnswered { oldest.inbox.close() }
    }

    /// Its inbox is there.
    private func welcome(_ id: String) {
        guard let index = visits.firstIndex(where: { $0.line.id == id && !$0.isAnswered }) else { return }
        visits[index].isAnswered = true
        let visit = visits[index]
        visit.inbox.didBecomeReady = {}
        answer(visit)
        let connection = RelayConnection(
            visit.line, inbox: visit.inbox, origin: Origin(visit.line, through: place), broker: broker, machine: machine)
        if let delegate { delegate.advertisement(self, didAccept: connection) } else { connection.close() }
    }

    private func answer(_ visit: Visit) {
        guard let farewell = broker.farewellTopic else { return }
        publish(
            .answer(id: visit.line.id, inbox: visit.inbox.name, returning: visit.line.returning, farewell: farewell),
            to: visit.line.peer)
    }

    private func publish(_ message: RelayMessage, to inbox: String) {
        broker.publish(BrokerMessage(topic: RelayTopic.inbox(inbox), payload: message.bytes)) { _ in }
    }
}
