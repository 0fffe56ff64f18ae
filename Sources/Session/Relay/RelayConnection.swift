// A connection over a broker: each side publishes to the other's inbox, in chunks that are counted. What comes twice is passed over;
// what is missing ends it, and so do the other's farewell, a word of one that has lost us, and the end of our own connection to the
// broker. Anybody on the way can forge all of it: only what runs over it, a sealed stream, says who ended what. It knows no packets.

/// A connection to a peer by way of a broker.
package final class RelayConnection: Connection {
    /// Unacknowledged and unread bytes beyond which the peer counts as gone.
    static let queueLimit = 1 << 20
    /// How long the last chunk may take to the broker, in milliseconds.
    static let closingPatience = 1000
    /// How long an inbox that was given up is read all the same.
    static let movingPatience = 5000
    /// How long the peer's program may take to answer: the way is longer than on a local network.
    static let answerPatience = 5000
    /// How long after the last word an empty one follows, and how long after that another: so one that was lost is missed.
    static let echoes = [5000, 10_000]

    /// Who the peer is, as the two have told each other.
    struct Line {
        /// Whether we were knocked at.
        var isHost: Bool
        /// The knock that it began with.
        var id: String
        /// Where the peer receives.
        var peer: String
        /// Where the broker says that it is gone.
        var farewell: String
        /// Where the guest comes back to, and the host waits for it, when either has lost the other; an inbox.
        var returning: String
    }

    package weak var delegate: ConnectionDelegate? { didSet { readLater() } }
    package let origin: Origin
    package var receiptTimeout: Int { Self.answerPatience }

    private enum State { case open, ended, leaving, over }
    private var state = State.open
    private var line: Line
    private let broker: Broker
    private let machine: Scheduler & Cryptography
    private var inbox: RelayInbox
    private var formerInbox: RelayInbox?
    private var watch: Cancellable?
    private var subscriptions: [Cancellable] = []
    private var said: UInt64 = 0
    private var heard: UInt64 = 0
    private var underWay = (messages: 0, bytes: 0)
    private var unread: [UInt8] = []
    private var nextTurn: Cancellable?
    private var timer: Cancellable?
    private var echo: Cancellable?

    /// Speaks on `line` and receives at `inbox`, which is ready.
    init(_ line: Line, inbox: RelayInbox, origin: Origin, broker: Broker, machine: Scheduler & Cryptography) {
        self.line = line
        self.inbox = inbox
        self.origin = origin
        self.broker = broker
        self.machine = machine
        attend(inbox)
        watch = broker.watch { [weak self] in if $0 != .connected { self?.end() } }
        // A host may be knocked at by anybody: it follows those who have said something.
        if !line.isHost { followPeer() }
    }

    isolated deinit {
        for task in subscriptions + [watch, nextTurn, timer, echo].compactMap({ $0 }) { task.cancel() }
    }

    // MARK: Connection

    /// The broker has it.
    package var hasArrived: Bool { underWay.messages == 0 }

    package func send(_ bytes: [UInt8]) {
        guard state == .open else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            say(.bytes(Array(rest.prefix(RelayChunk.longest))))
            rest = rest.dropFirst(RelayChunk.longest)
        }
        echo(Self.echoes)
        if underWay.bytes > Self.queueLimit { endLater() }
    }

    package func close() {
        delegate = nil
        guard state == .open else {
            if state == .ended { finish() }
            return
        }
        say(.end)
        state = .leaving
        stopListening()
        timer = machine.after(milliseconds: Self.closingPatience) { self.finish() }
    }

    private func echo(_ pauses: [Int]) {
        echo?.cancel()
        echo = pauses.first.map { pause in
            machine.after(milliseconds: pause) { [weak self] in
                self?.say(.bytes([]))
                self?.echo(Array(pauses.dropFirst()))
            }
        }
    }

    private func say(_ content: RelayChunk.Content) {
        let bytes = RelayChunk(said, content).bytes
        said += 1
        underWay.messages += 1
        underWay.bytes += bytes.count
        broker.publish(BrokerMessage(topic: RelayTopic.inbox(line.peer), payload: bytes)) { receipt in
            self.didPublish(bytes.count, receipt)
        }
    }

    private func didPublish(_ count: Int, _ receipt: BrokerReceipt) {
        underWay.messages -= 1
        underWay.bytes -= count
        if state == .leaving, underWay.messages == 0 || receipt != .taken { return finish() }
        if receipt != .taken { end() }
    }
}

// MARK: - What comes

extension RelayConnection {
    private func attend(_ inbox: RelayInbox) {
        inbox.didReceive = { [weak self, unowned inbox] in self?.receive($0, at: inbox) }
        inbox.didFlood = { [weak self, unowned inbox] in self?.giveUp(inbox) }
        inbox.wasRefused = { [weak self] in self?.end() }
    }

    private func receive(_ bytes: [UInt8], at inbox: RelayInbox) {
        guard state == .open, let chunk = RelayChunk(bytes), chunk.count >= heard else { return }
        guard chunk.count == heard else { return end(isOurs: true) }
        heard += 1
        if subscriptions.isEmpty { followPeer() }
        if inbox === self.inbox { leaveFormerInbox() }
        switch chunk.content {
        case .bytes(let bytes):
            unread += bytes
            if unread.count > Self.queueLimit { return end(isOurs: true) }
            if nextTurn == nil { read() }
        case .end: end()
        case .moved(let name): line.peer = name
        }
    }

    /// Its farewell, and its word that it has lost us and looks for us.
    private func followPeer() {
        let (isHost, id) = (line.isHost, line.id)
        subscriptions = [
            broker.subscribe(to: line.farewell) { [weak self] in
                if case .message(_, wasKept: false) = $0 { self?.end() }
            },
            broker.subscribe(to: RelayTopic.inbox(line.returning)) { [weak self] in
                guard case .message(let bytes, wasKept: false) = $0 else { return }
                switch RelayMessage(bytes) {
                case .knock(let other, _, _) where isHost && other != id: self?.end()
                case .back where !isHost: self?.end()
                default: break
                }
            },
        ]
    }

    /// Somebody fills our inbox: the peer, who alone should know it, is told of another one.
    private func giveUp(_ inbox: RelayInbox) {
        guard state == .open, inbox === self.inbox else { return }
        leaveFormerInbox()
        formerInbox = inbox
        let another = RelayInbox(RelayEndpoint.newInbox(machine), broker: broker, scheduler: machine)
        self.inbox = another
        attend(another)
        another.didBecomeReady = { [weak self, unowned another] in
            another.didBecomeReady = {}
            guard let self, state == .open else { return }
            say(.moved(inbox: another.name))
            timer = machine.after(milliseconds: Self.movingPatience) { [weak self] in self?.leaveFormerInbox() }
        }
    }

    private func leaveFormerInbox() {
        guard formerInbox != nil else { return }
        formerInbox?.close()
        formerInbox = nil
        timer?.cancel()
    }

    /// In the next turn of the loop: nobody is told anything before the call that made them the delegate has returned.
    private func readLater() {
        guard delegate != nil, nextTurn == nil, !unread.isEmpty || state == .ended else { return }
        nextTurn = machine.after(milliseconds: 0) { [weak self] in
            self?.nextTurn = nil
            self?.read()
        }
    }

    private func read() {
        guard let delegate else { return }
        if !unread.isEmpty {
            let bytes = unread
            unread = []
            delegate.connection(self, didReceive: bytes[...])
        }
        guard state == .ended, unread.isEmpty, let delegate = self.delegate else { return }
        finish()
        delegate.connectionDidClose(self)
    }
}

// MARK: - The end

extension RelayConnection {
    private func endLater() {
        _ = machine.after(milliseconds: 0) { [weak self] in self?.end() }
    }

    /// `isOurs`: the peer cannot know.
    private func end(isOurs: Bool = false) {
        guard state == .open else { return }
        if isOurs { say(.end) }
        state = .ended
        stopListening()
        watch?.cancel()
        if nextTurn == nil { read() }
    }

    private func stopListening() {
        inbox.close()
        formerInbox?.close()
        timer?.cancel()
        echo?.cancel()
        for subscription in subscriptions { subscription.cancel() }
        subscriptions = []
    }

    private func finish() {
        state = .over
        watch?.cancel()
        timer?.cancel()
        nextTurn?.cancel()
    }
}
