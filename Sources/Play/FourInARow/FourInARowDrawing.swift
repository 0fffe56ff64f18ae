// Draws a game's screen: all of it, or only the parts that a key or a disc changed. BoardView decides how the board looks.

import Engine
import Language
import Screen
import Session

extension FourInARowViewController {
    var layout: BoardLayout { BoardLayout(in: navigator.area) }
    private var view: BoardView { BoardView(layout: layout, style: navigator.boardStyle) }

    func draw(on canvas: Canvas, in area: Rect) {
        view.draw(picture, on: canvas)
        drawLabel(on: canvas)
        drawInsight(on: canvas)
        focus(on: canvas)
    }

    /// Puts the focus on the chosen column while the game goes on.
    private func focus(on canvas: Canvas) {
        guard isGoingOn else { return }
        canvas.picture(in: layout.picture) {
            canvas.focus = Point(x: layout.centre(ofColumn: cursorColumn), y: layout.scores)
        }
    }

    private var isGoingOn: Bool { prompt == nil && !shownState.isOver && !match.isOver && match.reconnection == nil }

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
        if match.reconnection == nil {
            let start = view.drawLabel(navigator.glyphs.spelt(labelText), on: canvas)
            if prompt == nil && !isGoingOn { canvas.focus = start }
        } else if match.reconnection?.lostMove != nil {
            view.drawLabel(tr("Reconnected to {name}.", ["name": match.opponentName]), on: canvas)
        } else {
            view.drawLoss(of: match.opponentName, secondsLeft: (match.reconnection?.secondsLeft ?? 0), on: canvas)
        }
    }

    /// Whose turn it is, or how the game ended.
    var news: String {
        if match.reconnection != nil { return navigator.glyphs.spelt(tr("Reconnecting…")) }
        return match.isOver && !shownState.isOver ? "" : words.label(shownState, match.opponentName, 60)
    }

    var labelText: String {
        if match.isOver && !shownState.isOver { return tr("The game is over.") }
        let width = navigator.canvas.size.width - 2
        if match.opponent.isSlow { return words.thinking(match.opponentName, width) }
        if insight.isSlow { return words.asking(shownState, match.opponentName, width) }
        return words.label(shownState, match.opponentName, width)
    }

    /// The state that the player sees: the result is shown when the last disc lands.
    private var shownState: GameState {
        if falling == nil || !gameState.isOver { return gameState }
        return match.game.mover == match.me ? .yourTurn : .myTurn
    }

    // MARK: Heading

    /// Both names with their discs, and the score between them.
    func heading(width: Int) -> [(text: String, role: Role)] {
        let score = "  \(match.tally.won) : \(match.tally.lost)  "
        let (mine, yours) = words.names(match.opponentName)
        let room = width - TextWidth.of(score) - 4
        let other = TextWidth.clip(yours, to: max(0, room - TextWidth.of(mine)))
        return [
            ("● ", .yellow), (mine, .yellow), (score, .title), (other, .red),
            (" " + navigator.redDisc, .red),
        ]
    }

    /// The mark of an encrypted game, as long as there is room; empty for other games.
    var sealedMark: String {
        if !match.opponent.isSealed { return "" }
        return navigator.canvas.size.width < 36 ? tr("S") : tr("sealed")
    }

    /// The number of drawn games and of this move, if there is room.
    var progress: String {
        if navigator.canvas.size.width < 60 { return "" }
        let drawn = match.tally.drawn == 0 ? "" : trn("{count} drawn", "{count} drawn", match.tally.drawn) + "  "
        return drawn + tr("move {number}", ["number": match.game.moves.count + (gameState.isOver ? 0 : 1)])
    }

    // MARK: The board

    /// Whether the player's next disc is shown above the board. It is hidden while one falls.
    private var isDropShown: Bool { falling == nil && !shownState.isOver && !match.isOver && match.reconnection == nil }

    private var dropped: BoardCell { match.isShared ? BoardCell(of: match.game.mover, for: match.me) : .mine }

    private func drawInsight(on canvas: Canvas) {
        guard insight.hasRow, match.reconnection == nil else { return }
        view.draw(insight, cursor: isDropShown ? (cursorColumn, dropped.role) : nil, on: canvas)
    }

    /// Everything on the board.
    var picture: BoardPicture {
        let game = match.game
        var picture: BoardPicture
        if let falling {
            picture = BoardPicture(of: game.prefix(game.moves.count - 1), for: match.me)
            picture.loose = .falling(falling)
            picture.forgetLast()
        } else {
            picture = BoardPicture(of: game, for: match.me, isLit: motion.isCoreShown)
        }
        if isDropShown {
            if !insight.hasRow { picture.loose = .above(column: cursorColumn, cell: dropped) }
            if match.isShared || gameState == .myTurn, let landing = game.board.landing(in: cursorColumn) {
                picture[landing].ghost = dropped
            }
        }
        for column in insight.hinted { if let landing = game.board.landing(in: column) { picture[landing].isHinted = true } }
        for (square, mark) in insight.marks { picture[square].mark = mark }
        return picture
    }
}

extension Navigator {
    /// A red disc in text, as it looks on a small board.
    var redDisc: String { boardStyle.isColoured ? "◉" : "○" }

    /// How boards are drawn.
    var boardStyle: BoardStyle { BoardStyle(glyphs: glyphs, colours: settings.theme == .mono ? nil : colours) }
}
