// Goodbyes said more than once. Avahi sends one packet a protocol when a service is withdrawn; multicast over Wi-Fi loses many, and a
// peer that misses one lists the game for two minutes more. It must not know why a service goes.

import CAvahi
import Glibc

/// Tells every network that services are gone (RFC 6762, 10.1).
struct Goodbye {
    private static let rounds = 3
    private static let pause: UInt32 = 10_000  // microseconds: peers count their last second from the last packet they hear

    /// Says it on all interfaces that have one of these addresses, three times within 20 ms.
    static func say(for services: [Publication], on addresses: Set<HostAddress>) {
        let packets = services.map { packet(for: $0) }
        let ways = Set(
            addresses.map {
                InterfaceAddressFamily(interface: $0.interface, family: $0.address.bytes.count == 4 ? AF_INET : AF_INET6)
            })
        let sockets = ways.compactMap { $0.openSocket() }
        guard !packets.isEmpty, !sockets.isEmpty else { return }
        for round in 0..<rounds {
            if round > 0 { usleep(pause) }
            for socket in sockets {
                for packet in packets { send(socket, packet, packet.count, 0) }
            }
        }
        for socket in sockets { close(socket) }
    }

    /// An mDNS response with one record: the pointer from the type to the service, with no time left to live.
    static func packet(for service: Publication) -> [UInt8] {
        var packet: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0]  // an authoritative response, one answer
        let typeOffset = UInt8(packet.count)
        for part in service.type.split(separator: ".") { packet += label(part) }
        packet += label("local") + [0]
        packet += [0, 12, 0, 1]  // a pointer, in the Internet
        packet += [0, 0, 0, 0]  // seconds to live
        let target = label(service.name) + [0xc0, typeOffset]  // the name, then the type as written above
        packet += [0, UInt8(target.count)] + target
        return packet
    }

    private static func label(_ text: some StringProtocol) -> [UInt8] {
        [UInt8(text.utf8.count)] + Array(text.utf8)
    }
}

/// An interface and a protocol.
private struct InterfaceAddressFamily: Hashable {
    private static let port: UInt16 = 5353

    var interface: CInt
    var family: CInt

    /// A socket that sends to the mDNS group by this way, from the port that mDNS packets must come from; nil where there is none.
    func openSocket() -> CInt? {
        let descriptor = socket(family, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        let isReady = family == AF_INET ? connectIPv4(descriptor) : connectIPv6(descriptor)
        if isReady { return descriptor }
        close(descriptor)
        return nil
    }

    private func connectIPv4(_ descriptor: CInt) -> Bool {
        var way = ip_mreqn()
        way.imr_ifindex = interface
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_port = Self.port.bigEndian
        var group = own
        inet_pton(AF_INET, "224.0.0.251", &group.sin_addr)
        return set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1 as CInt) && set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1 as CInt)
            && set(descriptor, CInt(IPPROTO_IP), IP_MULTICAST_IF, way)
            && set(descriptor, CInt(IPPROTO_IP), IP_MULTICAST_TTL, 255 as CInt)
            && call(bind, descriptor, own) && call(connect, descriptor, group)
    }

    private func connectIPv6(_ descriptor: CInt) -> Bool {
        var own = sockaddr_in6()
        own.sin6_family = sa_family_t(AF_INET6)
        own.sin6_port = Self.port.bigEndian
        var group = own
        inet_pton(AF_INET6, "ff02::fb", &group.sin6_addr)
        group.sin6_scope_id = UInt32(bitPattern: interface)
        return set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1 as CInt) && set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1 as CInt)
            && set(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, 1 as CInt)
            && set(descriptor, CInt(IPPROTO_IPV6), IPV6_MULTICAST_IF, interface)
            && set(descriptor, CInt(IPPROTO_IPV6), IPV6_MULTICAST_HOPS, 255 as CInt)
            && call(bind, descriptor, own) && call(connect, descriptor, group)
    }

    private func set<Value>(_ descriptor: CInt, _ level: CInt, _ option: CInt, _ value: Value) -> Bool {
        withUnsafeBytes(of: value) { setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count)) == 0 }
    }

    private func call<Address>(
        _ function: (CInt, UnsafePointer<sockaddr>?, socklen_t) -> CInt, _ descriptor: CInt, _ address: Address
    ) -> Bool {
        withUnsafeBytes(of: address) {
            function(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) == 0
        }
    }
}
