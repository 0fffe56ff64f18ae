// The guest's side of a join over a broker: it sends a join request to the host's inbox until it is answered, and ends with a connection.
// Rooms (RoomSearch), the place where two meet after a break, and seeks are all joined this way. The host's side is JoiningGuest.
//
// An attempt knows the inbox of one host. A RoomSearch knows only the number of a room: it makes an attempt of each who claims to be its host.

/// One attempt to join a host over a broker.
package final class JoinAttempt: Cancellable {
    /// How long the host may stay silent once the broker is connected, in milliseconds.
    static let timeout = 5000
    /// How long the connection to the broker may take.
    static let brokerTimeout = 20_000
    /// How long a join request may stay unanswered before it is repeated.
    static let repetition = 2000

    private enum Target {
        /// The inbox where the two meet after a break.
        case inbox(String)
        /// Who claims to be the host of the room of this number.
        case room(String, RoomEntry)
        case seek(SeekCard, by: PlayerKey)
    }

    private let target: Target
    private let broker: any Broker
    private let environment: Scheduler & Cryptography
    private let completion: (Result<Connection, NetworkFailure>) -> Void
    private let id: String
    private let inbox: RelayInbox
    /// Whether nobody has received the latest request.
    private(set) var isHostGone = false
    /// The request as it is sent, and the keys of its answer where it is sealed.
    private var request: (bytes: [UInt8], keys: MeetingKeys?)?
    /// The proof of work for the acceptance of a seek, and the work for it.
    private var stamp: WorkStamp?
    private var work: Cancellable?
    private var watch: Cancellable?
    private var limit: Cancellable?
    private var isConnected = false
    private var repeating: Cancellable?
    private var isOver = false

    /// Looks for the host at the inbox where the two meet after a break. `completion` is called once, never before this returns, and not
    /// after `cancel`: with a connection, or with `refused` where nobody is there, `timedOut` where the host does not answer, `relay`, or
    /// `otherVersion`.
    convenience init(
        at inbox: String, broker: any Broker, environment: Scheduler & Cryptography,
        completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) {
        self.init(.inbox(inbox), broker: broker, environment: environment, completion: completion)
    }

    /// Joins whoever claims in `entry` to be the host of the room of this number.
    convenience init(
        room number: String, entry: RoomEntry, broker: any Broker, environment: Scheduler & Cryptography,
        completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) {
        self.init(.room(number, entry), broker: broker, environment: environment, completion: completion)
    }

    /// Accepts the seek of `card` for the player with `key`. The connection is sealed; `refused`: the seek is gone.
    package convenience init(
        accepting card: SeekCard, by key: PlayerKey, broker: any Broker, environment: Scheduler & Cryptography,
        completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) {
        self.init(.seek(card, by: key), broker: broker, environment: environment, completion: completion)
    }

    private init(
        _ target: Target, broker: any Broker, environment: Scheduler & Cryptography,
        completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) {
        (self.target, self.broker, self.environment, self.completion) = (target, broker, environment, completion)
        id = RelayEndpoint.newInbox(environment)
        inbox = RelayInbox(RelayEndpoint.newInbox(environment), isPublic: false, broker: broker, scheduler: environment)
        inbox.didBecomeReady = { [weak self] in self?.send() }
        inbox.didReceive = { [weak self] in self?.receive($0) }
        inbox.wasRefused = { [weak self] in self?.end(.relay(.forbidden)) }
        limit = environment.after(milliseconds: 0) { [weak self] in self?.start() }
    }

    package func cancel() {
        isOver = true
        inbox.close()
        stop()
    }

    private func start() {
        limit = environment.after(milliseconds: Self.brokerTimeout) { [weak self] in self?.end(.timedOut) }
        if broker.lastWill != nil { receive(.connected) }
        broker.hurry()
        watch = broker.watch { [weak self] in self?.receive($0) }
        if case .seek(let card, let key) = target { doWork(for: card, by: key) }
    }

    private func receive(_ event: BrokerEvent) {
        switch event {
        case .connecting: break
        case .connected:
            if isConnected { return }
            isConnected = true
            awaitAnswer()
        case .trouble(let trouble): end(.relay(trouble))
        }
    }

    private func awaitAnswer() {
        limit?.cancel()
        limit = environment.after(milliseconds: Self.timeout) { [weak self] in
            guard let self else { return }
            end(isHostGone ? .refused : .timedOut)
        }
    }

    /// The host's time begins when that is done.
    private func doWork(for card: SeekCard, by key: PlayerKey) {
        work = WorkStamp.make(for: key.publicKey, at: RelayTopic.inbox(card.inbox), environment: environment) { [weak self] in
            guard let self else { return }
            stamp = $0
            if isConnected { awaitAnswer() }
            send()
        }
    }

    private func stop() {
        for task in [watch, limit, repeating, work] { task?.cancel() }
        (watch, limit, repeating, work) = (nil, nil, nil, nil)
    }

    private func end(_ failure: NetworkFailure) {
        guard !isOver else { return }
        cancel()
        completion(.failure(failure))
    }
}

// MARK: - The request and its answer

extension JoinAttempt {
    /// Where the host receives join requests.
    private var host: String {
        switch target {
        case .inbox(let name): name
        case .room(_, let entry): entry.inbox
        case .seek(let card, _): card.inbox
        }
    }

    private func send() {
        guard !isOver, inbox.isReady else { return }
        if case .seek = target, stamp == nil { return }
        request = request ?? makeRequest(JoinRequest(id: id, inbox: inbox.name))
        guard let request else { return end(.refused) }
        repeating?.cancel()
        repeating = environment.after(milliseconds: Self.repetition) { [weak self] in self?.send() }
        broker.publish(BrokerMessage(topic: RelayTopic.inbox(host), payload: request.bytes)) { [weak self] in
            self?.didSend($0)
        }
    }

    /// Nil where the host's share is invalid.
    private func makeRequest(_ request: JoinRequest) -> (bytes: [UInt8], keys: MeetingKeys?)? {
        switch target {
        case .inbox: return (RelayMessage.join(request).bytes, nil)
        case .room(_, let entry):
            let exchange = MeetingKeys.exchange(isHost: false, inbox: entry.inbox, kit: environment.seals)
            guard let agreed = exchange.agree(entry.share) else { return nil }
            let keys = MeetingKeys(agreed, kit: environment.seals)
            let knock = RelayMessage.knock(share: exchange.share, sealed: keys.sealRequest(request)).bytes
            return (knock, keys.bound(to: knock))
        case .seek(let card, let key):
            return stamp.flatMap { SeekAcceptance.make(request, for: card, by: key, stamp: $0, environment: environment) }
                .map { ($0.words.bytes, $1) }
        }
    }

    private func didSend(_ receipt: BrokerReceipt) {
        switch (receipt, target) {
        case (.accepted, _): isHostGone = false
        case (.lost, _): break
        case (.refused, _): end(.relay(.forbidden))
        case (.nobodyThere, .seek(let card, _)):
            // The owner's program is gone and could not clear its card. Clearing it spares others the attempt.
            for topic in card.topics(environment) { broker.publish(BrokerMessage(topic: topic, payload: [])) { _ in } }
            end(.refused)
        case (.nobodyThere, .room), (.nobodyThere, .inbox): isHostGone = true  // it may be there for the next request
        }
    }

    private func receive(_ bytes: [UInt8]) {
        guard !isOver, let request else { return }
        let keys = request.keys
        switch keys.map({ $0.openAnswer(bytes) }) ?? RelayMessage(bytes) {
        case .answer(let answer) where answer.id == id: join(answer, with: keys)
        case .gone: end(.refused)
        case .otherVersion: end(.otherVersion)
        default: break
        }
    }

    private func join(_ answer: RelayPeer, with keys: MeetingKeys?) {
        isOver = true
        stop()
        var peer = answer
        let origin: Origin
        switch target {
        case .inbox(let name):
            peer.returning = name
            origin = Origin(peer, words: "")
        case .room(let number, _): origin = Origin(peer, words: number)
        case .seek(let card, let key):
            origin = Origin(peer, words: card.name, keys: PlayerKeys(mine: key.publicKey, theirs: card.key))
        }
        let connection = RelayConnection(
            to: peer, isPeerHost: true, inbox: inbox, origin: origin, broker: broker, environment: environment)
        guard case .seek = target, let keys else { return completion(.success(connection)) }
        completion(.success(keys.seal(connection, isHost: false, environment: environment)))
    }
}
