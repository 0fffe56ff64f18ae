// The guest's side where no router lets the guest in: a line to send back to the host, and then both dial each other.

import Wire

/// A port of the guest, its line, and the attempts to meet the host.
package final class Answering: Cancellable {
    /// How it stands.
    package enum Stage: Equatable, Sendable {
        /// The address outside is not known yet.
        case asking
        /// Both dial each other, until this time of the scheduler's clock.
        case dialling(end: Int)
        /// The time is up; `dialAgain` begins anew.
        case over
        /// There is no line: this is known of the address outside, nil where nobody was asked.
        case impossible(OutsideState?)
    }

    /// How it stands.
    package private(set) var stage = Stage.asking
    /// The line to send back.
    package private(set) var line: AnswerLine?
    /// Whether the line has changed since it was first there.
    package private(set) var hasChanged = false
    /// The servers that have told the address outside.
    package var tellers: [String] { outside?.tellers ?? [] }

    private let hosts: [PublicAddress]
    private let environment: Scheduler & Rendezvous & Cryptography
    private let didFind: (Connection) -> Void
    private let didChange: () -> Void
    private var port: (any OpenPort)?
    private var outside: OutsideAddress?
    private var dial: MutualDial?
    /// Looks whether this machine has another IPv6 address.
    private var look: Cancellable?

    /// An answer to the host at one of these addresses, with the help of these STUN servers, of which there may be none. `didFind` is called
    /// with each connection to the host, `didChange` after each change. Throws where there is no port to listen on.
    init(
        to hosts: [PublicAddress], servers: [String], environment: Scheduler & Rendezvous & Cryptography,
        didFind: @escaping (Connection) -> Void, didChange: @escaping () -> Void
    ) throws(NetworkFailure) {
        (self.hosts, self.environment, self.didFind, self.didChange) = (hosts, environment, didFind, didChange)
        let port = try environment.openPort(nil) { [weak self] in self?.receive($0) }
        self.port = port
        // A host with IPv6 alone needs no other address.
        if !servers.isEmpty, hosts.contains(where: { !$0.isIPv6 }) {
            outside = OutsideAddress(of: port, servers: servers, environment: environment) { [weak self] in self?.update() }
        }
        port.peers = hosts
        update()
    }

    package func cancel() {
        for task in [outside, dial, look, port] as [Cancellable?] { task?.cancel() }
        (outside, dial, port) = (nil, nil, nil)
    }

    /// Dials for another three minutes.
    package func dialAgain() {
        guard stage == .over, let port else { return }
        begin(from: port)
        didChange()
    }

    private func update() {
        guard let port else { return }
        defer { didChange() }
        look?.cancel()
        if outside?.state == .asking { return }
        var addresses: [PublicAddress] = []
        if hosts.contains(where: \.isIPv6), let own = port.ownIPv6 { addresses.append(own) }
        if case .known(let address) = outside?.state { addresses.append(address) }
        let line = AnswerLine(addresses)
        hasChanged = hasChanged || self.line != nil && line != self.line
        self.line = line
        if line == nil {
            dial?.cancel()
            stage = .impossible(outside?.state)
        } else if dial == nil {
            begin(from: port)
        }
        guard line?.addresses.contains(where: \.isIPv6) == true else { return }
        look = environment.after(milliseconds: OutsideAddress.refreshInterval) { [weak self] in self?.update() }
    }

    private func begin(from port: any OpenPort) {
        dial?.cancel()
        let dial = MutualDial(to: hosts, from: port, environment: environment) { [weak self] in
            self?.didFind($0)
        } didEnd: { [weak self] in
            self?.stage = .over
            self?.didChange()
        }
        self.dial = dial
        stage = .dialling(end: dial.end ?? 0)
    }

    /// Others than the host have nothing to do here.
    private func receive(_ connection: Connection) {
        if connection.origin.endpoint?.mutual == nil { connection.close() } else { didFind(connection) }
    }
}
