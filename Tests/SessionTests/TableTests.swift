// Tables between machines in memory: joining, refusals, sending away, starting, dropping, and nothing left behind.

import TestSupport
import Testing
import Wire

@testable import Session

/// A host and some guests, each on a machine of its own.
private struct Party4 {
    let network: FakeNetwork
    let host: TableHost
    let guests: [TableGuest]
    let ears: [LobbyRecorder]

    /// The host's table is open, and the guests have found it.
    init(guests count: Int, game: LobbyGame = .test) throws {
        network = FakeNetwork(count + 1)
        ears = (0...count).map { _ in LobbyRecorder() }
        host = TableHost(game: game, environment: network.machines[0])
        ears[0].listen(to: host)
        try host.open(name: "Host")
        guests = (1...count).map { [network] in
            TableGuest(name: "Guest \($0)", games: [.test, .fourInARow], environment: network.machines[$0])
        }
        for (guest, ears) in zip(guests, ears.dropFirst()) {
            ears.listen(to: guest)
            guest.search()
        }
        network.settle()
    }

    func join(_ numbers: Int...) {
        for number in numbers {
            if let table = guests[number - 1].tables.first { guests[number - 1].join(table) }
            network.settle()
        }
    }

    /// The host starts the game, and everybody has heard so.
    func start() {
        host.start()
        network.settle()
        for ears in ears { _ = ears.take() }
    }

    /// Everybody leaves; nothing may be left.
    func leaveAll() {
        host.leave()
        for guest in guests { guest.leave() }
        for ears in ears { ears.party?.leave() }
        network.settle()
        for index in network.machines.indices { #expect(network.isQuiet(index), "machine \(index)") }
    }
}

@Suite struct TableTests {
    @Test func theListIsLive() throws {
        let party = try Party4(guests: 2)
        let table = try #require(party.guests[1].tables.first)
        #expect(table == MatchmakingTable(name: "Host", game: "test", version: Program.version, players: 1, limit: 4))
        party.join(1)
        #expect(party.guests[1].tables.first?.players == 2)
        #expect(party.network.machines[0].advertisements.count == 1, "the offer was never taken back")
        party.leaveAll()
    }

    @Test func aGamePlayed() throws {
        let party = try Party4(guests: 2)
        party.join(2, 1)
        #expect(party.guests[0].roster.map(\.name) == ["Host", "Guest 2", "Guest 1"])
        party.host.start()
        party.network.settle()
        let names = ["Host", "Guest 2", "Guest 1"]
        #expect(party.ears[0].take() == ["start test 0 \(names)"])
        #expect(party.ears[1].take() == ["start test 2 \(names)"] && party.ears[2].take() == ["start test 1 \(names)"])
        party.ears[1].party?.send(.snap(.snap(deal: 1, after: 1)), to: 0)
        party.ears[0].party?.sendToAll(.secretNumber(.guess(round: 1, number: 3)))
        party.network.settle()
        #expect(party.ears[0].take() == ["packet 22 from 2"])
        #expect(party.ears[1].take() == ["packet 21 from 0"] && party.ears[2].take() == ["packet 21 from 0"])
        party.ears[1].party?.leave()
        party.network.settle()
        #expect(party.ears[0].take() == ["left 2"] && party.ears[1].take().isEmpty)
        party.ears[0].party?.leave()
        party.network.settle()
        #expect(party.ears[2].take() == ["over serverQuit"])
        party.leaveAll()
    }

    @Test func fullAndStartedTablesRefuse() throws {
        let party = try Party4(guests: 4)
        party.join(1, 2, 3, 4)
        #expect(party.ears[4].take() == ["no seat: refused(full)"])
        let table = try #require(party.guests[3].tables.first)
        party.host.start()
        party.guests[3].join(table)
        party.network.settle()
        #expect(party.ears[4].take() == ["no seat: gone"], "the lists are quicker here than the host's word")
        party.leaveAll()
    }

    @Test func tooFewPlayersStartNothing() throws {
        let party = try Party4(guests: 1)
        party.host.start()
        #expect(party.host.hasTooFewPlayers && party.ears[0].take() == [])
        party.leaveAll()
    }

    @Test func sentAway() throws {
        let party = try Party4(guests: 1)
        party.join(1)
        party.host.sendAway(try #require(party.host.guests.first))
        party.network.settle()
        #expect(party.ears[1].take() == ["end sentAway"] && party.host.guests.isEmpty)
        #expect(party.network.isQuiet(1))
        party.leaveAll()
    }

    @Test func theHostLeavesBeforeTheGame() throws {
        let party = try Party4(guests: 2)
        party.join(1)
        party.host.leave()
        party.network.settle()
        #expect(party.ears[1].take() == ["end serverQuit"] && party.guests[1].tables.isEmpty)
        party.leaveAll()
    }

    /// A guest who has lost the connection when the host leaves reads so on coming back.
    @Test func theHostLeavesWhileOthersAreAway() throws {
        let party = try Party4(guests: 2)
        party.join(1, 2)
        party.start()
        var farewell: (any Cancellable)?
        party.ears[0].party?.didLeaveSomebody = { farewell = $0 }
        party.network.breakAll()
        party.ears[0].party?.leave()
        party.network.advance(seconds: 10)
        for number in [1, 2] { #expect(party.ears[number].take().last == "over serverQuit") }
        farewell?.cancel()
        party.leaveAll()
    }

    /// A guest who is away when the others go on reads so on coming back, also when the host has left since.
    @Test(arguments: [false, true]) func theOthersGoOn(hostLeaves: Bool) throws {
        let party = try Party4(guests: 2)
        party.join(1, 2)
        party.start()
        var farewell: (any Cancellable)?
        party.ears[0].party?.didLeaveSomebody = { farewell = $0 }
        party.network.breakAll()
        party.ears[0].party?.remove(1)
        if hostLeaves { party.ears[0].party?.leave() }
        party.network.advance(seconds: 10)
        #expect(party.ears[1].take().last == "over seatGivenUp")
        #expect(party.ears[2].take().last == (hostLeaves ? "over serverQuit" : "back 0"))
        party.ears[0].party?.leave()
        farewell?.cancel()
        party.leaveAll()
    }

    @Test func aDroppedConnection() throws {
        let party = try Party4(guests: 2)
        party.join(1, 2)
        party.start()
        party.network.breakDown()
        #expect(party.ears.allSatisfy { $0.take().isEmpty })
        party.network.advance(seconds: TableSeats.timeout)
        #expect(party.ears[1].take() == ["over connectionDropped"])
        #expect(party.ears[0].take() == ["lost 1", "lost 2"])
        party.leaveAll()
    }

    /// Before the game nobody waits for a player who was killed and is back.
    @Test func whoeverWasKilledSitsDownAnew() throws {
        let party = try Party4(guests: 1)
        party.join(1)
        party.network.advance(seconds: 1)
        party.network.kill(1)
        party.network.settle()
        #expect(party.host.absences.map(\.name) == ["Guest 1"])
        let again = TableGuest(name: "Guest 1", games: [.test], environment: party.network.machines[1])
        LobbyRecorder().listen(to: again)
        again.search()
        party.network.settle()
        again.join(try #require(again.tables.first))
        party.network.settle()
        #expect(party.host.guests.map(\.name) == ["Guest 1"] && party.host.absences.isEmpty)
        again.leave()
        party.leaveAll()
    }

    /// A cable that is out for a moment dissolves no table, and who looks for one finds it again.
    @Test func theNetworkGoesAndComesBack() throws {
        let party = try Party4(guests: 2)
        party.join(1)
        for ears in party.ears { _ = ears.take() }
        party.network.unplug()
        #expect(party.host.offer?.state == .failed(.noNetwork) && party.guests[1].trouble == .noNetwork)
        #expect(party.guests[1].tables.isEmpty)
        party.network.plugIn()
        party.network.settle()
        #expect(
            party.ears.allSatisfy { $0.take().isEmpty } && party.host.offer?.state == .pending && party.guests[1].trouble == nil
        )
        party.join(2)
        #expect(party.host.guests.count == 2)
        party.leaveAll()
    }

    /// The chosen table is gone from the lists before its host has said anything: nobody waits for the end of the time.
    @Test func theChosenTableGoesAway() throws {
        let machine = FakeEnvironment()
        let (guest, ears) = (TableGuest(name: "Guest", games: [.test], environment: machine), LobbyRecorder())
        ears.listen(to: guest)
        guest.search()
        let facts = ["game": "test", "version": Program.version, "players": "1", "limit": "4"]
        machine.browsers[0].find("Host", facts)
        guest.join(try #require(guest.tables.first))
        machine.browsers[0].tell(.lost(name: "Host"))
        #expect(ears.take() == ["no seat: gone"] && guest.state == .searching)
        #expect(machine.attempts[0].task.isCancelled && !machine.isWaiting)
        guest.leave()
    }

    @Test func nothingToListenOn() {
        let machine = FakeEnvironment()
        machine.advertiseFailure = .placeTaken
        let host = TableHost(game: .test, environment: machine)
        #expect(throws: NetworkFailure.placeTaken) { try host.open(name: "Host") }
        #expect(machine.isQuiet && machine.advertisements.isEmpty)
    }

    @Test func theWayToASeatIsCancelledOrTakesTooLong() throws {
        let party = try Party4(guests: 1)
        let guest = party.guests[0]
        let table = try #require(guest.tables.first)
        guest.join(table)
        guest.cancel()
        party.network.settle()
        #expect(guest.state == .searching && party.network.connections.isEmpty)
        guest.join(table)
        party.network.machines[1].advance(milliseconds: 10_000)
        #expect(party.ears[1].take() == ["no seat: silent"])
        party.leaveAll()
    }

    @Test func aHostThatIsGoneIsSaid() throws {
        let party = try Party4(guests: 1)
        let table = try #require(party.guests[0].tables.first)
        party.network.machines[0].advertisements[0].close()
        party.guests[0].join(table)
        party.network.settle()
        #expect(party.ears[1].take() == ["no seat: gone"])
        party.leaveAll()
    }

    @Test func silentConnectionsAreClosed() throws {
        let party = try Party4(guests: 1)
        let (accepted, other) = FakeConnection.pair()
        party.network.machines[0].advertisements[0].accept(accepted)
        party.network.machines[0].advance(milliseconds: 10_000)
        #expect(accepted.isClosed && other.sent.isEmpty)
        party.leaveAll()
    }

    /// Tables listen on the same port as hosts of Four in a Row.
    @Test func whoComesForFourInARowIsTurnedAway() throws {
        let party = try Party4(guests: 1)
        let (accepted, _) = FakeConnection.pair()
        party.network.machines[0].advertisements[0].accept(accepted)
        accepted.receive(
            Packet.frame(of: .hello(Hello(name: "Bob"))))
        let answer = Hello(name: "", version: Program.version, game: "test")
        #expect(
            accepted.isClosed
                && accepted.sent.suffix(Packet.frame(of: .hello(answer)).count) == Packet.frame(of: .hello(answer))[...])
        party.leaveAll()
    }

    @Test func aPeersNonsenseEndsItsOwnConnectionOnly() throws {
        let party = try Party4(guests: 2)
        party.join(1, 2)
        party.host.start()
        party.network.settle()
        _ = party.ears[0].take()
        let guestsEnd = try #require(party.network.connections.first { $0.owner == "10.0.0.2" })
        guestsEnd.send([1, 0, 0, 0, 0, 0, 0, 0, 0xff])
        party.network.settle()
        #expect(
            party.ears[0].take() == ["lost 1"] && party.ears[2].take() == ["start test 2 [\"Host\", \"Guest 1\", \"Guest 2\"]"])
        party.leaveAll()
    }

    @Test func aGameThatIsNotHereIsNotJoined() throws {
        let unknown = LobbyGame(id: "new", players: 2...4)
        let party = try Party4(guests: 1, game: unknown)
        party.join(1)
        #expect(party.ears[1].take() == ["no seat: otherVersion"] && party.host.guests.isEmpty)
        party.leaveAll()
    }

    @Test func fourInARowTakesTheConnection() throws {
        let party = try Party4(guests: 1, game: .fourInARow)
        party.join(1)
        party.host.start()
        party.network.settle()
        let hosts = try #require(party.ears[0].party?.handOver())
        let guests = try #require(party.ears[1].party?.handOver())
        #expect(party.network.machines[0].isQuiet && party.network.machines[1].isQuiet)
        #expect(party.network.openEnds == 2)
        hosts.close()
        guests.close()
        party.leaveAll()
    }
}

@Suite struct SeatingTests {
    @Test func namesAreMadeDifferent() {
        #expect(
            ["Ann", "Ann", "", "Ann #2", "Ann", " "].distinct == ["Ann", "Ann #2", "?", "Ann #2 #2", "Ann #3", "? #2"])
    }
}
