// The choices before a game against the computer: its level, and who moves first. They are saved.

import Engine
import Language
import Session

extension GameSetup {
    /// The choices before a game against the computer.
    static func computer(on navigator: Navigator) -> GameSetup {
        let level = { Level(rawValue: navigator.settings.level) ?? .casual }
        return GameSetup(
            title: tr("Play the computer"), verb: tr("Play"), verbHelp: tr("Play, or change that setting."),
            beginning: tr("Play"),
            choices: { isRoomy in
                [
                    (tr("Level"), level().numberedName, isRoomy ? level().words : ""),
                    (tr("First move"), navigator.settings.firstMover.words, ""),
                ]
            },
            note: { isRoomy in
                let description: Fillings = ["level": level().name, "description": level().words]
                return (isRoomy ? [] : [tr("{level}: {description}.", description)])
                    + [tr("In the game H gives a hint, E shows column scores, U takes a move back.")]
            },
            change: { choice, step in
                var settings = navigator.settings
                if choice == 0 {
                    settings.level = (settings.level - 1 + step + Level.allCases.count) % Level.allCases.count + 1
                } else {
                    settings.firstMover = settings.firstMover.stepped(by: step)
                }
                navigator.change(settings)
            },
            start: {
                let game = navigator.launcher.game(at: level())
                navigator.push(game)
                game.match?.begin()
            })
    }
}
