// Those who do not want two to find each other again: they list what the host lists, and answer nothing.

import TestSupport
import Testing
import Wire

@testable import Play
@testable import Session

@Suite struct ResumeDecoyTests {
    /// Takes every connection and says nothing.
    private final class Silence {
        var connections: [Connection] = []
    }

    /// Copies what the host of the pair publishes now, so many times; the connections are never answered.
    private func surround(_ pair: Pair, _ count: Int) throws -> Silence {
        let silence = Silence()
        let offer = try #require(pair.network.machines[0].advertisements.last).offer
        for number in 0..<count {
            var copy = offer
            copy.name = "Decoy \(number)"
            _ = try pair.network.machines[2].advertise(
                copy, at: FakeEnvironment.place(50_000 + number), didAccept: { silence.connections.append($0) }, onEvent: { _ in }
            )
        }
        return silence
    }

    /// The host is where it was: it is tried first, and at once.
    @Test func thirtyDecoysAndTheHostWhereItWas() throws {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        let silence = try surround(pair, 30)
        pair.seats[1] = pair.sit(1)
        pair.network.settle()
        #expect(pair.boards == ["44", "44"], "before a second is over")
        #expect(silence.connections.count <= Reconnection.mostAtOnce)
        pair.expectGame("44")
    }

    /// The host is somewhere else, and so many decoys were listed before it: two rounds of two seconds at most.
    @Test func thirtyDecoysAndTheHostSomewhereElse() throws {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        let silence = try surround(pair, 30)
        pair.network.machines[0].addresses = ["10.0.0.99"]
        pair.network.machines[0].advertisements.last?.listedName = "Zoe"
        pair.seats[1] = pair.sit(1)
        pair.network.settle()
        for _ in 0..<2 where pair.boards != ["44", "44"] { pair.network.advance(seconds: 2) }
        pair.expectGame("44")
        #expect(silence.connections.count >= 1)
    }

    /// They are no more in the way of a host that comes later.
    @Test func theHostComesLater() throws {
        let pair = Pair()
        pair.play("44")
        pair.kill(1)
        _ = try surround(pair, 30)
        pair.kill(0)
        pair.seats[1] = pair.sit(1)
        pair.network.settle()
        pair.network.advance(seconds: 20)
        #expect(pair.guest.shows("Waiting…"))
        pair.seats[0] = pair.sit(0)
        pair.network.settle()
        pair.network.advance(seconds: 5)
        pair.expectGame("44")
    }

    /// Nobody knows before what the host will publish, or afterwards that two games that broke off were the same.
    @Test func everySearchHasAWordOfItsOwn() throws {
        let pair = Pair()
        pair.play("44")
        for _ in 0..<3 {
            pair.network.breakAll()
            pair.network.settle()
            pair.expectGame("44")
        }
        let words = pair.network.machines[0].advertisements.compactMap { $0.offer.facts[Reconnection.fact] }
        #expect(words.count == 3 && Set(words).count == 3)
        let id = try #require(pair.host.machine.games.sessions.first).token.id
        #expect(!words.contains { $0.contains(Hexadecimal.text(id)) })
    }
}
