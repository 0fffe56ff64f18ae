// The positions of everything in the review. They depend on the size of the terminal alone: the board, and beside it the verdict, the
// list of moves and the graph, as far as there is room.

import Screen

/// The positions of everything in the review.
struct ReviewLayout: Equatable {
    /// The parts beside the board.
    struct Panel: Equatable {
        /// The sentences about the move.
        let words: Rect
        /// The list of moves; nil where there is no room.
        let list: Rect?
        /// The graph.
        let graph: Rect
        /// The accuracy, or the progress of the engine.
        let closing: Rect
    }

    let board: BoardLayout
    /// The parts beside the board; nil where there is no room. Each part then takes the board's place on demand.
    let panel: Panel?

    /// The minimum width of the panel, the width that the board leaves free if it can, and the maximum width.
    private static let (least, wanted, widest) = (24, 31, 66)
    private static let gap = 3
    /// The rows of the sentences, the accuracy with the meaning of the signs, the graph, and of the list of all moves with its header.
    private static let (words, closing, graph, moves) = (7, 4, 9, 22)

    init(in area: Rect) {
        let size = BoardLayout(in: area, sparing: Self.wanted + Self.gap).size
        let left = area.width - size.width - Self.gap - 3
        guard left >= Self.least else {
            // At the top: sentences cover the rows at the bottom.
            let height = BoardLayout(in: area).picture.height
            board = BoardLayout(in: Rect(x: area.x, y: area.y, width: area.width, height: height))
            panel = nil
            return
        }
        let width = min(left, Self.widest)
        board = BoardLayout(in: area, sparing: width + Self.gap)
        let x = board.board.x + board.board.width + Self.gap
        panel = Self.panel(in: Rect(x: x, y: area.y + 1, width: width, height: area.height - 2))
    }

    private static func panel(in rect: Rect) -> Panel {
        let bottom = rect.y + rect.height
        let closing = Rect(x: rect.x, y: bottom - Self.closing, width: rect.width, height: Self.closing)
        let rest = max(0, rect.height - words - Self.closing - 1)
        let isListed = rest >= graph + 7
        let list = isListed ? min(moves, rest - graph - 1) : 0
        let height = isListed ? rest - list - 1 : rest
        return Panel(
            words: Rect(x: rect.x, y: rect.y, width: rect.width, height: min(words, rect.height)),
            list: isListed ? Rect(x: rect.x, y: rect.y + words, width: rect.width, height: list) : nil,
            graph: Rect(x: rect.x, y: closing.y - 1 - height, width: rect.width, height: height), closing: closing)
    }

    /// The rectangle of a part that takes the board's place.
    static func page(in area: Rect) -> Rect {
        let width = min(area.width - 2, widest)
        return Rect(x: area.x + (area.width - width) / 2, y: area.y, width: width, height: area.height)
    }
}
