// A disc on its way down: which rows it passes, and when it has landed. It knows no canvas.

import Engine

/// A disc that falls, one row a step.
struct FallingDisc: Equatable {
    /// Where it will come to rest.
    let target: Square
    /// What it is.
    let cell: BoardCell
    /// The row it is in now, from the bottom.
    private(set) var row = Board.rows.count - 1

    /// Whether it has left its row and not yet come to the next. A frame shows it so: ncurses takes a row that is found two rows
    /// lower within one frame for a board that scrolls, and moves the board, at four times the bytes.
    private(set) var isBetween = false

    /// The time of a step in milliseconds: the deepest fall takes 5 of them, 225 ms.
    static let step = 45

    init(target: Square, cell: BoardCell) {
        self.target = target
        self.cell = cell
    }

    /// Where it is now.
    var square: Square { Square(column: target.column, row: row) }
    /// Whether it has come to rest.
    var hasLanded: Bool { row == target.row }

    /// Leaves its row.
    mutating func leave() { isBetween = true }

    /// Comes to the next row.
    mutating func fall() {
        isBetween = false
        if !hasLanded { row -= 1 }
    }
}
