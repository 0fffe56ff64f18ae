// Games without a relay. On the local network an offer listens on a TCP port and is published over mDNS; for a friend elsewhere the router is asked to
// open that port. Addresses are dialled wherever they are.

import Glibc
import HelperProtocol
import Session
import Text

/// Advertises and finds offers on the local network, and dials addresses there and on the internet.
package final class LANRendezvous: Rendezvous {
    private let loop: MainLoop
    private let connections: OpenConnections
    private let bonjour: HelperProcess.Setup
    private let onComplaint: (String) -> Void
    /// The address to listen on; nil: all of this machine's.
    private let bind: String?
    /// The only address to announce; nil: all.
    private let only: String?
    private var usualPort = Endpoint.usualPort
    /// The ports that somebody keeps open, held weakly.
    private var routerPorts: [UInt16: () -> RouterPort?] = [:]

    /// Adds its connections to `connections`. Listens on the address `bind`; nil: on all. `onComplaint` receives what its helpers write to
    /// stderr.
    init(loop: MainLoop, connections: OpenConnections, bind: String?, onComplaint: @escaping (String) -> Void) {
        self.loop = loop
        self.connections = connections
        self.bind = bind
        only = bind.flatMap { ["0.0.0.0", "::"].contains($0) ? nil : $0 }
        self.onComplaint = onComplaint
        bonjour = BonjourService.setup(loop: loop, onComplaint: onComplaint)
    }

    /// A port of this machine as an endpoint; 0: any free port.
    package static func place(port: UInt16) -> Endpoint { Destination(hosts: [], port: port).endpoint() }

    /// Checks the syntax of an address.
    package static func check(typed line: String) throws(AddressMistake) { _ = try Destination(typed: line) }

    /// Whether the text is an IP address.
    package static func isAddress(_ text: String) -> Bool {
        !SocketAddress.addresses(of: text, port: 0, flags: AI_NUMERICHOST).isEmpty
    }

    /// Listens on a port and publishes the offer.
    package func advertise(
        _ offer: Offer, at place: Endpoint?, didAccept: @escaping (Connection) -> Void,
        onEvent: @escaping (AdvertisementEvent) -> Void
    ) throws(NetworkFailure) -> Advertisement {
        let number = place?.mutual?.port ?? place.flatMap(Destination.init)?.port
        let (listener, port) = try listen(on: number)
        let routerPort = place?.isDirect == true ? routerPort(listener.port) : nil
        return LANAdvertisement(
            offer, listener: listener, port: port, mutual: place?.mutual?.endpoint, usualPort: usualPort, only: only,
            bonjour: bonjour,
            routerPort: routerPort,
            relisten: { [bind, loop, connections, number = listener.port] in
                try? TCPListener(port: number, bind: bind, loop: loop, connections: connections)
            }, didAccept: didAccept, onEvent: onEvent)
    }

    /// Listens on a port.
    package func openPort(_ number: UInt16?, didAccept: @escaping (Connection) -> Void) throws(NetworkFailure) -> any OpenPort {
        let (listener, port) = try listen(on: number)
        listener.didAccept = didAccept
        return port
    }

    private func listen(on number: UInt16?) throws(NetworkFailure) -> (TCPListener, ListeningPort) {
        let listener = try TCPListener(port: number, usualPort: usualPort, bind: bind, loop: loop, connections: connections)
        return (listener, ListeningPort(of: listener, bind: only, loop: loop, connections: connections))
    }

    /// Has the router open a port, or checks at once that it is still open.
    private func routerPort(_ number: UInt16) -> RouterPort {
        if let known = routerPorts[number]?() {
            known.check()
            return known
        }
        let port = RouterPort(number, loop: loop, onComplaint: onComplaint)
        routerPorts[number] = { [weak port] in port }
        return port
    }

    /// Keeps the router's port open.
    package func keepReachable(_ place: Endpoint) -> Cancellable? {
        guard place.isDirect, let port = Destination(place)?.port else { return nil }
        return HeldRouterPort(routerPort(port))
    }

    /// Offers without a place are at this port.
    package func prefer(port: UInt16) { usualPort = port }

    /// Browses for offers.
    package func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable {
        BonjourService(.browse(type: kind.serviceType), in: bonjour) { event in
            switch event {
            case .ready: onEvent(.ready)
            case .found(let service): onEvent(.found(Listing(service)))
            case .lost(let name): onEvent(.lost(name: name))
            case .trouble(let trouble): onEvent(.trouble(trouble))
            case .published, .moved: break
            }
        }
    }

    /// Tries the addresses one after the other.
    package func connect(
        to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        var destination = Destination(endpoint) ?? Destination(hosts: [], port: 0)
        if destination.hosts.isEmpty { destination.hosts = [bind ?? "127.0.0.1"] }
        return Dialler(destination, loop: loop, connections: connections, completion: completion)
    }

    /// A host or an address, perhaps with a port.
    package func endpoint(typed line: String) throws(AddressMistake) -> Endpoint {
        try Destination(typed: line).endpoint()
    }
}

/// A listening socket and the service that leads to it.
final class LANAdvertisement: @MainActor Advertisement {
    let endpoint: Endpoint
    let takenPlace: String?
    let port: (any OpenPort)?

    private var listener: TCPListener
    private var isShut = false
    private let relisten: () -> TCPListener?
    private let only: String?
    private let bonjour: HelperProcess.Setup
    private var routerPort: RouterPort?
    private var service: BonjourService?
    private var listed: Offer?
    private var onEvent: (AdvertisementEvent) -> Void

    fileprivate init(
        _ offer: Offer, listener: TCPListener, port: ListeningPort, mutual: Endpoint?, usualPort: UInt16, only: String?,
        bonjour: HelperProcess.Setup, routerPort: RouterPort?, relisten: @escaping () -> TCPListener?,
        didAccept: @escaping (Connection) -> Void,
        onEvent: @escaping (AdvertisementEvent) -> Void
    ) {
        self.listener = listener
        self.port = port
        self.only = only
        self.relisten = relisten
        self.bonjour = bonjour
        self.onEvent = onEvent
        let place = LANRendezvous.place(port: listener.port)
        endpoint = mutual ?? (routerPort == nil ? place : place.opened)
        takenPlace = listener.isUsualPortTaken ? LANRendezvous.place(port: usualPort).words : nil
        self.routerPort = routerPort
        listener.didAccept = didAccept
        routerPort?.didChange = { [weak self] in self?.onEvent(.moved) }
        list(offer)
    }

    var route: DirectRoute? { routerPort?.route }

    /// The addresses to type on another machine. Read each time, as networks come and go.
    var directions: [String] {
        if let only { return [Destination.text(only, port: listener.port)] }
        return Self.directions(to: HostAddresses.all, port: listener.port)
    }

    /// The addresses that are valid on another machine; those with a zone only if there are no others.
    static func directions(to addresses: [String], port: UInt16) -> [String] {
        let outward = HostAddresses.outward(addresses)
        let farReaching = outward.filter { !$0.contains("%") }
        return (farReaching.isEmpty ? outward : farReaching).map { Destination.text($0, port: port) }
    }

    func list(_ offer: Offer) {
        defer { listed = offer }
        if let service, listed?.name == offer.name, listed?.kind == offer.kind { return service.update(text: offer.facts) }
        service?.cancel()
        let command = DiscoveryCommand.publish(
            type: offer.kind.serviceType, name: offer.name, port: listener.port, text: offer.facts)
        service = BonjourService(command, bind: only, in: bonjour) { [weak self] in self?.didReceive($0) }
    }

    func withdraw() {
        service?.cancel()
        service = nil
    }

    func shut() {
        listener.stop()
        isShut = true
    }

    func reopen() -> Bool {
        guard isShut else { return true }
        guard takenPlace == nil, let again = relisten() else { return false }
        again.didAccept = listener.didAccept
        listener = again
        isShut = false
        return true
    }

    func cancel() {
        onEvent = { _ in }
        listener.stop()
        withdraw()
        routerPort = nil
    }

    private func didReceive(_ event: BonjourService.Event) {
        switch event {
        case .ready: onEvent(.ready)
        case .published(let name): onEvent(.listed(name: name))
        case .moved:
            routerPort?.check()
            onEvent(.moved)
        case .trouble(let trouble): onEvent(.trouble(trouble))
        case .found, .lost: break
        }
    }
}

/// Keeps a port open at the router.
private final class HeldRouterPort: Cancellable {
    private var port: RouterPort?
    init(_ port: RouterPort) { self.port = port }
    func cancel() { port = nil }
}

extension OfferKind {
    /// The service type (RFC 6763, section 7: at most 15 characters). Games use the original app's.
    var serviceType: String {
        switch self {
        case .game: "_fourinarow._tcp"
        case .table: "_fiar-table._tcp"
        case .nearby: "_fiar-nearby._tcp"
        case .watch: "_fiar-watch._tcp"
        case .relay: "_mqtt._tcp"
        }
    }
}

extension Listing {
    fileprivate init(_ service: DiscoveredService) {
        let first = service.addresses.first
        let destination = Destination(hosts: first == nil ? [service.host] : service.addresses, port: service.port)
        self.init(
            name: service.name, facts: service.text.mapValues(\.plain),
            endpoint: destination.endpoint(words: first == nil ? service.host.plain : nil))
    }
}
