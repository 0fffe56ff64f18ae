// Hosting a table in a relay room: the player chooses a game, others sit down, and the player starts. On the local network a table is hosted in
// the list of players near you.

import Language
import Screen
import Session
import Wire

/// A table that this player hosts.
final class HostTableViewController {
    let navigator: Navigator
    let games: [PartyGame]
    let view = PageView()
    var lobby: TableHost?
    var prompt: Prompt?
    /// The game that is played at the table.
    private var game: PartyGame
    /// The guest whom the player is asked about sending away.
    private var unwanted: Int?
    /// Who sat at the table.
    private var former: [TableHost.Guest] = []

    private enum Row: Hashable {
        case game(String), start, guest(Int)
    }

    /// Creates the screen, which first asks for a game; push it.
    init(navigator: Navigator, games: [PartyGame] = PartyGame.all) {
        self.navigator = navigator
        self.games = games
        game = games[0]
    }

    private var guests: [TableHost.Guest] { lobby?.guests ?? [] }

    private func host(_ game: PartyGame) {
        self.game = game
        let table = TableHost(
            game: game.game, timeControl: navigator.settings.timeControl, environment: navigator.environment)
        table.didHappen = { [weak self] in self?.follow($0) }
        guard host(at: table) else { return }
        lobby = table
        view.list = ChoiceList()
        view.choose(Row.start)
        navigator.setNeedsDisplay()
    }

    /// Opens the table, or moves it to another room. Returns whether others can come.
    @discardableResult
    private func host(at table: TableHost) -> Bool {
        do throws(NetworkFailure) {
            try table.open(name: navigator.playerName, at: RelayEndpoint.anyRoom.endpoint)
            return true
        } catch {
            navigator.show(alert: tr("The table cannot be hosted: {reason}.", ["reason": error.reason]), untilKey: true)
            return false
        }
    }

    private func start() {
        guard let table = lobby else { return }
        if saysWhoIsMissing { return }
        guard table.hasTooFewPlayers else { return table.start() }
        let count = guests.count
        navigator.show(
            alert: tr("{game} is for {size}: wait until somebody sits down.", ["game": game.title, "size": game.size])
        ) { [weak self] in
            self?.guests.count == count
        }
    }

    private func askToSendAway(_ guest: Int) {
        unwanted = guest
        prompt = Prompt(choices: [.keep, .sendAway], chosen: 0)
        navigator.setNeedsDisplay()
    }

    private func stopAsking() {
        unwanted = nil
        closePrompt()
    }
}

extension HostTableViewController: LobbyScreen {
    var hasCompany: Bool { !guests.isEmpty }

    func lobbyDidChange() {
        guard lobby != nil else { return }
        let gone = former.filter { guest in !guests.contains { $0.id == guest.id } }
        former = guests
        if case .guest(let id) = view.chosen?.base as? Row, gone.contains(where: { $0.id == id }) { view.choose(Row.start) }
        // Whoever lost the connection and sits down anew has not left. Text mode says it of the row.
        for guest in gone where navigator.listener == nil && !guests.contains(where: { $0.name == guest.name }) {
            navigator.show(alert: tr("{name} left.", ["name": guest.name]))
        }
        if unwanted != nil, !guests.contains(where: { $0.id == unwanted }) { stopAsking() }
        stopAskingToLeave()
        navigator.setNeedsDisplay()
    }

    var title: String { lobby == nil ? tr("Host a table") : game.title }
    var status: String {
        lobby.map {
            tr("{players}/{limit} players", ["players": $0.table.players, "limit": $0.table.limit])
        } ?? navigator.playerName
    }

    var question: String? {
        leavingQuestion
            ?? guests.first { $0.id == unwanted }.map { tr("Send {name} away?", ["name": TextWidth.clip(title(of: $0), to: 24)]) }
    }

    /// While we have no connection to the relay, that is what is said, and not that the others are missing.
    var absences: [Absence] {
        if case .failed = lobby?.offer?.state { return [] }
        return lobby?.absences ?? []
    }

    func answer(_ choice: Prompt.Choice) {
        if isAskedToLeave { return answerLeaving(choice) }
        let guest = guests.first { $0.id == unwanted }
        stopAsking()
        guard choice == .sendAway, let guest else { return }
        former.removeAll { $0.id == guest.id }
        view.choose(Row.start)
        lobby?.sendAway(guest)
        navigator.show(alert: tr("You sent {name} away.", ["name": guest.name]))
    }
}

// MARK: - The page

extension HostTableViewController {
    func page(in size: Size) -> Page {
        var page = Page()
        page.isActive = prompt == nil
        page.chapter = lobby == nil ? 0 : 1
        if let table = lobby {
            page.headline = notes(for: table, in: size)
            page.rows = [startRow] + guests.map(row(of:))
        } else {
            page.begin(
                tr("Which game?"), in: size, tr("You get a code for your friends, and start the game when all have sat down."))
            page.rows = games.map(row(of:))
        }
        page.keys = keys
        return page
    }

    private func row(of game: PartyGame) -> Page.Row {
        let verb = Page.Verb(label: tr("Host"), help: tr("Host a table for the chosen game."))
        return Page.Row(Row.game(game.game.id), game.title, detail: game.size, verb: verb) { [unowned self] in host(game) }
    }

    private var startRow: Page.Row {
        let verb = Page.Verb(label: tr("Start"), help: tr("Start the game with everyone at the table."))
        let detail = guests.isEmpty ? tr("nobody is here yet") : ""
        return Page.Row(Row.start, tr("Start the game"), detail: detail, verb: verb) { [unowned self] in start() }
    }

    private func title(of guest: TableHost.Guest) -> String {
        let roster = lobby?.roster ?? []
        let place = roster.firstIndex { $0.id == guest.player.id } ?? 0
        return roster.indices.contains(place) ? PresenceWords.titles(of: roster)[place] : guest.name
    }

    private func row(of guest: TableHost.Guest) -> Page.Row {
        let verb = Page.Verb(
            label: tr("Send away"), help: tr("Send the chosen player away."), keys: [.delete], isNeeded: false)
        let name = title(of: guest)
        var row = Page.Row(Row.guest(guest.id), name, detail: tr("send away"), verb: verb) { [unowned self] in
            askToSendAway(guest.id)
        }
        // A digit that was pressed too late would ask about somebody else.
        row.isNumbered = navigator.listener != nil
        row.news = tr("{name} sits down.", ["name": name])
        row.farewell = tr("{name} left.", ["name": name])
        return row
    }

    private var keys: [Binding] {
        let isFree = { [unowned self] in prompt == nil }
        let code = { [unowned self] in lobby?.offer?.roomCode?.text }
        return answers() + [
            Binding(
                .character("c"), label: tr("Copy"), help: tr("Copy the code for your friends."),
                isAvailable: { isFree() && code() != nil }
            ) { [navigator] _ in if let code = code() { navigator.copy(code) } },
            Binding(
                .character("n"), label: tr("New code"), help: tr("Change the room's number and the words."),
                isAvailable: { isFree() && code() != nil },
                action: { [unowned self] _ in if let lobby { host(at: lobby) } }),
            Binding(
                .character("l"), label: tr("More time"), help: tr("Give everyone 3 seconds longer to snap, or not."),
                isAvailable: { [unowned self] in isFree() && lobby != nil && game.hasSnapTime },
                action: { [unowned self] _ in navigator.toggleLongSnap() }),
            Binding(
                .escape, .character("q"), label: tr("Back"), help: tr("Close the table and go back."), isAvailable: isFree,
                action: { [unowned self] _ in askToLeave() }),
        ]
    }

    /// The text above the rows. On a tight screen the code comes first.
    private func notes(for table: TableHost, in size: Size) -> [Page.Note] {
        let isTight = size.height < 12
        let tightCode = isTight ? table.offer?.roomCode : nil
        var notes = tightCode.map { [Page.Note(.key, isolated($0.text))] } ?? []
        let others = PresenceWords.titles(of: table.roster).dropFirst()
        let mayStart = view.chosen == AnyHashable(Row.start) && !table.hasTooFewPlayers && table.absences.isEmpty
        notes.append(
            .init(
                .label,
                others.isEmpty
                    ? tr("Waiting for players of {game}…", ["game": game.title])
                    : company(of: [tr("You")] + others, isFull: table.table.isFull, mayStart: mayStart)))
        switch table.offer?.state {
        case .failed(let trouble):
            notes.append(.init(.problem, trouble.sentence(advertising: .table)))
            // The code stays that of the table.
            if table.offer?.roomCode != nil, tightCode == nil { notes += roomNotes(for: table, in: size) }
        default: notes += tightCode == nil ? roomNotes(for: table, in: size) : warningNotes(for: table)
        }
        if let ownName = PresenceWords.ownName(among: table.roster.map(\.name), at: 0) {
            notes.append(.init(.plain, ownName))
        }
        if !isTight, !game.rules.isEmpty { notes.append(.init(.faint, game.rules)) }
        if let control = table.table.timeControl { notes.append(.init(.faint, control.sentence)) }
        if game.hasSnapTime {
            notes.append(.init(.faint, timeToSnap))
        }
        return notes
    }

    private func warningNotes(for table: TableHost) -> [Page.Note] {
        HostGameWords.warning(about: table.offer).map { [.init(.problem, $0)] } ?? []
    }

    /// What friends have to type.
    private func roomNotes(for table: TableHost, in size: Size) -> [Page.Note] {
        guard let offer = table.offer, let code = offer.roomCode else { return [.init(.faint, tr("Looking for a free room…"))] }
        let words = HostGameWords(
            offer: offer, relay: navigator.settings.relayForFriend, name: navigator.playerName, departure: nil,
            width: min(size.width - 4, 70), height: size.height)
        return words.forTable(code) + [
            .init(.faint, tr("Nobody in between can read or change your game, not even the relay."))
        ]
    }
}
