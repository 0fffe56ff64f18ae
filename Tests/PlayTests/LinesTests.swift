// The program in lines, in memory: what is said, what can be typed, and that no screen is silent.

import Engine
import Games
import Screen
import Session
import TestSupport
import Testing

@testable import Play

/// Somebody who listens: a machine in memory, lines in and out.
final class Listener {
    let machine: FakeEnvironment
    let navigator: Navigator
    private(set) var view: TextModeView?
    private var said: [String] = []

    init(
        settings: Settings = Seat.still, glyphs: Glyphs = .unicode, machine: FakeEnvironment = FakeEnvironment(),
        start: Start = .menu
    ) {
        self.machine = machine
        navigator = Navigator(size: TextModeView.size, glyphs: glyphs, settings: settings, environment: machine)
        try? navigator.launcher.open(start)
        view = TextModeView(navigator) { [unowned self] in said.append($0) }
        machine.advance(milliseconds: 0)
    }

    /// What is said now and was not before.
    func hear() -> [String] {
        view?.update()
        defer { said = [] }
        return said
    }

    /// What is said when these lines are typed, one after the other.
    @discardableResult
    func type(_ lines: String...) -> [String] {
        for line in lines { view?.take(line) }
        return hear()
    }

    var game: FourInARowViewController? { navigator.top as? FourInARowViewController }
}

@Suite struct LinesTests {
    @Test func theMenuIsNumbered() {
        let listener = Listener()
        let menu = [
            "Four in a Row.", "1. Host a game: on this network", "2. Join a game: on this network",
            "3. Two players: on this keyboard",
            "4. Play online: over the internet",
            "5. Play the computer: start here", "6. Puzzle of the day", "7. Learn", "8. Other games", "9. History", "0. Options",
        ]
        #expect(listener.hear() == menu)
        #expect(listener.hear() == [], "nothing is said twice")
        #expect(listener.type("") == menu, "unless it is asked for")
        #expect(listener.type("99") == ["There is no command “99” here. ? lists them."])
        #expect(
            listener.type("open") == ["There is no command “open” here. ? lists them."], "Enter acts on a choice nobody hears")
        #expect(listener.type("q") == [] && listener.machine.hasQuit)
    }

    @Test(arguments: [false, true]) func twoPlayersMoveByMove(isAnimated: Bool) {
        var settings = Seat.still
        settings.animation = isAnimated
        let listener = Listener(settings: settings, start: .two)
        #expect(listener.hear() == ["Two players.", "Yellow's turn."])
        #expect(listener.type("4") == ["Yellow: column 4, row 1. Red's turn."])
        #expect(listener.type("4") == ["Red: column 4, row 2. Yellow's turn."])
        #expect(listener.type("b") == ["Row 2: Red in 4.", "Row 1: Yellow in 4."])
        #expect(listener.type("s 4") == ["Column 4: Yellow, Red."])
        #expect(listener.type("S 7") == ["Column 7: empty."])
        #expect(listener.type("l") == ["Red: column 4, row 2.", "Yellow's turn."])
        #expect(listener.type("u") == ["1 move taken back.", "Yellow: column 4, row 1. Red's turn."])
        #expect(
            listener.type("1", "4", "1", "4") == [
                "Red: column 1, row 1. Yellow's turn.", "Yellow: column 4, row 2. Red's turn.",
                "Red: column 1, row 2. Yellow's turn.", "Yellow: column 4, row 3. Red's turn.",
            ])
        #expect(
            listener.type("t") == [
                "Threats on.", "Yellow wins next unless column 4 is blocked.", "Threats. Yellow: column 4, row 4.",
            ])
        #expect(listener.type("t") == ["Threats off."])
        #expect(
            listener.type("1", "4").suffix(4) == [
                "Yellow: column 4, row 4. We have a winner: Yellow!", "The four: column 4, rows 1 to 4.",
                "Score: Yellow 1, Red 0.", "Red did not block column 4.",
            ])
        #expect(listener.view?.isReady == false, "what is typed now waits for the end to be heard")
        listener.machine.advance(milliseconds: 1_000)
        listener.machine.work()
        #expect(listener.hear() == ["r: Next game. v: Look back. q: Menu."])
        #expect(listener.type("replay") == ["A new game.", "Red's turn."])
        #expect(listener.type("leave").first == "Leave the game?")
        #expect(listener.type("y").first == "Four in a Row.")
    }

    /// A replay and the first move of the next game, which is that of the last one, in one breath.
    @Test func theSameFirstMoveIsSaidAgain() {
        let host = Seat()
        let guest = Listener()
        let (hostEnd, guestEnd) = FakeConnection.pair()
        host.press(.character("h"))
        host.machine.advertisements[0].accept(hostEnd)
        guest.type("2")
        guest.machine.browsers[0].find("Heron", at: "10.0.0.1:27364")
        guest.type("1")
        guest.machine.attempts[0].completion(.success(guestEnd))
        FakeConnection.settle(hostEnd, guestEnd)
        for (mine, theirs) in zip(["1", "1", "1"], ["2", "2", "2"]) {
            host.type(mine)
            FakeConnection.settle(hostEnd, guestEnd)
            guest.type(theirs)
            FakeConnection.settle(hostEnd, guestEnd)
        }
        host.type("1")
        FakeConnection.settle(hostEnd, guestEnd)
        #expect(guest.hear().first == "tiger: column 1, row 4. We have a winner: tiger!")
        host.endTheEnd()
        host.type("r1")
        FakeConnection.settle(hostEnd, guestEnd)
        #expect(
            guest.hear().suffix(3) == [
                "tiger asked for a replay and goes first.", "A new game.", "tiger: column 1, row 1. Your turn.",
            ])
    }

    @Test func theComputerIsCalledSo() {
        var settings = Seat.still
        settings.level = 1
        let listener = Listener(settings: settings)
        #expect(listener.type("c", "1").suffix(2) == ["You and the computer, level 1: Gentle.", "Your turn."])
        #expect(listener.type("4").first == "You: column 4, row 1. The computer's turn.")
        listener.machine.work()
        listener.machine.advance(milliseconds: 1_000)
        #expect(listener.hear().last?.hasPrefix("The computer: column ") == true)
    }

    @Test func aSignTakesTheNextLevelAfterAWin() {
        let listener = Listener(start: .computer(level: 1, firstMover: .me, position: "112233"))
        _ = listener.type("4")
        listener.machine.advance(milliseconds: 3_000)
        #expect(
            listener.hear().contains { $0.contains("+: Level up.") } || listener.type("").contains { $0.contains("+: Level up.") }
        )
        #expect(listener.type("+").first == "You and the computer, level 2: Beginner.")
    }

    @Test func whatIsRefusedIsExplained() {
        let listener = Listener(start: .two)
        _ = listener.hear()
        #expect(listener.type("why") == ["Nothing was refused."])
        #expect(listener.type("8", "4 4") == ["Columns are 1 to 7.", "There is no command “4 4” here. ? lists them."])
        listener.type("1", "1", "1", "1", "1", "1", "1")
        let why = listener.type("why")
        #expect(why.first == "That column is full." && why.dropFirst().first == "Yellow's turn.")
        #expect(why.last?.hasPrefix("You can type: 1, 2, 3, 4, 5, 6, 7, ") == true)
        listener.type("d", "99")
        #expect(
            listener.type("why") == [
                "A question has to be answered first.", "Do you both agree to a draw?",
                "n: Play on. y: Draw.",
            ])
        #expect(listener.type("no") == ["Yellow's turn."])
    }

    @Test func linesAreRepeatedAndShortened() {
        let listener = Listener(start: .two)
        listener.type("4", "3")
        #expect(listener.type("repeat") == ["Red: column 3, row 1. Yellow's turn."])
        #expect(
            listener.type("repeat 2") == ["Yellow: column 4, row 1. Red's turn.", "Red: column 3, row 1. Yellow's turn."])
        #expect(listener.type("repeat 99").count == 4)
        #expect(listener.type("last") == ["Red: column 3, row 1.", "Yellow's turn."])
        #expect(listener.type("terse") == ["Terse: only what happens is said. Type full for all."])
        #expect(listener.type("d") == ["Do you both agree to a draw?", "n: Play on. y: Draw."])
        #expect(listener.type("y").first == "Draw by agreement.")
    }

    @Test func positionsInEveryDirection() {
        let listener = Listener(start: .two)
        #expect(listener.type("moves").last == "The board is empty.")
        listener.type("1", "2", "2", "3", "3", "4", "3", "4", "4", "6")
        #expect(listener.type("moves").count == 10)
        #expect(
            listener.type("board diagonals").first
                == "From column 1, row 1 to column 6, row 6: Yellow, Yellow, Yellow, empty, empty, empty.")
        #expect(
            listener.type("open") == [
                "Open columns: column 1, row 2; column 2, row 3; column 3, row 4; column 4, row 4; column 5, row 1; column 6, row 2; "
                    + "column 7, row 1."
            ])
        #expect(listener.type("4").contains("The four: from column 1, row 1 to column 4, row 4."))
        #expect(listener.type("open") == ["The game is over."])
    }

    /// Who comes back hears what has changed, and the rest when asked.
    @Test func aMenuIsReadOnce() {
        let listener = Listener()
        _ = listener.hear()
        listener.type("7")
        #expect(listener.type("back") == ["Four in a Row. An empty line says the choices."])
        listener.type("c", "1", "4")
        listener.machine.work()
        listener.machine.advance(milliseconds: 1_000)
        #expect(
            listener.type("leave", "y").suffix(4) == [
                "Four in a Row. An empty line says the choices.", "g. Go on: Gentle, move 2, your turn",
                "5. Play the computer", "6. Puzzle of the day: new",
            ])
        listener.type("terse", "7")
        #expect(listener.type("back") == ["Four in a Row."])
        let menu = listener.type("")
        #expect(menu.count == 2 && menu.last?.hasPrefix("g Go on, 1 Host a game, 2 Join a game, ") == true, "\(menu)")
    }

    /// What is only tried is left, not given up.
    @Test func aTrialIsNotResigned() {
        let listener = Listener(start: .review(digits: "4455"))
        listener.type("t", "2", "1")
        #expect(listener.game?.scene.isTrial == true)
        #expect(listener.type("resign") == ["You can't do that now."])
        #expect(listener.type("leave") == ["Leave the game? It is not saved.", "n: Play on. y: Leave."])
        #expect(!listener.type("?").contains { $0.contains("Resign") })
    }

    /// Whose turn it is was said before the connection was lost.
    @Test func aLostConnectionDoesNotSayTheTurnAgain() {
        let pair = Pair()
        pair.play("445")
        var said: [String] = []
        let view = TextModeView(pair.guest.navigator) { said.append($0) }
        view.update()
        #expect(said.last?.hasSuffix("Your turn.") == true)
        said = []
        pair.kill(0)
        view.update()
        #expect(said.first?.hasSuffix("lost. Reconnecting…") == true && !said.contains { $0.contains("Your turn") }, "\(said)")
        said = []
        view.take("last")
        #expect(said.last?.hasSuffix("Your turn.") == true, "\(said)")
    }

    @Test func theFirstMenuIsNotLeftByMistake() {
        let listener = Listener()
        _ = listener.hear()
        #expect(listener.type("back") == ["This is the first menu. Type leave to end the program."])
        #expect(!listener.machine.hasQuit)
        listener.type("leave")
        #expect(listener.machine.hasQuit)
    }

    /// A program hears each event in a line of its own, and nothing that passes by itself.
    @Test func programsHearOneEventALine() {
        var said: [String] = []
        let machine = FakeEnvironment()
        let navigator = Navigator(size: TextModeView.size, glyphs: .unicode, settings: Seat.still, environment: machine)
        try? navigator.launcher.open(.computer(level: 1, firstMover: .me, position: ""))
        let view = TextModeView(navigator, isScript: true, isTyped: false) { said.append($0) }
        view.update()
        view.take("4")
        #expect(said == ["You and the computer, level 1: Gentle.", "Your turn.", "You: column 4, row 1."])
        machine.advance(milliseconds: 1_000)
        #expect(!view.isReady && TextModeView(navigator) { _ in }.isReady, "only who types waits no longer than usual")
        machine.work()
        machine.advance(milliseconds: 1_000)
        view.update()
        #expect(said.count == 5 && said[3].hasPrefix("The computer: column ") && said[4] == "Your turn.")
        said = []
        view.take("u")
        #expect(said == ["2 moves taken back.", "Your turn."])
    }

    @Test func boardsByColumnAndFullColumns() {
        let listener = Listener(start: .two)
        #expect(listener.type("b").last == "The board is empty.")
        listener.type("1", "1", "1", "1", "1", "1")
        #expect(listener.type("1") == ["That column is full."])
        #expect(listener.type("b columns").count == 7)
        #expect(listener.type("b c").first == "Column 1: Yellow, Red, Yellow, Red, Yellow, Red.")
    }

    /// A guest in lines and a host with a screen.
    @Test func againstSomebodyElse() {
        let host = Seat()
        let guest = Listener()
        let (hostEnd, guestEnd) = FakeConnection.pair()
        func settle() { FakeConnection.settle(hostEnd, guestEnd) }
        host.press(.character("h"))
        host.machine.advertisements[0].accept(hostEnd)
        #expect(
            guest.type("2").suffix(6) == [
                "Join a game.", "No game on this network yet.", "h. Host a game: and let the other join", "a. Type an address",
                "o. Play online: for a friend elsewhere", "m. Name: tiger",
            ])
        guest.machine.browsers[0].find("Heron", at: "10.0.0.1:27364")
        #expect(guest.hear() == ["1. Heron: 10.0.0.1:27364"])
        #expect(guest.type("1") == ["Connecting to Heron…"])
        guest.machine.attempts[0].completion(.success(guestEnd))
        settle()
        let met = guest.hear()
        #expect(met.contains("You and tiger.") && met.contains("tiger's turn."), "who it is, once that is known")
        host.press(.character("4"))
        settle()
        #expect(guest.hear() == ["tiger: column 4, row 1. Your turn."])
        #expect(guest.type("3") == ["You: column 3, row 1. tiger's turn."])
        #expect(guest.type("3") == ["It's not your turn."])
        settle()
        // Asked for, refused, and asked the other way round.
        host.press(.character("h"))
        settle()
        #expect(guest.hear() == ["tiger wants hints on for both players. Allow it?", "y: Yes. n: No."])
        #expect(guest.type("4") == ["y: Yes. n: No."], "a column is no answer")
        #expect(guest.type("n") == ["tiger's turn."])
        settle()
        let asked = ["Leave the game? If you disconnect, nobody wins.", "n: Play on. r: Resign. y: Disconnect."]
        #expect(guest.type("leave") == asked)
        #expect(guest.type("back") == ["tiger's turn."])
        #expect(guest.type("resign") == ["Resign this game?", "n: Play on. y: Resign."])
        #expect(guest.type("n") == ["tiger's turn."])
        host.leaveGame()
        settle()
        #expect(guest.hear() == ["The game is over.", "tiger left the game. Nobody wins."])
    }

    @Test func whatIsTypedIntoAField() {
        let listener = Listener()
        listener.type("2")
        #expect(listener.type("a").last == "Type an address (host, host:port or [v6]:port). An empty line goes back.")
        #expect(listener.type("10.0.0.9:4444").first?.hasPrefix("Connecting to") == true)
        listener.type("back")
        #expect(listener.type("").contains("a. Type an address"))
        listener.type("leave", "0")
        #expect(listener.type("1").last == "Type your name. An empty line keeps it.")
        #expect(listener.type("  Zoë the 2nd ").contains("1. Name: Zoë the 2nd"))
        #expect(listener.machine.saved.last?.name == "Zoë the 2nd")
        listener.type("1")
        #expect(listener.type("").contains("1. Name: Zoë the 2nd"))
        listener.type("1")
        let help = listener.type("?")
        #expect(help.contains("Type your name. An empty line keeps it.") && !help.contains { $0.hasPrefix("An empty line:") })
        #expect(listener.type("back").contains("1. Name: Zoë the 2nd"), "no name is back")
        #expect(listener.machine.saved.count { $0.name == "Zoë the 2nd" } == 1)
    }

    @Test func controlCharactersAndNonsense() {
        let listener = Listener(glyphs: .ascii)
        listener.type("\u{1B}[2J\u{7}", "4 4", String(repeating: "x", count: 5_000), "\u{202E}q u", "0", "-1", "card")
        for line in listener.type("?") {
            #expect(line.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 })
            #expect(line.count < 200)
        }
        #expect(!listener.machine.hasQuit)
    }

    @Test func theFirstStart() {
        let listener = Listener(start: .welcome)
        #expect(listener.hear() == ["Four in a Row.", "What's your name? An empty line: annie."])
        #expect(listener.type("").first == "Four in a Row.")
        #expect(listener.machine.saved.last?.name == "annie")
    }

    @Test func cards() {
        let listener = Listener()
        listener.navigator.push(CardMatchingViewController(navigator: listener.navigator))
        #expect(
            listener.hear().last
                == "Find two cards of the same rank (4 points) or suit (1 point). A flip costs 1, a mismatch 1 more. Against par +15."
        )
        #expect(listener.type("1").first?.hasSuffix(" Against par +14, flips 1.") == true)
        #expect(listener.type("b").map { String($0.prefix(10)) } == ["Face up: 1", "Face down:"])
        #expect(listener.type("17") == ["Cards are 1 to 16."])
        #expect(listener.type("leave") == ["Leave the game? It will not count.", "n: Play on. y: Leave."])
        #expect(listener.type("y").first?.hasPrefix("Four in a Row.") == true)
    }

    @Test("Against the clock: the time on request, and twice without; a move is no answer to a question")
    func cardsAgainstTheClock() {
        let listener = Listener()
        listener.navigator.push(CardMatchingViewController(navigator: listener.navigator))
        listener.type("o")
        #expect(listener.type("time") == ["You have 64 seconds."])
        listener.type("1")
        #expect(listener.type("time") == ["64 seconds are left."])
        listener.machine.advance(milliseconds: 34_000)
        #expect(listener.hear().contains("30 seconds are left."))
        listener.machine.advance(milliseconds: 5_000)
        #expect(!listener.hear().contains { $0.contains("seconds") })
        listener.type("leave")
        #expect(listener.type("1") == ["n: Play on. y: Leave."])
        listener.type("n")
        listener.machine.advance(milliseconds: 15_000)
        #expect(listener.hear().contains("10 seconds are left."))
        listener.machine.advance(milliseconds: 10_000)
        #expect(listener.hear().contains { $0.hasPrefix("The time is up") })
    }

    @Test func snapWithoutSeconds() {
        let listener = Listener()
        listener.navigator.push(SnapViewController(navigator: listener.navigator, against: 1, speed: .slow))
        let long = "Everyone has 3 seconds longer to snap: the next card waits."
        #expect(listener.hear() == ["Snap!", long, "Matches are announced at this table.", "Your turn."])
        listener.machine.advance(milliseconds: 3_000)
        #expect(listener.hear() == [], "no second is counted aloud")
        let lines = listener.type("")
        #expect(lines.first?.hasPrefix("You turned ") == true && lines.last == "Computer's turn.")
        #expect(listener.type("s").first?.hasPrefix("Wrong Snap! You pay a card to Computer") == true)
        #expect(listener.type("b").count == 2)
        #expect(listener.type("leave") == ["Leave the game? It will not count.", "n: Play on. y: Leave."])
        #expect(listener.type("q").first == "Four in a Row.")
    }

    @Test func longerToSnap() {
        let listener = Listener()
        listener.type("o", "4", "1")
        #expect(listener.type("").contains("4. Time to snap: 3 seconds longer"))
        #expect(listener.type("4").contains("4. Time to snap: normal"))
        #expect(listener.machine.saved.last?.longSnap == false)
        #expect(listener.type("-4") == ["4. Time to snap: 3 seconds longer"])
        #expect(
            listener.type("-2") == ["2. Computer players: 3"] && listener.type("2") == ["2. Computer players: 1"])
        #expect(listener.type("?").contains("-2: Change it the other way."))
        #expect(listener.type("-1").first?.hasPrefix("There is no command") == true, "there is only one way to begin")
        #expect(
            listener.type("1") == [
                "Snap!", "Everyone has 3 seconds longer to snap: the next card waits.",
                "Matches are announced at this table.", "Your turn.",
            ])
    }

    @Test func theHostOfATableGivesEverybodyLonger() {
        let listener = Listener()
        listener.navigator.push(NearbyViewController(navigator: listener.navigator))
        while !listener.type("g").contains(where: { $0.contains("Snap!") }) {}
        #expect(listener.type("h").contains("Waiting for players of Snap!…"))
        let sentence = "Everyone has 3 seconds longer to snap: the next card waits."
        #expect(listener.type("?").contains("l: Give everyone 3 seconds longer to snap, or not."))
        #expect(listener.type("").contains(sentence))
        let usual = "Everyone has the usual time to snap. L gives them 3 seconds more."
        #expect(listener.type("l") == [usual] && listener.machine.saved.last?.longSnap == false)
        #expect(!listener.type("").contains(sentence))
        #expect(listener.type("l") == [sentence] && listener.machine.saved.last?.longSnap == true)
    }

    @Test func theSecretNumber() {
        let party = SecretNumberParty(FakeParty.gather("Ann", "Bob"))
        let listened = party.navigators[1]
        var said: [String] = []
        let view = TextModeView(listened) { said.append($0) }
        view.update()
        #expect(said.first == "Guess the secret number.")
        party.settle()
        party.choose(0, "42")
        party.wait(1_000)
        said = []
        view.take("50")
        party.settle()
        view.update()
        #expect(said.contains { $0.hasPrefix("Guess 1. You: 50 – too high.") })
        #expect(said.contains("The number is from 1 to 49."))
        party.wait(1_000)
        view.take("42")
        party.settle()
        view.update()
        #expect(said.contains { $0.contains("You: 42 – correct.") })
    }

    @Test func theSecretNumberAlone() {
        let listener = Listener()
        _ = listener.type("o")
        _ = listener.type("2")
        _ = listener.type("1")
        #expect(listener.type("1").contains { $0.hasPrefix("The computer has chosen a number.") })
        let answer = listener.type("50")
        #expect(["50 is too high.", "50 is too low.", "You win: 50"].contains { said in answer.contains { $0.hasPrefix(said) } })
    }

    @Test("Where a screen asks yes or no, the help says the question and the answers")
    func helpInAQuestion() {
        let listener = Listener()
        let range = SecretNumberRange.offered[0]
        listener.navigator.push(
            SecretNumberViewController(navigator: listener.navigator, range: range, solo: .player(.shown), secret: 42))
        listener.type("50")
        #expect(listener.type("back").first == "Leave the game? It will not count.")
        let help = listener.type("?")
        #expect(help.prefix(2) == ["Leave the game? It will not count.", "n: Play on. y: Leave."], "\(help)")
        #expect(!help.contains { $0.contains("Choose that line") })
    }

    @Test func reviewAndHistory() {
        let listener = Listener(start: .review(digits: "4444435"))
        #expect(listener.hear() == ["Review.", "g 0 goes to the beginning.", "Red to move."])
        #expect(listener.type("g 0") == ["Before the first move.", "+ and - go through the game."])
        #expect(listener.type("+") == ["Move 1: Yellow, column 4."])
        #expect(listener.type("") == ["Move 1: Red, column 4."], "both players' first discs are move 1")
        #expect(listener.type("g 3").first == "Move 3: Yellow, column 4.")
        listener.type("g 1", "+")
        #expect(listener.type("b") == ["Row 2: Red in 4.", "Row 1: Yellow in 4."])
        #expect(listener.type("?").contains("An empty line, +: Go to the next move."))
        #expect(!listener.type("next mistake").contains { $0.contains("no command") }, "a key's name of two words")
        listener.type("back")
        let beginnings = listener.type("9")
        #expect(beginnings.prefix(2) == ["History.", "No games of Four in a Row yet."])
        #expect(beginnings.suffix(3) == ["1. Play the computer", "2. Two players", "3. Other games"])
        listener.type("back", "3", "1", "2", "1", "2", "1", "2", "1")
        listener.machine.advance(milliseconds: 1_000)
        listener.machine.work()
        listener.type("leave")
        #expect(listener.type("9").contains { $0.contains("4 moves") })
        #expect(listener.type("s").first == "Statistics.")
    }

    /// Whether it is chosen, reviewed, exported or shown on the screen.
    @Test func aGameHasOneNumber() throws {
        let listener = Listener()
        try fill(listener.machine.games)
        _ = listener.hear()
        let history = listener.type("y")
        let numbers = history.dropFirst(2).map { line in String(line.prefix(2)) }
        #expect(numbers == ["5.", "4.", "3.", "2.", "1."])
        #expect(history.last?.contains("Bob: won, 4 moves") == true)
        #expect(listener.type("c 1") == ["Game 1."] && listener.type("c 6") == ["There is no game 6."])
        #expect(listener.type("c") == ["Type a number after it, such as c 3."])
        #expect(listener.type("x").first == "Game 1 as a file.")
        listener.type("back")
        #expect(listener.type("1").first == "Review.")
        #expect((listener.navigator.top as? ReviewViewController)?.game.digits == shortWin)
    }

    /// One without a number comes and goes: the others' follow one another, and are what is typed.
    @Test func theMenuHasNoGap() throws {
        let pair = Pair()
        pair.play("44")
        pair.kill(0)
        pair.press(1, .character("s"))
        let navigator = pair.guest.navigator
        var said: [String] = []
        let view = TextModeView(navigator) { said.append($0) }
        view.update()
        let names = said.dropFirst().map { line in String(line.prefix { $0 != "." }) }
        #expect(names == ["r"] + (1...10).map { String($0 % 10) })
        view.take("q")
        #expect(pair.guest.machine.hasQuit)
    }

    @Test(
        "A full stop where no sign ends the sentence, be it in brackets or of its own direction",
        arguments: [
            ("It is 7", "It is 7."), ("It (is)", "It (is)."), ("它（是）", "它（是）."), ("“it”", "“it”."),
            ("it: \u{2068}Ann\u{2069}", "it: \u{2068}Ann\u{2069}."),
            ("64%", "64%."), ("64٪", "64٪."), ("It is!", "It is!"), ("(It is.)", "(It is.)"), ("它是。", "它是。"),
            ("\u{2068}It is…\u{2069}", "\u{2068}It is…\u{2069}"),
            ("", ""),
        ])
    func fullStops(words: String, sentence: String) { #expect(words.withFullStop == sentence) }
}

/// Every screen that can be reached from the menu by typing the names of choices.
@Suite struct EveryScreenInLinesTests {
    private func listener(at path: [String]) -> Listener {
        var settings = Seat.still
        settings.relay = "mqtts://relay.example.org"
        let listener = Listener(settings: settings)
        for name in path { listener.type(name) }
        _ = listener.hear()
        return listener
    }

    @Test func everyChoiceIsReachedAndNoScreenIsSilent() {
        var seen: Set<String> = []
        var paths: [[String]] = [[]]
        while let path = paths.popLast() {
            let listener = listener(at: path)
            guard let top = listener.navigator.top else { continue }
            #expect(!listener.type("").isEmpty || top is SnapViewController, "\(path)")
            #expect(listener.type("?").count > 2 || top.isTyping, "\(path)")
            let name = "\(type(of: top)) \(top.title)"
            guard seen.insert(name).inserted, path.count < 4 else { continue }
            for choice in top.announcement.choices where choice.words != "Quit" {
                let after = self.listener(at: path)
                #expect(!after.type(choice.name).isEmpty, "\(path) \(choice.name) says nothing")
                paths.append(path + [choice.name])
            }
        }
        let screens = [
            "MenuViewController", "HostGameViewController", "JoinGameViewController", "FourInARowViewController",
            "SetupViewController", "JoinOnlineViewController", "NearbyViewController",
            "CardMatchingViewController", "SnapViewController", "HistoryViewController",
            "OptionsViewController", "GuideViewController",
        ]
        for screen in screens { #expect(seen.contains { $0.hasPrefix(screen) }, "\(screen)") }
    }
}
