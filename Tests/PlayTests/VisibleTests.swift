// A visible player stays visible on every screen where an invitation can be answered: who sees whom, what an invitation over another
// screen looks like, and which keys are its own.

import Engine
import Games
import Screen
import Session
import TestSupport
import Testing

@testable import Play

/// Ann in the list of nearby players, and Bob, who has been there and left it.
private struct VisiblePair {
    let all: Neighbourhood
    var ann: Seat { all.seats[0] }
    var bob: Seat { all.seats[1] }

    init(_ names: [String] = ["Ann", "Bob"], size: Size = Size(width: 80, height: 24)) {
        all = Neighbourhood(names, size: size)
        all.openNearby()
        for index in 1..<names.count { all.press(index, .escape) }
    }

    /// Ann invites Bob.
    func invite() { all.press(0, .character("1"), .enter) }

    /// Bob's keys count for an invitation that has been on the screen for a moment.
    func wait() {
        _ = bob.lines
        bob.machine.advance(milliseconds: Alert.pauseMilliseconds)
    }

    /// Bob opens something from the menu.
    func open(_ keys: String) {
        bob.type(keys)
        all.network.settle()
    }

    /// Bob plays the computer from this position.
    func playComputer(_ position: String = "") {
        try? bob.navigator.launcher.open(.computer(level: 1, firstMover: .me, position: position))
        all.network.settle()
    }

    var isListed: Bool { ann.lines.contains { $0.contains("  Bob ") && $0.contains("free") } }
}

/// What opens a screen from the menu on which an invitation can be answered.
nonisolated private let screens = ["", "o", "0", "y", "lh", "3", "c", "c1", "oc", "os", "os1"]

@Suite struct VisiblePlayerTests {
    @Test(arguments: screens) func isInvitedWhereTheInvitationCanBeAnswered(keys: String) {
        let pair = VisiblePair()
        pair.open(keys)
        #expect(pair.isListed && pair.bob.machine.browsers.allSatisfy(\.task.isCancelled), "nobody is looked for meanwhile")
        let rings = pair.bob.machine.bells
        pair.invite()
        #expect(pair.bob.shows("Ann invites you to play Test game.") && pair.bob.machine.bells == rings + 1)
        pair.wait()
        pair.all.press(1, .character("n"))
        #expect(!pair.bob.shows("Ann invites you") && pair.ann.shows("Bob declined your invitation."))
        pair.invite()
        pair.wait()
        pair.all.press(1, .character("y"))
        #expect(pair.bob.shows("At the table: Ann") && pair.ann.shows("At the table: Bob"))
        pair.all.press(0, .character("1"), .enter)
        #expect(pair.bob.navigator.top is PartyScreen)
        pair.all.leaveAll()
    }

    /// Hosting, joining: nobody can invite the player, who is free again with the menu.
    @Test(arguments: ["h", "j"]) func isBusyAmongTwo(keys: String) {
        let pair = VisiblePair()
        pair.open(keys)
        #expect(!pair.isListed && pair.ann.shows("▸ 1  Bob") && pair.ann.shows("Bob is busy."))
        #expect(pair.ann.lines.last?.contains("Invite") == false)
        pair.invite()
        #expect(pair.ann.shows("Bob cannot be invited now.") && pair.ann.machine.attempts.isEmpty)
        pair.bob.navigator.popToRoot()
        pair.all.network.settle()
        #expect(pair.isListed)
        pair.all.leaveAll()
    }

    @Test func theHostedGameGetsTheUsualPort() {
        let pair = VisiblePair()
        pair.open("h")
        #expect(pair.bob.machine.advertisements.map(\.isClosed) == [true, false] && pair.bob.shows("10.0.0.2:27364"))
        pair.bob.press(.escape)
        pair.bob.machine.advertiseFailure = .forbidden
        pair.open("h")
        #expect(pair.bob.shows("The game cannot be hosted"))
        pair.all.leaveAll()
    }

    @Test func comesBackAfterAGame() {
        let pair = VisiblePair()
        pair.invite()
        pair.wait()
        pair.all.press(1, .character("y"))
        pair.all.press(0, .character("1"), .enter)
        #expect(pair.bob.navigator.top is PartyScreen)
        #expect(pair.all.seats.allSatisfy { $0.machine.advertisements.allSatisfy { $0.isClosed && $0.isListed } })
        for seat in pair.all.seats { seat.navigator.popToRoot() }
        pair.all.network.settle()
        pair.all.press(0, .character("o"), .character("n"))
        #expect(pair.isListed)
        pair.all.leaveAll()
    }

    @Test func whoTurnsItOffIsGone() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openNearby()
        all.press(1, .character("v"))
        #expect(!all.shows(0, "Bob"))
        all.press(1, .escape)
        #expect(all.network.isQuiet(1))
        all.press(1, .character("o"), .character("n"), .character("v"), .escape)
        #expect(all.shows(0, "Bob") && all.shows(0, "free"))
        all.leaveAll()
    }

    @Test func whoNeverOpensTheListStartsNothing() {
        let seat = Seat()
        for keys in ["8", "o", "oc", "c1"] {
            seat.type(keys)
            seat.navigator.popToRoot()
        }
        #expect(seat.machine.advertisements.isEmpty && seat.machine.browsers.isEmpty && !seat.machine.isWaiting)
    }

    @Test func whoIsVisibleInTheMenuHasNoTimer() {
        let pair = VisiblePair()
        #expect(!pair.bob.machine.isWaiting && pair.bob.machine.advertisements.count { $0.isListed } == 1)
        pair.invite()
        pair.wait()
        pair.all.press(1, .character("n"))
        #expect(!pair.bob.machine.isWaiting)
        pair.all.leaveAll()
    }

    @Test func aNewNameIsSeen() {
        let pair = VisiblePair()
        pair.open("0")
        pair.all.press(1, .enter)
        pair.bob.type("by")
        pair.all.press(1, .enter)
        #expect(pair.ann.shows("1  Bobby") && pair.ann.shows("free"))
        pair.all.leaveAll()
    }

    /// Who leaves the list takes the invitations to others back, and keeps the one that waits for an answer.
    @Test func theListIsLeft() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openNearby()
        all.press(1, .character("2"), .enter)
        #expect(all.shows(2, "Bob invites you"))
        all.press(1, .escape)
        #expect(all.shows(2, "Bob took the invitation back.") && all.shows(0, "1  Bob"))
        all.leaveAll()
    }
}

@Suite struct InvitationOverAGameTests {
    /// The game against the computer is kept as always, and can be resumed from the history.
    @Test func acceptingLeavesTheGame() throws {
        let pair = VisiblePair()
        pair.playComputer("44")
        pair.bob.press(.character("3"))
        pair.invite()
        pair.wait()
        pair.all.press(1, .character("y"))
        #expect(pair.bob.navigator.top is NearbyViewController && pair.bob.shows("Waiting for Ann to start Test game…"))
        #expect(try pair.bob.machine.games.games().map(\.record.digits) == ["443"])
        pair.all.press(1, .character("d"), .character("q"), .escape)
        #expect(pair.bob.shows("Host a game"))
        pair.all.leaveAll()
    }

    @Test func decliningLeavesItAsItWas() {
        let pair = VisiblePair()
        pair.playComputer("44")
        let before = pair.bob.lines
        pair.invite()
        pair.wait()
        #expect(pair.bob.shows("N Not now  Y Accept  ←→ Column"))
        pair.all.press(1, .character("n"))
        #expect(pair.bob.lines == before && pair.ann.shows("Bob declined your invitation."))
        pair.all.leaveAll()
    }

    @Test func theGameGoesOn() {
        let pair = VisiblePair()
        pair.playComputer()
        pair.invite()
        pair.wait()
        pair.all.press(1, .left, .enter)
        #expect(pair.bob.game?.scene.game.digits == "3" && pair.bob.shows("Ann invites you"))
        pair.bob.machine.work()
        #expect(pair.bob.game?.scene.game.moves.count == 2 && pair.bob.shows("Ann invites you"))
        pair.all.leaveAll()
    }

    /// Y and N mean something in games and menus; pressed just as the invitation appears they do nothing.
    @Test(arguments: ["y", "n", "Y"]) func aKeyPressedTooEarlyDoesNothing(key: Unicode.Scalar) {
        let pair = VisiblePair()
        pair.open("oc")
        pair.bob.press(.enter)
        pair.invite()
        pair.all.press(1, .character(key))
        #expect(pair.bob.shows("Ann invites you") && pair.bob.shows("N Deal"), "its keys are not in the key bar yet")
        pair.bob.machine.advance(milliseconds: Alert.pauseMilliseconds - 10)
        pair.all.press(1, .character(key))
        #expect(pair.bob.shows("Ann invites you"))
        pair.wait()
        #expect(pair.bob.shows("N Not now") && !pair.bob.shows("N Deal"))
        pair.all.press(1, .character(key))
        #expect(!pair.bob.shows("Ann invites you"))
        pair.all.leaveAll()
    }

    /// A question of the game comes first. A second Y does not answer the invitation that comes after it.
    @Test func aQuestionComesFirst() {
        let pair = VisiblePair()
        pair.open("oc")
        pair.bob.press(.enter, .enter, .character("q"))
        #expect(pair.bob.shows("Leave the game?"))
        pair.invite()
        #expect(!pair.bob.shows("Ann invites you"))
        pair.all.press(1, .character("y"), .character("y"))
        #expect(pair.bob.shows("Ann invites you") && pair.bob.shows("Other games"))
        pair.wait()
        pair.all.press(1, .right, .enter)
        #expect(pair.bob.shows("At the table: Ann"))
        pair.all.leaveAll()
    }

    @Test func typingComesFirst() {
        let pair = VisiblePair()
        pair.open("0")
        pair.all.press(1, .enter)
        pair.invite()
        pair.bob.type("y")
        #expect(pair.bob.shows("Boby") && !pair.bob.shows("Ann invites you"))
        pair.all.press(1, .enter)
        #expect(pair.bob.shows("Ann invites you"))
        pair.all.leaveAll()
    }

    /// After a game its choices keep their letters, and what Enter would choose waits: an Enter that was meant for that answers nothing.
    @Test func afterTheEndOfAGame() {
        let pair = VisiblePair()
        pair.playComputer("121212")
        pair.bob.press(.character("1"), .enter)
        pair.bob.endTheEnd()
        #expect(pair.bob.shows("Next game  Enter"))
        pair.invite()
        pair.all.press(1, .enter)
        pair.wait()
        #expect(pair.bob.shows("Ann invites you") && pair.bob.shows("R Next game") && !pair.bob.shows("Replay  R"))
        pair.all.press(1, .enter)
        #expect(pair.bob.game?.scene.state == .iWin && pair.ann.shows("Bob declined your invitation."))
        pair.all.leaveAll()
    }

    /// No time passes in Snap! alone while an invitation is shown, and while what became of it is read.
    @Test func snapAlonePauses() throws {
        let pair = VisiblePair()
        pair.open("osc1")
        let snap = try #require(pair.bob.navigator.top as? SnapViewController)
        #expect(!snap.isPaused)
        pair.invite()
        #expect(snap.isPaused && pair.bob.shows("Ann invites you"))
        pair.all.press(0, .character("1"), .enter)
        #expect(snap.isPaused && pair.bob.shows("Ann took the invitation back."))
        pair.bob.closeEnd()
        #expect(!snap.isPaused)
        pair.invite()
        pair.wait()
        pair.all.press(1, .character("n"))
        #expect(!snap.isPaused && pair.bob.navigator.top === snap)
        pair.all.leaveAll()
    }

    /// Snap! that is dealt while an invitation is shown waits from the beginning.
    @Test func snapBeginsPaused() throws {
        let pair = VisiblePair()
        pair.open("osc")
        pair.invite()
        pair.all.press(1, .character("1"), .enter)
        #expect(try #require(pair.bob.navigator.top as? SnapViewController).isPaused && pair.bob.shows("Ann invites you"))
        pair.all.leaveAll()
    }
}

@Suite struct InvitationOnScreenTests {
    @Test func aWithdrawnOneSaysSoAndLeavesTheNextAlone() {
        let pair = VisiblePair(["Ann", "Bob", "Zoë"])
        pair.all.press(2, .character("o"), .character("n"))
        pair.playComputer("44")
        pair.invite()
        pair.all.press(2, .character("2"), .enter)
        pair.wait()
        pair.all.press(0, .character("1"), .enter)
        #expect(pair.bob.shows("Ann took the invitation back."))
        #expect(pair.bob.shows("Zoë invites you") && pair.bob.shows("Not now  N"), "the sentence is above the invitation")
        pair.all.press(1, .character("y"))
        #expect(pair.bob.shows("Zoë invites you"))
        pair.wait()
        pair.all.press(1, .character("y"))
        #expect(pair.bob.shows("At the table: Zoë"))
        pair.all.leaveAll()
    }

    @Test func theLastOneThatIsWithdrawnIsReadFirst() {
        let pair = VisiblePair()
        pair.invite()
        pair.wait()
        pair.all.press(0, .character("1"), .enter)
        #expect(pair.bob.shows("Ann took the invitation back."))
        pair.all.press(1, .character("y"))
        #expect(pair.bob.shows("Host a game"), "Y was for the invitation, and does not open the history")
        pair.bob.closeEnd()
        pair.all.leaveAll()
    }

    @Test func helpAndAlertsMakeRoom() {
        let pair = VisiblePair()
        pair.playComputer("121212")
        pair.bob.press(.character("1"), .enter)
        pair.bob.endTheEnd()
        pair.bob.press(.character("3"))
        pair.invite()
        #expect(pair.bob.shows("You won in 1 move.") && pair.bob.shows("Ann invites you"))
        pair.wait()
        pair.all.press(1, .character("n"))
        #expect(pair.ann.shows("Bob declined your invitation."))
        pair.bob.press(.character("?"))
        #expect(pair.bob.shows("Redraw the screen"))
        pair.invite()
        #expect(pair.bob.shows("Ann invites you") && !pair.bob.shows("Redraw the screen"))
        pair.wait()
        pair.bob.press(.character("?"))
        #expect(pair.bob.shows("Accept") && pair.bob.shows("Ann invites you") && pair.bob.shows("Not now  N"))
        pair.all.press(1, .character("n"))
        #expect(!pair.bob.shows("Ann invites you"))
        pair.all.leaveAll()
    }

    /// Whoever has no Latin letters answers with the help.
    @Test func theHelpAnswers() {
        let pair = VisiblePair()
        pair.playComputer()
        pair.invite()
        pair.wait()
        pair.all.press(1, .function(1), .down, .enter)
        #expect(pair.bob.shows("At the table: Ann"))
        pair.all.leaveAll()
    }

    /// A click on an answer gives it; one beside it drops no disc.
    @Test func clicks() throws {
        let pair = VisiblePair()
        pair.playComputer()
        pair.invite()
        pair.wait()
        let y = try #require(pair.bob.lines.firstIndex { $0.contains("Not now  N") })
        let line = pair.bob.lines[y]
        let button = try #require(line.firstRange(of: "Not now"))
        let start = line.distance(from: line.startIndex, to: button.lowerBound)
        for x in 0..<80 where !(start - 1...start + 28).contains(x) {
            pair.all.press(1, .click(Point(x: x, y: y)), .click(Point(x: x, y: y - 1)))
        }
        #expect(pair.bob.game?.scene.game.moves == [] && pair.bob.shows("Ann invites you"))
        pair.all.press(1, .click(Point(x: start + 2, y: y)))
        #expect(pair.ann.shows("Bob declined your invitation."))
        pair.all.leaveAll()
    }

    @Test func inTextMode() {
        let network = FakeNetwork(2)
        var settings = Seat.still
        settings.name = "Ann"
        let ann = Seat(settings: settings, machine: network.machines[0])
        let bob = Listener(machine: network.machines[1])
        ann.navigator.push(NearbyViewController(navigator: ann.navigator))
        bob.type("o", "1", "back", "back", "c", "1")
        network.settle()
        _ = bob.hear()
        ann.press(.character("1"), .enter)
        network.settle()
        #expect(bob.hear() == ["Ann invites you to play Four in a Row.", "n: Not now. y: Accept."])
        #expect(bob.type("y") == ["You can't do that now."])
        network.machines[1].advance(milliseconds: Alert.pauseMilliseconds)
        #expect(bob.type("?").contains("y: Accept the invitation."))
        #expect(bob.type("3").first == "You: column 3, row 1. The computer's turn.")
        bob.type("n")
        network.settle()
        #expect(bob.game?.scene.game.digits == "3" && ann.shows("declined your invitation."))
        ann.press(.character("1"), .enter)
        network.settle()
        _ = bob.hear()
        network.machines[1].advance(milliseconds: Alert.pauseMilliseconds)
        bob.type("y")
        network.settle()
        #expect(bob.game != nil && ann.game != nil && bob.hear() == ["You and Ann.", "Ann's turn."])
        for navigator in [ann.navigator, bob.navigator] { navigator.leaveAll() }
    }
}

@Suite struct InvitationSnapshotTests {
    private func check(
        _ what: String, _ size: Size = Size.small[0], opening keys: String, after: (VisiblePair) -> Void = { _ in }
    ) {
        let pair = VisiblePair(["Zoë's laptop", "Bob"], size: size)
        pair.open(keys)
        pair.invite()
        pair.wait()
        after(pair)
        Snapshot.check(pair.bob.navigator, "invited-\(what)")
    }

    @Test(arguments: Size.smallest + Size.small + Size.usual) func menu(size: Size) { check("menu", size, opening: "") }
    @Test func options() { check("options", opening: "8") { $0.bob.press(.left) } }
    @Test func computer() { check("computer", opening: "c1") }
    @Test func cards() { check("cards", opening: "oc1") }
    @Test func help() { check("help", opening: "c1") { $0.bob.press(.character("?")) } }
}
