// Connections over loopback, one end ours, the other a bare socket: what arrives, what is bounded, and how they end.

import Glibc
import Testing

@testable import Platform

/// One of our connections and the bare socket at its other end.
@MainActor private final class Pair {
    let test = TestLoop()
    let connections = OpenConnections()
    let recorder = Recorder()
    let connection: TCPConnection
    let peer: BarePeer

    init(hasDelegate: Bool = true) throws {
        let accepted = AcceptedConnections()
        let listener = try TCPListener(port: 0, loop: test.loop, connections: connections)
        accepted.listen(to: listener)
        peer = BarePeer(connectingTo: listener.port)
        #expect(test.run { accepted.connections.count == 1 })
        listener.stop()
        connection = try #require(accepted.connections.first as? TCPConnection)
        if hasDelegate { recorder.follow(connection) }
    }
}

@MainActor struct ConnectionTests {
    @Test func bytesGoBothWays() throws {
        let pair = try Pair()
        pair.connection.send(Array("hello".utf8))
        #expect(pair.peer.take() == Array("hello".utf8), "sent before send returned")
        pair.peer.put(Array("moin".utf8))
        #expect(pair.test.run { pair.recorder.bytes == Array("moin".utf8) })
        #expect(pair.connection.origin.words.hasPrefix("127.0.0.1:"))
    }

    /// Peers that we have closed and that stay would otherwise take every descriptor that there is.
    @Test func onlySoManyAreSeenOffAtATime() throws {
        let (test, connections, accepted) = (TestLoop(), OpenConnections(), AcceptedConnections())
        let listener = try TCPListener(port: 0, loop: test.loop, connections: connections)
        accepted.listen(to: listener)
        var peers: [BarePeer] = []
        for count in 1...OpenConnections.mostLeaving + 9 {
            peers.append(BarePeer(connectingTo: listener.port))
            #expect(test.run { accepted.connections.count == count })
        }
        // All before the loop runs again: none is seen off for long.
        for connection in accepted.connections { connection.close() }
        #expect(connections.leaving.count == OpenConnections.mostLeaving)
        listener.stop()
        connections.drainAndCloseAll(upTo: 0)
        withExtendedLifetime(peers) {}
    }

    @Test func theSocketFindsAHalfOpenPeerAndDoesNotWaitToSend() throws {
        let pair = try Pair()
        let descriptor = pair.connection.descriptor
        #expect(option(descriptor, Int(SOL_SOCKET), SO_KEEPALIVE) == 1)
        let tcp = [TCP_NODELAY: 1, TCP_KEEPIDLE: 8, TCP_KEEPINTVL: 1, TCP_USER_TIMEOUT: 13_500] as [Int32: Int32]
        for (name, value) in tcp { #expect(option(descriptor, Int(IPPROTO_TCP), name) == value) }
        #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    }

    @Test func moreThanTheKernelTakesIsQueuedAndArrivesInOrder() throws {
        let pair = try Pair()
        var wanted: [UInt8] = []
        var got: [UInt8] = []
        for part in 0..<40 {
            let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ part) }
            wanted += bytes
            pair.connection.send(bytes)
            #expect(
                pair.test.run {
                    got += pair.peer.take() ?? []
                    return got.count > wanted.count - 900_000
                })
        }
        #expect(
            pair.test.run {
                got += pair.peer.take() ?? []
                return got.count == wanted.count
            })
        let isSame = got == wanted  // megabytes: no difference is to be printed
        #expect(isSame)
        #expect(pair.recorder.ends == 0)
    }

    @Test func aPeerThatStopsReadingIsGivenUpAndTheDelegateHearsItLaterAndOnce() throws {
        let pair = try Pair()
        var sends = 0
        while pair.connection.interest.contains(.write) || sends < 100 {
            pair.connection.send([UInt8](repeating: 7, count: 1 << 17))
            #expect(pair.recorder.ends == 0, "not from within send")
            sends += 1
            if sends > 1000 { break }
        }
        #expect(pair.test.run { pair.recorder.ends == 1 })
        #expect(!pair.test.run(upTo: 20) { pair.recorder.ends > 1 })
    }

    @Test func whatThePeersKernelHasNotTakenHasNotArrived() throws {
        let pair = try Pair()
        pair.connection.send(Array("disc".utf8))
        #expect(pair.test.run { pair.connection.hasArrived }, "whether or not the peer has read it")
        var isStuck = false
        while !isStuck, !pair.connection.interest.contains(.write) {
            pair.connection.send([UInt8](repeating: 7, count: 1 << 14))
            isStuck = !pair.test.run(upTo: 200) { pair.connection.hasArrived }
        }
        #expect(isStuck && !pair.connection.interest.contains(.write), "it waits in our kernel, not in our queue")
        #expect(
            pair.test.run {
                _ = pair.peer.take()
                return pair.connection.hasArrived
            })
    }

    @Test func aFloodIsReadInBoundedPieces() throws {
        let pair = try Pair()
        let flood = [UInt8](repeating: 1, count: 1 << 20)
        #expect(
            pair.test.run {
                if pair.recorder.bytes.count < 1 << 20 { pair.peer.put(flood) }
                return pair.recorder.bytes.count >= 1 << 20
            })
        #expect(pair.recorder.largest <= TCPConnection.readLimit)
    }

    @Test func bytesWaitForADelegate() throws {
        let pair = try Pair(hasDelegate: false)
        pair.peer.put([1, 2, 3])
        pair.peer.leave()
        #expect(!pair.test.run(upTo: 20) { !pair.recorder.bytes.isEmpty })
        pair.recorder.follow(pair.connection)
        #expect(pair.recorder.bytes.isEmpty, "not from within the setting")
        #expect(pair.test.run { pair.recorder.ends == 1 })
        #expect(pair.recorder.bytes == [1, 2, 3])
    }

    @Test(arguments: [false, true]) func thePeersEndIsToldOnceAfterItsLastBytes(isReset: Bool) throws {
        let pair = try Pair()
        pair.peer.put([9])
        isReset ? pair.peer.reset() : pair.peer.leave()
        #expect(pair.test.run { pair.recorder.ends == 1 })
        #expect(pair.recorder.bytes == [9])
        #expect(pair.connection.isPeerGone)
        pair.connection.send([1])
        pair.connection.close()
        #expect(!pair.test.run(upTo: 20) { pair.recorder.ends > 1 })
        #expect(pair.connections.leaving.count == 0)
    }

    @Test func sendingToAPeerThatHasResetEndsTheConnectionButNotFromWithinSend() throws {
        let pair = try Pair()
        pair.peer.reset()
        for _ in 0..<3 { pair.connection.send([1]) }
        #expect(pair.recorder.ends == 0)
        #expect(pair.test.run { pair.recorder.ends == 1 })
        #expect(pair.connection.isPeerGone)
    }

    @Test func whoeverDoesNotReadHasNotGone() throws {
        let pair = try Pair()
        pair.connection.send([UInt8](repeating: 1, count: TCPConnection.queueLimit << 3))
        #expect(pair.test.run { pair.recorder.ends == 1 })
        #expect(!pair.connection.isPeerGone)
    }

    @Test func theGoodbyeArrivesAlthoughThePeerWasSending() throws {
        let pair = try Pair()
        pair.peer.put([UInt8](repeating: 5, count: 10_000))
        pair.connection.send(Array("bye".utf8))
        pair.connection.close()
        pair.peer.put([UInt8](repeating: 6, count: 10_000))
        var got: [UInt8] = []
        var isEnded = false
        #expect(
            pair.test.run {
                guard !isEnded else { return true }
                pair.peer.put([6])
                if let bytes = pair.peer.take(1) {
                    got += bytes
                    isEnded = bytes.isEmpty
                }
                return isEnded
            })
        #expect(got == Array("bye".utf8))
        pair.peer.leave()
        #expect(pair.test.run { pair.connections.leaving.count == 0 })
        #expect(pair.recorder.bytes.isEmpty && pair.recorder.ends == 0, "deaf once closed")
    }

    @Test func whatIsQueuedLeavesBeforeTheEndEvenWhenThePeerEndedFirst() throws {
        let pair = try Pair()
        let much = [UInt8](repeating: 3, count: 1 << 20)
        for _ in 0..<6 where pair.connection.interest == .read { pair.connection.send(much) }
        #expect(pair.connection.interest.contains(.write), "something is queued")
        pair.connection.close()
        pair.peer.endWriting()
        var count = 0
        var isEnded = false
        #expect(
            pair.test.run {
                while !isEnded, let bytes = pair.peer.take() {
                    count += bytes.count
                    isEnded = bytes.isEmpty
                }
                return isEnded
            })
        #expect(count % (1 << 20) == 0 && count > 0)
        #expect(pair.test.run { pair.connections.leaving.count == 0 })
    }

    @Test func aPeerThatNeverEndsHoldsACloseUpForASecondOnly() throws {
        let pair = try Pair()
        let start = MainLoop.now
        pair.connection.close()
        #expect(pair.test.run { pair.connections.leaving.count == 0 })
        #expect(MainLoop.now - start >= 900)
        #expect(fcntl(pair.connection.descriptor, F_GETFD) == -1 || MainLoop.now > start)
    }

    @Test func closingFromWithinAReceiveIsSafe() throws {
        let pair = try Pair()
        pair.recorder.onBytes = { $0.close() }
        pair.peer.put([1])
        #expect(pair.test.run { pair.recorder.bytes == [1] })
        pair.peer.put([2])
        pair.peer.leave()
        #expect(pair.test.run { pair.connections.leaving.count == 0 })
        #expect(pair.recorder.bytes == [1] && pair.recorder.ends == 0)
    }

    @Test func aByeAtTheProgramsEndLeavesWithoutTheLoop() throws {
        let pair = try Pair()
        pair.peer.put([1, 2, 3])
        pair.connection.send(Array("bye".utf8))
        pair.connections.drainAndCloseAll(upTo: 100)
        #expect(pair.peer.take() == Array("bye".utf8))
        #expect(pair.peer.take() == [], "an end, no reset")
        #expect(pair.connections.leaving.count == 0)
    }

    @Test func aConnectionLetGoOfIsClosed() throws {
        var pair: Pair? = try Pair()
        let peer = try #require(pair?.peer)
        let test = try #require(pair?.test)
        pair = nil
        #expect(test.run { peer.take() == [] })
    }
}
