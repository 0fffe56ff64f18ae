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
    /// Whether the host's program has the line: it came through the relay that both have.
    package private(set) var hasArrived = false
    /// The servers that have told the address outside.
    package var tellers: [String] { outside?.tellers ?? [] }

    private let hosts: [PublicAddress]
    private let code: Passphrase
    private let environment: Scheduler & Rendezvous & Cryptography & Relayed
    private let didFind: (Connection) -> Void
    private let didChange: () -> Void
    private var port: (any OpenPort)?
    private var outside: OutsideAddress?
    private var dial: MutualDial?
    /// Looks whether this machine has another IPv6 address.
    private var look: Cancellable?
    /// Visits the host at the relay, and the link to it.
    private var visit: Cancellable?
    private var messenger: Link?

    /// An answer to the host at one of these addresses, who knows this code, with the help of these STUN servers, of which there may be none.
    /// `didFind` is called with each connection to the host, `didChange` after each change. Throws where there is no port to listen on.
    init(
        to hosts: [PublicAddress], code: Passphrase, servers: [String],
        environment: Scheduler & Rendezvous & Cryptography & Relayed, didFind: @escaping (Connection) -> Void,
        didChange: @escaping () -> Void
    ) throws(NetworkFailure) {
        (self.hosts, self.code, self.environment) = (hosts, code, environment)
        (self.didFind, self.didChange) = (didFind, didChange)
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
        for task in [outside, dial, look, port, visit] as [Cancellable?] { task?.cancel() }
        messenger?.close()
        (outside, dial, port, visit, messenger) = (nil, nil, nil, nil, nil)
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
        let isAnother = self.line != nil && line != self.line
        hasChanged = hasChanged || isAnother
        self.line = line
        if line == nil {
            dial?.cancel()
            stage = .impossible(outside?.state)
        } else if dial == nil {
            begin(from: port)
        } else if isAnother {
            passOn()
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
        passOn()
    }

    /// Others than the host have nothing to do here.
    private func receive(_ connection: Connection) {
        if connection.origin.endpoint?.mutual == nil { connection.close() } else { didFind(connection) }
    }
}

// MARK: - Where both have the same relay

extension Cryptography {
    /// Where the host with these addresses in its line takes the answer from a relay. The name follows from them, so who has the line knows it; the
    /// words of the line are no part of it, since the relay could find them.
    func answerPlace(of hosts: [PublicAddress]) -> Endpoint {
        let name = digest(of: Array(("fourinarow answer 1 " + hosts.map(\.text).joined(separator: " ")).utf8)).prefix(16)
        return RelayEndpoint.inbox(Hexadecimal.text(Array(name))).endpoint
    }
}

extension Answering {
    /// Passes the line on through the relay if the host is there, too, and proves that it knows the words.
    private func passOn() {
        hasArrived = false
        visit?.cancel()
        messenger?.close()
        (visit, messenger) = (nil, nil)
        guard !environment.relayURL.isEmpty else { return }
        visit = environment.connect(to: environment.answerPlace(of: hosts)) { [weak self] in
            guard let self, case .success(let connection) = $0 else { return }
            visit = PassphraseEntry(connection, code: code, listedAs: nil, environment: environment) { [weak self] in
                if case .success(let link) = $0 { self?.passOn(to: link) }
            }
        }
    }

    private func passOn(to host: Link) {
        guard let line else { return host.close() }
        messenger = host
        host.didReceive = { [weak self, unowned host] in self?.receive($0, on: host) }
        host.didEnd = { _ in }
        host.start()
        host.send(.control(.privacy(.answer(line))))
    }

    /// The host repeats the line.
    private func receive(_ packet: Packet, on link: Link) {
        guard case .control(.privacy(.answer(line))) = packet else { return }
        hasArrived = true
        link.close()
        didChange()
    }
}
