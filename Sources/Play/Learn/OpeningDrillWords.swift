// The sentences of the opening drill: what is asked, why a disc is right or wrong, hints, and how much is known by heart.

import Engine
import Language
import Screen
import Session

extension OpeningDrill {
    /// What the replies of a stage are called, from 0.
    static func name(ofStage stage: Int) -> String {
        // Translators: the opponent's first, second and third disc, in a list.
        [tr("First reply"), tr("Second reply"), tr("Third reply")][stage]
    }

    /// To how many replies an answer is known.
    static func words(known: Int, count: Int) -> String { tr("{step} of {count} replies", ["step": known, "count": count]) }

    /// The same for those that come next; empty if all are known.
    var words: String {
        stage.map { Self.words(known: stages[$0].known, count: stages[$0].count) } ?? tr("all known")
    }

    /// What it asks today; nil if that is nothing.
    var todayWords: String? {
        let new = today.new == 0 ? [] : [labelled(tr("New replies today"), String(today.new)).withFullStop]
        let again = today.again == 0 ? [] : [trn("{count} due", "{count} due", today.again).withFullStop]
        return new + again == [] ? nil : together(new + again)
    }

    /// What there is to reach next.
    var aim: String {
        guard let stage else { return tr("You know an answer to every reply.") }
        return labelled(Self.name(ofStage: stage), Self.words(known: stages[stage].known, count: stages[stage].count))
            .withFullStop
    }
}

extension OpeningDrillViewController {
    private var red: Fillings { ["red": DiscNames.red] }

    var task: String { tr("You moved first, in the middle, and can win.") }

    /// What is to be answered.
    var question: String {
        guard let column = game.moves.last else { return "" }
        return tr("{red} played column {column}. Your answer?", ["red": DiscNames.red, "column": column + 1])
    }

    /// How the replies of this time were answered: right at once, right with a hint, wrong, the one that is asked, and those to come.
    var marks: String {
        let rest = max(0, goal - asked.count)
        let this = rest > 0 ? [isPlayersTurn && mistakes == 0 ? "●" : "·"] : []
        let done = asked.map { $0.map { $0 ? "✓" : "✗" } ?? "–" }
        return (done + this + Array(repeating: "·", count: max(0, rest - 1))).joined(separator: " ")
    }

    /// What a disc does that teaches something, and the same as a hint, without the column; nil where nothing on the board tells.
    private func merit(of column: Int, in game: Game) -> (sentence: String, hint: String)? {
        if let merit = game.position.merit(of: column), !merit.isVague { return (merit.meritSentence, merit.meritHint) }
        if let aim = game.position.aim(of: column) {
            let square: Fillings = ["square": aim.words]
            return (
                tr("That disc builds a line to {square}.", square),
                tr("Look for the disc that builds a line to {square}.", square)
            )
        }
        if let square = game.board.landing(in: column), square.row > 0,
            game.board[Square(column: column, row: square.row - 1)] == game.mover.other
        {
            let above = game.moves.last == column ? tr("Look right above {red}'s last disc.", red) : nil
            let sentence = tr("It keeps the other colour from stacking up there.")
            return (sentence, above ?? sentence)
        }
        let middle = tr("Every line across goes through the middle.")
        return column == OpeningDrill.start[0] ? (middle, middle) : nil
    }

    /// What is said of a right disc: when it wins, what speaks for it, and which other columns win as well.
    func words(of judgement: Judgement, in before: Game) -> [String] {
        let position = before.position
        let next = position.playing(judgement.column)
        let isForcing = !next.isOver && !next.winningColumns(of: .first).isEmpty
        let others = Position.right(judgement.scores, for: .win).filter { $0 != judgement.column }
        return [
            position.prospect(with: judgement.after).sentence(on: judgement.column),
            merit(of: judgement.column, in: before)?.sentence ?? "",
            isForcing ? tr("{red} has to block it.", red) : "",
            others.isEmpty
                ? tr("No other column wins.")
                : trn(
                    "Column {columns} wins, too.", "Columns {columns} win, too.", others.count,
                    ["columns": listed(others.map { String($0 + 1) })]),
        ].filter { !$0.isEmpty }
    }

    /// What there is to say now, the most important first.
    var comments: [String] {
        if isWrong { return wrongWords }
        let words = praise[game.moves.count] ?? praise[game.moves.count - 1]
        return (words.map { [praiseWords] + $0 } ?? []) + (isOver ? ending : told > 0 ? [hintWords] : [])
    }

    /// That the last disc was right, and how many were in a row.
    private var praiseWords: String {
        inARow < 2 ? tr("Right!") : tr("Right! {count} without a slip.", ["count": inARow])
    }

    /// What the wrong disc lets slip, how the opponent answers and why; after a second one what is right; and when it comes back.
    private var wrongWords: [String] {
        guard let wrong else { return [] }
        let place: Fillings = ["column": wrong.column + 1, "red": DiscNames.red]
        let before = game.prefix(game.moves.count - 1).position
        let loss =
            wrong.after == 0
            ? tr("Column {column} lets the win slip: {red} can hold the draw.", place)
            : trn(
                "Column {column} lets the win slip: {red} can win in {count} move.",
                "Column {column} lets the win slip: {red} can win in {count} moves.", before.discsToEnd(with: wrong.after) ?? 0,
                place)
        let answer = reply.map { reply in
            let said = tr("{red} answers with column {column}.", ["red": DiscNames.red, "column": reply.column + 1])
            return together([said, merit(of: reply.column, in: game)?.sentence].compactMap(\.self))
        }
        let reason = reply?.merit?.isVague != false ? wrong.reason?.discreetSentence(against: DiscNames.red) : nil
        return [
            loss, answer, reason, mistakes > 1 ? right(wrong.scores) : nil, daysToReturn.map { comingBack(in: $0) }, wayBack,
        ].compactMap(\.self)
    }

    /// What was done well, and what comes back.
    private var ending: [String] {
        let series =
            inARow <= best
            ? ""
            : trn("{count} right answer in a row: your best so far!", "{count} right answers in a row: your best so far!", inARow)
        let isHeld = game.moves.count + 1 >= OpeningDrill.discs
        let end = game.outcome != nil ? tr("You win!") : isHeld ? tr("You hold the win through the first eight discs.") : ""
        guard isDone else { return [end, isFlawless ? tr("You know this line by heart.") : ""].filter { !$0.isEmpty } }
        let count = asked.count { $0 == true }
        let result =
            count == asked.count
            ? tr("All right at once: well done!")
            : tr("{number} of {count} right at once.", ["number": count, "count": asked.count])
        return [result, series, navigator.comingBack(.opening), tr("That is all for today.")].filter { !$0.isEmpty }
    }

    // MARK: Hints

    /// The columns that win, the best first, and those that do not, the middle ones first, by the scores for the hint.
    var rightColumns: [Int] {
        Position.right(hinted, for: .win).sorted { (-(hinted[$0] ?? 0), abs($0 - 3)) < (-(hinted[$1] ?? 0), abs($1 - 3)) }
    }
    var wrongColumns: [Int] {
        hinted.indices.filter { hinted[$0].map { $0 <= 0 } ?? false }.sorted(by: Board.isNearerMiddle)
    }

    /// The steps of the hint: what to look for, some columns among which are those that are right, then those.
    var hintSteps: [String] {
        guard let best = rightColumns.first else { return [] }
        let idea = merit(of: best, in: game)?.hint
        let warning = idea == nil ? wrongColumns.first : nil
        let some = wrongColumns.first { $0 != warning }.map { (rightColumns + [$0]).sorted().map { String($0 + 1) } }
        return [
            idea ?? warning.map(warned),
            some.map { tr("Column {columns}.", ["columns": alternatives($0)]) }, right(hinted),
        ].compactMap(\.self)
    }

    /// The last step that is told; empty without one.
    var hintWords: String { hintSteps.prefix(told).last ?? "" }

    /// What a wrong column leads to.
    private func warned(of column: Int) -> String {
        let draw = tr("{red} can hold the draw.", red)
        return labelled(
            tr("Not column {column}", ["column": column + 1]), hinted[column] == 0 ? draw : tr("then {red} can win.", red))
    }

    /// The columns that win.
    private func right(_ scores: [Score?]) -> String {
        let columns = Position.right(scores, for: .win).map { String($0 + 1) }
        if columns.count == 1 { return tr("It is column {column}.", ["column": columns[0]]) }
        return trn("Column {columns} wins.", "Columns {columns} win.", columns.count, ["columns": listed(columns)])
    }

    // MARK: Text mode

    var announcement: Announcement {
        let goOn = labelled("n", isDone ? tr("Go back.") : tr("Go to the next opening."))
        let state =
            isOver ? together(ending + [goOn]) : isWrong ? wayBack : !isPlayersTurn ? "" : told > 0 ? hintWords : tr("Your move.")
        // Of a wrong disc nothing that was said before.
        let first = isWrong ? game.moves.count - 1 : retried
        let moves = game.spokenMoves(from: first, name(of:)).enumerated().flatMap { index, move in
            [move] + (praise[first + index + 1].map { [together([tr("Right!")] + $0)] } ?? [])
        }
        let verdict = isWrong && reply != nil ? Array(wrongWords.dropLast()) : []
        let known = drill.stages.enumerated().map {
            labelled(OpeningDrill.name(ofStage: $0), OpeningDrill.words(known: $1.known, count: $1.count)).withFullStop
        }
        return Announcement(
            chapter: openings * 1_000 + 2 * mistakes - (isWrong ? 1 : 0),
            beginning: asked.isEmpty && mistakes == 0 ? drill.todayWords ?? "" : "", events: moves + verdict, state: state,
            turn: game.moves.count, isAwaited: isSearching || pause != nil || isWrong && reply == nil,
            sentences: [task, together(known)])
    }

    func holdsInput(isTyped: Bool) -> Bool {
        ignoresKeys || (isSearching || pause != nil || isWrong && reply == nil) && !isTyped
    }

    var commands: [TextModeCommand] { boardCommands { [unowned self] in game } }
}
