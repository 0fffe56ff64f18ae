// The pauses of Snap!: a player who is away is waited for once in a game, an open match does not count then, and nobody wins because
// somebody else's cable was pulled.

import Games
import TestSupport
import Testing
import Wire

@testable import Session

/// Players of one party, the host first, on one clock, with these cards.
private final class PausingGroup {
    let machine = FakeEnvironment()
    let parties: [FakeParty]
    var sessions: [SnapSession]

    init(_ players: Int = 3, deck: String = "") {
        let machine = machine
        parties = players == 2 ? FakeParty.gather("Ann", "Bob") : FakeParty.gather("Ann", "Bob", "Zoë")
        let cards = deck.isEmpty ? nil : TestSupport.deck(beginning: deck)
        sessions = parties.map { SnapSession(party: $0, scheduler: machine, shuffle: { cards ?? SnapHost.shuffled() }) }
        for session in sessions { session.startGame() }
        settle()
    }

    var host: SnapHost? { sessions[0].host }
    var pauses: [SnapPause?] { sessions.map { $0.table?.pause } }

    func settle() {
        FakeParty.settle(parties)
        machine.advance(milliseconds: SnapFairness.glance)
        FakeParty.settle(parties)
        machine.advance(milliseconds: 150)
        FakeParty.settle(parties)
    }

    func turn(_ count: Int) {
        for _ in 0..<count {
            _ = sessions[host?.game.mover ?? 0].turnCard()
            settle()
        }
    }

    /// Until somebody has won.
    func play() {
        while let game = host?.game, game.winner == nil {
            _ = game.matches.isEmpty ? sessions[game.mover].turnCard() : sessions[0].snap()
            settle()
        }
    }

    func lose(_ seat: Int) {
        parties[seat].lose(until: machine.now + 120_000)
        settle()
    }

    func bringBack(_ seat: Int) {
        parties[seat].comeBack()
        settle()
    }

    func wait(_ milliseconds: Int) {
        machine.advance(milliseconds: milliseconds)
        settle()
    }
}

@Suite struct SnapPauseTests {
    /// The cards are covered, nobody can act, no time passes; three seconds after the player is back the game goes on.
    @Test func aLostPlayerIsWaitedFor() {
        let group = PausingGroup(deck: "5H 9C 5D")
        group.turn(3)
        #expect(group.host?.game.matches.count == 1)
        group.lose(1)
        #expect(group.pauses[0] == .player && group.pauses[2] == .player)
        #expect(
            group.host?.game.matches == []
                && group.sessions[0].table?.outcomes.first.map { if case .annulled = $0 { true } else { false } } == true)
        let before = group.host?.game
        group.wait(60_000)
        #expect(group.sessions[0].snap() == nil && group.sessions[2].snap() == nil && group.sessions[0].turnCard() == nil)
        group.settle()
        #expect(group.host?.game == before)
        group.bringBack(1)
        #expect(group.pauses == [.countdown(SnapHost.countdown), .countdown(SnapHost.countdown), .countdown(SnapHost.countdown)])
        #expect(group.sessions[1].table?.view == group.sessions[0].table?.view && !group.sessions[1].isGoingOn)
        group.wait(SnapHost.countdown)
        #expect(group.pauses == [nil, nil, nil] && group.sessions[0].table?.left ?? 0 > 9_000, "the turn has its whole time")
        #expect(group.sessions[0].snap() == nil)
        group.settle()
        #expect(group.host?.game.hands[0].count == 18, "the annulled pair is nobody's, and a late Snap! costs nothing")
        group.turn(3)
        #expect(group.host?.game.turn == before.map { $0.turn + 3 })
    }

    /// The second time the game goes on: the host turns the card of the player who is away.
    @Test func onePauseForEachSeat() {
        let group = PausingGroup()
        group.lose(1)
        group.bringBack(1)
        group.wait(SnapHost.countdown)
        group.turn(1)
        group.lose(1)
        #expect(group.pauses[0] == nil && group.host?.game.mover == 1)
        group.wait(SnapHost.turnMilliseconds)
        #expect(group.host?.game.mover == 2)
        group.lose(2)
        #expect(group.pauses[0] == .player, "another seat has its own")
    }

    /// Who comes back with another program sees everything, the score included.
    @Test func aRestartedProgram() {
        let group = PausingGroup()
        group.turn(5)
        group.lose(2)
        group.sessions[2] = SnapSession(party: group.parties[2], scheduler: group.machine)
        group.bringBack(2)
        group.wait(SnapHost.countdown)
        #expect(group.sessions[2].table == group.sessions[0].table && group.sessions[2].isGoingOn)
        group.turn(3)
        #expect(group.sessions[2].table == group.sessions[0].table)
    }

    /// Nobody wins because the only other player is lost.
    @Test func theOnlyOpponentIsLost() {
        let group = PausingGroup(2)
        group.turn(7)
        group.lose(1)
        group.wait(100_000)
        #expect(group.pauses[0] == .player)
        group.parties[1].drop()
        group.settle()
        #expect(group.host?.isAbandoned == true && group.sessions[0].table?.isOver == true && group.sessions[0].wins == [0, 0])
        #expect(!group.sessions[0].canReplay && !group.machine.isWaiting)
    }

    /// A goodbye is another thing: the player who stays has won.
    @Test func theOnlyOpponentLeaves() {
        let group = PausingGroup(2)
        group.turn(7)
        group.sessions[1].leave()
        #expect(group.sessions[0].table?.view.winner == 0 && group.sessions[0].wins == [1, 0])
    }

    @Test func twoOfThreeAreLost() {
        let group = PausingGroup()
        group.parties[2].drop()
        group.settle()
        #expect(group.sessions[1].isRunning && group.host?.game.holdsTheDeck == true)
        group.parties[1].drop()
        #expect(group.host?.isAbandoned == true && group.host?.wins == [0, 0, 0])
    }

    /// A program that is stopped is waited for, and sits out after half a minute if others can play on. It is back when it answers.
    @Test func aStoppedPlayerSitsOut() {
        let group = PausingGroup()
        group.parties[0].silentSeats = [1]
        group.settle()
        #expect(group.pauses[0] == .player)
        group.parties[0].sittingOut = [1]
        group.settle()
        #expect(group.pauses[0] == .countdown(SnapHost.countdown))
        group.wait(SnapHost.countdown)
        #expect(group.pauses[0] == nil)
        group.turn(1)
        group.wait(SnapHost.turnMilliseconds)
        #expect(group.host?.game.mover == 2)
        group.parties[0].sittingOut = []
        group.parties[0].silentSeats = []
        group.settle()
        #expect(group.sessions[1].table == group.sessions[0].table)
    }

    /// Between two nobody can play on: the game waits until the host removes the other player.
    @Test func aStoppedOpponentIsRemoved() {
        let group = PausingGroup(2)
        group.parties[0].silentSeats = [1]
        group.parties[0].sittingOut = [1]
        group.wait(60_000)
        #expect(group.pauses[0] == .player)
        group.sessions[0].removeAbsent()
        group.parties[0].silentSeats = []
        #expect(group.host?.isAbandoned == true && group.sessions[1].isOver)
    }

    /// While the host is cut off, nobody else can act, and nothing is scored, however often that happens.
    @Test func theHostIsCutOff() {
        let group = PausingGroup()
        for _ in 0..<3 {
            group.lose(1)
            group.lose(2)
            #expect(group.pauses[0] == .player)
            group.bringBack(1)
            #expect(group.pauses[0] == .player)
            group.bringBack(2)
            group.wait(SnapHost.countdown)
            #expect(group.pauses == [nil, nil, nil])
            group.turn(1)
        }
    }

    /// Between two the game always waits, but the open match is annulled only once: whoever pulls the cable again gains nothing.
    @Test func theOnlyOpponentIsAwayAgain() {
        let group = PausingGroup(2, deck: "5H 9C 7S 7D 8S 8D")
        group.lose(1)
        group.bringBack(1)
        group.wait(SnapHost.countdown)
        group.turn(4)
        #expect(group.host?.game.matches.count == 1)
        group.lose(1)
        #expect(group.pauses[0] == .player && group.host?.game.matches.count == 1 && group.sessions[0].snap() == nil)
        group.settle()
        #expect(group.host?.game.matches.count == 1, "nobody snaps in a pause")
        group.bringBack(1)
        group.wait(SnapHost.countdown)
        #expect(group.sessions[1].snap() == nil)
        group.settle()
        #expect(group.host?.game.hands[1].count ?? 0 > 26)
    }

    /// Who is away when the cards are dealt is waited for, too.
    @Test func aDealWhileSomebodyIsAway() {
        let group = PausingGroup(2)
        group.play()
        group.lose(1)
        group.sessions[0].replay()
        group.settle()
        #expect(group.host?.deal == 2 && group.pauses[0] == .player)
    }

    /// When a stopped host wakes up, whoever is to move has the whole time.
    @Test func theHostWasStopped() {
        let group = PausingGroup()
        group.turn(1)
        let turn = group.host?.game.turn
        group.machine.oversleep(milliseconds: 60_000)
        group.settle()
        #expect(group.host?.game.turn == turn && group.sessions[1].table?.left ?? 0 > 9_000)
        group.wait(SnapHost.turnMilliseconds)
        #expect(group.host?.game.turn == turn.map { $0 + 1 })
    }
}
