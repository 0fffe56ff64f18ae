// The page of nearby players: its text, its rows and what they do.

import Language
import Screen
import Session
import Text

extension NearbyViewController {
    func page(in size: Size) -> Page {
        var page = Page(verb: Page.Verb(label: tr("Change"), help: tr("Edit your setting, or save the name."), isNeeded: false))
        guard let nearby = lobby else { return page }
        page.headline = notes(for: nearby)
        page.rows = settingRows(nearby) + tableRows(nearby) + nearby.players.map(row(of:))
        page.isActive = !isAsked && prompt == nil
        page.field = Page.Field(
            isInRow: true, placeholder: tr("Your name"), question: tr("Type your name. An empty line keeps it.")
        ) { [unowned self] in keepName() }
        page.keys =
            answers() + [
                Binding(
                    .escape, help: tr("Decline the invitation."), isAvailable: { [unowned self] in isAsked },
                    action: { [unowned self] _ in navigator.nearby.answer(false) }),
                Binding(
                    .escape, .character("q"), label: tr("Back"), help: tr("Go back; in the name: cancel."),
                    isAvailable: { [unowned self] in !isAsked && prompt == nil },
                    action: { [unowned self] _ in if view.field == nil { leave(keepingList: false) } else { goBack() } }),
            ]
        return page
    }

    private func notes(for nearby: NearbyLobby) -> [Page.Note] {
        let isRenamed = nearby.shownName != navigator.playerName.asPlayerName
        let problem =
            nearby.trouble.map { Page.Note(.problem, $0.sentence) }
            ?? (isRenamed ? Page.Note(.plain, tr("Others see you as {name}.", ["name": nearby.shownName])) : nil)
        if nearby.roster.isEmpty {
            let list = nearby.players.isEmpty ? tr("Looking for players on this network…") : tr("Players on this network:")
            return isRenamed ? [.init(.label, list)] + [problem].compactMap(\.self) : [problem ?? .init(.label, list)]
        }
        let connected = Page.Note(.label, tr("Connected with {names}", ["names": separated(nearby.companions)]))
        let host = nearby.hostName.map { Page.Note(.plain, tr("Waiting for {name} to start the game…", ["name": $0])) }
        return [connected, host, problem].compactMap(\.self)
    }
}

// MARK: - Settings

extension NearbyViewController {
    private func settingRows(_ nearby: NearbyLobby) -> [Page.Row] {
        let isTyping = view.field != nil
        let name = Page.Row(Row.name, labelled(tr("Name"), isTyping ? "" : navigator.playerName)) { [unowned self] in
            typeName()
        }
        let isVisible = tr("Visible to others: {value}", ["value": Settings.onOff(navigator.settings.visible)])
        let visible = Page.Row(Row.visible, isVisible, change: { [unowned self] _ in toggleVisible() }) { [unowned self] in
            toggleVisible()
        }
        let change = { [unowned self] (step: Int) in changeGame(by: step) }
        var choice = Page.Row(Row.game, tr("Game: {game}", ["game": game.title]), detail: game.size, change: change) { change(1) }
        choice.farewell = ""
        // The host chooses the game.
        return nearby.isGuest ? [name, visible] : [name, visible, choice]
    }

    private func toggleVisible() {
        var settings = navigator.settings
        settings.visible.toggle()
        navigator.change(settings)
    }

    /// Whether somebody has accepted an invitation, or not answered it yet.
    private var isGameFixed: Bool { players.contains { $0.state == .connecting || $0.state == .connected } }

    private func changeGame(by step: Int) {
        guard let nearby = lobby, let index = games.firstIndex(where: { $0.game == nearby.game }) else { return }
        if isGameFixed {
            return navigator.show(alert: tr("You have already invited others to play {game}.", ["game": game.title])) {
                [weak self] in
                self?.isGameFixed == true
            }
        }
        nearby.game = games[(index + step + games.count) % games.count].game
        navigator.setNeedsDisplay()
    }

}

// MARK: - The table

extension NearbyViewController {
    private func tableRows(_ nearby: NearbyLobby) -> [Page.Row] {
        let startVerb = Page.Verb(label: tr("Start"), help: tr("Start the game with everyone connected."))
        let count = trn("{count} player", "{count} players", nearby.roster.count)
        var start = Page.Row(Row.start, tr("Start the game"), detail: count, verb: startVerb) { [unowned self] in startGame() }
        start.isNumbered = false
        start.shortcut = Page.Shortcut(letter: "s", help: tr("Start the game with everyone connected."))
        let leaveVerb = Page.Verb(label: "", help: tr("Leave the session."), isNeeded: false)
        let detail = nearby.isHost ? tr("end the session") : tr("leave the session")
        var leave = Page.Row(Row.disconnect, tr("Disconnect"), detail: detail, verb: leaveVerb) { [unowned self] in
            self.leave(keepingList: true)
        }
        leave.isNumbered = false
        leave.shortcut = Page.Shortcut(
            letter: "d", label: tr("Disconnect"), help: tr("Leave the session; the host ends it for everyone."))
        return nearby.isHost ? [start, leave] : nearby.isGuest ? [leave] : []
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
        nearby.startGame()
    }
}

// MARK: - Invitations

extension NearbyViewController {
    private func row(of player: NearbyPlayer) -> Page.Row {
        var row = Page.Row(Row.player(player.id), player.name, detail: player.words, verb: verb(for: player)) { [unowned self] in
            didChoose(player.id)
        }
        row.cutsDetail = true
        row.news = player.news
        row.farewell = tr("{name} is no longer there.", ["name": player.name])
        return row
    }

    private func verb(for player: NearbyPlayer) -> Page.Verb {
        switch player.state {
        case .connecting: Page.Verb(label: tr("Cancel"), help: tr("Take the invitation back."), isNeeded: false)
        case .notConnected where lobby?.isGuest == false, .inviting:
            Page.Verb(label: tr("Invite"), help: tr("Invite the chosen player."))
        case .notConnected, .connected:
            Page.Verb(label: "", help: tr("Only the host of a session can invite."), isNeeded: false)
        }
    }

    private func didChoose(_ id: String) {
        switch state(of: id) {
        case .notConnected, .inviting: lobby?.invite(id)
        case .connecting: lobby?.takeBack(id)
        case .connected:
            navigator.show(alert: tr("You are connected with {name}.", ["name": lobby?.name(of: id) ?? ""])) { [weak self] in
                self?.state(of: id) == .connected
            }
        case nil: break
        }
    }
}
