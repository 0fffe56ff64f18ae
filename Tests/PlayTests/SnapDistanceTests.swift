// Snap! with a player who is far away: everybody reads how long a Snap! waits for that one, on the screen and in lines, and when it does
// no more.

import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite struct SnapDistanceTests {
    /// Zoë's words that she was shown a table come so many milliseconds later than the others'; then a card is turned.
    private func turn(_ circle: SnapCircle, distance: Int) {
        circle.machine.advance(milliseconds: SnapFairness.glance)
        circle.parties[1].deliver()
        circle.machine.advance(milliseconds: distance)
        circle.settle()
        circle.press(circle.game.mover, .enter)
        circle.settle()
        circle.machine.advance(milliseconds: distance)
        circle.settle()
    }

    @Test func everybodyReadsForWhomTheyWait() {
        let circle = SnapCircle(3, deck: "5S 10H QC 2D 3D AC KS 9H 7S")
        var heard: [String] = []
        circle.navigators[1].listener = { heard.append($0) }
        for _ in 0..<3 { turn(circle, distance: 120) }
        #expect((0...2).allSatisfy { !circle.shows($0, "ms") }, "it is not sure yet")
        turn(circle, distance: 120)
        let sentence = "Zoë's connection takes 120 ms: every Snap! waits up to 120 ms so that the quickest player wins."
        #expect(heard.last { $0.contains("ms") } == sentence)
        #expect(circle.shows(0, "Zoë's connection takes 120 ms: every Snap! waits up to"))
        #expect(circle.shows(2, "Your connection takes 120 ms: every Snap! waits up to"))
        for seat in 0...2 {
            #expect(circle.shows(seat, "Snap!") && circle.navigators[seat].canvas.lines[0].contains("waits 120 ms"))
        }
        #expect(circle.faults == [])
        for _ in 0..<3 { turn(circle, distance: 120) }
        #expect(heard.count { $0.contains("ms") } == 1, "once is enough")

        circle.gone = [2]
        circle.parties[2].drop()
        circle.settle()
        #expect(heard.last == "All connections are fast again: Snap! counts at once.")
        #expect(!circle.shows(0, "waits 120 ms") && circle.shows(0, "All connections are fast again"))
    }

    /// More than 300 ms nobody waits, and that is said, too.
    @Test func whoIsTooFarAwayReadsIt() {
        let circle = SnapCircle(3, deck: "5S 10H QC 2D 3D AC KS 9H 7S")
        for _ in 0..<4 { turn(circle, distance: 450) }
        #expect(circle.shows(1, "Zoë's connection takes 300 ms or more. Every Snap! waits 300 ms"))
        #expect(circle.shows(2, "Your connection takes 300 ms or more. Every Snap! waits 300 ms"))
    }

    @Test func onOneNetworkNothingIsSaid() {
        let circle = SnapCircle(3, deck: "5S 10H QC 2D 3D AC KS 9H 7S")
        for _ in 0..<8 { turn(circle, distance: 40) }
        #expect((0...2).allSatisfy { !circle.shows($0, "connection takes") && !circle.shows($0, "waits") })
    }
}
