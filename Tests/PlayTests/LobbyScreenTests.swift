// The lobby's screens, driven by keys between machines in memory: what each player reads, and that nothing stays open.

import Screen
import Session
import TestSupport
import Testing

@testable import Play

/// Some players with screens on one network.
struct Neighbourhood {
    let network: FakeNetwork
    let seats: [Seat]

    init(_ names: [String], size: Size = Size(width: 80, height: 24), glyphs: Glyphs = .unicode) {
        network = FakeNetwork(names.count)
        seats = zip(names, network.machines).map { name, machine in
            var settings = Seat.still
            settings.name = name
            return Seat(size: size, settings: settings, glyphs: glyphs, machine: machine)
        }
    }

    static let games =
        [PartyGame(title: "Test game", game: .test) { PartyScreen(navigator: $0, party: $1) }]
        + PartyGame.all.filter { $0.game == .fourInARow }

    func openNearby() {
        for seat in seats { seat.navigator.push(NearbyViewController(navigator: seat.navigator, games: Self.games)) }
        network.settle()
    }

    /// The first player hosts a table for the first game, the others see it in their lists.
    func openTables() {
        seats[0].navigator.push(NearbyViewController(navigator: seats[0].navigator, games: Self.games))
        seats[0].press(.character("h"))
        for seat in seats.dropFirst() {
            seat.navigator.push(NearbyViewController(navigator: seat.navigator, games: Self.games))
            network.settle()
        }
    }

    func press(_ index: Int, _ keys: Key...) {
        for key in keys {
            seats[index].navigator.press(key)
            network.settle()
        }
    }

    /// Enter counts for an invitation that has been on the screen for a moment.
    func wait(_ index: Int) {
        _ = seats[index].lines
        seats[index].machine.advance(milliseconds: Alert.pauseMilliseconds)
    }

    func shows(_ index: Int, _ text: String) -> Bool { seats[index].shows(text) }

    /// Everybody leaves the program; nothing may be left.
    func leaveAll() {
        for seat in seats {
            seat.navigator.popToRoot()
            seat.navigator.leaveAll()
        }
        network.settle()
        for index in seats.indices { #expect(network.isQuiet(index), "machine \(index)") }
    }
}

@Suite struct NearbyScreenTests {
    @Test func inviteAndAcceptWithArrowsAndEnter() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openNearby()
        #expect(all.shows(0, "Bob") && all.shows(0, "free") && !all.shows(0, "1  Ann"))
        all.press(0, .enter)
        #expect(all.shows(0, "… invited") && all.shows(1, "Ann invites you to play Test game."))
        all.press(1, .enter)
        #expect(all.shows(1, "Ann invites you"), "an Enter meant for something else answers nothing")
        all.wait(1)
        all.press(1, .right, .enter)
        #expect(all.shows(0, "Bob accepted your invitation.") && all.shows(0, "At the table: Bob"))
        #expect(all.shows(1, "At the table: Ann") && all.shows(1, "Waiting for Ann to start Test game…"))
        #expect(all.shows(0, "▸ 1  Bob") && all.seats[0].lines.last?.contains("Enter Start") == true)
        all.press(0, .end, .enter)
        all.press(2, .character("y"))
        #expect(all.shows(0, "At the table: Bob, Zoë") && all.shows(1, "At the table: Ann, Zoë"))
        all.press(0, .enter)
        for seat in all.seats { #expect(seat.navigator.top is PartyScreen) }
        #expect(all.shows(2, "At seat 2 of Ann, Bob, Zoë"))
        all.leaveAll()
    }

    @Test func declinedCancelledUnanswered() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(0, .enter)
        all.wait(1)
        all.press(1, .enter)
        #expect(all.shows(0, "Bob declined your invitation.") && !all.shows(1, "invites you"))
        all.press(1, .character("h"))
        #expect(!all.shows(0, "declined your invitation") && all.shows(0, "Test game, 1 of"))
        all.press(1, .character("d"))
        all.press(0, .enter, .enter)
        #expect(all.shows(1, "Ann took the invitation back.") && all.shows(0, "free"))
        all.press(0, .enter)
        all.network.advance(seconds: 30)
        #expect(all.shows(0, "Bob did not answer within 30 seconds.") && all.shows(1, "Ann took the invitation back."))
        all.leaveAll()
    }

    /// Two invite; the first takes the invitation back, and a key that was meant for it does not answer the second.
    @Test func aWithdrawnInvitationLeavesTheNextOneAlone() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openNearby()
        all.press(1, .character("1"), .enter)
        all.press(2, .character("1"), .enter)
        #expect(all.shows(0, "Bob invites you"))
        all.press(1, .character("1"), .enter)
        #expect(all.shows(0, "Bob took the invitation back.") && all.shows(0, "Zoë invites you"))
        all.press(0, .character("y"))
        #expect(all.shows(0, "Zoë invites you") && !all.shows(0, "At the table:"))
        all.seats[0].machine.advance(milliseconds: Alert.pauseMilliseconds)
        all.press(0, .character("y"))
        #expect(all.shows(0, "At the table: Zoë"))
        all.leaveAll()
    }

    /// What must be read before a key acts does not keep a key from an invitation.
    @Test func aStandingSentenceLeavesTheInvitationItsKeys() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openNearby()
        all.press(1, .character("1"), .enter)
        all.press(1, .character("1"), .enter)
        #expect(all.shows(0, "Bob took the invitation back."))
        all.press(2, .character("1"), .enter)
        #expect(all.shows(0, "Zoë invites you"))
        all.press(0, .character("y"))
        #expect(all.shows(0, "At the table: Zoë"))
        all.leaveAll()
    }

    @Test func disconnectAndHostQuits() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(0, .enter)
        all.press(1, .character("y"), .character("d"))
        #expect(all.shows(1, "Leave Ann's table?") && all.shows(1, "Stay  Esc"))
        all.press(1, .escape)
        #expect(all.shows(1, "At the table: Ann") && !all.shows(1, "Ann's table?"))
        all.press(1, .character("d"), .right, .enter)
        #expect(all.shows(0, "Bob left.") && !all.shows(1, "At the table:"))
        all.press(0, .character("x"), .enter)
        all.press(1, .character("y"))
        #expect(all.shows(1, "At the table: Ann"))
        all.press(0, .escape, .escape, .character("q"))
        #expect(all.shows(1, " closed the table.") && all.shows(1, "Players near you") && all.shows(0, "Other games"))
        #expect(all.shows(1, "1  Ann") && all.shows(1, "free"), "who left the list can be invited")
        all.leaveAll()
    }

    @Test func nameVisibilityAndGame() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(1, .character("n"), .control("u"))
        all.seats[1].type("q?")
        all.press(1, .enter)
        #expect(all.shows(0, "q?") && all.seats[1].machine.saved.last?.name == "q?")
        all.press(1, .character("v"))
        #expect(!all.shows(0, "q?") && all.seats[1].machine.saved.last?.visible == false)
        all.press(1, .character("g"))
        #expect(all.shows(1, "‹ Four in a Row ›"))
        all.press(1, .down, .enter)
        #expect(all.shows(0, "q? invites you to play Four in a Row."))
        all.press(1, .character("g"))
        #expect(all.shows(1, "You have invited others to Four in a Row. Take that back first."))
        all.leaveAll()
    }

    /// The chosen line is the host's: one Enter too many neither hides the player nor leaves the session.
    @Test(arguments: 1...3) func anotherEnterAfterAcceptingChangesNothing(line: Int) {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(1, .home)
        for _ in 1..<line { all.press(1, .down) }
        all.press(0, .enter)
        all.wait(1)
        all.press(1, .right, .enter, .enter)
        #expect(all.shows(1, "‹ on ›") && all.seats[1].machine.saved.isEmpty)
        #expect(all.shows(1, "At the table: Ann") && all.seats[1].navigator.top?.isTyping == false)
        all.leaveAll()
    }

    @Test func anInvitationWaitsWhileTheNameIsTyped() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(1, .character("n"))
        all.press(0, .enter)
        all.seats[1].type("y")
        #expect(!all.shows(1, "Ann invites you to play") && all.shows(1, "Boby"))
        all.press(1, .escape)
        #expect(all.shows(1, "Ann invites you to play Test game."))
        all.leaveAll()
    }

    @Test func withoutANetworkTheScreenStaysAndSaysSo() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.network.unplug()
        #expect(all.shows(0, "This computer is not on a network.") && all.shows(0, "Players near you") && !all.shows(0, "Bob"))
        all.network.plugIn()
        all.network.settle()
        #expect(!all.shows(0, "not on a network") && all.shows(0, "Bob"))
        all.leaveAll()
    }

    /// The host's connection came to the guest: where it came from nobody listens, and the guest keeps no such place. The two find each
    /// other by the lists.
    @Test func aBrokenGameOfPlayersNearbyGoesOn() throws {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(1, .character("g"), .down, .enter)
        all.press(0, .character("y"))
        all.press(1, .character("4"))
        all.press(0, .character("4"))
        #expect(all.seats.map { $0.game?.scene.game.digits } == ["44", "44"])
        #expect(all.seats[0].machine.games.sessions.first?.isHost == false)
        let kept = try #require(all.seats[0].machine.games.sessions.first)
        #expect(kept.endpoint == nil)
        let count = all.seats[0].machine.attempts.count
        all.network.breakAll()
        all.network.settle()
        all.network.advance(seconds: 6)
        #expect(all.seats[0].machine.attempts.count == count + 1, "straight to where the host is listed")
        all.press(1, .character("5"))
        #expect(all.seats.map { $0.game?.scene.game.digits } == ["445", "445"])
        all.leaveAll()
    }

    @Test func fourInARowIsForTwo() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openNearby()
        all.press(0, .character("g"), .down, .enter)
        all.press(1, .character("y"))
        #expect(all.seats[0].showsScore(0, 0, "Bob") && all.seats[1].showsScore(0, 0, "Ann") && all.shows(0, "Your turn"))
        all.press(0, .character("4"))
        #expect(all.seats[1].game?.scene.game.moves == [3])
        all.press(1, .character("q"), .character("q"))
        #expect(all.shows(0, " left the game."))
        all.leaveAll()
    }

    /// What a guest would like to play is not what is played: the line is there again when the session is over.
    @Test func aGuestChoosesNoGame() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(1, .character("g"))
        all.press(0, .enter)
        #expect(all.shows(1, "‹ Four in a Row ›") && all.shows(1, "Ann invites you to play Test game."))
        all.press(1, .character("y"))
        #expect(!all.shows(1, "‹ Four in a Row ›") && all.shows(1, "D Leave"))
        all.press(1, .character("d"), .character("q"))
        #expect(all.shows(1, "‹ Four in a Row ›"))
        all.leaveAll()
    }

    /// Only the host of a table invites, and the key bar offers it to nobody else.
    @Test func aGuestIsOfferedNoInvitation() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openNearby()
        #expect(all.seats[1].lines.last?.contains("Enter Invite") == true)
        all.press(0, .character("1"), .enter)
        all.press(1, .character("y"), .end)
        #expect(all.shows(1, "▸ 2  Zoë") && all.seats[1].lines.last?.contains("Invite") == false)
        all.press(1, .enter)
        #expect(all.shows(1, "Only the host of a table can invite.") && all.shows(1, "free"))
        all.leaveAll()
    }

    @Test func whoSitsAtATableIsNotFreeForOthers() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openNearby()
        all.press(0, .character("1"), .enter)
        all.press(1, .character("y"))
        #expect(all.shows(2, "hosts a table") && all.shows(2, "at Ann's table") && !all.shows(2, "free"))
        all.press(2, .end, .up)
        #expect(all.seats[2].lines.last?.contains("Invite") == false)
        all.press(1, .character("d"), .character("q"))
        #expect(all.shows(2, "free") && !all.shows(2, "at Ann's table"))
        all.leaveAll()
    }

    /// Four in a Row begins as soon as the other one accepts. Meanwhile a third reads who plays, in the same rows. Whoever leaves the game is back
    /// in the list.
    @Test func twoPlayAndMeetInTheListAgain() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        var settings = all.seats[0].navigator.settings
        settings.spectators = true
        all.seats[0].navigator.change(settings)
        var watchable: [String] = []
        let browser = all.network.machines[2].browse(.watch) {
            if case .found(let listing) = $0 { watchable.append(listing.title) }
        }
        all.openNearby()
        all.press(2, .character("2"))
        #expect(all.shows(2, "▸ 2  Bob"))
        all.press(0, .character("g"), .character("1"), .enter)
        all.press(1, .character("y"))
        #expect(watchable == ["Ann – Bob"] && all.shows(2, "W in “Join a game” lists games to watch."))
        browser.cancel()
        #expect(all.seats.prefix(2).allSatisfy { $0.game != nil })
        #expect(all.shows(2, "1  Ann              playing with Bob") && all.shows(2, "▸ 2  Bob              playing with Ann"))
        all.press(0, .enter)
        #expect(all.seats[0].game?.scene.game.digits == "", "it was meant for the invitation")
        all.press(2, .enter)
        #expect(all.shows(2, "Bob is playing with Ann.") && all.shows(2, "Bob cannot be invited now."))
        all.press(0, .character("4"))
        all.press(1, .character("4"), .character("q"), .character("q"))
        #expect(all.shows(1, "Players near you") && all.shows(0, "Bob left the game. Nobody wins."))
        #expect(all.shows(2, "1  Ann              playing") && all.shows(2, "▸ 2  Bob              free"))
        #expect(!all.shows(2, "cannot be invited"))
        #expect(!all.shows(2, "playing with"))
        #expect(all.shows(1, "▸ 1  Ann"), "the row on which one was")
        all.seats[0].closeEnd()
        if all.seats[0].game != nil { all.press(0, .character("q")) }
        all.network.settle()
        for (index, other) in ["Bob", "Ann", "Ann"].enumerated() {
            #expect(all.shows(index, "1  \(other)  ") && all.shows(index, "free"), "\(all.seats[index].lines)")
        }
        all.press(0, .escape, .character("o"), .character("n"))
        #expect(all.shows(2, "1  Ann ") && all.shows(2, "▸ 2  Bob "), "every row keeps its digit")
        all.leaveAll()
    }

    /// Who saves a game that began here goes on with it here.
    @Test func aSavedGameIsResumedInTheList() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openNearby()
        all.press(0, .character("g"), .character("1"), .enter)
        all.press(1, .character("y"))
        all.press(0, .character("4"))
        all.press(1, .character("4"))
        all.network.breakDown()
        all.press(0, .character("s"))
        #expect(all.shows(0, "▸ R  Resume with Bob") && all.shows(0, "▸ move 2, just now") && all.shows(0, "The game is saved."))
        #expect(all.shows(0, "Kept for a week. It goes on once you have both resumed it."))
        all.network.plugIn()
        all.network.settle()
        #expect(all.shows(0, "1  Bob               playing, saved game") && !all.shows(0, "free, saved game"))
        all.press(0, .enter)
        all.network.advance(seconds: 6)
        all.press(0, .character("5"))
        #expect(all.seats.prefix(2).map { $0.game?.scene.game.digits } == ["445", "445"])
        #expect(all.shows(2, "playing with Bob") && all.shows(2, "playing with Ann"), "as before")
        for seat in all.seats.prefix(2) { seat.leaveGame() }
        all.network.settle()
        #expect(all.shows(0, "▸ 1  Bob") && !all.shows(0, "Resume"))
        all.leaveAll()
    }

    /// One reads how much time there is before one accepts, or sits down.
    @Test func theClockIsSaid() {
        let all = Neighbourhood(["Ann", "Bob"])
        var settings = all.seats[0].navigator.settings
        settings.timeControl = TimeControl(minutes: 3, increment: 2)
        all.seats[0].navigator.change(settings)
        all.openNearby()
        #expect(!all.shows(0, "Clock:"), "another game has none")
        all.press(0, .character("g"), .character("1"), .enter)
        #expect(all.shows(0, "G  Game             Four in a Row") && all.shows(0, "Clock: 3 min + 2 s"))
        #expect(all.shows(1, "Ann invites you to play Four in a Row, 3+2."))
        #expect(all.shows(1, "Clock: 3 minutes for each player, and 2 s per move."))
        all.press(1, .character("n"))
        all.press(0, .character("h"))
        #expect(all.shows(1, "+ Four in a Row, 3+2, 1 of 2"))
        #expect(all.shows(1, "Enter sits down at Ann's table. Clock: 3 minutes for each player"))
        all.press(1, .enter)
        #expect(all.shows(1, "Clock: 3 minutes for each player"))
        all.press(0, .enter)
        #expect(all.shows(0, "3:00") && all.shows(1, "3:00"))
        all.leaveAll()
    }

    @Test func aFullTableIsNotJoined() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openNearby()
        all.press(0, .character("g"), .character("h"))
        #expect(all.shows(2, "Four in a Row, 1 of 2") && all.shows(2, "Enter Join"))
        all.press(1, .enter)
        #expect(all.shows(2, "Four in a Row, full") && !all.shows(2, "Enter Join") && !all.shows(2, "sits down"))
        #expect(all.shows(0, "  Four in a Row  ") && !all.shows(0, "‹ Four in a Row ›"), "it cannot change")
        all.press(0, .character("g"))
        #expect(all.shows(0, "To change the game, close the table first (D).") && !all.shows(0, "Change"))
        all.leaveAll()
    }

    /// That a table is closed is news until a key, which acts as well, or until its host has another one.
    @Test func aClosedTableIsNewsUntilTheNext() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openTables()
        all.press(1, .enter)
        all.press(2, .enter)
        all.press(0, .character("d"), .character("d"))
        #expect(all.shows(1, "Ann closed the table.") && all.shows(2, "Ann closed the table.") && all.shows(1, "Enter Invite"))
        all.wait(1)
        all.press(1, .character("v"))
        #expect(!all.shows(1, "Ann closed the table.") && all.shows(1, "‹ off ›"))
        all.network.advance(seconds: 3)
        #expect(all.shows(2, "Ann closed the table."))
        all.press(0, .character("h"))
        #expect(all.shows(2, "Test game, 1 of 4") && !all.shows(2, "Ann closed the table."))
        all.leaveAll()
    }

    /// In text mode, where no arrow has moved the choice: somebody who comes does not make a name of the address.
    @Test func whoComesLeavesTheTypedAddressAlone() throws {
        let all = Neighbourhood(["Ann", "Bob"])
        let list = NearbyViewController(navigator: all.seats[0].navigator, games: Neighbourhood.games)
        all.seats[0].navigator.push(list)
        try #require(list.announcement.choices.first { $0.name == "a" }).choose()
        all.seats[1].navigator.push(NearbyViewController(navigator: all.seats[1].navigator, games: Neighbourhood.games))
        all.network.settle()
        #expect(all.shows(0, "Bob") && list.announcement.field?.question.contains("address") == true)
        all.leaveAll()
    }

    /// The list comes back after a game, and with it its field for addresses.
    @Test func anAddressIsTypedAfterAGame() {
        let all = Neighbourhood(["Ann"])
        let list = NearbyViewController(navigator: all.seats[0].navigator, games: Neighbourhood.games)
        all.seats[0].navigator.push(list)
        list.rest()
        list.didAppear()
        list.join("10.0.0.9")
        #expect(list.joining.activity != nil)
        all.network.settle()
        #expect(list.joining.activity == nil && all.shows(0, "10.0.0.9"), "why there is no table")
        all.leaveAll()
    }

    /// What Enter does in the field for an address.
    @Test func theAddressFieldSaysThatEnterJoins() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(0, .end)
        #expect(all.shows(0, "Is a table missing? Enter asks for its address.") && all.shows(0, "Enter Open"))
        all.press(0, .enter)
        #expect(all.shows(0, "Enter Join") && !all.shows(0, "Is a table missing?"))
        all.leaveAll()
    }

    @Test func theListOfGamesHasClocksAndSpectators() throws {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.press(0, .character("h"), .character("t"), .character("w"))
        all.press(1, .character("h"))
        all.press(2, .character("j"))
        let rows = try ["Ann", "Bob"].map { name in try #require(all.seats[2].lines.first { $0.contains("  \(name)  ") }) }
        #expect(rows[0].contains("1 min") && rows[0].contains("may watch"))
        #expect(rows[1].contains("none") && !rows[1].contains("may watch"))
        all.leaveAll()
    }

    /// An invisible Tiger hosts; a visible one, who has nothing to do with it, is shown as what it is.
    @Test func aNamesakeIsNotShownAsConnected() {
        let all = Neighbourhood(["Tiger", "Bob", "Tiger"])
        all.openNearby()
        all.press(0, .character("v"))
        all.press(0, .character("1"), .enter)
        all.press(1, .character("y"))
        #expect(all.shows(0, "At the table: Bob") && all.shows(1, "Waiting for Tiger"))
        let rows = all.seats[1].lines.filter { $0.contains("Tiger") && ($0.contains("t the table:") || $0.contains("free")) }
        #expect(rows.count { $0.contains("free") } == 1 && rows.count { $0.contains("At the table:") } == 1, "\(rows)")
        all.leaveAll()
    }

    /// The key bar says which key shows the keys: where text is typed '?' is text.
    @Test func inAFieldTheKeyBarNamesF1() {
        let all = Neighbourhood(["Ann"])
        all.openNearby()
        #expect(all.seats[0].lines.last?.contains("? Keys") == true)
        all.press(0, .character("n"))
        #expect(all.seats[0].lines.last?.contains("F1 Keys") == true)
        all.press(0, .character("?"))
        #expect(all.shows(0, "Ann?"))
        all.press(0, .function(1))
        #expect(all.shows(0, "Redraw"))
        all.leaveAll()
    }

    /// J and K are arrows in a list that has no other use for them.
    @Test func jAndKMove() {
        let all = Neighbourhood(["Ann"])
        all.openNearby()
        all.press(0, .character("j"), .character("j"))
        #expect(all.shows(0, "▸ G  Game"))
        all.press(0, .character("k"))
        #expect(all.shows(0, "▸ V  Visible"))
        all.press(0, .character("k"), .enter, .character("j"), .character("k"), .enter)
        #expect(all.shows(0, "‹ Annjk ›"), "while the name is typed they are letters")
        all.leaveAll()
    }

    /// What became of an invitation hides nobody's absence.
    @Test func whoIsKilledAfterAcceptingIsNotConnected() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(0, .enter)
        all.press(1, .character("y"))
        #expect(all.shows(0, "Bob accepted your invitation.") && all.shows(0, "✓ connected"))
        all.network.stopped = [1]
        all.network.advance(seconds: 10)
        #expect(all.shows(0, "! not answering") && all.shows(0, "Bob's program is not answering…"))
        #expect(!all.shows(0, "accepted your invitation"))
        all.network.stopped = []
        all.network.advance(seconds: 5)
        #expect(all.shows(0, "✓ connected"))
        all.network.kill(1)
        all.network.advance(seconds: 2)
        #expect(all.shows(0, "! lost, waiting 1:58") && all.shows(0, "Bob lost the connection: waiting 1:58"))
        all.network.advance(seconds: 120)
        #expect(all.shows(0, "Bob left."))
    }

    @Test func theHostSendsAGuestAway() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(0, .character("s"))
        #expect(!all.shows(0, "away?"), "nobody is connected")
        all.press(0, .enter)
        all.press(1, .character("y"))
        all.press(0, .character("s"))
        #expect(all.shows(0, "Send Bob away?"))
        all.press(0, .character("y"))
        #expect(all.shows(1, "Ann sent you away.") && !all.shows(0, "✓ connected") && all.shows(0, "free"))
        #expect(all.shows(0, "You sent Bob away.") && !all.shows(0, "Bob left."))
        all.leaveAll()
    }

    /// What became of an invitation stays in the list.
    @Test func whoDeclinedOrDidNotAnswerIsSoft() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        #expect(all.shows(0, "Enter invites Bob to Test game."))
        all.press(0, .enter)
        #expect(all.shows(0, "Enter takes the invitation back."))
        all.press(1, .character("n"))
        #expect(all.shows(0, "declined") && !all.shows(0, "free"))
        all.network.advance(seconds: 60)
        #expect(all.shows(0, "free") && !all.shows(0, "declined"), "it is no news any more")
        all.press(0, .enter)
        #expect(all.shows(0, "… invited"))
        all.network.advance(seconds: 30)
        #expect(all.shows(0, "  no answer"))
        all.leaveAll()
    }

    @Test func troubleIsSaid() {
        let all = Neighbourhood(["Ann"])
        all.seats[0].machine.advertiseFailure = .forbidden
        all.openNearby()
        #expect(all.shows(0, "Others cannot see you: you are not allowed to use that port."))
        all.leaveAll()
    }
}

@Suite struct TableScreenTests {
    @Test func aTableOfThree() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openTables()
        #expect(all.shows(0, "Others see it under Players near you as Ann.") && all.shows(1, "Test game, 1 of 4"))
        all.press(1, .enter)
        #expect(all.shows(1, "Waiting for Ann to start Test game…") && all.shows(0, "Bob") && all.shows(2, "Test game, 2 of 4"))
        all.press(2, .enter)
        #expect(all.shows(1, "At the table: Ann, Zoë") && all.shows(0, "At the table: Bob, Zoë"))
        all.press(0, .enter)
        #expect(all.shows(0, "At seat 0 of Ann, Bob, Zoë") && all.shows(2, "At seat 2 of Ann, Bob, Zoë"))
        all.leaveAll()
    }

    /// Whoever hosts a table and has chosen nothing since has only to press Enter; otherwise the row that starts the game is there.
    @Test func theHostSeesHowTheGameStarts() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë", "Eve"])
        all.openTables()
        #expect(all.shows(0, "Waiting for players of Test game…") && !all.shows(0, "Start the game"))
        all.press(1, .enter)
        #expect(all.shows(0, "At the table: Bob. Enter starts the game.") && !all.shows(0, "Waiting for players"))
        #expect(all.shows(0, "▸    Start the game") && all.shows(0, "2/4 players"))
        #expect(all.seats[0].lines.last?.contains("Enter Start") == true)
        all.press(0, .down)
        #expect(all.shows(0, "▸ 1  Bob") && all.shows(0, "Bob. Enter starts the game."))
        all.press(0, .down, .down)
        #expect(all.shows(0, "▸ 3  Eve") && !all.shows(0, "Enter starts") && all.shows(0, "Enter invites Eve to Test game."))
        all.press(2, .enter)
        #expect(all.shows(0, "▸ 3  Eve") && all.shows(0, "At the table: Bob, Zoë"), "where the player has moved it")
        all.press(1, .escape, .character("q"))
        #expect(all.shows(0, "Bob left.") && all.shows(0, "At the table: Zoë"))
        all.press(0, .character("2"), .enter)
        #expect(all.shows(0, "At seat 0 of Ann, Zoë"), "a guest's row starts the game, too")
        all.leaveAll()
    }

    @Test func sentAwayAndHostLeaves() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openTables()
        all.press(1, .enter)
        all.press(2, .enter)
        all.press(0, .down, .character("s"), .right, .enter)
        #expect(all.shows(1, "Ann sent you away.") && all.shows(0, "At the table: Zoë"))
        all.seats[0].navigator.closeAlert()
        for key in [Key.escape, .character("q")] {
            all.press(0, key)
            #expect(all.shows(0, "Close the table for everyone?") && all.shows(0, "Close the table  Q"))
            all.press(0, .enter)
            #expect(all.shows(2, "Waiting for Ann") && !all.shows(0, "for everyone?"), "Enter stays")
        }
        all.press(0, .escape, .character("q"))
        #expect(all.shows(2, " closed the table.") && all.shows(2, "Players near you"))
        all.leaveAll()
    }

    @Test func theWayToASeatIsCancelled() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openTables()
        all.seats[1].press(.enter)
        #expect(all.shows(1, "Connecting to Ann…"))
        all.seats[1].press(.escape)
        all.network.settle()
        #expect(!all.shows(1, "Connecting") && all.shows(1, "Test game, 1 of 4") && all.network.connections.isEmpty)
        all.leaveAll()
    }

    @Test func aFullTableRefuses() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë", "Dan", "Eve"])
        all.openTables()
        for index in 1...4 { all.press(index, .enter) }
        #expect(all.shows(0, "The table is full.") && all.shows(4, "All seats at this table are taken."))
        #expect(all.shows(4, "Test game, full"))
        all.leaveAll()
    }

    @Test func fourInARowAtATable() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.seats[0].navigator.push(NearbyViewController(navigator: all.seats[0].navigator, games: Neighbourhood.games))
        all.press(0, .character("g"), .character("h"))
        all.seats[1].navigator.push(NearbyViewController(navigator: all.seats[1].navigator, games: Neighbourhood.games))
        all.network.settle()
        all.press(1, .enter)
        all.press(0, .enter, .character("1"), .enter)
        #expect(all.seats[1].showsScore(0, 0, "Ann") && all.seats[1].game?.scene.game.moves == [0], "\(all.seats.map(\.lines))")
        all.leaveAll()
    }

    @Test(arguments: [true, false]) func aTableIsNoGame(toWatch: Bool) {
        let all = Neighbourhood(["Ann", "Eve"])
        all.openTables()
        all.press(1, .escape)
        let launcher = all.seats[1].navigator.launcher
        _ = toWatch ? launcher.openWatching() : launcher.openJoining()
        all.press(1, .character("a"))
        all.seats[1].type("10.0.0.1")
        all.press(1, .enter)
        all.network.advance(seconds: 1)
        #expect(
            all.shows(
                1, toWatch ? "There is no Four in a Row game at 10.0.0.1:27364." : "10.0.0.1:27364 is a table: see Other games"))
        #expect(toWatch || all.shows(1, "Address: 10.0.0.1:27364"), "the address can be mended")
        all.leaveAll()
    }

    @Test func nothingToListenOnIsSaid() {
        let all = Neighbourhood(["Ann"])
        all.seats[0].machine.advertiseFailure = .forbidden
        all.openTables()
        #expect(all.shows(0, "The table cannot be hosted: you are not allowed to use that port."))
        all.leaveAll()
    }

    @Test func aTableOfAnotherVersion() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openTables()
        all.seats[1].machine.browsers[1].find("New", ["game": "test", "version": "9", "players": "1", "limit": "9"])
        all.press(1, .end, .up, .enter)
        #expect(all.shows(1, "New has a different version. Both players need the same one."))
        all.leaveAll()
    }
}

@Suite struct LobbySnapshotTests {
    private func check(_ seat: Seat, _ what: String, at sizes: [Size] = Size.usual) {
        Snapshot.check(seat.navigator, what, at: sizes)
    }

    private static let names = ["Ann", "Zoë's laptop", "日本の友達", "evil\u{1B}[2J\u{202E}name"]

    @Test(arguments: Size.small + Size.usual) func nearby(size: Size) {
        let all = Neighbourhood(Self.names, size: size)
        let empty = Neighbourhood(["Ann"], size: size)
        empty.openNearby()
        check(empty.seats[0], "nearby-empty")
        all.openNearby()
        all.press(0, .enter)
        check(all.seats[0], "nearby", at: Size.small + Size.usual)
        check(all.seats[1], "nearby-invited", at: Size.small + Size.usual)
        all.wait(1)
        all.press(1, .right)
        check(all.seats[1], "nearby-accepting")
        all.press(1, .enter)
        all.press(0, .down, .enter)
        all.press(2, .character("y"))
        all.press(0, .end)
        check(all.seats[0], "nearby-host", at: Size.small + Size.usual)
        check(all.seats[1], "nearby-guest")
        all.press(1, .character("n"))
        check(all.seats[1], "nearby-name")
    }

    @Test(arguments: Size.small + Size.usual) func tables(size: Size) {
        let all = Neighbourhood(Self.names + ["Eve"], size: size)
        all.openTables()
        check(all.seats[4], "table-list", at: Size.small + Size.usual)
        all.press(1, .enter)
        all.press(2, .enter)
        all.seats[3].press(.enter)
        check(all.seats[3], "table-connecting")
        all.network.settle()
        check(all.seats[0], "table-host", at: Size.small + Size.usual)
        check(all.seats[1], "table-guest")
        all.press(4, .enter)
        check(all.seats[4], "table-refused")
    }

    @Test func otherGames() {
        let seat = Seat()
        seat.press(.character("o"))
        check(seat, "other-games")
    }

    @Test func theMenusFitTheSmallTerminal() {
        let seat = Seat(size: Size.small[0])
        let entries = MenuEntry.main(seat.navigator)
        #expect(entries.count <= 10 && MenuEntry.other.count <= 10)
        for entry in entries.dropLast() { #expect(seat.shows(entry.words)) }
        seat.press(.end)
        #expect(seat.shows(entries.last?.words ?? ""))
        seat.press(.character("o"))
        for entry in MenuEntry.other { #expect(seat.shows(entry.words)) }
    }
}
