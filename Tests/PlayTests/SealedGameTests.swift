// What the players of a private game see of its being sealed: the mark and its meaning, a cut told from a goodbye, a list that leads
// to somebody else; and what is not said before it is sealed.

import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct SealedGameTests {
    // MARK: The mark

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 29, height: 10)]) func aSealedGameIsMarked(size: Size) {
        let pair = Pair(size: size, isPrivate: true)
        for (seat, opponent) in [(pair.host, "Bob"), (pair.guest, "Ann")] {
            let base = pair.host.game?.drawing.layout.base ?? 0
            if size.width > 40 { #expect(seat.lines[base].hasSuffix("private game") && seat.lines[0].contains(opponent)) }
            seat.press(.character("?"))
            let pages = (0..<80).map { _ in
                defer { seat.press(.wheel(1)) }
                return seat.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
            }
            for words in ["private Only you", "\(opponent) can"] {
                #expect(pages.contains { $0.contains(words) }, "\(words)")
            }
            seat.press(.escape)
        }
    }

    /// Where others may watch, it says so.
    @Test func spectatorsCanReadItToo() {
        let pair = Pair(size: Size(width: 120, height: 40), isPrivate: true, isWatchable: true)
        pair.play("44")
        for (seat, opponent) in [(pair.host, "Bob"), (pair.guest, "Ann")] {
            let sentence = seat.game?.notes.first?.sentence
            #expect(sentence?.hasPrefix("Only you, \(opponent) and spectators who have the code") == true)
        }
        let names = pair.network.machines[0].advertisements.map(\.offer).filter { $0.kind == .watch }.map(\.name)
        #expect(names == ["Ann"], "the guest's name is not published")
        let code = pair.host.game?.scene.spectatorCode ?? ""
        #expect(code.split(separator: " ").count == 4 && pair.guest.game?.scene.spectatorCode == nil)
        pair.press(0, .character("w"))
        #expect(pair.host.shows("Spectators type: \(code)"))
        pair.press(2, .character("j"), .character("w"), .enter)
        #expect(pair.seats[2].shows("The four words (ask Ann):") && pair.seats[2].shows("after pressing W in the game"))
    }

    @Test func aPublicGameIsNot() {
        let pair = Pair()
        for seat in [pair.host, pair.guest] {
            #expect(!seat.shows("private game"))
            seat.press(.character("?"))
            #expect(!seat.shows("can read the game"))
        }
    }

    @Test func theMarkStaysWhileTheOpponentIsLookedFor() {
        let pair = Pair(isPrivate: true)
        pair.play("44")
        pair.kill(1)
        #expect(pair.host.shows("Reconnecting…") && pair.host.shows("private game"))
        pair.start(1)
        #expect([pair.host, pair.guest].allSatisfy { $0.shows("private game") })
    }

    // MARK: The end

    @Test func aGoodbyeIsToldFromACut() {
        let pair = Pair(isPrivate: true)
        pair.network.breakAll()
        pair.network.settle()
        #expect(pair.guest.shows("The connection to Ann was cut. Neither of you ended the game."))
        let other = Pair(isPrivate: true)
        other.press(0, .character("q"), .character("q"))
        #expect(other.guest.shows("Ann left the game."))
        #expect(other.network.openEnds == 0)
    }

    /// Of a game in the clear it cannot be known.
    @Test func inTheClearItIsNotSaid() {
        let pair = Pair()
        pair.network.breakAll()
        pair.network.settle()
        #expect(pair.guest.shows("Ann has left, or lost the connection."))
    }

    /// A program that closes and gives no reason: nobody else can have done that. Once both have moved it may come back.
    @Test(arguments: [true, false]) func whoEndsWithoutAReasonIsNamed(haveBothMoved: Bool) throws {
        let pair = Pair(isPrivate: true)
        if haveBothMoved { pair.play("44") }
        let controller = try #require(pair.host.game?.match?.opponent as? GameController)
        controller.link.socket.close()
        pair.network.settle()
        #expect(pair.guest.shows("Ann's app closed the connection without a goodbye.") == !haveBothMoved)
        #expect(pair.guest.shows("Reconnecting…") == haveBothMoved)
    }

    /// More packets than are read in one turn, and the end right behind them: it is told when they have been read.
    @Test func theEndIsToldAfterWhatCameBeforeIt() throws {
        let pair = Pair(isPrivate: true)
        let controller = try #require(pair.host.game?.match?.opponent as? GameController)
        for _ in 0..<Link.packetsATurn + 3 { controller.link.send(.unknown(type: 99)) }
        controller.disconnect(because: .left)
        pair.network.settle()
        #expect(pair.guest.shows("Ann left the game."))
        #expect(pair.network.connections.allSatisfy { $0.isClosed || $0.owner == "10.0.0.1" })
    }

    // MARK: Before it is sealed

    /// By its address alone a private game is found to be one before anybody's name is said.
    @Test func noHelloIsSaidInTheClear() throws {
        let network = FakeNetwork(2)
        let (host, guest) = (Seat(machine: network.machines[0]), Seat(machine: network.machines[1]))
        host.type("hp")
        guest.type("ja10.0.0.1")
        guest.press(.enter)
        network.settle()
        network.advance(seconds: 2)
        #expect(guest.shows("The four words (ask the host):"))
        let code = try #require((host.navigator.top as? HostGameViewController)?.hosting.offer.gate?.code.text)
        guest.type(code)
        guest.press(.enter)
        network.settle()
        #expect(guest.showsScore(0, 0, "host1") && host.showsScore(0, 0, "host2"))
        for end in network.connections {
            #expect(!String(decoding: end.sent, as: UTF8.self).contains("capabilities"), "a hello in the clear")
        }
    }

    /// To a host that says nothing, as the original app does, the guest says who it is after a second.
    @Test func aSilentHostHearsTheHelloAfterASecond() throws {
        let guest = Seat()
        guest.type("ja10.0.0.9")
        guest.press(.enter)
        let end = FakeConnection()
        try #require(guest.machine.attempts.first).completion(.success(end))
        guest.machine.advance(milliseconds: GameController.timeout - 1)
        #expect(end.sent.isEmpty)
        guest.machine.advance(milliseconds: 1)
        var decoder = PacketDecoder()
        decoder.append(end.sent)
        guard case .control(.hello) = try decoder.next() else {
            Issue.record("no hello")
            return
        }
        #expect(try decoder.next() == nil)
    }

    // MARK: The list

    private func join(listedAs name: String, code: String, in pair: Pair) throws {
        let listing = Listing(name: name, facts: ["private": "1"], endpoint: FakeEnvironment.endpoint("10.0.0.1:27364"))
        pair.press(2, .character("j"))
        let list = try #require(pair.seats[2].navigator.top as? JoinGameViewController)
        list.askCode(of: JoinTarget(listing), typed: code)
        pair.press(2, .enter)
    }

    /// The list of whoever wants to play with Bob leads to Ann, who gives her code to everybody.
    @Test func aListThatLeadsToSomebodyElseIsFoundOut() throws {
        let pair = Pair(isPrivate: true)
        pair.press(1, .character("q"), .character("q"))
        pair.host.closeEnd()
        let code = try #require((pair.host.navigator.top as? HostGameViewController)?.hosting.offer.gate?.code.text)
        try join(listedAs: "Bob", code: code, in: pair)
        #expect(pair.seats[2].shows("doesn't list it as Bob") && pair.seats[2].game == nil)
        pair.seats[2].press(.escape)
        pair.seats[2].press(.escape)
        try join(listedAs: "Ann", code: code, in: pair)
        #expect(pair.seats[2].showsScore(0, 0, "Ann"))
    }

    /// The lists gave the host another name than its own: that one counts.
    @Test func theNameInTheListsCounts() throws {
        let pair = Pair(isPrivate: true)
        pair.press(1, .character("q"), .character("q"))
        pair.host.closeEnd()
        pair.network.machines[0].advertisements[0].tell(.listed(name: "Ann #2"))
        let code = try #require((pair.host.navigator.top as? HostGameViewController)?.hosting.offer.gate?.code.text)
        try join(listedAs: "Ann", code: code, in: pair)
        #expect(pair.seats[2].shows("doesn't list it as Ann"))
        pair.seats[2].press(.escape)
        pair.seats[2].press(.escape)
        try join(listedAs: "Ann #2", code: code, in: pair)
        #expect(pair.seats[2].showsScore(0, 0, "Ann"))
    }
}
