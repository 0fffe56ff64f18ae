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
    /// From nowhere else: loopback, link-local and multicast addresses, those of examples, and those that mean nothing.
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
