// The menu “Try it yourself” of a review: positions to play on from, against the computer or both sides.

import Engine
import Language
import Screen

extension MenuViewController {
    /// The menu for the positions `starts`, none of which is over. The computer plays at the level of the reviewed game; if that was
    /// not against the computer, at the level in the settings.
    static func trial(from starts: [(words: String, game: Game)], names: ReviewNames, on navigator: Navigator)
        -> MenuViewController
    {
        MenuViewController(navigator: navigator, title: tr("Try it yourself")) { navigator in
            let level = names.level ?? Level(rawValue: navigator.settings.level) ?? .casual
            let isRoomy = navigator.area.width >= 40
            return starts.flatMap { start in
                let start = (words: ["start": start.words] as Fillings, game: start.game)
                let computer = isRoomy ? tr("{start}, play the computer", start.words) : tr("{start}: computer", start.words)
                let both = isRoomy ? tr("{start}, play both sides", start.words) : tr("{start}: both sides", start.words)
                let board = { BoardPicture(of: start.game, yellow: names.me) }
                return [
                    MenuEntry(words: computer, remark: level.name, board: board) {
                        $0.launcher.tryOut(start.game, as: names.me, level: level)
                    },
                    MenuEntry(words: both, board: board) {
                        $0.launcher.tryOut(start.game, as: names.me, level: nil)
                    },
                ]
            }
        }
    }
}

extension GameLauncher {
    fileprivate func tryOut(_ start: Game, as me: Player, level: Level?) {
        let game = game(trying: start, as: me, level: level)
        navigator.replaceTop(with: game)
        game.match?.begin()
    }
}
