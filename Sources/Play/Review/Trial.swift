// Trying it oneself: from where a reviewed game can be played on, and against whom. It knows no board.

import Engine
import Language
import Screen

extension MenuViewController {
    /// From each of `starts`, none of which is over, against the computer or with both sides, as those of `names` in the review. The
    /// computer plays as in that game; in one without it, at the level that was last chosen.
    static func trial(from starts: [(words: String, game: Game)], names: ReviewNames, on navigator: Navigator)
        -> MenuViewController
    {
        MenuViewController(navigator: navigator, title: tr("Try it yourself")) { navigator in
            let level = names.level ?? Level(rawValue: navigator.settings.level) ?? .casual
            return starts.flatMap { start in
                [
                    MenuEntry(words: tr("{start}: computer", ["start": start.words]), behind: level.name) {
                        $0.tryOut(start.game, as: names.me, level: level)
                    },
                    MenuEntry(words: tr("{start}: both sides", ["start": start.words])) {
                        $0.tryOut(start.game, as: names.me, level: nil)
                    },
                ]
            } + [MenuEntry(words: tr("Back"), letter: "b") { $0.pop() }]
        }
    }
}

extension Navigator {
    fileprivate func tryOut(_ start: Game, as me: Player, level: Level?) {
        let game = FourInARowViewController(trying: start, as: me, level: level, on: self)
        replaceTop(with: game)
        game.startGame()
    }
}
