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

    /// A player.
    package init(key: [UInt8], name: String, alias: String = "", isBlocked: Bool = false) {
        (self.key, self.name, self.alias, self.isBlocked) = (key, name, alias, isBlocked)
    }

    /// The name shown to the user.
    package var title: String { alias.isEmpty ? name : alias }
}

/// Stores the players that were met online.
package protocol PlayerBook: AnyObject {
    /// All players, the one met last first.
    func players() throws(StorageFailure) -> [MetPlayer]
    /// Records that a game with the owner of `key` has begun, who calls themselves `name`.
    func meet(_ key: [UInt8], called name: String) throws(StorageFailure)
    /// Updates a player's alias and whether they are blocked.
    func keep(_ player: MetPlayer) throws(StorageFailure)
    /// Deletes a player.
    func forget(_ player: MetPlayer) throws(StorageFailure)
}

extension PlayerBook {
    /// All players by key; empty if they cannot be read.
    package var byKey: [[UInt8]: MetPlayer] {
        Dictionary((try? players())?.map { ($0.key, $0) } ?? []) { first, _ in first }
    }
}
