// libavahi-client: the mDNS stack of a running avahi-daemon, by D-Bus. Only for machines whose daemon tolerates no other stack.

import CAvahi
import Glibc

/// The daemon's stack. The library is loaded when it is needed and never linked: libavahi-core exports names that it exports too.
final class AvahiClientStack: MulticastStack {
    let name = "avahi-daemon"
    private(set) var hostName: String?
    let ownsHostName = false
    private(set) var state = StackState.paused

    private let library: ClientLibrary
    private var client: OpaquePointer?

    /// Connects to the daemon. Throws where there is no library or no daemon.
    init(loop: EventLoop) throws(NoStack) {
        guard let library = ClientLibrary.shared else { throw NoStack() }
        self.library = library
        var error: CInt = 0
        client = library.clientNew(
            loop.api, 0,
            { AvahiClientStack.from($2)?.didChange($0, to: $1) }, userdata, &error)
        if client == nil { throw NoStack() }
    }

    private func didChange(_ client: OpaquePointer?, to clientState: UInt32) {
        switch clientState {
        case ClientLibrary.running:
            state = .running
            hostName = library.clientHostName(client).map { String(cString: $0) }
        case ClientLibrary.failure: state = .failed
        default: state = .paused
        }
    }

    func addressesDidChange() {}  // the daemon follows them itself

    func close(published: [Publication]) {
        if let client { library.clientFree(client) }
        client = nil
    }
}

// MARK: - Browsing

extension AvahiClientStack {
    func newBrowser(type: String, _ callback: BrowserCallback, _ userdata: UnsafeMutableRawPointer) -> OpaquePointer? {
        library.browserNew(client, CInt(AVAHI_IF_UNSPEC), CInt(AVAHI_PROTO_UNSPEC), type, "local", 0, callback, userdata)
    }

    func freeBrowser(_ browser: OpaquePointer) {
        _ = library.browserFree(browser)
    }

    func newResolver(
        _ service: ServiceList.Key, _ path: ServiceList.Path, _ callback: ResolverCallback, _ userdata: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        library.resolverNew(
            client, path.interface, path.transport, service.name, service.type, "local", CInt(AVAHI_PROTO_UNSPEC),
            AVAHI_LOOKUP_NO_ADDRESS.rawValue, callback, userdata)
    }

    func freeResolver(_ resolver: OpaquePointer) {
        _ = library.resolverFree(resolver)
    }

    func newHostResolver(
        _ host: String, _ question: ServiceList.Question, _ callback: HostResolverCallback, _ userdata: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        library.hostResolverNew(
            client, question.path.interface, question.path.transport, host, question.family, 0, callback, userdata)
    }

    func freeHostResolver(_ resolver: OpaquePointer) {
        _ = library.hostResolverFree(resolver)
    }
}

// MARK: - Publishing

extension AvahiClientStack {
    func newGroup(for publisher: ServicePublisher) -> OpaquePointer? {
        library.groupNew(
            client,
            { ServicePublisher.from($2)?.groupDidChange(to: AvahiEntryGroupState($1)) }, publisher.userdata)
    }

    func add(_ service: Publication, to group: OpaquePointer, text: TextList?) -> CInt {
        library.groupAdd(
            group, CInt(AVAHI_IF_UNSPEC), CInt(AVAHI_PROTO_UNSPEC), AVAHI_PUBLISH_NO_COOKIE.rawValue, service.name, service.type,
            "local", nil, service.port, text)
    }

    func update(_ service: Publication, in group: OpaquePointer, text: TextList?) -> CInt {
        library.groupUpdate(
            group, CInt(AVAHI_IF_UNSPEC), CInt(AVAHI_PROTO_UNSPEC), AVAHI_PUBLISH_NO_COOKIE.rawValue, service.name, service.type,
            "local", text)
    }

    func commit(_ group: OpaquePointer) -> CInt {
        library.groupCommit(group)
    }

    func reset(_ group: OpaquePointer) {
        _ = library.groupReset(group)
    }

    func freeGroup(_ group: OpaquePointer) {
        _ = library.groupFree(group)
    }
}
