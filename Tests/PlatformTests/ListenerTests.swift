// The listener on real ports of this machine.

import Glibc
import Session
import TestSupport
import Testing

@testable import Platform

@MainActor struct ListenerTests {
    private let test = TestLoop()
    private let connections = OpenConnections()
    private let accepted = AcceptedConnections()

    private func listener(_ port: UInt16?) throws -> TCPListener {
        let listener = try TCPListener(port: port, loop: test.loop, connections: connections)
        accepted.listen(to: listener)
        return listener
    }

    @Test func onePortServesIPv4AndIPv6() throws {
        let listener = try listener(0)
        let four = BarePeer(connectingTo: listener.port)
        let six = BarePeer(connectingTo: listener.port, host: "::1")
        #expect(test.run { accepted.connections.count == 2 })
        #expect(accepted.connections[0].origin.words.hasPrefix("127.0.0.1:"))
        #expect(accepted.connections[1].origin.words.hasPrefix("[::1]:"))
        listener.stop()
        _ = (four, six)
    }

    @Test(arguments: [("127.0.0.1", "::1"), ("::1", "127.0.0.1"), ("127.0.0.2", "127.0.0.1"), ("0.0.0.0", "::1")])
    func oneAddressServesAndNoOther(bind: String, other: String) throws {
        let listener = try TCPListener(port: 0, bind: bind, loop: test.loop, connections: connections)
        accepted.listen(to: listener)
        var outcomes: [String: Result<Connection, NetworkFailure>] = [:]
        let calls = [bind == "0.0.0.0" ? "127.0.0.1" : bind, other].map { host in
            Dialler(Destination(hosts: [host], port: listener.port), loop: test.loop, connections: connections) {
                outcomes[host] = $0
            }
        }
        #expect(test.run { outcomes.count == 2 && !accepted.connections.isEmpty })
        #expect(throws: NetworkFailure.refused) { try #require(outcomes[other]).get() }
        #expect(accepted.connections.count == 1)
        listener.stop()
        _ = calls
    }

    @Test(arguments: ["203.0.113.77", "2001:db8::77", "fe80::1"]) func anAddressOfAnotherMachineIsSaidSo(address: String) {
        #expect(throws: NetworkFailure.notHere(address: address)) {
            try TCPListener(port: 0, bind: address, loop: test.loop, connections: connections)
        }
    }

    @Test func aNamedPortThatIsTakenIsSaidSo() throws {
        let first = try listener(0)
        #expect(throws: NetworkFailure.placeTaken) { try listener(first.port) }
        #expect(!first.isUsualPortTaken)
        let port = first.port
        first.stop()
        first.stop()
        #expect(try listener(port).port == port)
    }

    @Test func theUsualPortGivesWayToAnotherWhenTaken() throws {
        // Another test may have the port now. The first to get it holds it while the next one starts.
        let first = try listener(nil)
        #expect(first.isUsualPortTaken == (first.port != Endpoint.usualPort))
        let other = first.isUsualPortTaken ? first : try listener(nil)
        #expect(other.isUsualPortTaken)
        #expect(other.port != Endpoint.usualPort && other.port != 0)
        first.stop()
        other.stop()
    }

    @Test func stoppingInTheFirstAcceptTurnsTheOthersAway() throws {
        let listener = try listener(0)
        accepted.onAccept = { $0.stop() }
        let first = BarePeer(connectingTo: listener.port)
        let second = BarePeer(connectingTo: listener.port)
        #expect(test.run { accepted.connections.count == 1 })
        var isReset = false
        #expect(
            test.run {
                isReset = second.take() == nil && errno == ECONNRESET
                return isReset
            })
        #expect(!test.run(upTo: 20) { accepted.connections.count > 1 })
        _ = first
    }

    @Test func withoutDescriptorsItRestsAndTheLoopDoesNotSpin() throws {
        let listener = try listener(0)
        let peer = BarePeer(connectingTo: listener.port)
        listener.acceptNext = { _ in
            errno = EMFILE
            return -1
        }
        var rounds = 0
        let isAccepted = test.run(upTo: 100, ticks: false) {
            rounds += 1
            return !accepted.connections.isEmpty
        }
        listener.acceptNext = { Descriptors.accept(from: $0) }
        #expect(!isAccepted && rounds < 5)
        #expect(test.run { accepted.connections.count == 1 })
        _ = peer
    }
}
