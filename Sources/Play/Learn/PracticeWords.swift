// The sentences of practice: what is to be done, what a slip let go, and how it ended; and the menu of the sets.

import Engine
import Language
import Screen
import Session

extension PracticeSet {
    /// Its name.
    var name: String {
        switch self {
        case .doubleThreat: tr("Double threat")
        case .blockAndBuild: tr("Block and build")
        case .oddThreat: tr("Odd threat")
        case .evenThreat: tr("Even threat")
        case .zugzwang: tr("No safe move")
        case .draw: tr("Hold the draw")
        }
    }

    /// What it is for.
    var about: String {
        switch self {
        case .doubleThreat: tr("Win by two threats at once.")
        case .blockAndBuild: tr("Stop a four first, and win all the same.")
        case .oddThreat:
            tr(
                "You moved first. Aim for a four that lacks a square in row 3 or 5, and wait: in the end your opponent has to play below it."
            )
        case .evenThreat:
            tr(
                "You moved second. Aim for a four that lacks a square in row 2, 4 or 6, and answer above each disc: in the end your opponent has to play below it."
            )
        case .zugzwang:
            tr("Nobody may pass. Count the free squares, so that your opponent has only discs left that give you a four.")
        case .draw: tr("You cannot win. Do not lose until the board is full.")
        }
    }

    /// The number of the lesson that explains it, from 0.
    var lesson: Int {
        switch self {
        case .doubleThreat: 2
        case .blockAndBuild: 3
        case .oddThreat: 5
        case .evenThreat: 7
        case .zugzwang: 6
        case .draw: 11
        }
    }

    /// Its number and title.
    var lessonWords: String { labelled(tr("Lesson"), "\(lesson + 1) \(Lesson.all[lesson].title)") }
}

extension PracticeViewController {
    private var red: Fillings { ["red": DiscNames.red] }
    private var isToWin: Bool { position.set.goal == .win }

    /// How many of these positions were won or held.
    func wonWords(_ positions: [PracticePosition]) -> String { positions.wonWords(stars) }

    /// What is to be done.
    var task: String {
        return together([spokenColour, goal, tr("{red} plays perfectly.", red)])
    }

    /// The same in a few words, or how it ended.
    var short: String { isOver ? verdict : slip.map { outlook(after: $0, isAnswered: false) } ?? goal }

    private var goal: String {
        switch left {
        case nil: isToWin ? tr("You can win.") : tr("You can hold the draw.")
        case 0: tr("Now you can only draw.")
        default: tr("Now {red} can win.", red)
        }
    }

    private var verdict: String {
        switch game.outcome {
        case .won(let winner, _) where winner == yellow: tr("You win!")
        case .won: tr("{name} wins.", ["name": DiscNames.red])
        case .draw: isToWin ? tr("Only a draw.") : tr("Well held: a draw against perfect play!")
        case nil: ""
        }
    }

    /// What the slip let go, how the opponent answers, and why: what the answer does, or else how the player would have won.
    var slipWords: [String] {
        guard let slip else { return [] }
        let place: Fillings = ["column": slip.judgement.column + 1]
        let loss =
            slip.judgement.before > 0 ? tr("Column {column} lets the win slip.", place) : tr("Column {column} loses.", place)
        let answer = slip.reply.map { tr("{red} answers with column {column}.", ["red": DiscNames.red, "column": $0 + 1]) }
        let merit = slip.reply.flatMap { game.position.merit(of: $0) }.flatMap { $0.isVague ? nil : $0.meritSentence }
        let plan = slip.reason == nil && merit == nil ? winning?.planWords.map { labelled(tr("The plan"), $0) } : nil
        return [loss, answer, slip.reason ?? merit, outlook(after: slip, isAnswered: false), plan].compactMap(\.self)
    }

    /// The steps of the hint: the idea, why another column is wrong, and the best columns with the idea.
    var hintSteps: [String] {
        let idea = winning.map { $0.moves.count == 1 ? tr("You can win at once.") : $0.planWords ?? "" } ?? ""
        let warning =
            warned.map {
                labelled(tr("Not column {column}", ["column": $0.judgement.column + 1]), $0.reason ?? outlook(after: $0))
            } ?? ""
        let right = trn(
            "Column {columns} is right.", "Columns {columns} are right.", best.count,
            ["columns": listed(best.map { String($0 + 1) })])
        return [idea, warning, together([right, idea.isEmpty ? warning : idea])].filter { !$0.isEmpty }
    }

    /// The last step that is told; empty without one.
    var hintWords: String { told == 0 ? "" : hintSteps[min(told, hintSteps.count) - 1] }

    /// How the game was won; empty where the player did not, or where it has no name.
    private var story: String {
        guard case .won(let winner, _) = game.outcome, winner == yellow else { return "" }
        let moves = Array(game.moves.dropFirst(position.start.moves.count))
        return WinningLine(from: position.start.position, moves: moves).resultWords ?? ""
    }

    /// What there is to say now.
    var comments: [String] {
        if isOver {
            let signs = String(repeating: "★", count: earned) + String(repeating: "☆", count: Self.mostStars - earned)
            let missing = [
                slips > 0 ? tr("A star more without a slip.") : "", hints > 0 ? tr("A star more without a hint.") : "",
            ]
            let isHeard = navigator.listener != nil
            let count = trn("{count} star", "{count} stars", earned).withFullStop
            return ([verdict] + (isDone ? [isHeard ? count : signs] + missing + [story] : [])).filter { !$0.isEmpty }
        }
        if isWrong { return slipWords }
        return told == 0 ? [] : [hintWords]
    }

    var closing: [String] {
        isWrong
            ? [tr("Go back as often as you like.")]
            : isOver
                ? [labelled(position.set.name, positions.filter { $0.set == position.set }.wonWords(stars))]
                : [isToWin ? "" : labelled(tr("Discs to go"), String(discsToGo)), position.set.lessonWords]
    }

    /// How many squares are free.
    private var discsToGo: Int { Board.columns.count * Board.rows.count - game.moves.count }

    var announcement: Announcement {
        let start = position.start.moves.count
        let moves = game.spokenMoves(from: max(start, retried), name(of:))
        let isNew = game.moves.count == start
        let events = (isNew && returns == 0 ? [tr("A new position. Type board to hear it.")] : moves) + (isWrong ? slipWords : [])
        let back = together([wayBack, labelled("p", tr("Leave the disc there, and play on."))])
        let goOn = together([
            labelled("n", tr("Go to the next position.")), labelled("v", tr("Go through the game, and try other moves.")),
        ])
        let state =
            isOver ? together(comments + [goOn]) : isWrong ? back : !isPlayersTurn ? "" : comments.last ?? tr("Your move.")
        return Announcement(
            chapter: (positions.firstIndex(of: position) ?? 0) * 1_000 + returns, events: events, state: state,
            turn: game.moves.count, isAwaited: isSearching || pause != nil, sentences: [task, position.set.about])
    }

    /// What comes through a pipe waits for the engine.
    func holdsInput(isTyped: Bool) -> Bool { ignoresKeys || (isSearching || pause != nil) && !isTyped }

    var commands: [TextModeCommand] { boardCommands { [unowned self] in game } }
}

extension [PracticePosition] {
    /// How many of them were won or held, given the stars of all.
    func wonWords(_ stars: [String: Int]) -> String {
        let places: Fillings = ["count": self.count { stars[$0.start.digits] != nil }, "total": count]
        return allSatisfy { $0.set.goal == .draw } ? tr("held {count} of {total}", places) : tr("won {count} of {total}", places)
    }
}

extension MenuEntry {
    /// The menu of the practice sets, and of the opening drill.
    static func practice(_ navigator: Navigator) -> [MenuEntry] {
        let positions = navigator.environment.practice()
        let stars = (try? navigator.environment.archive.stars()) ?? [:]
        let sets = PracticeSet.allCases.map { set in
            let own = positions.filter { $0.set == set }
            let isBegun = own.contains { stars[$0.start.digits] != nil }
            let next = own.min { stars[$0.start.digits, default: 0] < stars[$1.start.digits, default: 0] }
            return MenuEntry(
                words: set.name, heading: set == .doubleThreat ? tr("From easy to hard") : "",
                remark: isBegun ? own.wonWords(stars) : "", about: together([set.about, set.lessonWords.withFullStop]),
                board: { next.map { BoardPicture(of: $0.start, yellow: $0.start.mover) } ?? BoardPicture() }
            ) { navigator in
                if let screen = PracticeViewController(navigator: navigator, set: set) { return navigator.push(screen) }
                navigator.show(alert: PuzzleViewController.missing)
            }
        }
        return sets + [openingDrill(navigator, heading: tr("Openings"))]
    }

    /// The opening drill, as the first entry below this heading.
    static func openingDrill(_ navigator: Navigator, heading: String) -> MenuEntry {
        let drill = OpeningDrill(navigator.recalls, on: navigator.today)
        let about = tr("You move first, in the middle. Find the right answer to each disc of your opponent's.")
        return MenuEntry(
            words: tr("The win from the middle"), heading: heading,
            remark: drill.due > 0 ? trn("{count} due", "{count} due", drill.due) : drill.count == 0 ? "" : drill.words,
            isDue: drill.due > 0, letter: "w",
            about: together([about, drill.todayWords ?? drill.aim]),
            board: { BoardPicture(of: (try? Game(digits: "4")) ?? Game(), yellow: .first) }
        ) { OpeningDrillViewController.open(on: $0) }
    }
}
