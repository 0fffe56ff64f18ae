// The rendezvous over a broker: a host has a room with a number or, after a break, an inbox that only its guest knows. Nothing is
// listed.

/// Hosts and joins over a broker.
package final class RelayRendezvous: Rendezvous {
    private let broker: Broker
    private unowned let environment: Scheduler & Cryptography

    /// Over `broker`, for as long as `environment` exists.
    package init(broker: Broker, environment: Scheduler & Cryptography) {
        self.broker = broker
        self.environment = environment
    }

    /// Hosts in a room of any number, unless a place is named. Nobody learns what is offered. A match that can be watched is played in
    /// the room.
    package func advertise(
        _ offer: Offer, at place: Endpoint?, didAccept: @escaping (Connection) -> Void,
        onEvent: @escaping (AdvertisementEvent) -> Void
    ) throws(NetworkFailure) -> Advertisement {
        RelayAdvertisement(
            at: place.flatMap(RelayEndpoint.init) ?? .anyRoom, isPlaying: offer.kind == .watch,
            isUrgent: offer.facts[Reconnection.fact] != nil, broker: broker, environment: environment, didAccept: didAccept,
            onEvent: onEvent)
    }

    /// There is no list.
    package func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable {
        environment.after(milliseconds: 0) {}
    }

    /// Sends a join request to the host; in a room, to whoever answers first of those who claim to be its host.
    package func connect(
        to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        switch RelayEndpoint(endpoint) {
        case .room(let number):
            weak var running: RoomSearch?
            let search = RoomSearch(
                number: number, broker: broker, environment: environment,
                didFind: {
                    running?.cancel()
                    completion(.success($0))
                }, didEnd: { completion(.failure($0)) })
            running = search
            return search
        case .inbox(let name):
            return JoinAttempt(at: name, broker: broker, environment: environment, completion: completion)
        case .anyRoom, nil: return environment.after(milliseconds: 0) { completion(.failure(.refused)) }
        }
    }

    /// A room's number.
    package func endpoint(typed line: String) throws(AddressMistake) -> Endpoint {
        let digits = line.filter { !$0.isWhitespace }
        guard !digits.isEmpty else { throw .empty }
        guard RelayEndpoint.isNumber(digits) else { throw .noPort }
        return RelayEndpoint.room(number: digits).endpoint
    }
}
