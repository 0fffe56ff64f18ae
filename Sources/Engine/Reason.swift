// Explains why a move was not the best, where a threat shows it: a missed win, a four not blocked, two threats at once, the odd or
// even square that decides the ending, a plan, or else the threat that was given up. Explanations are checked against the scores.

/// Why a move was not the best. Columns are 0…6.
public enum Reason: Hashable, Sendable {
    /// A disc in any of these columns would have won at once.
    case overlookedWin(columns: [Int])
    /// The opponent completes four in this column, which was not blocked.
    case letThrough(column: Int)
    /// The opponent completes four on top of the disc.
    case gaveAway
    /// The opponent plays here and makes two threats at once.
    case allowedTwoThreats(column: Int)
    /// A disc here would have made two threats at once.
    case missedTwoThreats(column: Int)
    /// A disc in this column would have kept the threat that decides the ending, or made it (`isNew`).
    case lostThreat(Threat, column: Int, isNew: Bool)
    /// The opponent has the threat that decides the ending.
    case leftThreat(Threat)
    /// A disc in this column, one of the best, would have begun a plan that wins, or that does not lose where nothing wins.
    case lostPlan(Plan, column: Int)
    /// The opponent has a plan that wins.
    case leftPlan(Plan)
    /// The opponent can take this square now, with which the player would have won.
    case openedThreat(Square)
    /// A disc in this column, one of the best, would have made a threat at this square.
    case missedThreat(Square, column: Int)
    /// A disc in this column, one of the best, would have kept the opponent from a threat at this square.
    case allowedThreat(Square, column: Int)
    /// A disc in `column`, one of the best, would have prepared two threats at once: unless the opponent does something about it, another disc in
    /// `next` makes them.
    case missedPreparation(next: Int, column: Int)
    /// A disc in this column, one of the best, would have taken that of the squares that can be played which is part of the most open lines.
    case missedLines(column: Int)
    /// The best disc would have won like this.
    case lostWin(WinningLine)
    /// The opponent wins like this.
    case allowedWin(WinningLine)
}

extension Reason {
    /// Whether the opponent's next disc completes four.
    var isFourLeftOpen: Bool {
        switch self {
        case .letThrough, .gaveAway: true
        default: false
        }
    }

    /// Whether it does not speak of an end that is too far away for the board to show it.
    var isNear: Bool {
        switch self {
        case .lostWin(let line), .allowedWin(let line): line.moves.count <= Self.far
        default: true
        }
    }

    /// How many discs away that is.
    private static let far = 31
}

// MARK: - Finding it

extension Reason {
    /// Why `column` was not the best in `position`; nil for a best move, and if no threat explains it.
    static func why(_ column: Int, in position: Position, scores: [Score?]) -> Reason? {
        let best = ComputerPlayer.best(of: scores)
        guard let first = best.first, !best.contains(column), let after = scores[column] else { return nil }
        // In three steps: Swift 6.2 does not find the types of one expression in reasonable time.
        let atOnce = overlookedWin(in: position) ?? letThrough(column, in: position) ?? gaveAway(column, in: position)
        if let atOnce { return atOnce }
        let bestScore = scores[first] ?? 0
        let decided =
            allowedTwoThreats(column, in: position) ?? missedTwoThreats(best, in: position)
            ?? endgame(column, first, in: position, after: after, best: bestScore)
            ?? plan(column, best, in: position, after: after, best: bestScore)
        if let decided { return decided }
        return openedThreat(column, in: position) ?? missedThreat(best, in: position) ?? allowedThreat(best, in: position)
    }

    /// What a move let go that no threat explains: what the best disc would have prepared, how it would have won, or how the opponent wins. Nil for other
    /// moves, and if the limit was reached first.
    static func inTheEnd(_ judgement: Judgement, in position: Position, with solver: Solver, until limit: SearchLimit) -> Reason?
    {
        let search = PuzzleSearch(with: solver)
        guard judgement.cost == .mistake || judgement.cost == .blunder else { return nil }
        let merits = judgement.best.compactMap(position.merit)
        if let merit = merits.first(where: { if case .missedPreparation = $0 { true } else { false } }) { return merit }
        let start = judgement.before > 0 ? position : position.playing(judgement.column)
        guard let moves = search.shortestWin(from: start, until: limit) else { return nil }
        let line = WinningLine(from: start, moves: moves)
        let reason: Reason = judgement.before > 0 ? .lostWin(line) : .allowedWin(line)
        // Nobody sees the end of a long line.
        return reason.isNear ? reason : merits.first
    }

    private static func overlookedWin(in position: Position) -> Reason? {
        let wins = position.winningColumns(of: position.player)
        return wins.isEmpty ? nil : .overlookedWin(columns: wins)
    }

    private static func letThrough(_ column: Int, in position: Position) -> Reason? {
        guard let open = position.winningColumns(of: position.player.other).first(where: { $0 != column }) else { return nil }
        return .letThrough(column: open)
    }

    private static func gaveAway(_ column: Int, in position: Position) -> Reason? {
        let next = position.playing(column)
        guard !next.isOver, next.winningColumns(of: next.player).contains(column) else { return nil }
        return .gaveAway
    }

    /// A reply that gives the opponent two ways to win, or one that cannot be blocked.
    private static func allowedTwoThreats(_ column: Int, in position: Position) -> Reason? {
        let next = position.playing(column)
        guard !next.isOver, let reply = twoThreats(in: next).first else { return nil }
        return .allowedTwoThreats(column: reply)
    }

    private static func missedTwoThreats(_ best: [Int], in position: Position) -> Reason? {
        guard let column = twoThreats(in: position).first(where: best.contains) else { return nil }
        return .missedTwoThreats(column: column)
    }

    /// The columns that let the player to move win with his next disc after that, whatever the opponent does.
    fileprivate static func twoThreats(in position: Position) -> [Int] {
        let (me, other) = (position.player, position.player.other)
        let mustBlock = position.winningColumns(of: other)
        return Board.columns.filter { column in
            guard position.canPlay(column), !position.wins(playing: column), mustBlock.allSatisfy({ $0 == column }) else {
                return false
            }
            let next = position.playing(column)
            guard !next.isOver, next.winningColumns(of: other).isEmpty else { return false }
            let wins = next.winningColumns(of: me)
            if wins.count > 1 { return true }
            // One threat, and another on top of it.
            guard let only = wins.first else { return false }
            let blocked = next.playing(only)
            return !blocked.isOver && blocked.winningColumns(of: me).contains(only)
        }
    }

    /// The plan that the move let go, or else the one that it gave the opponent.
    private static func plan(_ column: Int, _ best: [Int], in position: Position, after: Score, best score: Score) -> Reason? {
        let me = position.player
        guard score.signum() != after.signum() else { return nil }
        for better in best where !position.isDecidedSoon(with: score) {
            guard let plan = position.playing(better).plan(of: me), plan.wins == (score > 0) else { continue }
            return .lostPlan(plan, column: better)
        }
        guard after < 0, !position.isDecidedSoon(with: after), let plan = position.playing(column).plan(of: me.other), plan.wins
        else { return nil }
        return .leftPlan(plan)
    }

    /// The player's square right above the disc.
    private static func openedThreat(_ column: Int, in position: Position) -> Reason? {
        let next = position.playing(column)
        guard !next.isOver, let square = next.square(above: column), position.threats(of: position.player).contains(square) else {
            return nil
        }
        return .openedThreat(square)
    }

    private static func missedThreat(_ best: [Int], in position: Position) -> Reason? {
        newThreat(of: position.player, best, in: position).map { .missedThreat($0.square, column: $0.column) }
    }

    private static func allowedThreat(_ best: [Int], in position: Position) -> Reason? {
        newThreat(of: position.player.other, best, in: position).map { .allowedThreat($0.square, column: $0.column) }
    }

    /// A square where a disc of `player` in one of these columns makes a threat, best one that `player` gets by waiting.
    fileprivate static func newThreat(of player: Player, _ columns: [Int], in position: Position) -> (
        square: Square, column: Int
    )? {
        let discs = player == position.player ? position.mover : position.mover ^ position.taken
        let old = Bits.completions(of: discs)
        let found = columns.flatMap { column in
            let landing = position.landing(column)
            let new = Bits.completions(of: discs | landing) & ~old & ~(position.taken | landing)
            return Square.all.filter { $0.bit & new != 0 }.map { (square: $0, column: column) }
        }
        return found.first { Threat(square: $0.square, player: player, isOpen: false).isOfUse } ?? found.first
    }

    /// The square that decides the ending, if the scores agree.
    private static func endgame(_ column: Int, _ better: Int, in position: Position, after: Score, best: Score) -> Reason? {
        let me = position.player
        let now = position.playing(column).decidingThreat(score: -after)
        let then = position.playing(better).decidingThreat(score: -best)
        if let then, then.player == me, now?.square != then.square {
            let isNew = !position.threats().contains { $0.player == me && $0.square == then.square }
            return .lostThreat(then, column: better, isNew: isNew)
        }
        if let now, now.player != me, then != now {
            return .leftThreat(now)
        }
        return nil
    }
}

// MARK: - What speaks for a move

extension Position {
    /// What speaks for a disc in `column`, as a reason against the other columns would say it: it completes four, stops a four, makes two threats at
    /// once or a threat, prepares two of them, or is part of the most open lines. Nil if none of these is so, and if the opponent completes four next.
    public func merit(of column: Int) -> Reason? {
        guard !isOver, canPlay(column) else { return nil }
        if wins(playing: column) { return .overlookedWin(columns: [column]) }
        let open = winningColumns(of: player.other)
        var next = playing(column)
        guard open.allSatisfy({ $0 == column }), next.isOver || next.winningColumns(of: next.player).isEmpty else { return nil }
        if !open.isEmpty { return .letThrough(column: column) }
        if Reason.twoThreats(in: self).contains(column) { return .missedTwoThreats(column: column) }
        if let threat = Reason.newThreat(of: player, [column], in: self) { return .missedThreat(threat.square, column: column) }
        // As if the opponent passed.
        next.mover ^= next.taken
        if !next.isOver, let prepared = Reason.twoThreats(in: next).first {
            return .missedPreparation(next: prepared, column: column)
        }
        let lines = Board.columns.filter(canPlay).map { (column: $0, count: openLines(through: landing($0))) }
        let most = lines.map(\.count).max()
        return lines.contains { $0.column == column && $0.count == most } ? .missedLines(column: column) : nil
    }

    /// The columns with which the player to move makes two threats at once, of which the opponent can stop one.
    public var doubleThreats: [Int] { isOver ? [] : Reason.twoThreats(in: self) }

    /// What a disc in `column` builds for: an empty square of another column, out of reach, in a row that falls to the player in the end, on a line of
    /// four with that disc, another one of the player's and none of the opponent's; that with the most discs. Nil if there is none.
    public func aim(of column: Int) -> Square? {
        guard canPlay(column), !wins(playing: column) else { return nil }
        let disc = landing(column)
        let (mine, other, next) = (mover | disc, mover ^ taken, playing(column))
        let lines = Alignment.all.map(\.bits).filter { $0 & disc != 0 && $0 & other == 0 && ($0 & mine).nonzeroBitCount > 1 }
        let found = Square.all.compactMap { square -> (square: Square, count: Int)? in
            guard square.column != column, square.bit & (taken | next.landing(square.column)) == 0,
                Threat(square: square, player: player, isOpen: false).isOfUse
            else { return nil }
            return lines.filter { $0 & square.bit != 0 }.map { ($0 & mine).nonzeroBitCount }.max().map { (square, $0) }
        }
        return found.max { ($0.count, $1.square.row) < ($1.count, $0.square.row) }?.square
    }

    /// How many lines of four through a square do not have discs of both players.
    private func openLines(through square: UInt64) -> Int {
        let other = mover ^ taken
        return Alignment.all.count { $0.bits & square != 0 && ($0.bits & mover == 0 || $0.bits & other == 0) }
    }
}

extension Reason {
    /// The squares of which it speaks, where the board does not show them by itself.
    public var squares: [Square] {
        switch self {
        case .lostThreat(let threat, _, _), .leftThreat(let threat): [threat.square]
        case .lostPlan(let plan, _), .leftPlan(let plan): plan.waits.isEmpty ? plan.line : plan.waits
        case .openedThreat(let square), .missedThreat(let square, _), .allowedThreat(let square, _): [square]
        case .lostWin(let line), .allowedWin(let line): line.lastSquare.map { [$0] } ?? []
        case .overlookedWin, .letThrough, .gaveAway, .allowedTwoThreats, .missedTwoThreats, .missedPreparation, .missedLines: []
        }
    }
}
