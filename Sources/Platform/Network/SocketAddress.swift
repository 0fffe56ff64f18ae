// An IPv4 or IPv6 address with a port, as a socket address and as text.

import Glibc

/// A socket address.
nonisolated struct SocketAddress: Equatable, Sendable {
    /// The bytes of a sockaddr_in or sockaddr_in6.
    private let bytes: [UInt8]

    /// Copies `length` bytes of a socket address.
    init(_ address: UnsafeRawPointer, length: socklen_t) {
        bytes = [UInt8](UnsafeRawBufferPointer(start: address, count: Int(length)))
    }

    /// The address that `call`, getpeername or getsockname, returns for a socket; nil if it fails.
    init?(of descriptor: Int32, by call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutableBytes(of: &storage) { room in
            room.withMemoryRebound(to: sockaddr.self) { room in
                room.baseAddress.map { call(descriptor, $0, &length) } ?? -1
            }
        }
        guard result == 0, length <= socklen_t(MemoryLayout<sockaddr_storage>.size) else { return nil }
        bytes = withUnsafeBytes(of: storage) { [UInt8]($0.prefix(Int(length))) }
    }

    /// The wildcard address of AF_INET or AF_INET6 with a port.
    static func any(family: Int32, port: UInt16) -> SocketAddress {
        if family == AF_INET6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            return SocketAddress(&address, length: socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        return SocketAddress(&address, length: socklen_t(MemoryLayout<sockaddr_in>.size))
    }

    /// Resolves a host; blocks unless `flags` has AI_NUMERICHOST. Empty if it has no addresses or the look-up fails.
    static func addresses(of host: String, port: UInt16, flags: Int32 = 0) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_flags = flags | AI_NUMERICSERV
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard !host.utf8.contains(0), getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { info in
            info.flatMap { info in info.pointee.ai_addr.map { SocketAddress($0, length: info.pointee.ai_addrlen) } }
        }
    }

    /// AF_INET or AF_INET6.
    var family: Int32 { withPointer { address, _ in Int32(address.pointee.sa_family) } }

    /// The port, which is at the same offset in both families.
    var port: UInt16 { bytes.count < 4 ? 0 : UInt16(bytes[2]) << 8 | UInt16(bytes[3]) }

    /// The address without its port: `192.168.1.5`, `fe80::1%eth0`. IPv4-mapped addresses are shown as IPv4.
    var host: String {
        var name = [UInt8](repeating: 0, count: Int(NI_MAXHOST))
        let result = withPointer { address, length in
            name.withUnsafeMutableBytes { room in
                getnameinfo(address, length, room.baseAddress, socklen_t(room.count), nil, 0, NI_NUMERICHOST)
            }
        }
        guard result == 0 else { return "?" }
        let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
    }

    /// The network that one household or one attacker controls: the first 24 bits of an IPv4 address, also of a mapped one, or
    /// the first 64 of an IPv6 address.
    var network: String {
        let address = family == AF_INET6 ? bytes.dropFirst(8).prefix(16) : bytes.dropFirst(4).prefix(4)
        let isMapped = address.count == 16 && address.prefix(12).elementsEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        let four = isMapped ? address.suffix(4) : address
        return (four.count == 4 ? four.prefix(3) : address.prefix(8)).map(String.init).joined(separator: ".")
    }

    /// Address and port as text: `192.168.1.5:27364`, `[fe80::1%eth0]:27364`.
    var words: String { Destination.text(host, port: port) }

    /// Passes the address to a system call.
    func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        bytes.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: sockaddr.self) { address in
                guard let start = address.baseAddress else { preconditionFailure("a socket address has bytes") }
                return body(start, socklen_t(bytes.count))
            }
        }
    }
}

/// Sets an integer option of a socket; returns false on failure.
@discardableResult
nonisolated func setOption(_ descriptor: Int32, _ level: Int, _ name: Int32, _ value: Int32) -> Bool {
    var value = value
    return setsockopt(descriptor, Int32(level), name, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
}

/// Reads an integer option of a socket; nil on failure.
nonisolated func option(_ descriptor: Int32, _ level: Int, _ name: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, Int32(level), name, &value, &length) == 0 ? value : nil
}
