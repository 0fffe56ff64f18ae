// Snap! without a screen: whole games of a host and its guests through the real packets, players who are lost, and a game alone.

import Engine
import Games
import Session
import TestSupport
import Testing
import Wire

/// Keeps what a session tells.
private final class Ear: SnapSessionDelegate {
    private(set) var changes: [SnapChange] = []
    func snapDidChange(_ change: SnapChange) { changes.append(change) }
}

/// Players of one party, the host first, on one clock.
private final class Circle {
    let machine = FakeEnvironment()
    let parties: [FakeParty]
    let sessions: [SnapSession]
    let ears: [Ear]

    init(shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled) {
        let machine = machine
        parties = FakeParty.gather("Ann", "Bob", "Zoë")
        sessions = parties.map { SnapSession(party: $0, scheduler: machine, shuffle: shuffle) }
        ears = parties.map { _ in Ear() }
        for (session, ear) in zip(sessions, ears) { session.delegate = ear }
        for session in sessions { session.startGame() }
        settle()
    }

    /// All that travels arrives, and is seen by whom it reaches; the next deed comes a while after.
    func settle() {
        FakeParty.settle(parties)
        machine.advance(milliseconds: 0)
        machine.advance(milliseconds: SnapFairness.glance)
        FakeParty.settle(parties)
        machine.advance(milliseconds: 150)
        FakeParty.settle(parties)
    }

    /// Whose turn it is turns, or, where two cards match, this seat snaps; until somebody has won.
    func play(quickest: Int, steps: Int = 5_000) {
        for _ in 0..<steps {
            guard let view = sessions[0].table?.view, view.winner == nil else { return }
            if view.matches.isEmpty {
                #expect(sessions[view.mover].turnCard() == nil)
            } else {
                #expect(sessions[quickest].snap() == nil)
            }
            settle()
        }
    }

    /// Whether these seats know the same.
    func agree(_ seats: Int...) -> Bool { seats.allSatisfy { sessions[$0].table == sessions[0].table } }
}

@Suite struct SnapSessionTests {
    @Test(arguments: 0..<3) func aGameUntilSomebodyHasWon(quickest: Int) {
        let random = SeededGenerator(seed: UInt64(quickest))
        let circle = Circle {
            var random = random
            var deck = PlayingCardDeck()
            return deck.drawAll(using: &random)
        }
        #expect(circle.agree(1, 2) && circle.sessions.allSatisfy(\.isRunning))
        circle.play(quickest: quickest, steps: 40)
        #expect(circle.agree(1, 2) && circle.sessions[1].table?.number ?? 0 > 40)
        circle.play(quickest: quickest)
        #expect(circle.agree(1, 2) && circle.sessions[0].table?.view.winner == quickest)
        for (session, ear) in zip(circle.sessions, circle.ears) {
            #expect(!session.isRunning && session.wins[quickest] == 1 && session.wins.reduce(0, +) == 1)
            #expect(ear.changes.first == .dealt && ear.changes.filter { $0 == .won(quickest) }.count == 1)
            #expect(ear.changes.contains(.myTurn))
            #expect(session.turnCard() == nil && session.snap() == nil, "after the end nothing is done, and nothing wrong")
        }
        #expect(circle.sessions.map(\.canReplay) == [true, false, false] && !circle.machine.isWaiting)
        circle.sessions[1].replay()
        circle.settle()
        #expect(circle.sessions[0].table?.deal == 1, "only the host deals")
        circle.sessions[0].replay()
        circle.settle()
        #expect(circle.agree(1, 2) && circle.sessions.allSatisfy { $0.table?.deal == 2 && $0.isRunning })
        #expect(circle.ears.allSatisfy { ear in ear.changes.filter { $0 == .dealt }.count == 2 })
    }

    @Test func whatCannotBeDoneIsSaidAndNotSent() {
        let circle = Circle { deck(beginning: "5S 9H 2C") }
        #expect(circle.sessions[0].millisecondsLeft > 9_000 && circle.sessions[1].turnCard() == .notMyTurn)
        circle.settle()
        #expect(circle.sessions[0].table?.number == 1)
        #expect(circle.sessions[2].snap() == .nothingTurned)
        circle.settle()
        #expect(circle.sessions[0].table?.number == 1 && circle.agree(1, 2), "before any card has fallen a snap costs nothing")
        #expect(circle.sessions[0].turnCard() == nil)
        circle.settle()
        #expect(circle.sessions[2].snap() == nil)
        circle.settle()
        #expect(circle.sessions[0].table?.outcomes == [.paid(player: 2, to: [0, 1])] && circle.agree(1, 2))
    }

    /// Both snap before either is told of the other: who arrives first has won, and says how long it took.
    @Test(arguments: [[1, 2], [2, 1]]) func snapsThatCross(order: [Int]) throws {
        let circle = Circle { deck(beginning: "5S 5H 9C 2S 3D 4D") }
        circle.play(quickest: 0, steps: 2)
        #expect(circle.sessions[2].table?.view.matches == [SnapMatch(rank: 5, piles: [0, 1])])
        #expect(circle.sessions[1].snap() == nil && circle.sessions[2].snap() == nil)
        for seat in order { circle.parties[seat].deliver() }
        circle.parties[0].deliver()
        circle.settle()
        let host = try #require(circle.sessions[0].host)
        #expect(host.game.log.suffix(2) == [.snap(player: order[0]), .snap(player: order[1])])
        #expect(host.game.hands[order[0]].count > 17 && circle.sessions[0].table?.outcomes == [.tooLate(player: order[1])])
        #expect(circle.agree(1, 2))
    }

    /// The cards of a guest who is lost go under the others' stacks, and these play on.
    @Test(arguments: [0, 7, 30]) func aGuestIsLostInMidGame(after steps: Int) throws {
        let circle = Circle()
        circle.play(quickest: 1, steps: steps)
        circle.parties[2].drop()
        circle.settle()
        #expect(circle.sessions[2].isOver && circle.ears[2].changes.last == .ended(.connectionDropped))
        let table = try #require(circle.sessions[1].table)
        #expect(circle.agree(1) && table.view.seats[2].standing == .left && circle.sessions[0].host?.absent == [2])
        #expect(table.view.seats[2].stack + table.view.seats[2].pile == 0)
        circle.play(quickest: 1)
        #expect(circle.agree(1) && circle.sessions[1].table?.view.winner == 1 && circle.sessions[0].wins == [0, 1, 0])
        circle.sessions[0].replay()
        circle.settle()
        #expect(circle.agree(1) && circle.sessions[1].table?.view.seats.map(\.stack) == [26, 26, 0])
        circle.sessions[1].leave()
        circle.settle()
        #expect(circle.sessions[0].table?.view.winner == 0 && !circle.sessions[0].canReplay)
        #expect(circle.parties[1].hasLeft && !circle.machine.isWaiting)
    }

    @Test(arguments: [true, false]) func withoutTheHostItIsOver(byChoice: Bool) {
        let circle = Circle()
        circle.play(quickest: 1, steps: 9)
        if byChoice { circle.sessions[0].leave() } else { circle.parties[0].drop() }
        for guest in [1, 2] {
            #expect(circle.ears[guest].changes.last == .ended(byChoice ? .serverQuit : .connectionDropped))
            #expect(circle.sessions[guest].isOver && !circle.sessions[guest].isRunning)
        }
        circle.sessions[0].leave()
        #expect(!circle.machine.isWaiting)
    }

    /// Against computer players, without touching a card: the cards come into one hand.
    @Test func aGameAlone() {
        let machine = FakeEnvironment()
        let session = SnapSession(names: ["Ann", "first", "second"], speed: .quick, scheduler: machine)
        let ear = Ear()
        session.delegate = ear
        session.startGame()
        for _ in 0..<10_000 where session.table?.view.winner == nil { machine.advance(milliseconds: 500) }
        #expect(session.isAlone && session.table?.view.winner != nil && session.canReplay && !machine.isWaiting)
        #expect(session.wins.reduce(0, +) == 1 && ear.changes.contains(.won(session.table?.view.winner ?? 0)))
    }
}
