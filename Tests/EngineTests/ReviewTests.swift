// Games judged move by move: marks, reasons, accuracy.

import Engine
import TestSupport
import Testing

@Suite struct ReviewTests {
    @Test(arguments: [
        (5, 5, Mark.best), (5, 3, .inaccuracy), (-3, -5, .inaccuracy), (0, 0, .best), (2, 0, .mistake), (0, -4, .mistake),
        (7, -2, .blunder),
    ])
    func aMarkIsWhatTheMoveCost(before: Int, after: Int, mark: Mark) { #expect(Mark(before: before, after: after) == mark) }

    /// A game's last move, judged, with the reason.
    @Test(
        arguments: [
            ("43643433476436677634657711571", Mark.inaccuracy, .overlookedWin(columns: [4])),
            ("251313355465564442112463123", .blunder, .letThrough(column: 1)),
            ("5574247545524442272527711611116", .blunder, .gaveAway),
            ("4444463252236", .inaccuracy, .letThrough(column: 4)),
            ("21757755513315377352223112321764", .blunder, .allowedTwoThreats(column: 3)),
            ("364163253334551634466464227121", .inaccuracy, .missedTwoThreats(column: 6)),
            (
                "2626223541436446141511462163373375", .mistake,
                .lostThreat(
                    Threat(square: Square(column: 4, row: 3), player: .second, isOpen: false), column: 1, isNew: false)
            ),
            (
                "5345365335636454474665467723222121", .mistake,
                .leftThreat(Threat(square: Square(column: 6, row: 4), player: .first, isOpen: false))
            ),
            ("2626223541436446141511462163373372", .best, nil),
        ] as [(String, Mark, Reason?)])
    func aMoveHasAReasonWhereAThreatShowsIt(digits: String, mark: Mark, reason: Reason?) throws {
        var review = Review(of: try Game(digits: digits))
        let isJudged = review.judgeNext(with: Solver())
        #expect(isJudged && review.count == 1)
        let last = try #require(review.judgements.last ?? nil)
        #expect(last.mark == mark && last.reason == reason)
        #expect(last.best.contains(last.column) == (mark == .best))
    }

    @Test("Most mistakes have a reason, and what it says is so")
    func mostMistakesHaveAReason() throws {
        let solver = Solver(tableBytes: 1 << 22)
        var (mistakes, reasons) = (0, 0)
        for seed in 0..<UInt64(Thoroughness.pick(8, of: 60)) {
            let player = ComputerPlayer(level: .casual, seed: seed)
            var game = Game()
            while game.outcome == nil { _ = game.play(try #require(player.column(in: game.position, with: { solver }))) }
            var review = Review(of: game)
            for ply in (20..<max(20, game.moves.count)).reversed() {
                _ = review.judgeNext(with: solver)
                let judgement = try #require(review.judgements[ply])
                guard judgement.mark == .mistake || judgement.mark == .blunder else { continue }
                mistakes += 1
                reasons += judgement.reason == nil ? 0 : 1
                let before = game.prefix(ply)
                switch judgement.reason {
                case .lostPlan(let plan, let column):
                    #expect(judgement.best.contains(column) && plan.wins == (judgement.before > 0))
                    #expect(before.position.playing(column).plan(of: before.mover) == plan)
                case .leftPlan(let plan):
                    #expect(judgement.after < 0 && plan.wins && plan.player == before.mover.other)
                case .openedThreat(let square):
                    #expect(before.position.threats(of: before.mover).contains(square))
                    #expect(game.prefix(ply + 1).board.landing(in: square.column) == square)
                case .missedThreat(let square, let column):
                    #expect(judgement.best.contains(column) && !before.position.threats(of: before.mover).contains(square))
                    #expect(before.position.playing(column).threats(of: before.mover).contains(square))
                case .allowedThreat(let square, let column):
                    #expect(judgement.best.contains(column) && !before.position.threats(of: before.mover.other).contains(square))
                default: break
                }
            }
        }
        #expect(mistakes > 8 && 2 * reasons >= mistakes, "\(reasons) of \(mistakes)")
    }

    @Test func aReviewGoesFromTheEndToTheBeginning() throws {
        let match = try Game(digits: "262622354143644614151146216337337")
        let solver = Solver()
        var review = Review(of: match)
        for count in 1...8 {
            let isJudged = review.judgeNext(with: solver)
            #expect(isJudged && review.count == count)
            #expect(review.judgements[match.moves.count - count] != nil && review.judgements[0] == nil)
        }
        #expect(!review.isComplete && review.accuracy(of: .first) == nil)
        for judgement in review.judgements.suffix(8).compactMap({ $0 }) {
            #expect(judgement.before >= judgement.after && judgement.scores[judgement.column] == judgement.after)
            #expect(judgement.value == (judgement.player == .first ? judgement.after : -judgement.after))
        }
    }

    @Test func anUnfinishedGameHasTheScoresOfWhatComesNext() throws {
        let digits = "2626223541436446141511462163373375"
        var review = Review(of: try Game(digits: digits))
        #expect(review.ending == nil)
        _ = review.judgeNext(with: Solver())
        #expect(review.ending == [nil, -4, nil, nil, 0, nil, -4] && review.digits == digits)
        var full = try Game(digits: digits + "5")
        while full.outcome == nil { _ = full.play(try #require(Board.columns.first { full.reasonAgainst($0) == nil })) }
        var over = Review(of: full)
        _ = over.judgeNext(with: Solver())
        #expect(over.count == 1 && over.ending == nil, "nothing comes after the end")
    }

    @Test func aReviewThatIsCalledOffKnowsNothingNew() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        var review = Review(of: try Game(digits: "4444435"))
        let isJudged = review.judgeNext(with: Solver(), until: SearchLimit(cancellation: cancellation))
        #expect(!isJudged && review.count == 0)
    }

    /// Late games only: all 42 moves would take a debug build too long.
    @Test func aPerfectGameIsAllBest() throws {
        let solver = Solver()
        let perfect = ComputerPlayer(level: .perfect, seed: 3)
        var match = try Game(digits: "2626223541436446141511462163")
        let start = match.moves.count
        while match.outcome == nil { _ = match.play(try #require(perfect.column(in: match.position, with: { solver }))) }
        var review = Review(of: match)
        for _ in start..<match.moves.count { _ = review.judgeNext(with: solver) }
        #expect(review.judgements.suffix(match.moves.count - start).allSatisfy { $0?.mark == .best && $0?.reason == nil })
        #expect(review.count(of: .best, by: .first) + review.count(of: .best, by: .second) == match.moves.count - start)
    }

    @Test func whatWasSetUpIsNotJudged() throws {
        let game = try Game(digits: "2626223541436446141511462163373375")
        let solver = Solver()
        var (review, whole) = (Review(of: game, from: 20), Review(of: game))
        while !review.isComplete { _ = review.judgeNext(with: solver) }
        for _ in 20..<game.moves.count { _ = whole.judgeNext(with: solver) }
        #expect(review.judgements == whole.judgements && review.isComplete && !whole.isComplete)
        _ = review.judgeNext(with: solver)
        #expect(review.judgements == whole.judgements)
    }

    @Test func aGameOfNoMovesIsReviewed() {
        let review = Review(of: Game())
        #expect(review.isComplete && review.accuracy(of: .first) == nil)
    }
}
