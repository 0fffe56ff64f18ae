// The players met, in memory, and a key with an insecure signature scheme.

import Play
import Session
import Wire

/// Players met, in memory.
package final class FakePlayers: @MainActor PlayerBook {
    /// All players, the one met last first.
    package private(set) var all: [MetPlayer] = []
    /// What keeping throws.
    package var failure: StorageFailure?

    package func players() throws(StorageFailure) -> [MetPlayer] { all }

    package func meet(_ key: [UInt8], called name: String) throws(StorageFailure) {
        if let failure { throw failure }
        var player = all.first { $0.key == key } ?? MetPlayer(key: key, name: name)
        player.name = name
        all.removeAll { $0.key == key }
        all.insert(player, at: 0)
    }

    package func keep(_ player: MetPlayer) throws(StorageFailure) {
        if let failure { throw failure }
        all = all.map { $0.key == player.key ? player : $0 }
    }

    package func forget(_ player: MetPlayer) throws(StorageFailure) {
        if let failure { throw failure }
        all.removeAll { $0.key == player.key }
    }
}

/// A key whose halves are the same.
package final class ToyKey: @MainActor PlayerKey {
    package let publicKey: [UInt8]

    /// 32 bytes.
    package init(of bytes: [UInt8]) { publicKey = bytes }

    /// Two hashes under the key.
    package func sign(_ bytes: [UInt8]) -> [UInt8] {
        [0, 1].flatMap { toys.digest(of: [$0] + bytes, key: SecretBytes(publicKey)).copy }
    }

    private let toys = ToySeals()
}
