// Draws the screen of "Guess the secret number": in a high terminal what is left of the range in large digits above its number line; the
// state, the text field or the choices; and below, as far as there is room, the verdict, the players and the history.

import Games
import Language
import Screen

extension SecretNumberViewController {
    var layout: SecretNumberLayout {
        SecretNumberLayout(
            in: navigator.area, state: navigator.glyphs.spelt(state), choiceCount: choices?.choices.count ?? 0,
            hasLine: isTyping || isKeeping, hasRound: table.round != nil && (table.phase == .guessing || isDecided),
            isDecided: isDecided)
    }

    /// Whether the number was found.
    private var isDecided: Bool { table.phase == .over || table.phase == .opening }

    /// The first row: who has to do something, and the round.
    func drawTitle(on canvas: Canvas) {
        let (label, isMine) = words.label
        drawTitle(on: canvas, label: isOver ? "" : label, isMine: isMine, right: status)
    }

    var state: String {
        if isOver { return tr("The game is over.") }
        guard isTypingSecret, let range else { return words.state }
        return tr(
            "Type a secret number from {lowest} to {highest}.", ["lowest": range.lowest, "highest": range.highest])
    }

    private var roundDrawing: RoundDrawing? {
        table.round.map { round in
            RoundDrawing(round: round, glyphs: navigator.glyphs, me: table.mySeat, secret: words.secret) { [words] in
                words.player($0, limit: $1)
            }
        }
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let layout = layout
        if let hero = layout.hero { roundDrawing?.drawHero(on: canvas, in: hero, layout) }
        for (index, line) in layout.state.enumerated() {
            canvas.put(line, x: layout.line.x, y: layout.top + index, .label)
        }
        canvas.focus = Point(x: layout.line.x, y: layout.top)
        if let choices { draw(choices, on: canvas, in: layout.line) } else { drawLine(on: canvas, in: layout.line) }
        drawBody(on: canvas, in: layout.body)
        celebration.draw(on: canvas, in: area)
    }

    private func draw(_ choices: SecretNumberChoices, on canvas: Canvas, in rect: Rect) {
        for (index, choice) in choices.choices.enumerated() {
            let y = rect.y + index
            let isChosen = index == choices.chosen
            if index == choices.chosen ?? 0 { canvas.focus = Point(x: rect.x, y: y) }
            let width = min(rect.width, 44)
            canvas.fill(Rect(x: rect.x, y: y, width: width, height: 1), isChosen ? .selected : .plain)
            canvas.put(isChosen ? "▸" : " ", x: rect.x, y: y, isChosen ? .selected : .plain)
            canvas.put(String(index + 1), x: rect.x + 2, y: y, isChosen ? .selected : .key)
            canvas.put(
                TextWidth.clip(words.words(for: choice), to: width - 5), x: rect.x + 4, y: y, isChosen ? .selected : .plain)
        }
    }

    private func drawLine(on canvas: Canvas, in rect: Rect) {
        guard rect.height > 0 else { return }
        let width = min(rect.width, 44)
        if isTypingSecret {
            var dots = TextField(text: dots(field.text.count), limit: 256, isLeftToRight: true)
            if field.isSelected { dots.selectAll() }
            dots.draw(on: canvas, x: rect.x, y: rect.y, width: width)
        } else if isGuessing {
            field.draw(on: canvas, x: rect.x, y: rect.y, width: width, prompt: navigator.glyphs.spelt(words.invitation))
        } else if let mine = table.mine {
            let secret = showsSecret ? "\(mine.secret)" : dots(String(mine.range.highest).count)
            let after = canvas.put(tr("Your secret number:"), x: rect.x, y: rect.y, limit: rect.width - 1 - TextWidth.of(secret))
            canvas.put(secret, x: after + 1, y: rect.y, .title)
        }
    }

    private func dots(_ count: Int) -> String { String(repeating: navigator.glyphs.isUnicode ? "●" : "*", count: count) }
}

// MARK: - Verdict, players, history

extension SecretNumberViewController {
    private typealias Row = RoundDrawing.Row

    /// From this width on the players stand beside the history.
    private static let wide = 60

    private func drawBody(on canvas: Canvas, in body: Rect) {
        let rect = layout.hero == nil ? drawNumberLine(on: canvas, in: body) : body
        let head = headRows(width: rect.width)
        if rect.width < Self.wide {
            let (players, history) = (playersLine(width: rect.width), historyRows(width: rect.width))
            return draw(head + (table.phase == .guessing ? history + players : players + history), on: canvas, in: rect)
        }
        draw(head, on: canvas, in: rect, isScrolled: false)
        let top = min(rect.height, head.isEmpty ? 0 : head.count + 1)
        let below = Rect(x: rect.x, y: rect.y + top, width: rect.width, height: rect.height - top)
        let side = 32
        let room = rect.width - side - 4
        drawList(
            tr("Players"), tr("Rounds won"), playerRows(width: side), on: canvas,
            in: Rect(x: rect.x + rect.width - side, y: below.y, width: side, height: below.height), isScrolled: false)
        drawList(
            tr("Guesses"), "", historyRows(width: room), on: canvas,
            in: Rect(x: rect.x, y: below.y, width: room, height: below.height), isScrolled: true)
    }

    /// Draws rows below a heading, where there is room for that.
    private func drawList(
        _ heading: String, _ other: String, _ rows: [Row], on canvas: Canvas, in rect: Rect, isScrolled: Bool
    ) {
        var rect = rect
        if rect.height > 5 {
            canvas.drawHeading(heading, other, in: rect)
            rect = Rect(x: rect.x, y: rect.y + 2, width: rect.width, height: rect.height - 2)
        }
        draw(rows, on: canvas, in: rect, isScrolled: isScrolled)
    }

    /// Draws the number line where there is room for it, and returns what is left below it.
    private func drawNumberLine(on canvas: Canvas, in rect: Rect) -> Rect {
        guard let round = table.round, table.phase != .choosing, rect.height > NumberLine.height + 2 else { return rect }
        let isFull = rect.height > NumberLine.fullHeight + 6
        let height = isFull ? NumberLine.fullHeight : NumberLine.height
        NumberLine(round: round, glyphs: navigator.glyphs, me: table.mySeat).draw(
            on: canvas, in: Rect(x: rect.x, y: rect.y, width: rect.width, height: height))
        let used = height + (isFull ? 1 : 0)
        return Rect(x: rect.x, y: rect.y + used, width: rect.width, height: rect.height - used)
    }

    private func draw(_ rows: [Row], on canvas: Canvas, in rect: Rect, isScrolled: Bool = true) {
        if isScrolled { offset = max(0, min(offset, rows.count - rect.height)) }
        let shown = rows.dropFirst(isScrolled ? offset : 0)
        for (index, row) in shown.prefix(rect.height).enumerated() {
            // Shows that there is more than fits.
            let isCut = index == rect.height - 1 && shown.count > rect.height
            let end = rect.x + rect.width - (isCut ? 2 : 0)
            var x = rect.x
            for part in row where x < end { x = canvas.put(part.text, x: x, y: rect.y + index, part.role, limit: end - x) }
            if isCut { canvas.put("…", x: rect.x + rect.width - 1, y: rect.y + index, .faint) }
        }
    }

    private func headRows(width: Int) -> [Row] {
        func wrapped(_ text: String, _ role: Role) -> [Row] { TextWidth.wrap(text, to: width).map { [($0, role)] } }
        var rows: [Row] = []
        if table.isHostDishonest { rows += wrapped(SecretNumberWords.dishonestHost, .problem) }
        if let verdict = words.verdict { rows += wrapped(verdict.sentence, verdict.isGood ? .label : .problem) }
        if let bound = words.bound { rows += wrapped(bound, .faint) }
        return rows
    }

    private func historyRows(width: Int) -> [Row] {
        guard let drawing = roundDrawing else { return [] }
        if drawing.round.history.isEmpty { return table.phase == .guessing ? [[(tr("No guesses yet."), .faint)]] : [] }
        return drawing.historyRows(width: width)
    }

    /// Whether the players stand beside the history, and what they say beside their names.
    var isWide: Bool { layout.body.width >= Self.wide }

    /// The players: who has to act stands out, as in Four in a Row.
    private func playerRows(width: Int) -> [Row] {
        (0..<table.seats).map { seat in
            let isActing = words.isActing(seat)
            let chip: Role = seat == table.mySeat ? .yellowChip : .redChip
            let role: Role =
                isActing ? chip : table.gone.contains(seat) ? .faint : NumberLine.role(of: seat, me: table.mySeat)
            let wins = table.wins[seat]
            let won = wins == 0 ? "·" : wins > 3 ? "★\(wins)" : String(repeating: "★", count: wins)
            let room = width - 3 - TextWidth.of(won)
            let name = isolated(words.player(seat, limit: 11)).padded(to: 13) + (phrases.shown[seat]?.words ?? part(of: seat))
            return [
                (isActing ? "▸ " : "  ", role), (TextWidth.clip(name, to: room).padded(to: room + 1), role),
                (won, isActing ? chip : wins == 0 ? .faint : .yellow),
            ]
        }
    }

    private func playersLine(width: Int) -> [Row] {
        let parts = (0..<table.seats).map { seat in
            let part = part(of: seat)
            return isolated(words.player(seat, limit: 12)) + (part.isEmpty ? "" : " " + part)
        }
        return TextWidth.wrap(separated(parts), to: width).map { [($0, .faint)] }
    }

    /// A player's part in the round.
    func part(of seat: Int) -> String {
        let isIn = table.round?.players.contains(seat) == true
        let count = isIn ? table.round?.guesses(by: seat) ?? 0 : 0
        let guesses = trn("{count} guess", "{count} guesses", count)
        if table.gone.contains(seat) {
            let hasGuessed = isIn && seat != table.round?.keeper && count > 0
            return hasGuessed ? tr("gone, {guesses}", ["guesses": guesses]) : tr("gone")
        }
        let isMe = seat == table.mySeat
        // Translators: these stand behind “You”, or behind the name of another player.
        if table.phase == .choosing {
            return seat != table.keeper ? "" : isMe ? tr("choose") : tr("chooses")
        }
        if seat == table.round?.keeper { return isMe ? tr("have the secret") : tr("has the secret") }
        return guesses
    }
}
