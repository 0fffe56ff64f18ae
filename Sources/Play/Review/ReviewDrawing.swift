// How the review is drawn: the board with the best move on it and the scores above it, and beside it what is to be said of the last move,
// the moves, the graph and the accuracy. It changes no state.

import Engine
import Language
import Screen

extension ReviewViewController {
    func draw(on canvas: Canvas, in area: Rect) {
        let layout = ReviewLayout(in: area)
        guard let panel = layout.panel else { return draw(page, layout, on: canvas, in: area) }
        drawBoard(layout.board, headlines: [headline, shortHeadline], room: layout.board.board.width + 2, on: canvas)
        put(sentences, on: canvas, in: panel.words)
        // The move on the board has the focus, not its place in the list.
        canvas.keepingFocus {
            if let list = panel.list { drawMoves(on: canvas, in: list) }
            if panel.list == nil && page == .moves {
                drawMoves(on: canvas, in: panel.graph)
            } else {
                drawGraph(on: canvas, in: panel.graph)
            }
        }
        drawClosing(on: canvas, in: panel.closing)
    }

    /// One part of it, where there is no room for more.
    private func draw(_ page: Page, _ layout: ReviewLayout, on canvas: Canvas, in area: Rect) {
        let rect = ReviewLayout.page(in: area)
        canvas.focus = Point(x: rect.x, y: rect.y)
        switch page {
        case .board: drawBoard(layout.board, headlines: shortHeadlines, room: area.width - 2, on: canvas)
        case .graph: drawGraph(on: canvas, in: rect)
        case .moves: drawMoves(on: canvas, in: rect)
        case .verdict:
            // What is said of the move is whole; the accuracy has what is left.
            let closing = closingLines(width: rect.width).count
            let left = { (words: [(String, Role)]) in
                rect.height - words.reduce(0) { $0 + TextWidth.wrap($1.0, to: rect.width).count }
            }
            let choices = [[(headline, .label)] + sentences, shortSentences]
            let words = choices.first { left($0) >= closing } ?? choices.first { left($0) >= 0 } ?? shortSentences
            put(words, on: canvas, in: rect)
            guard left(words) >= closing else { return }
            drawClosing(on: canvas, in: Rect(x: rect.x, y: rect.y + rect.height - closing, width: rect.width, height: closing))
        }
    }

    // MARK: The board

    /// With the first of the headlines that fits in so many columns; the last one is cut.
    private func drawBoard(_ layout: BoardLayout, headlines: [String], room: Int, on canvas: Canvas) {
        let view = BoardView(layout: layout, style: navigator.boardStyle)
        view.draw(picture, on: canvas)
        let headline = headlines.first { TextWidth.of($0) <= room } ?? headlines.last ?? ""
        canvas.focus = view.drawLabel(TextWidth.clip(headline, to: room), on: canvas)
        guard showsScores, let scores else { return }
        canvas.picture(in: layout.picture) {
            for column in Board.columns {
                guard let score = scores[column] else { continue }
                let text = Insight.text(of: score, on: layout)
                let role: Role = column == judgement?.column ? .selected : best.contains(column) ? .key : .faint
                canvas.put(text, x: layout.centre(ofColumn: column) - TextWidth.of(text) / 2, y: layout.scores, role)
            }
        }
    }

    /// The board, and where the best move would have gone, or would go.
    private var picture: BoardPicture {
        var picture = BoardPicture(of: game.prefix(shown), for: names.me)
        let before = judgement == nil ? game.prefix(shown) : game.prefix(shown - 1)
        for column in best where judgement?.mark != .best {
            guard let square = before.board.landing(in: column) else { continue }
            picture[square].isHinted = true
            picture[square].ghost = BoardCell(of: before.mover, for: names.me)
        }
        return picture
    }

    // MARK: Words

    var headline: String {
        if isAhead { return tr("{name} to move", ["name": names.name(of: game.mover)]) }
        guard let column = lastColumn else { return tr("Before the first move") }
        return tr(
            "Move {move}: {name}, column {column}", ["move": shown, "name": names.name(of: lastMover), "column": column + 1])
    }

    /// The same in fewer words.
    private var shortHeadline: String {
        guard !isAhead, let column = lastColumn else { return headline }
        return tr("{move}. {name}, column {column}", ["move": shown, "name": names.name(of: lastMover), "column": column + 1])
    }

    /// The headline with verdict and score, in fewer and fewer words.
    private var shortHeadlines: [String] {
        guard let judgement, let column = lastColumn else { return [headline] }
        let verdict = verdict(of: judgement)
        return [
            labelled(headline, verdict), labelled("\(shown). \(names.name(of: lastMover)) \(column + 1)", verdict),
            "\(shown). \(verdict)",
        ]
    }

    private var lastColumn: Int? { shown > 0 ? game.moves[shown - 1] : nil }
    private var lastMover: Player { shown.isMultiple(of: 2) ? .second : .first }

    /// What is to be said of the last move on the board, or of the one to come after an unfinished game.
    var sentences: [(String, Role)] {
        if isAhead {
            guard let scores, let hint = Hint(scores: scores, of: game.position) else { return [("…", .faint)] }
            return [
                (tr("Unfinished"), .label),
                (tr("Score {change}", ["change": Insight.text(of: scores.compactMap { $0 }.max() ?? 0)]), .plain),
                (hint.sentence, .plain),
            ]
        }
        guard shown > 0 else { return [(tr("Step through the game with the arrows."), .faint)] }
        guard let judgement else { return [("…", .faint)] }
        var sentences: [(String, Role)] = [
            (judgement.verdict, judgement.mark == .best ? .label : .problem),
            (tr("Score {change}", ["change": judgement.change]), .plain),
        ]
        if judgement.mark != .best {
            sentences.append((tr("Best: {columns}", ["columns": separated(judgement.best.map { String($0 + 1) })]), .plain))
        }
        if let sentence = judgement.sentence { sentences.append((sentence, .plain)) }
        return sentences
    }

    /// The headline and these in fewer lines.
    private var shortSentences: [(String, Role)] {
        let head = (shortHeadline, Role.label)
        guard let judgement else { return [head] + sentences }
        return [head, (verdict(of: judgement), sentences[0].1)] + sentences.dropFirst(2)
    }

    /// What kind of move it was, and what it made of the score.
    private func verdict(of judgement: Judgement) -> String { "\(judgement.verdict) \(judgement.change)" }

    private func put(_ sentences: [(String, Role)], on canvas: Canvas, in rect: Rect) {
        var y = rect.y
        for (words, role) in sentences {
            for line in TextWidth.wrap(words, to: rect.width, rows: rect.y + rect.height - y) {
                canvas.put(line, x: rect.x, y: y, role)
                y += 1
            }
        }
    }

    // MARK: All moves

    private func drawMoves(on canvas: Canvas, in rect: Rect) {
        MoveList(review: review, names: [names.name(of: .first), names.name(of: .second)])
            .draw(chosen: shown > 0 && !isAhead ? shown - 1 : nil, on: canvas, in: rect)
    }

    /// What the position was worth after each move, yellow's wins upwards, with the mistakes.
    private func drawGraph(on canvas: Canvas, in rect: Rect) {
        let values = review.judgements.map { judgement in judgement.map { names.me == .first ? $0.value : -$0.value } }
        var signs: [Int: String] = [:]
        for (index, judgement) in review.judgements.enumerated() {
            if let mark = judgement?.mark, mark == .mistake || mark == .blunder { signs[index] = mark.sign }
        }
        canvas.picture(in: rect) {
            Graph(rect: rect, glyphs: navigator.glyphs)
                .drawBars(values, signs: signs, chosen: shown > 0 && !isAhead ? shown - 1 : nil, on: canvas)
        }
    }

    private func drawClosing(on canvas: Canvas, in rect: Rect) {
        let lines = closingLines(width: rect.width)
        for (index, line) in lines.suffix(rect.height).enumerated() {
            canvas.put(line, x: rect.x, y: rect.y + max(0, rect.height - lines.count) + index, limit: rect.width)
        }
    }

    /// The accuracy of both with what brought it down, or how far the engine has come.
    private func closingLines(width: Int) -> [String] {
        guard review.isComplete else {
            return [
                tr("Reviewed {number}/{count}", ["number": review.count, "count": game.moves.count]),
                navigator.glyphs.bar(review.count, of: game.moves.count, width: width),
            ]
        }
        let players = [names.me, names.me.other]
        let called = players.map { TextWidth.clip(names.name(of: $0), to: max(4, min(24, width - 6))) }
        let widest = called.map { TextWidth.of($0) }.max() ?? 0
        let heads = zip(players, called).map { player, name in
            isolated(name).padded(to: widest) + " " + (review.accuracy(of: player).map(percentage) ?? "-")
        }
        for details in [players.map { mistakes(of: $0) }, players.map { mistakes(of: $0, isShort: true) }] {
            guard zip(heads, details).allSatisfy({ TextWidth.of($0) + 2 + TextWidth.of($1) <= width }) else { continue }
            return zip(heads, details).map { $1.isEmpty ? $0 : "\($0)  \($1)" }
        }
        return heads
    }

    /// What a player did that was not the best, counted: "1 mistake, 2 blunders", or with their signs.
    func mistakes(of player: Player, isShort: Bool = false) -> String {
        let counts = Mark.allCases.filter { $0 != .best }.compactMap { mark -> String? in
            let count = review.count(of: mark, by: player)
            return count == 0 ? nil : isShort ? "\(count) \(isolated(mark.sign))" : mark.counted(count)
        }
        return separated(counts)
    }
}

extension Glyphs {
    /// A progress bar of this many cells.
    func bar(_ done: Int, of all: Int, width: Int) -> String {
        let length = max(0, min(width, done * width / max(1, all)))
        return String(repeating: isUnicode ? "█" : "#", count: length)
            + String(repeating: isUnicode ? "░" : ".", count: width - length)
    }
}
