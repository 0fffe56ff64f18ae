// The commands of text mode that read a board out: what lies where, the moves so far, and where a disc would land.

import Engine
import Language
import Screen

/// The commands that all boards have.
struct BoardCommands {
    /// The game on the board.
    let game: () -> Game
    /// What a player is called at the beginning of a sentence, and within one.
    let name: (Player) -> String
    let nameWithin: (Player) -> String

    /// For the game on a board. `nameWithin` is nil where it is the same.
    init(game: @escaping () -> Game, name: @escaping (Player) -> String, nameWithin: ((Player) -> String)? = nil) {
        (self.game, self.name, self.nameWithin) = (game, name, nameWithin ?? name)
    }

    /// The commands.
    var list: [TextModeCommand] {
        [
            TextModeCommand(
                "b", "board", argument: "columns",
                help: tr("Say the board by rows, by columns or by diagonals (board diagonals).")
            ) { _, argument in
                switch argument.first {
                case "c": Board.columns.flatMap(words(ofColumn:))
                case "d": diagonals
                default: game().spokenRows(nameWithin)
                }
            },
            TextModeCommand("moves", help: tr("Say all moves so far.")) { _, _ in
                game().moves.isEmpty ? [tr("The board is empty.")] : game().spokenMoves(from: 0, name)
            },
            TextModeCommand("open", help: tr("Say which columns are open, and in which row a disc would land.")) { _, _ in
                [landings]
            },
        ]
    }

    /// A column from the bottom.
    func words(ofColumn column: Int) -> [String] {
        let discs = Board.rows.compactMap { game().board[Square(column: column, row: $0)].map(nameWithin) }
        if discs.isEmpty { return [tr("Column {column}: empty.", ["column": column + 1])] }
        return [tr("Column {column}: {discs}.", ["column": column + 1, "discs": separated(discs)])]
    }

    private var landings: String {
        if game().outcome != nil { return tr("The game is over.") }
        let places = Board.columns.compactMap { game().board.landing(in: $0) }
        return labelled(tr("Open columns"), places.map(\.words).joined(separator: tr("; "))).withFullStop
    }

    /// The diagonals of four squares or more that have discs, those that rise to the right first.
    private var diagonals: [String] {
        let all = [1, -1].flatMap { up in
            (-Board.rows.count...Board.columns.count).map { start in
                Board.columns.compactMap { column -> Square? in
                    let row = up > 0 ? column - start : start + Board.rows.count - 1 - column
                    return Board.rows.contains(row) ? Square(column: column, row: row) : nil
                }
            }
        }
        let words = all.compactMap { squares -> String? in
            let discs = squares.map { game().board[$0] }
            guard squares.count > 3, let first = squares.first, let last = squares.last, discs.contains(where: { $0 != nil })
            else { return nil }
            return tr(
                // Translators: the squares of a diagonal and what is in each: “From column 1, row 1 to column 6, row 6: Red, empty, …”.
                "From {square} to {last}: {discs}.",
                ["square": first.words, "last": last.words, "discs": separated(discs.map { $0.map(nameWithin) ?? tr("empty") })])
        }
        return words.isEmpty ? [tr("The board is empty.")] : words
    }
}

extension Game {
    /// The moves from one on in words. No two are equal, since each names its square.
    func spokenMoves(from first: Int, _ name: (Player) -> String) -> [String] {
        (first..<max(first, moves.count)).compactMap { index in
            let part = prefix(index + 1)
            guard let square = part.lastSquare else { return nil }
            return tr(
                "{name}: column {column}, row {row}.",
                ["name": name(part.mover.other), "column": square.column + 1, "row": square.row + 1])
        }
    }

    /// The rows that have discs, the lowest last.
    func spokenRows(_ name: (Player) -> String) -> [String] {
        let rows = Board.rows.reversed().compactMap { row -> String? in
            let discs = Board.columns.compactMap { column in
                board[Square(column: column, row: row)].map {
                    // Translators: a disc of a row on the board, read aloud: whose it is, and in which column, as in “Red in 4”.
                    tr("{name} in {column}", ["name": name($0), "column": column + 1])
                }
            }
            return discs.isEmpty ? nil : tr("Row {row}: {discs}.", ["row": row + 1, "discs": separated(discs)])
        }
        return rows.isEmpty ? [tr("The board is empty.")] : rows
    }

    /// Where the four in a row are; nil where there are none.
    var spokenFour: String? {
        guard case .won(_, let squares) = outcome else { return nil }
        let sorted = squares.sorted { ($0.column, $0.row) < ($1.column, $1.row) }
        let (columns, rows) = (Set(squares.map(\.column)), Set(squares.map(\.row)))
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let places: Fillings = [
            "column": first.column + 1, "lastColumn": last.column + 1, "row": first.row + 1, "lastRow": last.row + 1,
        ]
        if rows.count == 1 { return tr("The four: row {row}, columns {column} to {lastColumn}.", places) }
        if columns.count == 1 { return tr("The four: column {column}, rows {row} to {lastRow}.", places) }
        // Two lines at once are named square by square.
        if columns.count == squares.count, rows.count == squares.count, abs(last.row - first.row) == squares.count - 1 {
            return tr("The four: from column {column}, row {row} to column {lastColumn}, row {lastRow}.", places)
        }
        return tr("The lines: {squares}.", ["squares": sorted.map(\.words).joined(separator: tr("; "))])
    }
}

nonisolated extension Square {
    /// The square in words.
    var words: String { tr("column {column}, row {row}", ["column": column + 1, "row": row + 1]) }
}

extension ViewController {
    /// What is said to a number that is no column.
    func noColumn(_ word: String) -> String? { Int(word) == nil ? nil : tr("Columns are 1 to 7.") }
}
