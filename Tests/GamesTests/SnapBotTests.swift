// Snap!: whole games by bots that also do what they must not, every short way on from some tables, and what holds at each step.

import Engine
import Testing

@testable import Games

@Suite struct SnapBotTests {
    /// How a bot plays: in a hundred steps so many snaps without looking, and so many events that make no sense.
    struct Manner: Sendable {
        var blindSnaps: Int
        var nonsense: Int
        var leaving: Int
    }

    static let permissions = [
        Manner(blindSnaps: 0, nonsense: 0, leaving: 0), Manner(blindSnaps: 3, nonsense: 2, leaving: 0),
        Manner(blindSnaps: 10, nonsense: 20, leaving: 1),
    ]

    @Test(arguments: SnapGame.playerCounts, permissions)
    func wholeGames(_ players: Int, _ manner: Manner) throws {
        for seed in 0..<6 {
            var random = SeededGenerator(seed: UInt64(seed))
            var game = try #require(SnapGame(players: players, using: &random))
            var steps = 0
            while game.winner == nil, steps < 40_000 {
                let event = nextEvent(of: game, manner, &random)
                let faults = step(&game, event)
                #expect(faults == [], "seed \(seed), step \(steps), \(event)")
                steps += 1
            }
            #expect(game.winner != nil, "seed \(seed)")
            #expect(SnapGame(players: players, deck: game.deck, log: game.log) == game)
        }
    }

    private func nextEvent(of game: SnapGame, _ manner: Manner, _ random: inout SeededGenerator) -> SnapEvent {
        let anyone = Int.random(in: 0..<game.hands.count, using: &random)
        let dice = Int.random(in: 0..<100, using: &random)
        if dice < manner.nonsense { return nonsense(&random) }
        if dice < manner.nonsense + manner.blindSnaps { return .snap(player: anyone) }
        if Int.random(in: 0..<300, using: &random) == 0 { return .annul }
        if Int.random(in: 0..<500, using: &random) < manner.leaving { return .leave(player: anyone) }
        if !game.matches.isEmpty, dice < 90 { return .snap(player: anyone) }
        return dice == 99 ? .timeUp(turn: game.turn) : .turn(player: game.mover)
    }

    private func nonsense(_ random: inout SeededGenerator) -> SnapEvent {
        let number = [-1, 0, 1, 2, 3, 4, Int.min, Int.max].randomElement(using: &random) ?? 0
        return [.turn(player: number), .timeUp(turn: number)].randomElement(using: &random) ?? .timeUp(turn: 0)
    }

    /// Nobody ever snaps: the game ends all the same.
    @Test(arguments: SnapGame.playerCounts) func withoutAnySnap(_ players: Int) throws {
        var random = SeededGenerator(seed: 7)
        var game = try #require(SnapGame(players: players, using: &random))
        var gifts = 0
        while game.winner == nil, game.turn < 100_000 {
            let outcomes = try game.after(.timeUp(turn: game.turn))
            for case .gave(let giver, let taker) in outcomes where giver != taker { gifts += 1 }
        }
        #expect(game.winner != nil)
        #expect(gifts > 0 && game.turn <= gifts * 400)
    }

    /// Every sequence of events from tables near an end.
    @Test func everyShortWay() throws {
        let tables = [
            try SnapGame.laid("5S 6S", " | 5C", "2D | 9D", rest: 2), try SnapGame.laid(" | 5S", "5C 2C", "", rest: 1),
            try SnapGame.laid("2S", "3S", "2D 3D", rest: 2), try SnapGame.laid("5S | 9S", "9C 5C", "5H 9H", rest: 1),
        ]
        for table in tables { explore(table, depth: 4) }
    }

    private func explore(_ game: SnapGame, depth: Int) {
        let events: [SnapEvent] =
            [.turn(player: game.mover), .turn(player: 1), .timeUp(turn: 2)]
            + (0...2).flatMap { [.snap(player: $0), .leave(player: $0)] }
        for event in events {
            var next = game
            let faults = step(&next, event)
            #expect(faults == [], "\(game.log), then \(event)")
            if depth > 1, next != game { explore(next, depth: depth - 1) }
        }
    }

    /// Lets an event happen; what is wrong then with the table, or with what is said of it.
    private func step(_ game: inout SnapGame, _ event: SnapEvent) -> [String] {
        let before = game
        guard let outcomes = game.handle(event) else {
            return game == before && !before.allows(event) ? [] : ["a refused event changes nothing"]
        }
        var faults = game.faults + outcomes.flatMap { this in faultsOf(this, event, before, game) }
        if !before.allows(event) { faults.append("it should have been refused") }
        if game.log.count != before.log.count + 1 || game.log.last != event { faults.append("the log") }
        if (game.mover, game.turn) != (before.mover, before.turn),
            outcomes.last != .next(player: game.mover, turn: before.turn + 1)
        {
            faults.append("an untold turn")
        }
        return faults
    }

    /// What is wrong with one outcome, as far as the tables before and after show it.
    private func faultsOf(_ outcome: SnapOutcome, _ event: SnapEvent, _ before: SnapGame, _ after: SnapGame) -> [String] {
        let gained = zip(before.hands, after.hands).map { $1.count - $0.count }
        let isRight: Bool
        switch outcome {
        case .refilled(let player): isRight = before.hands[player].stack.count <= 2
        case .turned(let player, let card, let byHost):
            isRight =
                player == before.mover && (byHost ? event == .timeUp(turn: before.turn) : event == .turn(player: player))
                && (after.hands[player].top == card
                    || after.lastChange == after.cardsTurned && (after.turn != before.turn || after.winner != nil))
        case .won(let player, let piles, let count):
            isRight =
                event == .snap(player: player) && piles.count > 1 && Set(piles.map { before.hands[$0].top?.rank }).count == 1
                && after.hands[player].stack == before.hands[player].stack + piles.flatMap { before.hands[$0].pile }
                && count == piles.map { before.hands[$0].pile.count }.reduce(0, +)
        case .tooLate(let player):
            isRight = event == .snap(player: player) && before.hands == after.hands && before.matches.isEmpty
        case .paid(let player, let receivers):
            isRight =
                event == .snap(player: player) && gained[player] == -receivers.count && receivers.allSatisfy { gained[$0] == 1 }
                && before.matches.isEmpty
                && (receivers.count == before.hands.count { $0.count > 0 } - 1 || after.hands[player].count == 0)
        case .gave(let giver, let taker):
            isRight =
                gained[giver] == -1 && gained[taker] == 1
                && before.hands[giver].count == before.hands.map(\.count).filter { $0 > 0 }.min()
                && before.hands[taker].count == before.hands.map(\.count).max()
        case .left(let player, _, let shares):
            let sizes = shares.map(\.cards)
            isRight =
                event == .leave(player: player) && after.hands[player].count == 0
                && shares.allSatisfy { gained[$0.player] == $0.cards }
                && (sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1 && sizes.reduce(0, +) == before.hands[player].count
        case .lastChance(let player): isRight = after.standings[player] == .lastChance && before.hands[player].count > 0
        case .out(let player): isRight = after.standings[player] == .out && before.standings[player] == .lastChance
        case .match(let match): isRight = after.matches.contains(match) && !before.matches.contains(match)
        case .next(let player, let turn): isRight = (player, turn) == (after.mover, after.turn) && turn == before.turn + 1
        case .ended(let winner): isRight = after.winner == winner
        case .annulled(let match):
            isRight = event == .annul && before.matches.contains(match) && after.matches.isEmpty && before.hands == after.hands
        }
        return isRight ? [] : ["\(outcome)"]
    }
}
