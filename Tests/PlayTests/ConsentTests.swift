// Hints, the eye and moves taken back between two on the network: only with the other's consent, and never against the original app.

import Engine
import Screen
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct ConsentTests {
    @Test func hintsNeedConsent() {
        let table = Table()
        table.play("2626223541436446141511462163")
        table.host.press(.character("?"))
        #expect(table.host.shows("Ask for hints") && table.host.shows("Ask for scores") && table.host.shows("Ask to undo"))
        table.host.press(.escape, .character("h"))
        #expect(table.host.shows("Asking tiger for hints…") && table.host.machine.workers.isEmpty)
        table.settle()
        #expect(table.guest.shows("wants hints on for both players. Allow it?") && table.guest.shows("Yes"))
        #expect(!table.guest.shows("Enter Drop"), "it may confirm an answer")
        table.guest.press(.right, .enter)
        table.settle()
        table.host.machine.work()
        #expect(table.host.game?.insight.hinted.isEmpty == false)
        #expect(table.guest.shows("Both of you may use hints (H) now."))
        table.host.press(.character("3"))
        table.settle()
        table.guest.press(.character("h"))
        table.guest.machine.work()
        #expect(table.guest.game?.insight.hinted.isEmpty == false, "no second question")
    }

    /// One consent is for both: what was asked for shows.
    @Test func whoAsksForThreatsSeesThreats() {
        let table = Table()
        table.play("44")
        table.host.press(.character("t"))
        table.settle()
        table.guest.press(.character("y"))
        table.settle()
        #expect(table.host.game?.insight.showsThreats == true && table.host.game?.insight.showsScores == false)
        #expect(table.guest.shows("Both of you may use scores (E) and threats (T) now."))
    }

    @Test(arguments: [Size(width: 80, height: 24), Size(width: 29, height: 10)])
    func aQuestionStandsUntilItIsAnswered(size: Size) {
        for (key, isAllowed) in [(Key.character("y"), true), (.character("N"), false)] {
            let table = Table(size: size)
            table.play("44")
            table.host.press(.character("h"))
            table.settle()
            table.guest.press(.character("4"), .enter, .character("x"), .character("r"), .down, .up)
            let lines = table.guest.lines
            #expect(lines.joined(separator: " ").contains("Allow it?"))
            #expect(["Y", "Yes", "N", "No"].allSatisfy { lines[size.height - 1].contains($0) })
            #expect(table.guest.game?.scene.game.digits == "44")
            table.guest.press(key)
            table.settle()
            #expect(!table.guest.text.contains("Allow?"))
            #expect(table.host.game?.scene.consent.allowed.contains(.hints) == isAllowed)
        }
    }

    @Test func arefusalIsTold() {
        let table = Table()
        table.play("44")
        table.host.press(.character("e"))
        table.settle()
        table.guest.press(.escape)
        table.settle()
        #expect(table.host.shows("said no.") && table.host.game?.insight.showsScores == false)
        #expect(table.guest.game?.prompt == nil)
        table.host.press(.character("5"))
        table.settle()
        #expect(table.guest.game?.scene.game.digits == "445", "the game goes on")
    }

    @Test func aMoveIsTakenBackOnBothSides() {
        let table = tableAtWhichTheGuestAsks()
        #expect(table.host.shows("wants to take back their last move. Allow it?"))
        table.host.press(.right, .enter)
        table.settle()
        #expect(table.host.game?.scene.game.digits == "445" && table.guest.game?.scene.game.digits == "445")
        #expect(table.guest.shows("Your turn") && table.host.shows("tiger's turn"))
        table.play("6", hostFirst: false)
        #expect(table.host.game?.scene.game.digits == "4456")
    }

    /// The asker's own last move, and the reply to it.
    @Test func theAskersMoveIsTakenBackWithTheReply() {
        let table = Table()
        table.play("4453")
        table.host.press(.character("u"))
        table.settle()
        #expect(table.guest.shows("wants to take back their last move and your reply. Allow it?"))
        table.guest.press(.right, .enter)
        table.settle()
        #expect(table.host.game?.scene.game.digits == "44" && table.guest.game?.scene.game.digits == "44")
        #expect(table.host.shows("Taken back.") && !table.host.shows("Y plays") && !table.guest.shows("Taken back."))
    }

    @Test func aMoveWithdrawsTheQuestion() {
        let table = Table()
        table.play("4453")
        table.host.press(.character("u"), .character("u"))
        #expect(table.host.shows("'s answer…"))
        table.settle()
        #expect(table.guest.shows("wants to take back"))
        table.host.press(.character("1"))
        table.settle()
        #expect(table.guest.game?.prompt == nil && !table.guest.shows("wants to take back"))
        #expect(table.guest.game?.scene.game.digits == "44531" && table.host.game?.scene.consent.asked == nil)
        table.play("1", hostFirst: false)
        #expect(table.host.game?.scene.game.digits == "445311")
    }

    /// A column key and a click on the board answer no, and drop the disc. Enter drops none, and says what answers.
    @Test(arguments: [Size(width: 80, height: 24), Size(width: 29, height: 10)]) func aMoveAnswersTheQuestionWithNo(size: Size)
        throws
    {
        for index in 0..<3 {
            let table = Table(size: size)
            table.play("4453")
            table.guest.press(.character(["h", "u", "d"][index]))
            table.settle()
            for key in [Key.enter, .character(" ")] {
                table.host.press(key)
                let words = table.host.text
                #expect(words.contains("Press Y or N, or a number to play on.") && words.contains("Yes"))
            }
            #expect(table.host.game?.prompt == .consent && table.host.game?.scene.game.digits == "4453")
            let board = try #require(table.host.game).drawing.layout.board
            let square = Point(x: table.host.game?.drawing.layout.centre(ofColumn: 3) ?? 0, y: board.y + 1)
            table.host.press(index == 0 ? .click(square) : .character("4"))
            table.settle()
            #expect(table.guest.shows("moved instead.") && table.guest.shows("Your turn"))
            #expect(table.host.game?.prompt == nil && table.host.game?.scene.consent.wanted == nil)
            #expect(table.guest.game?.scene.game.digits == "44534" && table.guest.game?.scene.consent.asked == nil)
        }
    }

    /// A game in which the guest has asked for an undo of its last move.
    private func tableAtWhichTheGuestAsks() -> Table {
        let table = Table()
        table.play("4453")
        table.guest.press(.character("u"))
        table.settle()
        return table
    }

    /// Who has chosen an answer confirms that with Enter.
    @Test func anAnswerThatIsChosenIsNoMove() {
        let table = tableAtWhichTheGuestAsks()
        table.host.press(.right, .right, .enter)
        table.settle()
        #expect(table.host.game?.scene.game.digits == "4453" && table.guest.shows("said no."))
    }

    /// Nor does it let the player ask for an undo.
    @Test func anAnswerThatIsChosenIsNoUndo() {
        let table = tableAtWhichTheGuestAsks()
        table.host.press(.tab, .character("u"))
        #expect(table.host.game?.scene.consent.asked == nil && table.host.game?.scene.consent.wanted != nil)
        table.host.press(.enter)
        table.settle()
        #expect(table.host.game?.scene.game.digits == "445" && table.guest.game?.scene.game.digits == "445")
    }

    @Test func theSameIsAskedOnceAMove() {
        let table = Table()
        table.play("4453")
        table.host.press(.character("u"))
        table.settle()
        table.guest.press(.character("n"))
        table.settle()
        table.host.press(.character("u"))
        #expect(table.host.shows("Ask again after the next move."))
        table.settle()
        #expect(!table.guest.shows("wants to take back"))
        table.host.press(.character("3"))
        #expect(!table.host.shows("Ask again after"))
        table.settle()
        table.host.press(.character("u"))
        table.settle()
        #expect(table.guest.shows("wants to take back"))
    }

    /// Whoever allows an undo waits until the asker's program has carried it out.
    @Test func whoAllowsAnUndoWaitsForIt() {
        let table = tableAtWhichTheGuestAsks()
        table.host.press(.character("y"))
        #expect(table.host.shows("Waiting for tiger…") && table.host.game?.scene.game.digits == "4453")
        table.settle()
        #expect(table.host.game?.scene.game.digits == "445" && table.host.shows("tiger's turn"))
    }

    /// The question and a disc cross: the question is about a board that is no more, and is refused.
    @Test func aQuestionThatADiscCrossedIsRefused() {
        let table = Table()
        table.play("44")
        table.guest.press(.character("u"))
        table.host.press(.character("5"))
        table.settle()
        #expect(table.guest.game?.scene.game.digits == "445" && table.host.game?.scene.game.digits == "445")
        #expect(table.host.game?.prompt == nil && table.guest.shows("moved instead."))
    }

    @Test func answersThatNobodyAskedForAreNothing() {
        let table = Table()
        table.play("44")
        for message: ConsentMessage in [.allow(.undo, ply: 2), .allow(.hints, ply: 2), .refuse(.scores, ply: 2)] {
            table.guestEnd.send(Packet.frame(of: .consent(message)))
        }
        table.settle()
        #expect(table.host.game?.scene.game.digits == "44" && table.host.game?.scene.consent.allowed.isEmpty == true)
        #expect(!table.host.shows("does not allow"))
    }

    @Test func aFloodOfQuestionsIsOneQuestion() {
        let table = Table()
        table.play("44")
        for _ in 0..<50 { table.guestEnd.send(Packet.frame(of: .consent(.ask(.hints, ply: 2)))) }
        table.settle()
        table.host.press(.escape)
        #expect(table.host.game?.prompt == nil && table.host.game?.scene.consent.wanted == nil)
    }

    @Test func againstTheOriginalAppTheyAreOff() {
        let seat = Seat()
        let (end, peer) = FakeConnection.pair()
        seat.press(.character("h"))
        seat.machine.advertisements[0].accept(end)
        peer.send(Packet.frame(of: .startNewGame))
        FakeConnection.settle(end, peer)
        let sent = end.sent.count
        seat.press(.character("h"), .character("e"), .character("t"), .character("u"))
        #expect(end.sent.count == sent && seat.machine.workers.isEmpty)
        #expect(!seat.lines.contains { $0.contains("Hint") || $0.contains("Undo") })
    }

    @Test func aGameOnTheNetworkHasNoEngineUntilItIsOver() {
        let table = Table()
        table.play(String(shortWin.dropLast()))
        #expect(table.host.machine.workers.isEmpty && table.guest.machine.workers.isEmpty)
    }
}
