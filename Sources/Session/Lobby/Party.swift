// Players gathered for a game, as one of them sees them: a star with the host in the middle. Protocols only: the lobby makes the
// real ones, a test makes them in memory, and a game alone against computer players has none. It knows no game.

import Wire

/// Players gathered for a game.
package protocol Party: AnyObject {
    /// Who is told what happens.
    var delegate: PartyDelegate? { get set }
    /// The players' names by seat; seat 0 is the host. A player who leaves keeps the seat's number.
    var names: [String] { get }
    /// Where I sit.
    var mySeat: Int { get }
    /// Sends to one seat: the host to any guest, a guest to seat 0. To a player who is gone it does nothing.
    func send(_ packet: GamePacket, to seat: Int)
    /// Says goodbye and closes; nothing more is told. When the host leaves it is over for all.
    func leave()
}

extension Party {
    package var isHost: Bool { mySeat == 0 }

    /// The host tells every guest.
    package func sendToAll(_ packet: GamePacket) {
        for seat in names.indices where seat != mySeat { send(packet, to: seat) }
    }
}

/// Is told what happens in a party.
package protocol PartyDelegate: AnyObject {
    /// A packet of the game came: at the host from a guest's seat, at a guest from seat 0.
    func party(_ party: Party, didReceive packet: GamePacket, from seat: Int)
    /// At the host only: a guest left or was lost. The game goes on or ends as its rules say, and tells the others.
    func party(_ party: Party, didLose seat: Int)
    /// At a guest only: it is over, and why.
    func partyDidEnd(_ party: Party, because reason: QuitReason)
}

/// A party made in the lobby.
package protocol LobbyParty: Party {
    /// Gives the one connection away, for a game of two that speaks its own packets, and closes everything else; nil where there
    /// is not exactly one. The party is of no more use.
    func handOver() -> PacketConnection?
}
