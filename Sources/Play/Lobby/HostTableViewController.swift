// Hosting a table: first the game is chosen, then players come, and the host starts. It knows no network and no rules.

import Language
import Screen
import Session
import Wire

/// A table that this player hosts.
final class HostTableViewController {
    let navigator: Navigator
    let games: [PartyGame]
    var party: TableHost?
    var list = ChoiceList()
    /// What is played at it.
    private var game: PartyGame
    /// Whether it is in a room for friends anywhere, and not for all on this network.
    private let isOnline: Bool
    /// Who is to be sent away, once the player has said yes.
    private var unwanted: Int?
    var prompt: Prompt?

    /// The choice of a game; push it.
    init(navigator: Navigator, games: [PartyGame] = PartyGameList.all, isOnline: Bool = false) {
        self.navigator = navigator
        self.games = games
        self.isOnline = isOnline
        game = games[0]
        list.setCount(games.count)
    }

    private(set) lazy var bindings: [Binding] = makeBindings()

    private func makeBindings() -> [Binding] {
        let isFree = { [unowned self] in prompt == nil }
        return askingBindings + [
            Binding(.up, .down, name: "↑↓", label: tr("Choose"), help: tr("Choose a line."), isAvailable: isFree) {
                [unowned self] in
                _ = list.move(by: $0)
                navigator.setNeedsDisplay()
            },
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Host"), help: tr("Host a table for the chosen game."),
                isNeeded: true,
                isAvailable: { [unowned self] in party == nil }, action: { [unowned self] _ in open(list.chosen) }),
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Start"),
                help: tr("Start the game with everyone at the table."),
                isNeeded: true,
                isAvailable: { [unowned self] in isFree() && party != nil && list.chosen == 0 },
                action: { [unowned self] _ in open(0) }),
            Binding(
                .enter, .character(" "), .delete, name: "Enter", label: tr("Send away"), help: tr("Send the chosen player away."),
                isAvailable: { [unowned self] in isFree() && party != nil && list.chosen > 0 },
                action: { [unowned self] _ in open(list.chosen) }),
            Binding(keys: Binding.digits, name: "1-9", help: tr("Choose that line."), isAvailable: isFree) { [unowned self] in
                if let index = list.index(named: $0) { open(index) }
            },
            Binding(
                .character("n"), label: tr("New code"), help: tr("Change the room's number and the words."),
                isAvailable: { [unowned self] in isFree() && party != nil && isOnline },
                action: { [unowned self] _ in if let party { host(at: party) } }),
            Binding(
                .character("l"), label: tr("Longer"), help: tr("Give everyone 3 seconds longer to snap, or not."),
                isAvailable: { [unowned self] in isFree() && party != nil && game.hasSnapTime },
                action: { [unowned self] _ in navigator.toggleLongSnap() }),
            Binding(
                .escape, .character("q"), label: tr("Back"), help: tr("Close the table and go back."), isAvailable: isFree,
                action: { [unowned self] _ in navigator.pop() }),
        ]
    }

    /// While the player is asked whether to send somebody away.
    private var askingBindings: [Binding] {
        answerBindings(
            yes: ([.character("y")], tr("Send that player away.")), no: ([.character("n"), .escape], tr("Keep that player."))
        ) { [unowned self] in answer(isYes: $0) }
    }

    private func answer(isYes: Bool) {
        let client = clients.first { $0.id == unwanted }
        stopAsking()
        if isYes, let client { party?.sendAway(client) }
    }

    private func stopAsking() {
        unwanted = nil
        closePrompt()
    }

    private var clients: [MatchmakingServer.Client] { party?.server.clients ?? [] }

    func open(_ index: Int) {
        list.choose(index)
        navigator.setNeedsDisplay()
        guard let table = party else { return host(games[index]) }
        if index == 0 {
            table.start()
        } else if clients.indices.contains(index - 1) {
            unwanted = clients[index - 1].id
            prompt = Prompt(choices: [.keep, .sendAway], chosen: 0)
        }
    }

    private func host(_ game: PartyGame) {
        self.game = game
        let table = TableHost(game: game.game, environment: navigator.environment)
        table.screen = self
        guard host(at: table) else { return }
        party = table
        list = ChoiceList()
        list.setRows(rows)
    }

    /// Opens the table, or moves it to another room; false: nobody could come.
    @discardableResult
    private func host(at table: TableHost) -> Bool {
        do throws(NetworkFailure) {
            try table.open(name: navigator.playerName, in: isOnline ? try room() : nil)
            return true
        } catch {
            navigator.show(alert: tr("The table cannot be hosted: {reason}.", ["reason": error.reason]))
            return false
        }
    }

    private func room() throws(NetworkFailure) -> TableRoom {
        let place = RelayEndpoint.anyRoom.endpoint
        guard let door = PassphraseGate(listedAs: place.text, isAnonymous: true, environment: navigator.environment) else {
            throw .noMemory
        }
        return (place, door)
    }

    /// The lines while hosting: to start, and the clients by connection.
    private var rows: [Int?] { [nil] + clients.map(\.id) }
}

// MARK: - The table

extension HostTableViewController: LobbyScreen, TableHostDelegate, Prompting {
    func lobbyDidChange(_ party: LobbyParty) {
        guard self.party != nil else { return }
        list.setRows(rows)
        if unwanted != nil && !rows.contains(unwanted) { stopAsking() }
        navigator.setNeedsDisplay()
    }

    func tableHasTooFewPlayers(_ table: TableHost) {
        let count = clients.count
        navigator.show(
            alert: tr("{game} is for {size}: wait until somebody sits down.", ["game": game.title, "size": game.size])
        ) { [weak self] in
            self?.clients.count == count
        }
    }
}

// MARK: - The screen

extension HostTableViewController: ViewController {
    var title: String { tr("Host a table") }
    var status: String {
        party.map {
            tr("{players}/{limit} players", ["players": $0.server.table.players, "limit": $0.server.table.limit])
        } ?? ""
    }

    var barPrompt: Prompt? { prompt }
    var question: String? {
        clients.first { $0.id == unwanted }.map { tr("Send {name} away?", ["name": TextWidth.clip($0.name, to: 24)]) }
            ?? PresenceWords.sentence(for: party?.silentNames ?? [])
    }

    func didPress(_ key: Key) -> Bool {
        guard prompt != nil else { return pressList(key) }
        let canvas = navigator.canvas
        guard case .click(let point) = key, point.y == canvas.size.height - 1,
            prompt?.choose(at: point.x, width: canvas.size.width) == true
        else { return false }
        answer(isYes: prompt?.choice == .sendAway)
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        let area = navigator.page(in: area, columns: 70, on: canvas)
        guard let table = party else {
            let page = LobbyPage(words: [.init(.label, tr("Which game?"))], glyphs: navigator.glyphs)
            _ = page.draw(&list, on: canvas, in: area, text: line)
            return
        }
        let page = LobbyPage(words: words(for: table), glyphs: navigator.glyphs)
        _ = page.draw(&list, on: canvas, in: area, text: line)
    }

    /// A game to host; at the table the start, and who sits there.
    func line(_ index: Int) -> (words: String, behind: String) {
        if party == nil { return (games[index].title, games[index].size) }
        let clients = clients
        if index == 0 { return (tr("Start the game"), clients.isEmpty ? tr("nobody is here yet") : "") }
        return clients.indices.contains(index - 1) ? (clients[index - 1].name, tr("send away")) : ("", "")
    }

    func words(for table: TableHost) -> [LobbyPage.Words] {
        let isFull = table.server.table.isFull
        // On a small screen nothing is worth more than the code.
        let tightCode = navigator.canvas.size.height < 14 ? table.code : nil
        var words = tightCode.map { [LobbyPage.Words(.key, isolated($0.text))] } ?? []
        words.append(
            .init(.label, isFull ? tr("The table is full.") : tr("Waiting for players of {game}…", ["game": game.title])))
        if let trouble = table.trouble {
            words.append(.init(.problem, trouble.sentence(advertising: .table)))
        } else if isOnline {
            words += tightCode == nil ? roomWords(for: table) : mistakeWords(for: table)
        } else if let name = table.publishedName {
            words.append(.init(.plain, tr("Others find it under Join a table as {name}.", ["name": name])))
        } else {
            words.append(.init(.faint, tr("Publishing the table as {name}…", ["name": navigator.playerName])))
        }
        if game.hasSnapTime {
            let slack = SnapWords.slack(navigator.settings.snapSlack)
            words.append(.init(.faint, slack ?? tr("Everyone has the usual time to snap. L gives them 3 seconds more.")))
        }
        return words
    }

    /// That somebody tries codes.
    private func mistakeWords(for table: TableHost) -> [LobbyPage.Words] {
        HostGameWords.warning(ofWrongCodes: table.wrongCodes).map { [.init(.problem, $0)] } ?? []
    }

    /// What others have to type, and whether somebody tries codes.
    private func roomWords(for table: TableHost) -> [LobbyPage.Words] {
        guard let code = table.code else { return [.init(.faint, tr("Looking for a free room…"))] }
        return [
            .init(.plain, tr("Your friends choose Play online → With a friend → Join and type this code:")),
            .init(.key, isolated(code.text), indent: 2),
        ] + mistakeWords(for: table) + [
            .init(.faint, tr("Nobody on the way can read your game or change it, nor can the relay."))
        ]
    }
}
