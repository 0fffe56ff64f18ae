// The sentences of a puzzle: what is to be done, hints, what is wrong, and the idea.

import Engine
import Language
import Screen
import Session

extension PuzzleGoal {
    /// What is to be done, with so many moves left.
    func task(left: Int) -> String {
        switch self {
        case .win: trn("Win in {count} move.", "Win in {count} moves.", left)
        case .draw: tr("You cannot win: hold the draw.")
        case .defence: tr("You are in danger.")
        case .keep: tr("Only one column keeps your win.")
        case .stop: tr("{red} threatens four. Stop it.", ["red": DiscNames.red])
        }
    }

    /// The same of a puzzle with so many moves, for a list.
    func title(length: Int) -> String {
        switch self {
        case .win: trn("Win in {count} move", "Win in {count} moves", length)
        case .draw: tr("Hold the draw")
        case .defence: tr("Find the defence")
        case .keep: tr("Keep the win")
        case .stop: tr("Stop the four")
        }
    }
}

extension PuzzleRating {
    /// What the rating means.
    var meaning: String {
        tr(
            "That is level {step} of {count}, {level}: you solve about half of such puzzles.",
            ["step": level.rawValue, "count": Level.allCases.count, "level": level.name])
    }

    /// The level in a few words, and what is missing to the next one.
    var standing: String {
        let words = tr(
            "Your rating {number} is level {step} of {count}, {level}.",
            [
                "number": Int(value.rounded()), "step": level.rawValue, "count": Level.allCases.count, "level": level.name,
            ])
        return together([words, aim.isEmpty ? "" : aim.withFullStop])
    }

    /// What is missing to the next level; empty at the highest.
    var aim: String { aims.first ?? "" }

    /// The same in several lengths, the longest first.
    var aims: [String] {
        guard let count = pointsToNextLevel, let next = Level(rawValue: level.rawValue + 1) else { return [] }
        return [
            trn("{count} point to {level}", "{count} points to {level}", count, ["level": next.name]),
            tr("{count} to {level}", ["count": count, "level": next.name]),
        ]
    }
}

extension PuzzleViewController {
    /// Said where the puzzles should be.
    static var missing: String { tr("The file with the puzzles is missing. Install the game again, or type: fourinarow doctor") }

    private var puzzle: Puzzle { run.puzzle }

    /// "Puzzle 214", or the day.
    var name: String {
        switch source {
        case .shelf: tr("Puzzle {number}", ["number": number])
        case .day(let day, let isGentle):
            isGentle
                ? tr("Easier puzzle of {date}", ["date": DayWords.sentence(of: day)])
                : tr("Harder puzzle of {date}", ["date": DayWords.sentence(of: day)])
        case .ownGame, .due: originName ?? missedWords
        }
    }

    /// The game of the player's that it is from.
    private var originName: String? {
        guard let game = origin?.game else { return source == .ownGame ? tr("From a game of yours") : nil }
        let year = String(day: navigator.today).prefix(4)
        return tr(
            "Your game against {name}, {date}",
            ["name": ReviewNames(of: game.record).red, "date": DayWords.row(game.date, in: year)])
    }

    /// How long ago it was tried.
    private var missedWords: String {
        let days = navigator.today - (recall?.missedOn ?? navigator.today)
        return days < 1
            ? tr("You tried it today.") : trn("You tried it yesterday.", "You tried it {count} days ago.", days)
    }

    /// Which of the first puzzles were solved, and which come.
    var placementMarks: String {
        let all = progress.counted.map { $0.score > 0 ? "✓" : "✗" }
        let before = all.prefix(placing ?? 0)
        let this = all.count > before.count ? all[before.count] : "●"
        let rest = Array(repeating: "·", count: max(0, PuzzleTry.placements - before.count - 1))
        return (before + [this] + rest).joined(separator: " ")
    }

    /// What is to be done.
    var goal: String {
        let left = (puzzle.solution.count - run.step + 1) / 2
        if puzzle.goal == .keep, !puzzle.others.isEmpty { return tr("Find a column that keeps your win.") }
        return puzzle.goal.task(left: isOver ? puzzle.length : max(1, left))
    }

    /// What the disc of the player's game let go.
    private func missed(_ judgement: Judgement, _ place: Fillings) -> String {
        switch judgement.cost {
        case .blunder: tr("In your game, column {column} turned a win into a loss.", place)
        case .inaccuracy: tr("In your game, column {column} did not stop it.", place)
        default:
            judgement.before > 0
                ? tr("In your game, column {column} let the win slip.", place)
                : tr("In your game, column {column} lost.", place)
        }
    }

    /// Whether it is solved, in a word.
    var verdict: String {
        if run.isGivenUp { return solution }
        if run.hasFailed { return tr("Solved, but not at the first try.") }
        let count = progress.last?.start == puzzle.start.digits ? progress.solvedOnEnd : 0
        return count < 2 ? tr("Solved!") : tr("Solved! {count} without a slip.", ["count": count])
    }

    /// What there is to say now, the most important first.
    var comments: [String] {
        if isOver { return (outcome + lesson).filter { !$0.isEmpty } }
        if isWrong { return [wrong, wayBack] }
        if run.isGivenUp { return [tr("The solution:")] }
        if run.hints > 0 { return [idea] + (run.hints > 1 ? candidates.prefix(1) : []) }
        if run.step > 0 { return [tr("Right!"), tr("Find the next move.")] }
        return [first].filter { !$0.isEmpty }
    }

    /// The same below a small board: what has room there, in whole sentences.
    var brief: String {
        let width = navigator.area.width - 2
        func fits(_ text: String, in rows: Int) -> Bool { TextWidth.wrap(text, to: width).count <= rows }
        let rows = messageRows?.count ?? 1
        if isOver {
            // The first row has the verdict, unless that is the solution.
            let all = run.isGivenUp ? outcome + lesson : lesson + outcome.dropFirst()
            let said = all.filter { !$0.isEmpty }.reduce(into: [String]()) { said, sentence in
                if fits(together(said + [sentence]), in: rows) { said.append(sentence) }
            }
            return together(said)
        }
        guard isWrong else {
            // A column's number below the board is seen, too.
            if run.hints > 1 { return candidates.first { fits($0, in: rows - 1) } ?? candidates.last ?? "" }
            return together(comments)
        }
        let why = [refutation?.reason, refutation.map { outlook(after: $0) }].compactMap(\.self)
        return [wrong, together(why), why.first, why.last].compactMap(\.self).first { fits($0, in: rows) } ?? tr("Not quite.")
    }

    /// What is to be found first.
    private var first: String {
        if let origin {
            return tr("You played column {column} there. What was better?", ["column": origin.column + 1])
        }
        if placing == 0, puzzle.goal == .win, puzzle.length == 1 { return tr("Put four of your discs in a line.") }
        return switch puzzle.goal {
        case .defence: puzzle.others.isEmpty ? tr("Find the one column that saves you.") : tr("Find a column that saves you.")
        case .win where puzzle.length == 1: ""
        case .win, .draw, .keep, .stop: tr("Find the first move.")
        }
    }

    /// How it ended.
    private var outcome: [String] {
        // After the first puzzles the level is what counts.
        if isPlacedNow { return [verdict, placed] }
        return [verdict, ending, placed, comfort, returning, allDone].filter { !$0.isEmpty }
    }

    /// After a missed puzzle of the day, what there is besides.
    private var comfort: String {
        guard case .day(let day, _) = source, run.hasFailed, !progress.solvedDays.contains(day) else { return "" }
        return progress.countOfTried(dayOf: day) < 2
            ? tr("There is another one today: it counts for your streak, too.") : tr("Tomorrow there are two new ones.")
    }

    /// How many of the first puzzles are left, and after the last where the rating begins.
    private var placed: String {
        guard placing != nil, progress.last?.start == puzzle.start.digits else { return "" }
        let left = PuzzleTry.placements - progress.counted.count
        return left > 0
            ? trn("{count} more puzzle, and your rating begins.", "{count} more puzzles, and your rating begins.", left)
            : together(
                [
                    tr("Your rating begins at {number}.", ["number": Int(progress.rating.value.rounded())]),
                    progress.rating.meaning,
                ])
    }

    /// Whether the last of the first puzzles is over.
    var isPlacedNow: Bool { isOver && placing != nil && progress.isPlaced }

    /// After the last of those that come back today, what became of them.
    var allDone: String {
        guard isLast, !isEarly else { return "" }
        return place.count == 1
            ? tr("That is all for today.")
            : tr(
                "That is all for today: {solved} of {count} without a slip.", ["solved": solvedAgain, "count": place.count])
    }

    /// When it comes back, or that it does not any more.
    private var returning: String {
        if let daysToReturn {
            return run.score > 0
                ? comingBackHelped(in: daysToReturn)
                : trn("This puzzle comes back tomorrow.", "This puzzle comes back in {count} days.", daysToReturn)
        }
        return source == .due && run.score == 1 && !isEarly ? tr("Now you know it: it does not come back.") : ""
    }

    /// The right columns in order.
    private var solution: String {
        let columns = stride(from: 0, to: puzzle.solution.count, by: 2).map { String(puzzle.solution[$0] + 1) }
        return trn(
            "The solution: column {columns}.", "The solution: columns {columns}, in this order.", columns.count,
            ["columns": listed(columns)])
    }

    /// What is to be learned: the idea, or instead of a wait the plan, which says more.
    private var lesson: [String] {
        guard let (plan, step) = plan else { return [idea] }
        let sentence = plan.sentence(name(of:))
        let told = step == 0 ? sentence : labelled(tr("From move {number} on", ["number": step / 2 + 1]), sentence)
        return puzzle.goal == .win ? [told] : [idea, told]
    }

    /// How it would go on, where that is not on the board.
    private var ending: String {
        if !puzzle.others.isEmpty {
            return trn(
                "Column {columns} is right, too.", "Columns {columns} are right, too.", puzzle.others.count,
                ["columns": listed(puzzle.others.map { String($0 + 1) })])
        }
        return switch puzzle.goal {
        case .win: ""
        case .draw:
            puzzle.length == 1
                ? tr("That column alone holds the draw.")
                : puzzle.game(after: puzzle.solution.count).outcome == nil
                    ? tr("The draw is secured: from here more than one move holds it.") : tr("The draw is safe.")
        case .defence: tr("That was the only defence.")
        case .keep: tr("That column alone keeps the win.")
        case .stop: tr("Only that column stops the four. In the long run {red} could win all the same.", ["red": DiscNames.red])
        }
    }

    /// The columns that a hint names, the longest sentences first.
    private var candidates: [String] {
        guard run.hints > 2 || run.candidates.count == 1 else {
            return [tr("Column {columns}.", ["columns": alternatives(run.candidates.map { String($0 + 1) })])]
        }
        let plan = run.hints > 2 && puzzle.length > 2 ? puzzle.plan(after: run.step)?.sentence(begun: true, name(of:)) : nil
        let column = tr("It is column {column}.", ["column": run.right + 1])
        return (plan.map { [together([column, $0])] } ?? []) + [column]
    }

    /// Why the disc on the board is wrong.
    var wrong: String {
        guard let refutation = refutation else { return tr("Not quite.") }
        // A four that is named says who wins.
        let isFour =
            switch refutation.judgement.reason {
            case .gaveAway, .letThrough: refutation.win?.moves.count == 1
            default: false
            }
        return together(
            [tr("Not quite."), refutation.reason, isFour ? nil : outlook(after: refutation)].compactMap(\.self))
    }

    /// How to win; in a draw or a defence, how a wrong disc loses.
    var idea: String {
        if puzzle.goal == .win {
            let whole = WinningLine(from: puzzle.start.position, moves: puzzle.solution)
            if isOver { return whole.resultWords ?? "" }
            let rest = WinningLine(from: run.game.position, moves: Array(puzzle.solution.dropFirst(run.step)))
            if rest.moves.count > 1 { return rest.planWords ?? "" }
            // That it takes one move is said already.
            return puzzle.length == 1 ? tr("Three of your discs wait for a fourth.") : tr("You can win at once.")
        }
        guard let danger = danger else { return "" }
        let place: Fillings = ["column": danger.judgement.column + 1, "number": dangerStep / 2 + 1]
        if danger.judgement.column == origin?.column, isOver || run.step == 0 {
            return together(
                [missed(danger.judgement, place), isOver ? danger.judgement.sentence : danger.reason].compactMap(\.self))
        }
        let label =
            !isOver
            ? tr("Not column {column}", place)
            : puzzle.length == 1
                ? tr("Column {column} would have lost", place)
                : tr("At move {number}, column {column} would have lost", place)
        return labelled(label, danger.story ?? outlook(after: danger))
    }

    /// What is known of puzzle and player, in sentences.
    var facts: [String] {
        ([theme] + figures.map { labelled($0.name, $0.value) } + remarks).filter { !$0.isEmpty }
    }

    /// The same in lines of this size: the figures in two columns, of which the second begins at `column`, where they fit. The meaning of a word
    /// goes first where there is no room, and then the remarks.
    func factLines(in size: Size) -> (lines: [(name: String, value: String)], column: Int) {
        let width = size.width
        let column = 2 + (figures.map { TextWidth.of($0.name) }.max() ?? 0)
        let fits = figures.allSatisfy { column + TextWidth.of($0.value) <= width }
        func wrapped(_ texts: [String]) -> [(name: String, value: String)] {
            texts.filter { !$0.isEmpty }.flatMap { TextWidth.wrap($0, to: width) }.map { ($0, "") }
        }
        let table = fits ? figures : wrapped(figures.map { labelled($0.name, $0.value) })
        let forms = [(theme, remarks), ("", remarks), ("", [])].map { theme, remarks in
            (isDaily ? table + wrapped([theme]) : wrapped([theme]) + table) + wrapped(remarks)
        }
        return (forms.first { $0.count <= size.height } ?? Array(table.prefix(size.height)), column)
    }

    private var figures: [(name: String, value: String)] {
        let isListening = navigator.listener != nil
        func stars(_ level: Level) -> String {
            isListening
                ? tr("{step} of {count}", ["step": level.rawValue, "count": Level.allCases.count])
                : String(repeating: "★", count: level.rawValue)
                    + String(repeating: "·", count: Level.allCases.count - level.rawValue)
        }
        if placing != nil { return isPlacedNow ? [(tr("Your level"), stars(progress.rating.level))] : [] }
        let streak = progress.streak(on: navigator.today)
        let ratings =
            progress.isPlaced && source != .due && source != .ownGame
            ? [(tr("Your rating"), isListening ? String(rating.drop { $0 == "★" || $0 == " " }) : rating)] : []
        return [(tr("Difficulty"), stars(puzzle.level))] + ratings
            + (streak > 0 ? [(tr("Daily streak"), trn("{count} day", "{count} days", streak))] : [])
            + (isDaily && !isListening ? [(tr("This week"), week)] : [])
    }

    /// A sign for each day of this week, from Monday on.
    private var week: String {
        let monday = navigator.today - DayWords.weekday(of: navigator.today)
        let days = progress.solvedDays
        let tried = Set(progress.filter(\.isDaily).map(\.day))
        return (monday..<monday + 7).map { days.contains($0) ? "✓" : tried.contains($0) ? "✗" : "·" }.joined()
    }

    private var remarks: [String] {
        if placing != nil {
            return isOver
                ? [isPlacedNow ? tr("Go on with the puzzle of the day, or with puzzles of your level.") : ""]
                : [
                    tr("Five puzzles find your level. You cannot lose anything: your rating begins after the fifth."),
                    run.wasHelped && !run.hasFailed ? tr("With a hint, a solution counts half.") : "",
                ]
        }
        return [
            lastRating.map { abs($0.value - progress.rating.value) > 30 } == true
                ? tr("Your rating changes most at the start.") : "",
            isOver ? tomorrow : counting,
        ]
    }

    /// After the puzzle of today, how long the streak can be tomorrow.
    private var tomorrow: String {
        guard isDaily, progress.solvedDays.contains(navigator.today) else { return "" }
        let days = progress.streak(on: navigator.today) + 1
        return trn("Tomorrow it can be {count} day in a row.", "Tomorrow it can be {count} days in a row.", days)
    }

    /// Whether the try counts.
    private var counting: String {
        if isEarly, let due = recall?.due {
            return tr("It comes back on {day} all the same: now it does not count.", ["day": DayWords.sentence(of: due)])
        }
        if source == .due || source == .ownGame { return tr("What you missed before does not change your rating.") }
        if counts, isDaily { return tr("Solved, it counts for your rating; a miss costs nothing.") }
        if counts { return tr("With a hint, a solution counts half.") }
        return isRepeated
            ? tr("You have tried this puzzle before: it does not count again.") : tr("Further tries do not count.")
    }

    /// The name of the idea, and what it means.
    private var theme: String {
        if !isOver || isPlacedNow { return "" }
        // A win in one is what it is.
        if puzzle.goal == .win && puzzle.length == 1 { return "" }
        // In a draw or a defence, that of the disc of which it speaks.
        guard let theme = danger?.theme ?? puzzle.theme else { return "" }
        let isFirst = theme == .oddThreat
        // What the others mean is said of this puzzle.
        guard isFirst || theme == .evenThreat else { return labelled(tr("Idea"), theme.name) }
        let about = labelled(theme.name, theme.about)
        if puzzle.goal == .win {
            return together([about, isFirst ? tr("You are the first player.") : tr("You are the second player.")])
        }
        let red: Fillings = ["red": DiscNames.red]
        return together([about, isFirst ? tr("{red} is the first player.", red) : tr("{red} is the second player.", red)])
    }

    /// The player's rating, and what the try changed.
    var rating: String {
        guard progress.isPlaced else { return "" }
        let now = Int(progress.rating.value.rounded())
        guard let last = lastRating else { return "★ \(now)" }
        let change = now - Int(last.value.rounded())
        return "★ \(now) (\(signed(change, hasPlus: true)))"
    }

    /// A line to share.
    var result: String {
        let how = run.hasFailed ? "✗" : run.wasHelped ? "★" : "★★"
        guard case .day(let day, _) = source else { return "" }
        return "Four in a Row \(String(day: day)) \(how)"  // English
    }
}

// MARK: - Text mode

extension PuzzleViewController {
    var announcement: Announcement {
        let chapter = chapter(number, mistakes: run.mistakes)
        let moves = run.game.spokenMoves(from: run.puzzle.start.moves.count + run.retriedStep, name(of:))
        let details = facts
        let which = source == .due && !isEarly ? status.withFullStop : ""
        let facts = [name.withFullStop, spokenColour, isOver ? together(lesson) : goal, which].filter { !$0.isEmpty } + details
        guard isWrong else {
            // A hint or an answer does not repeat the one before.
            let state = isOver ? together(outcome) : comments.last ?? ""
            let next =
                [
                    labelled("n", tr("Go to another puzzle.")),
                    labelled("v", tr("Go through the solution, and try other moves.")),
                ] + (isPlacedNow ? [labelled("d", tr("Go to the puzzle of the day."))] : [])
                + (isDaily ? [labelled("d", tr("Go to the other puzzle of the day."))] : [])
            let isNew = run.game.moves.count == run.puzzle.start.moves.count
            return Announcement(
                chapter: chapter, events: isNew ? [tr("A new position. Type board to hear it.")] : moves, state: state,
                isAwaited: isSearching, sentences: facts + (isOver ? next : []), details: details)
        }
        // Why the disc is wrong comes after it, and before the answer; what it costs comes last.
        guard refutation != nil else {
            return Announcement(
                chapter: chapter, events: moves, isAwaited: true, sentences: run.mistakes > 1 ? facts : Array(facts.prefix(3)),
                details: details)
        }
        let events = Array(moves.prefix(1)) + [wrong] + Array(moves.dropFirst())
        return Announcement(chapter: chapter, events: events, sentences: facts + [wayBack], details: details)
    }

    /// What comes through a pipe waits for the engine.
    func holdsInput(isTyped: Bool) -> Bool { ignoresKeys || isSearching && !isTyped }

    var commands: [TextModeCommand] {
        boardCommands { [unowned self] in run.game }
    }
}
