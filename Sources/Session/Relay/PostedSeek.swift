// One who looks for an opponent: a card where everybody reads it, and an inbox at which takers are heard. The owner decides: the first
// good take is taken, the card goes, and whoever comes later is told so. What others do to the card's topic is put right again. It knows
// no screen and no game.

import Wire

/// Is told who comes.
package protocol PostedSeekDelegate: AnyObject {
    /// Somebody has taken the card and speaks; everything on `connection` is sealed. The card is gone until `list` is called again.
    func stand(_ stand: PostedSeek, didMeet connection: Connection)
    /// The one whose card we were taking has taken ours: that take is to be called off, and `didMeet` follows.
    func standDidYield(_ stand: PostedSeek)
    /// `state` is another.
    func standDidChange(_ stand: PostedSeek)
}

/// The card of one who looks for an opponent.
package final class PostedSeek {
    /// How long one who has taken the card may say nothing, in milliseconds.
    static let timeout = 5000
    /// How long a take is held while we try to take another's card: its sender waits no longer than that.
    static let holding = 3000

    /// How it is with the card.
    package enum State: Equatable {
        /// It is not up yet, or its taker has not spoken yet.
        case pending
        /// Everybody can read it.
        case listed
        /// It was taken, or is not wanted.
        case withdrawn
        /// It cannot be put up, because of this.
        case trouble(BrokerTrouble)
    }

    package weak var delegate: PostedSeekDelegate?
    /// How it is with the card.
    package private(set) var state = State.pending { didSet { if state != oldValue { delegate?.standDidChange(self) } } }
    /// Whose card we are taking meanwhile, by key; nil: nobody's.
    package var taking: [UInt8]? { didSet { if taking == nil { hearHeld() } } }
    /// Since when, by this machine's clock, in milliseconds.
    package let since: Int

    private let name: String
    private let key: any PlayerKey
    private let isBlocked: ([UInt8]) -> Bool
    private let broker: any Broker
    private let machine: Scheduler & Cryptography & Identity
    private var watch: Cancellable?
    private var offer: Offer?
    private var meeting: Meeting?
    private var held: (take: SeekAcceptance, time: Int)?
    private var limiter = AttemptLimiter()
    private var lastIssued = 0
    private lazy var publication = Republication(scheduler: machine) { [weak self] in self?.publish() }

    /// A card that is up, or on its way: with an inbox and a share of its own.
    private final class Offer {
        let inbox: RelayInbox
        let exchange: any KeyExchange
        var subscription: Cancellable?
        /// Whether others are to see it.
        var isUp = true

        init(inbox: RelayInbox, exchange: any KeyExchange) { (self.inbox, self.exchange) = (inbox, exchange) }
    }

    /// One who has taken it.
    private final class Meeting: ConnectionDelegate {
        let take: SeekAcceptance
        let contents: SeekAcceptance.Contents
        let keys: SeekKeys
        let inbox: RelayInbox
        let returning: String
        var connection: RelayConnection?
        var timeout: Cancellable?
        private(set) var isHandedOver = false
        /// Told what the taker says first; nil: it is gone.
        var didHear: ([UInt8]?) -> Void = { _ in }

        init(_ take: SeekAcceptance, _ contents: SeekAcceptance.Contents, keys: SeekKeys, inbox: RelayInbox, returning: String) {
            (self.take, self.contents, self.keys, self.inbox, self.returning) = (take, contents, keys, inbox, returning)
        }

        func connection(_ connection: Connection, didReceive bytes: ArraySlice<UInt8>) { didHear(Array(bytes)) }
        func connectionDidClose(_ connection: Connection) { didHear(nil) }

        func end() {
            timeout?.cancel()
            if isHandedOver { return }
            if let connection { connection.close() } else { inbox.close() }
        }

        /// The connection is another's from now on, with what was heard on it.
        func handOver() -> RelayConnection? {
            timeout?.cancel()
            isHandedOver = true
            didHear = { _ in }
            connection?.delegate = nil
            return connection
        }
    }

    /// For the player with `key`, called `name`; `list` follows. Whose keys are blocked is told that the card is gone.
    package init(
        by key: any PlayerKey, name: String, isBlocked: @escaping ([UInt8]) -> Bool, broker: any Broker,
        machine: Scheduler & Cryptography & Identity
    ) {
        (self.key, self.name, self.isBlocked, self.broker, self.machine) = (key, name, isBlocked, broker, machine)
        since = machine.wallClock
    }

    isolated deinit { watch?.cancel() }

    /// Puts up a card, where none is up: also when the last taker was none.
    package func list() {
        if let meeting { didFail(meeting) }
        if offer?.isUp == true { return }
        dropOffer()
        watch = watch ?? broker.watch { [weak self] in self?.hear($0) }
        let name = RelayEndpoint.newInbox(machine)
        let offer = Offer(
            inbox: RelayInbox(name, broker: broker, scheduler: machine),
            exchange: SeekKeys.exchange(isOwner: true, inbox: name, kit: machine.seals))
        self.offer = offer
        state = .pending
        offer.inbox.didBecomeReady = { [weak self] in self?.publication.sayAgain() }
        offer.inbox.wasRefused = { [weak self] in self?.state = .trouble(.forbidden) }
        offer.inbox.didReceive = { [weak self, weak offer] in if offer?.inbox.isFlooded == false { self?.receive($0) } }
        offer.inbox.didFlood = { [weak self] in self?.renew() }
        offer.subscription = broker.subscribe(to: RelayTopic.seek(name)) { [weak self] in self?.hearCard($0) }
    }

    /// Takes the card away; whoever has taken it before stays, and whoever takes it now is told that it is gone.
    package func withdraw() {
        takeCard()
        state = .withdrawn
    }

    /// It is over. Nothing more is told.
    package func cancel() {
        delegate = nil
        dropOffer()
        meeting?.end()
        (meeting, held) = (nil, nil)
        watch?.cancel()
        watch = nil
    }
}

// MARK: - The card

extension PostedSeek {
    private func hear(_ event: BrokerEvent) {
        switch event {
        case .connecting, .connected: break
        case .trouble(let trouble): if offer?.isUp == true { state = .trouble(trouble) }
        }
    }

    /// What others put there goes; our own card, of whatever time, may stay.
    private func hearCard(_ event: SubscriptionEvent) {
        guard case .message(let bytes, _) = event, let offer, offer.isUp, publication.last != nil else { return }
        let signed = SignedWords(bytes)
        let card = signed.flatMap { SeekCard($0) }
        if card?.inbox != offer.inbox.name || signed?.areSigned(by: key.publicKey, machine) != true { publication.sayAgain() }
    }

    private func publish() {
        guard let offer, offer.isUp, offer.inbox.isReady else { return }
        let signed = SignedWords(card(of: offer, issued: nextTime()).words, by: key)
        let message = BrokerMessage(
            topic: RelayTopic.seek(offer.inbox.name), payload: signed.bytes, keptSeconds: SeekCard.lifetime / 1000)
        broker.publish(message) { [weak self] in self?.didPublish($0) }
    }

    private func didPublish(_ receipt: BrokerReceipt) {
        guard offer?.isUp == true else { return }
        switch receipt {
        case .taken, .nobodyThere: state = .listed
        case .refused: state = .trouble(.forbidden)
        case .lost: break
        }
    }

    private func card(of offer: Offer, issued: Int) -> SeekCard {
        SeekCard(
            key: key.publicKey, share: offer.exchange.share, inbox: offer.inbox.name, game: SeekCard.fourInARow,
            since: min(since, issued), issued: issued, name: name)
    }

    /// Later than whatever was said before: readers pass over all else.
    private func nextTime() -> Int {
        lastIssued = max(lastIssued + 1, machine.wallClock)
        return lastIssued
    }

    /// Somebody fills the inbox: another card with another one, once in a while.
    private func renew() {
        guard machine.now - (publication.last ?? 0) >= Republication.leastPause else { return }
        dropOffer()
        list()
    }

    private func dropOffer() {
        takeCard()
        offer?.inbox.close()
        offer = nil
    }

    private func takeCard() {
        publication.stop()
        guard let offer, offer.isUp else { return }
        offer.isUp = false
        let subscription = offer.subscription
        guard publication.last != nil else { return subscription?.cancel() ?? () }
        let topic = RelayTopic.seek(offer.inbox.name)
        let end = SeekEnd(key: key.publicKey, inbox: offer.inbox.name, issued: nextTime())
        broker.publish(BrokerMessage(topic: topic, payload: SignedWords(end.words, by: key).bytes)) { _ in }
        // Without anything to wait for, the connection to the broker would end before it is said.
        broker.publish(BrokerMessage(topic: topic, payload: [])) { _ in subscription?.cancel() }
    }
}

// MARK: - Takers

extension PostedSeek {
    private func receive(_ bytes: [UInt8]) {
        guard let signed = SignedWords(bytes), let take = SeekAcceptance(signed) else { return }
        if let meeting, meeting.take.signed == signed { return answer(meeting) }
        guard let offer, take.mark == card(of: offer, issued: 0).mark(by: machine), signed.areSigned(by: take.key, machine)
        else { return }
        // Both take each other: the one with the smaller key stays the owner, and only the other's take counts.
        switch taking {
        case nil: consider(take)
        case take.key:
            guard key.publicKey.lexicographicallyPrecedes(take.key), consider(take) else { return }
            taking = nil
            delegate?.standDidYield(self)
        default: if held == nil { held = (take, machine.now) } else { consider(take, isWanted: false) }
        }
    }

    /// Takes it or says that the card is gone; whether it was taken.
    @discardableResult
    private func consider(_ take: SeekAcceptance, isWanted: Bool = true) -> Bool {
        guard let offer, let agreed = offer.exchange.agree(with: take.share) else { return false }
        let unbound = SeekKeys(agreed, kit: machine.seals)
        guard let contents = unbound.openTake(take.sealed) else { return false }
        let keys = unbound.bound(to: take)
        let isPaused = limiter.left(for: Source(takerWith: take.key), at: machine.now) > 0
        guard isWanted, offer.isUp, meeting == nil, !isPaused, !isBlocked(take.key) else {
            reply(.gone, to: contents, with: keys)
            return false
        }
        meet(take, contents, keys)
        return true
    }

    private func meet(_ take: SeekAcceptance, _ contents: SeekAcceptance.Contents, _ keys: SeekKeys) {
        let inbox = RelayInbox(RelayEndpoint.newInbox(machine), broker: broker, scheduler: machine)
        let meeting = Meeting(take, contents, keys: keys, inbox: inbox, returning: RelayEndpoint.newInbox(machine))
        self.meeting = meeting
        inbox.didBecomeReady = { [weak self, weak meeting] in if let meeting { self?.welcome(meeting) } }
        meeting.didHear = { [weak self, weak meeting] in if let meeting { self?.didHear($0, from: meeting) } }
        meeting.timeout = machine.after(milliseconds: Self.timeout) { [weak meeting] in meeting?.didHear(nil) }
        withdraw()
    }

    /// The inbox for this game is there.
    private func welcome(_ meeting: Meeting) {
        meeting.inbox.didBecomeReady = {}
        guard self.meeting === meeting, meeting.connection == nil else { return }
        answer(meeting)
        let line = RelayConnection.Line(
            isHost: true, id: meeting.contents.id, peer: meeting.contents.inbox, farewell: meeting.contents.farewell,
            returning: meeting.returning)
        let keys = PlayerKeys(mine: key.publicKey, theirs: meeting.take.key)
        let connection = RelayConnection(
            line, inbox: meeting.inbox, origin: Origin(line, with: meeting.contents.name, keys: keys), broker: broker,
            machine: machine)
        meeting.connection = connection
        connection.delegate = meeting
    }

    private func answer(_ meeting: Meeting) {
        guard meeting.inbox.isReady, let farewell = broker.farewellTopic else { return }
        let reply = SeekReply.taken(inbox: meeting.inbox.name, returning: meeting.returning, farewell: farewell)
        self.reply(reply, to: meeting.contents, with: meeting.keys)
    }

    private func reply(_ reply: SeekReply, to contents: SeekAcceptance.Contents, with keys: SeekKeys) {
        let bytes = reply.sealed(for: contents.id, with: keys)
        broker.publish(BrokerMessage(topic: RelayTopic.inbox(contents.inbox), payload: bytes)) { _ in }
    }

    /// The taker has spoken, or never will.
    private func didHear(_ bytes: [UInt8]?, from meeting: Meeting) {
        guard self.meeting === meeting else { return }
        guard let bytes, let connection = meeting.handOver() else { return list() }
        let sealed = SealedConnection(
            connection, stream: meeting.keys.stream(isOwner: true), unread: bytes, environment: machine)
        if let delegate { delegate.stand(self, didMeet: sealed) } else { sealed.close() }
    }

    /// One who takes cards and does not play has to wait after the third time.
    private func didFail(_ meeting: Meeting) {
        limiter.didTryWrong(from: Source(takerWith: meeting.take.key), at: machine.now)
        meeting.end()
        self.meeting = nil
    }

    /// We have not taken the other card. Its sender waits no longer than a moment.
    private func hearHeld() {
        guard let held else { return }
        self.held = nil
        consider(held.take, isWanted: machine.now - held.time < Self.holding)
    }
}

extension Source {
    /// A taker is its key, wherever it comes from.
    fileprivate init(takerWith key: [UInt8]) { self.init(network: "relay", machine: Hexadecimal.text(key)) }
}
