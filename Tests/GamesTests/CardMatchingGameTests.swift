// Card matching: the rules one by one, every short game against an oracle written another way, and whole games by bots.

import Engine
import Games
import TestSupport
import Testing

@Suite struct CardMatchingGameTests {
    private func game(_ text: String, _ mode: CardMatchingGame.Mode = .usual) -> CardMatchingGame {
        CardMatchingGame(cards: cards(text), mode: mode)
    }

    /// Chooses these places in turn; the last action.
    @discardableResult
    private func choose(_ places: Int..., in game: inout CardMatchingGame) -> Result<MatchingAction, UnplayableCard>? {
        places.map { game.choose($0) }.last
    }

    private func faces(_ game: CardMatchingGame) -> String {
        game.table.map { $0.isMatched ? "x" : $0.isFaceUp ? "u" : "d" }.joined()
    }

    @Test func aNewGame() {
        let game = game("AS 2H 3D 4C AC")
        #expect(faces(game) == "ddddd")
        #expect(game.score == 0)
        #expect(game.flips == 0)
        #expect(game.lastAction == nil)
        #expect(game.finalScore == nil)
    }

    @Test func turningUpCostsOneAndBackNothing() {
        var game = game("AS 2H 3D 4C AC")
        #expect(choose(0, in: &game) == .success(.turnedUp(cards("AS")[0])))
        #expect(game.score == -1)
        #expect(choose(0, in: &game) == .success(.turnedBack(cards("AS")[0])))
        #expect(game.score == -1)
        #expect(faces(game) == "ddddd")
        #expect(game.flips == 2)
        choose(1, 2, in: &game)
        #expect(game.lastAction == .mismatched(cards("2H 3D")))
    }

    @Test func oneSuitMakesOne() {
        var game = game("JH 2S QH 2C")
        #expect(choose(0, 2, in: &game) == .success(.matched(cards("JH QH"), points: 1)))
        #expect(game.score == -1 - 1 + 1)
        #expect(faces(game) == "xdxd")
    }

    @Test func oneRankMakesFour() {
        var game = game("JH JS 2D 2C")
        #expect(choose(1, 0, in: &game) == .success(.matched(cards("JS JH"), points: 4)))
        #expect(game.score == -1 - 1 + 4)
    }

    @Test func aMismatchLeavesTheNewCardUp() {
        var game = game("JH 2S 2H")
        #expect(choose(0, 1, in: &game) == .success(.mismatched(cards("JH 2S"))))
        #expect(game.score == -1 - 1 - 1)
        #expect(faces(game) == "dud")
        #expect(choose(2, in: &game) == .success(.matched(cards("2S 2H"), points: 4)))
        #expect(game.score == 0)
    }

    @Test func theEnd() {
        var game = game("JH JS 2D 3C")
        choose(0, 1, in: &game)
        #expect(game.isOver)
        #expect(game.finalScore == 2)
        #expect(choose(2, in: &game) == .failure(.gameOver))
        #expect(choose(0, in: &game) == .failure(.matched))
        #expect(choose(4, in: &game) == .failure(.noSuchCard))
        #expect(choose(-1, in: &game) == .failure(.noSuchCard))
        #expect(game.flips == 2)
    }

    /// Two of one rank are left, and three would be needed.
    @Test func threesEndWithTwoLeft() {
        var game = game("JH JS JD 4C 4S", .three)
        choose(0, 1, 2, in: &game)
        #expect(game.finalScore == -3 + 12)
    }

    @Test func threeAddThePairs() {
        #expect(threes("JH QH KH") == .matched(cards("JH QH KH"), points: 3))
        #expect(threes("JH JS JD") == .matched(cards("JH JS JD"), points: 12))
        #expect(threes("JH JS QS") == .matched(cards("JH JS QS"), points: 5))
        #expect(threes("JH 2S QH") == .matched(cards("JH 2S QH"), points: 1))
        #expect(threes("JH 2S JC") == .matched(cards("JH 2S JC"), points: 4))
        #expect(threes("JH 2S 3C") == .mismatched(cards("JH 2S 3C")))
    }

    /// More than three are counted likewise, and so are as many as there are.
    @Test func anyNumberAddsThePairs() {
        for (text, points) in [
            ("JH QH", 1), ("JH QH JS", 5), ("JH QH KH AH", 6), ("JH JS JD JC", 24), ("JH QH KH AH 2H", 10),
        ] {
            let count = text.split(separator: " ").count
            guard let mode = CardMatchingGame.Mode(count) else { preconditionFailure("two at least") }
            var game = game(text + " 7S 7H 7D 7C 8S 8H 8D", mode)
            for place in 0..<count { _ = game.choose(place) }
            #expect(game.lastAction == .matched(cards(text), points: points))
            #expect(game.score == points - count)
        }
        var game = game("JH 2S 3C 4D 5D 6D 7D", .four)
        choose(0, 1, 2, 4, in: &game)
        #expect(game.lastAction == .mismatched(cards("JH 2S 3C 5D")) && faces(game) == "ddddudd" && game.score == -5)
        choose(3, 5, 6, in: &game)
        #expect(game.lastAction == .matched(cards("5D 4D 6D 7D"), points: 6) && game.isOver)
        #expect(CardMatchingGame.Mode(1) == nil && CardMatchingGame.Mode.offered.map(\.count) == [2, 3, 4])
    }

    @Test("Four score only if all share a suit or a rank", arguments: ["JH JS JD QH", "JH QH KH AS", "JH JS QH QS"])
    func fourOfAKind(_ text: String) {
        var game = game(text + " 2C 3C 4C 5C", .four)
        choose(0, 1, 2, 3, in: &game)
        #expect(game.lastAction == .mismatched(cards(text)))
        choose(3, 4, 5, 6, 7, in: &game)
        #expect(game.lastAction == .matched(cards("2C 3C 4C 5C"), points: 6) && game.isOver)
    }

    @Test(
        "A simulated player with perfect memory reaches par on average",
        arguments: CardMatchingGame.sizes.prefix(Thoroughness.pick(2, of: 4)),
        CardMatchingGame.Mode.offered)
    func par(size: Int, mode: CardMatchingGame.Mode) throws {
        var random = SeededGenerator(seed: UInt64(size * 10 + mode.count))
        var sum = 0
        var par: Int?
        for _ in 0..<300 {
            var deck = PlayingCardDeck()
            let game = try #require(CardMatchingGame(cardCount: size, mode: mode, deck: &deck, using: &random))
            par = game.par
            sum += PerfectMemory.play(game, using: &random)
        }
        let mean = Double(sum) / 300
        #expect(abs(mean - Double(try #require(par))) < 1.5, "\(mean)")
    }

    @Test func stars() throws {
        var deck = PlayingCardDeck()
        var random = SeededGenerator(seed: 1)
        let game = try #require(CardMatchingGame(cardCount: 16, mode: .usual, deck: &deck, using: &random))
        #expect([0, -15, -16, -30, -31, -200].map(game.stars) == [3, 3, 2, 2, 1, 1])
        #expect(self.game("AS 2S").stars(for: 3) == 0)
    }

    private func threes(_ text: String) -> MatchingAction? {
        var game = game(text + " 5S 5H", .three)
        choose(0, 1, 2, in: &game)
        #expect(game.score == -3 + ((game.lastAction?.scoreChange ?? 0) + 1))
        return game.lastAction
    }

    @Test func aMismatchOfThreeLeavesTheNewCardUp() {
        var game = game("JH 2S 3C 4D 4H", .three)
        choose(0, 1, 2, in: &game)
        #expect(game.score == -4)
        #expect(faces(game) == "ddudd")
        #expect(choose(3, in: &game) == .success(.turnedUp(cards("4D")[0])))
        #expect(choose(2, in: &game) == .success(.turnedBack(cards("3C")[0])))
        choose(4, 2, in: &game)
        #expect(game.lastAction == .matched(cards("4D 4H 3C"), points: 4))
        #expect(game.score == -4 - 3 + 4)
        #expect(game.isOver)
    }

    @Test func dealing() {
        var random = SeededGenerator(seed: 3)
        for size in CardMatchingGame.sizes {
            var deck = PlayingCardDeck()
            let game = CardMatchingGame(cardCount: size, mode: .usual, deck: &deck, using: &random)
            #expect(game?.table.count == size)
            #expect(Set(game?.table.map(\.card) ?? []).union(deck.cards).count == 52)
            #expect(deck.cards.count == 52 - size)
        }
        var deck = PlayingCardDeck(cards: cards("AS 2S"))
        #expect(CardMatchingGame(cardCount: 3, mode: .usual, deck: &deck, using: &random) == nil)
        #expect(CardMatchingGame(cardCount: 0, mode: .usual, deck: &deck, using: &random)?.isOver == true)
        #expect(CardMatchingGame(cardCount: -1, mode: .usual, deck: &deck, using: &random)?.isOver == true)
    }

    /// Every way to choose six times among four cards and the places beside them, for hands with and without matches.
    @Test(arguments: ["AS AH 2D 3C", "AS 2S 3S 4S", "AS 2H 3D 4C", "AS 2S AH 2H", "KD QD KC 2H"], CardMatchingGame.Mode.offered)
    func everyShortGame(_ text: String, _ mode: CardMatchingGame.Mode) {
        func explore(_ game: CardMatchingGame, _ oracle: SlowMatching, depth: Int) {
            for place in -1...4 {
                var game = game
                var oracle = oracle
                let played: Bool = if case .success = game.choose(place) { true } else { false }
                let isRight = played == oracle.choose(place) && oracle == SlowMatching(game)
                #expect(isRight, "\(game.log), then \(place)")
                if depth > 1, played { explore(game, oracle, depth: depth - 1) }
            }
        }
        let game = game(text, mode)
        explore(game, SlowMatching(game), depth: 6)
    }

    /// Whole games by a bot that chooses at random, the same place twice or a card that is out included.
    @Test(arguments: CardMatchingGame.sizes, CardMatchingGame.Mode.offered)
    func wholeGames(_ size: Int, _ mode: CardMatchingGame.Mode) {
        for seed in 0..<Thoroughness.pick(1, of: 4) {
            var random = SeededGenerator(seed: UInt64(seed))
            var deck = PlayingCardDeck()
            guard var game = CardMatchingGame(cardCount: size, mode: mode, deck: &deck, using: &random) else { return }
            var oracle = SlowMatching(game)
            while game.finalScore == nil, game.flips < 20_000 {
                let place = (0..<size).randomElement(using: &random) ?? 0
                _ = game.choose(place)
                _ = oracle.choose(place)
                // A passed expectation costs more than a flip.
                if oracle != SlowMatching(game) { Issue.record("seed \(seed), after \(game.flips) flips") }
            }
            #expect(game.finalScore == scoreFromLog(game.log))
            #expect(game.flips == game.log.count)
        }
    }

    /// The score once more, from the issue's words.
    private func scoreFromLog(_ log: [MatchingAction]) -> Int {
        var score = 0
        for action in log {
            switch action {
            case .turnedBack: break
            case .turnedUp: score -= 1
            case .mismatched: score -= 2
            case .matched(let cards, let points):
                let pairs = cards.indices.flatMap { i in cards.indices.filter { $0 > i }.map { (cards[i], cards[$0]) } }
                let sum = pairs.map { $0.rank == $1.rank ? 4 : $0.suit == $1.suit ? 1 : 0 }.reduce(0, +)
                #expect(sum == points)
                score += sum - 1
            }
        }
        return score
    }
}

/// The rules once more, without a list of who was chosen: a card on the table remembers when it was turned up.
private struct SlowMatching: Equatable {
    var faces: [PlayingCard]
    var turnedUp: [Int: Int] = [:]
    var out: Set<Int> = []
    var score = 0
    var needed: Int
    var time = 0

    init(_ game: CardMatchingGame) {
        faces = game.table.map(\.card)
        for (place, card) in game.table.enumerated() where card.isFaceUp && !card.isMatched { turnedUp[place] = 0 }
        out = Set(game.table.indices.filter { game.table[$0].isMatched && game.table[$0].isFaceUp })
        score = game.score
        needed = game.mode.count
    }

    static func == (one: SlowMatching, other: SlowMatching) -> Bool {
        (one.faces, one.out, one.score, Set(one.turnedUp.keys)) == (other.faces, other.out, other.score, Set(other.turnedUp.keys))
    }

    /// Whether any set of cards that are in can still match.
    var canGoOn: Bool {
        let left = faces.indices.filter { !out.contains($0) }
        if needed == 4 {
            return left.contains { i in
                left.count { faces[$0].rank == faces[i].rank } >= 4 || left.count { faces[$0].suit == faces[i].suit } >= 4
            }
        }
        return left.count >= needed
            && left.contains { i in
                left.contains { $0 != i && (faces[$0].rank == faces[i].rank || faces[$0].suit == faces[i].suit) }
            }
    }

    mutating func choose(_ place: Int) -> Bool {
        guard canGoOn, faces.indices.contains(place), !out.contains(place) else { return false }
        time += 1
        if turnedUp.removeValue(forKey: place) != nil { return true }
        score -= 1
        let others = turnedUp.keys.sorted()
        turnedUp[place] = time
        guard others.count == needed - 1 else { return true }
        var points = 0
        for one in others + [place] {
            for other in others + [place] where other < one {
                points += faces[one].rank == faces[other].rank ? 4 : faces[one].suit == faces[other].suit ? 1 : 0
            }
        }
        let up = (others + [place]).map { faces[$0] }
        if needed == 4, !up.allSatisfy({ $0.rank == up[0].rank }), !up.allSatisfy({ $0.suit == up[0].suit }) { points = 0 }
        score += points > 0 ? points : -1
        if points > 0 { out.formUnion(others + [place]) }
        turnedUp = points > 0 ? [:] : [place: time]
        return true
    }
}
