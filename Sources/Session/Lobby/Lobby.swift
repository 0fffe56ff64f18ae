// What a hosted table, a joined table and the list of nearby players have in common until the game starts.

import Wire

/// A place in which a player waits for a game.
@MainActor package protocol Lobby: AnyObject {
    /// Called with what happens until the game starts, when the lobby has done everything else: it may be left meanwhile.
    var didHappen: (LobbyEvent) -> Void { get set }
    /// The players at the table who cannot act now.
    var absences: [Absence] { get }
    /// Leaves. Nothing happens any more.
    func leave()
}

/// What happens until the game starts.
package enum LobbyEvent {
    /// Something that the lobby shows changed.
    case changed
    /// The game starts with these players. The lobby is over.
    case started(LobbyGame, TableParty)
    /// The table at which the player sat is closed. The lobby is over.
    case ended(QuitReason)
    /// A guest got no seat at this table, for this reason; the list is live again.
    case notJoined(MatchmakingTable, SeatRefusal)
    /// Among nearby players: something to tell the player.
    case news(InvitationNews)
}

extension Lobby {
    /// The lobby is over: the game starts.
    func start(_ game: LobbyGame, with party: TableParty) {
        let tell = didHappen
        didHappen = { _ in }
        tell(.started(game, party))
    }
}
