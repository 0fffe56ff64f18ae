// What is said of a game that is over besides its result: the move that decided it, and what the player has achieved.

import Engine
import Language
import Screen
import Session

/// What a finished game was about.
final class GameStory {
    private let analysis: Analysis
    /// The move that decided the game.
    private(set) var turn: DecidingMove?
    /// A streak, a first win or who leads, as a sentence; empty without any.
    private(set) var achievement = ""
    /// Whether the engine still looks for the move.
    private(set) var isAwaited = false

    init(with analysis: Analysis) { self.analysis = analysis }

    /// Looks for what decided the game on the board, and counts in `archive` what it means; `then` is called when it is known.
    func tell(of scene: MatchScene, archive: Archive, then: @escaping () -> Void) {
        forget()
        guard scene.state.isOver, scene.ending == nil, !scene.isTrial else { return }
        let given = scene.series.start.moves.count
        achievement = given == 0 ? scene.achievement(in: archive) : ""
        turn = DecidingMove(lastOf: scene.game).flatMap { $0.ply < given ? nil : $0 }
        if turn != nil { return then() }
        isAwaited = true
        analysis.turningPoint(of: scene.game) { [weak self] found in
            guard let self else { return }
            turn = found.flatMap(DecidingMove.init).flatMap { $0.ply < given ? nil : $0 }
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
        (turn, achievement, isAwaited) = (nil, "", false)
    }

    /// The sentences. `name` calls the players by their names, or is nil for the one at this screen.
    func words(calling name: (Player) -> String?) -> StoryWords {
        StoryWords(place: turn?.place ?? "", turn: turn?.sentence(calling: name) ?? "", achievement: achievement)
    }
}

/// The sentences of a story; each may be empty.
struct StoryWords {
    /// Which move decided the game, what was wrong with it, and what the player has achieved.
    var place = "", turn = "", achievement = ""

    /// Those that there are, a line each.
    var lines: [String] { [Self.sentences([place, turn]), achievement].filter { !$0.isEmpty } }

    /// A result with what the player has achieved, or that alone where both do not fit into `columns`; nil for nothing, or without room.
    func praise(after result: String, _ columns: Int) -> String? {
        achievement.isEmpty ? nil : [together([result, achievement]), achievement].first { TextWidth.of($0) <= columns }
    }

    /// As many as fit into `columns`; what is most important comes first.
    func fitting(_ columns: Int) -> String {
        [[place, turn, achievement], [place, turn], [place], [turn], [achievement]].map(Self.sentences)
            .first { !$0.isEmpty && TextWidth.of($0) <= columns } ?? ""
    }

    private static func sentences(_ all: [String]) -> String { together(all.filter { !$0.isEmpty }) }
}

/// The move that decided a game.
struct DecidingMove {
    /// Its number, counted from 0 in discs.
    let ply: Int
    /// Who made it.
    let player: Player
    /// What was wrong with it. Columns are 0…6.
    let mistake: Mistake
    /// Whether it was the loser's last disc: everybody still sees it.
    let isLast: Bool

    /// What can be wrong with a move, as one sees it.
    enum Mistake: Equatable {
        /// A four was there for the taking.
        case missedFour(Int)
        /// The opponent's four was not blocked.
        case leftOpen(Int)
        /// The opponent completed four on top of the disc.
        case opened(Int)
        /// A win was let go.
        case missedWin(Int)
        /// A draw was let go.
        case missedDraw(Int)
    }

    /// The loser's last disc, if it should have completed four itself or could have prevented the winner's.
    init?(lastOf game: Game) {
        let ply = game.moves.count - 2
        guard case .won(let winner, _) = game.outcome, ply >= 0, let four = game.moves.last else { return nil }
        let (before, column) = (game.position(after: ply), game.moves[ply])
        (self.ply, player, isLast) = (ply, winner.other, true)
        if let next = before.nextWin {
            if next.player == player {
                mistake = .missedFour(next.columns[0])
            } else if next.canBeBlocked, next.columns != [column] {
                mistake = .leftOpen(next.columns[0])
            } else {
                return nil
            }
        } else if column == four, before.hasSafeColumn {
            mistake = .opened(column)
        } else {
            return nil
        }
    }

    /// A move that let a win or a draw go. Nil for a first one: whatever followed decided the game for people.
    init?(ply: Int, judgement: Judgement) {
        guard ply >= 2, let best = judgement.best.min(by: { abs($0 - 3) < abs($1 - 3) }) else { return nil }
        (self.ply, player, isLast) = (ply, judgement.player, false)
        mistake =
            switch judgement.reason {
            case .overlookedWin(let columns): .missedFour(columns[0])
            case .letThrough(let column): .leftOpen(column)
            case .gaveAway: .opened(judgement.column)
            default: judgement.before > 0 ? .missedWin(best) : .missedDraw(best)
            }
    }

    /// Which move it was; empty for the last one.
    var place: String {
        isLast ? "" : tr("Turning point: move {number}.", ["number": Game.move(ofDisc: ply + 1)])
    }

    /// What was wrong with it.
    func sentence(calling name: (Player) -> String?) -> String {
        name(player).map(sentence(about:)) ?? sentence
    }

    /// The same to the player who made it.
    private var sentence: String {
        switch mistake {
        case .missedFour(let column): tr("Column {column} would have won at once.", ["column": column + 1])
        case .leftOpen(let column): tr("Column {column} would have blocked the four.", ["column": column + 1])
        case .opened(let column): tr("Your disc in column {column} made room for the four.", ["column": column + 1])
        case .missedWin(let column): tr("You missed column {column}, which wins in the end.", ["column": column + 1])
        case .missedDraw(let column): tr("Column {column} would have held.", ["column": column + 1])
        }
    }

    private func sentence(about name: String) -> String {
        switch mistake {
        case .missedFour(let column): tr("{name} missed a four in column {column}.", ["name": name, "column": column + 1])
        case .leftOpen(let column): tr("{name} did not block column {column}.", ["name": name, "column": column + 1])
        case .opened(let column):
            tr("{name}'s disc in column {column} made room for the four.", ["name": name, "column": column + 1])
        case .missedWin(let column):
            tr("{name} missed column {column}, which wins in the end.", ["name": name, "column": column + 1])
        case .missedDraw(let column): tr("{name} could have held in column {column}.", ["name": name, "column": column + 1])
        }
    }
}

extension Position {
    /// Whether there is a column after which the opponent cannot complete four at once.
    fileprivate var hasSafeColumn: Bool {
        Board.columns.contains { column in
            guard canPlay(column) else { return false }
            let next = playing(column)
            return next.isOver || next.winningColumns(of: next.player).isEmpty
        }
    }
}

extension MatchScene {
    /// What the player has achieved with this game, which is over: wins in a row or the first one at this level; who leads a series with another
    /// person. Empty for nothing.
    fileprivate func achievement(in archive: Archive) -> String {
        if let level = opponent.level.flatMap(Level.init(rawValue:)) {
            guard state == .iWin, let games = try? archive.games() else { return "" }
            let counted = Statistics(of: games.filter { $0.record.level == level.rawValue })
            if counted.all.tally.won == 1 { return tr("Your first win against {level}.", ["level": level.name]) }
            return counted.winsOnEnd > 1 ? trn("{count} win in a row.", "{count} wins in a row.", counted.winsOnEnd) : ""
        }
        let tally = series.tally
        guard opponent.isPeer, tally.games > 1, tally.won != tally.lost else { return "" }
        return tally.standing(against: opponent.shownName).withFullStop
    }
}
