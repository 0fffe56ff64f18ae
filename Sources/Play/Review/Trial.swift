// The menu “Try it yourself” of a review: one plays on from a position, in the place of either player.

import Engine
import Language
import Screen

extension MenuViewController {
    /// The menu for the position `start`, which is not over. `isAgain`: it is that before the move on the board. The computer plays at the
    /// level of the reviewed game; if that was not against the computer, at the level in the settings.
    static func trial(from start: Game, isAgain: Bool, names: ReviewNames, on navigator: Navigator) -> MenuViewController {
        MenuViewController(navigator: navigator, title: tr("Try it yourself")) { navigator in
            let level = names.level ?? Level(rawValue: navigator.settings.level) ?? .casual
            let against: Fillings = ["level": level.name]
            let about = isAgain ? tr("This move again, against {level}.", against) : tr("From here on, against {level}.", against)
            return [names.me, names.me.other].map { player in
                let name = names.name(of: player)
                return MenuEntry(
                    words: name == tr("You") ? tr("Play your side") : tr("Play {name}'s side", ["name": name]), about: about,
                    board: { BoardPicture(of: start, yellow: player) }
                ) { $0.launcher.tryOut(start, as: player, level: level) }
            }
        }
    }
}

extension GameLauncher {
    fileprivate func tryOut(_ start: Game, as me: Player, level: Level) {
        let game = game(trying: start, as: me, level: level)
        navigator.replaceTop(with: game)
        game.match?.begin()
    }
}
