// What is said of a game that is over besides its result: the move that decided it, and what the player has achieved.

import Engine
import Language
import Session

/// What a finished game was about.
final class GameStory {
    private let analysis: Analysis
    /// The move that decided the game, counted from 0, and what the engine says of it.
    private(set) var turningPoint: (ply: Int, judgement: Judgement)?
    /// A streak, a first win or who leads, as a sentence; empty without any.
    private(set) var achievement = ""
    /// Whether the engine still looks for the turning point.
    private(set) var isAwaited = false

    init(with analysis: Analysis) { self.analysis = analysis }

    /// Looks for what decided the game on the board, and counts in `history` what it means; `then` is called when it is known.
    func tell(of scene: MatchScene, history: Archive, then: @escaping () -> Void) {
        forget()
        guard scene.state.isOver, scene.ending == nil, !scene.isTrial else { return }
        achievement = scene.achievement(in: history)
        isAwaited = true
        analysis.turningPoint(of: scene.game) { [weak self] found in
            guard let self else { return }
            // That a first move was not in the middle explains nothing: whatever followed decided the game for people.
            turningPoint = found.flatMap { $0.ply < 2 ? nil : $0 }
            rest()
            then()
        }
    }

    /// Ends the search; its thread and its memory are needed no more.
    func rest() {
        guard isAwaited else { return }
        isAwaited = false
        analysis.stop()
    }

    /// Another game begins.
    func forget() {
        analysis.forgetTurningPoint()
        (turningPoint, achievement, isAwaited) = (nil, "", false)
    }

    /// The turning point in a sentence; empty where there is none. `name` calls the players by their names, or is nil for the one at this screen.
    func words(calling name: (Player) -> String?) -> String {
        guard let (ply, judgement) = turningPoint, let best = judgement.best.min(by: { abs($0 - 3) < abs($1 - 3) })
        else { return "" }
        if let name = name(judgement.player) {
            return tr("On move {number} {name} missed column {column}.", ["number": ply + 1, "name": name, "column": best + 1])
        }
        let facts: Fillings = ["column": best + 1, "number": ply + 1]
        return judgement.before > 0
            ? tr("Column {column} on move {number} would have won.", facts)
            : tr("Column {column} on move {number} would have held.", facts)
    }
}

extension MatchScene {
    /// What the player has achieved with this game, which is over: wins in a row or the first one at this level; who leads a series with another
    /// person. Empty for nothing.
    fileprivate func achievement(in history: Archive) -> String {
        if let level = opponent.level.flatMap(Level.init(rawValue:)) {
            guard state == .iWin, let games = try? history.games() else { return "" }
            let counted = Statistics(of: games.filter { $0.record.level == level.rawValue })
            if counted.all.tally.won == 1 { return tr("Your first win against {level}.", ["level": level.name]) }
            return counted.winsOnEnd > 1 ? trn("{count} win in a row.", "{count} wins in a row.", counted.winsOnEnd) : ""
        }
        let tally = series.tally
        guard opponent.isPeer, tally.games > 1, tally.won != tally.lost else { return "" }
        return tally.standing(against: opponent.shownName).withFullStop
    }
}
