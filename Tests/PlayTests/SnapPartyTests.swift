// Snap! in a party: whole games through the real packets, leaving at every moment, time that runs out, snaps that cross.

import Engine
import Games
import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct SnapPartyTests {
    /// Whole games by players who now and then do what they must not; the table is looked at after every step.
    @Test(arguments: SnapGame.playerCounts, 0..<Thoroughness.pick(1, of: 2)) func wholeGames(_ players: Int, seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed * 10 + players))
        let circle = SnapCircle(players) { [random] in
            var random = random
            var deck = PlayingCardDeck()
            return deck.drawAll(using: &random)
        }
        var steps = 0
        while circle.game.winner == nil, steps < 6_000 {
            act(&random, on: circle)
            #expect(circle.faults == [], "step \(steps)")
            steps += 1
        }
        #expect(circle.game.winner != nil)
        let winner = circle.game.winner ?? 0
        #expect(circle.shows(winner, "We have a winner: you!"))
        #expect(circle.shows((winner + 1) % players, "We have a winner: \(SnapCircle.names[winner])!"))
        #expect(circle.sleeps, "nothing wakes up after the end")
        circle.play(0, .character("r"))
        #expect(circle.host.deal == 2 && circle.faults == [])
        #expect(circle.screens.allSatisfy { $0.table?.deal == 2 })
    }

    /// The first seat is the quickest, so that a game comes to its end.
    private func act(_ random: inout SeededGenerator, on circle: SnapCircle) {
        let seats = circle.screens.indices.filter { !circle.gone.contains($0) }
        let dice = Int.random(in: 0..<100, using: &random)
        let anyone = seats.randomElement(using: &random) ?? 0
        if !circle.game.matches.isEmpty, dice < 90 {
            return circle.play(dice < 60 ? 0 : anyone, .character(dice % 2 == 0 ? " " : "0"))
        }
        if dice == 99 {
            circle.machine.advance(milliseconds: 10_000)
            return circle.settle()
        }
        circle.play(dice > 95 ? anyone : circle.game.mover, dice == 98 ? .character(" ") : .enter)
    }

    /// Without the only other player the host may end the game; Q asks, as it does elsewhere.
    @Test func nobodyElseIsLeft() {
        let circle = SnapCircle(2)
        circle.turn(1)
        circle.parties[0].silentSeats = [1]
        #expect(circle.shows(0, "G End the game"))
        circle.press(0, .character("g"))
        #expect(circle.shows(0, "Without Bob nobody else is left. End the game?"))
        circle.press(0, .character("q"))
        #expect(circle.shows(0, "Leave the game? It ends for everyone.") && !circle.shows(0, "End the game"))
        circle.press(0, .escape, .character("g"), .character("e"))
        #expect(circle.shows(0, "The game ends without Bob.") && circle.shows(0, "The game is over. Nobody has won."))
    }

    /// After the end a guest asks for a replay, everybody is told, and the host deals.
    @Test func aGuestAsksForAReplay() {
        let circle = SnapCircle(3, deck: "")
        circle.press(1, .character("r"))
        circle.settle()
        #expect(circle.host.deal == 1 && !circle.shows(0, "would like"), "not during a game")
        while circle.game.winner == nil {
            let isSnap = !circle.game.matches.isEmpty
            circle.play(isSnap ? 0 : circle.game.mover, isSnap ? .character(" ") : .enter)
        }
        #expect(circle.shows(1, "Ann can deal again: R asks for it.") && circle.shows(1, "Replay  R"))
        circle.press(1, .character("r"))
        circle.settle()
        #expect(circle.shows(0, "Bob would like a replay.") && circle.shows(1, "Waiting for Ann to deal…"))
        #expect(circle.shows(2, "Bob would like a replay.") && circle.shows(2, "Ann can deal again."))
        #expect(!circle.shows(1, "Replay  R"), "asked once")
        circle.press(2, .right, .enter)
        circle.settle()
        #expect(circle.shows(0, "Bob and Zoë would like a replay.") && circle.faults == [])
        circle.play(0, .character("r"))
        #expect(circle.host.deal == 2 && circle.screens.allSatisfy { $0.table?.asking == [] } && circle.faults == [])
    }

    /// Where nobody listens, a match is for the eyes alone; where one does, everybody is told.
    @Test func announcedMatches() {
        let silent = SnapCircle(3, deck: "5S QC 10H 2D 10D 3D 10C")
        silent.turn(7)
        #expect(!silent.game.matches.isEmpty && !silent.shows(1, "Snap!:") && !silent.shows(1, "Two 10s"))
        let circle = SnapCircle(3, deck: "5S QC 10H 2D 10D 3D 10C", listeners: [2])
        #expect(circle.screens.allSatisfy { $0.table?.announcesMatches == true })
        #expect(circle.shows(0, "Matches are announced from now on."))
        circle.turn(7)
        #expect((0..<2).allSatisfy { circle.shows($0, "Two 10s: Snap!") && circle.screens[$0].isLit })
        circle.gone = [2]
        circle.leave(2)
        circle.settle()
        #expect(circle.shows(0, "Matches are not announced any more.") && !circle.screens[0].isLit && circle.faults == [])
    }

    /// A guest leaves, or is lost, after so many steps: the game goes on without the guest, or is over between two.
    @Test(arguments: [2, 3, 4], [true, false]) func leavingAtEveryMoment(_ players: Int, byChoice: Bool) {
        for step in stride(from: players, to: 24, by: Thoroughness.pick(4, of: 1)) {
            var random = SeededGenerator(seed: UInt64(step))
            var shuffling = SeededGenerator(seed: UInt64(step))
            let circle = SnapCircle(players) {
                var deck = PlayingCardDeck()
                return deck.drawAll(using: &shuffling)
            }
            for _ in 0..<step * 3 where circle.game.winner == nil { act(&random, on: circle) }
            let guest = 1 + step % (players - 1)
            let winner = circle.game.winner
            circle.gone = [guest]
            if byChoice { circle.leave(guest) } else { circle.parties[guest].drop() }
            circle.settle()
            #expect(circle.faults == [], "after \(step) steps")
            #expect(byChoice || circle.shows(guest, "Connection to Ann lost."))
            circle.machine.advance(milliseconds: Alert.pauseMilliseconds)
            for other in circle.screens.indices where other != guest {
                let how = byChoice ? "left the game." : "did not come back."
                #expect(circle.shows(other, "\(SnapCircle.names[guest]) \(how)"))
            }
            if players == 2 && !byChoice && winner == nil {
                #expect(circle.game.winner == nil && circle.shows(0, "The game is over. Nobody has won.") && circle.sleeps)
                continue
            }
            if players == 2 {
                // The guest may have won before.
                #expect(circle.game.winner == (winner ?? 0), "after \(step) steps")
                #expect(circle.shows(0, "We have a winner: \(winner == 1 ? SnapCircle.names[1] : "you")!") && circle.sleeps)
            }
            for _ in 0..<30 where circle.game.winner == nil { act(&random, on: circle) }
            #expect(circle.faults == [])
        }
    }

    @Test(arguments: [true, false]) func theHostsLeavingEndsIt(byChoice: Bool) {
        for steps in 0..<12 {
            let circle = SnapCircle(3)
            circle.turn(steps)
            if byChoice { circle.leave(0) } else { circle.parties[0].drop() }
            circle.settle()
            let sentence = byChoice ? "Ann ended the game." : "Connection to Ann lost."
            #expect(circle.shows(1, sentence) && circle.shows(2, sentence))
            circle.machine.advance(milliseconds: Alert.pauseMilliseconds - 1)
            circle.press(1, .enter)
            #expect(circle.shows(1, sentence), "a key meant for the game does nothing")
            circle.machine.advance(milliseconds: 1)
            circle.press(1, .enter, .escape)
            circle.press(2, .character(" "), .escape)
            #expect(circle.shows(1, "Host a game") && circle.shows(2, "Host a game"))
            if byChoice { #expect(circle.shows(0, "Host a game") && circle.sleeps) }
        }
    }

    /// Those who are still there play again; a seat that is empty stays so.
    @Test func anotherGameAfterSomebodyLeft() {
        let circle = SnapCircle(3)
        circle.turn(7)
        circle.gone = [1]
        circle.leave(1)
        circle.settle()
        while circle.game.winner == nil {
            let isSnap = !circle.game.matches.isEmpty
            circle.play(isSnap ? 2 : circle.game.mover, isSnap ? .character(" ") : .enter)
        }
        #expect(circle.shows(2, "Disconnect  Q") && circle.shows(2, "Replay  R"))
        circle.play(2, .character("r"))
        #expect(circle.host.deal == 1, "only the host deals")
        circle.press(0, .right)
        circle.play(0, .enter)
        #expect(circle.host.deal == 2 && circle.faults == [])
        #expect(circle.game.view.seats.map(\.stack) == [26, 0, 26])
        circle.turn(4)
        #expect(circle.faults == [])
        circle.gone = [1, 2]
        circle.parties[2].drop()
        #expect(circle.host.isAbandoned && circle.game.winner == nil && !circle.host.canDeal)
        #expect(!circle.shows(0, "Replay  R") && circle.shows(0, "Menu  Q"))
        circle.play(0, .character("r"))
        #expect(circle.host.deal == 2)
    }

    /// After the end a guest leaves: then the host cannot deal again.
    @Test func leavingAfterTheEnd() {
        let circle = SnapCircle(2, deck: "")
        while circle.game.winner == nil {
            let isSnap = !circle.game.matches.isEmpty
            circle.play(isSnap ? 0 : circle.game.mover, isSnap ? .character(" ") : .enter)
        }
        #expect(circle.shows(0, "Replay  R"))
        circle.gone = [1]
        circle.press(1, .left, .enter)
        circle.settle()
        #expect(circle.shows(1, "Host a game"))
        #expect(circle.faults == [] && circle.shows(0, "Bob left the game.") && !circle.shows(0, "Replay  R"))
    }
}

@Suite struct SnapTimeTests {
    @Test(arguments: [true, false]) func everybodyReadsThatThereIsLongerToSnap(isLong: Bool) {
        let circle = SnapCircle(3, isLong: isLong)
        for seat in 0..<3 { #expect(circle.shows(seat, "Everyone has 3 seconds longer to snap") == isLong) }
    }

    @Test func aTurnTakesTenSeconds() {
        let circle = SnapCircle(2, deck: "AS 3H")
        #expect(circle.shows(0, "Your turn") && circle.shows(1, "Ann's turn") && circle.shows(0, "10 s"))
        circle.machine.advance(milliseconds: 9_999)
        #expect(circle.shows(0, " 1 s") && circle.game.turn == 1)
        circle.machine.advance(milliseconds: 1)
        circle.settle()
        #expect(circle.shows(0, "Time is up: A♠ was turned for you.") && circle.shows(1, "Time is up: A♠ was turned for Ann."))
        #expect(circle.shows(1, "Your turn") && circle.shows(1, "10 s"))
        circle.machine.advance(milliseconds: 10_000)
        circle.settle()
        #expect(circle.game.turn == 3 && circle.faults == [])
    }

    /// The clock wakes a program once a second, and draws nothing but the label.
    @Test func oneWakeUpASecond() {
        let circle = SnapCircle(2)
        var shown: [String] = []
        for _ in 0..<40 {
            circle.machine.advance(milliseconds: 250)
            circle.settle()
            circle.navigators[1].canvas.takeChanges { y, _ in shown.append(circle.navigators[1].canvas.lines[y]) }
        }
        #expect(shown.filter { $0.contains("Ann's turn") }.count <= 11)
    }

    /// Turning at the last moment: what arrives too late is for a turn that is over, and turns no later card.
    @Test(arguments: [true, false]) func theTurnCrossesTheTime(inTime: Bool) {
        let circle = SnapCircle(2, deck: "AS 3H 5D 7C")
        circle.turn(1)
        circle.machine.advance(milliseconds: 9_990)
        circle.press(1, .enter)
        if inTime { circle.settle() }
        circle.machine.advance(milliseconds: 20)
        circle.settle()
        #expect(circle.game.turn == 3 && circle.faults == [])
        #expect(circle.shows(1, "Time is up") == !inTime)
        circle.press(1, .enter)
        #expect(circle.shows(1, "It's not your turn."))
        circle.play(0, .enter)
        circle.machine.advance(milliseconds: SnapFairness.longest)
        circle.settle()
        #expect(circle.shows(1, "Your turn") && !circle.shows(1, "It's not your turn."))
    }

    @Test func aMatchFlashesAndThenStaysLit() {
        let circle = SnapCircle(2, isAnimated: true, listeners: [0]) { deck(beginning: "5S 5H") }
        circle.turn(2)
        #expect(circle.screens[1].isLit)
        circle.look()
        var changes = 0
        var isLit = true
        for _ in 0..<200 {
            circle.machine.advance(milliseconds: 20)
            if circle.screens[1].isLit != isLit { changes += 1 }
            isLit = circle.screens[1].isLit
        }
        #expect(changes == 6 && isLit)
        circle.play(0, .character(" "))
        #expect(!circle.screens[1].isLit)
    }
}

@Suite struct SnapCrossingTests {
    /// A match on the table, seen by all.
    private func match() -> SnapCircle {
        let circle = SnapCircle(3, deck: "5S 5H 9C 2S 3D 4D")
        circle.turn(2)
        #expect(circle.game.matches == [SnapMatch(rank: 5, piles: [0, 1])])
        circle.look()
        return circle
    }

    /// Both press before either is told of the other: who arrives first at the host wins, the other pays nothing.
    @Test(arguments: [true, false]) func twoGuestsSnap(firstArrivesFirst: Bool) {
        let circle = match()
        circle.machine.advance(milliseconds: 400)
        circle.press(1, .character(" "))
        circle.machine.advance(milliseconds: 7)
        circle.press(2, .character(" "))
        let order = firstArrivesFirst ? [1, 2] : [2, 1]
        for seat in order { circle.parties[seat].deliver() }
        circle.settle()
        #expect(circle.faults == [])
        let time = (firstArrivesFirst ? 400 : 407) + SnapFairness.glance
        #expect(circle.shows(order[0], "Snap! You win 2 cards in \(SnapWords.seconds(time)) s."))
        let name = SnapCircle.names[order[0]]
        #expect(circle.shows(0, "Snap! \(name) wins 2 cards in \(SnapWords.seconds(time)) s."))
        #expect(circle.shows(order[1], "You were too late. It costs nothing this time."))
        #expect(circle.game.hands[order[0]].stack.count == (order[0] == 1 ? 18 : 19) && circle.game.hands[0].pile.isEmpty)
    }

    /// The host's own player and a guest, in both orders of arrival.
    @Test(arguments: [true, false]) func hostAndGuestSnap(hostFirst: Bool) {
        let circle = match()
        circle.machine.advance(milliseconds: 300)
        circle.press(1, .character(" "))
        if !hostFirst { circle.settle() }
        circle.press(0, .character(" "))
        circle.settle()
        #expect(circle.faults == [])
        #expect(circle.shows(hostFirst ? 0 : 1, "Snap! You win 2 cards in \(SnapWords.seconds(300 + SnapFairness.glance)) s."))
        #expect(circle.shows(hostFirst ? 1 : 0, "You were too late."))
    }

    /// The next card falls on the match while a snap for it is under way.
    @Test(arguments: [true, false]) func aSnapCrossesACard(snapFirst: Bool) {
        let circle = match()
        circle.turn(1)
        circle.machine.advance(milliseconds: 200)
        circle.press(2, .character(" "))
        if snapFirst { circle.settle() }
        circle.press(0, .enter)
        circle.settle()
        #expect(circle.faults == [])
        #expect(circle.shows(2, snapFirst ? "Snap! You win" : "You were too late."))
    }

    /// A snap under way when the cards are dealt anew is of the old game.
    @Test func aSnapCrossesADeal() {
        let circle = SnapCircle(2, deck: "")
        while circle.game.winner == nil {
            let isSnap = !circle.game.matches.isEmpty
            if isSnap { circle.machine.advance(milliseconds: SnapViewController.repeatMilliseconds) }
            if isSnap { circle.press(1, .character(" ")) }
            circle.play(isSnap ? 0 : circle.game.mover, isSnap ? .character(" ") : .enter)
        }
        circle.parties[1].send(.snap(.snap(deal: 1, after: 3)), to: 0)
        circle.parties[1].send(.snap(.turn(deal: 1, turn: 1)), to: 0)
        circle.press(0, .character("r"))
        circle.settle()
        #expect(circle.game.log.isEmpty && circle.faults == [])
    }

    @Test func aWrongSnapCosts() {
        let circle = SnapCircle(3, deck: "2S 5H 9C")
        circle.turn(1)
        circle.play(1, .character(" "))
        #expect(circle.shows(1, "Wrong Snap! You pay a card each to Zoë and Ann."))
        #expect(circle.shows(2, "Wrong Snap! Bob pays a card each to you and Ann."))
        #expect(circle.faults == [])
    }

    /// A key held down is one Snap!, not a dozen wrong ones, however long the keyboard waits before it repeats it.
    @Test(arguments: [33, 250, 500, 660]) func aKeyHeldDown(delay: Int) {
        let circle = SnapCircle(2, deck: "2S 5H 9C")
        circle.turn(1)
        circle.press(1, .character(" "))
        circle.machine.advance(milliseconds: delay)
        for _ in 0..<40 {
            circle.press(1, .character(" "))
            circle.settle()
            circle.machine.advance(milliseconds: 33)
        }
        #expect(circle.game.log.count == 2)
        circle.machine.advance(milliseconds: SnapViewController.repeatMilliseconds)
        circle.press(1, .character(" "))
        circle.settle()
        #expect(circle.game.log.count == 3)
    }

    /// Before any card was turned there is nothing to snap, and nothing is paid.
    @Test(arguments: [0, 1]) func beforeTheFirstCard(seat: Int) {
        let circle = SnapCircle(2, deck: "2S 5H 9C")
        circle.play(seat, .character(" "))
        #expect(circle.game.log.isEmpty && circle.game.hands.map(\.count) == [26, 26])
        #expect(circle.shows(seat, "No card has been turned yet."))
        circle.parties[1].send(.snap(.snap(deal: 1, after: 3)), to: 0)
        circle.settle()
        #expect(circle.game.log.isEmpty, "nor does the host take one from another program")
        circle.turn(1)
        circle.play(seat, .character(" "))
        #expect(circle.game.hands.map(\.count) != [26, 26])
    }
}
