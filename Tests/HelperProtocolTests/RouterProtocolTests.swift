// The lines between the game and fourinarow-router, both ways, and which addresses are reachable from where.

import HelperProtocol
import Testing

@Suite struct RouterProtocolTests {
    @Test(arguments: [
        ("ask nat-pmp %", RouterCommand.ask(.natPMP)), ("ask pinhole 2001:db8::1", .ask(.pinhole, address: "2001:db8::1")),
        ("open 27364", .open(port: 27364)),
    ])
    func commands(line: String, command: RouterCommand) {
        #expect(command.line == line + "\n")
        #expect(RouterCommand(line: line) == command)
    }

    @Test(arguments: [
        ("found 198.51.100.7", RouterEvent.found(address: "198.51.100.7")),
        ("opened 198.51.100.7 27364", .opened(address: "198.51.100.7", port: 27364)),
        ("trouble refused not%20authorized", .trouble(.refused, detail: "not authorized")),
        ("trouble no-router %", .trouble(.noRouter, detail: "")),
    ])
    func events(line: String, event: RouterEvent) {
        #expect(event.line == line + "\n")
        #expect(RouterEvent(line: line) == event)
    }

    @Test(arguments: ["ask", "ask pcp %", "open", "open 0", "open 65536", "opened 1.2.3.4", "trouble odd %", "found 1 2", ""])
    func others(line: String) { #expect(RouterCommand(line: line) == nil && RouterEvent(line: line) == nil) }

    @Test(arguments: [
        ("8.8.8.8", AddressScope.global), ("172.15.0.1", .global), ("172.32.0.1", .global), ("100.63.255.255", .global),
        ("10.1.2.3", .local), ("172.16.0.1", .local), ("192.168.1.1", .local), ("100.64.0.1", .shared),
        ("100.127.255.255", .shared),
        ("127.0.0.1", .none), ("169.254.1.1", .none), ("0.0.0.0", .none), ("192.0.2.1", .none), ("198.51.100.7", .none),
        ("203.0.113.255", .none), ("2001:db8::1", .none), ("224.0.0.1", .none), ("255.255.255.255", .none),
        ("2a01:db8::1", .global), ("fd00::1", .uniqueLocal), ("fe80::1%eth0", .none), ("::1", .none), ("ff02::1", .none),
    ])
    func scopes(address: String, scope: AddressScope) { #expect(AddressScope(of: address) == scope) }

    @Test(arguments: ["", "256.1.1.1", "1.2.3", "ann.example.org", "1.2.3.4 "])
    func noAddresses(text: String) { #expect(AddressScope(of: text) == nil && AddressRank(of: text) == nil) }

    @Test(arguments: [
        ("192.168.1.5", AddressRank.ipv4), ("127.0.0.1", .loopback), ("169.254.3.4", .linkLocalIPv4), ("2001:db8::1", .ipv6),
        ("fd00::1", .ipv6), ("fe80::1%lo", .linkLocalIPv6), ("::1", .loopback), ("0.0.0.0", nil), ("224.0.0.251", nil),
    ])
    func ranks(address: String, rank: AddressRank?) { #expect(AddressRank(of: address) == rank) }
}
