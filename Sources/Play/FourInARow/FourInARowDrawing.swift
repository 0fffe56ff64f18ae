// Draws a game's screen: all of it, or only the parts that a key or a disc changed. BoardView decides how the board looks.

import Engine
import Language
import Screen
import Session

/// The picture of a game's screen.
struct FourInARowDrawing {
    let match: Match
    let captions: FourInARowCaptions
    let motion: BoardMotion
    let insight: Insight
    let cursorColumn: Int
    /// Whether a question is open.
    let isAsking: Bool
    let layout: BoardLayout
    let style: BoardStyle

    private var view: BoardView { BoardView(layout: layout, style: style) }

    /// Draws everything.
    func draw(on canvas: Canvas) {
        view.draw(picture, on: canvas)
        drawLabel(on: canvas)
        drawInsight(on: canvas)
        focus(on: canvas)
    }

    /// Draws these columns, and what shows that `choice` is the chosen one.
    func drawColumns(_ columns: Set<Int>, choice: Int? = nil, on canvas: Canvas) {
        let picture = picture
        view.draw(columns, of: picture, on: canvas)
        if let choice, !columns.contains(choice) { view.drawChoice(among: [choice], of: picture, on: canvas) }
        drawInsight(on: canvas)
        if match.reconnection != nil { drawLabel(on: canvas) }
    }

    /// Draws what shows which of these columns is chosen.
    func drawChoice(among columns: Set<Int>, on canvas: Canvas) {
        view.drawChoice(among: columns, of: picture, on: canvas)
        drawInsight(on: canvas)
        focus(on: canvas)
    }

    /// Draws the label. While the opponent is looked for it takes a second row.
    func drawLabel(on canvas: Canvas) {
        guard let reconnection = match.reconnection else {
            let start = view.drawLabel(style.glyphs.spelt(captions.label), on: canvas)
            if !isAsking && !isGoingOn { canvas.focus = start }
            return
        }
        if reconnection.lostMove != nil {
            view.drawLabel(tr("Reconnected to {name}.", ["name": match.opponent.name]), on: canvas)
        } else {
            let loss = captions.loss(in: reconnection, columns: canvas.size.width - 2)
            view.drawLoss(loss, secondsLeft: reconnection.secondsLeft, on: canvas)
        }
    }

    /// Everything on the board.
    var picture: BoardPicture {
        let game = match.game
        var picture: BoardPicture
        if let falling = motion.falling {
            picture = BoardPicture(of: game.prefix(game.moves.count - 1), for: match.me)
            picture.loose = .falling(falling)
            picture.forgetLast()
        } else {
            picture = BoardPicture(of: game, for: match.me, isLit: motion.isCoreShown)
        }
        if isDropShown {
            if !insight.hasRow { picture.loose = .above(column: cursorColumn, cell: dropped) }
            if match.isShared || match.state == .myTurn, let landing = game.board.landing(in: cursorColumn) {
                picture[landing].ghost = dropped
            }
        }
        for column in insight.hinted { if let landing = game.board.landing(in: column) { picture[landing].isHinted = true } }
        for (square, mark) in insight.marks { picture[square].mark = mark }
        return picture
    }

    private var isGoingOn: Bool { !isAsking && !captions.isOver && match.reconnection == nil }

    /// Whether the player's next disc is shown above the board. It is hidden while one falls.
    private var isDropShown: Bool { motion.falling == nil && !captions.isOver && match.reconnection == nil }

    private var dropped: BoardCell { match.isShared ? BoardCell(of: match.game.mover, for: match.me) : .mine }

    private func drawInsight(on canvas: Canvas) {
        guard insight.hasRow, match.reconnection == nil else { return }
        view.draw(insight, cursor: isDropShown ? (cursorColumn, dropped.role) : nil, on: canvas)
    }

    /// Puts the focus on the chosen column while the game goes on.
    private func focus(on canvas: Canvas) {
        guard isGoingOn else { return }
        canvas.picture(in: layout.picture) {
            canvas.focus = Point(x: layout.centre(ofColumn: cursorColumn), y: layout.scores)
        }
    }
}

extension Navigator {
    /// A red disc in text, as it looks on a small board.
    var redDisc: String { boardStyle.isColoured ? "◉" : "○" }

    /// How boards are drawn.
    var boardStyle: BoardStyle { BoardStyle(glyphs: glyphs, colours: settings.theme == .mono ? nil : colours) }
}
