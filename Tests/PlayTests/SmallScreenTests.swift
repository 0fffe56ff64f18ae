// What a small screen leaves out in each language, so that nothing that matters is cut.

import Language
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite("Small screens", .serialized)
struct SmallScreenTests {
    private static let smallest = Size(width: 29, height: 10)

    /// The rows of a screen that show an ellipsis.
    private func cut(_ seat: Seat) -> [String] { seat.lines.filter { $0.contains("…") } }

    /// A review against the computer, whose last moves are judged.
    private func reviewed(_ size: Size) -> Seat {
        let seat = Seat(size: size)
        let names = ReviewNames(opponent: .computer, name: "", isFirst: true, level: .perfect)
        let review = ReviewViewController(
            navigator: seat.navigator, game: .of("2626223541436446141511462163373375"), names: names, storedAs: nil)
        seat.navigator.push(review)
        review.judge(last: 8)
        return seat
    }

    @Test("What is said of a move is whole, and the accuracy goes before it does; names are whole as well")
    func review() {
        Fitting.inEachTongue { language in
            let seat = reviewed(Self.smallest)
            for _ in 1...8 {
                seat.press(.left)
                for page in ["", "v", "g", "m"] {
                    seat.type(page)
                    #expect(cut(seat) == [], "\(language): \(seat.lines.joined(separator: "\n"))")
                    seat.type(page)
                }
            }
        }
        let roomy = reviewed(Size(width: 80, height: 24))
        #expect(roomy.lines[0].contains("Review  ● You  Perfect ◉"))
        let small = reviewed(Self.smallest)
        #expect(small.lines[0].contains(" ● You  Perfect ◉") && !small.lines[0].contains("Review"))
        small.press(.character("m"))
        #expect(small.lines[1].contains("You        Perfect"))
    }

    @Test("The statistics' legend is whole; its head goes first")
    func legend() throws {
        try Fitting.inEachTongue { language in
            let seat = Seat(size: Self.smallest)
            try fill(seat.machine.games)
            seat.navigator.push(
                StatisticsViewController(navigator: seat.navigator, games: try seat.machine.games.games()))
            _ = seat.lines
            var texts: [String: Bool] = [:]
            seat.navigator.canvas.willPut = { text, _, room in texts[text] = TextWidth.of(text) <= room }
            seat.press(isRightToLeft ? .left : .right)
            _ = seat.lines
            for (whole, short) in [(tr("won"), tr("W")), (tr("drawn"), tr("D")), (tr("lost"), tr("L"))] {
                #expect(texts[whole] == true || texts[short] == true, "\(language): \(whole)")
            }
        }
    }

    @Test("The card table's title is whole: the score stays longest")
    func cards() {
        Fitting.inEachTongue { language in
            let seat = Seat(size: Self.smallest)
            seat.type("oc")
            seat.press(.enter)
            #expect(seat.navigator.top is CardMatchingViewController)
            seat.press(.enter)
            #expect(
                !seat.lines[0].contains("…") && (seat.lines[0].contains("+14") || seat.lines[0].contains("41+")),
                "\(language): \(seat.lines[0])")
        }
    }

    @Test("The history calls the computer by its level where its name has no room")
    func history() throws {
        let seat = Seat(size: Self.smallest)
        try fill(seat.machine.games)
        seat.open("History")
        seat.press(.right)
        #expect(seat.lines[0].contains("History: Casual") && !seat.lines[0].contains("…"))
    }

    @Test("Remarks behind a line are there as a whole or not at all; facts are cut")
    func remarks() {
        let canvas = Canvas(size: Size(width: 29, height: 2))
        var list = ChoiceList()
        list.setRows([0, 1])
        list.draw(on: canvas, in: Rect(x: 0, y: 0, width: 29, height: 2), cutsDetail: { $0 == 1 }) { _ in
            ("Start the game", "nobody is here yet")
        }
        #expect(canvas.lines == ["▸ 1 Start the game", "  2 Start the game  nobody …"])
        Fitting.inEachTongue { language in
            for size in [Self.smallest, Size(width: 40, height: 12)] {
                let seat = Seat(size: size)
                let snap = SetupViewController.snap(on: seat.navigator)
                for screen in [LevelsViewController(navigator: seat.navigator), snap] as [ViewController] {
                    seat.navigator.push(screen)
                    #expect(cut(seat) == [], "\(language), \(size.width) columns")
                }
            }
        }
    }
}
