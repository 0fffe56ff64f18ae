// What a wrong disc leads to: the opponent's win, or their best reply.

/// A win: the winner's move, the longest defence, and so on to four in a row.
public struct WinningLine: Hashable, Sendable {
    /// Where it begins. The winner is to move.
    public let start: Position
    /// The columns played, 0…6.
    public let moves: [Int]

    /// A win from this position, with these moves.
    public init(from start: Position, moves: [Int]) { (self.start, self.moves) = (start, moves) }

    /// What makes it work; nil if it has no name.
    public var theme: PuzzleTheme? { PuzzleTheme(winning: moves, from: start) }

    /// The columns in which the winner threatens four before the loser's last move.
    public var threats: [Int] { lastChoice.winningColumns(of: start.player) }

    /// Two threats of the last turn, even where there are more: the one that wins, unless that is on a third square, and others.
    public var twoThreats: [Int] {
        let last = threats.filter { $0 == moves.last }
        return (threats.filter { !last.contains($0) }.prefix(2 - last.count) + last).sorted()
    }

    /// Whether four is threatened before the loser's last move at the last square, and at the one above it, too.
    public var isStacked: Bool {
        guard let last = lastSquare else { return false }
        let squares = lastChoice.threats(of: start.player)
        return squares.contains(last) && squares.contains(Square(column: last.column, row: last.row + 1))
    }

    /// Whether the last square is a threat from the beginning.
    public var beginsWithItsThreat: Bool { lastSquare.map(start.threats(of: start.player).contains) ?? false }

    /// Whether the board shows it: it is near, or its last square is a threat already.
    public var isVisible: Bool { moves.count <= Self.near || beginsWithItsThreat }

    private static let near = 7

    /// Where the last disc lands.
    public var lastSquare: Square? { moves.last.flatMap { position(after: moves.count - 1).square(above: $0) } }

    /// The position before the loser's last move; that at the beginning where there is none.
    private var lastChoice: Position { position(after: moves.count - 2) }

    private func position(after count: Int) -> Position { moves.prefix(max(0, count)).reduce(into: start) { $0.play($1) } }
}

/// A wrong disc, and how the opponent takes advantage of it.
public struct Refutation: Equatable, Sendable {
    /// The judgement of the disc.
    public let judgement: Judgement
    /// The opponent's best reply; nil if the disc ended the game.
    public let reply: Int?
    /// How the opponent wins; nil if they do not.
    public let win: WinningLine?

    /// Whether the board shows why the disc loses, and not at once.
    var isTelling: Bool { win.map { $0.moves.count > 1 && $0.isVisible } == true && theme != nil }

    /// The theme of the opponent's win; nil if they do not win, if the disc overlooked a threat, or if it has no name.
    public var theme: PuzzleTheme? {
        guard let win else { return nil }
        return win.moves.count == 1 && win.threats == [judgement.column] ? .squareAbove : win.theme
    }
}

extension PuzzleSearch {
    /// What a disc in `column` leads to; nil if the limit was reached first. `explained`: its judgement has a reason as in a review.
    public func refutation(
        of column: Int, in position: Position, explained: Bool = false, until limit: SearchLimit = .none
    ) -> Refutation? {
        guard let scores = solver.scores(of: position, until: limit) else { return nil }
        let next = position.playing(column)
        let plain = Judgement(column: column, scores: scores, in: position)
        let judgement = explained ? plain.explained(in: position, with: solver, until: limit) : plain
        if next.isOver { return Refutation(judgement: judgement, reply: nil, win: nil) }
        guard judgement.after < 0 else {
            guard let replies = solver.scores(of: next, until: limit) else { return nil }
            return Refutation(judgement: judgement, reply: ComputerPlayer.best(of: replies).first, win: nil)
        }
        // Of wins at once the one that the judgement names.
        let open = next.winningColumns(of: next.player)
        let atOnce = (open.first { $0 != column } ?? open.first).map { [$0] }
        guard let moves = atOnce ?? shortestWin(from: next, until: limit) else { return nil }
        return Refutation(judgement: judgement, reply: moves.first, win: WinningLine(from: next, moves: moves))
    }

    /// The refutation of the column to be warned of; nil if none loses, or if the limit was reached first. That is the first to lose, but not at
    /// once, if the board shows why; else the first of all.
    public func danger(in position: Position, until limit: SearchLimit = .none) -> Refutation? {
        guard let scores = solver.scores(of: position, until: limit) else { return nil }
        let losing = scores.indices.filter { scores[$0] ?? 0 < 0 }.sorted { (scores[$0] ?? 0, $0) < (scores[$1] ?? 0, $1) }
        var soonest: Refutation?
        for column in losing {
            guard let found = refutation(of: column, in: position, until: limit) else { return nil }
            if found.isTelling { return found }
            if soonest == nil || soonest?.theme == nil && found.theme != nil { soonest = found }
        }
        return soonest
    }

    /// How the player to move wins against the longest defence; nil if they do not, or if the limit was reached first.
    public func win(from start: Position, until limit: SearchLimit = .none) -> WinningLine? {
        guard let score = solver.score(of: start, until: limit), score > 0, let moves = shortestWin(from: start, until: limit)
        else {
            return nil
        }
        return WinningLine(from: start, moves: moves)
    }

    /// A win of the player to move against the longest defence; nil if the limit was reached first.
    func shortestWin(from start: Position, until limit: SearchLimit) -> [Int]? {
        var (line, position) = ([Int](), start)
        while !position.isOver {
            guard let column = solver.scores(of: position, until: limit).flatMap({ ComputerPlayer.best(of: $0).first }) else {
                return nil
            }
            line.append(column)
            position.play(column)
        }
        return line
    }
}
