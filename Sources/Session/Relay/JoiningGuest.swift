// The host's side of a join over a broker: a guest that has sent a join request gets an inbox of its own and an answer that names it, and
// a connection begins. RelayAdvertisement (rooms) and PostedSeek (seeks) use it. The guest's side is JoinAttempt.

/// A guest that is let in.
final class JoiningGuest {
    /// What the guest has sent.
    let request: JoinRequest
    /// Whether its inbox is ready and the answer was sent.
    private(set) var isAnswered = false

    private let returning: String
    private let keys: MeetingKeys?
    private let broker: any Broker
    private let inbox: RelayInbox

    /// Prepares an inbox for the guest, then answers and calls `didJoin` with the connection. `returning` is the inbox at which both
    /// meet after a break. The answer is sealed where there are keys. `most`: a game runs, and no more messages of the guest are read.
    init(
        _ request: JoinRequest, returning: String, keys: MeetingKeys? = nil, most: Int? = nil, broker: any Broker,
        environment: Scheduler & Cryptography, origin: @escaping (RelayPeer) -> Origin,
        didJoin: @escaping (JoiningGuest, RelayConnection) -> Void
    ) {
        (self.request, self.returning, self.keys, self.broker) = (request, returning, keys, broker)
        inbox = RelayInbox(
            RelayEndpoint.newInbox(environment), isPublic: most != nil, most: most, broker: broker, scheduler: environment)
        inbox.didBecomeReady = { [weak self] in
            guard let self else { return }
            isAnswered = true
            inbox.didBecomeReady = {}
            answer()
            let peer = RelayPeer(id: request.id, inbox: request.inbox, returning: returning)
            let connection = RelayConnection(
                to: peer, isPeerHost: false, inbox: inbox, origin: origin(peer), broker: broker, environment: environment)
            didJoin(self, connection)
        }
    }

    /// Answers, also when the request comes again because the first answer was lost. Does nothing before the inbox is ready.
    func answer() {
        guard isAnswered else { return }
        let answer = RelayPeer(id: request.id, inbox: inbox.name, returning: returning)
        broker.send(.answer(answer), to: request.inbox, with: keys)
    }

    /// Drops the guest. A connection that has begun is closed by its owner instead.
    func cancel() { if !isAnswered { inbox.close() } }
}

extension Broker {
    /// Sends a message to an inbox, sealed where there are keys.
    func send(_ message: RelayMessage, to inbox: String, with keys: MeetingKeys? = nil) {
        let bytes = (keys.map { $0.sealAnswer(message) } ?? message).bytes
        publish(BrokerMessage(topic: RelayTopic.inbox(inbox), payload: bytes)) { _ in }
    }
}
