// What card matching, the secret number and Snap! look like, beside what can be chosen before a game of them.

import Games
import Language
import Screen

extension OtherGame {
    /// Draws a moment of the game in the place of a board.
    func draw(in rect: Rect, glyphs: Glyphs, on canvas: Canvas) {
        canvas.picture(in: rect) {
            switch self {
            case .cardMatching: drawCards(in: rect, glyphs, on: canvas)
            case .secretNumber: drawNumbers(in: rect, glyphs, on: canvas)
            case .snap: drawPiles(in: rect, glyphs, on: canvas)
            }
        }
    }

    /// Two cards of one rank, and one that is not known.
    private func drawCards(in rect: Rect, _ glyphs: Glyphs, on canvas: Canvas) {
        canvas.fill(rect, with: " ", .feltText, on: .felt)
        let art = CardArt(size: .tall, glyphs: glyphs, ground: .felt)
        let sides: [CardArt.Side] = [
            .face(PlayingCard(rank: 4, suit: .hearts)), .back, .face(PlayingCard(rank: 4, suit: .spades)),
        ]
        let (card, step) = (art.size.card, art.size.card.width + 2)
        let (x, y) = (rect.x + (rect.width - 2 * step - card.width) / 2, rect.y + (rect.height - card.height) / 2)
        for (index, side) in sides.enumerated() { art.draw(side, x: x + index * step, y: y, on: canvas) }
    }

    /// What two guesses have left.
    private func drawNumbers(in rect: Rect, _ glyphs: Glyphs, on canvas: Canvas) {
        guard var round = SecretNumberRound(range: SecretNumberRange.offered[0], players: [0, 1], keeper: 0, host: 0) else {
            return
        }
        for (number, answer) in [(50, SecretNumberAnswer.lower), (25, .higher)] {
            round.record(AnsweredGuess(player: 1, number: number, answer: answer))
        }
        let rows =
            (glyphs.isUnicode
                ? PixelText(round.leftDigits ?? "")?.rows
                : PixelText.rows(of: round.leftDigits ?? "", scale: 1, isUnicode: false)) ?? []
        var y = rect.y + max(0, (rect.height - rows.count - 1 - NumberLine.fullHeight) / 2)
        for row in rows where TextWidth.of(row) <= rect.width {
            canvas.put(row, x: rect.x + (rect.width - TextWidth.of(row)) / 2, y: y, .title)
            y += 1
        }
        NumberLine(round: round, glyphs: glyphs, me: 1)
            .draw(on: canvas, in: Rect(x: rect.x, y: y + 1, width: rect.width, height: NumberLine.fullHeight))
    }

    /// Two piles with the same rank.
    private func drawPiles(in rect: Rect, _ glyphs: Glyphs, on canvas: Canvas) {
        canvas.fill(rect, with: " ", .feltText, on: .felt)
        let width = min(2 * (rect.height - 3), (rect.width - 3) / 2)
        let size = Size(width: width, height: min(rect.height - 4, max(3, width * 2 / 3)))
        let (x, y) = (rect.x + (rect.width - 2 * size.width - 1) / 2, rect.y + (rect.height - size.height - 2) / 2)
        for (index, suit) in [Suit.hearts, .spades].enumerated() {
            PileArt(glyphs: glyphs).draw(
                PlayingCard(rank: 7, suit: suit),
                in: Rect(x: x + index * (size.width + 1), y: y, width: size.width, height: size.height), isMarked: false,
                on: canvas)
        }
        let words = " \(tr("Snap!")) "
        canvas.put(words, x: rect.x + (rect.width - TextWidth.of(words)) / 2, y: y + size.height + 1, .alert)
    }
}
