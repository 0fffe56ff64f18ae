// The review of a game and the history of games, in memory.

import Engine
import Foundation
import Screen
import Session
import TestSupport
import Testing

@testable import Play

/// A game whose judging does not take long.
private let digits = "2626223541436446141511462163373375"

@Suite struct ReviewScreenTests {
    /// A shared game that is over, with the review open. Only its last moves are judged: the test says how many.
    private func reviewed(_ game: String, size: Size = Size(width: 80, height: 24)) -> Seat {
        let seat = Seat(size: size)
        seat.press(.character("3"))
        seat.type(game)
        seat.endTheEnd()
        seat.press(.character("v"))
        return seat
    }

    @Test func vOpensTheReviewAfterTheEnd() {
        let seat = Seat()
        seat.press(.character("3"))
        seat.type("445v")
        #expect(seat.game != nil, "not before")
        seat.press(.character("q"))
        let over = reviewed(shortWin)
        #expect(over.shows("Review  ● Yellow  Red ◉") && over.shows("7/7") && over.shows("Reviewed 0/7"))
        over.press(.escape)
        #expect(over.game != nil && over.machine.workers.allSatisfy(\.isStopped))
    }

    /// V while the last disc still falls is too early; V while the four still blink ends the blinking.
    @Test func theReviewEndsTheBlinking() {
        let seat = seatAgainstComputer(position: "112233", settings: Settings())
        seat.press(.character("4"), .character("v"))
        #expect(seat.game?.falling != nil)
        while seat.game?.falling != nil { seat.machine.advance(milliseconds: 1) }
        seat.endTheEnd()
        #expect(seat.machine.isWaiting)
        seat.press(.character("v"))
        seat.machine.advance(milliseconds: 1000)
        #expect(seat.shows("7/7") && !seat.shows("We have a winner"))
    }

    @Test func theBoardIsSteppedThrough() {
        let seat = reviewed(shortWin)
        seat.press(.left)
        #expect(seat.shows("6/7") && seat.shows("Move 6: Red, column 2"))
        seat.press(.home)
        #expect(seat.shows("0/7") && seat.shows("Before the first move"))
        seat.press(.left)
        #expect(seat.shows("0/7"))
        seat.press(.right, .right)
        #expect(seat.shows("Move 2: Red, column 2"))
        seat.press(.end, .right)
        #expect(seat.shows("7/7") && seat.shows("Move 7: Yellow, column 1"))
        #expect(seat.navigator.canvas.roles.contains { $0.contains("*") }, "the four have white cores")
    }

    @Test func theReviewOfAGameFromTheCommandLine() throws {
        let seat = Seat()
        try seat.navigator.open(.review(digits: digits))
        #expect(seat.shows("34/34") && seat.shows("Yellow to move"))
        seat.press(.left)
        #expect(seat.shows("34/34") && seat.shows("Move 34: Red, column 5"))
        seat.press(.escape)
        #expect(seat.shows("Host a game"))
    }

    /// A review whose last eight moves are judged.
    private func judged(size: Size = Size(width: 80, height: 24)) -> Seat {
        let seat = Seat(size: size)
        let review = ReviewViewController(
            navigator: seat.navigator, match: .of(digits), names: ReviewNames(yellow: "You", red: "Bob", me: .first), keptAs: nil)
        seat.navigator.push(review)
        review.judge(last: 8)
        return seat
    }

    /// The roles of the row above the board, at its scores.
    private func scores(_ seat: Seat) -> [(text: Character, role: Role)] {
        seat.navigator.draw()
        let layout = ReviewLayout(in: seat.navigator.area).board
        return Board.columns.map { column in
            let cell = seat.navigator.canvas[layout.centre(ofColumn: column), layout.scores]
            return (Unicode.Scalar(cell.scalar).map { Character($0) } ?? " ", cell.role)
        }
    }

    @Test func theScoresAreThoseBeforeTheMoveWithItsOwnMarked() {
        let seat = judged()
        seat.press(.left)
        #expect(seat.shows("Move 34: Bob, column 5") && seat.shows("Score +2 → 0") && seat.shows("Best: 2"))
        let row = scores(seat)
        #expect(row[4] == ("0", .selected) && row[1] == ("2", .key), "its own is marked, and the best")
        let layout = ReviewLayout(in: seat.navigator.area).board
        let best = layout.centre(of: Square(column: 1, row: 5))
        let cells = (best.y - 1...best.y + 1).flatMap { y in (best.x - 2...best.x + 2).map { seat.navigator.canvas[$0, y] } }
        #expect(
            cells.contains { $0.role == .hint || $0.ground == .hint }
                && cells.contains { $0.role == .redDisc || $0.ground == .redDisc })
    }

    @Test func anUnfinishedGameSaysWhatCouldComeNext() {
        let seat = judged()
        #expect(seat.shows("You to move") && seat.shows("Only column 5 holds the draw.") && scores(seat)[4] == ("0", .key))
        seat.press(.end, .left, .right, .right)
        #expect(seat.shows("You to move"))
    }

    @Test func whatHasNoRoomIsOnAKey() {
        let seat = judged(size: Size(width: 29, height: 10))
        seat.press(.left)
        #expect(seat.shows("34. Mistake +2 → 0") || seat.shows("34. Bob 5: Mistake +2 → 0"))
        seat.press(.character("v"))
        #expect(seat.shows("Mistake") && seat.shows("Best: 2") && seat.shows("decisive"))
        seat.press(.character("g"))
        #expect(seat.shows("0┤") && seat.shows("?"))
        seat.press(.character("m"))
        #expect(seat.lines.contains { $0.contains("17") && $0.contains("5") })
        seat.press(.character("m"))
        #expect(seat.shows("◉<"))
        let roomy = judged(size: Size(width: 200, height: 60))
        #expect(roomy.shows("0┤") && roomy.shows("17") && roomy.shows("Only column 5"), "all at once")
    }

    /// The help lists the keys of what there is no room for, and no others.
    @Test(arguments: [
        (Size(width: 29, height: 10), "VGM"), (Size(width: 80, height: 24), "M"), (Size(width: 200, height: 60), ""),
    ])
    func onlyWhatHasNoRoomHasAKey(size: Size, keys: String) {
        let seat = judged(size: size)
        let help = HelpView(bindings: seat.navigator.top?.bindings ?? [])
        let pages = ["V": "what is said of the move", "G": "Show the graph", "M": "the list of moves"]
        let listed = pages.filter { page in help.sentences.contains { $0.contains(page.value) } }
        #expect(Set(listed.keys) == Set(keys.map { String($0) }))
    }

    @Test func theListTakesTheGraphsPlaceBesideTheBoard() {
        let seat = judged()
        seat.press(.left)
        #expect(seat.shows("0┤") && !seat.shows("17  7"))
        seat.press(.character("m"))
        #expect(!seat.shows("0┤") && seat.shows("17  7") && seat.shows("Move 34: Bob, column 5") && seat.shows("Best: 2"))
        seat.press(.character("e"), .character("m"))
        #expect(seat.shows("0┤"))
    }

    @Test func scoresOfTwoDigitsDoNotTouch() {
        func texts(_ width: Int, _ height: Int) -> [String] {
            let layout = BoardLayout(in: Rect(x: 0, y: 1, width: width, height: height - 2))
            return [18, 9, 0, -9, -10].map { Insight.text(of: $0, on: layout) }
        }
        #expect(texts(29, 10) == ["++", "+9", "0", "-9", "--"])
        #expect(texts(44, 18) == ["+18", "+9", "0", "-9", "-10"] && texts(80, 24) == texts(44, 18))
        for (size, count) in [(Size(width: 29, height: 10), 1), (Size(width: 80, height: 24), 0)] {
            #expect(judged(size: size).navigator.top?.notes.count { $0.sign == "++ --" } == count)
        }
    }

    @Test func theComputerPlaysOnAsInThatGame() throws {
        let record = GameRecord(
            kind: .computer, opponent: "Computer (Strong)", level: 5, isFirst: true, digits: digits, result: .unfinished)
        let seat = Seat()
        seat.navigator.push(
            ReviewViewController(navigator: seat.navigator, match: .of(digits), names: ReviewNames(of: record), keptAs: nil))
        seat.press(.character("t"))
        #expect(seat.shows("After move 34: computer  Strong"))
        seat.press(.enter)
        #expect(seat.game?.duel.seat.level == 5)
    }

    @Test func onTheSmallestScreenWhereOnePlaysOnFromIsNotCut() {
        let seat = judged(size: Size(width: 29, height: 10))
        seat.press(.left, .character("t"))
        for words in ["Before 34: computer", "Before 34: both sides", "After 34: computer", "After 34: both sides"] {
            #expect(seat.shows(words))
        }
    }

    /// The words beside the board begin where its headline has ended.
    @Test func theHeadlineStaysAboveASmallBoard() {
        let seat = Seat(size: Size(width: 60, height: 20))
        let names = ReviewNames(yellow: "You", red: "Tiger", me: .first)
        seat.navigator.push(ReviewViewController(navigator: seat.navigator, match: .of(digits), names: names, keptAs: nil))
        seat.press(.left)
        let panel = ReviewLayout(in: seat.navigator.area).panel?.words.x ?? 0
        let row = seat.lines.first { $0.contains("34. Tiger, column 5") }
        #expect(row.map { $0.prefix(panel).hasSuffix("  ") } == true)
    }

    @Test func onePlaysOnFromAnyPositionAndComesBack() throws {
        let seat = judged()
        seat.press(.left, .character("t"))
        #expect(seat.shows("Instead of move 34: computer") && seat.shows("After move 34: both sides"))
        seat.press(.character("2"))
        let game = try #require(seat.game)
        #expect(game.duel.isShared && game.duel.game.digits == String(digits.dropLast()) && game.duel.me == .first)
        seat.press(.character("2"))
        #expect(game.duel.game.digits == String(digits.dropLast()) + "2")
        seat.machine.advance(milliseconds: 10)
        #expect(seat.machine.games.kept.isEmpty, "what is tried out is no game to keep")
        seat.press(.character("q"))
        #expect(seat.shows("Review  ● You  Bob ◉") && seat.shows("34/34"))
        seat.press(.character("t"), .character("3"))
        let other = try #require(seat.game)
        #expect(other.duel.seat.level == 2 && other.gameState == .myTurn && other.duel.game.digits == digits)
        seat.press(.character("q"), .home, .character("t"))
        #expect(seat.shows("From the first move: computer"))
    }

    @Test func everyMistakeHasASentence() {
        var review = Review(of: .of(digits))
        let solver = Solver()
        for _ in 0..<12 { _ = review.judgeNext(with: solver) }
        let judged = review.judgements.compactMap { $0 }
        #expect(judged.contains { $0.mark != .best } && judged.contains { $0.mark != .best && $0.reason == nil })
        #expect(judged.allSatisfy { ($0.sentence == nil) == ($0.mark == .best) })
    }

    @Test func namesAreThoseOfTheGame() {
        let record = GameRecord(
            kind: .computer, opponent: "Computer (Casual)", level: 3, isFirst: false, digits: "4", result: .unfinished)
        let names = ReviewNames(of: record)
        #expect(names.name(of: .first) == "Computer (Casual)" && names.name(of: .second) == "You" && names.me == .second)
        #expect(ReviewNames(opponent: .shared, name: "", isFirst: true).name(of: .second) == "Red")
    }
}

@Suite struct HistoryTests {
    @Test func everyMoveIsKept() throws {
        let seat = seatAgainstComputer(level: 3)
        let history = seat.machine.games
        seat.machine.advance(milliseconds: 0)
        #expect(history.kept.isEmpty, "a game without a move is none")
        seat.press(.character("4"))
        seat.machine.advance(milliseconds: 0)
        #expect(history.kept.map(\.record.digits) == ["4"] && history.writes == 1)
        seat.machine.work()
        seat.machine.advance(milliseconds: 0)
        #expect(history.kept.count == 1 && history.writes == 2)
        let record = try #require(history.kept.first?.record)
        #expect(record.kind == .computer && record.level == 3 && record.isFirst && record.result == .unfinished)
        #expect(record.digits == seat.game?.duel.game.digits)
        seat.press(.character("u"))
        seat.press(.character("q"))
        #expect(history.kept.first?.record.digits == "" && history.writes == 3, "leaving keeps what is not kept yet")
    }

    @Test func everyKindOfGameIsKept() {
        let table = Table()
        table.play(shortWin)
        for (seat, isFirst) in [(table.host, true), (table.guest, false)] {
            seat.machine.advance(milliseconds: 0)
            let record = seat.machine.games.kept.first?.record
            #expect(record?.kind == .network && record?.isFirst == isFirst && record?.result == .first)
            #expect(record?.opponent.isEmpty == false && record?.digits == shortWin)
        }
        let seat = Seat()
        seat.press(.character("3"))
        seat.type(shortWin)
        seat.endTheEnd()
        seat.type("r44")
        seat.press(.character("q"))
        #expect(seat.machine.games.kept.map(\.record.digits) == [shortWin, "44"])
        #expect(seat.machine.games.kept.map(\.record.result) == [.first, .unfinished])
    }

    @Test func aDiskThatFailsIsToldOnceAndTheGameGoesOn() {
        let seat = Seat()
        seat.machine.games.failure = .gamesNotUsable(path: "/games.db", .diskFull)
        seat.press(.character("3"), .character("4"))
        seat.machine.advance(milliseconds: 0)
        #expect(seat.shows("the disk is full."))
        seat.press(.character("4"))
        seat.machine.advance(milliseconds: 0)
        #expect(!seat.shows("the disk is full.") && seat.game?.duel.game.digits == "44")
        seat.machine.games.failure = nil
        seat.press(.character("5"))
        seat.machine.advance(milliseconds: 0)
        #expect(seat.machine.games.kept.map(\.record.digits) == ["445"], "with the next move all of it is kept")
    }

    /// A seat with a few games kept, and the history open.
    private func seatWithHistory(size: Size = Size(width: 80, height: 24)) throws -> Seat {
        let seat = Seat(size: size)
        try fill(seat.machine.games)
        seat.open("History")
        return seat
    }

    @Test func gamesAreListedNewestFirst() throws {
        let seat = try seatWithHistory()
        let rows = seat.lines.filter { $0.contains("#") }
        #expect(rows.count == 5 && rows[0].contains("#5") && rows[0].contains("Computer (Casual)"))
        #expect(rows[0].contains("unfinished      4") && rows[4].contains("won             7       92%"))
        seat.press(.right)
        #expect(seat.shows("History: Computer (Casual)") && seat.shows("2 games"))
        seat.press(.right)
        #expect(seat.shows("History: Two players") && seat.shows("1 game"))
        seat.press(.left, .left)
        #expect(seat.shows("5 games"))
    }

    @Test func anEmptyHistorySaysSo() {
        let seat = Seat()
        seat.open("History")
        #expect(seat.shows("No games yet."))
        seat.press(.enter, .character("s"), .character("r"), .escape)
        #expect(seat.shows("Host a game"))
    }

    @Test func anUnfinishedGameGoesOn() throws {
        let seat = try seatWithHistory()
        seat.press(.character("r"))
        let game = try #require(seat.game)
        #expect(game.duel.game.digits == "4453" && game.duel.seat.level == Level.casual.rawValue && game.duel.me == .second)
        #expect(game.gameState == .yourTurn)
        seat.machine.work()
        seat.machine.advance(milliseconds: 0)
        #expect(seat.machine.games.kept.count == 5 && seat.machine.games.kept[4].record.digits == game.duel.game.digits)
        #expect(game.duel.game.moves.count == 5)
        seat.press(.character("q"), .character("q"))
    }

    @Test func aFinishedGameIsReviewed() throws {
        let seat = try seatWithHistory()
        seat.press(.end, .enter)
        #expect(seat.shows("Review  ● You  Bob ◉") && seat.shows("7/7"))
        seat.press(.escape)
        #expect(seat.shows("History"))
    }

    @Test func aGameIsExported() throws {
        let seat = try seatWithHistory()
        seat.press(.end, .character("x"))
        #expect(seat.shows("Export game 1") && seat.shows("fourinarow-1.svg"))
        seat.press(.character("1"))
        #expect(seat.machine.exported == ["fourinarow-1-digits.txt": shortWin + "\n"])
        #expect(seat.shows("Game 1 is in /home/fourinarow-1-digits.txt.") && seat.shows("History"))
        for key in "234" { seat.press(.character("x"), .character(key.unicodeScalars.first ?? "4")) }
        #expect(seat.machine.exported["fourinarow-1.txt"]?.contains("X tiger\nO Bob") == true)
        #expect(seat.machine.exported["fourinarow-1.svg"]?.hasPrefix("<svg") == true)
        #expect(seat.machine.exported["fourinarow-1.cast"]?.hasPrefix("{") == true)
        seat.machine.saveFailure = .fileNotWritten(path: "/home", .other("no space left on device"))
        seat.press(.character("x"), .enter)
        #expect(seat.shows("no space left on device."))
        seat.press(.character("x"), .escape, .escape)
        #expect(seat.shows("Host a game"))
    }

    @Test func damagedMovesAreASentence() throws {
        let seat = Seat()
        var id: Int?
        try seat.machine.games.keep(
            GameRecord(kind: .network, opponent: "x", isFirst: true, digits: "4x", result: .draw), id: &id)
        seat.open("History")
        seat.press(.enter)
        #expect(seat.shows("Game 1 cannot be read"))
    }

    @Test func statisticsCountEveryOpponent() throws {
        let history = FakeHistory()
        try fill(history)
        let statistics = Statistics(of: try history.games())
        #expect(statistics.lines.map(\.opponent) == ["Bob", "Computer (Casual)"])
        #expect(statistics.lines[0].tally.won == 1 && statistics.lines[0].tally.lost == 1)
        #expect(statistics.all.games == 3 && statistics.streakWords == "Lost the last 2")
        #expect(statistics.accuracies == [92, 61])
        let seat = try seatWithHistory()
        seat.press(.character("s"))
        #expect(seat.shows("Lost the last 2") && seat.shows("Accuracy over your last 2 games: 77%"))
    }

    /// No column moves, and no result is cut, however narrow the screen.
    @Test(arguments: 20...100) func columnsLineUp(width: Int) throws {
        let history = FakeHistory()
        try fill(history)
        let games = try history.games()
        let rows = HistoryRows(of: games, width: width)
        #expect(Set(rows.rows.map { TextWidth.of($0) }).count == 1 && TextWidth.of(rows.head) <= width)
        let starts = zip(rows.rows, games).map { row, game in
            row.range(of: game.record.resultWord)?.lowerBound.utf16Offset(in: row)
        }
        #expect(Set(starts).count == 1 && starts[0] != nil)
    }

    @Test func theChosenGameIsSeenWhereThereIsRoom() throws {
        let seat = try seatWithHistory(size: Size(width: 120, height: 40))
        let (yellow, red) = discs(seat)
        #expect(yellow > 0 && red > 0)
        #expect(discs(try seatWithHistory()) == (0, 0))
    }

    private func discs(_ seat: Seat) -> (Int, Int) {
        seat.navigator.draw()
        let canvas = seat.navigator.canvas
        let roles = (0..<canvas.size.height).flatMap { y in (0..<canvas.size.width).map { canvas[$0, y].role } }
        return (roles.count { $0 == .yellowDisc }, roles.count { $0 == .redDisc })
    }

    @Test func streaksCountFromTwo() throws {
        let won = GameRecord(kind: .computer, opponent: "", level: 4, isFirst: true, digits: shortWin, result: .first)
        var lost = won
        lost.result = .second
        func statistics(_ records: [GameRecord]) -> Statistics {
            Statistics(of: records.enumerated().map { KeptGame(id: $0.offset + 1, date: "", record: $0.element) })
        }
        #expect(statistics([won, lost]).streakWords.isEmpty && statistics([won, lost]).longestRunWords.isEmpty)
        let long = statistics([lost, won, won, won, lost, won, won])
        #expect(long.streakWords.isEmpty && long.longestRunWords == "Longest winning streak: 3")
        #expect(long.levels[.steady]?.won == 5 && long.levels[.steady]?.lost == 2)
    }

    @Test func reviewAllShowsHowFarItIsAndStops() throws {
        let seat = try seatWithHistory()
        seat.press(.character("s"))
        #expect(seat.shows("2 games not reviewed yet (A)"), "one more cannot be read")
        seat.press(.character("a"))
        let worker = try #require(seat.machine.workers.last)
        #expect(seat.shows("Reviewing 1/2 ░") && worker.isBusy)
        seat.press(.character("a"))
        #expect(worker.isStopped && seat.shows("2 games not reviewed yet (A)"))
        seat.press(.character("a"), .escape)
        #expect(seat.machine.workers.allSatisfy(\.isStopped) && seat.shows("History"))
    }

    @Test func aGameThatCannotBeReadAwaitsNoReview() throws {
        let seat = Seat()
        for (digits, accuracy) in [("4x", nil), (shortWin, 80)] as [(String, Int?)] {
            var id: Int?
            try seat.machine.games.keep(
                GameRecord(kind: .network, opponent: "x", isFirst: true, digits: digits, result: .draw, firstAccuracy: accuracy),
                id: &id)
        }
        seat.press(.character("y"), .character("s"))
        #expect(seat.shows("Statistics") && !seat.shows("reviewed yet") && !seat.shows("Review all"))
    }

    @Test func gamesAreLinesForScripts() throws {
        let history = FakeHistory()
        try fill(history)
        let game = try #require(try history.game(1))
        #expect(GameLine.line(for: game) == "1\t2026-11-01 15:04\tBob\twon\t\(shortWin)")
        #expect(try GameLine.text(of: game, by: "Ann", as: "digits") == shortWin + "\n")
        #expect(try GameLine.text(of: game, by: "Ann", as: "text").contains("X Ann\nO Bob\n2026-11-01 15:04"))
        #expect(GameLine.mistake(in: "4444444", isToGoOn: false) != nil && GameLine.mistake(in: "44", isToGoOn: true) == nil)
        #expect(GameLine.mistake(in: shortWin, isToGoOn: false) == nil && GameLine.mistake(in: shortWin, isToGoOn: true) != nil)
    }
}

/// Five games: two against Bob on the network, two against the computer, one at this keyboard.
func fill(_ history: FakeHistory) throws {
    let games = [
        GameRecord(
            kind: .network, opponent: "Bob", isFirst: true, digits: shortWin, result: .first, firstAccuracy: 92,
            secondAccuracy: 40),
        GameRecord(kind: .network, opponent: "Bob", isFirst: false, digits: shortWin, result: .first, secondAccuracy: 61),
        GameRecord(kind: .shared, opponent: "", isFirst: true, digits: shortWin, result: .first, firstAccuracy: 99),
        GameRecord(kind: .computer, opponent: "Computer (Casual)", level: 3, isFirst: true, digits: "12121213", result: .second),
        GameRecord(kind: .computer, opponent: "Computer (Casual)", level: 3, isFirst: false, digits: "4453", result: .unfinished),
    ]
    for game in games {
        var id: Int?
        try history.keep(game, id: &id)
    }
}
