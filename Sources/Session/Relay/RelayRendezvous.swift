// The rendezvous over a broker: a host has a room with a number or, after a break, an inbox that only its guest knows. Nothing is
// listed. It knows no game, and no way to the broker.

/// Being found and finding others by way of a broker.
package final class RelayRendezvous: Rendezvous {
    private let broker: Broker
    private unowned let machine: Scheduler & Cryptography

    /// By way of `broker`, for as long as there is `machine`.
    package init(broker: Broker, machine: Scheduler & Cryptography) {
        self.broker = broker
        self.machine = machine
    }

    /// In a room of any number, unless a place is named. Nobody learns what is offered.
    package func advertise(
        _ offer: Offer, at place: Endpoint?, delegate: AdvertisementDelegate
    ) throws(NetworkFailure) -> Advertisement {
        RelayAdvertisement(
            at: place.flatMap(RelayEndpoint.init) ?? .anyRoom, broker: broker, machine: machine, delegate: delegate)
    }

    /// There is no list.
    package func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable { NothingListed() }

    /// Knocks at the host's inbox.
    package func connect(
        to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        RelayDialler(to: RelayEndpoint(endpoint) ?? .anyRoom, broker: broker, machine: machine, completion: completion)
    }

    /// A room's number.
    package func endpoint(typed line: String) throws(AddressMistake) -> Endpoint {
        let digits = line.filter { !$0.isWhitespace }
        guard !digits.isEmpty else { throw .empty }
        guard RelayEndpoint.isNumber(digits) else { throw .noPort }
        return RelayEndpoint.room(number: digits).endpoint
    }
}

/// What a look into a list that is none comes to.
private final class NothingListed: Cancellable {
    func cancel() {}
}
