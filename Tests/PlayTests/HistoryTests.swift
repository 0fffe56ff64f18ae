// The history of games and its statistics, in memory.

import Engine
import Foundation
import Screen
import Session
import TestSupport
import Testing

@testable import Play

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
        #expect(record.digits == seat.game?.scene.game.digits)
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

    @Test("A finished game stays when moves of it are taken back; what follows does not count")
    func aFinishedGameStays() {
        let seat = Seat()
        seat.press(.character("3"))
        seat.type(shortWin)
        seat.endTheEnd()
        seat.type("uy")
        seat.machine.advance(milliseconds: 10)
        #expect(seat.machine.games.kept.map(\.record.digits) == [shortWin], "the same move again makes the same game")
        seat.endTheEnd()
        #expect(!seat.shows("does not count") && seat.showsScore(1, 0, "Red ◉", me: "Yellow"))
        seat.type("u7")
        seat.machine.advance(milliseconds: 10)
        #expect(seat.shows("practice") && seat.showsScore(1, 0, "Red ◉", me: "Yellow"))
        seat.type("61")
        seat.endTheEnd()
        #expect(seat.shows("We have a winner: Yellow!") && seat.shows("Undone: this end does not count."))
        #expect(!seat.shows("✓"), "nothing was won")
        #expect(seat.showsScore(1, 0, "Red ◉", me: "Yellow"))
        #expect(
            seat.machine.games.kept.map(\.record.digits) == [shortWin] && seat.machine.games.kept.map(\.record.result) == [.first]
        )
        seat.press(.character("r"))
        seat.type("4")
        seat.machine.advance(milliseconds: 10)
        #expect(seat.machine.games.kept.map(\.record.digits) == [shortWin, "4"], "the next game is a game again")
    }

    @Test("A game that was given up, and tried again, is lost, and does not go on")
    func givenUpAndTriedAgain() {
        let seat = seatAgainstComputer(level: 2)
        seat.type("4")
        seat.machine.work()
        seat.type("gy")
        seat.endTheEnd()
        seat.type("ugy")
        seat.endTheEnd()
        seat.press(.escape)
        #expect(seat.machine.games.kept.map(\.record.reason) == [.resigned] && !seat.shows("Go on"))
    }

    @Test("A game that goes on has its clocks and the score before it, also after other games")
    func goingOn() throws {
        var settings = Seat.still
        settings.timeControl = TimeControl(text: "3+2")
        let seat = Seat(settings: settings)
        seat.press(.character("3"))
        seat.type(shortWin)
        seat.endTheEnd()
        seat.type("r44")
        seat.machine.advance(milliseconds: 30_000)
        seat.press(.character("q"))
        seat.machine.advance(milliseconds: 100_000)
        seat.press(.character("3"))
        seat.type(shortWin)
        seat.endTheEnd()
        seat.press(.character("q"))
        #expect(seat.shows("Go on"))
        seat.press(.character("g"))
        let game = try #require(seat.game)
        let mover = game.scene.game.mover
        #expect(game.scene.game.digits == "44" && game.scene.series.tally.won + game.scene.series.tally.lost == 1)
        #expect(game.scene.timeLeft(of: mover) == 150_000)
        seat.machine.advance(milliseconds: 10_000)
        #expect(game.scene.timeLeft(of: mover) == 140_000 && game.scene.isClockRunning)
        seat.type("5")
        #expect(game.scene.timeLeft(of: mover) == 142_000)
    }

    @Test func aDiskThatFailsIsToldOnceAndTheGameGoesOn() {
        let seat = Seat()
        seat.machine.games.failure = .gamesNotUsable(path: "/games.db", .diskFull)
        seat.press(.character("3"), .character("4"))
        seat.machine.advance(milliseconds: 0)
        #expect(seat.shows("the disk is full."))
        seat.press(.character("4"))
        seat.machine.advance(milliseconds: 0)
        #expect(!seat.shows("the disk is full.") && seat.game?.scene.game.digits == "44")
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
        #expect(rows.count == 5 && rows[0].contains("#5") && rows[0].contains("Casual"))
        #expect(rows[0].contains("unfinished      2") && rows[4].contains("won             4       92%"))
        seat.press(.right)
        #expect(seat.shows("History: Computer (Casual)") && seat.shows("2 games, 1 unfinished"))
        seat.press(.right)
        #expect(seat.shows("History: Two players") && seat.shows("1 game"))
        seat.press(.left, .left)
        #expect(seat.shows("5 games, 1 unfinished"))
    }

    @Test func anEmptyHistorySaysSo() {
        let seat = Seat()
        seat.open("History")
        #expect(seat.shows("No games of Four in a Row yet."))
        seat.press(.character("s"), .character("x"), .character("v"))
        #expect(seat.shows("Every game you play is kept here"))
        seat.press(.enter)
        #expect(seat.shows("Play the computer") && seat.shows("Gentle"), "the first thing to do")
        seat.press(.escape, .character("2"))
        #expect(seat.game?.scene.isShared == true)
        seat.press(.escape, .escape, .character("q"), .character("9"), .character("3"))
        #expect(seat.shows("No results yet.") && seat.shows("Card matching"))
        seat.press(.character("2"), .enter)
        #expect(seat.shows("Card matching: pairs, 16 cards"))
        seat.press(.escape, .escape, .escape)
        #expect(seat.shows("Host a game"))
    }

    @Test func anUnfinishedGameGoesOn() throws {
        let seat = try seatWithHistory()
        seat.press(.enter)
        let game = try #require(seat.game)
        #expect(
            game.scene.game.digits == "4453" && game.scene.opponent.level == Level.casual.rawValue && game.scene.me == .second)
        #expect(game.scene.state == .yourTurn)
        seat.machine.work()
        seat.machine.advance(milliseconds: 0)
        #expect(seat.machine.games.kept.count == 5 && seat.machine.games.kept[4].record.digits == game.scene.game.digits)
        #expect(game.scene.game.moves.count == 5)
        seat.press(.character("q"), .character("q"))
    }

    @Test func aFinishedGameIsReviewed() throws {
        let seat = try seatWithHistory()
        seat.press(.end, .enter)
        #expect(seat.shows("Review  ● You  Bob ◉") && seat.shows("3/4"), "at the disc that left the four open")
        seat.press(.escape)
        #expect(seat.shows("History"))
    }

    @Test func aGameIsExported() throws {
        let seat = try seatWithHistory()
        seat.press(.end, .character("x"))
        #expect(seat.shows("Game 1 as a file") && seat.shows("fourinarow-1.svg"))
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
        let history = FakeArchive()
        try fill(history)
        let statistics = Statistics(of: try history.games())
        #expect(statistics.rows.map(\.opponent) == ["Bob", "Computer (Casual)"])
        #expect(statistics.rows[0].tally.won == 1 && statistics.rows[0].tally.lost == 1)
        #expect(statistics.all.games == 3 && statistics.streakWords == "Lost the last 2")
        #expect(statistics.accuracies == [92, 61])
        let seat = try seatWithHistory()
        seat.press(.character("s"))
        #expect(!seat.shows("Lost the last 2") && seat.shows("%, last 2 games") && seat.shows("77%"))
    }

    /// Two players take turns to begin: yellow is whose record it is.
    @Test(arguments: [(true, "Yellow won"), (false, "Red won")]) func whoWonOfTwo(isFirst: Bool, words: String) {
        let record = GameRecord(kind: .shared, opponent: "", isFirst: isFirst, digits: shortWin, result: .first)
        #expect(record.resultWord == words && record.plainResult == words)
    }

    /// No column moves, and no result is cut, however narrow the screen.
    @Test(arguments: 20...100) func columnsLineUp(width: Int) throws {
        let history = FakeArchive()
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
        for seat in [seat, try seatWithHistory()] {
            let (yellow, red) = discs(seat)
            #expect(yellow > 0 && red > 0, "beside the list, or below a short one")
        }
        #expect(discs(try seatWithHistory(size: Size(width: 40, height: 12))) == (0, 0))
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
        #expect(seat.shows("1 game is not reviewed yet: A shows"), "one more cannot be read, and one is unfinished")
        seat.press(.character("a"))
        let worker = try #require(seat.machine.workers.last)
        #expect(seat.shows("Reviewing 1/1 ░") && worker.isBusy)
        seat.press(.character("a"))
        #expect(worker.isStopped && seat.shows("1 game is not reviewed yet: A shows"))
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
        let history = FakeArchive()
        try fill(history)
        let game = try #require(try history.game(1))
        #expect(game.line == "1\t2026-11-01 15:04\tBob\twon\t\(shortWin)")
        #expect(try game.text(by: "Ann", as: "digits") == shortWin + "\n")
        #expect(try game.text(by: "Ann", as: "text").contains("X Ann\nO Bob\n2026-11-01 15:04"))
        #expect(Position.mistake(in: "4444444", mustBeOpen: false) != nil)
        #expect(Position.mistake(in: "44", mustBeOpen: true) == nil)
        #expect(Position.mistake(in: shortWin, mustBeOpen: false) == nil)
        #expect(Position.mistake(in: shortWin, mustBeOpen: true) != nil)
    }
}

/// Five games: two against Bob on the network, two against the computer, one at this keyboard.
func fill(_ history: FakeArchive) throws {
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
