// Some machines in memory on one network: what one publishes the others find, who dials reaches who listens, and all of it happens
// when the test says so. It knows no game.

import HelperLines
import Play

/// Machines on one network.
package final class FakeNeighbourhood {
    /// The machines; each has the address 10.0.0.1, 10.0.0.2, …
    package let machines: [FakeSurroundings]
    /// Every connection that came about.
    package private(set) var connections: [FakeConnection] = []
    /// Whether the network carries anything.
    package var isUp = true

    fileprivate struct Row: Equatable {
        var name: String
        var address: String
        var port: UInt16
        var text: [String: String]
    }
    /// What each browser was told, by machine and its place among the machine's discoveries.
    private var told: [[Int: [Row]]]
    private var resolved: [Set<Int>]
    private var names: [[Int: String]]

    /// So many machines.
    package init(_ count: Int) {
        machines = (1...count).map { number in
            let machine = FakeSurroundings()
            machine.addresses = ["10.0.0.\(number)"]
            machine.hostName = "host\(number)"
            return machine
        }
        told = Array(repeating: [:], count: count)
        resolved = Array(repeating: [], count: count)
        names = Array(repeating: [:], count: count)
    }

    /// Everything that is under way happens, until nothing is.
    package func settle() {
        for _ in 0..<1000 {
            var isDone = true
            if isUp { isDone = announce() && isDone }
            isDone = answer() && isDone
            if isUp { for connection in connections where connection.deliverOne() { isDone = false } }
            for machine in machines { machine.advance(milliseconds: 1) }
            if isDone { return }
        }
        preconditionFailure("the network does not come to rest")
    }

    /// One thing that is under way happens, whichever it may be: so all crossings can be played.
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
            for machine in machines { machine.advance(milliseconds: 1000) }
            settle()
        }
    }

    /// The network is gone, and every connection with it.
    package func breakDown() {
        isUp = false
        for connection in connections { connection.receiveEnd() }
        for machine in machines {
            for discovery in machine.discoveries { discovery.onEvent(.error(.noNetwork, sentence: "There is no network.")) }
        }
    }

    /// Every connection breaks, and both ends notice; what travels is lost.
    package func breakAll() {
        for connection in connections { connection.lose() }
        for connection in connections { connection.receiveEnd() }
    }

    /// The program on a machine is killed: nothing of it is left but what it kept, and the others notice.
    package func kill(_ index: Int) {
        let machine = machines[index]
        machine.crash()
        for (host, guest) in stride(from: 0, to: connections.count, by: 2).map({ (connections[$0], connections[$0 + 1]) }) {
            for (own, other) in [(host, guest), (guest, host)] where own.owner == machine.addresses[0] && !own.isClosed {
                own.delegate = nil
                own.deliver()
                own.close()
                own.deliver()
                other.lose()
            }
        }
    }

    /// How many ends of connections their owners have not closed.
    package var openEnds: Int { connections.count { !$0.isClosed } }

    /// Whether nothing is published, browsed for, listening, connected or waited for on a machine.
    package func isQuiet(_ index: Int) -> Bool {
        let machine = machines[index]
        let address = machine.addresses[0]
        return machine.isQuiet && !machine.isWaiting
            && machine.diallings.indices.allSatisfy { machine.diallings[$0].task.isCancelled || resolved[index].contains($0) }
            && connections.allSatisfy { $0.isClosed || $0.owner != address }
    }
}

// MARK: - What is under way

extension FakeNeighbourhood {
    private func services(of type: String) -> [Row] {
        var rows: [Row] = []
        for (index, machine) in machines.enumerated() {
            for (place, discovery) in machine.discoveries.enumerated() {
                guard discovery.type == type, let publication = discovery.publication, !publication.isCancelled,
                    let wish = discovery.name, let port = discovery.port
                else { continue }
                let name = names[index][place] ?? freeName(wish, rows)
                if names[index][place] == nil {
                    names[index][place] = name
                    discovery.onEvent(name == wish ? .published(name: name) : .renamed(name: name))
                }
                rows.append(Row(name: name, address: machine.addresses[0], port: port, text: publication.text))
            }
        }
        return rows
    }

    private func freeName(_ wish: String, _ rows: [Row]) -> String {
        var name = wish
        var number = 2
        while rows.contains(where: { $0.name == name }) {
            name = "\(wish) #\(number)"
            number += 1
        }
        return name
    }

    private func announce() -> Bool {
        var isDone = true
        for type in Set(machines.flatMap(\.discoveries).map(\.type)).sorted() { _ = services(of: type) }
        for (index, machine) in machines.enumerated() {
            for (place, discovery) in machine.discoveries.enumerated()
            where discovery.publication == nil && !discovery.task.isCancelled {
                let now = services(of: discovery.type)
                let before = told[index][place] ?? []
                guard now != before else { continue }
                isDone = false
                told[index][place] = now
                for row in before where !now.contains(where: { $0.name == row.name }) {
                    discovery.onEvent(.lost(type: discovery.type, name: row.name))
                }
                for row in now where !before.contains(row) { discovery.onEvent(.found(row.service(discovery.type))) }
            }
        }
        return isDone
    }

    private func answer(atMost limit: Int = .max) -> Bool {
        var isDone = true
        var count = 0
        for (index, machine) in machines.enumerated() {
            for (place, dialling) in machine.diallings.enumerated()
            where count < limit && !dialling.task.isCancelled && resolved[index].insert(place).inserted {
                isDone = false
                count += 1
                connect(machine, dialling)
            }
        }
        return isDone
    }

    private func connect(_ machine: FakeSurroundings, _ dialling: FakeSurroundings.Dialling) {
        guard isUp else { return dialling.completion(.failure(.unreachable)) }
        let there = machines.first { dialling.destination.hosts.contains($0.addresses[0]) }
        guard let there, let listener = there.listeners.first(where: { !$0.isStopped && $0.port == dialling.destination.port })
        else { return dialling.completion(.failure(.refused)) }
        let (accepted, dialled) = FakeConnection.pair(host: there.addresses[0], guest: machine.addresses[0])
        accepted.owner = there.addresses[0]
        dialled.owner = machine.addresses[0]
        connections += [accepted, dialled]
        listener.accept(accepted)
        dialling.completion(.success(dialled))
    }
}

extension FakeNeighbourhood.Row {
    fileprivate func service(_ type: String) -> DiscoveredService {
        DiscoveredService(type: type, name: name, host: "\(address).local", port: port, addresses: [address], text: text)
    }
}
