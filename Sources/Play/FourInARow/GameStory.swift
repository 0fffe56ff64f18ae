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
    /// The loser of a game that did not end on the board, and what its last position was worth to that player.
    private var worth: (loser: Player, score: Score, column: Int?)?
    /// The game, and whether its beginning was set up.
    private var (game, isSetUp) = (Game(), false)
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
        let (game, loser) = (scene.game, scene.ending?.winner?.other)
        guard scene.ending == nil || loser != nil else { return }
        (self.game, isSetUp) = (game, given > 0)
        twoFours = game.twoFours
        let last = DecidingMove(lastOf: game)
        turn = last.flatMap { $0.ply < given ? nil : $0 }
        // What was set up is nobody's mistake, and nothing came after it.
        if last != nil { return then() }
        isAwaited = true
        analysis.turningPoint(of: game, from: given) { [weak self] review in
            guard let self else { return }
            turn = DecidingMove(in: game, knowing: review).flatMap { $0.ply < given ? nil : $0 }
            if let loser, let scores = review.ending { judge(game.position, with: scores, for: loser) }
            rest()
            then()
        }
    }

    /// What the last position was worth to the loser of a game that did not end on the board, unless the game had hardly begun: nobody sees twenty moves
    /// ahead. What was played before counts only if it was lost.
    private func judge(_ position: Position, with scores: [Score?], for loser: Player) {
        let best = ComputerPlayer.best(of: scores)
        guard let column = best.min(by: Board.isNearerMiddle), let score = scores[column] else { return }
        let isToMove = position.player == loser
        let value = isToMove ? score : -score
        if turn?.player != loser || value >= 0 { turn = nil }
        guard position.ply >= Self.foreseeable || position.ends(within: DecidingMove.visible, with: score) else { return }
        worth = (loser, value, isToMove && score >= 0 ? column : nil)
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
        (turn, twoFours, worth, achievement, easierLevel, isFeat, isAwaited) = (nil, [], nil, "", nil, false, false)
    }

    /// After how many discs a review opens; nil where nothing is known.
    var opening: Int? { turn.map { $0.ply + 1 } }

    /// The sentences. `name` calls the players by their names, or is nil for the one at this screen.
    func words(calling name: (Player) -> String?) -> StoryWords {
        // Until the engine has answered it may be another move.
        let isDouble = !twoFours.isEmpty && !isAwaited && (turn?.isDoubleThreat ?? true)
        let both = isDouble ? DecidingMove.doubleThreat(in: twoFours.map(\.column)) : ""
        let why = isDouble ? together([both, tr("One disc cannot stop two fours.")]) : isAwaited ? "" : sightWords(calling: name)
        var words = StoryWords(turn: turn?.sentence(calling: name) ?? why, achievement: achievement)
        words.brief = isDouble ? both : turn?.brief(calling: name) ?? ""
        words.ply = turn?.ply
        if let worth {
            words.worth = sentence(of: worth.score, column: worth.column, name(worth.loser), against: name(worth.loser.other))
            if let column = worth.column { words.spots = [game.board.landing(in: column)].compactMap(\.self) }
            (words.player, words.columns) = (worth.loser, worth.column.map { [$0] } ?? [])
        } else if isDouble {
            (words.spots, words.player, words.columns) = (twoFours, game.mover.other, twoFours.map(\.column))
        } else if let turn {
            words.spots = [game.prefix(turn.ply).board.landing(in: turn.column)].compactMap(\.self)
            (words.player, words.columns) = (turn.player, [turn.column])
        }
        return words
    }

    /// What the player at this screen did well, where the mistake before it was set up; empty elsewhere.
    private func sightWords(calling name: (Player) -> String?) -> String {
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
                    ?? tr("Column {column} would have won.", ["column": column + 1])
            } else {
                loser.map { tr("{name} was still winning.", ["name": $0]) } ?? tr("You were still winning.")
            }
        case 0:
            column.map {
                trn(
                    "Column {columns} would have held the draw.", "Columns {columns} would have held the draw.", 1,
                    ["columns": $0 + 1])
            } ?? tr("It was still a draw.")
        default: winner.map { tr("{name} was already winning.", ["name": $0]) } ?? tr("You were already winning.")
        }
    }
}

/// The sentences of a story; each may be empty.
struct StoryWords {
    /// What the last position was worth, which move decided the game, and what the player has achieved.
    var worth = "", turn = "", achievement = ""
    /// Which move decided the game, in fewer words; may be empty.
    var brief = ""
    /// The squares of which they speak, who could have played there, and the columns.
    var spots: [Square] = []
    var player = Player.first
    var columns: [Int] = []
    /// The disc that decided the game, counted from 0.
    var ply: Int?

    /// Those that there are, a line each.
    var lines: [String] { [worth, turn, achievement].filter { !$0.isEmpty } }

    /// As many as fit into `columns`; what is most important comes first.
    func fitting(_ columns: Int) -> String {
        let short = [worth, brief].filter { !$0.isEmpty }
        // In fewer words there may be room for both.
        let both = short.isEmpty || achievement.isEmpty ? [] : [short + [achievement], [short[0], achievement]]
        let forms = ([lines] + both + [[worth, turn], [worth], [turn], [brief], [achievement]]).map { form in
            together(form.filter { !$0.isEmpty })
        }
        return forms.first { !$0.isEmpty && TextWidth.of($0) <= columns } ?? ""
    }

    /// Marks the squares: with a ring where no disc lies, with corners where one does.
    func mark(_ picture: inout BoardPicture, yellow: Player) {
        for square in spots {
            if picture[square].cell == .empty {
                picture[square].ghost = BoardCell(of: player, yellow: yellow)
            } else {
                picture[square].isLast = true
            }
        }
        for column in columns { picture.base[column].isLit = true }
    }
}

/// The move that decided a game.
struct DecidingMove: Equatable {
    /// Its number, counted from 0 in discs.
    let ply: Int
    /// Who made it.
    let player: Player
    /// What was wrong with it. Columns are 0…6.
    let mistake: Mistake
    /// Whether it was the loser's last disc: everybody still sees it.
    let isLast: Bool

    /// How many discs of the winner's ahead players see an end.
    static let visible = 4

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
        /// The opponent could make two threats at once, which another column would have prevented: four in any of the columns `fours`.
        case allowedTwoThreats(Int, fours: [Int])
    }

    /// What decided a game, as far as it is known: what everybody saw, or else the move after which the opponent made two threats, or a later one that
    /// let a win or a draw go.
    init?(in game: Game, knowing review: Review?) {
        let seen = DecidingMove(lastOf: game)
        let double = DecidingMove(doubleIn: game, knowing: review)
        let turn = review?.turningPoint.flatMap { ply in
            review?.judgements[ply].flatMap { DecidingMove(ply: ply, judgement: $0) }
        }
        // Of the same disc a win that it let go says more, if anybody could see that.
        let isLater = turn.map { turn in
            guard let double, turn.ply <= double.ply else { return true }
            let before = review?.judgements[turn.ply]?.before ?? 0
            return turn.ply == double.ply && turn.isMissedWin
                && game.position(after: turn.ply).ends(within: Self.visible, with: before)
        }
        guard let found = seen ?? (isLater == true ? turn : double) else { return nil }
        self = found
    }

    /// The loser's disc after which the winner made two threats at once, if another column would have prevented that.
    private init?(doubleIn game: Game, knowing review: Review?) {
        let ply = game.moves.count - 4
        guard ply >= 0, !game.twoFours.isEmpty else { return nil }
        let before = game.position(after: ply)
        let safe = Board.columns.filter { column in
            guard column != game.moves[ply], before.canPlay(column), before.isPlausible(column) else { return false }
            return before.playing(column).doubleThreats.isEmpty
        }
        let scores = review?.judgements[ply]?.scores
        let worth = { (column: Int) in (scores?[column] ?? 0, -abs(column - 3)) }
        guard let column = safe.max(by: { worth($0) < worth($1) }) else { return nil }
        let fours = game.twoFours.map(\.column)
        (self.ply, player, isLast, mistake) = (ply, before.player, false, .allowedTwoThreats(column, fours: fours))
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
        guard ply >= 2, let best = judgement.best.min(by: Board.isNearerMiddle) else { return nil }
        (self.ply, player, isLast) = (ply, judgement.player, false)
        mistake =
            switch judgement.reason {
            case .overlookedWin(let columns): .missedFour(columns[0])
            case .letThrough(let column): .leftOpen(column)
            case .gaveAway: .opened(judgement.column)
            default: judgement.before > 0 ? .missedWin(best) : .missedDraw(best)
            }
    }

    /// The column that it is about, 0…6.
    var column: Int {
        switch mistake {
        case .missedFour(let column), .leftOpen(let column), .opened(let column), .missedWin(let column), .missedDraw(let column),
            .allowedTwoThreats(let column, _):
            column
        }
    }
    /// Whether it let the opponent make two threats at once, or a win go.
    var isDoubleThreat: Bool { if case .allowedTwoThreats = mistake { true } else { false } }
    private var isMissedWin: Bool {
        switch mistake {
        case .missedFour, .missedWin: true
        default: false
        }
    }
    /// The move that it was, counted from 1.
    private var number: Int { Game.move(ofDisc: ply + 1) }

    /// What was wrong with it, and which move it was, unless that was the last one. `name` is nil for the one at this screen.
    func sentence(calling name: (Player) -> String?) -> String {
        // Who made two threats at once reads that it was too much.
        if case .allowedTwoThreats(_, let fours) = mistake, name(player.other) == nil {
            return together([Self.doubleThreat(in: fours), tr("One disc cannot stop two fours.")])
        }
        guard let name = name(player) else { return isLast ? lastSentence : sentence }
        return isLast ? lastSentence(about: name) : sentence(about: name)
    }

    /// Where one disc could not stop two fours.
    static func doubleThreat(in fours: [Int]) -> String {
        let columns = Set(fours).sorted().map { String($0 + 1) }
        return trn(
            "A double threat in column {columns}.", "A double threat in columns {columns}.", columns.count,
            ["columns": listed(columns)])
    }

    private var sentence: String {
        let facts: Fillings = ["column": column + 1, "number": number]
        return switch mistake {
        case .missedFour, .missedWin: tr("Column {column} on move {number} would have won.", facts)
        case .leftOpen: tr("Column {column} on move {number} would have blocked the four.", facts)
        case .opened: tr("Your disc in column {column} on move {number} made room for the four.", facts)
        case .missedDraw: tr("Column {column} on move {number} would have held.", facts)
        case .allowedTwoThreats(_, let fours): prevention(of: fours)
        }
    }

    /// What would have prevented a double threat, whoever made it.
    private func prevention(of fours: [Int]) -> String {
        together([
            Self.doubleThreat(in: fours),
            tr("Column {column} on move {number} would have stopped it.", ["column": column + 1, "number": number]),
        ])
    }

    /// The same in fewer words, where there are such; otherwise empty.
    func brief(calling name: (Player) -> String?) -> String {
        guard let name = name(player) else { return "" }
        return switch mistake {
        case .missedWin: tr("{name} missed a win on move {number}.", ["name": name, "number": number])
        case .missedDraw: tr("{name} missed a draw on move {number}.", ["name": name, "number": number])
        case .missedFour, .leftOpen, .opened, .allowedTwoThreats: ""
        }
    }

    private var lastSentence: String {
        switch mistake {
        case .missedFour, .missedWin: tr("Column {column} would have won at once.", ["column": column + 1])
        case .leftOpen, .missedDraw, .allowedTwoThreats:
            tr("Column {column} would have blocked the four.", ["column": column + 1])
        case .opened: tr("Your disc in column {column} made room for the four.", ["column": column + 1])
        }
    }

    private func sentence(about name: String) -> String {
        let facts: Fillings = ["name": name, "column": column + 1, "number": number]
        return switch mistake {
        case .missedFour: tr("On move {number} {name} missed a four in column {column}.", facts)
        case .leftOpen: tr("On move {number} {name} did not block column {column}.", facts)
        case .opened: tr("On move {number} {name} made room for the four.", ["name": name, "number": number])
        case .missedWin: tr("On move {number} {name} missed a win in column {column}.", facts)
        case .missedDraw: tr("On move {number} {name} missed a draw in column {column}.", facts)
        case .allowedTwoThreats(_, let fours): prevention(of: fours)
        }
    }

    private func lastSentence(about name: String) -> String {
        let facts: Fillings = ["name": name, "column": column + 1]
        return switch mistake {
        case .missedFour, .missedWin: tr("{name} missed a four in column {column}.", facts)
        case .leftOpen, .missedDraw, .allowedTwoThreats: tr("{name} did not block column {column}.", facts)
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
    /// Where the winner could complete four before the loser's last disc, which could not stop that: two squares at least, or one and the one on
    /// top of it. Empty if the game did not end like this.
    fileprivate var twoFours: [Square] {
        let start = prefix(max(0, moves.count - 2))
        guard case .won(let winner, _) = outcome, moves.count > 1, let next = start.position.nextWin, next.player == winner,
            !next.canBeBlocked
        else { return [] }
        let squares = next.columns.compactMap { start.board.landing(in: $0) }
        return squares.count > 1 ? squares : squares + squares.map { Square(column: $0.column, row: $0.row + 1) }
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
        case .iWin where isQuickest(among: games, at: level): return (tr("Your quickest win against {level}.", name), nil, false)
        case .iWin where inRow > 1: return (trn("{count} win in a row.", "{count} wins in a row.", inRow), nil, false)
        case .draw where tally.won == 0 && tally.drawn == 1: return (tr("Your first draw against {level}.", name), nil, false)
        case .draw where inRow > 1: return (trn("{count} draw in a row.", "{count} draws in a row.", inRow), nil, false)
        case .youWin where inRow > 1:
            guard let easier = Level(rawValue: level.rawValue - 1) else { return (tr("Press H for a hint."), nil, false) }
            return (tr("Press H for a hint, or try {level}.", ["level": easier.name]), easier, false)
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
