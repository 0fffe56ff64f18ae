// Joining a table: the live list of tables with a line for an address, or the table of a relay room; then waiting at it with the others.

import Language
import Screen
import Session
import Wire

/// The list of tables, and the table at which the player sits.
final class JoinTableViewController {
    let navigator: Navigator
    let games: [PartyGame]
    let view = PageView()
    var lobby: TableGuest?
    var prompt: Prompt?
    /// The table of a relay room, and the connection to its host; nil if there is a list.
    private let arrival: (table: MatchmakingTable, link: Link)?
    private var tableCount = 0
    /// Joins the table at a typed address.
    private lazy var joining: Joining = {
        let joining = Joining(environment: navigator.environment)
        joining.didTell = { [weak self] in self?.receive($0) }
        return joining
    }()

    private enum RowID: Hashable {
        case table(String)
        case address
    }

    /// The longest line of addresses, in bytes.
    private static let longestLine = 300

    /// Creates the list of tables; push it.
    init(navigator: Navigator, games: [PartyGame] = PartyGame.all) {
        self.navigator = navigator
        self.games = games
        arrival = nil
    }

    /// Creates the screen for the table of a relay room.
    init(navigator: Navigator, table: MatchmakingTable, link: Link) {
        self.navigator = navigator
        games = PartyGame.all
        arrival = (table, link)
    }

    private var tables: [MatchmakingTable] { arrival == nil ? lobby?.tables ?? [] : [] }

    private func title(of table: MatchmakingTable) -> String { games.named(table.game)?.title ?? table.game }

    /// The connection attempt, in words; nil if there is none.
    private var progress: String? {
        if arrival == nil, joining.activity != nil { return tr("Connecting to {host}…", ["host": joining.target?.name ?? ""]) }
        guard arrival == nil, case .connecting(let table) = lobby?.state else { return nil }
        return tr("Connecting to {host}…", ["host": table.title])
    }

    /// Connects to the table at any of the addresses in a line.
    private func join(_ line: String) {
        do throws(AddressMistake) {
            let addresses = line.split(whereSeparator: \.isWhitespace).map(String.init)
            if addresses.isEmpty { return goBack() }
            joining.joinTable(try navigator.environment.target(typed: addresses))
        } catch {
            navigator.show(alert: error.sentence)
        }
    }

    private func goBack() {
        if joining.goBack() { return }
        if view.field == nil { return askToLeave() }
        view.field = nil
        navigator.setNeedsDisplay()
    }
}

extension JoinTableViewController {
    private func receive(_ event: JoiningEvent) {
        switch event {
        case .foundTable(let table, let link):
            view.field = nil
            navigator.closeAlert()
            lobby?.join(table, on: link)
        case .failed(let failure, let target):
            navigator.show(alert: failure.sentence(joining: target.name, at: target.endpoint))
        case .joined(let target, let link, _):
            link.close()
            navigator.show(alert: tr("There is no table at {address}.", ["address": target.name]))
        case .changed, .refused, .codeRepeated: break
        }
        navigator.setNeedsDisplay()
    }
}

extension JoinTableViewController: LobbyScreen {
    var title: String { tr("Join a table") }

    func didAppear() {
        guard lobby == nil else { return }
        let guest = TableGuest(name: navigator.playerName, games: games.map(\.game), environment: navigator.environment)
        lobby = guest
        guest.didHappen = { [weak self] event in
            self?.follow(event)
            if case .notJoined(let table, let reason) = event { self?.didNotJoin(table, because: reason) }
        }
        if let arrival { guest.join(arrival.table, on: arrival.link) } else { guest.search() }
    }

    func didLeave() {
        joining.cancel()
        closeLobby()
    }

    var hasCompany: Bool { if case .connected = lobby?.state { true } else { false } }

    /// The first table to come is chosen.
    func lobbyDidChange() {
        stopAskingToLeave()
        if tableCount == 0, let first = tables.first { view.choose(RowID.table(first.name)) }
        tableCount = tables.count
        navigator.setNeedsDisplay()
    }

    private func didNotJoin(_ table: MatchmakingTable, because reason: SeatRefusal) {
        let sentence = reason.sentence(joining: table.title)
        if arrival == nil { navigator.show(alert: sentence) } else { close(saying: sentence) }
    }
}

// MARK: - The page

extension JoinTableViewController {
    func page(in size: Size) -> Page {
        var page = Page()
        page.isActive = prompt == nil
        if case .connected(let table) = lobby?.state {
            page.headline = notes(at: table)
        } else {
            page.headline = [headline]
            page.rows = tables.map { row(of: $0, isRoomy: size.width >= Self.leastRoomy) }
            page.verb = Page.Verb(label: tr("Join"), help: tr("Sit down at the chosen table."))
            (page.arrowHelp, page.digitHelp) = (tr("Choose a table."), tr("Sit down at that table."))
            if arrival == nil {
                page.rows.append(addressRow)
                page.field = addressField
            }
            page.busy = progress
            page.reserved = 1
        }
        page.keys =
            answers() + [
                Binding(
                    .escape, .character("q"), label: tr("Cancel"), help: tr("Stop connecting."),
                    isAvailable: { [unowned self] in progress != nil },
                    action: { [unowned self] _ in joining.goBack() ? () : lobby?.cancel() ?? () }),
                Binding(
                    .escape, .character("q"), label: tr("Back"), help: tr("Leave the table, or go back."),
                    isAvailable: { [unowned self] in progress == nil && prompt == nil },
                    action: { [unowned self] _ in goBack() }),
            ]
        return page
    }

    private var addressRow: Page.Row {
        Page.Row.address(RowID.address, help: tr("Type or paste the host's address.")) { [unowned self] in
            view.field = view.field ?? TextField(limit: Self.longestLine, isLeftToRight: true)
        }
    }

    private var addressField: Page.Field {
        Page.Field(
            labels: [tr("Address:")], placeholder: tr("such as 192.168.1.7"),
            question: tr("Type or paste the address on the host's screen. An empty line goes back.")
        ) { [unowned self] in if let field = view.field { join(field.text) } }
    }

    private var headline: Page.Note {
        if let arrival { return .init(.label, tr("Connecting to {host}…", ["host": arrival.table.title])) }
        if let trouble = lobby?.trouble { return .init(.problem, trouble.sentence(browsing: .table)) }
        return .init(.label, tables.isEmpty ? tr("Looking for tables on this network…") : tr("Tables on this network:"))
    }

    /// The columns from which on a row starts with the game. On a narrower screen it starts with the host, who tells tables of one game
    /// apart.
    private static let leastRoomy = 50

    private func row(of table: MatchmakingTable, isRoomy: Bool) -> Page.Row {
        let title = title(of: table)
        let host = tr("{host}, {players}/{limit} players", ["host": table.title, "players": table.players, "limit": table.limit])
        let short = separated([isolated(table.title), "\(table.players)/\(table.limit)"])
        var row = Page.Row(RowID.table(table.name), isRoomy ? title : short, detail: isRoomy ? host : title) { [unowned self] in
            lobby?.join(table)
        }
        row.cutsDetail = true
        row.announcedText = labelled(title, host)
        return row
    }

    private func notes(at table: MatchmakingTable) -> [Page.Note] {
        let roster = lobby?.roster ?? []
        return [
            .init(.label, tr("Waiting for {host} to start {game}…", ["host": table.title, "game": title(of: table)])),
            .init(.plain, tr("At the table:")),
        ] + PresenceWords.titles(of: roster).map { .init(.title, $0, indent: 2) }
            + [PresenceWords.ownName(among: roster.map(\.name), at: lobby?.myPlace)].compactMap { $0.map { .init(.plain, $0) } }
            + [games.named(table.game)?.rules ?? ""].filter { !$0.isEmpty }.map { .init(.faint, $0) }
    }
}
