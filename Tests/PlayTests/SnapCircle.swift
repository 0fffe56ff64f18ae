// Players of Snap! around a table in memory: a party through the real codec, one clock for all, keys in and screens out.

import Games
import Screen
import Session
import TestSupport
import Wire

@testable import Play

/// Two to four players of Snap!, the host first.
final class SnapCircle {
    static let names = ["Ann", "Bob", "Zoë", "日本の友達"]

    let machine = FakeEnvironment()
    let parties: [FakeParty]
    let navigators: [Navigator]
    let screens: [SnapViewController]
    /// Who has left or was lost.
    var gone: Set<Int> = []

    init(
        _ players: Int, size: Size = Size(width: 80, height: 24), glyphs: Glyphs = .unicode, isAnimated: Bool = false,
        isLong: Bool = false, listeners: Set<Int> = [], shuffle: @escaping () -> [PlayingCard] = SnapHost.shuffled
    ) {
        var settings = Settings()
        settings.animation = isAnimated
        let machine = machine
        let parties =
            switch players {
            case 2: FakeParty.gather(Self.names[0], Self.names[1])
            case 3: FakeParty.gather(Self.names[0], Self.names[1], Self.names[2])
            default: FakeParty.gather(Self.names[0], Self.names[1], Self.names[2], Self.names[3])
            }
        let navigators = parties.indices.map { seat in
            // What the host chose counts, and nothing that a guest did.
            var own = settings
            own.longSnap = seat == 0 ? isLong : !isLong
            let navigator = Navigator(size: size, glyphs: glyphs, settings: own, environment: machine)
            if listeners.contains(seat) { navigator.listener = { _ in } }
            return navigator
        }
        screens = zip(parties, navigators).map { SnapViewController(navigator: $1, party: $0, shuffle: shuffle) }
        self.parties = parties
        self.navigators = navigators
        for (navigator, screen) in zip(navigators, screens) {
            try? navigator.launcher.open(.menu)
            navigator.push(screen)
        }
        machine.advance(milliseconds: 0)
        settle()
    }

    convenience init(
        _ players: Int, deck: String, size: Size = Size(width: 80, height: 24), glyphs: Glyphs = .unicode,
        listeners: Set<Int> = []
    ) {
        self.init(
            players, size: size, glyphs: glyphs, listeners: listeners, shuffle: { TestSupport.deck(beginning: deck) })
    }

    var host: SnapHost { screens[0].session.host ?? SnapHost(players: 2, environment: machine) }
    var game: SnapGame { host.game }

    /// All that travels arrives at once, and what arrived is drawn everywhere.
    func settle() {
        FakeParty.settle(parties)
        machine.advance(milliseconds: 0)
        FakeParty.settle(parties)
    }

    func press(_ seat: Int, _ keys: Key...) { for key in keys { navigators[seat].press(key) } }

    /// What was told is seen, everywhere at once: nobody is far away.
    func look() {
        machine.advance(milliseconds: SnapFairness.glance)
        FakeParty.settle(parties)
    }

    /// A key whose effect arrives everywhere, a while after the last.
    func play(_ seat: Int, _ key: Key) {
        look()
        // Who snaps again within the time of a key held down is not heard.
        let isSnap = key == .character(" ") || key == .character("0")
        machine.advance(milliseconds: (isSnap ? SnapViewController.repeatMilliseconds : 150) - SnapFairness.glance)
        press(seat, key)
        settle()
    }

    /// A player leaves by Q, and once more where that asks.
    func leave(_ seat: Int) { for _ in 0..<2 where navigators[seat].top === screens[seat] { press(seat, .character("q")) } }

    /// Whether, once all is drawn, nothing will ever wake up.
    var sleeps: Bool {
        settle()
        look()
        return !machine.isWaiting
    }

    /// Everybody turns in turn, so many cards.
    func turn(_ count: Int) { for _ in 0..<count { play(game.mover, .enter) } }

    func shows(_ seat: Int, _ text: String) -> Bool {
        navigators[seat].draw()
        return navigators[seat].canvas.lines.contains { $0.contains(text) }
    }

    /// What is wrong, once everything has arrived; empty if nothing is.
    var faults: [String] {
        var faults: [String] = []
        if !game.holdsTheDeck { faults.append("52 cards, none twice") }
        var view = game.view
        for seat in host.absent { view.seats[seat].standing = .left }
        for (seat, screen) in screens.enumerated() where !gone.contains(seat) {
            if screen.table?.view != view { faults.append("seat \(seat) sees another table") }
            if screen.table != screens[0].table { faults.append("seat \(seat) was told otherwise") }
            navigators[seat].draw()
        }
        if host.absent != gone { faults.append("who has left") }
        return faults
    }
}
