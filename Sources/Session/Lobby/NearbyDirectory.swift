// The players nearby, by id: their names and where they are, from the network's lists and from what players say of themselves.

import Text

/// The names and places of nearby players.
struct NearbyDirectory {
    /// The listings, the latest last. While a player changes the name there are two of them.
    private var listings: [(listing: Listing, id: String)] = []
    /// Names and places of players, listed or not.
    private var names: [String: String] = [:]
    private var places: [String: String] = [:]

    /// The ids of the listed players, in the order of their listings.
    var listed: [String] { listings.map(\.id) }

    /// A player's latest listing; nil if there is none.
    func listing(of id: String) -> Listing? { listings.last { $0.id == id }?.listing }

    /// A player's name, "?" if it is not known. If one of `others` has the same name, the place is added.
    func name(of id: String, among others: [String] = []) -> String {
        let name = names[id] ?? "?"
        guard others.contains(name), let place = places[id] else { return name }
        return "\(name) (\(place))"
    }

    /// Whether a player's name is known.
    func knows(_ id: String) -> Bool { names[id] != nil }

    /// Where a player is; nil if it is not known.
    func place(of id: String) -> String? { places[id] }

    /// Adds or updates a listing.
    mutating func add(_ listing: Listing, of id: String) {
        remove(listing.name)
        listings.append((listing, id))
        learn(id)
    }

    /// Removes the listing of this name.
    mutating func remove(_ name: String) {
        guard let index = listings.firstIndex(where: { $0.listing.name == name }) else { return }
        learn(listings.remove(at: index).id)
    }

    /// Removes all listings; what they said of the players stays known.
    mutating func removeListings() { for entry in listings { remove(entry.listing.name) } }

    /// The table of this host is closed: nobody sits there, whatever the listings still say.
    mutating func forgetTable(of host: String) {
        for index in listings.indices where listings[index].listing.facts["table"] == host {
            listings[index].listing.facts["table"] = nil
        }
    }

    /// Notes the name by which an unlisted player introduces itself, and its place.
    mutating func note(_ name: String, of id: String, at place: String?) {
        guard listing(of: id) == nil else { return }
        names[id] = name
        places[id] = place
    }

    private mutating func learn(_ id: String) {
        guard let listing = listing(of: id) else { return }
        names[id] = listing.title
        places[id] = listing.endpoint.words
    }
}
