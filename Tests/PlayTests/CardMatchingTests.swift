// Card matching through the screen: keys in, rows and meanings out; whole games by a player who sees nothing but the screen.

import Games
import Screen
import Session
import TestSupport
import Testing

@testable import Play

/// Cards that lie as they would after a fair shuffle, and always the same.
private func deal(_ count: Int, _ mode: CardMatchingGame.Mode, from seed: Int = 5) -> CardMatchingGame {
    // 17 and 52 have no common divisor: all the numbers differ.
    CardMatchingGame(cards: (0..<count).compactMap { PlayingCard(number: (seed + $0 * 17) % 52) }, mode: mode)
}

/// Cards that lie in pairs of one rank: who turns them in turn gains by each pair.
private func dealPairs(_ count: Int, _ mode: CardMatchingGame.Mode, from seed: Int) -> CardMatchingGame {
    CardMatchingGame(cards: (0..<count).compactMap { PlayingCard(number: (seed + $0 / 2 + $0 % 2 * 13) % 52) }, mode: mode)
}

/// A seat at the card table.
private struct CardSeat {
    let seat: Seat
    let table: CardMatchingViewController

    init(
        size: Size = Size(width: 80, height: 24), settings: Settings = Seat.still, glyphs: Glyphs = .unicode, seed: Int = 5,
        deal: @escaping (Int, CardMatchingGame.Mode, Int) -> CardMatchingGame = { deal($0, $1, from: $2) }
    ) {
        seat = Seat(size: size, settings: settings, glyphs: glyphs)
        table = CardMatchingViewController(navigator: seat.navigator) { deal($0, $1, seed) }
        seat.navigator.push(table)
    }

    var navigator: Navigator { seat.navigator }
    var game: CardMatchingGame { table.game }
    /// The places of the cards whose faces are seen, but for those that are out.
    var shownFaces: [Int] { game.table.indices.filter { table.isSeen($0) && !game.table[$0].isMatched } }

    /// Plays a whole game as the player who sees nothing but the screen.
    @discardableResult func play() throws -> CardMatchingPlayer {
        let player = CardMatchingPlayer(
            count: game.table.count, mode: game.mode.count, press: { seat.press($0) },
            read: { condition in
                let rows = seat.lines
                guard condition(rows) else {
                    throw CardMatchingPlayer.Surprise(description: rows.joined(separator: "\n"))
                }
                return rows
            })
        try player.play()
        let words = player.words(for: player.score)
        #expect(seat.shows(words) || seat.shows(words.replacing("−", with: "-")))
        return player
    }

    /// The best score as the screen shows it.
    func best(_ score: Int) -> String {
        "Best \(MatchingScore(score, par: game.par).number)"
    }
}

nonisolated private let sizes = [Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60)]

// MARK: - Screens

@Suite struct CardMatchingSnapshotTests {
    /// Some cards out, one up, one with the cursor on it.
    private func playSome(_ seat: Seat) {
        seat.press(.enter, .right, .enter, .right, .right, .enter, .down, .enter, .right, .enter, .right)
    }

    @Test(arguments: sizes + Size.smallest) func thirtyCards(size: Size) {
        let cards = CardSeat(size: size)
        cards.seat.type("4y")
        playSome(cards.seat)
        Snapshot.check(cards.navigator, "cards-30")
    }

    @Test func theEnd() throws {
        let cards = CardSeat()
        cards.seat.type("1y")
        try cards.play()
        cards.seat.machine.advance(milliseconds: CardMatchingViewController.pause)
        Snapshot.check(cards.navigator, "cards-end")
    }

    @Test(arguments: [16, 20]) func otherNumbers(count: Int) {
        let cards = CardSeat()
        cards.seat.type(count == 16 ? "m" : "3ym")
        playSome(cards.seat)
        Snapshot.check(cards.navigator, "cards-\(count)")
    }

    @Test(arguments: Size.small + Size.usual) func everyRank(size: Size) {
        let seat = Seat(size: size)
        let layout = CardTableLayout(count: 16, in: seat.navigator.area)
        seat.navigator.draw()
        seat.navigator.canvas.fill(Rect(x: 0, y: 0, width: size.width, height: size.height))
        for index in 0..<13 {
            guard let card = PlayingCard(number: index + 13 * (index % 4)) else { continue }
            layout.draw(.face(card), at: index, hasCursor: index == 12, glyphs: .unicode, on: seat.navigator.canvas)
        }
        Snapshot.check(seat.navigator, "cards-ranks")
    }

    @Test func noThemeLeavesTheCursorOrACardThatIsOutUnseen() {
        for theme in ThemeName.allCases {
            let cards: [Role] = [.cardBlack, .cardRed, .cardBack, .cardOut, .feltText]
            #expect(cards.allSatisfy { theme.look(of: $0) != theme.look(of: .cardCursor) })
            #expect(theme.look(of: .cardRed) != theme.look(of: .cardBlack))
        }
    }
}

// MARK: - Layout

@Suite struct CardTableLayoutTests {
    @Test(arguments: CardMatchingGame.sizes) func everythingFitsEverywhere(count: Int) {
        for width in Array(stride(from: 25, through: 130, by: 7)) + [40, 80, 200, 400] {
            for height in Array(stride(from: 8, through: 58, by: 3)) + [10, 22, 98] {
                let area = Rect(x: 0, y: 1, width: width, height: height)
                let layout = CardTableLayout(count: count, in: area)
                let cards = (0..<count).map { layout.card($0) }
                let isInside = cards.allSatisfy {
                    $0.x >= 0 && $0.x + $0.width <= width && $0.y >= 1 && $0.y + $0.height <= layout.message
                }
                #expect(isInside && layout.message <= height, "\(width)x\(height)")
                if let standing = layout.standing { #expect(standing >= 1 && standing < layout.table.y) }
                #expect(layout.columns * layout.rows == count)
                #expect(Set(cards.map { Point(x: $0.x, y: $0.y) }).count == count)
                if !layout.size.hasBorder { #expect(cards.allSatisfy { $0.x > 0 && $0.x + $0.width < width }) }
            }
        }
    }

    @Test func aLargerTerminalNeverHasSmallerCards() {
        for count in CardMatchingGame.sizes {
            for (width, height) in [(25, 8), (40, 10), (60, 15), (80, 22), (120, 40), (200, 58)] {
                let size = CardTableLayout(count: count, in: Rect(x: 0, y: 1, width: width, height: height)).size
                let next = CardTableLayout(count: count, in: Rect(x: 0, y: 1, width: width + 9, height: height + 4)).size
                #expect(next.card.width >= size.card.width)
            }
        }
    }
}

// MARK: - Keys

@Suite struct CardMatchingKeyTests {
    @Test func theMenuOpensIt() {
        let seat = Seat()
        seat.press(.character("o"), .character("3"))
        #expect(seat.shows("On the table") && seat.shows("‹ 16 cards ›") && seat.shows("Find two cards of the same rank"))
        seat.press(.enter)
        #expect(seat.shows("Card matching: pairs, 16 cards") && seat.shows("Against par +15") && seat.shows("Flips 0"))
        for keys in [[Key.character("q")], [.escape], [.character("Q")]] {
            for key in keys { seat.press(key) }
            #expect(seat.shows("Players near you") && seat.machine.isQuiet && !seat.machine.hasQuit)
            seat.press(.character("3"), .enter)
        }
        seat.type("mq3")
        #expect(seat.shows("To match") && seat.shows("‹ 3 cards ›"), "as the last time")
        seat.press(.down, .right, .down, .right, .down, .right, .enter)
        #expect(seat.shows("Card matching: fours, 20 cards (clock)"), "as chosen")
    }

    @Test func arrowsGoThroughTheRowsAndStopAtTheEnds() {
        let cards = CardSeat()
        let columns = cards.table.layout.columns
        cards.seat.press(.left, .up)
        #expect(cards.table.cursor == 0)
        for _ in 0..<columns { cards.seat.press(.right) }
        #expect(cards.table.cursor == columns)
        cards.seat.press(.left)
        #expect(cards.table.cursor == columns - 1)
        cards.seat.press(.down)
        #expect(cards.table.cursor == 2 * columns - 1 && columns == 8)
        cards.seat.press(.right)
        #expect(cards.table.cursor == 15)
        cards.seat.press(.down)
        #expect(cards.table.cursor == 15, "below the last row is nothing")
        cards.seat.press(.up, .up)
        #expect(cards.table.cursor == columns - 1)
    }

    @Test(arguments: sizes) func aCursorMoveRedrawsTwoCardsAndNothingElse(size: Size) {
        let cards = CardSeat(size: size)
        cards.seat.type("4y")
        cards.seat.press(.enter)
        cards.navigator.draw()
        for key in [Key.right, .down, .left, .up, .right] {
            let before = cards.table.cursor
            let shown = cards.navigator.canvas.lines
            cards.navigator.canvas.takeChanges { _, _ in }
            cards.seat.press(key)
            let layout = cards.table.layout
            let touched = [before, cards.table.cursor].map { index in
                let card = layout.card(index)
                return Rect(x: card.x - 1, y: card.y, width: card.width + 2, height: card.height)
            }
            let span = touched.map(\.x).min() ?? 0
            let end = touched.map { $0.x + $0.width }.max() ?? 0
            cards.navigator.canvas.takeChanges { y, columns in
                #expect(touched.contains { $0.y <= y && y < $0.y + $0.height })
                #expect(columns.lowerBound >= span && columns.upperBound < end)
            }
            #expect(shown != cards.navigator.canvas.lines)
            // Drawn anew as a whole it is the same.
            let moved = (cards.navigator.canvas.lines, cards.navigator.canvas.roles)
            cards.navigator.setNeedsDisplay()
            #expect(cards.seat.lines == moved.0 && cards.navigator.canvas.roles == moved.1)
        }
    }

    @Test func whatHappenedLastIsSaid() {
        let cards = CardSeat()
        #expect(cards.seat.shows("Find two: same rank 4 points, same suit 1."))
        cards.seat.press(.enter)
        #expect(
            cards.seat.shows("You turned \(cards.game.table[0].card.contents).") && cards.seat.shows("Against par +14")
                && cards.seat.shows("Flips 1"))
        #expect(cards.seat.shows("Now find another \(cards.game.table[0].card.rankText) for 4 points, or a"))
        cards.seat.press(.enter)
        #expect(
            cards.seat.shows("Turned \(cards.game.table[0].card.contents) back.")
                && cards.seat.shows("Flips 2") && cards.seat.shows("Turning a card back costs no point"))
        cards.seat.press(.enter, .right, .character(" "))
        let both = cards.game.table[0].card.contents + " " + cards.game.table[1].card.contents
        let second = cards.game.table[1].card.contents
        #expect(cards.seat.shows("\(both) do not match: 2 points lost. \(second) stays up for your next try."), "once")
        #expect(cards.seat.shows("Against par +11   Flips 4") && cards.seat.shows("★★★"))
        #expect(cards.seat.shows("Three stars at 0 or better."))
        #expect(!cards.game.table[0].isFaceUp && cards.game.table[1].isFaceUp)
    }

    @Test("A mismatch stays open until the next key, or for two seconds")
    func mismatch() {
        for isKeyPressed in [true, false] {
            let cards = CardSeat()
            cards.seat.press(.enter, .right, .enter)
            #expect(cards.shownFaces == [0, 1] && !cards.game.table[0].isFaceUp)
            cards.seat.machine.advance(milliseconds: 1999)
            #expect(cards.shownFaces == [0, 1])
            if isKeyPressed { cards.seat.press(.right) } else { cards.seat.machine.advance(milliseconds: 1) }
            #expect(cards.shownFaces == [1])
        }
    }

    @Test("In memory mode cards are seen for a second, and a mismatch for two")
    func memory() {
        let cards = CardSeat()
        cards.seat.type("oo")
        #expect(cards.seat.shows("Cards turn back after a second."))
        cards.seat.press(.enter)
        #expect(cards.shownFaces == [0])
        cards.seat.machine.advance(milliseconds: 1000)
        #expect(cards.shownFaces == [] && cards.game.table[0].isFaceUp)
        cards.seat.press(.right, .enter)
        #expect(cards.shownFaces == [0, 1])
        cards.seat.machine.advance(milliseconds: 2000)
        #expect(cards.shownFaces == [])
    }

    @Test("Against the clock the game ends when the time is up, and is no best")
    func clock() {
        let cards = CardSeat()
        cards.seat.type("o")
        #expect(cards.seat.shows("You have 64 seconds.") || cards.seat.shows("clock"))
        cards.seat.machine.advance(milliseconds: 100_000)
        #expect(cards.table.verdict == nil)
        cards.seat.press(.enter)
        #expect(cards.seat.shows("64 s"))
        cards.seat.machine.advance(milliseconds: 50_000)
        #expect(cards.seat.shows("14 s"))
        cards.seat.machine.advance(milliseconds: 14_000)
        #expect(cards.seat.shows("The time is up. ") && !cards.seat.shows("★") && cards.seat.machine.games.scores.isEmpty)
    }

    @Test func aCardThatIsOutIsSaidToBe() throws {
        let cards = CardSeat()
        let first = cards.game.table[0].card
        let other = try #require(
            cards.game.table.indices.dropFirst().first { cards.game.table[$0].card.points(matching: first) > 0 })
        cards.seat.press(.enter)
        for _ in 0..<other { cards.seat.press(.right) }
        cards.seat.press(.enter)
        let second = cards.game.table[other].card
        #expect(cards.seat.shows("Matched \(first.contents) \(second.contents) for "))
        #expect(cards.seat.shows("Against par +14") && cards.seat.shows("Three stars at 0 or better.") && cards.seat.shows("★★★"))
        cards.seat.press(.enter)
        #expect(cards.seat.shows("That card is out.") && cards.seat.shows("Flips 2"))
        for _ in 0..<other { cards.seat.press(.left) }
        #expect(cards.table.cursor == 1, "the cursor passes over cards that are out")
        cards.seat.press(.down)
        #expect(cards.table.cursor == 9)
        cards.seat.press(.right, .up)
        #expect(cards.table.cursor == 2)
        cards.seat.press(.right)
        #expect(cards.table.cursor == other + 1)
        cards.seat.press(.enter)
        #expect(!cards.seat.shows("That card is out."))
    }

    @Test func aClickTurnsACard() {
        let cards = CardSeat()
        let card = cards.table.layout.card(11)
        cards.seat.press(.click(Point(x: card.x + 2, y: card.y + 1)))
        #expect(cards.table.cursor == 11 && cards.game.table[11].isFaceUp && cards.game.flips == 1)
        cards.seat.press(.click(Point(x: 0, y: 1)), .click(Point(x: card.x + 2, y: 23)))
        #expect(cards.game.flips == 1)
    }

    @Test func lettersAndDigitsDealAgain() {
        let cards = CardSeat()
        for (key, count, mode) in [
            ("4", 30, 2), ("m", 30, 3), ("1", 12, 3), ("n", 12, 3), ("m", 12, 4), ("M", 12, 2), ("3", 20, 2), ("2", 16, 2),
            ("N", 16, 2), ("s", 20, 2), ("S", 30, 2), ("s", 12, 2),
        ] {
            cards.seat.type(key)
            if Int(key) != nil {
                #expect(cards.seat.shows("Deal \(count) cards?"))
                cards.seat.type("y")
            }
            #expect(cards.game.table.count == count && cards.game.mode.count == mode && cards.game.flips == 0)
            #expect(cards.seat.shows("Card matching: \(["pairs", "turn three", "fours"][mode - 2]), \(count) cards"))
        }
    }

    /// In a game that has begun they ask: it is not kept.
    @Test(arguments: ["n", "m", "s", "o", "1", "2", "3", "4"]) func aGameThatHasBegunIsAskedAbout(key: String) {
        let cards = CardSeat()
        cards.seat.press(.enter)
        cards.seat.type(key)
        #expect(
            cards.seat.shows("Abandon this game and start another?") && cards.seat.shows("Next game  Y") && cards.game.flips == 1)
        for no in [Key.enter, .escape, .character("n")] {
            cards.seat.press(no)
            #expect(!cards.seat.shows("Abandon this game") && cards.game.flips == 1)
            cards.seat.type(key)
        }
        cards.seat.press(.character("y"))
        #expect(cards.game.flips == 0 && !cards.seat.shows("Abandon this game"))
        cards.seat.press(.enter)
        cards.seat.type(key)
        cards.seat.press(.right, .enter)
        #expect(cards.game.flips == 0, "arrows and Enter suffice")
    }

    @Test(arguments: [Key.character("q"), .escape]) func leavingABegunGameIsAskedAbout(key: Key) {
        let cards = CardSeat()
        cards.seat.press(.enter, key)
        #expect(cards.seat.shows("Leave the game?") && cards.seat.shows("Leave  Y"))
        cards.seat.press(.escape)
        #expect(cards.seat.navigator.top === cards.table && cards.game.flips == 1)
        cards.seat.press(key, .character("q"), .character("q"))
        #expect(cards.seat.navigator.top === cards.table, "Q never answers with yes")
        cards.seat.press(.character("y"))
        #expect(cards.seat.navigator.top !== cards.table)
    }

    @Test func aClickAnswers() throws {
        let cards = CardSeat()
        cards.seat.press(.enter, .character("n"))
        let row = try #require(cards.seat.lines.last)
        let place = try #require(row.ranges(of: "Next game").first)
        cards.seat.press(.click(Point(x: row.distance(from: row.startIndex, to: place.lowerBound), y: 23)))
        #expect(cards.game.flips == 0)
    }

    @Test func theHelpNamesEveryKey() {
        let cards = CardSeat()
        cards.seat.press(.character("?"))
        for words in ["Deal again", "Choose the size", "Match two, three or four", "Make it harder"] {
            #expect(cards.seat.shows(words))
        }
    }
}

// MARK: - Whole games

@Suite struct CardMatchingGameTests {
    @Test(arguments: CardMatchingGame.sizes, CardMatchingGame.Mode.offered)
    func aPlayerWhoSeesTheScreenAloneComesToTheEnd(count: Int, mode: CardMatchingGame.Mode) throws {
        let sets = [Glyphs.unicode, .console, .ascii, .lineDrawing]
        let number = count + mode.count
        let cards = CardSeat(size: sizes[number % sizes.count], glyphs: sets[number % sets.count], seed: number * 7)
        cards.table.deal(count, mode: mode)
        let player = try cards.play()
        #expect(cards.game.isOver && cards.game.score == player.score && cards.game.flips == player.flips)
        #expect(cards.game.log.reduce(0) { $0 + $1.scoreChange } == player.score)
        let kind = ScoredGame(game: "card-matching", size: count, mode: mode.databaseWord)
        #expect(cards.seat.machine.games.scores == [kind: player.score])
    }

    @Test func theDeckIsShuffledAnewForEveryDeal() {
        let seat = Seat()
        let table = CardMatchingViewController(navigator: seat.navigator)
        seat.navigator.push(table)
        var deals: Set<[PlayingCard]> = []
        for _ in 0..<20 {
            seat.press(.character("4"), .character("y"))
            let cards = table.game.table.map(\.card)
            #expect(Set(cards).count == 30)
            deals.insert(cards)
        }
        #expect(deals.count == 20)
    }

    @Test func afterTheEndTheCardsThatAreLeftAreSeen() throws {
        let cards = CardSeat()
        try cards.play()
        let left = cards.game.table.filter { !$0.isMatched && !$0.isFaceUp }
        #expect(!left.isEmpty && !cards.seat.shows("╳"))
    }

    @Test func keysPressedTooLateDoNothing() throws {
        let cards = CardSeat()
        try cards.play()
        let log = cards.game.log
        cards.seat.press(.enter, .character(" "), .up, .right, .enter)
        cards.seat.machine.advance(milliseconds: 999)
        cards.seat.press(.right, .enter)
        #expect(cards.game.log == log)
        cards.seat.machine.advance(milliseconds: 1)
        cards.seat.press(.enter)
        #expect(cards.game.flips == 0 && cards.table.verdict == nil)
    }

    @Test func theEndCallsAPlayerWhoLooksElsewhere() throws {
        for hasFocus in [true, false] {
            let cards = CardSeat()
            cards.seat.navigator.hasFocus = hasFocus
            try cards.play()
            #expect(cards.seat.machine.messages == (hasFocus ? [] : ["The game is over."]))
        }
    }
}

// MARK: - Best scores

@Suite struct CardMatchingBestScoreTests {
    private let kind = ScoredGame(game: "card-matching", size: 16, mode: "two")

    @Test func aNewBestIsSaidAndKept() throws {
        var cheers: Set<Bool> = []
        for seed in 0..<12 {
            let cards = seed < 6 ? CardSeat(seed: seed) : CardSeat(seed: seed) { dealPairs($0, $1, from: $2) }
            #expect(!cards.seat.shows("Best"))
            let score = try cards.play().score
            #expect(cards.seat.shows("A new best!") == (score >= (cards.game.par ?? 0)) && cards.seat.shows(cards.best(score)))
            #expect(cards.seat.machine.games.scores == [kind: score])
            cheers.insert(score >= (cards.game.par ?? 0))
        }
        #expect(cheers == [true, false])
    }

    /// Less than nothing is kept, as it may be the best all the same, but it is no reason to cheer.
    @Test func lessThanNothingIsNotCelebrated() {
        for size in [Size(width: 29, height: 10), Size(width: 80, height: 24)] {
            let seat = Seat(size: size)
            let table = CardMatchingViewController(navigator: seat.navigator) { _, mode in
                CardMatchingGame(cards: [1, 15, 29, 2].compactMap { PlayingCard(number: $0 - 1) }, mode: mode)
            }
            seat.navigator.push(table)
            // The two that match are found after many flips.
            for _ in 0..<9 { for place in [0, 0] { table.choose(place) } }
            let pair = table.game.table.indices.flatMap { one in table.game.table.indices.map { (one, $0) } }.first {
                $0.0 < $0.1 && table.game.table[$0.0].card.points(matching: table.game.table[$0.1].card) > 0
            }
            for place in [pair?.0 ?? 0, pair?.1 ?? 0] { table.choose(place) }
            let score = table.game.finalScore ?? 0
            let words = MatchingScore(score, par: table.game.par).words
            #expect(score < 0 && seat.shows(words) && !seat.shows("best!") && !seat.shows("best "))
            #expect(seat.machine.games.scores.values.map { $0 } == [score])
        }
    }

    @Test func anEqualScoreIsNoNewBest() throws {
        let cards = CardSeat()
        let score = try cards.play().score
        cards.seat.press(.character("n"))
        try cards.play()
        #expect(cards.seat.shows("The best is \(MatchingScore(score, par: cards.game.par).number)."))
        cards.seat.machine.games.scores[kind] = score + 1
        cards.seat.press(.character("n"))
        try cards.play()
        #expect(
            cards.seat.shows("The best is \(MatchingScore(score + 1, par: cards.game.par).number).")
                && cards.seat.machine.games.scores == [kind: score + 1])
    }

    @Test func everySizeAndModeHasItsOwn() {
        let cards = CardSeat()
        cards.seat.machine.games.scores = [
            kind: 11, ScoredGame(game: "card-matching", size: 30, mode: "two"): 12,
            ScoredGame(game: "card-matching", size: 30, mode: "three"): -13,
        ]
        for (keys, best) in [
            ("n", 11), ("4y", 12), ("m", -13), ("2y", nil),
        ] {
            cards.seat.type(keys)
            #expect(cards.seat.shows("Best") == (best != nil) && best.map { cards.seat.shows(cards.best($0)) } != false)
        }
    }

    @Test func whatGoesWrongIsSaidOnceAndTheGameGoesOn() throws {
        let seat = Seat()
        seat.machine.games.failure = .gamesNotUsable(path: "/cats", .diskFull)
        let table = CardMatchingViewController(navigator: seat.navigator) { deal($0, $1) }
        seat.navigator.push(table)
        #expect(seat.shows("the disk is full."))
        seat.press(.enter)
        #expect(!seat.shows("cats") && table.game.flips == 1)
        seat.press(.character("n"), .character("y"), .character("4"), .character("y"))
        #expect(!seat.shows("cats"))
        seat.machine.games.failure = .gamesNotUsable(path: "/cats", .readOnly)
        seat.press(.character("1"), .character("y"))
        #expect(seat.shows("it is read-only."))
    }

    @Test func aBestThatCannotBeKeptStandsUntilOneLeaves() throws {
        let cards = CardSeat()
        cards.seat.machine.games.failure = .gamesNotUsable(path: "/cats", .diskFull)
        let score = try cards.play().score
        #expect(cards.seat.shows("/cats") && cards.seat.shows(cards.best(score)))
    }
}
