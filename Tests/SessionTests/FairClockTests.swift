// Clocks, questions and results that nobody can bend: many games with a slow network, programs that are stopped and killed, and cables that are
// pulled; and a program that lies in every message.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

/// One game between honest programs, with whatever happens to them.
@MainActor private final class UnluckyGame {
    /// In milliseconds.
    private static let step = 40
    let pair: MatchPair
    private var random: SeededGenerator
    private var now = 0
    /// What has happened to each of the two, or to the network, until when.
    private enum Trouble { case stopped(Int), killed(Int), cut }
    private var trouble: (Trouble, end: Int)?
    /// For how long each player could move, or could not because of what happened to the own program.
    private(set) var able = [0, 0]
    /// The largest difference between what the two see, once both were connected, in milliseconds.
    private(set) var largest = 0
    private(set) var troubles = 0
    private var quietSince = 0

    init(_ number: Int) throws {
        random = SeededGenerator(seed: UInt64(number))
        pair = try MatchPair(timeControl: TimeControl(text: ["1+0", "1+2", "1+0", "1+5"][number % 4]))
        pair.meet()
        pair.play([3, 3])
    }

    private var players: [MatchPlayer] { [pair.host, pair.guest] }

    /// Plays to the end, or for half an hour.
    func play() throws {
        while now < 1_800_000, !(isOver && trouble == nil && now > quietSince + 8_000) { try go() }
    }

    var isOver: Bool { players.allSatisfy { $0.match.state.isOver } }

    private func go() throws {
        now += Self.step
        pair.network.pass(milliseconds: Self.step) { Int.random(in: 20...400, using: &random) }
        if let (what, end) = trouble {
            if now >= end { try finish(what) }
        } else if !isOver, Int.random(in: 0..<30_000 / Self.step, using: &random) == 0 {
            begin()
        }
        for (index, player) in players.enumerated() { consider(player, index) }
        compare()
    }

    private func begin() {
        let end = now + Int.random(in: 200...40_000, using: &random)
        let index = Int.random(in: 0...1, using: &random)
        troubles += 1
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            trouble = (.stopped(index), end)
            pair.network.stopped = [index]
        case 1:
            trouble = (.killed(index), end)
            pair.network.kill(index)
            pair.network.stopped = [index]
        default:
            trouble = (.cut, end)
            pair.network.isUp = false
            pair.network.breakAll()
        }
        began = now
    }

    private var began = 0

    private func finish(_ what: Trouble) throws {
        trouble = nil
        quietSince = now
        switch what {
        case .stopped(let index):
            pair.network.stopped = []
            pair.network.machines[index].oversleep(milliseconds: now - began)
        case .killed(let index):
            pair.network.stopped = []
            pair.network.machines[index].oversleep(milliseconds: now - began)
            try players[index].restart()
        case .cut: pair.network.isUp = true
        }
    }

    /// The player thinks, and moves.
    private func consider(_ player: MatchPlayer, _ index: Int) {
        let match = player.match
        guard match.state == .myTurn else { return }
        let (mayMove, isStopped) = (match.scene.mayMove, pair.network.stopped == [index])
        if mayMove || isStopped { able[match.me.rawValue] += Self.step }
        guard mayMove, !isStopped else { return }
        if Int.random(in: 0..<(Int.random(in: 0..<10, using: &random) == 0 ? 40_000 : 4_000) / Self.step, using: &random) == 0 {
            let columns = Board.columns.filter { match.game.reasonAgainst($0) == nil }
            if let column = columns.randomElement(using: &random) { match.move(column) }
        }
    }

    /// Once both are connected and what was under way has arrived, they agree.
    private func compare() {
        guard trouble == nil, now % 200 == 0, now > quietSince + 8_000, pair.host.match.game == pair.guest.match.game else {
            return
        }
        guard players.allSatisfy({ $0.match.isConnected && $0.match.scene.isClockRunning }) else { return }
        for player in Player.allCases {
            let times = players.compactMap { $0.match.scene.timeLeft(of: player) }
            largest = max(largest, abs(times[0] - times[1]))
        }
    }
}

@Suite struct FairClockTests {
    /// `make test-all` plays a thousand games, and prints how far the two were apart.
    @Test func honestProgramsAgreeAndNobodyIsRobbed() throws {
        let count = Thoroughness.pick(50, of: 1_000)
        var (ends, differences, troubles) = ([String: Int](), [Int](), 0)
        for number in 0..<count {
            let game = try UnluckyGame(number)
            try game.play()
            let (host, guest) = (game.pair.host.match, game.pair.guest.match)
            #expect(host.state.isOver && guest.state.isOver, "game \(number)")
            #expect(host.game == guest.game && host.series.ending == guest.series.ending, "game \(number)")
            #expect(!(host.state == .iWin && guest.state == .iWin), "game \(number)")
            let losers: [GameEnding: Player] = [.firstOutOfTime: .first, .secondOutOfTime: .second]
            if let loser = host.series.ending.flatMap({ losers[$0] }) {
                let charged = (host.clock.control?.minutes ?? 0) * 60_000
                #expect(game.able[loser.rawValue] >= charged - 3_000, "game \(number): \(game.able)")
            }
            ends[host.series.ending.map { "\($0)" } ?? "on the board", default: 0] += 1
            differences.append(game.largest)
            troubles += game.troubles
            #expect(game.largest <= 220, "game \(number)")
        }
        differences.sort()
        if Thoroughness.isWhole {
            print(
                "\(count) games, \(troubles) troubles: \(ends); largest difference of a game: median \(differences[count / 2]) ms,",
                "99 in 100 \(differences[count * 99 / 100]) ms, all \(differences[count - 1]) ms")
        }
    }

    // MARK: Lies

    private func pair(_ text: String? = "1+0") throws -> MatchPair {
        let pair = try MatchPair(timeControl: text.flatMap(TimeControl.init))
        pair.meet()
        return pair
    }

    /// How a game ended, for both.
    private enum End: CaseIterable { case four, resignation, draw, time }

    private func end(_ pair: MatchPair, by how: End) throws {
        switch how {
        case .four: pair.play(shortWin.compactMap { $0.wholeNumberValue.map { $0 - 1 } })
        case .resignation:
            pair.play([3, 3, 3])
            pair.guest.match.resign()
        case .draw:
            pair.play([3, 3, 3])
            #expect(throws: ConsentRefusal.asked) { try pair.host.match.offerDraw() }
            pair.network.settle()
            pair.guest.match.answer(isAllowed: true)
        case .time:
            pair.play([3, 3, 3])
            for machine in pair.network.machines { machine.advance(milliseconds: 60_000) }
        }
        pair.network.settle()
        #expect(pair.host.match.state.isOver && pair.guest.match.state.isOver)
    }

    private func lie(_ random: inout SeededGenerator, near ply: Int) -> ControlPacket {
        let ply = max(0, min(42, ply + Int.random(in: -3...2, using: &random)))
        let time = [0, 1, 1_000, 30_000, 59_999, 60_000, 600_000].randomElement(using: &random) ?? 0
        let topic = ConsentTopic.allCases.randomElement(using: &random) ?? .draw
        return switch Int.random(in: 0..<10, using: &random) {
        case 0: .consent(.ask(topic, ply: ply))
        case 1: .consent(.allow(topic, ply: ply))
        case 2: .consent(.refuse(topic, ply: ply))
        case 3: .consent(.resign(ply: ply))
        case 4: .consent(.done(topic == .draw ? .draw : .undo, ply: ply))
        case 5: .clock(.used(ply: ply, milliseconds: time))
        case 6: .clock(.charged(ply: ply, milliseconds: time))
        case 7: .clock(.thinking(ply: ply, milliseconds: time))
        case 8: .clock(.howLong(ply: ply))
        default: .clock(.timeUp(ply: ply, isSenders: Bool.random(using: &random)))
        }
    }

    /// Whoever lies after the end, on the open connection: nothing changes a result that both have confirmed.
    @Test(arguments: [true, false]) func noMessageChangesAConfirmedResult(isLiarHost: Bool) throws {
        var random = SeededGenerator(seed: 51)
        for how in End.allCases {
            let pair = try pair()
            try end(pair, by: how)
            let (liar, victim) = isLiarHost ? (pair.host, pair.guest) : (pair.guest, pair.host)
            let before = (victim.match.series.ending, victim.match.game, victim.match.series.tally)
            for _ in 0..<1_000 {
                if liar.match.isOver || victim.match.isOver { break }
                liar.match.opponent.send(lie(&random, near: victim.match.game.moves.count))
                if Int.random(in: 0..<4, using: &random) == 0 { victim.match.answer(isAllowed: Bool.random(using: &random)) }
                pair.network.settle()
            }
            #expect((victim.match.series.ending, victim.match.game, victim.match.series.tally) == before, "\(how)")
        }
    }

    /// The same in the history with which a liar comes back.
    @Test func noHistoryChangesAConfirmedResult() throws {
        var random = SeededGenerator(seed: 52)
        let won = "1212121"
        let records: [(String, GameEnding?)] = [
            (won, nil), ("445", .firstResigned), ("445", .secondResigned), ("4453", .drawAgreed), ("445", .secondOutOfTime),
        ]
        for (digits, ending) in records {
            for isHost in [true, false] {
                var ours = record(
                    MatchHistory(digits: digits, ending: ending, costs: Array(repeating: 500, count: digits.utf8.count)),
                    isHost: isHost)
                ours.isConfirmed = true
                ours.clock = "0 0 0 1+0 0 0 0 0"
                let judge = try #require(CommonHistory.judge(for: ours))
                for _ in 0..<1_000 {
                    var lie = ours.history
                    lie.digits = String(digits.prefix(Int.random(in: 0...digits.utf8.count, using: &random)))
                    for _ in 0..<Int.random(in: 0...2, using: &random) {
                        lie.digits += "\(Int.random(in: 1...7, using: &random))"
                    }
                    lie.ending = Bool.random(using: &random) ? nil : GameEnding.allCases.randomElement(using: &random)
                    lie.takeBacks = Int.random(in: 0...1, using: &random)
                    lie.costs = lie.digits.map { _ in Int.random(in: 0...90_000, using: &random) }
                    guard let common = judge(lie) else { continue }
                    #expect(
                        common.history.digits == digits && common.history.ending == ending && common.history.takeBacks == 0,
                        "\(lie)")
                }
            }
        }
    }

    /// The host asks for a draw or an undo, and the guest reads it.
    private func hostAsks(for topic: ConsentTopic, _ pair: MatchPair) {
        #expect(throws: ConsentRefusal.asked) {
            if topic == .draw { try pair.host.match.offerDraw() } else { try pair.host.match.undo() }
        }
        pair.network.settle()
    }

    /// A draw or an undo that was not accepted, or was withdrawn by a move, is none; whoever accepts one is told so by the one who asked.
    @Test func aQuestionThatAMoveHasWithdrawnIsVoid() throws {
        for topic in [ConsentTopic.draw, .undo] {
            let pair = try pair(nil)
            pair.play([3, 3])
            hostAsks(for: topic, pair)
            // It crosses the answer.
            pair.host.match.move(2)
            pair.guest.match.answer(isAllowed: true)
            #expect(pair.guest.match.consent.granted?.topic == topic)
            pair.network.settle()
            pair.expect("443")
            #expect(pair.guest.match.consent.granted == nil && pair.host.match.state == .yourTurn)
        }
    }

    /// Ask, allow, done; a move of the one who allowed it gives way.
    @Test func whatWasCarriedOutCountsMoreThanAMoveThatCrossesIt() throws {
        for topic in [ConsentTopic.draw, .undo] {
            let pair = try pair(nil)
            pair.play([3, 3, 3])
            hostAsks(for: topic, pair)
            pair.guest.match.answer(isAllowed: true)
            pair.guest.match.move(5)
            #expect(pair.guest.match.game.digits == "4446")
            pair.network.settle()
            pair.expect(topic == .draw ? "444" : "44")
            #expect(
                pair.host.match.series.ending == (topic == .draw ? .drawAgreed : nil)
                    && pair.guest.match.series.ending == pair.host.match.series.ending)
        }
    }

    /// What was accepted before the connection broke is carried out after it.
    @Test(arguments: [[], [0], [1], [0, 1]]) func anAcceptanceSurvivesABreak(dead: [Int]) throws {
        for topic in [ConsentTopic.draw, .undo] {
            let pair = try pair(nil)
            pair.play([3, 3, 3])
            hostAsks(for: topic, pair)
            pair.guest.match.answer(isAllowed: true)
            try pair.breakAndMend(dead: dead)
            pair.expect(topic == .draw ? "444" : "44", "\(topic)")
            #expect(pair.host.match.series.ending == (topic == .draw ? .drawAgreed : nil))
        }
    }

    /// Whoever asks again and again is answered no, and the player moves.
    @Test func aQuestionNeverBlocksAMove() throws {
        let pair = try pair(nil)
        pair.play([3, 3])
        for _ in 0..<20 {
            pair.guest.match.opponent.send(.consent(.ask(.draw, ply: 2)))
            pair.network.settle()
        }
        #expect(pair.host.take().filter { $0 == .asked(.draw) }.count == 1)
        pair.host.match.answer(isAllowed: false)
        pair.guest.match.opponent.send(.consent(.ask(.draw, ply: 2)))
        pair.network.settle()
        #expect(pair.host.take().filter { $0 == .asked(.draw) }.isEmpty)
        #expect(throws: ConsentRefusal.asked) { try pair.host.match.undo() }
        pair.host.match.move(2)
        pair.network.settle()
        pair.expect("443")
        #expect(pair.host.match.consent.asked == nil && pair.guest.match.consent.wanted == nil)
        #expect(throws: ConsentRefusal.asked) { try pair.guest.match.offerDraw() }
        pair.network.settle()
        pair.host.match.answer(isAllowed: false)
        pair.network.settle()
        #expect(throws: ConsentRefusal.askedThisMove) { try pair.guest.match.offerDraw() }
    }

    @Test func aSecondHelloEndsTheConnection() throws {
        let pair = try pair(nil)
        pair.play([3, 3])
        pair.network.connections[1].send(
            Packet.frame(of: .control(.hello(Hello(name: "Eve", version: Program.version, game: Hello.fourInARow)))))
        pair.network.settle()
        #expect(pair.host.match.isOver && pair.host.match.opponent.state.name == "Bob")
    }

    // MARK: What a liar gains

    /// Somebody who says that moves took no time gains a second per move and five seconds in a game.
    @Test func aLieAboutTheOwnTimeGainsNoMoreThanLag() throws {
        let pair = try pair("3+0")
        pair.play([3])
        var guest = 180_000
        for column in [0, 1, 0, 1, 0, 1, 2] {
            for machine in pair.network.machines { machine.advance(milliseconds: 5_000) }
            pair.guest.match.clock.takeBack(to: pair.guest.match.game.moves.count, isPeers: false)
            pair.play([column], hostFirst: false)
            guest -= 5_000
            pair.play([column == 2 ? 3 : column + 4])
        }
        let left = try #require(pair.host.match.scene.timeLeft(of: .second))
        #expect(left > guest && left <= guest + 5_100, "\(left) \(guest)")
    }

    /// A program that confirms nothing before it moves, or confirms late while it talks, gains no more than a quarter of the time.
    @Test(arguments: [nil, 2_900]) func aLateConfirmationGainsNoMoreThanAllowed(delay: Int?) throws {
        let machine = FakeEnvironment()
        let ann = MatchPlayer(name: "Ann", machine: machine, terms: GameTerms(timeControl: TimeControl(text: "1+0")))
        let (there, liar) = FakeConnection.pair()
        ann.receive(there)
        var (read, spent) = (0, 0)
        func say(_ packets: Packet...) {
            for packet in packets { liar.send(Packet.frame(of: packet)) }
            liar.deliver()
        }
        func confirm() { say(.control(.heartbeat(HeartbeatMessage(read: read)))) }
        say(.control(.hello(Hello(name: "Bob", version: Program.version, game: Hello.fourInARow))))
        let moves = drawnGame.compactMap { $0.wholeNumberValue.map { $0 - 1 } }
        for index in 0..<11 {
            ann.match.move(moves[2 * index])
            read += 1
            if let delay {
                machine.advance(milliseconds: delay)
                confirm()
                machine.advance(milliseconds: 100)
            } else {
                machine.advance(milliseconds: 3_000)
            }
            spent += 3_000
            say(
                .control(.clock(.used(ply: 2 * index + 1, milliseconds: 0))),
                .game(FourInARowMessage.didAddDisc(column: moves[2 * index + 1]).packet))
            machine.advance(milliseconds: 10)
        }
        let left = try #require(ann.match.scene.timeLeft(of: .second))
        #expect(!ann.match.isOver && ann.match.game.moves.count == 22)
        #expect(left > 60_000 - spent && left <= 60_000 - spent + 15_000, "\(left) \(60_000 - spent)")
    }

    @Test func whoeverTakesTooMuchOfTheOthersTimeIsLeft() throws {
        let pair = try pair("10+0")
        pair.play([3, 3, 3])
        func charge(_ ply: Int, _ milliseconds: Int) {
            pair.host.match.opponent.send(.clock(.charged(ply: ply, milliseconds: milliseconds)))
            pair.network.settle()
        }
        charge(2, 600_000)
        #expect(!pair.guest.match.isOver, "it is about a move of its own")
        pair.guest.match.move(0)
        pair.network.settle()
        charge(3, 29_000)
        #expect(!pair.guest.match.isOver && pair.guest.match.scene.timeLeft(of: .second).map { $0 <= 571_000 } == true)
        charge(3, 100_000)
        #expect(pair.guest.match.isOver && pair.guest.take().last == .ended(.violation(.wrongTime)))
    }

    @Test func aLieAboutTheOthersTimeEndsTheMatch() throws {
        let pair = try pair("10+0")
        pair.play([3, 3, 3])
        pair.host.match.opponent.send(.clock(.timeUp(ply: 3, isSenders: false)))
        pair.network.settle()
        #expect(pair.guest.match.isOver && pair.guest.take().last == .ended(.violation(.wrongTime)))
    }
}
