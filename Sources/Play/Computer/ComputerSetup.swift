// The choices before a game against the computer: its level, and who moves first. They are saved.

import Engine
import Language
import Session

/// The choices before a game against the computer.
final class ComputerSetup: GameSetup {
    private let navigator: Navigator

    init(navigator: Navigator) { self.navigator = navigator }

    var title: String { tr("Play the computer") }
    var verb: String { tr("Play") }
    var verbHelp: String { tr("Play, or change that setting.") }
    var beginning: String { tr("Play") }

    private var level: Level { Level(rawValue: navigator.settings.level) ?? .casual }

    func choices(isRoomy: Bool) -> [(name: String, value: String, remark: String)] {
        [
            (tr("Level"), level.numberedName, isRoomy ? level.words : ""),
            (tr("First move"), navigator.settings.firstMover.words, ""),
        ]
    }

    func note(isRoomy: Bool) -> [String] {
        (isRoomy ? [] : [tr("{level}: {description}.", ["level": level.name, "description": level.words])])
            + [tr("In the game H gives a hint, E shows column scores, U takes a move back.")]
    }

    func change(_ choice: Int, by step: Int) {
        var settings = navigator.settings
        if choice == 0 {
            settings.level = (settings.level - 1 + step + Level.allCases.count) % Level.allCases.count + 1
        } else {
            let all = FirstMover.allCases
            let index = all.firstIndex(of: settings.firstMover) ?? 0
            settings.firstMover = all[(index + step + all.count) % all.count]
        }
        navigator.change(settings)
    }

    func start() {
        let game = navigator.launcher.game(at: level)
        navigator.push(game)
        game.match?.begin()
    }
}
