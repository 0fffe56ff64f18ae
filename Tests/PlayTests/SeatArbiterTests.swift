// Who gets a hosted game when more come than one, or none that plays: in memory, the clock moved by hand.

import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct ReceptionTests {
    private let seat = Seat()
    private let hello = Packet.frame(
        of:
            .hello(Hello(name: "Bob")))

    init() { seat.press(.character("h")) }

    /// Somebody connects, and says hello or nothing.
    private func come(_ peer: String, saying bytes: [UInt8] = []) -> FakeConnection {
        let end = FakeConnection(peer: peer)
        seat.machine.advertisements[0].accept(end)
        if !bytes.isEmpty { end.receive(bytes) }
        return end
    }

    private var isWaiting: Bool { seat.shows("Waiting for a player") && isListed }

    private var isListed: Bool { seat.machine.advertisements[0].isListed }

    /// What the host said last to one that connected.
    private func lastWord(to end: FakeConnection) throws -> Packet? {
        var decoder = PacketDecoder()
        decoder.append(end.sent)
        var last: Packet?
        while let packet = try decoder.next() { last = packet }
        return last
    }

    @Test func helloGetsTheSeatAtOnceAndClosesTheOffer() throws {
        let silent = come("10.0.0.8:1")
        _ = come("10.0.0.9:1", saying: hello)
        #expect(seat.showsScore(0, 0, "Bob") && !isListed && silent.isClosed)
        #expect(try lastWord(to: silent) == .bye(.taken))
        #expect(come("10.0.0.7:1").isClosed)
    }

    @Test func whoIsSilentIsTakenForTheOriginalAfterAMoment() {
        let phone = come("10.0.0.8:1")
        seat.machine.advance(milliseconds: SeatArbiter.timeout - 1)
        #expect(isWaiting)
        seat.machine.advance(milliseconds: 1)
        #expect(seat.showsScore(0, 0, "Your opponent") && seat.shows("Your turn") && !phone.isClosed)
        seat.press(.character("4"))
        #expect(isListed && !seat.machine.isQuiet)
        phone.receive(Packet.frame(of: .didAddDisc(column: 3)))
        #expect(seat.game?.scene.game.moves == [3, 3] && seat.machine.isQuiet)
    }

    @Test func whoLeavesWithoutAWordLeavesTheGameHosted() {
        come("10.0.0.8:1").receiveEnd()
        #expect(isWaiting && seat.shows("(10.0.0.8:1 connected and left again.)"))
        let scanner = come("10.0.0.8:2")
        seat.machine.advance(milliseconds: SeatArbiter.timeout)
        #expect(seat.game != nil)
        scanner.receiveEnd()
        #expect(isWaiting && seat.shows("(10.0.0.8:2 connected and left again.)"))
        _ = come("10.0.0.9:1", saying: hello)
        #expect(seat.showsScore(0, 0, "Bob") && !isListed)
    }

    @Test func anotherProgramIsTurnedAway() {
        let end = come("10.0.0.8:1", saying: Array("GET / HTTP/1.1\r\n\r\n".utf8))
        #expect(end.isClosed && isWaiting && seat.shows("10.0.0.8:1 connected, but is not a Four in a Row game."))
    }

    /// The board stays open, with the host's first move on it or without.
    @Test(arguments: ["", "4"]) func oneThatSaysHelloGetsTheSeatOfOneThatStaysSilent(move: String) throws {
        let silent = come("10.0.0.8:1")
        seat.machine.advance(milliseconds: SeatArbiter.timeout)
        seat.type(move)
        let game = try #require(seat.game)
        #expect(isListed)
        let bob = come("10.0.0.9:1", saying: hello)
        #expect(seat.showsScore(0, 0, "Bob") && seat.game === game && silent.isClosed && !bob.isClosed && !isListed)
        #expect(try lastWord(to: silent) == .bye(.taken))
        if !move.isEmpty { #expect(try lastWord(to: bob) == .didAddDisc(column: 3)) }
        if move.isEmpty { seat.press(.character("4")) }
        bob.receive(Packet.frame(of: .didAddDisc(column: 2)))
        #expect(game.scene.game.moves == [3, 2] && seat.machine.isQuiet)
        #expect(seat.machine.games.kept.map(\.record.opponent) == ["Bob"])
    }

    /// The original app says nothing before its first disc.
    @Test func whoSaysNothingEitherDoesNotGetTheSeatOfOneThatStaysSilent() {
        let phone = come("10.0.0.8:1")
        seat.machine.advance(milliseconds: SeatArbiter.timeout)
        let other = come("10.0.0.9:1")
        seat.press(.character("4"))
        seat.machine.advance(milliseconds: 3_600_000)
        #expect(seat.shows("Your opponent ◉") && !phone.isClosed && !other.isClosed)
        phone.receive(Packet.frame(of: .didAddDisc(column: 3)))
        #expect(other.isClosed && seat.machine.isQuiet)
    }

    @Test func aThousandThatSayNothingLeaveRoomForOneThatPlays() {
        let crowd = (0..<1000).map { come("10.0.0.8:\($0)") }
        #expect(crowd.count { !$0.isClosed } == 256)
        seat.machine.advance(milliseconds: SeatArbiter.timeout)
        let more = (0..<1000).map { come("10.0.0.8:\($0)") }
        #expect((crowd + more).count { !$0.isClosed } == 256 + 1)
        _ = come("10.0.0.9:1", saying: hello)
        #expect(seat.showsScore(0, 0, "Bob") && (crowd + more).allSatisfy(\.isClosed))
    }

    @Test func leavingTheWaitTellsThoseThatWait() throws {
        let silent = come("10.0.0.8:1")
        seat.press(.escape)
        #expect(silent.isClosed && seat.machine.isQuiet && !seat.machine.isWaiting)
        #expect(try lastWord(to: silent) == .bye(.left))
    }

    @Test func leavingAGameWithASilentOneEndsTheHosting() throws {
        let silent = come("10.0.0.8:1")
        seat.machine.advance(milliseconds: SeatArbiter.timeout)
        let other = come("10.0.0.8:2")
        seat.leaveGame()
        #expect(silent.isClosed && other.isClosed && seat.machine.isQuiet && seat.shows("Join a game"))
        #expect(try lastWord(to: silent) == .bye(.left))
    }

    /// A frame or two, and a close: that ends no hosting, with a disc of the host's or without.
    /// One that has said who it is, and has seen a disc, may come back.
    @Test(arguments: ["", "4"]) func whoGoesBeforeBothHaveMovedLeavesTheGameHosted(moves: String) throws {
        let first = ["", "disc", "new game"] + (moves.isEmpty ? ["hello"] : [])
        for (index, word) in first.enumerated() {
            let bytes = [
                "disc": Packet.frame(of: .didAddDisc(column: 3)), "new game": Packet.frame(of: .startNewGame),
                "hello": hello,
            ]
            let guest = come("10.0.0.8:\(index)", saying: bytes[word] ?? [])
            if !guest.isClosed { seat.machine.advance(milliseconds: SeatArbiter.timeout) }
            #expect(guest.isClosed == (word == "disc"), "\(word)")
            if word != "disc" && word != "new game" { seat.type(moves) }
            if !guest.isClosed { guest.receiveEnd() }
            #expect(isWaiting && seat.machine.games.sessions.isEmpty && !seat.machine.isQuiet, "\(word)")
            let end = word == "hello" ? "Bob has left, or lost the connection." : "You were disconnected from the game."
            let note = ["disc": "10.0.0.8:1's app broke the rules.", "hello": end][word]
            #expect(seat.shows(end) == (word != "disc"), "\(word)")
            #expect(seat.shows(note ?? "10.0.0.8:\(index) connected and left again."), "\(word)")
        }
        let guest = come("10.0.0.9:1", saying: hello)
        seat.press(.character("4"))
        guest.receive(Packet.frame(of: .didAddDisc(column: 3)))
        #expect(seat.game?.scene.game.moves == [3, 3] && seat.machine.isQuiet)
    }

    /// What became of a guest must be read, and hides no key of the page.
    @Test func aKeyOfThePageActsBelowTheNews() {
        come("10.0.0.8:1", saying: hello).receiveEnd()
        #expect(seat.shows("Bob has left, or lost the connection."))
        seat.machine.advance(milliseconds: Alert.pauseMilliseconds)
        seat.press(.character("p"))
        #expect(seat.shows("who needs these four words") && !seat.shows("Bob has left"))
        seat.press(.escape, .character("h"))
        #expect(seat.shows("who needs these four words"), "a player who hosted privately does so again")
    }

    @Test func whoComesWhileTheSeatIsHeldReadsThatItIsTaken() throws {
        let guest = come("10.0.0.8:1", saying: hello)
        let late = come("10.0.0.9:1", saying: hello)
        #expect(late.isClosed)
        #expect(try lastWord(to: late) == .bye(.taken))
        guest.receiveEnd()
        _ = come("10.0.0.9:2", saying: hello)
        #expect(seat.showsScore(0, 0, "Bob"))
    }

    /// To a host a guest did not answer: it came.
    @Test func aGuestThatTurnsOutToPlayAnotherGameIsNamedAsAGuest() throws {
        let guest = come("10.0.0.8:1")
        seat.machine.advance(milliseconds: SeatArbiter.timeout)
        seat.press(.character("4"))
        guest.receive(Packet.frame(of: .didAddDisc(column: 3)))
        guest.receive(Packet.frame(of: .hello(Hello(name: "", version: "1", game: "snap"))))
        #expect(seat.lines.joined(separator: " ").contains("10.0.0.8:1 connected, but is not a Four in a Row game."))
    }

    @Test func aGameIsNotBegunAnewBeforeItIsOver() {
        let table = Table()
        table.play("44")
        table.hostEnd.receive(Packet.frame(of: .startNewGame))
        #expect(table.host.lines.joined(separator: " ").contains("started a new game before this one was over"))
        table.settle()
        #expect(table.guest.lines.joined(separator: " ").contains("says that yours broke the rules"))
    }

    @Test func askingForANewGameAgainAndAgainRingsOnce() {
        var settings = Seat.still
        settings.notify = .bell
        let table = Table(settings: settings)
        table.play(shortWin)
        let before = table.host.machine.bells
        for _ in 0..<100 { table.hostEnd.receive(Packet.frame(of: .startNewGame)) }
        #expect(table.host.game?.scene.game.moves.isEmpty == true && !table.hostEnd.isClosed)
        table.host.machine.advance(milliseconds: 10)
        #expect(table.host.machine.bells == before + 1)
    }
}
