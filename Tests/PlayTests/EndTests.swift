// The end of a game: what is said of it and where, the four that light up, and the half second in which keys do nothing.

import Engine
import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct EndTests {
    /// Whoever asks for a replay moves first, and is no host because of that.
    @Test func afterAReplayTheMenuStandsOnWhatEachDid() {
        let pair = Pair()
        pair.play(shortWin)
        for seat in pair.seats.prefix(2) { seat.machine.advance(milliseconds: 2000) }
        pair.press(1, .character("r"))
        pair.play("44", from: 1)
        pair.host.leaveGame()
        pair.network.settle()
        pair.guest.closeEnd()
        pair.press(1, .character("q"))
        for (seat, row) in zip(pair.seats, ["Host a game", "Join a game"]) {
            #expect(seat.lines.contains { $0.contains("▸") && $0.contains(row) }, "\(seat.lines)")
        }
    }

    @Test func keysCountHalfASecondAfterTheEnd() throws {
        let seat = Seat()
        seat.press(.character("3"))
        seat.type("1122334")
        let game = try #require(seat.game)
        let hasty: [Key] = [
            .enter, .character(" "), .character("r"), .character("q"), .character("u"), .escape, .character("4"),
            .click(Point(x: 20, y: 23)), .character("?"),
        ]
        let before = seat.lines
        for _ in 0..<2 {
            for key in hasty { seat.press(key) }
            #expect(seat.game === game && game.scene.state == .iWin && seat.lines == before)
            seat.machine.advance(milliseconds: 249)
        }
        seat.machine.advance(milliseconds: 1)
        for key in hasty { seat.press(key) }
        #expect(seat.lines == before, "499 ms")
        seat.machine.advance(milliseconds: 1)
        #expect(seat.game === game && seat.lines.last?.contains("Next game  Enter") == true && !seat.machine.isWaiting)
        for key in [Key.character("4"), .character("5")] {
            seat.press(key)
            #expect(game.scene.state == .iWin && seat.game === game, "it shows the winner again")
        }
        seat.press(.character("r"))
        #expect(game.scene.game.moves.isEmpty && seat.shows("Red's turn"), "R replays over the message")
    }

    /// V means nothing in a game: it opens the review as soon as the last disc lies.
    @Test func theReviewOpensAtOnce() {
        let seat = Seat(settings: Settings())
        seat.press(.character("3"))
        seat.type(shortWin)
        while seat.game?.motion.falling != nil { seat.machine.advance(milliseconds: 1) }
        seat.press(.character("v"))
        #expect(seat.navigator.top is ReviewViewController)
        seat.press(.escape)
        #expect(seat.showsScore(1, 0, "Red", me: "Yellow") && seat.shows("Next game  Enter"))
    }

    /// Beside a score a small screen keeps both names, and each score stands beside its disc.
    @Test func aSmallScreenSaysWhoseScoreIsWhich() throws {
        let table = Table(size: Size(width: 40, height: 12))
        table.play(shortWin)
        for seat in [table.host, table.guest] { seat.endTheEnd() }
        table.host.press(.character("r"))
        table.settle()
        let name = try #require(table.host.game?.scene.opponent.shownName)
        #expect(table.host.lines[0].hasPrefix("▸ ● 1  Your turn") && table.host.lines[0].contains("\(name)  0 ◉"))
        #expect(table.guest.lines[0].hasPrefix(" ● 0  You") && table.guest.lines[0].contains("1 ◉ ◂"))
    }

    /// With another person, too, Enter begins the next game. It drops nothing on a board that the other player has just cleared.
    @Test func enterBeginsTheNextGame() {
        let table = Table()
        table.play(shortWin)
        let bar = table.host.lines.last?.split(separator: " ").joined(separator: " ")
        #expect(bar == "Replay R Look back V Disconnect Q", "only what comes next")
        #expect(table.host.game?.prompt?.choice == .replay, "what Enter does is lit")
        table.host.press(.right)
        #expect(table.host.game?.prompt?.choice == .seeIt)
        table.host.press(.left, .enter)
        table.settle()
        for seat in [table.host, table.guest] { #expect(seat.game?.scene.game.moves.isEmpty == true) }
        let isHosts = table.host.game?.scene.isOurTurn == true
        for seat in [table.guest, table.host] { seat.press(.enter) }
        table.settle()
        #expect(table.host.game?.scene.game.moves.count == (isHosts ? 1 : 0))
        table.guest.machine.advance(milliseconds: 1000)
        for seat in [table.guest, table.host] { seat.press(.enter) }
        table.settle()
        #expect(table.host.game?.scene.game.moves.isEmpty == false)
    }

    @Test func whoWinsAgainstAnotherPersonSeesConfetti() throws {
        let table = Table(settings: Settings())
        for (index, digit) in shortWin.unicodeScalars.enumerated() {
            (index.isMultiple(of: 2) ? table.host : table.guest).press(.character(digit))
            for seat in [table.host, table.guest] { seat.machine.advance(milliseconds: 2000) }
            table.settle()
        }
        func seesConfetti(_ seat: Seat) -> Bool {
            (0..<30).contains { _ in
                seat.machine.advance(milliseconds: 100)
                return seat.shows("★")
            }
        }
        #expect(seesConfetti(table.host) && !seesConfetti(table.guest))
        table.host.machine.advance(milliseconds: 3000)
        #expect(!table.host.shows("★"))
    }

    @Test func anotherGameByTheOtherPlayerBeginsAtOnce() {
        let table = Table()
        for (index, digit) in shortWin.unicodeScalars.enumerated() {
            (index.isMultiple(of: 2) ? table.host : table.guest).press(.character(digit))
            table.settle()
        }
        table.guest.endTheEnd()
        table.guest.press(.character("r"))
        table.settle()
        #expect(table.host.game?.motion.ignoresKeys == false && table.host.game?.scene.game.moves.isEmpty == true)
        table.guest.press(.character("4"))
        table.settle()
        table.host.press(.character("3"))
        table.settle()
        #expect(table.host.game?.scene.game.digits == "43")
    }

    @Test func theFourLightUpThenALineJoinsThemAndTheScoreChanges() throws {
        let seat = Seat(settings: Settings())
        seat.press(.character("3"))
        seat.type(shortWin)
        while seat.game?.motion.falling != nil { seat.machine.advance(milliseconds: 1) }
        var steps: [(lit: Int, isScored: Bool)] = []
        let bells = seat.machine.bells
        while seat.machine.isWaiting {
            let game = try #require(seat.game)
            let pieces = seat.lines + seat.navigator.canvas.roles
            seat.navigator.setNeedsDisplay()
            #expect(seat.lines + seat.navigator.canvas.roles == pieces, "what lights up is drawn piece by piece")
            #expect(seat.showsScore(game.motion.isScored ? 1 : 0, 0, "Red", me: "Yellow"))
            #expect(game.drawing.picture.lines.isEmpty != game.motion.isScored)
            steps.append((min(4, game.motion.lit), game.motion.isScored))
            seat.machine.advance(milliseconds: BoardMotion.step)
        }
        #expect(steps.map(\.lit) == [1, 2, 3, 4, 4, 4] && steps.map(\.isScored) == [false, false, false, false, true, true])
        #expect(steps.count * BoardMotion.step <= 1000)
        #expect(seat.machine.bells == bells, "nobody else is there")
    }

    @Test func aKeySkipsTheMomentOfTheWin() throws {
        let seat = Seat(settings: Settings())
        seat.press(.character("3"))
        seat.type(shortWin)
        while seat.game?.motion.falling != nil { seat.machine.advance(milliseconds: 1) }
        #expect(seat.showsScore(0, 0, "Red", me: "Yellow"))
        seat.press(.enter)
        #expect(seat.game?.motion.isScored == true && seat.showsScore(1, 0, "Red", me: "Yellow") && !seat.shows("Next game"))
        seat.machine.advance(milliseconds: 500)
        #expect(seat.shows("Next game") && !seat.machine.isWaiting)
    }

    @Test func theBellRingsOnceForAWin() {
        let table = Table()
        table.play(String(shortWin.dropLast()))
        let bells = [table.host, table.guest].map(\.machine.bells)
        table.play(String(shortWin.suffix(1)), hostFirst: shortWin.count.isMultiple(of: 2) == false)
        #expect([table.host, table.guest].map(\.machine.bells) == bells.map { $0 + 1 })
    }

    @Test func withoutAnimationTheEndIsStill() throws {
        let seat = Seat()
        seat.press(.character("3"))
        seat.type(shortWin)
        let game = try #require(seat.game)
        #expect(game.motion.ignoresKeys && seat.showsScore(1, 0, "Red", me: "Yellow"))
        while seat.machine.isWaiting {
            #expect(game.motion.lit >= 4 && game.motion.isScored)
            seat.machine.advance(milliseconds: 1)
        }
    }

    @Test(arguments: [Size(width: 29, height: 10), Size(width: 40, height: 12), Size(width: 80, height: 24)])
    func nothingCoversTheBoard(size: Size) throws {
        let seat = Seat(size: size)
        seat.press(.character("3"))
        seat.type("112233")
        let layout = try #require(seat.game).drawing.layout
        seat.press(.character("4"))
        seat.endTheEnd()
        let lines = seat.lines
        #expect(lines[..<layout.board.y].contains { $0.contains("We have a winner: Yellow!") })
        #expect(size.width < 40 || seat.shows("Red did not block column 4."))
        #expect(lines[size.height - 1].contains("Next") && lines[size.height - 1].contains("Menu"))
        for key in ["Enter", "V", "Q"] { #expect(lines[size.height - 1].contains(key)) }
        #expect(layout.board.y + layout.board.height <= size.height - 1)
        let roles = seat.navigator.canvas.roles
        for y in layout.board.y..<layout.board.y + layout.board.height {
            #expect(!roles[y].contains("A"), "no alert on the board")
        }
    }
}

@Suite struct WindowTitleTests {
    @Test func itSaysWhoseTurnItIs() {
        let table = Table()
        _ = (table.host.lines, table.guest.lines)
        #expect(table.host.navigator.canvas.windowTitle == "Your turn – Four in a Row")
        #expect(table.guest.navigator.canvas.windowTitle == "tiger's turn – Four in a Row")
        table.play("4")
        _ = table.host.lines
        #expect(table.host.navigator.canvas.windowTitle == "tiger's turn – Four in a Row")
    }

    @Test func itSaysWhoHasWonAndNothingInTheMenu() {
        let table = Table()
        table.play(shortWin)
        _ = (table.host.lines, table.guest.lines)
        #expect(table.host.navigator.canvas.windowTitle == "We have a winner: you! – Four in a Row")
        #expect(table.guest.navigator.canvas.windowTitle == "We have a winner: tiger! – Four in a Row")
        table.host.press(.character("q"))
        _ = table.host.lines
        #expect(table.host.navigator.canvas.windowTitle == "Four in a Row")
    }

    @Test func theSettingSwitchesItOff() {
        var settings = Seat.still
        settings.title = false
        let seat = Seat(settings: settings)
        seat.press(.character("3"))
        _ = seat.lines
        #expect(seat.navigator.canvas.windowTitle == "")
    }
}

@Suite struct BellTests {
    @Test func itRingsForATurnInANetworkGameOnly() {
        let table = Table()
        let before = table.guest.machine.bells
        table.play("4")
        #expect(table.guest.machine.bells == before + 1 && table.host.machine.bells > 0)
        let alone = seatAgainstComputer()
        alone.press(.character("4"))
        alone.machine.work()
        let shared = Seat()
        shared.press(.character("3"))
        shared.type("44")
        #expect(alone.machine.bells == 0 && shared.machine.bells == 0)
    }

    @Test("Who looks elsewhere gets what the option says; who looks at the game gets nothing; the bell rings if nobody knows")
    func notifications() {
        for notify in Play.Notification.allCases {
            for hasFocus in [true, false, nil] {
                var settings = Seat.still
                settings.notify = notify
                let table = Table(settings: settings)
                let guest = table.guest
                guest.navigator.hasFocus = hasFocus
                let before = (guest.machine.bells, guest.machine.messages)
                table.play("4")
                let rings = notify != .off && hasFocus != true
                #expect(guest.machine.bells == before.0 + (rings ? 1 : 0))
                let messages = notify == .message && hasFocus == false ? ["tiger has moved. It's your turn."] : []
                #expect(guest.machine.messages == before.1 + messages)
                let alone = seatAgainstComputer(settings: settings)
                alone.navigator.hasFocus = hasFocus
                alone.press(.character("4"))
                alone.machine.work()
                #expect(alone.machine.bells == (rings && hasFocus == false ? 1 : 0), "alone nobody is surprised")
            }
            #expect(Settings.parse("notify = \(notify.rawValue)").settings.notify == notify)
        }
    }

    @Test("The end of a game, a question and a new game say so in a message")
    func messages() throws {
        let table = Table()
        table.guest.navigator.hasFocus = false
        table.play("4453")
        table.host.type("d")
        table.settle()
        #expect(table.guest.machine.messages.last == "tiger offers a draw. Accept it?")
        table.guest.type("y")
        table.settle()
        table.guest.endTheEnd()
        #expect(table.guest.machine.messages.last == "Draw by agreement.")
    }
}
