// Where everything of the secret number is on the screen, and the parts of it that change with every key: the state, the text field or the
// rows. SecretNumberDrawing draws the rest.

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
    /// Alone, after a round: what it took, in lines below them.
    let summary: [String]
    /// The row of the first of them.
    let top: Int
    /// The row of the text field, or of the first choice.
    let line: Rect
    /// Everything below.
    let body: Rect

    /// The columns of what is below the number after a round alone.
    private static let column = 44

    /// Creates the layout within `area` for a state and a number of choices, or a text field, or neither; `summary`: alone, after a round.
    init(
        in area: Rect, state: String, summary: String?, choiceCount: Int, hasLine: Bool, hasRound: Bool, isDecided: Bool
    ) {
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
        self.summary = summary.map { TextWidth.wrap($0, to: width, rows: 3) } ?? []
        let lineTop = top + self.state.count + self.summary.count + (hero == nil || !self.summary.isEmpty ? gap : 0)
        // A result stands in the middle, and so does what belongs to it.
        let column = summary == nil ? width : min(width, Self.column)
        line = Rect(
            x: x + (width - column) / 2, y: lineTop, width: column,
            height: choiceCount > 0 ? choiceCount : hasLine ? 1 : 0)
        let rest = lineTop + line.height + (line.height > 0 ? gap : 0)
        body = Rect(x: line.x, y: rest, width: column, height: max(0, area.y + area.height - rest))
    }
}

extension SecretNumberViewController {
    var layout: SecretNumberLayout {
        SecretNumberLayout(
            in: navigator.area, state: navigator.glyphs.spelt(state), summary: alone == nil ? nil : words.summary,
            choiceCount: rows.count,
            hasLine: view.field != nil || isKeeping || words.thinking != nil,
            hasRound: table.phase != .choosing && table.round.map { !words.isBlind || !$0.history.isEmpty } == true,
            isDecided: isDecided)
    }

    /// Whether the number was found.
    private var isDecided: Bool { alone == nil ? table.phase == .over || table.phase == .opening : words.isRoundOver }

    /// The first row: who has to do something, and the round.
    func drawTitle(on canvas: Canvas) {
        if alone != nil { return drawHeading(on: canvas) }
        let (label, isMine) = words.label
        drawTitle(on: canvas, label: isOver ? "" : label, isMine: isMine, right: status)
    }

    var state: String {
        if isOver { return tr("The game is over.") }
        guard isTypingSecret, let range else { return words.state }
        return tr(
            "Type a secret number from {lowest} to {highest}.", ["lowest": range.lowest, "highest": range.highest])
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let layout = layout
        var picture = SecretNumberDrawing(
            words: words, canvas: canvas, glyphs: navigator.glyphs, phrases: phrases.shown, offset: offset)
        if let hero = layout.hero { picture.drawHero(in: hero, layout) }
        if layout.summary.isEmpty {
            for (index, line) in layout.state.enumerated() {
                canvas.put(line, x: layout.line.x, y: layout.top + index, .label)
            }
        } else {
            picture.drawResult(layout, in: area)
        }
        canvas.focus = Point(x: layout.line.x, y: layout.top)
        let line = Rect(
            x: layout.line.x, y: layout.line.y, width: min(layout.line.width, Self.widestLine), height: layout.line.height)
        if isTypingSecret {
            drawDots(on: canvas, in: line)
        } else if isKeeping {
            drawSecret(on: canvas, in: layout.line)
        } else {
            drawing(on: canvas).drawRowsOrField(in: line)
        }
        picture.drawBody(in: layout.body, hasNumberLine: layout.hero != nil)
        offset = picture.offset
        celebration.draw(on: canvas, in: area)
    }

    /// The secret that is being typed.
    private func drawDots(on canvas: Canvas, in line: Rect) {
        guard let field = view.field else { return }
        var dots = TextField(text: dots(field.text.count), limit: 256, isLeftToRight: true)
        if field.isSelected { dots.selectAll() }
        dots.draw(on: canvas, x: line.x, y: line.y, width: line.width)
    }

    /// The secret that the others guess.
    private func drawSecret(on canvas: Canvas, in line: Rect) {
        guard let mine = table.mine else { return }
        let secret = showsSecret ? "\(mine.secret)" : dots(String(mine.range.highest).count)
        let after = canvas.put(tr("Your secret number:"), x: line.x, y: line.y, limit: line.width - 1 - TextWidth.of(secret))
        canvas.put(secret, x: after + 1, y: line.y, .title)
    }

    /// Whether the players stand beside the history, and what they say beside their names.
    var isWide: Bool { layout.body.width >= SecretNumberDrawing.wide }

    private func dots(_ count: Int) -> String { String(repeating: navigator.glyphs.isUnicode ? "●" : "*", count: count) }
}
