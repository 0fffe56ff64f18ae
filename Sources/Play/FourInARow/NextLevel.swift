// The computer's next level, after a win.

import Engine
import Session

extension MatchScene {
    /// The level above the one that was beaten; nil where there is none.
    var nextLevel: Level? { opponent.level.flatMap { isTrial || state != .iWin ? nil : Level(rawValue: $0 + 1) } }
}

extension GameLauncher {
    /// Starts a game at another level, which becomes the player's setting.
    func play(at level: Level) {
        var settings = navigator.settings
        settings.level = level.rawValue
        let game = game(at: level)
        navigator.replaceTop(with: game)
        navigator.change(settings)
        game.match?.begin()
    }
}
