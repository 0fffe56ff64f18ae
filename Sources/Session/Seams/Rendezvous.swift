// How players find each other, as protocols: who offers what, who comes, and the way to them. Where anybody is, only the rendezvous
// knows that made the endpoint. Platform has that of the local network, Tests/TestSupport one in memory.

import Text

/// Being found, finding others, and the way to them.
package protocol Rendezvous: AnyObject {
    /// Lets others come, and lists the offer for whoever browses. `place` nil: the usual place, or a free one where that is taken.
    /// A named place that is taken throws. It lasts for as long as what it returns is kept and not cancelled; the delegate is told
    /// nothing from within this call.
    func advertise(_ offer: Offer, at place: Endpoint?, delegate: AdvertisementDelegate) throws(NetworkFailure) -> Advertisement
    /// Watches the offers of a kind for as long as what it returns is kept and not cancelled. Repeats of `found` for one name are
    /// changes.
    func browse(_ kind: OfferKind, onEvent: @escaping (BrowserEvent) -> Void) -> Cancellable
    /// Connects; `completion` is called once, never before this returns, and not at all after `cancel`.
    func connect(to endpoint: Endpoint, completion: @escaping (Result<Connection, NetworkFailure>) -> Void) -> Cancellable
    /// The endpoint that a person typed.
    func endpoint(typed line: String) throws(AddressMistake) -> Endpoint
}

/// What is offered. Who browses sees one kind and no other.
nonisolated package enum OfferKind: CaseIterable, Sendable {
    /// A game of Four in a Row, to be joined; the original app offers and sees these.
    case game
    /// A table, whatever is played at it.
    case table
    /// A player who can be invited.
    case nearby
}

/// What is listed for others.
nonisolated package struct Offer: Equatable, Sendable {
    /// Of which kind it is.
    package var kind: OfferKind
    /// The name that it would like to have in the lists; of several with one name, all but one get another.
    package var name: String
    /// What else there is to know of it, in words that programs understand.
    package var facts: [String: String]

    /// An offer of these.
    package init(kind: OfferKind, name: String, facts: [String: String] = [:]) {
        self.kind = kind
        self.name = name
        self.facts = facts
    }
}

/// An offer of another's, as it is listed.
nonisolated package struct Listing: Equatable, Sendable {
    /// Its name, different from every other's of its kind: a key, which may hold anything.
    package var name: String
    /// What else there is to know of it.
    package var facts: [String: String]
    /// The way there.
    package var endpoint: Endpoint

    /// Its name for sentences and screens.
    package var title: String { name.asListedName }

    /// A listing of these.
    package init(name: String, facts: [String: String], endpoint: Endpoint) {
        self.name = name
        self.facts = facts
        self.endpoint = endpoint
    }
}

/// An offer that others can come to.
package protocol Advertisement: Cancellable {
    /// Where it is: where to advertise again, to be found in the same place.
    var endpoint: Endpoint { get }
    /// What players on other machines can type to come here, as it stands now, the best first; empty where nobody can come.
    var directions: [String] { get }
    /// The usual place in a word, if it was taken and this is another.
    var takenPlace: String? { get }
    /// Changes what the lists say; nobody sees it go and come back where the name stays. What was withdrawn is listed again.
    func list(_ offer: Offer)
    /// Takes it out of the lists. Whoever knows where it is can still come.
    func withdraw()
}

/// Is told what becomes of an advertisement.
package protocol AdvertisementDelegate: AnyObject {
    /// Somebody came.
    func advertisement(_ advertisement: Advertisement, didAccept connection: Connection)
    /// The lists changed.
    func advertisement(_ advertisement: Advertisement, didTell event: AdvertisementEvent)
}

/// What becomes of an offer in the lists.
nonisolated package enum AdvertisementEvent: Equatable, Sendable {
    /// It is listed under this name, be it the one that was wished for or another.
    case listed(name: String)
    /// The directions to it are others now.
    case moved
    /// The lists do not work.
    case trouble(DiscoveryTrouble)
    /// They work, or work again.
    case ready
}

/// What a browser sees.
nonisolated package enum BrowserEvent: Equatable, Sendable {
    /// An offer is there, or what is known of it changed.
    case found(Listing)
    /// It is gone.
    case lost(name: String)
    /// The lists do not work.
    case trouble(DiscoveryTrouble)
    /// They work, or work again.
    case ready
}
