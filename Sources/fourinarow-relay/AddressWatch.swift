// Notices when the local address of a connection is removed from this machine. The broker's packets no longer arrive then, and the kernel
// would wait for them.

import CMosquitto
import Glibc

/// Watches one address through rtnetlink(7).
struct AddressWatch {
    /// For poll(2); -1 if netlink is not available.
    let descriptor: CInt
    /// The local address in network byte order.
    private let own: [UInt8]

    /// Watches the local address of a connected socket.
    init(_ connection: CInt) {
        own = Self.address(of: connection)
        descriptor = socket(AF_NETLINK, CInt(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), NETLINK_ROUTE)
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = UInt32(RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR)
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
            }
        }
    }

    /// Reads netlink's messages. Returns whether the address was removed.
    func isGone() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            if Self.gone(in: buffer[..<count]).contains(own) { return true }
        }
    }

    private static func address(of connection: CInt) -> [UInt8] {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(connection, $0, &length) }
        }
        guard result == 0 else { return [] }
        return withUnsafeBytes(of: storage) { bytes in
            switch CInt(storage.ss_family) {
            case AF_INET: withUnsafeBytes(of: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
            case AF_INET6: withUnsafeBytes(of: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
            default: []
            }
        }
    }

    /// The addresses that netlink messages report as removed.
    private static func gone(in messages: ArraySlice<UInt8>) -> [[UInt8]] {
        pieces(of: messages, headerLength: MemoryLayout<nlmsghdr>.size) { $0.loadUnaligned(as: nlmsghdr.self).nlmsg_len }
            .filter { $0.withUnsafeBytes { $0.loadUnaligned(as: nlmsghdr.self).nlmsg_type } == UInt16(RTM_DELADDR) }
            .flatMap { message in
                pieces(
                    of: message.dropFirst(MemoryLayout<nlmsghdr>.size + MemoryLayout<ifaddrmsg>.size),
                    headerLength: MemoryLayout<rtattr>.size
                ) { UInt32($0.loadUnaligned(as: rtattr.self).rta_len) }
            }
            .map { Array($0.dropFirst(MemoryLayout<rtattr>.size)) }
    }

    /// Splits a sequence of records. Each has its length in its header and is padded to four bytes.
    private static func pieces(
        of bytes: ArraySlice<UInt8>, headerLength: Int, length: (UnsafeRawBufferPointer) -> UInt32
    ) -> [ArraySlice<UInt8>] {
        var rest = bytes
        var pieces: [ArraySlice<UInt8>] = []
        while rest.count >= headerLength {
            let count = Int(rest.withUnsafeBytes(length))
            guard count >= headerLength, count <= rest.count else { break }
            pieces.append(rest.prefix(count))
            rest = rest.dropFirst((count + 3) & ~3)
        }
        return pieces
    }
}
