// Draws card matching, as a whole and card by card. CardTableLayout has the places, CardArt the cards.

import Games
import Screen

extension CardMatchingViewController {
    var layout: CardTableLayout { CardTableLayout(count: game.table.count, in: navigator.area) }
    private var view: CardView { CardView(layout: layout, glyphs: navigator.glyphs) }

    /// Whether the choices are visible: always, if they have a row of their own.
    var isShowingChoices: Bool { isChoosing && !isEndInTheirPlace || layout.choices != layout.message }

    /// Whether the message of the end takes the row of the choices, until an arrow moves to another one.
    private var isEndInTheirPlace: Bool { verdict != nil && choices.choice == .deal }

    func draw(on canvas: Canvas, in area: Rect) {
        let view = view
        canvas.fill(area, .feltText, on: .felt)
        // The card with the cursor comes last: its brackets overlap the gaps of its neighbours.
        for index in game.table.indices where index != cursor { drawCard(index, with: view, on: canvas) }
        drawCard(cursor, with: view, on: canvas)
        drawMessage(on: canvas)
        celebration.draw(on: canvas, in: area)
        if isShowingChoices { choices.draw(on: canvas, y: layout.choices) }
    }

    /// Draws one card.
    func drawCard(_ index: Int, on canvas: Canvas) { drawCard(index, with: view, on: canvas) }

    private func drawCard(_ index: Int, with view: CardView, on canvas: Canvas) {
        canvas.picture(in: view.layout.table) {
            view.draw(side(of: index), at: index, hasCursor: index == cursor && !isChoosing, on: canvas)
        }
    }

    /// What is seen of a card.
    private func side(of index: Int) -> CardArt.Side {
        let dealt = game.table[index]
        if dealt.isMatched { return .remains(dealt.card) }
        if verdict != nil || isSeen(index) { return .face(dealt.card) }
        return dealt.isFaceUp ? .hidden : .back
    }

    private func drawMessage(on canvas: Canvas) {
        let width = canvas.size.width
        let sentences = message
        var text = sentences.first { TextWidth.of($0) <= width - 2 } ?? TextWidth.clip(sentences.last ?? "", to: width - 2)
        if verdict != nil { text = " \(text) " }
        let x = (width - TextWidth.of(text)) / 2
        canvas.fill(Rect(x: 0, y: layout.message, width: width, height: 1), .feltText, on: .felt)
        if verdict == nil {
            canvas.put(text, x: x, y: layout.message, .feltText, on: .felt)
        } else {
            canvas.put(text, x: x, y: layout.message, .alert)
        }
        if verdict != nil { canvas.focus = Point(x: x, y: layout.message) }
    }

    /// What to do before the first card is turned, and what is different in this game.
    private var opening: [String] {
        guard let variant = variant.rule(of: game.table.count) else { return game.mode.rules }
        return game.mode.rules.map { together([$0, variant]) } + [variant]
    }

    /// What happened last or how the game ended, in several lengths, longest first.
    var message: [String] {
        let last = game.lastAction?.sentences(staysUp: !variant.forgets, cardWords) ?? opening
        guard let verdict else { return remark.map { [$0] } ?? last }
        if verdict.isTimeUp { return verdict.sentences }
        return verdict.sentences.prefix(3).map { together([last[0], $0]) } + verdict.sentences
    }
}

/// Draws the cards of a table.
struct CardView {
    let layout: CardTableLayout
    let glyphs: Glyphs

    /// Draws the card in place `index`.
    func draw(_ side: CardArt.Side, at index: Int, hasCursor: Bool, on canvas: Canvas) {
        let rect = layout.card(index)
        CardArt(size: layout.size, glyphs: glyphs, ground: .felt).draw(
            side, x: rect.x, y: rect.y, isMarked: hasCursor && layout.size.hasBorder, on: canvas)
        if hasCursor { canvas.focus = Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2) }
        guard !layout.size.hasBorder else { return }
        drawBracket(hasCursor ? "[" : " ", x: rect.x - 1, y: rect.y, on: canvas)
        drawBracket(hasCursor ? "]" : " ", x: rect.x + rect.width, y: rect.y, on: canvas)
    }

    private func drawBracket(_ text: String, x: Int, y: Int, on canvas: Canvas) {
        canvas.put(text, x: x, y: y, text == " " ? .feltText : .cardCursor, on: text == " " ? .felt : nil)
    }
}
