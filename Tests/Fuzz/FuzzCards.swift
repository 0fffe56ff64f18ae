// A libFuzzer target for what strangers send to players who look for an opponent: cards, cleared cards, acceptances and answers. Each
// input is decoded, and given to a card's owner, to one who accepts the card and to one who reads the list. `make fuzz` compiles it,
// together with the toy arithmetic and the broker in memory of the tests.

import TestSupport
import Wire

@testable import Session

/// The fuzzer's entry: the whole is something that is said; and it is a script of what a stranger does.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    fuzzWords(bytes)
    // Short scripts find as much as long ones, and many more of them fit into a minute.
    Meeting(Array(bytes.prefix(96))).run()
    return 0
}

/// Whatever is read is written as the same, whoever signs it.
private func fuzzWords(_ bytes: [UInt8]) {
    let eve = PlayerKey(fuzz: 9)
    guard let words = RelayWords(bytes) else { return }
    precondition(RelayWords(words.bytes) == words, "a line changed on its way")
    // The fuzzer seldom makes a signature.
    for words in [words, words.signed(by: eve)] {
        if let card = SeekCard(words) {
            precondition(SeekCard(card.words.signed(by: eve)) == card, "a card changed on its way")
            precondition(card.since <= card.issued && !card.name.isEmpty && RelayEndpoint.isInbox(card.inbox))
        }
        if let over = SeekOver(words) {
            precondition(SeekOver(over.words.signed(by: eve)) == over, "the end of a seek changed on its way")
        }
        if let acceptance = SeekAcceptance(words) {
            let again = SeekAcceptance(
                by: eve, share: acceptance.share, cardHash: acceptance.cardHash, sealed: acceptance.sealed,
                stamp: acceptance.stamp)
            precondition(
                again.share == acceptance.share && again.stamp == acceptance.stamp && again.cardHash == acceptance.cardHash)
            precondition(again.sealed == acceptance.sealed)
        }
    }
    if let message = RelayMessage(bytes), message != .otherVersion {
        precondition(RelayMessage(message.bytes) == message, "a message changed on its way")
    }
}

/// Ann looks for an opponent, Bob takes her, Cyd reads the list, and a stranger has a hand in all that comes to them.
private final class Meeting {
    private let script: [UInt8]
    private var place = 0
    private let broker = FakeBroker()
    private let machines = [FuzzMachine(1), FuzzMachine(2), FuzzMachine(3)]
    private let brokers: [Broker]
    private let stand: PostedSeek
    private var taker: JoinAttempt?
    private var met: [Connection] = []
    private var taken: [Connection] = []
    /// How often Bob has accepted a card.
    private var acceptances = 0

    init(_ script: [UInt8]) {
        self.script = script
        brokers = machines.map { [broker] in broker.client($0) }
        stand = PostedSeek(
            by: machines[0].key, name: "Ann", isBlocked: { _ in false }, broker: brokers[0], environment: machines[0])
    }

    private func next(_ count: Int) -> Int {
        guard place < script.count else { return 0 }
        place += 1
        return Int(script[place - 1]) % count
    }

    func run() {
        stand.didMeet = { [unowned self] in
            precondition(stand.state != .withdrawn, "somebody was met without a card")
            met.append($0)
        }
        stand.list()
        let browser = SeekBrowser(broker: brokers[2], environment: machines[2]) {}
        settle()
        // The cards are counted first.
        for machine in machines { machine.advance(milliseconds: SeekBrowser.counting) }
        settle()
        while place < script.count {
            act(browser)
            let rows = browser.list.rows(atMost: .max, isHidden: { _ in false }).rows.map(\.card)
            precondition(rows.allSatisfy { $0.key == machines[0].key.publicKey || $0.key == Self.eve.publicKey }, "a forged card")
            precondition(rows.allSatisfy { $0.key != machines[0].key.publicKey || $0.name == "Ann" }, "a forged name")
            precondition(met.count <= acceptances, "an acceptance counted twice, or without Bob")
        }
        for connection in met + taken { connection.close() }
        taker?.cancel()
        stand.cancel()
        browser.cancel()
        // What waits for an answer gives up, so that nothing is left.
        for _ in 0..<3 {
            settle()
            for machine in machines { machine.advance(milliseconds: 20_000) }
        }
    }

    private func act(_ browser: SeekBrowser) {
        switch next(10) {
        case 0: take(browser)
        case 1: settle()
        case 2: for machine in machines { machine.advance(milliseconds: 40 * next(256)) }
        case 3: say(Array(script[place...].prefix(next(64))))
        case 4: repeatSomething()
        case 5: say(SeekOver(key: key(), inbox: name(), issued: time()).words.signed(by: Self.eve).bytes)
        case 6:
            let card = SeekCard(
                key: key(), share: key(), inbox: name(), game: SeekCard.fourInARow, since: 0, issued: time(), name: "Eve",
                stamp: stamp)
            say(card.words.signed(by: Self.eve).bytes)
        case 7:
            let sealed = Array(script.prefix(80))
            say(SeekAcceptance(by: Self.eve, share: key(), cardHash: key(), sealed: sealed, stamp: stamp).words.bytes)
        case 8 where stand.state == .withdrawn: stand.list()
        // The card stays until somebody who was met has said hello.
        case 8 where !met.isEmpty: stand.withdraw()
        default: broker.deliverOne()
        }
    }

    private static let eve = PlayerKey(fuzz: 9)
    private var stamp: WorkStamp {
        WorkStamp(slot: WorkStamp.slot(at: time()), proof: [UInt8](repeating: 0, count: 8))
    }
    private func key() -> [UInt8] { [machines[0].key.publicKey, Self.eve.publicKey, machines[0].randomBytes(32)][next(3)] }
    private func time() -> Int { machines[0].wallClock + 1000 * (next(256) - 128) }

    /// Where something is said: at a card's topic, or at an inbox.
    private func topics() -> [String] {
        broker.retainedTopics + (0..<2).flatMap { broker.subscribedTopics(of: $0) } + [RelayTopic.seek(Self.somewhere)]
    }

    private static let somewhere = String(repeating: "e5", count: 16)
    private func name() -> String { topics().map { String($0.split(separator: "/").last ?? "") }[next(topics().count)] }

    private func say(_ bytes: [UInt8]) {
        broker.publish(topics()[next(topics().count)], bytes, retainSeconds: next(2) == 0 ? nil : 120)
    }

    /// Something that was said before, perhaps with another bit, there or elsewhere.
    private func repeatSomething() {
        guard !broker.published.isEmpty else { return }
        let message = broker.published[next(256) % broker.published.count]
        var bytes = message.payload
        if next(2) == 0, !bytes.isEmpty { bytes[(next(256) * 256 + next(256)) % bytes.count] ^= 1 << UInt8(next(8)) }
        if next(2) == 0 { say(bytes) } else { broker.publish(message.topic, bytes) }
    }

    private func take(_ browser: SeekBrowser) {
        let rows = browser.list.rows(atMost: 5, isHidden: { _ in false }).rows
        guard taker == nil, !rows.isEmpty else { return }
        acceptances += 1
        taker = JoinAttempt(
            accepting: rows[next(rows.count)].card, by: machines[1].key, broker: brokers[1], environment: machines[1]
        ) { [weak self] in
            self?.taker = nil
            guard case .success(let connection) = $0 else { return }
            self?.taken.append(connection)
            connection.send([1])
        }
    }

    /// Until nothing is under way; a stranger's words are few, so that this has an end.
    private func settle() {
        for _ in 0..<1000 {
            for machine in machines { machine.advance(milliseconds: 0) }
            if !broker.deliverOne() { return }
        }
    }
}
