// The helper's list of services, without a network.

import CAvahi
import HelperProtocol
import Testing

@testable import fourinarow_bonjour

@MainActor
@Suite("The list of services")
struct ServiceListTests {
    private let key = ServiceList.Key(type: "_fourinarow._tcp", name: "Tiger")
    private let cable = ServiceList.Path(interface: 2, transport: 0)
    private let wifi = ServiceList.Path(interface: 3, transport: 0)

    private func answer(
        _ address: String, _ rank: AddressRank, host: String = "a.local", port: UInt16 = 1, text: [String: String] = [:]
    ) -> ServiceList.Answer {
        ServiceList.Answer(host: host, port: port, address: address, rank: rank, text: text)
    }

    private func found(_ addresses: String..., host: String = "a.local", port: UInt16 = 1) -> DiscoveryEvent {
        .found(DiscoveredService(type: key.type, name: key.name, host: host, port: port, addresses: addresses, text: [:]))
    }

    @Test("A service is told when it is resolved, once, and again when it changed")
    func tellsChanges() {
        var list = ServiceList()
        #expect(list.appeared(key, on: cable) == true)
        #expect(list.nextEvent() == nil)
        list.answered(key, .init(path: cable, family: 1), with: answer("fe80::1%eth0", .linkLocalIPv6))
        #expect(list.nextEvent() == found("fe80::1%eth0"))
        #expect(list.nextEvent() == nil)
        list.answered(key, .init(path: cable, family: 0), with: answer("10.0.0.1", .ipv4))
        #expect(list.nextEvent() == found("10.0.0.1", "fe80::1%eth0"))
        list.answered(key, .init(path: cable, family: 0), with: answer("10.0.0.1", .ipv4))
        #expect(list.nextEvent() == nil)
    }

    @Test("It is lost when it is gone from everywhere, or cannot be resolved any more, and found again")
    func tellsLosses() {
        var list = ServiceList()
        for path in [cable, wifi] {
            #expect(list.appeared(key, on: path) == true)
            list.answered(key, .init(path: path, family: 0), with: answer("10.0.0.1", .ipv4))
        }
        #expect(list.nextEvent() == found("10.0.0.1"))
        list.vanished(key, from: wifi)
        #expect(list.nextEvent() == nil)
        list.answered(key, .init(path: cable, family: 0), with: nil)
        #expect(list.nextEvent() == .lost(type: key.type, name: key.name))
        list.answered(key, .init(path: cable, family: 0), with: answer("10.0.0.1", .ipv4))
        #expect(list.nextEvent() == found("10.0.0.1"))
        list.vanished(key, from: cable)
        #expect(list.nextEvent() == .lost(type: key.type, name: key.name))
        #expect(list.nextEvent() == nil)
    }

    @Test("What came and went unseen is not told")
    func skipsWhatIsStale() {
        var list = ServiceList()
        #expect(list.appeared(key, on: cable) == true)
        list.answered(key, .init(path: cable, family: 0), with: answer("10.0.0.1", .ipv4))
        list.vanished(key, from: cable)
        list.answered(key, .init(path: cable, family: 0), with: answer("10.0.0.1", .ipv4))
        #expect(list.nextEvent() == nil)
    }

    @Test("Two hosts of one name are not mixed up")
    func keepsHostsApart() {
        var list = ServiceList()
        for path in [cable, wifi] { #expect(list.appeared(key, on: path) == true) }
        list.answered(key, .init(path: cable, family: 0), with: answer("169.254.0.1", .linkLocalIPv4, host: "b.local", port: 2))
        list.answered(key, .init(path: wifi, family: 0), with: answer("10.0.0.1", .ipv4))
        #expect(list.nextEvent() == found("10.0.0.1"))
        list.vanished(key, from: wifi)
        #expect(list.nextEvent() == found("169.254.0.1", host: "b.local", port: 2))
    }

    @Test("It has room for 500 rows, and again when some are gone")
    func isBounded() {
        var list = ServiceList()
        let keys = (0...500).map { ServiceList.Key(type: key.type, name: "Tiger \($0)") }
        for key in keys[..<500] { #expect(list.appeared(key, on: cable) == true) }
        let hasRoom = list.appeared(keys[500], on: cable)
        #expect(!hasRoom)
        #expect(list.appeared(keys[0], on: wifi) == true)
        list.vanished(keys[1], from: cable)
        #expect(list.nextEvent() == nil)
        #expect(list.appeared(keys[500], on: cable) == true)
    }
}

@MainActor
@Suite("Addresses and names")
struct AddressTests {
    @Test(
        "An address has its rank, or none",
        arguments: [
            ("10.0.0.1", .ipv4), ("8.8.8.8", .ipv4), ("169.254.3.4", .linkLocalIPv4), ("127.1.2.3", .loopback), ("0.0.0.0", nil),
            ("224.0.0.251", nil), ("255.255.255.255", nil), ("2001:db8::1", .ipv6), ("fd00::1", .ipv6), ("::1", .loopback),
            ("::", nil), ("::ffff:10.0.0.1", nil), ("ff02::fb", nil), ("fe80::1", .linkLocalIPv6), ("febf::1", .linkLocalIPv6),
            ("fec0::1", .ipv6),
        ] as [(String, AddressRank?)])
    func ranks(text: String, rank: AddressRank?) throws {
        var parsed = AvahiAddress()
        try #require(avahi_address_parse(text, CInt(AVAHI_PROTO_UNSPEC), &parsed) != nil)
        let address = NetworkAddress(parsed)
        #expect(address.rank == rank)
        #expect(NetworkAddress(address.avahi) == address)
        if rank == .linkLocalIPv6 {
            #expect(address.text(onInterface: 1) == text + "%lo")
            #expect(address.text(onInterface: 99_999) == text + "%99999")
        } else {
            #expect(address.text(onInterface: 1) == text)
        }
    }

    @Test("A goodbye is a pointer to the service with no time left")
    func goodbye() {
        let packet = Publication(type: "_a._tcp", name: "Ti.é", port: 1, text: [:]).goodbye
        let header: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0]
        let type = Array("\u{2}_a\u{4}_tcp\u{5}local\u{0}".utf8)
        let record: [UInt8] = [0, 12, 0, 1, 0, 0, 0, 0, 0, 8]
        let name: [UInt8] = [5] + Array("Ti.é".utf8)
        let pointer: [UInt8] = [0xc0, 12]
        #expect(packet == [header, type, record, name, pointer].flatMap { $0 })
    }

    @Test("A text must fit its record")
    func texts() {
        func fits(_ text: [String: String]) -> Bool { Publication(type: "", name: "", port: 1, text: text).fitsRecord }
        #expect(fits([:]))
        #expect(fits(["k": String(repeating: "x", count: 253)]))
        #expect(!fits(["k": String(repeating: "x", count: 254)]))
        #expect(!fits(Dictionary(uniqueKeysWithValues: (0..<6).map { ("\($0)", String(repeating: "x", count: 250)) })))
    }
}
