// The guest's side of a join over a broker: it finds the host's inbox, sends a join request there until it is answered, and ends with a
// connection. Rooms, the place where two meet after a break, and seeks are all joined this way. The host's side is JoiningGuest.

/// One attempt to join a host over a broker.
package final class JoinAttempt: Cancellable {
    /// How long the host may stay silent once the broker is connected, in milliseconds.
    static let timeout = 5000
    /// How long the connection to the broker may take.
    static let brokerTimeout = 20_000
    /// How long a join request may stay unanswered before it is repeated.
    static let repetition = 2000

    private enum Target {
        case place(RelayEndpoint)
        case seek(SeekCard, by: any PlayerKey)
    }

    private let target: Target
    private let broker: any Broker
    private let environment: Scheduler & Cryptography
    private let completion: (Result<Connection, NetworkFailure>) -> Void
    private let id: String
    private let inbox: RelayInbox
    /// Where the host receives join requests, once that is known.
    private var host: String?
    private var isHostGone = false
    /// The request as it is sent, and the keys of its answer where it is sealed.
    private var request: (bytes: [UInt8], keys: SeekKeys?)?
    private var watch: Cancellable?
    private var room: Cancellable?
    private var limit: Cancellable?
    private var isConnected = false
    private var repeating: Cancellable?
    private var isOver = false

    /// Joins the host at a place. `completion` is called once, never before this returns, and not after `cancel`: with a connection,
    /// or with `refused` where nobody is there, `timedOut` where the host does not answer, `relay`, or `otherVersion`.
    convenience init(
        to place: RelayEndpoint, broker: any Broker, environment: Scheduler & Cryptography,
        completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) {
        self.init(.place(place), broker: broker, environment: environment, completion: completion)
    }

    /// Accepts the seek of `card` for the player with `key`. The connection is sealed; `refused`: the seek is gone.
    package convenience init(
        accepting card: SeekCard, by key: any PlayerKey, broker: any Broker, environment: Scheduler & Cryptography,
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
        inbox = RelayInbox(RelayEndpoint.newInbox(environment), broker: broker, scheduler: environment)
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
        if broker.lastWillTopic != nil { receive(.connected) }
        broker.hurry()
        watch = broker.watch { [weak self] in self?.receive($0) }
        switch target {
        case .place(.room(let number)):
            room = broker.subscribe(to: RelayTopic.room(number)) { [weak self] in self?.receiveRoom($0) }
        case .place(.inbox(let name)): host = name
        case .place(.anyRoom): end(.refused)
        case .seek(let card, _): host = card.inbox
        }
        send()
    }

    private func receive(_ event: BrokerEvent) {
        switch event {
        case .connecting: break
        case .connected:
            if isConnected { return }
            isConnected = true
            limit?.cancel()
            limit = environment.after(milliseconds: Self.timeout) { [weak self] in
                guard let self else { return }
                end(host == nil || isHostGone ? .refused : .timedOut)
            }
        case .trouble(let trouble): end(.relay(trouble))
        }
    }

    private func receiveRoom(_ event: SubscriptionEvent) {
        switch event {
        case .ready: break
        case .refused: end(.relay(.forbidden))
        case .message(let bytes, _):
            switch RelayMessage(bytes) {
            case .room(let inbox) where inbox != host:
                host = inbox
                isHostGone = false
                send()
            case .otherVersion: end(.otherVersion)
            default: break
            }
        }
    }

    private func stop() {
        for task in [watch, room, limit, repeating] { task?.cancel() }
        (watch, room, limit, repeating) = (nil, nil, nil, nil)
    }

    private func end(_ failure: NetworkFailure) {
        guard !isOver else { return }
        cancel()
        completion(.failure(failure))
    }
}

// MARK: - The request and its answer

extension JoinAttempt {
    private func send() {
        guard !isOver, inbox.isReady, let host, let lastWill = broker.lastWillTopic else { return }
        request = request ?? makeRequest(JoinRequest(id: id, inbox: inbox.name, lastWill: lastWill))
        guard let request else { return end(.refused) }
        repeating?.cancel()
        repeating = environment.after(milliseconds: Self.repetition) { [weak self] in self?.send() }
        broker.publish(BrokerMessage(topic: RelayTopic.inbox(host), payload: request.bytes)) { [weak self] in
            self?.didSend(to: host, $0)
        }
    }

    /// Nil where the share on a card is invalid.
    private func makeRequest(_ request: JoinRequest) -> (bytes: [UInt8], keys: SeekKeys?)? {
        switch target {
        case .place: (RelayMessage.join(request).bytes, nil)
        case .seek(let card, let key):
            SeekAcceptance.make(request, for: card, by: key, environment: environment).map { ($0.words.bytes, $1) }
        }
    }

    private func didSend(to inbox: String, _ receipt: BrokerReceipt) {
        switch (receipt, target) {
        case (.accepted, _), (.lost, _): break
        case (.refused, _): end(.relay(.forbidden))
        case (.nobodyThere, .seek(let card, _)):
            // The owner's program is gone and could not clear its card. Clearing it spares others the attempt.
            broker.publish(BrokerMessage(topic: RelayTopic.seek(card.inbox), payload: [])) { _ in }
            end(.refused)
        case (.nobodyThere, .place):
            // A host with a new inbox announces it in its room; after a break, it may be there for the next request.
            if inbox == host { isHostGone = true }
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

    private func join(_ answer: JoinAnswer, with keys: SeekKeys?) {
        isOver = true
        stop()
        var peer = RelayConnection.Peer(
            isHost: true, id: id, inbox: answer.inbox, lastWill: answer.lastWill, returning: answer.returning)
        if case .place(.inbox(let name)) = target { peer.returning = name }
        let origin: Origin =
            switch target {
            case .place(let place): Origin(peer, through: place)
            case .seek(let card, let key):
                Origin(peer, words: card.name, keys: PlayerKeys(mine: key.publicKey, theirs: card.key))
            }
        let connection = RelayConnection(to: peer, inbox: inbox, origin: origin, broker: broker, environment: environment)
        completion(.success(keys.map { $0.seal(connection, isOwner: false, environment: environment) } ?? connection))
    }
}
