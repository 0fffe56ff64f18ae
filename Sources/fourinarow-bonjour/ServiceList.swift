// The services on the network, and what the game was told about them.

import HelperProtocol

/// The services, one row per name however many interfaces and address families it is seen on. Changes are not queued: `nextEvent`
/// compares a row with what was reported last, so a game that reads slowly gets the latest state and the list stays small.
struct ServiceList {
    /// The most rows. Networks have few games, and a hostile one must not fill the memory.
    static let mostRows = 500
    /// The most addresses of one service.
    static let mostAddresses = 16

    /// Identifies a service.
    struct Key: Hashable {
        /// Such as `_fourinarow._tcp`.
        var type: String
        /// The name as published.
        var name: String
    }

    /// The interface and the address family on which a service is seen.
    struct Path: Hashable {
        /// The interface's index.
        var interface: CInt
        /// AVAHI_PROTO_INET or AVAHI_PROTO_INET6.
        var transport: CInt
    }

    /// A request for one family of addresses on a path.
    struct Question: Hashable {
        /// The path.
        var path: Path
        /// AVAHI_PROTO_INET or AVAHI_PROTO_INET6.
        var family: CInt
    }

    /// The answer of a resolver: one address of a service.
    struct Answer: Equatable {
        var host: String
        var port: UInt16
        var address: String
        var rank: AddressRank
        var text: [String: String]
    }

    private struct Row {
        var paths: Set<Path> = []
        var answers: [Question: Answer] = [:]
        var reported: DiscoveredService?
        var hasChanged = false
    }

    private var rows: [Key: Row] = [:]
    private var changed: [Key] = []
}

extension ServiceList {
    /// A service is seen on a path. Returns false if the list is full.
    mutating func appeared(_ key: Key, on path: Path) -> Bool {
        guard rows[key] != nil || rows.count < Self.mostRows else { return false }
        rows[key, default: Row()].paths.insert(path)
        return true
    }

    /// A service is no longer seen on a path.
    mutating func vanished(_ key: Key, from path: Path) {
        guard var row = rows[key] else { return }
        row.paths.remove(path)
        row.answers = row.answers.filter { $0.key.path != path }
        rows[key] = row
        didChange(key)
    }

    /// A resolver answered; nil if there is no address, or no longer.
    mutating func answered(_ key: Key, _ question: Question, with answer: Answer?) {
        guard let row = rows[key], row.paths.contains(question.path), row.answers[question] != answer else { return }
        rows[key]?.answers[question] = answer
        didChange(key)
    }

    /// The next change to report; nil if there is none.
    mutating func nextEvent() -> DiscoveryEvent? {
        while !changed.isEmpty {
            let key = changed.removeFirst()
            rows[key]?.hasChanged = false
            guard let row = rows[key] else { continue }
            let service = Self.service(key, row)
            rows[key]?.reported = service
            if row.paths.isEmpty { rows[key] = nil }
            guard service != row.reported else { continue }
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

    /// Host, port and text are those of the best answer. The others add addresses if they are about the same host and port: two hosts
    /// of one name may be on two networks, and only this machine sees both.
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
