// Games with a phone of 2013 that goes on running: a second one on a board that it did not clear, Replay pressed on both sides at once.
// In memory, both roles, every packet delivered when the test says so.

import Engine
import Session
import TestSupport
import Testing
import Wire

/// A phone, and our side of the game that it plays now.
private final class PhoneGame {
    var phone = OriginalPhone()
    private(set) var player = PhoneGame.newPlayer()
    private(set) var ours = FakeConnection()
    private(set) var theirs = FakeConnection()
    private var decoder = PacketDecoder()
    private(set) var heard: [Packet] = []

    var match: Match { player.match }

    private static func newPlayer() -> MatchPlayer {
        MatchPlayer(name: "Ann", machine: FakeEnvironment())
    }

    /// Another connection, and so another game of ours; the phone sees no difference.
    func connect(isHost: Bool) {
        player = Self.newPlayer()
        (ours, theirs) = FakeConnection.pair()
        decoder = PacketDecoder()
        theirs.didReceive = { [weak self] in if let bytes = $0 { self?.receive(bytes) } }
        if isHost {
            player.receive(ours)
            player.machine.advance(milliseconds: SeatArbiter.timeout)
            phone.didJoin()
        } else {
            let controller = GameController(
                Link(ours, scheduler: player.machine), isHost: false, name: "Ann",
                opponent: "phone")
            match.begin(with: controller)
            phone.didHost()
        }
        settle()
    }

    /// The connection ends, by whom it may be.
    func disconnect(byUs: Bool) {
        if byUs { match.leave() } else { theirs.close() }
        settle()
    }

    private func receive(_ bytes: ArraySlice<UInt8>) {
        decoder.append(bytes)
        while let packet = try? decoder.next() {
            heard.append(packet)
            phone.receive(packet)
        }
    }

    func settle() { FakeConnection.settle(ours, theirs) }

    /// The phone's player taps a column, 1…7, or presses Replay; nothing is delivered yet.
    func tap(_ column: Int) { say(phone.tap(column - 1)) }
    func pressReplay() { say(phone.replay()) }

    private func say(_ packet: Packet?, sourceLocation: SourceLocation = #_sourceLocation) {
        if let packet { theirs.send(Packet.frame(of: packet)) } else { Issue.record("the phone says nothing") }
    }

    /// Plays digits by turns, each delivered before the next.
    func play(_ digits: String, weAreFirst: Bool) {
        for (index, column) in digits.compactMap(\.wholeNumberValue).enumerated() {
            if index.isMultiple(of: 2) == weAreFirst { match.move(column - 1) } else { tap(column) }
            settle()
        }
    }

    /// Both have the discs of these digits before them, and nobody has left.
    func expect(_ digits: String, weAreFirst: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
        var columns = [[OriginalPhone.Owner]](repeating: [], count: 7)
        for (index, column) in digits.compactMap(\.wholeNumberValue).enumerated() {
            columns[column - 1].append(index.isMultiple(of: 2) == weAreFirst ? .yours : .mine)
        }
        #expect(match.game.digits == digits && (match.me == .first) == weAreFirst, sourceLocation: sourceLocation)
        #expect(phone.columns == columns && !phone.hasCrashed, sourceLocation: sourceLocation)
        #expect(!match.isOver && !ours.isClosed, sourceLocation: sourceLocation)
    }
}

@Suite struct OriginalPhoneTests {
    /// Four in column 4 against three in column 1.
    private let win = "4141414"

    @Test(arguments: [true, false], [true, false]) func weHostTwice(weWinFirst: Bool, weLeave: Bool) {
        let game = PhoneGame()
        game.connect(isHost: true)
        game.play(weWinFirst ? win : "1" + win.replacing("1", with: "2"), weAreFirst: true)
        #expect(game.phone.state == (weWinFirst ? .youWin : .iWin))
        game.disconnect(byUs: weLeave)
        game.connect(isHost: true)
        #expect(game.phone.columns.contains { !$0.isEmpty }, "it never clears its board by itself")
        game.play("4", weAreFirst: true)
        game.expect("4", weAreFirst: true)
        game.play("171717", weAreFirst: false)
        #expect(game.phone.state == .myTurn)
        game.expect("4171717", weAreFirst: true)
    }

    /// Old discs would end the app.
    @Test func ourDiscInAColumnThatWasFull() {
        let game = PhoneGame()
        game.connect(isHost: true)
        game.play("111111", weAreFirst: true)
        game.disconnect(byUs: false)
        game.connect(isHost: true)
        game.play("1717171", weAreFirst: true)
        game.expect("1717171", weAreFirst: true)
        #expect(game.phone.state == .youWin && game.match.state == .iWin)
    }

    /// A reader of the board in between would see it empty with the wrong one to move.
    @Test func theNewGameTravelsWithTheFirstDisc() {
        let game = PhoneGame()
        game.connect(isHost: true)
        let before = game.heard.count
        game.match.move(3)
        game.ours.deliverOne()
        #expect(
            game.heard.dropFirst(before) == [
                .game(FourInARowMessage.startNewGame.packet), .game(FourInARowMessage.didAddDisc(column: 3).packet),
            ])
        game.play("44", weAreFirst: false)
        #expect(game.heard.count == before + 3, "once")
    }

    /// One of ours is sent nothing that it was not sent before.
    @Test func whoSaidHelloIsSentNoNewGame() throws {
        let pair = try MatchPair()
        pair.meet()
        pair.play([3, 3])
        #expect(!pair.network.connections.isEmpty)
        for end in pair.network.connections {
            var decoder = PacketDecoder()
            decoder.append(end.sent)
            while let packet = try decoder.next() { #expect(packet != .game(FourInARowMessage.startNewGame.packet)) }
        }
    }

    /// Its Replay button still stands there from the game before: it is pressed before any disc, or after its first.
    @Test(arguments: [true, false], [true, false]) func itHostsTwice(weLeave: Bool, itMovesFirst: Bool) {
        let game = PhoneGame()
        game.connect(isHost: false)
        game.play(win, weAreFirst: false)
        #expect(game.phone.state == .iWin && game.match.state == .youWin)
        game.disconnect(byUs: weLeave)
        game.connect(isHost: false)
        if itMovesFirst { game.play("4", weAreFirst: false) }
        game.pressReplay()
        game.settle()
        game.expect("", weAreFirst: false)
        game.play("21213171", weAreFirst: false)
        game.expect("21213171", weAreFirst: false)
        #expect(game.match.state == .iWin && game.phone.state == .youWin)
    }

    /// It says that we have won, by the discs of the game before.
    @Test func itLosesToOldDiscsAndStartsAnew() {
        let game = PhoneGame()
        game.connect(isHost: false)
        game.play("14142424", weAreFirst: false)
        #expect(game.match.state == .iWin)
        game.disconnect(byUs: false)
        game.connect(isHost: false)
        game.play("56", weAreFirst: false)
        #expect(game.phone.state == .youWin)
        game.pressReplay()
        game.settle()
        game.expect("", weAreFirst: false)
        game.play("44", weAreFirst: false)
        game.expect("44", weAreFirst: false)
    }

    /// Its player presses Replay before our first disc: it moves first, and its board is clear already.
    @Test func itAsksForANewGameAsItsFirstWord() {
        let game = PhoneGame()
        game.connect(isHost: true)
        game.play(win, weAreFirst: true)
        game.disconnect(byUs: true)
        game.connect(isHost: true)
        game.pressReplay()
        game.settle()
        game.play("4455", weAreFirst: false)
        game.expect("4455", weAreFirst: false)
    }

    // MARK: Both at once

    /// Both press Replay on a slow link. The phone drops a disc before our replay arrives, and we move before or after that disc arrives.
    @Test(arguments: [true, false], [true, false]) func bothAskAtOnceAndItMoves(isHost: Bool, weMoveEarly: Bool) {
        let game = PhoneGame()
        game.connect(isHost: isHost)
        game.play(win, weAreFirst: isHost)
        game.match.replay()
        game.pressReplay()
        game.tap(7)
        if weMoveEarly { game.match.move(3) }
        game.theirs.deliver()
        #expect(game.match.game.digits == (weMoveEarly ? "4" : "") && !game.match.isOver)
        game.settle()
        if !weMoveEarly { game.play("4", weAreFirst: true) }
        game.play("17", weAreFirst: false)
        game.expect("417", weAreFirst: true)
    }

    /// The same, and it drops none: its next disc is an answer.
    @Test(arguments: [true, false]) func bothAskAtOnceAndItWaits(isHost: Bool) {
        let game = PhoneGame()
        game.connect(isHost: isHost)
        game.play(win, weAreFirst: isHost)
        game.match.replay()
        game.pressReplay()
        game.settle()
        game.play("44", weAreFirst: true)
        game.expect("44", weAreFirst: true)
    }

    /// Its Replay crosses the new game that goes with our first disc.
    @Test(arguments: [true, false]) func itsReplayCrossesOurFirstDisc(itMoves: Bool) {
        let game = PhoneGame()
        game.connect(isHost: true)
        game.play(win, weAreFirst: true)
        game.disconnect(byUs: true)
        game.connect(isHost: true)
        game.match.move(3)
        game.pressReplay()
        if itMoves { game.tap(7) }
        game.theirs.deliver()
        game.settle()
        game.expect("4", weAreFirst: true)
        game.play("55", weAreFirst: false)
        game.expect("455", weAreFirst: true)
    }

    /// One disc can belong to the game given up, and no more.
    @Test func aSecondDiscOutOfTurnIsAgainstTheRules() throws {
        let game = PhoneGame()
        game.connect(isHost: true)
        game.play(win, weAreFirst: true)
        game.match.replay()
        game.pressReplay()
        game.tap(7)
        game.settle()
        #expect(!game.match.isOver)
        game.theirs.send(Packet.frame(of: .game(FourInARowMessage.didAddDisc(column: 0).packet)))
        game.settle()
        #expect(game.player.take().last == .ended(.violation(.movedOutOfTurn)))
    }
}
