// A machine crashed, and lost the last move of its player: the opponent has it, and the player is asked.

import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct ResumeCrashTests {
    private let question = "Bob's app remembers a move of yours that was lost here: column 5. Take it?"

    /// Ann's machine lost her last move; `isCrash`: it crashed, and not her program alone.
    private func pair(isCrash: Bool, clock: String? = nil) -> Pair {
        let pair = Pair(clock: clock)
        pair.play("445")
        pair.kill(0)
        pair.network.machines[0].games.tamper("44")
        pair.network.machines[0].games.hasCrashed = isCrash
        pair.start(0)
        return pair
    }

    @Test func thePlayerTakesTheMove() {
        let pair = pair(isCrash: true)
        #expect(pair.host.shows(question) && pair.host.shows("Reconnected to Bob.") && pair.host.game?.scene.game.digits == "44")
        pair.press(0, .character("4"), .character("w"), .enter)
        #expect(pair.host.game?.scene.game.digits == "44", "nothing is decided by accident")
        pair.press(1, .character("3"))
        pair.press(0, .right, .enter)
        pair.expectGame("4453")
        #expect(pair.host.machine.games.kept.map(\.record.digits) == ["4453"])
        #expect(pair.host.machine.games.sessions.first?.mayLackMove == false)
    }

    @Test func thePlayerLeaves() {
        let pair = pair(isCrash: true)
        pair.press(0, .character("q"), .character("q"))
        #expect(pair.host.shows("1  Host a game") && pair.host.machine.games.sessions.isEmpty && pair.network.isQuiet(0))
        #expect(pair.guest.shows("Ann left the game."))
    }

    /// Saved, it is asked again.
    @Test func thePlayerThinksItOver() {
        let pair = pair(isCrash: true)
        pair.press(0, .character("s"))
        pair.network.advance(seconds: 1)
        #expect(pair.guest.shows("Connection to Ann lost."))
        pair.press(0, .character("r"))
        pair.network.advance(seconds: 6)
        #expect(pair.host.shows(question))
    }

    /// A game with clocks, which run on, is not saved; the question stays until it is answered.
    @Test func clocksRunOn() {
        let pair = pair(isCrash: true, clock: "5+0")
        #expect(pair.host.shows(question) && pair.host.shows("Disconnect  Q") && !pair.host.shows("Save and leave"))
        pair.press(0, .character("q"))
        #expect(pair.host.shows("Leave for good?"))
        pair.press(0, .escape)
        #expect(pair.host.shows(question))
        pair.press(0, .character("y"))
        pair.expectGame("445")
    }

    /// Where only the program died, nothing that was written is lost: it is a lie.
    @Test func theSameBootLosesNothing() {
        let pair = pair(isCrash: false)
        #expect(pair.host.shows("Bob's app remembers a game that was not played here."))
        #expect(pair.guest.shows("The game is over.") || pair.guest.shows("and ended the game."))
    }

    @Test func anotherMoveThanTheOwnLastOneIsALie() {
        let pair = Pair()
        pair.play("445363")
        pair.kill(0)
        pair.network.machines[0].games.tamper("445")
        pair.network.machines[0].games.hasCrashed = true
        pair.start(0)
        #expect(pair.host.shows("Bob's app remembers a game that was not played here."))
    }
}
