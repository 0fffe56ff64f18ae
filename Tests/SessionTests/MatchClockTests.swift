// The clocks of two programs: what a move costs, who is out of time, and that both always know the same; with lag, lies, silence, lost
// connections and programs that are started again.

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
        #expect(!clock.isRunning && clock.left(of: .first, mover: .first, at: 90_000) == 60_000)
        clock.didMove(.first, cost: 5_000, at: 90_000)
        #expect(clock.left(of: .first, mover: .second, at: 95_000) == 60_000, "the first move costs nothing")
        #expect(clock.left(of: .second, mover: .second, at: 95_000) == 55_000)
        clock.didMove(.second, cost: 5_000, at: 95_000)
        #expect(clock.left(of: .second, mover: .first, at: 99_000) == 57_000 && clock.spent(by: .first, at: 99_000) == 4_000)
    }

    /// The claim counts as far as lag explains the difference: a second per move, five seconds in a game.
    @Test func lagIsMadeUpForWithinBounds() throws {
        var clock = try clock()
        clock.didMove(.first, cost: 0, at: 0)
        #expect(clock.cost(of: .second, claimed: 3_000, at: 3_400) == 3_000)
        #expect(clock.cost(of: .second, claimed: 0, at: 3_400) == 2_400, "a second at most")
        #expect(clock.cost(of: .second, claimed: 5_000, at: 3_400) == 5_000, "nobody claims too much")
        for _ in 0..<3 { _ = clock.cost(of: .second, claimed: 0, at: 3_400) }
        #expect(clock.cost(of: .second, claimed: 0, at: 3_400) == 2_800, "600 ms are left of five seconds")
        #expect(clock.cost(of: .second, claimed: 0, at: 3_400) == 3_400 && clock.grace(of: .second) == 0)
        #expect(clock.grace(of: .first) == 1_000)
    }

    @Test func aLostConnectionStopsItOnce() throws {
        var clock = try clock()
        clock.didMove(.first, cost: 0, at: 0)
        clock.didLose(at: 1_000)
        #expect(clock.left(of: .second, mover: .second, at: 21_000) == 59_000)
        #expect(clock.left(of: .second, mover: .second, at: 41_000) == 49_000, "thirty seconds")
        clock.didFind(mover: .second, at: 21_000)
        #expect(clock.left(of: .second, mover: .second, at: 22_000) == 58_000)
        clock.didLose(at: 22_000)
        clock.didFind(mover: .second, at: 42_000)
        #expect(clock.left(of: .second, mover: .second, at: 42_000) == 48_000, "ten seconds were left of it")
    }

    @Test("A game that nobody came back to is nobody's win, unless the time of the player to move was up before that")
    func tooLate() throws {
        var session = ResumableGame(
            token: ResumeToken(id: Array(repeating: 1, count: 16), key: SecretBytes(Array(repeating: 2, count: 32))),
            isHost: true,
            opponent: "Bob", endpoint: nil)
        session.history.digits = "44"
        var clock = GameClock(try #require(TimeControl(text: "10+0")))
        clock.didMove(.first, cost: 0, at: 0)
        clock.didMove(.second, cost: 0, at: 0)
        // The clocks have stood at 7 in the morning, when the first player was to move, for nine or eleven minutes when it was too late.
        for (minutes, reason) in [(9, EndingReason.abandoned), (11, .time)] {
            session.clock = clock.text(at: 0, wall: 25_200_000)
            let broken = BrokenGame(session: session, game: 1, secondsLeft: 0, secondsLate: 3_600)
            let record = try #require(broken.record(at: 25_200_000 + 30_000 + minutes * 60_000 + 3_600_000))
            #expect(record.reason == reason && record.result == (reason == .time ? GameResult.second : .unfinished))
        }
    }

    @Test func itIsStored() throws {
        var clock = try clock("5+2")
        #expect(GameClock(text: clock.text(at: 7, wall: 1_000_000), at: 0, wall: 2_000_000) == clock)
        clock.didMove(.first, cost: 0, at: 1_000)
        clock.didMove(.second, cost: 4_000, at: 5_000)
        let restored = try #require(GameClock(text: clock.text(at: 6_000, wall: 1_000_000), at: 100, wall: 1_049_000))
        #expect(restored.left(of: .second, mover: .first, at: 100) == 298_000)
        #expect(restored.left(of: .first, mover: .first, at: 100) == 280_000, "50 s, without thirty for the lost connection")
        #expect(GameClock(text: "5+2 1 2 3", at: 0, wall: 0) == nil && GameClock(text: "", at: 0, wall: 0) == nil)
    }
}

@Suite struct MatchClockTests {
    private func pair(_ text: String = "1+0") throws -> MatchPair {
        let pair = try MatchPair(timeControl: TimeControl(text: text))
        pair.meet()
        return pair
    }

    /// Time passes on both machines, and nothing arrives meanwhile.
    private func pass(_ milliseconds: Int, _ pair: MatchPair) {
        for machine in pair.network.machines { machine.advance(milliseconds: milliseconds) }
    }

    private func mover(_ pair: MatchPair) -> MatchPlayer { pair.host.match.state == .myTurn ? pair.host : pair.guest }

    /// Both know the same times, but for what is under way.
    private func agree(_ pair: MatchPair) -> Bool {
        let matches = [pair.host.match, pair.guest.match]
        return Player.allCases.allSatisfy { player in
            let times = matches.compactMap { $0.scene.timeLeft(of: player) }
            let slack = player == matches[0].game.mover && !matches[0].state.isOver ? 3_000 : 0
            return times.count == 2 && abs(times[0] - times[1]) <= slack
        }
    }

    @Test func bothHaveTheClocksOfTheHost() throws {
        let pair = try pair("3+2")
        #expect(pair.host.match.timeControl?.text == "3+2" && pair.guest.match.timeControl?.text == "3+2")
        pair.network.advance(seconds: 60)
        pair.play([3])
        pass(10_000, pair)
        pair.play([3], hostFirst: false)
        let left = try #require(pair.guest.match.scene.timeLeft(of: .second))
        #expect((171_500...172_000).contains(left) && agree(pair), "\(left)")
        #expect(pair.host.match.scene.timeLeft(of: .first).map { $0 > 179_900 } == true, "the first move cost nothing")
    }

    @Test func withoutClocksNothingIsCounted() throws {
        let pair = try MatchPair()
        pair.meet()
        pair.play([3, 3])
        pass(3_600_000, pair)
        #expect(pair.host.match.scene.timeLeft(of: .first) == nil && pair.host.match.state == .myTurn)
    }

    @Test func whoeverRunsOutOfTimeLoses() throws {
        let pair = try pair()
        pair.play([3, 3])
        pass(60_000, pair)
        pair.network.settle()
        for player in [pair.host, pair.guest] {
            #expect(player.match.series.ending == .firstOutOfTime && player.take().contains(.decided))
            #expect(player.machine.games.kept.first?.record.reason == .time)
        }
        #expect(pair.guest.match.series.tally == Tally(won: 1) && pair.host.match.series.tally == Tally(lost: 1))
        pair.guest.match.replay()
        pair.network.settle()
        #expect(pair.host.match.scene.timeLeft(of: .first) == 60_000 && pair.host.match.state == .yourTurn)
    }

    @Test func nobodyWinsOnTimeWhoCannotWinAnyMore() throws {
        let full = try Game(digits: drawnGame)
        #expect(Player.allCases.allSatisfy { GameEnding.timeUp(of: $0, in: full) == .drawnOnTime })
        #expect(GameEnding.timeUp(of: .first, in: try Game(digits: "44")) == .firstOutOfTime)
    }

    /// The other one decides, a moment later: what it does then is no lie.
    @Test func whoeverIsSilentLoses() throws {
        let pair = try pair()
        pair.play([3, 3])
        pair.network.stopped = [0]
        for _ in 0..<62 {
            pair.network.machines[1].advance(milliseconds: 1_000)
            pair.network.settle()
        }
        #expect(pair.guest.match.series.ending == .firstOutOfTime)
        pair.network.stopped = []
        pair.network.machines[0].advance(milliseconds: 62_000)
        pair.network.settle()
        #expect(pair.host.match.series.ending == .firstOutOfTime && !pair.host.match.isOver && agree(pair))
    }

    /// Somebody who says that moves took no time gains a second per move and five seconds in a game.
    @Test func aLieAboutTheOwnTimeGainsNoMoreThanLag() throws {
        let pair = try pair("3+0")
        pair.play([3])
        var guest = 180_000
        for column in [0, 1, 0, 1, 0, 1, 2] {
            pass(5_000, pair)
            pair.guest.match.clock.clocks?.restart(at: pair.guest.machine.now)
            pair.play([column], hostFirst: false)
            guest -= 5_000
            pair.play([column == 2 ? 3 : column + 4])
        }
        let left = try #require(pair.host.match.scene.timeLeft(of: .second))
        #expect(left > guest && left <= guest + 5_000, "\(left) \(guest) \(pair.host.match.game.digits)")
    }

    @Test func whoeverTakesTooMuchOfTheOthersTimeIsLeft() throws {
        let pair = try pair("10+0")
        pair.play([3, 3, 3])
        pair.host.match.opponent.send(.clock(.left(ply: 2, milliseconds: 600_000)))
        pair.network.settle()
        #expect(!pair.guest.match.isOver)
        pair.guest.match.move(0)
        pair.network.settle()
        pair.host.match.opponent.send(.clock(.left(ply: 3, milliseconds: 570_000)))
        pair.network.settle()
        #expect(!pair.guest.match.isOver && pair.guest.match.scene.timeLeft(of: .second).map { $0 <= 570_000 } == true)
        pair.host.match.opponent.send(.clock(.left(ply: 3, milliseconds: 500_000)))
        pair.network.settle()
        #expect(pair.guest.match.isOver && pair.guest.take().last == .ended(.violation(.wrongTime)))
    }

    @Test func aLieAboutTheOthersTimeEndsTheMatch() throws {
        let pair = try pair("10+0")
        pair.play([3, 3, 3])
        pair.host.match.opponent.send(.clock(.timeUp(ply: 3, isSenders: false)))
        pair.network.settle()
        #expect(pair.guest.match.isOver && pair.guest.take().last == .ended(.violation(.wrongTime)))
    }

    /// Pulling the cable buys nothing but the allowance.
    @Test func theClockRunsOnWhileTheConnectionIsLost() throws {
        let pair = try pair("3+0")
        pair.play([3, 3])
        pair.network.isUp = false
        pair.network.breakAll()
        pass(100_000, pair)
        pair.network.isUp = true
        pair.network.settle()
        pair.network.advance(seconds: 10)
        #expect(pair.host.match.reconnection == nil && pair.guest.match.reconnection == nil)
        let left = try #require(pair.guest.match.scene.timeLeft(of: .first))
        #expect((95_000...110_000).contains(left) && agree(pair))
        pair.play([4, 4])
        #expect(agree(pair) && pair.guest.match.game.digits == "4455")
    }

    @Test func whoeverDoesNotComeBackInTimeLosesOnTime() throws {
        let pair = try pair()
        pair.play([3, 3])
        pair.network.isUp = false
        pair.network.breakAll()
        pass(89_000, pair)
        #expect(pair.guest.match.series.ending == nil)
        pass(3_000, pair)
        #expect(pair.guest.match.series.ending == .firstOutOfTime && pair.guest.match.reconnection != nil)
        pair.network.isUp = true
        pair.network.settle()
        pair.network.advance(seconds: 10)
        #expect(
            pair.host.match.series.ending == .firstOutOfTime && pair.host.match.reconnection == nil && agree(pair))
    }

    @Test(arguments: [[0], [1], [0, 1]]) func theClockRunsOnWhileAProgramIsStartedAgain(dead: [Int]) throws {
        let pair = try pair("3+0")
        pair.play([3, 3, 4])
        for end in pair.network.connections { end.lose() }
        for index in dead { pair.network.kill(index) }
        pass(60_000, pair)
        for index in dead { try [pair.host, pair.guest][index].restart() }
        pair.network.settle()
        pair.network.advance(seconds: 10)
        #expect(pair.host.match.reconnection == nil && pair.guest.match.reconnection == nil)
        let left = try #require(pair.host.match.scene.timeLeft(of: .second))
        #expect((130_000...152_000).contains(left), "\(left)")
        pair.play([4, 5], hostFirst: false)
        pair.expect("44556")
        #expect(agree(pair))
    }

    /// Many games, with lag of 20 to 400 ms on the way of every packet: both always know the same, and how the game ended.
    @Test func bothAgreeInManyGames() throws {
        var random = SeededGenerator(seed: 33)
        var ends: [GameEnding?: Int] = [:]
        for number in 0..<150 {
            let pair = try pair(["1+0", "1+2", "3+0"][number % 3])
            while !pair.host.match.state.isOver && !pair.guest.match.state.isOver {
                let player = mover(pair)
                let columns = Board.columns.filter { player.match.game.reasonAgainst($0) == nil }
                let isSlow = Int.random(in: 0..<12, using: &random) == 0
                pass(Int.random(in: 0..<(isSlow ? 40_000 : 4_000), using: &random), pair)
                if !player.match.state.isOver, let column = columns.randomElement(using: &random) { player.match.move(column) }
                pass(Int.random(in: 20...400, using: &random), pair)
                pair.network.settle()
            }
            pass(2_000, pair)
            pair.network.settle()
            let (host, guest) = (pair.host.match, pair.guest.match)
            #expect(host.series.ending == guest.series.ending && host.game == guest.game && agree(pair), "game \(number)")
            #expect(!host.isOver && !guest.isOver && host.series.tally != Tally(), "game \(number)")
            ends[host.series.ending, default: 0] += 1
        }
        #expect(ends[nil, default: 0] > 15 && ends.count >= 3, "\(ends)")
    }
}
