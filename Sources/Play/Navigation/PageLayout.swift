// Where a page's text goes on a terminal of any size: in the middle and no wider than reads well, with a picture of the board beside it
// if there is room.

import Engine
import Screen

/// The layout of a page.
struct PageLayout {
    /// The area for the text.
    let text: Rect
    /// The board beside it; nil if there is no room.
    let board: BoardLayout?
    /// What is on the board.
    private let picture: BoardPicture

    /// A page within `area` whose text has at most `columns` columns, beside the picture of a game where there is a `sample`.
    init(in area: Rect, columns: Int, sample: BoardPicture? = nil) {
        let width = min(columns, area.width - 2)
        let gap = 2
        // On a terminal of 24 rows the board takes nearly all, on a large one four fifths of the height.
        let height = min(area.height - 2, max(19, area.height * 4 / 5))
        let room = Rect(x: 0, y: area.y + (area.height - height) / 2, width: area.width - width - gap - 2, height: height)
        // The smallest board only fits above a list.
        func layout(_ room: Rect) -> BoardLayout? { sample == nil ? BoardLayout(pictureIn: room) : BoardLayout(in: room) }
        let picture = layout(room).flatMap { $0.size.rows > 1 ? $0 : nil }
        let used = width + (picture.map { gap + $0.board.width + 2 } ?? 0)
        // The blank space is shared equally: left, between the two, and right.
        let blank = picture == nil ? (area.width - used) / 2 : (area.width - 2 - used) / 3
        let x = area.x + blank + (picture == nil ? 0 : 1)
        let top = max(0, (area.height - 22) / 4)
        text = Rect(x: x, y: area.y + top, width: width, height: area.height - top)
        board = picture.flatMap {
            layout(Rect(x: x + width + gap + blank, y: room.y, width: $0.board.width + 2, height: room.height))
        }
        self.picture = sample ?? .emblem
    }

    /// Returns the area for `rows` rows of text in the middle of `area`. Draws the board beside it, or above it if there is room only there.
    func place(_ rows: Int, in area: Rect, on canvas: Canvas, style: BoardStyle) -> Rect {
        draw(on: canvas, style: style)
        var above = 0
        if board == nil {
            let room = Rect(x: area.x, y: area.y, width: area.width, height: area.height - rows - 1)
            if let picture = BoardLayout(pictureIn: room) {
                BoardView(layout: picture, style: style).draw(self.picture, on: canvas)
                above = room.height + 1
            }
        }
        let height = min(rows, area.height)
        let y = area.y + above + max(0, (area.height - above - height) / 2)
        return Rect(x: text.x, y: y, width: text.width, height: height)
    }

    /// Draws the board.
    func draw(on canvas: Canvas, style: BoardStyle) {
        if let board { BoardView(layout: board, style: style).draw(picture, on: canvas) }
    }
}

extension BoardPicture {
    /// The game in the menu, won by Yellow. No disc is paler than the others.
    static let emblem: BoardPicture = {
        var match = Game()
        for digit in "65563466434724533" { _ = digit.wholeNumberValue.map { match.play($0 - 1) } }
        var picture = BoardPicture(of: match, yellow: .first)
        for column in Board.columns {
            for row in Board.rows {
                let square = Square(column: column, row: row)
                if !picture[square].hasWon { picture[square].emphasis = .none }
            }
        }
        return picture
    }()
    /// A game in which Yellow is to move: it has everything that a theme colours.
    static let sample: BoardPicture = {
        var match = Game()
        for digit in "4435263745" { _ = digit.wholeNumberValue.map { match.play($0 - 1) } }
        var picture = BoardPicture(of: match, yellow: .first)
        let chosen = 4
        picture.loose = .above(column: chosen, cell: .yellow, isFull: false)
        picture.base[chosen].isLit = true
        if let landing = picture.landing(in: chosen) { picture[landing].ghost = .yellow }
        return picture
    }()
}
