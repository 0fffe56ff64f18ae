// The screens of "Guess the secret number".

import Games
import Screen
import TestSupport
import Testing
import Wire

@testable import Play

nonisolated private let sizes = [Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60)]

@Suite struct SecretNumberSnapshotTests {
    private func name(_ what: String, _ size: Size) -> String { "secret-\(what)-\(size.width)x\(size.height)" }

    @Test(arguments: sizes) func choosing(size: Size) {
        let party = SecretNumberParty.of(3, size: size)
        Snapshot.check(party.navigators[0], name("range", size))
        party.press(0, .enter, .character("4"), .character("2"))
        Snapshot.check(party.navigators[0], name("typing", size))
    }

    @Test(arguments: sizes) func guessing(size: Size) {
        let party = SecretNumberParty.of(8, size: size)
        party.choose(0, "42")
        for (player, number) in [(1, 50), (7, 25), (5, 37), (6, 44), (2, 40), (1, 46), (1, 43)] { party.guess(player, number) }
        party.leave(3)
        party.press(1, .escape)
        party.press(1, .escape)
        party.press(1, .enter)
        Snapshot.check(party.navigators[1], name("guessing", size))
        party.press(0, .pageUp)
        Snapshot.check(party.navigators[0], name("keeping", size))
        party.guess(7, 42)
        Snapshot.check(party.navigators[7], name("won", size))
        Snapshot.check(party.navigators[0], name("result", size))
    }

    @Test(arguments: sizes) func lie(size: Size) {
        let party = SecretNumberParty.of(3, size: size)
        let seal = party.machines[1].digest(of: [])
        for guest in [1, 2] {
            party.send(.sealed(round: 1, lowest: 1, highest: 10_000, seal: seal), from: 0, to: guest)
            party.send(.answered(round: 1, player: 3 - guest, number: 4711, answer: 0), from: 0, to: guest)
            party.send(.answered(round: 1, player: 3 - guest, number: 42, answer: 2), from: 0, to: guest)
            party.send(.opened(round: 1, secret: 42, nonce: seal), from: 0, to: guest)
        }
        Snapshot.check(party.navigators[2], name("lie", size))
    }

    @Test func anySizeWillDo() {
        for (width, height) in [(29, 10), (30, 24), (59, 11), (60, 10), (61, 15), (400, 10), (29, 100), (1, 1)] {
            let party = SecretNumberParty.of(8, size: Size(width: width, height: height))
            for seat in 0...7 { _ = party.screen(seat) }
            party.choose(0, range: 3, "4711")
            for seat in 1...7 { party.guess(seat, 10_000 - seat) }
            party.press(1, .escape)
            party.guess(7, 4711)
            for seat in 0...7 { _ = party.screen(seat) }
            party.navigators[7].resize(to: Size(width: 80, height: 24))
            #expect(party.shows(7, "You win: 4711 is correct."))
        }
    }

    @Test(arguments: [Glyphs.ascii, .lineDrawing, .console]) func characterSets(glyphs: Glyphs) {
        let party = SecretNumberParty.of(3, glyphs: glyphs)
        party.choose(0, "42")
        party.guess(1, 50)
        Snapshot.check(party.navigators[0], "secret-\(glyphs.rawValue)-keeping")
        Snapshot.check(party.navigators[2], "secret-\(glyphs.rawValue)-guessing")
        let shown = party.navigators.flatMap { $0.canvas.lines }.joined()
        #expect(glyphs != .ascii || shown.unicodeScalars.allSatisfy(\.isASCII))
    }
}
