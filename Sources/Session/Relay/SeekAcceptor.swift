// One who takes another's card: says so to its owner, and waits for the reply. What the owner says can be said by nobody else. It knows
// no list and no game.

/// One attempt to take a card.
package final class SeekAcceptor: Cancellable {
    /// How long the owner may say nothing, in milliseconds.
    static let timeout = 5000
    /// How long a take may stay unanswered before it is said again.
    static let pause = 2000

    private let card: SeekCard
    private let broker: any Broker
    private let machine: Scheduler & Cryptography
    private let key: any PlayerKey
    private let name: String
    private let completion: (Result<Connection, NetworkFailure>) -> Void
    private let exchange: any KeyExchange
    private let id: String
    private let inbox: RelayInbox
    private var meeting: (take: SeekAcceptance, keys: SeekKeys)?
    private var limit: Cancellable?
    private var saying: Cancellable?
    private var isOver = false

    /// Takes `card` for the player with `key`. `completion` is called once, never before this returns, and not at all after `cancel`: with
    /// a sealed connection, or with `refused` where the card is gone, and `timedOut` where its owner says nothing.
    package init(
        _ card: SeekCard, by key: any PlayerKey, name: String, broker: any Broker, machine: Scheduler & Cryptography,
        completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) {
        (self.card, self.key, self.name, self.broker, self.machine) = (card, key, name, broker, machine)
        self.completion = completion
        exchange = SeekKeys.exchange(isOwner: false, inbox: card.inbox, kit: machine.seals)
        id = RelayEndpoint.newInbox(machine)
        inbox = RelayInbox(RelayEndpoint.newInbox(machine), broker: broker, scheduler: machine)
        inbox.didBecomeReady = { [weak self] in self?.say() }
        inbox.didReceive = { [weak self] in self?.receive($0) }
        inbox.wasRefused = { [weak self] in self?.end(.relay(.forbidden)) }
        limit = machine.after(milliseconds: Self.timeout) { [weak self] in self?.end(.timedOut) }
    }

    package func cancel() {
        isOver = true
        inbox.close()
        stop()
    }

    private func say() {
        guard !isOver, inbox.isReady, let farewell = broker.farewellTopic else { return }
        if meeting == nil {
            guard let agreed = exchange.agree(with: card.share) else { return end(.refused) }
            let keys = SeekKeys(agreed, kit: machine.seals)
            let contents = SeekAcceptance.Contents(id: id, inbox: inbox.name, farewell: farewell, name: name)
            let take = SeekAcceptance(
                by: key, share: exchange.share, mark: card.mark(by: machine), sealed: keys.sealTake(contents))
            meeting = (take, keys.bound(to: take))
        }
        saying?.cancel()
        saying = machine.after(milliseconds: Self.pause) { [weak self] in self?.say() }
        guard let take = meeting?.take else { return }
        broker.publish(BrokerMessage(topic: RelayTopic.inbox(card.inbox), payload: take.signed.bytes)) { [weak self] in
            self?.didSay($0)
        }
    }

    private func didSay(_ receipt: BrokerReceipt) {
        switch receipt {
        case .taken, .lost: break
        case .refused: end(.relay(.forbidden))
        case .nobodyThere:
            // Its owner's program is gone, and could not take it away: the next reader is spared the try. Who is there puts it up again.
            broker.publish(BrokerMessage(topic: RelayTopic.seek(card.inbox), payload: [])) { _ in }
            end(.refused)
        }
    }

    private func receive(_ bytes: [UInt8]) {
        guard !isOver, let meeting, let reply = SeekReply(opening: bytes, for: id, with: meeting.keys) else { return }
        switch reply {
        case .gone: end(.refused)
        case .taken(let peer, let returning, let farewell):
            let line = RelayConnection.Line(isHost: false, id: id, peer: peer, farewell: farewell, returning: returning)
            let origin = Origin(line, with: card.name, keys: PlayerKeys(mine: key.publicKey, theirs: card.key))
            isOver = true
            stop()
            let connection = RelayConnection(line, inbox: inbox, origin: origin, broker: broker, machine: machine)
            completion(
                .success(
                    SealedConnection(
                        connection, stream: meeting.keys.stream(isOwner: false), unread: [], environment: machine)))
        }
    }

    private func end(_ failure: NetworkFailure) {
        guard !isOver else { return }
        cancel()
        completion(.failure(failure))
    }

    private func stop() {
        limit?.cancel()
        saying?.cancel()
    }
}

extension SeekCard {
    /// By what a taker says which card is meant.
    func mark(by machine: Cryptography) -> [UInt8] { machine.digest(of: Array(lasting.joined(separator: " ").utf8)) }
}

extension Origin {
    /// Of a connection with a stranger. Both come back to the same place after a break.
    init(_ line: RelayConnection.Line, with name: String, keys: PlayerKeys) {
        self.init(
            words: name, machine: line.id, network: "relay", endpoint: RelayEndpoint.inbox(line.returning).endpoint, keys: keys)
    }
}
