// A step of a lesson in which the reader follows a plan to the end: the plan is on the board, the opponent tries what it does not answer right above,
// and every disc that leaves the plan is wrong.

import Engine
import Language
import Screen

extension LessonViewController {
    /// The plan of the step; nil where one move is to be found.
    var plan: Plan? { step.claim == .plan ? start.position.plan : nil }

    /// The plan that is on the board: that of the step, in the last step of the lesson only until it is tried, or after those; and where one move is to
    /// be found, the plan by which it answers, after a hint, two mistakes, or once it is found.
    var shownPlan: Plan? { shownPlan(hinted: told > 0 || mistakes > 1 || phase == .right) }

    /// The same with or without a hint.
    func shownPlan(hinted: Bool) -> Plan? {
        if let plan { return hinted || isPlanned || index + 1 < lesson.steps.count || phase == .over ? plan : nil }
        guard step.claim == .answers, hinted else { return nil }
        return start.prefix(start.moves.count - 1).position.plan
    }

    /// Whether the plan is still only shown.
    var isPlanned: Bool { phase == .asking && moves.isEmpty && step.claim == .plan }

    /// The reader follows the plan, or does not.
    func follow(_ plan: Plan, with column: Int) {
        let answer = game.lastSquare.flatMap(plan.answer)
        let before = game
        append(column)
        if game.outcome != nil { return end() }
        guard answer == column else { return refuse(column, in: before.position) }
        append(challenge(to: plan))
        leaveFullColumn()
    }

    /// The opponent's next disc: one of a pair, or one that threatens, as long as there is one that does not lose at once; then the one below a square
    /// for which the plan waits.
    func challenge(to plan: Plan) -> Int {
        let position = game.position
        func worth(_ column: Int) -> Int {
            let next = position.playing(column)
            if !next.winningColumns(of: plan.player).isEmpty {
                return plan.waits.contains { $0.column == column && next.square(above: column) == $0 } ? 0 : -1
            }
            if let square = game.board.landing(in: column), plan.pairs.contains(where: { $0.contains(square) }) { return 3 }
            return next.winningColumns(of: plan.player.other).isEmpty ? 1 : 2
        }
        return Board.columns.filter(position.canPlay).max { worth($0) < worth($1) } ?? 0
    }

    /// What there is to read of the plan now.
    func paragraphs(of plan: Plan) -> [(text: String, role: Role)] {
        guard let column = moves.last else { return [(step.words, .label), (step.detail, .plain)] }
        let move = tr("{red} played column {column}.", ["red": DiscNames.red, "column": column + 1])
        if game.mover == yellow, !game.position.winningColumns(of: yellow).isEmpty {
            return [(move, .label), (tr("Now you can complete four."), .plain)]
        }
        if shownPlan(hinted: false) == nil { return [(move, .label), (tr("Now without the marks: H shows them."), .plain)] }
        return [(move, .label), (step.words, .plain), (step.detail, .plain)]
    }

    /// What the marks of the plan mean: a sign in the colour of a role, and what it stands for.
    func legend(of plan: Plan) -> [(sign: String, role: Role, text: String)] {
        [
            (navigator.redDisc, .red, tr("{red} plays here", Lesson.red)), ("●", .yellow, tr("you answer here")),
            ("○", .yellow, tr("you win here")),
        ] + (plan.pairs.isEmpty ? [] : [("a", .plain, tr("one for you, one for {red}", Lesson.red))])
    }

    /// Draws the plan beside the board as it is shown first.
    func draw(_ plan: Plan, on canvas: Canvas, in rect: Rect) {
        let title: [(text: String, role: Role)] = moves.isEmpty ? [(tr("The plan"), .faint)] : []
        let blank: (text: String, role: Role) = ("", .plain)
        let hint: [(text: String, role: Role)] = hintWords.isEmpty ? [] : [(hintWords, .label)]
        var y: Int = draw((title + paragraphs(of: plan) + hint).flatMap { [$0, blank] }, on: canvas, in: rect)
        let legend = shownPlan == nil ? [] : legend(of: plan)
        guard y + legend.count <= rect.y + rect.height else { return }
        for (sign, role, text) in legend {
            canvas.put(sign, x: rect.x, y: y, role)
            canvas.put(TextWidth.clip(text, to: rect.width - 3), x: rect.x + 3, y: y)
            y += 1
        }
    }
}

extension BoardPicture {
    /// Marks the opponent's discs that make four with both squares of a pair.
    mutating func showLines(of plan: Plan, yellow: Player) {
        let other = BoardCell(of: plan.player.other, yellow: yellow)
        forgetLast()
        for pair in plan.pairs {
            let (across, up) = (pair[1].column - pair[0].column, pair[1].row - pair[0].row)
            let distance = max(abs(across), abs(up))
            guard distance < 4, across.isMultiple(of: distance), up.isMultiple(of: distance) else { continue }
            for first in distance - 3...0 {
                let line = (first..<first + 4).compactMap { step -> Square? in
                    let (column, row) = (pair[0].column + step * across / distance, pair[0].row + step * up / distance)
                    return Board.columns.contains(column) && Board.rows.contains(row) ? Square(column: column, row: row) : nil
                }
                let discs = line.filter { !pair.contains($0) && self[$0].cell == other }
                if discs.count == 2 { for disc in discs { self[disc].isLast = true } }
            }
        }
    }
}
