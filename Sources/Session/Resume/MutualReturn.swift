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

    /// Dials the other side, which dials us.
    func dial(_ place: MutualPlace, from port: any OpenPort) {
        mutualDial?.cancel()
        mutualDial = MutualDial(to: place.peers, from: port, for: nil, environment: environment) { [weak self] in
            guard let self else { return $0.close() }
            if session.isHost { admit(Link($0, scheduler: environment)) } else { visit($0) }
        }
    }

    /// The port from which the other side is dialled; nil where it is found in another way.
    fileprivate var port: (any OpenPort)? { session.isHost ? advertisement?.port : ownPort }

    /// The other side is at these addresses now.
    fileprivate func dial(_ peers: [PublicAddress]) {
        guard let port else { return }
        let place = MutualPlace(port: port.number, peers: peers)
        session.endpoint = place.endpoint
        dial(place, from: port)
    }
}

extension Match {
    /// Whether the opponent is away and was dialled, so that both may need new lines.
    package var mayNeedNewLines: Bool { reconnection?.session.endpoint?.mutual != nil }
}

/// The new line of this side, and what becomes of the other's.
package final class NewLines: Cancellable {
    /// Whether they are still being asked.
    package var isAsking: Bool { outside?.state == .asking }
    /// The line to send; nil while it is not known, or where there is none.
    package var line: AnswerLine? {
        guard !isAsking, let port = match?.reconnection?.port else { return nil }
        var addresses = [port.ownIPv6].compactMap(\.self)
        if case .known(let address) = outside?.state { addresses.append(address) }
        return AnswerLine(addresses)
    }

    private weak var match: Match?
    private var outside: OutsideAddress?

    /// The lines of a match whose opponent is away, with the help of these STUN servers, of which there may be none. `didChange` is called after
    /// each change.
    package init(of match: Match, asking servers: [String], didChange: @escaping () -> Void) {
        self.match = match
        guard !servers.isEmpty, let port = match.reconnection?.port else { return }
        outside = OutsideAddress(of: port, servers: servers, environment: match.environment, didChange: didChange)
    }

    package func cancel() {
        outside?.cancel()
        outside = nil
    }

    /// Dials the opponent at the addresses of this line from now on.
    package func dial(_ line: AnswerLine) { match?.reconnection?.dial(line.addresses) }
}
