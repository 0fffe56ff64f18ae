// Players gathered for a game, as one of them sees them: a star with the host in the middle. Protocols only: the lobby makes the
// real ones, a test makes them in memory, and a game alone against computer players has none. It knows no game.

import Wire

/// Players gathered for a game.
protocol Party: AnyObject {
    /// Who is told what happens.
    var delegate: PartyDelegate? { get set }
    /// The players' names by seat; seat 0 is the host. A player who leaves keeps the seat's number.
    var names: [String] { get }
    /// Where I sit.
    var mySeat: Int { get }
    /// Sends to one seat: the host to any guest, a guest to seat 0. To a player who is gone it does nothing.
    func send(_ packet: Packet, to seat: Int)
    /// Says goodbye and closes; nothing more is told. When the host leaves it is over for all.
    func leave()
}

extension Party {
    var isHost: Bool { mySeat == 0 }

    /// The host tells every guest.
    func sendToAll(_ packet: Packet) {
        for seat in names.indices where seat != mySeat { send(packet, to: seat) }
    }
}

/// Is told what happens in a party.
protocol PartyDelegate: AnyObject {
    /// A packet came: at the host from a guest's seat, at a guest from seat 0.
    func party(_ party: Party, didReceive packet: Packet, from seat: Int)
    /// At the host only: a guest left or was lost. The game goes on or ends as its rules say, and tells the others.
    func party(_ party: Party, didLose seat: Int)
    /// At a guest only: it is over, and why.
    func partyDidEnd(_ party: Party, because reason: QuitReason)
}

/// A game that a party can play: what the lobby has to know of it.
struct PartyGame {
    /// Its name for the player.
    let title: String
    /// Its word in services and packets: lower-case letters, digits, hyphens.
    let id: String
    /// How many can play, the host included.
    let players: ClosedRange<Int>
    /// Makes its screen for one of the players. The screen becomes the party's delegate and leaves it when it is left.
    let makeScreen: (Navigator, Party) -> ViewController
}
