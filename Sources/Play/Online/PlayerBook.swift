// The players that were met online, told apart by their keys: what is kept of them. It knows no database and no screen.

import Session
import Text

/// A player who was met.
package struct MetPlayer: Equatable, Sendable {
    /// The player's key.
    package var key: [UInt8]
    /// What the player was called last.
    package var name: String
    /// What we call the player; empty: the same.
    package var alias: String
    /// Whether we want to see nothing more of the player.
    package var isBlocked: Bool

    /// A player of these.
    package init(key: [UInt8], name: String, alias: String = "", isBlocked: Bool = false) {
        (self.key, self.name, self.alias, self.isBlocked) = (key, name, alias, isBlocked)
    }

    /// What the player is called here.
    package var title: String { alias.isEmpty ? name : alias }
}

/// Keeps the players that were met.
package protocol PlayerBook: AnyObject {
    /// All of them, whoever was met last first.
    func players() throws(StorageFailure) -> [MetPlayer]
    /// A game with the owner of this key has begun, who is called so.
    func meet(_ key: [UInt8], called name: String) throws(StorageFailure)
    /// Keeps what we call a player, and whether we want to see anything of them.
    func keep(_ player: MetPlayer) throws(StorageFailure)
    /// There is no such player any more.
    func forget(_ player: MetPlayer) throws(StorageFailure)
}

extension PlayerBook {
    /// All of them by key; none where they cannot be read: who was met before is then as good as a stranger.
    var byKey: [[UInt8]: MetPlayer] { Dictionary((try? players())?.map { ($0.key, $0) } ?? []) { first, _ in first } }
}
