// When the computer's next level is proposed, and the game at that level. It knows no board.

import Engine
import Language
import Session

extension FourInARowViewController {
    /// After so many games won on end against a level the next one is proposed, and again after as many more.
    private static let winsOnEnd = 3

    /// The level to propose at the end of this game; nil where there is none.
    var nextLevel: Level? {
        guard case .computer(let level) = words, match.isKept, gameState == .iWin, let next = Level(rawValue: level.rawValue + 1),
            let games = try? navigator.environment.history.games()
        else { return nil }
        let wins = Statistics(of: games.filter { $0.record.level == level.rawValue }).winsOnEnd
        return wins > 0 && wins.isMultiple(of: Self.winsOnEnd) ? next : nil
    }

    /// The level that is proposed now.
    var proposedLevel: Level? {
        if case .nextLevel(let level) = prompt?.choices.first { level } else { nil }
    }

    /// Accepts what is proposed.
    var levelBindings: [Binding] {
        guard words.isComputer else { return [] }
        return [
            Binding(
                .character("y"), help: tr("Play the next level."), isAvailable: { [unowned self] in proposedLevel != nil },
                action: { [unowned self] _ in if let proposedLevel { play(at: proposedLevel) } })
        ]
    }

    /// A game against the computer of another level, which is the player's choice from now on.
    func play(at level: Level) {
        var settings = navigator.settings
        settings.level = level.rawValue
        let game = FourInARowViewController(navigator: navigator, level: level, beginner: settings.beginner)
        navigator.replaceTop(with: game)
        navigator.change(settings)
        game.startGame()
    }
}
