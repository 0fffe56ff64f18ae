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
    /// A streak, a first win, who leads, or that the next level below is easier, as a sentence; empty without any.
    private(set) var achievement = ""
    /// After how many discs the loser could stop one four only, of two; nil where that was not so.
    private(set) var doubleThreat: Int?
    /// The level below, once the player has lost twice running.
    private(set) var easierLevel: Level?
    /// Whether it is celebrated: the first win at a level, or one against perfect play.
    private(set) var isFeat = false
    /// Whether the engine still looks for the move.
    private(set) var isAwaited = false

    init(with analysis: Analysis) { self.analysis = analysis }

    /// Looks for what decided the game on the board, and counts in `archive` what it means; `then` is called when it is known.
    func tell(of scene: MatchScene, archive: Archive, then: @escaping () -> Void) {
        forget()
        guard scene.state.isOver, !scene.isTrial else { return }
        let given = scene.series.start.moves.count
        if given == 0 { (achievement, easierLevel, isFeat) = scene.achievement(in: archive) }
        guard scene.ending == nil else { return }
        doubleThreat = scene.game.endsInDoubleThreat ? scene.game.moves.count - 2 : nil
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
        (turn, doubleThreat, achievement, easierLevel, isFeat, isAwaited) = (nil, nil, "", nil, false, false)
    }

    /// The sentences. `name` calls the players by their names, or is nil for the one at this screen.
    func words(calling name: (Player) -> String?) -> StoryWords {
        let isDouble = doubleThreat != nil && !isAwaited
        let why = isDouble ? tr("A double threat: one disc cannot stop two fours.") : ""
        return StoryWords(turn: turn?.sentence(calling: name) ?? why, achievement: achievement)
    }
}

/// The sentences of a story; each may be empty.
struct StoryWords {
    /// Which move decided the game, and what the player has achieved.
    var turn = "", achievement = ""

    /// Those that there are, a line each.
    var lines: [String] { [turn, achievement].filter { !$0.isEmpty } }

    /// As many as fit into `columns`; what is most important comes first.
    func fitting(_ columns: Int) -> String {
        [together(lines), turn, achievement].first { !$0.isEmpty && TextWidth.of($0) <= columns } ?? ""
    }
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

    /// The column that it is about, and the move that it was, both counted from 1.
    private var column: Int {
        switch mistake {
        case .missedFour(let column), .leftOpen(let column), .opened(let column), .missedWin(let column), .missedDraw(let column):
            column + 1
        }
    }
    private var number: Int { Game.move(ofDisc: ply + 1) }

    /// What was wrong with it, and which move it was, unless that was the last one. `name` is nil for the one at this screen.
    func sentence(calling name: (Player) -> String?) -> String {
        guard let name = name(player) else { return isLast ? lastSentence : sentence }
        return isLast ? lastSentence(about: name) : sentence(about: name)
    }

    private var sentence: String {
        let facts: Fillings = ["column": column, "number": number]
        return switch mistake {
        case .missedFour, .missedWin: tr("Column {column} on move {number} would have won.", facts)
        case .leftOpen: tr("Column {column} on move {number} would have blocked the four.", facts)
        case .opened: tr("Your disc in column {column} on move {number} made room for the four.", facts)
        case .missedDraw: tr("Column {column} on move {number} would have held.", facts)
        }
    }

    private var lastSentence: String {
        switch mistake {
        case .missedFour, .missedWin: tr("Column {column} would have won at once.", ["column": column])
        case .leftOpen, .missedDraw: tr("Column {column} would have blocked the four.", ["column": column])
        case .opened: tr("Your disc in column {column} made room for the four.", ["column": column])
        }
    }

    private func sentence(about name: String) -> String {
        let facts: Fillings = ["name": name, "column": column, "number": number]
        return switch mistake {
        case .missedFour: tr("On move {number} {name} missed a four in column {column}.", facts)
        case .leftOpen: tr("On move {number} {name} did not block column {column}.", facts)
        case .opened: tr("On move {number} {name} made room for the four.", ["name": name, "number": number])
        case .missedWin, .missedDraw: tr("On move {number} {name} missed column {column}.", facts)
        }
    }

    private func lastSentence(about name: String) -> String {
        let facts: Fillings = ["name": name, "column": column]
        return switch mistake {
        case .missedFour, .missedWin: tr("{name} missed a four in column {column}.", facts)
        case .leftOpen, .missedDraw: tr("{name} did not block column {column}.", facts)
        case .opened: tr("{name}'s disc in column {column} made room for the four.", facts)
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

extension Game {
    /// Whether the loser's last disc could not stop the winner, who had more than one four, or one on top of the disc that stops the other.
    fileprivate var endsInDoubleThreat: Bool {
        guard case .won(let winner, _) = outcome, moves.count > 1, let next = position(after: moves.count - 2).nextWin else {
            return false
        }
        return next.player == winner && !next.canBeBlocked
    }
}

extension MatchScene {
    /// What the player has achieved with this game, which is over: wins in a row or the first one at this level; who leads a series with another
    /// person. After losses in a row that the level below is easier, and that level. Empty for nothing. `isFeat`: it is worth a celebration.
    fileprivate func achievement(in archive: Archive) -> (words: String, easier: Level?, isFeat: Bool) {
        guard let level = opponent.level.flatMap(Level.init(rawValue:)) else {
            let tally = series.tally
            guard opponent.isPeer, tally.games > 1, tally.won != tally.lost else { return ("", nil, false) }
            return (tally.standing(of: host, against: opponent.shownName).withFullStop, nil, false)
        }
        guard let games = try? archive.games() else { return ("", nil, false) }
        let counted = Statistics(of: games.filter { $0.record.level == level.rawValue })
        guard let (last, inRow) = counted.streak, last == state else { return ("", nil, false) }
        let (tally, name): (Tally, Fillings) = (counted.all.tally, ["level": level.name])
        switch last {
        case .iWin where level == .perfect: return (tr("You beat perfect play, without one mistake."), nil, true)
        case .iWin where tally.won == 1: return (tr("Your first win against {level}.", name), nil, true)
        case .iWin where inRow > 1: return (trn("{count} win in a row.", "{count} wins in a row.", inRow), nil, false)
        case .draw where tally.won == 0 && tally.drawn == 1: return (tr("Your first draw against {level}.", name), nil, false)
        case .draw where inRow > 1: return (trn("{count} draw in a row.", "{count} draws in a row.", inRow), nil, false)
        case .youWin where inRow > 1:
            guard let easier = Level(rawValue: level.rawValue - 1) else { return ("", nil, false) }
            return (tr("{level} is a little easier.", ["level": easier.name]), easier, false)
        default: return ("", nil, false)
        }
    }
}
