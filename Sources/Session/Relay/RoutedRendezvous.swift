// One rendezvous for two ways to other players: endpoints at a broker go to the relay, all others to the local network.

/// The local network and, for its own endpoints, the relay.
package final class RoutedRendezvous: Rendezvous {
    private let lan: Rendezvous
    private let makeRelay: () -> RelayRendezvous
    private lazy var relay = makeRelay()

    /// `relay` is called when the relay is first needed.
    package init(lan: Rendezvous, relay: @escaping () -> RelayRendezvous) {
        self.lan = lan
        makeRelay = relay
    }

    private func rendezvous(for place: Endpoint?) -> Rendezvous { place.flatMap(RelayEndpoint.init) == nil ? lan : relay }

    /// Advertises at `place`; without one, on the local network.
    package func advertise(
        _ offer: Offer, at place: Endpoint?, didAccept: @escaping (Connection) -> Void,
        onEvent: @escaping (AdvertisementEvent) -> Void
    ) throws(NetworkFailure) -> Advertisement {
        try rendezvous(for: place).advertise(offer, at: place, didAccept: didAccept, onEvent: onEvent)
    }

    /// Browses the local network: the relay lists nothing.
    package func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable {
        lan.browse(kind, onEvent: onEvent)
    }

    /// Connects to `endpoint`, whichever rendezvous it belongs to.
    package func connect(
        to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        rendezvous(for: endpoint).connect(to: endpoint, completion: completion)
    }

    /// On the local network; the relay needs nothing for that.
    package func keepReachable(_ place: Endpoint) -> Cancellable? { lan.keepReachable(place) }

    /// On the local network.
    package func prefer(port: UInt16) { lan.prefer(port: port) }

    /// An address on the local network.
    package func endpoint(typed line: String) throws(AddressMistake) -> Endpoint { try lan.endpoint(typed: line) }
}
