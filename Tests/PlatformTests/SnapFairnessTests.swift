// Snap! between two processes: the host's player must not win more often for being nearer to the cards.

import Glibc
import TestSupport
import Testing

@Suite(.ownThread) nonisolated struct SnapFairnessTests {
    /// The share that the host won of so many snaps, and the seconds that it took.
    private func play(_ snaps: Int) throws -> (share: Double, seconds: Double) {
        let bots = try Child([PseudoTerminal.path(of: "snap-bots"), String(snaps)])
        let line = try #require(bots.line(within: 900))
        #expect(bots.finish() == 0)
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        try #require(numbers.count == 3 && Int(numbers[0] + numbers[1]) == snaps)
        return (numbers[0] / Double(snaps), numbers[2])
    }

    /// Beside the other tests either process is late by chance, and the share means little: both must win their part of the snaps.
    @Test func hostAndGuestBothWin() throws {
        let share = try play(200).share
        #expect((0.1...0.9).contains(share))
    }

    /// The figure itself, on a quiet machine.
    @Test(.enabled(if: getenv("FOURINAROW_FIGURES") != nil)) func theFigure() throws {
        let (share, seconds) = try play(2_000)
        print("of 2,000 snaps the host's player won \(share * 100) % in \(seconds) s")
        #expect((0.45...0.55).contains(share))
    }
}
