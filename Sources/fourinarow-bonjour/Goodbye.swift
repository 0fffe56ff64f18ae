// Repeated goodbye packets. Avahi sends one when a service is withdrawn, but Wi-Fi loses many multicast packets, and a peer that misses
// it lists the game for two more minutes.

import CAvahi
import Glibc

/// Goodbye packets (RFC 6762, 10.1).
extension Publication {
    private static let rounds = 3
    private static let pause: UInt32 = 10_000  // microseconds; peers remove the service one second after the last packet

    /// Sends goodbyes for `services` on the interfaces that have these addresses, three times within 20 ms.
    static func sendGoodbyes(for services: [Publication], on addresses: Set<HostAddress>) {
        let packets = services.map(\.goodbye)
        let sockets = [AF_INET, AF_INET6].flatMap { family in
            let interfaces = addresses.filter { ($0.address.bytes.count == 4) == (family == AF_INET) }.map(\.interface)
            return Set(interfaces).compactMap { GroupSocket(interface: $0, family: family) }
        }
        guard !packets.isEmpty, !sockets.isEmpty else { return }
        for round in 0..<rounds {
            if round > 0 { usleep(pause) }
            for socket in sockets {
                for packet in packets { socket.send(packet) }
            }
        }
        for socket in sockets { close(socket.descriptor) }
    }

    /// An mDNS response with one record: the PTR record of the service with a time to live of 0.
    var goodbye: [UInt8] {
        var packet: [UInt8] = [0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0]  // an authoritative response, one answer
        let typeOffset = UInt8(packet.count)
        for part in type.split(separator: ".") { packet += Self.label(part) }
        packet += Self.label("local") + [0]
        packet += [0, 12, 0, 1]  // PTR, class IN
        packet += [0, 0, 0, 0]  // time to live
        let target = Self.label(name) + [0xc0, typeOffset]  // the name, then a reference to the type above
        packet += [0, UInt8(target.count)] + target
        return packet
    }

    private static func label(_ text: some StringProtocol) -> [UInt8] {
        [UInt8(text.utf8.count)] + Array(text.utf8)
    }
}

/// A socket that sends to the mDNS group of an address family on an interface.
private struct GroupSocket {
    private static let port: UInt16 = 5353

    let descriptor: CInt
    /// The bytes of the group's socket address.
    private var group: [UInt8] = []

    /// A socket with port 5353, from which mDNS must be sent; nil if it cannot be opened. The sandbox forbids connect(2), also for datagrams.
    init?(interface: CInt, family: CInt) {
        descriptor = socket(family, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        guard let group = family == AF_INET ? bindIPv4(interface) : bindIPv6(interface) else {
            close(descriptor)
            return nil
        }
        self.group = group
    }

    func send(_ packet: [UInt8]) {
        group.withUnsafeBytes {
            let address = $0.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            _ = sendto(descriptor, packet, packet.count, 0, address, socklen_t($0.count))
        }
    }

    /// Returns the bytes of the group's address.
    private func bindIPv4(_ interface: CInt) -> [UInt8]? {
        var outgoing = ip_mreqn()
        outgoing.imr_ifindex = interface
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_port = Self.port.bigEndian
        var group = own
        inet_pton(AF_INET, "224.0.0.251", &group.sin_addr)
        let isBound =
            set(SOL_SOCKET, SO_REUSEADDR, 1 as CInt) && set(SOL_SOCKET, SO_REUSEPORT, 1 as CInt)
            && set(CInt(IPPROTO_IP), IP_MULTICAST_IF, outgoing)
            && set(CInt(IPPROTO_IP), IP_MULTICAST_TTL, 255 as CInt) && bind(own)
        return isBound ? withUnsafeBytes(of: group) { Array($0) } : nil
    }

    /// Returns the bytes of the group's address.
    private func bindIPv6(_ interface: CInt) -> [UInt8]? {
        var own = sockaddr_in6()
        own.sin6_family = sa_family_t(AF_INET6)
        own.sin6_port = Self.port.bigEndian
        var group = own
        inet_pton(AF_INET6, "ff02::fb", &group.sin6_addr)
        group.sin6_scope_id = UInt32(bitPattern: interface)
        let isBound =
            set(SOL_SOCKET, SO_REUSEADDR, 1 as CInt) && set(SOL_SOCKET, SO_REUSEPORT, 1 as CInt)
            && set(CInt(IPPROTO_IPV6), IPV6_V6ONLY, 1 as CInt)
            && set(CInt(IPPROTO_IPV6), IPV6_MULTICAST_IF, interface)
            && set(CInt(IPPROTO_IPV6), IPV6_MULTICAST_HOPS, 255 as CInt) && bind(own)
        return isBound ? withUnsafeBytes(of: group) { Array($0) } : nil
    }

    private func set<Value>(_ level: CInt, _ option: CInt, _ value: Value) -> Bool {
        withUnsafeBytes(of: value) { setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count)) == 0 }
    }

    private func bind<Address>(_ address: Address) -> Bool {
        withUnsafeBytes(of: address) {
            Glibc.bind(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count)) == 0
        }
    }
}
