// This machine's addresses and name, as the screens show them.

import Glibc
import HelperProtocol
import Text

/// The addresses and name as they are when they are asked for.
package enum HostAddresses {
    /// The addresses at which others can reach this machine: IPv4, IPv6, then link-local ones with their interface. Loopback
    /// only if there are no others.
    static var all: [String] {
        let hosts = withInterfaces { name, family, address in socketAddress(address, family)?.host }
        var found: [AddressRank: [String]] = [:]
        for host in hosts {
            guard let rank = AddressRank(of: host), found[rank]?.contains(host) != true else { continue }
            found[rank, default: []].append(host)
        }
        let loopback = (found.removeValue(forKey: .loopback) ?? []).prefix(1)
        return found.isEmpty ? Array(loopback) : found.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// The address from which this machine reaches the internet over IPv6, if it can: the temporary one where there is one. `bind` is the address
    /// on which it listens; nil: all.
    static func outgoingIPv6(_ bind: String?) -> String? {
        if let bind, bind != "::" { return bind.contains(":") ? bind : nil }
        let descriptor = socket(AF_INET6, Int32(SOCK_DGRAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // Nothing is sent: the kernel only chooses the way.
        let anywhere = SocketAddress.addresses(of: "2600::1", port: 9, flags: AI_NUMERICHOST).first
        guard anywhere?.withPointer({ connect(descriptor, $0, $1) }) == 0 else { return nil }
        return SocketAddress(of: descriptor, by: getsockname)?.host
    }

    /// The addresses that belong to a tunnel, such as that of a VPN: the kernel calls these interfaces of no kind (ARPHRD_NONE).
    static var tunnelled: Set<String> {
        let (packetFamily, noKind, offsetOfKind): (Int32, UInt16, Int) = (17, 0xFFFE, 8)  // AF_PACKET, sll_hatype
        let tunnels = withInterfaces { name, family, address in
            family == packetFamily && address.loadUnaligned(fromByteOffset: offsetOfKind, as: UInt16.self) == noKind ? name : nil
        }
        return Set(
            withInterfaces { name, family, address in tunnels.contains(name) ? socketAddress(address, family)?.host : nil })
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

    /// What `body` returns for each address of each interface that is up.
    private static func withInterfaces<Result>(_ body: (_ name: String, _ family: Int32, UnsafeRawPointer) -> Result?) -> [Result]
    {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        return sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap { interface in
            guard let interface = interface?.pointee, interface.ifa_flags & UInt32(IFF_UP) != 0, let address = interface.ifa_addr
            else { return nil }
            return body(String(cString: interface.ifa_name), Int32(address.pointee.sa_family), address)
        }
    }

    private static func socketAddress(_ address: UnsafeRawPointer, _ family: Int32) -> SocketAddress? {
        switch family {
        case AF_INET: SocketAddress(address, length: socklen_t(MemoryLayout<sockaddr_in>.size))
        case AF_INET6: SocketAddress(address, length: socklen_t(MemoryLayout<sockaddr_in6>.size))
        default: nil
        }
    }
}
