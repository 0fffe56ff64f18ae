// Spectators of tables at their screens: how they get there, what they read of both games, and that their keys do nothing. In text mode, too.

import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

/// Ann hosts a table at which Bob and Cyd play, and Eve watches.
private final class WatchedCircle {
    let all: Neighbourhood
    var network: FakeNetwork { all.network }
    var eve: Seat { all.seats[3] }
    /// What text mode says to Eve.
    private(set) var said: [String] = []
    private(set) var lines: TextModeView?

    /// The game's number in the list of games to host at a table.
    init(_ game: Character, size: Size = Size(width: 80, height: 24), isInTextMode: Bool = false) {
        all = Neighbourhood(["Ann", "Bob", "Cyd", "Eve"], size: size)
        if isInTextMode {
            lines = TextModeView(all.seats[3].navigator) { [unowned self] in said.append($0) }
        }
        for seat in all.seats { seat.navigator.popToRoot() }
        let ann = all.seats[0]
        ann.navigator.push(HostTableViewController(navigator: ann.navigator))
        all.press(0, .character(game.unicodeScalars.first ?? "1"))
        all.press(0, .character("w"))
    }

    func sitDown() {
        for index in [1, 2] {
            let seat = all.seats[index]
            seat.navigator.push(JoinTableViewController(navigator: seat.navigator))
            network.settle()
            all.press(index, .enter)
        }
    }

    func start() {
        all.press(0, .character("1"))
        network.advance(seconds: 1)
    }

    /// Eve opens the list and watches the first game.
    func watch() {
        eve.navigator.launcher.openWatching()
        network.settle()
        all.press(3, .enter)
        network.advance(seconds: 1)
    }

    /// What is said to Eve since the last call.
    func hear() -> [String] {
        lines?.update()
        defer { said = [] }
        return said
    }

    /// What a line that Eve types brings.
    func type(_ line: String) -> [String] {
        lines?.take(line)
        network.settle()
        return hear()
    }

    func enter(_ seat: Int, _ text: String) {
        network.advance(seconds: 1)
        all.seats[seat].type(text)
        all.press(seat, .enter)
    }
}

@Suite struct WatchedTableScreenTests {
    @Test func theSecretNumberIsWatched() {
        let circle = WatchedCircle("3")
        #expect(circle.all.shows(0, "Others may watch this game.") && circle.all.seats[0].machine.saved.last?.spectators == true)
        circle.sitDown()
        for index in [1, 2] { #expect(circle.all.shows(index, "Others may watch this game.")) }
        circle.start()
        for index in 0..<3 { #expect(circle.all.shows(index, "Others may watch this game.")) }
        circle.eve.navigator.launcher.openWatching()
        circle.network.settle()
        #expect(circle.eve.shows("Guess the secret number, 10.0.0.1:") && circle.eve.shows("Ann"))
        circle.eve.press(.escape)
        circle.watch()
        #expect(circle.eve.shows("You are watching Ann, Bob and Cyd."))
        circle.eve.press(.character("x"))
        #expect(circle.eve.shows("Ann is choosing a secret number…"))
        for index in 0..<4 { #expect(circle.all.shows(index, "1 spectator")) }
        circle.all.press(0, .character("1"))
        circle.enter(0, "73")
        #expect(circle.eve.shows("The others guess Ann's secret number.") && circle.eve.shows("Ann has the secret"))
        circle.enter(1, "50")
        #expect(circle.eve.shows("50 ▸ too low") && !circle.eve.shows("73"))
        for key in [Key.character("5"), .enter, .character("1"), .character("p"), .character("r"), .left, .character("g")] {
            circle.all.press(3, key)
        }
        #expect(circle.eve.navigator.top is SecretNumberViewController && circle.eve.shows("50 ▸ too low"))
        circle.enter(2, "73")
        #expect(circle.eve.shows("Cyd wins: 73 is correct.") && circle.eve.shows("Cyd may choose the next number."))
        Snapshot.check(circle.eve.navigator, "watched-number")
        #expect(circle.eve.machine.played.kept.isEmpty, "that was not Eve's game")
        circle.all.press(3, .character("q"))
        circle.network.advance(seconds: 1)
        #expect(circle.eve.shows("Games that you can watch:"))
        for index in 0..<3 { #expect(!circle.all.shows(index, "spectator")) }
    }

    @Test func snapIsWatchedToItsEnd() {
        let circle = WatchedCircle("2")
        circle.sitDown()
        circle.start()
        for index in 0..<3 { #expect(circle.all.shows(index, "Others may watch this game.")) }
        circle.watch()
        circle.eve.press(.character("x"))
        #expect(circle.eve.shows("Ann's turn") && circle.eve.shows("1 spectator"))
        let turn = { (circle.all.seats[0].navigator.top as? SnapViewController)?.table?.view.turn }
        let before = turn()
        for key in [Key.enter, .character(" "), .character("r"), .character("p"), .left] { circle.all.press(3, key) }
        circle.network.advance(seconds: 1)
        #expect(turn() == before && circle.eve.navigator.top is SnapViewController)
        Snapshot.check(circle.eve.navigator, "watched-snap")
        circle.all.press(0, .enter)
        circle.network.advance(seconds: 1)
        #expect(circle.eve.shows("Bob's turn"))
        for index in [1, 2] {
            circle.all.press(index, .character("q"))
            circle.all.press(index, .character("q"))
        }
        #expect(circle.eve.shows("We have a winner: Ann!") && circle.eve.machine.played.kept.isEmpty)
        circle.all.press(0, .character("q"))
        circle.all.press(0, .character("q"))
        circle.network.settle()
        #expect(circle.eve.shows("The host ended the game."))
        circle.eve.closeEnd()
        #expect(circle.eve.shows("Host a game"))
    }

    @Test func bothGamesAreWatchedInTextMode() {
        let number = WatchedCircle("3", isInTextMode: true)
        number.sitDown()
        number.start()
        number.watch()
        let first = number.hear()
        #expect(first.contains("You are watching Ann, Bob and Cyd.") && first.contains("1 spectator."))
        #expect(first.contains { $0.contains("Ann is choosing a secret number…") })
        number.all.press(0, .character("1"))
        number.enter(0, "73")
        #expect(number.hear().contains("The others guess Ann's secret number."))
        number.enter(1, "50")
        #expect(number.hear().contains { $0.contains("Guess 1. Bob: 50 – too low.") })
        #expect(number.type("80").first?.contains("no command") == true)
        #expect(number.type("b") == ["Guess 1. Bob: 50 – too low."])
        #expect(number.type("players").contains("Ann has the secret."))
        #expect(number.type("q").contains { $0.contains("Watch a game") })

        let snap = WatchedCircle("2", isInTextMode: true)
        snap.sitDown()
        snap.start()
        snap.watch()
        #expect(snap.hear().joined(separator: "\n").contains("Ann's turn."))
        snap.all.press(0, .enter)
        snap.network.advance(seconds: 1)
        let heard = snap.hear()
        #expect(heard.contains { $0.hasPrefix("Ann turned ") } && heard.contains("Bob's turn."))
        #expect(snap.type("s").first?.contains("no command") == true && snap.type("b").count == 3)
        #expect(!snap.type("?").contains { $0.contains("Turn your card") })
    }

    /// A host says that there is a table of a game that is not here, or of too many players.
    @Test(arguments: [("chess", 2), ("snap", 9), ("fourinarow", 2)])
    func aTableThatIsNoneIsNotOpened(game: String, players: Int) {
        let eve = Seat()
        eve.press(.character("j"), .character("w"))
        eve.machine.browsers.last?.find("Ann", ["game": game])
        eve.press(.enter)
        let (host, guest) = FakeConnection.pair()
        eve.machine.attempts.last?.completion(.success(guest))
        host.send(
            PacketEncoder.encode(.control(.hello(Hello(name: "Ann", version: Program.version, game: Hello.watched))))
                + PacketEncoder.encode(.control(.watch(.table(game: game, names: (0..<players).map { "P\($0)" })))))
        FakeConnection.settle(host, guest)
        #expect(eve.shows("P0 has a different version"))
        #expect(guest.isClosed)
    }

    @Test func aTableThatCannotBeWatchedSaysSo() {
        let circle = WatchedCircle("3")
        circle.eve.navigator.launcher.openWatching()
        circle.all.press(3, .character("a"))
        circle.eve.type("10.0.0.1")
        circle.all.press(3, .enter)
        circle.network.advance(seconds: 1)
        #expect(circle.eve.shows("The table at 10.0.0.1:27364 cannot be watched now."))
        circle.eve.press(.escape)
        circle.sitDown()
        circle.start()
        circle.all.press(3, .character("a"))
        circle.eve.type("10.0.0.1")
        circle.all.press(3, .enter)
        circle.network.advance(seconds: 1)
        #expect(circle.eve.shows("You are watching Ann, Bob and Cyd."))
    }
}
