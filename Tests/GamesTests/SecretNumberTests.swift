// Guess the secret number: ranges and what is typed, who may guess when, how a round ends, and that every lie is found.

import Engine
import Games
import Testing

private let hundred = SecretNumberRange.offered[0]

@Suite struct SecretNumberRangeTests {
    @Test("With one lie, what fits is what every number's own count of lies says, and splitting it evenly reaches par")
    func oneLie() throws {
        var random = SeededGenerator(seed: 32)
        for range in SecretNumberRange.offered.prefix(2) {
            var withinPar = 0
            for _ in 0..<200 {
                let secret = Int.random(in: 1...range.highest, using: &random)
                let lieAt = Int.random(in: 1...range.sufficientGuesses, using: &random)
                var round = try #require(SecretNumberRound(range: range, players: [0, 1], keeper: 0, host: 0))
                while round.end == nil {
                    let doubt = SecretNumberDoubt(after: round)
                    if range.count == 100 {
                        let fitting = (1...100).map(round.lies)
                        #expect((1...100).allSatisfy { doubt.truthful?.contains($0) == true ? fitting[$0 - 1] == 0 : true })
                        #expect((1...100).allSatisfy { n in doubt.doubtful.contains { $0.contains(n) } == (fitting[n - 1] == 1) })
                        #expect(doubt.count == fitting.count { $0 < 2 })
                    }
                    let number = Self.evenSplit(doubt, left: range.guessesDespiteALie - round.history.count)
                    var answer = SecretNumberAnswer(to: number, secret: secret)
                    if round.history.count + 1 == lieAt { answer = answer == .higher ? .lower : .higher }
                    round.record(AnsweredGuess(player: 1, number: number, answer: answer))
                }
                if round.history.count <= range.guessesDespiteALie { withinPar += 1 }
            }
            #expect(withinPar >= 190, "\(range.count): \(withinPar) of 200")
        }
    }

    /// The number that splits what fits most evenly: with `left` answers to come, a number that fits without a lie weighs left + 1, and one that
    /// fits with a lie weighs 1.
    private static func evenSplit(_ doubt: SecretNumberDoubt, left: Int) -> Int {
        guard let bounds = doubt.bounds else { return 1 }
        func weight(_ number: Int) -> Int {
            doubt.truthful?.contains(number) == true ? max(1, left) + 1 : doubt.doubtful.contains { $0.contains(number) } ? 1 : 0
        }
        let weights = bounds.map(weight)
        let total = weights.reduce(0, +)
        var sum = 0
        for (number, weight) in zip(bounds, weights) {
            sum += weight
            if weight > 0, 2 * sum >= total { return number }
        }
        return bounds.lowerBound
    }

    @Test("In turns the perfect guesser has the best chance to be first, whatever is left")
    func inTurns() {
        // The chance of whoever guesses next among so many numbers, and that of a guess with `below` of them below it.
        var chances = [0.0]
        func chance(_ count: Int, _ below: Int) -> Double {
            let above = count - 1 - below
            return (1 + Double(below) * (1 - chances[below]) + Double(above) * (1 - chances[above])) / Double(count)
        }
        var random = SystemRandomNumberGenerator()
        for count in 1...300 {
            let best = (0..<count).map { chance(count, $0) }.max() ?? 0
            let guess = SecretNumberGuesser.perfect.guessInTurns(in: 7...count + 6, using: &random) - 7
            #expect(abs(chance(count, guess) - best) < 1e-9)
            chances.append(best)
        }
        #expect(abs(chances[100] - 0.5) < 1e-9 && abs(chances[3] - 2 / 3.0) < 1e-9)
    }

    @Test func ranges() {
        #expect(SecretNumberRange.offered.map(\.highest) == [100, 1_000, 10_000])
        #expect(SecretNumberRange(lowest: 1, highest: 2)?.count == 2)
        for (lowest, highest) in [(0, 10), (-5, 10), (5, 5), (6, 5), (1, 1_000_001), (Int.min, Int.max), (Int.max, Int.max)] {
            #expect(SecretNumberRange(lowest: lowest, highest: highest) == nil)
        }
    }

    @Test func theBound() {
        #expect(SecretNumberRange.offered.map(\.sufficientGuesses) == [7, 10, 14])
        for highest in 2...70 {
            let range = SecretNumberRange(lowest: 1, highest: highest)
            let worst = (1...highest).map { guesses(of: $0, among: 1...highest) }.max()
            #expect(range?.sufficientGuesses == worst)
        }
    }

    /// How many guesses halving takes.
    private func guesses(of secret: Int, among numbers: ClosedRange<Int>) -> Int {
        let middle = (numbers.lowerBound + numbers.upperBound) / 2
        switch SecretNumberAnswer(to: middle, secret: secret) {
        case .correct: return 1
        case .higher: return 1 + guesses(of: secret, among: middle + 1...numbers.upperBound)
        case .lower: return 1 + guesses(of: secret, among: numbers.lowerBound...middle - 1)
        }
    }

    @Test(arguments: [
        ("1", 1), ("100", 100), (" 42 ", 42), ("007", 7), ("٤٢", 42), ("１００", 100), (" ۷", 7), ("４2", 42),
    ]) func isANumber(_ text: String, _ number: Int) {
        #expect(hundred.number(typed: text) == .success(number))
    }

    @Test(arguments: ["0", "101", "-1", "-0", "99999999999999999999999999", "-99999999999999999999999999"])
    func isOutside(_ text: String) {
        #expect(hundred.number(typed: text) == .failure(.outside(hundred)))
    }

    @Test(arguments: [
        "", " ", "-", "--1", "+1", "1 2", "1.5", "1,000", "0x10", "five", "½", "三", "①", "4\u{301}2", "1\n", "\u{301}",
    ])
    func isNoNumber(_ text: String) {
        #expect(hundred.number(typed: text) == .failure(.noNumber(hundred)))
    }
}

@Suite struct SecretNumberRoundTests {
    private func keeper(players: [Int] = [0, 1, 2], keeper: Int = 0, secret: Int = 50) throws -> SecretNumberKeeper {
        let round = try #require(SecretNumberRound(range: hundred, players: players, keeper: keeper, host: 0))
        return try #require(SecretNumberKeeper(of: round, secret: secret))
    }

    @Test func whoCanPlay() {
        func round(_ players: [Int], keeper: Int = 0, host: Int = 0) -> Bool {
            SecretNumberRound(range: hundred, players: players, keeper: keeper, host: host) != nil
        }
        #expect(round([0, 1]) && round(Array(0..<8)) && round([4, 0, 9], keeper: 9))
        #expect(
            !round([0]) && !round(Array(0..<9)) && !round([0, 1, 1]) && !round([0, 1], keeper: 2) && !round([1, 2], keeper: 1))
    }

    @Test func theSecretIsInTheRange() throws {
        let round = try #require(SecretNumberRound(range: hundred, players: [0, 1], keeper: 0, host: 0))
        #expect([0, 101, Int.min].allSatisfy { SecretNumberKeeper(of: round, secret: $0) == nil })
        #expect(SecretNumberKeeper(of: round, secret: 100)?.secret == 100)
    }

    @Test func aWholeRound() throws {
        var keeper = try keeper()
        #expect(keeper.answer(75, by: 1)?.answer == .lower)
        #expect(keeper.answer(25, by: 1)?.answer == .higher)
        #expect(keeper.answer(50, by: 2)?.answer == .correct)
        #expect(keeper.round.end == .won(by: 2))
        #expect(keeper.answer(50, by: 1) == nil)
        #expect(keeper.round.history.map(\.number) == [50, 25, 75])
        #expect((0...3).map(keeper.round.guesses) == [0, 2, 1, 0])
        #expect(keeper.round.nextKeeper(winnerAccepts: true) == 2)
        #expect(keeper.round.nextKeeper(winnerAccepts: false) == 0)
        keeper.leave(2)
        #expect(keeper.round.nextKeeper(winnerAccepts: true) == 0)
        #expect(keeper.round.end == .won(by: 2))
    }

    @Test func whatIsRefused() throws {
        var keeper = try keeper()
        let before = keeper
        #expect(keeper.answer(50, by: 0) == nil)
        #expect(keeper.answer(50, by: 3) == nil)
        #expect(keeper.answer(0, by: 1) == nil)
        keeper.leave(3)
        #expect(keeper == before)
        keeper.leave(1)
        let without = keeper
        keeper.leave(1)
        #expect(keeper == without && keeper != before)
        #expect(keeper.answer(50, by: 1) == nil)
        #expect(keeper.round.end == nil)
        #expect(keeper.answer(50, by: 2)?.answer == .correct)
    }

    /// Who leaves, and how it ends, with player 1 as the keeper where a winner keeps the secret.
    @Test(
        arguments: [
            (0, [1], nil), (0, [1, 2], .guessersLeft), (0, [0], .hostLeft), (0, [1, 0], .hostLeft), (1, [1], .keeperLeft),
            (1, [0], .hostLeft), (1, [2], nil), (1, [2, 1], .keeperLeft), (1, [1, 0], .keeperLeft),
        ] as [(Int, [Int], SecretNumberRound.End?)])
    func leaving(keeper number: Int, _ leavers: [Int], _ end: SecretNumberRound.End?) throws {
        var keeper = try keeper(keeper: number)
        for player in leavers { keeper.leave(player) }
        #expect(keeper.round.end == end)
        #expect(keeper.round.gone == Set(leavers))
        #expect(keeper.round.nextKeeper(winnerAccepts: true) == (leavers.contains(0) ? nil : 0))
    }

    /// A guest's copy of the round, written from what the keeper sends, is the keeper's.
    @Test func wholeRoundsByBots() throws {
        for seed in 0..<300 {
            var random = SeededGenerator(seed: UInt64(seed))
            let range = try #require(SecretNumberRange.offered.randomElement(using: &random))
            let players = Array(0..<Int.random(in: 2...8, using: &random))
            let round = try #require(SecretNumberRound(range: range, players: players, keeper: 0, host: 0))
            var keeper = try #require(SecretNumberKeeper(of: round, secret: .random(in: 1...range.highest, using: &random)))
            var guest = round
            var left = range.lowest...range.highest
            while keeper.round.end == nil {
                let player = Int.random(in: 0..<9, using: &random)
                if Int.random(in: 0..<30, using: &random) == 0, player > 0 {
                    keeper.leave(player)
                    guest.leave(player)
                } else if let guess = keeper.answer((left.lowerBound + left.upperBound) / 2, by: player) {
                    #expect(guest.record(guess) == true)
                    if guess.answer == .higher { left = guess.number + 1...left.upperBound }
                    if guess.answer == .lower { left = left.lowerBound...guess.number - 1 }
                }
                #expect(guest == keeper.round)
            }
            #expect(players.map(guest.guesses).reduce(0, +) == guest.history.count)
            #expect(guest.history.count <= range.sufficientGuesses)
            #expect(guest.verdict(opened: keeper.secret) { $0 == keeper.secret } == .verified)
        }
    }
}

@Suite struct SecretNumberVerdictTests {
    /// Every history of two answers, true or not, in a range of four, under every opened secret.
    @Test func everyLieIsFound() throws {
        let range = try #require(SecretNumberRange(lowest: 1, highest: 4))
        let start = try #require(SecretNumberRound(range: range, players: [0, 1, 2], keeper: 0, host: 0))
        let guesses = (1...4).flatMap { number in
            SecretNumberAnswer.allCases.map { AnsweredGuess(player: 1 + number % 2, number: number, answer: $0) }
        }
        for first in guesses where first.answer != .correct {
            for second in guesses {
                var round = start
                #expect(round.record(first) == true)
                #expect(round.record(second) == true)
                for secret in 1...4 {
                    let lie = [first, second].first { isLie($0, secret) }
                    #expect(round.verdict(opened: secret) { _ in true } == lie.map { .lie($0) } ?? .verified)
                    #expect(round.verdict(opened: secret) { _ in false } == .notTheSecret)
                }
                #expect(round.verdict(opened: 5) { _ in true } == .outsideRange)
            }
        }
    }

    private func isLie(_ guess: AnsweredGuess, _ secret: Int) -> Bool {
        switch guess.answer {
        case .higher: secret <= guess.number
        case .lower: secret >= guess.number
        case .correct: secret != guess.number
        }
    }
}

/// The keeper of a secret, who answers truly.
struct SecretNumberKeeper: Equatable, Sendable {
    /// The secret.
    let secret: Int
    /// The round as everybody sees it.
    private(set) var round: SecretNumberRound

    /// The keeper of a round; nil if the secret lies outside its range.
    init?(of round: SecretNumberRound, secret: Int) {
        guard round.range.contains(secret) else { return nil }
        self.round = round
        self.secret = secret
    }

    /// Answers a guess. Of two correct ones the first that comes here wins; the other finds the round over.
    mutating func answer(_ number: Int, by player: Int) -> AnsweredGuess? {
        let guess = AnsweredGuess(player: player, number: number, answer: SecretNumberAnswer(to: number, secret: secret))
        return round.record(guess) ? guess : nil
    }

    /// A player is gone.
    mutating func leave(_ player: Int) {
        round.leave(player)
    }
}
