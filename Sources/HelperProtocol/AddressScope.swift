// From where an IP address can be reached (RFC 6890), and which of several to try first.

import Glibc

/// From where a numeric address can be reached.
public enum AddressScope: Sendable {
    /// From everywhere on the internet, unless a firewall forbids it.
    case global
    /// From its local network only: 10/8, 172.16/12, 192.168/16.
    case local
    /// 100.64/10, which providers share out to their customers, and VPNs such as Tailscale to their members.
    case shared
    /// fc00::/7, of a VPN or of a local network.
    case uniqueLocal
    /// From nowhere else: loopback, link-local and multicast addresses, those of examples, and those that mean nothing.
    case none

    /// The scope of an address; nil if the text is no numeric address.
    public init?(of text: String) {
        guard let bytes = addressBytes(of: text) else { return nil }
        if bytes.count == 4 { self.init(ipv4: bytes) } else { self.init(ipv6: bytes) }
    }

    private init(ipv4 bytes: [UInt8]) {
        self =
            switch (bytes[0], bytes[1], bytes[2]) {
            case (0, _, _), (127, _, _), (169, 254, _), (192, 0, 2), (198, 51, 100), (203, 0, 113), (224..., _, _): .none
            case (10, _, _), (172, 16...31, _), (192, 168, _): .local
            case (100, 64...127, _): .shared
            default: .global
            }
    }

    private init(ipv6 bytes: [UInt8]) {
        let isExample = bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8])
        self = bytes[0] & 0xFE == 0xFC ? .uniqueLocal : bytes[0] & 0xE0 == 0x20 && !isExample ? .global : .none
    }
}

/// The position of an address in a list: what works for most comes first.
public enum AddressRank: Int, Comparable, Sendable {
    case ipv4, ipv6, linkLocalIPv4, linkLocalIPv6, loopback

    /// The rank of an address of 4 bytes (IPv4) or 16 (IPv6); nil for one at which nobody can be reached (unspecified, multicast, broadcast).
    public init?(of bytes: [UInt8]) {
        if bytes.count == 4 {
            switch (bytes[0], bytes[1]) {
            case (0, _), (224..., _): return nil
            case (127, _): self = .loopback
            case (169, 254): self = .linkLocalIPv4
            default: self = .ipv4
            }
        } else if bytes[0] == 0xFF {
            return nil
        } else if bytes[..<10].allSatisfy({ $0 == 0 }) {  // ::, ::1 and IPv4-mapped
            guard bytes[10..<15].allSatisfy({ $0 == 0 }), bytes[15] == 1 else { return nil }
            self = .loopback
        } else {
            self = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 ? .linkLocalIPv6 : .ipv6
        }
    }

    /// The rank of an address, perhaps with its interface; nil also if the text is no numeric address.
    public init?(of text: String) {
        guard let bytes = addressBytes(of: text) else { return nil }
        self.init(of: bytes)
    }

    /// By their order in a list.
    public static func < (one: AddressRank, other: AddressRank) -> Bool { one.rawValue < other.rawValue }
}

/// The 4 or 16 bytes of an address, perhaps with its interface; nil if the text is no numeric one.
private func addressBytes(of text: String) -> [UInt8]? {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
    if inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
    return nil
}
