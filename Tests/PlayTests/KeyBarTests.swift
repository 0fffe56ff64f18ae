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

    @Test("In a game the keys stand still: those that are of no use now are dim")
    func steady() throws {
        let table = Table()
        for seat in [table.host, table.guest] { seat.navigator.closeAlert() }
        func bars() -> [String?] { [table.host.lines.last, table.guest.lines.last] }
        func isDim(_ seat: Seat, _ key: String) throws -> Bool {
            let line = try #require(seat.lines.last)
            let place = try #require(line.range(of: key))
            let x = line.distance(from: line.startIndex, to: place.lowerBound)
            return seat.navigator.canvas[x, seat.lines.count - 1].role == .barDim
        }
        let before = bars()
        #expect(before[0] == before[1])
        #expect(try !isDim(table.host, "Enter") && isDim(table.host, "U Undo") && isDim(table.guest, "Enter"))
        table.play("4")
        #expect(bars() == before)
        #expect(try isDim(table.host, "Enter") && !isDim(table.host, "U Undo") && !isDim(table.guest, "Enter"))
    }

    @Test("The way out of a network game stays", arguments: [29, 40, 80])
    func wayOut(width: Int) throws {
        let table = Table(size: Size(width: width, height: 24))
        table.host.navigator.closeAlert()
        let bar = try #require(table.host.lines.last)
        #expect(bar.contains("Q Disconnect") && bar.contains("?"), "\(bar)")
    }

    @Test("What Enter does in a list stays on the smallest screen", arguments: [("", "Open"), ("j", "Open"), ("c", "Play")])
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
        #expect(width < 80 || bar.hasPrefix(" Y Yes  N No  "), "\(bar)")
    }
}
