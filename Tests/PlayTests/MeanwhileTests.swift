// Playing the computer while waiting for a player: the guest is seated and told, the host is asked, and the host's own game stays.

import Engine
import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

/// Ann, who hosts and has begun a game against the computer.
private struct Wait {
    let ann: Seat
    let bob: Seat
    let annsEnd: FakeConnection
    let bobsEnd: FakeConnection

    init(clock: TimeControl? = nil, firstKeys: String = "") {
        let seats = ["Ann", "Bob"].map { name in
            var settings = Seat.still
            settings.name = name
            settings.timeControl = clock
            return Seat(settings: settings)
        }
        (ann, bob) = (seats[0], seats[1])
        (annsEnd, bobsEnd) = FakeConnection.pair()
        ann.press(.character("h"))
        ann.type(firstKeys)
        ann.press(.enter)
        ann.press(.character("4"))
        ann.machine.work()
    }

    /// Bob joins Ann's game.
    func come() {
        ann.machine.advertisements[0].accept(annsEnd)
        bob.press(.character("j"))
        bob.machine.browsers[0].find("Ann", at: "10.0.0.1:27364")
        bob.press(.enter)
        bob.machine.attempts[0].completion(.success(bobsEnd))
        settle()
    }

    func settle() {
        FakeConnection.settle(annsEnd, bobsEnd)
        for seat in [ann, bob] { seat.machine.advance(milliseconds: 0) }
        FakeConnection.settle(annsEnd, bobsEnd)
    }

    func wait(seconds: Int) {
        for _ in 0..<seconds {
            for seat in [ann, bob] { seat.machine.advance(milliseconds: 1000) }
            settle()
        }
    }

    /// Ann sees the question, and it takes keys.
    func read() {
        #expect(ann.shows("Bob is here. Play now?") && ann.shows("Yes  Y") && ann.shows("No  N"))
        ann.machine.advance(milliseconds: 500)
    }

    /// Whether Ann sees her own game, as it was.
    var isInOwnGame: Bool { ann.game?.words.isComputer == true && ann.game?.scene.game.moves.count == 2 }
}

@Suite struct MeanwhileTests {
    @Test("The guest is seated at once and reads who is coming; the host's own game waits, and is come back to")
    func yes() {
        let wait = Wait()
        #expect(wait.isInOwnGame && wait.ann.machine.advertisements[0].isListed)
        wait.come()
        #expect(wait.bob.shows("Ann is asked") && wait.bob.showsScore(0, 0, "Ann") && wait.isInOwnGame)
        #expect(!wait.ann.machine.advertisements[0].isListed, "the seat is taken")
        wait.read()
        wait.ann.press(.character("y"))
        wait.settle()
        #expect(wait.ann.showsScore(0, 0, "Bob") && wait.ann.shows("Your turn"))
        #expect(wait.bob.shows("Ann's turn") && !wait.bob.shows("is asked"))
        wait.ann.press(.character("1"))
        wait.settle()
        wait.bob.press(.character("2"))
        wait.settle()
        #expect(wait.ann.game?.scene.game.digits == "12" && wait.bob.game?.scene.game.digits == "12")
        wait.ann.leaveGame()
        wait.settle()
        #expect(wait.bob.shows("Ann left the game.") && wait.isInOwnGame && wait.ann.machine.isQuiet)
        wait.ann.press(.character("5"))
        #expect(wait.ann.game?.scene.game.moves.count == 3)
        wait.ann.type("q")
        #expect(wait.ann.navigator.isAtRoot)
    }

    @Test("A guest hears that the host cannot play now, on No and after a minute; others can come", arguments: [true, false])
    func no(isAnswered: Bool) {
        let wait = Wait()
        wait.come()
        wait.read()
        if isAnswered {
            wait.ann.press(.character("n"))
            wait.settle()
        } else {
            wait.wait(seconds: 59)
            #expect(wait.bob.shows("Ann is asked") && wait.ann.shows("Bob is here. Play now?"))
            wait.wait(seconds: 1)
            #expect(wait.ann.shows("Bob has waited for a minute, and was told that you cannot play now."))
        }
        #expect(wait.bob.shows("Ann cannot play now.") && wait.isInOwnGame && !wait.ann.shows("Play now?"))
        #expect(wait.bob.shows("Join a game"), "there the guest finds another game")
        #expect(wait.ann.machine.advertisements[0].isListed)
        let next = FakeConnection(peer: "10.0.0.7:1")
        wait.ann.machine.advertisements[0].accept(next)
        next.receive(Packet.frame(of: .hello(Hello(name: "Eve"))))
        #expect(wait.ann.shows("Eve is here. Play now?"))
        // Leaving the own game leads back to the wait, where the question stands as well.
        wait.ann.type("q")
        #expect(wait.ann.shows("Waiting for a player") && wait.ann.shows("Eve is here. Play now?"))
        wait.ann.machine.advance(milliseconds: 500)
        wait.ann.press(.character("y"))
        #expect(wait.ann.showsScore(0, 0, "Eve"))
        wait.ann.leaveGame()
        #expect(wait.ann.navigator.isAtRoot && next.isClosed)
    }

    @Test("No clock runs while the guest waits, nor before the host's first move")
    func clocks() {
        let wait = Wait(clock: TimeControl(minutes: 3, increment: 0))
        #expect(wait.ann.game?.scene.timeLeft(of: .first) == nil, "a game that may be interrupted has no clock")
        wait.come()
        wait.read()
        wait.wait(seconds: 40)
        wait.ann.press(.character("y"))
        wait.settle()
        wait.wait(seconds: 20)
        for seat in [wait.ann, wait.bob] {
            #expect(seat.game?.scene.isClockRunning == false && seat.game?.scene.timeLeft(of: .first) == 180_000)
        }
        wait.ann.press(.character("1"))
        wait.settle()
        wait.wait(seconds: 5)
        #expect(wait.bob.game?.scene.timeLeft(of: .second) == 175_000)
    }

    @Test("A guest who leaves meanwhile takes the question away, and nothing has to be read in the own game")
    func goneAgain() {
        let wait = Wait()
        wait.come()
        wait.read()
        wait.bob.leaveGame()
        wait.settle()
        #expect(wait.ann.shows("Bob left the game.") && !wait.ann.shows("Play now?") && wait.isInOwnGame)
        wait.ann.press(.character("5"))
        #expect(wait.ann.game?.scene.game.moves.count == 3 && wait.ann.machine.advertisements[0].isListed)
    }

    @Test("The original app is sent what it always was: it waits for the first move, and what it did meanwhile counts")
    func original() throws {
        let wait = Wait()
        let phone = FakeConnection(peer: "10.0.0.8:1")
        wait.ann.machine.advertisements[0].accept(phone)
        wait.ann.machine.advance(milliseconds: SeatArbiter.timeout)
        #expect(wait.ann.shows("is here. Play now?") && wait.isInOwnGame)
        var decoder = PacketDecoder()
        decoder.append(phone.sent)
        guard case .control(.hello) = try decoder.next() else { return #expect(Bool(false), "the host says hello") }
        #expect(try decoder.next() == nil)
        phone.receive(Packet.frame(of: .startNewGame))
        phone.receive(Packet.frame(of: .didAddDisc(column: 3)))
        wait.ann.machine.advance(milliseconds: 500)
        wait.ann.press(.character("y"))
        #expect(wait.ann.game?.scene.game.moves == [3] && wait.ann.shows("Your turn"))
        wait.ann.press(.character("4"))
        #expect(wait.ann.game?.scene.game.moves == [3, 3])
    }

    @Test("Whoever quits while a guest waits says goodbye")
    func quitting() {
        let wait = Wait()
        wait.come()
        wait.ann.navigator.leaveAll()
        wait.settle()
        #expect(wait.bob.shows("Ann left the game.") && wait.ann.machine.isQuiet)
    }

    @Test("If the guest leaves before the game has begun, the wait goes on over the own game, and Enter goes back to that")
    func unseated() {
        let wait = Wait()
        wait.come()
        wait.read()
        wait.ann.press(.character("y"))
        wait.settle()
        wait.bob.leaveGame()
        wait.settle()
        wait.ann.closeEnd()
        #expect(wait.ann.shows("Waiting for a player") && wait.ann.shows("Your game"))
        wait.ann.press(.enter)
        #expect(wait.isInOwnGame && wait.ann.machine.advertisements[0].isListed)
        wait.ann.type("q")
        #expect(wait.ann.shows("Waiting for a player") && wait.ann.shows("Play meanwhile"))
        wait.ann.press(.escape)
        #expect(wait.ann.machine.isQuiet)
    }

    @Test("Who is on the list at a relay plays the computer meanwhile, and is asked there")
    func seeking() {
        let strangers = Strangers()
        strangers.look()
        strangers.ann.type("s")
        strangers.network.settle()
        strangers.ann.press(.enter)
        strangers.ann.press(.character("4"))
        strangers.ann.machine.work()
        strangers.bob.press(.enter)
        strangers.network.settle()
        #expect(strangers.ann.shows("Bob is here. Play now?") && strangers.ann.game?.words.isComputer == true)
        #expect(strangers.bob.shows("Ann is asked"))
        strangers.network.advance(seconds: 1)
        strangers.ann.press(.character("y"))
        strangers.network.settle()
        #expect(strangers.ann.showsScore(0, 0, "Bob") && strangers.bob.shows("Ann's turn"))
        strangers.ann.closeEnd()
        strangers.play("45")
        strangers.ann.leaveGame()
        #expect(strangers.ann.shows("You are on the list") || strangers.ann.shows("Putting you on the list"))
        strangers.ann.type("g")
        #expect(strangers.ann.game?.words.isComputer == true)
    }

    @Test("Text mode asks as well")
    func textMode() {
        var lines: [String] = []
        let wait = Wait()
        let view = TextModeView(wait.ann.navigator) { lines.append($0) }
        view.update()
        wait.come()
        view.update()
        #expect(lines.contains("Bob is here. Play now?") && lines.contains("y: Yes. n: No."))
        wait.ann.machine.advance(milliseconds: 500)
        view.take("y")
        wait.settle()
        view.update()
        #expect(wait.ann.showsScore(0, 0, "Bob"))
    }
}
