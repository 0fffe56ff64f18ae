// What the lobby has to know of a game: its word, how many can play, and how its players are told apart by name. It knows no rules.

/// A game that can be chosen in the lobby.
package struct LobbyGame: Equatable, Sendable {
    /// Its word in services and packets: lower-case letters, digits, hyphens.
    package let id: String
    /// How many can play, the host included.
    package let players: ClosedRange<Int>

    /// A game of this word for so many.
    package init(id: String, players: ClosedRange<Int>) {
        self.id = id
        self.players = players
    }
}

extension [LobbyGame] {
    /// The game of this word; nil where there is none.
    package func named(_ id: String) -> LobbyGame? { first { $0.id == id } }
}

/// Names by seat, as a game shows them.
package enum Seating {
    /// Harmless, not empty, and each different from the others: "Ann", "Ann #2".
    package static func names(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            let wish = name.allSatisfy(\.isWhitespace) ? "?" : name
            let all = [wish] + (2...max(2, names.count + 1)).map { "\(wish) #\($0)" }
            let chosen = all.first { !taken.contains($0) } ?? wish
            taken.insert(chosen)
            return chosen
        }
    }
}
