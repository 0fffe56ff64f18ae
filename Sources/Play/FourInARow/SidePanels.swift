// What stands beside the board on a terminal of at least 110 columns: the moves at the right, and while scores are shown a bar of who is
// ahead at the left.

import Engine
import Language
import Screen
import Session

/// The panels beside the board of a game.
struct SidePanels {
    /// The game as it is on the board.
    let game: Game
    let scene: MatchScene
    let words: OpponentWords
    let insight: Insight
    let layout: BoardLayout
    let style: BoardStyle

    /// From how many columns there are panels.
    private static let leastColumns = 110
    /// The gap between the board's base and a panel, and the least and the greatest width of a panel.
    private static let (gap, least, widest) = (2, 14, 22)

    func draw(on canvas: Canvas) {
        let right = layout.picture.x + layout.picture.width + Self.gap
        let left = layout.picture.x - Self.gap
        guard canvas.size.width >= Self.leastColumns, min(left - 1, canvas.size.width - 1 - right) >= Self.least else { return }
        let board = layout.board
        canvas.keepingFocus {
            drawMoves(
                in: Rect(x: right, y: board.y, width: min(Self.widest, canvas.size.width - 1 - right), height: board.height - 3),
                on: canvas)
            drawLead(
                in: Rect(x: max(1, left - Self.widest), y: board.y, width: min(Self.widest, left - 1), height: board.height),
                on: canvas)
        }
    }

    private func drawMoves(in rect: Rect, on canvas: Canvas) {
        let names = [Player.first, .second].map { words.name(of: $0, in: scene) }
        let last = game.moves.isEmpty ? nil : game.moves.count - 1
        MoveList(review: Review(of: game), names: names).draw(chosen: last, on: canvas, in: rect)
    }

    /// The bar's share of a colour grows with the score, and says in words what the score means.
    private func drawLead(in rect: Rect, on canvas: Canvas) {
        guard insight.showsScores, let scores = insight.scores, let hint = Hint(scores: scores, of: game.position) else { return }
        let best = scores.compactMap { $0 }.max() ?? 0
        let yellow = game.mover == scene.yellow ? best : -best
        let bar = Rect(x: rect.x + rect.width - 2, y: rect.y, width: 2, height: rect.height)
        drawBar(bar, yellow: yellow, on: canvas)
        func put(_ text: String, _ y: Int, _ role: Role) { canvas.put(text, x: bar.x - 2 - TextWidth.of(text), y: y, role) }
        put(TextWidth.clip(tr("Who is ahead"), to: rect.width - 4), rect.y, .faint)
        let lines = TextWidth.wrap(sentence(for: hint), to: rect.width - 4, rows: 4)
        let role: Role = best == 0 ? .plain : (yellow > 0 ? .yellow : .red)
        for (index, line) in lines.enumerated() { put(line, rect.y + 2 + index, role) }
    }

    private func drawBar(_ bar: Rect, yellow: Score, on canvas: Canvas) {
        let halves = bar.height * 2
        let (even, most) = (Double(halves) / 2, Double(Board.columns.count * Board.rows.count / 2))
        // A win, however far away, is more than half of the rest.
        let share = yellow == 0 ? 0 : Double(yellow.signum()) * (0.5 + 0.45 * min(1, Double(abs(yellow)) / most))
        let red = Int((even * (1 - share)).rounded())
        for row in 0..<bar.height {
            let roles = [2 * row, 2 * row + 1].map { $0 < red ? Role.redDisc : .yellowDisc }
            for x in bar.x..<bar.x + bar.width {
                canvas[x, bar.y + row] =
                    style.isColoured
                    ? Cell(upper: roles[0], lower: roles[1], on: nil)
                    : Cell(canvas.glyphs.shown(roles[0] == .redDisc ? "○" : "●"), .plain)
            }
        }
    }

    private func sentence(for hint: Hint) -> String {
        switch hint.prospect {
        case .win(let discs): sentence(for: game.mover, winningIn: discs)
        case .loss(let discs): sentence(for: game.mover.other, winningIn: discs)
        case .draw: tr("Nobody: a draw.")
        }
    }

    private func sentence(for player: Player, winningIn count: Int) -> String {
        guard let name = words.winner(isMine: player == scene.me, scene.opponent.shownName) else {
            return trn("You win in {count} move.", "You win in {count} moves.", count)
        }
        return trn("{name} wins in {count} move.", "{name} wins in {count} moves.", count, ["name": name])
    }
}

extension OpponentWords {
    /// What `player` of a match is called beside the board.
    func name(of player: Player, in scene: MatchScene) -> String {
        let names = names(scene.opponent.shownName)
        return player == scene.me ? names.mine : names.yours
    }
}
