// Practice, puzzles in a row and the opening drill, on screens in memory: slips and ways back, stars, bests, what comes back.

import Engine
import Foundation
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite struct PracticeTests {
    private static let file: [String] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = (try? String(contentsOf: root.appending(path: "Resources/puzzles"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }()

    private func machine() -> FakeEnvironment {
        let machine = FakeEnvironment()
        machine.shelf = Self.file.compactMap { Puzzle(line: $0) }
        machine.positions = Self.file.compactMap { PracticePosition(line: $0) }
        return machine
    }

    /// A seat at the first position of a set.
    private func seat(_ set: Int, size: Size = Size(width: 80, height: 24)) throws -> (Seat, PracticeViewController) {
        let seat = Seat(size: size, machine: machine())
        seat.type("lc\(set)")
        return (seat, try #require(seat.navigator.top as? PracticeViewController))
    }

    /// The scores of the columns for the player to move.
    private func scores(_ screen: PracticeViewController) throws -> [Score?] {
        try #require(Solver(tableBytes: 1 << 20).scores(of: screen.game.position))
    }

    /// Plays the best columns to the end.
    private func playWell(_ seat: Seat, _ screen: PracticeViewController) throws {
        while !screen.isOver {
            let column = try #require(ComputerPlayer.best(of: try scores(screen)).first)
            seat.type(String(column + 1))
            seat.machine.work()
        }
    }

    @Test(
        "A position is won against the perfect player, and held; each has three stars without slip and hint", arguments: [1, 6])
    func played(set: Int) throws {
        let (seat, screen) = try seat(set)
        #expect(seat.shows(set == 1 ? "You can win." : "You can hold") && seat.shows("Red plays perfectly."))
        try playWell(seat, screen)
        #expect(screen.isDone && screen.earned == 3 && seat.shows("★★★"))
        #expect(
            seat.machine.games.practised == [screen.position.start.digits: 3] && seat.shows(set == 1 ? "won 1 of " : "held 1 of ")
        )
        if set == 1 { #expect(screen.comments.last?.contains("wo threats") == true, "why it was won") }
        seat.type("v")
        #expect(seat.navigator.top is ReviewViewController)
        seat.press(.escape)
        seat.press(.enter)
        let next = try #require(seat.navigator.top as? PracticeViewController)
        #expect(next.position != screen.position && next.position.set == screen.position.set)
        seat.press(.escape)
        #expect(seat.shows(set == 1 ? "won 1 of " : "held 1 of "))
    }

    @Test("After a slip the board says what it let go; the player goes back there, or plays on and does not win")
    func slips() throws {
        let (seat, screen) = try seat(1)
        let before = screen.game
        let wrong = try #require(try scores(screen).firstIndex { $0.map { $0 <= 0 } ?? false })
        seat.type(String(wrong + 1))
        #expect(!screen.isPlayersTurn, "the engine is asked first")
        seat.machine.work()
        #expect(seat.shows("Column \(wrong + 1) lets the win slip.") && seat.shows("Red answers with column "))
        #expect(seat.shows("Go back as often as you like."))
        seat.press(.enter)
        #expect(screen.game == before && !screen.isWrong)
        seat.type("h")
        seat.machine.work()
        let line = try #require(screen.winning)
        #expect(screen.hints == 1 && screen.hintWords == line.planWords && line.start == before.position)
        seat.type("h")
        #expect(screen.hints == 2 && seat.shows("Not column ") && screen.hintSteps.count == 3)
        seat.type("hh")
        #expect(screen.hints == 3 && screen.told == 3 && seat.shows(" right."), "no more than that")
        try playWell(seat, screen)
        #expect(screen.isDone && screen.earned == 1 && seat.shows("★☆☆") && seat.shows("A star more without a slip."))
        seat.type("r")
        let again = try #require(seat.navigator.top as? PracticeViewController)
        seat.type(String(wrong + 1))
        seat.machine.work()
        seat.type("p")
        #expect(again.game.moves.count == before.moves.count + 2)
        #expect(!seat.shows("You can win."), "that is over")
        try playWell(seat, again)
        #expect(!again.isDone && seat.machine.games.practised == [screen.position.start.digits: 1])
    }

    @Test("In text mode a slip is said, then the way back; another column takes the disc back")
    func heardSlip() throws {
        let listener = Listener(machine: machine())
        let said = listener.type("l", "c", "1")
        #expect(said.contains { $0.contains("You can win.") } && said.last?.hasSuffix("Your move.") == true, "\(said)")
        let screen = try #require(listener.navigator.top as? PracticeViewController)
        let wrong = try #require(try scores(screen).firstIndex { $0.map { $0 <= 0 } ?? false })
        var heard = listener.type(String(wrong + 1))
        listener.machine.work()
        heard += listener.hear()
        #expect(
            heard.contains { $0.contains("lets the win slip.") } && heard.contains { $0.contains("to take the disc back.") },
            "\(heard)")
        let slip = try #require(screen.slip)
        let right = try #require(ComputerPlayer.best(of: slip.judgement.scores).first)
        listener.type(String(right + 1))
        listener.machine.work()
        #expect(!screen.isWrong && screen.slips == 1 && listener.hear().contains { $0.hasPrefix("Red: column ") })
    }

    // MARK: Puzzles in a row

    private func solve(_ seat: Seat, _ screen: RaceViewController) {
        let puzzle = screen.run.puzzle
        for index in stride(from: 0, to: puzzle.solution.count, by: 2) { seat.type(String(puzzle.solution[index] + 1)) }
    }

    private func miss(_ seat: Seat, _ screen: RaceViewController) throws {
        let run = screen.run
        seat.type(String(try #require(Board.columns.first { $0 != run.right && run.game.reasonAgainst($0) == nil }) + 1))
    }

    @Test("Until the first mistake: puzzles get harder, the mistake is explained and comes back, and the rating stays")
    func untilMistake() throws {
        let seat = Seat(machine: machine())
        seat.type("lu")
        let screen = try #require(seat.navigator.top as? RaceViewController)
        var ratings: [Double] = []
        for count in 1...20 {
            ratings.append(PuzzleRating(of: screen.run.puzzle).value)
            solve(seat, screen)
            #expect(screen.solved == count && screen.shown == count + 1 && !screen.isOver)
        }
        #expect(ratings[19] > ratings[0] + 300)
        try miss(seat, screen)
        seat.machine.work()
        #expect(screen.isOver && seat.shows("You solved 20 puzzles.") && seat.shows("That was the first mistake."))
        #expect(seat.shows("That is your best so far!") && seat.shows("under Once more.") && screen.run.wrong.count == 2)
        #expect(
            seat.machine.games.tried.isEmpty
                && seat.navigator.recalls.filter { $0.kind == .puzzle }.map(\.item) == [screen.run.puzzle.line])
        let shown = Set(seat.navigator.recalls.later(.shown, than: seat.navigator.today).map(\.item))
        #expect(shown.count == 21)
        seat.press(.enter)
        #expect(seat.navigator.top !== screen && seat.shows("21 more for a new best."))
        let next = try #require(seat.navigator.top as? RaceViewController)
        #expect(!shown.contains(next.run.puzzle.start.digits), "what was shown lately does not come again")
        try miss(seat, try #require(seat.navigator.top as? RaceViewController))
        #expect(seat.shows("You solved 0 puzzles.") && seat.shows("Best ever: 20."))
        seat.press(.escape)
        #expect(seat.shows("best 20"))
        seat.press(.escape)
        #expect(seat.navigator.launcher.lastPlayed(among: []) != .other, "it is no other game")
    }

    @Test("Three minutes: a wrong disc costs the puzzle, the clock runs, and an Enter at its end does not begin again")
    func threeMinutes() throws {
        let seat = Seat(machine: machine())
        seat.type("lt")
        let screen = try #require(seat.navigator.top as? RaceViewController)
        #expect(seat.shows("3:00"))
        seat.machine.advance(milliseconds: 5_000)
        #expect(seat.shows("3:00") && seat.shows("The clock starts with"))
        solve(seat, screen)
        try miss(seat, screen)
        #expect(screen.solved == 1 && screen.shown == 3 && !screen.isOver)
        seat.machine.advance(milliseconds: 60_500)
        #expect(seat.shows("2:00"))
        seat.machine.advance(milliseconds: 119_500)
        #expect(screen.isOver && seat.shows("The time is up.") && seat.shows("You solved 1 puzzle."))
        #expect(seat.shows("Column \(screen.run.right + 1) was right.") && seat.shows("not solve."))
        let lengths = [0, 1].map { _ in
            seat.type("v")
            defer { seat.press(.escape) }
            return (seat.navigator.top as? ReviewViewController)?.game.digits ?? ""
        }
        #expect(Set(lengths).count == 2 && seat.navigator.top === screen, "the missed one, and the last")
        seat.type("v")
        #expect(seat.shows("Puzzle 1 of 2"))
        seat.type("n")
        #expect(seat.shows("Puzzle 2 of 2") && (seat.navigator.top as? ReviewViewController)?.game.digits == lengths[1])
        seat.press(.escape)
        #expect(seat.navigator.top === screen)
        seat.press(.enter)
        #expect(seat.navigator.top === screen)
        seat.machine.advance(milliseconds: 1_000)
        seat.press(.enter)
        #expect(seat.navigator.top !== screen && seat.shows("3:00"))
        let next = try #require(seat.navigator.top as? RaceViewController)
        solve(seat, next)
        seat.machine.advance(milliseconds: 9_000)
        seat.press(.escape)
        #expect(next.isOver && seat.shows("You stopped early.") && !seat.shows("The time is up."))
        let left = next.secondsLeft
        seat.machine.advance(milliseconds: 60_000)
        #expect(next.secondsLeft == left, "the clock stands still")
        seat.press(.escape)
        #expect(!seat.machine.isWaiting)
    }

    @Test("In text mode ten puzzles take the place of three minutes")
    func tenPuzzles() throws {
        let machine = machine()
        let listener = Listener(machine: machine)
        #expect(listener.type("l").contains { $0.contains("Ten puzzles") })
        listener.type("t")
        let screen = try #require(listener.navigator.top as? RaceViewController)
        for _ in 1..<10 {
            let run = screen.run
            listener.type(String(try #require(Board.columns.first { $0 != run.right && run.game.reasonAgainst($0) == nil }) + 1))
        }
        let solution = screen.run.puzzle.solution
        var said: [String] = []
        for index in stride(from: 0, to: solution.count, by: 2) { said += listener.type(String(solution[index] + 1)) }
        #expect(screen.isOver && said.contains { $0.contains("You solved 1 puzzle.") }, "\(said)")
        #expect(machine.games.played.map(\.kind.mode) == ["ten"])
    }

    // MARK: The opening drill

    /// A seat at the drill, where these come back.
    private func drill(_ recalls: [Recall] = []) throws -> (Seat, OpeningDrillViewController) {
        let machine = machine()
        machine.openingBook = { Book.shipped }
        machine.hasOpeningBook = true
        machine.games.recalled = recalls
        let seat = Seat(machine: machine)
        seat.type("lcw")
        machine.work()
        return (seat, try #require(seat.navigator.top as? OpeningDrillViewController))
    }

    /// Answers right to the end of the opening.
    private func finish(_ seat: Seat, _ screen: OpeningDrillViewController, with solver: Solver) throws {
        while !screen.isOver {
            let before = screen.game.position
            let scores = try #require(solver.scores(of: before))
            let best = try #require(ComputerPlayer.best(of: scores).first)
            seat.type(String(best + 1))
            seat.machine.work()
            #expect(seat.shows("Right!") && seat.shows("Column \(best + 1): wins in "))
            if let merit = before.merit(of: best), !merit.isVague { #expect(screen.comments.contains(merit.meritSentence)) }
        }
    }

    @Test("The drill asks every answer of the second player, and again what was missed")
    func drill() throws {
        let (seat, screen) = try drill()
        let (machine, solver) = (seat.machine, Solver(book: Book.shipped))
        #expect(screen.game.moves.count == 2 && screen.game.moves[0] == 3)
        let scores = try #require(solver.scores(of: screen.game.position))
        let asked = OpeningDrill.item(screen.game.moves)
        let wrong = try #require(scores.firstIndex { $0.map { $0 <= 0 } ?? false })
        seat.type(String(wrong + 1))
        machine.work()
        #expect(screen.isWrong && seat.shows("lets the win slip") && seat.shows("It comes back tomorrow."))
        let right = Position.right(scores, for: .win)
        let told = right.count == 1 ? "It is column" : "Columns "
        let reply = try #require(screen.reply).column
        #expect(!seat.shows(told) && seat.shows("Red answers with column \(reply + 1)."))
        let replies = try #require(solver.scores(of: screen.game.position))
        #expect(ComputerPlayer.best(of: replies).contains(reply))
        seat.type(String(wrong + 1))
        machine.work()
        #expect(seat.shows(told), "who does not find it is told")
        seat.press(.enter)
        try finish(seat, screen, with: solver)
        #expect(screen.game.moves.count == OpeningDrill.discs - 1 && seat.shows("first eight discs") || seat.shows("You win!"))
        #expect(!screen.isFlawless && screen.inARow == 2 && !screen.isDone && seat.shows("3 of 6 replies"))
        #expect(screen.drill.stages[0].known == 0 && screen.drill.stages[1].known > 0, "not the one that was missed")
        seat.press(.enter)
        machine.work()
        #expect(OpeningDrill.item(screen.game.moves) != asked, "what was never asked comes first")
        #expect(seat.shows("✗ ✓ ✓ ● · ·"))
        try finish(seat, screen, with: solver)
        #expect(screen.isDone && screen.asked.count == 6 && seat.shows("5 of 6 right at once."))
        #expect(screen.comments.contains("5 right answers in a row: your best so far!"))
        #expect(seat.shows("1 reply comes back tomorrow.") && seat.shows("all for today."))
        seat.press(.enter)
        #expect(!(seat.navigator.top is OpeningDrillViewController), "no more today")
        seat.type("w")
        #expect(!(seat.navigator.top is OpeningDrillViewController) && seat.shows("1 reply comes back tomorrow."))
        machine.advance(milliseconds: 86_400_000)
        seat.press(.escape, .escape)
        seat.type("m")
        #expect(seat.shows("The win from the middle") && seat.shows("1 due"), "it is under Once more, too")
        seat.type("w")
        machine.work()
        let again = try #require(seat.navigator.top as? OpeningDrillViewController)
        #expect(OpeningDrill.item(again.game.moves) == asked && seat.shows("New replies today: 6. 1 due."))
        #expect(seat.navigator.duePuzzles.isEmpty)
    }

    @Test("The drill gives hints in steps, a reply with one comes back, and an opening without a slip is known by heart")
    func drillHints() throws {
        let (seat, screen) = try drill()
        let (machine, solver) = (seat.machine, Solver(book: Book.shipped))
        seat.type("h")
        machine.work()
        #expect(screen.told == 1 && seat.shows(String(screen.hintWords.prefix(20))) && !seat.shows("It is"))
        seat.type("h")
        #expect(screen.told == 2 && seat.shows(" or "))
        seat.type("h")
        let right = Position.right(try #require(solver.scores(of: screen.game.position)), for: .win)
        #expect(screen.told == 3 && screen.rightColumns.sorted() == right && screen.hintSteps.count == 3)
        let item = OpeningDrill.item(screen.game.moves)
        seat.type(String(right[0] + 1))
        machine.work()
        #expect(screen.inARow == 0 && screen.asked == [nil] && seat.shows("With a hint it does not count"))
        try finish(seat, screen, with: solver)
        #expect(!screen.isFlawless && screen.drill.stages[1].known > 0)
        #expect(seat.navigator.recalls.contains { $0.item == item && $0.due != nil }, "the one with a hint is not known")
        seat.press(.enter)
        machine.work()
        #expect(seat.shows("– ✓ ✓ ● · ·"), "a hint is no miss")
        try finish(seat, screen, with: solver)
        #expect(screen.isFlawless && screen.isDone && screen.inARow == 5 && seat.shows("5 of 6 right at once."))
        #expect(machine.games.played.map(\.score) == [2, 5])
        seat.press(.escape)
        #expect(seat.shows("1 of 4 replies"))
    }

    @Test("The steps of a hint agree: among the columns to choose from are the right ones, and none that was ruled out")
    func drillHintsAgree() throws {
        for item in ["43", "41", "42", "44", "4142", "4444"] {
            let (seat, screen) = try drill([Recall(.opening, item, misses: 1, due: 20_000)])
            #expect(OpeningDrill.item(screen.game.moves) == item)
            seat.type("h")
            seat.machine.work()
            let steps = screen.hintSteps
            let right = screen.rightColumns.map { String($0 + 1) }
            let some = try #require(steps.first { $0.hasPrefix("Column ") && $0.contains(" or ") })
            #expect(right.allSatisfy { some.contains($0) } && some.filter(\.isNumber).count == right.count + 1)
            #expect(right.allSatisfy { steps[steps.count - 1].contains($0) })
            let excluded = steps[0].hasPrefix("Not column ") ? steps[0].first(where: \.isNumber) : nil
            #expect(excluded.map { !some.contains($0) } ?? true, "\(steps)")
        }
    }

    @Test("As many replies as there are: after each right disc every column, mirror images counted once")
    func drillReplies() throws {
        let solver = Solver(book: Book.shipped)
        var (openings, stages) = ([[3]], [Int]())
        for _ in OpeningDrill.replies {
            var items: Set<String> = []
            var next: [[Int]] = []
            for moves in openings {
                for reply in Board.columns where items.insert(OpeningDrill.item(moves + [reply])).inserted {
                    let game = try Game(digits: OpeningDrill.item(moves + [reply]))
                    let scores = try #require(solver.scores(of: game.position))
                    let right = Position.right(scores, for: .win)
                    #expect(!right.isEmpty, "the first player wins in the middle")
                    next.append(game.moves + [try #require(ComputerPlayer.best(of: scores).first)])
                    for column in Board.columns.filter(game.position.canPlay) {
                        try check(game.position.merit(of: column), of: column, in: game.position)
                        if let aim = game.position.aim(of: column) {
                            #expect(aim.row.isMultiple(of: 2) && aim.column != column && game.board[aim] == nil)
                            #expect(game.board.landing(in: aim.column) != aim)
                        }
                    }
                }
            }
            stages.append(items.count)
            openings = next
        }
        #expect(stages == OpeningDrill.replies)
        let all = OpeningDrill(
            [Recall(.opening, "44"), Recall(.opening, "4444"), Recall(.opening, "41", misses: 1, due: 9)], on: 5)
        #expect(all.stages.map(\.known) == [1, 1, 0] && all.stage == 0 && all.count == 2)
        func today(_ recalls: [Recall]) -> [Int] {
            let today = OpeningDrill(recalls, on: 9).today
            return [today.new, today.again]
        }
        let many = (1...12).map { Recall(.opening, "4\($0)", misses: 1, due: 9) }
        #expect(today([]) == [6, 0] && today(Array(many.prefix(3))) == [6, 3] && today(many) == [0, 10])
    }

    /// What is said for a disc is so.
    private func check(_ merit: Reason?, of column: Int, in position: Position) throws {
        let (me, next) = (position.player, position.playing(column))
        switch merit {
        case .letThrough: #expect(position.winningColumns(of: me.other) == [column])
        case .missedTwoThreats: #expect(!next.winningColumns(of: me).isEmpty && next.winningColumns(of: me.other).isEmpty)
        case .missedThreat(let square, _):
            #expect(next.threats(of: me).contains(square) && !position.threats(of: me).contains(square))
        case .missedPreparation(let second, _):
            // Wherever the opponent plays in the meantime without touching it, two discs of this player make a threat.
            let free = try #require(Board.columns.first { $0 != second && next.canPlay($0) })
            let later = next.playing(free)
            #expect(later.isOver || !later.canPlay(second) || later.playing(second).threats(of: me).count > 0)
        case .missedLines: #expect(position.canPlay(column))
        case .overlookedWin: #expect(position.wins(playing: column))
        case nil: break
        default: Issue.record("\(String(describing: merit))")
        }
    }

    @Test("All answers to the first disc are asked before one comes twice; without a book it says what is missing")
    func drillOrder() {
        var known: [Recall] = []
        var random = SeededGenerator(seed: 3)
        for count in 1...4 {
            let opening = OpeningDrill(known, on: 5).opening(using: &random)
            known.append(Recall(.opening, OpeningDrill.item(opening)))
            #expect(Set(known.map(\.item)).count == count)
        }
        #expect(OpeningDrill(known, on: 5).count == 4)
        let seat = Seat(machine: machine())
        seat.type("lcw")
        #expect(seat.shows("The opening book is missing"))
    }

    @Test(arguments: Size.small + Size.usual) func pictures(size: Size) throws {
        let (seat, screen) = try seat(1, size: size)
        let wrong = try #require(try scores(screen).firstIndex { $0.map { $0 <= 0 } ?? false })
        seat.type(String(wrong + 1))
        seat.machine.work()
        Snapshot.check(seat.navigator, "practice")
        let machine = machine()
        machine.games.recalled = [Recall(.puzzle, machine.shelf[40].line, misses: 1, due: 20_000)]
        machine.games.practised = ["1": 3]
        let learner = Seat(size: size, machine: machine)
        learner.type("l")
        Snapshot.check(learner.navigator, "learn")
        machine.shelf = machine.shelf.prefix(1).map { $0 }
        learner.type("p")
        Snapshot.check(learner.navigator, "placement")
    }

    @Test func otherPictures() throws {
        let machine = machine()
        machine.shelf = machine.shelf.prefix(1).map { $0 }
        machine.openingBook = { Book.shipped }
        machine.hasOpeningBook = true
        let seat = Seat(machine: machine)
        seat.type("lu")
        try miss(seat, try #require(seat.navigator.top as? RaceViewController))
        machine.work()
        Snapshot.check(seat.navigator, "race")
        seat.press(.escape)
        machine.games.recalled = [Recall(.opening, "41", misses: 1, due: 20_000)]
        seat.type("c")
        Snapshot.check(seat.navigator, "practice-menu")
        seat.type("w")
        machine.work()
        let drill = try #require(seat.navigator.top as? OpeningDrillViewController)
        let scores = try #require(Solver(book: Book.shipped).scores(of: drill.game.position))
        seat.type(String(try #require(scores.firstIndex { $0.map { $0 <= 0 } ?? false }) + 1))
        machine.work()
        Snapshot.check(seat.navigator, "drill")
        seat.press(.escape, .escape)
        let today = seat.navigator.today
        let lines = Self.file.prefix(600)
        machine.games.recalled = [
            Recall(.puzzle, lines[40], misses: 1, due: today), Recall(.puzzle, lines[500], misses: 2, due: today - 1),
            Recall(.puzzle, lines[300], misses: 1, due: today + 1), Recall(.puzzle, lines[100], misses: 3, due: today + 6),
        ]
        seat.type("m")
        Snapshot.check(seat.navigator, "once-more")
    }
}
