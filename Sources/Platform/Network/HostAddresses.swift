// This machine's addresses and name, as the screens show them.

import Glibc
import Text

/// The addresses and name as they are when they are asked for.
package enum HostAddresses {
    /// The addresses at which others can reach this machine: IPv4, IPv6, then link-local ones with their interface. Loopback
    /// only if there are no others.
    static var all: [String] {
        let found = interfaceAddresses()
        let ranks = found.map { rank(of: $0) }
        var words: [String] = []
        for wanted in [Rank.four, .six, .linkLocal] {
            for (address, rank) in zip(found, ranks) where rank == wanted && !words.contains(address.host) {
                words.append(address.host)
            }
        }
        return words.isEmpty ? zip(found, ranks).filter { $0.1 == .loopback }.prefix(1).map(\.0.host) : words
    }

    /// The `addresses` that are valid on another machine.
    static func outward(_ addresses: [String]) -> [String] { addresses.filter { !$0.hasPrefix("127.") && $0 != "::1" } }

    /// The host name up to its first dot; "Player" if there is none.
    package static var hostName: String {
        var room = [CChar](repeating: 0, count: 256)
        guard gethostname(&room, room.count - 1) == 0 else { return "Player" }
        return shortName(String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
    }

    /// `full` up to its first dot; "Player" if that is empty.
    static func shortName(_ full: String) -> String {
        let name = String(full.prefix { $0 != "." }).asPlayerName
        return name.isEmpty || name == "(none)" ? "Player" : name
    }

    /// The kind of an address.
    enum Rank { case four, six, linkLocal, loopback }

    /// The kind of an address: 127/8, 169.254/16, ::1 and fe80::/10 are special by definition.
    static func rank(of address: SocketAddress) -> Rank {
        let host = address.host
        if address.family == AF_INET {
            if host.hasPrefix("127.") { return .loopback }
            return host.hasPrefix("169.254.") ? .linkLocal : .four
        }
        if host == "::1" { return .loopback }
        return ["fe8", "fe9", "fea", "feb"].contains { host.hasPrefix($0) } ? .linkLocal : .six
    }

    /// The addresses of all interfaces that are up.
    private static func interfaceAddresses() -> [SocketAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        return sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap { interface in
            guard let interface = interface?.pointee, interface.ifa_flags & UInt32(IFF_UP) != 0, let address = interface.ifa_addr
            else { return nil }
            return switch Int32(address.pointee.sa_family) {
            case AF_INET: SocketAddress(address, length: socklen_t(MemoryLayout<sockaddr_in>.size))
            case AF_INET6: SocketAddress(address, length: socklen_t(MemoryLayout<sockaddr_in6>.size))
            default: nil
            }
        }
    }
}
