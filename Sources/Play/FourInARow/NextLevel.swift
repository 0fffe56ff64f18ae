// Proposes the computer's next level after several wins.

import Engine
import Language
import Session

extension MatchScene {
    /// The number of consecutive wins after which the next level is proposed, and again after as many more.
    private static let winsOnEnd = 3

    /// The level to propose after this game, by the games in `history`; nil where there is none.
    func nextLevel(after history: Archive) -> Level? {
        guard let level = opponent.level, !isTrial, state == .iWin, let next = Level(rawValue: level + 1),
            let games = try? history.games()
        else { return nil }
        let wins = Statistics(of: games.filter { $0.record.level == level }).winsOnEnd
        return wins > 0 && wins.isMultiple(of: Self.winsOnEnd) ? next : nil
    }
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
