// Plans in words and on the board.

import Engine
import Language

nonisolated extension Plan {
    /// The plan in sentences; `name` says what a player is called. `begun`: without the disc with which it begins.
    func sentence(begun: Bool = false, _ name: (Player) -> String) -> String {
        let places: Fillings = [
            "name": name(player), "other": name(player.other), "column": (opening ?? 0) + 1,
            "squares": goals,
        ]
        return together(
            [opening == nil || begun ? "" : tr("{name} begins in column {column}.", places), rule(places)].filter { !$0.isEmpty }
                + pairs.map { tr("Each player gets one of these: {squares}.", ["squares": listed($0.map(\.words))]) })
    }

    /// What the signs of a plan mean where it is drawn with characters.
    @MainActor static var notes: [HelpNote] {
        [
            HelpNote(
                sign: "^ ! a", sentence: tr("A plan: an answer to the disc below, the square that wins, a pair."), isSpoken: false
            )
        ]
    }

    /// The squares that win.
    var goals: String { listed((waits.isEmpty ? line : waits).map(\.words)) }

    /// What is answered, and how that ends.
    private func rule(_ places: Fillings) -> String {
        switch (answers.isEmpty, waits.isEmpty) {
        case (false, false):
            tr(
                "{name} answers above each disc of {other}, but never plays below {squares}: in the end {other} has to, and {name} wins there.",
                places)
        case (true, false):
            tr("{name} never plays below {squares}: in the end {other} has to, and {name} wins there.", places)
        case (false, true) where wins:
            tr("{name} answers above each disc of {other}, and so gets {squares}: that makes four.", places)
        case (false, true): tr("{name} answers above each disc of {other}: so {other} never gets four.", places)
        case (true, true): tr("{other} cannot get four any more.", places)
        }
    }
}

extension BoardPicture {
    /// Marks the squares of a plan: each answer with the disc below it that it answers, where the plan wins, and its pairs. Nothing
    /// is marked above a square with which a line of the player's discs is complete.
    mutating func show(_ plan: Plan, yellow: Player) {
        let (own, other) = (BoardCell(of: plan.player, yellow: yellow), BoardCell(of: plan.player.other, yellow: yellow))
        let wins = plan.answers.filter { completes($0, own) }
        for square in plan.answers where !wins.contains(where: { $0.column == square.column && $0.row < square.row }) {
            self[square].part = plan.line.contains(square) || wins.contains(square) ? .goal(own) : .answer(own)
            self[Square(column: square.column, row: square.row - 1)].part = .disc(other)
        }
        for square in plan.waits {
            self[square].part = .goal(own)
            self[Square(column: square.column, row: square.row - 1)].part = .last(other)
        }
        for (pair, sign) in zip(plan.pairs, ["a", "b", "c"] as [Unicode.Scalar]) {
            for square in pair where self[square].cell == .empty { self[square].mark = Insight.Mark(sign: sign, role: .plain) }
        }
    }

    /// Whether a disc on `square` makes a line of four with discs that are on the board.
    private func completes(_ square: Square, _ cell: BoardCell) -> Bool {
        guard self[square].cell == .empty else { return false }
        func run(_ x: Int, _ y: Int) -> Int {
            (1...3).prefix {
                let (column, row) = (square.column + x * $0, square.row + y * $0)
                return Board.columns.contains(column) && Board.rows.contains(row)
                    && self[Square(column: column, row: row)].cell == cell
            }.count
        }
        return [(1, 0), (1, 1), (1, -1), (0, 1)].contains { run($0.0, $0.1) + run(-$0.0, -$0.1) >= 3 }
    }
}
