// What the wire guide says is heard around a broken game: who speaks first when it goes on, what a malformed history gets, and what
// anybody else hears.

import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct ResumeWireTests {
    private func brokenPair() throws -> MatchPair {
        let pair = try MatchPair()
        pair.meet()
        pair.play([3, 3])
        return pair
    }

    private func packets(from end: FakeConnection) throws -> [Packet] {
        var decoder = PacketDecoder()
        decoder.append(end.sent)
        var packets: [Packet] = []
        while let packet = try decoder.next() { packets.append(packet) }
        return packets
    }

    /// A packet in a word.
    private func word(_ packet: Packet) -> String {
        switch packet {
        case .control(.resume(.open)): "open"
        case .control(.resume(.call)): "call"
        case .control(.resume(.answer)): "answer"
        case .control(.resume(.history)): "history"
        case .control(.hello): "hello"
        case .control(.heartbeat): "heartbeat"
        case .control(.bye(let reason)): "bye \(reason.rawValue)"
        default: "another"
        }
    }

    @Test func whoSpeaksFirst() throws {
        let pair = try brokenPair()
        let count = pair.network.connections.count
        pair.network.breakAll()
        pair.network.settle()
        pair.network.advance(seconds: 6)
        pair.expect("44")
        let said = try pair.network.connections.dropFirst(count).map { try packets(from: $0).map(word) }
        #expect(
            said.map { $0.prefix(4) } == [
                ["answer", "history", "hello", "heartbeat"], ["call", "history", "hello", "heartbeat"],
            ])
        #expect(said.allSatisfy { Set($0.dropFirst(4)).isSubset(of: ["heartbeat"]) })
    }

    // MARK: A history from somebody who has the key

    /// What the host says to a guest that comes back with this history, and when it ends the connection: at once, or after 10 s.
    private func hear(_ history: MatchHistory, isProved: Bool = true, at pair: MatchPair) throws -> (
        said: [String], isAtOnce: Bool
    ) {
        let token = try #require(pair.guest.machine.games.sessions.first).token
        pair.network.kill(1)
        pair.network.settle()
        let (inside, outside) = FakeConnection.pair()
        var guest = Resumption(isHost: false, token: token, history: history, kit: pair.guest.machine.seals)
        let call = guest.call(nonce: Array(repeating: 7, count: 32))
        try #require(pair.host.machine.advertisements.last).accept(inside)
        inside.receive(Packet.frame(of: .control(.resume(call))))
        guard case .control(.resume(let answer))? = try packets(from: inside).first,
            case .history(let history, let proof)? = guest.receive(answer)?.reply
        else { throw WireError.notAPacket }
        let report = ResumeMessage.history(history, proof: isProved ? proof : Array(repeating: 0, count: 32))
        inside.receive(Packet.frame(of: .control(.resume(report))))
        let isAtOnce = inside.isClosed
        pair.network.advance(seconds: 9)
        #expect(inside.isClosed == isAtOnce)
        pair.network.advance(seconds: 1)
        #expect(inside.isClosed)
        withExtendedLifetime(outside) {}
        return (try packets(from: inside).map(word), isAtOnce)
    }

    @Test func aMalformedHistoryIsIgnored() throws {
        let pair = try brokenPair()
        let heard = try hear(MatchHistory(digits: String(repeating: "1", count: 43)), at: pair)
        #expect(heard.said == ["answer", "bye 4"] && !heard.isAtOnce && pair.host.match.reconnection != nil)
    }

    @Test func aHistoryWithAWrongProofEndsTheConnection() throws {
        let pair = try brokenPair()
        let heard = try hear(MatchHistory(digits: "44"), isProved: false, at: pair)
        #expect(heard.said == ["answer", "bye 4"] && heard.isAtOnce && pair.host.match.reconnection != nil)
    }

    @Test(arguments: ["48", "4\u{661}", "44444444", "45"]) func aHistoryThatDoesNotCountEndsTheGame(digits: String) throws {
        let pair = try brokenPair()
        let heard = try hear(MatchHistory(digits: digits), at: pair)
        #expect(heard.said == ["answer", "history", "bye 1"] && heard.isAtOnce)
        #expect(pair.host.take().last == .ended(.impossibleHistory) && pair.host.match.game.digits == "44")
    }

    // MARK: Somebody else

    /// Whoever comes while the host waits for its guest.
    @Test func aStrangerHearsThatItIsTaken() throws {
        let pair = try brokenPair()
        pair.network.kill(1)
        pair.network.settle()
        let port = try #require(pair.host.machine.advertisements.last)
        let ends = (FakeConnection(), FakeConnection())
        port.accept(ends.0)
        port.accept(ends.1)
        ends.0.receive(Packet.frame(of: .hello(Hello(name: "Eve"))))
        #expect(try packets(from: ends.0).map(word) == ["bye 4"] && ends.0.isClosed)
        #expect(ends.1.sent.isEmpty && !ends.1.isClosed)
        pair.network.advance(seconds: 10)
        #expect(try packets(from: ends.1).map(word) == ["bye 4"] && ends.1.isClosed)
    }

    /// A second guest while the seat is taken, and one after both have moved.
    @Test func aSecondGuestHearsThatItIsTaken() throws {
        let pair = try MatchPair()
        pair.meet()
        let port = try #require(pair.host.machine.advertisements.last)
        let second = FakeConnection(peer: "10.0.0.9:1")
        port.accept(second)
        #expect(try packets(from: second).map(word) == ["hello", "bye 4"] && second.isClosed)
        #expect(!port.isClosed)
        pair.play([3, 3])
        #expect(port.isClosed)
    }
}
