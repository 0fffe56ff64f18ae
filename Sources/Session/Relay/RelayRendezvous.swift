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

    /// Hosts in a room of any number, unless a place is named. Nobody learns what is offered.
    package func advertise(
        _ offer: Offer, at place: Endpoint?, delegate: AdvertisementDelegate
    ) throws(NetworkFailure) -> Advertisement {
        RelayAdvertisement(
            at: place.flatMap(RelayEndpoint.init) ?? .anyRoom, broker: broker, environment: environment, delegate: delegate)
    }

    /// There is no list.
    package func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable { NothingListed() }

    /// Sends a join request to the host.
    package func connect(
        to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        JoinAttempt(
            to: RelayEndpoint(endpoint) ?? .anyRoom, broker: broker, environment: environment, completion: completion)
    }

    /// A room's number.
    package func endpoint(typed line: String) throws(AddressMistake) -> Endpoint {
        let digits = line.filter { !$0.isWhitespace }
        guard !digits.isEmpty else { throw .empty }
        guard RelayEndpoint.isNumber(digits) else { throw .noPort }
        return RelayEndpoint.room(number: digits).endpoint
    }
}

/// Browsing where nothing is listed.
private final class NothingListed: Cancellable {
    func cancel() {}
}
