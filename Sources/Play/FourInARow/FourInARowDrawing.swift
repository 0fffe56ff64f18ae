// Draws a game's screen: all of it, or only the parts that a key or a disc changed. BoardView decides how the board looks.

import Engine
import Language
import Screen
import Session
import Wire

/// The picture of a game's screen.
struct FourInARowDrawing {
    let scene: MatchScene
    let captions: FourInARowCaptions
    let motion: BoardMotion
    let insight: Insight
    let cursorColumn: Int
    /// The question above the board; nil where there is none, or no room.
    let question: (prompt: Prompt, sentence: String?)?
    /// What was said last, and by whom.
    let said: Said?
    /// Whether a question is open.
    let isAsking: Bool
    /// Whether the player may move although one is.
    let mayMoveNow: Bool
    let layout: BoardLayout
    let style: BoardStyle

    private var panels: SidePanels {
        let clocks = [scene.me, scene.me.other].map { captions.clock(of: $0) }
        return SidePanels(
            game: shownGame, scene: scene, words: captions.words, insight: insight, layout: layout, style: style,
            tally: captions.tally, clocks: clocks.contains("") ? [] : clocks, said: said)
    }

    /// Draws the clocks beside the board, where there are any.
    func drawClocks(on canvas: Canvas) { panels.drawClocks(on: canvas) }

    private var view: BoardView { BoardView(layout: layout, style: style) }

    /// Draws everything but the first row.
    func draw(on canvas: Canvas) {
        view.draw(picture, on: canvas)
        drawNotes(on: canvas)
        panels.draw(on: canvas)
        drawSentence(on: canvas)
        drawVerdict(on: canvas)
        drawQuestion(on: canvas)
        focus(on: canvas)
    }

    /// Draws these columns, and what shows that `choice` is the chosen one.
    func drawColumns(_ columns: Set<Int>, choice: Int? = nil, on canvas: Canvas) {
        let picture = picture
        view.draw(columns, of: picture, on: canvas)
        if let choice, !columns.contains(choice) { view.drawChoice(among: [choice], of: picture, on: canvas) }
        drawSentence(on: canvas)
        drawQuestion(on: canvas)
    }

    /// Draws the question. After the end of the match the result stays above it, and what decided the game between them.
    private func drawQuestion(on canvas: Canvas) {
        guard let question else { return }
        let width = canvas.size.width
        guard scene.isOver, scene.state.isOver, let reason = question.sentence, layout.hasRow(above: reason, in: width) else {
            return question.prompt.draw(question.sentence, above: layout, on: canvas)
        }
        let story = captions.story.fitting(width - 2)
        let isTold = !story.isEmpty && TextWidth.of(story) <= width - 2
        question.prompt.draw(reason, above: layout, isLow: isTold, on: canvas)
        let row = layout.rowsAbove.lowerBound - layout.sentence
        canvas.keepingFocus {
            _ = view.drawSentence(" \(captions.label) ", resultRole, below: row, on: canvas)
            if isTold { _ = view.drawSentence(story, .plain, below: row + 1, on: canvas) }
        }
        canvas.lastRows = layout.rowsAbove
    }

    /// The colour of the winner.
    private var resultRole: Role {
        let winner = captions.state == .iWin ? scene.me : captions.state == .youWin ? scene.me.other : nil
        return winner.map { $0 == scene.yellow ? .yellowChip : .redChip } ?? (captions.state == .draw ? .alert : .label)
    }

    /// Draws what shows which of these columns is chosen. Whose turn it is has not changed.
    func drawChoice(among columns: Set<Int>, on canvas: Canvas) {
        let picture = picture
        view.drawChoice(among: columns, hasOutline: picture.outlined != nil, of: picture, on: canvas)
        focus(on: canvas)
    }

    /// Says what the player asked for, or what the chosen column leads to, beside the disc above it, on the side with more room.
    private func drawVerdict(on canvas: Canvas) {
        guard isChoiceShown, question == nil, scene.search == nil else { return }
        let place = layout.besideDisc(above: cursorColumn, in: canvas.size.width)
        let forms = insight.words(on: cursorColumn).map { TextWidth.wrapEvenly($0, to: place.width) }
        guard let lines = forms.first(where: { $0.count <= place.height }) else { return }
        let top = place.y + (place.height - lines.count + 1) / 2
        canvas.picture(in: Rect(x: 0, y: place.y, width: canvas.size.width, height: place.height)) {
            canvas.keepingFocus {
                for (index, line) in lines.enumerated() {
                    let x = place.x > 1 ? place.x : place.x + place.width - TextWidth.of(line)
                    canvas.put(line, x: x, y: top + index, .label)
                }
            }
        }
    }

    /// How the game ended, or what is lost, above the board.
    private func drawSentence(on canvas: Canvas) {
        if captions.isOver {
            let lines = scene.opponent.linesToSend
            let line = lines.first { TextWidth.of($0) <= canvas.size.width - 2 } ?? lines.last
            let story =
                line ?? (scene.state.isOver ? captions.story.fitting(canvas.size.width - (canvas.size.width < 60 ? 2 : 4)) : "")
            // Without a row below it the story stands under the board. Where that is taken, too, the sentence makes room, and it does for what says
            // that the opponent has gone.
            let hasRoom = layout.sentence + 1 < layout.board.y
            let isBelow = !hasRoom && layout.base + 2 < canvas.size.height
            let isRaised = !hasRoom && (scene.isOver || !isBelow && !story.isEmpty) && layout.sentence > 1
            let start = view.drawSentence(" \(captions.label) ", resultRole, below: isRaised ? -1 : 0, on: canvas)
            let below = isBelow ? layout.base + 1 - layout.sentence : isRaised ? 0 : 1
            if hasRoom || isBelow || isRaised { view.drawSentence(story, .plain, below: below, on: canvas) }
            if isRaised || isBelow { canvas.lastRows = layout.sentence - (isRaised ? 1 : 0)..<layout.sentence + 1 }
            if !isAsking { canvas.focus = start }
        } else if captions.isLossShown, question == nil {
            view.drawSentence(captions.loss(columns: canvas.size.width - 2), on: canvas)
        }
    }

    /// Draws notes at the bottom right, as far as there is room beside the board.
    private func drawNotes(on canvas: Canvas) {
        let room = canvas.size.width - layout.board.x - layout.board.width - 3
        for (index, note) in captions.boardNotes(width: room).enumerated() {
            canvas.put(note, x: canvas.size.width - 1 - TextWidth.of(note), y: layout.base - index, .faint)
        }
        drawLegend(on: canvas)
    }

    /// Says at the bottom left what the signs below the columns mean while scores are shown, and above that what the marks of threats mean, as far as
    /// there is room.
    private func drawLegend(on canvas: Canvas) {
        if captions.isOver { return }
        let note = layout.size.pitch.width > 5 ? [insight.example].compactMap(\.self) : []
        let threats = insight.marks.isEmpty ? tr("No threats.") : captions.words.threatMarks(canvas.glyphs)
        // That there are none need not stand there twice.
        let saysThreats = scene.isOurTurn && !insight.showsScores
        // They are those of the player to move.
        let name = captions.words.name(of: scene.game.mover, in: scene)
        let scores = [labelled(tr("Scores"), name)] + (layout.picture.x < 14 ? [] : [name]) + [tr("Scores")]
        let legends: [(titles: [String], signs: String, note: [String])?] = [
            insight.showsScores && insight.scores != nil ? (scores, tr("▲ wins, = draws, ▼ loses"), note) : nil,
            insight.showsThreats && !(insight.marks.isEmpty && saysThreats) ? ([tr("Threats")], threats, []) : nil,
        ]
        // In a wide terminal the bar of who is ahead stands beside it.
        let room = layout.picture.x - (canvas.size.width < 100 ? 2 : 6)
        var bottom = layout.base + 1
        for case let (titles, signs, note)? in legends {
            // Each sign has a line of its own.
            let meanings = signs.split { ",，،".contains($0) }.map { String($0.drop { $0 == " " }) }
            let title = titles.first { TextWidth.of($0) <= room } ?? titles[titles.count - 1]
            let forms = [meanings + note, meanings].map { [title] + $0.flatMap { TextWidth.wrap($0, to: room) } } + [[title]]
            let whole = forms.first { $0.count < (note.isEmpty ? 6 : 7) && $0.allSatisfy { TextWidth.of($0) <= room } }
            guard let shown = whole else { continue }
            bottom -= shown.count
            for (index, line) in shown.enumerated() { canvas.put(line, x: 1, y: bottom + index, index == 0 ? .label : .faint) }
            bottom -= 1
        }
    }

    /// Draws what the players say beside the board, under their names, in the first row with room for it; `underMessage`: the rows above the board
    /// may be covered.
    func draw(_ phrases: [Int: Phrase], underMessage: Bool, on canvas: Canvas) {
        let rows = (underMessage ? layout.rowsAbove.upperBound : layout.rowsAbove.lowerBound)..<layout.base
        for (seat, phrase) in phrases {
            let text = " \(phrase.words) "
            let width = TextWidth.of(text)
            let x = seat == 0 ? 1 : canvas.size.width - 1 - width
            let free = rows.first { y in (x - 1...x + width).allSatisfy { canvas[$0, y].scalar == 0x20 } }
            guard let free else { continue }
            canvas.keepingFocus { canvas.put(text, x: x, y: free, .barStrong, on: .box) }
        }
    }

    /// The game without a disc that still falls.
    private var shownGame: Game { motion.falling == nil ? scene.game : scene.game.prefix(scene.game.moves.count - 1) }

    /// Everything on the board.
    var picture: BoardPicture {
        let game = scene.game
        var picture = BoardPicture(of: shownGame, yellow: scene.yellow, lit: motion.lit, isJoined: motion.isScored)
        if let falling = motion.falling {
            picture.loose = falling
            picture.forgetLast()
        } else if scene.ending != nil, captions.isOver {
            picture.fade()
        }
        for column in Board.columns {
            if let text = insight.baseText(of: column) { picture.base[column] = text }
        }
        if isChoiceShown { showChoice(in: &picture) }
        // What is said of a column may name a square.
        picture.showsRows = !insight.hinted.isEmpty || insight.showsScores || insight.showsThreats
        for column in insight.hinted { if let landing = game.board.landing(in: column) { picture[landing].isHinted = true } }
        for (square, mark) in insight.marks { picture[square].mark = mark }
        if captions.isOver && motion.isScored { captions.story.mark(&picture, yellow: scene.yellow) }
        return picture
    }

    /// Shows where the mover's disc hangs and would land; while the opponent moves, only the column.
    private func showChoice(in picture: inout BoardPicture) {
        if scene.isShared || scene.state == .myTurn {
            let disc = BoardCell(of: scene.game.mover, yellow: scene.yellow)
            let landing = scene.game.board.landing(in: cursorColumn)
            // Above the board stands what is asked, or what is lost.
            if question == nil && scene.search == nil {
                picture.loose = .above(column: cursorColumn, cell: disc, isFull: landing == nil)
            }
            if let landing { picture[landing].ghost = disc }
        } else if style.isPainted(layout.size) {
            picture.outlined = cursorColumn
            return
        }
        if insight.baseText(of: cursorColumn) == nil { picture.base[cursorColumn].isLit = true }
    }

    private var isGoingOn: Bool {
        !isAsking && !captions.isOver && scene.search == nil || mayMoveNow && scene.search != nil
    }

    /// Whether the board shows the chosen column: not while a disc falls.
    private var isChoiceShown: Bool {
        motion.falling == nil && !captions.isOver && !scene.isWatched && (mayMoveNow || !scene.isBroken && question == nil)
    }

    /// Puts the focus on the chosen column while the game goes on.
    private func focus(on canvas: Canvas) {
        guard isGoingOn else { return }
        canvas.picture(in: layout.picture) { canvas.focus = layout.foot(ofColumn: cursorColumn) }
    }
}
