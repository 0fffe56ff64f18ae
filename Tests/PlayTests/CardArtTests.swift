// What is printed on cards, counted.

import Games
import Screen
import TestSupport
import Testing

@testable import Play

@Suite("Cards as they are drawn")
struct CardArtTests {
    /// The rows of a card alone on a canvas, and that canvas.
    private func draw(_ card: PlayingCard, _ size: CardSize, isMarked: Bool = false, glyphs: Glyphs = .unicode) -> Canvas {
        let canvas = Canvas(size: size.card)
        canvas.glyphs = glyphs
        CardArt(size: size, glyphs: glyphs).draw(.face(card), x: 0, y: 0, isMarked: isMarked, on: canvas)
        return canvas
    }

    @Test("A card shows its suit as often as it is worth", arguments: 1...10, [Glyphs.unicode, .ascii])
    func pips(rank: Int, glyphs: Glyphs) {
        let card = PlayingCard(rank: rank, suit: .spades)
        let suit = glyphs.isUnicode ? card.suit.symbol : card.suit.letter
        for size in [CardSize.medium, .large] {
            let lines = draw(card, size, glyphs: glyphs).lines
            let found = lines.reduce(0) { $0 + $1.ranges(of: suit).count }
            #expect(found == rank, "\(size): \(lines)")
            #expect(lines.reduce(0) { $0 + $1.ranges(of: card.rankText).count } == 2, "\(size): \(lines)")
        }
    }

    @Test("A card with one large pip names its suit in two corners, and the four pips differ")
    func largePips() {
        let cards = Suit.allCases.map { PlayingCard(rank: 10, suit: $0) }
        let drawn = cards.map { draw($0, .tall).lines }
        for (card, lines) in zip(cards, drawn) { #expect(lines.joined().ranges(of: "10" + card.suit.symbol).count == 2) }
        #expect(Set(drawn.map { $0[2...4].joined() }).count == cards.count)
    }

    @Test("A marked card says its rank and its suit once, at the sizes without pips", arguments: 0..<52)
    func marked(number: Int) throws {
        let card = try #require(PlayingCard(number: number))
        for size in [CardSize.tiny, .bar, .small] {
            let canvas = draw(card, size, isMarked: true)
            let text = canvas.lines.joined()
            #expect(text.ranges(of: card.suit.symbol).count == 1 && text.ranges(of: card.rankText).count == 1, "\(size): \(text)")
            #expect(canvas[0, 0].role == .cardCursor)
        }
    }
}
