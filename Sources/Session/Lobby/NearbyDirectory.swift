// Who is nearby, as the network's lists and the players themselves say: names and places by id. A value: it knows no connection and
// not who is invited.

import Text

/// The names and places of the players nearby.
struct NearbyDirectory {
    /// What the lists say, the latest last: while a player gets another name there are two listings.
    private var listings: [(name: String, id: String, endpoint: Endpoint)] = []
    /// What players call themselves, and where they are, be they in the list or not.
    private var names: [String: String] = [:]
    private var places: [String: String] = [:]

    /// Where the lists say that a player is; nil for whom they do not name.
    func endpoint(of id: String) -> Endpoint? { listing(of: id)?.endpoint }

    /// What a player is called, as far as is known; where one of `others` is called the same, with where the player is.
    func name(of id: String, among others: [String] = []) -> String {
        let name = names[id] ?? "?"
        guard others.contains(name), let place = places[id] else { return name }
        return "\(name) (\(place))"
    }

    /// A list names a player. Returns whose listings are others now: this player's, and those of who had the name before.
    mutating func add(_ listing: Listing, of id: String) -> [String] {
        let former = remove(listing.name)
        listings.append((listing.name, id, listing.endpoint))
        learn(id)
        guard let former, former != id else { return [id] }
        return [former, id]
    }

    /// A list names nobody so any more. Returns who was.
    mutating func remove(_ name: String) -> String? {
        guard let index = listings.firstIndex(where: { $0.name == name }) else { return nil }
        let id = listings.remove(at: index).id
        learn(id)
        return id
    }

    /// A player says a name, from a place; the lists know better.
    mutating func note(_ name: String, of id: String, at place: String?) {
        guard listing(of: id) == nil else { return }
        names[id] = name
        places[id] = place
    }

    private func listing(of id: String) -> (name: String, id: String, endpoint: Endpoint)? { listings.last { $0.id == id } }

    private mutating func learn(_ id: String) {
        guard let listing = listing(of: id) else { return }
        names[id] = listing.name.asListedName
        places[id] = listing.endpoint.words
    }
}
