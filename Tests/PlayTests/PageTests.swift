// Where pages of text and the board beside them are, at every size.

import Screen
import TestSupport
import Testing

@testable import Play

@Suite("Pages")
struct PageTests {
    @Test(
        "Text is in the middle and no wider than it may be; the board is beside it, within the screen", arguments: [38, 60, 70])
    func everySize(columns: Int) {
        for (width, height) in [(29, 10), (40, 12), (80, 24), (100, 30), (120, 40), (200, 60), (400, 100)] {
            let area = Rect(x: 0, y: 1, width: width, height: height - 2)
            let page = PageLayout(in: area, columns: columns)
            let text = page.text
            #expect(text.width == min(columns, width - 2))
            #expect(text.y + text.height == area.y + area.height && text.height * 4 >= area.height * 3)
            guard let board = page.board?.board else {
                #expect(abs(2 * text.x + text.width - width) <= 1)
                continue
            }
            #expect(board.x > text.x + text.width && board.x + board.width < width)
            #expect(board.y >= area.y && board.y + board.height < area.y + area.height)
            // As much is blank on the left as on the right, but for what three do not divide and the foot of the board.
            #expect(abs(text.x - (width - board.x - board.width)) <= 3, "\(page)")
        }
    }

    @Test("A large terminal shows the board, a small one does not")
    func large() {
        func board(_ width: Int, _ height: Int) -> Rect? {
            PageLayout(in: Rect(x: 0, y: 1, width: width, height: height - 2), columns: 70).board?.board
        }
        #expect(board(80, 24) == nil)
        #expect(board(120, 40)?.width == 43)
        #expect(board(200, 60)?.width == 99)
    }

    @Test("The menu has a board beside its lines where there is room, in every kind of drawing")
    func menu() {
        for glyphs in [Glyphs.unicode, .ascii] {
            for (size, isBeside) in [(Size(width: 80, height: 24), true), (Size(width: 50, height: 24), false)] {
                let seat = Seat(size: size, glyphs: glyphs)
                let lines = seat.lines
                let first = lines.firstIndex { $0.contains("1  Host a game") } ?? 0
                let panel = (0..<size.height).filter { y in
                    lines[y].contains("|")
                        || (0..<size.width).contains {
                            seat.navigator.canvas[$0, y].ground == .panel || seat.navigator.canvas[$0, y].role == .panel
                        }
                }
                #expect(panel.contains(first) == isBeside, "\(lines.joined(separator: "\n"))")
                #expect(panel.count >= 6 || !isBeside && panel.isEmpty)
            }
        }
    }

    @Test("What stands behind a line of the menu is there whole or not at all")
    func behind() {
        for width in 36...130 {
            let lines = Seat(size: Size(width: width, height: 24)).lines
            #expect(!lines.contains { $0.contains("…") }, "\(width): \(lines.joined(separator: "\n"))")
        }
    }
}
