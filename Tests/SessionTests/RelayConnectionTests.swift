// One connection over a relay in memory, and everything that a broker or a stranger can do to it.

import TestSupport
import Testing

@testable import Session

/// Records what arrives on a connection, or on all connections to an advertisement.
private final class ConnectionRecorder {
    var bytes: [UInt8] = []
    var ends = 0
    var connections: [Connection] = []
    var events: [AdvertisementEvent] = []

    func follow(_ connection: Connection?) { connection?.didReceive = { [weak self] in self?.take($0) } }
    private func take(_ new: ArraySlice<UInt8>?) { if let new { bytes += new } else { ends += 1 } }

    /// Has a machine advertise a game, and records what comes of it.
    func advertise(on machine: FakeEnvironment, at place: RelayEndpoint = .anyRoom) throws(NetworkFailure) -> Advertisement {
        try machine.advertise(
            Offer(kind: .game, name: "Ann"), at: place.endpoint, didAccept: { [weak self] in self?.connections.append($0) },
            onEvent: { [weak self] in self?.events.append($0) })
    }
}

/// Records what becomes of joining a room.
private final class JoiningRecorder {
    private(set) var isJoined = false
    private(set) var failures: [String] = []

    func receive(_ event: JoiningEvent) {
        switch event {
        case .changed, .codeRepeated, .foundTable: break
        case .joined: isJoined = true
        case .failed(let failure, _): failures.append("\(failure)")
        case .refused(let outcome, _): failures.append("\(outcome)")
        }
    }
}

/// Somebody who claims to be the host of a room, lets everybody in, and does not know the words.
private final class ForgedRoom {
    let entry: [UInt8]
    var guestCount: Int { guests.count }
    private var guests: [JoiningGuest] = []
    private var gates: [PassphraseGate] = []
    private var task: Cancellable?

    /// Takes the entry of a room of its own for that of the room at `topic`.
    init(at topic: String, relay: FakeBroker, machine: FakeEnvironment) {
        let (inbox, kit) = (RelayEndpoint.newInbox(machine), machine.seals)
        let exchange = MeetingKeys.exchange(isHost: true, inbox: inbox, kit: kit)
        entry = RelayMessage.room(RoomEntry(inbox: inbox, share: exchange.share)).bytes
        task = machine.broker.subscribe(to: RelayTopic.inbox(inbox)) { [weak self] in
            guard let self, case .message(let bytes, _) = $0, case .knock(let share, let sealed) = RelayMessage(bytes),
                let keys = exchange.agree(share).map({ MeetingKeys($0, kit: kit) }), let request = keys.openRequest(sealed)
            else { return }
            guests.append(
                JoiningGuest(
                    request, returning: RelayEndpoint.newInbox(machine), keys: keys.bound(to: bytes), broker: machine.broker,
                    environment: machine, origin: { Origin($0, words: "") },
                    didJoin: { [weak self] in
                        guard let self, let gate = PassphraseGate(listedAs: "?", environment: machine) else {
                            return
                        }
                        gates.append(gate)
                        gate.admit($1)
                    }))
        }
    }
}

/// Two machines, one of which has connected to the other's room.
private final class Line {
    let network = FakeNetwork(3)
    let (listener, atHost, atGuest) = (ConnectionRecorder(), ConnectionRecorder(), ConnectionRecorder())
    let advertisement: Advertisement
    private(set) var host: Connection?
    private(set) var guest: Connection?
    private var attempt: Cancellable?

    var relay: FakeBroker { network.relay }

    init() throws {
        advertisement = try listener.advertise(on: network.machines[0])
        network.advance(seconds: 2)
        attempt = network.machines[1].connect(to: advertisement.endpoint) { [self] in
            if case .success(let connection) = $0 { guest = connection }
        }
        network.settle()
        host = listener.connections.first
        try #require(host != nil && guest != nil)
        atHost.follow(host)
        atGuest.follow(guest)
    }

    /// The guest says something, so that the host follows it.
    func speak() {
        guest?.send([1])
        network.settle()
        atHost.bytes = []
    }

    /// What a sealed connection over this one does first.
    func exchangeSecrets() {
        if let host, let guest {
            host.learn(guest.secret)
            guest.learn(host.secret)
        }
        network.settle()
    }

    /// The inbox that a side publishes to.
    func lastInbox(payload: [UInt8]) -> String {
        relay.published.last { $0.payload.suffix(payload.count) == payload[...] }?.topic ?? ""
    }
}

@Suite struct RelayConnectionTests {
    @Test func bytesGoBothWaysAndLongOnesInPieces() throws {
        let line = try Line()
        let long = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        line.host?.send([1, 2])
        line.host?.send([3])
        line.guest?.send(long)
        #expect(line.guest?.hasArrived == false)
        line.network.settle()
        #expect(line.atGuest.bytes == [1, 2, 3] && line.atHost.bytes == long && line.guest?.hasArrived == true)
        #expect(line.relay.published.allSatisfy { $0.payload.count <= 4096 + 9 })
    }

    /// Bytes wait until somebody is told, and so does the end.
    @Test func nothingIsLostWhileNobodyReads() throws {
        let line = try Line()
        line.guest?.didReceive = nil
        line.host?.send([1, 2, 3])
        line.host?.close()
        line.network.advance(seconds: 1)
        #expect(line.atGuest.bytes == [])
        line.atGuest.follow(line.guest)
        #expect(line.atGuest.bytes == [])
        line.network.settle()
        #expect(line.atGuest.bytes == [1, 2, 3] && line.atGuest.ends == 1)
    }

    @Test func closingSaysSoAfterTheLastBytesAndLeavesNothingBehind() throws {
        let line = try Line()
        line.speak()
        line.advertisement.cancel()
        line.guest?.send([7])
        line.guest?.close()
        line.network.settle()
        #expect(line.atHost.bytes == [7] && line.atHost.ends == 1 && line.atGuest.ends == 0)
        #expect(!line.relay.isUsed(by: 0) && !line.relay.isUsed(by: 1))
    }

    @Test func whatComesTwiceIsReadOnce() throws {
        let line = try Line()
        line.relay.interfere = { [$0, $0] }
        for byte in 0..<5 as Range<UInt8> { line.host?.send([byte]) }
        line.network.settle()
        #expect(line.atGuest.bytes == [0, 1, 2, 3, 4] && line.atGuest.ends == 0)
    }

    /// An answer that comes once more, when the connection is there, is no part of it.
    @Test func aDoubledAnswerEndsNothing() throws {
        let line = try Line()
        let answer = try #require(line.relay.published.first { String(decoding: $0.payload, as: UTF8.self).hasPrefix("sealed") })
        line.relay.publish(answer.topic, answer.payload)
        line.host?.send([9])
        line.network.settle()
        #expect(line.atGuest.bytes == [9] && line.atGuest.ends == 0)
    }

    @Test func aGapEndsIt() throws {
        let line = try Line()
        line.host?.send([1])
        line.network.settle()
        line.relay.interfere = { _ in [] }
        line.host?.send([2])
        line.network.settle()
        line.relay.interfere = { [$0] }
        line.host?.send([3])
        line.network.settle()
        #expect(line.atGuest.bytes == [1] && line.atGuest.ends == 1)
    }

    @Test func anotherOrderEndsItWithoutReadingOn() throws {
        let line = try Line()
        var held: FakeBroker.Delivery?
        line.relay.interfere = { delivery in
            defer { held = held ?? delivery }
            return held == nil ? [] : [delivery, held].compactMap { $0 }
        }
        line.host?.send([1])
        line.host?.send([2])
        line.network.settle()
        #expect(line.atGuest.bytes == [] && line.atGuest.ends == 1)
    }

    @Test func whatWasKeptIsPassedOver() throws {
        let line = try Line()
        line.host?.send([5])
        line.network.settle()
        let topic = line.lastInbox(payload: [5])
        line.relay.deliver(.init(topic: topic, payload: RelayChunk(1, [6]).bytes, isRetained: true, receiver: 1))
        line.network.settle()
        #expect(line.atGuest.bytes == [5] && line.atGuest.ends == 0)
    }

    @Test(arguments: [[], [0], [UInt8](repeating: 0, count: 8), [0, 0, 0, 0, 0, 0, 0, 0, 9], [UInt8](repeating: 0, count: 8192)])
    func garbageIsPassedOver(payload: [UInt8]) throws {
        let line = try Line()
        line.host?.send([5])
        line.network.settle()
        line.relay.publish(line.lastInbox(payload: [5]), payload)
        line.host?.send([6])
        line.network.settle()
        #expect(line.atGuest.bytes == [5, 6] && line.atGuest.ends == 0)
    }

    @Test(arguments: 0...1) func theLastWillOfOneEndsItForTheOther(leaving: Int) throws {
        let line = try Line()
        line.speak()
        line.exchangeSecrets()
        line.relay.cut(leaving)
        line.network.settle()
        #expect(line.atHost.ends == 1 && line.atGuest.ends == 1)
    }

    /// Whoever learned the topics of a game's last wills can publish there, now or in a later game. It ends nothing.
    @Test func aForgedLastWillEndsNothing() throws {
        let line = try Line()
        line.exchangeSecrets()
        for machine in 0...1 {
            let topic = try #require(line.network.machines[machine].broker.lastWill).topic
            for forgery in [[], [1], Array("forged".utf8)] { line.relay.publish(topic, forgery) }
        }
        line.network.advance(seconds: 1)
        #expect(line.atHost.ends == 0 && line.atGuest.ends == 0)
    }

    @Test func whereNobodyReceivesItIsOver() throws {
        let line = try Line()
        line.network.machines[1].broker.publish(BrokerMessage(topic: "fiar/1/in/x", payload: [])) { _ in }
        line.relay.kill(1)
        line.host?.send([1])
        line.network.settle()
        #expect(line.atHost.ends == 1)
    }

    /// A peer that is read too slowly, or a broker that takes nothing, does not fill the memory.
    @Test func whatIsNotTakenIsNotHeapedUp() throws {
        let line = try Line()
        for _ in 0...RelayConnection.queueLimit / 4096 { line.host?.send([UInt8](repeating: 1, count: 4096)) }
        line.network.machines[0].advance(milliseconds: 1)
        line.network.settle()
        #expect(line.atHost.ends == 1)
    }

    @Test func messagesAreReadAsTheyWereWritten() throws {
        let (id, inbox) = (String(repeating: "0a", count: 16), String(repeating: "f1", count: 16))
        let hash = [UInt8](repeating: 7, count: 32)
        let messages: [RelayMessage] = [
            .room(RoomEntry(inbox: inbox, share: hash)), .playing, .knock(share: hash, sealed: [1, 2]),
            .join(JoinRequest(id: id, inbox: inbox)), .answer(RelayPeer(id: id, inbox: inbox, returning: id)), .gone, .back,
            .sealed([1, 2]), .will(topic: "fiar/1/bye/a1", hash: hash),
        ]
        for message in messages {
            #expect(RelayMessage(message.bytes) == message)
            #expect(RelayMessage(message.bytes + Array(" more".utf8)) == message, "what follows is a later program's")
            let later = String(decoding: message.bytes, as: UTF8.self).replacing(" 1", with: " 2", maxReplacements: 1)
            #expect(RelayMessage(Array(later.utf8)) == .otherVersion)
            for count in 0..<message.bytes.count where ![.back, .gone, .playing].contains(message) {
                #expect(RelayMessage(Array(message.bytes.prefix(count))) != message)
            }
        }
        let hexadecimal = String(repeating: "07", count: 32)
        for text in ["will 1 fiar/1/# \(hexadecimal)", "will 1 $SYS/x \(hexadecimal)", "room 1 x", "room", "hello 1", ""] {
            #expect(RelayMessage(Array(text.utf8)) == nil)
        }
        for content in [[1], [], nil] as [[UInt8]?] {
            let chunk = RelayChunk(0x01_0203_0405_0607, content)
            #expect(RelayChunk(chunk.bytes) == chunk)
        }
    }
}

@Suite struct RelayRendezvousTests {
    private let network = FakeNetwork(3)
    private var relay: FakeBroker { network.relay }

    private func host(_ recorder: ConnectionRecorder, machine: Int = 0, at place: RelayEndpoint = .anyRoom) throws
        -> Advertisement
    {
        let machine = network.machines[machine]
        let advertisement = try recorder.advertise(on: machine, at: place)
        network.advance(seconds: 2)
        return advertisement
    }

    /// How an attempt ends within ten seconds; nil where there is a connection.
    private func failure(
        to place: RelayEndpoint, machine: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
    ) -> NetworkFailure? {
        var result: Result<Connection, NetworkFailure>?
        let attempt = network.machines[machine].connect(to: place.endpoint) { result = $0 }
        network.settle()
        network.advance(seconds: 10)
        attempt.cancel()
        #expect(result != nil, sourceLocation: sourceLocation)
        if case .failure(let failure) = result { return failure }
        return nil
    }

    private var roomTopics: [String] { relay.retainedTopics }

    @Test func aRoomHasANumberAndSaysNothingElse() throws {
        let recorder = ConnectionRecorder()
        let advertisement = try host(recorder)
        let number = try #require(advertisement.directions.first)
        #expect(RelayEndpoint.isNumber(number) && advertisement.endpoint == RelayEndpoint.room(number: number).endpoint)
        #expect(advertisement.endpoint.words == number, "no English word: Play says what it is")
        #expect(recorder.events.contains(.listed(name: "relay:room/\(number)")))
        #expect(roomTopics == ["fiar/1/room/\(number)"])
        #expect(!relay.published.contains { String(decoding: $0.payload, as: UTF8.self).contains("Ann") })
        advertisement.cancel()
        network.settle()
        #expect(roomTopics == [] && !relay.isUsed(by: 0))
    }

    @Test func aNumberThatIsTakenBecomesAnotherOne() throws {
        let (first, second) = (ConnectionRecorder(), ConnectionRecorder())
        let one = try host(first, at: .room(number: "123456"))
        let other = try host(second, machine: 2, at: .room(number: "123456"))
        network.advance(seconds: 3)
        #expect(one.directions == ["123456"] && other.directions != ["123456"] && other.directions.count == 1)
    }

    @Test func aRoomIsKeptUpAsLongAsItIsOpen() throws {
        let recorder = ConnectionRecorder()
        let advertisement = try host(recorder)
        network.advance(seconds: 600)
        let topic = "fiar/1/room/\(advertisement.directions[0])"
        #expect(relay.published.count { $0.topic == topic && !$0.payload.isEmpty } == 11)
        #expect(relay.published.filter { $0.topic == topic }.allSatisfy { $0.retainSeconds == 120 })
        #expect(failure(to: .room(number: advertisement.directions[0])) == nil)
    }

    /// Somebody clears or overwrites the room a hundred times a second: it is published again every other second.
    @Test(arguments: [
        [], Array("room 1 \(String(repeating: "00", count: 16)) \(String(repeating: "00", count: 32))".utf8), [1, 2, 3],
    ])
    func aRoomThatSomebodyTakesAwayComesBack(forgery: [UInt8]) throws {
        let recorder = ConnectionRecorder()
        let advertisement = try host(recorder)
        let topic = "fiar/1/room/\(advertisement.directions[0])"
        let card = try #require(relay.published.last { $0.topic == topic }?.payload)
        network.advance(seconds: 3)
        let before = relay.published.count { $0.payload == card }
        for _ in 0..<10 {
            for _ in 0..<100 { relay.publish(topic, forgery, retainSeconds: 60) }
            network.advance(seconds: 1)
        }
        let count = relay.published.count { $0.payload == card } - before
        #expect((5...6).contains(count) && recorder.events.count { $0 == .disturbed } == 1)
        network.advance(seconds: 2)
        #expect(failure(to: .room(number: advertisement.directions[0])) == nil)
    }

    @Test func aWrongNumberAnEmptyRoomAndASilentOne() throws {
        let inbox = String(repeating: "00", count: 16)
        let share = MeetingKeys.exchange(isHost: true, inbox: inbox, kit: network.machines[0].seals).share
        let entry = RoomEntry(inbox: inbox, share: share)
        #expect(failure(to: .room(number: "000000")) == .refused)
        relay.publish("fiar/1/room/000001", RelayMessage.room(entry).bytes, retainSeconds: 60)
        #expect(failure(to: .room(number: "000001")) == .refused)
        relay.saysNobodyThere = false
        #expect(failure(to: .room(number: "000001")) == .timedOut)
        #expect(failure(to: .inbox(String(repeating: "00", count: 16))) == .timedOut)
        relay.saysNobodyThere = true
        #expect(failure(to: .inbox(String(repeating: "00", count: 16))) == .refused)
        relay.publish("fiar/1/room/000002", Array("room 2 somewhere else".utf8), retainSeconds: 60)
        #expect(failure(to: .room(number: "000002")) == .otherVersion)
        #expect(!relay.isUsed(by: 1))
    }

    @Test func aBrokerThatIsNotThereOrRefusesIsSaid() throws {
        relay.trouble = .certificateExpired
        let recorder = ConnectionRecorder()
        let advertisement = try host(recorder)
        #expect(recorder.events.contains(.trouble(.relay(.certificateExpired))) && advertisement.directions == [])
        #expect(failure(to: .room(number: "123456")) == .relay(.certificateExpired))
        relay.trouble = nil
        network.advance(seconds: 2)
        #expect(recorder.events.suffix(2).first == .ready && advertisement.directions.count == 1)
        relay.allows = { !$0.hasPrefix("fiar/1/room/") }
        let refused = ConnectionRecorder()
        _ = try host(refused, machine: 2)
        #expect(refused.events.contains(.trouble(.relay(.forbidden))))
        #expect(failure(to: .room(number: "123456")) == .relay(.forbidden))
    }

    /// A flooded inbox is replaced, so the next guest gets in.
    @Test func aFloodedRoomHasAnotherInboxAndGuestsGetIn() throws {
        let recorder = ConnectionRecorder()
        let advertisement = try host(recorder)
        let topic = "fiar/1/room/\(advertisement.directions[0])"
        let before = relay.published.last { $0.topic == topic }?.payload
        guard case .room(let entry) = RelayMessage(before ?? []) else {
            Issue.record("no card")
            return
        }
        for index in 0..<10_000 {
            let id = String(repeating: "0", count: 24) + String(index + 10_000_000)
            let request = JoinRequest(id: id, inbox: String(repeating: "ee", count: 16))
            relay.publish("fiar/1/in/\(entry.inbox)", RelayMessage.join(request).bytes)
            if index.isMultiple(of: 50) { network.settle() }
        }
        network.advance(seconds: 3)
        #expect(relay.published.last { $0.topic == topic }?.payload != before)
        #expect(recorder.connections.count <= RelaySubscription.mostASecond)
        for connection in recorder.connections { connection.close() }
        recorder.connections = []
        #expect(failure(to: .room(number: advertisement.directions[0])) == nil)
        #expect(recorder.connections.count == 1)
    }

    /// Somebody who overwrites the room once a second is joined, too, and only the host knows the words.
    @Test func aForgedRoomKeepsNobodyOut() throws {
        let pair = try OnlinePair(machines: 3)
        let (relay, stranger) = (pair.relay, pair.matches.network.machines[2])
        let topic = RelayTopic.room(pair.code.number)
        let seeker = pair.matches.network.machines[1]
        let joining = Joining(environment: seeker)
        let outcome = JoiningRecorder()
        joining.didHappen = { [weak outcome] in outcome?.receive($0) }
        let forgery = ForgedRoom(at: topic, relay: relay, machine: stranger)
        for message in [forgery.entry, Array("room 9 somewhere".utf8), RelayMessage.playing.bytes] {
            relay.publish(topic, message, retainSeconds: 60)
        }
        pair.matches.network.settle()
        joining.attempt(pair.code.passphrase, at: JoinTarget(pair.code))
        for _ in 0..<5 {
            pair.matches.network.advance(seconds: 1)
            relay.publish(topic, forgery.entry, retainSeconds: 60)
        }
        pair.matches.network.advance(seconds: 1)
        #expect(forgery.guestCount == 1 && outcome.isJoined && outcome.failures.isEmpty)
        joining.cancel()
    }

    /// Somebody leads those who look for the room elsewhere, a hundred times a second: everybody who claims to be its host is asked.
    @Test(arguments: [true, false]) func aHundredForgeriesASecondKeepNobodyOut(areAbsent: Bool) throws {
        let pair = try OnlinePair(machines: 3)
        let (relay, machines) = (pair.relay, pair.matches.network.machines)
        relay.saysNobodyThere = areAbsent
        let joining = Joining(environment: machines[1])
        let outcome = JoiningRecorder()
        joining.didHappen = { [weak outcome] in outcome?.receive($0) }
        func forge() {
            for _ in 0..<10 {
                let inbox = RelayEndpoint.newInbox(machines[2])
                let share = MeetingKeys.exchange(isHost: true, inbox: inbox, kit: machines[2].seals).share
                let entry = RoomEntry(inbox: inbox, share: share)
                relay.publish(RelayTopic.room(pair.code.number), RelayMessage.room(entry).bytes, retainSeconds: 60)
            }
            for machine in machines { machine.advance(milliseconds: 100) }
            pair.matches.network.settle()
        }
        for _ in 0..<7 { forge() }
        joining.attempt(pair.code.passphrase, at: JoinTarget(pair.code))
        for _ in 0..<49 where !outcome.isJoined { forge() }
        #expect(outcome.isJoined && outcome.failures.isEmpty)
        joining.cancel()
    }

    /// Where the host is not among those who write, the guest reads that there are too many.
    @Test func whoFindsNobodyInADisturbedRoomReadsSo() {
        var result: NetworkFailure?
        let attempt = network.machines[1].connect(to: RelayEndpoint.room(number: "000000").endpoint) {
            if case .failure(let failure) = $0 { result = failure }
        }
        network.settle()
        for _ in 0..<12 { relay.publish(RelayTopic.room("000000"), []) }
        network.advance(seconds: 10)
        #expect(result == .disturbed)
        attempt.cancel()
    }

    @Test func whoFindsOnlyForgersReadsThatTheVersionMayDiffer() throws {
        let outcome = JoiningRecorder()
        let joining = Joining(environment: network.machines[1])
        joining.didHappen = { [weak outcome] in outcome?.receive($0) }
        let forgery = ForgedRoom(at: RelayTopic.room("123456"), relay: relay, machine: network.machines[2])
        relay.publish(RelayTopic.room("123456"), forgery.entry, retainSeconds: 60)
        let code = try RoomCode(typed: "123456 heron cabin onion copper")
        joining.attempt(code.passphrase, at: JoinTarget(code))
        network.advance(seconds: 1)
        relay.publish(RelayTopic.room("123456"), Array("room 9 somewhere".utf8), retainSeconds: 60)
        network.advance(seconds: 20)
        #expect(outcome.failures == ["otherVersion"] && !outcome.isJoined)
    }

    /// Somebody has filled every number of six digits.
    @Test func aFullRelayHasLongNumbers() throws {
        relay.interfere = { delivery in
            let name = delivery.topic.split(separator: "/").last ?? ""
            return delivery.topic.hasPrefix("fiar/1/room/") && name.count == 6 ? [] : [delivery]
        }
        let recorder = ConnectionRecorder()
        let machine = network.machines[0]
        let advertisement = try recorder.advertise(on: machine)
        for _ in 0..<3 {
            for _ in 0..<2 { network.settle() }
            let topic = try #require(relay.subscribedTopics(of: 0).first { $0.hasPrefix("fiar/1/room/") })
            relay.deliver(.init(topic: topic, payload: [1], isRetained: true, receiver: 0))
        }
        network.settle()
        network.advance(seconds: 2)
        let number = try #require(advertisement.directions.first)
        #expect(number.count == 9 && RelayEndpoint.isNumber(number))
        #expect(try RoomCode(typed: number + " heron cabin onion copper").number == number)
    }

    /// A host that the broker has forgotten while it waited is found again.
    @Test func aRoomComesBackWithTheBroker() throws {
        let recorder = ConnectionRecorder()
        let advertisement = try host(recorder)
        relay.trouble = .unreachable("relay.example")
        network.advance(seconds: 30)
        relay.trouble = nil
        network.advance(seconds: 3)
        #expect(roomTopics == ["fiar/1/room/\(advertisement.directions[0])"])
        #expect(failure(to: .room(number: advertisement.directions[0])) == nil)
    }

    @Test(arguments: [
        "481306 heron cabin onion copper", "481 306 Heron-Cabin-Onion-Copper", "heron cabin onion copper 481306",
        "481306HERONCABINONIONCOPPER", "481-306, her cab oni cop!", "４８１３０６ heron cabin onion copper",
    ]) func aCodeIsReadHoweverItIsTyped(text: String) throws {
        #expect(try RoomCode(typed: text).text == "481306 heron cabin onion copper")
    }

    @Test func whatIsNoCodeIsSaid() {
        #expect(throws: CodeMistake.digitCount(0)) { try RoomCode(typed: "heron cabin onion copper") }
        #expect(throws: CodeMistake.digitCount(5)) { try RoomCode(typed: "48130 heron cabin onion copper") }
        #expect(throws: CodeMistake.wordCount(3)) { try RoomCode(typed: "481306 heron cabin onion") }
        #expect(throws: CodeMistake.unknownWord("heros")) {
            try RoomCode(typed: "481306 heros cabin onion copper")
        }
    }
}
