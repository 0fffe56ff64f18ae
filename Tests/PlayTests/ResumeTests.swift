// A game that breaks off is taken up again: cables, killed programs, impatience; what both players see and keep.

import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct ResumeTests {
    private let lost = "Reconnecting… "

    @Test func theConnectionBreaksAndComesBack() {
        let pair = Pair()
        pair.play("445")
        pair.network.breakAll()
        #expect(pair.host.shows("Connection to Bob lost.") && pair.host.shows(lost + "5:00"))
        #expect(pair.guest.shows("Connection to Ann lost."))
        pair.network.settle()
        pair.expectGame("445")
        #expect(pair.host.shows("Reconnected to Bob. The game continues.") && pair.guest.shows("Your turn"))
        pair.play("53", from: 1)
        pair.expectGame("44553")
        #expect(pair.network.openEnds == 2)
    }

    @Test func theMoveLostOnTheWireIsDelivered() {
        let pair = Pair()
        pair.play("44")
        pair.host.press(.character("5"))
        #expect(pair.boards == ["445", "44"])
        pair.network.breakAll()
        pair.network.settle()
        pair.expectGame("445")
        pair.guest.press(.character("7"))
        pair.network.breakAll()
        pair.network.settle()
        pair.expectGame("4457")
    }

    @Test func theWinningMoveLostOnTheWireIsDelivered() {
        let pair = Pair()
        pair.play("121212")
        pair.host.press(.character("1"))
        pair.network.breakAll()
        pair.network.settle()
        pair.expectGame(shortWin)
        #expect(pair.guest.shows("Reconnected to Ann.") && pair.guest.shows("We have a winner: Ann!"))
        #expect(pair.guest.showsScore(0, 1) && pair.host.showsScore(1, 0))
        pair.guest.endTheEnd()
        pair.press(1, .character("r"))
        #expect(pair.guest.shows("Your turn") && pair.host.shows("Bob's turn"))
    }

    @Test func aNewGameLostOnTheWireIsDelivered() {
        let pair = Pair()
        pair.play("121212")
        pair.host.press(.character("1"))
        pair.host.endTheEnd()
        pair.host.press(.character("r"), .character("4"))
        pair.network.breakAll()
        pair.network.settle()
        pair.expectGame("4")
        #expect(pair.guest.shows("Reconnected: Ann started a new game.") && pair.guest.showsScore(0, 1))
        #expect(pair.guest.machine.games.kept.map(\.record.digits) == [shortWin, "4"], "the last move of the first game, too")
        #expect(pair.guest.machine.games.kept[0].record.result == .first)
    }

    @Test func bothAskedForANewGame() {
        let pair = Pair()
        pair.play(shortWin)
        pair.host.press(.character("r"))
        pair.guest.press(.character("r"))
        pair.network.breakAll()
        pair.network.settle()
        pair.expectGame("")
        #expect(pair.host.shows("Your turn") && pair.guest.shows("Ann's turn"))
    }

    @Test func whatWasAllowedHoldsOnAndWhatWasTakenBackIsTakenBack() {
        let pair = Pair()
        pair.play("4455")
        pair.press(1, .character("u"))
        pair.host.press(.right, .left, .enter)
        #expect(pair.boards == ["4455", "4455"], "the answer is on its way")
        pair.network.breakAll()
        pair.network.settle()
        pair.expectGame("445")
        pair.press(0, .character("h"))
        pair.press(1, .right, .enter)
        pair.network.breakAll()
        pair.network.settle()
        #expect(pair.host.game?.scene.consent.allowed == [.hints] && pair.guest.game?.scene.consent.allowed == [.hints])
    }

    /// Whoever is killed and comes back reads that the other one has left meanwhile.
    @Test func whoeverLeavesMeanwhileTellsWhoComesBack() {
        for index in 0...1 {
            let pair = Pair()
            pair.play("445")
            pair.kill(index)
            pair.press(1 - index, .character("q"), .character("q"))
            #expect(pair.seats[1 - index].shows("1  Host a game"))
            pair.start(index)
            pair.network.advance(seconds: 6)
            #expect(pair.seats[index].shows("\(["Bob", "Ann"][index]) left the game."))
            #expect(pair.network.machines.allSatisfy { $0.games.sessions.isEmpty })
        }
    }

    @Test func eachSideKilledAndStartedAnew() {
        for index in 0...1 {
            let pair = Pair()
            pair.play(shortWin)
            pair.press(1, .character("r"))
            pair.play("44", from: 1)
            pair.kill(index)
            #expect(pair.seats[1 - index].shows(lost))
            pair.start(index)
            pair.expectGame("44")
            #expect(
                pair.guest.shows("Your turn") && pair.guest.showsScore(0, 1) && pair.host.showsScore(1, 0))
            pair.play("53", from: 1)
            pair.expectGame("4453")
            #expect(pair.seats[index].machine.games.kept.map(\.record.digits) == [shortWin, "4453"], "the game has one number")
        }
    }

    @Test func bothKilledAndStartedAnew() {
        for order in [[0, 1], [1, 0]] {
            let pair = Pair()
            pair.play("445")
            pair.kill(0)
            pair.kill(1)
            for index in order { pair.start(index) }
            pair.expectGame("445")
        }
    }

    /// The host's first disc is a game: its guest need not have moved.
    @Test(arguments: [0, 1], [false, true]) func killedAfterTheFirstDisc(index: Int, isPrivate: Bool) {
        let pair = Pair(isPrivate: isPrivate)
        pair.play("4")
        pair.kill(index)
        #expect(pair.seats[1 - index].shows("Connection to") && pair.seats[1 - index].shows(lost))
        pair.start(index)
        pair.expectGame("4")
        pair.play("35", from: 1)
        pair.expectGame("435")
    }

    /// Whoever waits for the first answer can save the game, too.
    @Test func savedAfterTheFirstDisc() {
        let pair = Pair()
        pair.play("4")
        pair.kill(1)
        pair.press(0, .character("s"))
        #expect(pair.host.shows("Resume with Bob"))
        pair.start(1)
        pair.press(0, .character("r"))
        pair.network.advance(seconds: 6)
        pair.expectGame("4")
    }

    /// Nothing is lost then, and nobody is looked for: the host waits for a player again, and the guest can come back.
    @Test func killedBeforeTheFirstDisc() {
        for index in 0...1 {
            let pair = Pair()
            pair.kill(index)
            if index == 1 {
                #expect(pair.host.shows("Waiting for a player") && pair.host.shows("Bob has left, or lost the connection."))
                pair.press(0, .enter)
                #expect(!pair.host.shows("connected and left again"))
            } else {
                #expect(pair.guest.shows("Ann has left, or lost the connection. Join again when Ann hosts."))
            }
            pair.start(index)
            #expect(pair.seats[index].shows("1  Host a game"))
            if index == 0 { continue }
            pair.press(1, .character("j"))
            pair.press(1, .enter)
            pair.play("44")
            pair.expectGame("44")
        }
    }

    @Test func leavingEndsTheSessionOnBothSides() {
        let pair = Pair()
        pair.play("44")
        pair.press(0, .character("q"), .character("q"))
        #expect(pair.guest.shows(" left the game."))
        #expect(pair.seats.prefix(2).allSatisfy { $0.machine.games.sessions.isEmpty })
        pair.guest.closeEnd()
        #expect(pair.network.isQuiet(0) && pair.network.isQuiet(1))
    }

    @Test func afterFiveMinutesItIsOver() {
        let pair = Pair()
        pair.play("44")
        pair.kill(0)
        pair.network.advance(seconds: 2)
        #expect(pair.guest.shows(lost + "4:58"))
        pair.network.advance(seconds: 297)
        #expect(pair.guest.shows(lost + "0:01"))
        pair.network.advance(seconds: 1)
        #expect(pair.guest.shows("lost the connection and did not come back.") && !pair.guest.shows(lost))
        #expect(pair.guest.shows("The game is saved."), "both can come back to it")
        pair.guest.closeEnd()
        #expect(pair.guest.machine.games.sessions.map(\.state) == [.saved] && pair.guest.shows("Resume with Ann"))
        for machine in pair.network.machines { machine.games.secondsLeft = 0 }
        pair.start(0)
        pair.kill(1)
        pair.start(1)
        #expect(pair.host.shows("your game with") && pair.host.shows("too late"))
        #expect(pair.host.shows("1  Host a game") && !pair.host.shows("Resume with"))
        #expect(pair.network.isQuiet(0) && pair.network.isQuiet(1))
        for seat in [pair.host, pair.guest] { #expect(seat.machine.games.kept.first?.record.reason == .abandoned) }
    }

    @Test(arguments: [[Key.character("q")], [.tab, .tab, .tab, .enter], [.tab, .right, .right, .enter]])
    func leavingForGood(keys: [Key]) {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        pair.press(0, .escape)
        #expect(pair.host.game?.prompt?.choice == .wait, "Esc may have been meant for something that the break has closed")
        pair.press(0, .escape)
        #expect(pair.host.shows(lost) && pair.host.game?.prompt?.choice == nil)
        for key in keys { pair.press(0, key) }
        #expect(pair.host.shows("Leave for good?") && pair.host.game?.prompt?.choice == .wait)
        pair.press(0, .enter)
        #expect(!pair.host.shows("Leave for good?") && pair.host.machine.games.sessions.count == 1)
        for key in keys + [.right, .enter] { pair.press(0, key) }
        #expect(pair.host.shows("1  Host a game") && pair.host.machine.games.sessions.isEmpty)
        #expect(!pair.network.isQuiet(0), "the other one is told, if it comes back in time")
        pair.network.advance(seconds: 3600)
        #expect(pair.network.isQuiet(0))
        #expect(pair.host.machine.games.kept.first?.record.result == .unfinished)
    }

    @Test(arguments: [([Key.character("s")], "445"), ([.tab, .tab, .enter], "445"), ([.right, .enter], "44")])
    func savedAndTakenUpFromTheMenu(keys: [Key], moves: String) {
        for isStartedAnew in [false, true] {
            let pair = Pair()
            pair.play(moves)
            pair.kill(0)
            for key in keys { pair.press(1, key) }
            #expect(pair.guest.shows("Resume with Ann") && pair.guest.shows("1  Host a game"))
            #expect(pair.guest.shows("Kept for a week. It goes on once you have both resumed it."))
            if isStartedAnew { pair.start(1) }
            pair.start(0)
            #expect(pair.host.shows("Waiting… ") && pair.host.shows("The game goes on once Bob is here."))
            pair.network.advance(seconds: 11)
            #expect(pair.host.shows("Waiting… ") && !pair.host.shows(lost))
            #expect(pair.guest.shows("waits for you"), "\(pair.guest.lines)")
            pair.press(1, .character("r"))
            pair.expectGame(moves)
            pair.press(1, .character("q"), .character("q"))
            #expect(pair.guest.shows("1  Host a game"))
        }
    }

    /// Each menu says whether the other player is in the menu, too, waits at the board, or has left the game for good: then it goes from the menu.
    @Test(arguments: [0, 1], [false, true]) func theMenuSaysWhereTheOpponentIs(index: Int, isPrivate: Bool) {
        let pair = Pair(isPrivate: isPrivate)
        let (other, name) = (1 - index, ["Ann", "Bob"][index])
        pair.play("44")
        pair.kill(index)
        pair.press(other, .character("s"))
        #expect(pair.seats[other].shows("Resume with \(name)   move 2, just now"))
        pair.start(index)
        #expect(pair.seats[other].shows("Resume with \(name)   waits for you"))
        #expect(pair.seats[other].shows("\(name) waits for you at the board, where you left it."))
        pair.press(index, .character("s"))
        pair.network.advance(seconds: 11)
        for seat in pair.seats.prefix(2) { #expect(seat.shows("in the menu, too") && !seat.shows("waits for you")) }
        #expect(pair.seats[other].shows("Resume it, and \(name) reads that you wait."))
        pair.press(index, .character("r"))
        pair.network.advance(seconds: 11)
        #expect(pair.seats[index].shows("Waiting… ") && pair.seats[other].shows("waits for you"))
        pair.press(other, .character("r"))
        pair.network.advance(seconds: 6)
        pair.expectGame("44")
        pair.kill(index)
        pair.press(other, .character("s"))
        pair.start(index)
        #expect(pair.seats[other].shows("waits for you"))
        pair.press(index, .character("q"), .character("q"))
        pair.network.advance(seconds: 11)
        #expect(pair.seats[other].shows("\(name) has left your saved game for good.") && !pair.seats[other].shows("Resume with"))
        for seat in pair.seats.prefix(2) {
            #expect(seat.machine.games.sessions.isEmpty && seat.machine.games.kept.first?.record.reason == .abandoned)
        }
        pair.network.advance(seconds: 1)
        pair.press(other, .down)
        #expect(!pair.seats[other].shows("for good"), "it is said once")
        #expect(pair.network.isQuiet(0) && pair.network.isQuiet(1))
    }

    /// Elsewhere it is said once that the opponent waits, and how the game is resumed: also over the own game to which a host comes back.
    @Test(arguments: [false, true]) func whoeverPlaysSomethingElseReadsThatTheOpponentWaits(isMeanwhile: Bool) {
        let pair = Pair()
        if isMeanwhile {
            pair.press(0, .character("q"), .character("q"))
            pair.network.advance(seconds: 1)
            pair.press(1, .enter)
            pair.press(0, .character("h"), .enter)
            pair.network.advance(seconds: 6)
            pair.press(1, .character("j"), .enter)
            pair.network.advance(seconds: 1)
            pair.press(0, .character("y"))
        }
        pair.play("44")
        pair.kill(1)
        pair.press(0, .character("s"))
        if !isMeanwhile { pair.press(0, .character("l")) }
        pair.start(1)
        pair.network.advance(seconds: 11)
        let sentence = "Bob waits for you at the board. In the menu, R resumes the game."
        #expect(pair.host.shows(sentence), "\(pair.host.lines.joined(separator: "\n"))")
        #expect((pair.host.game?.words.isComputer == true) == isMeanwhile)
        pair.press(0, .right)
        pair.network.advance(seconds: 30)
        #expect(!pair.host.shows(sentence))
        pair.press(0, .character("q"))
        pair.press(0, .character("r"))
        pair.network.advance(seconds: 11)
        pair.expectGame("44")
    }

    /// After that an idle menu has nothing to wake up for.
    @Test(arguments: [0, 1]) func theMenuLooksForTheOpponentForAnHour(index: Int) {
        let pair = Pair()
        pair.play("44")
        pair.kill(1 - index)
        pair.press(index, .character("s"))
        let seat = index == 0 ? pair.host : pair.guest
        #expect(seat.shows("Resume with") && !pair.network.isQuiet(index))
        pair.network.advance(seconds: 3601)
        #expect(seat.shows("Resume with") && pair.network.isQuiet(index))
    }

    @Test func aSavedGameThatIsTooOldSaysSo() {
        let pair = Pair()
        pair.play("44")
        pair.kill(0)
        pair.press(1, .character("s"))
        pair.guest.machine.games.secondsLeft = 0
        pair.press(1, .home, .enter)
        #expect(pair.guest.shows("It is too late to resume this game."))
    }

    @Test func anotherProgramTookItUpAlready() {
        let pair = Pair()
        pair.play("44")
        pair.kill(0)
        pair.network.machines[0].games.isTaken = true
        pair.start(0)
        #expect(pair.host.shows("1  Host a game"))
    }

    @Test func itStandsWithAnotherGameBelowABlankRow() {
        let pair = Pair()
        pair.play("44")
        pair.kill(0)
        pair.press(1, .character("s"), .character("3"), .character("4"), .character("4"), .character("q"))
        let lines = pair.guest.lines
        #expect(lines[1].isEmpty && lines[2].contains("Resume with Ann") && lines[3].contains("Go on"), "\(lines)")
        #expect(lines[19].contains("Options") && lines[20].contains("───"))
    }

    @Test func waitingIsAChoiceToo() {
        let pair = Pair()
        pair.play("445")
        pair.kill(1)
        pair.press(0, .enter, .right, .character("w"), .enter, .character("4"), .character("r"), .character("h"), .character("u"))
        #expect(pair.host.shows(lost) && pair.host.game?.scene.game.digits == "445")
        pair.start(1)
        pair.expectGame("445")
    }

    @Test func theWaitEndsNothingElse() {
        let pair = Pair()
        pair.play(shortWin)
        pair.kill(1)
        pair.press(0, .character("r"))
        #expect(pair.host.game?.scene.game.digits == shortWin, "nobody is there to play again")
        pair.press(0, .character("v"))
        pair.start(1)
        #expect(pair.host.shows("Reconnected to Bob."))
        pair.press(0, .escape, .escape)
        pair.expectGame(shortWin)
        pair.press(0, .character("r"))
        pair.expectGame("")
    }
}
