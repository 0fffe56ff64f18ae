// The first start: a welcome, a name, and on to the menu.

import Screen
import Session
import TestSupport
import Testing
import Text

@testable import Play

@Suite("First start")
struct WelcomeTests {
    nonisolated private static let sizes = [
        Size(width: 29, height: 10), Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60),
    ]

    private func seat(_ size: Size = Size(width: 80, height: 24), glyphs: Glyphs = .unicode) -> Seat {
        Seat(size: size, glyphs: glyphs, start: .welcome)
    }

    @Test("It fits every size, and says what the name is for", arguments: sizes)
    func snapshot(size: Size) {
        let seat = seat(size)
        Snapshot.check(seat.navigator, "welcome", at: Size.smallest + Size.small + Size.usual)
        // Where lines are broken no board stands beside them.
        let words = seat.text
        for sentence in [
            "Welcome!", "What's your name?", "Players who play with you see it.", "You can change it under Options.",
        ] {
            #expect(size.width > 29 ? seat.shows(sentence) : words.contains(sentence), "\(sentence)")
        }
        #expect(seat.navigator.canvas.caret != nil)
    }

    @Test("A game that was cut off under a name of the command line goes on once the name is known")
    func cutOff() {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        pair.seats[1] = Seat(settings: Seat.still, machine: pair.network.machines[1], start: .welcome)
        pair.network.settle()
        #expect(pair.guest.shows("What's your name?"))
        pair.press(1, .enter)
        pair.network.advance(seconds: 6)
        pair.expectGame("44")
    }

    @Test("In ASCII and without colours as well")
    func ascii() {
        let seat = seat(Size(width: 29, height: 10), glyphs: .ascii)
        seat.navigator.colours = nil
        #expect(seat.shows("Welcome!") && seat.shows("What's your name?"))
        #expect(seat.lines.allSatisfy { $0.allSatisfy(\.isASCII) })
    }

    @Test("A letter replaces the suggestion; Enter keeps what stands there and goes on to the menu, which Q leaves")
    func name() {
        let seat = seat()
        seat.type("q?0")
        #expect(seat.shows("q?0") && !seat.shows("annie") && !seat.machine.hasQuit)
        seat.press(.backspace, .backspace, .enter)
        #expect(seat.machine.saved.map(\.name) == ["q"] && seat.shows("1  Host a game"))
        #expect(seat.navigator.playerName == "q" && seat.shows("Welcome, q! Start with Beginner"))
        #expect(seat.shows("5  Play the computer") && !seat.shows("start here"))
        seat.press(.escape)
        #expect(seat.shows("1  Host a game"), "it is the first screen now")
        seat.press(.character("q"))
        #expect(seat.machine.hasQuit)
    }

    @Test("An empty line stands for the name that stood there", arguments: ["", "   "])
    func empty(typed: String) {
        let seat = seat()
        seat.press(.control("u"))
        seat.type(typed)
        seat.press(.enter)
        #expect(seat.machine.saved.map(\.name) == ["annie"])
    }

    @Test("Esc keeps the machine's name, so that nothing is asked again")
    func skipped() {
        let seat = seat()
        seat.type("x")
        seat.press(.escape)
        #expect(seat.machine.saved.map(\.name) == ["tiger"] && seat.navigator.playerName == "tiger")
        #expect(seat.shows("1  Host a game"))
    }

    @Test("F1 explains the keys, as the bar says, for a question mark may be in a name")
    func help() {
        let seat = seat()
        #expect(seat.shows("F1 Keys") && !seat.shows("? Keys"))
        seat.press(.function(1))
        #expect(seat.shows("Save your name and go"))
        seat.press(.escape, .enter)
        #expect(seat.shows("? Keys"))
    }

    @Test("What USER says may be anything: it becomes a name that can be sent")
    func strangeName() {
        let machine = FakeEnvironment()
        machine.userName = "evil\u{1B}[2J" + String(repeating: "é", count: 60)
        let seat = Seat(machine: machine, start: .welcome)
        seat.press(.enter)
        let name = machine.saved.last?.name ?? ""
        #expect(name.hasPrefix("evil[2Jé") && name.utf8.count <= PlayerName.longest)
    }

    @Test("Where nothing can be saved: one sentence, and the name holds for this run")
    func readOnly() {
        let machine = FakeEnvironment()
        machine.saveFailure = .settingsNotKept(path: "/c", .other("read-only file system"))
        let seat = Seat(machine: machine, start: .welcome)
        seat.press(.enter)
        #expect(seat.shows("1  Host a game") && seat.shows("read-only file system") && seat.navigator.playerName == "annie")
    }
}
