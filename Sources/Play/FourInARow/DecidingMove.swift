// The move that decided a game, and what was wrong with it, in words.

import Engine
import Language
import Session

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
    /// After how many moves a win that was let go would have come, if it is known.
    private(set) var distance = 0

    /// How many discs of the winner's ahead players see an end.
    nonisolated static let visible = 4

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
    /// let a win or a draw go. `isDrawn`: the players have agreed to a draw. In a drawn game a win that was too far ahead to be seen decided nothing.
    init?(in game: Game, knowing review: Review?, isDrawn: Bool = false) {
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
        guard let found = seen ?? (isLater == true ? turn : double), found.isVisible || !(isDrawn || game.outcome == .draw) else {
            return nil
        }
        self = found
    }

    /// The loser's disc after which the winner made two threats at once, if another column would have prevented that.
    private init?(doubleIn game: Game, knowing review: Review?) {
        var ply = game.moves.count - 4
        // The winner need not take the four at once.
        while ply > 1, !game.prefix(ply).certainFours(of: game.mover.other).isEmpty { ply -= 2 }
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

    /// A move that let a win or a draw go. Nil for the first move of either player: people decide the game with what follows.
    init?(ply: Int, judgement: Judgement) {
        guard ply >= 2, let best = judgement.best.min(by: Board.isNearerMiddle) else { return nil }
        if judgement.before > 0 { distance = Position.discsToEnd(with: judgement.before, after: ply) ?? 0 }
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
    /// False if it let a win go that was too far ahead to be seen.
    var isVisible: Bool { distance <= Self.visible + 1 }
    /// Whether it let the opponent make two threats at once.
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
        case .missedWin where !isVisible:
            trn(
                "Column {column} on move {number} would have kept a win, {count} move later.",
                "Column {column} on move {number} would have kept a win, {count} moves later.", distance, facts)
        case .missedFour, .missedWin: tr("Column {column} on move {number} would have won.", facts)
        case .leftOpen: tr("Column {column} on move {number} would have blocked the four.", facts)
        case .opened: tr("Your disc in column {column} on move {number} made room for the four.", facts)
        case .missedDraw: tr("Column {column} on move {number} would have held.", facts)
        case .allowedTwoThreats(_, let fours): prevention(of: fours)
        }
    }

    /// What would have prevented a double threat of either player.
    private func prevention(of fours: [Int]) -> String {
        together([
            Self.doubleThreat(in: fours),
            tr("Column {column} on move {number} would have stopped it.", ["column": column + 1, "number": number]),
        ])
    }

    /// A shorter sentence, for some mistakes of a player with a name; otherwise empty.
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
    /// Where the winner could complete four before the loser's last disc, which could not stop that. Empty if the game did not end like this.
    var twoFours: [Square] {
        guard case .won(let winner, _) = outcome, moves.count > 1 else { return [] }
        return prefix(moves.count - 2).certainFours(of: winner)
    }

    /// Where this player completes four with the next disc, whatever the other one does: one who is to move on any of the squares; otherwise there are
    /// two at least, or one and the one on top of it. Empty where that is not certain.
    func certainFours(of winner: Player) -> [Square] {
        guard let next = position.nextWin, next.player == winner, !next.canBeBlocked else { return [] }
        let squares = next.columns.compactMap { board.landing(in: $0) }
        if squares.count > 1 || position.player == winner { return squares }
        return squares + squares.map { Square(column: $0.column, row: $0.row + 1) }
    }
}
