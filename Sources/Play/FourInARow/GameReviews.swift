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
        navigator.push(
            ReviewViewController(
                navigator: navigator, game: scene.game, names: names, storedAs: id, after: moves,
                from: scene.series.start.moves.count))
    }

    /// Opens the review of the game on the board, where it is watched, or lets the player choose one before it.
    func reviewSeries(_ scene: MatchScene) {
        let words = OpponentWords(for: scene)
        let (hostName, guest) = words.names(scene.opponent.shownName)
        let navigator = navigator
        /// The row of a game; `otherwise` is its result where none is known, nil for the game on the board.
        func entry(_ game: Game, _ ending: GameEnding?, host: Player, number: Int, otherwise: String?) -> MenuEntry {
            let state = GameState(of: game, ending: ending, for: host)
            let end = ending.map { words.label($0, isMine: $0.winner == host.other, guest, 60) }
            let result = end ?? (state.isOver ? words.label(state, guest, 60) : otherwise)
            var names = ReviewNames(yellow: hostName, red: guest, me: host)
            (names.end, names.ending) = (ending, end)
            return MenuEntry(
                words: result.map { tr("Game {number}: {result}", ["number": number, "result": $0]) }
                    ?? tr("The game on the board"),
                board: { BoardPicture(of: game, yellow: scene.isYellowFirst ? .first : host) }
            ) { navigator in
                navigator.push(ReviewViewController(navigator: navigator, game: game, names: names, storedAs: nil))
            }
        }
        let earlier = scene.earlierGames.compactMap { watched in
            (try? Game(digits: watched.digits)).map { game in
                entry(
                    game, watched.ending, host: watched.isHostFirst ? .first : .second, number: watched.number,
                    otherwise: tr("The game is over."))
            }
        }
        let present = entry(
            scene.game, scene.ending, host: scene.me, number: (scene.earlierGames.last?.number ?? 0) + 1, otherwise: nil)
        if earlier.isEmpty { return present.open(navigator) }
        navigator.push(
            MenuViewController(
                navigator: navigator, title: tr("Games")
            ) { _ in
                earlier + (scene.game.moves.isEmpty ? [] : [present])
            })
    }
}
