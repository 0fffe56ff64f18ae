// Discs on their way down: what is drawn of them piece by piece, and when the end of a game is seen.

import Engine
import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct FallingDiscTests {
    private func animatedTable(size: Size = Size(width: 80, height: 24)) -> Table {
        var settings = Settings()
        settings.animation = true
        return Table(settings: settings, size: size)
    }

    private func drop(_ column: Int, by mover: Seat, at table: Table, isLanding: Bool = true) {
        mover.press(.character(Unicode.Scalar(UInt8(0x31 + column))))
        table.settle()
        if isLanding { land(at: table) }
    }

    private func land(at table: Table) {
        for seat in [table.host, table.guest] { seat.machine.advance(milliseconds: 1_000) }
    }

    /// What the canvas shows, in characters and meanings.
    private func picture(on seat: Seat) -> [String] {
        seat.navigator.draw()
        return seat.navigator.canvas.lines + seat.navigator.canvas.roles
    }

    @Test(
        "What was drawn piece by piece is what is drawn as a whole, under an alert too",
        arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 29, height: 10)])
    func piecesAndTheWhole(size: Size) {
        let table = animatedTable(size: size)
        for (index, column) in [3, 0, 6].enumerated() {
            let (mover, other) = index.isMultiple(of: 2) ? (table.host, table.guest) : (table.guest, table.host)
            if index < 2 { other.navigator.show(alert: "Said meanwhile.") }
            drop(column, by: mover, at: table, isLanding: false)
            for _ in 0..<2 {
                let pieces = picture(on: other)
                other.navigator.setNeedsDisplay()
                #expect(picture(on: other) == pieces)
                land(at: table)
            }
            #expect(other.shows("Said meanwhile.") == (index < 2))
        }
    }

    @Test func theEndIsSeenWhenTheLastDiscLands() {
        let table = animatedTable()
        for (index, digit) in shortWin.unicodeScalars.enumerated() {
            let mover = index.isMultiple(of: 2) ? table.host : table.guest
            drop(Int(digit.value) - 0x31, by: mover, at: table, isLanding: index < shortWin.unicodeScalars.count - 1)
        }
        #expect(table.host.shows("Your turn") && !table.host.shows("We have a winner: you!"))
        #expect(table.guest.shows("tiger's turn") && !table.guest.shows("We have a winner"))
        land(at: table)
        #expect(table.host.shows("We have a winner: you!") && table.host.showsScore(1, 0))
        #expect(table.guest.shows("We have a winner: tiger!") && table.guest.showsScore(0, 1))
    }
}
