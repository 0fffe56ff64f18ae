// The screens as text and meanings, in three sizes and in the character sets.

import Screen
import TestSupport
import Testing

@testable import Play

nonisolated private let sizes = [Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60)]

@Suite struct SnapshotTests {
    private func name(_ what: String, _ size: Size) -> String { "\(what)-\(size.width)x\(size.height)" }

    @Test(arguments: sizes) func menu(size: Size) {
        Snapshot.check(Seat(size: size).navigator, name("menu", size))
    }

    @Test(arguments: sizes) func host(size: Size) {
        let seat = Seat(size: size)
        seat.machine.addresses = ["192.168.1.7"]
        seat.press(.character("h"))
        seat.machine.advertisements[0].tell(.listed(name: "tiger"))
        Snapshot.check(seat.navigator, name("host", size))
    }

    @Test(arguments: sizes) func join(size: Size) {
        let seat = Seat(size: size)
        seat.press(.character("j"))
        for name in ["Ann", "Zoë's laptop", "日本の友達", "evil\u{1B}[2J\u{202E}name"] {
            seat.machine.browsers[0].find(name)
        }
        Snapshot.check(seat.navigator, name("join", size))
    }

    @Test(arguments: sizes) func hostPrivate(size: Size) {
        let seat = Seat(size: size)
        seat.machine.addresses = ["192.168.1.7"]
        seat.type("hp")
        seat.machine.advertisements[0].tell(.listed(name: "tiger"))
        Snapshot.check(seat.navigator, name("host-private", size))
    }

    @Test(arguments: sizes) func joinPrivate(size: Size) {
        let seat = Seat(size: size)
        seat.type("j")
        for (name, text) in [("Ann", ["private": "1"]), ("Zoë's laptop", [:])] {
            seat.machine.browsers[0].find(name, text)
        }
        Snapshot.check(seat.navigator, name("join-private", size))
        seat.type("1lemon otter")
        Snapshot.check(seat.navigator, name("join-code", size))
    }

    @Test(arguments: sizes) func midGame(size: Size) {
        let table = Table(size: size)
        table.play("4435263")
        Snapshot.check(table.host.navigator, name("game", size))
    }

    @Test(arguments: sizes) func won(size: Size) {
        let table = Table(size: size)
        table.play("1223344")
        table.play("354")
        table.play(shortWin)
        // The last digits came after the end, and showed the winner again.
        table.host.closeEnd()
        Snapshot.check(table.host.navigator, name("end", size))
        table.host.press(.right)
        Snapshot.check(table.host.navigator, name("prompt", size))
    }

    @Test(arguments: sizes) func help(size: Size) {
        let seat = Seat(size: size)
        seat.press(.character("3"), .character("?"))
        Snapshot.check(seat.navigator, name("help", size))
    }

    @Test(arguments: sizes) func options(size: Size) {
        let seat = Seat(size: size)
        seat.open("Options")
        Snapshot.check(seat.navigator, name("options", size))
    }

    @Test(arguments: [Glyphs.ascii, .lineDrawing, .console]) func characterSets(glyphs: Glyphs) {
        for (size, word) in zip(sizes, ["small", "medium", "large"]) {
            let seat = Seat(size: size, glyphs: glyphs)
            seat.press(.character("3"))
            seat.type("4435263")
            Snapshot.check(seat.navigator, "\(glyphs.rawValue)-\(word)")
        }
    }
}
