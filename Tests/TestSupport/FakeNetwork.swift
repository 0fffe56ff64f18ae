// Several environments on one network in memory: offers are found and connections are made when the test says so.

import Session
import Wire

/// Environments on one network.
package final class FakeNetwork {
    /// The machines; each has the address 10.0.0.1, 10.0.0.2, …
    package let machines: [FakeEnvironment]
    /// The relay that all of them know.
    package let relay = FakeBroker()
    /// Every connection that was made on this network.
    package private(set) var connections: [FakeConnection] = []
    /// Whether the network carries anything.
    package var isUp = true
    /// The machines whose programs are stopped: bytes for them wait.
    package var stopped: Set<Int> = [] { didSet { relay.stopped = stopped } }
    /// Sees each new connection before anything is said on it.
    package var didConnect: (_ host: FakeConnection, _ guest: FakeConnection) -> Void = { _, _ in }

    /// What each browser was told, by machine and its place among the machine's browsers.
    private var told: [[Int: [Listing]]]
    private var resolved: [Set<Int>]

    /// Whether each machine is behind a router that lets in only what was dialled from there.
    package var hasWalls = false
    /// The STUN servers, by host and port: what each tells a machine about a port of its own; nil: it does not answer.
    package var stunServers: [String: (FakeEnvironment, UInt16) -> PublicAddress?] = [:]
    private var stunEnds: [FakeSTUN] = []

    /// Whether somebody watches: spectators hear what happened in the turn of the loop after it.
    package var hasSpectators = false

    /// A network of this many machines.
    package init(_ count: Int) {
        machines = (1...count).map { number in
            let machine = FakeEnvironment()
            machine.addresses = ["10.0.0.\(number)"]
            machine.hostName = "host\(number)"
            return machine
        }
        for machine in machines { machine.broker = relay.client(machine) }
        told = Array(repeating: [:], count: count)
        resolved = Array(repeating: [], count: count)
    }

    /// Lets everything happen that is under way.
    package func settle() {
        var quietTurns = 0
        for _ in 0..<1000 {
            var isDone = true
            if isUp { isDone = announce() && isDone }
            isDone = answer() && isDone
            if isUp {
                for (index, connection) in connections.enumerated() where mayArrive(index) && connection.deliverOne() {
                    isDone = false
                }
            }
            for _ in 0..<64 where relay.deliverOne() { isDone = false }
            for machine in running { machine.advance(milliseconds: 1) }
            quietTurns = isDone ? quietTurns + 1 : 0
            if quietTurns == (hasSpectators ? 2 : 1) { return }
        }
        preconditionFailure("the network does not come to rest")
    }

    /// When what travels on each connection arrives, and what time it is here.
    private var arrivals: [Int: [Int]] = [:]
    private var elapsed = 0

    /// Lets a moment pass on the machines that run. Whatever is sent arrives after `lag` milliseconds, in the order of sending.
    package func pass(milliseconds: Int, lag: () -> Int) {
        elapsed += milliseconds
        // What is listed and dialled is looked at ten times a second.
        if elapsed % 100 < milliseconds {
            if isUp { _ = announce() }
            _ = answer()
        }
        for (index, connection) in connections.enumerated() where connection.onTheWay > 0 {
            var due = arrivals[index] ?? []
            if due.count > connection.onTheWay { due = [] }
            while due.count < connection.onTheWay { due.append(max(due.last ?? 0, elapsed + lag())) }
            while let first = due.first, first <= elapsed, isUp, mayArrive(index), connection.deliverOne() { due.removeFirst() }
            arrivals[index] = due
        }
        for machine in running { machine.advance(milliseconds: milliseconds) }
    }

    private var running: [FakeEnvironment] { machines.indices.filter { !stopped.contains($0) }.map { machines[$0] } }

    /// Whether the program at the other end reads what this end sends. The two ends of a connection stand side by side.
    private func mayArrive(_ index: Int) -> Bool {
        let reader = connections[index ^ 1].owner
        return !stopped.contains { machines[$0].addresses[0] == reader }
    }

    /// Lets one thing happen, in any order, so that messages can cross.
    package func step(using random: inout some RandomNumberGenerator) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: _ = announce()
        case 1: _ = answer(atMost: 1)
        case 2: machines.randomElement(using: &random)?.advance(milliseconds: 1)
        default: connections.filter { $0.isBusy }.randomElement(using: &random)?.deliverOne()
        }
    }

    /// Both ends of a connection notice that it broke; nothing that travels on it arrives.
    package func breakOne(using random: inout some RandomNumberGenerator) {
        guard let index = (0..<connections.count / 2).randomElement(using: &random) else { return }
        for connection in connections[2 * index...2 * index + 1] {
            connection.lose()
            connection.receiveEnd()
        }
    }

    /// Time passes everywhere.
    package func advance(seconds: Int) {
        for _ in 0..<seconds {
            for machine in running { machine.advance(milliseconds: 1000) }
            settle()
        }
    }

    /// The network is gone, and every connection with it.
    package func breakDown() {
        unplug()
        for connection in connections { connection.receiveEnd() }
    }

    /// The network is gone; what travels waits, and every list is empty.
    package func unplug() {
        isUp = false
        for (index, machine) in machines.enumerated() {
            for (place, browser) in machine.browsers.enumerated() {
                browser.tell(.trouble(.noNetwork))
                for listing in told[index].removeValue(forKey: place) ?? [] { browser.tell(.lost(name: listing.name)) }
            }
            for advertisement in machine.advertisements { advertisement.tell(.trouble(.noNetwork)) }
        }
    }

    /// The network is back.
    package func plugIn() {
        isUp = true
        for machine in machines {
            for browser in machine.browsers { browser.tell(.ready) }
            for advertisement in machine.advertisements { advertisement.tell(.ready) }
        }
    }

    /// Every connection breaks, and both ends notice; what travels is lost.
    package func breakAll() {
        for connection in connections { connection.lose() }
        for connection in connections { connection.receiveEnd() }
    }

    /// The program on a machine is killed: nothing of it is left but what it kept, and the others notice. `withHelper`: the one for the relay
    /// is killed too.
    package func kill(_ index: Int, withHelper: Bool = false) {
        let machine = machines[index]
        machine.crash()
        relay.kill(index, withHelper: withHelper)
        for (host, guest) in stride(from: 0, to: connections.count, by: 2).map({ (connections[$0], connections[$0 + 1]) }) {
            for (own, other) in [(host, guest), (guest, host)] where own.owner == machine.addresses[0] && !own.isClosed {
                own.didReceive = nil
                own.deliver()
                own.close()
                own.deliver()
                other.lose()
            }
        }
    }

    /// How many ends of connections their owners have not closed.
    package var openEnds: Int { connections.count { !$0.isClosed } }

    /// Whether nothing is offered, looked for, connected or waited for on a machine.
    package func isQuiet(_ index: Int) -> Bool {
        let machine = machines[index]
        let address = machine.addresses[0]
        return machine.isQuiet && !machine.isWaiting && !relay.isUsed(by: index)
            && machine.attempts.indices.allSatisfy { machine.attempts[$0].task.isCancelled || resolved[index].contains($0) }
            && connections.allSatisfy { $0.isClosed || $0.owner != address }
    }
}

// MARK: - What is under way

extension FakeNetwork {
    private func listings(of kind: OfferKind) -> [Listing] {
        var listings: [Listing] = []
        for machine in machines {
            for advertisement in machine.advertisements where advertisement.isListed && advertisement.offer.kind == kind {
                let name = advertisement.listedName ?? freeName(advertisement.offer.name, listings)
                if advertisement.listedName == nil {
                    advertisement.listedName = name
                    advertisement.tell(.listed(name: name))
                }
                let endpoint = FakeEnvironment.endpoint("\(machine.addresses[0]):\(advertisement.portNumber)")
                listings.append(Listing(name: name, facts: advertisement.offer.facts, endpoint: endpoint))
            }
        }
        return listings
    }

    private func freeName(_ wish: String, _ listings: [Listing]) -> String {
        var name = wish
        var number = 2
        while listings.contains(where: { $0.name == name }) {
            name = "\(wish) #\(number)"
            number += 1
        }
        return name
    }

    private func announce() -> Bool {
        var isDone = true
        for kind in OfferKind.allCases { _ = listings(of: kind) }
        for (index, machine) in machines.enumerated() {
            for (place, browser) in machine.browsers.enumerated() where !browser.task.isCancelled && !stopped.contains(index) {
                let now = listings(of: browser.kind)
                let before = told[index][place] ?? []
                guard now != before else { continue }
                isDone = false
                told[index][place] = now
                for listing in before where !now.contains(where: { $0.name == listing.name }) {
                    browser.tell(.lost(name: listing.name))
                }
                for listing in now where !before.contains(listing) { browser.tell(.found(listing)) }
            }
        }
        return isDone
    }

    private func answer(atMost limit: Int = .max) -> Bool {
        var isDone = true
        var count = 0
        for (index, machine) in machines.enumerated() {
            for (place, attempt) in machine.attempts.enumerated()
            where count < limit && !attempt.task.isCancelled && resolved[index].insert(place).inserted {
                isDone = false
                count += 1
                connect(machine, attempt)
            }
        }
        return isDone
    }

    private func connect(_ machine: FakeEnvironment, _ attempt: FakeAttempt) {
        guard isUp else { return attempt.completion(.failure(.unreachable)) }
        if stunServers[attempt.endpoint.text] != nil { return connectToServer(machine, attempt) }
        for there in machines {
            let address = there.addresses[0]
            let open =
                there.advertisements.filter { !$0.isClosed }.compactMap(\.ownPort) + there.ports.filter { !$0.isClosed }
            guard let port = open.first(where: { attempt.endpoint.text == "\(address):\($0.number)" }) else { continue }
            let own = attempt.port.flatMap { PublicAddress(host: machine.addresses[0], port: $0.number) }
            let isDialled = own.map { port.peers.contains($0) } ?? false
            if hasWalls && !isDialled { return attempt.completion(.failure(.timedOut)) }
            let (accepted, made) = FakeConnection.pair(
                host: address, guest: machine.addresses[0], at: attempt.port?.wayBack ?? attempt.endpoint,
                back: isDialled ? port.wayBack : nil)
            accepted.owner = address
            made.owner = machine.addresses[0]
            connections += [accepted, made]
            didConnect(accepted, made)
            port.accept(accepted)
            return attempt.completion(.success(made))
        }
        attempt.completion(.failure(hasWalls ? .timedOut : .refused))
    }

    private func connectToServer(_ machine: FakeEnvironment, _ attempt: FakeAttempt) {
        let (far, made) = FakeConnection.pair(host: attempt.endpoint.text, guest: machine.addresses[0], at: attempt.endpoint)
        (far.owner, made.owner) = (attempt.endpoint.text, machine.addresses[0])
        connections += [far, made]
        stunEnds.append(
            FakeSTUN(at: far) { [weak self] in
                attempt.port.flatMap { port in self?.stunServers[attempt.endpoint.text].flatMap { $0(machine, port.number) } }
            })
        attempt.completion(.success(made))
    }
}

/// A STUN server's end of a connection.
private final class FakeSTUN {
    private let end: FakeConnection
    private let answer: () -> PublicAddress?

    init(at end: FakeConnection, answer: @escaping () -> PublicAddress?) {
        (self.end, self.answer) = (end, answer)
        end.didReceive = { [weak self] in if let bytes = $0 { self?.receive(bytes) } }
    }

    private func receive(_ bytes: ArraySlice<UInt8>) {
        guard let address = answer() else { return }
        let (cookie, four) = (bytes.dropFirst(4).prefix(4), address.host.split(separator: ".").compactMap { UInt8($0) })
        let hidden = [UInt8(address.port >> 8), UInt8(address.port & 0xFF)] + four
        let value = [0, 1] + zip(hidden, cookie.prefix(2) + cookie).map { $0 ^ $1 }
        end.send([1, 1, 0, 12] + bytes.dropFirst(4).prefix(16) + [0, 0x20, 0, 8] + value)
    }
}
