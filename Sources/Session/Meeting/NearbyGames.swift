// The games on the local network, to join or to watch, live and sorted.

/// The listed games, until it is cancelled.
package final class NearbyGames: Cancellable {
    /// The games, sorted by name without regard to case.
    package private(set) var listings: [Listing] = []
    /// Why the list may be empty.
    package private(set) var trouble: DiscoveryTrouble?

    private let didChange: () -> Void
    private var browser: Cancellable?

    /// Watches the list of a kind of offer. `didChange` is called after each change.
    package init(_ kind: OfferKind = .game, rendezvous: Rendezvous, didChange: @escaping () -> Void) {
        self.didChange = didChange
        browser = rendezvous.browse(kind) { [weak self] in self?.receive($0) }
    }

    package func cancel() {
        browser?.cancel()
        browser = nil
    }

    private func receive(_ event: BrowserEvent) {
        switch event {
        case .found(let listing) where listing.facts[Reconnection.fact] != nil:
            remove(listing.name)  // its two players already look for each other
        case .found(let listing):
            remove(listing.name)
            let index = listings.firstIndex { Self.precedes(listing.name, $0.name) } ?? listings.count
            listings.insert(listing, at: index)
            trouble = nil
        case .lost(let name): remove(name)
        case .trouble(let trouble): self.trouble = trouble
        case .ready: trouble = nil
        }
        didChange()
    }

    private func remove(_ name: String) { listings.removeAll { $0.name == name } }

    private static func precedes(_ name: String, _ other: String) -> Bool {
        let (folded, otherFolded) = (name.lowercased(), other.lowercased())
        return folded == otherFolded ? name < other : folded < otherFolded
    }
}
