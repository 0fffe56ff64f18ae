// Where the terminal's cursor stands, screen by screen: on what has the focus. Every snapshot checks it too (`Canvas.focusMistake`).

import Engine
import Games
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite struct FocusTests {
    /// The word at the focus: the cells from there to the next two blanks.
    private func word(_ seat: Seat) -> String {
        seat.navigator.draw()
        let canvas = seat.navigator.canvas
        guard let focus = canvas.focus else { return "" }
        var text = String.UnicodeScalarView()
        for x in focus.x..<canvas.size.width { text.append(Unicode.Scalar(canvas[x, focus.y].scalar) ?? " ") }
        let words = String(text.drop { $0 == " " }).split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        return words.prefix { !$0.isEmpty }.joined(separator: " ")
    }

    private func column(_ seat: Seat) -> Int? {
        seat.navigator.draw()
        guard let game = seat.game, let focus = seat.navigator.canvas.focus, focus.y == game.drawing.layout.board.y - 1 else {
            return nil
        }
        return Board.columns.first { game.drawing.layout.centre(ofColumn: $0) == focus.x }
    }

    @Test func onTheChosenLine() {
        let seat = Seat()
        #expect(word(seat).hasPrefix("▸ 5"))
        seat.press(.down, .down)
        #expect(word(seat).hasPrefix("▸ 7"))
        seat.press(.character("?"))
        #expect(word(seat).hasPrefix("▸"))
    }

    @Test func onTheColumnWhateverIsDrawnMeanwhile() {
        let table = Table()
        table.host.navigator.closeAlert()
        #expect(column(table.host) == 3)
        table.host.press(.left)
        #expect(column(table.host) == 2)
        table.play("44")
        #expect(column(table.host) == 2 && column(table.guest) == 3)
        // Only what changed is drawn now: the focus does not stay behind.
        table.host.press(.right, .right)
        #expect(column(table.host) == 4)
    }

    @Test func onTheAlertUntilItIsClosed() {
        let table = Table()
        table.guest.press(.character("4"))
        #expect(word(table.guest) == "It's not your turn.")
        table.guest.press(.right)
        #expect(column(table.guest) == 4)
    }

    @Test func onTheQuestionAndThenOnTheAnswer() {
        let table = Table()
        table.play("44")
        table.host.press(.character("h"))
        table.settle()
        #expect(word(table.guest).contains("Allow it?"))
        table.guest.press(.right)
        #expect(word(table.guest).hasPrefix("Yes"))
    }

    @Test func onTheLabelAndThenOnWhatCanBeDone() {
        let seat = Seat(start: .two)
        seat.type("1122334")
        #expect(word(seat).hasPrefix("We have a winner"))
        seat.endTheEnd()
        #expect(word(seat).hasPrefix("Next game") && seat.navigator.canvas.focus?.y == 23)
        seat.press(.right)
        #expect(word(seat).hasPrefix("Next game"))
        #expect(seat.navigator.canvas[seat.navigator.canvas.focus?.x ?? 0, 23].role == .button)
    }

    @Test func whereTextIsTyped() {
        let seat = Seat()
        seat.type("ja10.0")
        seat.navigator.draw()
        let canvas = seat.navigator.canvas
        #expect(canvas.focus != nil && canvas.focus == canvas.caret)
        let before = canvas.focus?.x ?? 0
        seat.type("1")
        seat.navigator.draw()
        #expect(canvas.focus?.x == before + 1)
        // Over the field an alert has it, and the cursor is not seen beneath.
        seat.navigator.show(alert: "Nobody is there.", untilKey: true)
        seat.navigator.draw()
        #expect(canvas[canvas.focus?.x ?? 0, canvas.focus?.y ?? 0].role == .alert && canvas.caret != canvas.focus)
    }

    @Test func onTheCard() {
        let seat = Seat()
        seat.navigator.push(CardMatchingViewController(navigator: seat.navigator))
        guard let screen = seat.navigator.top as? CardMatchingViewController else { return }
        for index in [0, 1, 2] {
            seat.navigator.draw()
            #expect(seat.navigator.canvas.focus.map(screen.layout.card(index).contains) == true)
            seat.press(.right)
        }
    }

    @Test func onTheMoveOfAReview() {
        let seat = Seat(start: .review(digits: "4444435"))
        #expect(word(seat).contains("to move"))
        seat.press(.left)
        #expect(word(seat).contains("Move 4"))
    }

    @Test func theCursorIsSeenWhereThePlayerWantsIt() {
        var settings = Seat.still
        let hidden = Seat(settings: settings)
        settings.isCursorVisible = true
        let visible = Seat(settings: settings)
        for seat in [hidden, visible] { seat.navigator.draw() }
        #expect(!hidden.navigator.canvas.isCursorVisible && visible.navigator.canvas.isCursorVisible)
        #expect(Settings.parse("cursor = visible").settings.isCursorVisible)
        #expect(Settings.parse("cursor = big").problems.count == 1)
    }

    @Test func whatHasComeToPassIsWrittenLast() {
        let table = Table()
        table.play("4")
        let canvas = table.guest.navigator.canvas
        table.guest.navigator.draw()
        #expect(canvas.lines[canvas.lastRows.lowerBound].contains("Your turn"))
        table.host.press(.character("4"))
        table.host.navigator.draw()
        let rows = table.host.navigator.canvas.lastRows
        #expect(table.host.navigator.canvas.lines[rows.lowerBound].contains("It's not your turn."))
    }
}
