// This machine's addresses, kept current: rtnetlink says that something changed, getifaddrs(3) says what there is now. It must not
// know what the addresses are for.

import CAvahi
import Glibc

/// One address of one interface.
struct HostAddress: Hashable {
    /// The interface's index.
    var interface: CInt
    /// The address itself.
    var address: NetworkAddress
}

/// Follows the addresses that others on the network can reach.
final class HostAddresses {
    /// The addresses on interfaces that are up, have a carrier and know multicast; the loopback's where there is no other.
    private(set) var current: Set<HostAddress> = []
    /// The one address that others may come to; nil: any.
    var only: NetworkAddress?
    /// Those of the current ones that others may come to.
    var announced: Set<HostAddress> { only.map { only in current.filter { $0.address == only } } ?? current }
    /// Whether an interface other than the loopback is up.
    private(set) var isOnNetwork = false
    /// Called after a change of either, and of any other address.
    var didChange: () -> Void = {}

    /// Every address there is, others' way here or not.
    private var all: Set<HostAddress> = []

    private let news: CInt

    /// The addresses as they are now; changes come by `loop`.
    init(loop: EventLoop) {
        news = socket(AF_NETLINK, CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), NETLINK_ROUTE)
        subscribe()
        read()
        if news >= 0 { loop.watch(news, for: POLLIN) { [unowned self] in newsDidCome() } }
    }
}

extension HostAddresses {
    private func subscribe() {
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = UInt32(RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR)
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(news, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
            }
        }
    }

    /// Its messages are only a reason to look: even one that got lost (ENOBUFS) says enough.
    private func newsDidCome() {
        var buffer = [UInt8](repeating: 0, count: 8192)
        while recv(news, &buffer, buffer.count, 0) > 0 || errno == ENOBUFS {}
        let before = (current, isOnNetwork, all)
        read()
        if (current, isOnNetwork, all) != before { didChange() }
    }

    private func read() {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return }
        defer { freeifaddrs(first) }
        var network: Set<HostAddress> = []
        var loopback: Set<HostAddress> = []
        all = []
        for entry in sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap({ $0?.pointee }) {
            guard let address = Self.address(of: entry), address.address.rank != nil else { continue }
            let flags = Int(entry.ifa_flags)
            if flags & IFF_UP != 0 { all.insert(address) }
            let wanted = IFF_UP | IFF_RUNNING | IFF_MULTICAST
            if flags & IFF_UP != 0, flags & IFF_LOOPBACK != 0 {
                loopback.insert(address)
            } else if flags & wanted == wanted, flags & IFF_POINTOPOINT == 0 {
                network.insert(address)
            }
        }
        isOnNetwork = !network.isEmpty
        current = isOnNetwork ? network : loopback
    }

    private static func address(of entry: ifaddrs) -> HostAddress? {
        guard let socketAddress = entry.ifa_addr else { return nil }
        let raw = UnsafeRawPointer(socketAddress)
        let interface = CInt(bitPattern: if_nametoindex(entry.ifa_name))
        switch CInt(socketAddress.pointee.sa_family) {
        case AF_INET:
            let address = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            return withUnsafeBytes(of: address) { HostAddress(interface: interface, address: NetworkAddress(bytes: $0)) }
        case AF_INET6:
            let address = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return withUnsafeBytes(of: address) { HostAddress(interface: interface, address: NetworkAddress(bytes: $0)) }
        default:
            return nil
        }
    }
}
