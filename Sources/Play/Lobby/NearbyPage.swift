// The page of the players near you: its text, its rows and what they do.

import Language
import Screen
import Session
import Text
import Wire

extension NearbyViewController {
    func page(in size: Size) -> Page {
        var page = Page(
            placement: .table,
            verb: Page.Verb(label: tr("Change"), help: tr("Edit your setting, or save the name."), isNeeded: false))
        guard let nearby = lobby else { return page }
        let isAtTable = !nearby.roster.isEmpty || nearby.isGuest
        let tables = isAtTable ? [] : tables?.tables ?? []
        let hosts = Set(tables.compactMap { self.tables?.hosts[$0.name] })
        // One row for a player who hosts a table, and none for the player's own.
        let players = nearby.players.filter { !hosts.contains($0.id) }
        let others = tables.filter { self.tables?.hosts[$0.name] != nearby.id }
        page.isLive = true
        // It would invite, or take the invitation back. In text mode a number opens its row, and therefore stays with it.
        page.opensOnDigit = navigator.listener != nil
        let hasAddress = players.contains { $0.address != nil }
        (page.heads, page.tabs) = ([tr("Name"), "  " + tr("State")] + (hasAddress ? [tr("Address")] : []), [22, 43])
        page.headline = notes(for: nearby, isRoomy: size.height >= 16)
        let resuming = isAtTable ? [] : [saved.map(row(resuming:))].compactMap(\.self)
        let start = nearby.isHost ? [startRow(of: nearby)] : []
        page.rows = settingRows(nearby) + resuming + start + players.map(row(of:)) + others.map(row(of:))
        if players.isEmpty && others.isEmpty && nearby.roster.isEmpty { page.more = tr("Looking for players on this network…") }
        // It stays while it is typed in.
        if !isAtTable && nearby.listedTable == nil || view.field != nil && isTypingAddress { page.rows.append(addressRow) }
        let isAlone = players.isEmpty && others.isEmpty && nearby.roster.isEmpty
        page.notes =
            isAlone && nearby.listedTable == nil && view.chosen != AnyHashable(Row.resume)
            ? [
                Page.Note(.plain, tr("Everybody on this network who opens Players near you appears here.")),
                Page.Note(.faint, JoinGameViewController.hidden, isAnnounced: false),
            ] : [Page.Note(.plain, about(nearby, others), isAnnounced: false)].filter { !$0.text.isEmpty }
        // Beside the player's own table it stands above.
        if game.hasSnapTime, !nearby.isGuest, nearby.listedTable == nil {
            page.notes.append(Page.Note(.faint, timeToSnap, isAnnounced: false))
        }
        page.isActive = !isAsked && prompt == nil
        // What Enter does then stands in the question.
        if !page.isActive { page.notes.removeAll { !$0.isAnnounced } }
        makeRoom(in: &page)
        page.field = isTypingAddress ? addressField : nameField
        page.busy = joining.activity == nil ? nil : tr("Connecting to {host}…", ["host": joining.target?.name ?? ""])
        page.keys = keys
        return page
    }

    private var keys: [Binding] {
        let isFree = { [unowned self] in !isAsked && prompt == nil && joining.activity == nil }
        let canSendAway = { [unowned self] in
            isFree() && lobby?.isHost == true && chosenPlayer?.state.isAtTable == true
        }
        let isHosting = lobby?.listedTable != nil
        return answers() + [
            Binding(
                .character("s"), label: tr("Send away"), help: tr("Send the chosen player away."), isAvailable: canSendAway,
                standing: { [unowned self] in
                    // Beside a table of the player's own the room is for the address.
                    canSendAway() ? .lit : !isFree() || lobby?.isHost != true || isHosting ? .absent : .dim
                },
                action: { [unowned self] _ in askToSendAway() }),
            Binding(
                .character("d"), label: tr("Leave"), help: tr("Leave the table; the host closes it for everyone."),
                isAvailable: { [unowned self] in isFree() && hasCompany },
                action: { [unowned self] _ in leave(keepingList: true) }),
            Binding(
                .character("h"), label: isHosting ? tr("Close the table") : tr("Host a table"),
                help: isHosting
                    ? tr("Take your table out of the list.") : tr("Host a table for this game, which others see in this list."),
                isAvailable: { [unowned self] in isFree() && !hasCompany && lobby?.isGuest == false },
                action: { [unowned self] _ in hostTable() }),
            Binding(
                .character("c"), label: tr("Copy"), help: tr("Copy the addresses for others."),
                isAvailable: { [unowned self] in isFree() && !addresses.isEmpty },
                action: { [unowned self] _ in navigator.copy(addresses) }),
            Binding(
                .character("l"), label: tr("Longer"), help: tr("Give everyone 3 seconds longer to snap, or not."),
                isAvailable: { [unowned self] in isFree() && lobby?.isGuest == false && game.hasSnapTime },
                action: { [unowned self] _ in navigator.toggleLongSnap() }),
            Binding(
                .escape, help: tr("Decline the invitation."), isAvailable: { [unowned self] in isAsked },
                action: { [unowned self] _ in navigator.nearby.answer(false) }),
            Binding(
                .escape, .character("q"), label: tr("Back"), help: tr("Go back; in the name: cancel."),
                isAvailable: { [unowned self] in !isAsked && prompt == nil },
                action: { [unowned self] _ in
                    if joining.goBack() { return }
                    // On the way to a seat.
                    if let lobby, lobby.isGuest, lobby.roster.isEmpty { return lobby.leaveTable() }
                    if view.field == nil { leave(keepingList: false) } else { goBack() }
                }),
        ]
    }

    private func notes(for nearby: NearbyLobby, isRoomy: Bool) -> [Page.Note] {
        let isRenamed = nearby.shownName != navigator.playerName.asPlayerName
        let problem =
            nearby.trouble.map { Page.Note(.problem, $0.sentence) }
            ?? (isRenamed ? Page.Note(.plain, tr("Others see you as {name}.", ["name": nearby.shownName])) : nil)
        let own = Array((nearby.listedTable.map(notes(for:)) ?? []).prefix(isRoomy ? 5 : nearby.roster.isEmpty ? 2 : 0))
        if nearby.roster.isEmpty {
            let seat = nearby.hostName.map { Page.Note(.label, tr("Connecting to {host}…", ["host": $0])) }
            return [seat, problem].compactMap(\.self) + own
        }
        let (there, lost) = (nearby.companions(areLost: false), nearby.companions(areLost: true))
        let connected =
            there.isEmpty
            ? Page.Note(.warning, tr("Waiting for {name}…", ["name": separated(lost)]))
            : Page.Note(.label, company(of: there, mayStart: lost.isEmpty && enterStarts(nearby)))
        let host = nearby.hostName.map {
            Page.Note(.plain, tr("Waiting for {host} to start {game}…", ["host": $0, "game": gameTitle(nearby)]))
        }
        let ownName = PresenceWords.ownName(among: nearby.roster.map(\.name), at: nearby.roster.firstIndex { $0.id == nearby.id })
        let rules = nearby.joinedTable.flatMap { $0.timeControl?.sentence ?? games.named($0.game)?.rules } ?? ""
        return [
            connected, host, ownName.map { Page.Note(.plain, $0) },
            isRoomy && !rules.isEmpty ? Page.Note(.faint, rules) : nil, problem,
        ].compactMap(\.self) + own
    }

    /// Whether Enter starts the game on the chosen row.
    private func enterStarts(_ nearby: NearbyLobby) -> Bool {
        guard nearby.isHost, nearby.game.players.contains(nearby.roster.count) else { return false }
        let state = chosenPlayer?.state
        return view.chosen == AnyHashable(Row.start) || state?.isAtTable == true || startsGame(on: state)
    }

    /// The game of the table at which the player sits.
    private func gameTitle(_ nearby: NearbyLobby) -> String {
        nearby.joinedTable.flatMap { games.named($0.game)?.title } ?? game.title
    }

    /// Where others find the player's table.
    private func notes(for table: TableHost) -> [Page.Note] {
        let isFull = table.table.isFull
        let heading =
            isFull
            ? tr("The table is full.") : table.guests.isEmpty ? tr("Waiting for players of {game}…", ["game": game.title]) : nil
        let place =
            switch table.offer?.state {
            case .failed(let trouble): Page.Note(.problem, trouble.sentence(advertising: .table))
            case .listed(let name): Page.Note(.plain, tr("Others see it under Players near you as {name}.", ["name": name]))
            case .pending, nil: Page.Note(.faint, tr("Publishing the table as {name}…", ["name": navigator.playerName]))
            }
        let address =
            addresses.isEmpty || isFull
            ? [] : [Page.Note(.faint, tr("Not in their list? They type {address}.", ["address": isolated(addresses)]))]
        let slack = game.hasSnapTime ? [Page.Note(.faint, timeToSnap)] : []
        return [heading.map { Page.Note(.label, $0) }, place].compactMap(\.self) + address + slack
    }

    /// The line that others paste where the list does not reach them; empty while no table is listed.
    private var addresses: String { lobby?.listedTable?.offer?.directions.joined(separator: " ") ?? "" }

    /// What Enter does to the chosen row.
    private func about(_ nearby: NearbyLobby, _ tables: [MatchmakingTable]) -> String {
        if let table = tables.first(where: { AnyHashable(rowID(of: $0)) == view.chosen }) {
            // Enter says that all seats are taken.
            let facts: Fillings = ["game": games.named(table.game)?.title ?? table.game]
            if table.isFull { return labelled(table.title, tr("{game}, full", facts)).asSentence }
            let offer = tr("Enter sits down at {name}'s table.", ["name": table.title])
            return together([offer, table.timeControl?.sentence].compactMap(\.self))
        }
        guard let player = chosenPlayer else { return aboutSetting(nearby) }
        let onlyHost = nearby.roster.isEmpty ? "" : tr("Only the host of a table can invite.")
        switch player.state {
        case .connecting, .invited: return nearby.isGuest ? onlyHost : tr("Enter takes the invitation back.")
        case .silent where nearby.isHost, .lost where nearby.isHost:
            return tr("The game waits for {name}. S sends {name} away.", ["name": player.name])
        case .connected, .silent, .lost:
            // The lines above tell a guest who starts the game.
            return nearby.isHost ? aboutStart : ""
        case .inviting: return tr("{name} waits for your answer.", ["name": player.name])
        case .sitting, .playing, .busy: return player.whereabouts ?? ""
        case let state where startsGame(on: state):
            return tr("Enter starts the game with everyone at the table.")
        case .notConnected, .declined, .noAnswer, .otherVersion:
            return nearby.isGuest ? onlyHost : NearbyPresence.offer(of: game.title, to: player.name)
        }
    }
}

// MARK: - Settings

extension NearbyViewController {
    /// What is played. That Enter starts it stands above, too.
    private var aboutStart: String {
        game.rules.isEmpty ? tr("Enter starts the game with everyone at the table.") : game.rules
    }

    /// What the chosen setting means.
    private func aboutSetting(_ nearby: NearbyLobby) -> String {
        switch view.chosen?.base as? Row {
        case .name: tr("Others see this name in their lists and at the board. Enter changes it.")
        case .visible:
            navigator.settings.visible
                ? tr("Everybody on this network can see you and invite you. Enter hides you.")
                : tr("You see the others, and they do not see you. Enter shows you to them.")
        case .game: tr("{game} is for {size}. Enter changes the game.", ["game": game.title, "size": game.size])
        case .address: tr("Is a table missing? Its address is on the host's screen.")
        case .resume: saved?.about ?? ""
        case .start: aboutStart
        case .player, .table, nil: ""
        }
    }

    private func settingRows(_ nearby: NearbyLobby) -> [Page.Row] {
        func setting(_ id: Row, _ letter: Unicode.Scalar, _ name: String, _ value: String, about: String, help: String)
            -> Page.Row
        {
            let change = { [unowned self] (step: Int) in self.change(id, by: step) }
            var row = Page.Row(id, name, value: value, detail: about, change: id == .name ? nil : change) { change(1) }
            row.isNumbered = false
            row.shortcut = Page.Shortcut(letter: letter, help: help)
            row.announcedText = labelled(name, value)
            return row
        }
        let isVisible = navigator.settings.visible
        let name = setting(
            .name, "n", tr("Name"), navigator.playerName, about: tr("how others see you"), help: tr("Change your name."))
        let visible = setting(
            .visible, "v", tr("Visible"), Settings.onOff(isVisible),
            about: isVisible ? tr("others here may invite you") : tr("nobody here sees you"),
            help: tr("Let others see you, or not."))
        let hasMoreTime = game.hasSnapTime && navigator.snapSlack > 0
        let clock = game.game.hasClocks ? navigator.settings.timeControl.map { labelled(tr("Clock"), $0.brief) } : nil
        var choice = setting(
            .game, "g", tr("Game"), game.title,
            about: hasMoreTime ? tr("with more time to snap") : clock ?? tr("what you invite to"), help: tr("Change the game."))
        choice.announcedText = separated([labelled(tr("Game"), remarked(game.title, game.size)), clock].compactMap(\.self))
        choice.farewell = ""
        // The host chooses the game.
        return nearby.isGuest ? [name, visible] : [name, visible, choice]
    }

    private func change(_ row: Row, by step: Int) {
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
    private var isGameFixed: Bool {
        lobby?.listedTable != nil || players.contains { [.connecting, .invited].contains($0.state) || $0.state.isAtTable }
    }

    private func changeGame(by step: Int) {
        guard let nearby = lobby, let index = games.firstIndex(where: { $0.game == nearby.game }) else { return }
        if isGameFixed {
            let facts: Fillings = ["game": game.title]
            return navigator.show(
                alert: hasCompany
                    ? tr("Your table is for {game}. Leave it first (D).", facts)
                    : nearby.listedTable == nil
                        ? tr("You have invited others to {game}. Take that back first.", facts)
                        : tr("Your table is for {game}. Close it first (H).", facts)
            ) {
                [weak self] in
                self?.isGameFixed == true
            }
        }
        nearby.game = games[(index + step + games.count) % games.count].game
        navigator.setNeedsDisplay()
    }

    private var nameField: Page.Field {
        Page.Field(isInRow: true, placeholder: tr("Your name"), question: tr("Type your name. An empty line keeps it.")) {
            [unowned self] in
            keepName()
        }
    }
}

// MARK: - Invitations

extension NearbyViewController {
    private func row(of player: NearbyPlayer) -> Page.Row {
        // A game that was saved goes on with this player.
        let isAwaited = saved?.opponent == player.name && (player.state == .notConnected || player.whereabouts != nil)
        let remark = isAwaited ? [tr("saved game")] : []
        let words = separated([player.words(now: navigator.environment.now)] + remark)
        var row = Page.Row(Row.player(player.id), player.name, detail: words, verb: verb(for: player)) { [unowned self] in
            didChoose(player.id)
        }
        row.cells = [
            ("\(player.sign.isEmpty ? " " : player.sign) \(words)", player.role),
            (player.address ?? "", .faint),
        ]
        row.isOver = [.declined, .noAnswer, .otherVersion].contains(player.state) || player.whereabouts != nil
        row.announcedText = labelled(player.name, separated([player.words(now: nil)] + remark))
        row.news = player.news
        row.farewell = tr("{name} is no longer there.", ["name": player.name])
        return row
    }

    /// What the host does when all are there.
    private func startRow(of nearby: NearbyLobby) -> Page.Row {
        let verb = Page.Verb(label: tr("Start"), help: tr("Start the game with everyone at the table."))
        let seats = tr("{players}/{limit} players", ["players": nearby.roster.count, "limit": nearby.game.players.upperBound])
        var row = Page.Row(Row.start, tr("Start the game"), detail: seats, verb: verb) { [unowned self] in startGame() }
        row.cells = [("  \(seats)", .plain)]
        row.isNumbered = false
        (row.announcedText, row.farewell) = (row.text, "")
        return row
    }

    private func verb(for player: NearbyPlayer) -> Page.Verb {
        let isGuest = lobby?.isGuest == true
        return switch player.state {
        case .connecting where !isGuest, .invited where !isGuest:
            Page.Verb(label: tr("Take back"), help: tr("Take the invitation back."), isNeeded: false)
        case .connected where !isGuest, .silent where !isGuest, .lost where !isGuest:
            Page.Verb(label: tr("Start"), help: tr("Start the game with everyone at the table."))
        case let state where startsGame(on: state):
            Page.Verb(label: tr("Start"), help: tr("Start the game with everyone at the table."))
        case _ where isGuest && player.state != .inviting:
            Page.Verb(label: "", help: tr("Only the host of a table can invite."), isNeeded: false)
        case .sitting, .playing, .busy: Page.Verb(label: "", help: player.whereabouts ?? "", isNeeded: false)
        default: Page.Verb(label: tr("Invite"), help: tr("Invite the chosen player."))
        }
    }

    /// What Enter does has the room of the longest word for players and tables, so that the other keys stand still.
    private func makeRoom(in page: inout Page) {
        if navigator.canvas.size.width < 80 || navigator.listener != nil { return }
        let room = page.rows.compactMap { $0.cells.isEmpty ? nil : TextWidth.of(($0.verb ?? page.verb).label) }.max() ?? 0
        for index in page.rows.indices {
            var verb = page.rows[index].verb ?? page.verb
            verb.label = verb.label.isEmpty ? "" : verb.label.padded(to: room)
            page.rows[index].verb = verb
        }
    }

    private func didChoose(_ id: String) {
        switch state(of: id) {
        case let state where startsGame(on: state): startGame()
        case .notConnected, .inviting, .declined, .noAnswer, .otherVersion: lobby?.invite(id)
        case .connecting, .invited: lobby?.takeBack(id)
        // The line below the list says why.
        case .sitting, .playing, .busy:
            navigator.show(alert: tr("{name} cannot be invited now.", ["name": lobby?.name(of: id) ?? ""]))
        case .connected, .silent, .lost: if lobby?.isHost == true { startGame() } else { sayHowThingsAre(with: id) }
        case nil: break
        }
    }

    /// Whether Enter starts the game on the row of somebody who sits nowhere: nobody else can sit down at the player's table.
    private func startsGame(on state: NearbyPlayer.State?) -> Bool {
        [.notConnected, .declined, .noAnswer].contains(state) && lobby?.isReady == true
    }

    private func sayHowThingsAre(with id: String) {
        guard let lobby, let host = lobby.hostName else { return }
        navigator.show(alert: tr("Waiting for {host} to start {game}…", ["host": host, "game": gameTitle(lobby)])) {
            [weak self] in
            self?.state(of: id)?.isAtTable == true
        }
    }

    private func startGame() {
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
        let lost = nearby.companions(areLost: true)
        if !lost.isEmpty {
            let sentence = tr("Wait for {names}, or send them away: choose the row, then S.", ["names": listed(lost)])
            return navigator.show(alert: sentence) { [weak self] in self?.lobby?.companions(areLost: true) == lost }
        }
        nearby.startGame()
    }
}

// MARK: - Tables

extension NearbyViewController {
    /// A table's row is that of its host.
    private func rowID(of table: MatchmakingTable) -> Row {
        tables?.hosts[table.name].map(Row.player) ?? .table(table.name)
    }

    private func row(of table: MatchmakingTable) -> Page.Row {
        let title = games.named(table.game)?.title ?? table.game
        let isFull = table.isFull
        let timed = separated([title, table.timeControl?.text].compactMap(\.self))
        let facts: Fillings = ["game": timed, "players": table.players, "limit": table.limit]
        let words = isFull ? tr("{game}, full", facts) : tr("{game}, {players} of {limit}", facts)
        let verb = Page.Verb(
            label: isFull ? "" : tr("Join"),
            help: isFull ? RefusalReason.full.sentence : tr("Sit down at the chosen table."), isNeeded: !isFull)
        var row = Page.Row(rowID(of: table), table.title, detail: words, verb: verb) { [unowned self] in join(table) }
        row.cells = [isFull ? ("  \(words)", .faint) : ("+ \(words)", .plain)]
        row.isOver = isFull
        row.announcedText = labelled(tr("{name}'s table", ["name": table.title]), words)
        return row
    }

    /// The game that the player saved, which goes on if the other one comes back, too.
    private func row(resuming session: ResumableGame) -> Page.Row {
        let verb = Page.Verb(label: tr("Resume"), help: tr("Go on with the saved game."))
        var row = Page.Row(Row.resume, session.title, detail: session.remark, verb: verb) { [unowned self] in
            if !navigator.launcher.resumeGame(isSaved: true) {
                saved = nil
                navigator.show(alert: ResumableGame.tooLate)
            }
        }
        row.cells = [("▸ \(session.remark)", .yellow)]
        row.isNumbered = false
        row.shortcut = Page.Shortcut(letter: "r", help: verb.help)
        row.announcedText = labelled(session.title, session.remark)
        return row
    }

    private var addressRow: Page.Row {
        var row = Page.Row.address(Row.address, help: tr("Type or paste the host's address.")) { [unowned self] in
            view.field = view.field ?? .line()
        }
        row.detail = tr("it is on the host's screen")
        row.announcedText = row.text
        // Its letter stands beside it.
        if navigator.canvas.size.width >= 80 { row.shortcut?.label = "" }
        return row
    }

    private var isTypingAddress: Bool { view.chosen == AnyHashable(Row.address) }

    private var addressField: Page.Field {
        Page.Field(
            labels: [tr("Address:")], placeholder: tr("such as 192.168.1.7"),
            question: tr("Type or paste the address on the host's screen. An empty line goes back.")
        ) { [unowned self] in if let field = view.field { join(field.text) } }
    }
}
