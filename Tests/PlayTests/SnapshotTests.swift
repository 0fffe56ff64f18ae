// The main screens as text and meanings; the board in the character sets.

import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct SnapshotTests {
    @Test(arguments: Size.small + Size.usual) func menu(size: Size) {
        Snapshot.check(Seat(size: size).navigator, "menu")
    }

    @Test func host() {
        let seat = Seat()
        seat.machine.addresses = ["192.168.1.7"]
        seat.press(.character("h"))
        seat.machine.advertisements[0].tell(.listed(name: "tiger"))
        Snapshot.check(seat.navigator, "host")
    }

    @Test(arguments: Size.small + Size.usual) func join(size: Size) {
        let seat = Seat(size: size)
        seat.press(.character("j"))
        for name in ["Ann", "Zoë's laptop", "日本の友達", "evil\u{1B}[2J\u{202E}name"] {
            seat.machine.browsers[0].find(name)
        }
        Snapshot.check(seat.navigator, "join")
    }

    @Test(arguments: Size.small + Size.usual) func hostPrivate(size: Size) {
        let seat = Seat(size: size)
        seat.machine.addresses = ["192.168.1.7"]
        seat.type("hp")
        seat.machine.advertisements[0].tell(.listed(name: "tiger"))
        Snapshot.check(seat.navigator, "host-private")
    }

    @Test func joinPrivate() {
        let seat = Seat()
        seat.type("j")
        for (name, text) in [("Ann", ["private": "1"]), ("Zoë's laptop", [:])] {
            seat.machine.browsers[0].find(name, text)
        }
        Snapshot.check(seat.navigator, "join-private")
        seat.type("1lemon otter")
        Snapshot.check(seat.navigator, "join-code")
    }

    @Test(arguments: Size.smallest + Size.small + Size.usual + Size.wide + Size.huge) func midGame(size: Size) {
        let table = Table(size: size)
        table.play("4435263")
        Snapshot.check(table.host.navigator, "game")
    }

    @Test(arguments: Size.small + Size.usual) func won(size: Size) {
        let table = Table(size: size)
        table.play("1223344")
        table.play("354")
        table.play(shortWin)
        // The last digits came after the end, and showed the winner again.
        Snapshot.check(table.host.navigator, "end")
        table.host.press(.right)
        Snapshot.check(table.host.navigator, "prompt")
    }

    @Test(arguments: Size.small + Size.usual) func help(size: Size) {
        let seat = Seat(size: size)
        seat.press(.character("3"), .character("?"))
        Snapshot.check(seat.navigator, "help")
    }

    @Test(arguments: Size.small + Size.usual) func options(size: Size) {
        let seat = Seat(size: size)
        seat.open("Options")
        Snapshot.check(seat.navigator, "options")
    }

    @Test(arguments: [Glyphs.ascii, .lineDrawing, .console]) func characterSets(glyphs: Glyphs) {
        let seat = Seat(glyphs: glyphs)
        seat.press(.character("3"))
        seat.type("4435263")
        Snapshot.check(seat.navigator, "\(glyphs.rawValue)")
    }
}
