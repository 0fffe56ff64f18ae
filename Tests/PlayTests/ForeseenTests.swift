// The pictures that are made before the opponent moves: each is what its disc brings, and there is none where it might not be.

import Engine
import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct ForeseenTests {
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

    /// What the canvas shows after `draw`, in characters and meanings; then it shows again what it did.
    private func picture(on seat: Seat, after draw: () -> Void) -> [String] {
        var picture: [String] = []
        let canvas = seat.navigator.canvas
        seat.navigator.draw()
        canvas.takeChanges { _, _ in }
        canvas.suppose(draw) { picture = canvas.lines + canvas.roles }
        canvas.takeChanges { _, _ in }
        return picture
    }

    @Test(
        "Whole games, the last disc too: what was foreseen of a disc is what it brings, and is told before it is drawn",
        arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 200, height: 60)], [false, true])
    func wholeGames(size: Size, isDrawn: Bool) {
        let table = animatedTable(size: size)
        for (index, digit) in (isDrawn ? drawnGame : shortWin).unicodeScalars.enumerated() {
            let column = Int(digit.value) - 0x31
            let (mover, other) = index.isMultiple(of: 2) ? (table.host, table.guest) : (table.guest, table.host)
            for seat in [mover, other] { seat.navigator.draw() }
            let foreseen = other.navigator.foreseen
            #expect(foreseen == Board.columns.filter { other.game?.match.reasonAgainst($0) == nil })
            #expect(mover.navigator.foreseen.isEmpty)
            let expected = picture(on: other) { other.navigator.drawForeseen(column) }
            var told: [Int] = []
            other.navigator.foreseenDidCome = { number in
                told.append(number)
                #expect(!other.navigator.canvas.hasChanges)
            }
            drop(column, by: mover, at: table, isLanding: false)
            #expect(told == [column])
            other.navigator.draw()
            #expect(other.navigator.canvas.lines + other.navigator.canvas.roles == expected)
            #expect(other.navigator.foreseen.isEmpty, "while it falls")
            land(at: table)
        }
        #expect(table.guest.navigator.foreseen.isEmpty && table.host.navigator.foreseen.isEmpty)
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 29, height: 10)])
    func underAnAlert(size: Size) {
        let table = animatedTable(size: size)
        for (index, column) in [3, 0, 6].enumerated() {
            let (mover, other) = index.isMultiple(of: 2) ? (table.host, table.guest) : (table.guest, table.host)
            other.press(.enter)
            #expect(other.shows("It's not your turn."))
            #expect(!other.navigator.foreseen.isEmpty)
            let expected = picture(on: other) { other.navigator.drawForeseen(column) }
            drop(column, by: mover, at: table, isLanding: false)
            other.navigator.draw()
            #expect(other.navigator.canvas.lines + other.navigator.canvas.roles == expected)
            land(at: table)
            #expect(other.shows("It's not your turn."))
            // What was drawn piece by piece is what is drawn as a whole.
            let pieces = other.navigator.canvas.lines + other.navigator.canvas.roles
            other.navigator.setNeedsDisplay()
            other.navigator.draw()
            #expect(other.navigator.canvas.lines + other.navigator.canvas.roles == pieces)
        }
    }

    @Test func nothingIsForeseenUnderTheHelp() {
        let table = animatedTable()
        table.guest.navigator.foreseenDidCome = { _ in Issue.record("nothing was foreseen") }
        _ = table.guest.lines
        #expect(!table.guest.navigator.foreseen.isEmpty)
        table.guest.press(.character("?"))
        _ = table.guest.lines
        #expect(table.guest.navigator.foreseen.isEmpty)
        drop(3, by: table.host, at: table)
        #expect(table.guest.game?.match.digits == "4")
    }

    @Test func aMoveThatDoesNotFallIsKeptBeforeItIsSeen() {
        let table = Table()
        _ = table.guest.lines
        #expect(table.guest.navigator.foreseen.isEmpty)
    }

    @Test func nobodyElseIsForeseen() {
        let seat = Seat(settings: Settings())
        seat.open("Two players")
        _ = seat.lines
        #expect(seat.game != nil && seat.navigator.foreseen.isEmpty)
        seat.press(.character("4"))
        seat.machine.advance(milliseconds: 1_000)
        _ = seat.lines
        #expect(seat.navigator.foreseen.isEmpty)
    }

    @Test func theEndIsSeenWhenTheLastDiscLands() {
        let table = animatedTable()
        for (index, digit) in shortWin.unicodeScalars.enumerated() {
            let mover = index.isMultiple(of: 2) ? table.host : table.guest
            drop(Int(digit.value) - 0x31, by: mover, at: table, isLanding: index < shortWin.unicodeScalars.count - 1)
        }
        #expect(table.host.shows("It is your turn.") && !table.host.shows("You have won."))
        #expect(table.guest.shows("It is your opponent's turn.") && !table.guest.shows("has won"))
        land(at: table)
        #expect(table.host.shows("You have won.") && table.host.shows("Won 1  Drawn 0  Lost 0"))
        #expect(table.guest.shows("Your opponent has won.") && table.guest.shows("Won 0  Drawn 0  Lost 1"))
    }
}
