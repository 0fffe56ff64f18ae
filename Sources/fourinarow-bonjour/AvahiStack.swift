// libavahi-core: an mDNS stack inside this process. It needs no daemon and runs next to one, unless that one is configured with
// disallow-other-stacks=yes.

import CAvahi
import Glibc
import HelperProtocol

/// A TXT record as avahi has it.
typealias TextList = UnsafeMutablePointer<AvahiStringList>

/// The mDNS stack, with a host name of its own. The pointers it returns must be freed before it is closed.
final class AvahiStack: Userdata {
    /// The host name of the services published here.
    let hostName: String
    /// Whether the stack has stopped working.
    private(set) var hasFailed = false

    private let addresses: InterfaceWatch
    private var server: OpaquePointer?
    private var hostRecords: HostRecords?

    /// Opens the stack.
    init(loop: EventLoop, addresses: InterfaceWatch) throws(DiscoveryFailure) {
        // With the system's host name, two stacks on one machine would rename each other for ever.
        let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
        let label = "fourinarow-" + String(repeating: "0", count: 8 - digits.count) + digits
        hostName = label + ".local"
        self.addresses = addresses
        avahi_set_log_function { _, _ in }
        // Avahi draws its delays from rand(). Unseeded, every host would wait for the same long time before probing.
        srand(.random(in: 0 ... .max))
        try openServer(loop, hostLabel: label)
        hostRecords = HostRecords(hostName: hostName, server: server, addresses: addresses)
    }

    private func openServer(_ loop: EventLoop, hostLabel: String) throws(DiscoveryFailure) {
        var config = AvahiServerConfig()
        avahi_server_config_init(&config)
        defer { avahi_server_config_free(&config) }
        avahi_free(config.host_name)
        config.host_name = avahi_strdup(hostLabel)
        config.publish_hinfo = 0
        config.publish_addresses = 0
        config.publish_workstation = 0
        config.publish_domain = 0
        config.enable_wide_area = 0
        config.use_iff_running = 1
        var error: CInt = 0
        server = avahi_server_new(
            loop.api, &config,
            { _, state, userdata in
                if state == AVAHI_SERVER_FAILURE { AvahiStack.from(userdata)?.hasFailed = true }
            }, userdata, &error)
        if server == nil { throw error == AVAHI_ERR_NO_NETWORK ? .portTaken : .failed }
    }

    /// To be called when an address of this machine has come or gone.
    func addressesDidChange() {
        hostRecords?.update()
    }

    /// Withdraws everything and frees the stack. Afterwards the network knows that the services in `published` are gone.
    func close(published: [Publication]) {
        hostRecords?.withdraw()
        hostRecords = nil
        // Sends the goodbyes of what is still published.
        if let server { avahi_server_free(server) }
        server = nil
        Publication.sendGoodbyes(for: published, on: addresses.current)
    }
}

// MARK: - Browsing

extension AvahiStack {
    /// Browses for services of a type; nil if avahi refuses.
    func newBrowser(type: String, _ callback: AvahiSServiceBrowserCallback, _ userdata: UnsafeMutableRawPointer) -> OpaquePointer?
    {
        avahi_s_service_browser_new(
            server, CInt(AVAHI_IF_UNSPEC), CInt(AVAHI_PROTO_UNSPEC), type, "local", AvahiLookupFlags(0), callback, userdata)
    }

    /// Resolves the host, port and text of a service until it is freed; nil if avahi refuses.
    func newResolver(
        _ service: ServiceList.Key, _ path: ServiceList.Path, _ callback: AvahiSServiceResolverCallback,
        _ userdata: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        avahi_s_service_resolver_new(
            server, path.interface, path.transport, service.name, service.type, "local", CInt(AVAHI_PROTO_UNSPEC),
            AVAHI_LOOKUP_NO_ADDRESS, callback, userdata)
    }

    /// Resolves the address of a host until it is freed; nil if avahi refuses.
    func newHostResolver(
        _ host: String, _ question: ServiceList.Question, _ callback: AvahiSHostNameResolverCallback,
        _ userdata: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        avahi_s_host_name_resolver_new(
            server, question.path.interface, question.path.transport, host, question.family, AvahiLookupFlags(0), callback,
            userdata)
    }
}

// MARK: - Publishing

extension AvahiStack {
    /// A group of records. `publisher` is told when its state changes, the first time from within this call.
    func newGroup(for publisher: ServicePublisher) -> OpaquePointer? {
        hostRecords?.publish()
        return avahi_s_entry_group_new(server, { ServicePublisher.from($3)?.groupDidChange(to: $2) }, publisher.userdata)
    }

    /// Adds a service to a group; returns AVAHI_OK or an AVAHI_ERR. The list `text` stays the caller's.
    func add(_ service: Publication, to group: OpaquePointer, text: TextList?) -> CInt {
        avahi_server_add_service_strlst(
            server, group, CInt(AVAHI_IF_UNSPEC), CInt(AVAHI_PROTO_UNSPEC), AVAHI_PUBLISH_NO_COOKIE, service.name, service.type,
            "local", hostName, service.port, text)
    }

    /// Replaces the text of a service in a group; returns AVAHI_OK or an AVAHI_ERR. The list `text` stays the caller's.
    ///
    /// From then on the text is not probed for: this program hears itself, and what it said of the text of before, if it comes back late, would
    /// contradict the new one as if another host had the name. Who has the name, the record of the port says.
    func update(_ service: Publication, in group: OpaquePointer, text: TextList?) -> CInt {
        var name = [CChar](repeating: 0, count: Int(AVAHI_DOMAIN_NAME_MAX))
        let code = avahi_service_name_join(&name, name.count, service.name, service.type, "local")
        guard code == AVAHI_OK else { return code }
        let record = avahi_record_new_full(
            name, UInt16(AVAHI_DNS_CLASS_IN), UInt16(AVAHI_DNS_TYPE_TXT), UInt32(AVAHI_DEFAULT_TTL))
        guard let record else { return CInt(AVAHI_ERR_NO_MEMORY) }
        defer { avahi_record_unref(record) }
        record.pointee.data.txt.string_list = avahi_string_list_copy(text)
        let flags = AvahiPublishFlags(
            AVAHI_PUBLISH_UPDATE.rawValue | AVAHI_PUBLISH_UNIQUE.rawValue | AVAHI_PUBLISH_NO_PROBE.rawValue)
        return avahi_server_add(server, group, CInt(AVAHI_IF_UNSPEC), CInt(AVAHI_PROTO_UNSPEC), flags, record)
    }
}

/// An object that is passed through C as a pointer. It must outlive the C object that holds the pointer.
protocol Userdata: AnyObject {}

extension Userdata {
    /// The pointer for C.
    var userdata: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    /// The object behind a pointer from C.
    static func from(_ userdata: UnsafeMutableRawPointer?) -> Self? {
        userdata.map { Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
    }
}
