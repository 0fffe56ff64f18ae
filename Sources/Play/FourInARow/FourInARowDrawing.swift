// What of the game's screen is drawn when: as a whole, and the parts that a key or a disc changes. How it looks is BoardView's concern.
// It changes no state.

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

    /// The chosen column has the focus while the game goes on.
    private func focus(on canvas: Canvas) {
        guard isGoingOn else { return }
        canvas.picture(in: layout.picture) {
            canvas.focus = Point(x: layout.centre(ofColumn: cursorColumn), y: layout.scores)
        }
    }

    private var isGoingOn: Bool { prompt == nil && !shownState.isOver && !duel.isOver && duel.reconnecting == nil }

    /// Draws columns that have changed, as they are now, and of another what depends on whether it is chosen.
    func drawColumns(_ columns: Set<Int>, choice: Int? = nil, on canvas: Canvas) {
        let picture = picture
        view.draw(columns, of: picture, on: canvas)
        if let choice, !columns.contains(choice) { view.drawChoice(among: [choice], of: picture, on: canvas) }
        drawInsight(on: canvas)
        if duel.reconnecting != nil { drawLabel(on: canvas) }
    }

    /// Draws what is another now that another column is chosen.
    func drawChoice(among columns: Set<Int>, on canvas: Canvas) {
        view.drawChoice(among: columns, of: picture, on: canvas)
        drawInsight(on: canvas)
        focus(on: canvas)
    }

    /// The state label in its row; while the opponent is looked for, that takes the next row too.
    func drawLabel(on canvas: Canvas) {
        if duel.reconnecting == nil {
            let start = view.drawLabel(navigator.glyphs.spelt(labelText), on: canvas)
            if prompt == nil && !isGoingOn { canvas.focus = start }
        } else if duel.reconnecting?.lostMove != nil {
            view.drawLabel(tr("Reconnected to {name}.", ["name": duel.opponentName]), on: canvas)
        } else {
            view.drawLoss(of: duel.opponentName, secondsLeft: duel.secondsLeft, on: canvas)
        }
    }

    /// Whose turn it is, or how the game ended.
    var news: String {
        if duel.reconnecting != nil { return navigator.glyphs.spelt(tr("Reconnecting…")) }
        return duel.isOver && !shownState.isOver ? "" : words.label(shownState, duel.opponentName, 60)
    }

    var labelText: String {
        if duel.isOver && !shownState.isOver { return tr("The game is over.") }
        let width = navigator.canvas.size.width - 2
        if duel.seat.isSlow { return words.thinking(duel.opponentName, width) }
        if insight.isSlow { return words.asking(shownState, duel.opponentName, width) }
        return words.label(shownState, duel.opponentName, width)
    }

    /// The end is seen when the last disc lands.
    private var shownState: GameState {
        if falling == nil || !gameState.isOver { return gameState }
        return duel.game.mover == duel.me ? .yourTurn : .myTurn
    }

    // MARK: Who plays

    /// Both names in their colours, with their discs, and the score between them.
    func heading(width: Int) -> [(text: String, role: Role)] {
        let score = "  \(duel.tally.won) : \(duel.tally.lost)  "
        let (mine, yours) = words.names(duel.opponentName)
        let room = width - TextWidth.of(score) - 4
        let other = TextWidth.clip(yours, to: max(0, room - TextWidth.of(mine)))
        return [
            ("● ", .yellow), (mine, .yellow), (score, .title), (other, .red),
            (" " + navigator.redDisc, .red),
        ]
    }

    /// That nobody else reads the game, as far as there is room; empty where they may.
    var sealedMark: String {
        if !duel.seat.isSealed { return "" }
        return navigator.canvas.size.width < 36 ? tr("S") : tr("sealed")
    }

    /// How many games nobody won, and which move this is, as far as there is room.
    var progress: String {
        if navigator.canvas.size.width < 60 { return "" }
        let drawn = duel.tally.drawn == 0 ? "" : trn("{count} drawn", "{count} drawn", duel.tally.drawn) + "  "
        return drawn + tr("move {number}", ["number": duel.game.moves.count + (gameState.isOver ? 0 : 1)])
    }

    // MARK: The board

    /// Whether there is a disc to be dropped: one that falls is the only one.
    private var isDropShown: Bool { falling == nil && !shownState.isOver && !duel.isOver && duel.reconnecting == nil }

    private var dropped: BoardCell { duel.isShared ? BoardCell(of: duel.game.mover, for: duel.me) : .mine }

    private func drawInsight(on canvas: Canvas) {
        guard insight.hasRow, duel.reconnecting == nil else { return }
        view.draw(insight, cursor: isDropShown ? (cursorColumn, dropped.role) : nil, on: canvas)
    }

    /// All that is shown on the board.
    var picture: BoardPicture {
        let match = duel.game
        var picture: BoardPicture
        if let falling {
            picture = BoardPicture(of: match.prefix(match.moves.count - 1), for: duel.me)
            picture.loose = .falling(falling)
            picture.forgetLast()
        } else {
            picture = BoardPicture(of: match, for: duel.me, isLit: motion.isCoreShown)
        }
        if isDropShown {
            if !insight.hasRow { picture.loose = .above(column: cursorColumn, cell: dropped) }
            if duel.isShared || gameState == .myTurn, let landing = match.board.landing(in: cursorColumn) {
                picture[landing].ghost = dropped
            }
        }
        for column in insight.hinted { if let landing = match.board.landing(in: column) { picture[landing].isHinted = true } }
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
