// The clocks of two programs: what a move costs, who is out of time, and that both always know the same; with lag, lies, silence, lost
// connections and programs that are stopped or started again.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct GameClockTests {
    private func clock(_ text: String = "1+0") throws -> GameClock { GameClock(try #require(TimeControl(text: text))) }

    @Test(arguments: ["1+0", "3+2", "10+5"]) func whatIsChosen(text: String) { #expect(TimeControl(text: text)?.text == text) }

    @Test(arguments: ["", "2+0", "3+1", "3", "3+2+1", "a+b", "-1+0", "3+"]) func whatCannotBeChosen(text: String) {
        #expect(TimeControl(text: text) == nil)
    }

    @Test func itStartsWithTheSecondMove() throws {
        var clock = try clock("1+2")
        clock.run(since: 0)
        #expect(!clock.isRunning && clock.left(of: .first, at: 90_000) == 60_000)
        clock.didMove(cost: 5_000)
        #expect(clock.left(of: .first, at: 95_000) == 60_000, "the first move costs nothing")
        #expect(clock.left(of: .second, at: 95_000) == 60_000, "it has not arrived")
        clock.run(since: 90_000)
        #expect(clock.left(of: .second, at: 95_000) == 55_000)
        clock.didMove(cost: 5_000)
        clock.run(since: 95_000)
        #expect(clock.left(of: .second, at: 99_000) == 57_000 && clock.spent(at: 99_000) == 4_000)
    }

    @Test func whatIsTakenBackGivesItsTimeBack() throws {
        var clock = try clock("1+2")
        for cost in [0, 4_000, 5_000, 6_000] { clock.didMove(cost: cost) }
        clock.run(since: 20_000)
        clock.takeBack(to: 2)
        #expect(clock.left(of: .first, at: 30_000) == 60_000 && clock.left(of: .second, at: 30_000) == 58_000)
    }

    @Test func aGameThatNobodyCameBackToIsNobodysWin() throws {
        var session = record(MatchHistory(digits: "44"), isHost: true)
        session.clock = "0 0 0 1+0 1 1 0 0 0 0"
        let record = try #require(session.abandoned)
        #expect(record.reason == .abandoned && record.result == .unfinished)
    }

    /// Within one start of the machine its clock counts; after another one the time of day, but never less than was stored.
    @Test func itIsStored() throws {
        var clock = try clock("5+2")
        #expect(GameClock(text: clock.text(at: 7, wall: 1_000_000), at: 0, wall: 2_000_000) == clock)
        clock.didMove(cost: 0)
        clock.didMove(cost: 4_000)
        clock.run(since: 5_000)
        let text = clock.text(at: 6_000, wall: 1_000_000)
        for (wall, isSameBoot, left) in [(9, true, 255), (1_050_000, false, 249), (9, false, 299)] {
            let restored = try #require(GameClock(text: text, at: 50_000, wall: wall, isSameBoot: isSameBoot))
            #expect(restored.left(of: .second, at: 50_000) == 298_000 && restored.left(of: .first, at: 50_000) == left * 1_000)
        }
        #expect(GameClock(text: "5+2 1 2 3", at: 0, wall: 0) == nil && GameClock(text: "", at: 0, wall: 0) == nil)
    }
}

/// Two players at a match with clocks, and what time does to them.
@MainActor struct ClockPair {
    let pair: MatchPair

    init(_ text: String = "1+0") throws {
        pair = try MatchPair(timeControl: TimeControl(text: text))
        pair.meet()
    }

    var host: Match { pair.host.match }
    var guest: Match { pair.guest.match }
    var machines: [FakeEnvironment] { pair.network.machines }

    /// Time passes on both machines, and nothing arrives meanwhile.
    func pass(seconds: Int) { for machine in machines { machine.advance(milliseconds: seconds * 1_000) } }

    /// The connection is lost for so long, and both find each other again.
    func cut(seconds: Int, _ meanwhile: () -> Void = {}) {
        pair.network.isUp = false
        pair.network.breakAll()
        meanwhile()
        pass(seconds: seconds)
        pair.network.isUp = true
        pair.network.settle()
        pair.network.advance(seconds: 6)
        #expect(host.reconnection == nil && guest.reconnection == nil)
    }

    /// A program is stopped for so long.
    func stop(_ index: Int, seconds: Int, _ meanwhile: () -> Void = {}) {
        pair.network.stopped = [index]
        meanwhile()
        for _ in 0..<seconds {
            machines[1 - index].advance(milliseconds: 1_000)
            pair.network.settle()
        }
        pair.network.stopped = []
        machines[index].oversleep(milliseconds: seconds * 1_000)
        pair.network.settle()
    }

    /// Seconds left to a player, as the host and the guest see it, rounded.
    func left(_ player: Player) -> [Int] {
        [host, guest].map { (($0.scene.timeLeft(of: player) ?? -1) + 500) / 1_000 }
    }

    /// Both see this.
    func expect(first: Int, second: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        for (player, seconds) in [(Player.first, first), (.second, second)] {
            #expect(
                left(player).allSatisfy { abs($0 - seconds) <= 1 }, "\(player): \(left(player))", sourceLocation: sourceLocation)
        }
        #expect(isAgreed, sourceLocation: sourceLocation)
    }

    var isAgreed: Bool {
        Player.allCases.allSatisfy { player in
            let times = [host, guest].compactMap { $0.scene.timeLeft(of: player) }
            return times.count == 2 && abs(times[0] - times[1]) <= 200
        }
    }
}

@Suite struct MatchClockTests {
    @Test func bothHaveTheClocksOfTheHost() throws {
        let clocks = try ClockPair("3+2")
        #expect(clocks.host.timeControl?.text == "3+2" && clocks.guest.timeControl?.text == "3+2")
        clocks.pair.network.advance(seconds: 60)
        clocks.pair.play([3])
        clocks.pass(seconds: 10)
        clocks.pair.play([3], hostFirst: false)
        clocks.expect(first: 180, second: 172)
    }

    @Test func withoutClocksNothingIsCounted() throws {
        let pair = try MatchPair()
        pair.meet()
        pair.play([3, 3])
        for machine in pair.network.machines { machine.advance(milliseconds: 3_600_000) }
        #expect(pair.host.match.scene.timeLeft(of: .first) == nil && pair.host.match.state == .myTurn)
    }

    @Test func whoeverRunsOutOfTimeLoses() throws {
        let clocks = try ClockPair()
        clocks.pair.play([3, 3])
        clocks.pass(seconds: 60)
        clocks.pair.network.settle()
        for player in [clocks.pair.host, clocks.pair.guest] {
            #expect(player.match.series.ending == .firstOutOfTime && player.take().contains(.decided))
            #expect(player.machine.games.kept.first?.record.reason == .time)
        }
        #expect(clocks.guest.series.tally == Tally(won: 1) && clocks.host.series.tally == Tally(lost: 1))
        clocks.guest.replay()
        clocks.pair.network.settle()
        #expect(clocks.host.scene.timeLeft(of: .first) == 60_000 && clocks.host.state == .yourTurn)
    }

    @Test func nobodyWinsOnTimeWhoCannotWinAnyMore() throws {
        let full = try Game(digits: drawnGame)
        #expect(Player.allCases.allSatisfy { GameEnding.timeUp(of: $0, in: full) == .drawnOnTime })
        #expect(GameEnding.timeUp(of: .first, in: try Game(digits: "44")) == .firstOutOfTime)
    }

    @Test func nobodysTimeGoesOnAfterTheOtherHasLeft() throws {
        let clocks = try ClockPair()
        clocks.pair.play([3, 3])
        clocks.pass(seconds: 5)
        clocks.guest.leave()
        clocks.pair.network.settle()
        #expect(clocks.host.isOver)
        clocks.pass(seconds: 30)
        clocks.expect(first: 55, second: 60)
    }

    /// Ctrl-Z after a move: the opponent moves, and the clock of the one who is away starts when the program has the move.
    @Test func whoIsStoppedAfterAMoveBuysAndLosesNothing() throws {
        let clocks = try ClockPair()
        clocks.pair.play([3, 3])
        clocks.stop(1, seconds: 65) {
            clocks.machines[0].advance(milliseconds: 20_000)
            #expect(clocks.host.scene.mayMove)
            clocks.host.move(2)
            #expect(!clocks.host.scene.isClockRunning)
        }
        #expect(clocks.host.state == .yourTurn && clocks.guest.game.digits == "443")
        clocks.expect(first: 40, second: 60)
        clocks.pass(seconds: 5)
        clocks.pair.play([4], hostFirst: false)
        clocks.expect(first: 40, second: 55)
    }

    /// Stopped when the move was there already: the clock runs, and the flag falls when the program says so itself.
    @Test func whoIsStoppedWhileThinkingPaysForIt() throws {
        let clocks = try ClockPair()
        clocks.pair.play([3, 3])
        clocks.stop(0, seconds: 30)
        clocks.expect(first: 30, second: 60)
        clocks.stop(0, seconds: 25)
        clocks.stop(1, seconds: 3)
        clocks.expect(first: 2, second: 60)
        clocks.stop(0, seconds: 30)
        #expect(clocks.guest.scene.isTimeUpUnlessMoved || clocks.guest.state.isOver)
        #expect(clocks.host.series.ending == .firstOutOfTime && clocks.guest.series.ending == .firstOutOfTime)
    }

    /// This program cannot know how long the opponent thought while it was stopped itself: the opponent is not charged for it.
    @Test func ownSleepIsNotTheOpponentsTime() throws {
        let clocks = try ClockPair()
        clocks.pair.play([3, 3])
        clocks.stop(1, seconds: 30) {
            clocks.machines[0].advance(milliseconds: 5_000)
            clocks.host.move(2)
        }
        clocks.expect(first: 55, second: 60)
    }

    /// Stopped while it was asked how long it has been to move: its answer comes at once when it goes on, and is not as old as the question.
    @Test func anAnswerThatTookLongIsAskedForAgain() throws {
        let clocks = try ClockPair()
        clocks.pair.play([3, 3])
        clocks.pair.network.stopped = [0]
        clocks.machines[1].oversleep(milliseconds: 5_000)
        clocks.machines[1].advance(milliseconds: 2_500)
        clocks.pair.network.stopped = []
        clocks.machines[0].oversleep(milliseconds: 7_500)
        clocks.pair.network.settle()
        clocks.expect(first: 52, second: 60)
    }

    /// Both are there, and the mover says nothing and does nothing.
    @Test func whoeverIsSilentLoses() throws {
        let clocks = try ClockPair()
        clocks.pair.play([3, 3])
        clocks.host.clock.didRunOut = {}
        for _ in 0..<64 { clocks.pair.network.advance(seconds: 1) }
        #expect(clocks.guest.series.ending == .firstOutOfTime && clocks.host.series.ending == .firstOutOfTime)
    }

    // MARK: A lost connection

    /// The player to move moves once, and the other one reads how long it took.
    @Test func thePlayerToMoveMovesDuringABreak() throws {
        let clocks = try ClockPair("3+0")
        clocks.pair.play([3, 3])
        _ = (clocks.pair.host.take(), clocks.pair.guest.take())
        clocks.cut(seconds: 100) {
            clocks.pass(seconds: 10)
            clocks.host.move(2)
            clocks.host.move(3)
            #expect(clocks.host.game.digits == "443" && clocks.host.scene.isMoveUnread && !clocks.host.scene.isClockRunning)
        }
        clocks.expect(first: 170, second: 180 - 6)
        let news = [clocks.pair.host, clocks.pair.guest].map { player in
            player.take().compactMap { event in
                if case .resumed(_, .moved(let byUs, let milliseconds?)) = event {
                    "\(byUs) \(milliseconds / 1_000)"
                } else {
                    nil
                }
            }
        }
        #expect(news == [["true 10"], ["false 10"]])
        clocks.pair.play([4], hostFirst: false)
        clocks.pair.expect("4435")
    }

    /// The guest does not know it yet.
    private func untilTheHostHasFoundTheGuest(_ clocks: ClockPair) {
        for _ in 0..<1_000 where clocks.host.reconnection != nil { clocks.pair.network.pass(milliseconds: 20) { 100 } }
        #expect(clocks.host.reconnection == nil && clocks.guest.reconnection != nil)
    }

    /// A host's move during a break is confirmed when the guest says hello, not by a report that came before the guest had read it.
    @Test func aMoveDuringABreakIsNotConfirmedByAnOldReport() throws {
        let clocks = try ClockPair("3+0")
        let network = clocks.pair.network
        clocks.pair.play([3, 3])
        network.isUp = false
        network.breakAll()
        clocks.host.move(2)
        network.isUp = true
        untilTheHostHasFoundTheGuest(clocks)
        #expect(!clocks.host.series.isConfirmed)
        network.settle()
        clocks.pair.expect("443")
        #expect(clocks.host.series.isConfirmed)
    }

    /// The host has found the guest already, which does not know it yet and moves: the host hears of the move when they meet again.
    @Test func aMoveInTheLastMomentOfABreakIsNotLost() throws {
        let clocks = try ClockPair("3+0")
        let (pair, network) = (clocks.pair, clocks.pair.network)
        pair.play([3, 3, 2])
        network.isUp = false
        network.breakAll()
        clocks.pass(seconds: 3)
        network.isUp = true
        untilTheHostHasFoundTheGuest(clocks)
        clocks.guest.move(4)
        network.settle()
        network.advance(seconds: 6)
        pair.expect("4435")
        #expect(clocks.isAgreed)
    }

    @Test func theClockRunsOnWhileTheConnectionIsLost() throws {
        let clocks = try ClockPair("3+0")
        clocks.pair.play([3, 3])
        clocks.cut(seconds: 100)
        clocks.expect(first: 180 - 106, second: 180)
        clocks.pair.play([4, 4])
        clocks.expect(first: 180 - 106, second: 180)
    }

    /// The time of the one who is away is up; but who knows whether there was a move.
    @Test(arguments: [true, false]) func nobodyWinsOnTimeWhileTheOtherIsAway(didMove: Bool) throws {
        let clocks = try ClockPair()
        clocks.pair.play([3, 3])
        clocks.cut(seconds: 90) {
            clocks.pass(seconds: 20)
            if didMove { clocks.host.move(2) }
            clocks.machines[1].advance(milliseconds: 50_000)
            #expect(clocks.guest.scene.isTimeUpUnlessMoved && !clocks.guest.state.isOver)
        }
        #expect(
            clocks.host.series.ending == (didMove ? nil : .firstOutOfTime)
                && clocks.guest.series.ending == clocks.host.series.ending)
        if didMove { clocks.expect(first: 40, second: 60 - 6) }
    }

    @Test(arguments: [[0], [1], [0, 1]]) func theClockRunsOnWhileAProgramIsStartedAgain(dead: [Int]) throws {
        let clocks = try ClockPair("3+0")
        clocks.pair.play([3, 3, 4])
        for end in clocks.pair.network.connections { end.lose() }
        for index in dead { clocks.pair.network.kill(index) }
        clocks.pass(seconds: 60)
        for index in dead { try [clocks.pair.host, clocks.pair.guest][index].restart() }
        clocks.pair.network.settle()
        clocks.pair.network.advance(seconds: 6)
        #expect(clocks.host.reconnection == nil && clocks.guest.reconnection == nil)
        clocks.expect(first: 180, second: 180 - 66)
        clocks.pair.play([4, 5], hostFirst: false)
        clocks.pair.expect("44556")
        clocks.expect(first: 180, second: 180 - 66)
    }

    @Test func anUndoGivesTheTimeBackToBoth() throws {
        let clocks = try ClockPair()
        clocks.pair.play([3, 3])
        for column in [2, 3] {
            clocks.pass(seconds: 6)
            clocks.pair.play([column], hostFirst: column == 2)
        }
        clocks.pass(seconds: 3)
        #expect(throws: ConsentRefusal.asked) { try clocks.host.undo() }
        clocks.pair.network.settle()
        clocks.guest.answer(isAllowed: true)
        clocks.pair.network.settle()
        clocks.pair.expect("44")
        clocks.expect(first: 60, second: 60)
    }

    /// The clocks of games at this machine stand while it sleeps.
    @Test func atOneMachineTheyStandWhileItSleeps() throws {
        let machine = FakeEnvironment()
        let match = Match(with: LocalOpponent(), name: "Ann", environment: machine, archive: machine.games)
        match.timeControl = TimeControl(text: "1+0")
        match.begin()
        match.move(3)
        machine.advance(milliseconds: 10_000)
        machine.oversleep(milliseconds: 3_600_000)
        machine.advance(milliseconds: 10_000)
        #expect(match.scene.timeLeft(of: .second).map { abs($0 - 40_000) <= 1_000 } == true && !match.state.isOver)
    }
}
