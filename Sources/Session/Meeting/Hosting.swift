// Hosting a game for two: the offer is advertised, SeatArbiter decides who of those that come gets the game, and the offer closes once both
// have moved. A screen or a test starts it.

/// Hosting a game.
package final class Hosting {
    /// The fact of a listing that says that a code is needed: "1".
    package static let privateFact = "private"

    /// Called when the offer, its code or the directions have changed.
    package var didChange: () -> Void = {}
    /// Called when a guest has the seat. The match with it has to tell the arbiter when the seat is taken, when both have moved, and when the
    /// guest leaves before that.
    package var didSeat: (GameController, SeatArbiter) -> Void = { _, _ in }
    /// Called when the seated guest is gone before both have moved; others can come again.
    package var didUnseat: () -> Void = {}
    /// Called when a guest is gone, and no game was played with it.
    package var didLose: (GameController, MatchEnd) -> Void = { _, _ in }
    /// The advertised offer.
    package let offer: HostedOffer
    /// Decides who gets the game; nil before `start` and after `stop`.
    package private(set) var arbiter: SeatArbiter?

    private var name: String
    /// What guests are told. Those who came before a change have to come again.
    package var terms: GameTerms {
        didSet {
            guard terms != oldValue, arbiter != nil else { return }
            offer.list(terms.facts)
            openSeat()
            didChange()
        }
    }
    private let environment: Scheduler & Rendezvous & Cryptography

    /// Hosts a game by the player of this name at `place`, or at the usual one if nil. `start` follows.
    package init(
        name: String, at place: Endpoint?, terms: GameTerms = GameTerms(),
        environment: Scheduler & Rendezvous & Cryptography
    ) {
        (self.name, self.terms, self.environment) = (name, terms, environment)
        offer = HostedOffer(Offer(kind: .game, name: name, facts: terms.facts), at: place, environment: environment)
        offer.didAdmit = { [unowned self] in if let arbiter { arbiter.receive($0) } else { $0.close() } }
        offer.didChange = { [unowned self] in didChange() }
    }

    /// Lets others come and see the game; called again, a room gets another number and other words. Throws where nobody could come, or
    /// where a private game could only be hosted without a code.
    package func start(isPrivate: Bool = false) throws(NetworkFailure) {
        try offer.open(isPrivate: isPrivate)
        openSeat()
    }

    /// Asks for a code from now on, or for none. Guests who came to the public game without a code have to come again.
    package func setPrivate(_ isPrivate: Bool) throws(NetworkFailure) {
        defer { didChange() }
        try offer.setPrivate(isPrivate)
        if isPrivate { openSeat() }
    }

    /// Others see the game under this name from now on. Guests who came before have to come again.
    package func rename(_ name: String) {
        if name == self.name { return }
        self.name = name
        offer.rename(name)
        openSeat()
        didChange()
    }

    /// Nobody can come any more, and guests who wait are turned away.
    package func stop() {
        offer.close()
        arbiter?.close(because: .left)
        arbiter = nil
    }

    private func openSeat() {
        arbiter?.close(because: .left)
        let arbiter = SeatArbiter(name: name, environment: environment, terms: terms)
        self.arbiter = arbiter
        arbiter.didSeat = { [weak self, unowned arbiter] in self?.didSeat($0, arbiter) }
        arbiter.didUnseat = { [weak self] in
            self?.offer.list()
            self?.didUnseat()
        }
        arbiter.didTake = { [weak self] in self?.offer.withdraw() }
        arbiter.didShow = { [weak self] in self?.offer.show($0) }
        arbiter.didSettle = { [weak self] in self?.offer.settle() }
        arbiter.didLose = { [weak self] in self?.didLose($0, $1) }
    }
}

extension Listing {
    /// Whether a code is needed to join.
    package var isPrivate: Bool { facts[Hosting.privateFact] == "1" }
}
