// A player who looks for an opponent: a signed card that everybody can read, and an inbox where acceptances come. Whoever sends a valid one is let
// in, and the card stays: accepting and then saying nothing keeps nobody else out. The owner withdraws the card once somebody has said hello;
// later acceptances are answered "gone". The card is published again whenever somebody else clears or overwrites it. SeekBrowser reads cards;
// JoinAttempt accepts them.

import Wire

/// The card of a player who looks for an opponent.
package final class PostedSeek {
    /// How long the connection with somebody who has accepted may take, in milliseconds.
    static let timeout = 5000
    /// How many may be on their way in at once. Where there are more, the oldest is dropped.
    static let mostGuests = 64
    /// For how long an acceptance waits while we accept somebody else's seek, in milliseconds. Its sender gives up after that.
    static let deferral = 3000

    /// Whether others can see the card.
    package enum State: Equatable {
        /// It is being published.
        case pending
        /// Everybody can read it.
        case listed
        /// It was withdrawn.
        case withdrawn
        /// It cannot be published, because of this.
        case trouble(BrokerTrouble)
    }

    /// Called when somebody has accepted the seek. The connection is sealed. The card stays until `withdraw`.
    package var didMeet: (Connection) -> Void = { $0.close() }
    /// Called when the player whose seek we were accepting has accepted ours: our attempt is to be cancelled, and `didMeet` follows.
    package var didYield: () -> Void = {}
    /// Called when `state` changes.
    package var didChange: () -> Void = {}
    /// Whether others can see the card.
    package private(set) var state = State.pending { didSet { if state != oldValue { didChange() } } }
    /// The key of the player whose seek we are accepting meanwhile.
    package var accepting: [UInt8]? { didSet { if accepting == nil { decideDeferred() } } }
    /// Since when the player has been waiting, by this machine's clock, in milliseconds.
    package let since: Int

    private let name: String
    private let timeControl: TimeControl?
    private let key: PlayerKey
    private let isBlocked: ([UInt8]) -> Bool
    private let broker: any Broker
    private let environment: Scheduler & Cryptography
    private var watch: Cancellable?
    private var posting: Posting?
    /// Those who are let in.
    private let guests: AdmissionQueue<Guest>
    private var deferred: (acceptance: SeekAcceptance, time: Int)?
    private var limiter = AttemptLimiter()
    private var lastIssued = 0
    /// The latest proof of work for the card, and the work for the next one.
    private var stamp: WorkStamp?
    private var work: Cancellable?
    private lazy var republication = Republication(scheduler: environment) { [weak self] in self?.publish() }

    /// A published card, with an inbox and a key share of its own.
    private final class Posting {
        let inbox: RelayInbox
        let exchange: KeyExchange
        /// Its topics, where we hear what others publish there.
        var places: [String: Cancellable] = [:]
        /// Whether others are to see it.
        var isUp = true
        /// The shares of the acceptances that were let in: none counts twice.
        var used: Set<[UInt8]> = []

        init(inbox: RelayInbox, exchange: KeyExchange) { (self.inbox, self.exchange) = (inbox, exchange) }
    }

    /// Somebody who has accepted the seek.
    private final class Guest {
        let acceptance: SeekAcceptance
        var joining: JoiningGuest?

        init(_ acceptance: SeekAcceptance) { self.acceptance = acceptance }
    }

    /// For the player with `key`, called `name`, who wants a game with this clock; `list` publishes the card. Blocked keys are answered that it is gone.
    package init(
        by key: PlayerKey, name: String, timeControl: TimeControl? = nil, isBlocked: @escaping ([UInt8]) -> Bool,
        broker: any Broker, environment: Scheduler & Cryptography
    ) {
        (self.key, self.name, self.timeControl) = (key, name, timeControl)
        (self.isBlocked, self.broker, self.environment) = (isBlocked, broker, environment)
        since = environment.wallClock
        guests = AdmissionQueue(limit: Self.mostGuests, timeout: Self.timeout, scheduler: environment)
        guests.didTurnAway = { [weak self] in self?.drop($0) }
    }

    isolated deinit {
        watch?.cancel()
        work?.cancel()
    }

    /// Publishes a card, unless one is up.
    package func list() {
        if posting?.isUp == true { return }
        dropPosting()
        watch = watch ?? broker.watch { [weak self] in self?.receive($0) }
        _ = isStamped()
        let name = RelayEndpoint.newInbox(environment)
        let posting = Posting(
            inbox: RelayInbox(name, isPublic: true, broker: broker, scheduler: environment),
            exchange: MeetingKeys.exchange(isHost: true, inbox: name, kit: environment.seals))
        self.posting = posting
        state = .pending
        posting.inbox.didBecomeReady = { [weak self] in self?.republication.publishSoon() }
        posting.inbox.wasRefused = { [weak self] in self?.state = .trouble(.forbidden) }
        posting.inbox.didReceive = { [weak self] in self?.receive($0) }
        posting.inbox.didFlood = { [weak self] in self?.renew() }
    }

    /// Whether the player with this key has accepted the seek and is on the way in.
    func isLettingIn(_ key: [UInt8]) -> Bool { guests.guests.contains { $0.acceptance.key == key } }

    /// Withdraws the card: somebody plays. Whoever is still on the way in is answered "gone", and so is who accepts later.
    package func withdraw() {
        clearCard()
        state = .withdrawn
        for guest in guests.empty() where guest.joining?.isAnswered == false {
            guest.joining?.cancel()
            posting?.used.remove(guest.acceptance.share)  // said again, it is answered again
            decide(guest.acceptance)
        }
    }

    /// Ends the seek. Nothing is told any more.
    package func cancel() {
        didChange = {}
        dropPosting()
        for guest in guests.empty() { guest.joining?.cancel() }
        deferred = nil
        for task in [watch, work] { task?.cancel() }
        (watch, work) = (nil, nil)
    }
}

// MARK: - The card

extension PostedSeek {
    private func receive(_ event: BrokerEvent) {
        switch event {
        case .connecting, .connected: break
        case .trouble(let trouble): if posting?.isUp == true { state = .trouble(trouble) }
        }
    }

    /// Somebody published at one of the card's topics. Only our own card, of any time, may stay there.
    private func receiveCard(_ event: SubscriptionEvent) {
        guard case .message(let bytes, _) = event, let posting, posting.isUp, republication.last != nil else { return }
        let words = RelayWords(bytes)
        let card = words.flatMap { SeekCard($0) }
        if card?.inbox != posting.inbox.name || words?.isSigned(by: key.publicKey, environment) != true {
            republication.publishSoon()
        }
    }

    /// Whether there is a proof of work for now. If there is none, it is made, and the card is published with it.
    private func isStamped() -> Bool {
        if stamp?.slot == WorkStamp.slot(at: environment.wallClock) { return true }
        work =
            work
            ?? WorkStamp.make(for: key.publicKey, at: RelayTopic.seeks, environment: environment) { [weak self] in
                guard let self else { return }
                (stamp, work) = ($0, nil)
                if republication.last != nil { publish() }
            }
        return false
    }

    private func publish() {
        guard let posting, posting.isUp, posting.inbox.isReady, isStamped() else { return }
        let card = card(of: posting, issued: nextTime())
        let (topics, payload) = (card.topics(environment), card.words.signed(by: key).bytes)
        for topic in posting.places.keys where !topics.contains(topic) { clear(topic, of: posting) }
        for topic in topics {
            posting.places[topic] =
                posting.places[topic]
                ?? RelaySubscription(to: topic, broker: broker, scheduler: environment) { [weak self] in self?.receiveCard($0) }
            let message = BrokerMessage(topic: topic, payload: payload, retainSeconds: SeekCard.lifetime / 1000)
            broker.publish(message) { [weak self] in self?.didPublish($0) }
        }
    }

    /// The subscription stays until then: without one, the connection to the broker would close too early.
    private func clear(_ topic: String, of posting: Posting) {
        let subscription = posting.places.removeValue(forKey: topic)
        broker.publish(BrokerMessage(topic: topic, payload: [])) { _ in subscription?.cancel() }
    }

    private func didPublish(_ receipt: BrokerReceipt) {
        guard posting?.isUp == true else { return }
        switch receipt {
        case .accepted, .nobodyThere: state = .listed
        case .refused: state = .trouble(.forbidden)
        case .lost: break
        }
    }

    private func card(of posting: Posting, issued: Int) -> SeekCard {
        SeekCard(
            key: key.publicKey, share: posting.exchange.share, inbox: posting.inbox.name, game: SeekCard.fourInARow,
            timeControl: timeControl, since: min(since, issued), issued: issued, name: name, stamp: stamp)
    }

    /// A time later than every earlier one of ours: readers ignore the rest.
    private func nextTime() -> Int {
        lastIssued = max(lastIssued + 1, environment.wallClock)
        return lastIssued
    }

    /// Somebody floods the inbox: publishes another card with another inbox, but not too often.
    private func renew() {
        guard environment.now - (republication.last ?? 0) >= Republication.leastPause else { return }
        dropPosting()
        list()
    }

    private func dropPosting() {
        clearCard()
        posting?.inbox.close()
        posting = nil
    }

    private func clearCard() {
        republication.stop()
        guard let posting, posting.isUp else { return }
        posting.isUp = false
        guard !posting.places.isEmpty else { return }
        let over = SeekOver(key: key.publicKey, inbox: posting.inbox.name, issued: nextTime()).words.signed(by: key).bytes
        for topic in posting.places.keys {
            broker.publish(BrokerMessage(topic: topic, payload: over)) { _ in }
            clear(topic, of: posting)
        }
    }
}

// MARK: - Acceptances

extension PostedSeek {
    private func receive(_ bytes: [UInt8]) {
        guard let acceptance = RelayWords(bytes).flatMap({ SeekAcceptance($0) }) else { return }
        if let guest = guests.guests.first(where: { $0.acceptance == acceptance }) { return guest.joining?.answer() ?? () }
        guard let posting, acceptance.cardHash == card(of: posting, issued: 0).hash(by: environment),
            !posting.used.contains(acceptance.share),
            acceptance.stamp.counts(for: acceptance.key, at: RelayTopic.inbox(posting.inbox.name), environment),
            acceptance.words.isSigned(by: acceptance.key, environment)
        else { return }
        // Where two accept each other, the one with the smaller key stays the owner, and only the other's acceptance counts.
        switch accepting {
        case nil: decide(acceptance)
        case acceptance.key:
            guard key.publicKey.lexicographicallyPrecedes(acceptance.key), decide(acceptance) else { return }
            accepting = nil
            didYield()
        default:
            if deferred == nil { deferred = (acceptance, environment.now) }
            if deferred?.acceptance != acceptance { decide(acceptance, isWanted: false) }
        }
    }

    /// Accepts the sender, or answers that the seek is gone. Returns whether it was accepted.
    @discardableResult
    private func decide(_ acceptance: SeekAcceptance, isWanted: Bool = true) -> Bool {
        guard let posting, let agreed = posting.exchange.agree(acceptance.share) else { return false }
        let unbound = MeetingKeys(agreed, kit: environment.seals)
        guard let request = unbound.openRequest(acceptance.sealed) else { return false }
        let keys = unbound.bound(to: acceptance.words.bytes)
        let isPaused = limiter.pauseLeft(for: Source(key: acceptance.key), at: environment.now) > 0
        guard isWanted, posting.isUp, !isPaused, !isBlocked(acceptance.key) else {
            broker.send(.gone, to: request.inbox, with: keys)
            return false
        }
        posting.used.insert(acceptance.share)
        letIn(acceptance, request, keys)
        return true
    }

    private func letIn(_ acceptance: SeekAcceptance, _ request: JoinRequest, _ keys: MeetingKeys) {
        let playerKeys = PlayerKeys(mine: key.publicKey, theirs: acceptance.key)
        let guest = Guest(acceptance)
        guest.joining = JoiningGuest(
            request, returning: RelayEndpoint.newInbox(environment), keys: keys, broker: broker, environment: environment,
            origin: { Origin($0, words: "", keys: playerKeys) },
            didJoin: { [weak self, weak guest] in if let guest { self?.didJoin(guest, $1, keys) } })
        guests.admit(guest, from: Source(key: acceptance.key))
    }

    private func didJoin(_ guest: Guest, _ connection: RelayConnection, _ keys: MeetingKeys) {
        guard guests.guests.contains(where: { $0 === guest }) else { return connection.close() }
        didMeet(keys.seal(connection, isHost: true, environment: environment))
    }

    /// A guest was let in and has not played. Its key has to wait after the third time.
    private func drop(_ guest: Guest) {
        limiter.didTryWrong(from: Source(key: guest.acceptance.key), at: environment.now)
        guest.joining?.cancel()
    }

    /// Our attempt to accept another seek has failed. The sender of the deferred acceptance may have given up meanwhile.
    private func decideDeferred() {
        guard let deferred else { return }
        self.deferred = nil
        decide(deferred.acceptance, isWanted: environment.now - deferred.time < Self.deferral)
    }
}

extension Source {
    /// A player at the relay is known by the key, wherever the connection comes from.
    fileprivate init(key: [UInt8]) { self.init(network: "relay", machine: Hexadecimal.text(key)) }
}
