// Two players at a table in memory: two navigators, two fake machines, one fake connection between them.

import Engine
import Screen
import Session
import TestSupport

@testable import Play

/// One player: a machine in memory, a screen, keys.
final class Seat {
    let machine: FakeEnvironment
    let navigator: Navigator

    /// The last key of `press`.
    private var lastPressed: Key?

    init(
        size: Size = Size(width: 80, height: 24), settings: Settings = Seat.still, glyphs: Glyphs = .unicode,
        isNameGiven: Bool = false, machine: FakeEnvironment = FakeEnvironment(), start: Start = .menu
    ) {
        self.machine = machine
        navigator = Navigator(size: size, glyphs: glyphs, settings: settings, environment: machine)
        navigator.isNameGiven = isNameGiven
        try? navigator.launcher.open(start)
        machine.advance(milliseconds: 0)
    }

    /// Settings without animation.
    static var still: Settings {
        var settings = Settings()
        settings.animation = false
        return settings
    }

    /// Presses keys. Nobody presses a digit twice in less than the time after which a game believes that.
    func press(_ keys: Key...) {
        for key in keys {
            if key == lastPressed, case .character("1"..."7") = key {
                machine.advance(milliseconds: FourInARowViewController.repetition)
            }
            navigator.press(key)
            lastPressed = key
        }
    }

    func type(_ text: String) { for scalar in text.unicodeScalars { press(.character(scalar)) } }

    /// Opens a line of the menu by its words, wherever it stands.
    func open(_ words: String) {
        press(.home)
        for _ in 0..<20 where !lines.contains(where: { $0.contains("▸") && $0.contains(words) }) { press(.down) }
        press(.enter)
    }

    /// The time after the end of a game in which keys do nothing is over.
    func endTheEnd() { machine.advance(milliseconds: 500) }

    /// Leaves a game that goes on with somebody else: Q asks, and the second one leaves.
    func leaveGame() { press(.character("q"), .character("q")) }

    /// Reads why something is over, and closes that once keys count.
    func closeEnd() {
        _ = lines
        machine.advance(milliseconds: Alert.pauseMilliseconds)
        press(.enter)
    }

    /// The screen's rows as they are now.
    var lines: [String] {
        navigator.draw()
        return navigator.canvas.lines
    }

    /// All rows as one line, with single blanks: a sentence may go on in the next row.
    var text: String { lines.joined(separator: " ").split(separator: " ").joined(separator: " ") }

    /// Whether any row shows `text`.
    func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// Whether the first row shows this score, and the opponent's name if given. Whoever has just won has a tick.
    func showsScore(_ mine: Int, _ yours: Int, _ name: String? = nil, me: String = "You") -> Bool {
        let row = lines[0].split(separator: " ").filter { $0 != "✓" }.joined(separator: " ")
        // Against the computer there are no noughts.
        if mine + yours == 0, !row.contains(" 0 ") { return row.contains("● \(me) ") && row.contains(" \(name ?? "")") }
        return row.contains("● \(me) \(mine) ") && row.contains(" \(yours) \(name ?? "")")
    }

    /// The game on top of the stack.
    var game: FourInARowViewController? { navigator.top as? FourInARowViewController }
}

/// A host and a guest with a game between them.
struct Table {
    let host: Seat
    let guest: Seat
    let hostEnd: FakeConnection
    let guestEnd: FakeConnection

    init(settings: Settings = Seat.still, size: Size = Size(width: 80, height: 24)) {
        host = Seat(size: size, settings: settings)
        guest = Seat(size: size, settings: settings)
        (hostEnd, guestEnd) = FakeConnection.pair()
        host.press(.character("h"))
        host.machine.advertisements[0].accept(hostEnd)
        guest.press(.character("j"))
        guest.machine.browsers[0].find("Tiger", at: "10.0.0.1:27364")
        guest.press(.enter)
        guest.machine.attempts[0].completion(.success(guestEnd))
        settle()
    }

    /// All that travels arrives.
    func settle() {
        FakeConnection.settle(hostEnd, guestEnd)
        for seat in [host, guest] { seat.machine.advance(milliseconds: 0) }
        FakeConnection.settle(hostEnd, guestEnd)
    }

    /// Plays digits in turn, the host first unless said otherwise; each arrives before the next.
    func play(_ digits: String, hostFirst: Bool = true) {
        for (index, digit) in digits.unicodeScalars.enumerated() {
            (index.isMultiple(of: 2) == hostFirst ? host : guest).type(String(digit))
            settle()
        }
        for seat in [host, guest] where seat.game?.scene.state.isOver == true { seat.endTheEnd() }
    }
}

extension FakeNetwork {
    /// Ann, Bob and Eve at its first three machines, with one relay.
    func seatsWithRelay(size: Size, annsClock: TimeControl? = nil) -> [Seat] {
        zip(machines, ["Ann", "Bob", "Eve"]).map { machine, name in
            var settings = Seat.still
            settings.timeControl = name == "Ann" ? annsClock : nil
            settings.name = name
            settings.relay = "mqtts://relay.example.org"
            return Seat(size: size, settings: settings, machine: machine)
        }
    }
}
