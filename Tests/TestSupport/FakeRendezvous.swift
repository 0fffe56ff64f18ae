// The rendezvous of an environment in memory: the test answers what a screen advertises, browses and connects to. An endpoint is the
// machine's address and a port.

import Session
import Wire

/// Something offered in memory.
package final class FakeAdvertisement: @MainActor Advertisement {
    package let endpoint: Endpoint
    package let takenPlace: String?
    /// How a friend reaches it from outside; a test sets it and tells that it has changed.
    package var route: DirectRoute?
    package var port: (any OpenPort)? { ownPort }
    private(set) lazy var ownPort = machine.map { FakePort(UInt16(portNumber), on: $0) { [weak self] in self?.accept($0) } }
    package var directions: [String] { machine?.addresses.map { "\($0):\(portNumber)" } ?? [] }
    /// What is offered.
    package private(set) var offer: Offer
    /// Whether it is in the lists.
    package private(set) var isListed = true
    /// Whether nobody can come any more, be it listed or not.
    package private(set) var isClosed = false
    /// What the lists call it; nil: not yet listed.
    package var listedName: String?
    let portNumber: Int
    private weak var machine: FakeEnvironment?
    private var didAccept: (Connection) -> Void
    private var onEvent: (AdvertisementEvent) -> Void

    init(
        _ offer: Offer, at place: Endpoint?, port: Int, takenPlace: String?, on machine: FakeEnvironment,
        didAccept: @escaping (Connection) -> Void,
        onEvent: @escaping (AdvertisementEvent) -> Void
    ) {
        self.offer = offer
        portNumber = port
        self.takenPlace = takenPlace
        self.machine = machine
        (self.didAccept, self.onEvent) = (didAccept, onEvent)
        endpoint = place?.mutual?.endpoint ?? FakeEnvironment.place(port)
        if place?.isDirect == true { route = DirectRoute(isAsking: true) }
    }

    package func list(_ offer: Offer) {
        if offer.name != self.offer.name || offer.kind != self.offer.kind { listedName = nil }
        self.offer = offer
        isListed = true
    }

    package func withdraw() { isListed = false }

    package func cancel() {
        didAccept = { $0.close() }
        onEvent = { _ in }
        isListed = false
        isClosed = true
    }

    /// Nobody can come any more, and the lists do not know it yet.
    package func close() { isClosed = true }
    package func shut() { isClosed = true }
    package func reopen() -> Bool {
        isClosed = false
        return true
    }
    /// Somebody comes.
    package func accept(_ connection: Connection) { didAccept(connection) }
    /// What becomes of it in the lists, for as long as it is in them.
    package func tell(_ event: AdvertisementEvent) { if isListed { onEvent(event) } }
}

/// A list that a screen looks at.
package struct FakeBrowser {
    /// What it shows.
    package let kind: OfferKind
    /// Tells the screen, unless it looks no more.
    package let tell: (BrowserEvent) -> Void
    /// Whether the screen looks no more.
    package let task: FakeTask

    /// An offer is there, on a machine that does not answer unless the test does.
    package func find(_ name: String, _ facts: [String: String] = [:], at address: String = "10.0.0.7:27364") {
        tell(.found(Listing(name: name, facts: facts, endpoint: FakeEnvironment.endpoint(address))))
    }
}

/// A connection that a screen tries to make.
package struct FakeAttempt {
    /// Where to.
    package let endpoint: Endpoint
    /// How it ends is given here.
    package let completion: (Result<Connection, NetworkFailure>) -> Void
    /// Whether the screen gave it up.
    package let task: FakeTask
    /// From which port of this machine; nil: any.
    package var port: FakePort?
}

/// A port in memory.
package final class FakePort: @MainActor OpenPort {
    package let number: UInt16
    package var ownIPv6: PublicAddress? { machine?.ownIPv6.flatMap { PublicAddress(host: $0, port: number) } }
    package var peers: [PublicAddress] = []
    /// Whether nobody can come any more.
    package private(set) var isClosed = false
    /// Somebody comes.
    let accept: (Connection) -> Void
    private weak var machine: FakeEnvironment?

    init(_ number: UInt16, on machine: FakeEnvironment, accept: @escaping (Connection) -> Void) {
        (self.number, self.machine, self.accept) = (number, machine, accept)
    }

    package func cancel() { isClosed = true }

    package func dial(
        _ address: PublicAddress, every milliseconds: Int, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        dial(server: FakeEnvironment.endpoint(address.text), within: milliseconds, completion: completion)
    }

    package func dial(
        server: Endpoint, within milliseconds: Int, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        guard let attempt = machine?.connect(to: server, completion: completion) else { return FakeTask() }
        machine?.attempts[(machine?.attempts.count ?? 1) - 1].port = self
        return attempt
    }

    /// Where both meet again.
    var wayBack: Endpoint? { peers.isEmpty ? nil : MutualPlace(port: number, peers: peers).endpoint }
}

extension FakeEnvironment {
    /// The port that is used unless it is taken.
    nonisolated package static let usualPort = 27364

    /// The endpoint at `address`, which ends with its port.
    package static func endpoint(_ address: String) -> Endpoint {
        let port = address.lastIndex(of: ":").map { address[address.index(after: $0)...] } ?? "?"
        return Endpoint(text: address, words: address, port: String(port))
    }

    /// A place on this machine.
    package static func place(_ port: Int) -> Endpoint { endpoint(":\(port)") }

    package func advertise(
        _ offer: Offer, at place: Endpoint?, didAccept: @escaping (Connection) -> Void,
        onEvent: @escaping (AdvertisementEvent) -> Void
    ) throws(NetworkFailure) -> Advertisement {
        if let relay = relay(for: place) { return try relay.advertise(offer, at: place, didAccept: didAccept, onEvent: onEvent) }
        if let advertiseFailure { throw advertiseFailure }
        let named = place.flatMap { place in place.mutual.map { Int($0.port) } ?? Int(place.text.dropFirst()) }
        if let named, place?.mutual == nil, advertisements.contains(where: { !$0.isClosed && $0.portNumber == named }) {
            throw .placeTaken
        }
        let advertisement = FakeAdvertisement(
            offer, at: place, port: named ?? (isUsualPlaceTaken ? 40001 : freePort),
            takenPlace: named == nil && isUsualPlaceTaken ? String(Self.usualPort) : nil, on: self,
            didAccept: didAccept, onEvent: onEvent)
        advertisements.append(advertisement)
        return advertisement
    }

    /// The usual port, or the next one that no offer of this machine has.
    private var freePort: Int {
        let taken =
            advertisements.filter { !$0.isClosed }.map(\.portNumber) + ports.filter { !$0.isClosed }.map { Int($0.number) }
        return (Self.usualPort...).first { !taken.contains($0) } ?? Self.usualPort
    }

    private func relay(for place: Endpoint?) -> RelayRendezvous? {
        place?.isAtRelay == true ? RelayRendezvous(broker: broker, environment: self) : nil
    }

    package func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable {
        let task = FakeTask()
        browsers.append(FakeBrowser(kind: kind, tell: { if !task.isCancelled { onEvent($0) } }, task: task))
        return task
    }

    package func connect(
        to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void
    ) -> Cancellable {
        if let relay = relay(for: endpoint) { return relay.connect(to: endpoint, completion: completion) }
        let task = FakeTask()
        attempts.append(FakeAttempt(endpoint: endpoint, completion: { if !task.isCancelled { completion($0) } }, task: task))
        return task
    }

    package func openPort(_ number: UInt16?, didAccept: @escaping (Connection) -> Void) throws(NetworkFailure) -> any OpenPort {
        if let advertiseFailure { throw advertiseFailure }
        let port = FakePort(number ?? UInt16(freePort), on: self, accept: didAccept)
        ports.append(port)
        return port
    }

    /// `host` or `host:port`.
    package func endpoint(typed line: String) throws(AddressMistake) -> Endpoint {
        guard let colon = line.lastIndex(of: ":") else { return Self.endpoint("\(line):\(Self.usualPort)") }
        guard UInt16(line[line.index(after: colon)...]) != nil else { throw .noPort }
        return Self.endpoint(line)
    }
}
