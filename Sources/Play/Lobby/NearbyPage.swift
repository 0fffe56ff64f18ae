// The page of the players near you: its rows and its keys. NearbyWords has the text around them.

import Language
import Screen
import Session
import Wire

extension NearbyViewController {
    func page(in size: Size) -> Page {
        var page = Page(
            placement: .table,
            verb: Page.Verb(label: tr("Change"), help: tr("Change the setting."), isNeeded: false))
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
        (page.heads, page.tabs) = ([tr("Name"), "  " + tr("State")], [22, 43])
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
        if game.hasSnapTime, !nearby.isGuest, nearby.listedTable == nil, view.chosen == AnyHashable(Row.game) {
            page.notes.append(Page.Note(.faint, timeToSnap, isAnnounced: false))
        }
        page.isActive = !isAsked && prompt == nil
        // What Enter does then stands in the question.
        if !page.isActive { page.notes.removeAll { !$0.isAnnounced } }
        makeRoom(in: &page)
        page.field = isTypingAddress ? addressField : nameField
        if view.field != nil {
            page.verb =
                isTypingAddress
                ? Page.Verb(label: tr("Join"), help: tr("Sit down at the table at that address."))
                : Page.Verb(label: tr("Keep it"), help: tr("Save the name."))
        }
        page.busy = joining.activity == nil ? nil : tr("Connecting to {host}…", ["host": joining.target?.name ?? ""])
        page.keys = keys
        return page
    }

    private var keys: [Binding] {
        let isFree = { [unowned self] in !isAsked && prompt == nil && joining.activity == nil }
        let canSendAway = { [unowned self] in
            isFree() && lobby?.isHost == true && chosenPlayer?.state.isAtTable == true
        }
        let (isHosting, isGuest) = (lobby?.listedTable != nil, lobby?.isGuest == true)
        return answers() + [
            Binding(
                .character("s"), label: tr("Send away"), help: tr("Send the chosen player away."), isAvailable: canSendAway,
                standing: { [unowned self] in
                    // Beside a table of the player's own the room is for the address.
                    canSendAway() ? .lit : !isFree() || lobby?.isHost != true || isHosting ? .absent : .dim
                },
                action: { [unowned self] _ in askToSendAway() }),
            Binding(
                .character("d"), label: isGuest ? tr("Leave") : tr("Close the table"),
                help: tr("Leave the table; the host closes it for everyone."),
                isAvailable: { [unowned self] in isFree() && (hasCompany || isHosting) },
                action: { [unowned self] _ in leave(keepingList: true) }),
            Binding(
                .character("h"), label: tr("Host a table"),
                help: tr("Host a table for this game, which others see in this list."),
                isAvailable: { [unowned self] in isFree() && !hasCompany && !isHosting && lobby?.isGuest == false },
                action: { [unowned self] _ in hostTable() }),
            Binding(
                .character("c"), label: tr("Copy"), brief: tr("Copy the address"), help: tr("Copy the addresses for others."),
                isAvailable: { [unowned self] in isFree() && !addresses.isEmpty },
                action: { [unowned self] _ in navigator.copy(addresses) }),
            Binding(
                .character("l"), label: tr("More time"), help: tr("Give everyone 3 seconds longer to snap, or not."),
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
}

// MARK: - Settings

extension NearbyViewController {
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
            about: isVisible
                ? tr("others here may invite you")
                : nearby.listedTable == nil ? tr("nobody here sees you") : tr("others see only your table"),
            help: tr("Let others see you, or not."))
        let hasMoreTime = game.hasSnapTime && navigator.snapSlack > 0
        let clock = game.game.hasClocks ? navigator.settings.timeControl.map { labelled(tr("Clock"), $0.brief) } : nil
        var choice = setting(
            .game, "g", tr("Game"), game.title,
            about: hasMoreTime ? tr("with more time to snap") : clock ?? tr("what you invite to"), help: tr("Change the game."))
        choice.announcedText = separated([labelled(tr("Game"), remarked(game.title, game.size)), clock].compactMap(\.self))
        choice.farewell = ""
        if isGameFixed {
            choice.change = nil
            choice.verb = Page.Verb(label: "", help: whyGameIsFixed, isNeeded: false)
            choice.shortcut = Page.Shortcut(letter: "g", help: whyGameIsFixed)
        }
        // The host chooses the game.
        return nearby.isGuest ? [name, visible] : [name, visible, choice]
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
        row.cells = [("\(player.sign.isEmpty ? " " : player.sign) \(words)", player.role)]
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
            Page.Verb(label: tr("Take back"), help: tr("Take the invitation back."))
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
}

// MARK: - Tables

extension NearbyViewController {
    /// A table's row is that of its host.
    func rowID(of table: MatchmakingTable) -> Row {
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
        let remark = session.remark(isAtBoard: navigator.launcher.isOpponentAtBoard)
        var row = Page.Row(Row.resume, session.title, detail: remark, verb: verb) { [unowned self] in
            if !navigator.launcher.resumeGame(isSaved: true) {
                saved = nil
                navigator.show(alert: ResumableGame.tooLate)
            }
        }
        row.cells = [("▸ \(remark)", .yellow)]
        row.isNumbered = false
        row.shortcut = Page.Shortcut(letter: "r", help: verb.help)
        row.announcedText = labelled(session.title, remark)
        return row
    }

    private var addressRow: Page.Row {
        var row = Page.Row.address(Row.address, help: tr("Type or paste the host's address.")) { [unowned self] in
            view.field = view.field ?? .line()
        }
        row.detail = tr("it is on the host's screen")
        row.announcedText = row.text
        row.verb = .open
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
