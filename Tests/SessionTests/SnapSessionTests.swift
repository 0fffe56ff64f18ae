// Snap! without a screen: whole games of a host and its guests through the real packets, players who are lost, and a game alone.

import Engine
import Games
import Session
import TestSupport
import Testing
import Wire

/// Records the events of a session.
private final class SessionRecorder {
    private(set) var changes: [SnapChange] = []
    func listen(to session: SnapSession) { session.didChange = { [weak self] in self?.changes.append($0) } }
}

/// Players of one party, the host first, on one clock.
private final class SnapGroup {
    let machine = FakeEnvironment()
    let parties: [FakeParty]
    let sessions: [SnapSession]
    let recorders: [SessionRecorder]

    init(shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled) {
        let machine = machine
        parties = FakeParty.gather("Ann", "Bob", "Zoë")
        sessions = parties.map { SnapSession(party: $0, scheduler: machine, shuffle: shuffle) }
        recorders = parties.map { _ in SessionRecorder() }
        for (session, recorder) in zip(sessions, recorders) { recorder.listen(to: session) }
        for session in sessions { session.startGame() }
        settle()
    }

    /// All that travels arrives, and is seen by whom it reaches; the next action comes a while after.
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
        let group = SnapGroup {
            var random = random
            var deck = PlayingCardDeck()
            return deck.drawAll(using: &random)
        }
        #expect(group.agree(1, 2) && group.sessions.allSatisfy(\.isRunning))
        group.play(quickest: quickest, steps: 40)
        #expect(group.agree(1, 2) && group.sessions[1].table?.number ?? 0 > 40)
        group.play(quickest: quickest)
        #expect(group.agree(1, 2) && group.sessions[0].table?.view.winner == quickest)
        for (session, recorder) in zip(group.sessions, group.recorders) {
            #expect(!session.isRunning && session.wins[quickest] == 1 && session.wins.reduce(0, +) == 1)
            #expect(recorder.changes.first == .dealt && recorder.changes.filter { $0 == .won(quickest) }.count == 1)
            #expect(recorder.changes.contains(.myTurn))
            #expect(session.turnCard() == nil && session.snap() == nil, "after the end nothing is done, and nothing wrong")
        }
        #expect(group.sessions.map(\.canReplay) == [true, true, true] && !group.machine.isWaiting)
        group.sessions[1].replay()
        group.settle()
        #expect(group.sessions[0].table?.deal == 1, "only the host deals")
        group.sessions[0].replay()
        group.settle()
        #expect(group.agree(1, 2) && group.sessions.allSatisfy { $0.table?.deal == 2 && $0.isRunning })
        #expect(group.recorders.allSatisfy { recorder in recorder.changes.filter { $0 == .dealt }.count == 2 })
    }

    @Test func whatCannotBeDoneIsSaidAndNotSent() {
        let group = SnapGroup { deck(beginning: "5S 9H 2C") }
        #expect(group.sessions[0].millisecondsLeft > 9_000 && group.sessions[1].turnCard() == .notMyTurn)
        group.settle()
        #expect(group.sessions[0].table?.number == 1)
        #expect(group.sessions[2].snap() == .nothingTurned)
        group.settle()
        #expect(group.sessions[0].table?.number == 1 && group.agree(1, 2), "before any card has fallen a snap costs nothing")
        #expect(group.sessions[0].turnCard() == nil)
        group.settle()
        #expect(group.sessions[2].snap() == nil)
        group.settle()
        #expect(group.sessions[0].table?.outcomes == [.paid(player: 2, to: [0, 1])] && group.agree(1, 2))
    }

    /// Both snap before either is told of the other: who arrives first has won, and says how long it took.
    @Test(arguments: [[1, 2], [2, 1]]) func snapsThatCross(order: [Int]) throws {
        let group = SnapGroup { deck(beginning: "5S 5H 9C 2S 3D 4D") }
        group.play(quickest: 0, steps: 2)
        #expect(group.sessions[2].table?.view.matches == [SnapMatch(rank: 5, piles: [0, 1])])
        #expect(group.sessions[1].snap() == nil && group.sessions[2].snap() == nil)
        for seat in order { group.parties[seat].deliver() }
        group.parties[0].deliver()
        group.settle()
        let host = try #require(group.sessions[0].host)
        #expect(host.game.log.suffix(2) == [.snap(player: order[0]), .snap(player: order[1])])
        #expect(host.game.hands[order[0]].count > 17 && group.sessions[0].table?.outcomes == [.tooLate(player: order[1])])
        #expect(group.agree(1, 2))
    }

    /// The cards of a guest who is lost go under the others' stacks, and these play on.
    @Test(arguments: [0, 7, 30]) func aGuestIsLostInMidGame(after steps: Int) throws {
        let group = SnapGroup()
        group.play(quickest: 1, steps: steps)
        group.parties[2].drop()
        group.settle()
        #expect(group.sessions[2].isOver && group.recorders[2].changes.last == .ended(.connectionDropped))
        let table = try #require(group.sessions[1].table)
        #expect(group.agree(1) && table.view.seats[2].standing == .left && group.sessions[0].host?.absent == [2])
        #expect(table.view.seats[2].stack + table.view.seats[2].pile == 0)
        group.play(quickest: 1)
        #expect(group.agree(1) && group.sessions[1].table?.view.winner == 1 && group.sessions[0].wins == [0, 1, 0])
        group.sessions[0].replay()
        group.settle()
        #expect(group.agree(1) && group.sessions[1].table?.view.seats.map(\.stack) == [26, 26, 0])
        group.sessions[1].leave()
        group.settle()
        #expect(group.sessions[0].table?.view.winner == 0 && !group.sessions[0].canReplay)
        #expect(group.parties[1].hasLeft && !group.machine.isWaiting)
    }

    @Test(arguments: [true, false]) func withoutTheHostItIsOver(byChoice: Bool) {
        let group = SnapGroup()
        group.play(quickest: 1, steps: 9)
        if byChoice { group.sessions[0].leave() } else { group.parties[0].drop() }
        for guest in [1, 2] {
            #expect(group.recorders[guest].changes.last == .ended(byChoice ? .serverQuit : .connectionDropped))
            #expect(group.sessions[guest].isOver && !group.sessions[guest].isRunning)
        }
        group.sessions[0].leave()
        #expect(!group.machine.isWaiting)
    }

    /// Against computer players, without touching a card: the cards come into one hand.
    @Test func aGameAlone() {
        let machine = FakeEnvironment()
        let session = SnapSession(names: ["Ann", "first", "second"], speed: .quick, scheduler: machine)
        let recorder = SessionRecorder()
        recorder.listen(to: session)
        session.startGame()
        for _ in 0..<10_000 where session.table?.view.winner == nil { machine.advance(milliseconds: 500) }
        #expect(session.isAlone && session.table?.view.winner != nil && session.canReplay && !machine.isWaiting)
        #expect(session.wins.reduce(0, +) == 1 && recorder.changes.contains(.won(session.table?.view.winner ?? 0)))
    }
}
