// Two ways to other players in one: places at a broker go to the relay, everything else to the local network. So whoever hosts, joins
// or looks for a lost opponent does it in one way.

/// The local network and, for its own places, the relay.
package final class RoutedRendezvous: Rendezvous {
    private let lan: Rendezvous
    private let makeRelay: () -> RelayRendezvous
    private lazy var relay = makeRelay()

    /// `relay` is asked for when it is first needed.
    package init(lan: Rendezvous, relay: @escaping () -> RelayRendezvous) {
        self.lan = lan
        makeRelay = relay
    }

    private func rendezvous(for place: Endpoint?) -> Rendezvous { place.flatMap(RelayEndpoint.init) == nil ? lan : relay }

    /// Where `place` says; without one, on the local network.
    package func advertise(
        _ offer: Offer, at place: Endpoint?, delegate: AdvertisementDelegate
    ) throws(NetworkFailure) -> Advertisement {
        try rendezvous(for: place).advertise(offer, at: place, delegate: delegate)
    }

    /// On the local network: the relay lists nothing.
    package func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable {
        lan.browse(kind, onEvent: onEvent)
    }

    /// Where `endpoint` says.
    package func connect(
        to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        rendezvous(for: endpoint).connect(to: endpoint, completion: completion)
    }

    /// On the local network.
    package func endpoint(typed line: String) throws(AddressMistake) -> Endpoint { try lan.endpoint(typed: line) }
}
