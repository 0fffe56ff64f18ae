// The wire guide says of an open port that one network that floods it keeps nobody else out. Here all machines of a network connect to
// each kind of port, again and again, while somebody else comes in.

import Engine
import Session
import TestSupport
import Testing

@Suite struct OneNetworkTests {
    /// One newcomer among thousands of one network, who come after it and until it is in.
    private func comeIn(_ network: FakeNetwork, _ comment: Comment) throws {
        let count = network.connections.count
        var random = SeededGenerator(seed: 1)
        for _ in 0..<1000 where network.connections.count == count { network.step(using: &random) }
        let newcomer = try #require(network.connections.dropFirst(count).first, comment)
        let port = try #require(network.machines[0].advertisements.last { !$0.isClosed }, comment)
        var crowd: [FakeConnection] = []
        func flood(_ more: Int) {
            for _ in 0..<more {
                crowd.append(FakeConnection(peer: "10.66.0.\(crowd.count % 250):\(crowd.count)"))
                port.accept(crowd[crowd.count - 1])
            }
        }
        flood(300)
        for _ in 0..<50 {
            network.step(using: &random)
            flood(65)
        }
        #expect(!newcomer.isClosed && !newcomer.hasEnded, comment)
        #expect(crowd.contains { $0.isClosed }, "the places were taken")
        network.advance(seconds: 15)
    }

    @Test func aHostedGame() throws {
        let pair = try MatchPair()
        pair.guest.join()
        try comeIn(pair.network, "a hosted game")
        #expect(pair.host.match.opponent.state.name == "Bob")
        pair.play([3, 3])
        pair.expect("44")
    }

    @Test func aHostThatWaitsForItsGuest() throws {
        let pair = try MatchPair()
        pair.meet()
        pair.play([3, 3])
        pair.network.breakAll()
        try comeIn(pair.network, "a broken game")
        pair.expect("44")
    }

    @Test func aTable() throws {
        let network = FakeNetwork(2)
        let host = TableHost(game: .test, environment: network.machines[0])
        try host.open(name: "Ann")
        let guest = TableGuest(name: "Bob", games: [.test], environment: network.machines[1])
        guest.search()
        network.settle()
        guest.join(try #require(guest.tables.first))
        try comeIn(network, "a table")
        #expect(guest.roster.map(\.name) == ["Ann", "Bob"])
        host.leave()
        guest.leave()
    }
}
