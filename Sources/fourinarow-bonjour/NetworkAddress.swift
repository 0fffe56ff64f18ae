// IPv4 and IPv6 addresses.

import CAvahi
import Glibc
import HelperProtocol

/// A numeric address.
struct NetworkAddress: Hashable {
    /// 4 bytes (IPv4) or 16 (IPv6), in network order.
    let bytes: [UInt8]

    /// An address of 4 or 16 bytes.
    init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        precondition(self.bytes.count == 4 || self.bytes.count == 16)
    }

    /// The rank; nil for an address at which nobody can be reached (unspecified, multicast, broadcast).
    var rank: AddressRank? { AddressRank(of: bytes) }

    /// The address as text; link-local IPv6 with its interface, such as `fe80::1%eth0`.
    func text(onInterface index: CInt) -> String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard let text = inet_ntop(family, bytes, &buffer, socklen_t(buffer.count)) else { return "" }
        let address = String(cString: text)
        guard rank == .linkLocalIPv6 else { return address }
        var name = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        guard let scope = if_indextoname(UInt32(index), &name) else { return "\(address)%\(index)" }
        return "\(address)%\(String(cString: scope))"
    }
}

extension NetworkAddress {
    /// Parses an address; ignores its interface. Nil if it is none.
    init?(text: String) {
        var address = AvahiAddress()
        guard avahi_address_parse(String(text.prefix { $0 != "%" }), CInt(AVAHI_PROTO_UNSPEC), &address) != nil else {
            return nil
        }
        self.init(address)
    }

    /// Converts avahi's type.
    init(_ address: AvahiAddress) {
        self = withUnsafeBytes(of: address.data) { data in
            NetworkAddress(bytes: data.prefix(address.proto == CInt(AVAHI_PROTO_INET) ? 4 : 16))
        }
    }

    /// The address as avahi's type.
    var avahi: AvahiAddress {
        var address = AvahiAddress()
        address.proto = CInt(bytes.count == 4 ? AVAHI_PROTO_INET : AVAHI_PROTO_INET6)
        withUnsafeMutableBytes(of: &address.data) { $0.copyBytes(from: bytes) }
        return address
    }
}
