// What the broker has to carry besides the players: readers of the list, and attackers.

import Session
import Wire

/// The topics below which cards are published: all of them, and a sixteenth, as players read it where there are more than a hundred.
nonisolated private let (seeks, bucket) = ("fiar/1/seek/all", "fiar/1/seek/5")

/// How many there are of each, and how much they do a second.
nonisolated struct Load {
    /// How many players are connected; a fifth of them is on the list.
    var players: Int
    /// How many pairs are made a second.
    var pairs: Int
    /// How many read the list besides the one by whose list players choose; at least one.
    var readers: Int
    /// Whether those receive all cards and not a sixteenth.
    var readsAll: Bool
    /// How many attackers are connected.
    var attackers: Int
    /// How many cards an attacker publishes a second, each of another player who does not exist.
    var fakeCards: Int
    /// How many messages a second an attacker publishes to the inbox of a card. If any, it reads the list, too.
    var flood: Int
}

/// Receives the list, checks nothing and counts.
final class ListReader {
    /// How many messages came: new cards, cards published again, signed ends of a seek, and empty messages that clear a topic.
    private(set) var counts = (cards: 0, renewals: 0, ends: 0, clears: 0)

    private let connection: PlayerConnection
    private var topics: Set<String> = []
    private var subscription: Cancellable?

    /// Reads over a connection: everybody's cards, or a bucket.
    init(_ connection: PlayerConnection, readsAll: Bool) {
        self.connection = connection
        subscription = connection.subscribe(below: readsAll ? seeks : bucket) { [weak self] topic, event in
            if case .message(let payload, _) = event { self?.count(payload, at: topic) }
        }
    }

    /// Whether the connection has ended.
    var isLost: Bool { connection.trouble != nil }

    private func count(_ payload: [UInt8], at topic: String) {
        switch payload.first {
        case nil:
            counts.clears += 1
            topics.remove(topic)
        case UInt8(ascii: "c"):
            if topics.insert(topic).inserted { counts.cards += 1 } else { counts.renewals += 1 }
        default: counts.ends += 1
        }
    }
}

/// Publishes fake cards, and floods inboxes that cards name, each until its card is cleared.
final class Attacker {
    /// How many messages the broker has acknowledged.
    private(set) var (fakeCards, floods) = (0, 0)

    private let connection: PlayerConnection
    private let machine: PlayerMachine
    private let didForge: (_ key: [UInt8]) -> Void
    private var subscription: Cancellable?
    /// The flooded inbox.
    private var target: String?

    /// Does nothing yet. `didForge` is called with the key of each fake card.
    init(_ connection: PlayerConnection, _ machine: PlayerMachine, didForge: @escaping ([UInt8]) -> Void) {
        (self.connection, self.machine, self.didForge) = (connection, machine, didForge)
    }

    /// Whether the connection has ended.
    var isLost: Bool { connection.trouble != nil }

    /// Attacks until the process ends.
    func start(_ load: Load) {
        repeatedly(load.fakeCards, since: machine.now) { [weak self] in self?.forge() }
        guard load.flood > 0 else { return }
        subscription = connection.subscribe(below: seeks) { [weak self] topic, event in
            if case .message(let payload, _) = event { self?.aim(at: String(topic.dropFirst(seeks.count + 1)), payload) }
        }
        repeatedly(load.flood, since: machine.now) { [weak self] in self?.flood() }
    }

    /// Does something `rate` times a second.
    private func repeatedly(_ rate: Int, since start: Int, done: Int = 0, _ action: @escaping () -> Void) {
        let due = (machine.now - start) * rate / 1000
        for _ in done..<due { action() }
        _ = machine.after(milliseconds: 10) { [weak self] in self?.repeatedly(rate, since: start, done: due, action) }
    }

    private func forge() {
        let key = PlayerMachine.newKey()
        let inbox = Hexadecimal.text(machine.randomBytes(16))
        let now = String(machine.wallClock)
        let (player, share) = (Hexadecimal.text(key.publicKey), Hexadecimal.text(machine.randomBytes(32)))
        let stamp =
            String(String(machine.wallClock / 600_000 + 1 << 32, radix: 16).dropFirst()) + String(repeating: "0", count: 16)
        let card = "card 1 \(player) \(share) \(inbox) four none \(now) \(now) \(Hexadecimal.text(Array("Eve".utf8))) \(stamp)"
        let signature = Hexadecimal.text(key.sign(Array("fourinarow seek \(card)".utf8)))
        didForge(key.publicKey)
        let message = BrokerMessage(
            topic: "\(seeks)/\(inbox)", payload: Array("\(card) \(signature)".utf8), retainSeconds: 120)
        connection.publish(message) { [weak self] _ in self?.fakeCards += 1 }
    }

    /// One card in ten is a new target, so attackers choose different ones.
    private func aim(at inbox: String, _ payload: [UInt8]) {
        if payload.isEmpty {
            if inbox == target { target = nil }
        } else if target == nil, Int.random(in: 0..<10) == 0 {
            target = inbox
        }
    }

    private func flood() {
        guard let target else { return }
        let message = BrokerMessage(topic: "fiar/1/in/\(target)", payload: machine.randomBytes(800))
        connection.publish(message) { [weak self] _ in self?.floods += 1 }
    }
}
