// Which machine is the router of this one, as the kernel knows it. Anybody on the network can answer the search for a router, and what answers
// must not lead us to other machines.

import CRouter
import Glibc

/// The default gateway.
struct Gateway {
    /// Its addresses in the routing table, 4 or 16 bytes each.
    private let addresses: [[UInt8]]
    /// Asks the kernel for this machine's neighbours; -1 where it cannot be asked.
    private let netlink: CInt

    /// Reads the routing table. The sandbox must not have begun.
    init() {
        addresses = ([Self.ipv4] + Self.ipv6).compactMap(\.self)
        netlink = socket(AF_NETLINK, CInt(SOCK_RAW.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)  // NETLINK_ROUTE
    }

    /// Whether a numeric host is the gateway: by its address in the routing table, or an IPv6 address with the gateway's link-layer address.
    func has(_ host: String) -> Bool {
        guard let address = Self.bytes(of: host) else { return false }
        if addresses.contains(address) { return true }
        if address.count == 4 { return false }
        let neighbours = neighbours()
        let machines = neighbours.filter { addresses.contains($0.address) }.map(\.machine)
        return neighbours.contains { $0.address == address && machines.contains($0.machine) }
    }

    // MARK: The routing table

    /// libnatpmp knows how to find it.
    private static var ipv4: [UInt8]? {
        var natpmp = natpmp_t()
        guard initnatpmp(&natpmp, 0, 0) == 0 else { return nil }
        defer { closenatpmp(&natpmp) }
        return withUnsafeBytes(of: natpmp.gateway) { Array($0) }
    }

    /// The next hops of default routes in /proc/net/ipv6_route: destination, prefix length, source, prefix length and next hop in hexadecimal.
    private static var ipv6: [[UInt8]] {
        text(of: "/proc/net/ipv6_route").split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 4, fields[1] == "00", fields[0].allSatisfy({ $0 == "0" }), !fields[4].allSatisfy({ $0 == "0" })
            else { return nil }
            let digits = Array(fields[4].utf8)
            return stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
                UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16)
            }
        }
    }

    private static func text(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while case let count = read(file, &buffer, buffer.count), count > 0 { text += buffer.prefix(count) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func bytes(of host: String) -> [UInt8]? {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        return inet_pton(AF_INET6, host, &six) == 1 ? withUnsafeBytes(of: six) { Array($0) } : nil
    }

    // MARK: The neighbours

    /// Everybody whom this machine has met on its networks (rtnetlink(7), RTM_GETNEIGH).
    private func neighbours() -> [(address: [UInt8], machine: [UInt8])] {
        let (get, new, done, dump, requestLength) = (UInt16(30), UInt16(28), UInt16(3), UInt16(0x301), 28)
        var request = [UInt8](repeating: 0, count: requestLength)
        request[0] = UInt8(requestLength)
        request.replaceSubrange(4..<8, with: [UInt8(get), 0, UInt8(dump & 0xFF), UInt8(dump >> 8)])
        guard send(netlink, request, request.count, 0) == request.count else { return [] }
        var found: [(address: [UInt8], machine: [UInt8])] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 15)
        while case let count = recv(netlink, &buffer, buffer.count, 0), count > 0 {
            var rest = buffer[..<count]
            while rest.count >= 16 {
                let length = Int(Self.number(rest, at: 0)) | Int(Self.number(rest, at: 2)) << 16
                let kind = Self.number(rest, at: 4)
                guard length >= 16, length <= rest.count, kind == new else { return kind == done ? found : [] }
                let attributes = Self.attributes(rest.dropFirst(requestLength).prefix(length - requestLength))
                // NDA_DST and NDA_LLADDR
                if let address = attributes[1], let machine = attributes[2] { found.append((address, machine)) }
                rest = rest.dropFirst((length + 3) & ~3)
            }
        }
        return found
    }

    private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int) -> UInt16 {
        let start = bytes.startIndex + offset
        return UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8
    }

    /// The attributes of a message by their types.
    private static func attributes(_ bytes: ArraySlice<UInt8>) -> [UInt16: [UInt8]] {
        var (rest, attributes) = (bytes, [UInt16: [UInt8]]())
        while rest.count >= 4 {
            let length = Int(number(rest, at: 0))
            guard length >= 4, length <= rest.count else { break }
            attributes[number(rest, at: 2)] = Array(rest.dropFirst(4).prefix(length - 4))
            rest = rest.dropFirst((length + 3) & ~3)
        }
        return attributes
    }
}
