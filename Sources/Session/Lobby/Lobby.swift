// What a hosted table, a joined table and the list of nearby players have in common until the game starts.

import Wire

/// A place in which a player waits for a game.
@MainActor package protocol Lobby: AnyObject {
    /// The players at the table who cannot act now.
    var absences: [Absence] { get }
    /// Leaves. The delegate is not called any more.
    func leave()
}

/// Receives what happens until the game starts.
@MainActor package protocol LobbyDelegate: AnyObject {
    /// Something that the lobby shows changed.
    func lobbyDidChange()
    /// The game starts with these players. The lobby is over.
    func lobby(didStart game: LobbyGame, with party: TableParty)
    /// The table is closed. The lobby is over.
    func lobbyDidEnd(because reason: QuitReason)
}
