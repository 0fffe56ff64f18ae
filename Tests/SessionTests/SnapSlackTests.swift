// Longer to snap, where the host gives everybody that: no card covers the last one so long, and computer players wait.

import Games
import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct SnapSlackTests {
    private let machine = FakeEnvironment()

    private func host(_ cards: String, bots: [Int: SnapSpeed] = [:]) -> SnapHost {
        let host = SnapHost(players: 2, bots: bots, slack: SnapHost.longSlack, environment: machine) { deck(beginning: cards) }
        host.startGame()
        return host
    }

    @Test func noCardCoversTheLastOneSoLong() {
        let host = host("5S 5H 9C 2S")
        host.receive(.turn(deal: 1, turn: 1), from: 0)
        #expect(host.game.turn == 2, "nothing lies there that the first card could cover")
        machine.advance(milliseconds: 1_000)
        host.receive(.turn(deal: 1, turn: 2), from: 1)
        host.receive(.turn(deal: 1, turn: 2), from: 1)
        machine.advance(milliseconds: 1_999)
        #expect(host.game.turn == 2)
        machine.advance(milliseconds: 1)
        #expect(host.game.turn == 3 && host.game.matches.count == 1)
        // The next player wants to go on at once: the match is there for the other one all the same.
        host.receive(.turn(deal: 1, turn: 3), from: 0)
        machine.advance(milliseconds: 2_900)
        host.receive(.snap(deal: 1, after: 2_900), from: 1)
        #expect(host.game.hands[1].count == 27)
        machine.advance(milliseconds: 100)
        #expect(host.game.turn == 4, "and the card is turned then")
    }

    @Test func whoTurnedTooEarlyCanStillSnap() {
        let host = host("5S 5H 9C 2S")
        host.receive(.turn(deal: 1, turn: 1), from: 0)
        machine.advance(milliseconds: 3_000)
        host.receive(.turn(deal: 1, turn: 2), from: 1)
        host.receive(.turn(deal: 1, turn: 3), from: 0)
        machine.advance(milliseconds: 500)
        host.receive(.snap(deal: 1, after: 500), from: 0)
        #expect(host.game.hands[0].count == 27)
    }

    @Test func aTurnIsLongerByThat() {
        let host = host("5S 6H 9C 2S")
        machine.advance(milliseconds: SnapHost.turnMilliseconds + SnapHost.longSlack - 1)
        #expect(host.game.turn == 1)
        machine.advance(milliseconds: 1)
        #expect(host.game.turn == 2)
    }

    @Test(arguments: SnapSpeed.allCases) func computerPlayersWait(speed: SnapSpeed) {
        for _ in 0..<20 {
            let host = host("5S 5H 9C 2S", bots: [1: speed])
            host.receive(.turn(deal: 1, turn: 1), from: 0)
            while host.game.turn == 2 { machine.advance(milliseconds: 50) }
            machine.advance(milliseconds: SnapHost.longSlack)
            #expect(host.game.matches.count == 1, "nobody but me could have snapped")
            host.stop()
        }
    }

    @Test func everybodyIsTold() throws {
        let host = SnapHost(players: 2, slack: SnapHost.longSlack, environment: machine)
        var told: [SnapTable] = []
        host.didAnnounce = { told.append($0) }
        host.startGame()
        let table = try #require(told.first)
        #expect(table.slack == SnapHost.longSlack && table.left == SnapHost.turnMilliseconds + SnapHost.longSlack)
        #expect(SnapTable(table.state, players: 2) == table)
        var state = table.state
        state.slack = nil
        #expect(SnapTable(state, players: 2)?.slack == 0 && SnapTable(state, players: 2)?.left == SnapHost.turnMilliseconds)
        state.slack = Int.max
        #expect(SnapTable(state, players: 2)?.slack == SnapHost.longSlack)
    }

    @Test func withoutItNothingIsSentThatWasNotBefore() throws {
        let host = SnapHost(players: 2, environment: machine)
        var told: [SnapTable] = []
        host.didAnnounce = { told.append($0) }
        host.startGame()
        let packet = SnapMessage.table(try #require(told.first).state)
        #expect(packet.fields.numbers["slack"] == nil)
    }
}
