// The games on the network, each once, in a stable order. It knows listings, no screen.

import Session

/// The games found, sorted.
struct GameRows {
    /// Sorted by name without regard to case, then by name.
    private(set) var listings: [Listing] = []

    /// A game came, or what is known of it changed.
    mutating func found(_ listing: Listing) {
        lost(name: listing.name)
        let index = listings.firstIndex { Self.comes(listing.name, before: $0.name) } ?? listings.count
        listings.insert(listing, at: index)
    }

    /// A game went.
    mutating func lost(name: String) { listings.removeAll { $0.name == name } }

    private static func comes(_ name: String, before other: String) -> Bool {
        let (folded, otherFolded) = (name.lowercased(), other.lowercased())
        return folded == otherFolded ? name < other : folded < otherFolded
    }
}
