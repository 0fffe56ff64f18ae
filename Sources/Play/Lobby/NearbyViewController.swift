// Players nearby: this player's name, whether others see it, the game to play, and everybody there is, live, to be invited. It knows
// no network and no rules.

import Screen
import Session
import Wire

/// Players nearby.
final class NearbyViewController {
    private let navigator: Navigator
    private let games: [PartyGame]
    private var session: NearbySession?
    private var list = ChoiceList()
    private var rows: [Row] = []
    private var field: TextField?
    /// Invitations to this player, the oldest first; the first is the one on the screen.
    private var prompts: [InvitationPrompt] = []
    private var hasMoved = false

    private enum Row: Equatable {
        case name, visible, game, start, disconnect
        case player(String)
    }

    /// The list of players; push it.
    init(navigator: Navigator, games: [PartyGame] = PartyGameList.all) {
        self.navigator = navigator
        self.games = games
    }

    private(set) lazy var bindings: [Binding] = makeBindings()

    private var row: Row? { rows.indices.contains(list.chosen) ? rows[list.chosen] : nil }
    /// How far it is to the chosen player; nil on another line.
    private var chosenState: Peer.State? {
        guard case .player(let id) = row else { return nil }
        return machine?.peers.first { $0.id == id }?.state
    }
    /// What the player would like to play.
    private var game: PartyGame { session.flatMap { games.named($0.game.id) } ?? games[0] }
    private var machine: PeerSession? { session?.machine }
    private var isInSession: Bool { machine.map { $0.isHost || $0.isGuest } ?? false }
    /// Whether somebody was invited and has not declined.
    private var isGameFixed: Bool { machine?.peers.contains { $0.state != .notConnected } ?? false }
}

// MARK: - Keys

extension NearbyViewController {
    private func makeBindings() -> [Binding] {
        let asked = { [unowned self] in isAsked }
        let listed = { [unowned self] in !isAsked && field == nil }
        return [
            Binding(
                .left, .right, .up, .down, name: "←→", label: "Choose", help: "When invited: choose an answer.",
                isAvailable: asked
            ) { [unowned self] in
                prompts[0].choose(by: $0)
                navigator.setNeedsDisplay()
            },
            Binding(.enter, .character(" "), name: "Enter", label: "Answer", help: "Give the chosen answer.", isAvailable: asked)
            {
                [unowned self] _ in
                if let accepts = prompts[0].accepts { answer(accepts) }
            },
            Binding(.character("y"), label: "Accept", help: "Accept the invitation.", isAvailable: asked) { [unowned self] _ in
                answer(true)
            },
            Binding(.character("n"), .escape, label: "Decline", help: "Decline the invitation.", isAvailable: asked) {
                [unowned self] _ in
                answer(false)
            },
            Binding(.up, .down, name: "↑↓", label: "Choose", help: "Choose a line.", isAvailable: listed) { [unowned self] in
                hasMoved = true
                _ = list.move(by: $0)
                navigator.setNeedsDisplay()
            },
            Binding(
                .enter, label: "Invite", help: "On a player: invite.",
                isAvailable: { [unowned self] in listed() && chosenState == .notConnected }
            ) { [unowned self] _ in confirm() },
            Binding(
                .enter, label: "Cancel", help: "On a player who was invited: take the invitation back.",
                isAvailable: { [unowned self] in listed() && chosenState == .connecting }
            ) { [unowned self] _ in confirm() },
            Binding(
                .enter, label: "Start", help: "On its line: start the game with those who are connected.",
                isAvailable: { [unowned self] in listed() && row == .start }
            ) { [unowned self] _ in confirm() },
            Binding(
                .enter, label: "Change", help: "On a line of mine: change it; in the name: keep it.",
                isAvailable: { [unowned self] in !isAsked && [.name, .visible, .game].contains(row) }
            ) { [unowned self] _ in confirm() },
            Binding(.left, .right, name: "←→", help: "Change the chosen line.", isAvailable: listed) { [unowned self] in
                change(by: $0 == .left ? -1 : 1)
            },
            Binding(keys: Binding.digits, name: "1-9", help: "Do what the line of this number says.", isAvailable: listed) {
                [unowned self] in
                guard let index = list.index(named: $0) else { return }
                list.choose(index)
                confirm()
            },
            Binding(
                .character("d"), label: "Disconnect", help: "Leave the session; its host ends it.",
                isAvailable: { [unowned self] in listed() && isInSession }, action: { [unowned self] _ in session?.disconnect() }),
            Binding(
                .enter, help: "On its line: leave the session.",
                isAvailable: { [unowned self] in listed() && row == .disconnect }, action: { [unowned self] _ in confirm() }),
            Binding(
                .escape, .character("q"), label: "Back", help: "Back; in the name: leave it as it was.",
                isAvailable: { [unowned self] in !isAsked }, action: { [unowned self] _ in goBack() }),
        ]
    }

    /// Whether an invitation waits for an answer. It waits for its turn while the name is typed.
    private var isAsked: Bool { !prompts.isEmpty && field == nil }

    private func answer(_ accepts: Bool) {
        let prompt = prompts.removeFirst()
        navigator.setNeedsDisplay()
        if accepts { session?.accept(prompt.id) } else { session?.decline(prompt.id) }
    }

    private func confirm() {
        hasMoved = true
        if field != nil { return keepName() }
        switch row {
        case .name: field = TextField(text: navigator.settings.name, limit: Settings.longestName)
        case .visible, .game: change(by: 1)
        case .start: start()
        case .disconnect: session?.disconnect()
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
            session?.setVisible(navigator.settings.visible)
        case .game: changeGame(by: step)
        case .name, .start, .disconnect, .player, nil: break
        }
    }

    private func changeGame(by step: Int) {
        guard let session, let index = games.firstIndex(where: { $0.game == session.game }) else { return }
        if isGameFixed { return navigator.show(alert: "The others are invited to play \(game.title) now.") }
        session.game = games[(index + step + games.count) % games.count].game
        navigator.setNeedsDisplay()
    }

    private func keepName() {
        guard let field else { return }
        self.field = nil
        var settings = navigator.settings
        settings.name = field.text
        navigator.change(settings)
        session?.rename(navigator.playerName)
        navigator.setNeedsDisplay()
    }

    private func goBack() {
        guard field != nil else { return navigator.pop() }
        field = nil
        navigator.setNeedsDisplay()
    }

    private func invite(_ id: String) {
        guard let session, let peer = session.machine.peers.first(where: { $0.id == id }) else { return }
        switch peer.state {
        case .notConnected:
            let invited = session.machine.peers.count { $0.state != .notConnected }
            if !session.machine.isGuest, invited + 2 > session.game.players.upperBound {
                navigator.show(alert: "\(game.title) is for \(game.size).")
            } else {
                session.invite(id)
            }
        case .connecting: session.cancelInvitation(id)
        case .connected: navigator.show(alert: "You are connected with \(peer.name).")
        }
    }

    private func start() {
        guard let session else { return }
        let count = session.machine.roster.count
        guard session.game.players.contains(count) else {
            return navigator.show(alert: "\(game.title) is for \(game.size), and you are \(count).")
        }
        session.begin()
    }
}

// MARK: - The session

extension NearbyViewController: NearbySessionDelegate {
    func sessionDidChange(_ session: NearbySession) {
        guard self.session != nil else { return }
        let kept = row
        let machine = session.machine
        // What is played is the host's to choose.
        rows = [.name, .visible] + (machine.isGuest ? [] : [.game]) + (machine.isHost ? [.start] : [])
        if isInSession { rows.append(.disconnect) }
        let players = machine.peers.map { Row.player($0.id) }
        rows += players
        list.follow(kept, in: rows)
        // Whoever has not chosen anything most likely wants to invite the first one who comes.
        if !hasMoved, let first = players.first, let index = rows.firstIndex(of: first) { list.choose(index) }
        navigator.setNeedsDisplay()
    }

    func session(_ session: NearbySession, didTell news: PeerSession.News) {
        switch news {
        case .invited(let id, let game):
            let title = games.named(game)?.title ?? "a game that this program does not know, “\(TextLimits.short(game))”"
            prompts.removeAll { $0.id == id }
            prompts.append(
                InvitationPrompt(
                    id: id, sentence: "\(session.name(of: id)) invites you to play \(title)\(title.hasSuffix("!") ? "" : ".")"))
            if navigator.settings.bell { navigator.surroundings.ringBell() }
        case .invitationGone(let id): prompts.removeAll { $0.id == id }
        default: break
        }
        if let sentence = sentence(for: news, in: session) { navigator.show(alert: sentence) }
    }

    func session(_ session: NearbySession, didStart game: LobbyGame) {
        self.session = nil
        if let game = games.named(game.id) { navigator.begin(game, with: session) }
    }

    func session(_ session: NearbySession, doesNotKnow game: String) {
        navigator.show(alert: "This program does not know the game “\(TextLimits.short(game))”: is it older than the host's?")
    }

    func sessionDidEnd(_ session: NearbySession, because reason: QuitReason) {
        guard self.session != nil else { return }
        self.session = nil
        navigator.pop()
        if let sentence = reason.sentence { navigator.show(alert: sentence) }
    }

    private func sentence(for news: PeerSession.News, in session: NearbySession) -> String? {
        switch news {
        case .refused(let problem): problem.sentence
        case .invitationGone(let id): "The invitation of \(session.name(of: id)) no longer stands."
        case .declined(let id, .declined), .declined(let id, .left): "\(session.name(of: id)) declined your invitation."
        case .declined(let id, .busy): "\(session.name(of: id)) is in another session."
        case .unanswered(let id): "\(session.name(of: id)) did not answer within \(PeerSession.patience) seconds."
        case .unreachable(let id):
            "\(session.name(of: id)) could not be reached\(session.lastFailure.map { ": \($0.reason)" } ?? "")."
        case .joined(let id) where session.machine.isHost: "\(session.name(of: id)) accepted your invitation."
        case .left(let id): "\(session.name(of: id)) left."
        case .sessionEnded(let reason): reason.sentence
        case .joined, .peers, .invited, .roster, .ended: nil
        }
    }
}

// MARK: - The screen

extension NearbyViewController: ViewController {
    var title: String { "Nearby players" }
    var isTyping: Bool { field != nil }

    func didAppear() {
        guard session == nil else { return }
        let session = NearbySession(
            name: navigator.playerName, isVisible: navigator.settings.visible, games: games.map(\.game),
            surroundings: navigator.surroundings)
        self.session = session
        session.screen = self
        session.start()
    }

    func didLeave() {
        let session = session
        self.session = nil
        session?.leave()
    }

    func didPress(_ key: Key) -> Bool {
        if field != nil {
            guard field?.edit(key) == true else { return false }
        } else if isAsked {
            return false
        } else if case .click = key, let index = list.index(named: key) {
            list.choose(index)
            confirm()
        } else {
            guard list.move(by: key) else { return false }
            hasMoved = true
        }
        navigator.setNeedsDisplay()
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        guard let session else { return }
        let page = LobbyPage(words: words(for: session), reserved: isAsked ? 4 : 0, glyphs: navigator.glyphs)
        let rect = page.draw(&list, on: canvas, in: area) { line(rows[$0], session) }
        field?.draw(on: canvas, x: rect.x + 10, y: rect.y, width: rect.width - 11)
        if isAsked { prompts[0].draw(on: canvas, in: area, glyphs: navigator.glyphs) }
    }

    private func words(for session: NearbySession) -> [LobbyPage.Words] {
        let machine = session.machine
        if !machine.roster.isEmpty {
            var others = machine.roster
            if let mine = others.firstIndex(of: machine.name) { others.remove(at: mine) }
            let connected = LobbyPage.Words(.label, "Other players connected with: \(others.joined(separator: ", "))")
            let host = machine.isGuest ? machine.connected.first?.name : nil
            return [connected] + (host.map { [.init(.plain, "Waiting for \($0) to start the game…")] } ?? [])
        }
        if let trouble = session.trouble { return [.init(.problem, trouble.sentence)] }
        return [.init(.label, machine.peers.isEmpty ? "Looking for players on this network…" : "Players on this network:")]
    }

    private func line(_ row: Row, _ session: NearbySession) -> (words: String, behind: String) {
        switch row {
        case .name: return ("Name  " + navigator.playerName, "")
        case .visible: return ("Visible to others  " + (navigator.settings.visible ? "yes" : "no"), "")
        case .game: return ("Game  " + game.title, game.size)
        case .start: return ("Start the game", "\(session.machine.roster.count) players")
        case .disconnect: return ("Disconnect", session.machine.isHost ? "end the session" : "leave the session")
        case .player(let id):
            guard let peer = session.machine.peers.first(where: { $0.id == id }) else { return ("", "") }
            // A guest is connected with the host, and through the host with the other guests, of whom it knows the names.
            let isThere = session.machine.isGuest && session.machine.roster.contains(peer.name)
            return (peer.name, isThere ? "connected" : peer.words)
        }
    }
}

extension Peer {
    /// How far it is, for the list.
    fileprivate var words: String {
        if isInviting { return "invites you" }
        switch state {
        case .notConnected: return "not connected"
        case .connecting: return "connecting…"
        case .connected: return "connected"
        }
    }
}

@MainActor extension NearbySession.Trouble {
    /// For the player.
    fileprivate var sentence: String {
        switch self {
        case .closed(let failure): "Others cannot see you: \(failure.reason)."
        case .unseen(let trouble): trouble.sentence(advertising: .nearby)
        case .blind(let trouble): trouble.sentence(browsing: .nearby)
        }
    }
}

@MainActor extension InvitationProblem {
    /// For the player.
    fileprivate var sentence: String {
        switch self {
        case .notHost: "Only the host of a session can invite."
        case .full: "A session has room for \(PeerSession.playerLimit) players, yourself included."
        }
    }
}
