// The search for the host of a room. Anybody can write into a room, a hundred times a second, so for the whole time the search asks everybody
// who claims to be its host (a JoinAttempt each), and its owner asks those who answer for a proof of the words.

/// The search for the host of one room, for five seconds.
final class RoomSearch: Cancellable {
    /// How long the search takes at most once the broker is connected, in milliseconds.
    static let timeout = 5000
    /// How long the connection to the broker may take.
    static let brokerTimeout = 20_000
    /// Of how many at whose inbox nobody is an answer is awaited: they may be back in a moment. Of more, the oldest are dropped.
    static let mostAbsent = 16
    /// How many are asked at once. Of more, chance decides.
    static let mostCandidates = 512
    /// From how many an answer is taken: for each a code is hashed.
    static let mostAnswers = 64
    /// How many messages there are in a room that nobody disturbs, at most: its host publishes one every two seconds.
    static let mostMessages = 10

    private let number: String
    private let broker: any Broker
    private let environment: Scheduler & Cryptography
    private let didFind: (Connection) -> Void
    private let didEnd: (NetworkFailure) -> Void
    /// Who claims to be the host and is asked, each once, and who has answered.
    private var candidates: [(entry: RoomEntry, attempt: JoinAttempt)] = []
    private var answered: [RoomEntry] = []
    /// How many entries the room has had. One that is repeated while it is a candidate counts once.
    private var entryCount = 0
    private var messageCount = 0
    private var isConnected = false
    /// Whether no more candidates are joined.
    private var isLate = false
    /// Why others are not the host.
    private var failures: [NetworkFailure] = []
    private var watch: Cancellable?
    private var room: Cancellable?
    private var limit: Cancellable?

    /// Searches the room of this number. `didFind` is called with the connection to each possible host, `didEnd` once at the end, with
    /// what became of the others: `relay`, `disturbed` where somebody writes into the room again and again, `otherVersion`, `playing` where the
    /// game has begun, `timedOut` where a host does not answer, or `refused`. Neither is called before this returns or after `cancel`.
    init(
        number: String, broker: any Broker, environment: Scheduler & Cryptography, didFind: @escaping (Connection) -> Void,
        didEnd: @escaping (NetworkFailure) -> Void
    ) {
        (self.number, self.broker, self.environment) = (number, broker, environment)
        (self.didFind, self.didEnd) = (didFind, didEnd)
        start()
    }

    isolated deinit { cancel() }

    func cancel() {
        for candidate in candidates { candidate.attempt.cancel() }
        for task in [watch, room, limit] { task?.cancel() }
        candidates = []
        (watch, room, limit) = (nil, nil, nil)
    }

    private func start() {
        limit = environment.after(milliseconds: Self.brokerTimeout) { [weak self] in self?.end(.timedOut) }
        if broker.lastWill != nil { receive(.connected) }
        broker.hurry()
        watch = broker.watch { [weak self] in self?.receive($0) }
        // No game runs meanwhile, so a flood holds up nothing.
        room = broker.subscribe(to: RelayTopic.room(number)) { [weak self] in self?.receive($0) }
    }

    private func receive(_ event: BrokerEvent) {
        switch event {
        case .connecting: break
        case .connected:
            if isConnected { return }
            isConnected = true
            limit?.cancel()
            limit = environment.after(milliseconds: Self.timeout) { [weak self] in self?.didTakeLong() }
        case .trouble(let trouble): end(.relay(trouble))
        }
    }

    private func receive(_ event: SubscriptionEvent) {
        switch event {
        case .ready: break
        case .refused: end(.relay(.forbidden))
        case .message(let bytes, _):
            messageCount += 1
            switch RelayMessage(bytes) {
            case .room(let entry): join(entry)
            case .playing: failures.append(.playing)
            case .otherVersion: failures.append(.otherVersion)
            default: break
            }
        }
    }
}

// MARK: - Candidates

extension RoomSearch {
    private func join(_ entry: RoomEntry) {
        guard !candidates.contains(where: { $0.entry == entry }), !answered.contains(entry), answered.count < Self.mostAnswers
        else { return }
        entryCount += 1
        if candidates.count >= Self.mostAbsent, let absent = candidates.firstIndex(where: \.attempt.isHostGone) {
            candidates.remove(at: absent).attempt.cancel()
        } else if candidates.count >= Self.mostCandidates {
            let drawn = environment.randomBytes(4).reduce(0) { $0 << 8 | Int($1) } % entryCount
            guard drawn < candidates.count else { return }
            candidates.remove(at: drawn).attempt.cancel()
        }
        let attempt = JoinAttempt(room: number, entry: entry, broker: broker, environment: environment) { [weak self] in
            self?.didTry(entry, $0)
        }
        candidates.append((entry, attempt))
    }

    private func didTry(_ entry: RoomEntry, _ result: Result<Connection, NetworkFailure>) {
        candidates.removeAll { $0.entry == entry }
        switch result {
        case .success(let connection):
            answered.append(entry)
            didFind(connection)
        case .failure(.relay(let trouble)): return end(.relay(trouble))
        case .failure(let failure): failures.append(failure)
        }
        endIfDone()
    }

    /// The attempts under way have five seconds each.
    private func didTakeLong() {
        isLate = true
        room?.cancel()
        room = nil
        endIfDone()
    }

    private func endIfDone() {
        guard isLate, candidates.isEmpty else { return }
        if messageCount > Self.mostMessages { return end(.disturbed) }
        end([.otherVersion, .playing, .timedOut].first(where: failures.contains) ?? .refused)
    }

    private func end(_ failure: NetworkFailure) {
        guard limit != nil else { return }
        cancel()
        didEnd(failure)
    }
}
