// What a program learns of its address outside: from servers that agree, differ, lie, say nothing, or see another port later.

import TestSupport
import Testing
import Wire

@testable import Session

/// A port behind a router, and four servers.
private final class Outside {
    static let servers = (1...4).map { "s\($0):3478" }
    let network = FakeNetwork(1)
    let port: any OpenPort
    private(set) var heard: [OutsideState] = []
    private(set) lazy var address: OutsideAddress = OutsideAddress(
        of: port, servers: Self.servers, environment: network.machines[0]
    ) { [weak self] in
        if let self { heard.append(address.state) }
    }

    /// What each server says: the port outside, or nil for nothing.
    init(_ ports: [UInt16?]) throws {
        port = try network.machines[0].openPort(nil) { $0.close() }
        say(ports)
        _ = address
        network.advance(seconds: 1)
    }

    func say(_ ports: [UInt16?]) {
        for (server, number) in zip(Self.servers, ports) {
            network.stunServers[server] = { _, _ in number.flatMap { PublicAddress(host: "11.0.0.1", port: $0) } }
        }
    }

    /// Which servers were asked so far.
    var asked: [String] { network.machines[0].attempts.map(\.endpoint.text) }
    /// How many connections with servers are open.
    var open: Int {
        network.connections.enumerated().count { !$0.offset.isMultiple(of: 2) && !$0.element.isClosed && !$0.element.hasEnded }
    }
}

@Suite struct OutsideAddressTests {
    private static func known(_ port: UInt16) -> OutsideState {
        PublicAddress(host: "11.0.0.1", port: port).map(OutsideState.known) ?? .unknown
    }

    @Test("Two servers that agree are enough, and both stay connected")
    func agreement() throws {
        let outside = try Outside([4000, 4000, 9, 9])
        #expect(outside.heard == [Self.known(4000)] && outside.asked == ["s1:3478", "s2:3478"] && outside.open == 2)
        #expect(outside.address.tellers == ["s1:3478", "s2:3478"])
        outside.address.cancel()
        outside.network.advance(seconds: 1)
        #expect(outside.open == 0 && !outside.network.machines[0].isWaiting)
    }

    @Test("One that lies is outvoted")
    func lie() throws {
        let outside = try Outside([6666, 4000, 4000, 9])
        #expect(outside.heard == [Self.known(4000)] && outside.asked.count == 3 && outside.open == 2)
    }

    @Test("Where no two agree, every connection has its own port, and nobody is asked again")
    func differing() throws {
        let outside = try Outside([4001, 4002, 4003, 4004])
        #expect(outside.heard == [.differing] && outside.open == 0 && !outside.network.machines[0].isWaiting)
    }

    @Test("A server that says nothing is not waited for, and a private address is no answer")
    func silence() throws {
        let outside = try Outside([nil, 1023, 4000, 4000])
        #expect(outside.address.state == .asking)
        outside.network.advance(seconds: 5)
        #expect(outside.heard == [Self.known(4000)])
        let nobody = try Outside([nil, nil, nil, 4000])
        nobody.network.advance(seconds: 9)
        #expect(nobody.heard == [.unknown] && nobody.open == 0)
    }

    @Test("The question is repeated, and another port is told once two have seen it")
    func change() throws {
        let outside = try Outside([4000, 4000, 4000, 4000])
        outside.network.advance(seconds: 21)
        #expect(outside.heard == [Self.known(4000)] && outside.asked.count == 2)
        outside.say([5000, 5000, 5000, 5000])
        outside.network.advance(seconds: 21)
        #expect(outside.heard == [Self.known(4000), Self.known(5000)])
    }

    @Test("A connection that a server has closed is made anew from the same port, or with another server")
    func closed() throws {
        let outside = try Outside([4000, 4000, 4000, 4000])
        for end in outside.network.connections where end.owner == "s1:3478" { end.close() }
        outside.network.advance(seconds: 1)
        outside.network.advance(seconds: 21)
        #expect(outside.asked == ["s1:3478", "s2:3478", "s1:3478"] && outside.heard == [Self.known(4000)])
        for end in outside.network.connections where end.owner == "s1:3478" { end.close() }
        outside.network.stunServers["s1:3478"] = nil
        outside.network.advance(seconds: 21)
        #expect(outside.asked.last == "s3:3478" && outside.heard == [Self.known(4000)] && outside.open == 2)
        #expect(outside.network.machines[0].attempts.allSatisfy { $0.port?.number == outside.port.number })
    }
}
