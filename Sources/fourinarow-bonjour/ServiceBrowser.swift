// Browses for the services of one type and keeps ServiceList up to date.

import CAvahi
import Glibc

/// Browses one type. Every service that it sees keeps a resolver: services move and vanish without notice.
final class ServiceBrowser: Userdata {
    /// How many bytes of a TXT record are reported at most. (A record can have 64 KiB.)
    static let mostText = 1300

    /// Such as `_fourinarow._tcp`.
    let type: String

    private struct Sighting: Hashable {
        var name: String
        var path: ServiceList.Path
    }

    private let stack: AvahiStack
    private let changeList: (_ change: (inout ServiceList) -> Void) -> Void
    private let didFail: () -> Void
    private var browser: OpaquePointer?
    private var resolvers: [Sighting: Resolver] = [:]
    private let hosts: HostLookups

    /// Starts browsing. `changeList` passes on changes of the list of services; `didFail` is called when browsing has stopped working,
    /// perhaps before this returns.
    init(
        type: String, on stack: AvahiStack, changeList: @escaping (_ change: (inout ServiceList) -> Void) -> Void,
        didFail: @escaping () -> Void
    ) {
        self.type = type
        self.stack = stack
        (self.changeList, self.didFail) = (changeList, didFail)
        hosts = HostLookups(on: stack)
        browser = stack.newBrowser(
            type: type,
            { _, interface, transport, event, name, _, _, _, userdata in
                let path = ServiceList.Path(interface: interface, transport: transport)
                ServiceBrowser.from(userdata)?.didSee(event, name: name.flatMap { String(validatingCString: $0) }, path)
            }, userdata)
        if browser == nil { didFail() }
    }

    /// Stops browsing and removes this type's services from the list.
    func close() {
        for sighting in resolvers.keys { forget(sighting) }
        if let browser { avahi_s_service_browser_free(browser) }
        browser = nil
    }
}

// MARK: - Sightings

extension ServiceBrowser {
    private func didSee(_ event: AvahiBrowserEvent, name: String?, _ path: ServiceList.Path) {
        switch event {
        case AVAHI_BROWSER_NEW:
            if let name { resolve(Sighting(name: name, path: path)) }
        case AVAHI_BROWSER_REMOVE:
            if let name { forget(Sighting(name: name, path: path)) }
        case AVAHI_BROWSER_FAILURE:
            didFail()
        default:
            break
        }
    }

    private func resolve(_ sighting: Sighting) {
        let key = ServiceList.Key(type: type, name: sighting.name)
        guard resolvers[sighting] == nil else { return }
        var isNew = false
        changeList { isNew = $0.appeared(key, on: sighting.path) }
        guard isNew else { return }
        resolvers[sighting] = Resolver(key, on: sighting.path, of: stack, hosts) { [unowned self] in didResolve($0, $1, $2) }
    }

    private func didResolve(_ resolver: Resolver, _ question: ServiceList.Question, _ answer: ServiceList.Answer?) {
        changeList { $0.answered(resolver.service, question, with: isOurOwn(resolver, answer) ? nil : answer) }
    }

    /// Whether it is a service of this process. Avahi's flag OUR_OWN compares names, so it also hits a service that took our name.
    private func isOurOwn(_ resolver: Resolver, _ answer: ServiceList.Answer?) -> Bool {
        answer?.host == stack.hostName
    }

    private func forget(_ sighting: Sighting) {
        resolvers.removeValue(forKey: sighting)?.close()
        changeList { $0.vanished(ServiceList.Key(type: type, name: sighting.name), from: sighting.path) }
    }
}

// MARK: - Resolving

/// Resolves a service on one path until it is closed: first its host, then the host's addresses. Avahi could do both at once, but when a
/// service moves to another host, it goes on reporting the old address.
private final class Resolver: Userdata {
    let service: ServiceList.Key

    private let path: ServiceList.Path
    private let didAnswer: (Resolver, ServiceList.Question, ServiceList.Answer?) -> Void
    private var handle: OpaquePointer?
    private var place: (host: String, port: UInt16, text: [String: String])?
    private let lookups: HostLookups
    private var hosts: [HostLookups.Follower] = []

    init(
        _ service: ServiceList.Key, on path: ServiceList.Path, of stack: AvahiStack, _ lookups: HostLookups,
        didAnswer: @escaping (Resolver, ServiceList.Question, ServiceList.Answer?) -> Void
    ) {
        self.service = service
        self.path = path
        self.lookups = lookups
        self.didAnswer = didAnswer
        handle = stack.newResolver(
            service, path,
            { _, _, _, event, _, _, _, host, _, port, text, _, userdata in
                guard let resolver = Resolver.from(userdata) else { return }
                guard event == AVAHI_RESOLVER_FOUND, let host, port != 0 else { return resolver.didLose() }
                resolver.didFind(String(cString: host), port, text)
            }, userdata)
    }

    func close() {
        forgetHosts()
        if let handle { avahi_s_service_resolver_free(handle) }
        handle = nil
    }

    /// The last answer stays in the list until the host's addresses are known, or cannot be resolved.
    private func didFind(_ host: String, _ port: UInt16, _ text: TextList?) {
        let isElsewhere = place?.host != host
        place = (host, port, Self.dictionary(of: text))
        if isElsewhere {
            forgetHosts()
            // One lookup for each family: one for both would report only the first answer. The last one made answers first.
            hosts = [CInt(AVAHI_PROTO_INET6), CInt(AVAHI_PROTO_INET)].map { family in
                let question = ServiceList.Question(path: path, family: family)
                return lookups.follow(host, question) { [unowned self] in didResolve(question, $0) }
            }
        }
        for host in hosts { host.repeatAnswer() }
    }

    private func didLose() {
        place = nil
        for host in hosts { didAnswer(self, host.question, nil) }
        forgetHosts()
    }

    private func forgetHosts() {
        for host in hosts { lookups.forget(host) }
        hosts = []
    }

    private func didResolve(_ question: ServiceList.Question, _ address: NetworkAddress?) {
        guard let place else { return }
        var answer: ServiceList.Answer?
        if let address, let rank = address.rank {
            let text = address.text(onInterface: path.interface)
            answer = ServiceList.Answer(host: place.host, port: place.port, address: text, rank: rank, text: place.text)
        }
        didAnswer(self, question, answer)
    }

    /// The pairs of a TXT record (RFC 6763, 6.4). The first of two equal keys counts; a key without "=" has an empty value.
    private static func dictionary(of list: TextList?) -> [String: String] {
        var text: [String: String] = [:]
        var room = ServiceBrowser.mostText
        for item in sequence(first: list, next: { $0?.pointee.next }) {
            guard let item else { break }
            let bytes = Array(
                UnsafeBufferPointer(start: avahi_string_list_get_text(item), count: avahi_string_list_get_size(item)))
            room -= bytes.count + 1
            guard room >= 0 else { break }
            let parts = bytes.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let key = String(decoding: parts[0], as: UTF8.self)
            guard !key.isEmpty, text[key] == nil else { continue }
            text[key] = parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : ""
        }
        return text
    }
}
