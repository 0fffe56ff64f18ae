// A libFuzzer target over the machines that strangers talk to: tables, players nearby, the gate of a private game, a game taken up
// again, the sealed stream. Each input is a script of events; what a machine must never do is a finding, like a trap. `make fuzz`
// compiles it, together with the toy arithmetic of the tests.

import TestSupport
import Wire

@testable import Session

/// The fuzzer's entry: the whole is something that a relay brings; the first byte says which machine, the rest is what happens to it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    fuzzRelay(bytes)
    var script = Script(bytes)
    switch script.next(6) {
    case 0: fuzzTable(&script)
    case 1: fuzzTableGuest(&script)
    case 2: fuzzInviter(&script)
    case 3: fuzzGate(&script)
    case 4: fuzzResumption(&script)
    default: fuzzSeal(&script)
    }
    return 0
}

/// What comes at an inbox of a relay is read as it would be said, or not at all.
private func fuzzRelay(_ bytes: [UInt8]) {
    if let message = RelayMessage(bytes), message != .otherVersion {
        precondition(RelayMessage(message.bytes) == message, "a relay's message changed on its way")
    }
    if let chunk = RelayChunk(bytes) {
        precondition(RelayChunk(chunk.bytes) == chunk, "a relay's chunk changed on its way")
    }
}

/// Choices, one after the other.
private struct Script {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isOver: Bool { place >= bytes.count }

    /// One of so many; 0 after the end.
    mutating func next(_ count: Int) -> Int {
        guard !isOver else { return 0 }
        place += 1
        return Int(bytes[place - 1]) % count
    }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[next(values.count)] }
}

private let names = ["Ann", "", "\u{1b}[31m", String(repeating: "x", count: 63)]

private let players = names.map { TablePlayer(name: $0, id: "a") }
private let tableMessages: [MatchmakingMessage] =
    [.welcome, .roster([]), .roster(players), .start(seat: 1, names: names), .sentAway, .hostQuit]
    + players.map { .introduction($0) }
    + RefusalReason.allCases.map { .refused($0) }

private func fuzzTable(_ script: inout Script) {
    var table = MatchmakingServer(game: "snap", version: "1", clientLimit: 1 + script.next(3))
    var isOpen: [Int: Bool] = [:]
    var waiting: Set<Int> = []
    while !script.isOver {
        let id = script.next(24)
        let event: MatchmakingServer.Event
        switch script.next(10) {
        case 0: event = .open(TablePlayer(name: "Host", id: "h"))
        case 1, 2:
            if isOpen[id] != nil { continue }  // a number is never used twice
            isOpen[id] = true
            event = .connected(id)
        case 3, 4, 5:
            if isOpen[id] != true { continue }  // a closed connection sends nothing
            event = .received(script.pick(tableMessages), from: id)
            if case .received(.introduction, _) = event { waiting.remove(id) }
        case 6:
            event = .disconnected(id)
            if isOpen[id] != nil { isOpen[id] = false }
            waiting.remove(id)
        case 7, 8: event = .sendAway(id)
        default: event = script.pick([.start, .quit])
        }
        for effect in table.handle(event) {
            if case .send(_, let id) = effect { precondition(isOpen[id] != nil, "said to nobody") }
            if case .close(let id) = effect { isOpen[id] = false }
            if case .admit(let id) = effect { waiting.insert(id) }
            if case .dismissWaiting = effect {
                for id in waiting { isOpen[id] = false }
                waiting = []
            }
            if case .notify(.started(let guests)) = effect { for guest in guests { isOpen[guest.id] = false } }
        }
        let present = table.clients.map(\.id) + waiting
        precondition(Set(present).count == present.count && present.allSatisfy { isOpen[$0] == true }, "a ghost at the table")
        let isStarted = table.state == .ignoringNewConnections
        precondition(table.clients.count < table.table.limit && (isStarted || table.table.players == table.clients.count + 1))
        precondition(table.state != .idle || present.isEmpty, "a closed table with guests")
    }
}

private func fuzzTableGuest(_ script: inout Script) {
    var guest = MatchmakingClient(player: TablePlayer(name: "Bob", id: "b"))
    while !script.isOver {
        let name = script.pick(names)
        let event: MatchmakingClient.Event
        switch script.next(8) {
        case 0:
            event = .found(
                MatchmakingTable(name: name, game: "snap", version: "1", players: script.next(9), limit: script.next(9)))
        case 1: event = .lost(name: name)
        case 2: event = .choose(name: name)
        case 3, 4, 5: event = .received(script.pick(tableMessages))
        default: event = script.pick([.search, .opened, .disconnected, .timedOut, .cancel, .quit])
        }
        let before = guest.state
        for effect in guest.handle(event) {
            if case .notify(.joined(let table)) = effect { precondition(before == .connecting(table), "joined uninvited") }
        }
    }
}

private func fuzzInviter(_ script: inout Script) {
    var inviter = Inviter(id: "m")
    let ids = ["a", "b", "y", "z", "m", ""]
    while !script.isOver {
        let id = script.pick(ids)
        let event: Inviter.Event
        switch script.next(14) {
        case 0, 1: event = .invite(id, seats: script.next(4))
        case 2: event = .takeBack(id)
        case 3: event = .accept(id)
        case 4: event = .decline(id)
        case 5, 6: event = .invited(by: id)
        case 7: event = .withdrawn(by: id)
        case 8: event = .declined(by: id, script.pick(DeclineReason.allCases))
        case 9: event = .lost(id, nil)
        case 10: event = .timedOut(id)
        // Nobody sits at our table while we sit at another one.
        case 11: event = .seated(inviter.host == nil ? Array(ids[..<script.next(4)]) : [])
        case 12: event = .tableClosed(script.pick(QuitReason.allCases))
        default: event = script.pick([.leaveTable, .quit, .notSeated])
        }
        _ = inviter.handle(event)
        precondition(inviter.host == nil || inviter.guests.isEmpty && inviter.outgoing.isEmpty, "host and guest at once")
        precondition(Set(inviter.incoming).count == inviter.incoming.count, "an invitation twice")
    }
}

/// A guest who knows the code or not, and somebody on the way who passes on, repeats, swaps and bends what is said.
private func fuzzGate(_ script: inout Script) {
    let (hosts, guests) = (ToySeals(seed: 1), ToySeals(seed: 2))
    guard let secret = PassphraseSecret(code: [1, 2, 3], kit: hosts) else { return }
    var host = HostHandshake(secret: secret, kit: hosts)
    let name = script.pick(["Ann", "Bob", nil])
    var guest = GuestHandshake(listedAs: name, kit: guests)
    var said = [host.greeting, .pause(seconds: 5), .greeting(version: PrivacyMessage.version + 1, salt: [], session: [])]
    var knowsCode = false
    var attempts = 0
    while !script.isOver {
        let message = bent(script.pick(said), by: &script)
        if script.next(2) == 0 {
            switch host.receive(message, listedAs: "Ann") {
            case .answer(let answer): said.append(answer)
            case .right(let reply, _):
                precondition(knowsCode, "the gate opened to a wrong code")
                said.append(reply)
            case .wrong:
                attempts += 1
                precondition(attempts == 1, "a second try")
            case .meaningless: break
            }
        } else {
            switch guest.receive(message) {
            case .answer(let answer): said.append(answer)
            case .opened:
                precondition(knowsCode && name != "Bob", "whoever does not know the code, or has another name, has opened")
            case .relabelled: precondition(knowsCode && name != nil, "no name was seen, or no host proved one")
            default: break
            }
        }
        if script.next(3) == 0 {
            let isRight = script.next(2) == 0
            if let attempt = guest.attempt(code: isRight ? [1, 2, 3] : [3, 2, 1]) {
                knowsCode = knowsCode || isRight
                said.append(attempt)
            }
        }
    }
}

private func bent(_ message: PrivacyMessage, by script: inout Script) -> PrivacyMessage {
    var fields = message.fields
    if script.next(3) == 0, !fields.texts.isEmpty {
        let name = fields.texts.keys.sorted()[script.next(fields.texts.count)]
        var digits = Array((fields.texts[name] ?? "").utf8)
        if !digits.isEmpty { digits[script.next(digits.count)] = script.pick(Array("0123456789abcdef".utf8)) }
        fields.texts[name] = String(decoding: digits, as: UTF8.self)
    }
    return PrivacyMessage(fields) ?? message
}

/// Two that have the key, and somebody on the way who has not.
private func fuzzResumption(_ script: inout Script) {
    let kit = ToySeals()
    let token = ResumeToken(id: [UInt8](0..<16), key: SecretBytes([UInt8](0..<32)))
    let histories = [MatchHistory(digits: "44"), MatchHistory(digits: "445")]
    var sides = [true, false, true, false].map { isHost in
        Resumption(isHost: isHost, token: token, history: histories[isHost ? 0 : 1], kit: kit)
    }
    let lie = ResumeMessage.history(MatchHistory(digits: "1"), proof: [UInt8](repeating: 0, count: 32))
    var said = [1, 3].map { sides[$0].call(nonce: [UInt8](repeating: UInt8($0), count: 32)) } + [.open(token), lie]
    while !script.isOver {
        let index = script.next(sides.count)
        switch try? sides[index].receive(script.pick(said)) {
        case .send(let answer): said.append(answer)
        case .done(let history, let reply):
            precondition(history == histories[index.isMultiple(of: 2) ? 1 : 0], "it believed something that was not said")
            if let reply { said.append(reply) }
        case nil: break
        }
    }
}

/// What is opened is the beginning of what was sealed, whatever becomes of the bytes on their way.
private func fuzzSeal(_ script: inout Script) {
    let kit = ToySeals()
    let (one, other) = (SecretBytes([UInt8](repeating: 1, count: 32)), SecretBytes([UInt8](repeating: 2, count: 32)))
    let speaker = SealedStream(kit: kit, sendingKey: one, receivingKey: other)
    let listener = SealedStream(kit: kit, sendingKey: other, receivingKey: one)
    var (sealed, opened): ([UInt8], [UInt8]) = ([], [])
    var hasEnded = false
    var way: [UInt8] = []
    while !script.isOver {
        switch script.next(9) {
        case 0...2 where !hasEnded:
            let word = [UInt8](repeating: UInt8(script.next(256)), count: script.next(256) * script.next(40))
            sealed += word
            way += speaker.seal(word)
        case 3 where !way.isEmpty: way[script.next(256) * way.count / 256] ^= 1 << UInt8(script.next(8))
        case 4 where !way.isEmpty: way.remove(at: script.next(256) * way.count / 256)
        case 5: way.append(UInt8(script.next(256)))
        case 6:
            hasEnded = true
            way += speaker.end()
        default:
            let count = script.next(256) * way.count / 255
            guard let words = try? listener.open(way.prefix(min(count, way.count))) else { return }
            way.removeFirst(min(count, way.count))
            opened += words
            precondition(sealed.starts(with: opened), "something else was opened than was sealed")
            precondition(!listener.hasEnded || hasEnded && opened == sealed, "an end that nobody said, or too soon")
        }
    }
}
