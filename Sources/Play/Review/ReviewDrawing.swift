// How the review is drawn: the board on the left, on its right what is to be said of the last move, the accuracy and the graph. It
// changes no state.

import Engine
import Screen

extension ReviewViewController {
    /// The narrowest column of words beside the board.
    private static let leastPanel = 13

    func draw(on canvas: Canvas, in area: Rect) {
        let boards = boardArea(in: area)
        let layout = BoardLayout(in: boards)
        let board = match.prefix(shown)
        draw(board, BoardView(layout: layout, glyphs: navigator.glyphs), on: canvas)
        drawScores(layout, on: canvas)
        canvas.put(headline, x: layout.board.x, y: layout.label, .label, limit: area.width - layout.board.x - 1)
        let x = boards.x + boards.width + 1
        let panel = Rect(
            x: x, y: layout.label + 1, width: area.x + area.width - x - 1, height: area.y + area.height - layout.label - 1)
        if panel.width >= Self.leastPanel { drawPanel(on: canvas, in: panel) }
    }

    /// The left part, with room for as large a board as leaves room for words.
    private func boardArea(in area: Rect) -> Rect {
        let size = BoardSize.allCases.last { size in
            size == .small || size.fits(in: area) && area.width - size.width - 4 >= 26
        }
        guard let size, area.width - size.width - 4 >= Self.leastPanel else { return area }
        let slack = size == .small ? 0 : min(4, area.width - size.width - 4 - 26)
        return Rect(x: area.x, y: area.y, width: size.width + 2 + slack, height: area.height)
    }

    private func draw(_ board: Match, _ view: BoardView, on canvas: Canvas) {
        view.drawFrame(on: canvas)
        var winning: [Square] = []
        if case .won(_, let squares) = board.outcome { winning = squares }
        for column in Board.columns {
            for row in Board.rows {
                let square = Square(column: column, row: row)
                view.draw(
                    BoardCell(of: board.board[square], for: names.me), at: square, isLast: square == board.lastSquare,
                    isWinning: winning.contains(square), on: canvas)
            }
        }
    }

    /// The scores of the position, once they are known, above the columns.
    private func drawScores(_ layout: BoardLayout, on canvas: Canvas) {
        guard let scores = nextJudgement?.scores else { return }
        for column in Board.columns {
            guard let score = scores[column] else { continue }
            let text = Insight.text(of: score)
            canvas.put(
                text, x: layout.centre(ofColumn: column) - TextWidth.of(text) / 2, y: layout.scores,
                nextJudgement?.best.contains(column) == true ? .key : .faint)
        }
    }

    private var headline: String {
        guard shown > 0 else { return "Before the first move" }
        let mover: Player = shown.isMultiple(of: 2) ? .second : .first
        return "Move \(shown): \(names.name(of: mover)), column \(match.moves[shown - 1] + 1)"
    }

    // MARK: Words

    private func drawPanel(on canvas: Canvas, in rect: Rect) {
        var y = rect.y
        for (words, role) in sentences {
            for line in TextWidth.wrap(words, to: rect.width) where y < rect.y + rect.height {
                canvas.put(line, x: rect.x, y: y, role)
                y += 1
            }
        }
        let bottom = rect.y + rect.height
        let closing = closingLines(width: rect.width, room: bottom - y)
        let room = bottom - closing.count - y
        let graph = room >= 4 ? min(room - 1, 9) | 1 : 0
        let height = graph > room - 1 ? graph - 2 : graph
        guard y + closing.count <= bottom else { return }
        if height >= 3 {
            let box = Rect(x: rect.x, y: bottom - closing.count - height, width: min(rect.width, 42), height: height)
            Graph(rect: box, glyphs: navigator.glyphs).drawBars(values, most: 21, chosen: shown > 0 ? shown - 1 : nil, on: canvas)
        }
        for (index, line) in closing.enumerated() {
            canvas.put(line, x: rect.x, y: bottom - closing.count + index, limit: rect.width)
        }
    }

    /// What is to be said of the last move on the board.
    private var sentences: [(String, Role)] {
        guard shown > 0 else { return [("Step through the game with the arrows.", .faint)] }
        guard let judgement else { return [("…", .faint)] }
        let mark = judgement.mark
        let isOnly = judgement.scores.compactMap { $0 }.count == 1
        let word =
            mark != .best
            ? mark.name.prefix(1).uppercased() + mark.name.dropFirst()
            : judgement.isChoice ? "Best move" : isOnly ? "Only move" : "All equal"
        let (before, after) = (Insight.text(of: judgement.before), Insight.text(of: judgement.after))
        var sentences: [(String, Role)] = [
            (word, mark == .best ? .label : .problem),
            (mark == .best ? "Score \(after)" : "Score \(before) → \(after)", .plain),
        ]
        if mark != .best {
            let names = judgement.best.map { String($0 + 1) }.joined(separator: ", ")
            sentences.append(("Best: \(names)", .plain))
        }
        if let reason = judgement.reason { sentences.append((reason.sentence, .plain)) }
        return sentences
    }

    /// The accuracy of both, or how far the engine has come; below each accuracy what brought it down, if there is `room` for that and
    /// a graph.
    private func closingLines(width: Int, room: Int) -> [String] {
        guard review.isComplete else {
            let done = review.count * width / max(1, match.moves.count)
            let (full, empty) = navigator.glyphs.isUnicode ? ("█", "░") : ("#", ".")
            return [
                "Reviewed \(review.count)/\(match.moves.count)",
                String(repeating: full, count: done) + String(repeating: empty, count: width - done),
            ]
        }
        let players = [names.me, names.me.other]
        let called = players.map { TextWidth.clip(names.name(of: $0), to: max(4, min(24, width - 6))) }
        let widest = called.map { TextWidth.of($0) }.max() ?? 0
        let heads = zip(players, called).map { player, name in
            name.padded(to: widest) + " " + (review.accuracy(of: player).map { "\($0)%" } ?? "-")
        }
        let details = players.map { mistakes(of: $0) }
        if zip(heads, details).allSatisfy({ TextWidth.of($0) + 2 + TextWidth.of($1) <= width }) {
            return zip(heads, details).map { $1.isEmpty ? $0 : "\($0)  \($1)" }
        }
        let lines = zip(heads, details).flatMap { head, detail in
            [head] + (detail.isEmpty ? [] : TextWidth.wrap(detail, to: width - 2).map { "  " + $0 })
        }
        return lines.count + 4 <= room ? lines : heads
    }

    /// What a player did that was not the best, counted: "1 mistake, 2 blunders".
    private func mistakes(of player: Player) -> String {
        Mark.allCases.filter { $0 != .best }.compactMap { mark in
            let count = review.count(of: mark, by: player)
            return count == 0 ? nil : "\(count) \(count == 1 ? mark.name : mark.plural)"
        }
        .joined(separator: ", ")
    }

    /// The worth of the position after each move, yellow's wins upwards.
    private var values: [Int?] {
        review.judgements.map { judgement in judgement.map { names.me == .first ? $0.value : -$0.value } }
    }
}
