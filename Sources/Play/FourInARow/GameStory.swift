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
    /// Where the loser could stop one four only, of two; empty where that was not so.
    private var twoFours: [Square] = []
    /// The loser of a game that did not end on the board, what its last position was worth to that player, the column that was best, and where the
    /// winner would have completed four: on one of two squares, or on the only one.
    private var worth: (loser: Player, score: Score, column: Int?, fours: [Square])?
    /// Whether the opponent plays perfectly.
    private var isAgainstPerfect = false
    /// Whether the loser could only make room for a four.
    private var isForced = false
    /// The game, and whether its beginning was set up.
    private var (game, isSetUp) = (Game(), false)
    /// The level below, once the player has lost twice running.
    private(set) var easierLevel: Level?
    /// Whether it is celebrated: the first win at a level, or one against perfect play.
    private(set) var isFeat = false
    /// Whether the game was over before, and this end does not count.
    private var isUndone = false
    /// Whether the engine still looks for the move.
    private(set) var isAwaited = false

    init(with analysis: Analysis) { self.analysis = analysis }

    /// Looks for what decided the game on the board, and counts in `archive` what it means; `then` is called when it is known.
    func tell(of scene: MatchScene, archive: Archive, then: @escaping () -> Void) {
        forget()
        guard scene.state.isOver, !scene.isTrial else { return }
        let given = scene.series.start.moves.count
        isUndone = scene.series.isPractice
        (achievement, easierLevel, isFeat) =
            isUndone
            ? (tr("Undone: this end does not count."), nil, false) : given == 0 ? scene.achievement(in: archive) : scene.setBack
        let game = scene.game
        (self.game, isSetUp, isAgainstPerfect) = (game, given > 0, scene.opponent.level == Level.perfect.rawValue)
        twoFours = game.twoFours
        let last = DecidingMove(lastOf: game)
        isForced = last == nil && twoFours.isEmpty && scene.ending == nil && scene.state != .draw
        turn = last.flatMap { $0.ply < given ? nil : $0 }
        // What was set up is nobody's mistake, and nothing came after it.
        if last != nil { return then() }
        isAwaited = true
        analysis.turningPoint(of: game, from: given) { [weak self] review in
            guard let self else { return }
            turn = DecidingMove(in: game, knowing: review, isDrawn: scene.state == .draw).flatMap { $0.ply < given ? nil : $0 }
            if let ending = scene.ending {
                judge(game.position, with: review.ending ?? [], for: ending.winner?.other)
            }
            if isForced, turn == nil, achievement.isEmpty, review.isComplete, review.turningPoint == nil {
                achievement = tr("Nobody let a win or a draw go.")
            }
            if given > 0, achievement.isEmpty, scene.state == .iWin, review.isWon(by: scene.me, from: given) {
                achievement = tr("This position was a win from the start.")
            }
            rest()
            then()
        }
    }

    /// What the last position of a game that did not end on the board was worth to the loser, or after a draw to the player who was worse off. Says
    /// nothing if the game had hardly begun: nobody sees twenty moves ahead. An earlier move counts only if the position was lost.
    private func judge(_ position: Position, with scores: [Score?], for loser: Player?) {
        let best = ComputerPlayer.best(of: scores)
        guard let column = best.min(by: Board.isNearerMiddle), let score = scores[column] else { return }
        let worse = loser ?? (score > 0 ? position.player.other : position.player)
        let isToMove = position.player == worse
        let value = isToMove ? score : -score
        if turn?.player != loser || value >= 0 { turn = nil }
        guard position.ply >= Self.foreseeable || position.ends(within: DecidingMove.visible, with: score) else { return }
        let fours = value < 0 ? game.comingFours(of: worse.other) : []
        worth = (worse, value, isToMove && loser != nil && score >= 0 ? column : nil, fours)
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
        (turn, twoFours, worth, isForced) = (nil, [], nil, false)
        (achievement, easierLevel, isFeat, isAwaited) = ("", nil, false, false)
    }

    /// After how many discs a review opens; nil where nothing is known.
    var opening: Int? { turn.map { $0.ply + 1 } }

    /// The sentences. `name` calls the players by their names, or is nil for the one at this screen.
    func words(calling name: (Player) -> String?) -> StoryWords {
        // Until the engine has answered it may be another move.
        let isDouble = !twoFours.isEmpty && !isAwaited && (turn?.isDoubleThreat ?? true)
        let both = isDouble ? DecidingMove.doubleThreat(in: twoFours.map(\.column)) : ""
        let why = isDouble ? together([both, tr("One disc cannot stop two fours.")]) : isAwaited ? "" : endWords(calling: name)
        var words = StoryWords(turn: turn?.sentence(calling: name) ?? why, achievement: achievement)
        words.brief = isDouble ? both : turn?.brief(calling: name) ?? ""
        words.ply = turn?.ply
        words.isLedByAchievement = isUndone || isFeat && isAgainstPerfect
        if let worth {
            let (loser, winner) = (name(worth.loser), name(worth.loser.other))
            let plain = sentence(of: worth.score, column: worth.column, loser, against: winner)
            let fours = worth.fours
            (words.worth, words.briefWorth) = (fours.coming(for: winner) ?? plain, plain)
            let spots = fours.isEmpty ? [worth.column.flatMap { game.board.landing(in: $0) }].compactMap(\.self) : fours
            words.player = fours.isEmpty ? worth.loser : worth.loser.other
            (words.spots, words.columns) = (spots, spots.map(\.column))
        } else if isDouble {
            (words.spots, words.player, words.columns) = (twoFours, game.mover.other, twoFours.map(\.column))
        } else if let turn {
            // A disc that came there later has nothing to do with it.
            words.spots = [game.prefix(turn.ply).board.landing(in: turn.column)].compactMap(\.self).filter {
                turn.isLast || game.board[$0] == nil
            }
            (words.player, words.columns) = (turn.player, [turn.column])
        } else if isForced, !isAwaited, let last = game.lastSquare {
            (words.spots, words.player, words.columns) = ([last], game.mover.other, [last.column])
        }
        return words
    }

    /// That the loser could do nothing any more, that nobody could win, or what the player at this screen did well where the mistake before it was set
    /// up; empty elsewhere.
    private func endWords(calling name: (Player) -> String?) -> String {
        if isForced, let last = game.moves.last {
            return name(game.mover).map { tr("{name} had no safe column left.", ["name": $0]) }
                ?? tr("You had to fill column {column}, right below the four.", ["column": last + 1])
        }
        if case .draw = game.outcome { return tr("Neither let the other through.") }
        guard isSetUp, case .won(let winner, _) = game.outcome, name(winner) == nil, let last = game.moves.last else { return "" }
        return tr("Column {column} was open, and you saw it.", ["column": last + 1])
    }

    /// From this ply on what a position is worth can be said although its end is far.
    private static let foreseeable = 16

    /// What the last position was worth to the loser; nil is the player at this screen.
    private func sentence(of score: Score, column: Int?, _ loser: String?, against winner: String?) -> String {
        switch score.signum() {
        case 1:
            if let column {
                loser.map { tr("{name} could have won with column {column}.", ["name": $0, "column": column + 1]) }
                    ?? tr("Column {column} would have led to a win.", ["column": column + 1])
            } else {
                loser.map { tr("{name} was still winning.", ["name": $0]) } ?? tr("You were still winning.")
            }
        case 0:
            column.map {
                trn(
                    "Column {columns} would have held the draw.", "Columns {columns} would have held the draw.", 1,
                    ["columns": $0 + 1])
            } ?? tr("The position was even.")
        default: winner.map { tr("{name} was already winning.", ["name": $0]) } ?? tr("You were already winning.")
        }
    }
}

extension [Square] {
    /// That the winner would have completed four here, on one of several squares if need be; `winner` is nil for the player at this screen. Nil without a
    /// square.
    func coming(for winner: String?) -> String? {
        guard let square = first?.words else { return nil }
        if count > 1 {
            let plain = winner.map { tr("{name} was already winning.", ["name": $0]) } ?? tr("You were already winning.")
            return together([plain, DecidingMove.doubleThreat(in: map(\.column))])
        }
        return winner.map { tr("{name} was already winning, with four at {square}.", ["name": $0, "square": square]) }
            ?? tr("You were already winning, with four at {square}.", ["square": square])
    }
}

extension Game {
    /// Where this player, who is winning, will complete four whatever the other one does: with the next disc, there or above the disc that blocks it, or
    /// on a square that waits for it. Several squares if one disc cannot stop two fours; none if nothing is certain.
    func comingFours(of winner: Player) -> [Square] {
        let squares = certainFours(of: winner)
        if squares.isEmpty { return position.waitingThreat().flatMap { $0.player == winner ? [$0.square] : nil } ?? [] }
        if position.player == winner { return Array(squares.prefix(1)) }
        return squares.count == 2 && squares[0].column == squares[1].column ? [squares[1]] : squares
    }
}

/// The sentences of a story; each may be empty.
struct StoryWords {
    /// What the last position was worth, which move decided the game, and what the player has achieved.
    var worth = "", turn = "", achievement = ""
    /// What the position was worth and which move decided the game, in fewer words; may be empty.
    var briefWorth = "", brief = ""
    /// The squares of which they speak, who could have played there, and the columns.
    var spots: [Square] = []
    var player = Player.first
    var columns: [Int] = []
    /// The disc that decided the game, counted from 0.
    var ply: Int?
    /// Whether the achievement is more important than how it came about: a win against perfect play, or that the end does not count.
    var isLedByAchievement = false

    /// The sentences that are not empty, a line each.
    var lines: [String] {
        (isLedByAchievement ? [achievement, worth, turn] : [worth, turn, achievement]).filter { !$0.isEmpty }
    }

    /// As many sentences as fit into `columns`, the most important one first.
    func fitting(_ columns: Int) -> String {
        let short = [briefWorth.isEmpty ? worth : briefWorth, brief].filter { !$0.isEmpty }
        // In fewer words there may be room for both.
        let both =
            isLedByAchievement
            ? [[achievement]] : short.isEmpty || achievement.isEmpty ? [] : [short + [achievement], [short[0], achievement]]
        let forms = ([lines] + both + [[worth, turn], [worth], [turn], Array(short.prefix(1)), [achievement]]).map { form in
            together(form)
        }
        return forms.first { !$0.isEmpty && TextWidth.of($0) <= columns } ?? ""
    }

    /// Marks the squares where no disc lies with a ring, and the columns.
    func mark(_ picture: inout BoardPicture, yellow: Player) {
        for square in spots where picture[square].cell == .empty {
            picture[square].ghost = BoardCell(of: player, yellow: yellow)
        }
        for column in columns { picture.base[column].isLit = true }
    }
}

extension Review {
    /// Whether this player was winning after `start` discs.
    fileprivate func isWon(by player: Player, from start: Int) -> Bool {
        guard judgements.indices.contains(start), let judgement = judgements[start] else { return false }
        return (judgement.player == player ? judgement.before : -judgement.before) > 0
    }
}

extension MatchScene {
    /// The achievement in a game from a position that was set up: it counts for nothing, but after two losses an easier level is offered.
    fileprivate var setBack: (words: String, easier: Level?, isFeat: Bool) {
        let level = opponent.level.flatMap(Level.init(rawValue:))
        guard let level, state == .youWin, series.tally.lost > 1 else { return ("", nil, false) }
        return (level.comfort, level.easier, false)
    }

    /// What the player has achieved with this game, which is over: wins in a row or the first one at this level; who leads a series with another
    /// person. After losses in a row that the level below is easier, and that level. Empty for nothing. `isFeat`: it is worth a celebration.
    fileprivate func achievement(in archive: Archive) -> (words: String, easier: Level?, isFeat: Bool) {
        guard let level = opponent.level.flatMap(Level.init(rawValue:)) else {
            let tally = series.tally
            let isNews = opponent.isPeer && tally.games > 1 && tally.won != tally.lost
            guard isNews else { return ("", nil, false) }
            return (tally.standing(of: host, against: opponent.shownName).withFullStop, nil, false)
        }
        guard let games = try? archive.games() else { return ("", nil, false) }
        let counted = Statistics(of: games.filter { $0.record.level == level.rawValue })
        guard let (last, inRow) = counted.streak, last == state else { return ("", nil, false) }
        let (tally, name): (Tally, Fillings) = (counted.all.tally, ["level": level.name])
        switch last {
        case .iWin where level == .perfect:
            return (
                tally.won == 1
                    ? tr("You beat {level}! Your first win.", name) : tr("You beat perfect play, without one mistake."),
                nil, true
            )
        case .iWin where tally.won == 1: return (tr("Your first win against {level}.", name), nil, true)
        case .iWin where isQuickest(among: games, at: level): return (tr("Your quickest win against {level}.", name), nil, false)
        case .iWin where inRow > 1: return (trn("{count} win in a row.", "{count} wins in a row.", inRow), nil, false)
        case .draw where tally.won == 0 && tally.drawn == 1: return (tr("Your first draw against {level}.", name), nil, false)
        case .draw where inRow > 1: return (trn("{count} draw in a row.", "{count} draws in a row.", inRow), nil, false)
        case .youWin where inRow > 1: return (level.comfort, level.easier, false)
        default: return ("", nil, false)
        }
    }

    /// Whether this game, the newest of `games`, took fewer moves than at least two wins at its level before.
    private func isQuickest(among games: [KeptGame], at level: Level) -> Bool {
        let wins = games.filter { $0.record.level == level.rawValue && $0.record.outcome == .iWin && $0.record.reason == .moves }
        let lengths = wins.map(\.record.digits.utf8.count)
        guard ending == nil, let last = lengths.first, lengths.count > 2 else { return false }
        return lengths.dropFirst().allSatisfy { last < $0 }
    }
}

extension Level {
    /// The level below.
    fileprivate var easier: Level? { Level(rawValue: rawValue - 1) }
    /// What helps after losses in a row.
    fileprivate var comfort: String {
        easier.map { tr("{level} is a level easier. In a game, H gives a hint.", ["level": $0.name]) }
            ?? tr("In a game H gives a hint.")
    }
}
