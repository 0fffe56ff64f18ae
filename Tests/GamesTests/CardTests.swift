// Cards and decks: what is printed, what matches, and that drawing takes each card once.

import Engine
import Games
import Testing

@Suite struct CardTests {
    @Test func contents() {
        #expect(cards("AS 10H JD QC KS").map(\.contents) == ["A♠", "10♥", "J♦", "Q♣", "K♠"])
        #expect(cards("2S").map(\.asciiContents) == ["2S"])
        #expect(Suit.allCases.map(\.symbol).joined() == "♠♥♦♣")
        #expect(Suit.allCases.filter(\.isRed) == [.hearts, .diamonds])
    }

    @Test func numbers() {
        let deck = PlayingCardDeck().cards
        #expect(deck.count == 52)
        #expect(Set(deck).count == 52)
        #expect(Set(deck.map(\.contents)).count == 52)
        #expect(Set(deck.map(\.asciiContents)).count == 52)
        #expect(deck.map(\.number) == Array(0..<52))
        #expect([-1, 52, Int.min, Int.max].allSatisfy { PlayingCard(number: $0) == nil })
    }

    /// Every pair of two cards.
    @Test func points() {
        for card in PlayingCardDeck().cards {
            let points = PlayingCardDeck().cards.filter { $0 != card }.map { card.points(matching: $0) }
            #expect(points.filter { $0 == 4 }.count == 3)
            #expect(points.filter { $0 == 1 }.count == 12)
            #expect(points.filter { $0 == 0 }.count == 36)
        }
        #expect(PlayingCard(rank: 3, suit: .clubs).points(matching: PlayingCard(rank: 3, suit: .hearts)) == 4)
    }

    @Test func drawingEmptiesTheDeck() {
        var random = SeededGenerator(seed: 52)
        var deck = PlayingCardDeck()
        var drawn: Set<PlayingCard> = []
        for left in (0..<52).reversed() {
            guard let card = deck.drawRandomCard(using: &random) else { return #expect(Bool(false)) }
            #expect(drawn.insert(card).inserted)
            #expect(deck.cards.count == left)
        }
        #expect(deck.drawRandomCard(using: &random) == nil)
        deck.add(PlayingCard(rank: 1, suit: .spades))
        #expect(deck.drawRandomCard(using: &random) == PlayingCard(rank: 1, suit: .spades))
        #expect(deck.drawAll(using: &random) == [])
    }

    /// Every card comes first about equally often: 5,200 draws, 100 expected each, within six standard deviations.
    @Test func drawingIsFair() {
        var random = SeededGenerator(seed: 1)
        var counts = [Int](repeating: 0, count: 52)
        for _ in 0..<5_200 {
            var deck = PlayingCardDeck()
            if let card = deck.drawRandomCard(using: &random) { counts[card.number] += 1 }
        }
        #expect(counts.allSatisfy { (40...160).contains($0) })
    }

    @Test func aSeedDrawsTheSameAgain() {
        var one = SeededGenerator(seed: 9)
        var other = SeededGenerator(seed: 9)
        var decks = (PlayingCardDeck(), PlayingCardDeck())
        #expect(decks.0.drawAll(using: &one) == decks.1.drawAll(using: &other))
    }
}
