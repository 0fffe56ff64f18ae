// Addresses that people type to reach a host, addresses that the host shows, and the text of endpoints.

import Glibc
import Session
import Testing

@testable import Platform

@MainActor struct LANRendezvousTests {
    @Test(
        arguments: [
            ("ann", ["ann"], 27364), ("10.0.0.1:99", ["10.0.0.1"], 99), ("[fe80::1%eth0]:5", ["fe80::1%eth0"], 5),
            ("[::1]", ["::1"], 27364),
            ("fe80::1", ["fe80::1"], 27364), ("  ann.local ", ["ann.local"], 27364),
        ] as [(String, [String], UInt16)])
    func addresses(line: String, hosts: [String], port: UInt16) throws {
        #expect(try Destination(typed: line) == Destination(hosts: hosts, port: port))
    }

    @Test(arguments: ["", " ", "a b", ":5", "a:", "a:0", "a:65536", "a:x", "[::1", "[]", "[::1]5", "[::1]:0"])
    func wrongAddresses(
        line: String
    ) {
        #expect(throws: AddressMistake.self) { try Destination(typed: line) }
    }

    @Test func anEndpointSaysWhereItIsAndCanBeKept() {
        let destination = Destination(hosts: ["10.0.0.7", "fe80::1%eth0"], port: 4000)
        let endpoint = destination.endpoint()
        #expect(endpoint.words == "10.0.0.7:4000" && endpoint.port == "4000" && Destination(endpoint) == destination)
        #expect(Destination(hosts: ["::1"], port: 5).endpoint().words == "[::1]:5")
        #expect(Destination(LANRendezvous.place(port: 5)) == Destination(hosts: [], port: 5))
        for text in ["", "ann", "-1 ann", "65536 ann"] {
            #expect(Destination(Endpoint(text: text, words: "", port: "")) == nil, "\(text)")
        }
    }

    /// An address with a zone means nothing on another machine.
    @Test func directionsLeadHereFromElsewhere() {
        let local = ["127.0.0.1", "::1"]
        func directions(_ addresses: [String]) -> [String] { LANAdvertisement.directions(to: addresses, port: 4000) }
        #expect(
            directions(local + ["192.168.1.7", "2001:db8::1", "fe80::1%wlan0"]) == ["192.168.1.7:4000", "[2001:db8::1]:4000"])
        #expect(directions(local + ["fe80::1%wlan0"]) == ["[fe80::1%wlan0]:4000"])
        #expect(directions(local).isEmpty)
    }

    /// Those of one /24, or of one /64, are one network, however an IPv4 address is written.
    @Test(
        arguments: [
            ("10.77.0.1", "10.77.0.200", true), ("10.77.0.1", "10.77.1.1", false), ("::ffff:10.77.0.1", "10.77.0.9", true),
            ("::ffff:10.77.0.1", "::ffff:10.77.1.1", false), ("2001:db8::1", "2001:db8::ffff:0:0:1", true),
            ("2001:db8::1", "2001:db8:0:1::1", false), ("::1", "10.77.0.1", false),
        ])
    func networks(one: String, other: String, isSame: Bool) throws {
        let networks = try [one, other].map { text in
            try #require(SocketAddress.addresses(of: text, port: 1, flags: AI_NUMERICHOST).first).network
        }
        #expect((networks[0] == networks[1]) == isSame)
    }

    @Test func onlyAConnectionThatWeMadeHasAWayBack() throws {
        let address = try #require(SocketAddress.addresses(of: "fe80::1", port: 4000, flags: 0).first)
        let ours = address.origin(isOurs: true)
        #expect(
            ours.words == "[fe80::1]:4000" && ours.machine == "[fe80::1]"
                && ours.source == Source(network: address.network, machine: ours.machine))
        #expect(ours.endpoint == Destination(hosts: ["fe80::1"], port: 4000).endpoint())
        #expect(address.origin(isOurs: false).endpoint == nil)
    }
}
