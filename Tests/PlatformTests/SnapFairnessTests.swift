// Snap! between two processes: the host's player must not win more often for being closer to the cards.

import Glibc
import TestSupport
import Testing

@Suite(.ownThread) nonisolated struct SnapFairnessTests {
    /// The host's share of this many snaps, and the seconds that they took.
    private func play(_ snaps: Int) throws -> (share: Double, seconds: Double) {
        let bots = try Child([PseudoTerminal.path(of: "snap-bots"), String(snaps)])
        let line = try #require(bots.line(within: 900))
        #expect(bots.finish() == 0)
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        try #require(numbers.count == 3 && Int(numbers[0] + numbers[1]) == snaps)
        return (numbers[0] / Double(snaps), numbers[2])
    }

    /// Beside the other tests, on a busy machine. Of 600 snaps of a fair game the host wins half with a standard deviation of 2.04 %; more
    /// than 6.1 of these, 12.5 %, happen once in 10⁹ runs. The figure below may be off by another 5 %. Before both sides were measured in
    /// the same way (`SnapFairness`), the host won 16 to 32 % where other programs wanted the processors, too.
    @Test func hostAndGuestWinAlike() throws {
        let share = try play(600).share
        #expect((0.325...0.675).contains(share))
    }

    /// The figure itself, on a quiet machine.
    @Test(.enabled(if: getenv("FOURINAROW_FIGURES") != nil, "run by hand, with FOURINAROW_FIGURES=1")) func theFigure() throws {
        let (share, seconds) = try play(2_000)
        print("of 2,000 snaps the host's player won \(share * 100) % in \(seconds) s")
        #expect((0.45...0.55).contains(share))
    }
}
