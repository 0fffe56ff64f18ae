// The picture of "Guess the secret number": in a high terminal what is left of the range in large digits above its number line; and below the
// line, as far as there is room, the verdict, the players and the history.

import Games
import Language
import Screen
import Session
import Wire

/// Draws a game of the secret number.
struct SecretNumberDrawing {
    /// Pieces of text side by side.
    typealias Row = [(text: String, role: Role)]

    let words: SecretNumberWords
    let canvas: Canvas
    let glyphs: Glyphs
    /// What the players say, by seat.
    let phrases: [Int: Phrase]
    /// How far the history is scrolled, in rows; drawing limits it.
    var offset: Int

    /// From this width on the players stand beside the history.
    static let wide = 60

    private var table: SecretNumberTable { words.table }
    private var round: SecretNumberRound? { table.round }
    private var me: Int { table.mySeat }

    /// What is left of the range, or the secret once it is known, in large digits, and the number line below.
    func drawHero(in rect: Rect, _ layout: SecretNumberLayout) {
        if words.isBlind { return drawLast(in: rect) }
        guard let round else { return }
        let (secret, doubt) = (words.secret, words.doubt)
        let left = doubt?.bounds ?? round.remaining
        let text = secret.map { String($0) } ?? left?.digits ?? ""
        let isUnicode = glyphs.isUnicode
        let rows =
            (layout.hasLargeDigits || !isUnicode
                ? PixelText.rows(of: text, scale: 1, isUnicode: isUnicode) : PixelText(text)?.rows) ?? []
        let role: Role = secret == nil ? .title : .good
        let height = layout.hasLargeDigits ? PixelText.pixelHeight : PixelText.height
        if rows.count <= height {
            for (index, row) in rows.enumerated() {
                canvas.put(row, x: rect.x + (rect.width - TextWidth.of(row)) / 2, y: rect.y + index, role)
            }
        } else {
            canvas.put(text, x: rect.x + (rect.width - TextWidth.of(text)) / 2, y: rect.y + 1, role)
        }
        let count = doubt?.count ?? round.remaining?.count ?? 0
        let caption = secret == nil ? trn("{count} number left", "{count} numbers left", count) : tr("The secret number")
        let stars = words.stars.map { _ in "★" }.joined(separator: " ")
        let line = stars.isEmpty ? caption : stars
        canvas.put(
            line, x: rect.x + (rect.width - TextWidth.of(line)) / 2, y: rect.y + height, stars.isEmpty ? .faint : .yellow)
        guard layout.hasNumberLine else { return }
        let ruler = Rect(x: rect.x, y: rect.y + height + 1, width: rect.width, height: NumberLine.fullHeight)
        numberLine(of: round).draw(on: canvas, in: ruler)
    }

    /// Alone, after a round: how it ended in the winner's colours, and what it took below that, in the middle.
    func drawResult(_ layout: SecretNumberLayout, in area: Rect) {
        func put(_ line: String, _ y: Int, _ role: Role) {
            canvas.put(line, x: area.x + max(0, (area.width - TextWidth.of(line)) / 2), y: y, role)
        }
        let role: Role = words.isWon ? .yellowChip : words.alone?.solo.isInTurns == true ? .redChip : .alert
        for (index, line) in layout.state.enumerated() { put(" \(line) ", layout.top + index, role) }
        for (index, line) in layout.summary.enumerated() { put(line, layout.top + layout.state.count + index, .plain) }
    }

    /// From memory: the last guess in large digits, and where the number is.
    private func drawLast(in rect: Rect) {
        guard let last = round?.history.first else { return }
        let digits = String(last.number)
        let rows =
            (glyphs.isUnicode ? PixelText(digits)?.rows : PixelText.rows(of: digits, scale: 1, isUnicode: false)) ?? []
        for (index, row) in rows.enumerated() {
            canvas.put(row, x: rect.x + (rect.width - TextWidth.of(row)) / 2, y: rect.y + index, .title)
        }
        let words = last.answer.sign(glyphs.isUnicode) + " " + SecretNumberWords.word(for: last.answer)
        canvas.put(words, x: rect.x + (rect.width - TextWidth.of(words)) / 2, y: rect.y + rows.count + 1, last.answer.role)
    }

    private func numberLine(of round: SecretNumberRound) -> NumberLine {
        NumberLine(
            round: round, glyphs: glyphs, me: me, doubtful: words.secret == nil ? words.doubt?.doubtful ?? [] : [])
    }
}

// MARK: - Verdict, players, history

extension SecretNumberDrawing {
    /// Draws the verdict, the players and the history, as far as there is room; `hasNumberLine`: it is above.
    mutating func drawBody(in body: Rect, hasNumberLine: Bool) {
        let rect = hasNumberLine ? body : drawNumberLine(in: body)
        let head = headRows(width: rect.width)
        if words.alone != nil {
            draw(head, in: rect, isScrolled: false)
            let top = min(rect.height, head.isEmpty ? 0 : head.count + (rect.height > 6 ? 1 : 0))
            let below = Rect(x: rect.x, y: rect.y + top, width: rect.width, height: rect.height - top)
            if words.isBlind { return }
            return drawList(tr("Guesses"), "", historyRows(width: rect.width), in: below, isScrolled: true)
        }
        if rect.width < Self.wide {
            let (players, history) = (playersLine(width: rect.width), historyRows(width: rect.width))
            return draw(head + (table.phase == .guessing ? history + players : players + history), in: rect)
        }
        draw(head, in: rect, isScrolled: false)
        let top = min(rect.height, head.isEmpty ? 0 : head.count + 1)
        let below = Rect(x: rect.x, y: rect.y + top, width: rect.width, height: rect.height - top)
        let side = 32
        let room = rect.width - side - 4
        drawList(
            tr("Players"), tr("Rounds won"), playerRows(width: side),
            in: Rect(x: rect.x + rect.width - side, y: below.y, width: side, height: below.height), isScrolled: false)
        drawList(
            tr("Guesses"), "", historyRows(width: room),
            in: Rect(x: rect.x, y: below.y, width: room, height: below.height), isScrolled: true)
    }

    /// Draws rows below a heading, where there is room for that.
    private mutating func drawList(
        _ heading: String, _ other: String, _ rows: [Row], in rect: Rect, isScrolled: Bool
    ) {
        var rect = rect
        if rect.height > 5 {
            canvas.drawHeading(heading, other, in: rect)
            rect = Rect(x: rect.x, y: rect.y + 2, width: rect.width, height: rect.height - 2)
        }
        draw(rows, in: rect, isScrolled: isScrolled)
    }

    /// Draws the number line where there is room for it, and returns what is left below it.
    private func drawNumberLine(in rect: Rect) -> Rect {
        guard let round, table.phase != .choosing, !words.isBlind, rect.height > NumberLine.height + 2 else {
            return rect
        }
        let isFull = rect.height > NumberLine.fullHeight + 6
        let height = isFull ? NumberLine.fullHeight : NumberLine.height
        numberLine(of: round).draw(
            on: canvas, in: Rect(x: rect.x, y: rect.y, width: rect.width, height: height))
        let used = height + (isFull ? 1 : 0)
        return Rect(x: rect.x, y: rect.y + used, width: rect.width, height: rect.height - used)
    }

    private mutating func draw(_ rows: [Row], in rect: Rect, isScrolled: Bool = true) {
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
        if words.alone != nil { return [] }
        var rows: [Row] = []
        if table.isHostDishonest { rows += wrapped(SecretNumberWords.dishonestHost, .problem) }
        if let verdict = words.verdict { rows += wrapped(verdict.sentence, verdict.isGood ? .label : .problem) }
        if let bound = words.bound { rows += wrapped(bound, .faint) }
        return rows
    }

    /// The players: who has to act stands out, as in Four in a Row.
    private func playerRows(width: Int) -> [Row] {
        (0..<table.seats).map { seat in
            let isActing = words.isActing(seat)
            let chip: Role = seat == table.mySeat ? .yellowChip : .redChip
            let role: Role =
                isActing ? chip : table.gone.contains(seat) ? .faint : NumberLine.role(of: seat, me: table.mySeat)
            let wins = table.wins[seat]
            let won = words.isUnknown ? "" : wins == 0 ? "·" : wins > 3 ? "★\(wins)" : String(repeating: "★", count: wins)
            let room = width - 3 - TextWidth.of(won)
            let name = isolated(words.player(seat, limit: 11)).padded(to: 13) + (phrases[seat]?.words ?? words.part(of: seat))
            return [
                (!isActing ? "  " : table.phase == .over ? "✓ " : "▸ ", role),
                (TextWidth.clip(name, to: room).padded(to: room + 1), role),
                (won, isActing ? chip : wins == 0 ? .faint : .yellow),
            ]
        }
    }

    private func playersLine(width: Int) -> [Row] {
        let names = (0..<table.seats).map { isolated(words.player($0, limit: 12)) }
        let parts = names.enumerated().map { seat, name in
            let part = words.part(of: seat)
            return name + (part.isEmpty ? "" : " " + part)
        }
        // The state says who chooses.
        let line = table.phase == .choosing ? labelled(tr("Players"), separated(names)) : separated(parts)
        return TextWidth.wrap(line, to: width).map { [($0, .faint)] }
    }

    /// The guesses, newest first: who, number, answer.
    private func historyRows(width: Int) -> [Row] {
        guard let round, !words.isBlind else { return [] }
        if round.history.isEmpty { return table.phase == .guessing ? [[(tr("No guesses yet."), .faint)]] : [] }
        let digits = String(round.range.highest).count
        let longest = SecretNumberAnswer.allCases.map { TextWidth.of(SecretNumberWords.word(for: $0)) }.max() ?? 0
        // On a narrow screen a name is cut, never an answer.
        let room = max(6, min(18, width - digits - 3 - longest))
        let colon = TextWidth.of(tr("{name}:", ["name": ""]))
        // One who guesses alone is counted.
        let isCounted = words.alone?.solo.isInTurns == false
        return round.history.enumerated().map { index, guess in
            let (number, count) = (String(guess.number), String(round.history.count - index))
            return [
                isCounted
                    ? (String(repeating: " ", count: max(0, 4 - count.count)) + count + "   ", .faint)
                    : (
                        tr("{name}:", ["name": words.player(guess.player, limit: max(1, room - 1 - colon))]).padded(to: room),
                        NumberLine.role(of: guess.player, me: me)
                    ),
                (String(repeating: " ", count: max(0, digits - number.count)) + number + " ", .plain),
                (guess.answer.sign(glyphs.isUnicode) + " ", guess.answer.role),
                (SecretNumberWords.word(for: guess.answer), guess.answer.role),
                (words.secret.map { guess.isLie(about: $0) } == true ? "  " + tr("a lie") : "", .problem),
            ]
        }
    }
}

extension Canvas {
    /// A heading over a list, with something at its right end and a line below.
    func drawHeading(_ heading: String, _ other: String, in rect: Rect) {
        put(heading, x: rect.x, y: rect.y, .faint)
        put(other, x: rect.x + rect.width - TextWidth.of(other), y: rect.y, .faint)
        put(String(repeating: "─", count: rect.width), x: rect.x, y: rect.y + 1, .faint)
    }
}

extension SecretNumberRound {
    /// What is left of the range: "413 - 639", or the one number; nil if nothing is.
    var leftDigits: String? { remaining?.digits }
}

extension ClosedRange<Int> {
    /// "413 - 639", or the one number.
    var digits: String { lowerBound == upperBound ? String(lowerBound) : "\(lowerBound) - \(upperBound)" }
}
