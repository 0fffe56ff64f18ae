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

    /// Connects to the daemon. Throws `StackError` where there is no library or no daemon.
    init(loop: EventLoop) throws(StackError) {
        guard let library = ClientLibrary.shared else { throw StackError(code: CInt(AVAHI_ERR_NO_DAEMON)) }
        self.library = library
        var error: CInt = 0
        client = library.clientNew(
            loop.api, 0,
            { client, state, userdata in
                guard let userdata else { return }
                Unmanaged<AvahiClientStack>.fromOpaque(userdata).takeUnretainedValue().didChange(client, to: state)
            }, Unmanaged.passUnretained(self).toOpaque(), &error)
        if client == nil { throw StackError(code: error) }
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
        _ service: ServiceList.Key, _ question: ServiceList.Question, _ callback: ResolverCallback,
        _ userdata: UnsafeMutableRawPointer
    ) -> OpaquePointer? {
        library.resolverNew(
            client, question.path.interface, question.path.transport, service.name, service.type, "local", question.family, 0,
            callback, userdata)
    }

    func freeResolver(_ resolver: OpaquePointer) {
        _ = library.resolverFree(resolver)
    }
}

// MARK: - Publishing

extension AvahiClientStack {
    func newGroup(for publisher: ServicePublisher) -> OpaquePointer? {
        library.groupNew(
            client,
            { _, state, userdata in
                guard let userdata else { return }
                Unmanaged<ServicePublisher>.fromOpaque(userdata).takeUnretainedValue().groupDidChange(
                    to: AvahiEntryGroupState(state))
            }, Unmanaged.passUnretained(publisher).toOpaque())
    }

    func add(_ service: Publication, to group: OpaquePointer, text: UnsafeMutablePointer<AvahiStringList>?) -> CInt {
        library.groupAdd(
            group, CInt(AVAHI_IF_UNSPEC), CInt(AVAHI_PROTO_UNSPEC), AVAHI_PUBLISH_NO_COOKIE.rawValue, service.name, service.type,
            "local", nil, service.port, text)
    }

    func update(_ service: Publication, in group: OpaquePointer, text: UnsafeMutablePointer<AvahiStringList>?) -> CInt {
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
