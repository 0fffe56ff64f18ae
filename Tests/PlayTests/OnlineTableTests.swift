// Tables over a relay in memory, driven by keys: hosting one, coming to one with its code, what goes wrong, and the games that start.

import Screen
import Session
import TestSupport
import Testing

@testable import Play

/// Ann, Bob and Eve, far from each other, with one relay.
private struct OnlineTable {
    let network = FakeNetwork(3)
    let seats: [Seat]

    init(size: Size = Size(width: 80, height: 24), annsClock: TimeControl? = nil) {
        seats = network.seatsWithRelay(size: size, annsClock: annsClock)
    }

    /// Ann hosts a table for this game.
    func host(_ game: String) {
        seats[0].type("poh")
        seats[0].open(game)
        network.advance(seconds: 2)
    }

    /// What Ann reads out.
    var code: String {
        let words = seats[0].lines.joined(separator: " ").split(separator: " ")
        let number = words.firstIndex { $0.count == 6 && $0.allSatisfy(\.isNumber) } ?? words.endIndex
        return words[number...].prefix(5).joined(separator: " ")
    }

    /// These type it, or something else.
    func join(_ numbers: Int..., typing code: String? = nil) {
        let code = code ?? self.code
        for number in numbers {
            seats[number].type("pfj" + code)
            seats[number].press(.enter)
            network.advance(seconds: 1)
        }
    }

    /// Ann starts the game.
    func start() {
        seats[0].press(.character("1"))
        network.advance(seconds: 1)
    }
}

@Suite struct OnlineTableScreenTests {
    @Test func threePlaySnapAndOneDropsOut() throws {
        let circle = OnlineTable()
        circle.host("Snap!")
        let ann = circle.seats[0]
        #expect(ann.shows("Waiting for players of Snap!…") && ann.shows("Join and type this"))
        #expect(try RoomCode(typed: circle.code).text == circle.code)
        circle.join(1, 2)
        #expect(ann.shows("At the table: You, Bob, Eve. Enter starts the game.") && !ann.shows("Waiting for players"))
        for seat in circle.seats.dropFirst() { #expect(seat.shows("Waiting for Ann to start Snap!…") && seat.shows("You")) }
        circle.start()
        for seat in circle.seats { #expect(seat.navigator.top is SnapViewController) }
        #expect(circle.seats[1].shows("Ann's turn"))
        ann.press(.enter)
        circle.network.settle()
        #expect(circle.seats[1].shows("Your turn"))
        circle.network.relay.trouble = .unreachable("relay.example.org")
        circle.network.advance(seconds: 1)
        for seat in circle.seats { #expect(seat.shows("The relay does not answer: waiting 1:59.")) }
        #expect(ann.shows("Paused"))
        circle.network.relay.trouble = nil
        circle.network.advance(seconds: 8)
        #expect(circle.seats.allSatisfy { $0.shows("is back.") })
        #expect(circle.seats[1].shows("Your turn"))
        circle.network.kill(1)
        circle.network.advance(seconds: 1)
        #expect(ann.shows("Bob lost the connection: ") && circle.seats[2].shows("Bob lost the connection: "))
        circle.network.advance(seconds: 120)
        for seat in [ann, circle.seats[2]] { #expect(seat.shows("Bob did not come back.")) }
        circle.network.advance(seconds: 15)
        for seat in [ann, circle.seats[2]] { #expect(seat.shows("turn"), "it goes on") }
    }

    /// Ann hosts, so her clock counts.
    @Test func fourInARowIsPlayedWithTheHostsClock() {
        let circle = OnlineTable(annsClock: TimeControl(text: "5+0"))
        circle.host("Four in a Row")
        circle.join(1)
        circle.start()
        for seat in circle.seats.prefix(2) { #expect(seat.game?.match?.timeControl?.text == "5+0" && seat.shows("5:00")) }
    }

    @Test func fourInARowTakesTheBoard() {
        let circle = OnlineTable()
        circle.host("Four in a Row")
        circle.join(1)
        #expect(circle.seats[0].shows("The table is full."))
        circle.start()
        #expect(circle.seats[0].showsScore(0, 0, "Bob") && circle.seats[1].showsScore(0, 0, "Ann"))
        #expect(circle.seats[0].shows("private game") && circle.seats[1].shows("private game"))
        for (index, key) in "4455".unicodeScalars.enumerated() {
            circle.seats[index % 2].press(.character(key))
            circle.network.advance(seconds: 1)
        }
        circle.network.relay.cut(0)
        circle.network.advance(seconds: 10)
        for seat in circle.seats.prefix(2) {
            #expect(seat.game?.scene.game.digits == "4455" && !seat.shows("Reconnecting"))
        }
    }

    @Test func thereIsNoSeat() {
        let circle = OnlineTable()
        circle.host("Four in a Row")
        circle.join(1, 2)
        #expect(circle.seats[2].shows("All seats at this table are taken."))
        circle.seats[2].closeEnd()
        #expect(circle.seats[2].shows("Host directly"))
    }

    @Test func whoComesLateReadsThatTheGameHasStarted() {
        let circle = OnlineTable()
        circle.host("Snap!")
        let code = circle.code
        circle.join(1)
        circle.start()
        circle.join(2, typing: code)
        circle.network.advance(seconds: 5)
        #expect(circle.seats[2].shows("has already started."), "\(circle.seats[2].lines)")
    }

    @Test func aHostWithAnotherGameHasAnotherVersion() {
        let circle = OnlineTable()
        let ann = circle.seats[0]
        let later = [PartyGame(title: "Ludo", game: LobbyGame(id: "ludo", players: 2...4), makeScreen: nil)]
        ann.navigator.push(HostTableViewController(navigator: ann.navigator, games: later))
        ann.press(.enter)
        circle.network.advance(seconds: 2)
        circle.join(1)
        #expect(circle.seats[1].shows("has a different version. Both players need the same one."))
        circle.network.advance(seconds: 1)
        #expect(ann.shows("nobody is here yet"))
    }

    @Test func aTableIsNoGameToWatch() {
        let circle = OnlineTable()
        circle.host("Snap!")
        circle.seats[2].type("pfw" + circle.code)
        circle.seats[2].press(.enter)
        circle.network.advance(seconds: 2)
        #expect(circle.seats[2].shows("There is no game to watch in room") && circle.seats[0].shows("nobody is here yet"))
    }

    @Test func somebodyTriesCodesAndTheTableMoves() {
        let circle = OnlineTable()
        circle.host("Snap!")
        let old = circle.code
        circle.join(1)
        circle.join(2, typing: old.prefix(6) + " acorn acorn acorn acorn")
        #expect(circle.seats[0].shows("Somebody tried a wrong code."))
        circle.seats[0].type("n")
        circle.network.advance(seconds: 2)
        #expect(circle.code != old && !circle.seats[0].shows("wrong code") && circle.seats[0].shows("You, Bob"))
        circle.start()
        #expect(circle.seats[1].navigator.top is SnapViewController)
    }

    /// After somebody is gone Enter starts, and does not ask about the next one.
    @Test func whoIsSentAwayOrLeaves() {
        let circle = OnlineTable()
        circle.host("Snap!")
        circle.join(1, 2)
        let ann = circle.seats[0]
        ann.press(.down)
        #expect(ann.shows("▸   Bob"))
        ann.press(.enter, .character("y"))
        circle.network.settle()
        #expect(ann.shows("▸ 1 Start the game") && ann.shows("At the table: You, Eve.") && !ann.shows("Bob left."))
        ann.press(.down)
        circle.seats[2].press(.escape, .character("q"))
        circle.network.settle()
        #expect(ann.shows("Eve left.") && ann.shows("▸ 1 Start the game") && ann.shows("nobody is here yet"))
        #expect(ann.shows("Waiting for players of Snap!…"))
    }

    @Test func aRelayThatIsNotThereIsSaid() {
        let circle = OnlineTable()
        circle.network.relay.trouble = .unreachable("relay.example.org")
        circle.host("Snap!")
        #expect(circle.seats[0].shows("The relay relay.example.org does not answer."))
        circle.network.relay.trouble = nil
        circle.network.advance(seconds: 3)
        #expect(circle.seats[0].shows("Join and type this"))
    }

    @Test func whoStopsWaitingLeavesNothingAtTheRelay() {
        let circle = OnlineTable()
        circle.host("Snap!")
        circle.join(1)
        circle.seats[1].press(.escape, .character("q"))
        circle.network.settle()
        #expect(circle.seats[0].shows("Bob left.") && circle.seats[0].shows("nobody is here yet"))
        circle.seats[0].navigator.closeAlert()
        circle.seats[0].press(.escape, .escape)
        circle.network.advance(seconds: 2)
        #expect(circle.network.relay.retainedTopics == [] && (0...1).allSatisfy { !circle.network.relay.isUsed(by: $0) })
    }

    /// The code is drawn anew each time: its length decides where lines end, so these are looked at without it.
    @Test(arguments: [Size(width: 29, height: 10), Size(width: 40, height: 12), Size(width: 80, height: 24)])
    func theCodeCanBeReadOnEveryScreen(size: Size) throws {
        let circle = OnlineTable(size: size)
        circle.host("Snap!")
        #expect(try RoomCode(typed: circle.code).number == circle.code.prefix(6))
        #expect(circle.seats[0].shows("1 Start the game"))
    }
}
