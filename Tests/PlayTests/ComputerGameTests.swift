// Games against the computer, in memory: the computer thinks when the test lets it. Keys, hints, the eye, moves taken back.

import Engine
import Screen
import Session
import TestSupport
import Testing

@testable import Play

/// A seat with a game against the computer on it.
func seatAgainstComputer(
    level: Int = 4, firstMover: FirstMover = .me, position: String = "", size: Size = Size(width: 80, height: 24),
    settings: Settings = Seat.still
) -> Seat {
    let seat = Seat(size: size, settings: settings)
    try? seat.navigator.launcher.open(.computer(level: level, firstMover: firstMover, position: position))
    return seat
}

/// The same in a game that was played so far and left: what was set up counts for nothing.
func seatGoingOn(
    with digits: String, level: Int = 4, after earlier: [GameRecord] = [], size: Size = Size(width: 80, height: 24),
    settings: Settings = Seat.still
) throws -> Seat {
    let seat = Seat(size: size, settings: settings)
    let opponent = OpponentWords.name(of: try #require(Level(rawValue: level)))
    let unfinished = GameRecord(
        kind: .computer, opponent: opponent, level: level, isFirst: true, digits: digits, result: .unfinished)
    for record in earlier + [unfinished] {
        var id: Int?
        try seat.machine.games.keep(record, id: &id)
    }
    seat.navigator.launcher.goOn(with: try #require(try seat.machine.games.games().first))
    return seat
}

@Suite struct ComputerGameTests {
    @Test func scoresAskedForWhileTheComputerThinksAreRemembered() {
        let seat = seatAgainstComputer(firstMover: .computer)
        seat.press(.character("e"))
        #expect(seat.shows("Scores on.") && seat.game?.insight.showsScores == true)
        seat.press(.character("e"))
        #expect(seat.shows("Scores off.") && seat.game?.insight.showsScores == false)
    }

    @Test func theComputerAnswersEveryMove() throws {
        let seat = seatAgainstComputer()
        let game = try #require(seat.game)
        #expect(seat.shows("Your turn") && seat.showsScore(0, 0, "Steady ◉"))
        seat.press(.character("4"))
        #expect(seat.shows("The computer's turn") && game.scene.game.moves == [3])
        seat.machine.work()
        #expect(seat.shows("Your turn") && game.scene.game.moves.count == 2)
    }

    @Test func whileItThinksKeysWork() throws {
        let seat = seatAgainstComputer()
        let game = try #require(seat.game)
        seat.press(.character("4"), .left, .left)
        #expect(game.cursorColumn == 1)
        seat.press(.character("2"))
        #expect(seat.shows("It's not your turn.") && game.scene.game.moves == [3])
        seat.navigator.resize(to: Size(width: 40, height: 12))
        #expect(seat.shows("The computer's turn"))
        seat.press(.character("q"))
        #expect(seat.shows("Play the computer") && seat.machine.workers.allSatisfy(\.isStopped))
        seat.machine.work()
        #expect(game.scene.game.moves == [3], "what it would have played is forgotten")
    }

    @Test func whoeverLeavesComesBackToGoOn() {
        let seat = Seat()
        seat.press(.character("c"), .enter, .character("4"))
        seat.machine.work()
        seat.press(.character("q"))
        #expect(seat.shows("▸ Go on"))
        seat.press(.enter)
        #expect(seat.game?.scene.game.moves.count == 2)
        // The game that was left last comes first, and not that which began last.
        seat.press(.character("4"))
        seat.machine.work()
        seat.press(.character("q"))
        seat.press(.character("3"), .character("4"), .character("4"), .character("q"), .character("y"))
        #expect(seat.machine.games.kept.map(\.record.kind) == [.computer, .shared])
        seat.press(.down, .enter, .character("q"), .escape)
        #expect(seat.machine.games.kept.map(\.record.kind) == [.shared, .computer])
        seat.press(.character("g"))
        #expect(seat.game?.scene.game.moves.count == 4)
    }

    @Test func whileItThinksAnotherGameCanBegin() throws {
        let seat = seatAgainstComputer()
        let game = try #require(seat.game)
        seat.press(.character("4"), .character("r"))
        #expect(seat.shows("Start another game? This one is kept.") && game.scene.game.moves == [3])
        seat.press(.character("y"))
        #expect(game.scene.game.moves.isEmpty && seat.shows("Your turn") && seat.showsScore(0, 0))
        seat.machine.work()
        #expect(game.scene.game.moves.isEmpty, "what it would have played is forgotten")
        seat.press(.character("3"))
        #expect(game.scene.game.digits == "3")
    }

    @Test func aLongThoughtSaysSo() {
        let seat = seatAgainstComputer()
        seat.press(.character("4"))
        seat.machine.advance(milliseconds: 299)
        #expect(!seat.shows("thinking"))
        seat.machine.advance(milliseconds: 1)
        #expect(seat.shows("The computer is thinking…"))
        seat.machine.work()
        #expect(seat.shows("Your turn") && !seat.shows("thinking"))
    }

    @Test func aHintThatTakesLongLeavesTheTurnInSight() {
        let seat = seatAgainstComputer(position: "4364343347643667763465771157")
        seat.press(.character("h"))
        seat.machine.advance(milliseconds: 300)
        #expect(seat.shows("Your turn – one moment…") && !seat.shows("opening book"))
        seat.machine.work()
        seat.press(.left)
        #expect(seat.shows("Your turn") && !seat.shows("one moment"))
    }

    /// The machine of the tests has none.
    @Test func withoutTheOpeningBookALongThoughtIsExplained() {
        let sentence = "There is no opening book here, so the first moves can take some seconds."
        for (level, key, isSaid) in [(7, "4", true), (7, "h", true), (6, "4", false), (6, "h", true)] as [(Int, String, Bool)] {
            let seat = seatAgainstComputer(level: level)
            seat.type(key)
            seat.machine.advance(milliseconds: 299)
            #expect(!seat.shows(sentence))
            seat.machine.advance(milliseconds: 1)
            #expect(seat.shows(sentence) == isSaid, "level \(level), \(key)")
        }
    }

    @Test func itsMoveWaitsForTheFallingDisc() throws {
        let seat = seatAgainstComputer(settings: Settings())
        let game = try #require(seat.game)
        seat.press(.character("4"))
        seat.machine.work()
        #expect(game.scene.game.moves.count == 1 && game.motion.falling != nil)
        while game.motion.falling != nil { seat.machine.advance(milliseconds: 1) }
        seat.machine.advance(milliseconds: ComputerOpponent.pause - 1)
        #expect(game.scene.game.moves.count == 1, "0.4 s after it has landed")
        seat.machine.advance(milliseconds: 1)
        #expect(game.scene.game.moves.count == 2)
    }

    @Test(arguments: [(true, false), (false, true)]) func itAnswersAtOnceWhereThePlayerWantsIt(animation: Bool, pause: Bool)
        throws
    {
        var settings = Settings()
        (settings.animation, settings.pause) = (animation, pause)
        let seat = seatAgainstComputer(settings: settings)
        let game = try #require(seat.game)
        seat.press(.character("4"))
        seat.machine.work()
        while game.scene.game.moves.count == 1, game.motion.falling != nil { seat.machine.advance(milliseconds: 1) }
        #expect(game.scene.game.moves.count == 2)
    }

    /// A move taken back while the computer pauses stays taken back, and the next one has a pause of its own.
    @Test func aMoveTakenBackInThePause() throws {
        let seat = seatAgainstComputer(settings: Settings())
        let game = try #require(seat.game)
        seat.press(.character("4"))
        seat.machine.work()
        seat.machine.advance(milliseconds: 500)
        seat.press(.character("u"))
        seat.machine.advance(milliseconds: 2_000)
        #expect(game.scene.game.moves.isEmpty && !seat.machine.isWaiting)
        seat.press(.character("4"))
        seat.machine.work()
        seat.press(.left)
        seat.machine.advance(milliseconds: ComputerOpponent.pause - 1)
        #expect(game.scene.game.moves.count == 1)
        seat.machine.advance(milliseconds: 1)
        #expect(game.scene.game.moves.count == 2)
    }

    /// A key that ends the fall is pressed before the computer's move is seen: it drops nothing.
    @Test func aKeyPressedTooEarlyDropsNothing() throws {
        let seat = seatAgainstComputer(settings: Settings())
        let game = try #require(seat.game)
        seat.press(.character("4"))
        seat.machine.work()
        seat.press(.character("1"))
        #expect(game.motion.falling == nil && game.scene.game.moves.count == 1 && seat.shows("It's not your turn."))
    }

    @Test(arguments: [(FirstMover.me, true), (.computer, false), (.alternate, true), (.loser, true)])
    func whoBegins(firstMover: FirstMover, isPlayerFirst: Bool) throws {
        let seat = seatAgainstComputer(firstMover: firstMover)
        #expect((seat.game?.scene.state == .myTurn) == isPlayerFirst)
        seat.machine.work()
        #expect(seat.game?.scene.state == .myTurn && seat.game?.scene.game.moves.count == (isPlayerFirst ? 0 : 1))
    }

    @Test(arguments: [
        (FirstMover.me, true, GameState.youWin, true), (.computer, false, .iWin, false), (.alternate, true, .iWin, false),
        (.alternate, false, .iWin, true), (.loser, true, .iWin, false), (.loser, true, .youWin, true),
        (.loser, true, .draw, false),
        (.loser, false, .draw, true),
    ])
    func whoBeginsNext(firstMover: FirstMover, wasFirst: Bool, state: GameState, isFirst: Bool) {
        #expect(firstMover.isPlayerFirst(after: (wasFirst, state)) == isFirst)
    }

    /// Taking turns and letting the loser begin go on after the game was left, and after the program.
    @Test(arguments: [
        (FirstMover.alternate, true, GameResult.unfinished, false), (.alternate, false, .first, true),
        (.loser, true, .first, false), (.loser, false, .first, true), (.me, true, .first, true),
    ])
    func whoBeginsAfterAGameThatWasKept(firstMover: FirstMover, wasFirst: Bool, result: GameResult, isFirst: Bool) throws {
        let seat = Seat(settings: Seat.still)
        let digits = result == .first ? "1212121" : "12"
        for record in [
            GameRecord(kind: .computer, opponent: "Steady", level: 4, isFirst: wasFirst, digits: digits, result: result),
            GameRecord(kind: .network, opponent: "Ann", isFirst: !wasFirst, digits: "1", result: .unfinished),
        ] {
            var id: Int?
            try seat.machine.games.keep(record, id: &id)
        }
        try seat.navigator.launcher.open(.computer(level: 4, firstMover: firstMover, position: ""))
        #expect((seat.game?.scene.state == .myTurn) == isFirst)
    }

    /// The player wins at once in this position; the replay starts from it again.
    @Test func aGameFromAPositionIsPlayedAgainFromIt() throws {
        let seat = seatAgainstComputer(position: "112233")
        seat.press(.character("4"))
        #expect(seat.shows("You won in 1 move.") && seat.showsScore(1, 0))
        seat.endTheEnd()
        seat.press(.character("r"))
        #expect(seat.game?.scene.game.digits == "112233" && seat.shows("Your turn"))
    }

    @Test func movesAreTakenBackAndPlayedAgain() throws {
        let seat = seatAgainstComputer()
        let game = try #require(seat.game)
        seat.press(.character("u"))
        #expect(seat.shows("Nothing to undo."))
        seat.press(.character("4"))
        seat.press(.character("u"))
        #expect(game.scene.game.moves.isEmpty && seat.shows("Your turn") && seat.shows("Y plays it again."), "while it thinks")
        seat.machine.work()
        #expect(game.scene.game.moves.isEmpty, "it was told to stop")
        seat.press(.character("4"))
        seat.machine.work()
        seat.press(.character("3"))
        seat.machine.work()
        let moves = game.scene.game.moves
        seat.press(.character("u"), .character("u"))
        #expect(game.scene.game.moves.isEmpty && game.scene.state == .myTurn)
        seat.press(.character("y"), .character("y"))
        #expect(game.scene.game.moves == moves && game.scene.state == .myTurn)
        seat.machine.work()
        #expect(game.scene.game.moves == moves)
        seat.press(.character("u"), .character("7"), .character("y"))
        #expect(seat.shows("Nothing to redo."), "another move was played")
    }

    @Test func takingBackAWinLeavesItsPoint() throws {
        let seat = seatAgainstComputer(position: "112233")
        seat.press(.character("4"))
        seat.endTheEnd()
        seat.press(.character("u"))
        #expect(seat.showsScore(1, 0) && seat.shows("Your turn") && !seat.shows("Replay"))
        seat.press(.character("y"))
        #expect(seat.showsScore(1, 0) && seat.shows("You won in 1 move.") && !seat.shows("does not count"))
    }

    @Test func aHintMarksTheBestColumns() throws {
        let seat = seatAgainstComputer(position: "4364343347643667763465771157")
        seat.press(.character("h"))
        #expect(!seat.shows("wins"))
        seat.machine.work()
        #expect(seat.shows("Column 5 wins now.") && seat.shows("5*"))
        #expect(seat.game?.cursorColumn == 4 && seat.lines.last?.contains("Hint") == true, "Enter would drop there")
        seat.press(.left)
        #expect(seat.shows("Column 5 wins now.") && seat.shows("5*"), "both stay until the next move")
        seat.press(.character("e"))
        #expect(seat.shows("Column 5 wins now.") && seat.shows("▲ wins"))
        seat.press(.character("e"), .character("1"))
        #expect(!seat.shows("Column 5 wins now.") && !seat.shows("5*"))
        seat.press(.character("h"))
        #expect(seat.shows("It's not your turn."))
    }

    @Test func aHintForAnotherPositionIsDropped() {
        let seat = Seat()
        seat.press(.character("3"))
        seat.type("4364343347643667763465771157h1")
        seat.machine.work()
        #expect(!seat.shows("wins next"))
    }

    @Test func theEyeShowsEveryScoreAndStaysOpen() throws {
        let seat = seatAgainstComputer(level: 4, position: "2626223541436446141511462163")
        seat.press(.character("e"))
        seat.machine.work()
        let game = try #require(seat.game)
        let scores = try #require(Solver().scores(of: game.scene.game.position))
        #expect(game.insight.scores == scores)
        for (column, score) in scores.enumerated() {
            let sign = score.map { $0 > 0 ? "▲" : $0 < 0 ? "▼" : "=" } ?? ""
            #expect(seat.lines[game.drawing.layout.base].contains("\(column + 1)" + (sign.isEmpty ? "" : " " + sign)))
        }
        seat.press(.left)
        let verdict = try #require(game.insight.words(on: 2).first { $0.hasPrefix("Column 3: ") && $0.count < 30 })
        #expect(seat.shows(verdict), "what the chosen column leads to stands beside the disc above it")
        seat.press(.character("3"))
        seat.machine.work()
        #expect(game.scene.game.moves.count == 30)
        #expect(game.insight.scores == Solver().scores(of: game.scene.game.position))
        seat.press(.character("e"))
        #expect(game.insight.baseText(of: 0) == nil)
    }

    @Test func threatsAreMarkedOnRequest() {
        let seat = Seat()
        seat.press(.character("3"))
        seat.type("t")
        #expect(seat.shows("No threats: no empty square") && seat.lines.last?.contains("Threats") == true)
        seat.press(.character("t"))
        seat.type("5345365335636454474665467723222121t")
        #expect(!seat.shows("(!) is decisive"), "the scores have to say so too")
        seat.machine.work()
        #expect(seat.shows("Red wins next unless column 1 is") && seat.shows("Yellow's odd threat at"))
        #expect(seat.shows("(!) is decisive."))
        #expect(seat.lines.contains { $0.contains("!") })
        seat.press(.character("t"))
        #expect(seat.shows("Threats off."))
        seat.press(.left)
        #expect(!seat.lines.dropFirst().contains { $0.contains("!") })
    }

    @Test func aLetterThatTheHelpListsActsFromThere() {
        let seat = Seat()
        seat.press(.character("3"), .character("?"), .character("t"))
        #expect(seat.shows("No threats: no empty square"))
        seat.press(.character("?"), .character("q"))
        #expect(seat.game != nil && !seat.shows("Redraw the screen"), "many close a list with Q")
    }

    /// Nobody is asked here, and nobody goes away.
    @Test func theHelpListsNoKeysThatNeedAPeer() {
        let (alone, table) = (seatAgainstComputer(), Table())
        table.guest.press(.character("h"))
        table.settle()
        let isListed = [alone, table.host].map { seat in
            HelpView(bindings: seat.navigator.top?.bindings ?? []).sentences.contains("Allow what you are asked for.")
        }
        #expect(isListed == [false, true])
    }

    /// Where my discs are an X, no "x" is the opponent's threat.
    @Test(arguments: [(Glyphs.unicode, "x"), (.console, "x"), (.lineDrawing, "-"), (.ascii, "-")] as [(Glyphs, Unicode.Scalar)])
    func theirThreatsAreNoDiscsOfMine(glyphs: Glyphs, mark: Unicode.Scalar) throws {
        let seat = Seat(glyphs: glyphs)
        seat.press(.character("3"))
        seat.type("717171t")
        let marks = try #require(seat.game).insight.marks
        #expect(marks[Square(column: 0, row: 3)]?.sign == mark && marks[Square(column: 6, row: 3)]?.sign == "+")
        #expect(seat.shows("+ yellow's") && seat.shows("\(mark) red's") && seat.shows("# both"))
        let help = HelpView(bindings: seat.navigator.top?.bindings ?? [])
        #expect(help.sentences.contains { $0.contains("\(mark) red's") })
    }

    @Test func twoAtOneKeyboardTakeBackOneMoveEach() throws {
        let seat = Seat()
        seat.press(.character("3"))
        seat.type("445u")
        #expect(seat.game?.scene.game.digits == "44" && seat.shows("Yellow's turn"))
        seat.type("uyy")
        #expect(seat.game?.scene.game.digits == "445")
        seat.type("uuuu")
        #expect(seat.game?.scene.game.digits == "" && seat.shows("Nothing to undo."))
    }

    @Test func theSetupIsKept() {
        let seat = Seat()
        seat.press(.character("c"))
        #expect(seat.shows("▸ 2  Beginner") && seat.shows("‹ me ›"))
        seat.press(.end, .up, .right)
        #expect(seat.shows("‹ the computer ›") && seat.machine.saved.last?.firstMover == .computer)
        seat.press(.home, .down, .down, .enter)
        #expect(seat.machine.saved.last?.level == 5)
        #expect(seat.game?.scene.opponent.level == 5 && seat.game?.scene.state == .yourTurn)
    }

    @Test func settingsReadWhatTheyWrite() {
        var settings = Settings()
        settings.level = 7
        settings.firstMover = .loser
        #expect(Settings.parse(settings.updating("", from: Settings())).settings == settings)
        let (parsed, problems) = Settings.parse("level = 8\nfirst-move = nobody\n")
        #expect(
            parsed == Settings()
                && problems.map(\.what) == [
                    "the level must be a number from 1 to 7", "first-move must be one of me, computer, alternate, loser",
                ])
    }
}
