// An address and a port at which a machine can be reached from everywhere. Two players pass such addresses on in lines, and STUN servers tell
// them; a forged one must not lead a program into its own network.

import HelperProtocol

/// A global IP address and a port from 1024 on.
public struct PublicAddress: Hashable, Sendable {
    /// The numeric address, such as `198.51.100.7` or `2001:db8::7`.
    public let host: String
    /// The TCP port.
    public let port: UInt16

    /// Below this are the ports of services that no game uses.
    public static let leastPort: UInt16 = 1024

    /// Nil where the address is not a numeric one of the whole internet (`AddressScope.global`), or the port is too low.
    public init?(host: String, port: UInt16) {
        guard port >= Self.leastPort, !host.utf8.contains(UInt8(ascii: "%")), AddressScope(of: host) == .global else {
            return nil
        }
        (self.host, self.port) = (host.lowercased(), port)
    }

    /// Reads `198.51.100.7:27364` or `[2001:db8::7]:27364`; nil as above.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits) else { return nil }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]") && host.utf8.count > 2
        guard isBracketed == host.contains(":") else { return nil }
        self.init(host: String(isBracketed ? host.dropFirst().dropLast() : host), port: port)
    }

    /// Whether it is an IPv6 address.
    public var isIPv6: Bool { host.contains(":") }

    /// As it is typed: `198.51.100.7:27364`, `[2001:db8::7]:27364`.
    public var text: String { (isIPv6 ? "[\(host)]" : host) + ":\(port)" }
}
