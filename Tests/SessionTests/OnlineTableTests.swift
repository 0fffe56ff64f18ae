// Tables over a relay in memory: a room's number and words lead to a seat, and whatever happens to one of those who sit there, the
// others play on. What a room holds, a table or a game for two, a guest learns when in it.

import TestSupport
import Testing
import Wire

@testable import Session

/// A host with a table in a room, and guests, each on a machine of its own.
private final class OnlineTable {
    let network: FakeNetwork
    let host: TableHost
    let guests: [TableGuest]
    let ears: [LobbyRecorder]
    /// What the guests' tries came to, where they came to no table.
    private(set) var failures: [String] = []
    private var tasks: [AnyObject] = []

    /// The host waits in its room.
    init(guests count: Int, game: LobbyGame = .test) throws {
        let network = FakeNetwork(count + 1)
        self.network = network
        ears = (0...count).map { _ in LobbyRecorder() }
        host = TableHost(game: game, environment: network.machines[0])
        guests = (1...count).map {
            TableGuest(name: "Guest \($0)", games: [.test, .fourInARow], environment: network.machines[$0])
        }
        ears[0].listen(to: host)
        for (guest, ears) in zip(guests, ears.dropFirst()) { ears.listen(to: guest) }
        try open()
    }

    /// A room of its own, also where there was one before.
    func open() throws {
        try host.open(name: "Ann", at: RelayEndpoint.anyRoom.endpoint)
        network.advance(seconds: 2)
    }

    /// These type the code, or another one, and ask for a seat.
    func join(_ numbers: Int..., with code: RoomCode? = nil) throws {
        let code = try #require(code ?? host.offer?.roomCode)
        for number in numbers {
            tasks.append(
                network.machines[number].connect(to: code.endpoint) { [unowned self] in
                    switch $0 {
                    case .success(let connection): enter(connection, code, number)
                    case .failure(let failure): failures.append("\(failure)")
                    }
                })
            network.advance(seconds: 1)
        }
    }

    private func enter(_ connection: Connection, _ code: RoomCode, _ number: Int) {
        let machine = network.machines[number]
        tasks.append(
            PassphraseEntry(connection, code: code.passphrase, listedAs: code.endpoint.text, environment: machine) {
                [unowned self] in
                switch $0 {
                case .success(let sealed): greet(sealed, number)
                case .failure(let refusal): failures.append("\(refusal)")
                }
            })
    }

    private func greet(_ link: Link, _ number: Int) {
        tasks.append(
            RoomGreeting(link, environment: network.machines[number]) { [unowned self] in
                guard case .success(let table?) = $0 else { return failures.append("\($0)") }
                guests[number - 1].join(table, on: link)
            })
    }

    /// The game starts with these guests.
    func start(with numbers: Int...) throws {
        for number in numbers { try join(number) }
        host.start()
        network.settle()
        for ears in ears { _ = ears.take() }
    }

    /// Everybody leaves; nothing may be left, here or at the relay.
    func leaveAll() {
        host.leave()
        for guest in guests { guest.leave() }
        for ears in ears { ears.party?.leave() }
        network.advance(seconds: 2)
        for index in network.machines.indices { #expect(network.isQuiet(index), "machine \(index)") }
        #expect(network.relay.retainedTopics == [])
    }
}

@Suite struct OnlineTableTests {
    @Test func fourAtATable() throws {
        let table = try OnlineTable(guests: 3)
        try table.join(2, 1, 3)
        #expect(table.guests[0].roster.map(\.name) == ["Ann", "Guest 2", "Guest 1", "Guest 3"])
        table.host.start()
        table.network.settle()
        let names = ["Ann", "Guest 2", "Guest 1", "Guest 3"]
        for (ears, seat) in zip(table.ears, [0, 2, 1, 3]) { #expect(ears.take() == ["start test \(seat) \(names)"]) }
        table.ears[3].party?.send(.snap(.snap(deal: 1, after: 1)), to: 0)
        table.ears[0].party?.sendToAll(.secretNumber(.guess(round: 1, number: 3)))
        table.network.settle()
        #expect(table.ears[0].take() == ["packet 22 from 3"])
        for ears in table.ears.dropFirst() { #expect(ears.take() == ["packet 21 from 0"]) }
        table.ears[0].party?.leave()
        table.network.settle()
        for ears in table.ears.dropFirst() { #expect(ears.take() == ["over serverQuit"]) }
        table.leaveAll()
    }

    /// The broker sees the number; neither the words nor a name nor what is played.
    @Test func theBrokerSeesNothingOfTheTable() throws {
        let leaks = try leaks {
            let table = try OnlineTable(guests: 2)
            let words = secrets(of: try #require(table.host.offer?.roomCode).passphrase.words)
            try table.start(with: 1, 2)
            table.ears[0].party?.sendToAll(.secretNumber(.guess(round: 1, number: 3)))
            table.network.settle()
            #expect(table.ears[1].take() == ["packet 21 from 0"])
            defer { table.leaveAll() }
            let payloads = table.network.relay.published.flatMap { [$0.payload, Array($0.topic.utf8)] }
            return (words.merging(["a name": "Ann", "another": "Guest"]) { $1 }, payloads)
        }
        #expect(leaks.isEmpty)
    }

    /// The others are told by the host, and nothing happens to them.
    @Test(arguments: [true, false]) func aPlayerDropsOut(isKilled: Bool) throws {
        let table = try OnlineTable(guests: 3)
        try table.start(with: 1, 2, 3)
        if isKilled { table.network.kill(2) } else { table.network.relay.cut(2) }
        table.network.advance(seconds: 1)
        #expect(table.ears[0].take() == (isKilled ? [] : ["back 2"]) && table.ears[2].take() == (isKilled ? [] : ["back 0"]))
        if isKilled {
            let ends = [0, 1, 3].map { table.ears[$0].party?.reservedSeats.keys.sorted() }
            #expect(ends == [[2], [2], [2]])
            table.network.advance(seconds: TableSeats.timeout + 1)
            #expect(table.ears[0].take() == ["lost 2"] && table.ears[1].party?.reservedSeats == [:])
        }
        table.ears[0].party?.sendToAll(.secretNumber(.left(player: 2)))
        table.ears[3].party?.send(.secretNumber(.guess(round: 1, number: 3)), to: 0)
        table.network.settle()
        #expect(table.ears[0].take() == ["packet 21 from 3"] && table.ears[2].take() == (isKilled ? [] : ["packet 21 from 0"]))
        for number in [1, 3] { #expect(table.ears[number].take() == ["packet 21 from 0"]) }
        table.leaveAll()
    }

    /// A program that is stopped keeps its connection: after some seconds everybody knows, and that it is back.
    @Test func aPlayerIsSilent() throws {
        let table = try OnlineTable(guests: 2)
        try table.start(with: 1, 2)
        table.network.stopped = [2]
        table.network.advance(seconds: 8)
        #expect(table.ears[0].party?.silentSeats == [2] && table.ears[1].party?.silentSeats == [2])
        table.network.stopped = []
        table.network.advance(seconds: 5)
        #expect(table.ears[0].party?.silentSeats == [] && table.ears[1].party?.silentSeats == [])
        table.leaveAll()
    }

    @Test func theHostLosesTheRelay() throws {
        let table = try OnlineTable(guests: 2)
        try table.start(with: 1, 2)
        table.network.relay.cut(0)
        table.network.advance(seconds: 1)
        #expect(table.ears[0].take().sorted() == ["back 1", "back 2"])
        for number in [1, 2] { #expect(table.ears[number].take() == ["back 0"]) }
        table.leaveAll()
    }

    /// The helper of a program that was killed says so: nobody waits.
    @Test func theHostIsKilled() throws {
        let table = try OnlineTable(guests: 2)
        try table.start(with: 1, 2)
        table.network.kill(0)
        table.network.advance(seconds: 1)
        for number in [1, 2] { #expect(table.ears[number].take() == ["over hostGone"]) }
    }

    @Test func fullAndStartedTablesRefuse() throws {
        let table = try OnlineTable(guests: 5)
        try table.join(1, 2, 3, 4)
        #expect(table.ears[4].take() == ["no seat: refused(full)"])
        let code = try #require(table.host.offer?.roomCode)
        table.host.start()
        try table.join(5, with: code)
        table.network.advance(seconds: 5)
        #expect(table.failures == ["playing"] && table.ears[5].take() == [])
        table.leaveAll()
    }

    @Test func wrongWordsLeadToNoSeat() throws {
        let table = try OnlineTable(guests: 1)
        let code = try #require(table.host.offer?.roomCode)
        let words = code.passphrase.words.reversed().joined(separator: " ")
        try table.join(1, with: RoomCode(number: code.number, passphrase: try Passphrase(typed: words)))
        #expect(table.host.offer?.wrongCodes?.count == 1)
        table.network.advance(seconds: 5)
        #expect(table.failures == ["wrong"] && table.host.guests.isEmpty)
        table.leaveAll()
    }

    /// Another room with other words: the old code leads nowhere, and who sits there stays.
    @Test func theTableMoves() throws {
        let table = try OnlineTable(guests: 2)
        try table.join(1)
        let old = try #require(table.host.offer?.roomCode)
        try table.open()
        #expect(table.host.offer?.roomCode != old && table.network.relay.retainedTopics.count == 1)
        try table.join(2, with: old)
        table.network.advance(seconds: 5)
        #expect(table.failures == ["refused"])
        try table.join(2)
        table.host.start()
        table.network.settle()
        #expect(table.ears[1].take() == ["start test 1 [\"Ann\", \"Guest 1\", \"Guest 2\"]"])
        table.leaveAll()
    }

    /// The relay goes away while players gather: the table is there again with it, under the same code.
    @Test func theRelayGoesAndComesBack() throws {
        let table = try OnlineTable(guests: 2)
        let code = try #require(table.host.offer?.roomCode)
        try table.join(1)
        table.network.relay.trouble = .unreachable("relay.example")
        table.network.advance(seconds: 2)
        #expect(table.host.offer?.state == .failed(.relay(.unreachable("relay.example"))))
        #expect(table.host.absences.map(\.name) == ["Guest 1"] && table.guests[0].absences.map(\.name) == ["Ann"])
        table.network.relay.trouble = nil
        table.network.advance(seconds: 5)
        #expect(table.host.offer?.roomCode == code)
        table.network.advance(seconds: 5)
        #expect(table.host.absences == [] && table.guests[0].absences == [] && table.ears[1].take() == [])
        try table.join(2)
        #expect(table.host.guests.map(\.name) == ["Guest 1", "Guest 2"])
        #expect(table.guests[0].roster.map(\.name) == ["Ann", "Guest 1", "Guest 2"])
        table.leaveAll()
    }

    @Test func fourInARowTakesTheConnection() throws {
        let table = try OnlineTable(guests: 1, game: .fourInARow)
        try table.join(1)
        table.host.start()
        table.network.settle()
        let (host, guest) = (try #require(table.ears[0].party?.handOver()), try #require(table.ears[1].party?.handOver()))
        #expect(host.socket is SealedConnection && guest.socket is SealedConnection)
        #expect(host.origin.endpoint == guest.origin.endpoint && host.origin.endpoint != nil, "where they meet after a break")
        host.close()
        guest.close()
        table.leaveAll()
    }
}

@Suite struct RoomGreetingTests {
    private let machine = FakeEnvironment()
    private let ends = FakeConnection.pair()
    private let spot = MatchmakingTable(name: "Ann", game: "snap", version: "1.1.0", players: 1, limit: 4)

    /// How a guest reads the host's first packet, and the packets that the game then reads.
    private func greet(with packets: [Packet]) -> (contents: String?, packets: [Packet]) {
        let reader = Reader()
        var heard: String?
        let way = Link(ends.1, scheduler: machine)
        let greeting = RoomGreeting(way, environment: machine) {
            switch $0 {
            case .success(nil):
                heard = "game"
                reader.read(way)
            case .success(let table?):
                heard = "table of \(table.game)"
                reader.read(way)
            case .failure(let failure): heard = "\(failure)"
            }
        }
        ends.0.send(Packet.frames(of: packets))
        FakeConnection.settle(ends.0, ends.1)
        machine.advance(milliseconds: RoomGreeting.timeout)
        return withExtendedLifetime(greeting) { (heard, reader.packets) }
    }

    @Test func whatIsSaidFirstIsReadAgain() {
        let hello = Packet.hello(Hello(name: "Ann"))
        let move = Packet.game(FourInARowMessage.didAddDisc(column: 3).packet)
        let (contents, packets) = greet(with: [hello, move])
        #expect(contents == "game" && packets == [hello, move])
    }

    @Test func aTableSaysThatItIsOne() {
        let (contents, packets) = greet(with: [.matchmaking(.table(spot)), .matchmaking(.refused(.full))])
        #expect(contents == "table of snap" && packets == [.matchmaking(.table(spot)), .matchmaking(.refused(.full))])
    }

    @Test func aHostThatSaysNothing() { #expect(greet(with: []).contents == "timedOut" && ends.1.isClosed) }

    @Test func aHostThatLeaves() {
        var heard: String?
        let greeting = RoomGreeting(Link(ends.1, scheduler: machine), environment: machine) {
            if case .failure(let failure) = $0 { heard = "\(failure)" }
        }
        ends.0.close()
        FakeConnection.settle(ends.0, ends.1)
        withExtendedLifetime(greeting) { #expect(heard == "refused") }
    }
}

/// Keeps what arrives.
private final class Reader {
    private(set) var packets: [Packet] = []
    private var link: Link?

    func read(_ link: Link) {
        self.link = link
        link.didReceive = { [weak self] in self?.packets.append($0) }
        link.start()
    }
}
