// From a game's screen to the reviews: of its game, or of one of a series that is watched.

import Engine
import Language
import Session
import Wire

extension GameLauncher {
    /// Opens the review of the player's game, which is stored under this number, after so many moves; nil for its end.
    func review(_ scene: MatchScene, storedAs id: Int?, after moves: Int?) {
        let (opponent, name) = (scene.opponent, scene.opponent.shownName)
        var names = ReviewNames(
            opponent: opponent.kind, name: name, isFirst: scene.me == .first,
            level: opponent.level.flatMap(Level.init(rawValue:)))
        let words = OpponentWords(for: scene)
        names.end = scene.ending
        names.ending = scene.ending.map { words.label($0, isMine: $0.winner == scene.me.other, name, 60) }
        navigator.push(ReviewViewController(navigator: navigator, game: scene.game, names: names, storedAs: id, after: moves))
    }

    /// Opens the review of the game on the board, where it is watched, or lets the player choose one before it.
    func reviewSeries(_ scene: MatchScene) {
        let words = OpponentWords(for: scene)
        let (hostName, guest) = words.names(scene.opponent.shownName)
        let navigator = navigator
        func review(_ game: Game, isHostFirst: Bool) {
            let names = ReviewNames(yellow: hostName, red: guest, me: isHostFirst ? .first : .second)
            navigator.push(ReviewViewController(navigator: navigator, game: game, names: names, storedAs: nil))
        }
        func picture(of game: Game, isHostFirst: Bool) -> BoardPicture {
            BoardPicture(of: game, yellow: scene.isYellowFirst || isHostFirst ? .first : .second)
        }
        let current = scene.game
        let isHostFirst = scene.me == .first
        if scene.earlierGames.isEmpty { return review(current, isHostFirst: isHostFirst) }
        let entries = scene.earlierGames.compactMap { watched in
            (try? Game(digits: watched.digits)).map { game in
                let host: Player = watched.isHostFirst ? .first : .second
                let state = GameState(of: game, ending: watched.ending, for: host)
                let result =
                    watched.ending.map { words.label($0, isMine: $0.winner == host.other, guest, 60) }
                    ?? (state.isOver ? words.label(state, guest, 60) : tr("The game is over."))
                let words = tr("Game {number}: {result}", ["number": watched.number, "result": result])
                return MenuEntry(words: words, board: { picture(of: game, isHostFirst: watched.isHostFirst) }) { _ in
                    review(game, isHostFirst: watched.isHostFirst)
                }
            }
        }
        let board = { picture(of: current, isHostFirst: isHostFirst) }
        let present = MenuEntry(words: tr("The game on the board"), board: board) { _ in
            review(current, isHostFirst: isHostFirst)
        }
        navigator.push(
            MenuViewController(
                navigator: navigator, title: tr("Games")
            ) { _ in
                entries + (current.moves.isEmpty ? [] : [present])
            })
    }
}
