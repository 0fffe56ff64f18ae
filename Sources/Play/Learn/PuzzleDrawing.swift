// A puzzle on the screen: the board, and beside it what is to be done, what is said of the last disc, and what is known of puzzle and player.

import Engine
import Language
import Screen
import Session

extension PuzzleViewController: BoardWithWords {
    var title: String {
        if case .shelf(let theme?) = source { return labelled(tr("Puzzles"), theme.name) }
        return isDaily ? tr("Puzzle of the day") : source == .due || source == .ownGame ? tr("Once more") : tr("Puzzles")
    }
    /// Which of the first puzzles it is, or the rating.
    var status: String {
        if let placing { return tr("{step} of {count}", ["step": placing + 1, "count": PuzzleTry.placements]) }
        if source == .due { return isEarly ? "" : tr("{step} of {count}", ["step": place.number, "count": place.count]) }
        return source == .ownGame ? "" : rating
    }
    var bindings: [Binding] { keys }
    var isPlayersTurn: Bool { run.isPlayersTurn }
    /// Esc leaves at once.
    var isPlaying: Bool { true }

    /// What is to be done stands beside the board, or where there is no room for that, in the first row.
    func heading(width: Int) -> [(text: String, role: Role)] {
        guard layout.panel != nil else {
            let texts = isOver && !run.isGivenUp ? [verdict, tr("Solved!")] : [goal]
            return [(texts.first { TextWidth.of($0) <= width } ?? TextWidth.clip(texts[0], to: width), .title)]
        }
        guard placing != nil else { return headingWithDiscs(width: width) }
        return [(TextWidth.clip(title, to: width), .title), (TextWidth.clip("  " + tr("your level"), to: width), .faint)]
    }

    func draw(on canvas: Canvas, in area: Rect) {
        guard let rect = draw(picture, on: canvas, in: area) else {
            return drawLast(isOver || isWrong ? brief : comments.last ?? "", on: canvas, in: area)
        }
        var paragraphs: [(text: String, role: Role)] = [
            (placing == nil ? name : placementMarks, .faint), ("", .plain), (spokenColour, .label), (goal, .label),
        ]
        // No sentence is cut: what has no room is left out.
        let blanks = rect.height < 16 ? 0 : 2
        var room = paragraphs.reduce(rect.height - blanks) { $0 - TextWidth.wrap($1.text, to: rect.width).count }
        let fitting = comments.filter { comment in
            let rows = TextWidth.wrap(comment, to: rect.width).count
            if rows > room { return false }
            room -= rows
            return true
        }
        for (index, comment) in fitting.enumerated() {
            let first: (sign: String, role: Role) = isWrong ? ("! ", .high) : isOver ? ("", .good) : ("", .plain)
            if index == 0, isWrong || isOver || run.hints > 0 { paragraphs.append(("", .plain)) }
            paragraphs.append(index == 0 ? (first.sign + comment, first.role) : (comment, .plain))
        }
        let end = draw(paragraphs, on: canvas, in: rect) + 1
        let (facts, column) = factLines(in: Size(width: rect.width, height: max(0, rect.y + rect.height - end)))
        let y = max(end, rect.y + rect.height - facts.count - 1)
        for (row, fact) in facts.enumerated() {
            canvas.put(fact.name, x: rect.x, y: y + row, .faint)
            canvas.put(fact.value, x: rect.x + column, y: y + row, fact.value.hasPrefix("★") ? .yellow : .plain)
        }
    }

    private var picture: BoardPicture {
        var picture = picture(of: run.game)
        // Far wins end here.
        if isWrong, let square = refutation?.lastSquare, picture[square].cell == .empty {
            picture[square].mark = Insight.Mark(sign: "!", role: .red)
        }
        if isOver, let plan { picture.show(plan.plan, yellow: yellow) }
        if isPlayersTurn, run.hints > 1 {
            for column in run.hints > 2 ? [run.right] : run.candidates {
                if let landing = run.game.board.landing(in: column) { picture[landing].isHinted = true }
            }
        }
        return picture
    }

    /// On a small board a message may cover the column numbers, but no keys.
    var messageRows: Range<Int>? {
        layout.panel == nil ? layout.board.base..<navigator.area.y + navigator.area.height : nil
    }

    func didPress(_ key: Key) -> Bool {
        guard case .click(let point) = key, let column = layout.board.column(at: point) else {
            return false
        }
        if isWrong { tryAgain() } else { drop(column) }
        return true
    }

    func didLeave() {
        pause?.cancel()
        analysis.stop()
    }

    /// The puzzle with its solution, or as far as it is solved, in a review: there other lines can be tried.
    func review() { review(run.puzzle.game(after: run.puzzle.solution.count), after: run.puzzle.start.moves.count) }
}

extension BoardWithWords {
    /// Opens a game in a review, after so many moves.
    func review(_ game: Game, after count: Int) { navigator.push(reviewed(game, after: count, by: yellow)) }

    /// A review of a game after so many moves, for this player; `series`: of one of several.
    func reviewed(
        _ game: Game, after count: Int, by player: Player, in series: ReviewViewController.Series? = nil
    ) -> ReviewViewController {
        // A weaker opponent would let wrong moves pass.
        let names = ReviewNames(yellow: DiscNames.yellow, red: DiscNames.red, me: player, level: .perfect)
        return ReviewViewController(
            navigator: navigator, game: game, names: names, storedAs: nil, puzzle: count, in: series)
    }
}
