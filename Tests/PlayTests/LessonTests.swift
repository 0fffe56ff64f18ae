// The lessons: their positions and what they say of them, keys, text mode, and whether all words fit.

import Engine
import Language
import Screen
import Session
import TestSupport
import Testing

@testable import Play

nonisolated private let sizes = [(29, 10), (40, 12), (60, 17), (80, 24), (120, 40), (200, 60)].map { Size(width: $0, height: $1) }

@Suite("Lessons", .serialized)
struct LessonTests {
    private func lesson(_ number: Int, size: Size = Size(width: 80, height: 24)) -> (Seat, LessonViewController) {
        let seat = Seat(size: size)
        seat.machine.openingBook = { Book.shipped }
        let screen = LessonViewController(navigator: seat.navigator, number: number)
        seat.navigator.push(screen)
        return (seat, screen)
    }

    @Test("Every position is a game that goes on, and the solver agrees with every claim")
    func claims() throws {
        let solver = Solver(book: Book.shipped)
        #expect(Lesson.all.count == 12)
        for lesson in Lesson.all {
            #expect((5...8).contains(lesson.steps.count), "\(lesson.title)")
            for step in lesson.steps {
                let game = try Game(digits: step.start)
                #expect(game.outcome == nil && step.columns.isEmpty == (step.claim == .plan))
                let found = try right(step, in: game.position, with: solver)
                #expect(found == step.columns, "\(lesson.title): \(step.start)")
            }
        }
    }

    private func right(_ step: LessonStep, in position: Position, with solver: Solver) throws -> [Int] {
        let other = position.player.other
        func isTwice(_ column: Int) -> Bool {
            let next = position.playing(column)
            return next.winningColumns(of: other).isEmpty && next.winningColumns(of: position.player).count > 1
        }
        let free = Board.columns.filter(position.canPlay)
        let fitting: [Int]
        switch step.claim {
        case .any: fitting = free
        case .plan:
            let plan = try #require(position.plan)
            #expect(plan.wins && plan.player == other && plan.opening == nil)
            #expect(plan.answers.count + plan.pairs.count > 2)
            fitting = []
        case .wins: fitting = position.winningColumns(of: position.player)
        case .blocks:
            #expect(position.winningColumns(of: position.player).isEmpty)
            fitting = position.winningColumns(of: other)
        case .twoThreats: fitting = free.filter(isTwice)
        case .safe: fitting = free.filter { position.playing($0).winningColumns(of: other).isEmpty }
        case .best, .winning, .holds, .answers:
            let scores = try #require(solver.scores(of: position))
            fitting =
                switch step.claim {
                case .best: ComputerPlayer.best(of: scores)
                case .winning, .answers: Position.right(scores, for: .win)
                default: scores.indices.filter { scores[$0] == 0 }
                }
            if step.claim == .answers {
                let game = try Game(digits: step.start)
                let plan = try #require(game.prefix(game.moves.count - 1).position.plan)
                #expect(plan.wins && plan.player == position.player)
                #expect(game.lastSquare.flatMap(plan.answer).map { $0 + 1 } == step.columns.first)
            }
            if step.claim == .holds { #expect(scores.compactMap { $0 }.max() == 0) }
        }
        return fitting.map { $0 + 1 }
    }

    @Test("Every lesson can be played through, at every size, and is kept as finished", arguments: sizes)
    func playing(size: Size) {
        for number in Lesson.all.indices {
            let (seat, screen) = lesson(number, size: size)
            for step in Lesson.all[number].steps {
                if !screen.isPlayersTurn { seat.press(.enter) }
                while step.claim == .plan, screen.phase == .asking, let answer = answer(on: screen) { seat.type(answer) }
                if let column = step.columns.first { seat.type(String(column)) }
                #expect(screen.phase == .right, "\(step.start)")
                for _ in 0..<2 where screen.phase == .right { seat.press(.enter) }
            }
            #expect(screen.phase == .over)
            #expect(seat.machine.games.places[number + 1] == LessonPlace(step: 0, isFinished: true))
            seat.press(.enter)
            #expect((seat.navigator.top as? LessonViewController)?.number == (number + 1 < Lesson.all.count ? number + 1 : nil))
        }
    }

    @Test("In the menu every lesson has a key and a board")
    func menu() {
        let seat = Seat()
        seat.type("ll")
        #expect(seat.shows("0  The first moves") && seat.shows("A  Count to the end") && seat.shows("B  Play for a draw"))
        let pictures = MenuEntry.lessons(seat.navigator).compactMap { $0.board() }
        #expect(pictures.count == 12)
        #expect(pictures.allSatisfy { picture in Board.columns.contains { picture.landing(in: $0)?.row != 0 } }, "with discs")
        seat.type("b")
        #expect((seat.navigator.top as? LessonViewController)?.number == 11)
    }

    /// The key of the disc that the plan answers with.
    private func answer(on screen: LessonViewController) -> String? {
        guard let plan = screen.plan, let square = screen.game.lastSquare else { return nil }
        return plan.answer(to: square).map { String($0 + 1) }
    }

    @Test(
        "A plan is shown, then played to the end; a disc that leaves it is taken back alone, and the opponent tries the pair first"
    )
    func plan() throws {
        let (seat, screen) = lesson(8)
        #expect(screen.isPlanned && !screen.isPlayersTurn && seat.shows("The plan") && seat.shows("one for you, one for Red"))
        seat.type("3")
        #expect(screen.moves.isEmpty, "the opponent moves first")
        seat.type("t")
        let plan = try #require(screen.plan)
        let square = try #require(screen.game.lastSquare)
        #expect(screen.isPlayersTurn && plan.pairs.contains { $0.contains(square) })
        #expect(seat.shows("Red played column \(square.column + 1)."))
        let right = try #require(answer(on: screen))
        seat.type(right)
        #expect(screen.moves.count == 3 && screen.phase == .asking)
        let next = try #require(answer(on: screen))
        let wrong = try #require(Board.columns.first { screen.game.reasonAgainst($0) == nil && String($0 + 1) != next })
        seat.type(String(wrong + 1))
        seat.machine.work()
        #expect(screen.phase == .wrong && screen.refutation != nil && seat.shows("Not "))
        seat.press(.enter)
        #expect(screen.phase == .asking && screen.moves.count == 3)
        while screen.phase == .asking, let answer = answer(on: screen) { seat.type(answer) }
        #expect(screen.phase == .right && screen.game.outcome != nil && seat.shows("Right!"))
    }

    @Test("A hint names the squares, then the column; the last game of a plan is without marks until one is asked for")
    func hints() throws {
        let (seat, screen) = lesson(8)
        seat.type("t")
        while screen.phase == .asking, let answer = answer(on: screen) { seat.type(answer) }
        seat.press(.enter)
        #expect(screen.isPlayersTurn && screen.shownPlan == nil)
        seat.type("h")
        #expect(screen.shownPlan != nil && seat.shows("Each player gets one of these:") && seat.shows("column 5, row 2"))
        seat.type("h")
        #expect(seat.shows("It is column 5.") && screen.told == 2)
        seat.type("5n")
        #expect(screen.inARow == 0 && screen.told == 0, "a hint ends the series")
        try seat.machine.games.keep(LessonPlace(step: screen.lesson.steps.count - 1), inLesson: 9)
        let last = LessonViewController(navigator: seat.navigator, number: 8)
        seat.navigator.push(last)
        #expect(last.shownPlan != nil)
        seat.type("t")
        #expect(last.shownPlan == nil && seat.shows("without the marks"))
        seat.type("h")
        #expect(last.shownPlan != nil)
        while last.phase == .asking, let answer = answer(on: last) { seat.type(answer) }
        seat.press(.enter)
        #expect(last.phase == .over && seat.shows("Lesson finished."), "only some steps were right at once")
    }

    @Test("Steps without a slip are counted, and only beside a plan a disc that wins as well is not bad")
    func kindWords() throws {
        let (seat, screen) = lesson(2)
        for step in screen.lesson.steps.dropLast() { seat.type("\(step.columns[0])n") }
        #expect(screen.inARow == 5)
        seat.type("3")
        #expect(seat.shows("Right! 6 without a slip."))
        seat.press(.enter)
        #expect(seat.shows("Lesson finished. Every step"))
        let (other, building) = lesson(3)
        for step in building.lesson.steps.prefix(2) { other.type("\(step.columns[0])n") }
        let scores = try #require(Solver(book: Book.shipped).scores(of: building.game.position))
        let column = try #require(scores.indices.first { scores[$0] ?? 0 > 0 && !building.step.columns.contains($0 + 1) })
        other.type(String(column + 1))
        other.machine.work()
        #expect(building.phase == .wrong && !other.shows("Not bad.") && other.shows("Not quite."))
    }

    @Test("Every plan is seen to its end: the last disc is on the square of which the lesson speaks", arguments: [7, 8])
    func ends(number: Int) throws {
        for (index, step) in Lesson.all[number].steps.enumerated() where step.claim == .plan {
            let seat = Seat()
            try seat.machine.games.keep(LessonPlace(step: index), inLesson: number + 1)
            let screen = LessonViewController(navigator: seat.navigator, number: number)
            seat.navigator.push(screen)
            seat.type("t")
            let plan = try #require(screen.plan)
            while screen.phase == .asking, let answer = answer(on: screen) { seat.type(answer) }
            let last = try #require(screen.game.lastSquare)
            #expect((plan.waits + plan.line).contains(last), "\(step.start): \(last.words)")
        }
    }

    @Test("In text mode a plan is said in a sentence, and the moves while it is followed")
    func heardPlan() throws {
        let listener = Listener()
        listener.type("l", "l")
        let plan = listener.type("9")
        #expect(plan.count { $0.contains("Each player gets one of these: column 6, row 4 and column 7, row 4.") } == 1, "\(plan)")
        #expect(plan.count { $0.contains("needs both squares marked a") } == 1, "\(plan)")
        let first = listener.type("t")
        #expect(first.first?.hasPrefix("Red: column") == true && first.first?.hasSuffix("Your move.") == true, "\(first)")
    }

    @Test("The list says which lessons are finished")
    func list() throws {
        let seat = Seat()
        try seat.machine.games.keep(LessonPlace(isFinished: true), inLesson: 2)
        seat.type("ll")
        #expect(seat.shows("2  Block in time") && seat.shows("✓") && seat.shows("1  Four in a row wins"))
        seat.type("2")
        #expect(seat.shows("three side by side") && seat.shows("1 of 5"))
    }

    @Test("A lesson that was left goes on where it was, and stays finished when it is done again")
    func goingOn() {
        let seat = Seat()
        seat.type("ll26n")
        #expect(seat.shows("2 of 5") && seat.machine.games.places == [2: LessonPlace(step: 1)])
        seat.press(.escape)
        #expect(seat.shows("2/5"), "the list says how far it is")
        seat.press(.enter)
        #expect((seat.navigator.top as? LessonViewController)?.index == 1)
        for step in Lesson.all[1].steps.dropFirst() { seat.type("\(step.columns[0])n") }
        #expect(seat.shows("Lesson finished.") && seat.machine.games.places == [2: LessonPlace(isFinished: true)])
        seat.press(.escape)
        seat.press(.enter)
        seat.type("6n")
        #expect(seat.machine.games.places == [2: LessonPlace(step: 1, isFinished: true)])
        seat.press(.escape)
        #expect(seat.shows("✓"))
    }

    @Test("In text mode a lesson that goes on says that its position is new, and takes no moves back")
    func hearingItGoOn() {
        let listener = Listener()
        listener.type("l", "l", "1", "4", "n")
        listener.type("back")
        let again = listener.type("1")
        #expect(again.contains { $0.hasPrefix("A new position. Type board to hear it.") } && again.contains("2 of 6"), "\(again)")
        let move = listener.type("4")
        #expect(!move.contains { $0.contains("taken back") }, "\(move)")
    }

    @Test("A wrong disc is explained and punished, and taken back")
    func wrong() {
        let (seat, screen) = lesson(1)
        seat.type("1")
        seat.machine.work()
        #expect(screen.phase == .wrong && screen.moves == [0, 5])
        #expect(seat.shows("Not quite."))
        #expect(screen.paragraphs[1].text == "Red completes four in column 6.")
        seat.press(.enter)
        #expect(screen.phase == .asking && screen.moves.isEmpty)
        seat.type("6n")
        #expect(seat.shows("2 of 5"))
        seat.type("p")
        #expect(seat.shows("1 of 5"))
    }

    @Test("The first mistake says what it leads to, and only the second names the column")
    func outlook() throws {
        let (seat, screen) = lesson(2, size: Size(width: 80, height: 24))
        let said = { screen.paragraphs[1].text }
        seat.type("1")
        seat.machine.work()
        #expect(said() == "You could have made two threats at once." && screen.moves.count == 2)
        seat.press(.enter)
        seat.type("1")
        seat.machine.work()
        #expect(said() == "Column 4 would have made two threats at once.")
    }

    @Test("With room beside the board there is nothing to turn; without, words come first")
    func turning() {
        let (seat, screen) = lesson(1, size: Navigator.smallest)
        #expect(seat.shows("three side by side") && !screen.isPlayersTurn)
        seat.press(.enter)
        #expect(screen.isPlayersTurn && !seat.shows("three"))
        seat.type("m")
        #expect(seat.shows("three side by side"))
        seat.press(.enter)
        seat.type("6")
        #expect(seat.lines[0].contains("Right!"))
        seat.press(.enter)
        #expect(seat.shows("cannot finish"))
        seat.press(.enter)
        #expect(seat.lines[0].contains("2 of 5"))
    }

    @Test("In text mode a lesson is heard step by step")
    func heard() {
        let listener = Listener()
        listener.type("l", "l")
        let first = listener.type("2")
        #expect(first.contains { $0.hasPrefix("A new position. Type board to hear it. Red has three side by side.") }, "\(first)")
        #expect(first.contains("1 of 5"), "\(first)")
        let right = listener.type("6")
        #expect(right == ["Yellow: column 6, row 1. Right! Red cannot finish that line any more. Type n to go on."], "\(right)")
        let next = listener.type("")
        #expect(next.first?.hasPrefix("A new position. Type board to hear it. Red has three on top") == true, "\(next)")
        #expect(listener.type("b").first == "Row 3: Red in 4.")
        for column in ["4", "4", "4", "1"] { listener.type(column, "1") }
        let end = listener.type("")
        #expect(end.contains { $0.hasPrefix("Lesson finished.") }, "\(end)")
    }

    @Test("In text mode a wrong move is said once, then why, then the answer; the same one again is not passed over")
    func heardWrong() {
        let listener = Listener()
        listener.type("l", "l", "2")
        for _ in 0..<2 {
            var said = listener.type("1")
            listener.machine.work()
            said += listener.hear()
            let expected = [
                "Yellow: column 1, row 1. Not quite.", "Red completes four in column 6.",
                "Red: column 6, row 1.", "Type another column to take the disc back.",
            ]
            #expect(said == expected, "\(said)")
        }
    }

    @Test("Words fit the smallest screen, and the narrowest place beside a board, in every language")
    func fitting() throws {
        let languages: [(any Catalog)?] = [nil] + InterfaceLanguage.allCases.map { TranslatedSentences($0) }
        defer { catalog.withLock { $0 = nil } }
        for language in languages {
            catalog.withLock { $0 = language }
            for (number, lesson) in Lesson.all.enumerated() {
                let title = "\(number + 1) \(lesson.title)"
                #expect(TextWidth.of(title) <= 28, "\(title)")
                let next =
                    number + 1 < Lesson.all.count
                    ? labelled(tr("Next lesson"), Lesson.all[number + 1].title) : tr("That was the last lesson.")
                var pages = [[tr("Lesson finished."), lesson.learned, next]]
                for step in lesson.steps { pages += [[step.words, step.detail], [tr("Right!"), step.after]] }
                for page in pages {
                    let rows = page.reduce(0) { $0 + TextWidth.wrap($1, to: 27, rows: 99).count }
                    #expect(rows <= 8, "\(page)")
                }
            }
        }
    }

    @Test(arguments: Size.smallest + Size.small + Size.usual) func pictures(size: Size) {
        let (seat, _) = lesson(2, size: size)
        Snapshot.check(seat.navigator, "lesson")
        if size.width < 60 { seat.press(.enter) }
        seat.type("3")
        if size.width < 60 { seat.press(.enter) }
        Snapshot.check(seat.navigator, "lesson-right", at: Size.small + Size.usual)
    }

    @Test(arguments: Size.small + Size.usual) func pictureOfAPlan(size: Size) {
        let (seat, _) = lesson(8, size: size)
        if size.width < 60 { seat.press(.enter) }
        Snapshot.check(seat.navigator, "lesson-plan")
    }
}
