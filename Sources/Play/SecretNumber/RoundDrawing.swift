// What a round of the secret number looks like, at a table and alone: where everything is, what is left of the range in large digits above
// its number line, and the guesses.

import Games
import Language
import Screen

/// Where the parts of the screen are.
struct SecretNumberLayout {
    /// The large digits and the number line above the rest; nil where there is no room or no round.
    let hero: Rect?
    /// Whether the digits are large ones, and whether the number line is below them.
    let hasLargeDigits, hasNumberLine: Bool
    /// The state of the game, in lines.
    let state: [String]
    /// The row of the first of them.
    let top: Int
    /// The row of the text field, or of the first choice.
    let line: Rect
    /// Everything below.
    let body: Rect
    /// The number of choices.
    let choiceCount: Int

    /// Creates the layout within `area` for a state and a number of choices, or a text field, or neither.
    init(in area: Rect, state: String, choiceCount: Int, hasLine: Bool, hasRound: Bool, isDecided: Bool) {
        let width = min(area.width - 2, area.width > 120 ? 100 : 70)
        let x = area.x + (area.width - width) / 2
        let gap = area.height > 14 ? 1 : 0
        hasLargeDigits = area.height >= 36 && width >= 78
        // After a round there is more to read.
        hasNumberLine = !isDecided || area.height >= 28
        let digits = hasLargeDigits ? PixelText.pixelHeight : PixelText.height
        // In the upper third of a high terminal; the history is below.
        let first = area.y + max(gap, (area.height - 26) / 4)
        hero =
            hasRound && area.height >= 20 && width >= 58
            ? Rect(x: x, y: first, width: width, height: digits + 1 + (hasNumberLine ? 1 + NumberLine.fullHeight : 0)) : nil
        top = hero.map { $0.y + $0.height + gap } ?? first
        self.state = TextWidth.wrap(state, to: width, rows: 3)
        self.choiceCount = choiceCount
        let lineTop = top + self.state.count + (hero == nil ? gap : 0)
        line = Rect(x: x, y: lineTop, width: width, height: choiceCount > 0 ? choiceCount : hasLine ? 1 : 0)
        let rest = lineTop + line.height + (line.height > 0 ? gap : 0)
        body = Rect(x: x, y: rest, width: width, height: max(0, area.y + area.height - rest))
    }

    /// The index of the choice at a point.
    func choice(at point: Point) -> Int? { choiceCount > 0 && line.contains(point) ? point.y - line.y : nil }
}

/// Draws a round.
struct RoundDrawing {
    /// Pieces of text side by side.
    typealias Row = [(text: String, role: Role)]

    let round: SecretNumberRound
    let glyphs: Glyphs
    /// The player at this screen.
    let me: Int
    /// The secret, once it is known.
    let secret: Int?
    /// What is left where one answer may be a lie; nil where none is.
    var doubt: SecretNumberDoubt?
    /// A player's name, cut to `limit` cells.
    let name: (_ player: Int, _ limit: Int) -> String

    /// What is left of the range, or the secret once it is known, in large digits, and the number line below.
    func drawHero(on canvas: Canvas, in rect: Rect, _ layout: SecretNumberLayout) {
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
        canvas.put(caption, x: rect.x + (rect.width - TextWidth.of(caption)) / 2, y: rect.y + height, .faint)
        guard layout.hasNumberLine else { return }
        let line = Rect(x: rect.x, y: rect.y + height + 1, width: rect.width, height: NumberLine.fullHeight)
        numberLine.draw(on: canvas, in: line)
    }

    /// The number line of the round.
    var numberLine: NumberLine {
        NumberLine(round: round, glyphs: glyphs, me: me, doubtful: secret == nil ? doubt?.doubtful ?? [] : [])
    }

    /// The guesses, newest first: who, number, answer.
    func historyRows(width: Int) -> [Row] {
        let digits = String(round.range.highest).count
        let longest = SecretNumberAnswer.allCases.map { TextWidth.of(SecretNumberWords.word(for: $0)) }.max() ?? 0
        // On a narrow screen a name is cut, never an answer.
        let room = max(6, min(18, width - digits - 3 - longest))
        let colon = TextWidth.of(tr("{name}:", ["name": ""]))
        return round.history.map { guess in
            let number = String(guess.number)
            return [
                (
                    tr("{name}:", ["name": name(guess.player, max(1, room - 1 - colon))]).padded(to: room),
                    NumberLine.role(of: guess.player, me: me)
                ),
                (String(repeating: " ", count: max(0, digits - number.count)) + number + " ", .plain),
                (guess.answer.sign(glyphs.isUnicode) + " ", guess.answer.role),
                (SecretNumberWords.word(for: guess.answer), guess.answer.role),
                (secret.map { guess.isLie(about: $0) } == true ? "  " + tr("a lie") : "", .problem),
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
