// Snap! alone: the choices, the computer players' games, and what the player may do when out.

import Engine
import Games
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite struct SnapAloneTests {
    private func open(_ seat: Seat) -> SnapViewController? { seat.navigator.top as? SnapViewController }

    /// Whether a setting has this value.
    private func shows(_ seat: Seat, _ setting: String, _ value: String) -> Bool {
        seat.lines.contains { $0.contains(setting) && $0.contains("‹ \(value) ›") }
    }

    /// The screen that says how many and how quick, opened from the menu.
    private func choices() -> Seat {
        let seat = Seat()
        seat.navigator.push(SetupViewController.snap(on: seat.navigator))
        return seat
    }

    /// A game in which cards and reactions follow from a seed.
    private func play(against bots: Int, _ speed: SnapSpeed) -> (Seat, SnapViewController) {
        let seat = Seat()
        var random = SeededGenerator(seed: 1)
        let screen = SnapViewController(
            navigator: seat.navigator, against: bots, speed: speed, random: random,
            shuffle: {
                var deck = PlayingCardDeck()
                return deck.drawAll(using: &random)
            })
        seat.navigator.push(screen)
        return (seat, screen)
    }

    @Test func itIsInTheMenu() {
        let seat = Seat()
        seat.open("Other games")
        seat.open("Snap!")
        seat.open("Alone")
        #expect(seat.shows("Deal the cards") && shows(seat, "Computer players", "1") && shows(seat, "Their reactions", "medium"))
        seat.press(.escape, .escape, .escape)
        #expect(seat.shows("Host a game"))
    }

    @Test func everyChoiceByArrowsAndByDigits() {
        let seat = choices()
        seat.press(.character("2"), .right, .right)
        #expect(shows(seat, "Computer players", "1"), "one, two, three, one")
        seat.press(.left, .down, .right)
        #expect(shows(seat, "Computer players", "3") && shows(seat, "Their reactions", "quick"))
        seat.press(.character("1"))
        #expect(open(seat)?.names == ["tiger", "Computer 1", "Computer 2", "Computer 3"])
        seat.leaveGame()
        #expect(shows(seat, "Computer players", "3") && !seat.machine.isWaiting)
        seat.press(.enter)
        #expect(open(seat)?.names.count == 4, "Enter deals, whatever line is chosen")
    }

    /// A player who only turns the card, or does nothing at all: the game ends, with the cards in one hand.
    @Test(arguments: 1...3, SnapSpeed.allCases) func wholeGames(_ bots: Int, _ speed: SnapSpeed) throws {
        let (seat, screen) = play(against: bots, speed)
        let host = try #require(screen.session.host)
        var rounds = 0
        while host.game.winner == nil, rounds < 40_000 {
            seat.machine.advance(milliseconds: 100)
            if rounds % 4 == 0 { seat.press(.enter) }
            if rounds % 50 == 0 { seat.navigator.draw() }
            if !host.game.holdsTheDeck || screen.table?.view != host.game.view { break }
            rounds += 1
        }
        #expect(host.game.winner != nil && host.game.winner != 0)
        #expect(host.game.holdsTheDeck && screen.table?.view == host.game.view)
        #expect(seat.shows("We have a winner: "))
        seat.machine.advance(milliseconds: 1)
        #expect(!seat.machine.isWaiting)
        seat.press(.character("r"))
        #expect(host.deal == 2 && host.game.turn == 1)
    }

    /// A player quicker than any computer wins.
    @Test func thePlayerCanWin() throws {
        let (seat, screen) = play(against: 2, .slow)
        let host = try #require(screen.session.host)
        let win = {
            for _ in 0..<40_000 where host.game.winner == nil {
                seat.machine.advance(milliseconds: 120)
                if !host.game.matches.isEmpty { seat.press(.character(" ")) }
                seat.press(.enter)
            }
        }
        win()
        #expect(host.game.winner == 0 && seat.shows("The game is over.") && seat.shows("Games won: 1 of 1"))
        #expect(seat.lines.count { $0.contains("We have a winner: you!") } == 1)
        seat.press(.enter)
        #expect(host.deal == 1, "the key was meant for the game")
        seat.machine.advance(milliseconds: 1000)
        seat.press(.enter)
        #expect(host.deal == 2 && host.game.turn == 1)
        win()
        seat.press(.escape)
        #expect(!(seat.navigator.top is SnapViewController), "Esc leaves at the end")
    }

    /// Under the question whether to leave and under the help no time passes, and no card is turned or snapped at.
    @Test(arguments: [Key.escape, .character("q"), .function(1)]) func theGameStandsStill(key: Key) throws {
        let (seat, screen) = play(against: 3, .quick)
        seat.press(.enter)
        seat.machine.advance(milliseconds: 100)
        let (table, left) = (try #require(screen.table), screen.session.millisecondsLeft)
        seat.press(key)
        if key != .function(1) { seat.press(.character(" ")) }
        seat.machine.advance(milliseconds: 60_000)
        #expect(screen.table == table && screen.session.millisecondsLeft == left && !seat.machine.isWaiting)
        seat.press(.escape)
        #expect(screen.session.millisecondsLeft == left)
        seat.machine.advance(milliseconds: 60_000)
        #expect(screen.table?.view.turn ?? 0 > table.view.turn + 5, "it goes on")
    }

    /// Who is out watches, or has the cards dealt again.
    @Test func dealingAgainWhenOut() throws {
        let (seat, screen) = play(against: 3, .slow)
        let host = try #require(screen.session.host)
        for _ in 0..<2_000 where host.game.standings[0] != .out && host.game.winner == nil {
            seat.machine.advance(milliseconds: SnapViewController.repeatMilliseconds)
            if host.game.matches.isEmpty { seat.press(.character(" ")) }
        }
        #expect(host.game.standings[0] == .out && host.game.winner == nil)
        seat.machine.advance(milliseconds: SnapViewController.repeatMilliseconds)
        seat.press(.character(" "))
        #expect(seat.shows("You are out of the game."))
        seat.press(.down, .right)
        #expect(seat.shows("Replay  R"))
        seat.press(.enter)
        #expect(host.deal == 2 && host.game.standings[0] == .playing)
    }
}
