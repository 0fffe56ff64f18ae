// Why a move was not the best, where a threat shows it: a win overlooked, a four let through, two threats at once, the odd or even
// square that decides the end. What it says is checked against the scores. It searches nothing.

/// Finds reasons.
enum Reason {
    /// Why `column` was not the best in `position`, where a threat shows it; nil for a best move and where none does.
    static func why(_ column: Int, in position: Position, scores: [Score?]) -> String? {
        let best = ComputerPlayer.best(of: scores)
        guard let first = best.first, !best.contains(column), let after = scores[column] else { return nil }
        return overlookedWin(in: position) ?? letThrough(column, in: position) ?? gaveAway(column, in: position)
            ?? allowedTwoThreats(column, in: position) ?? missedTwoThreats(best, in: position)
            ?? endgame(column, first, in: position, after: after, best: scores[first] ?? 0)
    }

    private static func overlookedWin(in position: Position) -> String? {
        let wins = position.winningColumns(of: position.player)
        return wins.isEmpty ? nil : "\(Hint.list(wins)) would have won at once."
    }

    private static func letThrough(_ column: Int, in position: Position) -> String? {
        guard let open = position.winningColumns(of: position.player.other).first(where: { $0 != column }) else { return nil }
        return "It does not block column \(open + 1), where the other completes four."
    }

    private static func gaveAway(_ column: Int, in position: Position) -> String? {
        let next = position.playing(column)
        guard !next.isOver, next.winningColumns(of: next.player).contains(column) else { return nil }
        return "It lets the other complete four on top of it."
    }

    /// A reply after which the other has two ways to win, or one that cannot be blocked.
    private static func allowedTwoThreats(_ column: Int, in position: Position) -> String? {
        let next = position.playing(column)
        guard !next.isOver, let reply = twoThreats(in: next).first else { return nil }
        return "It allows column \(reply + 1), which makes two threats at once."
    }

    private static func missedTwoThreats(_ best: [Int], in position: Position) -> String? {
        guard let column = twoThreats(in: position).first(where: best.contains) else { return nil }
        return "Column \(column + 1) would have made two threats at once."
    }

    /// The columns with which the player to move wins with the disc after the next, whatever the other does.
    private static func twoThreats(in position: Position) -> [Int] {
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

    /// The square that decides who has to give way, where it agrees with the scores.
    private static func endgame(_ column: Int, _ better: Int, in position: Position, after: Score, best: Score) -> String? {
        let me = position.player
        let now = position.playing(column).decidingThreat(score: -after)
        let then = position.playing(better).decidingThreat(score: -best)
        if let then, then.player == me, now?.square != then.square {
            let verb = position.threats().contains { $0.player == me && $0.square == then.square } ? "kept" : "made"
            return "Column \(better + 1) would have \(verb) the \(kind(of: then)) at \(then.place), which decides the end."
        }
        if let now, now.player != me, then != now {
            return "It leaves the other the \(kind(of: now)) at \(now.place), which decides the end."
        }
        return nil
    }

    private static func kind(of threat: Threat) -> String { threat.isOdd ? "odd threat" : "even threat" }
}
