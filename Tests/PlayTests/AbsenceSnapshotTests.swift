// The screen while the opponent is looked for, and the menu with a saved game, as text and meanings.

import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct AbsenceSnapshotTests {
    @Test(arguments: [Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60)])
    func waiting(size: Size) {
        let pair = Pair(size: size)
        pair.play("4453")
        pair.kill(1)
        pair.network.advance(seconds: 2)
        Snapshot.check(pair.host.navigator, "absence-\(size.width)x\(size.height)")
    }

    @Test func theSmallestTerminal() {
        let pair = Pair(size: Navigator.smallest)
        pair.play("4453")
        pair.kill(1)
        Snapshot.check(pair.host.navigator, "absence-smallest")
    }

    @Test func savedGameInTheMenu() {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        pair.press(0, .character("s"))
        Snapshot.check(pair.host.navigator, "menu-saved-80x24")
    }
}
