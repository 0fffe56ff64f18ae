// A step of a lesson in which the reader follows a plan to the end: the plan is on the board, the opponent tries what it does not answer right above,
// and every disc that leaves the plan is wrong.

import Engine
import Language
import Screen

extension LessonViewController {
    /// The plan of the step; nil where one move is to be found.
    var plan: Plan? { step.claim == .plan ? start.position.plan : nil }

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
        var y: Int = draw((title + paragraphs(of: plan)).flatMap { [$0, blank] }, on: canvas, in: rect)
        let legend = legend(of: plan)
        guard y + legend.count <= rect.y + rect.height else { return }
        for (sign, role, text) in legend {
            canvas.put(sign, x: rect.x, y: y, role)
            canvas.put(TextWidth.clip(text, to: rect.width - 3), x: rect.x + 3, y: y)
            y += 1
        }
    }
}
