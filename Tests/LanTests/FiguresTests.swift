// How long discovery takes. Run by hand: FOURINAROW_FIGURES=1 make test FILTER=FiguresTests

import Glibc
import TestSupport
import Testing

@Suite(
    "Discovery's figures (median of ten, in seconds)", .serialized,
    .enabled(if: Lan.isPossible && getenv("FOURINAROW_FIGURES") != nil, "run by hand, with FOURINAROW_FIGURES=1"))
struct FiguresTests {
    @Test func publishedToListed() throws {
        try measure("published to listed", atMost: 1.0) { lan in
            let guest = try BonjourChild(on: 2, of: lan, .browse)
            let host = try BonjourChild(on: 1, of: lan)
            try guest.event(.ready)
            try host.event(.ready)
            return try seconds {
                host.send(.publish("Tiger"))
                try guest.found("Tiger")
            }
        }
    }

    @Test func browserStartedToListed() throws {
        try measure("browser started to listed", atMost: 0.85) { lan in
            let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
            try host.event(.published(name: "Tiger"))
            // Until its announcements are all sent, a service is found by those.
            #expect(host.child.line(within: 5) == nil)
            return try seconds { try BonjourChild(on: 2, of: lan, .browse).found("Tiger") }
        }
    }

    @Test func withdrawnToGone() throws {
        try measure("withdrawn to gone", atMost: 1.2) { lan in
            let guest = try BonjourChild(on: 2, of: lan, .browse)
            let host = try BonjourChild(on: 1, of: lan, .publish("Tiger"))
            try guest.found("Tiger")
            return try seconds {
                host.child.closeInput()
                try guest.event(.lost("Tiger"))
            }
        }
    }

    @Test func killedToGone() throws {
        try measure("killed to gone", atMost: 1.2) { lan in
            let guest = try BonjourChild(on: 2, of: lan, .browse)
            let game = try lan.startGame(on: 1, publishing: "Tiger")
            try guest.found("Tiger")
            return try seconds {
                game.signal(SIGKILL)
                try guest.event(.lost("Tiger"))
            }
        }
    }

    private func measure(_ what: String, atMost limit: Double, _ once: (Lan) throws -> Double) throws {
        let lan = try Lan()
        let times = try (0..<10).map { _ in try once(lan) }.sorted()
        let median = (times[4] + times[5]) / 2
        print("\(what): \(times[0]) … \(median) … \(times[9])")
        #expect(median <= limit)
    }

    private func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = Child.now()
        try body()
        return Child.now() - start
    }
}
