// From where an IP address can be reached (RFC 6890).

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
    /// From nowhere else: loopback, link-local and multicast addresses, and those that mean nothing.
    case none

    /// The scope of an address; nil if the text is no numeric address.
    public init?(of text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(ipv4: withUnsafeBytes(of: four) { Array($0) })
        } else if inet_pton(AF_INET6, String(text.prefix { $0 != "%" }), &six) == 1 {
            self.init(ipv6: withUnsafeBytes(of: six) { Array($0) })
        } else {
            return nil
        }
    }

    private init(ipv4 bytes: [UInt8]) {
        self =
            switch (bytes[0], bytes[1]) {
            case (0, _), (127, _), (169, 254), (224..., _): .none
            case (10, _), (172, 16...31), (192, 168): .local
            case (100, 64...127): .shared
            default: .global
            }
    }

    private init(ipv6 bytes: [UInt8]) {
        self = bytes[0] & 0xE0 == 0x20 ? .global : bytes[0] & 0xFE == 0xFC ? .uniqueLocal : .none
    }
}
