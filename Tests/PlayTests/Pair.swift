// Two players at a game on one network in memory, and a third machine: connections break, programs are killed and started anew.

import Screen
import Session
import TestSupport
import Testing

@testable import Play

/// A host and a guest on one network, at a game.
final class Pair {
    let network = FakeNetwork(3)
    var seats: [Seat] = []
    private let isYellowFirst: Bool
    private let clock: TimeControl?
    private let isWatchable: Bool

    /// The machines begin a game; the third one does nothing yet.
    init(
        size: Size = Size(width: 80, height: 24), isPrivate: Bool = false, isYellowFirst: Bool = false, clock: String? = nil,
        isWatchable: Bool = false
    ) {
        (self.isYellowFirst, self.isWatchable) = (isYellowFirst, isWatchable)
        self.clock = clock.flatMap(TimeControl.init)
        seats = (0...2).map { sit($0, size: size) }
        press(0, .character("h"))
        if isPrivate { press(0, .character("p")) }
        let code = (host.navigator.top as? HostGameViewController)?.hosting.offer.gate?.code.text
        press(1, .character("j"))
        press(1, .enter)
        if let code {
            guest.type(code)
            press(1, .enter)
        }
    }

    var host: Seat { seats[0] }
    var guest: Seat { seats[1] }

    func sit(_ index: Int, size: Size = Size(width: 80, height: 24), as name: String? = nil, isNameGiven: Bool = false) -> Seat {
        var settings = Seat.still
        settings.name = name ?? ["Ann", "Bob", "Eve"][index]
        settings.isYellowFirst = index == 0 && isYellowFirst
        if index == 0 { (settings.timeControl, settings.spectators) = (clock, isWatchable) }
        return Seat(size: size, settings: settings, isNameGiven: isNameGiven, machine: network.machines[index])
    }

    func press(_ index: Int, _ keys: Key...) {
        for key in keys {
            seats[index].press(key)
            network.settle()
        }
    }

    /// Plays digits in turn, from the one of this index on.
    func play(_ digits: String, from first: Int = 0) {
        for (index, digit) in digits.unicodeScalars.enumerated() {
            seats[(first + index) % 2].type(String(digit))
            network.settle()
        }
        for seat in seats where seat.game?.scene.state.isOver == true { seat.endTheEnd() }
    }

    /// The program of one dies.
    func kill(_ index: Int) {
        network.kill(index)
        network.settle()
    }

    /// It is started anew.
    func start(_ index: Int, as name: String? = nil, isNameGiven: Bool = false) {
        seats[index] = sit(index, as: name, isNameGiven: isNameGiven)
        network.settle()
        network.advance(seconds: 6)
    }

    var boards: [String?] { seats.prefix(2).map { $0.game?.scene.game.digits } }

    /// Both have the same board, on which it goes on.
    func expectGame(_ digits: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(boards == [digits, digits], sourceLocation: sourceLocation)
        for seat in seats.prefix(2) {
            #expect(!seat.shows("Reconnecting"), sourceLocation: sourceLocation)
            #expect(seat.machine.games.sessions.first?.state == .playing, sourceLocation: sourceLocation)
        }
    }
}
