// Others while two look for each other: strangers, liars, the original app, and networks that give no port.

import TestSupport
import Testing
import Wire

@testable import Play
@testable import Session

@Suite struct ResumeStrangerTests {
    @Test func thePublicListDoesNotOfferIt() {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        pair.press(2, .character("j"))
        #expect(pair.network.machines[0].advertisements.last?.offer.name == "Ann waits for Bob")
        #expect(pair.seats[2].shows("No game on this network yet.") && !pair.seats[2].shows("Ann"))
    }

    /// Whoever comes by address: a program of ours, one that says nothing, one that floods.
    @Test func strangersAreTurnedAway() throws {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        pair.press(2, .character("j"), .character("a"))
        pair.seats[2].type("10.0.0.1")
        pair.press(2, .enter)
        // Who waits for a call says nothing; so a guest says who it is a second later.
        pair.network.advance(seconds: 1)
        #expect(pair.seats[2].shows("is already playing with somebody else.") && pair.seats[2].shows("Join a game"))
        let listener = try #require(pair.network.machines[0].advertisements.last)
        let silent = (0..<256 + 24).map { _ in FakeConnection() }
        for connection in silent { listener.accept(connection) }
        #expect(silent.count { !$0.isClosed } == 256)
        pair.start(1)
        pair.expectGame("44")
        #expect(!silent.contains { !$0.isClosed })
    }

    @Test func whoIsSilentIsClosed() throws {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        let silent = FakeConnection()
        try #require(pair.network.machines[0].advertisements.last).accept(silent)
        pair.network.advance(seconds: 10)
        #expect(silent.isClosed && pair.host.shows("Reconnecting"))
    }

    /// Another game is hosted where the opponent was: it is dialled once and left alone. Each has stored the game, and its host can still take it up.
    @Test(arguments: ["4", "44", "445"]) func aNewGameInTheOldPlaceIsNotDisturbed(moves: String) {
        let pair = Pair()
        pair.play(moves)
        pair.kill(0)
        pair.network.machines[0].games.isTaken = true
        pair.seats[0] = pair.sit(0)
        pair.press(0, .character("h"))
        pair.network.advance(seconds: 60)
        let count = pair.network.machines[1].attempts.count
        pair.network.advance(seconds: 60)
        #expect(pair.network.machines[1].attempts.count == count && pair.guest.shows("Reconnecting"))
    }

    /// Who claims to be the opponent and knows the game's id and what the opponent once said, but not the key.
    @Test func theIdAloneOpensNothing() throws {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        let session = try #require(pair.host.machine.games.sessions.first)
        let (accepted, mine) = FakeConnection.pair()
        try #require(pair.network.machines[0].advertisements.last).accept(accepted)
        let nonce = [UInt8](repeating: 7, count: 32)
        let mark = session.token.mark(ofCall: true, nonce: nonce, kit: ToySeals())
        let share = ToySeals().exchange(
            ExchangeTerms(isHost: false, password: SecretBytes(nonce), session: nonce, hostData: [], guestData: [])
        ).share
        mine.send(Packet.frame(of: .resume(.call(mark: mark, nonce: nonce, share: share))))
        FakeConnection.settle(accepted, mine)
        mine.send(Packet.frame(of: .resume(.history(MatchHistory(), proof: Array(repeating: 0, count: 32)))))
        FakeConnection.settle(accepted, mine)
        #expect(accepted.isClosed && pair.host.shows("Reconnecting"))
        var decoder = PacketDecoder()
        decoder.append(accepted.sent)
        var said: [Int64] = []
        while let packet = try decoder.next() { said.append(packet.type) }
        #expect(said == [25, 17], "a challenge and a goodbye, nothing of the game")
    }

    /// The opponent's program, with the right key, tells of a game that was never played.
    @Test(arguments: [
        MatchHistory(digits: "4444444"), MatchHistory(game: 2, before: "44"), MatchHistory(game: 7),
        MatchHistory(digits: "44441"), MatchHistory(digits: "444417172727"), MatchHistory(game: 2, before: "444417172727"),
        MatchHistory(takeBacks: 1), MatchHistory(takeBacks: 1, digits: "1213141"),
    ])
    func aForgedGameEndsIt(lie: MatchHistory) throws {
        let pair = Pair()
        pair.play("4444")
        pair.kill(1)
        let machine = pair.network.machines[1]
        let token = try #require(pair.host.machine.games.sessions.first).token
        var liar = Resumption(isHost: false, token: token, history: lie, kit: machine.seals)
        let (accepted, mine) = FakeConnection.pair()
        let recorder = MessageRecorder(mine)
        try #require(pair.network.machines[0].advertisements.last).accept(accepted)
        mine.send(Packet.frame(of: .resume(liar.call(nonce: token.key.copy))))
        FakeConnection.settle(accepted, mine)
        let heard = try #require(recorder.messages.last)
        let answer = try #require(liar.receive(heard)?.reply)
        mine.send(Packet.frame(of: .resume(answer)))
        FakeConnection.settle(accepted, mine)
        #expect(pair.host.shows("Bob's app remembers a game that was not played here."))
        #expect(accepted.isClosed && pair.host.machine.games.sessions.isEmpty && pair.host.game?.scene.game.digits == "4444")
        #expect(pair.host.machine.games.kept.map(\.record.digits) == ["4444"])
    }

    @Test func whatIsNoGameIsNotTakenUp() {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        pair.network.machines[1].games.tamper("4444444")
        pair.start(1)
        #expect(pair.guest.shows("1  Host a game") && pair.guest.machine.games.sessions.isEmpty)
    }

    /// The opponent's own program, with another game in its database, or without its own moves: both players read that it is over.
    @Test(arguments: ["4463", "44535", "445"]) func boardsThatDifferEndTheGame(digits: String) {
        let pair = Pair()
        pair.play("4453")
        pair.kill(1)
        pair.network.machines[1].games.tamper(digits)
        pair.start(1)
        #expect(
            pair.host.shows("Bob's app remembers a game that was not played here. The game is over.")
                || pair.host.shows("Bob's app says that yours broke the rules, and ended the game."))
        #expect(
            ["ended the game.", "The game is over."].contains { pair.guest.shows($0) }
                && pair.guest.machine.games.sessions.isEmpty)
        #expect(pair.host.machine.games.kept.map(\.record.digits) == ["4453"])
    }

    @Test func theOriginalAppGetsTheOldBehaviour() {
        let table = Table()
        table.play("44")
        table.host.machine.advance(milliseconds: 1)
        let host = Seat()
        host.press(.character("h"))
        let (end, original) = FakeConnection.pair()
        host.machine.advertisements[0].accept(end)
        host.machine.advance(milliseconds: SeatArbiter.timeout)
        host.press(.character("4"))
        FakeConnection.settle(end, original)
        end.receive(Packet.frame(of: .didAddDisc(column: 3)))
        end.receiveEnd()
        #expect(host.shows("You were disconnected from the game.") && host.machine.games.sessions.isEmpty)
        #expect(table.host.machine.games.sessions.count == 1, "with one of ours there is a session")
    }

    @Test func anotherVersionIsToldApart() {
        let host = Seat()
        host.press(.character("h"))
        let (end, guest) = FakeConnection.pair()
        host.machine.advertisements[0].accept(end)
        guest.send(Packet.frame(of: .hello(Hello(name: "Bob", version: "0.9", game: Hello.fourInARow))))
        FakeConnection.settle(end, guest)
        #expect(host.shows("Bob has a different version. Both players need the same one.") && end.isClosed)
    }

    /// Where nothing can be listened on yet, it is tried again.
    @Test func theListeningWaitsForAPort() {
        let pair = Pair()
        pair.play("44")
        pair.network.machines[0].advertiseFailure = .other("no")
        pair.network.breakAll()
        pair.network.advance(seconds: 20)
        #expect(pair.host.shows("Reconnecting"))
        pair.network.machines[0].advertiseFailure = nil
        pair.network.advance(seconds: 11)
        pair.expectGame("44")
    }
}

/// Records the messages about a game.
private final class MessageRecorder {
    private var decoder = PacketDecoder()
    private(set) var messages: [ResumeMessage] = []

    init(_ connection: FakeConnection) { connection.didReceive = { [weak self] in if let bytes = $0 { self?.receive(bytes) } } }

    private func receive(_ bytes: ArraySlice<UInt8>) {
        decoder.append(bytes)
        while let packet = try? decoder.next() { if case .control(.resume(let message)) = packet { messages.append(message) } }
    }
}
