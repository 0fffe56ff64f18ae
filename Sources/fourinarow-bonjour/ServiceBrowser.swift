// The services of one type, as a stack sees them, into the list. It knows no pipe and not which stack it is on.

import CAvahi
import Glibc

/// What a browser tells its owner.
protocol ServiceBrowserDelegate: AnyObject {
    /// Changes the list; what changed is told to the game by and by.
    func updateList<Result>(_ change: (inout ServiceList) -> Result) -> Result
    /// Whether this process publishes such a service.
    func isPublishing(_ service: ServiceList.Key) -> Bool
    /// Browsing does not work any more.
    func browserDidFail(_ browser: ServiceBrowser)
}

/// Browses one type, and keeps resolvers for what it sees: services move, and vanish without a word.
final class ServiceBrowser: Userdata {
    /// No more of a TXT record is told than this: its keys and values, in bytes. (A record can have 64 KiB.)
    static let mostText = 1300

    /// Such as `_fourinarow._tcp`.
    let type: String

    private struct Sighting: Hashable {
        var name: String
        var path: ServiceList.Path
    }

    private let stack: any MulticastStack
    private weak var delegate: ServiceBrowserDelegate?
    private var browser: OpaquePointer?
    private var resolvers: [Sighting: [Resolver]] = [:]

    /// Browses at once.
    init(type: String, on stack: any MulticastStack, delegate: ServiceBrowserDelegate) {
        self.type = type
        self.stack = stack
        self.delegate = delegate
        browser = stack.newBrowser(
            type: type,
            { _, interface, transport, event, name, _, _, _, userdata in
                let path = ServiceList.Path(interface: interface, transport: transport)
                ServiceBrowser.from(userdata)?.didSee(event, name: name.flatMap { String(validatingCString: $0) }, path)
            }, userdata)
        if browser == nil { delegate.browserDidFail(self) }
    }

    /// Browses no more: the list's services of this type are gone.
    func close() {
        for sighting in resolvers.keys { forget(sighting) }
        if let browser { stack.freeBrowser(browser) }
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
            delegate?.browserDidFail(self)
        default:
            break
        }
    }

    private func resolve(_ sighting: Sighting) {
        let key = ServiceList.Key(type: type, name: sighting.name)
        guard resolvers[sighting] == nil, delegate?.updateList({ $0.appeared(key, on: sighting.path) }) == true else { return }
        // One for each family: a resolver asked for both answers with whichever comes first. The last one made is the first to answer.
        resolvers[sighting] = [CInt(AVAHI_PROTO_INET6), CInt(AVAHI_PROTO_INET)].map { family in
            Resolver(key, ServiceList.Question(path: sighting.path, family: family), on: stack) { [unowned self] in
                didResolve($0, $1)
            }
        }
    }

    private func didResolve(_ resolver: Resolver, _ answer: ServiceList.Answer?) {
        delegate?.updateList { $0.answered(resolver.service, resolver.question, with: isOurOwn(resolver, answer) ? nil : answer) }
    }

    /// Avahi's own mark (OUR_OWN) goes by the name, and so also hits the service that took the name before us.
    private func isOurOwn(_ resolver: Resolver, _ answer: ServiceList.Answer?) -> Bool {
        guard let answer, answer.host == stack.hostName else { return false }
        return stack.ownsHostName || delegate?.isPublishing(resolver.service) == true
    }

    private func forget(_ sighting: Sighting) {
        for resolver in resolvers.removeValue(forKey: sighting) ?? [] { resolver.close() }
        delegate?.updateList { $0.vanished(ServiceList.Key(type: type, name: sighting.name), from: sighting.path) }
    }
}

// MARK: - Resolving

/// Asks for one family of addresses of a service by one path, again and again, until it is closed.
private final class Resolver: Userdata {
    let service: ServiceList.Key
    let question: ServiceList.Question

    private let stack: any MulticastStack
    private let didAnswer: (Resolver, ServiceList.Answer?) -> Void
    private var handle: OpaquePointer?

    init(
        _ service: ServiceList.Key, _ question: ServiceList.Question, on stack: any MulticastStack,
        didAnswer: @escaping (Resolver, ServiceList.Answer?) -> Void
    ) {
        self.service = service
        self.question = question
        self.stack = stack
        self.didAnswer = didAnswer
        handle = stack.newResolver(
            service, question,
            { _, _, _, event, _, _, _, host, address, port, text, _, userdata in
                guard let resolver = Resolver.from(userdata) else { return }
                guard event == AVAHI_RESOLVER_FOUND, let host, let address else { return resolver.didAnswer(resolver, nil) }
                resolver.didFind(String(cString: host), NetworkAddress(address.pointee), port, text)
            }, userdata)
    }

    func close() {
        if let handle { stack.freeResolver(handle) }
        handle = nil
    }

    private func didFind(_ host: String, _ address: NetworkAddress, _ port: UInt16, _ text: TextList?) {
        let interface = question.path.interface
        // The loopback's address, told on a real network, would lead the player to himself.
        let isMisleading = address.rank == .loopback && UInt32(bitPattern: interface) != if_nametoindex("lo")
        guard let rank = address.rank, !isMisleading, port != 0 else { return didAnswer(self, nil) }
        let answer = ServiceList.Answer(
            host: host, port: port, address: address.text(onInterface: interface), rank: rank, text: Self.dictionary(of: text))
        didAnswer(self, answer)
    }

    /// The pairs of a TXT record (RFC 6763, 6.4): of a key said twice the first counts, a key without "=" has no value.
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
