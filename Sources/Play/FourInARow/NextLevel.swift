// Proposes the computer's next level after several wins.

import Engine
import Language
import Session

extension FourInARowViewController {
    /// The number of consecutive wins after which the next level is proposed, and again after as many more.
    private static let winsOnEnd = 3

    /// The level to propose after this game; nil where there is none.
    var nextLevel: Level? {
        guard case .computer(let level) = words, match.isKept, gameState == .iWin, let next = Level(rawValue: level.rawValue + 1),
            let games = try? navigator.environment.history.games()
        else { return nil }
        let wins = Statistics(of: games.filter { $0.record.level == level.rawValue }).winsOnEnd
        return wins > 0 && wins.isMultiple(of: Self.winsOnEnd) ? next : nil
    }

    /// The level that the prompt proposes.
    var proposedLevel: Level? {
        if case .nextLevel(let level) = prompt?.choices.first { level } else { nil }
    }

    /// The key that accepts the proposal.
    var levelBindings: [Binding] {
        guard words.isComputer else { return [] }
        return [
            Binding(
                .character("y"), help: tr("Play the next level."), isAvailable: { [unowned self] in proposedLevel != nil },
                action: { [unowned self] _ in if let proposedLevel { play(at: proposedLevel) } })
        ]
    }

    /// Starts a game at another level, which becomes the player's setting.
    func play(at level: Level) {
        var settings = navigator.settings
        settings.level = level.rawValue
        let game = FourInARowViewController(navigator: navigator, level: level, beginner: settings.beginner)
        navigator.replaceTop(with: game)
        navigator.change(settings)
        game.startGame()
    }
}
