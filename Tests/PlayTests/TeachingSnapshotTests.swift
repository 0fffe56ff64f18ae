// The screens of the computer's game, the review and the history as text and meanings, in three sizes and in ASCII.

import Engine
import Screen
import TestSupport
import Testing

@testable import Play

nonisolated private let sizes = [Size(width: 40, height: 12), Size(width: 80, height: 24), Size(width: 200, height: 60)]
/// A late position: its scores come at once.
nonisolated private let late = "2626223541436446141511462163"

@Suite struct TeachingSnapshotTests {
    private func name(_ what: String, _ size: Size) -> String { "\(what)-\(size.width)x\(size.height)" }

    @Test(arguments: sizes) func setup(size: Size) {
        let seat = Seat(size: size)
        seat.press(.character("c"))
        Snapshot.check(seat.navigator, name("computer", size))
    }

    @Test(arguments: sizes) func eyeAndThreats(size: Size) {
        let seat = seatAgainstComputer(position: late, size: size)
        seat.press(.character("e"))
        seat.machine.work()
        Snapshot.check(seat.navigator, name("eye", size))
        seat.press(.character("h"))
        Snapshot.check(seat.navigator, name("hint", size))
        seat.press(.character("t"))
        Snapshot.check(seat.navigator, name("threats", size))
    }

    @Test(arguments: sizes + [Size(width: 29, height: 10), Size(width: 120, height: 40)]) func review(size: Size) {
        let seat = Seat(size: size)
        let review = ReviewViewController(
            navigator: seat.navigator, game: .of(late + "373375"), names: ReviewNames(yellow: "You", red: "Bob", me: .first),
            storedAs: nil)
        seat.navigator.push(review)
        review.judge(last: 8)
        Snapshot.check(seat.navigator, name("reviewing", size))
        seat.press(.left)
        Snapshot.check(seat.navigator, name("review-step", size))
    }

    @Test(arguments: sizes + [Size(width: 29, height: 10), Size(width: 120, height: 40)]) func history(size: Size) throws {
        let seat = Seat(size: size)
        try fill(seat.machine.games)
        seat.open("History")
        Snapshot.check(seat.navigator, name("history", size))
        seat.press(.character("s"))
        Snapshot.check(seat.navigator, name("statistics", size))
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
        var review = Review(of: game)
        let solver = Solver()
        for _ in 0..<count { _ = review.judgeNext(with: solver) }
        didJudge(review)
    }
}
