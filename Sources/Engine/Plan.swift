// A plan: how a player wins, or does not lose, by answering. It is proved by the board alone, without a search.
//
// The opponent is to move, and the player has an answer to every disc, so that some of the empty squares are surely the player's:
//
//      . . x . . . .     x  the player's for sure: he answers a disc on the square below
//      . . o . . . .     o  the opponent may get it
//      . ! x . . . .     !  wins for the player. Nobody plays the square below it until nothing else is left,
//      . o o = . . =        and then it is the opponent's turn
//      . ■ ■ ■ . . ■     =  a pair: when the opponent takes one of the two, the player takes the other
//
// The plan is true if every line of four of the opponent's contains a square that is the player's, or both squares of a pair, or lies straight
// above a line of four of the player's, which is complete before. Then the opponent never wins, and the player does if there is a square to wait
// for, or a line of four among the squares that are his. After V. Allis, "A Knowledge-based Approach of Connect-Four" (1988): claimeven, baseinverse
// and zugzwang control.

/// How a player wins, or does not lose, whatever the opponent does.
public struct Plan: Hashable, Sendable {
    /// The player whose plan it is.
    public let player: Player
    /// The column of the disc with which it begins, 0…6; nil if the opponent is to move.
    public let opening: Int?
    /// The player's squares: a disc of the opponent's right below one is answered there.
    public let answers: [Square]
    /// Pairs of squares that can be played now. If the opponent takes one, the player takes the other.
    public let pairs: [[Square]]
    /// Squares that win, at most one in a column. The player never plays the square below, and in the end the opponent must.
    public let waits: [Square]
    /// The empty squares of a line of four among the `answers`; none if the plan waits or only holds the draw.
    public let line: [Square]

    /// Whether it wins. Otherwise it does not lose.
    public var wins: Bool { !waits.isEmpty || !line.isEmpty }

    /// The column that answers the opponent's disc on `square`; nil for a square on which no disc of the opponent's can fall while the player follows
    /// the plan.
    public func answer(to square: Square) -> Int? {
        if let pair = pairs.first(where: { $0.contains(square) }) { return pair.first { $0 != square }?.column }
        return (answers + waits).contains { $0.column == square.column && $0.row == square.row + 1 } ? square.column : nil
    }

    package init(player: Player, opening: Int?, answers: [Square], pairs: [[Square]], waits: [Square], line: [Square]) {
        (self.player, self.opening, self.answers) = (player, opening, answers)
        (self.pairs, self.waits, self.line) = (pairs, waits, line)
    }

    fileprivate func beginning(in column: Int) -> Plan {
        Plan(player: player, opening: column, answers: answers, pairs: pairs, waits: waits, line: line)
    }
}

extension Position {
    /// A plan of either player, one that wins rather than one that does not lose; nil if the board proves none, after the end of the game, and if the
    /// next disc wins.
    public var plan: Plan? {
        let plans = [plan(of: player.other), plan(of: player)].compactMap(\.self)
        return plans.first(where: \.wins) ?? plans.first
    }

    /// A plan that fits these scores of the columns: it begins with one of the best, and nobody wins before it comes to anything.
    public func plan(fitting scores: [Score?]) -> Plan? {
        let best = ComputerPlayer.best(of: scores)
        guard let score = best.first.flatMap({ scores[$0] }), !isDecidedSoon(with: score) else { return nil }
        let mine = score < 0 ? nil : best.lazy.compactMap { plan(beginningIn: $0) }.first { $0.wins == (score > 0) }
        guard score <= 0, let theirs = answeringPlan, theirs.wins == (score < 0) else { return mine }
        return theirs
    }

    /// Whether `score`, one of this position's, is a win with one of the winner's next discs. That owes nothing to a plan.
    func isDecidedSoon(with score: Score) -> Bool { ends(within: 3, with: score) }

    private func plan(beginningIn column: Int) -> Plan? { playing(column).answeringPlan?.beginning(in: column) }

    /// A plan of `player`, as above. One of the player to move begins with a disc.
    public func plan(of player: Player) -> Plan? {
        guard !isOver, winningColumns(of: self.player).isEmpty else { return nil }
        if player != self.player { return answeringPlan }
        let plans = [3, 2, 4, 1, 5, 0, 6].filter(canPlay).compactMap { plan(beginningIn: $0) }
        return plans.first(where: \.wins) ?? plans.first
    }

    /// A plan of the player who is not to move: one that waits for a single square, else for a line, else for more squares; else one that does not
    /// lose.
    private var answeringPlan: Plan? {
        guard !isOver else { return nil }
        let waits = waitingSquares
        for count in [1, 0, 2, 3] {
            if let found = waits.filter({ $0.count == count }).lazy.compactMap({ plan(waitingFor: $0, winning: true) }).first {
                return found
            }
        }
        return plan(waitingFor: [], winning: false)
    }

    /// Choices of squares to wait for, at most three, each in its own column and such that the opponent has to open one of the columns: an
    /// even number of squares is left without them.
    private var waitingSquares: [[Square]] {
        let open = threats(of: player.other).filter { landing($0.column) != $0.bit }
        let choices = open.reduce(into: [[Square]]()) { choices, square in
            choices += ([[]] + choices).filter { $0.count < 3 && $0.last?.column != square.column }.map { $0 + [square] }
        }
        return ([[]] + choices).filter { room(beside: $0).nonzeroBitCount.isMultiple(of: 2) }
    }

    /// The empty squares without those to wait for, and without those above and the one below each.
    private func room(beside waits: [Square]) -> UInt64 {
        waits.reduce(Bits.board & ~taken) { $0 & ~(Bits.column($1.column) & ~(($1.bit &>> 1) &- 1)) }
    }

    /// The plan that waits for these squares; nil if the opponent can break it.
    private func plan(waitingFor waits: [Square], winning: Bool) -> Plan? {
        let room = room(beside: waits)
        var (loose, mine): (UInt64, UInt64) = (0, 0)
        for column in Board.columns {
            let part = room & Bits.column(column)
            let isOdd = !part.nonzeroBitCount.isMultiple(of: 2)
            if isOdd { loose |= part & (0 &- part) }
            // Every second one of the rest.
            let rest = isOdd ? part & (part &- 1) : part
            let lowest = rest & (0 &- rest)
            mine |= rest & (lowest &* 0x2A)
        }
        let discs = mover ^ taken | mine
        guard !winning || !waits.isEmpty || Bits.hasFour(discs) else { return nil }
        // Where the game ends before.
        let late = waits.reduce(0) { $0 | Bits.column($1.column) & ~($1.bit &- 1) }
        let dangers = Alignment.all.map(\.bits).filter { $0 & (discs | late) == 0 && !Self.comesTooLate($0, after: discs) }
        guard let pairs = Self.pairs(of: loose, in: dangers) else { return nil }
        let four = Alignment.all.map(\.bits).filter { $0 & ~discs == 0 }.min {
            ($0 & mine).nonzeroBitCount < ($1 & mine).nonzeroBitCount
        }
        let squares = { (bits: UInt64) in Square.all.filter { bits & $0.bit != 0 } }
        return Plan(
            player: player.other, opening: nil, answers: squares(mine), pairs: pairs.map(squares), waits: waits,
            line: waits.isEmpty ? squares((four ?? 0) & mine) : [])
    }

    /// Whether the line `bits` lies straight above a line of `discs`.
    private static func comesTooLate(_ bits: UInt64, after discs: UInt64) -> Bool {
        var below = bits
        while below & Bits.bottoms == 0 {
            below &>>= 1
            if below & ~discs == 0 { return true }
        }
        return false
    }

    /// Pairs of the squares `loose`, an even number, such that each of the lines `dangers` contains both squares of one; nil if there are none such.
    private static func pairs(of loose: UInt64, in dangers: [UInt64]) -> [UInt64]? {
        guard loose != 0 else { return dangers.isEmpty ? [] : nil }
        let first = loose & (0 &- loose)
        var others = loose ^ first
        while others != 0 {
            let other = others & (0 &- others)
            others ^= other
            let pair = first | other
            if let rest = pairs(of: loose ^ pair, in: dangers.filter { $0 & pair != pair }) { return [pair] + rest }
        }
        return nil
    }
}
