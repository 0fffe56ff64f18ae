// The A and AAAA records of our own host name, in step with this machine's addresses. It must not know of services.

import CAvahi

/// One record an address, on that address's interface only: what is announced on a network can be reached on it.
final class HostRecords {
    private let hostName: String
    private let server: OpaquePointer?
    private let addresses: HostAddresses
    private var groups: [HostAddress: OpaquePointer] = [:]
    private var isPublished = false

    /// No records yet: who only browses needs none.
    init(hostName: String, server: OpaquePointer?, addresses: HostAddresses) {
        self.hostName = hostName
        self.server = server
        self.addresses = addresses
    }

    /// Publishes the records, and keeps them current until `withdraw`.
    func publish() {
        guard !isPublished else { return }
        isPublished = true
        update()
    }

    /// The addresses changed.
    func update() {
        guard isPublished else { return }
        for (address, group) in groups where !addresses.announced.contains(address) {
            avahi_s_entry_group_free(group)
            groups[address] = nil
        }
        for address in addresses.announced where groups[address] == nil {
            groups[address] = newGroup(address)
        }
    }

    /// Withdraws them.
    func withdraw() {
        for group in groups.values { avahi_s_entry_group_free(group) }
        groups = [:]
        isPublished = false
    }

    private func newGroup(_ host: HostAddress) -> OpaquePointer? {
        guard let group = avahi_s_entry_group_new(server, { _, _, _, _ in }, nil) else { return nil }
        var address = host.address.avahi
        // The name is random: probing for it would only take time. No reverse record: that one belongs to the system's host name.
        let flags = AvahiPublishFlags(AVAHI_PUBLISH_NO_REVERSE.rawValue | AVAHI_PUBLISH_NO_PROBE.rawValue)
        let code = avahi_server_add_address(server, group, host.interface, CInt(AVAHI_PROTO_UNSPEC), flags, hostName, &address)
        if code == AVAHI_OK, avahi_s_entry_group_commit(group) == AVAHI_OK { return group }
        avahi_s_entry_group_free(group)
        return nil
    }
}
