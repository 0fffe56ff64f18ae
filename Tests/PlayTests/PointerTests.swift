// The mouse: keys in the bar, the wheel, and the column under the pointer.

import Screen
import TestSupport
import Testing

@testable import Play

@Suite struct PointerTests {
    /// The middle of `words` in the last row.
    private func place(of words: String, at seat: Seat) -> Point {
        let row = seat.lines.count - 1
        let line = seat.lines[row]
        let start = line.range(of: words)?.lowerBound ?? line.startIndex
        return Point(x: line.distance(from: line.startIndex, to: start), y: row)
    }

    @Test("A click on a key in the bar presses it, an arrow its own half; where there is none, nothing happens")
    func keyBar() {
        let seat = Seat()
        seat.press(.character("3"))
        seat.press(.click(place(of: "Drop", at: seat)))
        #expect(seat.game?.scene.game.moves == [3])
        seat.press(.click(place(of: "←→", at: seat)))
        #expect(seat.game?.cursorColumn == 2)
        let arrows = place(of: "←→", at: seat)
        seat.press(.click(Point(x: arrows.x + 1, y: arrows.y)))
        #expect(seat.game?.cursorColumn == 3)
        seat.press(.click(place(of: "? Keys", at: seat)))
        #expect(seat.shows("Ctrl-L"))
        seat.press(.click(place(of: "Esc", at: seat)))
        #expect(!seat.shows("Ctrl-L"))
        seat.press(.click(place(of: "Menu", at: seat)))
        #expect(seat.shows("1  Host a game"))
        seat.press(.click(place(of: "Open", at: seat)))
        #expect(seat.game != nil)
    }

    @Test("The wheel moves the column; the pointer previews one on my turn, closes no message and drops nothing")
    func wheelAndHover() throws {
        let table = Table()
        let game = try #require(table.host.game)
        let layout = game.drawing.layout
        let point = Point(x: layout.centre(ofColumn: 5), y: layout.board.y + 2)
        table.host.press(.character("g"))
        #expect(table.host.shows("Nothing to resign yet."))
        table.host.press(.hover(point))
        #expect(game.cursorColumn == 5 && table.host.shows("Nothing to resign yet."))
        table.host.press(.wheel(-1), .wheel(-1))
        #expect(game.cursorColumn == 3)
        table.host.press(.hover(Point(x: 0, y: 5)))
        #expect(game.cursorColumn == 3 && game.scene.game.moves.isEmpty)
        table.play("4")
        table.host.press(.hover(point))
        #expect(game.cursorColumn == 3, "not while the opponent moves")
    }
}
