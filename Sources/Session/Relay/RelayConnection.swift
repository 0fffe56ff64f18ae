// A connection over a broker. Each side publishes counted chunks to the other's inbox: duplicates are dropped, a gap ends the connection,
// and so do the peer's last will, its message that it has lost us, and the loss of our own connection to the broker. Only the peer and the
// broker know the inboxes, and only the broker the message of the last will; the broker can end a connection in any case. So only the sealed
// stream that runs over it can tell who ended what. A last chunk that was lost shows with the next heartbeat. The game then goes on as after a
// cut cable.

/// A connection to a peer over a broker.
final class RelayConnection: Connection {
    /// Unacknowledged or unread bytes beyond which the connection ends.
    static let queueLimit = 1 << 20
    /// How long the last chunk may take to the broker after `close`, in milliseconds.
    static let closingTimeout = 1000
    /// How long the peer's program may take to confirm a packet: longer than on a local network.
    static let relayReceiptTimeout = 5000

    var didReceive: ((ArraySlice<UInt8>?) -> Void)? { didSet { readLater() } }
    let origin: Origin
    var receiptTimeout: Int { Self.relayReceiptTimeout }
    private(set) var isPeerGone = false

    private enum State { case open, ended, leaving, over }
    private var state = State.open
    private let peer: RelayPeer
    private let isPeerHost: Bool
    private let broker: Broker
    private let environment: Scheduler & Cryptography
    private let inbox: RelayInbox
    private var watch: Cancellable?
    private var returning: Cancellable?
    private var peersWill: Cancellable?
    private var sentCount: UInt64 = 0
    private var receivedCount: UInt64 = 0
    private var unacknowledged = (messages: 0, bytes: 0)
    private var unread: [UInt8] = []
    private var nextTurn: Cancellable?
    private var timer: Cancellable?

    /// A connection to `peer`. We receive at `inbox`, which is ready.
    init(
        to peer: RelayPeer, isPeerHost: Bool, inbox: RelayInbox, origin: Origin, broker: Broker,
        environment: Scheduler & Cryptography
    ) {
        (self.peer, self.isPeerHost, self.inbox, self.origin) = (peer, isPeerHost, inbox, origin)
        (self.broker, self.environment) = (broker, environment)
        inbox.didReceive = { [weak self] in self?.receive($0) }
        inbox.wasRefused = { [weak self] in self?.end() }
        inbox.didFlood = { [weak self] in self?.end() }
        watch = broker.watch { [weak self] in if $0 != .connected { self?.end() } }
        // Anybody can send a host a join request, so a host subscribes for a guest only once that has sent a chunk.
        if isPeerHost { awaitReturn() }
    }

    isolated deinit {
        for task in [returning, peersWill, watch, nextTurn, timer] { task?.cancel() }
    }

    // MARK: Connection

    /// Where the broker announces that we are gone, and what it says then.
    var secret: [UInt8] {
        broker.lastWill.map { RelayMessage.will(topic: $0.topic, hash: environment.digest(of: $0.secret)).bytes } ?? []
    }

    /// Any other message at the topic of the peer's last will is ignored.
    func learn(_ secret: [UInt8]) {
        guard state == .open, peersWill == nil, case .will(let topic, let hash) = RelayMessage(secret) else { return }
        peersWill = RelaySubscription(to: topic, broker: broker, scheduler: environment) { [weak self] in
            guard let self, case .message(let message, _) = $0 else { return }
            isPeerGone = message.last == LastWill.endMark && environment.digest(of: Array(message.dropLast())) == hash
            if isPeerGone || environment.digest(of: message) == hash { end() }
        }
    }

    /// Whether the broker has everything.
    var hasArrived: Bool { unacknowledged.messages == 0 }

    func send(_ bytes: [UInt8]) {
        guard state == .open else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            publish(Array(rest.prefix(RelayChunk.longest)))
            rest = rest.dropFirst(RelayChunk.longest)
        }
        if unacknowledged.bytes > Self.queueLimit { endLater() }
    }

    func close() {
        didReceive = nil
        guard state == .open else {
            if state == .ended { finish() }
            return
        }
        publish(nil)
        state = .leaving
        stopListening()
        timer = environment.after(milliseconds: Self.closingTimeout) { self.finish() }
    }

    /// Nil: nothing follows.
    private func publish(_ content: [UInt8]?) {
        let bytes = RelayChunk(sentCount, content).bytes
        sentCount += 1
        unacknowledged.messages += 1
        unacknowledged.bytes += bytes.count
        broker.publish(BrokerMessage(topic: RelayTopic.inbox(peer.inbox), payload: bytes)) { receipt in
            self.didPublish(bytes.count, receipt)
        }
    }

    private func didPublish(_ count: Int, _ receipt: BrokerReceipt) {
        unacknowledged.messages -= 1
        unacknowledged.bytes -= count
        if state == .leaving, unacknowledged.messages == 0 || receipt != .accepted { return finish() }
        if receipt != .accepted { end() }
    }
}

// MARK: - Receiving

extension RelayConnection {
    private func receive(_ bytes: [UInt8]) {
        guard state == .open, let chunk = RelayChunk(bytes), chunk.count >= receivedCount else { return }
        guard chunk.count == receivedCount else { return end(tellsPeer: true) }
        receivedCount += 1
        if returning == nil { awaitReturn() }
        guard let content = chunk.content else { return end() }
        unread += content
        if unread.count > Self.queueLimit { return end(tellsPeer: true) }
        if nextTurn == nil { read() }
    }

    /// Listens where the two meet after a break: the peer may have lost us and look for us. A spectator does not.
    private func awaitReturn() {
        if inbox.isForStranger { return }
        let (isGuest, id) = (!isPeerHost, peer.id)
        returning = RelaySubscription(to: RelayTopic.inbox(peer.returning), broker: broker, scheduler: environment) {
            [weak self] in
            guard case .message(let bytes, isRetained: false) = $0 else { return }
            switch RelayMessage(bytes) {
            case .join(let request) where isGuest && request.id != id: self?.end()
            case .back where !isGuest: self?.end()
            default: break
            }
        }
    }

    /// Reads in the next turn of the loop: nobody is told before the call that set `didReceive` has returned.
    private func readLater() {
        guard didReceive != nil, nextTurn == nil, !unread.isEmpty || state == .ended else { return }
        nextTurn = environment.after(milliseconds: 0) { [weak self] in
            self?.nextTurn = nil
            self?.read()
        }
    }

    private func read() {
        guard let didReceive else { return }
        if !unread.isEmpty {
            let bytes = unread
            unread = []
            didReceive(bytes[...])
        }
        guard state == .ended, unread.isEmpty, let didReceive = self.didReceive else { return }
        finish()
        didReceive(nil)
    }
}

// MARK: - The end

extension RelayConnection {
    private func endLater() {
        _ = environment.after(milliseconds: 0) { [weak self] in self?.end() }
    }

    /// `tellsPeer`: we end it, and the peer cannot know.
    private func end(tellsPeer: Bool = false) {
        guard state == .open else { return }
        if tellsPeer { publish(nil) }
        state = .ended
        stopListening()
        watch?.cancel()
        if nextTurn == nil { read() }
    }

    private func stopListening() {
        inbox.close()
        for task in [timer, returning, peersWill] { task?.cancel() }
        (returning, peersWill) = (nil, nil)
    }

    private func finish() {
        state = .over
        watch?.cancel()
        timer?.cancel()
        nextTurn?.cancel()
    }
}

extension Origin {
    /// The origin of a connection that was made through `place`. It can be made again at the inbox where the two meet after a break.
    /// Nobody can tell who is at the other end, so each connection counts as another machine.
    init(_ peer: RelayPeer, through place: RelayEndpoint) { self.init(peer, words: place.endpoint.words) }

    /// The same where players have shown each other their keys.
    init(_ peer: RelayPeer, words: String, keys: PlayerKeys? = nil) {
        self.init(
            words: words, machine: peer.id, network: "relay", endpoint: RelayEndpoint.inbox(peer.returning).endpoint, keys: keys)
    }
}
