// Draws card matching, as a whole and card by card. CardTableLayout has the places, CardArt the cards.

import Games
import Screen

extension CardMatchingViewController {
    var layout: CardTableLayout { CardTableLayout(count: game.table.count, in: navigator.area) }
    private var view: CardView { CardView(layout: layout, glyphs: navigator.glyphs) }

    /// Whether the choices are visible: always, if they have a row of their own.
    var isShowingChoices: Bool { isChoosing && !isEndInTheirPlace || layout.choices != layout.message }

    /// Whether the message of the end takes the row of the choices, until one is chosen.
    private var isEndInTheirPlace: Bool { verdict != nil && choices.chosen == nil }

    func draw(on canvas: Canvas, in area: Rect) {
        let view = view
        // The card with the cursor comes last: its brackets overlap the gaps of its neighbours.
        for index in game.table.indices where index != cursor { drawCard(index, with: view, on: canvas) }
        drawCard(cursor, with: view, on: canvas)
        drawMessage(on: canvas)
        if isShowingChoices { choices.draw(on: canvas, y: layout.choices) }
    }

    /// Draws one card.
    func drawCard(_ index: Int, on canvas: Canvas) { drawCard(index, with: view, on: canvas) }

    private func drawCard(_ index: Int, with view: CardView, on canvas: Canvas) {
        canvas.picture(in: view.layout.table) {
            view.draw(
                game.table[index], at: index, isOpen: verdict != nil, hasCursor: index == cursor && !isChoosing, on: canvas)
        }
    }

    private func drawMessage(on canvas: Canvas) {
        let width = canvas.size.width
        let sentences = message
        var text = sentences.first { TextWidth.of($0) <= width - 2 } ?? TextWidth.clip(sentences.last ?? "", to: width - 2)
        if verdict != nil { text = " \(text) " }
        let x = (width - TextWidth.of(text)) / 2
        canvas.put(text, x: x, y: layout.message, verdict == nil ? .label : .alert)
        if verdict != nil { canvas.focus = Point(x: x, y: layout.message) }
    }

    /// What happened last or how the game ended, in several lengths, longest first.
    var message: [String] {
        let last = game.lastAction?.sentences(in: navigator.glyphs) ?? game.mode.rules
        guard let verdict else { return remark.map { [$0] } ?? last }
        return verdict.sentences.prefix(3).map { together([last[0], $0]) } + verdict.sentences
    }
}

/// Draws the cards of a table.
struct CardView {
    let layout: CardTableLayout
    let glyphs: Glyphs

    /// Draws the card in place `index`; `isOpen` shows its face even if it is face down.
    func draw(_ dealt: CardMatchingGame.DealtCard, at index: Int, isOpen: Bool, hasCursor: Bool, on canvas: Canvas) {
        let rect = layout.card(index)
        let side: CardArt.Side =
            dealt.isMatched ? .remains(dealt.card) : dealt.isFaceUp || isOpen ? .face(dealt.card) : .back
        CardArt(size: layout.size, glyphs: glyphs).draw(
            side, x: rect.x, y: rect.y, isMarked: hasCursor && layout.size.hasBorder, on: canvas)
        if hasCursor { canvas.focus = Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2) }
        guard !layout.size.hasBorder else { return }
        drawBracket(hasCursor ? "[" : " ", x: rect.x - 1, y: rect.y, on: canvas)
        drawBracket(hasCursor ? "]" : " ", x: rect.x + rect.width, y: rect.y, on: canvas)
    }

    private func drawBracket(_ text: String, x: Int, y: Int, on canvas: Canvas) {
        canvas.put(text, x: x, y: y, text == " " ? .plain : .cardCursor)
    }
}
