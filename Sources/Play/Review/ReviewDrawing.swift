// Draws the review: the board with the best move and the scores, and beside it the verdict on the last move, the list of moves, the
// graph and the accuracy.

import Engine
import Language
import Screen
import Session
import Wire

extension ReviewViewController {
    func draw(on canvas: Canvas, in area: Rect) {
        let layout = ReviewLayout(in: area)
        guard let panel = layout.panel else { return draw(page, layout, on: canvas, in: area) }
        drawBoard(layout.board, headlines: [headline, shortHeadline], room: layout.board.board.width + 2, on: canvas)
        let words = sentences + (showsPlan ? planSentence.map { [($0, Role.plain)] } ?? [] : [])
        let end = panel.words.y + words.reduce(1) { $0 + TextWidth.wrap($1.0, to: panel.words.width).count }
        canvas.put(words, in: Rect(x: panel.words.x, y: panel.words.y, width: panel.words.width, height: end - panel.words.y))
        // Where there is much to say, what stands below has less room.
        let below = { (rect: Rect) in
            let top = max(rect.y, end)
            return Rect(x: rect.x, y: top, width: rect.width, height: max(0, rect.y + rect.height - top))
        }
        // The board keeps the focus, not the list.
        canvas.keepingFocus {
            if let list = panel.list { drawMoves(on: canvas, in: below(list)) }
            var graph = panel.list == nil ? below(panel.graph) : panel.graph
            if graph.height <= Graph.leastBars {
                // Without the blank row, and down to what stands at the bottom.
                let closing = panel.closing.y + panel.closing.height - closingLines(width: panel.closing.width).count
                graph = Rect(x: graph.x, y: end - 1, width: graph.width, height: max(0, closing - 1 - (end - 1)))
            }
            if panel.list == nil && page == .moves {
                if graph.height > 1 { drawMoves(on: canvas, in: graph) }
            } else if graph.height > Graph.leastBars {
                drawGraph(on: canvas, in: graph)
            }
        }
        drawClosing(on: canvas, in: panel.closing)
    }

    /// Draws one part where there is no room for more.
    private func draw(_ page: Page, _ layout: ReviewLayout, on canvas: Canvas, in area: Rect) {
        let rect = ReviewLayout.page(in: area)
        canvas.focus = Point(x: rect.x, y: rect.y)
        switch page {
        case .board: drawBoard(layout.board, headlines: shortHeadlines, room: area.width - 2, on: canvas)
        case .graph: drawGraph(on: canvas, in: rect)
        case .moves: drawMoves(on: canvas, in: rect)
        case .verdict:
            // The verdict is shown whole; the accuracy gets the remaining rows.
            let closing = closingLines(width: rect.width).count
            let left = { (words: [(String, Role)]) in
                rect.height - words.reduce(0) { $0 + TextWidth.wrap($1.0, to: rect.width).count }
            }
            let plan = planSentence.map { [($0, Role.plain)] } ?? []
            let choices = [[(headline, .label)] + sentences + plan, shortSentences + plan, shortSentences]
            let wanted = plan.isEmpty ? closing : 0
            let words = choices.first { left($0) >= wanted } ?? choices.first { left($0) >= 0 } ?? shortSentences
            canvas.put(words, in: rect)
            guard left(words) >= closing else { return }
            drawClosing(on: canvas, in: Rect(x: rect.x, y: rect.y + rect.height - closing, width: rect.width, height: closing))
        }
    }

    // MARK: The board

    /// Draws the board with the first headline that fits in `room` columns, or else the last one, cut.
    private func drawBoard(_ layout: BoardLayout, headlines: [String], room: Int, on canvas: Canvas) {
        let view = BoardView(layout: layout, style: navigator.boardStyle)
        view.draw(picture(on: layout), on: canvas)
        let headline = headlines.first { TextWidth.of($0) <= room } ?? headlines.last ?? ""
        canvas.focus = view.drawSentence(TextWidth.clip(headline, to: room), on: canvas)
    }

    /// The board with the better moves, instead of the last move or of the next one.
    private func picture(on layout: BoardLayout) -> BoardPicture {
        var picture = BoardPicture(of: game.prefix(shown), yellow: names.me)
        picture.showsRows = true
        if showsScores, let scores {
            for (column, score) in scores.enumerated() {
                picture.base[column] = Insight.baseText(of: score, of: column, isLit: best.contains(column))
                picture.base[column].isMarked = column == judgement?.column
            }
        }
        let before = judgement == nil ? game.prefix(shown) : game.prefix(shown - 1)
        let better = scores.flatMap { Hint(scores: $0, of: before.position) }?.marked ?? []
        let coming = coming
        for square in coming?.squares ?? (shown == key ? game.twoFours : []) {
            picture[square].ghost = BoardCell(of: coming?.winner ?? before.mover, yellow: names.me)
        }
        for column in better where judgement?.mark != .best && coming == nil {
            guard let square = before.board.landing(in: column) else { continue }
            picture[square].isHinted = true
            picture[square].ghost = BoardCell(of: before.mover, yellow: names.me)
        }
        if showsPlan, let plan { picture.show(plan, yellow: names.me) }
        // The squares of which the reason speaks.
        if let judgement, judgement.mark != .best {
            for square in judgement.reason?.squares ?? [] where picture[square].cell == .empty {
                picture[square].mark = Insight.Mark(sign: "!", role: .red)
            }
        }
        return picture
    }

    // MARK: Words

    var headline: String {
        if isAhead { return names.ending ?? tr("{name} to move", ["name": names.name(of: game.mover)]) }
        guard let column = lastColumn else { return tr("Before the first move") }
        if shown <= setUp { return tr("Move {move}: column {column}", ["move": number, "column": column + 1]) }
        return tr(
            "Move {move}: {name}, column {column}", ["move": number, "name": names.name(of: lastMover), "column": column + 1])
    }

    /// The headline in fewer words.
    private var shortHeadline: String {
        guard !isAhead, shown > setUp, let column = lastColumn else { return headline }
        return tr("{move}. {name}, column {column}", ["move": number, "name": names.name(of: lastMover), "column": column + 1])
    }

    /// The headline with verdict and score, the longest form first.
    private var shortHeadlines: [String] {
        guard let judgement, let column = lastColumn else { return [headline] }
        let verdict = verdict(of: judgement)
        return [
            labelled(headline, verdict), labelled(shortHeadline, verdict),
            labelled("\(number). \(names.name(of: lastMover)) \(column + 1)", verdict), "\(number). \(verdict)",
        ]
    }

    private var number: Int { Game.move(ofDisc: shown) }
    private var lastColumn: Int? { shown > 0 ? game.moves[shown - 1] : nil }
    private var lastMover: Player { shown.isMultiple(of: 2) ? .second : .first }

    /// The sentences about the last move on the board, or about the next one of an unfinished game.
    var sentences: [(String, Role)] {
        if isAhead {
            guard let scores, let hint = Hint(scores: scores, of: game.position) else { return [("…", .faint)] }
            guard names.ending != nil else {
                return [(tr("Unfinished"), .label), (hint.sentence { disc(of: $0) }, .plain)]
            }
            return [
                (isDecidedByEnd ? endWords : tr("The game is over."), .label), (worthWords(of: hint.prospect), .plain),
            ]
        }
        guard shown > 0 else { return [(tr("Step through the game with the arrows."), .faint)] }
        guard let judgement else { return [(shown <= setUp ? tr("Played before this game.") : "…", .faint)] }
        let before = game.prefix(shown - 1).position
        var sentences: [(String, Role)] = [
            (judgement.verdict, judgement.mark == .best ? .label : .problem),
            (before.prospect(with: judgement.after).sentence(on: judgement.column), .plain),
        ]
        // Without a reason it would say again that the best column wins or draws.
        let hasReason = judgement.reason != nil || judgement.before.signum() == judgement.after.signum()
        let name = { [names] (player: Player) in names.isHere(player) ? nil : names.name(of: player) }
        let explanation = hasReason ? judgement.explanation(name).map { [($0, Role.plain)] } ?? [] : []
        // What follows the move, before what would have been better.
        let isWarning = judgement.reason?.isWarning == true
        if isWarning { sentences += explanation }
        if judgement.mark != .best {
            if shown - 1 == decisive, let words = turnWords(judgement) { sentences[0].0 += ". " + words }
            // Where nothing else is wrong with a move in a lost position, its reason says the same.
            let isNews = judgement.before >= 0 || judgement.reason != nil
            if isNews { sentences.append((better(than: judgement, in: before), .plain)) }
        }
        if shown == key, !game.twoFours.isEmpty {
            sentences.append((DecidingMove.doubleThreat(in: game.twoFours.map(\.column)), .plain))
        }
        if let summary { sentences.append((summary, .plain)) }
        return isWarning ? sentences : sentences + explanation
    }

    /// What the last position of a game that ended otherwise than on the board was worth.
    private func worthWords(of prospect: Hint.Prospect) -> String {
        let (winner, discs) =
            switch prospect {
            case .draw: (nil as Player?, 0)
            case .win(let discs): (game.mover, discs)
            case .loss(let discs): (game.mover.other, discs)
            }
        guard let winner else { return tr("The position was even.") }
        let four = coming?.squares.coming(for: names.isHere(winner) ? nil : names.name(of: winner))
        if let four, discs <= DecidingMove.visible { return four }
        let name: Fillings = ["name": names.name(of: winner)]
        if discs > DecidingMove.visible {
            let far =
                names.isHere(winner)
                ? trn("You could have won in {count} more move.", "You could have won in {count} more moves.", discs)
                : trn(
                    "{name} would have needed {count} more move to win.",
                    "{name} would have needed {count} more moves to win.", discs, name)
            return together([four, far].compactMap(\.self))
        }
        return names.isHere(winner) ? tr("You were already winning.") : tr("{name} was already winning.", name)
    }

    /// Where the player who was ahead when a game ended otherwise than on the board would have completed four. Nil if that is not certain.
    private var coming: (squares: [Square], winner: Player)? {
        guard isAhead, names.ending != nil, let score = review.ending?.compactMap({ $0 }).max(), score != 0 else { return nil }
        let winner = score > 0 ? game.mover : game.mover.other
        let squares = game.comingFours(of: winner)
        return squares.isEmpty ? nil : (squares, winner)
    }

    /// What ended the game, where no move decided it.
    private var endWords: String {
        switch names.end {
        case .firstResigned, .secondResigned: tr("Resigning decided the game.")
        case .drawAgreed: tr("The agreement decided the game.")
        default: tr("The clock decided the game.")
        }
    }

    /// That this move decided the game, or in one that was lost so soon anyway that it is no mistake, which one did; nil where it only was another one.
    private func turnWords(_ judgement: Judgement) -> String? {
        if judgement.cost != .inaccuracy { return tr("This move decided the game.") }
        if judgement.mark != .inaccuracy { return nil }
        return review.turningPoint.map {
            tr("Move {number} had already decided the game.", ["number": Game.move(ofDisc: $0 + 1)])
        } ?? tr("The game was lost already.")
    }

    /// What would have been better; in a lost position, what would have taken longest.
    private func better(than judgement: Judgement, in position: Position) -> String {
        let columns: Fillings = ["columns": listed(judgement.best.map { String($0 + 1) })]
        if judgement.before < 0 {
            return trn(
                "Column {columns} would have held out longest.", "Columns {columns} would have held out longest.",
                judgement.best.count, columns)
        }
        let best = trn("Best: column {columns}", "Best: columns {columns}", judgement.best.count, columns)
        return remarked(best, position.prospect(with: judgement.before).outlook).withFullStop
    }

    /// At the end of a game, and where one sees how it was won, how many mistakes there were, and how they are found; nil elsewhere.
    var summary: String? {
        guard review.isComplete, puzzle == nil, judgement?.mark == .best, shown == game.moves.count || shown == key else {
            return nil
        }
        let count = review.judgements.indices.count(where: isGreat)
        if game.outcome != nil, review.judgements.allSatisfy({ $0?.mark == .best }) {
            return tr("Neither made a mistake: with best play the first player wins.")
        }
        if count == 0 { return tr("Nobody let a win or a draw go.") }
        return trn(
            "{count} mistake: {key} shows it, and why.", "{count} mistakes: {key} shows them one by one, and why.", count,
            ["key": navigator.listener == nil ? "N" : "n"])
    }

    /// The plan of the position on the board; nil without one, and if something else decides earlier: if the next disc wins, or if
    /// the last one was not the best.
    var plan: Plan? { isAhead && names.ending != nil ? nil : plan(after: shown) }

    /// The plan after `count` moves, as above.
    func plan(after count: Int) -> Plan? {
        let position = game.prefix(count).position
        guard count > 0, position.nextWin == nil, isAhead || review.judgements[count - 1]?.mark == .best,
            let next = count < game.moves.count ? review.judgements[count]?.scores : review.ending
        else { return nil }
        return position.plan(fitting: next)
    }

    /// The plan in words.
    var planSentence: String? { plan?.sentence(disc(of:)) }

    /// The name of a player, or of the discs of the one at this screen: what is said of a plan is said of both players alike.
    private func disc(of player: Player) -> String { names.isHere(player) ? DiscNames.yellow : names.name(of: player) }

    /// The headline and the sentences in fewer lines.
    private var shortSentences: [(String, Role)] {
        let head = (shortHeadline, Role.label)
        guard let judgement else { return [head] + sentences }
        return [head, (verdict(of: judgement), sentences[0].1)] + sentences.dropFirst(2)
    }

    /// The verdict with the change of the score.
    private func verdict(of judgement: Judgement) -> String { "\(judgement.verdict) \(judgement.change)" }

    // MARK: All moves

    private func drawMoves(on canvas: Canvas, in rect: Rect) {
        MoveList(review: review, names: [names.name(of: .first), names.name(of: .second)])
            .draw(chosen: shown > 0 && !isAhead ? shown - 1 : nil, on: canvas, in: rect)
    }

    /// Draws who is winning after each move, and below it whose mistakes were great.
    private func drawGraph(on canvas: Canvas, in rect: Rect) {
        let headings = [
            tr("Who is winning, move by move (a long bar: soon)"), tr("Who is winning, move by move"), tr("Who is winning"),
        ]
        canvas.put(headings.first { TextWidth.of($0) <= rect.width } ?? "", x: rect.x, y: rect.y, .faint)
        let values = review.judgements.map { judgement in judgement.map { names.me == .first ? $0.value : -$0.value } }
        var marks: [Int: Role] = [:]
        for (index, judgement) in review.judgements.enumerated() where index >= puzzle ?? 0 && isGreat(index) {
            marks[index] = judgement?.player == names.me ? .yellow : .red
        }
        let graph = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1)
        canvas.picture(in: graph) {
            Graph(rect: graph, glyphs: navigator.glyphs).drawBars(
                values, marks: marks, chosen: shown > 0 && !isAhead ? shown - 1 : nil, redDisc: navigator.redDisc, on: canvas)
        }
    }

    /// The marks of the mistakes that the graph shows.
    static let great: [Mark] = [.mistake, .blunder]

    private func drawClosing(on canvas: Canvas, in rect: Rect) {
        let lines = closingLines(width: rect.width)
        for (index, line) in lines.suffix(rect.height).enumerated() {
            canvas.put(line, x: rect.x, y: rect.y + max(0, rect.height - lines.count) + index, limit: rect.width)
        }
    }

    /// The accuracy of both players with their mistakes, or the progress of the engine.
    private func closingLines(width: Int) -> [String] {
        guard review.isComplete else {
            return [
                tr("Analysing: {percent}", ["percent": percentage(100 * review.count / max(1, game.moves.count))]),
                navigator.glyphs.bar(review.count, of: game.moves.count, width: width),
            ]
        }
        if puzzle != nil { return [] }
        let players = [names.me, names.me.other]
        let (long, short) = (players.map { mistakes(of: $0) }, players.map { mistakes(of: $0, isShort: true) })
        /// A line for each player, names cut to this many cells.
        func heads(_ details: [String], room: Int = 24, isPlain: Bool = false) -> [String] {
            let called = players.map { TextWidth.clip(names.name(of: $0), to: room) }
            let widest = called.map { TextWidth.of($0) }.max() ?? 0
            return zip(zip(players, called), details).map { named, detail in
                let accuracy = review.accuracy(of: named.0).map {
                    isPlain ? percentage($0) : tr("{percent} accurate", ["percent": percentage($0)])
                }
                return isolated(named.1).padded(to: widest) + " " + (accuracy ?? "-") + (detail.isEmpty ? "" : "  " + detail)
            }
        }
        // A few moves show nothing in percent.
        if game.moves.count < GameRecord.leastDiscs { return TextWidth.wrap(signs(width: width), to: width) }
        let none = players.map { _ in "" }
        let choices = [
            heads(long), heads(short), heads(short, room: 8), heads(short, isPlain: true), heads(none), heads(none, room: 8),
        ]
        let signs = signs(width: width)
        let lines =
            (choices.first { $0.allSatisfy { TextWidth.of($0) <= width } } ?? heads(none, room: 4))
            + (signs.isEmpty ? [] : TextWidth.wrap(signs, to: width))
        let meaning = tr("{percent}: every move was the best", ["percent": percentage(100)])
        return lines + (lines.count < 4 && TextWidth.of(meaning) <= width ? [meaning] : [])
    }

    /// What the signs beside the board mean: those of the list, or those of the graph where it stands alone.
    private func signs(width: Int) -> String {
        let marks = Mark.allCases.filter { mark in mark != .best && review.judgements.contains { $0?.mark == mark } }
        if showsList {
            let isSpelt = MoveList.spellsMarks(in: width)
            let names = isSpelt ? graphSigns(marks) : marks.map { "\(isolated($0.sign))\u{A0}\($0.name)" }
            // The list also says when somebody wins.
            let meaning = isolated("▲12") + " " + tr("wins on move {number}", ["number": 12])
            let outcome = TextWidth.of(meaning) <= width ? meaning.replacing(" ", with: "\u{A0}") : meaning
            let choices = [names + [outcome], names].map { $0.joined(separator: "  ") }
            return choices.first { TextWidth.wrap($0, to: width).count <= 2 } ?? choices[1]
        }
        return page == .verdict ? "" : graphSigns(marks).joined()
    }

    /// What the discs below the graph mean, where there are some.
    private func graphSigns(_ marks: [Mark]) -> [String] {
        marks.contains(where: Self.great.contains)
            ? ["\(isolated("●\u{A0}\(navigator.redDisc)"))\u{A0}" + tr("mistake or blunder")] : []
    }

    /// The number of a player's mistakes of each kind: "1 mistake, 2 blunders", or short, of the great ones together.
    func mistakes(of player: Player, isShort: Bool = false) -> String {
        let marks = Mark.allCases.filter { isShort ? Self.great.contains($0) : $0 != .best }
        let counts = marks.map { ($0, review.count(of: $0, by: player)) }.filter { $0.1 > 0 }
        guard isShort, !counts.isEmpty else { return separated(counts.map { $0.0.counted($0.1) }) }
        return trn("{count} mistake", "{count} mistakes", counts.reduce(0) { $0 + $1.1 })
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
