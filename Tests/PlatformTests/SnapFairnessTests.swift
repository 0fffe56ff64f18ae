// Snap! between two processes: the host's player must not win more often for being nearer to the cards.

import Foundation
import TestSupport
import Testing

@Suite struct SnapFairnessTests {
    /// The share that the host won of so many snaps, and the seconds that it took.
    private nonisolated func play(_ snaps: Int) async throws -> (share: Double, seconds: Double) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: PseudoTerminal.path(of: "snap-bots"))
        process.arguments = [String(snaps)]
        let output = Pipe()
        process.standardOutput = output
        try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, Error>) in
            process.terminationHandler = { _ in end.resume() }
            do { try process.run() } catch { end.resume(throwing: error) }
        }
        let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: " ")
        let numbers = words.compactMap { Double($0.trimmingCharacters(in: .newlines)) }
        try #require(process.terminationStatus == 0 && numbers.count == 3 && Int(numbers[0] + numbers[1]) == snaps)
        return (numbers[0] / Double(snaps), numbers[2])
    }

    /// Few snaps beside the other tests, which make either process late by chance: only what is far from even fails.
    @Test(.timeLimit(.minutes(2))) func hostAndGuestWinAlike() async throws {
        let share = try await play(500).share
        #expect((0.40...0.60).contains(share))
    }

    /// The figure itself, on a quiet machine.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["FOURINAROW_FIGURES"] != nil), .timeLimit(.minutes(2)))
    func theFigure() async throws {
        let (share, seconds) = try await play(2_000)
        print("of 2,000 snaps the host's player won \(share * 100) % in \(seconds) s")
        #expect((0.45...0.55).contains(share) && seconds < 30)
    }
}
