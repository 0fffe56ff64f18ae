// The page of progress, in memory: without and with puzzles and games, in words, and as a file.

import Engine
import Screen
import Session
import TestSupport
import Testing

@testable import Play

nonisolated private let sizes = [
    Size(width: 29, height: 10), Size(width: 40, height: 12), Size(width: 60, height: 17), Size(width: 80, height: 24),
    Size(width: 120, height: 40), Size(width: 200, height: 60),
]

@Suite struct ProgressTests {
    private func attempt(
        _ theme: PuzzleTheme = .doubleThreat, score: Double = 1, rating: Double = 1_200, day: Int, isDaily: Bool = false
    ) -> PuzzleTry {
        PuzzleTry(
            start: "4455", theme: theme, score: score, rating: PuzzleRating(value: rating), day: day, isDaily: isDaily)
    }

    /// The page with forty tries of puzzles and fourteen games.
    private func progress(size: Size = Size(width: 80, height: 24), glyphs: Glyphs = .unicode) throws -> Seat {
        let seat = Seat(size: size, glyphs: glyphs)
        let today = seat.navigator.today
        for index in 0..<40 {
            let theme = PuzzleTheme.allCases[index * index % 5]
            let score = index % 3 == 0 ? 0 : index % 7 == 0 ? 0.5 : 1
            seat.machine.games.tried.append(
                attempt(
                    theme, score: score, rating: Double(1_200 + index * 6 + index % 4 * 9), day: today - 39 + index,
                    isDaily: score > 0 || index > 4))
        }
        for index in 0..<14 {
            var id: Int?
            let level = 2 + index % 3
            try seat.machine.games.keep(
                GameRecord(
                    kind: .computer, opponent: "", level: level, isFirst: true, digits: shortWin,
                    result: index % 4 == 1 ? .second : .first, firstAccuracy: 55 + index * 17 % 40), id: &id)
        }
        seat.type("lr")
        return seat
    }

    @Test(arguments: sizes) func withoutAnythingItSaysSo(size: Size) {
        let seat = Seat(size: size)
        seat.type("lr")
        #expect(seat.shows("Progress") && seat.shows("Nothing here yet.") && seat.shows("Lesson"))
        seat.press(.right, .character("e"))
        #expect(seat.machine.exported.isEmpty)
        seat.press(.enter)
        #expect(seat.navigator.top is LessonViewController)
        seat.press(.escape)
        seat.press(.escape)
        #expect(seat.shows("Learn"))
    }

    @Test func streaksChangesAndThemesAreCounted() {
        let tries = [
            attempt(.zugzwang, score: 0, rating: 1_150, day: 10), attempt(day: 11, isDaily: true),
            attempt(day: 12, isDaily: true), attempt(score: 0.5, day: 13, isDaily: true), attempt(day: 14),
            attempt(.oddThreat, score: 0, day: 15), attempt(.zugzwang, score: 0, day: 16),
            attempt(rating: 1_260, day: 17, isDaily: true),
        ]
        #expect(tries.longestStreak == 3 && tries.streak(on: 18) == 1 && [PuzzleTry]().longestStreak == 0)
        #expect(tries.missedThemes.map(\.theme) == [.zugzwang, .oddThreat])
        #expect(tries.missedThemes.map(\.missed) == [2, 1] && tries.missedThemes.map(\.count) == [2, 1])
        #expect(tries.change(inLast: 30, to: 18) == 60 && tries.change(inLast: 3, to: 18) == 60)
        #expect(Array(tries.dropLast(4)).change(inLast: 30, to: 18) == nil, "before there is a rating")
        let fall = [attempt(rating: 1_190, day: 18)]
        #expect((tries + fall).change(inLast: 1, to: 18) == nil, "no minus for beginners")
        let strong = attempt(rating: 1_400, day: 17)
        #expect((tries + [strong, attempt(rating: 1_390, day: 18)]).change(inLast: 1, to: 18) == -10)
        #expect(tries.change(inLast: 1, to: 18) == nil && [PuzzleTry]().change(inLast: 30, to: 18) == nil)
    }

    @Test func theRangeOfRatingsIsWholeHundreds() {
        #expect(ProgressWords.range(of: [1_234]) == 1_200...1_300 && ProgressWords.range(of: [1_200]) == 1_200...1_300)
        #expect(ProgressWords.range(of: [980, 1_201]) == 900...1_300)
    }

    @Test func aHigherScreenShowsTwoPages() throws {
        let seat = try progress()
        #expect(
            seat.shows("1 of 2") && seat.shows("Rating: Steady") && seat.shows("39 points to Strong")
                && seat.shows("Days played   the last five weeks"))
        #expect(seat.shows("Rating over 36 puzzles") && seat.shows("First steps") && seat.shows("of 14 "))
        #expect(seat.shows("Next: Puzzles of the kind that you miss most often, Forced"))
        seat.press(.right)
        #expect(seat.shows("2 of 2") && seat.shows("Accuracy over 14 games") && seat.shows("Beginner"))
        seat.press(.right)
        #expect(seat.shows("1 of 2"))
        seat.press(.left)
        #expect(seat.shows("2 of 2"))
    }

    @Test func aSmallScreenShowsAPartAtATime() throws {
        let seat = try progress(size: Size(width: 60, height: 17))
        #expect(seat.shows("Your rating 1461 is level 4 of 7") && seat.shows("Daily puzzle streak: "))
        seat.press(.right)
        #expect(
            seat.shows("Rating over 36 puzzles") && seat.shows("1500 ·") && seat.shows("1200 ·") && seat.shows("35 puzzles ago"))
        seat.press(.down)
        #expect(seat.shows("Accuracy over 14 games") && seat.shows("100 ·") && seat.shows("●"))
        seat.press(.right)
        #expect(seat.shows("Beginner") && seat.shows("Steady"))
        seat.press(.right)
        #expect(seat.shows("Puzzles missed, out of those tried") && seat.shows("Double threat"))
        seat.press(.right)
        #expect(seat.shows("Games and puzzles a day") && seat.shows("ten or more"))
        seat.press(.right)
        #expect(seat.shows("Your rating "))
        seat.press(.up)
        #expect(seat.shows("Games and puzzles a day"))
    }

    /// 17 July 2026 is a Friday.
    @Test func theDaysFillWithWhatWasPlayed() {
        let canvas = Canvas(size: Size(width: 20, height: 11))
        let counts = ["2026-07-17": 1, "2026-07-16": 4, "2026-07-13": 10, "2026-07-11": 9]
        let map = DaysMap(counts: counts, today: 20_651, glyphs: .unicode)
        map.draw(on: canvas, in: Rect(x: 0, y: 0, width: 9, height: 11))
        #expect(
            canvas.lines.prefix(8) == [
                "Games an…", "Mon ·· ██", "Tue ·· ··", "Wed ·· ··", "Thu ·· ▒▒", "Fri ·· ░░", "Sat ▒▒", "Sun ··",
            ])
        #expect(map.days(inLast: 5) == 3 && map.days(inLast: 30) == 4)
    }

    @Test("A beginner sees first steps instead of empty plots, and what was missed comes first")
    func firstSteps() throws {
        let seat = Seat()
        seat.machine.shelf = try [#require(Puzzle(line: "52432112434432675367 656 w23"))]
        seat.machine.games.tried = [attempt(day: seat.navigator.today), attempt(score: 0, day: seat.navigator.today)]
        seat.type("lr")
        #expect(seat.shows("First steps") && seat.shows("✓") == false && seat.shows("Find your level: 2 of 5 puzzles"))
        #expect(seat.shows("Puzzles solved") && seat.shows("Days played") && !seat.shows("1 of 2") && !seat.shows("Accuracy"))
        #expect(seat.shows("Next: Lesson 1, Four in a row wins.") && !seat.shows("Double threat"), "lessons come first")
        seat.press(.escape)
        seat.machine.games.recalled = [Recall(.puzzle, seat.machine.shelf[0].line, misses: 1, due: seat.navigator.today)]
        let later = PlayedGame(PuzzleViewController.laterTry, isWon: true, score: nil)
        seat.machine.games.played = [PlayedGame(.training("once-more"), isWon: true, score: nil)]
        seat.type("r")
        #expect(seat.shows("Next: 1 puzzle that you missed comes back today."))
        Snapshot.check(seat.navigator, "progress-first")
        #expect((seat.navigator.top as? ProgressViewController)?.days.counts["2026-11-21"] == 1, "days of Once more are played")
        seat.machine.games.played = [later]
        let screen = ProgressViewController(navigator: seat.navigator)
        seat.navigator.push(screen)
        #expect(screen.words.firstSteps.allSatisfy { !$0.isDone }, "what was found at a later try was missed")
        seat.press(.escape, .enter)
        #expect((seat.navigator.top as? PuzzleViewController)?.source == .due)
        seat.machine.games.practised = ["4455": 3]
        seat.navigator.push(ProgressViewController(navigator: seat.navigator))
        #expect(seat.shows("First steps") && seat.shows("Stars in Practice") && !seat.shows("1 of 2"), "one page has both")
    }

    @Test("What was trained besides stands on a page of its own part, with the best of each")
    func training() throws {
        let machine = try progress().machine
        machine.games.practised = ["4455": 3, "44551": 2]
        machine.games.recalled = [Recall(.opening, "41"), Recall(.opening, "42")]
        machine.games.played = [7, 12, 9].map { PlayedGame(Race.untilMistake.scored, isWon: false, score: $0) }
        let seat = Seat(machine: machine)
        seat.type("lr")
        seat.press(.right)
        #expect(
            seat.shows("Training") && seat.shows("best 12") && seat.shows("2 of 4 replies") && seat.shows("Stars in Practice"))
        #expect(seat.shows("Beginner") && seat.shows("Accuracy over 14 games"))
        let listener = Listener(machine: machine)
        let heard = listener.type("l", "r").joined(separator: "\n")
        #expect(
            heard.contains("Until the first mistake: best 12.") && heard.contains("Your rating 1461 is level 4 of 7, Steady."))
    }

    /// A puzzle of the theme that was missed most often, and then another.
    @Test func thatThemeIsPractised() throws {
        let seat = try progress()
        seat.machine.shelf = PuzzleTheme.allCases.flatMap { theme in
            ["4455", "44551"].compactMap { digits in
                (try? Game(digits: digits)).map {
                    Puzzle(start: $0, goal: .win, solution: [3], theme: theme, level: .casual)
                }
            }
        }
        seat.press(.enter)
        let first = try #require(seat.navigator.top as? PuzzleViewController)
        #expect(first.run.puzzle.theme == .forcedSequence)
        seat.press(.character("n"))
        #expect((seat.navigator.top as? PuzzleViewController)?.run.puzzle.theme == .forcedSequence)
        seat.press(.escape)
        #expect(seat.shows("Progress"))
    }

    @Test func aLargeScreenShowsAll() throws {
        let seat = try progress(size: Size(width: 120, height: 40))
        for words in [
            "Rating over 36 puzzles", "Accuracy over 14 games", "Puzzles missed, out of those tried", "Levels",
            "Games and puzzles a day",
            "Games won", "Daily puzzle streak",
        ] {
            #expect(seat.shows(words))
        }
        let plain = try progress(size: Size(width: 120, height: 40), glyphs: .ascii)
        #expect(plain.lines.allSatisfy { $0.unicodeScalars.allSatisfy(\.isASCII) })
    }

    @Test func theProgressInWords() throws {
        let machine = try progress().machine
        let listener = Listener(machine: machine)
        let heard = listener.type("l", "r").joined(separator: "\n")
        #expect(heard.contains("Rating: from 1224 to 1461, lowest 1224, highest 1461."))
        #expect(heard.contains("Accuracy over your last 10 games: ") && heard.contains("Accuracy: from 55 to "))
        #expect(heard.contains("Beginner: won ") && heard.contains("Missed most often: Forced sequence 6 of 16, "))
        #expect(heard.contains("Solved 26 of 40 puzzles without a wrong disc."))
        let silent = Listener()
        let nothing = silent.type("l", "r").joined(separator: " ")
        #expect(
            nothing.contains("Nothing here yet.") && nothing.contains("n: Lesson 1, Four in a row wins."), "\(nothing)")
    }

    @Test func everythingIsExported() throws {
        let seat = Seat()
        seat.machine.games.tried = [
            attempt(day: 20_000), attempt(.zugzwang, score: 0.5, rating: 1_217.6, day: 20_001, isDaily: true),
        ]
        for name in ["=SUM(\"a\",1)", "Bob"] {
            var id: Int?
            try seat.machine.games.keep(
                GameRecord(
                    kind: .network, opponent: name, isFirst: false, digits: shortWin, result: .first, secondAccuracy: 61), id: &id
            )
        }
        seat.type("lre")
        let (name, text) = try #require(seat.machine.exported.first.map { ($0.key, $0.value) })
        #expect(name == "fourinarow-progress-2027-01-15.csv" && seat.shows("Your progress is in "))
        let rows = text.split(separator: "\r\n").map { String($0) }
        #expect(
            rows == [
                "kind,date,moves,theme,score,rating,daily,opponent,level,result,accuracy",
                "puzzle,2024-10-04,4455,double threat,1,1200,no,,,,", "puzzle,2024-10-05,4455,zugzwang,0.5,1218,yes,,,,",
                "game,2026-11-01 15:04,\(shortWin),,,,,\"'=SUM(\"\"a\"\",1)\",,lost,61",
                "game,2026-11-02 15:04,\(shortWin),,,,,Bob,,lost,61",
            ])
        let failing = try progress()
        failing.machine.saveFailure = .fileIsThere(path: "/home/x.csv")
        failing.type("e")
        #expect(failing.shows("/home/x.csv"))
        failing.press(.escape)
        failing.machine.games.failure = .gamesNotUsable(path: "/games.db", .diskFull)
        failing.press(.escape)
        failing.type("r")
        #expect(failing.shows("disk is full"))
    }

    @Test(arguments: Size.small + Size.usual + Size.wide) func snapshots(size: Size) throws {
        let seat = try progress(size: size)
        Snapshot.check(seat.navigator, "progress")
        guard size.width < 120 else { return }
        for part in size.height < 20 ? ["rating", "accuracy", "levels", "themes", "days"] : ["accuracy"] {
            seat.press(.right)
            Snapshot.check(seat.navigator, "progress-\(part)")
        }
    }
}
