// What the network says of services, and what the game has been told of them. A value: it knows no mDNS stack and no pipe.

import HelperProtocol

/// The services seen, one row a name however many interfaces and protocols it is seen on. Changes are not queued as events but found
/// by comparing with what was told: a game that reads slowly gets the latest state, and the list stays small whatever a peer does.
struct ServiceList {
    /// No more rows than this: a network has few games, and a hostile one must not fill the memory.
    static let mostRows = 500
    /// No more addresses of one service than this.
    static let mostAddresses = 16

    /// Which service.
    struct Key: Hashable {
        /// Such as `_fourinarow._tcp`.
        var type: String
        /// As published.
        var name: String
    }

    /// A way by which a service is seen: an interface, and the protocol its packets came by.
    struct Path: Hashable {
        /// The interface's index.
        var interface: CInt
        /// AVAHI_PROTO_INET or AVAHI_PROTO_INET6.
        var transport: CInt
    }

    /// What was asked: a family of addresses, by a path.
    struct Question: Hashable {
        /// The way.
        var path: Path
        /// AVAHI_PROTO_INET or AVAHI_PROTO_INET6.
        var family: CInt
    }

    /// What a resolver found: one address, and what belongs to it.
    struct Answer: Equatable {
        var host: String
        var port: UInt16
        var address: String
        var rank: NetworkAddress.Rank
        var text: [String: String]
    }

    private struct Row {
        var paths: Set<Path> = []
        var answers: [Question: Answer] = [:]
        var told: DiscoveredService?
        var hasChanged = false
    }

    private var rows: [Key: Row] = [:]
    private var changed: [Key] = []
}

extension ServiceList {
    /// A service is seen by a path. False where there is no room for it.
    mutating func appeared(_ key: Key, on path: Path) -> Bool {
        guard rows[key] != nil || rows.count < Self.mostRows else { return false }
        rows[key, default: Row()].paths.insert(path)
        return true
    }

    /// It is not seen by that path any more.
    mutating func vanished(_ key: Key, from path: Path) {
        guard var row = rows[key] else { return }
        row.paths.remove(path)
        row.answers = row.answers.filter { $0.key.path != path }
        rows[key] = row
        didChange(key)
    }

    /// A resolver answered; nil when it found nothing, or not any more.
    mutating func answered(_ key: Key, _ question: Question, with answer: Answer?) {
        guard let row = rows[key], row.paths.contains(question.path), row.answers[question] != answer else { return }
        rows[key]?.answers[question] = answer
        didChange(key)
    }

    /// The next thing to tell the game; nil when it knows all.
    mutating func nextEvent() -> DiscoveryEvent? {
        while !changed.isEmpty {
            let key = changed.removeFirst()
            rows[key]?.hasChanged = false
            guard let row = rows[key] else { continue }
            let service = Self.service(key, row)
            rows[key]?.told = service
            if row.paths.isEmpty { rows[key] = nil }
            guard service != row.told else { continue }
            return service.map { .found($0) } ?? .lost(type: key.type, name: key.name)
        }
        return nil
    }
}

extension ServiceList {
    private mutating func didChange(_ key: Key) {
        guard let row = rows[key], !row.hasChanged else { return }
        rows[key]?.hasChanged = true
        changed.append(key)
    }

    /// The best answer says what the service is; others add addresses where they speak of the same host and port. (Two hosts of one
    /// name can stand on two networks, and only this machine sees both.)
    private static func service(_ key: Key, _ row: Row) -> DiscoveredService? {
        let answers = row.answers.values.sorted { ($0.rank, $0.address) < ($1.rank, $1.address) }
        guard let best = answers.first else { return nil }
        var addresses: [String] = []
        for answer in answers where answer.host == best.host && answer.port == best.port {
            if !addresses.contains(answer.address), addresses.count < mostAddresses { addresses.append(answer.address) }
        }
        return DiscoveredService(
            type: key.type, name: key.name, host: best.host, port: best.port, addresses: addresses, text: best.text)
    }
}
