// Players near you: the player's own name, visibility and game, everybody on the network, to be invited, and the tables at which one can
// sit down, live.

import Language
import Screen
import Session
import Wire

/// The list of players and tables on the local network.
final class NearbyViewController {
    let navigator: Navigator
    let games: [PartyGame]
    let view = PageView()
    var lobby: NearbyLobby?
    var prompt: Prompt?
    /// The listed tables, until the player goes to one; nil while the list is not on top.
    private(set) var tables: TableGuest?
    /// The game that the player left with “Save and leave”, as long as it can be resumed.
    var saved: ResumableGame?
    /// Whether the player stays on the list after leaving the table.
    private var keepsList = false
    /// The guest whom the player is asked about sending away.
    var unwanted: String?
    /// Joins the table at a typed address.
    private(set) lazy var joining: Joining = {
        let joining = Joining(environment: navigator.environment)
        joining.didHappen = { [weak self] in self?.receive($0) }
        return joining
    }()

    enum Row: Hashable {
        case name, visible, game, resume, start, address
        case player(String)
        case table(String)
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
    /// The player in the chosen row; nil if it is another row.
    var chosenPlayer: NearbyPlayer? { players.first { AnyHashable(Row.player($0.id)) == view.chosen } }

    /// Leaves the table; back to the menu, or not.
    func leave(keepingList: Bool) {
        keepsList = keepingList
        askToLeave()
    }
}

// MARK: - The lobby

extension NearbyViewController: LobbyScreen {
    var title: String { tr("Players near you") }
    var status: String { navigator.playerName }
    var isWithOthers: Bool { false }
    var isList: Bool { true }
    var offersSavedGame: Bool { true }
    var hostName: String? { lobby?.hostName }
    var hasCompany: Bool { lobby?.roster.isEmpty == false }
    var question: String? {
        leavingQuestion ?? unwanted.map { tr("Send {name} away?", ["name": TextWidth.clip(lobby?.name(of: $0) ?? "", to: 24)]) }
    }

    func leaveTable() { if keepsList { lobby?.leaveTable() } else { navigator.pop() } }

    func didAppear() {
        let last = saved
        saved = navigator.launcher.savedGame
        if saved != nil, saved?.token != last?.token { view.choose(Row.resume) }
        lobby = navigator.nearby.open(for: self)
        lookForTables()
    }

    func didLeave() {
        rest()
        navigator.nearby.close()
    }

    func rest() {
        lobby = nil
        // The list may come back after a game.
        joining.goBack()
        closeTables()
        prompt = nil
        view.hasMoved = false
    }

    /// Looks for tables, unless the player sits at one.
    private func lookForTables() {
        guard tables == nil, let lobby, !lobby.isGuest else { return }
        let guest = TableGuest(
            name: navigator.playerName, games: games.map(\.game), environment: navigator.environment, id: lobby.id)
        tables = guest
        guest.didHappen = { [weak self] _ in self?.lobbyDidChange() }
        guest.search()
    }

    /// Nobody looks for tables any more.
    private func closeTables() {
        tables?.leave()
        tables = nil
    }

    func lobbyDidChange() {
        guard let lobby else { return }
        stopAskingToLeave()
        lookForTables()
        if let unwanted, state(of: unwanted)?.isAtTable != true { stopAsking() }
        // A player who has not chosen anything most likely wants the first one who appears, or to start when somebody has sat down.
        let rows = updatedPage().rows  // each gets its digit as it comes
        let isChosen = !lobby.isHost && rows.contains { $0.isEntry && $0.id == view.chosen }
        // What is typed belongs to its row.
        if !view.hasMoved, view.field == nil, !isChosen, let first = rows.first(where: { $0.isEntry }) { view.choose(first.id) }
        navigator.setNeedsDisplay()
    }

    /// Chooses the host's row, so that another Enter changes nothing; as the host, the one that starts the game.
    func didAccept(_ id: String) {
        view.hasMoved = true
        view.choose(lobby?.isHost == true ? Row.start : .player(id))
    }
}

// MARK: - Settings

extension NearbyViewController {
    func change(_ row: Row, by step: Int) {
        switch row {
        case .name: typeName()
        case .visible:
            var settings = navigator.settings
            settings.visible.toggle()
            navigator.change(settings)
        default: changeGame(by: step)
        }
    }

    /// Whether somebody has accepted an invitation, or not answered it yet.
    var isGameFixed: Bool {
        lobby?.listedTable != nil || players.contains { [.connecting, .invited].contains($0.state) || $0.state.isAtTable }
    }

    func changeGame(by step: Int) {
        guard let nearby = lobby, let index = games.firstIndex(where: { $0.game == nearby.game }) else { return }
        if isGameFixed {
            return navigator.show(alert: whyGameIsFixed) { [weak self] in self?.isGameFixed == true }
        }
        nearby.game = games[(index + step + games.count) % games.count].game
        navigator.setNeedsDisplay()
    }
}

// MARK: - Invitations

extension NearbyViewController {
    func didChoose(_ id: String) {
        switch state(of: id) {
        case let state where startsGame(on: state): startGame()
        case .notConnected, .inviting, .declined, .noAnswer, .otherVersion: lobby?.invite(id)
        case .connecting, .invited: lobby?.takeBack(id)
        // The line below the list says why.
        case .sitting, .playing, .busy:
            guard let lobby else { break }
            navigator.nearby.show(tr("{name} cannot be invited now.", ["name": lobby.name(of: id)]), about: id, in: lobby)
        case .connected, .silent, .lost: if lobby?.isHost == true { startGame() } else { sayHowThingsAre() }
        case nil: break
        }
    }

    /// Whether Enter starts the game on the row of somebody who sits nowhere: nobody else can sit down at the player's table.
    func startsGame(on state: NearbyPlayer.State?) -> Bool {
        [.notConnected, .declined, .noAnswer].contains(state) && lobby?.isReady == true
    }

    /// Says who starts the game. The page says it itself if the host is missing.
    func sayHowThingsAre() {
        guard let lobby, lobby.isHostThere, let host = lobby.hostName else { return }
        navigator.show(alert: tr("Waiting for {host} to start {game}…", ["host": host, "game": gameTitle(lobby)])) {
            [weak lobby] in
            lobby?.isHostThere == true
        }
    }

    func startGame() {
        guard let nearby = lobby else { return }
        let count = nearby.roster.count
        guard nearby.game.players.contains(count) else {
            return navigator.show(
                alert: trn(
                    "{game} is for {size}, and there is {count} of you.",
                    "{game} is for {size}, and there are {count} of you.", count, ["game": game.title, "size": game.size])
            ) { [weak self] in
                self?.lobby?.roster.count == count
            }
        }
        if !saysWhoIsMissing { nearby.startGame() }
    }
}

// MARK: - Sending away

extension NearbyViewController {
    /// Asks whether to send the chosen player away.
    func askToSendAway() {
        guard let player = chosenPlayer, player.state.isAtTable, lobby?.isHost == true else { return }
        unwanted = player.id
        prompt = Prompt(choices: [.keep, .sendAway], chosen: 0)
        navigator.setNeedsDisplay()
    }

    private func stopAsking() {
        unwanted = nil
        closePrompt()
    }

    func answer(_ choice: Prompt.Choice) {
        if isAskedToLeave { return answerLeaving(choice) }
        closePrompt()
        if choice == .sendAway, let unwanted { lobby?.sendAway(unwanted) }
        unwanted = nil
        if choice == .sendAway, lobby?.isHost == true { view.choose(Row.start) }
    }
}

// MARK: - Tables

extension NearbyViewController {
    /// Hosts a table for the chosen game, which everybody sees in the list.
    func hostTable() {
        guard let lobby, isFreeForTable(), lobby.listedTable == nil else { return }
        view.hasMoved = false
        navigator.launcher.farewell = nil
        do throws(NetworkFailure) {
            try lobby.hostTable()
        } catch {
            navigator.show(alert: tr("The table cannot be hosted: {reason}.", ["reason": error.reason]), untilKey: true)
        }
        navigator.setNeedsDisplay()
    }

    /// Hosts a table for this game.
    func hostTable(of id: String) {
        if let lobby, let game = games.named(id) { lobby.game = game.game }
        hostTable()
    }

    /// Sits down at a listed table, or at one to whose host there is a connection.
    func join(_ table: MatchmakingTable, on link: Link? = nil) {
        if link == nil, table.isFull { return navigator.show(alert: RefusalReason.full.sentence) }
        guard isFreeForTable(), let lobby, let guest = tables else { return link?.close() ?? () }
        tables = nil
        lobby.sit(at: table, as: guest, on: link)
        if let host = guest.hosts[table.name] { view.choose(Row.player(host)) }
        navigator.setNeedsDisplay()
    }

    /// Whether the player sits at no table of invitations; says so otherwise.
    private func isFreeForTable() -> Bool {
        guard let lobby, hasCompany else { return true }
        let sentence = tr("You are at a table with {names}. Close it first (D).", ["names": listed(lobby.companions)])
        navigator.show(alert: sentence) { [weak self] in self?.hasCompany == true }
        return false
    }

    /// Connects to the table at any of the addresses in a line.
    func join(_ line: String) {
        do throws(AddressMistake) {
            let addresses = line.split(whereSeparator: \.isWhitespace).map(String.init)
            if addresses.isEmpty { throw .empty }
            guard isFreeForTable() else { return }
            joining.joinTable(try navigator.environment.target(typed: addresses))
        } catch {
            navigator.show(alert: error.sentence, untilKey: true)
        }
    }

    private func receive(_ event: JoiningEvent) {
        switch event {
        case .foundTable(let table, let link):
            view.field = nil
            join(table, on: link)
        case .failed(let failure, let target):
            navigator.show(alert: failure.sentence(joining: target.name, at: target.endpoint), untilKey: true)
        case .joined(let target, let link, _):
            link.close()
            let facts: Fillings = ["address": target.name]
            navigator.show(
                alert: tr("There is no table at {address}. A game is joined under Join a game.", facts), untilKey: true)
        case .changed, .refused, .codeRepeated: break
        }
        navigator.setNeedsDisplay()
    }
}

extension Page.Row {
    /// Whether it is a player, a table, the saved game or the start of one.
    fileprivate var isEntry: Bool {
        switch id.base as? NearbyViewController.Row {
        case .player, .table, .resume, .start: true
        case .name, .visible, .game, .address, nil: false
        }
    }
}
