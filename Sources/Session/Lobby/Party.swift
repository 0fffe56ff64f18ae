// Players gathered for a game, as one of them sees them: a star with the host in the middle. The lobby makes the real ones, a test
// makes them in memory, and a game alone against computer players has none. Of a game it knows a word and how many can play.

import Wire

/// Players gathered for a game.
package protocol Party: AnyObject {
    /// Who is told what happens.
    var delegate: PartyDelegate? { get set }
    /// The players' names by seat; seat 0 is the host. A player who leaves keeps the seat's number.
    var names: [String] { get }
    /// Where I sit.
    var mySeat: Int { get }
    /// The seats whose programs do not answer, or before the game the places in the roster; 0 is the host.
    var silentSeats: Set<Int> { get }
    /// Sends to one seat: the host to any guest, a guest to seat 0. To a player who is gone it does nothing.
    func send(_ packet: GamePacket, to seat: Int)
    /// Says goodbye and closes; nothing more is told. When the host leaves it is over for all.
    func leave()
}

extension Party {
    package var isHost: Bool { mySeat == 0 }

    /// The names of those whose programs do not answer, by seat.
    package var silentNames: [String] {
        let all = names.isEmpty ? (self as? LobbyParty)?.roster ?? [] : names
        return silentSeats.sorted().filter(all.indices.contains).map { all[$0] }
    }

    /// The host tells every guest.
    package func sendToAll(_ packet: GamePacket) {
        for seat in names.indices where seat != mySeat { send(packet, to: seat) }
    }
}

/// Is told what happens in a party.
package protocol PartyDelegate: AnyObject {
    /// A packet of the game came: at the host from a guest's seat, at a guest from seat 0.
    func party(_ party: Party, didReceive packet: GamePacket, from seat: Int)
    /// Others' programs do not answer, or answer again.
    func partyDidChangeSilence(_ party: Party)
    /// At the host only: a guest left or was lost. The game goes on or ends as its rules say, and tells the others.
    func party(_ party: Party, didLose seat: Int)
    /// At a guest only: it is over, and why.
    func partyDidEnd(_ party: Party, because reason: QuitReason)
}

extension PartyDelegate {
    package func partyDidChangeSilence(_ party: Party) {}
}

/// A party made in the lobby, at a table or of players nearby.
package protocol LobbyParty: Party {
    /// Who is there before the game, the host first.
    var roster: [String] { get }
    /// Gives the one connection away, for a game of two that speaks its own packets, and closes everything else; nil where there
    /// is not exactly one. The party is of no more use.
    func handOver() -> PacketConnection?
}

/// Is told what becomes of a party in the lobby, until its game starts.
@MainActor package protocol LobbyPartyDelegate: AnyObject {
    /// Who is there, or what the network says of it, changed.
    func lobbyDidChange(_ party: LobbyParty)
    /// The game starts.
    func lobby(_ party: LobbyParty, didStart game: LobbyGame)
    /// At a guest: the host starts a game of this word, which this program does not have. The party is left.
    func lobby(_ party: LobbyParty, doesNotKnow game: String)
    /// It is over.
    func lobbyDidEnd(_ party: LobbyParty, because reason: QuitReason)
}

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
