// The sentences of a lesson: what is to be done, what a disc did, why it is wrong; and the same in text mode.

import Engine
import Language
import Screen
import Session

extension LessonViewController {
    /// Why the wrong disc is wrong. The first time it does not name the right column.
    private var reason: String {
        guard let refutation else { return tr("Try another column.") }
        let answer = mistakes > 1 ? game(after: kept).lastSquare.flatMap { plan?.answer(to: $0) } : nil
        if plan != nil, refutation.judgement.after > 0 {
            guard let answer else {
                return tr("You can still win, but that leaves the plan. Which disc answers {red}'s?", Lesson.red)
            }
            return tr("You can still win, but that leaves the plan. The answer is column {column}.", ["column": answer + 1])
        }
        // The plan's column, and no other that wins.
        if let answer {
            let right = tr("It is column {column}.", ["column": answer + 1])
            return together([refutation.reason ?? outlook(after: refutation), right])
        }
        if let otherwise = step.otherwise, refutation.judgement.reason == nil { return otherwise }
        switch refutation.judgement.reason {
        case .letThrough, .gaveAway: break
        default: if mistakes > 1, let sentence = refutation.judgement.sentence { return sentence }
        }
        return refutation.reason ?? outlook(after: refutation)
    }

    /// What there is to read now.
    var paragraphs: [(text: String, role: Role)] {
        switch phase {
        case .asking:
            (plan.map(paragraphs) ?? [(step.words, .plain)]) + (hintWords.isEmpty ? [] : [(hintWords, .label)])
        case .right: [(praise, .good), (step.after, .plain)]
        case .wrong:
            (refutation == nil ? [] : keepsWin ? [(verdict, .label)] : [("! " + verdict, .high)])
                + [(reason, .plain), (wayBack, .faint)]
        case .over:
            [(ending, .good), (lesson.learned, .plain)] + (layout.panel == nil ? [] : [(finished, .label)])
                + [
                    (
                        isLast
                            ? tr("That was the last lesson.") : labelled(tr("Next lesson"), Lesson.all[number + 1].title), .faint
                    )
                ]
        }
    }

    /// That it was right, and how many steps in a row.
    private var praise: String {
        inARow < 2 || layout.panel == nil
            ? tr("Right!") : tr("Right! {count} without a slip.", ["count": inARow])
    }

    /// That the lesson is finished, and how well.
    private var ending: String {
        let hasRoom = layout.panel != nil || navigator.listener != nil
        guard hasRoom, inARow == lesson.steps.count else { return tr("Lesson finished.") }
        return together([tr("Lesson finished."), tr("Every step right at once!")])
    }

    /// Whether the wrong disc still wins in a lesson about a plan, and what that is called.
    private var keepsWin: Bool {
        lesson.steps.contains { $0.claim == .plan } && refutation.map { $0.judgement.after > 0 } ?? false
    }
    private var verdict: String { keepsWin ? tr("Not bad.") : tr("Not quite.") }

    // MARK: Hints

    /// The right columns, from 0.
    var rightColumns: [Int] {
        guard let plan else { return step.columns.map { $0 - 1 } }
        return game.lastSquare.flatMap(plan.answer).map { [$0] } ?? game.position.winningColumns(of: yellow)
    }

    /// The steps of the hint: what to look for, then the right columns.
    var hintSteps: [String] {
        guard let column = rightColumns.first, step.claim != .any else { return [] }
        let position = game.position
        let pair = shownPlan(hinted: true)?.pairs.first { pair in game.lastSquare.map(pair.contains) ?? false }
        let idea: String? =
            if let pair {
                tr("Each player gets one of these: {squares}.", ["squares": listed(pair.map(\.words))])
            } else if rightColumns.count < 3, let merit = position.merit(of: column), !merit.isVague {
                merit.meritHint
            } else if game.moves.last == column {
                tr("Look right above {red}'s last disc.", Lesson.red)
            } else {
                nil
            }
        let right =
            rightColumns.count == 1
            ? tr("It is column {column}.", ["column": column + 1])
            : trn(
                "Column {columns} is right.", "Columns {columns} are right.", rightColumns.count,
                ["columns": listed(rightColumns.map { String($0 + 1) })])
        return [idea, right].compactMap(\.self)
    }

    /// The last step that is told; empty without one.
    var hintWords: String { hintSteps.prefix(told).last ?? "" }

    /// How many lessons are finished.
    private var finished: String {
        let count = ((try? navigator.environment.archive.lessons()) ?? [:]).values.count(where: \.isFinished)
        return labelled(tr("Lessons"), tr("{step} of {count}", ["step": count, "count": Lesson.all.count]))
    }

    var announcement: Announcement {
        let goOn = tr("Type n to go on.")
        let facts = step.words.hasPrefix(spokenColour) ? [status] : [status, spokenColour]
        switch phase {
        case .asking:
            guard let plan else {
                let task = hintWords.isEmpty ? "" : step.words
                return Announcement(
                    chapter: chapter, task: task, events: opening, state: task.isEmpty ? step.words : hintWords, sentences: facts)
            }
            let told = [step.words, step.detail, plan.sentence(name(of:))]
            let turn = hintWords.isEmpty ? tr("Your move.") : hintWords
            return Announcement(
                chapter: chapter, task: isPlanned ? "" : together(told), events: heard,
                state: isPlanned ? together(told + [tr("Type t to try it.")]) : turn, turn: moves.count, sentences: facts)
        case .right:
            let events = plan == nil ? spoken(verdict: tr("Right!")) : heard + [tr("Right!")]
            return Announcement(chapter: chapter, events: events, state: together([step.after, goOn]), sentences: facts)
        case .wrong:
            return Announcement(
                chapter: chapter, task: step.words, events: refutation == nil ? [] : spoken(verdict: verdict, [reason]),
                isAwaited: refutation == nil, sentences: facts + (refutation == nil ? [] : [wayBack]))
        case .over:
            return Announcement(
                chapter: chapter, state: together(paragraphs.prefix(2).map(\.text) + [goOn]), sentences: facts)
        }
    }

    private var chapter: Int { chapter(phase == .over ? index + 1 : index, mistakes: mistakes) }

    /// The moves while a plan is followed, since the beginning or the last wrong disc.
    private var heard: [String] {
        (mistakes == 0 ? opening : []) + game.spokenMoves(from: start.moves.count + kept, name(of:))
    }

    /// The reader's move with what is said of it, why, and then the answer.
    private func spoken(verdict: String, _ why: [String] = []) -> [String] {
        let moves = game.spokenMoves(from: start.moves.count + kept, name(of:))
        let first = together(Array(moves.prefix(1)) + [verdict])
        return [first] + why + Array(moves.dropFirst())
    }

    /// The answer with which the step begins where it goes on from the one before and the answer was not said, or that the board is new.
    private var opening: [String] {
        if start.moves.isEmpty { return [] }
        let before = index > firstIndex ? lesson.steps[index - 1] : nil
        guard let before, before.columns.count == 1, step.start.hasPrefix(before.start + String(before.columns[0])) else {
            return [tr("A new position. Type board to hear it.")]
        }
        return before.speaksOfAnswer ? [] : start.spokenMoves(from: before.start.count + 1, name(of:))
    }

    /// What comes through a pipe waits for the engine.
    func holdsInput(isTyped: Bool) -> Bool { ignoresKeys || phase == .wrong && refutation == nil && !isTyped }

    var commands: [TextModeCommand] {
        let next = TextModeCommand("", help: tr("Go to the next step.")) { [unowned self] _, _ in
            goOn()
            return []
        }
        return boardCommands { [unowned self] in game } + (phase == .right ? [next] : [])
    }
}
