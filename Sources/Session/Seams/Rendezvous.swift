// How players find each other, as protocols: offers, lists and connections. Platform implements them for the local network and for addresses on the
// internet, with the router's help; the folder Relay beside this one for a broker; Tests/TestSupport in memory.

import Text

/// Advertising offers, browsing them, and connecting.
package protocol Rendezvous: AnyObject {
    /// Lets others connect, and lists the offer. `place` nil: the usual place, or a free one where that is taken. A named place that is
    /// taken throws. The advertisement lasts while the result is kept and not cancelled. `didAccept` is called with everybody who connects,
    /// `onEvent` when the lists change; neither before this returns.
    func advertise(
        _ offer: Offer, at place: Endpoint?, didAccept: @escaping (Connection) -> Void,
        onEvent: @escaping (AdvertisementEvent) -> Void
    ) throws(NetworkFailure) -> Advertisement
    /// Watches the offers of a kind while the result is kept and not cancelled. `found` for a known name reports a change.
    func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable
    /// Connects. `completion` is called once, after this returns, and not after `cancel`.
    func connect(to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void) -> Cancellable
    /// Reads an address that a person typed.
    func endpoint(typed line: String) throws(AddressMistake) -> Endpoint
    /// Keeps a place where we advertised reachable from outside, for a return, while the result is kept and not cancelled; nil where
    /// nothing has to be done for that.
    func keepReachable(_ place: Endpoint) -> Cancellable?
    /// From now on this port is the usual place.
    func prefer(port: UInt16)
    /// Listens on a port, the usual one or another free one if nil, without an entry in any list. It lasts while the result is kept and not
    /// cancelled.
    func openPort(_ number: UInt16?, didAccept: @escaping (Connection) -> Void) throws(NetworkFailure) -> any OpenPort
}

extension Rendezvous {
    package func keepReachable(_ place: Endpoint) -> Cancellable? { nil }
    package func prefer(port: UInt16) {}
    package func openPort(_ number: UInt16?, didAccept: @escaping (Connection) -> Void) throws(NetworkFailure) -> any OpenPort {
        throw .unreachable
    }
}

/// What is offered. Browsing shows one kind only.
nonisolated package enum OfferKind: CaseIterable, Sendable {
    /// A game of Four in a Row to join. The original app offers and sees these.
    case game
    /// A table, for any game.
    case table
    /// A player who can be invited.
    case nearby
    /// A match that can be watched.
    case watch
    /// A relay, which a club announces on its network. We only browse these.
    case relay
}

/// An offer of ours.
nonisolated package struct Offer: Equatable, Sendable {
    /// What is offered.
    package var kind: OfferKind
    /// The desired name in the lists. Of several with one name, all but one get another.
    package var name: String
    /// Further facts, for programs.
    package var facts: [String: String]

    /// An offer of these.
    package init(kind: OfferKind, name: String, facts: [String: String] = [:]) {
        self.kind = kind
        self.name = name
        self.facts = facts
    }
}

/// An offer of somebody else, as it is listed.
nonisolated package struct Listing: Equatable, Sendable {
    /// The name, unique among its kind. It may contain anything.
    package var name: String
    /// Further facts, for programs.
    package var facts: [String: String]
    /// Where to connect.
    package var endpoint: Endpoint

    /// The URL of the relay that this is; nil if it is none, or one that is not for us.
    package var relayURL: String? {
        guard facts["fourinarow"] == "1", !endpoint.words.contains("%") else { return nil }
        let scheme = facts["tls"] == "1" ? "mqtts" : "mqtt"
        // A certificate is for a name, which the network does not announce.
        return scheme + "://" + (facts["host"].map { $0 + ":" + endpoint.port } ?? endpoint.words)
    }

    /// The name for sentences and screens.
    package var title: String { name.asListedName }

    /// A listing of these.
    package init(name: String, facts: [String: String], endpoint: Endpoint) {
        self.name = name
        self.facts = facts
        self.endpoint = endpoint
    }
}

/// An open offer.
package protocol Advertisement: Cancellable {
    /// Where it is. Advertising there again makes it reachable at the same place.
    var endpoint: Endpoint { get }
    /// What players on other machines can type to connect now, the best first; empty where nobody can.
    var directions: [String] { get }
    /// The usual port if it was taken, so that this offer uses another one; otherwise nil.
    var takenPlace: String? { get }
    /// How it is reached from outside the local network; nil where that is not the router's business.
    var route: DirectRoute? { get }
    /// The port, where others can be dialled from it; nil at a relay.
    var port: (any OpenPort)? { get }
    /// Changes the listed offer, without a gap where the name stays; after `withdraw`, lists it again.
    func list(_ offer: Offer)
    /// Takes it out of the lists. Players who know its endpoint can still connect.
    func withdraw()
    /// Leaves the place to others, and stays in the lists.
    func shut()
    /// Lets others connect again after `shut`. Returns false where that is not possible, or only elsewhere than at the usual place.
    func reopen() -> Bool
}

extension Advertisement {
    package var route: DirectRoute? { nil }
    package var port: (any OpenPort)? { nil }
    package func shut() {}
    package func reopen() -> Bool { true }
}

/// What happens to an offer in the lists.
nonisolated package enum AdvertisementEvent: Equatable, Sendable {
    /// It is listed under this name, which may not be the desired one.
    case listed(name: String)
    /// `directions` or `route` have changed.
    case moved
    /// Somebody writes again and again where guests look for it, and may keep them out.
    case disturbed
    /// The lists do not work.
    case trouble(DiscoveryTrouble)
    /// The lists work, or work again.
    case ready
}

/// What happens in a list.
nonisolated package enum BrowserEvent: Equatable, Sendable {
    /// An offer is there, or has changed.
    case found(Listing)
    /// An offer is gone.
    case lost(name: String)
    /// The lists do not work.
    case trouble(DiscoveryTrouble)
    /// The lists work, or work again.
    case ready
}
