// Which addresses hosts have, asked for once however many services a host has: a flood of services that name a few hosts costs little
// more than those hosts. It knows no services.

import CAvahi
import Glibc

/// The hosts that somebody asks for.
final class HostLookups {
    /// Somebody who wants to know one family of addresses of a host by one path.
    final class Follower {
        /// What it asks.
        let question: ServiceList.Question
        fileprivate let resolver: HostResolver
        fileprivate let didAnswer: (NetworkAddress?) -> Void

        fileprivate init(
            _ question: ServiceList.Question, _ resolver: HostResolver, didAnswer: @escaping (NetworkAddress?) -> Void
        ) {
            (self.question, self.resolver, self.didAnswer) = (question, resolver, didAnswer)
        }

        /// Hears the last answer again, if there was one.
        func tellAgain() { if resolver.isKnown { didAnswer(resolver.address) } }
    }

    private let stack: any MulticastStack
    private var resolvers: [HostResolver.Key: HostResolver] = [:]

    /// Nobody is asked for yet.
    init(on stack: any MulticastStack) { self.stack = stack }

    /// Asks until everybody who follows has been forgotten; each answer is told, nil where the host has no such address.
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

    /// Tells it nothing more.
    func forget(_ follower: Follower) {
        let resolver = follower.resolver
        resolver.followers[ObjectIdentifier(follower)] = nil
        guard resolver.followers.isEmpty else { return }
        resolver.close()
        resolvers[resolver.key] = nil
    }
}

/// Asks for one family of addresses of a host by one path, again and again, until it is closed.
private final class HostResolver: Userdata {
    struct Key: Hashable {
        var host: String
        var question: ServiceList.Question
    }

    let key: Key
    /// Those who are told, by their identity.
    var followers: [ObjectIdentifier: HostLookups.Follower] = [:]
    /// Whether there was an answer.
    private(set) var isKnown = false
    /// The answer; nil where the host has no such address.
    private(set) var address: NetworkAddress?

    private let stack: any MulticastStack
    private var handle: OpaquePointer?

    init(_ key: Key, on stack: any MulticastStack) {
        self.key = key
        self.stack = stack
        handle = stack.newHostResolver(
            key.host, key.question,
            { _, _, _, event, _, address, _, userdata in
                let found = event == AVAHI_RESOLVER_FOUND ? address : nil
                HostResolver.from(userdata)?.didFind(found)
            }, userdata)
    }

    func close() {
        if let handle { stack.freeHostResolver(handle) }
        handle = nil
    }

    private func didFind(_ found: UnsafePointer<AvahiAddress>?) {
        isKnown = true
        address = found.map { NetworkAddress($0.pointee) }
        // The loopback's address, told on a real network, would lead the player to himself.
        let isOnLoopback = UInt32(bitPattern: key.question.path.interface) == if_nametoindex("lo")
        if address?.rank == .loopback, !isOnLoopback { address = nil }
        for follower in followers.values { follower.didAnswer(address) }
    }
}
