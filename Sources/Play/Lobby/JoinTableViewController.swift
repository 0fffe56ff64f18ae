// At somebody's table: on the way to a seat, and then waiting with the others until the host starts the game.

import Language
import Screen
import Session
import Wire

/// The table at which the player sits.
final class JoinTableViewController {
    let navigator: Navigator
    let games: [PartyGame]
    let view = PageView()
    var lobby: TableGuest?
    var prompt: Prompt?
    private let table: MatchmakingTable
    /// The connection to the host.
    private let link: Link
    private var hasJoined = false

    /// Creates the screen for a table in a relay room, to whose host there is a connection; push it.
    init(navigator: Navigator, games: [PartyGame] = PartyGame.all, joining table: MatchmakingTable, on link: Link) {
        (self.navigator, self.games, self.table, self.link) = (navigator, games, table, link)
        lobby = TableGuest(name: navigator.playerName, games: games.map(\.game), environment: navigator.environment)
    }

    private var isConnecting: Bool { if case .connected = lobby?.state { false } else { true } }
}

extension JoinTableViewController: LobbyScreen {
    var title: String { games.named(table.game)?.title ?? table.game }
    var hasCompany: Bool { !isConnecting }
    var hostName: String? { table.title }

    func didAppear() {
        guard !hasJoined, let lobby else { return }
        hasJoined = true
        lobby.didHappen = { [weak self] event in
            self?.follow(event)
            guard case .notJoined(let table, let reason) = event else { return }
            self?.lobby?.leave()
            self?.close(saying: reason.sentence(joining: table.title))
        }
        lobby.join(table, on: link)
    }

    func lobbyDidChange() {
        stopAskingToLeave()
        navigator.setNeedsDisplay()
    }

    func page(in size: Size) -> Page {
        var page = Page()
        page.isActive = prompt == nil
        page.headline =
            isConnecting ? [.init(.label, tr("Connecting to {host}…", ["host": table.title]))] : notes
        let isConnecting = isConnecting
        page.keys =
            answers() + [
                Binding(
                    .escape, .character("q"), label: isConnecting ? tr("Cancel") : tr("Back"),
                    help: isConnecting ? tr("Stop connecting.") : tr("Leave the table, or go back."),
                    isAvailable: { [unowned self] in prompt == nil },
                    action: { [unowned self] _ in askToLeave() })
            ]
        return page
    }

    private var notes: [Page.Note] {
        let roster = lobby?.roster ?? []
        var titles = PresenceWords.titles(of: roster)
        if let place = lobby?.myPlace, titles.indices.contains(place) { titles[place] = tr("You") }
        // A host who is missing is named below.
        let isHostThere = !absences.contains(where: \.isHost)
        return [
            isHostThere ? .init(.label, tr("Waiting for {host} to start {game}…", ["host": table.title, "game": title])) : nil,
            .init(.plain, tr("At the table:")),
        ].compactMap(\.self) + titles.map { .init(.title, $0, indent: 2) }
            + [PresenceWords.ownName(among: roster.map(\.name), at: lobby?.myPlace)].compactMap { $0.map { .init(.plain, $0) } }
            + [games.named(table.game)?.rules ?? "", table.timeControl?.sentence ?? ""].filter { !$0.isEmpty }
            .map { .init(.faint, $0) }
    }
}
