// Snap!: each rule by itself, on a table laid for it.

import Testing

@testable import Games

@Suite struct SnapGameTests {
    @Test(arguments: [(2, [26, 26]), (3, [18, 17, 17]), (4, [13, 13, 13, 13])])
    func dealing(_ players: Int, _ counts: [Int]) throws {
        let deck = PlayingCardDeck().cards
        let game = try #require(SnapGame(players: players, deck: deck))
        #expect(game.hands.map(\.stack.count) == counts)
        #expect(game.hands.allSatisfy { $0.pile.isEmpty })
        #expect(game.hands[1].stack[1] == deck[players + 1])
        #expect(game.mover == 0 && game.turn == 1 && game.winner == nil && game.matches.isEmpty)
        #expect(game.faults == [])
    }

    @Test func whatIsNoGame() {
        let deck = PlayingCardDeck().cards
        #expect([-1, 0, 1, 5, Int.max].allSatisfy { SnapGame(players: $0, deck: deck) == nil })
        #expect(SnapGame(players: 2, deck: []) == nil)
        #expect(SnapGame(players: 2, deck: deck + [deck[0]]) == nil)
        #expect(SnapGame(players: 2, deck: deck.dropLast() + [deck[0]]) == nil)
        #expect(SnapGame(players: 2, deck: deck, log: [.turn(player: 0), .turn(player: 0)]) == nil)
        #expect(SnapGame(players: 2, deck: deck, log: [.turn(player: 0), .turn(player: 1)])?.turn == 3)
    }

    /// Another game of those who are still there, without those who have left.
    @Test func dealingToThoseWhoAreThere() throws {
        let deck = PlayingCardDeck().cards
        var game = try #require(SnapGame(players: 4, absent: [0, 2], deck: deck))
        #expect(game.hands.map(\.count) == [0, 26, 0, 26] && game.standings == [.left, .playing, .left, .playing])
        #expect(game.mover == 1 && game.faults == [])
        #expect(game.hands[3].stack[0] == deck[1])
        #expect(game.handle(.snap(player: 2)) == nil)
        #expect(try game.after(.turn(player: 1)).last == .next(player: 3, turn: 2))
        #expect(
            SnapGame(players: 3, absent: [0, 2], deck: deck) == nil && SnapGame(players: 2, absent: [0, 1], deck: deck) == nil)
        #expect(SnapGame(players: 4, absent: [0, 2], deck: deck, log: game.log) == game)
    }

    @Test func turning() throws {
        var game = try SnapGame.laid("AS 2S", "3S 4S", rest: 0)
        #expect(
            try game.after(.turn(player: 0)) == [.turned(player: 0, cards("AS")[0], byHost: false), .next(player: 1, turn: 2)])
        #expect(game.hands[0].top == cards("AS")[0])
        #expect(
            try game.after(.timeUp(turn: 2)) == [.turned(player: 1, cards("3S")[0], byHost: true), .next(player: 0, turn: 3)])
    }

    @Test func whatIsRefused() throws {
        var game = try SnapGame.laid("AS", "3S 4S", "", "5S", rest: 0)
        game.standings[2] = .out
        _ = game.handle(.leave(player: 3))
        let before = game
        for event in [
            .turn(player: 1), .turn(player: 2), .turn(player: 3), .turn(player: 4), .turn(player: -1), .timeUp(turn: 0),
            .timeUp(turn: 2), .timeUp(turn: Int.min), .snap(player: 2), .snap(player: 3), .snap(player: Int.max),
            .leave(player: 3), .leave(player: 9),
        ] as [SnapEvent] {
            #expect(game.handle(event) == nil)
            #expect(game == before)
        }
    }

    @Test func theFirstSnapWinsBothPiles() throws {
        var game = try SnapGame.laid("2S | AS 5D", "6C | 3H", "9C | KC", rest: 0)
        game.mover = 1
        game.hands[1] = SnapHand(stack: cards("5C 6C"))
        #expect(
            try game.after(.turn(player: 1)) == [
                .turned(player: 1, cards("5C")[0], byHost: false), .match(SnapMatch(rank: 5, piles: [0, 1])),
                .next(player: 2, turn: 2),
            ])
        #expect(try game.after(.snap(player: 2)) == [.won(player: 2, piles: [0, 1], cards: 3)])
        #expect(game.hands[2].stack == cards("9C AS 5D 5C"))
        #expect(game.hands[2].pile == cards("KC"))
        #expect(game.mover == 2 && game.turn == 2)
    }

    @Test func theViewShowsNoCardThatLiesFaceDown() throws {
        var game = try SnapGame.laid("2S | AS 5D", "6C | 5C", "", rest: 1)
        game.standings[2] = .out
        let seats = [
            SnapView.Seat(stack: 1, pile: 2, top: cards("5D")[0], standing: .playing),
            SnapView.Seat(stack: 48, pile: 1, top: cards("5C")[0], standing: .playing),
            SnapView.Seat(stack: 0, pile: 0, top: nil, standing: .out),
        ]
        #expect(
            game.view == SnapView(seats: seats, mover: 0, turn: 1, matches: [SnapMatch(rank: 5, piles: [0, 1])], winner: nil))
    }

    @Test func aCoveredMatchIsGone() throws {
        var game = try SnapGame.laid("2S | 5D", "6C | 5C", rest: 0)
        #expect(game.matches == [SnapMatch(rank: 5, piles: [0, 1])])
        _ = try game.after(.turn(player: 0))
        #expect(game.matches == [])
        #expect(try game.after(.snap(player: 1)) == [.tooLate(player: 1)])
    }

    @Test func threePilesOfOneRankAreAllWon() throws {
        var game = try SnapGame.laid("2S | 5D", "6C 7C | 5C", "5S 8S | KD", rest: 0)
        game.mover = 2
        #expect(try game.after(.turn(player: 2)).contains(.match(SnapMatch(rank: 5, piles: [0, 1, 2]))))
        #expect(try game.after(.snap(player: 1)) == [.won(player: 1, piles: [0, 1, 2], cards: 4)])
        #expect(game.hands[1].stack == cards("6C 7C 5D 5C KD 5S"))
    }

    @Test(arguments: [0, 1, 2, 3]) func ofTwoMatchesTheNewerIsWonFirst(_ mover: Int) throws {
        var game = try SnapGame.laid("2S 3S | 9D", "2C 3C | 5C", "2D 3D | 9H", "2H 3H | 5H", rest: 0)
        let card = game.hands[mover].top?.rank == 5 ? "5S" : "9S"
        let others = game.hands.map { hand in hand.cards.filter { $0 != cards(card)[0] } }
        for seat in game.hands.indices {
            game.hands[seat] = SnapHand(
                stack: [others[seat].first { $0.rank == (seat % 2 == 0 ? 9 : 5) }!] + others[seat].filter { $0.rank == 2 })
            _ = game.hands[seat].turn()
        }
        game.hands[mover] = SnapHand(stack: cards(card) + game.hands[mover].cards)
        game.mover = mover
        _ = try game.after(.turn(player: mover))
        #expect(game.matches.map(\.piles) == (mover % 2 == 0 ? [[0, 2], [1, 3]] : [[1, 3], [0, 2]]))
        _ = try game.after(.snap(player: 0))
        #expect(game.matches.map(\.piles) == (mover % 2 == 0 ? [[1, 3]] : [[0, 2]]))
    }

    @Test func lateIsNotWrongOncePerMatch() throws {
        var game = try SnapGame.laid("5D 2S 3S 4S", "5C 6C 7C 8C", "9H KH QH", rest: 0)
        for player in [0, 1] { _ = try game.after(.turn(player: player)) }
        _ = try game.after(.snap(player: 0))
        #expect(try game.after(.snap(player: 1)) == [.tooLate(player: 1)])
        #expect(try game.after(.snap(player: 1)) == [.paid(player: 1, to: [2, 0])])
        _ = try game.after(.turn(player: 2))
        #expect(try game.after(.snap(player: 2)) == [.tooLate(player: 2)])
        _ = try game.after(.turn(player: 0))
        #expect(try game.after(.snap(player: 0)) == [.paid(player: 0, to: [1, 2])])
    }

    @Test func aNewMatchExcusesEverybodyAgain() throws {
        var game = try SnapGame.laid("5D 6D 3S 4S", "5C 6C 7C 8C", rest: 0)
        for event in [.turn(player: 0), .turn(player: 1), .snap(player: 0)] as [SnapEvent] { _ = try game.after(event) }
        #expect(try game.after(.snap(player: 1)) == [.tooLate(player: 1)])
        for event in [.turn(player: 0), .turn(player: 1), .snap(player: 0)] as [SnapEvent] { _ = try game.after(event) }
        #expect(try game.after(.snap(player: 1)) == [.tooLate(player: 1)])
    }

    @Test func aWrongSnapPaysEveryOther() throws {
        var game = try SnapGame.laid("2S 3S", "6C 7C 8C 9C", "4D", rest: 0)
        #expect(try game.after(.snap(player: 1)) == [.paid(player: 1, to: [2, 0])])
        #expect(game.hands[1].stack == cards("8C 9C"))
        #expect(game.hands[2].stack == cards("4D 6C"))
        #expect(game.hands[0].stack.last == cards("7C")[0])
        #expect(game.mover == 0 && game.turn == 1)
    }

    @Test func whoHasTooFewPaysTheNextSeats() throws {
        var game = try SnapGame.laid("2S 3S", "4S 5S", "6S", "7S 8S", rest: 3)
        #expect(try game.after(.snap(player: 2)) == [.paid(player: 2, to: [3]), .lastChance(player: 2)])
        #expect(game.hands[0].count == 2)
    }

    @Test func whoPaysAllOnTheOwnTurnPassesIt() throws {
        var game = try SnapGame.laid("2S", "4S 5S", "6S", rest: 1)
        #expect(
            try game.after(.snap(player: 0)) == [.paid(player: 0, to: [1]), .lastChance(player: 0), .next(player: 1, turn: 2)])
    }

    @Test func payingRefillsTheStack() throws {
        var game = try SnapGame.laid("AS | 2S 3S", "4S 5S", "6S", rest: 1)
        #expect(try game.after(.snap(player: 0)) == [.refilled(player: 0), .paid(player: 0, to: [1, 2])])
        #expect(game.hands[0].stack == cards("3S") && game.hands[0].pile == [])
    }

    @Test func anEmptyStackIsRefilledWhenACardIsNeeded() throws {
        var game = try SnapGame.laid("4S | 2S 3S", "AC 9C | KC", rest: 1)
        _ = try game.after(.turn(player: 0))
        #expect(game.hands[0].stack.isEmpty && game.hands[0].top == cards("4S")[0])
        _ = try game.after(.turn(player: 1))
        #expect(
            try game.after(.turn(player: 0)) == [
                .refilled(player: 0), .turned(player: 0, cards("2S")[0], byHost: false), .next(player: 1, turn: 4),
            ])
        #expect(game.hands[0].stack == cards("3S 4S") && game.hands[0].pile == cards("2S"))
    }

    @Test func anEmptyStackCanSnap() throws {
        var game = try SnapGame.laid(" | 2S 5S", "5C 9C", "KC", rest: 1)
        game.mover = 1
        _ = try game.after(.turn(player: 1))
        #expect(try game.after(.snap(player: 0)) == [.won(player: 0, piles: [0, 1], cards: 3)])
        #expect(game.hands[0].stack == cards("2S 5S 5C"))
    }

    @Test func theLastOneWithCardsWins() throws {
        var game = try SnapGame.laid("2S | 5S", " | 5C", rest: 0)
        #expect(
            try game.after(.snap(player: 0)) == [
                .won(player: 0, piles: [0, 1], cards: 2), .lastChance(player: 1), .ended(winner: 0),
            ])
        for event in [.turn(player: 0), .timeUp(turn: 1), .snap(player: 1), .leave(player: 1)] as [SnapEvent] {
            #expect(game.handle(event) == nil)
        }
    }
}

@Suite struct SnapLastChanceTests {
    /// Seat 1 has lost its last card; seats 0 and 2 play.
    private func game() throws -> SnapGame {
        var game = try SnapGame.laid("5S 6S 7S", " | 9S", "9C 5C 8C | 9D", rest: 0)
        #expect(game.matches == [SnapMatch(rank: 9, piles: [1, 2])])
        #expect(try game.after(.snap(player: 0)) == [.won(player: 0, piles: [1, 2], cards: 2), .lastChance(player: 1)])
        return game
    }

    @Test func itMayBeUsed() throws {
        var game = try game()
        _ = try game.after(.turn(player: 0))
        #expect(try game.after(.turn(player: 2)).last == .next(player: 0, turn: 3))
        #expect(game.standings[1] == .lastChance)
        _ = try game.after(.turn(player: 0))
        game.hands[0] = SnapHand(stack: cards("5S") + game.hands[0].cards.filter { $0 != cards("5S")[0] })
        game.mover = 0
        _ = try game.after(.turn(player: 0))
        #expect(try game.after(.turn(player: 2)).contains(.match(SnapMatch(rank: 5, piles: [0, 2]))))
        #expect(try game.after(.snap(player: 1)) == [.won(player: 1, piles: [0, 2], cards: 3)])
        #expect(game.standings[1] == .playing)
        #expect(try game.after(.turn(player: 0)).last == .next(player: 1, turn: game.turn))
    }

    @Test func itEndsWhenTheMatchIsCovered() throws {
        var game = try SnapGame.laid("5S 6S 7S", "", "5C 8C 9C", rest: 0)
        _ = try game.after(.turn(player: 0))
        _ = try game.after(.turn(player: 2))
        #expect(game.matches.count == 1)
        #expect(try game.after(.turn(player: 0)).contains(.out(player: 1)))
        #expect(game.handle(.snap(player: 1)) == nil)
    }

    @Test func itEndsWhenAnotherWins() throws {
        var game = try SnapGame.laid("5S 6S 7S", "", "5C 8C 9C", rest: 0)
        _ = try game.after(.turn(player: 0))
        _ = try game.after(.turn(player: 2))
        #expect(try game.after(.snap(player: 2)) == [.won(player: 2, piles: [0, 2], cards: 2), .out(player: 1)])
    }

    @Test func aWrongSnapEndsIt() throws {
        var game = try SnapGame.laid("5S 6S 7S", "", "5C 8C 9C", rest: 0)
        #expect(try game.after(.snap(player: 1)) == [.out(player: 1)])
    }

    @Test func aLateSnapDoesNot() throws {
        var game = try game()
        #expect(try game.after(.snap(player: 1)) == [.tooLate(player: 1)])
        #expect(game.standings[1] == .lastChance)
        #expect(try game.after(.snap(player: 1)) == [.out(player: 1)])
    }

    /// Of two matches at once one is won: who lost the last card in it may still snap on the other.
    @Test func theOtherOfTwoMatchesIsOne() throws {
        var game = try SnapGame.laid("2S 3S | 9D", "2C | 5C", " | 9H", "2H 3H | 5H", rest: 0)
        game.newest = 0
        #expect(try game.after(.snap(player: 0)) == [.won(player: 0, piles: [0, 2], cards: 2), .lastChance(player: 2)])
        #expect(try game.after(.snap(player: 2)) == [.won(player: 2, piles: [1, 3], cards: 2)])
    }

    @Test func nobodyPaysThem() throws {
        var game = try SnapGame.laid("5S 6S 7S", "", "5C 8C 9C", rest: 0)
        #expect(try game.after(.snap(player: 0)) == [.paid(player: 0, to: [2])])
    }
}

@Suite struct SnapLeavingTests {
    @Test func theCardsAreShared() throws {
        var game = try SnapGame.laid("2S 3S | 4S 5S 6S", "7S", "", "8S", rest: 3)
        #expect(
            try game.after(.leave(player: 0)) == [
                .left(player: 0, shares: [.init(player: 1, cards: 3), .init(player: 3, cards: 2)]), .next(player: 1, turn: 2),
            ])
        #expect(game.hands[1].stack == cards("7S 2S 4S 6S"))
        #expect(game.standings == [.left, .playing, .lastChance, .playing])
        #expect(game.faults == [])
    }

    @Test func theTurnStaysWithWhoHasIt() throws {
        var game = try SnapGame.laid("2S 3S", "7S", "8S", rest: 2)
        #expect(
            try game.after(.leave(player: 1)) == [
                .left(player: 1, shares: [.init(player: 2, cards: 1), .init(player: 0, cards: 0)])
            ])
        #expect(game.mover == 0 && game.turn == 1)
        #expect(try game.after(.turn(player: 0)).last == .next(player: 2, turn: 2))
    }

    @Test func ofTwoTheOtherWins() throws {
        var game = try SnapGame.laid("2S 3S", "7S", rest: 1)
        #expect(
            try game.after(.leave(player: 1)) == [.left(player: 1, shares: [.init(player: 0, cards: 50)]), .ended(winner: 0)])
    }

    @Test func aMatchWithTheirPileIsGoneAndSnappingLate() throws {
        var game = try SnapGame.laid("5S 3S", "7S | 5C", "9S", rest: 2)
        #expect(try game.after(.turn(player: 0)).contains(.match(SnapMatch(rank: 5, piles: [0, 1]))))
        _ = try game.after(.leave(player: 1))
        #expect(game.matches == [])
        #expect(try game.after(.snap(player: 2)) == [.tooLate(player: 2)])
    }

    @Test func whoIsOutMayLeaveToo() throws {
        var game = try SnapGame.laid("2S 3S", "", "9S", rest: 2)
        game.standings[1] = .out
        #expect(
            try game.after(.leave(player: 1)) == [
                .left(player: 1, shares: [.init(player: 2, cards: 0), .init(player: 0, cards: 0)])
            ])
        #expect(game.handle(.leave(player: 1)) == nil)
    }
}
