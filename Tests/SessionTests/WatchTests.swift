// Spectators of a match: what they see, who gets in, and what they cannot do; through replays, lost connections and programs that are killed.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

/// A match that may be watched, and spectators at further machines.
private final class WatchedPair {
    let pair: MatchPair
    let spectators: [Spectator]

    init(_ count: Int = 1, isWatchable: Bool = true, timeControl: TimeControl? = nil) throws {
        pair = try MatchPair(machines: 2 + count, timeControl: timeControl, isWatchable: isWatchable)
        spectators = pair.network.machines.dropFirst(2).map(Spectator.init)
        pair.network.hasSpectators = true
    }

    func begin(_ moves: [Int] = [3, 3]) {
        pair.meet()
        pair.play(moves)
    }

    func watch() throws {
        for spectator in spectators { try spectator.watch() }
        pair.network.settle()
    }

    /// Every spectator has before them what the players have.
    func expectSeen(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        let host = pair.host.match
        for match in spectators.map(\.scene) {
            #expect(match?.game == host.game && match?.ending == host.series.ending, comment, sourceLocation: sourceLocation)
            #expect(
                match?.me == host.me && match?.series.tally == host.series.tally && match?.state == host.state, comment,
                sourceLocation: sourceLocation)
        }
    }
}

@Suite struct WatchTests {
    @Test("A running game is listed apart, and shows every move, the names and the score")
    func theWholeGame() throws {
        let watched = try WatchedPair()
        let (pair, eve) = (watched.pair, watched.spectators[0])
        #expect(eve.listings.isEmpty, "nobody has come")
        pair.meet()
        #expect(eve.listings.map(\.name) == ["Ann – Bob"] && eve.listings[0].hasJustBegun)
        pair.play([3, 2])
        #expect(eve.listings.map(\.name) == ["Ann – Bob"] && eve.listings[0].move == 2)
        try watched.watch()
        #expect(eve.scene?.host == "Ann" && eve.scene?.opponent.name == "Bob" && eve.scene?.isYellowFirst == false)
        pair.play([3, 2, 3, 2, 3])
        #expect(
            eve.seen.map { $0.split(separator: " ").last.map(String.init) } == [
                "43", "434", "4343", "43434", "434343", "4343434",
            ])
        #expect(eve.scene?.state == .iWin && eve.scene?.series.tally == Tally(won: 1))
        watched.expectSeen()
        #expect(pair.host.match.scene.spectators == 1 && pair.guest.match.scene.spectators == 1, "both players know")
        #expect(pair.network.isQuiet(2) == false)
        eve.watching?.leave()
        pair.network.settle()
        #expect(pair.host.match.scene.spectators == 0 && pair.guest.match.scene.spectators == 0)
    }

    @Test("Replays, resignations, moves taken back and phrases are seen, and whoever comes late gets the series")
    func series() throws {
        let watched = try WatchedPair(2)
        let (pair, eve, late) = (watched.pair, watched.spectators[0], watched.spectators[1])
        watched.begin()
        try eve.watch()
        pair.network.settle()
        pair.play([1])
        #expect(throws: ConsentRefusal.asked) { try pair.host.match.undo() }
        pair.network.settle()
        pair.guest.match.answer(isAllowed: true)
        pair.network.settle()
        #expect(eve.scene?.game == pair.host.match.game && eve.events.contains(.tookBack))
        #expect(pair.guest.match.say(.niceMove) == true)
        pair.network.settle()
        #expect(pair.host.match.say(.thanks) == true)
        pair.network.settle()
        #expect(eve.phrases == [.niceMove, .thanks])
        pair.guest.match.resign()
        pair.network.settle()
        #expect(eve.events.contains(.decided) && eve.scene?.ending == .secondResigned)
        pair.guest.match.replay()
        pair.network.settle()
        pair.play([0, 6], hostFirst: false)
        #expect(eve.scene?.series.number == 2 && eve.scene?.me == .second && eve.scene?.earlierGames.count == 1)
        try late.watch()
        pair.network.settle()
        watched.expectSeen()
        #expect(late.scene?.earlierGames == eve.scene?.earlierGames && late.scene?.earlierGames.first?.ending == .secondResigned)
        pair.guest.match.leave()
        pair.network.settle()
        #expect(eve.scene?.isOver == true && eve.events.last == .ended(.disconnected(.bye(.left))))
        #expect(eve.scene?.departure?.isHost == false && eve.scene?.series.tally == Tally(won: 1))
    }

    @Test("They come as soon as both players are there, and read who leaves before both have moved", arguments: [false, true])
    func beforeTheFirstMoves(hostLeaves: Bool) throws {
        let watched = try WatchedPair(2)
        let (pair, eve, late) = (watched.pair, watched.spectators[0], watched.spectators[1])
        pair.meet()
        try eve.watch()
        pair.network.settle()
        #expect(eve.scene?.game.digits == "" && eve.scene?.state == .myTurn && pair.guest.match.scene.spectators == 1)
        pair.play([3])
        #expect(eve.scene?.game.digits == "4")
        (hostLeaves ? pair.host : pair.guest).match.leave()
        pair.network.settle()
        #expect(eve.events.last == .ended(.disconnected(.bye(.left))))
        #expect(eve.scene?.departure?.isHost == hostLeaves && eve.scene?.departure?.isLost == false)
        #expect(late.listings.isEmpty || hostLeaves, "the seat is free again")
    }

    @Test("A game is watched from its first move on, although its players lose each other at once", arguments: [[3], [3, 3]])
    func brokenAtOnce(moves: [Int]) throws {
        let watched = try WatchedPair()
        let (pair, eve) = (watched.pair, watched.spectators[0])
        pair.meet()
        try watched.watch()
        pair.play(moves)
        pair.network.breakAll()
        pair.network.advance(seconds: 10)
        pair.play([2, 2], hostFirst: moves.count == 2)
        watched.expectSeen()
        #expect(eve.scene?.isBroken == false && eve.listings.map(\.name) == ["Ann – Bob"])
        pair.network.kill(1)
        pair.network.advance(seconds: ResumableGame.timeout + 20)
        #expect(eve.scene?.departure?.isHost == false && eve.scene?.departure?.isLost == true)
    }

    @Test("The lists hear how far the match is, at most every ten seconds")
    func progress() throws {
        let watched = try WatchedPair()
        let (pair, eve) = (watched.pair, watched.spectators[0])
        watched.begin()
        var told = 0
        let browser = pair.network.machines[2].browse(.watch) { if case .found = $0 { told += 1 } }
        pair.network.settle()
        pair.play([2, 3, 2, 3])
        pair.network.advance(seconds: 9)
        #expect(eve.listings[0].move == 2 && told == 1)
        pair.network.advance(seconds: 2)
        #expect(eve.listings[0].move == 4 && told == 2 && eve.listings[0].score == nil)
        pair.guest.match.resign()
        try eve.watch()
        pair.network.advance(seconds: 11)
        #expect(eve.listings[0].move == 0 && eve.listings[0].spectators == 1 && told == 3)
        #expect(eve.listings[0].score?.host == 1 && eve.listings[0].score?.guest == 0)
        browser.cancel()
    }

    @Test("A host that is killed and does not come back is not waited for for ever")
    func hostGone() throws {
        let watched = try WatchedPair()
        let (pair, eve) = (watched.pair, watched.spectators[0])
        watched.begin()
        try watched.watch()
        pair.network.kill(0)
        pair.network.advance(seconds: ResumableGame.timeout - 10)
        #expect(eve.scene?.isOver == false)
        pair.network.advance(seconds: 30)
        #expect(eve.events.last == .ended(.disconnected(.late)) && pair.network.isQuiet(2) == false)
    }

    @Test("Nobody watches where the host does not allow it, or where the guest may be the original app")
    func notAllowed() throws {
        let closed = try WatchedPair(isWatchable: false)
        closed.begin()
        #expect(closed.spectators[0].listings.isEmpty && !closed.pair.guest.match.scene.isWatchable)

        let original = try WatchedPair()
        let phone = Caller(at: original.pair.network.machines[1])
        let port = try #require(original.pair.host.advertisement).endpoint.port
        phone.call(FakeEnvironment.endpoint("10.0.0.1:\(port)"))
        original.pair.network.advance(seconds: 1)
        original.pair.host.match.move(3)
        original.pair.network.settle()
        phone.say(.game(FourInARowMessage.didAddDisc(column: 3).packet))
        original.pair.network.advance(seconds: 1)
        #expect(original.pair.host.match.game.moves.count == 2 && original.spectators[0].listings.isEmpty)
    }

    @Test("A private game asks spectators for its code")
    func privateGame() throws {
        let watched = try WatchedPair(2)
        let (pair, eve, mallory) = (watched.pair, watched.spectators[0], watched.spectators[1])
        let entry = try pair.meetWithACode()
        pair.play([3, 3])
        let listing = try #require(eve.listings.first)
        #expect(listing.isPrivate)
        try eve.watch(code: pair.host.code)
        try mallory.watch(code: try Passphrase(typed: "acorn actor alley almond"))
        pair.network.advance(seconds: 2)
        #expect(eve.scene?.game.digits == "44" && eve.scene?.opponent.isSealed == true)
        #expect(mallory.scene == nil && mallory.refusals.count == 1)
        withExtendedLifetime(entry) {}
    }

    @Test("Whoever types an address reads that the game has not begun, or that it is private")
    func nothingToWatch() throws {
        let watched = try WatchedPair()
        let (pair, eve) = (watched.pair, watched.spectators[0])
        let address = FakeEnvironment.endpoint("10.0.0.1:\(try #require(pair.host.advertisement).endpoint.port)")
        try eve.watch(address)
        pair.network.advance(seconds: 5)
        #expect(eve.failures == [.notBegun] && pair.host.match.opponent.state.name != "Eve")
        let entry = try pair.meetWithACode()
        pair.play([3, 3])
        try eve.watch(address)
        pair.network.advance(seconds: 5)
        #expect(eve.failures.last == .ended(.isPrivate) && eve.scene == nil)
        withExtendedLifetime(entry) {}
    }

    @Test("Whoever says anything is sent away, and the players notice nothing")
    func onlyListeners() throws {
        let watched = try WatchedPair()
        watched.begin()
        let loud = Caller(at: watched.pair.network.machines[2])
        loud.call(watched.spectators[0].listings[0].endpoint)
        watched.pair.network.settle()
        #expect(watched.pair.host.match.scene.spectators == 1)
        loud.say(.game(FourInARowMessage.didAddDisc(column: 0).packet))
        watched.pair.network.settle()
        #expect(watched.pair.host.match.scene.spectators == 0 && loud.isClosed)
        watched.pair.play([5, 5])
        watched.pair.expect("4466")
    }

    @Test("Sixteen may watch; a crowd from one machine keeps nobody else out")
    func limit() throws {
        let watched = try WatchedPair(2)
        let (pair, eve) = (watched.pair, watched.spectators[0])
        watched.begin()
        try eve.watch()
        pair.network.settle()
        let crowd = (0..<40).map { _ in Caller(at: pair.network.machines[3]) }
        for one in crowd {
            one.call(eve.listings[0].endpoint)
            pair.network.settle()
        }
        #expect(pair.host.match.scene.spectators == Audience.limit && crowd.count { !$0.isClosed } == Audience.limit - 1)
        pair.play([1, 1])
        #expect(eve.scene?.game.digits == "4422")
    }

    @Test("Spectators see that the players lost each other, and what they play afterwards")
    func brokenGame() throws {
        let watched = try WatchedPair()
        let (pair, eve) = (watched.pair, watched.spectators[0])
        watched.begin()
        try watched.watch()
        pair.network.breakAll()
        pair.network.advance(seconds: 10)
        pair.play([2, 2])
        pair.expect("4433")
        watched.expectSeen()
        #expect(eve.scene?.isBroken == false && eve.scene?.opponent.isAnswering == true && pair.host.match.scene.spectators == 1)
    }

    @Test(
        "They wait for a game that its host has saved, and see it go on; not for ever", arguments: [false, true], [false, true])
    func savedGame(isPrivate: Bool, goesOn: Bool) throws {
        let watched = try WatchedPair(timeControl: TimeControl(text: "3"))
        let (pair, eve) = (watched.pair, watched.spectators[0])
        let entry: Any? = isPrivate ? try pair.meetWithACode() : nil
        if !isPrivate { pair.meet() }
        pair.play([3, 3])
        try eve.watch(code: pair.host.code)
        pair.network.advance(seconds: 1)
        pair.network.kill(1)
        pair.network.advance(seconds: 1)
        pair.host.match.leave()
        pair.network.advance(seconds: 20)
        let left = try #require(eve.scene).left
        #expect(eve.scene?.isSaved == true && eve.scene?.isOver == false && eve.scene?.isClockRunning == false)
        if goesOn {
            try pair.guest.restart()
            try pair.host.restart()
            pair.network.advance(seconds: 10)
            pair.play([2, 2])
            pair.network.advance(seconds: 10)
            watched.expectSeen()
            #expect(eve.scene?.isSaved == false && eve.scene?.isBroken == false && pair.host.match.scene.spectators == 1)
        } else {
            pair.network.advance(seconds: ResumableGame.timeout)
            #expect(eve.scene?.left == left, "no clock runs")
            #expect(eve.scene?.isOver == true && eve.events.last == .ended(.disconnected(.bye(.left))))
        }
        withExtendedLifetime(entry) {}
    }

    @Test("They come back to a host that was killed, with a code or another port", arguments: [false, true], [false, true])
    func killedHost(isPrivate: Bool, isElsewhere: Bool) throws {
        let watched = try WatchedPair()
        let (pair, eve) = (watched.pair, watched.spectators[0])
        let entry: Any? = isPrivate ? try pair.meetWithACode() : nil
        if !isPrivate { pair.meet() }
        pair.play([3, 3])
        pair.guest.match.resign()
        pair.network.settle()
        pair.guest.match.replay()
        pair.network.settle()
        pair.play([3, 3], hostFirst: false)
        try eve.watch(code: pair.host.code)
        pair.network.advance(seconds: 1)
        pair.network.kill(0)
        pair.network.advance(seconds: 1)
        #expect(eve.scene?.opponent.isAnswering == false)
        // Another program has the port.
        let place = isElsewhere ? try #require(pair.host.machine.games.brokenGames().first?.endpoint) : nil
        let other = try place.map {
            try pair.host.machine.advertise(
                Offer(kind: .table, name: "Cyd"), at: $0, didAccept: { $0.close() }, onEvent: { _ in })
        }
        try pair.host.restart()
        pair.network.advance(seconds: 30)
        pair.play([2, 2], hostFirst: false)
        watched.expectSeen()
        #expect(eve.scene?.game.digits == "4433")
        let first = WatchedGame(number: 1, isHostFirst: true, digits: "44", ending: .secondResigned)
        #expect(eve.scene?.earlierGames == [first], "the whole series")
        withExtendedLifetime((entry, other)) {}
    }

    @Test("A stopped spectator is sent away, costs the players nothing, and comes back by itself")
    func stoppedSpectator() throws {
        let watched = try WatchedPair()
        let pair = watched.pair
        watched.begin()
        try watched.watch()
        pair.network.stopped = [2]
        pair.play([0, 1, 0, 1])
        pair.network.advance(seconds: 60)
        #expect(pair.host.match.scene.spectators == 0)
        pair.play([2])
        pair.network.stopped = []
        pair.network.advance(seconds: 10)
        watched.expectSeen()
        #expect(pair.host.match.scene.spectators == 1)
    }

    @Test("In 60 random games with messages that cross, every spectator sees every move in order")
    func everyMoveInOrder() throws {
        var random = SeededGenerator(seed: 33)
        let watched = try WatchedPair(3, timeControl: TimeControl(text: "10+5"))
        let pair = watched.pair
        watched.begin()
        try watched.watch()
        var played = ["1 44"]
        for _ in 0..<60 {
            var steps = 0
            while !pair.host.match.state.isOver {
                for match in [pair.host.match, pair.guest.match] where match.state == .myTurn {
                    let columns = Board.columns.filter { match.game.reasonAgainst($0) == nil }
                    if let column = columns.randomElement(using: &random) { match.move(column) }
                }
                for _ in 0..<Int.random(in: 1...12, using: &random) { pair.network.step(using: &random) }
                let now = "\(pair.host.match.series.number) \(pair.host.match.game.digits)"
                if played.last != now { played.append(now) }
                steps += 1
                if steps > 5_000 { break }
            }
            pair.network.settle()
            watched.expectSeen()
            (Bool.random(using: &random) ? pair.host : pair.guest).match.replay()
            pair.network.settle()
            played.append("\(pair.host.match.series.number) ")
        }
        for spectator in watched.spectators { #expect(spectator.seen == played) }
        #expect(played.count > 600)
    }

    /// Otherwise one could stop the own program and watch the answer in a second one.
    @Test("A move is shown when the opponent's program has confirmed it, or half a minute later", arguments: [true, false])
    func spectatorsWaitForTheConfirmation(comesBack: Bool) throws {
        let watched = try WatchedPair()
        let (pair, eve) = (watched.pair, watched.spectators[0])
        watched.begin()
        try watched.watch()
        pair.network.stopped = [1]
        pair.host.match.move(2)
        pair.network.settle()
        #expect(eve.scene?.game.digits == "44")
        if comesBack { pair.network.stopped = [] } else { pair.network.advance(seconds: 30) }
        pair.network.settle()
        watched.expectSeen()
    }
}
