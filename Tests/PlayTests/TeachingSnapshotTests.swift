// The screens of the computer's game, the review and the history as text and meanings, in three sizes and in ASCII.

import Engine
import Screen
import TestSupport
import Testing

@testable import Play

/// A late position: its scores come at once.
nonisolated private let late = "2626223541436446141511462163"

@Suite struct TeachingSnapshotTests {
    @Test(arguments: Size.small + Size.usual) func setup(size: Size) {
        let seat = Seat(size: size)
        seat.press(.character("c"))
        Snapshot.check(seat.navigator, "computer")
    }

    @Test(arguments: Size.small + Size.usual) func eyeAndThreats(size: Size) {
        let seat = seatAgainstComputer(position: late, size: size)
        seat.press(.character("e"))
        seat.machine.work()
        Snapshot.check(seat.navigator, "eye")
        seat.press(.character("h"))
        Snapshot.check(seat.navigator, "hint", at: Size.usual)
        seat.press(.character("t"))
        Snapshot.check(seat.navigator, "threats")
    }

    @Test(arguments: Size.small + Size.usual + Size.wide) func review(size: Size) {
        let seat = Seat(size: size)
        let review = ReviewViewController(
            navigator: seat.navigator, game: .of(late + "373375"), names: ReviewNames(yellow: "You", red: "Bob", me: .first),
            storedAs: nil)
        seat.navigator.push(review)
        review.judge(last: 8)
        Snapshot.check(seat.navigator, "reviewing")
        seat.press(.left)
        Snapshot.check(seat.navigator, "review-step", at: Size.usual)
    }

    @Test(arguments: Size.small + Size.usual) func history(size: Size) throws {
        let seat = Seat(size: size)
        try fill(seat.machine.games)
        seat.open("History")
        Snapshot.check(seat.navigator, "history")
        seat.press(.character("s"))
        Snapshot.check(seat.navigator, "statistics")
    }

    @Test func asciiReview() {
        let seat = Seat(glyphs: .ascii)
        let review = ReviewViewController(
            navigator: seat.navigator, game: .of(late + "373375"), names: ReviewNames(yellow: "You", red: "Bob", me: .first),
            storedAs: nil)
        seat.navigator.push(review)
        review.judge(last: 8)
        Snapshot.check(seat.navigator, "review-ascii")
    }
}

extension Game {
    /// The game of these digits, which the test knows to be one.
    static func of(_ digits: String) -> Game { (try? Game(digits: digits)) ?? Game() }
}

extension ReviewViewController {
    /// Judges the last moves, here and now.
    func judge(last count: Int) {
        var review = Review(of: game, from: setUp)
        let solver = Solver()
        for _ in 0..<count { _ = review.judgeNext(with: solver) }
        didJudge(review)
    }
}
