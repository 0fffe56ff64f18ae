// Four players who do what they like, and a network between them that keeps the order, takes its time and breaks. When all that was
// sent has come, nobody is connected with who does not know it, and nobody waits for an answer that cannot come.

import Engine
import Testing
import Wire

@testable import Session

@Suite nonisolated struct PeerNetworkTests {
    @Test(arguments: 0..<150) func fourPlayers(_ seed: Int) {
        var neighbours = Neighbours(seed: UInt64(seed))
        for round in 0..<60 {
            for _ in 0..<20 { neighbours.step() }
            neighbours.deliverAll()
            #expect(neighbours.faults == [], "seed \(seed), round \(round)")
        }
        #expect(neighbours.joins > 0)
        neighbours.quitAll()
        neighbours.deliverAll()
        #expect(neighbours.leftBehind == [], "seed \(seed)")
    }
}

/// The players "a" to "d", and the connections between them, each of which keeps its own order.
private nonisolated struct Neighbours {
    /// Somebody's view of somebody.
    struct InterfaceAddressFamily: Hashable {
        var from: String
        var to: String

        var back: InterfaceAddressFamily { InterfaceAddressFamily(from: to, to: from) }
    }

    /// One direction of a connection; nil at the end of what is sent means that the sender has closed.
    struct Pipe {
        var connection: Int
        var way: InterfaceAddressFamily
        var parcels: [PeerMessage?] = []
    }

    static let ids = ["a", "b", "c", "d"]
    var random: SeededGenerator
    var sessions: [String: PeerSession]
    /// Two a connection.
    var pipes: [Pipe] = []
    /// The connection that each end has.
    var ends: [InterfaceAddressFamily: Int] = [:]
    /// Who opened each connection.
    var openers: [String] = []
    var timers: Set<InterfaceAddressFamily> = []
    var published: Set<String> = []
    var browsing: Set<String> = []
    var joins = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        sessions = Dictionary(uniqueKeysWithValues: Self.ids.map { ($0, PeerSession(id: $0, name: "Player \($0)")) })
    }

    mutating func step() {
        let id = Self.ids.randomElement(using: &random) ?? "a"
        let other = Self.ids.filter { $0 != id }.randomElement(using: &random) ?? "b"
        switch Int.random(in: 0..<140, using: &random) {
        case 0: happen(id, .quit)
        case 1...3: happen(id, .disconnect)
        case 4: happen(id, .setVisible(Bool.random(using: &random)))
        case 5...6: cut(id, other)
        case 7...9: if timers.remove(InterfaceAddressFamily(from: id, to: other)) != nil { happen(id, .timedOut(id: other)) }
        case 10...14: happen(id, .cancelInvitation(id: other))
        case 15...17: happen(id, .decline(id: other))
        case 18...30: happen(id, .accept(id: other))
        case 31...50: happen(id, .invite(id: other, game: "snap"))
        case 51...60: happen(id, .start)
        default: deliver()
        }
    }

    mutating func happen(_ id: String, _ event: PeerSession.Event) {
        for effect in sessions[id]?.handle(event) ?? [] { carryOut(effect, for: id) }
    }

    private mutating func carryOut(_ effect: PeerSession.Effect, for id: String) {
        switch effect {
        case .publish:
            published.insert(id)
            for other in browsing where other != id { happen(other, .found(id: id, name: id)) }
        case .withdraw:
            published.remove(id)
            for other in browsing where other != id { happen(other, .lost(id: id)) }
        case .browse:
            browsing.insert(id)
            for other in published where other != id { happen(id, .found(id: other, name: other)) }
        case .stopBrowsing: browsing.remove(id)
        case .send(let message, let other): send(message, InterfaceAddressFamily(from: id, to: other))
        case .close(let other): close(InterfaceAddressFamily(from: id, to: other))
        case .closeAll: for other in Self.ids where other != id { close(InterfaceAddressFamily(from: id, to: other)) }
        case .startTimer(let other, _): timers.insert(InterfaceAddressFamily(from: id, to: other))
        case .cancelTimer(let other): timers.remove(InterfaceAddressFamily(from: id, to: other))
        case .notify(.joined): joins += 1
        case .notify: break
        }
    }

    private mutating func send(_ message: PeerMessage, _ way: InterfaceAddressFamily) {
        if ends[way] == nil {
            let connection = openers.count
            openers.append(way.from)
            ends[way] = connection
            pipes += [Pipe(connection: connection, way: way), Pipe(connection: connection, way: way.back)]
        }
        put(message, into: ends[way], way)
    }

    private mutating func put(_ message: PeerMessage?, into connection: Int?, _ way: InterfaceAddressFamily) {
        guard let index = pipes.firstIndex(where: { $0.connection == connection && $0.way == way }) else { return }
        pipes[index].parcels.append(message)
    }

    /// One end closes: what comes from the other is dropped, and that one learns it behind all that was sent before.
    private mutating func close(_ way: InterfaceAddressFamily) {
        guard let connection = ends.removeValue(forKey: way) else { return }
        put(nil, into: connection, way)
        pipes.removeAll { $0.connection == connection && $0.way == way.back }
    }

    /// All between two breaks: what is under way is lost, and both learn it.
    private mutating func cut(_ one: String, _ other: String) {
        let way = InterfaceAddressFamily(from: one, to: other)
        pipes.removeAll { $0.way == way || $0.way == way.back }
        for end in [way, way.back] where ends.removeValue(forKey: end) != nil { happen(end.from, .connectionLost(id: end.to)) }
    }

    mutating func deliver() {
        guard let index = pipes.indices.filter({ !pipes[$0].parcels.isEmpty }).randomElement(using: &random) else { return }
        let (connection, way) = (pipes[index].connection, pipes[index].way)
        let parcel = pipes[index].parcels.removeFirst()
        if ends[way.back] != connection {
            guard accepts(connection, way.back) else { return drop(connection, from: way) }
            close(way.back)
            ends[way.back] = connection
        }
        if let parcel { return happen(way.to, .received(parcel, from: way.from)) }
        drop(connection, from: way.back)
    }

    /// Whether an end takes a connection that it does not know: if somebody listens, and it goes before the one that there is.
    private func accepts(_ connection: Int, _ end: InterfaceAddressFamily) -> Bool {
        guard sessions[end.from]?.isRunning == true else { return false }
        guard let old = ends[end], openers[old] != openers[connection] else { return true }
        return openers[connection] < openers[old]
    }

    /// An end learns that its connection is no more.
    private mutating func drop(_ connection: Int, from way: InterfaceAddressFamily) {
        pipes.removeAll { $0.connection == connection }
        guard ends[way] == connection else { return }
        ends[way] = nil
        happen(way.from, .connectionLost(id: way.to))
    }

    mutating func deliverAll() {
        while pipes.contains(where: { !$0.parcels.isEmpty }) { deliver() }
    }

    mutating func quitAll() {
        for id in Self.ids { happen(id, .quit) }
    }

    var faults: [String] {
        var faults: [String] = []
        for one in Self.ids {
            for other in Self.ids where other != one {
                let mine = phase(of: other, for: one)
                let theirs = phase(of: one, for: other)
                let fits =
                    switch mine {
                    case .apart: theirs == .apart
                    case .asked(let number): theirs == .asking(number)
                    case .asking(let number): theirs == .asked(number)
                    case .joining: false
                    case .guest(let number): theirs == .host(number)
                    case .host(let number): theirs == .guest(number)
                    }
                if !fits { faults.append("\(one): \(mine), \(other): \(theirs)") }
                let hasTimer = timers.contains(InterfaceAddressFamily(from: one, to: other))
                if hasTimer != (sessions[one]?.peers.first { $0.id == other }?.state == .connecting) {
                    faults.append("timer of \(one)")
                }
            }
            guard let session = sessions[one] else { continue }
            if session.isHost, session.isGuest { faults.append("\(one) is host and guest") }
            if session.peers.count(where: { $0.theirs != nil }) > 1 { faults.append("\(one) is in two sessions") }
            if published.contains(one) != (session.isRunning && session.isVisible) { faults.append("\(one) published") }
            if browsing.contains(one) != session.isRunning { faults.append("\(one) browsing") }
        }
        return faults
    }

    private func phase(of other: String, for one: String) -> Peer.Phase {
        sessions[one]?.peers.first { $0.id == other }?.phase ?? .apart
    }

    var leftBehind: [String] {
        ends.map { "\($0.key) open" } + timers.map { "\($0) timer" } + published.map { "\($0) published" }
            + browsing.map { "\($0) browsing" }
    }
}
