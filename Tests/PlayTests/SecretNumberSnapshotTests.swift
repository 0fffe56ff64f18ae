// The screens of "Guess the secret number".

import Games
import Screen
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct SecretNumberSnapshotTests {
    @Test func choosing() {
        let party = SecretNumberParty.of(3)
        Snapshot.check(party.navigators[0], "secret-range")
        party.press(0, .enter, .character("4"), .character("2"))
        Snapshot.check(party.navigators[0], "secret-typing")
    }

    @Test(arguments: Size.small + Size.usual) func guessing(size: Size) {
        let party = SecretNumberParty.of(8, size: size)
        party.choose(0, "42")
        for (player, number) in [(1, 50), (7, 25), (5, 37), (6, 44), (2, 40), (1, 46), (1, 43)] { party.guess(player, number) }
        party.leave(3)
        party.press(1, .escape)
        party.press(1, .escape)
        party.press(1, .enter)
        Snapshot.check(party.navigators[1], "secret-guessing")
        party.press(0, .pageUp)
        Snapshot.check(party.navigators[0], "secret-keeping")
        party.guess(7, 42)
        Snapshot.check(party.navigators[7], "secret-won", at: Size.usual)
        Snapshot.check(party.navigators[0], "secret-result", at: Size.usual)
    }

    @Test func lie() {
        let party = SecretNumberParty.of(3)
        let seal = party.machines[1].digest(of: [])
        for guest in [1, 2] {
            party.send(.sealed(round: 1, lowest: 1, highest: 10_000, seal: seal), from: 0, to: guest)
            party.send(.answered(round: 1, player: 3 - guest, number: 4711, answer: 0), from: 0, to: guest)
            party.send(.answered(round: 1, player: 3 - guest, number: 42, answer: 2), from: 0, to: guest)
            party.send(.opened(round: 1, secret: 42, nonce: seal), from: 0, to: guest)
        }
        Snapshot.check(party.navigators[2], "secret-lie")
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
        for seat in 0...2 { _ = party.screen(seat) }
        let shown = party.navigators.flatMap { $0.canvas.lines }.joined()
        #expect(glyphs != .ascii || shown.unicodeScalars.allSatisfy(\.isASCII))
    }
}
