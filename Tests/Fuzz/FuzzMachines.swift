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
    // Short scripts find as much in the lobby as long ones, and many more of them fit into a minute.
    var shortScript = Script(Array(bytes.prefix(160)))
    _ = shortScript.next(6)
    switch script.next(6) {
    case 0: fuzzTable(&shortScript)
    case 1: fuzzTableGuest(&shortScript)
    case 2: fuzzInviter(&shortScript)
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

/// One end of a connection; the script is the peer.
private final class End: Connection {
    var didReceive: ((ArraySlice<UInt8>?) -> Void)?
    let origin = Origin(words: "10.0.0.2:1", machine: "10.0.0.2", network: "10.0.0", endpoint: nil)
    let hasArrived = true
    private(set) var isOpen = true

    func send(_ bytes: [UInt8]) { precondition(isOpen, "said to nobody") }
    func close() { isOpen = false }

    func receive(_ packet: Packet) { if isOpen { didReceive?(Packet.frame(of: packet)[...]) } }
    /// The peer is gone.
    func end() {
        guard isOpen else { return }
        didReceive?(nil)
        precondition(!isOpen, "an end that nobody notices")
    }
}

/// A machine whose network is the script. Its broker says nothing.
private final class NetworkedMachine: FuzzMachine, Rendezvous, Relayed {
    private let silent = FakeBroker()
    private(set) lazy var broker = silent.client(self)
    let relayURL = ""
    func useRelay(at url: String) {}

    private(set) var place: Place?
    private(set) var browsing: FuzzTask?
    private(set) var tell: (BrowserEvent) -> Void = { _ in }
    /// The connections that are asked for.
    private var attempts: [(task: FuzzTask, completion: (Result<Connection, NetworkFailure>) -> Void)] = []

    final class Place: @MainActor Advertisement {
        let endpoint = Endpoint(text: "here", words: "here", port: "1")
        let directions: [String] = []
        let takenPlace: String? = nil
        private(set) var didAccept: ((Connection) -> Void)?

        init(_ didAccept: @escaping (Connection) -> Void) { self.didAccept = didAccept }

        func list(_ offer: Offer) {}
        func withdraw() {}
        func cancel() { didAccept = nil }
    }

    func advertise(
        _ offer: Offer, at place: Endpoint?, didAccept: @escaping (Connection) -> Void,
        onEvent: @escaping (AdvertisementEvent) -> Void
    ) throws(NetworkFailure) -> Advertisement {
        let place = Place(didAccept)
        self.place = place
        return place
    }

    /// Somebody connects; nil if nobody can.
    func accept() -> End? {
        guard let didAccept = place?.didAccept else { return nil }
        let end = End()
        didAccept(end)
        return end
    }

    func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable {
        let task = FuzzTask()
        browsing = task
        tell = { if !task.isCancelled { onEvent($0) } }
        return task
    }

    func find(_ name: String, _ facts: [String: String]) {
        tell(.found(Listing(name: name, facts: facts, endpoint: Endpoint(text: name, words: name, port: "1"))))
    }

    func connect(to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void) -> Cancellable {
        let task = FuzzTask()
        attempts.append((task, completion))
        return task
    }

    /// The oldest connection that is asked for is made, or not; nil without one.
    func answer(_ isMade: Bool) -> End? {
        attempts.removeAll { $0.task.isCancelled }
        guard !attempts.isEmpty else { return nil }
        let completion = attempts.removeFirst().completion
        guard isMade else {
            completion(.failure(.refused))
            return nil
        }
        let end = End()
        completion(.success(end))
        return end
    }

    func endpoint(typed line: String) throws(AddressMistake) -> Endpoint { Endpoint(text: line, words: line, port: "1") }
}

private func fuzzTable(_ script: inout Script) {
    let machine = NetworkedMachine(1)
    let table = TableHost(game: LobbyGame(id: "snap", players: 2...2 + script.next(3)), environment: machine)
    var ends: [End] = []
    var party: TableParty?
    while !script.isOver {
        let id = script.next(24)
        let end = ends.indices.contains(id) ? ends[id] : nil
        switch script.next(12) {
        case 0:
            table.didHappen = { if case .started(_, let started) = $0 { party = started } }
            if table.state == .closed { try? table.open(name: "Host") } else { table.openUnlisted(name: "Host") }
        case 1, 2: if let end = machine.accept() { ends.append(end) }
        case 3, 4, 5: end?.receive(.lobby(.matchmaking(script.pick(tableMessages))))
        case 6: end?.end()
        case 7, 8: if let guest = table.guests.first(where: { $0.id == id }) { table.sendAway(guest) }
        case 9: end?.receive(.control(.heartbeat(HeartbeatMessage(read: 0))))
        case 10: machine.advance(milliseconds: script.next(20) * 1000)
        default:
            if script.next(2) == 0 { table.start() } else if let started = party { started.leave() } else { table.leave() }
            if table.state == .closed { party = nil }
        }
        let players = table.guests.count + 1
        precondition(players <= table.table.limit && (table.state == .started || table.table.players == players))
        precondition(table.roster.count == players && table.absences.count < players)
        precondition(
            table.state != .closed || table.guests.isEmpty && ends.allSatisfy { !$0.isOpen }, "a closed table with guests")
    }
    party?.leave()
    table.leave()
    precondition(ends.allSatisfy { !$0.isOpen }, "a ghost at the table")
}

private func fuzzTableGuest(_ script: inout Script) {
    let machine = NetworkedMachine(1)
    let guest = TableGuest(name: "Bob", games: [LobbyGame(id: "snap", players: 2...4)], environment: machine, id: "b")
    var ends: [End] = []
    var party: TableParty?
    func listen() {
        guest.didHappen = {
            guard case .started(_, let started) = $0 else { return }
            party?.leave()
            party = started
        }
    }
    listen()
    while !script.isOver {
        let name = script.pick(names)
        let before = guest.state
        switch script.next(12) {
        case 0: machine.find(name, ["game": "snap", "version": Program.version, "players": "\(script.next(9))", "limit": "4"])
        case 1: machine.tell(.lost(name: name))
        case 2, 3: if let table = guest.tables.first(where: { $0.name == name }) { guest.join(table) }
        case 4, 5, 6: ends.last?.receive(.lobby(.matchmaking(script.pick(tableMessages))))
        case 7: ends.last?.receive(.control(.resume(.open(ResumeToken(id: [UInt8](0..<16), key: SecretBytes([UInt8](0..<32)))))))
        case 8: if let end = machine.answer(script.next(4) > 0) { ends.append(end) }
        case 9: script.next(2) == 0 ? ends.last?.end() : machine.advance(milliseconds: script.next(20) * 1000)
        case 10: guest.search()
        default:
            script.next(2) == 0 ? guest.cancel() : guest.leave()
            listen()
        }
        if case .connected(let table) = guest.state, guest.state != before {
            precondition(before == .connecting(table), "joined uninvited")
        }
        precondition(
            guest.state != .idle || guest.tables.isEmpty && guest.roster.isEmpty && machine.browsing?.isCancelled != false)
        precondition(ends.count { $0.isOpen } <= (party == nil ? 1 : 2), "two connections")
    }
    guest.leave()
    party?.leave()
    precondition(ends.allSatisfy { !$0.isOpen }, "a guest who has left and is still there")
}

private func fuzzInviter(_ script: inout Script) {
    let machine = NetworkedMachine(1)
    let ids = ["a", "b", "y", "z", "m", "q"]
    let player = NearbyLobby(
        name: "Me", isVisible: true, games: [LobbyGame(id: "snap", players: 2...2 + script.next(3))], environment: machine,
        id: "m")
    var party: TableParty?
    player.didHappen = { if case .started(_, let started) = $0 { party = started } }
    player.start()
    for id in ids.dropLast() { machine.find(id, ["id": id, "version": Program.version]) }
    var ends: [End] = []
    while !script.isOver, party == nil {
        let id = script.pick(ids)
        let end = ends.isEmpty ? nil : script.pick(ends)
        switch script.next(14) {
        case 0, 1: player.invite(id)
        case 2: player.takeBack(id)
        case 3: player.accept(id)
        case 4: player.decline(id)
        case 5, 6:
            guard let stranger = machine.accept() else { continue }
            ends.append(stranger)
            let table = MatchmakingTable(name: id, game: "snap", version: Program.version, players: 1, limit: 4)
            stranger.receive(.lobby(.invitation(.invite(from: id, to: "m", table))))
        case 7: end?.end()
        case 8: end?.receive(.lobby(.invitation(.declined(script.pick(DeclineReason.allCases)))))
        case 9: end?.receive(.lobby(.matchmaking(.introduction(TablePlayer(name: id, id: id)))))
        case 10: machine.advance(milliseconds: script.next(20) * 1000)
        case 11: if let end = machine.answer(script.next(4) > 0) { ends.append(end) }
        case 12: end?.receive(.lobby(.matchmaking(script.pick(tableMessages))))
        default: script.next(2) == 0 ? player.leaveTable() : player.startGame()
        }
        let inviter = player.inviter
        precondition(inviter.host == nil || inviter.guests.isEmpty && inviter.outgoing.isEmpty, "host and guest at once")
        precondition(Set(player.pending).count == player.pending.count, "an invitation twice")
        precondition((inviter.host == nil) == (inviter.joined == nil), "a seat without a host")
    }
    player.leave()
    party?.leave()
    precondition(ends.allSatisfy { !$0.isOpen }, "a player who has left and is still there")
}

/// A guest who knows the code or not, and somebody on the way who passes on, repeats, swaps and bends what is said.
private func fuzzGate(_ script: inout Script) {
    let (hosts, guests) = (ToySeals(seed: 1), ToySeals(seed: 2))
    guard let secret = PassphraseSecret(code: [1, 2, 3], kit: hosts) else { return }
    var host = HostHandshake(secret: secret, kit: hosts)
    let name = script.pick(["Ann", "Bob", nil])
    let knowsCode = script.next(2) == 0
    var guest = GuestHandshake(code: knowsCode ? [1, 2, 3] : [3, 2, 1], listedAs: name, kit: guests)
    var said = [host.greeting, .pause(seconds: 5), .greeting(version: PrivacyMessage.version + 1, salt: [], session: [])]
    var attempts = 0
    while !script.isOver {
        let message = bent(script.pick(said), by: &script)
        if script.next(2) == 0 {
            do throws(CodeRefusal) {
                let (reply, stream) = try host.receive(message, listedAs: "Ann")
                precondition(knowsCode || stream == nil, "the gate opened to a wrong code")
                if let reply { said.append(reply) }
            } catch {
                attempts += 1
                precondition(attempts == 1, "a second try")
            }
        } else {
            do throws(CodeRefusal) {
                let (reply, stream) = try guest.receive(message)
                let mayOpen = knowsCode && name != "Bob"
                precondition(mayOpen || stream == nil, "whoever does not know the code, or has another name, has opened")
                if let reply { said.append(reply) }
            } catch .relabelled {
                precondition(knowsCode && name != nil, "no name was seen, or no host proved one")
            } catch {
                continue
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
        guard let (reply, history) = sides[index].receive(script.pick(said)) else { continue }
        if let history {
            precondition(history == histories[index.isMultiple(of: 2) ? 1 : 0], "it believed something that was not said")
        }
        if let reply { said.append(reply) }
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
            guard let words = listener.open(way.prefix(min(count, way.count))) else { return }
            way.removeFirst(min(count, way.count))
            opened += words
            precondition(sealed.starts(with: opened), "something else was opened than was sealed")
            precondition(!listener.hasEnded || hasEnded && opened == sealed, "an end that nobody said, or too soon")
        }
    }
}
