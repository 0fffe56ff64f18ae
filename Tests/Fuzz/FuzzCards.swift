// A libFuzzer target over what strangers say to those who look for an opponent: to the list of cards, to a card's owner, and to one who
// takes it. Every signature counts as good, so that the fuzzer gets behind it. `make fuzz` compiles it, together with the toy arithmetic
// of the tests.

import Session
import Wire

/// The fuzzer's entry: the first byte says who is told, the rest is what.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    guard let first = bytes.first else { return 0 }
    let said = Array(bytes.dropFirst())
    let signed = said + Array((" " + String(repeating: "0", count: 128)).utf8)
    switch first % 3 {
    case 0: for words in [said, signed] { fuzzList(words) }
    case 1: for words in [said, signed] { fuzzOwner(words) }
    default: fuzzMeeting(said)
    }
    return 0
}

/// A card can be put at its own topic only: where it says that it is, it is brought.
private func fuzzList(_ said: [UInt8]) {
    let machine = Machine()
    let browser = SeekBrowser(broker: machine, machine: machine) {}
    let words = String(decoding: said, as: UTF8.self).split(separator: " ").map(String.init)
    for place in [3, 4] where words.count > place { machine.bring("fiar/1/seek/0/" + words[place], said) }
    machine.rest()
    let (rows, more) = browser.list.rows(atMost: 10, isMet: { _ in false }, isHidden: { _ in false })
    precondition(rows.count <= 1 && more == 0, "one said something, and two are there")
    for (card, _) in rows {
        precondition(card.key.count == 32 && card.since <= card.issued && abs(card.issued - machine.wallClock) <= 180_000)
        precondition((1...63).contains(card.name.utf8.count) && card.name.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
    browser.cancel()
    machine.rest()
}

private func fuzzOwner(_ said: [UInt8]) {
    let machine = Machine()
    let stand = SeekStand(by: machine, name: "Ann", isBlocked: { _ in false }, broker: machine, machine: machine)
    stand.list()
    machine.rest()
    for topic in machine.topics { machine.bring(topic, said) }
    machine.rest()
    precondition(stand.state == .listed, "nobody has taken it")
    stand.cancel()
    machine.rest()
    precondition(machine.topics.isEmpty, "something was left behind")
}

/// What an owner and a taker say to each other is altered: at byte `said[0]`, and so on, by what follows.
private func fuzzMeeting(_ said: [UInt8]) {
    let machine = Machine()
    let ear = Ear()
    let stand = SeekStand(by: machine, name: "Ann", isBlocked: { _ in false }, broker: machine, machine: machine)
    stand.delegate = ear
    let browser = SeekBrowser(broker: machine, machine: machine) {}
    stand.list()
    machine.rest()
    guard let card = browser.list.rows(atMost: 1, isMet: { _ in false }, isHidden: { _ in false }).rows.first?.card else {
        preconditionFailure("a card that is up is not seen")
    }
    var script = said[...]
    machine.alter = { payload in
        guard script.count >= 3, !payload.isEmpty else { return payload }
        var payload = payload
        payload[(Int(script.removeFirst()) << 8 | Int(script.removeFirst())) % payload.count] ^= script.removeFirst()
        return payload
    }
    var results = 0
    let taker = SeekTaker(card, by: machine, name: "Bob", broker: machine, machine: machine) {
        results += 1
        if case .success(let connection) = $0 {
            connection.send([1])
            connection.close()
        }
    }
    machine.rest()
    precondition(results <= 1 && ear.met <= 1, "one take, and two games")
    precondition(!said.isEmpty || results == 1 && ear.met == 1, "nothing was altered, and there is no game")
    taker.cancel()
    browser.cancel()
    stand.cancel()
    machine.rest()
}

private final class Ear: SeekStandDelegate {
    var met = 0
    func stand(_ stand: SeekStand, didMeet connection: Connection) {
        met += 1
        connection.close()
    }
    func standDidYield(_ stand: SeekStand) {}
    func standDidChange(_ stand: SeekStand) {}
}

/// A machine with a broker of its own, at which everybody is.
private final class Machine: LoopClock, Cryptography, Identity, Broker, PlayerKey {
    private final class Task: Cancellable {
        var action: (() -> Void)?
        init(_ action: @escaping () -> Void) { self.action = action }
        func cancel() { action = nil }
    }

    private final class Listener: Cancellable {
        let topic: String
        let isBelow: Bool
        var onEvent: ((String, SubscriptionEvent) -> Void)?

        init(_ topic: String, isBelow: Bool, _ onEvent: @escaping (String, SubscriptionEvent) -> Void) {
            (self.topic, self.isBelow, self.onEvent) = (topic, isBelow, onEvent)
        }

        func cancel() { onEvent = nil }
        func hears(_ other: String) -> Bool { isBelow ? other.hasPrefix(topic + "/") : other == topic }
    }

    let now = 0
    let wallClock = 1_800_000_000_000
    let publicKey = [UInt8](repeating: 7, count: 32)
    let farewellTopic: String? = "fiar/1/bye/me"
    var alter: ([UInt8]) -> [UInt8] = { $0 }
    private let toys = ToySeals()
    private var tasks: [Task] = []
    private var listeners: [Listener] = []

    var seals: any SealKit { toys }
    func randomBytes(_ count: Int) -> [UInt8] { toys.randomBytes(count) }
    func digest(of bytes: [UInt8]) -> [UInt8] { toys.digest(of: bytes, key: SecretBytes([])).copy }
    func playerKey() -> any PlayerKey { self }
    func sign(_ bytes: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: 64) }
    func isSignature(_ signature: [UInt8], of bytes: [UInt8], by key: [UInt8]) -> Bool { true }

    /// What is due within a moment happens; deadlines do not come.
    func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        let task = Task(action)
        if milliseconds < 100 { tasks.append(task) }
        return task
    }

    func watch(_ onEvent: @escaping (BrokerEvent) -> Void) -> Cancellable {
        after(milliseconds: 0) { onEvent(.connected) }
    }

    func subscribe(to topic: String, _ onEvent: @escaping (SubscriptionEvent) -> Void) -> Cancellable {
        listen(Listener(topic, isBelow: false) { onEvent($1) })
    }

    func subscribe(below topic: String, _ onEvent: @escaping (String, SubscriptionEvent) -> Void) -> Cancellable {
        listen(Listener(topic, isBelow: true, onEvent))
    }

    private func listen(_ listener: Listener) -> Cancellable {
        listeners.append(listener)
        _ = after(milliseconds: 0) { listener.onEvent?(listener.topic, .ready) }
        return listener
    }

    func publish(_ message: BrokerMessage, completion: @escaping (BrokerReceipt) -> Void) {
        bring(message.topic, alter(message.payload))
        _ = after(milliseconds: 0) { completion(.taken) }
    }

    func bring(_ topic: String, _ payload: [UInt8]) {
        _ = after(milliseconds: 0) { [self] in
            for listener in listeners where listener.hears(topic) { listener.onEvent?(topic, .message(payload, wasKept: false)) }
        }
    }

    /// Where somebody listens.
    var topics: [String] { listeners.filter { $0.onEvent != nil }.map(\.topic) }

    func rest() {
        for _ in 0..<2000 where !tasks.isEmpty { tasks.removeFirst().action?() }
        precondition(tasks.isEmpty, "it does not come to rest")
    }
}
