// The three games compared, step by step, with models written anew from the rules in the manual page. The models are slow and plain, and
// share no code with the games.

import Engine
import Games
import TestSupport
import Testing

/// Card matching: a card is open, gone, or neither.
private struct CardsModel {
    let cards: [PlayingCard]
    let count: Int
    var open: [Int] = []
    var gone: Set<Int> = []
    var score = 0

    /// 4 points for each pair of one rank, 1 for one suit; four cards count only if all share one of them.
    private func points(_ places: [Int]) -> Int {
        let chosen = places.map { cards[$0] }
        if count == 4, !chosen.allSatisfy({ $0.rank == chosen[0].rank }), !chosen.allSatisfy({ $0.suit == chosen[0].suit }) {
            return 0
        }
        var sum = 0
        for (index, card) in chosen.enumerated() {
            for other in chosen.dropFirst(index + 1) { sum += card.rank == other.rank ? 4 : card.suit == other.suit ? 1 : 0 }
        }
        return sum
    }

    private func choices(_ places: [Int], _ count: Int) -> [[Int]] {
        if count == 0 { return [[]] }
        return places.indices.flatMap { index in
            choices(Array(places[(index + 1)...]), count - 1).map { [places[index]] + $0 }
        }
    }

    /// Over when no cards that are left could score.
    var isOver: Bool {
        let left = cards.indices.filter { !gone.contains($0) }
        return left.count < count || !choices(left, count).contains { points($0) > 0 }
    }

    mutating func turn(_ place: Int) {
        if gone.contains(place) { return }
        if let index = open.firstIndex(of: place) { return _ = open.remove(at: index) }
        open.append(place)
        score -= 1
        guard open.count == count else { return }
        let points = points(open)
        score += points > 0 ? points : -1
        if points > 0 { gone.formUnion(open) }
        open = points > 0 ? [] : [place]
    }
}

/// Snap!: stacks and piles as arrays, the next card to turn first, the visible one last.
private struct SnapModel {
    var stacks: [[PlayingCard]]
    var piles: [[PlayingCard]]
    var mover = 0, turn = 1
    private var turned = 0, changed = 0, newest = -1
    private var matchedAt: Int?
    private var late: Set<Int> = []
    /// Seats that live on their last chance, and those that are out.
    var chance: Set<Int> = [], out: Set<Int> = []

    init(_ deck: [PlayingCard], players: Int) {
        stacks = (0..<players).map { seat in deck.indices.filter { $0 % players == seat }.map { deck[$0] } }
        piles = stacks.map { _ in [] }
    }

    func cards(_ seat: Int) -> Int { stacks[seat].count + piles[seat].count }
    var winner: Int? { stacks.indices.first { cards($0) == 52 } }

    /// Groups of piles with one rank on top; one with the newest card comes first.
    var matches: [[Int]] {
        let groups = Dictionary(grouping: piles.indices.filter { !piles[$0].isEmpty }) { piles[$0].last?.rank ?? 0 }
        return groups.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted {
            ($0.contains(newest) ? 0 : 1, $0[0]) < ($1.contains(newest) ? 0 : 1, $1[0])
        }
    }

    private func others(than seat: Int) -> [Int] {
        (1..<stacks.count).map { (seat + $0) % stacks.count }.filter { cards($0) > 0 }
    }

    private mutating func takeNext(_ seat: Int) -> PlayingCard? {
        if stacks[seat].isEmpty { (stacks[seat], piles[seat]) = (piles[seat], []) }
        return stacks[seat].isEmpty ? nil : stacks[seat].removeFirst()
    }

    mutating func turnCard() {
        settle {
            guard let card = $0.takeNext($0.mover) else { return }
            $0.piles[$0.mover].append(card)
            ($0.turned, $0.newest) = ($0.turned + 1, $0.mover)
        }
    }

    mutating func snap(_ seat: Int) {
        if out.contains(seat) || turned == 0 { return }
        settle {
            if let match = $0.matches.first {
                for pile in match {
                    $0.stacks[seat] += $0.piles[pile]
                    $0.piles[pile] = []
                }
                $0.chance.remove(seat)
                $0.changed = $0.turned
            } else if let at = $0.matchedAt, $0.turned - at <= 1, !$0.late.contains(seat) {
                $0.late.insert(seat)
            } else {
                $0.changed = $0.turned
                if $0.cards(seat) == 0 { $0.out.insert(seat) }
                for other in $0.others(than: seat) { if let card = $0.takeNext(seat) { $0.stacks[other].append(card) } }
            }
        }
    }

    private mutating func settle(_ act: (inout Self) -> Void) {
        let (before, count) = (matches, turned)
        let ranks = { (model: Self) in Set(model.matches.map { model.piles[$0[0]].last?.rank ?? 0 }) }
        let old = ranks(self)
        let rankOf = Dictionary(uniqueKeysWithValues: before.map { (piles[$0[0]].last?.rank ?? 0, Set($0)) })
        act(&self)
        if turned - changed >= 104, matches.isEmpty { giveOne() }
        for seat in stacks.indices {
            if chance.contains(seat), cards(seat) == 0, !old.subtracting(ranks(self)).isEmpty {
                chance.remove(seat)
                out.insert(seat)
            } else if cards(seat) == 0, !out.contains(seat) {
                chance.insert(seat)
            }
        }
        let isNew = matches.contains { match in !Set(match).isSubset(of: rankOf[piles[match[0]].last?.rank ?? 0] ?? []) }
        if isNew { late = [] }
        if !matches.isEmpty { matchedAt = turned }
        guard winner == nil, turned != count || cards(mover) == 0, let next = others(than: mover).first else { return }
        (mover, turn) = (next, turn + 1)
    }

    private mutating func giveOne() {
        let seats = stacks.indices.filter { cards($0) > 0 }
        guard let fewest = seats.map(cards).min(), let most = seats.map(cards).max(),
            let giver = seats.last(where: { cards($0) == fewest }), let taker = seats.first(where: { cards($0) == most })
        else { return }
        if let card = takeNext(giver) { stacks[taker].append(card) }
        changed = turned
    }
}

@Suite struct ModelTests {
    @Test(arguments: CardMatchingGame.Mode.offered, CardMatchingGame.sizes)
    func cardMatching(_ mode: CardMatchingGame.Mode, _ size: Int) throws {
        for seed in 0..<Thoroughness.pick(1, of: 3) {
            var random = SeededGenerator(seed: UInt64(seed))
            var deck = PlayingCardDeck()
            let cards = Array(deck.drawAll(using: &random).prefix(size))
            var (game, model) = (CardMatchingGame(cards: cards, mode: mode), CardsModel(cards: cards, count: mode.count))
            for step in 0..<200 where game.finalScore == nil {
                let place = Int.random(in: 0..<size, using: &random)
                _ = game.choose(place)
                model.turn(place)
                let up = game.table.indices.filter { game.table[$0].isFaceUp && !game.table[$0].isMatched }
                #expect(game.score == model.score && Set(up) == Set(model.open), "seed \(seed), step \(step)")
                #expect(Set(game.table.indices.filter { game.table[$0].isMatched }) == model.gone)
                if !game.table.contains(where: { $0.isFaceUp && !$0.isMatched }) { #expect(game.isOver == model.isOver) }
            }
            #expect(game.isOver == model.isOver, "seed \(seed)")
        }
    }

    @Test func secretNumber() throws {
        for seed in 0..<20 {
            var random = SeededGenerator(seed: UInt64(seed))
            let range = try #require(SecretNumberRange.offered.dropLast().randomElement(using: &random))
            let numbers = Array(range.lowest...range.highest)
            let secret = try #require(numbers.randomElement(using: &random))
            var round = try #require(SecretNumberRound(range: range, players: [0, 1, 2, 3], keeper: 2, host: 0))
            var left = numbers
            var isOver = false
            while !isOver {
                let (player, number) = (
                    Int.random(in: -1...4, using: &random), Int.random(in: -5...range.highest + 5, using: &random)
                )
                let guess = seed % 2 == 0 || left.isEmpty ? number : left[left.count / 2]
                let isAllowed = [0, 1, 3].contains(player) && numbers.contains(guess)
                let isRecorded = round.record(
                    AnsweredGuess(player: player, number: guess, answer: SecretNumberAnswer(to: guess, secret: secret)))
                #expect(isRecorded == isAllowed, "seed \(seed): \(player) \(guess)")
                if isAllowed {
                    left = left.filter { guess == secret ? $0 == secret : (guess < secret) == ($0 > guess) && $0 != guess }
                }
                #expect(round.remaining.map(Array.init) == left)
                isOver = isAllowed && guess == secret
                #expect(round.end == (isOver ? .won(by: player) : nil))
            }
        }
    }

    @Test(arguments: SnapGame.playerCounts) func snap(_ players: Int) throws {
        for seed in 0..<6 {
            var random = SeededGenerator(seed: UInt64(seed))
            var deck = PlayingCardDeck()
            let cards = deck.drawAll(using: &random)
            var (game, model) = (try #require(SnapGame(players: players, deck: cards)), SnapModel(cards, players: players))
            for step in 0..<4_000 where game.winner == nil {
                let dice = Int.random(in: 0..<100, using: &random)
                if dice < (model.matches.isEmpty ? 4 : 80) {
                    let seat = dice % 3 == 0 ? Int.random(in: 0..<players, using: &random) : 0
                    _ = game.handle(.snap(player: seat))
                    model.snap(seat)
                } else {
                    _ = game.handle(dice == 99 ? .timeUp(turn: game.turn) : .turn(player: game.mover))
                    model.turnCard()
                }
                let here = "seed \(seed), step \(step)"
                #expect(game.hands.map(\.stack) == model.stacks && game.hands.map(\.pile) == model.piles, "\(here)")
                #expect(game.winner == model.winner && game.mover == model.mover && game.turn == model.turn, "\(here)")
                #expect(game.matches.map(\.piles) == model.matches, "\(here)")
                let standings = model.stacks.indices.map { seat -> SnapStanding in
                    model.out.contains(seat) ? .out : model.chance.contains(seat) ? .lastChance : .playing
                }
                #expect(game.standings == standings, "\(here)")
                if game.hands.map(\.stack) != model.stacks { return }
            }
        }
    }
}
