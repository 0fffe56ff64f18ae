// The A and AAAA records of this process's host name, kept up to date with the machine's addresses.

import CAvahi

/// One record per address, published on that address's interface only.
final class HostRecords {
    private let hostName: String
    private let server: OpaquePointer?
    private let addresses: InterfaceWatch
    private var groups: [HostAddress: OpaquePointer] = [:]
    private var isPublished = false

    /// No records yet: they are needed only to publish.
    init(hostName: String, server: OpaquePointer?, addresses: InterfaceWatch) {
        self.hostName = hostName
        self.server = server
        self.addresses = addresses
    }

    /// Publishes the records; `update` keeps them current until `withdraw`.
    func publish() {
        guard !isPublished else { return }
        isPublished = true
        update()
    }

    /// Adds and removes records after a change of the addresses.
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

    /// Withdraws the records.
    func withdraw() {
        for group in groups.values { avahi_s_entry_group_free(group) }
        groups = [:]
        isPublished = false
    }

    private func newGroup(_ host: HostAddress) -> OpaquePointer? {
        guard let group = avahi_s_entry_group_new(server, { _, _, _, _ in }, nil) else { return nil }
        var address = host.address.avahi
        // The name is random, so probing would only take time. The reverse record belongs to the system's host name.
        let flags = AvahiPublishFlags(AVAHI_PUBLISH_NO_REVERSE.rawValue | AVAHI_PUBLISH_NO_PROBE.rawValue)
        let code = avahi_server_add_address(server, group, host.interface, CInt(AVAHI_PROTO_UNSPEC), flags, hostName, &address)
        if code == AVAHI_OK, avahi_s_entry_group_commit(group) == AVAHI_OK { return group }
        avahi_s_entry_group_free(group)
        return nil
    }
}
