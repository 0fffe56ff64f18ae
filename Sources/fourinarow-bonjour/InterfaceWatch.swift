// This machine's addresses, as mDNS announces them. rtnetlink(7) reports that something changed, getifaddrs(3) lists the present addresses.

import CAvahi
import Glibc

/// One address of one interface.
struct HostAddress: Hashable {
    /// The interface's index.
    var interface: CInt
    /// The address.
    var address: NetworkAddress
}

/// Keeps track of the addresses at which others can reach this machine.
final class InterfaceWatch {
    /// The addresses of interfaces that are up, have a carrier and support multicast; those of the loopback if there are no others.
    private(set) var current: Set<HostAddress> = []
    /// The only address to announce; nil: all.
    var only: NetworkAddress?
    /// The current addresses that are announced.
    var announced: Set<HostAddress> { only.map { only in current.filter { $0.address == only } } ?? current }
    /// Whether an interface other than the loopback is up.
    private(set) var isOnNetwork = false
    /// Called after any address or `isOnNetwork` has changed.
    var didChange: () -> Void = {}

    /// Every address of this machine.
    private var all: Set<HostAddress> = []

    private let netlink: CInt

    /// Reads the addresses, and watches for changes on `loop`.
    init(loop: EventLoop) {
        netlink = socket(AF_NETLINK, CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), NETLINK_ROUTE)
        subscribe()
        read()
        if netlink >= 0 { loop.watch(netlink, for: POLLIN) { [unowned self] in netlinkIsReadable() } }
    }
}

extension InterfaceWatch {
    private func subscribe() {
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = UInt32(RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR)
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(netlink, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
            }
        }
    }

    /// Any message means that the addresses must be read again, even a lost one (ENOBUFS).
    private func netlinkIsReadable() {
        var buffer = [UInt8](repeating: 0, count: 8192)
        while recv(netlink, &buffer, buffer.count, 0) > 0 || errno == ENOBUFS {}
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
