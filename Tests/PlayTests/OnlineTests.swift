// Playing online in memory: the menus, a friend's room and its code, whatever can be typed wrong, and the games that come of it.

import Screen
import Session
import TestSupport
import Testing

@testable import Play

/// Ann, Bob and Eve, far from each other, with one relay.
private struct Friends {
    let network = FakeNetwork(3)
    let seats: [Seat]

    init(size: Size = Size(width: 80, height: 24)) { seats = network.seatsWithRelay(size: size) }

    var host: Seat { seats[0] }
    var guest: Seat { seats[1] }

    /// Ann waits; Bob is asked for what she sees.
    func begin() {
        for (seat, letter) in [(host, "h"), (guest, "j")] { seat.type("pf" + letter) }
        network.advance(seconds: 2)
    }

    /// What Ann reads out.
    var code: String {
        let lines = host.lines.drop { !$0.contains("code:") }.dropFirst()
            .prefix { !$0.contains("Your friend") && !$0.contains("tried") }
        return lines.map(\.trimmed).joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    func join(_ text: String, as index: Int = 1) {
        seats[index].press(.control("u"))
        seats[index].type(text)
        seats[index].press(.enter)
        for _ in 0..<2 { network.settle() }
    }

    /// Both begin, and Bob types what Ann sees.
    func meet() {
        begin()
        join(code)
    }

    /// With what Ann sees now Bob comes to her board.
    func expectGame(sourceLocation: SourceLocation = #_sourceLocation) {
        join(code)
        network.advance(seconds: 1)
        #expect(guest.showsScore(0, 0, "Ann"), sourceLocation: sourceLocation)
    }

    func play(_ digits: String) {
        for (index, digit) in digits.unicodeScalars.enumerated() {
            seats[index % 2].press(.character(digit))
            network.advance(seconds: 1)
        }
    }
}

@Suite struct OnlineTests {
    @Test func withoutARelayTheMenuSaysHowToGetOne() {
        let seat = Seat()
        seat.type("po")
        #expect(seat.shows("A relay is a server"))
        seat.press(.escape)
        #expect(seat.shows("Find an opponent"))
        seat.type("fr")
        #expect(seat.shows("A relay is a server"))
    }

    @Test("A typed relay is tried at once, and saved if it works; what the player wanted follows")
    func typedRelay() throws {
        let network = FakeNetwork(2)
        let seat = Seat(machine: network.machines[0])
        network.relay.trouble = .unreachable("typo.example.org")
        seat.type("pfr")
        seat.type("mqtts://typo.example.org")
        seat.press(.enter)
        #expect(seat.shows("Trying mqtts://typo.example.org…"))
        network.settle()
        #expect(seat.shows("The relay typo.example.org does not answer.") && !seat.machine.saved.contains { !$0.relay.isEmpty })
        #expect(seat.machine.relayURL == "")
        network.relay.trouble = nil
        seat.press(.control("u"))
        seat.type("mqtts://ann:secret@relay.example.org")
        seat.press(.enter)
        network.advance(seconds: 1)
        #expect(seat.machine.saved.last?.relay == "mqtts://ann:secret@relay.example.org")
        #expect(seat.machine.relayURL == "mqtts://ann:secret@relay.example.org")
        #expect(seat.shows("Saved: relay.example.org.") && seat.shows("With a friend"))
        seat.press(.escape, .escape, .escape, .escape)
        seat.open("Options")
        #expect(seat.shows("relay.example.org") && !seat.shows("secret"))
    }

    @Test("Letters are the address; the ways without a relay are chosen with arrows; without a scheme encryption is tried")
    func relayScreen() {
        let network = FakeNetwork(1)
        let seat = Seat(machine: network.machines[0])
        network.relay.trouble = .unreachable("hub.example")
        seat.type("po")
        seat.type("hub.example")
        #expect(seat.shows("hub.example"))
        seat.press(.enter)
        #expect(seat.shows("Trying mqtts://hub.example…") && seat.machine.relayURL == "mqtts://hub.example")
        network.settle()
        let said = seat.lines.map(\.trimmed).joined(separator: " ")
        #expect(said.contains("Tried mqtts://hub.example. Without encryption: mqtt://hub.example"))
        network.relay.trouble = nil
        seat.press(.enter)
        network.advance(seconds: 1)
        #expect(seat.machine.saved.last?.relay == "mqtts://hub.example" && seat.shows("Find an opponent"))
        let other = Seat()
        other.type("po")
        other.press(.down)
        #expect(other.shows("▸  With a friend"))
        other.press(.down)
        #expect(other.shows("▸  By message"))
        other.press(.enter)
        #expect(other.navigator.top is MessageGamesViewController)
    }

    @Test("Where a relay without encryption answers, Enter tries that, and Options says it; an empty line is none")
    func openRelay() {
        let network = FakeNetwork(1)
        let seat = Seat(machine: network.machines[0])
        seat.type("po")
        seat.press(.enter)
        #expect(seat.shows("Type the relay's address, or Esc goes back."))
        network.relay.trouble = .notABroker
        seat.type("localhost:18798")
        seat.press(.enter)
        network.settle()
        #expect(seat.shows("Enter tries it without encryption.") && seat.shows("mqtt://localhost:18798"))
        seat.press(.enter)
        network.settle()
        #expect(seat.shows("but not as a relay.") && !seat.shows("encryption."))
        network.relay.trouble = nil
        seat.press(.enter)
        network.advance(seconds: 1)
        #expect(seat.machine.saved.last?.relay == "mqtt://localhost:18798")
        seat.press(.escape, .escape, .escape)
        seat.open("Options")
        #expect(seat.shows("mqtt://localhost:18798"))
    }

    @Test("A third player keeps the line, with which the game is watched")
    func fullRoom() {
        let friends = Friends()
        friends.begin()
        friends.host.type("w")
        let code = friends.code
        friends.join(code)
        friends.network.advance(seconds: 1)
        friends.play("44")
        let third = friends.seats[2]
        third.type("pfj")
        third.press(.paste(code), .enter)
        friends.network.advance(seconds: 2)
        #expect(third.shows("That game has two players already.") && third.shows("Enter watches it"))
        third.press(.enter)
        friends.network.advance(seconds: 2)
        #expect(third.game?.scene.isWatched == true, "\(third.lines)")
    }

    @Test("While the relay is away the host's code stays, and W and T stand beside it")
    func hostingWhileTheRelayIsAway() {
        let friends = Friends()
        friends.begin()
        let code = friends.code
        #expect(friends.host.shows("W  Spectators") && friends.host.shows("T  Clock"))
        friends.network.relay.trouble = .unreachable("relay.example.org")
        friends.network.advance(seconds: 1)
        for word in code.split(separator: " ").prefix(5) { #expect(friends.host.shows(String(word))) }
        #expect(friends.host.shows("does not answer") && friends.host.shows("Trying again…"))
        friends.network.relay.trouble = nil
        friends.network.advance(seconds: 60)
        #expect(friends.host.shows("Waiting for your friend with this code:"))
    }

    /// A relay that does not answer is tried again until a key closes what says so.
    @Test(arguments: [nil, Key.escape, .function(1)]) func aRoomIsTriedAgain(key: Key?) {
        let friends = Friends()
        friends.begin()
        let code = friends.code
        friends.network.relay.trouble = .unreachable("relay.example.org")
        friends.network.advance(seconds: 1)
        friends.join(code)
        friends.network.advance(seconds: 1)
        #expect(friends.guest.shows("does not answer") && friends.guest.shows("again…"))
        if let key { friends.guest.press(key) }
        friends.network.relay.trouble = nil
        friends.network.advance(seconds: 60)
        #expect((friends.guest.game == nil) == (key != nil), "\(friends.guest.lines)")
    }

    @Test("A club's relay that is announced on the network is offered by name, and one that is not ours is not")
    func announcedRelay() throws {
        let network = FakeNetwork(1)
        let seat = Seat(machine: network.machines[0])
        seat.type("pfr")
        let browser = try #require(seat.machine.browsers.first { $0.kind == .relay })
        browser.find("House", ["location": "cellar"], at: "10.0.0.8:1883")
        #expect(!seat.shows("House"))
        browser.find("Chess Club", ["fourinarow": "1", "tls": "1", "host": "relay.example.org"], at: "10.0.0.9:8883")
        #expect(seat.shows("1  Chess Club") && seat.shows("mqtts://relay.example.org:8883"))
        seat.press(.character("1"))
        network.advance(seconds: 1)
        #expect(seat.machine.saved.last?.relay == "mqtts://relay.example.org:8883")
    }

    /// A host's line, and a friend without a relay who is asked for one.
    private func hostedLine() throws -> (friends: Friends, line: String, guest: Seat) {
        let friends = Friends()
        friends.host.type("pfh")
        friends.network.advance(seconds: 2)
        friends.host.type("c")
        let line = try #require(friends.host.machine.copied)
        let guest = Seat(machine: friends.network.machines[2])
        guest.type("pfj")
        return (friends, line, guest)
    }

    @Test("A friend with no relay of their own pastes the host's line, and their settings stay as they are")
    func pastedRelayLine() throws {
        let (friends, line, guest) = try hostedLine()
        guest.press(.paste(line), .enter)
        for _ in 0..<2 { friends.network.settle() }
        friends.network.advance(seconds: 1)
        #expect(guest.showsScore(0, 0, "Ann"))
        #expect(line.hasPrefix(guest.machine.relayURL) && guest.navigator.settings.relay.isEmpty)
        #expect(!guest.machine.saved.contains { !$0.relay.isEmpty })
    }

    @Test("Who has no relay and typed the number and the words pastes the friend's line where the address is asked for")
    func pastedLineForAddress() throws {
        let (friends, line, guest) = try hostedLine()
        guest.press(.paste("481306 heron cabin onion copper"), .enter)
        #expect(guest.shows("ask your friend") && guest.navigator.top is RelayViewController)
        guest.press(.paste("481306 heron cabin onion copper"), .enter)
        #expect(guest.shows("address is not valid") && guest.navigator.top is RelayViewController)
        guest.press(.control("u"), .paste("relay.example.org 1883"), .enter)
        #expect(guest.shows("address is not valid"))
        guest.press(.control("u"), .paste(line + " heron"), .enter)
        #expect(guest.navigator.top is RelayViewController && !guest.shows("not valid"))
        guest.press(.control("u"), .paste(line), .enter)
        for _ in 0..<2 { friends.network.settle() }
        friends.network.advance(seconds: 1)
        #expect(guest.showsScore(0, 0, "Ann") && !guest.machine.saved.contains { !$0.relay.isEmpty })
    }

    @Test("A line for a relay with a password has none, and the friend is asked for it")
    func lockedRelay() throws {
        let network = FakeNetwork(1)
        let seat = Seat(machine: network.machines[0])
        seat.type("pfj")
        seat.press(.paste("mqtts://club:***@relay.example.org 481306 heron cabin onion copper"), .enter)
        #expect(seat.shows("The relay relay.example.org has a password."))
        // A wrong one is typed again, and nobody can read it over the player's shoulder.
        network.relay.trouble = .wrongPassword
        seat.type("wrong")
        #expect(seat.shows("*****") && !seat.shows("wrong"))
        seat.press(.enter)
        network.advance(seconds: 1)
        #expect(seat.shows("The relay relay.example.org refused this password.") && !seat.shows("config file"))
        network.relay.trouble = nil
        seat.type("p@ss")
        seat.press(.enter)
        #expect(seat.machine.relayURL == "mqtts://club:p%40ss@relay.example.org")
    }

    @Test func aFriendTypesTheCodeAndTheGameIsSealed() throws {
        let friends = Friends()
        friends.begin()
        let code = friends.code
        #expect(try RoomCode(typed: code).text == code)
        let eve = friends.seats[2]
        eve.type("pfw")
        friends.join(code, as: 2)
        friends.network.advance(seconds: 2)
        #expect(eve.shows("There is no game to watch in room") && friends.host.shows("code:"))
        #expect(!friends.host.shows("left again"), "it said no name")
        eve.type("4")
        #expect(eve.shows("4 ") && !eve.shows(code), "another line takes the place of this one")
        for _ in 0..<3 where !eve.shows("1  Host a game") { eve.press(.escape) }
        friends.join(code.uppercased())
        friends.network.advance(seconds: 1)
        #expect(friends.host.showsScore(0, 0, "Bob") && friends.guest.showsScore(0, 0, "Ann"))
        #expect(friends.host.shows("private game") && friends.guest.shows("private game"))
        eve.type("pfj")
        friends.join(code, as: 2)
        friends.network.advance(seconds: 6)
        #expect(eve.shows("has already started. Ask your friend for the number of") && eve.shows(" the next one."))
        eve.type("481306")
        #expect(eve.shows(" 481306 ") && !eve.shows(code) && !eve.shows("already started"))
        friends.play("4455")
        for seat in friends.seats.prefix(2) { #expect(seat.game?.scene.game.digits == "4455") }
        friends.guest.leaveGame()
        friends.network.settle()
        #expect(friends.host.shows("Bob left the game."))
        #expect(friends.guest.shows("With a friend") && friends.guest.shows("▸ 3  Join"))
        friends.host.closeEnd()
        #expect(friends.host.shows("With a friend") && friends.host.shows("▸ 2  Host through a relay"))
        eve.press(.escape)
        friends.network.advance(seconds: 2)
        #expect((0...1).allSatisfy { !friends.network.relay.isUsed(by: $0) })
    }

    @Test("A friend watches with the code that the host has told, from the first move on")
    func watching() {
        let friends = Friends()
        let eve = friends.seats[2]
        friends.begin()
        friends.host.type("w")
        #expect(friends.host.shows("with the same four words"))
        let code = friends.code
        friends.join(code)
        friends.network.advance(seconds: 1)
        for seat in [friends.host, friends.guest] {
            #expect(seat.shows("Others may watch this game.") && (seat.shows("Your turn") || seat.shows("'s turn")))
        }
        eve.type("pfw")
        friends.join(code, as: 2)
        friends.network.advance(seconds: 6)
        #expect(eve.shows("Ann's turn") && eve.shows("move 1"))
        friends.guest.leaveGame()
        friends.network.advance(seconds: 2)
        #expect(eve.shows("Bob left the game.") && !eve.shows("other games") && friends.code == code)
        eve.closeEnd()
        eve.press(.character("q"))
        for _ in 0..<3 where !friends.guest.shows("1  Host a game") { friends.guest.press(.escape) }
        friends.guest.type("pfj")
        friends.join(code)
        friends.network.advance(seconds: 2)
        friends.join(code, as: 2)
        friends.network.advance(seconds: 6)
        #expect(friends.host.shows("Your turn") && eve.shows("Ann's turn") && eve.shows("move 1"))
        friends.play("44")
        friends.network.advance(seconds: 2)
        #expect(eve.shows("Ann's turn") && eve.shows("move 2"))
        #expect(friends.host.shows("1 spectator") && friends.guest.shows("1 spectator"))
        friends.play("5")
        #expect(eve.shows("Bob's turn"))
        friends.network.relay.trouble = .unreachable("relay.example.org")
        friends.network.advance(seconds: 20)
        #expect(eve.shows("Reconnecting…") && eve.shows("No connection to the relay.") && !eve.shows("Waiting for"))
        friends.network.relay.trouble = nil
        friends.network.advance(seconds: 15)
        #expect(eve.shows("Bob's turn") && !eve.shows("Reconnecting") && !eve.shows("No connection"))
    }

    @Test func aMoveWithoutAnAnswerIsSaidAfterFiveSeconds() {
        let friends = Friends()
        friends.meet()
        friends.play("44")
        friends.network.stopped = [1]
        friends.host.type("5")
        friends.network.advance(seconds: 4)
        #expect(!friends.host.shows("No answer"))
        friends.network.advance(seconds: 1)
        #expect(friends.host.shows("No answer from Bob yet"))
        friends.network.stopped = []
        friends.network.advance(seconds: 1)
        #expect(!friends.host.shows("No answer") && friends.guest.game?.scene.game.digits == "445")
    }

    @Test func itGoesOnAfterTheRelayWasAway() {
        let friends = Friends()
        friends.meet()
        friends.play("4455")
        friends.network.relay.trouble = .unreachable("relay.example.org")
        // Each screen shows the loss before it hears whose it is.
        for seat in friends.seats.prefix(2) { #expect(seat.shows("Connection to")) }
        friends.network.advance(seconds: 20)
        for seat in friends.seats.prefix(2) {
            #expect(seat.shows("Reconnecting") && seat.shows("No connection to the relay.") && !seat.shows("Connection to"))
        }
        friends.network.relay.trouble = nil
        friends.network.advance(seconds: 10)
        friends.play("66")
        for seat in friends.seats.prefix(2) { #expect(seat.game?.scene.game.digits == "445566") }
    }

    /// The program that was killed takes the game up, whatever it was asked for.
    @Test func aKilledProgramGoesOn() {
        let friends = Friends()
        friends.meet()
        friends.play("4455")
        friends.network.kill(1)
        friends.network.advance(seconds: 1)
        var settings = Seat.still
        settings.name = "Bob"
        settings.relay = "mqtts://relay.example.org"
        let again = Seat(settings: settings, machine: friends.network.machines[1], start: .joinOnline(nil))
        friends.network.advance(seconds: 10)
        #expect(again.game?.scene.game.digits == "4455" && !again.shows("Reconnecting") && !friends.host.shows("Reconnecting"))
    }

    @Test(arguments: [
        ("", "The room's number is missing: type the digits, then the four words."),
        ("48130 heron cabin onion copper", "A room's number has six or nine digits, and this one has 5."),
        ("481306 heron cabin onion", "A code has 4 words, and this one has 3."),
        ("481306 heron cabin onion pluto", "\u{201C}pluto\u{201D} isn't a code word."),
    ]) func whatIsNoCodeIsSaid(text: String, sentence: String) {
        let friends = Friends()
        friends.begin()
        friends.join(text)
        #expect(friends.guest.shows(sentence))
    }

    @Test func aWrongNumber() {
        let friends = Friends()
        friends.begin()
        let number = friends.code.hasPrefix("0") ? "111111" : "000000"
        friends.join(number + " heron cabin onion copper")
        #expect(friends.guest.shows("Looking for the room"))
        friends.network.advance(seconds: 5)
        #expect(friends.guest.shows("Nobody is in room \(number)."))
        friends.guest.press(.escape)
        #expect(!friends.guest.shows("Nobody is in room") && friends.guest.shows("Host directly"))
    }

    @Test func wrongWordsAndThenTheRightOnes() {
        let friends = Friends()
        friends.begin()
        friends.join(friends.code.prefix(6) + " acorn acorn acorn acorn")
        friends.network.advance(seconds: 4)
        #expect(friends.guest.shows("Trying the code"))
        friends.network.advance(seconds: 1)
        #expect(friends.guest.shows("Wrong code. Check the words and their order."))
        #expect(friends.host.shows("Somebody tried a wrong code."))
        friends.expectGame()
    }

    /// Host and guest read that somebody writes into the room again and again, and what to do; with another number the two meet.
    @Test func somebodyDisturbsTheRoom() {
        let friends = Friends()
        friends.begin()
        let old = friends.code
        func disturb(_ number: some StringProtocol) {
            for _ in 0..<12 { friends.network.relay.publish("fiar/1/room/\(number)", [1], retainSeconds: 60) }
        }
        disturb(old.prefix(6))
        friends.network.advance(seconds: 1)
        #expect(friends.host.shows("Somebody is disturbing this room. Press N for another number."))
        let empty = old.hasPrefix("0") ? "111111" : "000000"
        friends.join(empty + old.dropFirst(6))
        disturb(empty)
        friends.network.advance(seconds: 5)
        #expect(friends.guest.shows("Somebody is disturbing room \(empty). Try again, or ask your friend"))
        friends.host.type("n")
        friends.network.advance(seconds: 3)
        #expect(friends.code != old && !friends.host.shows("disturbing"))
        friends.expectGame()
    }

    /// A room's games are all private: nobody is told to come without a code where somebody on the way changed what was said.
    @Test func whatIsChangedOnTheWayIsSaid() {
        let changed: [CodeRefusal] = [.isPublic, .ended(.notAGame), .ended(.stalled)]
        for refusal in changed {
            #expect(refusal.sentence(joiningRoom: "481306").hasPrefix("The answer from room 481306 made no sense."))
        }
        #expect(
            CodeRefusal.silent.sentence(joiningRoom: "481306").hasPrefix("Room 481306 stopped answering."))
        let closed = CodeRefusal.ended(.closed).sentence(joiningRoom: "481306")
        #expect(closed == "Room 481306 closed the connection: the game is full or was closed.")
    }

    /// After a hundred wrong codes the host is offered another room with other words; the old one is gone.
    @Test func somebodyGuesses() {
        let friends = Friends()
        friends.begin()
        let old = friends.code
        for _ in 0..<34 {
            for word in ["acorn", "actor", "alley"] {
                friends.join(old.prefix(6) + " \(word) \(word) \(word) \(word)", as: 1)
                friends.network.advance(seconds: 6)
            }
        }
        #expect(friends.host.shows("wrong codes were tried: somebody may be guessing."))
        friends.host.type("n")
        friends.network.advance(seconds: 3)
        #expect(friends.code != old && !friends.host.shows("wrong code"))
        #expect(friends.network.relay.retainedTopics == ["fiar/1/room/\(friends.code.prefix(6))"])
        friends.expectGame()
    }

    @Test func aRelayThatIsNotThereIsSaid() {
        let friends = Friends()
        friends.network.relay.trouble = .wrongPassword
        friends.begin()
        #expect(friends.host.shows("wants a user name and a password"))
        friends.join("481306 heron cabin onion copper")
        #expect(friends.guest.shows("wants a user name and a password"))
        friends.network.relay.trouble = nil
        friends.network.advance(seconds: 3)
        #expect(friends.host.shows("with this code"))
        friends.expectGame()
    }

    /// The relay goes away while a friend is awaited: the room is there again with it, and the same code is shown.
    @Test func theRoomComesBackWithTheRelay() {
        let friends = Friends()
        friends.begin()
        let code = friends.code
        friends.network.relay.trouble = .unreachable("relay.example.org")
        friends.network.advance(seconds: 2)
        #expect(friends.host.shows("does not answer"))
        friends.network.relay.trouble = nil
        friends.network.advance(seconds: 3)
        #expect(friends.code == code && friends.host.shows("with this code"))
        friends.expectGame()
    }

    @Test func whoStopsWaitingLeavesNothingAtTheRelay() {
        let friends = Friends()
        friends.begin()
        friends.host.press(.escape)
        friends.guest.press(.escape)
        friends.network.settle()
        #expect(friends.network.relay.retainedTopics == [] && (0...1).allSatisfy { !friends.network.relay.isUsed(by: $0) })
    }

    @Test func theRelayIsASetting() {
        let text = "relay = mqtts://relay.example.org\nrelay-password-file = /p\nrelay-ca = /c\n"
        let (settings, problems) = Settings.parse(text)
        #expect(settings.relay == "mqtts://relay.example.org" && problems.isEmpty)
        #expect(settings.relayPasswordFile == "/p" && settings.relayAuthorities == "/c")
        var other = settings
        other.notify = .bell
        #expect(other.updating(text, from: settings) == text + "notify = bell\n")
    }

    nonisolated private static let troubles: [BrokerTrouble] = [
        .noneGiven, .badAddress, .noSuchHost("h"), .unreachable("h"), .closed("h"), .notABroker, .tooOld, .wrongPassword,
        .noPassword(path: "p"),
        .passwordOpenToOthers(path: "p"), .forbidden, .certificateExpired, .certificateNotYetValid, .certificateNotTrusted,
        .noAuthorities(path: "p"), .lost, .noHelper, .helperStopped, .other("w"),
    ]

    @Test func everyTroubleHasASentenceOfItsOwn() {
        let sentences = Self.troubles.map(\.sentence)
        #expect(Set(sentences).count == sentences.count)
        #expect(sentences.allSatisfy { [".", "?", "…"].contains($0.suffix(1)) })
        #expect(BrokerTrouble.other("\u{1B}[2J").sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    @Test func screens() {
        let without = Seat()
        without.type("po")
        Snapshot.check(without.navigator, "online-no-relay")
        let friends = Friends()
        friends.guest.type("p")
        Snapshot.check(friends.guest.navigator, "online")
        friends.guest.type("f")
        Snapshot.check(friends.guest.navigator, "online-friend")
        friends.guest.type("j")
        friends.guest.type("481306 heron cab")
        Snapshot.check(friends.guest.navigator, "online-join")
    }

    /// The code is drawn anew each time: its length decides where lines end, so these are looked at without it.
    @Test(arguments: [Size(width: 29, height: 10), Size(width: 40, height: 12), Size(width: 80, height: 24)])
    func theCodeCanBeReadOnEveryScreen(size: Size) throws {
        let friends = Friends(size: size)
        friends.begin()
        for word in friends.code.split(separator: " ").prefix(5) { #expect(friends.host.shows(String(word))) }
        #expect(try RoomCode(typed: friends.code).number == friends.code.prefix(6))
    }
}
