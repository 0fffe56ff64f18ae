// Players met online, identified by their public keys.

/// A player who was met online.
package struct MetPlayer: Equatable, Sendable {
    /// The player's public key, 32 bytes.
    package var key: [UInt8]
    /// The name the player last used.
    package var name: String
    /// The name we gave the player; empty: none.
    package var alias: String
    /// Whether the player's games and requests are hidden.
    package var isBlocked: Bool
    /// When the last game with the player began, in local time, as in `Kept`; empty if it is not known.
    package var date = ""
    /// The games that were played to their end.
    package var tally = Tally()

    /// A player.
    package init(key: [UInt8], name: String, alias: String = "", isBlocked: Bool = false) {
        (self.key, self.name, self.alias, self.isBlocked) = (key, name, alias, isBlocked)
    }

    /// The name shown to the user.
    package var title: String { alias.isEmpty ? name : alias }
}

extension Archive {
    /// All players that were met, by key; empty if they cannot be read.
    package var playersByKey: [[UInt8]: MetPlayer] {
        Dictionary((try? players())?.map { ($0.key, $0) } ?? []) { first, _ in first }
    }
}
