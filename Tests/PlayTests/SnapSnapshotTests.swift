// The screens of Snap! as text and meanings, in three sizes and in the character sets.

import Games
import Screen
import TestSupport
import Testing
import Wire

@testable import Play

nonisolated private let sizes = [Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60)]

@Suite struct SnapSnapshotTests {
    private func name(_ what: String, _ size: Size) -> String { "snap-\(what)-\(size.width)x\(size.height)" }

    /// Four at the table, nine cards turned, one of them snapped at wrongly.
    private func table(_ size: Size, _ glyphs: Glyphs = .unicode) -> SnapCircle {
        let circle = SnapCircle(4, deck: "5S 10H QC 2D 3D AC KS 9H 7S", size: size, glyphs: glyphs)
        circle.turn(6)
        circle.play(2, .character(" "))
        circle.turn(3)
        return circle
    }

    @Test(arguments: sizes) func theChoices(size: Size) {
        let seat = Seat(size: size)
        seat.navigator.push(SetupViewController(navigator: seat.navigator, setup: SnapAloneSetup(navigator: seat.navigator)))
        seat.press(.character("2"))
        Snapshot.check(seat.navigator, name("choices", size))
    }

    @Test(arguments: sizes) func waiting(size: Size) {
        let parties = FakeParty.gather("Ann", "Bob")
        let seat = Seat(size: size)
        seat.navigator.push(SnapViewController(navigator: seat.navigator, party: parties[1]))
        Snapshot.check(seat.navigator, name("waiting", size))
    }

    @Test(arguments: sizes) func theTable(size: Size) {
        Snapshot.check(table(size).navigators[1], name("table", size))
    }

    @Test(arguments: sizes) func aMatch(size: Size) {
        let circle = SnapCircle(3, deck: "5S QC 10H 2D 10D 3D 10C", size: size)
        circle.turn(7)
        #expect(circle.game.matches == [SnapMatch(rank: 10, piles: [0, 1])] && !circle.screens[1].isLit)
        Snapshot.check(circle.navigators[1], name("match", size))
        circle.machine.advance(milliseconds: 437)
        circle.press(2, .character("0"))
        circle.settle()
        Snapshot.check(circle.navigators[1], name("won", size))
    }

    @Test(arguments: sizes) func leaving(size: Size) {
        let circle = table(size)
        circle.gone = [2]
        circle.parties[2].drop()
        circle.settle()
        circle.press(1, .escape)
        Snapshot.check(circle.navigators[1], name("leaving", size))
    }

    @Test(arguments: sizes) func theEnd(size: Size) {
        let circle = SnapCircle(2, deck: "", size: size)
        while circle.game.winner == nil {
            let isSnap = !circle.game.matches.isEmpty
            circle.play(isSnap ? 0 : circle.game.mover, isSnap ? .character(" ") : .enter)
        }
        circle.press(0, .right)
        Snapshot.check(circle.navigators[0], name("end", size))
    }

    @Test(arguments: sizes) func theHelp(size: Size) {
        let circle = table(size)
        circle.press(1, .character("?"))
        Snapshot.check(circle.navigators[1], name("help", size))
    }

    @Test(arguments: [Glyphs.ascii, .lineDrawing, .console]) func characterSets(glyphs: Glyphs) {
        for (size, word) in zip(sizes, ["small", "medium", "large"]) {
            let circle = SnapCircle(3, deck: "5S QC 10H 2D 10D 3D 10C", size: size, glyphs: glyphs)
            circle.turn(7)
            Snapshot.check(circle.navigators[1], "snap-\(glyphs.rawValue)-\(word)")
        }
    }

    /// No size and no number of players draws outside of its place, or over another's.
    @Test(arguments: SnapGame.playerCounts) func everySize(players: Int) {
        for width in 25...130 {
            for height in 10...40 {
                let layout = SnapLayout(in: Rect(x: 0, y: 1, width: width, height: height - 2), players: players)
                #expect(layout.names >= 1 && layout.counts <= height - 2, "\(width)x\(height)")
                for seat in 0..<players {
                    let (hand, pile) = (layout.hand(of: seat), layout.pile(of: seat))
                    #expect(pile.x >= 0 && pile.x + pile.width <= width && hand.x == pile.x && hand.width == pile.width)
                    #expect(seat == 0 || pile.x > layout.pile(of: seat - 1).x + pile.width - 1)
                    #expect(pile.y > layout.names && layout.below(pile).y + layout.edges == layout.news.y)
                    #expect(hand.y == layout.news.y + layout.news.height && layout.below(hand).y + layout.edges == layout.counts)
                }
            }
        }
    }
}
