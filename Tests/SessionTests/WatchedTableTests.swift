// Spectators of tables: what they see of the secret number and of Snap!, what they never hear, who gets in, and what they cannot do.

import Engine
import Games
import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct WatchedTableTests {
    @Test("Two rounds of the secret number, with a late-comer, a guest who loses the connection and phrases")
    func secretNumber() throws {
        let table = try WatchedTable("secret-number", spectators: 2)
        let (eve, late) = (table.spectators[0], table.spectators[1])
        #expect(eve.listings.map(\.name) == ["Ann"] && eve.listings.map { $0.facts[Audience.gameFact] } == ["secret-number"])
        try eve.watch()
        table.network.settle()
        table.network.advance(seconds: 1)
        #expect(eve.party?.names == ["Ann", "Bob", "Cyd"] && table.parties.map(\.spectators) == [1, 1, 1])
        table.playHalfARound(before: eve)
        try late.watch()
        table.network.settle()
        table.network.advance(seconds: 1)
        table.expectSameRound("a late-comer")
        #expect(late.party?.spectators == 2 && table.parties.map(\.spectators) == [2, 2, 2])
        table.network.stopped = [1]
        table.breakConnection(of: 1)
        table.network.settle()
        #expect(eve.party?.absences.map(\.name) == ["Bob"] && late.party?.absences.first?.end != nil)
        table.network.stopped = []
        table.network.advance(seconds: 8)
        #expect(eve.party?.absences.isEmpty == true && table.parties[1].spectators == 2)
        table.finishTwoRounds()
        table.parties[0].leave()
        table.network.settle()
        #expect(eve.ears.end == .serverQuit && table.network.isQuiet(0))
        #expect(table.bytes(from: 0).isEmpty && table.bytes(from: 1).isEmpty, "spectators say nothing")
    }

    @Test(
        "No spectator hears the secret number or its nonce before it is opened, nor what only one player is told",
        arguments: [0, 1])
    func hiddenNumber(keeper: Int) throws {
        let table = try WatchedTable("secret-number")
        try table.watch()
        if keeper == 1 {
            table.choose(0, 5)
            table.guess(1, 5)
            table.secrets[1].keepNext()
            table.network.settle()
        }
        let secret = 73
        table.choose(keeper, secret)
        let nonce = Array(Hexadecimal.text(try #require(table.secrets[keeper].table.mine).nonce).utf8)
        let before = try table.packets(to: 0).count
        table.guess(2, 50)
        table.guess(1 - keeper, 90)
        table.breakConnection(of: 3)
        table.network.advance(seconds: 5)
        table.guess(2, 60)
        #expect(table.spectators[0].ears.returns == 1)
        table.expectSameRound()
        let heard = try table.packets(to: 0)
        #expect(heard.count > before + 3 && !table.bytes(to: 0).contains(nonce))
        for packet in heard {
            switch packet {
            case .game(let packet):
                let message = try #require(SecretNumberMessage(packet))
                #expect(!message.fields.numbers.values.contains(Int64(secret)), "\(message)")
                if case .asked = message { Issue.record("that is the keeper's") }
            case .control(.hello), .control(.heartbeat), .control(.watch(.table)), .control(.watch(.count)): break
            default: Issue.record("\(packet)")
            }
        }
        table.guess(2, secret)
        #expect(table.bytes(to: 0).contains(nonce), "now everybody may know")
    }

    @Test("Two deals of Snap!, with a late-comer, a pause and a replay; no card is known before it is turned")
    func snap() throws {
        var random = SeededGenerator(seed: 12)
        let table = try WatchedTable("snap", spectators: 2)
        let (eve, late) = (table.spectators[0], table.spectators[1])
        try eve.watch()
        table.network.settle()
        #expect(eve.snap?.table == nil, "nothing was dealt")
        table.deal()
        table.expectSameCards()
        table.playSnap(20, using: &random)
        table.expectSameCards()
        for case .game(let packet) in try table.packets(to: 0) {
            guard case .table(let state) = SnapMessage(packet) else { Issue.record("\(packet)"); continue }
            #expect(Set(state.seats.map { $0[2] }.filter { $0 >= 0 }).isSubset(of: table.turned))
        }
        try late.watch()
        table.network.settle()
        table.expectSameCards("a late-comer")
        #expect(late.snap?.table?.outcomes.isEmpty == true && late.snap?.millisecondsLeft ?? 0 > 0)
        table.network.stopped = [1]
        table.breakConnection(of: 1)
        table.network.settle()
        #expect(eve.snap?.pause == .player)
        table.expectSameCards("a pause")
        table.network.stopped = []
        table.network.advance(seconds: 12)
        #expect(eve.snap?.pause == nil && eve.party?.absences.isEmpty == true)
        table.playSnap(using: &random)
        #expect(eve.snap?.table?.view.winner != nil)
        table.expectSameCards("the end of a deal")
        table.snaps[2].replay()
        table.network.settle()
        #expect(late.snap?.table?.asking == [2])
        table.deal()
        table.playSnap(using: &random)
        table.expectSameCards("the second deal")
        #expect(eve.snap?.table?.deal == 2 && eve.snap?.wins.reduce(0, +) == 2)
        #expect(eve.snap?.canReplay == false && eve.snap?.turnCard() == nil)
        table.parties[0].leave()
        table.network.settle()
        #expect(eve.ears.end == .serverQuit && late.ears.end == .serverQuit)
        #expect(table.bytes(from: 0).isEmpty && table.bytes(from: 1).isEmpty, "a spectator is not measured and does not act")
    }

    @Test("Nobody watches where the host does not allow it, and the players are told if others may")
    func notAllowed() throws {
        let closed = try WatchedTable("snap", isWatchable: false)
        let eve = closed.spectators[0]
        #expect(eve.listings.isEmpty && closed.parties.allSatisfy { $0.spectators == nil })
        try eve.watch(closed.door)
        closed.network.advance(seconds: 1)
        #expect(eve.failures == [.noTable] && eve.party == nil)
        #expect(try WatchedTable("snap").parties.map(\.spectators) == [0, 0, 0])
    }

    @Test("Those who wait at a table read whether others may watch, and when that changes")
    func toldAtTheTable() throws {
        let network = FakeNetwork(2)
        let game = LobbyGame(id: "snap", players: 2...4)
        let (host, guest) = (
            TableHost(game: game, environment: network.machines[0]),
            TableGuest(name: "Bob", games: [game], environment: network.machines[1])
        )
        try host.open(name: "Ann")
        guest.search()
        network.settle()
        let seen = { () -> Bool? in
            if case .connected(let table) = guest.client.state {
                table.isWatchable
            } else {
                guest.client.tables.first?.isWatchable
            }
        }
        #expect(seen() == false)
        host.isWatchable = true
        network.settle()
        #expect(seen() == true, "in the list")
        guest.join(try #require(guest.client.tables.first))
        network.settle()
        for isWatchable in [true, false, true] {
            host.isWatchable = isWatchable
            network.settle()
            #expect(seen() == isWatchable && guest.client.roster.count == 2)
        }
    }

    @Test("Who types the address of a table watches its game, once that has begun")
    func atTheTablesDoor() throws {
        let table = try WatchedTable("secret-number")
        let eve = table.spectators[0]
        try eve.watch(table.door)
        table.network.settle()
        table.choose(0, 42)
        table.guess(1, 10)
        table.expectSameRound()
        #expect(eve.secret?.table.round?.history.count == 1 && table.parties[1].spectators == 1)
        table.breakConnection(of: 3)
        table.network.advance(seconds: 4)
        table.guess(2, 11)
        table.expectSameRound("back at the same door")
        #expect(eve.ears.returns == 1 && eve.secret?.table.round?.history.count == 2)
    }

    @Test("Whoever says anything is sent away, and the players notice nothing", arguments: ["secret-number", "snap"])
    func onlyListeners(game: String) throws {
        let table = try WatchedTable(game)
        let doors = [table.spectators[0].listings[0].endpoint, table.door]
        let words: [Packet] = [
            .secretNumber(.guess(round: 1, number: 3)), .snap(.snap(deal: 1, after: 0)), .snap(.seen(deal: 1, number: 1)),
            .control(.phrase(PhraseMessage(.hello))), .control(.watch(.count(9))), .control(.heartbeat(HeartbeatMessage())),
            .lobby(.matchmaking(.introduction(TablePlayer(name: "Eve", id: "e")))),
        ]
        if game == "snap" { table.deal() } else { table.choose(0, 42) }
        for door in doors {
            for packet in words {
                let loud = Caller(at: table.network.machines[3])
                loud.call(door)
                table.network.settle()
                if door == doors[1] { loud.say(.control(.hello(Hello(name: "", version: Program.version, game: Hello.watched)))) }
                table.network.settle()
                table.network.advance(seconds: 1)
                #expect(table.parties[0].spectators == 1)
                loud.say(packet)
                table.network.settle()
                #expect(loud.isClosed)
                table.network.advance(seconds: 1)
                #expect(table.parties.map(\.spectators) == [0, 0, 0])
            }
        }
        if game == "snap" {
            // Nobody pays for a wrong Snap!, and cards are turned by the time alone.
            #expect(table.snaps[0].table?.view.seats.map { $0.stack + $0.pile } == [18, 17, 17])
            #expect(table.snaps[0].table?.window == nil && table.snaps[0].table?.view.turn ?? 0 < 5)
        } else {
            #expect(table.secrets[0].table.round?.history.isEmpty == true)
            table.guess(1, 40)
            #expect(table.secrets[2].table.round?.history.count == 1)
        }
        #expect(table.ears.allSatisfy { !$0.take().contains { $0.contains("hello") } })
    }

    @Test("Sixteen may watch; a crowd from one machine keeps nobody else out and the players from nothing")
    func limit() throws {
        let table = try WatchedTable("secret-number", spectators: 2)
        table.choose(0, 42)
        let eve = table.spectators[0]
        try eve.watch()
        table.network.settle()
        let told = {
            table.network.connections.filter { $0.owner == "10.0.0.1" && $0.origin.machine == "10.0.0.2" }.flatMap(\.sent)
        }
        let before = told()
        let crowd = (0..<40).map { _ in Caller(at: table.network.machines[4]) }
        for one in crowd {
            one.call(eve.listings[0].endpoint)
            table.network.settle()
        }
        #expect(told() == before, "they come and go, and nobody is told of each")
        table.network.advance(seconds: 1)
        #expect(table.parties.map(\.spectators) == [16, 16, 16] && crowd.count { !$0.isClosed } == Audience.limit - 1)
        table.guess(1, 10)
        #expect(eve.secret?.table.round?.history.count == 1 && table.secrets[2].table.round?.history.count == 1)
    }

    @Test("A stopped spectator is sent away, costs the players nothing, and comes back by itself")
    func stoppedSpectator() throws {
        let table = try WatchedTable("secret-number")
        try table.watch()
        table.choose(0, 42)
        table.network.stopped = [3]
        table.guess(1, 10)
        table.network.advance(seconds: 40)
        #expect(table.parties[0].spectators == 0)
        table.guess(2, 11)
        table.network.stopped = []
        table.network.advance(seconds: 40)
        table.expectSameRound()
        #expect(table.parties[0].spectators == 1 && table.spectators[0].secret?.table.round?.history.count == 2)
    }

    @Test("A spectator looks for a host that was killed for two minutes, and says so")
    func killedHost() throws {
        let table = try WatchedTable("snap")
        let eve = table.spectators[0]
        try table.watch()
        table.deal()
        table.network.kill(0)
        table.network.advance(seconds: 3)
        #expect(eve.snap?.pause == .player && eve.party?.absences.map(\.isHost) == [true])
        table.network.advance(seconds: 120)
        #expect(eve.ears.end == .connectionDropped)
        table.network.advance(seconds: 5)
        #expect(eve.snap?.isOver == true)
    }
}
