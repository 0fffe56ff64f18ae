// libavahi-core: a whole mDNS stack inside this process. It needs no daemon, and gets along with one.

import CAvahi
import Glibc

/// The embedded stack, with a host name of its own.
final class AvahiCoreStack: MulticastStack {
    let name = "avahi-core"
    let hostName: String?
    let ownsHostName = true

    private(set) var state = StackState.running

    private let addresses: HostAddresses
    private var server: OpaquePointer?
    private var hostRecords: HostRecords?

    /// Opens the stack. Throws where another stack keeps the port to itself.
    init(loop: EventLoop, addresses: HostAddresses) throws(NoStack) {
        // Not the system's host name: two stacks on one machine would dispute it for ever.
        let digits = String(UInt32.random(in: 0 ... .max), radix: 16)
        let label = "fourinarow-" + String(repeating: "0", count: 8 - digits.count) + digits
        hostName = label + ".local"
        self.addresses = addresses
        avahi_set_log_function { _, _ in }
        // Avahi draws its delays from rand(): unseeded, everybody would wait for the same time before probing, and a long one.
        srand(.random(in: 0 ... .max))
        try openServer(loop, hostLabel: label)
        hostRecords = HostRecords(hostName: label + ".local", server: server, addresses: addresses)
    }

    private func openServer(_ loop: EventLoop, hostLabel: String) throws(NoStack) {
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
                if state == AVAHI_SERVER_FAILURE { AvahiCoreStack.from(userdata)?.state = .failed }
            }, userdata, &error)
        if server == nil { throw NoStack() }
    }

    func addressesDidChange() {
        hostRecords?.update()
    }

    func close(published: [Publication]) {
        hostRecords?.withdraw()
        hostRecords = nil
        // Sends the goodbyes of what is still published, at once.
        if let server { avahi_server_free(server) }
        server = nil
        Goodbye.say(for: published, on: addresses.current)
    }
}

// MARK: - Browsing

extension AvahiCoreStack {
    func newBrowser(type: String, _ callback: BrowserCallback, _ userdata: UnsafeMutableRawPointer) -> OpaquePointer? {
        avahi_s_service_browser_new(
            server, CInt(AVAHI_IF_UNSPEC), CInt(AVAHI_PROTO_UNSPEC), type, "local", AvahiLookupFlags(0), callback, userdata)
    }

    func freeBrowser(_ browser: OpaquePointer) {
        avahi_s_service_browser_free(browser)
    }

    func newResolver(
        _ service: ServiceList.Key, _ path: ServiceList.Path, _ callback: ResolverCallback, _ userdata: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        avahi_s_service_resolver_new(
            server, path.interface, path.transport, service.name, service.type, "local", CInt(AVAHI_PROTO_UNSPEC),
            AVAHI_LOOKUP_NO_ADDRESS, callback, userdata)
    }

    func freeResolver(_ resolver: OpaquePointer) {
        avahi_s_service_resolver_free(resolver)
    }

    func newHostResolver(
        _ host: String, _ question: ServiceList.Question, _ callback: HostResolverCallback, _ userdata: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        avahi_s_host_name_resolver_new(
            server, question.path.interface, question.path.transport, host, question.family, AvahiLookupFlags(0), callback,
            userdata)
    }

    func freeHostResolver(_ resolver: OpaquePointer) {
        avahi_s_host_name_resolver_free(resolver)
    }
}

// MARK: - Publishing

extension AvahiCoreStack {
    func newGroup(for publisher: ServicePublisher) -> OpaquePointer? {
        hostRecords?.publish()
        return avahi_s_entry_group_new(server, { ServicePublisher.from($3)?.groupDidChange(to: $2) }, publisher.userdata)
    }

    func add(_ service: Publication, to group: OpaquePointer, text: TextList?) -> CInt {
        avahi_server_add_service_strlst(
            server, group, CInt(AVAHI_IF_UNSPEC), CInt(AVAHI_PROTO_UNSPEC), AVAHI_PUBLISH_NO_COOKIE, service.name, service.type,
            "local", hostName, service.port, text)
    }

    func update(_ service: Publication, in group: OpaquePointer, text: TextList?) -> CInt {
        avahi_server_update_service_txt_strlst(
            server, group, CInt(AVAHI_IF_UNSPEC), CInt(AVAHI_PROTO_UNSPEC), AVAHI_PUBLISH_NO_COOKIE, service.name, service.type,
            "local", text)
    }

    func commit(_ group: OpaquePointer) -> CInt {
        avahi_s_entry_group_commit(group)
    }

    func reset(_ group: OpaquePointer) {
        avahi_s_entry_group_reset(group)
    }

    func freeGroup(_ group: OpaquePointer) {
        avahi_s_entry_group_free(group)
    }
}
