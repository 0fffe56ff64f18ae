// How two find each other again who have dialled each other: both do so until the search is over, from the ports of before. Where an address outside has
// changed, each sends the other a line with the new ones. It needs no words: the key of the game proves who is there.

import Wire

extension Reconnection {
    /// At the guest: opens the port of before, and dials.
    func dialMutually() {
        guard let place = session.endpoint?.mutual else { return }
        do throws(NetworkFailure) {
            let port = try environment.openPort(place.port) { [weak self] in if let self { visit($0) } else { $0.close() } }
            ownPort = port
            dial(place, from: port)
        } catch {
            portPause = environment.after(milliseconds: Self.pause) { [weak self] in self?.dialMutually() }
        }
    }

    /// At the guest: runs the handshake on a connection that both have dialled.
    func visit(_ connection: Connection) {
        guard browser != nil, let endpoint = session.endpoint, connection.origin.endpoint == endpoint else {
            return connection.close()
        }
        let attempt = Attempt(at: endpoint)
        attempts.append(attempt)
        awaitStep(of: attempt)
        shakeHands(on: Link(connection, scheduler: environment), attempt)
    }

    /// Dials the other side, which dials us.
    func dial(_ place: MutualPlace, from port: any OpenPort) {
        mutualDial?.cancel()
        mutualDial = MutualDial(to: place.peers, from: port, for: nil, environment: environment) { [weak self] in
            guard let self else { return $0.close() }
            if session.isHost { admit(Link($0, scheduler: environment)) } else { visit($0) }
        }
    }

    /// The port from which the other side is dialled; nil where it is found in another way.
    private var port: (any OpenPort)? { session.isHost ? advertisement?.port : ownPort }

    /// Whether the two have dialled each other, so that both may need new lines.
    package var isMutual: Bool { session.endpoint?.mutual != nil }

    /// Where this side is now, with the help of these STUN servers. `didChange` is called after each change.
    package func outside(asking servers: [String], didChange: @escaping () -> Void) -> OutsideAddress? {
        guard !servers.isEmpty, let port else { return nil }
        return OutsideAddress(of: port, servers: servers, environment: environment, didChange: didChange)
    }

    /// The line to send, with what is known of the address outside; nil where there is none.
    package func line(outside: OutsideState?) -> AnswerLine? {
        guard let port else { return nil }
        var addresses = [port.ownIPv6].compactMap(\.self)
        if case .known(let address) = outside { addresses.append(address) }
        return AnswerLine(addresses)
    }

    /// The other side is at the addresses of this line from now on.
    package func dial(_ line: AnswerLine) {
        guard let port else { return }
        let place = MutualPlace(port: port.number, peers: line.addresses)
        session.endpoint = place.endpoint
        dial(place, from: port)
    }
}
