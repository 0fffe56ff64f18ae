// The screens of Snap! as text and meanings.

import Games
import Screen
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct SnapSnapshotTests {
    /// Four at the table, nine cards turned, one of them snapped at wrongly.
    private func table(_ size: Size = Size.usual[0]) -> SnapCircle {
        let circle = SnapCircle(4, deck: "5S 10H QC 2D 3D AC KS 9H 7S", size: size)
        circle.turn(6)
        circle.play(2, .character(" "))
        circle.turn(3)
        return circle
    }

    @Test func theChoices() {
        let seat = Seat()
        seat.navigator.push(SetupViewController.snap(on: seat.navigator))
        seat.press(.character("2"))
        Snapshot.check(seat.navigator, "snap-choices")
    }

    @Test func waiting() {
        let parties = FakeParty.gather("Ann", "Bob")
        let seat = Seat()
        seat.navigator.push(SnapViewController(navigator: seat.navigator, party: parties[1]))
        Snapshot.check(seat.navigator, "snap-waiting")
    }

    @Test(arguments: Size.small + Size.usual + Size.huge) func theTable(size: Size) {
        Snapshot.check(table(size).navigators[1], "snap-table")
    }

    @Test(arguments: Size.small + Size.usual) func aMatch(size: Size) {
        let circle = SnapCircle(3, deck: "5S QC 10H 2D 10D 3D 10C", size: size)
        circle.turn(7)
        #expect(circle.game.matches == [SnapMatch(rank: 10, piles: [0, 1])] && !circle.screens[1].isLit)
        Snapshot.check(circle.navigators[1], "snap-match")
        circle.machine.advance(milliseconds: 437)
        circle.press(2, .character("0"))
        circle.settle()
        Snapshot.check(circle.navigators[1], "snap-won", at: Size.usual)
    }

    @Test func leaving() {
        let circle = table()
        circle.gone = [2]
        circle.parties[2].drop()
        circle.settle()
        circle.press(1, .escape)
        Snapshot.check(circle.navigators[1], "snap-leaving")
    }

    @Test(arguments: Size.small + Size.usual) func theEnd(size: Size) {
        let circle = SnapCircle(2, deck: "", size: size)
        while circle.game.winner == nil {
            let isSnap = !circle.game.matches.isEmpty
            circle.play(isSnap ? 0 : circle.game.mover, isSnap ? .character(" ") : .enter)
        }
        circle.press(0, .right)
        Snapshot.check(circle.navigators[0], "snap-end")
    }

    @Test func theHelp() {
        let circle = table()
        circle.press(1, .character("?"))
        Snapshot.check(circle.navigators[1], "snap-help")
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
