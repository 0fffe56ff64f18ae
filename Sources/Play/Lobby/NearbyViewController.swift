// Nearby players: the player's own name, visibility and game, and everybody on the network, live, to be invited.

import Language
import Screen
import Session

/// The list of nearby players.
final class NearbyViewController {
    let navigator: Navigator
    let games: [PartyGame]
    let view = PageView()
    var lobby: NearbyLobby?
    var prompt: Prompt?
    /// How many sit at the table that the player hosts, as it was last shown.
    private var companyCount = 0
    /// Whether the player stays on the list after leaving the table.
    private var keepsList = false

    enum Row: Hashable {
        case name, visible, game, start, disconnect
        case player(String)
    }

    /// Creates the list of players; push it.
    init(navigator: Navigator, games: [PartyGame] = PartyGame.all) {
        self.navigator = navigator
        self.games = games
    }

    /// The game to which the player invites.
    var game: PartyGame { lobby.flatMap { games.named($0.game.id) } ?? games[0] }
    /// The other players.
    var players: [NearbyPlayer] { lobby?.players ?? [] }
    func state(of id: String) -> NearbyPlayer.State? { players.first { $0.id == id }?.state }
    /// Whether an invitation waits for an answer.
    var isAsked: Bool { navigator.invitation != nil }

    /// Leaves the table; back to the menu, or not.
    func leave(keepingList: Bool) {
        keepsList = keepingList
        askToLeave()
    }
}

// MARK: - The lobby

extension NearbyViewController: LobbyScreen {
    var title: String { tr("Nearby players") }
    var isWithOthers: Bool { false }
    var hasCompany: Bool { lobby?.roster.isEmpty == false }

    func leaveTable() { if keepsList { lobby?.leaveTable() } else { navigator.pop() } }

    func didAppear() { if lobby == nil { lobby = navigator.nearby.open(for: self) } }

    func didLeave() {
        lobby = nil
        navigator.nearby.close()
    }

    func lobbyDidChange() {
        stopAskingToLeave()
        // A player who has not chosen anything most likely wants to invite the first one who appears.
        if !view.hasMoved, let first = players.first { view.choose(Row.player(first.id)) }
        // After somebody has accepted, the host most likely wants to begin.
        let count = lobby?.isHost == true ? lobby?.roster.count ?? 0 : 0
        if count > companyCount { view.choose(Row.start) }
        companyCount = count
        navigator.setNeedsDisplay()
    }

    /// Chooses the host's row, so that another Enter changes nothing.
    func didAccept(_ id: String) {
        view.hasMoved = true
        view.choose(Row.player(id))
    }
}
