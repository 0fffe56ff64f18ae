// Finding an opponent in memory: the list, the own card on it, the games that come of it, who is met for the first time, and who is not
// wanted again.

import Screen
import Session
import TestSupport
import Testing

@testable import Play

/// Ann, Bob and Eve, who do not know each other, with one relay.
struct Strangers {
    let network = FakeNetwork(3)
    let seats: [Seat]

    init(size: Size = Size(width: 80, height: 24), annsClock: TimeControl? = nil) {
        seats = network.seatsWithRelay(size: size, annsClock: annsClock)
    }

    var ann: Seat { seats[0] }
    var bob: Seat { seats[1] }
    var eve: Seat { seats[2] }

    /// All of them look at the list.
    func look() {
        for seat in seats { seat.type("po") }
        // The cards of two smaller buckets are counted first.
        network.settle()
        network.advance(seconds: 2)
    }

    /// All look at the list, and these are on it.
    func list(_ seats: Seat...) {
        look()
        for seat in seats { seat.type("s") }
        network.advance(seconds: 1)
    }

    /// Ann is on the list, and Bob has taken her.
    func meet() {
        look()
        ann.type("s")
        network.settle()
        bob.press(.enter)
        network.settle()
    }

    /// Both have read that they meet for the first time.
    func read() { for seat in [ann, bob] { seat.closeEnd() } }

    func play(_ digits: String) {
        for (index, digit) in digits.unicodeScalars.enumerated() {
            seats[index % 2].press(.character(digit))
            network.advance(seconds: 1)
        }
    }
}

@Suite struct FindOpponentTests {
    private let strangers = Strangers()
    private var network: FakeNetwork { strangers.network }

    @Test func whoSeeksIsListedFoundAndPlaysASealedGame() {
        strangers.look()
        #expect(strangers.ann.shows("Nobody is looking for an opponent."))
        strangers.ann.type("s")
        network.settle()
        #expect(strangers.ann.shows("You are on the list") && strangers.ann.shows("Nobody else is looking"))
        #expect(strangers.bob.shows("▸ 1  Ann") && strangers.bob.shows("just now"))
        strangers.bob.press(.enter)
        #expect(strangers.bob.shows("Asking Ann…"))
        network.settle()
        #expect(strangers.ann.showsScore(0, 0, "Bob") && strangers.bob.showsScore(0, 0, "Ann"))
        #expect(!strangers.eve.shows("Ann"), "who is taken is on nobody's list")
        strangers.read()
        #expect(strangers.ann.shows("private game") && strangers.bob.shows("private game"))
        strangers.play("4455")
        for seat in [strangers.ann, strangers.bob] { #expect(seat.game?.scene.game.digits == "4455") }
        strangers.bob.leaveGame()
        network.settle()
        #expect(strangers.ann.shows("Bob left the game."))
        strangers.ann.closeEnd()
        strangers.ann.leaveGame()
        strangers.bob.press(.escape)
        network.advance(seconds: 2)
        #expect((0...1).allSatisfy { !network.relay.isUsed(by: $0) })
        let launcher = strangers.bob.navigator.launcher
        #expect(launcher.lastPlayed(among: launcher.keptGames) == .online, "that is where the next one is found")
    }

    @Test("After a game both are back on the list where they met, and who was on it is again")
    func backOnTheList() {
        strangers.meet()
        strangers.read()
        strangers.play("44")
        strangers.bob.leaveGame()
        network.settle()
        #expect(strangers.bob.shows("Find an opponent") && strangers.bob.shows("S Seek"))
        network.advance(seconds: 1)
        #expect(strangers.ann.shows("List  Q") && strangers.ann.shows("Look back  V") && !strangers.ann.shows("Host again"))
        strangers.ann.type("q")
        network.advance(seconds: 3)
        #expect(strangers.ann.shows("You are on the list") && strangers.bob.shows("★ Ann"))
        strangers.bob.press(.enter)
        network.settle()
        #expect(strangers.ann.showsScore(0, 0, "Bob") && strangers.bob.showsScore(0, 0, "Ann"))
    }

    @Test("Where a replay was left before its first move the game before it is reviewed")
    func theLastGameIsReviewed() throws {
        strangers.meet()
        strangers.read()
        strangers.play("4142434")
        for seat in [strangers.ann, strangers.bob] { seat.endTheEnd() }
        strangers.ann.type("r")
        network.settle()
        strangers.bob.leaveGame()
        network.settle()
        network.advance(seconds: 1)
        #expect(strangers.ann.shows("Bob left the game.") && strangers.ann.shows("Look back  V"))
        strangers.ann.type("v")
        let review = try #require(strangers.ann.navigator.top as? ReviewViewController)
        #expect(review.game.digits == "4142434")
    }

    @Test("A game that a killed program goes on with leads to the list as well", arguments: 0...1)
    func aResumedGameLeadsToTheList(index: Int) {
        strangers.meet()
        strangers.read()
        strangers.play("4455")
        network.kill(index)
        network.advance(seconds: 1)
        var settings = Seat.still
        (settings.name, settings.relay) = (["Ann", "Bob"][index], "mqtts://relay.example.org")
        let again = Seat(settings: settings, machine: network.machines[index])
        network.advance(seconds: 10)
        #expect(again.game?.scene.game.digits == "4455" && !again.shows("Reconnecting"))
        strangers.seats[1 - index].leaveGame()
        network.settle()
        #expect(again.shows("left the game."))
        network.advance(seconds: 1)
        #expect(again.shows("List  Q") && again.shows("Look back  V") && !again.shows("Host again"), "\(again.lines)")
        again.type("q")
        network.advance(seconds: 3)
        #expect(again.shows("Find an opponent") && again.shows("You are on the list") == (index == 0))
    }

    @Test("Who is only asked whether to play is left without a question")
    func askingIsTakenBackAtOnce() {
        strangers.look()
        strangers.ann.type("s")
        network.advance(seconds: 2)
        strangers.ann.press(.character("g"))
        strangers.bob.press(.enter)
        network.settle()
        #expect(strangers.bob.shows("Ann is asked"))
        strangers.bob.press(.escape)
        if strangers.bob.game != nil { strangers.bob.press(.escape) }
        #expect(strangers.bob.shows("Find an opponent") && !strangers.bob.shows("will be told"))
        network.settle()
        #expect(!strangers.ann.shows("Play now?"))
    }

    /// Ann plays something else and says no: Bob is back where he looked for an opponent, and on the list again.
    @Test func whoIsDeclinedGoesOnLooking() {
        strangers.look()
        for seat in [strangers.ann, strangers.bob] { seat.type("s") }
        network.advance(seconds: 2)
        strangers.ann.press(.character("g"))
        strangers.bob.press(.enter)
        network.settle()
        #expect(strangers.bob.game != nil && strangers.ann.shows("Bob is here. Play now?"))
        strangers.ann.machine.advance(milliseconds: Alert.pauseMilliseconds)
        strangers.ann.press(.character("n"))
        network.advance(seconds: 2)
        #expect(strangers.bob.shows("Ann cannot play now.") && strangers.bob.shows("You are on the list"))
        #expect(strangers.bob.shows("▸ 1  ★ Ann") && strangers.eve.shows("Ann") && strangers.eve.shows("Bob"))
        #expect(strangers.bob.shows("said no") && strangers.bob.lines.count { $0.contains("cannot play now") } == 1)
        #expect(strangers.ann.shows("Bob was told that you cannot play now. You stay on the list."))
        network.advance(seconds: 60)
        #expect(strangers.bob.shows("★ Ann") && !strangers.bob.shows("said no"))
        strangers.eve.press(.enter)
        network.settle()
        for seat in strangers.seats { seat.navigator.leaveAll() }
        network.advance(seconds: 2)
        #expect(network.machines.indices.allSatisfy { !network.relay.isUsed(by: $0) })
    }

    /// A column is played, although what has begun stands on the screen.
    @Test func aColumnIsPlayedUnderTheNews() {
        strangers.meet()
        #expect(strangers.ann.shows("Bob found you on the list"))
        network.advance(seconds: 1)
        strangers.ann.press(.character("4"))
        #expect(strangers.ann.game?.scene.game.digits == "4")
    }

    /// Ann and Bob, who have met, play a little, and Bob leaves first.
    private func playAndLeave() {
        strangers.read()
        strangers.play("44")
        strangers.bob.leaveGame()
        network.settle()
        strangers.ann.closeEnd()
        strangers.ann.leaveGame()
    }

    /// Somebody repeats what Ann said before the game: it leads nowhere, and Bob is not offered it, on his next list either. What she says after
    /// the game counts.
    @Test func anOldCardIsNotOfferedAgain() throws {
        strangers.meet()
        let old = try #require(network.relay.published.last { $0.payload.starts(with: Array("card".utf8)) })
        playAndLeave()
        network.advance(seconds: 2)
        strangers.bob.type("po")
        network.advance(seconds: 1)
        for _ in 0..<3 {
            network.relay.publish(old.topic, old.payload, retainSeconds: 120)
            network.advance(seconds: 1)
            #expect(strangers.bob.shows("Nobody is looking for an opponent."))
            strangers.bob.press(.escape)
            strangers.bob.type("o")
            network.advance(seconds: 1)
        }
        strangers.ann.type("po")
        strangers.ann.type("s")
        network.advance(seconds: 3)
        #expect(strangers.bob.shows("★ Ann"))
        strangers.bob.press(.enter)
        network.settle()
        #expect(strangers.ann.shows("Bob found you on the list") && strangers.bob.showsScore(0, 0, "Ann"))
    }

    /// Whoever is on the list decides, and the list says it.
    @Test func theClockIsTheSeekers() {
        let strangers = Strangers(annsClock: TimeControl(text: "3+2"))
        strangers.meet()
        strangers.read()
        for seat in [strangers.ann, strangers.bob] { #expect(seat.game?.match?.timeControl?.text == "3+2" && seat.shows("3:00")) }
        strangers.play("44")
        #expect(strangers.ann.shows("3:00") && strangers.bob.shows("3:02"), "\(strangers.ann.lines[0]) \(strangers.bob.lines[0])")
    }

    @Test func theListSaysWhichClock() {
        for (width, wish) in [(80, "Four in a Row, 3+2"), (40, "3+2, just now")] {
            let strangers = Strangers(size: Size(width: width, height: 12), annsClock: TimeControl(text: "3+2"))
            strangers.look()
            strangers.ann.type("s")
            strangers.network.settle()
            #expect(strangers.bob.shows("Ann") && strangers.bob.shows(wish))
            #expect(strangers.ann.shows("Clock: 3 minutes for each player"))
        }
    }

    /// Ann is on the list for a while before Bob opens it, closes it and opens it again: a card counts on his next list as well.
    @Test func whoOpensTheListAgainSeesTheSame() {
        strangers.ann.type("po")
        strangers.ann.type("s")
        network.advance(seconds: 12)
        strangers.bob.type("po")
        for _ in 0..<3 {
            network.advance(seconds: 2)
            #expect(strangers.bob.shows("▸ 1  Ann"))
            strangers.bob.press(.escape)
            network.advance(seconds: 3)
            strangers.bob.type("o")
        }
        network.advance(seconds: 1)
        network.relay.trouble = .unreachable("relay.example.org")
        network.advance(seconds: 2)
        #expect(strangers.bob.lines.count { $0.contains("does not answer") } == 1)
        #expect(strangers.bob.shows("Enter Try again") && !strangers.bob.shows("Enter Play"))
        strangers.bob.press(.enter)
        #expect(strangers.bob.shows("   Trying again…") && !strangers.bob.shows("Asking"))
        #expect(strangers.bob.lines.count { $0.contains("does not answer") } == 1)
        network.relay.trouble = nil
        network.advance(seconds: 3)
        #expect(strangers.bob.shows("▸ 1  Ann") && !strangers.bob.shows("does not answer"))
    }

    /// Bob's choice vanishes as he presses Enter: that starts no game with the computer.
    @Test func enterForWhoIsGoneStartsNothing() {
        strangers.list(strangers.bob, strangers.ann)
        #expect(strangers.bob.shows("▸ 1  Ann"))
        strangers.ann.press(.escape)
        network.settle()
        #expect(!strangers.bob.shows("1  Ann"))
        strangers.bob.press(.enter)
        #expect(strangers.bob.shows("Find an opponent"))
        strangers.bob.type("g")
        #expect(!strangers.bob.shows("Find an opponent"))
    }

    /// The clock of one's own card is changed on the list.
    @Test func theClockIsChangedOnTheList() {
        strangers.look()
        strangers.ann.type("s")
        network.settle()
        strangers.ann.type("t")
        network.advance(seconds: 3)
        #expect(strangers.ann.shows("‹ 1+0 ›") && strangers.bob.shows("Four in a Row, 1+0"), "\(strangers.bob.lines)")
    }

    /// Both read the same two names, and not again in their next game.
    @Test func theFirstTimeBothReadTheSameTwoNames() throws {
        strangers.meet()
        let kit = network.machines[0].seals
        let names = try [0, 1].map { try #require(kit.shortName(of: network.machines[$0].key.publicKey)) }
        #expect(strangers.ann.shows("Bob found you on the list"))
        #expect(strangers.bob.shows("Your first game with Ann."))
        strangers.read()
        for seat in [strangers.ann, strangers.bob] {
            #expect(!seat.shows(names[0]))
            seat.press(.character("?"))
            #expect(seat.shows(names[0]) && seat.shows(names[1]))
            seat.press(.escape)
        }
        strangers.play("44")
        strangers.bob.leaveGame()
        network.settle()
        strangers.ann.closeEnd()
        strangers.ann.leaveGame()
        network.advance(seconds: 2)
        for seat in [strangers.ann, strangers.bob] { seat.type("po") }
        strangers.ann.type("s")
        network.settle()
        network.advance(seconds: 2)
        #expect(strangers.bob.shows("★ Ann"))
        strangers.bob.press(.enter)
        network.settle()
        #expect(strangers.bob.showsScore(0, 0, "Ann") && !strangers.bob.shows("first game"))
    }

    /// The game opens over the list by itself: Enter was meant for the list, and drops no disc.
    @Test func aKeyForTheListIsNoMove() {
        strangers.list(strangers.ann, strangers.eve)
        #expect(strangers.ann.shows("▸ 1  Eve"))
        strangers.bob.press(.enter)
        network.settle()
        let met = strangers.ann.game == nil ? strangers.eve : strangers.ann
        met.press(.enter)
        network.settle()
        #expect(met.game?.scene.game.digits == "" && met.shows("Bob found you on the list"))
        met.closeEnd()
        #expect(met.game?.scene.game.digits == "" && met.shows("Your turn"))
        network.advance(seconds: 1)
        met.press(.enter)
        #expect(met.game?.scene.game.digits == "4")
    }

    /// Each is on the list and takes the other at the same moment: there is one game, and both are in it.
    @Test func bothTakeEachOther() {
        strangers.look()
        for seat in [strangers.ann, strangers.bob] { seat.type("s") }
        network.advance(seconds: 1)
        strangers.ann.press(.enter)
        strangers.bob.press(.enter)
        network.settle()
        #expect(strangers.ann.showsScore(0, 0, "Bob") && strangers.bob.showsScore(0, 0, "Ann"))
        strangers.read()
        let ann = strangers.ann.game
        let host = ann?.scene.state == .myTurn ? strangers.ann : strangers.bob
        host.type("4")
        network.settle()
        for seat in [strangers.ann, strangers.bob] { #expect(seat.game?.scene.game.digits == "4") }
        #expect(!strangers.eve.shows("Ann") && !strangers.eve.shows("Bob"))
    }

    @Test func leavingIsOneKeyAndLeavesNothingAtTheRelay() {
        strangers.look()
        strangers.ann.type("s")
        network.settle()
        strangers.ann.press(.escape)
        network.advance(seconds: 1)
        #expect(strangers.ann.shows("With a friend") && network.relay.retainedTopics == [] && !network.relay.isUsed(by: 0))
        #expect(!strangers.bob.shows("Ann"))
    }

    @Test func whoHasLeftOrDoesNotAnswerIsSaid() {
        strangers.look()
        strangers.ann.type("s")
        network.settle()
        network.stopped = [0]
        strangers.bob.press(.enter)
        network.advance(seconds: 5)
        #expect(strangers.bob.shows("Ann does not answer.") && !strangers.bob.shows("1  Ann"))
        network.stopped = []
        // Her next card.
        network.advance(seconds: 120)
        strangers.bob.press(.escape)
        network.kill(0)
        strangers.bob.press(.enter)
        network.settle()
        #expect(strangers.bob.shows("Ann has left or is already playing.") && !strangers.bob.shows("1  Ann"))
    }

    @Test func aTakerWhoLeavesCostsNobodyAGame() {
        strangers.meet()
        strangers.read()
        strangers.bob.leaveGame()
        network.settle()
        #expect(strangers.ann.shows("Bob left the game."))
        strangers.ann.closeEnd()
        network.advance(seconds: 3)
        #expect(strangers.ann.shows("You are on the list") && strangers.ann.shows("Bob came and left again."))
        #expect(strangers.eve.shows("▸ 1  Ann"))
        strangers.bob.type("s")
        network.advance(seconds: 2)
        #expect(strangers.ann.shows("Bob") && !strangers.ann.shows("came and left again"))
        strangers.bob.type("s")
        network.settle()
        strangers.eve.press(.enter)
        network.settle()
        #expect(strangers.ann.showsScore(0, 0, "Eve") && strangers.eve.showsScore(0, 0, "Ann"))
    }

    @Test func itGoesOnAfterTheRelayWasAway() {
        strangers.meet()
        strangers.read()
        strangers.play("4455")
        network.relay.trouble = .unreachable("relay.example.org")
        network.advance(seconds: 20)
        #expect(strangers.ann.shows("Reconnecting") && strangers.bob.shows("Reconnecting"))
        network.relay.trouble = nil
        network.advance(seconds: 10)
        strangers.play("66")
        for seat in [strangers.ann, strangers.bob] { #expect(seat.game?.scene.game.digits == "445566") }
        #expect(strangers.ann.shows("private game"))
    }

    @Test func whoIsBlockedIsNeverSeenAndNeverComes() {
        strangers.look()
        strangers.ann.type("s")
        strangers.eve.type("s")
        network.advance(seconds: 1)
        strangers.ann.press(.character("b"))
        #expect(strangers.ann.shows("Block Eve for good?") && strangers.ann.shows("Keep  N"))
        strangers.ann.press(.character("y"))
        #expect(strangers.ann.shows("Eve is blocked. B under Players met undoes it."))
        network.settle()
        strangers.ann.press(.left)
        #expect(!strangers.ann.shows("Eve"))
        strangers.eve.press(.enter)
        network.settle()
        #expect(strangers.eve.shows("Ann has left or is already playing.") && strangers.ann.shows("You are on the list"))
    }

    @Test func playersMetAreRenamedBlockedAndForgotten() {
        strangers.meet()
        playAndLeave()
        let ann = strangers.ann
        ann.type("pm")
        #expect(ann.shows("▸    Bob"))
        ann.press(.enter)
        ann.press(.control("u"))
        ann.type("Bobby from the club")
        ann.press(.enter)
        #expect(ann.shows("Bobby from the club  ") && ann.shows("Bob"))
        ann.type("b")
        #expect(ann.shows("Bob, blocked"))
        ann.type("b")
        #expect(!ann.shows("blocked"))
        ann.press(.escape)
        ann.type("o")
        strangers.bob.type("po")
        strangers.bob.type("s")
        network.settle()
        network.advance(seconds: 2)
        #expect(ann.shows("★ Bobby from the club"))
        ann.press(.escape)
        ann.type("m")
        ann.type("f")
        #expect(ann.shows("Forget Bobby from the club?"))
        ann.press(.escape)
        #expect(ann.shows("▸    Bobby from the club"))
        ann.type("fy")
        #expect(ann.shows("Everyone you meet") && ann.machine.games.met.isEmpty)
    }

    @Test func troubleIsSaid() {
        network.relay.trouble = .wrongPassword
        strangers.look()
        #expect(strangers.ann.shows("wants a user name and a password"))
        network.relay.trouble = nil
        network.advance(seconds: 3)
        #expect(strangers.ann.shows("Nobody is looking for an opponent."))
        let seat = Seat()
        seat.type("po")
        #expect(seat.shows("A relay is a server"))
        strangers.eve.press(.escape)
        network.machines[2].keyFailure = .keyNotUsable(path: "/k", .link)
        strangers.eve.type("o")
        #expect(strangers.eve.shows("Your key in /k cannot be used: it is a symbolic link."))
    }

    /// The list stays where the player was, whoever comes and goes.
    @Test func theChoiceStaysWithThePlayer() {
        strangers.look()
        strangers.ann.type("s")
        network.settle()
        #expect(strangers.eve.shows("▸ 1  Ann"))
        network.advance(seconds: 61)
        strangers.bob.type("s")
        network.settle()
        #expect(strangers.eve.shows("▸ 1  Ann") && strangers.eve.shows("2  Bob") && strangers.eve.shows("1 min"))
    }

    /// On a small terminal there is room for one thing behind a name: how long it has been there.
    @Test func theWaitIsReadOnTheSmallestTerminal() {
        let strangers = Strangers(size: Size(width: 29, height: 10))
        strangers.look()
        strangers.ann.type("s")
        strangers.network.settle()
        #expect(strangers.bob.shows("▸ 1 Ann") && strangers.bob.shows("just now"))
        strangers.network.advance(seconds: 61)
        strangers.bob.type("s")
        strangers.network.settle()
        #expect(strangers.eve.shows("1 min") && strangers.eve.shows("just now"))
    }

    @Test(arguments: Size.small + Size.usual) func screensOfPlayersMet(size: Size) throws {
        let ann = Strangers(size: size).ann
        ann.type("pm")
        Snapshot.check(ann.navigator, "players-met-none", at: Size.usual)
        #expect(ann.shows("Everyone you meet through"))
        ann.press(.enter)
        #expect(ann.shows("Find an opponent") && !ann.shows("Everyone you meet through"), "the way there")
        ann.press(.escape, .escape)
        let players = ann.machine.games
        for (index, name) in ["Eve", "Bob", "Cyd"].enumerated() {
            try players.meet([UInt8](repeating: UInt8(index), count: 32), called: name)
        }
        for player in players.met {
            if player.name == "Bob" { try players.keep(MetPlayer(key: player.key, name: "Bob", alias: "Bobby from the club")) }
            if player.name == "Eve" { try players.keep(MetPlayer(key: player.key, name: "Eve", isBlocked: true)) }
        }
        ann.type("m")
        ann.press(.down)
        Snapshot.check(ann.navigator, "players-met")
        ann.press(.enter)
        Snapshot.check(ann.navigator, "players-met-renaming", at: Size.usual)
    }

    @Test(arguments: Size.small + Size.usual) func screens(size: Size) {
        let strangers = Strangers(size: size)
        strangers.look()
        Snapshot.check(strangers.eve.navigator, "opponents-none", at: Size.usual)
        for seat in [strangers.ann, strangers.bob] { seat.type("s") }
        strangers.network.advance(seconds: 1)
        Snapshot.check(strangers.ann.navigator, "opponents")
        strangers.network.stopped = [1]
        strangers.ann.press(.enter)
        strangers.network.settle()
        Snapshot.check(strangers.ann.navigator, "opponents-asking", at: Size.usual)
    }
}
