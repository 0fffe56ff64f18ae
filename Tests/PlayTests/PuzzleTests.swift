// Puzzles on screens in memory: right and wrong discs, hints, the rating, the puzzle of the day, text mode.

import Engine
import Foundation
import Screen
import Session
import TestSupport
import Testing

@testable import Play

@Suite struct PuzzleScreenTests {
    /// Wins in two moves, by two threats at once.
    private static let wins = [
        "52432112434432675367 656 w23",
        "1676651345114434433 535 w23",
        "4667322444426626241621777155333317555 537 w23",
    ]

    /// The tries of a player whose rating is known.
    private static let placed = (0..<PuzzleTry.placements).map {
        PuzzleTry(
            start: "\($0 + 1)", theme: .squareAbove, score: 0.5, rating: PuzzleRating(value: 1_000, deviation: 200),
            day: 20_000 + $0,
            isDaily: false)
    }

    /// What the later tries were worth.
    private func scores(_ seat: Seat) -> [Double] { seat.machine.games.tried.dropFirst(PuzzleTry.placements).map(\.score) }

    /// A seat at the screen of one of these puzzles, of a player whose rating is known.
    private func seat(
        _ lines: [String] = wins, size: Size = Size(width: 80, height: 24), settings: Settings = Seat.still
    ) throws -> (Seat, PuzzleViewController) {
        let machine = FakeEnvironment()
        machine.shelf = try lines.map { try #require(Puzzle(line: $0)) }
        machine.games.tried = Self.placed
        let seat = Seat(size: size, settings: settings, machine: machine)
        seat.type("lp")
        return (seat, try #require(seat.navigator.top as? PuzzleViewController))
    }

    @Test("Every move of the solution is answered, and the end says what the idea was")
    func solved() throws {
        let (seat, screen) = try seat()
        #expect(seat.shows("Win in 2 moves.") && seat.shows("Find the first move."))
        let solution = screen.run.puzzle.solution
        seat.type(String(solution[0] + 1))
        #expect(seat.shows("Right!") && seat.shows("Find the next move.") && screen.run.step == 2)
        seat.type(String(solution[2] + 1))
        #expect(seat.shows("Solved!") && screen.isOver && scores(seat) == [1])
        #expect(seat.shows("Two threats at once") && seat.shows("Idea: Double threat") && !seat.shows("only one can be stopped"))
        #expect(screen.progress.rating.value > 1_000 && seat.shows("★ \(Int(screen.progress.rating.value.rounded())) (+"))
        seat.press(.enter)
        #expect(seat.navigator.top !== screen && seat.navigator.top is PuzzleViewController)
    }

    @Test("On a small board hints, a wrong disc and the end leave the keys alone, and no sentence is cut")
    func smallBoard() throws {
        let (seat, screen) = try seat(size: Size(width: 40, height: 12))
        func isWhole() -> Bool { seat.shows("Esc Back") && !seat.shows("…") }
        seat.type("h")
        #expect(seat.shows("threats at once") && isWhole())
        seat.type("h")
        #expect(seat.shows(" or ") && seat.shows("1  2  3  4  5  6  7") && isWhole())
        let right = screen.run.right
        let wrong = Board.columns.first { $0 != right && screen.run.game.reasonAgainst($0) == nil } ?? 0
        seat.type(String(wrong + 1))
        seat.machine.work()
        #expect(screen.isWrong && isWhole())
        for column in [screen.run.puzzle.solution[0], screen.run.puzzle.solution[2]] { seat.type(String(column + 1)) }
        seat.machine.work()
        #expect(screen.isOver && seat.shows("Solved") && seat.shows("threats at once") && isWhole(), "\(seat.lines)")
    }

    @Test("An Enter drops nothing before a column is chosen; another one a moment later does, and so does one after a choice")
    func enter() throws {
        let (seat, screen) = try seat()
        seat.press(.enter, .enter)
        #expect(screen.run.game.moves.count == screen.run.puzzle.start.moves.count && seat.shows("Choose a column"))
        for _ in 0..<4 {
            seat.machine.advance(milliseconds: Alert.pauseMilliseconds - 150)
            seat.press(.enter)
        }
        #expect(
            screen.run.game.moves.count == screen.run.puzzle.start.moves.count, "nor do Enters that follow each other at once")
        seat.machine.advance(milliseconds: Alert.pauseMilliseconds)
        let column = screen.cursorColumn
        seat.press(.enter)
        #expect(screen.run.mistakes == (column == screen.run.puzzle.solution[0] ? 0 : 1), "the player means it")
        let (other, again) = try self.seat()
        let right = again.run.right
        while again.cursorColumn != right { other.press(again.cursorColumn < right ? .right : .left) }
        other.press(right == 0 ? .right : .left)
        other.press(right == 0 ? .left : .right, .enter)
        #expect(again.run.step > 0 && again.run.mistakes == 0)
    }

    @Test("What was passed over does not come again while there are others; a wrong disc says that more tries do not count")
    func passedOver() throws {
        let (seat, screen) = try seat()
        var seen = [screen.run.puzzle.line]
        for _ in 1..<Self.wins.count {
            seat.type("n")
            seen.append(try #require(seat.navigator.top as? PuzzleViewController).run.puzzle.line)
        }
        #expect(Set(seen).count == Self.wins.count)
        let last = try #require(seat.navigator.top as? PuzzleViewController)
        seat.type(String(try #require(last.run.candidates.first { $0 != last.run.right }) + 1))
        #expect(seat.shows("Further tries do not count.") && !seat.shows("You had it before"))
    }

    @Test("The solution is shown move by move")
    func solution() throws {
        let (seat, screen) = try seat(settings: Settings())
        seat.type(String(screen.run.candidates.first { $0 != screen.run.right }! + 1) + "s")
        #expect(screen.run.step == 1 && !screen.isOver && !screen.isPlayersTurn)
        seat.machine.advance(milliseconds: 1_000)
        #expect(screen.run.step == 2)
        seat.machine.advance(milliseconds: 1_000)
        #expect(screen.isOver && seat.shows("The solution: ") && scores(seat) == [0])
    }

    @Test("A wait that is solved shows its plan, in a sentence and on the board; the third hint says it before")
    func plan() throws {
        let (seat, screen) = try seat(["4473335634467466463775555316512211221 12277 we3"])
        seat.type("hhh")
        let hint = try #require(screen.comments.last)
        #expect(hint.hasPrefix("It is column 1. Yellow answers above each disc of Red, but never plays below column"), "\(hint)")
        seat.type("127")
        #expect(screen.isOver)
        let plan = try #require(screen.plan?.plan)
        #expect(screen.comments.last?.hasPrefix("Yellow begins in column 1. Yellow answers") == true && plan.wins)
        #expect(plan.answers.allSatisfy { $0.row > 0 } && !seat.shows("opened a square for you"))
        Snapshot.check(seat.navigator, "puzzle-plan")
        let (short, brief) = try self.seat(["52461415464244266161255622115 533 wz1"])
        short.type("53")
        #expect(brief.isOver && brief.plan == nil && short.shows("a square for you"), "of two moves the idea says enough")
    }

    @Test("Of two open columns the second hint names only the right one")
    func narrow() throws {
        let (_, screen) = try seat(["4667322444426626241621777155333317555 537 w23"])
        let open = Board.columns.filter { screen.run.game.reasonAgainst($0) == nil }
        #expect(screen.run.candidates.count < open.count && screen.run.candidates.contains(screen.run.right))
    }

    @Test("A wrong disc stays until the board has shown why, and Enter takes it back; the first result counts")
    func wrong() throws {
        let (seat, screen) = try seat()
        let right = screen.run.right
        let wrong = try #require(Board.columns.first { $0 != right && screen.run.game.reasonAgainst($0) == nil })
        seat.type(String(wrong + 1))
        #expect(seat.shows("Not quite.") && screen.isWrong && scores(seat) == [0])
        let worker = try #require(seat.machine.workers.last)
        while worker.isBusy { worker.workOnce() }
        #expect(screen.refutation?.judgement.column == wrong && screen.run.wrong.count == 2, "the opponent takes advantage")
        let left = try #require(screen.refutation?.win).moves.count / 2
        #expect(screen.wrong.contains(left == 0 ? "Red " : "Red wins in \(left) move"), "from the board as it is")
        seat.type(String(wrong + 1))
        #expect(screen.run.mistakes == 2, "another disc takes it back, too")
        seat.press(.enter)
        #expect(screen.isWrong, "an Enter that belongs to the digit does not hide why it is wrong")
        seat.machine.advance(milliseconds: Alert.pauseMilliseconds)
        seat.press(.enter)
        #expect(!screen.isWrong && screen.run.isPlayersTurn)
        for column in stride(from: 0, to: screen.run.puzzle.solution.count, by: 2) {
            seat.type(String(screen.run.puzzle.solution[column] + 1))
        }
        #expect(screen.isOver && scores(seat).count == 1 && seat.shows("Solved, but not at"))
    }

    @Test("The idea of a puzzle is a whole sentence, before the first move and at the end")
    func ideas() throws {
        let search = PuzzleSearch(with: Solver(tableBytes: 1 << 22))
        var reasons = 0
        for puzzle in try puzzles().enumerated().filter({ $0.offset % 3 == 0 }).map(\.element) {
            let line = puzzle.line
            let start = puzzle.start.position
            let ideas: [String?]
            if puzzle.goal == .win {
                let win = WinningLine(from: start, moves: puzzle.solution)
                ideas = [win.planWords, win.resultWords]
            } else {
                // What is far away is not said.
                ideas = (search.danger(in: start)?.reason).map { [$0] } ?? []
                reasons += ideas.count
            }
            for idea in ideas {
                let idea = try #require(idea, "\(line)")
                #expect(!idea.contains(/wo threats at once, in columns \d[,:]/), "\(line): \(idea)")
                #expect(idea.hasSuffix(".") && !["  ", ": .", " ."].contains { idea.contains($0) }, "\(line): \(idea)")
            }
        }
        #expect(reasons > 110, "\(reasons) draws and defences say why a disc loses")
    }

    @Test("Every disc that loses has a reason in a whole sentence, and two threats at once are in two columns")
    func twoColumns() throws {
        let search = PuzzleSearch(with: Solver(tableBytes: 1 << 22))
        var said = 0
        var silent = 0
        for puzzle in try puzzles().enumerated().filter({ $0.offset % Thoroughness.pick(40, of: 3) == 0 }).map(\.element) {
            for column in Board.columns.filter(puzzle.start.position.canPlay) where column != puzzle.solution[0] {
                let refutation = try #require(search.refutation(of: column, in: puzzle.start.position))
                guard let reason = refutation.reason else {
                    if refutation.win != nil { silent += 1 }
                    continue
                }
                #expect(
                    reason.hasSuffix(".") && !["  ", ": .", " ."].contains { reason.contains($0) }, "\(puzzle.line): \(reason)")
                if reason.contains("two threats at once, in columns") { said += 1 }
                let isInOne = reason.contains(/two threats at once, in columns \d[,:.]/)
                #expect(!isInOne, "\(puzzle.line), column \(column + 1): \(reason)")
            }
        }
        #expect(said > 5 && silent == 0, "every disc that loses has a reason")
    }

    private func puzzles() throws -> [Puzzle] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let lines = try String(contentsOf: root.appending(path: "Resources/puzzles"), encoding: .utf8).split(separator: "\n")
        return lines.compactMap { Puzzle(line: $0) }
    }

    @Test(
        "In a defence the first hint says how a wrong disc loses, the second does not name that disc, and the end says it again")
    func danger() throws {
        let (seat, screen) = try seat(["576114532543314344465551311372227 7 b21"])
        seat.type("h")
        #expect(screen.run.hints == 0, "the engine is asked first")
        seat.machine.work()
        let wrong = try #require(screen.danger?.judgement.column)
        #expect(seat.shows("Not column \(wrong + 1): ") && screen.run.hints == 1)
        #expect(screen.idea.contains("Red answers with column"))
        seat.type("h")
        seat.machine.work()
        #expect(screen.run.hints == 2 && !screen.run.candidates.contains(wrong))
        seat.type(String(screen.run.right + 1))
        seat.machine.work()
        #expect(screen.isOver && seat.shows("That was the only defence.") && seat.shows("Column \(wrong + 1) would have lost: "))
    }

    @Test("Esc leaves at once, also where a message is open")
    func leaving() throws {
        let (seat, screen) = try seat(["576114532543314344465551311372227 7 b21"])
        seat.navigator.show(alert: "A message.")
        #expect(seat.shows("A message.") && seat.navigator.top === screen)
        seat.press(.escape)
        #expect(seat.navigator.top !== screen)
    }

    @Test("Three hints: the idea, three columns, the column; they cost half the points")
    func hints() throws {
        let (seat, screen) = try seat()
        seat.type("h")
        #expect(seat.shows("Make two threats at once, in"))
        seat.type("h")
        #expect(seat.shows(" or ") && screen.run.candidates.contains(screen.run.right))
        seat.type("h")
        #expect(seat.shows("It is column \(screen.run.right + 1)."))
        seat.type(String(screen.run.right + 1) + "h")
        #expect(seat.shows("You can win at once."), "the plan is carried out")
        seat.type(String(screen.run.right + 1))
        #expect(screen.isOver && scores(seat) == [0.5])
    }

    @Test("Its review opens at the first move found, does not ask for mistakes, and has a perfect opponent")
    func reviewed() throws {
        let (seat, screen) = try seat([Self.wins[0]], size: Size(width: 120, height: 40))
        for index in stride(from: 0, to: screen.run.puzzle.solution.count, by: 2) {
            seat.type(String(screen.run.puzzle.solution[index] + 1))
        }
        seat.type("v")
        let count = screen.run.puzzle.start.moves.count
        #expect(seat.shows("Move \(Game.move(ofDisc: count + 1)): Yellow, column \(screen.run.puzzle.solution[0] + 1)"))
        #expect(!seat.shows("Next mistake"))
        seat.machine.hasPuzzles = false
        let missing = seat.navigator.dailyRemark(isFirstStart: false)
        #expect(missing.words.isEmpty && !missing.isDue && missing.about.hasPrefix("The file with the puzzles is missing."))
        seat.type("t")
        #expect(seat.shows("Play Yellow's side"))
    }

    @Test("The puzzle of the day is the same for everybody on a date, counts once, and has a line to share")
    func daily() throws {
        let shelf = try Self.wins.map { try #require(Puzzle(line: $0)) }
        let days = (20_000..<20_060).map { Puzzle.daily($0, isGentle: true, of: shelf) }
        #expect(
            days == (20_000..<20_060).map { Puzzle.daily($0, isGentle: true, of: shelf) }
                && Set(days.compactMap { $0?.line }).count > 1)
        for day in 20_000..<20_060 {
            let pair = try [true, false].map { try #require(Puzzle.daily(day, isGentle: $0, of: try puzzles())) }
            #expect(PuzzleRating(of: pair[0]).value < 1_300 && PuzzleRating(of: pair[1]).value >= 1_300)
            #expect(pair[0].length <= 3 && pair[0].goal != .draw)
        }
        let all = try puzzles()
        #expect(Set((20_000..<20_190).compactMap { Puzzle.daily($0, isGentle: true, of: all)?.line }).count == 190, "none twice")
        func progress(_ ratings: [(day: Int, value: Double)]) -> [PuzzleTry] {
            ratings.map {
                PuzzleTry(
                    start: "4", theme: .zugzwang, score: 1, rating: PuzzleRating(value: $0.value), day: $0.day, isDaily: false)
            }
        }
        #expect(progress([]).isGentle(on: 9) && !progress([(8, 1_300)]).isGentle(on: 9))
        #expect(progress([(8, 1_299), (9, 1_340)]).isGentle(on: 9), "the same all day")
        let machine = FakeEnvironment()
        machine.shelf = shelf
        let seat = Seat(machine: machine)
        seat.type("d")
        let screen = try #require(seat.navigator.top as? PuzzleViewController)
        #expect(seat.shows("Easier puzzle of") && seat.shows("a miss costs nothing") && seat.shows("This week"))
        for index in stride(from: 0, to: screen.run.puzzle.solution.count, by: 2) {
            seat.type(String(screen.run.puzzle.solution[index] + 1))
        }
        #expect(
            machine.games.tried.map(\.isDaily) == [true] && screen.progress.streak(on: seat.navigator.today) == 1)
        #expect(seat.shows("This week") && seat.shows("✓"))
        #expect(screen.result == "Four in a Row \(String(day: seat.navigator.today)) ★★")
        seat.press(.escape)
        seat.type("d")
        let again = try #require(seat.navigator.top as? PuzzleViewController)
        #expect(again.isOver && again.result == screen.result && seat.shows("Solved!") && seat.shows("This week"))
        #expect(machine.games.tried.count == 1)
        #expect(machine.games.played.isEmpty)
    }

    @Test("A puzzle of the day that is solved at a later try is kept as trained")
    func laterTry() throws {
        let machine = FakeEnvironment()
        machine.shelf = try Self.wins.map { try #require(Puzzle(line: $0)) }
        let seat = Seat(machine: machine)
        seat.type("d")
        let screen = try #require(seat.navigator.top as? PuzzleViewController)
        let puzzle = screen.run.puzzle
        let wrong = try #require(
            Board.columns.first {
                $0 != puzzle.solution[0] && !puzzle.others.contains($0) && puzzle.start.reasonAgainst($0) == nil
            })
        seat.type(String(wrong + 1))
        machine.work()
        #expect(machine.games.played.isEmpty && machine.games.tried.map(\.score) == [0])
        for index in stride(from: 0, to: puzzle.solution.count, by: 2) { seat.type(String(puzzle.solution[index] + 1)) }
        machine.work()
        #expect(screen.isOver && machine.games.played.map(\.kind) == [PuzzleViewController.laterTry])
    }

    @Test("Both puzzles of a day are open to everybody, a miss costs no points, and the other one counts for the streak, too")
    func otherDaily() throws {
        let missed = PuzzleTry(
            start: "9", theme: .squareAbove, score: 0, rating: PuzzleRating(), day: 20_000, isDaily: true)
        #expect(!(Self.placed.dropFirst() + [missed]).isPlaced && (Self.placed + [missed]).isPlaced)
        let machine = FakeEnvironment()
        machine.shelf =
            try Self.wins.map { try #require(Puzzle(line: $0)) }
            + [try #require(Puzzle(line: "52461415464244266161255622115 533 wz6"))]
        machine.games.tried = Self.placed
        let seat = Seat(machine: machine)
        seat.type("d")
        let screen = try #require(seat.navigator.top as? PuzzleViewController)
        let wrong = try #require(Board.columns.first { $0 != screen.run.right && screen.run.game.reasonAgainst($0) == nil })
        seat.type(String(wrong + 1))
        machine.work()
        for index in stride(from: 0, to: screen.run.puzzle.solution.count, by: 2) {
            seat.type(String(screen.run.puzzle.solution[index] + 1))
        }
        machine.work()
        #expect(screen.isOver && screen.progress.rating == Self.placed.last?.rating && screen.lastRating == nil)
        #expect(screen.comments.contains { $0.hasPrefix("There is another one today") } && seat.shows("✗"))
        seat.press(.escape)
        #expect(seat.shows("tried today") && seat.shows("There is another one today"))
        seat.type("d")
        #expect(seat.shows("Easier puzzle of") && seat.shows("Harder one"))
        seat.type("d")
        let other = try #require(seat.navigator.top as? PuzzleViewController)
        #expect(seat.shows("Harder puzzle of") && other.counts && other.run.puzzle.level == .expert)
        for index in stride(from: 0, to: other.run.puzzle.solution.count, by: 2) {
            seat.type(String(other.run.puzzle.solution[index] + 1))
        }
        machine.work()
        #expect(other.isOver && other.progress.streak(on: seat.navigator.today) == 1 && seat.shows("Enter Puzzles"))
        #expect(other.progress.rating.value > 1_000)
        seat.press(.escape)
        #expect(seat.shows("solved"))
    }

    @Test("No two positions of one game come in a session, and the second puzzle of a beginner is an easy one")
    func games() throws {
        let puzzles = try puzzles()
        var random = SeededGenerator(seed: 7)
        for rating in [1_000.0, 1_500, 2_000] {
            var tries = (0..<PuzzleTry.placements).map {
                PuzzleTry(
                    start: "\($0)", theme: .zugzwang, score: 1, rating: PuzzleRating(value: rating), day: 20_000, isDaily: false)
            }
            for _ in 0..<50 {
                let next = try #require(tries.next(of: puzzles, using: &random))
                tries.append(
                    PuzzleTry(
                        start: next.start.digits, theme: next.theme ?? .zugzwang, score: 1, rating: PuzzleRating(value: rating),
                        day: 20_000, isDaily: false))
            }
            #expect(Set(tries.suffix(50).map { Puzzle.game(of: $0.start) }).count == 50)
        }
        let easy = [Puzzle].wins(in: 2, of: puzzles)
        #expect(easy.count > 30 && easy.allSatisfy { $0.level.rawValue <= Level.casual.rawValue })
    }

    @Test("A beginner is not asked to hold draws, and what takes waiting does not come twice in a row")
    func variety() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let lines = try String(contentsOf: root.appending(path: "Resources/puzzles"), encoding: .utf8).split(separator: "\n")
        let puzzles = lines.compactMap { Puzzle(line: $0) }
        func attempt(_ theme: PuzzleTheme, rating: Double) -> [PuzzleTry] {
            Array(
                repeating: PuzzleTry(
                    start: "", theme: theme, score: 1, rating: PuzzleRating(value: rating), day: 20_000, isDaily: false),
                count: PuzzleTry.placements)
        }
        var random = SeededGenerator(seed: 34)
        for theme in PuzzleTheme.allCases {
            for _ in 0..<50 {
                let next = try #require(attempt(theme, rating: 1_000).next(of: puzzles, using: &random))
                #expect(next.goal != .draw && next.theme != theme && !(theme.isWaiting && next.theme?.isWaiting == true))
            }
        }
        let goals = (0..<50).compactMap { _ in attempt(.zugzwang, rating: 1_300).next(of: puzzles, using: &random)?.goal }
        #expect(Set(goals) == Set(PuzzleGoal.allCases).subtracting([.keep, .stop]))
        // The first puzzles become longer with each that is solved, and shorter with each that is missed.
        func lengths(_ scores: [Double]) throws -> [Int] {
            var (tries, lengths) = ([PuzzleTry](), [Int]())
            for score in scores {
                let next = try #require(tries.next(of: puzzles, using: &random))
                #expect(next.goal == .win && !tries.contains { $0.start == next.start.digits })
                lengths.append(next.length)
                tries.append(
                    PuzzleTry(
                        start: next.start.digits, theme: next.theme ?? .zugzwang, score: score,
                        rating: tries.rating.after(score, at: next), day: 20_000, isDaily: false))
            }
            return lengths
        }
        #expect(try lengths([0, 0, 0, 0, 0, 0, 0]) == [1, 1, 1, 1, 1, 1, 1])
        #expect(try lengths([1, 0, 0.5, 1, 0]) == [1, 2, 1, 1, 2])
    }

    @Test("The second hint is no clue to the right column: it stands in the middle about as often as at either end")
    func candidates() throws {
        var middle = 0
        let all = try puzzles()
        for puzzle in all {
            var run = PuzzleRun(puzzle)
            run.hint()
            run.hint()
            let candidates = run.candidates
            #expect(candidates == run.candidates && candidates.contains(run.right) && candidates.count <= 3)
            if candidates.count == 3, candidates[1] == run.right { middle += 1 }
        }
        #expect((2 * all.count / 10...5 * all.count / 10).contains(middle), "\(middle) of \(all.count)")
    }

    @Test("Five puzzles place a beginner: the first is a win in one, there is no number before the end, and no minus after it")
    func placement() throws {
        let machine = FakeEnvironment()
        machine.shelf = try puzzles()
        let seat = Seat(machine: machine)
        seat.type("lp")
        for number in 1...5 {
            let screen = try #require(seat.navigator.top as? PuzzleViewController)
            #expect(seat.shows("\(number) of 5") && seat.shows("your level") && !seat.shows("★"))
            if number == 1 { #expect(seat.shows("Win in 1 move.") && screen.run.puzzle.start.position.nextWin != nil) }
            // The last is missed.
            if number == 5 {
                let right = screen.run.right
                seat.type(
                    String(try #require(Board.columns.first { $0 != right && screen.run.game.reasonAgainst($0) == nil }) + 1))
                machine.work()
                seat.press(.enter)
            }
            for index in stride(from: screen.run.step, to: screen.run.puzzle.solution.count, by: 2) {
                seat.type(String(screen.run.puzzle.solution[index] + 1))
            }
            machine.work()
            #expect(screen.isOver && seat.shows("Your rating begins at ") == (number == 5))
            if number < 5 { seat.press(.enter) }
        }
        let ratings = [1_000] + machine.games.tried.map(\.rating.value)
        #expect(zip(ratings, ratings.dropFirst()).allSatisfy { abs($0 - $1) <= PuzzleRating.mostChange })
        seat.press(.enter)
        #expect(seat.shows("★ \(Int(ratings[5].rounded()))") && !seat.shows("your level"))
        seat.press(.escape)
        seat.type("r")
        #expect(!seat.shows("−") && !seat.shows(" 0 days"))
    }

    @Test("What was missed comes back after a day, and after three when it is missed again, until it is solved")
    func onceMore() throws {
        let (seat, screen) = try seat([Self.wins[0]])
        let day = 86_400_000
        func miss(_ screen: PuzzleViewController) throws {
            let right = screen.run.right
            let wrong = try #require(Board.columns.first { $0 != right && screen.run.game.reasonAgainst($0) == nil })
            seat.type(String(wrong + 1))
            seat.machine.work()
            seat.press(.enter)
            solve(screen)
        }
        func solve(_ screen: PuzzleViewController) {
            for index in stride(from: screen.run.step, to: screen.run.puzzle.solution.count, by: 2) {
                seat.type(String(screen.run.puzzle.solution[index] + 1))
            }
        }
        func open() throws -> PuzzleViewController {
            seat.type("md")
            return try #require(seat.navigator.top as? PuzzleViewController)
        }
        try miss(screen)
        #expect(screen.comments.contains("This puzzle comes back tomorrow."))
        seat.press(.escape)
        seat.type("m")
        #expect(seat.shows("Later") && seat.shows("tomorrow") && seat.shows("What you miss comes back the next day"))
        seat.press(.enter)
        let early = try #require(seat.navigator.top as? PuzzleViewController)
        #expect(seat.shows("You tried it today.") && seat.shows("all the same"))
        solve(early)
        #expect(seat.navigator.recalls.map(\.due) == [seat.navigator.today + 1], "before its day nothing counts")
        #expect(!seat.shows("it does not come back"))
        seat.press(.enter, .escape)
        #expect(seat.navigator.comingBack(.puzzle) == "1 puzzle comes back tomorrow.")
        seat.press(.escape)
        seat.machine.advance(milliseconds: day)
        let rating = seat.machine.games.tried
        seat.press(.character("o"), .escape)
        #expect(seat.shows("1 due"), "the main menu says so")
        seat.type("l")
        #expect(seat.shows("1 due") && seat.shows("Once more"))
        seat.type("m")
        #expect(seat.shows("Today") && seat.shows("Win in 2 moves") && seat.shows("tried yesterday"))
        #expect(seat.shows("You missed it once. Solve it") && seat.shows("it comes back in 3 days."))
        seat.press(.escape)
        let second = try open()
        #expect(second.run.puzzle == screen.run.puzzle && seat.shows("You tried it yesterday.") && seat.shows("1 of 1"))
        #expect(seat.shows("change your rating."))
        try miss(second)
        #expect(second.comments.contains("This puzzle comes back in 3 days."))
        seat.press(.escape, .escape)
        seat.machine.advance(milliseconds: 2 * day)
        #expect(seat.navigator.duePuzzles.isEmpty)
        seat.machine.advance(milliseconds: day)
        let third = try open()
        solve(third)
        #expect(seat.shows("Now you know it") && seat.shows("That is all for today."))
        #expect(seat.machine.games.tried == rating && seat.navigator.recalls.map(\.misses) == [2])
        seat.press(.enter)
        #expect(seat.shows("Nothing comes back now") && seat.shows("You have learned 1 puzzle"), "there is nothing more to do")
        #expect(seat.machine.games.played.map(\.kind.isTraining) == [true, true], "these days count as played")
        seat.machine.advance(milliseconds: 100 * day)
        #expect(seat.navigator.duePuzzles.isEmpty)
    }

    @Test("The pauses are 1, 3, 7 and 21 days, and stay there")
    func pauses() {
        var recall = Recall(.puzzle, "x")
        let days = (0..<5).map { _ in
            recall.miss(on: 100)
            return (recall.due ?? 0) - 100
        }
        var helped = Recall(.puzzle, "y", misses: 1)
        helped.miss(on: 100, isHelped: true)
        #expect(helped.due == 101 && helped.misses == 1, "a hint is no miss")
        #expect(days == [1, 3, 7, 21, 21] && !recall.isDue(on: 120) && recall.isDue(on: 121))
        let all = [
            Recall(.puzzle, "a", misses: 1, due: 8), Recall(.puzzle, "b", misses: 1, due: 5),
            Recall(.opening, "4", misses: 1, due: 5),
        ]
        #expect(all.due(.puzzle, on: 8).map(\.item) == ["b", "a"] && all.later(.puzzle, than: 5).map(\.due) == [8])
        #expect(all[0].missedOn == 7 && all[0].nextPause == 3)
    }

    /// Stores a game against the computer in which this puzzle was missed.
    private func keep(_ puzzle: Puzzle, in machine: FakeEnvironment) throws -> (digits: String, column: Int, id: Int?) {
        let wrong = try #require(Board.columns.first { $0 != puzzle.solution[0] && puzzle.start.reasonAgainst($0) == nil })
        let digits = puzzle.start.digits + String(wrong + 1)
        var id: Int?
        try machine.games.keep(
            GameRecord(
                kind: .computer, opponent: "Computer (Casual)", level: 3, isFirst: puzzle.start.mover == .first, digits: digits,
                result: .unfinished), id: &id)
        return (digits, wrong, id)
    }

    @Test("A mistake in a game of the player's becomes an exercise, once, and the game is named; a review has one come back")
    func ownGames() throws {
        let machine = FakeEnvironment()
        machine.openingBook = { Book.shipped }
        let seat = Seat(machine: machine)
        seat.type("lmg")
        machine.work()
        #expect(seat.shows("You have played no games yet.") && seat.shows("Play the computer"))
        seat.press(.enter, .escape)
        let puzzle = try #require(Puzzle(line: Self.wins[0]))
        let kept = try keep(puzzle, in: machine)
        seat.type("g")
        #expect(seat.shows("Looking through your games…") && seat.shows("1 of 1"))
        machine.work()
        let screen = try #require(seat.navigator.top as? PuzzleViewController)
        #expect(screen.run.puzzle.start == puzzle.start && seat.shows("Your game against Casual"))
        #expect(seat.shows("You played column \(kept.column + 1) there."))
        for index in stride(from: 0, to: screen.run.puzzle.solution.count, by: 2) {
            seat.type(String(screen.run.puzzle.solution[index] + 1))
        }
        #expect(machine.games.tried.isEmpty && seat.navigator.recalls.map(\.due) == [nil])
        seat.type("n")
        machine.work()
        // Earlier mistakes of that game.
        var asked = [puzzle.start.digits]
        while let next = seat.navigator.top as? PuzzleViewController, asked.count < 12 {
            #expect(!asked.contains(next.run.puzzle.start.digits))
            asked.append(next.run.puzzle.start.digits)
            for index in stride(from: 0, to: next.run.puzzle.solution.count, by: 2) {
                seat.type(String(next.run.puzzle.solution[index] + 1))
            }
            machine.work()
            seat.type("n")
            machine.work()
        }
        let known = seat.navigator.recalls.map(\.item)
        #expect(
            (seat.shows("Your last game has no more mistakes") || seat.shows("What is left in your last game"))
                && known.count == asked.count)
        seat.press(.escape)
        #expect(seat.shows("From your games"))
        let other = try #require(Puzzle(line: Self.wins[1]))
        let (digits, _, id) = try keep(other, in: machine)
        let names = ReviewNames(yellow: "You", red: "Bob", me: other.start.mover)
        // The search of a whole game takes long: this is what follows it.
        let review = ReviewViewController(navigator: seat.navigator, game: .of(digits), names: names, storedAs: id)
        review.recallMistake()
        machine.work()
        #expect(seat.navigator.recalls.map(\.item) == known + [other.line], "it comes back")
        review.didLeave()
        seat.press(.escape)
        seat.type("m")
        #expect(seat.shows("From a game of yours") && seat.shows("tomorrow"))
        seat.press(.escape)
        machine.advance(milliseconds: 86_400_000)
        seat.type("m")
        #expect(seat.shows("From a game of yours") && !seat.shows("tried yesterday"), "it was played, and not tried")
    }

    @Test("An early mistake is an exercise, too: one disc keeps the win, and the end says what the game's let slip")
    func earlyMistake() throws {
        let machine = FakeEnvironment()
        machine.openingBook = { Book.shipped }
        let seat = Seat(machine: machine)
        let puzzle = try #require(Self.early())
        let search = PuzzleSearch(with: Solver(book: Book.shipped))
        #expect(search.exercise(at: puzzle.start, insteadOf: puzzle.column, for: .beginner) == nil, "a beginner cannot see it")
        machine.games.tried = [
            PuzzleTry(start: "1", theme: .zugzwang, score: 1, rating: PuzzleRating(value: 2_000), day: 20_000, isDaily: false)
        ]
        var id: Int?
        try machine.games.keep(
            GameRecord(
                kind: .network, opponent: "Bob", isFirst: puzzle.start.mover == .first,
                digits: puzzle.start.digits + String(puzzle.column + 1), result: .unfinished), id: &id)
        seat.type("lmg")
        machine.work()
        let screen = try #require(seat.navigator.top as? PuzzleViewController)
        #expect(screen.run.puzzle.goal == .keep && seat.shows("Only one column keeps your win."))
        #expect(seat.shows("Your game against Bob, ") && screen.run.puzzle.start.moves.count < PuzzleSearch.earliest)
        seat.type("h")
        machine.work()
        #expect(seat.shows("In your game, column \(puzzle.column + 1) "))
        seat.type(String(screen.run.right + 1))
        machine.work()
        let said = screen.comments.joined(separator: " ")
        #expect(
            screen.isOver && said.contains("That column alone keeps the win.") && said.contains("In your game, column"), "\(said)"
        )
        #expect(Puzzle(line: screen.run.puzzle.line) == screen.run.puzzle, "also without a theme")
    }

    @Test("What threw a game away comes before a four in a lost one, if it is within reach: else the page says what is left")
    func withinReach() throws {
        for (rating, starts) in [(1_301.0, ["444446325223"]), (2_000, ["44444632", "444446"])] {
            let machine = FakeEnvironment()
            machine.openingBook = { Book.shipped }
            machine.games.tried = (0..<PuzzleTry.placements).map { _ in
                PuzzleTry(
                    start: "1", theme: .zugzwang, score: 1, rating: PuzzleRating(value: rating), day: 20_000, isDaily: false)
            }
            var id: Int?
            let record = GameRecord(
                kind: .computer, opponent: "Computer (Perfect)", level: 7, isFirst: true, digits: "44444632522365",
                result: .second)
            try machine.games.keep(record, id: &id)
            let seat = Seat(machine: machine)
            seat.type("lmg")
            machine.work()
            for start in starts {
                let screen = try #require(seat.navigator.top as? PuzzleViewController)
                #expect(screen.run.puzzle.start.digits == start && (screen.run.puzzle.goal == .stop) == (rating < 1_500))
                seat.type(String(screen.run.puzzle.solution[0] + 1))
                machine.work()
                #expect(screen.isOver)
                seat.type("n")
                machine.work()
            }
            #expect(rating > 1_500 || seat.shows("Your last game has no puzzle of your level."))
        }
    }

    @Test("Where two or three columns are right, any of them is, and the others are named")
    func severalRight() throws {
        let search = PuzzleSearch(with: Solver(book: Book.shipped))
        var found: Puzzle?
        for shelved in try puzzles().prefix(100) where found == nil {
            let start = shelved.start.prefix(shelved.start.moves.count - 2)
            found = Board.columns.lazy.compactMap { search.exercise(at: start, insteadOf: $0) }.first {
                !$0.others.isEmpty && $0.goal != .win
            }
        }
        let puzzle = try #require(found)
        #expect(Puzzle(line: puzzle.line) == puzzle && puzzle.solved(with: puzzle.others[0]).line == puzzle.line)
        let scores = try #require(Solver(book: Book.shipped).scores(of: puzzle.start.position))
        #expect(Position.right(scores, for: puzzle.goal) == puzzle.solution + puzzle.others)
        let machine = FakeEnvironment()
        machine.openingBook = { Book.shipped }
        let seat = Seat(machine: machine)
        let screen = PuzzleViewController(navigator: seat.navigator, puzzle: puzzle, from: .ownGame)
        seat.navigator.push(screen)
        seat.type(String(puzzle.others[0] + 1))
        machine.work()
        #expect(screen.isOver && screen.run.mistakes == 0 && seat.navigator.recalls.map(\.item) == [puzzle.line])
        #expect(screen.comments.contains { $0.hasPrefix("Column") && $0.hasSuffix("right, too.") }, "\(screen.comments)")
    }

    @Test("A four that was not stopped is an exercise also where the game was lost")
    func stopped() throws {
        let base = try #require(try puzzles().first { $0.theme == .forcedSequence && $0.length > 2 })
        let start = base.game(after: 1)
        let wrong = try #require(Board.columns.first { $0 != base.solution[1] && start.reasonAgainst($0) == nil })
        let puzzle = try #require(PuzzleSearch(with: Solver(tableBytes: 1 << 20)).exercise(at: start, insteadOf: wrong))
        #expect(puzzle.goal == .stop && puzzle.solution == [base.solution[1]] && Puzzle(line: puzzle.line) == puzzle)
        let seat = Seat()
        let screen = PuzzleViewController(navigator: seat.navigator, puzzle: puzzle, from: .ownGame)
        seat.navigator.push(screen)
        #expect(seat.shows("Red threatens four. Stop it."))
        seat.type(String(puzzle.solution[0] + 1))
        #expect(screen.isOver && seat.shows("Only that column stops the"))
    }

    /// An early mistake that makes an exercise: where, and the column played.
    private static func early() -> (start: Game, column: Int)? {
        let search = PuzzleSearch(with: Solver(book: Book.shipped))
        for digits in ["4444421", "444442", "44422", "4443", "4455", "44552", "445562", "435", "4352", "43526", "4465", "44651"] {
            guard let start = try? Game(digits: digits) else { continue }
            for column in Board.columns {
                guard let puzzle = search.exercise(at: start, insteadOf: column), puzzle.goal == .keep, puzzle.others.isEmpty
                else { continue }
                return (start, column)
            }
        }
        return nil
    }

    @Test(arguments: [
        (0, "1970-01-01", "Thursday, 1 January"), (19_782, "2024-02-29", "Thursday, 29 February"),
        (20_784, "2026-11-27", "Friday, 27 November"), (20_818, "2026-12-31", "Thursday, 31 December"),
    ])
    func dates(day: Int, text: String, words: String) {
        #expect(String(day: day) == text && DayWords.sentence(of: day) == words)
        let date = words.drop { $0 != " " }.dropFirst()
        #expect(DayWords.row(text + " 15:04", in: text.prefix(4)) == date + ", 15:04")
        #expect(DayWords.row(text + " 15:04", in: "2000") == date + " " + text.prefix(4))
    }

    @Test("Without a file the menu says so")
    func noPuzzles() {
        let seat = Seat()
        seat.type("lp")
        #expect(seat.shows("The file with the puzzles is missing."))
    }

    @Test("In text mode the goal, the moves and the hints are said, and digits drop discs")
    func lines() throws {
        let machine = FakeEnvironment()
        machine.shelf = try [Self.wins[0]].map { try #require(Puzzle(line: $0)) }
        machine.games.tried = Self.placed
        let listener = Listener(machine: machine)
        _ = listener.type("l")
        let said = listener.type("p")
        #expect(
            said.contains { $0.contains("Win in 2 moves.") }
                && said.last?.hasSuffix("Type board to hear it. Find the first move.") == true, "\(said)")
        #expect(listener.type("h").contains { $0.contains("Make two threats at once") })
        let puzzle = machine.shelf[0]
        let answer = listener.type(String(puzzle.solution[0] + 1))
        #expect(answer.contains { $0.contains("Yellow: column \(puzzle.solution[0] + 1)") }, "\(answer)")
        #expect(listener.type("b").contains { $0.hasPrefix("Row 1:") })
        let end = listener.type(String(puzzle.solution[2] + 1))
        #expect(end.contains { $0.contains("Solved!") } && end.contains("n: Go to another puzzle."))
    }

    @Test("In text mode the solution is said at once, without the hint of the move before")
    func spokenSolution() throws {
        let machine = FakeEnvironment()
        machine.shelf = try [Self.wins[0]].map { try #require(Puzzle(line: $0)) }
        machine.games.tried = Self.placed
        let listener = Listener(machine: machine)
        listener.type("l", "p", "h")
        let solution = machine.shelf[0].solution
        listener.type(String(try #require(Board.columns.first { $0 != solution[0] }) + 1))
        machine.work()
        let said = listener.type("s")
        #expect(said.count { $0.contains("column ") && $0.contains("row ") } >= solution.count, "\(said)")
        #expect(
            !said.contains { $0.contains("Make two threats at once") } && said.contains { $0.contains("The solution: columns") })
    }

    @Test(arguments: Size.small + Size.usual) func screens(size: Size) throws {
        let (seat, _) = try seat([Self.wins[0]], size: size)
        Snapshot.check(seat.navigator, "puzzle")
    }
}
