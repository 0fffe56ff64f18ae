// Joining a table: the tables there are, live, or the one in a room whose code was typed; then the wait at one of them, with who else
// sits at it. It knows no network and no rules.

import Language
import Screen
import Session
import Wire

/// The list of tables.
final class JoinTableViewController {
    let navigator: Navigator
    let games: [PartyGame]
    var party: TableGuest?
    var list = ChoiceList()
    /// The table in a room, and the way to its host; nil where there is a list.
    private let arrival: (table: MatchmakingTable, way: PacketConnection)?

    /// The list of tables; push it.
    init(navigator: Navigator, games: [PartyGame] = PartyGameList.all) {
        self.navigator = navigator
        self.games = games
        arrival = nil
    }

    /// The table in a room whose code was typed.
    init(navigator: Navigator, table: MatchmakingTable, way: PacketConnection) {
        self.navigator = navigator
        games = PartyGameList.all
        arrival = (table, way)
    }

    private(set) lazy var bindings: [Binding] = [
        Binding(.up, .down, name: "↑↓", label: tr("Choose"), help: tr("Choose a table."), isAvailable: isChoosing) {
            [unowned self] in
            _ = list.move(by: $0)
            navigator.setNeedsDisplay()
        },
        Binding(
            .enter, .character(" "), name: "Enter", label: tr("Join"), help: tr("Sit down at the chosen table."), isNeeded: true,
            isAvailable: isChoosing
        ) {
            [unowned self] _ in open(list.chosen)
        },
        Binding(keys: Binding.digits, name: "1-9", help: tr("Sit down at that table."), isAvailable: isChoosing) {
            [unowned self] in
            if let index = list.index(named: $0) { open(index) }
        },
        Binding(
            .escape, .character("q"), label: tr("Cancel"), help: tr("Stop connecting."),
            isAvailable: { [unowned self] in isConnecting }, action: { [unowned self] _ in party?.cancel() }),
        Binding(
            .escape, .character("q"), label: tr("Back"), help: tr("Leave the table, or go back."),
            isAvailable: { [unowned self] in !isConnecting }, action: { [unowned self] _ in navigator.pop() }),
    ]

    private var isChoosing: () -> Bool { { [unowned self] in party?.client.state == .searchingForServers } }

    private var tables: [MatchmakingTable] { arrival == nil ? party?.client.tables ?? [] : [] }

    func open(_ index: Int) {
        guard tables.indices.contains(index) else { return }
        list.choose(index)
        navigator.setNeedsDisplay()
        let table = tables[index]
        guard games.named(table.game) != nil else {
            return navigator.show(alert: PartyGameList.sentence(forUnknown: table.game))
        }
        party?.join(table)
    }

    private var isConnecting: Bool { progress != nil }
}

// MARK: - The guest

extension JoinTableViewController: LobbyScreen, TableGuestDelegate {
    func lobbyDidChange(_ party: LobbyParty) {
        list.setRows(tables.map(\.name))
        navigator.setNeedsDisplay()
    }

    func guest(_ guest: TableGuest, didNotJoin table: MatchmakingTable, because reason: SeatRefusal) {
        let sentence = reason.sentence(joining: table.title)
        if arrival == nil { navigator.show(alert: sentence) } else { close(saying: sentence) }
    }

    func lobby(_ party: LobbyParty, doesNotKnow game: String) {
        close(saying: PartyGameList.sentence(forUnknown: game))
    }
}

// MARK: - The screen

extension JoinTableViewController: ViewController {
    var title: String { tr("Join a table") }

    func didAppear() {
        guard party == nil else { return }
        let guest = TableGuest(name: navigator.playerName, games: games.map(\.game), environment: navigator.environment)
        party = guest
        guest.screen = self
        if let arrival { guest.join(arrival.table, by: arrival.way) } else { guest.search() }
    }

    func didPress(_ key: Key) -> Bool { isChoosing() && pressList(key) }

    func draw(on canvas: Canvas, in area: Rect) {
        guard let guest = party else { return }
        let area = navigator.page(in: area, columns: 70, on: canvas)
        if case .connected(let table) = guest.client.state { return drawTable(table, guest.client.roster, on: canvas, in: area) }
        let page = LobbyPage(words: [headline(guest)], reserved: 1, glyphs: navigator.glyphs)
        let isRoomy = area.width >= Self.leastRoomy
        let rect = page.draw(&list, on: canvas, in: area, cutsBehind: { _ in true }) { line($0, isRoomy: isRoomy) }
        if let progress { page.drawBusy(progress, below: rect, on: canvas, in: area) }
    }

    /// What is said above the tables.
    func headline(_ guest: TableGuest) -> LobbyPage.Words {
        if let arrival { return .init(.label, tr("Connecting to {host}…", ["host": arrival.table.title])) }
        if let trouble = guest.trouble { return .init(.problem, trouble.sentence(browsing: .table)) }
        return .init(.label, tables.isEmpty ? tr("Looking for tables on this network…") : tr("Tables on this network:"))
    }

    /// A table of the list. On a narrow screen whose table it is comes first: of two with one game nothing else tells.
    func line(_ index: Int, isRoomy: Bool) -> (words: String, behind: String) {
        let table = tables[index]
        let title = games.named(table.game)?.title ?? table.game
        return isRoomy
            ? (
                title,
                tr("{host}, {players}/{limit} players", ["host": table.title, "players": table.players, "limit": table.limit])
            )
            : (separated([isolated(table.title), "\(table.players)/\(table.limit)"]), title)
    }

    /// What is under way; nil where nothing is.
    var progress: String? {
        guard arrival == nil, case .connecting(let table) = party?.client.state else { return nil }
        return tr("Connecting to {host}…", ["host": table.title])
    }

    private static let leastRoomy = 50

    /// What is said at a table.
    func words(at table: MatchmakingTable, _ roster: [String]) -> [LobbyPage.Words] {
        let title = games.named(table.game)?.title ?? table.game
        return [
            .init(.label, tr("Waiting for {host} to start {game}…", ["host": table.title, "game": title])),
            .init(.plain, tr("At the table:")),
        ] + roster.map { .init(.title, $0, indent: 2) }
    }

    private func drawTable(_ table: MatchmakingTable, _ roster: [String], on canvas: Canvas, in area: Rect) {
        var nothing = ChoiceList()
        _ = LobbyPage(words: words(at: table, roster), glyphs: navigator.glyphs).draw(&nothing, on: canvas, in: area) { _ in
            ("", "")
        }
    }
}
