// The computer's next level, after a win.

import Engine
import Session

extension MatchScene {
    /// The level above the one that was beaten; nil where there is none.
    var nextLevel: Level? {
        opponent.level.flatMap { isTrial || series.isPractice || state != .iWin ? nil : Level(rawValue: $0 + 1) }
    }
}

extension GameLauncher {
    /// Starts a game at another level, which becomes the player's setting; one from a position that was set up begins there again.
    func play(at level: Level, like scene: MatchScene) {
        var settings = navigator.settings
        settings.level = level.rawValue
        let start = scene.series.start
        let firstMover: FirstMover = start.mover == scene.me ? .me : .computer
        let game = game(at: level, firstMover: start.moves.isEmpty ? nil : firstMover, start: start)
        navigator.replaceTop(with: game)
        navigator.change(settings)
        game.match?.begin()
    }
}
