// The screen while the opponent is looked for, and the menu with a saved game, as text and meanings.

import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct AbsenceSnapshotTests {
    @Test(arguments: Size.small + Size.usual) func waiting(size: Size) {
        let pair = Pair(size: size)
        pair.play("4453")
        pair.kill(1)
        pair.network.advance(seconds: 2)
        Snapshot.check(pair.host.navigator, "absence")
        pair.press(0, .character("3"))
        Snapshot.check(pair.host.navigator, "absence-moved")
    }

    @Test func savedGameInTheMenu() {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        pair.press(0, .character("s"))
        Snapshot.check(pair.host.navigator, "menu-saved")
    }
}
