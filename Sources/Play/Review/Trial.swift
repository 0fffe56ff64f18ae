// Trying it oneself: from where a reviewed game can be played on, and against whom. It knows no board.

import Engine
import Screen

extension MenuViewController {
    /// From each of `starts`, none of which is over, against the computer or with both sides; yellow is `me`, as in the review.
    static func trial(from starts: [(words: String, match: Match)], me: Player, on navigator: Navigator) -> MenuViewController {
        MenuViewController(navigator: navigator, title: "Try it yourself") { _ in
            starts.flatMap { start in
                [
                    MenuEntry(words: "\(start.words): computer") {
                        $0.tryOut(start.match, as: me, level: Level(rawValue: $0.settings.level) ?? .casual)
                    },
                    MenuEntry(words: "\(start.words): both sides") { $0.tryOut(start.match, as: me, level: nil) },
                ]
            } + [MenuEntry(words: "Back", letter: "b") { $0.pop() }]
        }
    }
}

extension Navigator {
    fileprivate func tryOut(_ start: Match, as me: Player, level: Level?) {
        let game = FourInARowViewController(trying: start, as: me, level: level, on: self)
        replaceTop(with: game)
        game.startGame()
    }
}
