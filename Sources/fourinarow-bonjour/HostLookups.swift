// Addresses of hosts. A host is looked up once however many services it has, so a flood of services on few hosts stays cheap.

import CAvahi
import Glibc

/// Looks up hosts for those who follow them.
final class HostLookups {
    /// A request for the addresses of one host, in one address family and on one path.
    final class Follower {
        /// The path and the address family.
        let question: ServiceList.Question
        fileprivate let resolver: HostResolver
        fileprivate let didAnswer: (NetworkAddress?) -> Void

        fileprivate init(
            _ question: ServiceList.Question, _ resolver: HostResolver, didAnswer: @escaping (NetworkAddress?) -> Void
        ) {
            (self.question, self.resolver, self.didAnswer) = (question, resolver, didAnswer)
        }

        /// Repeats the last answer if there was one.
        func repeatAnswer() { if resolver.isKnown { didAnswer(resolver.address) } }
    }

    private let stack: AvahiStack
    private var resolvers: [HostResolver.Key: HostResolver] = [:]

    /// No lookups yet.
    init(on stack: AvahiStack) { self.stack = stack }

    /// Looks up a host until the follower is forgotten. `didAnswer` gets each answer, nil if the host has no such address.
    func follow(
        _ host: String, _ question: ServiceList.Question, didAnswer: @escaping (NetworkAddress?) -> Void
    ) -> Follower {
        let key = HostResolver.Key(host: host, question: question)
        let resolver = resolvers[key] ?? HostResolver(key, on: stack)
        resolvers[key] = resolver
        let follower = Follower(question, resolver, didAnswer: didAnswer)
        resolver.followers[ObjectIdentifier(follower)] = follower
        return follower
    }

    /// Ends a request.
    func forget(_ follower: Follower) {
        let resolver = follower.resolver
        resolver.followers[ObjectIdentifier(follower)] = nil
        guard resolver.followers.isEmpty else { return }
        resolver.close()
        resolvers[resolver.key] = nil
    }
}

/// Resolves the addresses of a host, in one address family and on one path, until it is closed.
private final class HostResolver: Userdata {
    struct Key: Hashable {
        var host: String
        var question: ServiceList.Question
    }

    let key: Key
    var followers: [ObjectIdentifier: HostLookups.Follower] = [:]
    private(set) var isKnown = false
    /// The last answer; nil if the host has no such address.
    private(set) var address: NetworkAddress?

    private var handle: OpaquePointer?

    init(_ key: Key, on stack: AvahiStack) {
        self.key = key
        handle = stack.newHostResolver(
            key.host, key.question,
            { _, _, _, event, _, address, _, userdata in
                let found = event == AVAHI_RESOLVER_FOUND ? address : nil
                HostResolver.from(userdata)?.didFind(found)
            }, userdata)
    }

    func close() {
        if let handle { avahi_s_host_name_resolver_free(handle) }
        handle = nil
    }

    private func didFind(_ found: UnsafePointer<AvahiAddress>?) {
        isKnown = true
        address = found.map { NetworkAddress($0.pointee) }
        // A loopback address that came over a real network would lead the player back to this machine.
        let isOnLoopback = UInt32(bitPattern: key.question.path.interface) == if_nametoindex("lo")
        if address?.rank == .loopback, !isOnLoopback { address = nil }
        for follower in followers.values { follower.didAnswer(address) }
    }
}
