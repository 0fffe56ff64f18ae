// Draws card matching, as a whole and card by card. CardTableLayout has the places, CardArt the cards.

import Games
import Language
import Screen

extension CardMatchingViewController {
    var layout: CardTableLayout { CardTableLayout(count: game.table.count, in: navigator.area) }

    func draw(on canvas: Canvas, in area: Rect) {
        let layout = layout
        canvas.fill(area, .feltText, on: .felt)
        // The card with the cursor comes last: its brackets overlap the gaps of its neighbours.
        for index in game.table.indices where index != cursor { drawCard(index, in: layout, on: canvas) }
        drawCard(cursor, in: layout, on: canvas)
        drawStanding(on: canvas)
        drawMessage(on: canvas)
        celebration.draw(on: canvas, in: area)
    }

    /// How the player stands, above the cards.
    private func drawStanding(on canvas: Canvas) {
        guard let y = layout.standing else { return }
        let (x, width) = (max(1, layout.table.x), min(layout.table.width, canvas.size.width - 2))
        let after = canvas.put(standing.joined(separator: "   "), x: x, y: y, .feltText, on: .felt)
        if let stars = starSigns, after + TextWidth.of(stars) < x + width {
            // The table is green in all themes.
            canvas.put(stars, x: x + width - TextWidth.of(stars), y: y, .yellowMark, on: .felt)
        }
    }

    /// Draws one card.
    func drawCard(_ index: Int, on canvas: Canvas) { drawCard(index, in: layout, on: canvas) }

    private func drawCard(_ index: Int, in layout: CardTableLayout, on canvas: Canvas) {
        canvas.picture(in: layout.table) {
            layout.draw(
                side(of: index), at: index, hasCursor: index == cursor && verdict == nil, glyphs: navigator.glyphs, on: canvas)
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
        func put(_ sentences: [String], y: Int, _ role: Role, on ground: Role?) -> Int {
            var text = sentences.first { TextWidth.of($0) <= width - 2 } ?? TextWidth.clip(sentences.last ?? "", to: width - 2)
            if ground == nil { text = " \(text) " }
            let x = (width - TextWidth.of(text)) / 2
            canvas.fill(Rect(x: 0, y: y, width: width, height: 1), .feltText, on: .felt)
            canvas.put(text, x: x, y: y, role, on: ground)
            return x
        }
        guard let verdict else {
            _ = put(message, y: layout.message, .feltText, on: .felt)
            let hasRoom = layout.message + 1 < canvas.size.height - 1 && prompt == nil
            if hasRoom { _ = put(more + [""], y: layout.message + 1, .feltText, on: .felt) }
            return
        }
        let x = put(verdict.headlines, y: layout.message, verdict.stars > 1 ? .yellowChip : .alert, on: nil)
        canvas.focus = Point(x: x, y: layout.message)
        if layout.message + 1 < canvas.size.height - 1 {
            _ = put(afterwards(verdict), y: layout.message + 1, .feltText, on: .felt)
        }
    }

    /// What goes with the card that was just turned up, where it takes one more; nil elsewhere.
    private var wanted: String? {
        guard game.mode.count == 2, case .turnedUp(let card) = game.lastAction, remark == nil else { return nil }
        let suit = navigator.glyphs.isUnicode ? card.suit.symbol : card.suit.letter
        return tr("Now find another {rank} for 4 points, or a {suit} for 1.", ["rank": card.rankText, "suit": suit])
    }

    /// What helps with the next card, in several lengths, longest first: what it should be, until one has stayed up that it will, and what par is.
    private var more: [String] {
        let isNew = mismatches == 0 && !variant.forgets
        if let wanted { return isNew ? [together([wanted, tr("If it differs, it stays up.")]), wanted] : [wanted] }
        if case .turnedBack = game.lastAction { return [tr("Turning a card back costs no point, but counts as a flip.")] }
        if case .turnedUp = game.lastAction, game.table.allSatisfy({ !$0.isMatched }) {
            return isNew ? [CardMatchingGame.Mode.staysUp] : game.mode.rules
        }
        let par = CardMatchingGame.Mode.meaningOfPar
        return [together([par, CardMatchingGame.Mode.threeStars]), par]
    }

    /// Why the game is over, and what to try next, in several lengths, longest first.
    private func afterwards(_ verdict: MatchingVerdict) -> [String] {
        let harder = [
            game.table.count < (CardMatchingGame.sizes.last ?? 0) ? tr("S deals more cards.") : nil,
            variant == .plain ? tr("O plays against the clock.") : nil,
        ].compactMap(\.self)
        let advice =
            verdict.stars > 2
            ? harder.isEmpty ? "" : together([tr("Too easy?")] + harder)
            : verdict.par == nil ? "" : CardMatchingGame.Mode.meaningOfPar
        let reason = verdict.isTimeUp ? "" : tr("Nothing matches any more.")
        return [together([reason, advice]), advice, reason].filter { !$0.isEmpty } + [""]
    }

    /// How often cards have differed in this game.
    private var mismatches: Int { game.log.count { if case .mismatched = $0 { true } else { false } } }

    /// What happened last or how the game ended, in several lengths, longest first.
    var message: [String] {
        // Before the first card, what to do, and what is different in this game.
        let rule = variant.rule(of: game.table.count)
        let opening = rule.map { rule in game.mode.rules.map { together([$0, rule]) } + [rule] } ?? game.mode.rules
        let last = game.lastAction?.sentences(staysUp: !variant.forgets, isFirst: mismatches == 1, cardWords) ?? opening
        guard let verdict else { return remark.map { [$0] } ?? last }
        if verdict.isTimeUp { return verdict.sentences }
        return verdict.sentences.prefix(3).map { together([last[0], $0]) } + verdict.sentences
    }
}

extension CardTableLayout {
    /// Draws the card in place `index`.
    func draw(_ side: CardArt.Side, at index: Int, hasCursor: Bool, glyphs: Glyphs, on canvas: Canvas) {
        let rect = card(index)
        CardArt(size: size, glyphs: glyphs, ground: .felt).draw(
            side, x: rect.x, y: rect.y, isMarked: hasCursor && size.hasBorder, on: canvas)
        if hasCursor { canvas.focus = Point(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2) }
        guard !size.hasBorder else { return }
        drawBracket(hasCursor ? "[" : " ", x: rect.x - 1, y: rect.y, on: canvas)
        drawBracket(hasCursor ? "]" : " ", x: rect.x + rect.width, y: rect.y, on: canvas)
    }

    private func drawBracket(_ text: String, x: Int, y: Int, on canvas: Canvas) {
        canvas.put(text, x: x, y: y, text == " " ? .feltText : .cardCursor, on: text == " " ? .felt : nil)
    }
}
