// Which keys stay in the bar where not all of them fit.

import Screen
import TestSupport
import Testing

@testable import Play

@Suite("The key bar")
struct KeyBarTests {
    @Test("Undo and Hint stay in a game against the computer, at every width", arguments: [29, 40, 60, 80, 120])
    func computer(width: Int) throws {
        let seat = seatAgainstComputer(size: Size(width: width, height: 24))
        let bar = try #require(seat.lines.last)
        #expect(bar.contains("H Hint") && bar.contains("U Undo") && bar.contains("Q Menu") && bar.contains("?"))
        #expect(
            bar.contains("Column") == (width >= 60) && bar.contains("Drop") == (width >= 60), "then the others, in their order")
    }

    @Test("The way out of a network game stays", arguments: [29, 40, 80])
    func wayOut(width: Int) throws {
        let table = Table(size: Size(width: width, height: 24))
        table.host.navigator.closeAlert()
        let bar = try #require(table.host.lines.last)
        #expect(bar.contains("Q Disconnect") && bar.contains("?"), "\(bar)")
    }

    @Test("What Enter does in a list stays on the smallest screen", arguments: [("", "Open"), ("j", "Join"), ("c", "Play")])
    func lists(keys: String, label: String) throws {
        let seat = Seat(size: Size(width: 29, height: 10))
        seat.type(keys)
        let bar = try #require(seat.lines.last)
        #expect(bar.contains("Enter \(label)") && bar.contains("?"), "\(bar)")
    }

    @Test("The answers to a question stay as well", arguments: [29, 40, 60, 80])
    func question(width: Int) throws {
        let table = Table(size: Size(width: width, height: 24))
        table.play("4")
        table.guest.press(.character("h"))
        table.settle()
        let bar = try #require(table.host.lines.last)
        #expect(bar.contains("Y") && bar.contains("Yes") && bar.contains("N") && bar.contains("No"), "\(bar)")
    }
}
