// The keys of the list of players nearby, and what they do. It knows no network and no rules.

import Language
import Screen
import Session
import Text
import Wire

extension NearbyViewController {
    func makeBindings() -> [Binding] {
        let listed = { [unowned self] in !isAsked && field == nil }
        return invitationBindings + [
            Binding(.up, .down, name: "↑↓", label: tr("Choose"), help: tr("Choose a line."), isAvailable: listed) {
                [unowned self] in
                hasMoved = true
                _ = list.move(by: $0)
                navigator.setNeedsDisplay()
            },
            Binding(
                .enter, label: tr("Invite"), help: tr("Invite the chosen player."), isNeeded: true,
                isAvailable: { [unowned self] in listed() && chosenState == .notConnected && machine?.isGuest == false }
            ) { [unowned self] _ in confirm() },
            Binding(
                .enter, help: tr("Only the host of a session can invite."),
                isAvailable: { [unowned self] in listed() && chosenState == .notConnected && machine?.isGuest == true }
            ) { [unowned self] _ in confirm() },
            Binding(
                .enter, label: tr("Cancel"), help: tr("Take the invitation back."),
                isAvailable: { [unowned self] in listed() && chosenState == .connecting }
            ) { [unowned self] _ in confirm() },
            Binding(
                .enter, label: tr("Start"), help: tr("Start the game with everyone connected."), isNeeded: true,
                isAvailable: { [unowned self] in listed() && row == .start }
            ) { [unowned self] _ in confirm() },
            Binding(
                .character("s"), help: tr("Start the game with everyone connected."),
                isAvailable: { [unowned self] in listed() && rows.contains(.start) }
            ) { [unowned self] _ in start() },
            Binding(
                .enter, label: tr("Change"), help: tr("Edit your setting, or save the name."),
                isAvailable: { [unowned self] in !isAsked && [.name, .visible, .game].contains(row) }
            ) { [unowned self] _ in confirm() },
            Binding(.left, .right, name: "←→", help: tr("Change the setting."), isAvailable: listed) { [unowned self] in
                change(by: $0 == .left ? -1 : 1)
            },
            Binding(keys: Binding.digits, name: "1-9", help: tr("Choose that line."), isAvailable: listed) {
                [unowned self] in
                if let index = list.index(named: $0) { open(index) }
            },
            Binding(
                .character("d"), label: tr("Disconnect"), help: tr("Leave the session; the host ends it for everyone."),
                isAvailable: { [unowned self] in listed() && isInSession }, action: { [unowned self] _ in party?.disconnect() }),
            Binding(
                .enter, help: tr("Leave the session."),
                isAvailable: { [unowned self] in listed() && row == .disconnect }, action: { [unowned self] _ in confirm() }),
            Binding(
                .escape, .character("q"), label: tr("Back"), help: tr("Go back; in the name: cancel."),
                isAvailable: { [unowned self] in !isAsked }, action: { [unowned self] _ in goBack() }),
        ]
    }

    /// While an invitation waits.
    private var invitationBindings: [Binding] {
        let asked = { [unowned self] in isAsked }
        return [
            Binding(
                .left, .right, .up, .down, name: "←→", label: tr("Choose"), help: tr("Choose an answer."),
                isAvailable: asked
            ) { [unowned self] in
                prompts[0].choose(by: $0)
                navigator.setNeedsDisplay()
            },
            Binding(
                .enter, .character(" "), name: "Enter", label: tr("Answer"), help: tr("Confirm your answer."), isAvailable: asked
            ) {
                [unowned self] _ in
                if let accepts = prompts[0].accepts { answer(accepts) }
            },
            Binding(.character("y"), label: tr("Accept"), help: tr("Accept the invitation."), isAvailable: asked) {
                [unowned self] _ in
                answer(true)
            },
            Binding(.character("n"), .escape, label: tr("Decline"), help: tr("Decline the invitation."), isAvailable: asked) {
                [unowned self] _ in
                answer(false)
            },
        ]
    }

    /// Whether an invitation waits for an answer. It waits for its turn while the name is typed.
    var isAsked: Bool { !prompts.isEmpty && field == nil }

    private func answer(_ accepts: Bool) {
        let prompt = prompts.removeFirst()
        navigator.setNeedsDisplay()
        guard accepts else { return party?.decline(prompt.id) ?? () }
        party?.accept(prompt.id)
        // Another Enter changes nothing: neither the setting that was chosen before, nor what takes its line in a session.
        hasMoved = true
        if let index = rows.firstIndex(of: .player(prompt.id)) { list.choose(index) }
    }

    func open(_ index: Int) {
        list.choose(index)
        confirm()
    }

    private func confirm() {
        hasMoved = true
        if field != nil { return keepName() }
        switch row {
        case .name: field = TextField(text: navigator.settings.name, limit: PlayerName.longest)
        case .visible, .game: change(by: 1)
        case .start: start()
        case .disconnect: party?.disconnect()
        case .player(let id): invite(id)
        case nil: break
        }
        navigator.setNeedsDisplay()
    }

    private func change(by step: Int) {
        var settings = navigator.settings
        switch row {
        case .visible:
            settings.visible.toggle()
            navigator.change(settings)
            party?.setVisible(navigator.settings.visible)
        case .game: changeGame(by: step)
        case .name, .start, .disconnect, .player, nil: break
        }
    }

    private func changeGame(by step: Int) {
        guard let session = party, let index = games.firstIndex(where: { $0.game == session.game }) else { return }
        if isGameFixed {
            return navigator.show(alert: tr("You have already invited others to play {game}.", ["game": game.title])) {
                [weak self] in
                self?.isGameFixed == true
            }
        }
        session.game = games[(index + step + games.count) % games.count].game
        navigator.setNeedsDisplay()
    }

    private func keepName() {
        guard let field else { return }
        self.field = nil
        var settings = navigator.settings
        settings.name = field.text.asPlayerName
        navigator.change(settings)
        party?.rename(navigator.playerName)
        navigator.setNeedsDisplay()
    }

    private func goBack() {
        guard field != nil else { return navigator.pop() }
        field = nil
        navigator.setNeedsDisplay()
    }

    private func invite(_ id: String) {
        guard let session = party, let peer = session.machine.peers.first(where: { $0.id == id }) else { return }
        switch peer.state {
        case .notConnected:
            let invited = session.machine.peers.count { $0.state != .notConnected }
            if !session.machine.isGuest, invited + 2 > session.game.players.upperBound {
                navigator.show(alert: tr("{game} is for {size}.", ["game": game.title, "size": game.size]))
            } else {
                session.invite(id)
            }
        case .connecting: session.cancelInvitation(id)
        case .connected:
            navigator.show(alert: tr("You are connected with {name}.", ["name": session.name(of: id)])) { [weak self] in
                self?.machine?.connected.contains { $0.id == id } == true
            }
        }
    }

    private func start() {
        guard let session = party else { return }
        let count = session.machine.roster.count
        guard session.game.players.contains(count) else {
            return navigator.show(
                alert: trn(
                    "{game} is for {size}, and there is {count} of you.",
                    "{game} is for {size}, and there are {count} of you.", count, ["game": game.title, "size": game.size])
            ) { [weak self] in
                self?.machine?.roster.count == count
            }
        }
        session.begin()
    }
}
