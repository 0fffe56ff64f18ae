// Spectators of tables in a room at a relay in memory: what they see, what is in no packet, who gets in, and what happens to those who miss
// something.

import Engine
import Games
import TestSupport
import Testing
import Wire

@testable import Session

/// Somebody who watches a table and keeps every packet that a spectator is given.
private final class Listener: JoiningDelegate, PacketConnectionDelegate {
    private(set) var packets: [Packet] = []
    private let machine: FakeEnvironment
    private let joining: Joining
    private var connection: PacketConnection?
    private var subscription: Cancellable?

    init(at machine: FakeEnvironment, in room: RoomCode) {
        (self.machine, joining) = (machine, Joining(environment: machine))
        joining.delegate = self
        joining.join(JoinTarget(room), code: room.passphrase)
    }

    /// The packets of the game.
    var game: [GamePacket] { packets.compactMap { if case .game(let packet) = $0 { packet } else { nil } } }

    func joining(_ joining: Joining, did event: JoiningEvent) {
        guard case .joined(_, let connection, _) = event else { return }
        self.connection = connection
        connection.delegate = self
        connection.start()
    }

    func connection(_ connection: PacketConnection, didReceive packet: Packet) {
        packets.append(packet)
        guard case .control(.watch(.stream(let stream))) = packet else { return }
        let seal = StreamSeal(stream, environment: machine)
        subscription = machine.broker.subscribe(
            to: RelayTopic.watch(Hexadecimal.text(stream.name)), isAcknowledged: false
        ) { [unowned self] in
            guard case .message(let bytes, _) = $0, let message = seal.open(bytes) else { return }
            packets += message.packets
        }
    }

    func connectionDidEnd(_ connection: PacketConnection, because end: PacketEnd) {}
}

extension WatchedTable {
    /// A table in a room at a relay.
    fileprivate convenience init(atRelay game: String, spectators: Int = 1, isWatchable: Bool = true) throws {
        try self.init(game, spectators: spectators, isWatchable: isWatchable, isAtRelay: true)
    }

    fileprivate var eve: TableSpectator { spectators[0] }
    fileprivate var counts: [Int?] { parties.map(\.spectators) }

    fileprivate func watch(_ spectator: Int) throws {
        spectators[spectator].watch(try #require(room))
        network.advance(seconds: 3)
    }

    fileprivate func listen(at spectator: Int) throws -> Listener {
        let listener = Listener(at: spectators[spectator].machine, in: try #require(room))
        network.advance(seconds: 2)
        return listener
    }
}

@Suite struct RelayWatchedTableTests {
    @Test("Two rounds of the secret number, with a late-comer, a guest who loses the connection and phrases")
    func secretNumber() throws {
        let table = try WatchedTable(atRelay: "secret-number", spectators: 2)
        let (eve, late) = (table.eve, table.spectators[1])
        try table.watch(0)
        #expect(eve.party?.names == ["Ann", "Bob", "Cyd"] && table.counts == [1, 1, 1])
        table.playHalfARound(before: eve)
        try table.watch(1)
        table.expectSameRound("a late-comer")
        #expect(late.party?.spectators == 2 && eve.party?.spectators == 2 && table.counts == [2, 2, 2])
        table.network.stopped = [1]
        table.network.advance(seconds: 8)
        #expect(eve.party?.absences.map(\.name) == ["Bob"] && late.party?.absences.map(\.name) == ["Bob"])
        table.network.stopped = []
        table.network.advance(seconds: 4)
        #expect(eve.party?.absences.isEmpty == true)
        table.network.relay.cut(1)
        table.network.advance(seconds: 4)
        table.finishTwoRounds()
        table.parties[0].leave()
        table.network.advance(seconds: 3)
        #expect(eve.ears.end == .serverQuit && late.ears.end == .serverQuit)
        for index in table.network.machines.indices { #expect(!table.network.relay.isUsed(by: index), "machine \(index)") }
    }

    @Test(
        "No packet has the secret number or its nonce before it is opened, nor what only one player is told", arguments: [0, 1])
    func hiddenNumber(keeper: Int) throws {
        let table = try WatchedTable(atRelay: "secret-number")
        let early = try table.listen(at: 0)
        if keeper == 1 {
            table.choose(0, 5)
            table.guess(1, 5)
            table.secrets[1].keepNext()
            table.network.settle()
        }
        let secret = 73
        table.choose(keeper, secret)
        let nonce = try #require(table.secrets[keeper].table.mine).nonce
        table.guess(2, 50)
        table.guess(1 - keeper, 90)
        let late = try table.listen(at: 0)
        table.guess(2, 60)
        for listener in [early, late] {
            #expect(listener.game.count > 3)
            for packet in listener.game {
                let message = try #require(SecretNumberMessage(packet))
                #expect(!message.fields.numbers.values.contains(Int64(secret)), "\(message)")
                if case .asked = message { Issue.record("that is the keeper's") }
                if case .opened(_, _, let opened) = message { #expect(opened != nonce) }
            }
        }
        table.guess(2, secret)
        for listener in [early, late] {
            let opened = listener.game.contains {
                if case .opened(_, secret, nonce) = SecretNumberMessage($0) { true } else { false }
            }
            #expect(opened, "now everybody may know")
        }
    }

    @Test("Two deals of Snap!, with a late-comer, a pause and a replay; no packet has a card before it is turned")
    func snap() throws {
        var random = SeededGenerator(seed: 12)
        let table = try WatchedTable(atRelay: "snap", spectators: 3)
        let (eve, late) = (table.eve, table.spectators[1])
        try table.watch(0)
        #expect(eve.party != nil && eve.snap?.table == nil, "nothing was dealt")
        let listener = try table.listen(at: 2)
        table.deal()
        table.expectSameCards()
        table.playSnap(20, using: &random)
        table.expectSameCards()
        let late2 = try table.listen(at: 2)
        #expect(listener.game.count > 10 && late2.game.count >= 1)
        for packet in listener.game + late2.game {
            guard case .table(let state) = SnapMessage(packet) else { Issue.record("\(packet)"); continue }
            #expect(Set(state.seats.map { $0[2] }.filter { $0 >= 0 }).isSubset(of: table.turned))
        }
        let longest = listener.game.map { PacketEncoder.encode(.game($0)).count }.max() ?? 0
        #expect(longest < 2000, "the players' connection is not kept busy")
        try table.watch(1)
        table.expectSameCards("a late-comer")
        #expect(late.snap?.table?.outcomes.isEmpty == true && late.snap?.millisecondsLeft ?? 0 > 0)
        table.network.stopped = [1]
        table.network.advance(seconds: 8)
        #expect(eve.snap?.pause == .player && late.snap?.pause == .player)
        table.network.stopped = []
        table.network.advance(seconds: 12)
        #expect(eve.snap?.pause == nil && eve.party?.absences.isEmpty == true)
        table.playSnap(using: &random)
        table.expectSameCards("the end of a deal")
        #expect(eve.snap?.table?.view.winner != nil)
        table.snaps[2].replay()
        table.expectSameCards("somebody would like a replay")
        #expect(late.snap?.table?.asking == [2])
        table.deal()
        table.playSnap(using: &random)
        table.expectSameCards("the second deal")
        #expect(eve.snap?.table?.deal == 2 && eve.snap?.wins.reduce(0, +) == 2)
        #expect(eve.snap?.canReplay == false && eve.snap?.turnCard() == nil)
        table.parties[0].leave()
        table.network.advance(seconds: 1)
        #expect(eve.ears.end == .serverQuit && late.ears.end == .serverQuit)
    }

    @Test("The relay sees neither names nor numbers nor a key")
    func nothingIsShownToTheRelay() throws {
        let leaks = try leaks {
            let table = try WatchedTable(atRelay: "secret-number")
            try table.watch()
            table.choose(0, 73)
            table.guess(1, 50)
            table.expectSameRound()
            let published = table.network.relay.published
            let lengths = Set(published.filter { $0.topic.contains("/watch/") }.map { $0.payload.count % 512 })
            #expect(lengths == [41], "the length tells nothing")
            let words = secrets(of: try #require(table.room).passphrase.words)
            let names = ["a name": "Ann", "another": "Bob", "the game": "secret-number", "the kind": "fiar-watch"]
            return (words.merging(names) { $1 }, published.map(\.payload))
        }
        #expect(leaks.isEmpty)
    }

    @Test("Nobody watches before the game begins, with wrong words, or where the host does not allow it")
    func notAllowed() throws {
        var early: TableSpectator?
        let table = try WatchedTable("snap", isAtRelay: true) { network, room in
            let spectator = TableSpectator(at: network.machines[3])
            early = spectator
            if let room { spectator.watch(room) }
            network.advance(seconds: 3)
        }
        #expect(early?.refusals == ["table"] && early?.party == nil)
        let room = try #require(table.room)
        let words = try Passphrase(typed: room.passphrase.words.reversed().joined(separator: " "))
        table.eve.watch(RoomCode(number: room.number, passphrase: words))
        table.network.advance(seconds: 12)
        #expect(table.eve.refusals == ["wrong"] && table.counts == [0, 0, 0])

        let closed = try WatchedTable(atRelay: "snap", isWatchable: false)
        closed.eve.watch(try #require(closed.room))
        closed.network.advance(seconds: 12)
        #expect(closed.eve.refusals == ["playing"] && closed.counts == [nil, nil, nil])
        #expect(closed.network.machines[0].advertisements.isEmpty)
    }

    @Test("A table at a relay is not listed on the network")
    func unlisted() throws {
        let table = try WatchedTable(atRelay: "snap")
        #expect(table.eve.listings.isEmpty && table.network.machines[0].advertisements.isEmpty)
    }

    @Test("A friend who comes too late to play reads that others do")
    func noFourth() throws {
        let table = try WatchedTable(atRelay: "secret-number")
        let room = try #require(table.room)
        let late = MatchPlayer(name: "Dan", machine: table.eve.machine)
        var entry: PassphraseEntry?
        late.join(at: room.endpoint) { connection, go in
            entry = PassphraseEntry(
                connection, code: room.passphrase, listedAs: room.endpoint.text, environment: late.machine
            ) { if case .opened(let sealed) = $0 { go(sealed) } }
        }
        table.network.advance(seconds: 3)
        #expect(late.take().last == .ended(.disconnected(.bye(.taken))))
        withExtendedLifetime(entry) {}
    }
}

/// What happens to connections and programs.
@Suite struct RelayWatchedTableBreakTests {
    @Test("Who misses a few packets gets them with the next, who misses many is told everything again", arguments: [3, 24])
    func missedPackets(guesses: Int) throws {
        let table = try WatchedTable(atRelay: "secret-number")
        try table.watch()
        table.choose(0, 100)
        table.guess(1, 1)
        table.expectSameRound()
        table.network.relay.interfere = { $0.topic.contains("/watch/") && $0.receiver == 3 ? [] : [$0] }
        for number in 2..<2 + guesses { table.guess(number.isMultiple(of: 2) ? 1 : 2, number) }
        table.network.relay.interfere = { [$0] }
        #expect(table.eve.secret?.table.round?.history.count == 1)
        table.guess(1, 50)
        if guesses > 5 { table.network.advance(seconds: 14) }
        table.expectSameRound()
        #expect(table.eve.secret?.table.round?.history.count == guesses + 2)
        #expect((table.eve.ears.returns == 1) == (guesses > 5), "only then did it come again")
    }

    @Test("A connection breaks: the host's, a guest's or the spectator's", arguments: [0, 1, 3], ["secret-number", "snap"])
    func broken(index: Int, game: String) throws {
        let table = try WatchedTable(atRelay: game)
        try table.watch()
        if game == "snap" { table.deal() } else { table.choose(0, 42) }
        table.network.relay.cut(index)
        table.network.advance(seconds: 6)
        if game == "snap" {
            _ = table.snaps[table.snaps[0].table?.view.mover ?? 0].turnCard()
            table.expectSameCards()
        } else {
            table.guess(1, 10)
            table.expectSameRound()
            #expect(table.eve.secret?.table.round?.history.count == 1)
        }
        #expect(table.eve.party?.absences.isEmpty == true && table.counts == [1, 1, 1])
    }

    @Test("A stopped spectator counts no more, costs the players nothing, and comes back by itself")
    func stoppedSpectator() throws {
        let table = try WatchedTable(atRelay: "secret-number")
        try table.watch()
        table.choose(0, 42)
        table.network.stopped = [3]
        table.guess(1, 10)
        table.network.advance(seconds: 120)
        #expect(table.counts == [0, 0, 0] && table.parties[0].silentSeats.isEmpty)
        table.guess(2, 11)
        table.network.stopped = []
        table.eve.machine.oversleep(milliseconds: 124_000)
        table.network.advance(seconds: 30)
        table.expectSameRound()
        #expect(table.counts == [1, 1, 1] && table.eve.secret?.table.round?.history.count == 2)
    }

    @Test("A spectator soon knows that the host was killed, and looks for it for two minutes")
    func killedHost() throws {
        let table = try WatchedTable(atRelay: "snap")
        try table.watch()
        table.deal()
        table.network.kill(0)
        table.network.advance(seconds: 7)
        #expect(table.eve.snap?.pause == .player && table.eve.party?.absences.map(\.isHost) == [true])
        table.network.advance(seconds: 121)
        #expect(table.eve.ears.end == .connectionDropped && table.eve.snap?.isOver == true)
    }

    @Test("What somebody clears is shown again, and nobody is sent to the room for it")
    func cleared() throws {
        let table = try WatchedTable(atRelay: "secret-number")
        try table.watch()
        table.choose(0, 42)
        let topic = try #require(table.network.relay.published.last { $0.topic.contains("/watch/") }).topic
        for _ in 0..<20 {
            table.network.relay.publish(topic, [])
            table.network.advance(seconds: 1)
        }
        table.guess(1, 10)
        table.expectSameRound()
        #expect(table.eve.ears.returns == 0 && table.counts == [1, 1, 1])
    }
}
