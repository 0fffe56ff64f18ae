// The review of a game, in memory.

import Engine
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
        // It opens at the move that decided the game.
        seat.press(.character("v"), .end)
        return seat
    }

    @Test func vOpensTheReviewAfterTheEnd() {
        let seat = Seat()
        seat.press(.character("3"))
        seat.type("445v")
        #expect(seat.game != nil, "not before")
        seat.press(.character("q"))
        let over = reviewed(shortWin)
        #expect(over.shows("Review  ● Yellow  Red ◉") && over.shows("4/4") && over.shows("Analysing: 0%"))
        over.press(.escape)
        #expect(over.game != nil && over.machine.workers.allSatisfy(\.isStopped))
    }

    /// V while the last disc still falls is too early. While the four light up any other key ends that, and V opens the review.
    @Test func aKeyEndsTheWinningMoment() throws {
        let seat = try seatGoingOn(with: "112233", settings: Settings())
        seat.press(.character("4"), .character("v"))
        #expect(seat.game?.motion.falling != nil)
        while seat.game?.motion.falling != nil { seat.machine.advance(milliseconds: 1) }
        seat.endTheEnd()
        #expect(seat.machine.isWaiting)
        seat.press(.character("x"))
        #expect(seat.game?.motion.isScored == true && seat.shows("You won in 4 moves."))
        seat.press(.character("v"))
        #expect(seat.shows("Move 3: ") && !seat.shows("You won in"), "at the disc that left the four open")
    }

    @Test func theBoardIsSteppedThrough() {
        let seat = reviewed(shortWin)
        seat.press(.left)
        #expect(seat.shows("3/4") && seat.shows("Move 3: Red, column 2"))
        seat.press(.home)
        #expect(seat.shows("0/4") && seat.shows("Before the first move"))
        seat.press(.left)
        #expect(seat.shows("0/4"))
        seat.press(.right, .right)
        #expect(seat.shows("Move 1: Red, column 2"))
        seat.press(.end, .right)
        #expect(seat.shows("4/4") && seat.shows("Move 4: Yellow, column 1"))
        #expect(seat.navigator.canvas.roles.contains { $0.contains("*") }, "the four have white cores")
    }

    @Test func theReviewOfAGameFromTheCommandLine() throws {
        let seat = Seat()
        try seat.navigator.launcher.open(.review(digits: digits))
        #expect(seat.shows("17/17") && seat.shows("Yellow to move"))
        seat.press(.left)
        #expect(seat.shows("17/17") && seat.shows("Move 17: Red, column 5"))
        seat.press(.escape)
        #expect(seat.shows("Host a game"))
    }

    /// A review whose last eight moves are judged.
    private func judged(size: Size = Size(width: 80, height: 24)) -> Seat {
        let seat = Seat(size: size)
        let review = ReviewViewController(
            navigator: seat.navigator, game: .of(digits), names: ReviewNames(yellow: "You", red: "Bob", me: .first), storedAs: nil
        )
        seat.navigator.push(review)
        review.judge(last: 8)
        return seat
    }

    /// The roles of the board's base, at its scores.
    /// The signs beside the columns' numbers.
    private func scores(_ seat: Seat) -> [(text: Character, role: Role)] {
        seat.navigator.draw()
        let layout = ReviewLayout(in: seat.navigator.area).board
        return Board.columns.map { column in
            let cell = seat.navigator.canvas[layout.centre(ofColumn: column), layout.base]
            return (Unicode.Scalar(cell.scalar).map { Character($0) } ?? " ", cell.role)
        }
    }

    @Test func theScoresAreThoseBeforeTheMoveWithItsOwnMarked() {
        let seat = judged()
        seat.press(.left)
        #expect(seat.shows("Move 17: Bob, column 5") && seat.shows("Column 5: draw.") && seat.shows("Best: column 2 (wins in"))
        let row = scores(seat)
        #expect(row[4] == ("=", .selected) && row[1] == ("▲", .numberLit), "its own is marked, and the best")
        let layout = ReviewLayout(in: seat.navigator.area).board
        let best = layout.centre(of: Square(column: 1, row: 5))
        let cells = (best.y - 1...best.y + 1).flatMap { y in (best.x - 2...best.x + 2).map { seat.navigator.canvas[$0, y] } }
        #expect(
            cells.contains { $0.role == .hint || $0.ground == .hint }
                && cells.contains { $0.role == .redDisc || $0.ground == .redDisc })
    }

    @Test func anUnfinishedGameSaysWhatCouldComeNext() {
        let seat = judged()
        #expect(seat.shows("You to move") && seat.shows("Bob wins next unless column 5") && scores(seat)[4] == ("=", .numberLit))
        seat.press(.end, .left, .right, .right)
        #expect(seat.shows("You to move"))
    }

    @Test func whatHasNoRoomIsOnAKey() {
        let seat = judged(size: Size(width: 29, height: 10))
        seat.press(.left)
        #expect(seat.shows("17. Mistake ▲ → =") || seat.shows("17. Bob 5: Mistake ▲ → ="))
        let wider = judged(size: Size(width: 36, height: 12))
        wider.press(.left)
        #expect(wider.shows("17. Bob, column 5: Mistake ▲ → ="))
        seat.press(.character("v"))
        #expect(seat.shows("Mistake") && seat.shows("Best: column 2") && seat.shows("decides"))
        seat.press(.character("g"))
        #expect(seat.shows("Who is winning") && seat.shows("?"))
        seat.press(.character("m"))
        #expect(seat.lines.contains { $0.contains("17") && $0.contains("5") })
        seat.press(.character("m"))
        #expect(seat.shows("◉<"))
        let roomy = judged(size: Size(width: 200, height: 60))
        #expect(roomy.shows("Who is winning") && roomy.shows("17") && roomy.shows("Only column 5"), "all at once")
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
        #expect(seat.shows("Who is winning") && !seat.shows("17  7"))
        seat.press(.character("m"))
        #expect(
            !seat.shows("Who is winning") && seat.shows("17  7") && seat.shows("Move 17: Bob, column 5")
                && seat.shows("Best: column 2"))
        seat.press(.character("e"), .character("m"))
        #expect(seat.shows("Who is winning"))
    }

    @Test func theComputerPlaysOnAsInThatGame() throws {
        let record = GameRecord(
            kind: .computer, opponent: "Computer (Strong)", level: 5, isFirst: true, digits: digits, result: .unfinished)
        let seat = Seat()
        seat.navigator.push(
            ReviewViewController(navigator: seat.navigator, game: .of(digits), names: ReviewNames(of: record), storedAs: nil))
        seat.press(.character("t"))
        #expect(seat.shows("Play your side") && seat.shows("Play Strong's side") && seat.shows("From here on, against Strong."))
        seat.press(.enter)
        #expect(seat.game?.scene.opponent.level == 5)
    }

    @Test func whatAMoveLetThePlayerDoIsSaidToThatPlayer() {
        let reason = Reason.allowedTwoThreats(column: 1)
        #expect(reason.sentence(of: "Rosa", against: nil).hasPrefix("Then you can play column 2"))
        #expect(reason.sentence(of: nil, against: "Rosa").hasPrefix("Then Rosa can play column 2"))
    }

    /// The words beside the board begin where its headline has ended.
    @Test func theHeadlineStaysAboveASmallBoard() {
        let seat = Seat(size: Size(width: 60, height: 20))
        let names = ReviewNames(yellow: "You", red: "Tiger", me: .first)
        let review = ReviewViewController(navigator: seat.navigator, game: .of(digits), names: names, storedAs: nil)
        seat.navigator.push(review)
        review.judge(last: 8)
        seat.press(.left)
        let panel = ReviewLayout(in: seat.navigator.area).panel?.words.x ?? 0
        let row = seat.lines.first { $0.contains("17. Tiger, column 5") }
        #expect(row.map { $0.prefix(panel).hasSuffix("  ") } == true)
    }

    @Test func onePlaysOnFromAnyPositionInEitherPlaceAndComesBack() throws {
        let seat = judged()
        seat.press(.left, .character("t"))
        #expect(seat.shows("Play your side") && seat.shows("Play Bob's side") && seat.shows("This move again, against Beginner."))
        seat.press(.character("2"))
        let game = try #require(seat.game)
        let before = String(digits.dropLast())
        #expect(game.scene.opponent.level == 2 && game.scene.me == .second && game.scene.game.digits == before)
        seat.press(.character("2"))
        #expect(game.scene.game.digits == before + "2")
        seat.machine.advance(milliseconds: 10)
        #expect(seat.machine.games.kept.isEmpty, "what is tried out is no game to keep")
        seat.press(.character("q"))
        #expect(seat.shows("Review  ● You  Bob ◉") && seat.shows("17/17"))
        seat.press(.home, .character("t"), .character("1"))
        let other = try #require(seat.game)
        #expect(other.scene.state == .myTurn && other.scene.game.moves.isEmpty)
    }

    @Test func aPlanIsOnTheBoardAndInASentenceAndPHidesIt() {
        let seat = Seat()
        let names = ReviewNames(yellow: "You", red: "Bob", me: .second)
        let review = ReviewViewController(
            navigator: seat.navigator, game: .of("31622345336236444413555552226411"), names: names, storedAs: nil)
        seat.navigator.push(review)
        review.judge(last: 1)
        seat.press(.left)
        let sentence =
            "Yellow answers above each disc of Bob, but never plays below column 1, row 6: in the end Bob has to, and Yellow wins there."
        #expect(review.planSentence == sentence && review.announcement.events.last == sentence)
        #expect(seat.shows("Yellow answers above each disc") && seat.navigator.canvas.roles.contains { $0.contains("p") })
        Snapshot.check(seat.navigator, "review-plan")
        seat.press(.character("p"))
        #expect(!seat.shows("Yellow answers above each disc") && !seat.navigator.canvas.roles.contains { $0.contains("p") })
        seat.press(.home)
        #expect(review.plan == nil, "before the first move there is none")
    }

    @Test func nGoesOverMistakesAndToInaccuraciesOnlyWithoutThem() {
        let seat = Seat()
        let names = ReviewNames(yellow: "You", red: "Beginner", me: .first)
        let review = ReviewViewController(
            navigator: seat.navigator, game: .of("4227463344323533766616611112225"), names: names, storedAs: nil)
        seat.navigator.push(review)
        review.judge(last: 12)
        let great = review.review.judgements.indices.filter { index in
            review.review.judgements[index].map { ReviewViewController.great.contains($0.mark) } ?? false
        }
        for index in great {
            seat.press(.character("n"))
            #expect(great.contains(review.shown - 1), "\(index)")
        }
        review.show(28)
        #expect(review.plan == nil, "a quick win needs no plan")
    }

    @Test func aResignationThatThePositionDoesNotExplainDecidesTheGame() {
        let endings: [(EndingReason, GameResult, String?)] = [
            (.resigned, .second, "Resigning decided the game."), (.time, .first, "The clock decided the game."),
            (.agreed, .draw, nil),
        ]
        for (reason, result, words) in endings {
            let record = GameRecord(
                kind: .computer, opponent: "", level: 3, isFirst: true, digits: digits, result: result, reason: reason)
            let seat = Seat()
            let review = ReviewViewController(
                navigator: seat.navigator, game: .of(digits), names: ReviewNames(of: record), storedAs: nil)
            seat.navigator.push(review)
            review.judge(last: 8)
            // The draw was let in by the last disc.
            #expect(review.decisive == (words == nil ? 33 : nil) && review.isAhead == (words != nil))
            #expect(seat.shows(words ?? "This move decided") && (words == nil || seat.shows("The position was even.")))
            seat.press(.end, .left)
            #expect(seat.shows("Mistake") && seat.shows("This move decided") == (words == nil))
        }
    }

    @Test func whoResignedBehindReadsHowLongItWouldHaveTaken() {
        let digits = "6566655556444444221333"
        let record = GameRecord(
            kind: .computer, opponent: "", level: 7, isFirst: true, digits: digits, result: .second, reason: .resigned)
        let seat = Seat()
        let review = ReviewViewController(
            navigator: seat.navigator, game: .of(digits), names: ReviewNames(of: record), storedAs: nil)
        seat.navigator.push(review)
        review.judge(last: 1)
        seat.press(.end)
        #expect(seat.shows("with four at column 2, row 4.") && !seat.shows("Every column loses"), "as the end of the game says")
        #expect(seat.shows("Perfect would have needed 10") && seat.shows("more moves to win."))
    }

    /// Who tries the other side is not blamed for what was played before, and nor is the other.
    @Test func whatWasPlayedBeforeATryIsNobodysMistake() {
        let seat = Seat()
        let names = ReviewNames(yellow: "You", red: "Perfect", me: .second)
        let review = ReviewViewController(
            navigator: seat.navigator, game: .of("2626223541436446141511462163373375"), names: names, storedAs: nil, from: 32)
        seat.navigator.push(review)
        review.judge(last: 2)
        #expect(review.review.isComplete && seat.shows("accurate"))
        seat.press(.home, .right)
        #expect(seat.shows("Move 1: column 2") && seat.shows("Played before this game."))
    }

    @Test func ofAGameThatWasLostAlreadyTheMissedBlockIsNotBlamed() {
        let seat = Seat()
        let names = ReviewNames(yellow: "You", red: "Bob", me: .first)
        let review = ReviewViewController(
            navigator: seat.navigator, game: .of("16351476113476634355774562126221454"), names: names, storedAs: nil)
        seat.navigator.push(review)
        review.judge(last: 8)
        // It opens where the end of the game says what was seen.
        #expect(review.shown == 34 && seat.shows("Inaccuracy. Move 16 had already"))
        #expect(seat.shows("Column 4 would have held out") && !seat.shows("Best: "))
        #expect(!review.isGreat(33) && review.isGreat(31))
        let next = { seat.navigator.top?.bindings.first { $0.keys.contains(.character("n")) }?.standing() }
        #expect(next() == .lit)
        seat.press(.character("n"))
        #expect(review.isGreat(review.shown - 1), "not the missed block")
        review.judge(last: 1)
        #expect(next() == .dim, "the last disc is none")
    }

    @Test(
        "Where no move is to blame it opens at the winner's double threat, or where the plan begins that won",
        arguments: [
            ("44444666622222631333341113112757577567557", 39, ["Neither made a mistake: with", "A double threat in columns 5"]),
            ("1444463575561411234221122725666655777733", 31, ["1 mistake: N shows it, and why.", "Perfect begins in column 5."]),
        ])
    func nobodyToBlame(digits: String, step: Int, sentences: [String]) throws {
        let seat = Seat()
        let names = ReviewNames(yellow: "You", red: "Perfect", me: .first)
        let screen = ReviewViewController(navigator: seat.navigator, game: .of(digits), names: names, storedAs: nil)
        seat.navigator.push(screen)
        let solver = Solver(book: Book.shipped)
        var review = Review(of: screen.game, explained: false)
        while !review.isComplete { _ = review.judgeNext(with: solver) }
        screen.didJudge(review)
        #expect(screen.shown == step && sentences.allSatisfy { seat.shows($0) }, "\(seat.lines)")
        seat.press(.end)
        #expect(seat.shows(sentences[0]) && !seat.shows(sentences[1]))
    }

    @Test func everyMistakeHasASentence() {
        var review = Review(of: .of(digits))
        let solver = Solver()
        for _ in 0..<12 { _ = review.judgeNext(with: solver) }
        let judged = review.judgements.compactMap { $0 }
        #expect(judged.contains { $0.mark != .best } && judged.contains { $0.reason != nil })
        #expect(judged.allSatisfy { ($0.sentence == nil) == ($0.mark == .best) })
    }

    @Test func namesAreThoseOfTheGame() {
        let record = GameRecord(
            kind: .computer, opponent: "Computer (Casual)", level: 3, isFirst: false, digits: "4", result: .unfinished)
        let names = ReviewNames(of: record)
        #expect(names.name(of: .first) == "Casual" && names.name(of: .second) == "You" && names.me == .second)
        #expect(ReviewNames(opponent: .shared, name: "", isFirst: true).name(of: .second) == "Red")
    }
}
