// When a move is on disk: before its disc is shown where it stays.

import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct MovesOnDiskTests {
    /// When a disc is shown where it stays, the move is kept; while it falls, it may not be yet.
    @Test(arguments: [false, true]) func aMoveIsKeptBeforeItIsShown(isAnimated: Bool) {
        var settings = Settings()
        settings.animation = isAnimated
        let seat = Seat(settings: settings)
        seat.open("Two players")
        seat.press(.character("4"))
        for _ in 0..<100 {
            let game = seat.game
            if game?.motion.falling == nil { #expect(seat.machine.games.kept.first?.record.digits == game?.scene.game.digits) }
            seat.machine.advance(milliseconds: 5)
        }
        #expect(seat.machine.games.kept.first?.record.digits == "4" && seat.machine.games.writes == 1)
    }

    @Test func aMoveAndItsSessionAreOneWrite() {
        let pair = Pair()
        let before = pair.host.machine.games.writes
        pair.play("44")
        // That the first disc was read is the third.
        #expect(pair.host.machine.games.writes == before + 3)
        #expect(pair.host.machine.games.sessions.first?.gameID == 1)
    }
}
