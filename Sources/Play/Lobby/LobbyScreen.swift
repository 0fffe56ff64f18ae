// Shared by the screens on which a player waits for a game: starting the game, and leaving before that.

import Language
import Session
import Wire

/// A screen on which a player waits for a game.
protocol LobbyScreen: LobbyDelegate, PageViewController {
    associatedtype Waiting: Lobby
    /// The games that can be played.
    var games: [PartyGame] { get }
    /// The lobby that the screen shows; nil before it is open, and after it is over.
    var lobby: Waiting? { get set }
}

extension LobbyScreen {
    func lobby(didStart game: LobbyGame, with party: TableParty) {
        lobby = nil
        if let game = games.named(game.id) { navigator.launcher.begin(game, with: party) }
    }

    var question: String? { lobby.flatMap { PresenceWords.sentence(for: $0.silentNames) } }

    func lobbyDidEnd(because reason: QuitReason) { close(saying: reason.sentence) }

    /// Goes back, and says why.
    func close(saying sentence: String?) {
        guard lobby != nil else { return }
        lobby = nil
        navigator.pop()
        if let sentence { navigator.show(standing: sentence) }
    }

    func didLeave() {
        let left = lobby
        lobby = nil
        left?.leave()
    }
}
