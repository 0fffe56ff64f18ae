// What stands beside the board on a terminal of at least 100 columns: at the right the opponent, the series, the clocks, the moves and what
// was said last; at the left, while scores are shown, a bar of who is ahead.

import Engine
import Language
import Screen
import Session
import Wire

/// The panels beside the board of a game.
struct SidePanels {
    /// The game as it is on the board.
    let game: Game
    let scene: MatchScene
    let words: OpponentWords
    let insight: Insight
    let layout: BoardLayout
    let style: BoardStyle

    /// The games won and lost so far.
    let tally: Tally
    /// What is left on both clocks, mine first; empty without clocks.
    let clocks: [String]
    /// What was said last, and by whom.
    let said: Said?

    /// From how many columns there are panels.
    private static let leastColumns = 100
    /// The gap between the board's base and a panel, and the least and the greatest width of a panel.
    private static let (gap, least, widest) = (2, 14, 22)

    func draw(on canvas: Canvas) {
        guard let (left, right) = panels(on: canvas) else { return }
        canvas.keepingFocus {
            var y = drawHead(in: right, on: canvas)
            y = drawClocks(on: canvas) ?? y
            let end = drawSaid(in: right, on: canvas)
            if y + 2 < end { drawMoves(in: Rect(x: right.x, y: y, width: right.width, height: end - y), on: canvas) }
            drawLead(in: left, on: canvas)
        }
    }

    /// The places of both panels; nil where there is no room.
    private func panels(on canvas: Canvas) -> (left: Rect, right: Rect)? {
        let right = layout.picture.x + layout.picture.width + Self.gap
        let left = layout.picture.x - Self.gap
        guard canvas.size.width >= Self.leastColumns, min(left - 1, canvas.size.width - 1 - right) >= Self.least else {
            return nil
        }
        let board = layout.board
        return (
            Rect(x: max(1, left - Self.widest), y: board.y, width: min(Self.widest, left - 1), height: board.height),
            Rect(x: right, y: board.y, width: min(Self.widest, canvas.size.width - 1 - right), height: board.height)
        )
    }

    /// Who the opponent is, unless both sit at the game and the first row says so, and how the series stands.
    private var head: [String] {
        if scene.isWatched { return [tr("Watching")] }
        if scene.isShared { return [tr("Two players")] }
        let name = words.name(of: scene.me.other, in: scene)
        let isNamed = words.isComputer || scene.opponent.kind == .message
        return (isNamed ? [name] : []) + (tally.games > 0 ? [tally.standing(against: name)] : [])
    }

    /// Draws that. Returns the row after it.
    private func drawHead(in rect: Rect, on canvas: Canvas) -> Int {
        for (row, text) in head.enumerated() {
            canvas.put(text, x: rect.x, y: rect.y + row, row == 0 ? .title : .faint, limit: rect.width)
        }
        return rect.y + (head.isEmpty ? 0 : head.count + 1)
    }

    /// Draws the clocks, large where the board is high. Returns the row after them; nil where there are none.
    @discardableResult
    func drawClocks(on canvas: Canvas) -> Int? {
        guard let rect = panels(on: canvas)?.right, clocks.count == 2 else { return nil }
        let isLarge = rect.height >= 30
        var y = rect.y + (head.isEmpty ? 0 : head.count + 1)
        for (player, clock) in zip([scene.me, scene.me.other], clocks) {
            let isLit = game.mover == player && !scene.state.isOver
            let role: Role = scene.isShortOfTime(player) ? .problem : isLit ? .title : .faint
            let name = words.name(of: player, in: scene)
            let pixels = isLarge ? PixelText(clock)?.rows : nil
            canvas.fill(Rect(x: rect.x, y: y, width: rect.width, height: pixels == nil ? 1 : 1 + PixelText.height))
            canvas.put(name, x: rect.x, y: y, isLit ? .title : .faint, limit: rect.width - (pixels == nil ? 6 : 0))
            if let pixels {
                for (row, line) in pixels.enumerated() {
                    canvas.put(line, x: rect.x, y: y + 1 + row, role == .problem ? role : isLit ? .plain : .dimText)
                }
                y += 2 + PixelText.height
            } else {
                canvas.put(clock, x: rect.x + rect.width - TextWidth.of(clock), y: y, role)
                y += 1
            }
        }
        return isLarge ? y : y + 1
    }

    /// Draws what was said last at the bottom. Returns where the moves end.
    private func drawSaid(in rect: Rect, on canvas: Canvas) -> Int {
        guard let said else { return rect.y + rect.height - 3 }
        let y = rect.y + rect.height - 4
        let isOurs = said.seat == 0 && !scene.isWatched
        canvas.put(isOurs ? tr("You say") : tr("{name} says", ["name": said.name]), x: rect.x, y: y, .faint, limit: rect.width)
        canvas.put(said.phrase.words, x: rect.x, y: y + 1, .title, limit: rect.width)
        return y - 1
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
        put(TextWidth.clip(tr("With best play"), to: rect.width - 4), rect.y, .faint)
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

extension Tally {
    /// Who leads a series of games against `name`; `host` is the player whose games they are, or nil for the one at this screen.
    func standing(of host: String? = nil, against name: String) -> String {
        // Draws are counted elsewhere.
        let score = Tally(won: won, drawn: 0, lost: lost).lead
        if won == lost { return tr("{score} so far", ["score": score]) }
        guard let leader = won > lost ? host : name else { return tr("You lead {score}", ["score": score]) }
        return tr("{name} leads {score}", ["score": score, "name": leader])
    }
}

extension OpponentWords {
    /// What `player` of a match is called beside the board.
    func name(of player: Player, in scene: MatchScene) -> String {
        let names = names(scene.opponent.shownName)
        return player == scene.me ? names.mine : names.yours
    }
}
