// Players of "Guess the secret number" in memory: a screen and a machine each, a party between them.

import Games
import Screen
import Session
import TestSupport
import Wire

@testable import Play

/// All seats of one party, the host first.
final class SecretNumberParty {
    let parties: [FakeParty]
    let machines: [FakeEnvironment]
    let navigators: [Navigator]
    private(set) var games: [SecretNumberViewController] = []

    init(_ parties: [FakeParty], size: Size = Size(width: 80, height: 24), glyphs: Glyphs = .unicode) {
        self.parties = parties
        let machines = parties.map { party in
            let machine = FakeEnvironment()
            machine.hostName = "machine\(party.mySeat)"
            return machine
        }
        self.machines = machines
        navigators = machines.map { Navigator(size: size, glyphs: glyphs, settings: Seat.still, environment: $0) }
        for (navigator, party) in zip(navigators, parties) {
            try? navigator.launcher.open(.menu)
            let game = SecretNumberViewController(navigator: navigator, party: party)
            navigator.push(game)
            games.append(game)
        }
        for machine in machines { machine.advance(milliseconds: 0) }
    }

    func settle() { FakeParty.settle(parties) }

    func wait(_ milliseconds: Int) {
        for machine in machines { machine.advance(milliseconds: milliseconds) }
        settle()
    }

    /// Keys at a seat; what they send arrives.
    func press(_ seat: Int, _ keys: Key...) {
        for key in keys { navigators[seat].press(key) }
        settle()
    }

    /// Text and Enter at a seat.
    func enter(_ seat: Int, _ text: String) {
        for scalar in text.unicodeScalars { navigators[seat].press(.character(scalar)) }
        press(seat, .enter)
    }

    /// A player whose turn it is to choose takes the range of this number and seals this secret.
    func choose(_ seat: Int, range: Int = 1, _ secret: String) {
        press(seat, .character(Unicode.Scalar(UInt8(0x30 + range))))
        enter(seat, secret)
    }

    /// A guess, a good while after the one before.
    func guess(_ seat: Int, _ number: Int) {
        wait(1000)
        enter(seat, String(number))
    }

    /// A message as a false program at this seat would send it.
    func send(_ message: SecretNumberMessage, from seat: Int, to other: Int = 0) {
        parties[seat].send(.secretNumber(message), to: other)
        settle()
    }

    func leave(_ seat: Int) {
        navigators[seat].popToRoot()
        settle()
    }

    func table(_ seat: Int) -> SecretNumberTable { games[seat].table }

    /// What a seat's screen shows, in one line: sentences are wrapped.
    func screen(_ seat: Int) -> String {
        navigators[seat].draw()
        return navigators[seat].canvas.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    func shows(_ seat: Int, _ text: String) -> Bool { screen(seat).contains(text) }

    /// Whether all these seats show it.
    func show(_ seats: some Sequence<Int>, _ text: String) -> Bool { seats.allSatisfy { shows($0, text) } }
}

extension SecretNumberParty {
    /// Two, three or eight players.
    static func of(_ count: Int, size: Size = Size(width: 80, height: 24), glyphs: Glyphs = .unicode) -> SecretNumberParty {
        let parties =
            switch count {
            case 2: FakeParty.gather("Ann", "Bob")
            case 3: FakeParty.gather("Ann", "Bob", "Cyd")
            default:
                FakeParty.gather(
                    "Ann", "Bob", "Cyd", "Dee", "Eve (5)", "日本の友達です", "Eve (7)", "evil\u{1B}[2J\u{202E}name of many letters")
            }
        return SecretNumberParty(parties, size: size, glyphs: glyphs)
    }
}
