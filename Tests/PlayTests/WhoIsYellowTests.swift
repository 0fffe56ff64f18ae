// Who is yellow in a network game: each player on their own screen, or whoever moves first on both.

import Engine
import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct WhoIsYellowTests {
    private func cells(_ seat: Seat) -> [BoardCell] {
        Board.columns.compactMap { seat.game?.drawing.picture[Square(column: $0, row: 0)].cell }.filter { $0 != .empty }
    }

    @Test("Each player is yellow on their own screen, and reads that once")
    func both() {
        let pair = Pair()
        #expect([pair.host, pair.guest].allSatisfy { $0.shows("You both see your own discs") })
        #expect([pair.host, pair.guest].allSatisfy { $0.lines.last?.contains("Enter Drop") == true }, "the keys are to be seen")
        pair.play("45")
        #expect(cells(pair.host) == [.yellow, .red] && cells(pair.guest) == [.red, .yellow])
        #expect(!pair.host.shows("own discs") && !pair.guest.shows("own discs"))
        #expect(pair.host.lines[0].contains("● You") && pair.guest.lines[0].contains("● You"))
    }

    @Test("Where the host wants it whoever moves first is yellow on both screens, also after a replay and a restart")
    func first() throws {
        let pair = Pair(isYellowFirst: true)
        #expect([pair.host, pair.guest].allSatisfy { $0.shows("Whoever moves first is yellow.") })
        pair.play("45")
        #expect(cells(pair.host) == [.yellow, .red] && cells(pair.guest) == [.yellow, .red])
        #expect(pair.host.lines[0].contains("● You") && pair.guest.lines[0].contains("◉ You"))
        #expect(pair.guest.lines[0].contains("Ann ●"))
        for index in [0, 1] {
            pair.kill(index)
            pair.start(index)
            #expect(cells(pair.host) == [.yellow, .red] && cells(pair.guest) == [.yellow, .red], "\(index)")
        }
        pair.play("1212121")
        pair.press(1, .character("r"))
        pair.press(1, .character("4"))
        #expect(cells(pair.host) == [.yellow] && cells(pair.guest) == [.yellow])
        #expect(pair.host.lines[0].contains("◉ You") && pair.guest.lines[0].contains("● You"))
    }
}
