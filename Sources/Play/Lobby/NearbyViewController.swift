// Players nearby: this player's name, whether others see it, the game to play, and everybody there is, live, to be invited. It knows
// no network and no rules.

import Language
import Screen
import Session
import Wire

/// Players nearby.
final class NearbyViewController {
    let navigator: Navigator
    let games: [PartyGame]
    var party: NearbySession?
    var list = ChoiceList()
    var rows: [Row] = []
    var field: TextField?
    /// Invitations to this player, the oldest first; the first is the one on the screen.
    var prompts: [InvitationPrompt] = []
    var hasMoved = false

    enum Row: Hashable {
        case name, visible, game, start, disconnect
        case player(String)
    }

    /// The list of players; push it.
    init(navigator: Navigator, games: [PartyGame] = PartyGameList.all) {
        self.navigator = navigator
        self.games = games
    }

    private(set) lazy var bindings: [Binding] = makeBindings()

    var row: Row? { rows.indices.contains(list.chosen) ? rows[list.chosen] : nil }
    /// How far it is to the chosen player; nil on another line.
    var chosenState: Peer.State? {
        guard case .player(let id) = row else { return nil }
        return machine?.peers.first { $0.id == id }?.state
    }
    /// What the player would like to play.
    var game: PartyGame { party.flatMap { games.named($0.game.id) } ?? games[0] }
    var machine: PeerSession? { party?.machine }
    var isInSession: Bool { machine.map { $0.isHost || $0.isGuest } ?? false }
    /// Whether somebody was invited and has not declined.
    var isGameFixed: Bool { machine?.peers.contains { $0.state != .notConnected } ?? false }
}

// MARK: - The session

extension NearbyViewController: LobbyScreen, NearbySessionDelegate {
    func lobbyDidChange(_ party: LobbyParty) {
        guard let machine else { return }
        // What is played is the host's to choose.
        rows = [.name, .visible] + (machine.isGuest ? [] : [.game]) + (machine.isHost ? [.start] : [])
        if isInSession { rows.append(.disconnect) }
        let players = machine.peers.map { Row.player($0.id) }
        rows += players
        list.setRows(rows, letters: [.start: "s", .disconnect: "d"])
        // Whoever has not chosen anything most likely wants to invite the first one who comes.
        if !hasMoved, let first = players.first, let index = rows.firstIndex(of: first) { list.choose(index) }
        navigator.setNeedsDisplay()
    }

    func session(_ session: NearbySession, didTell news: PeerSession.News) {
        switch news {
        case .invited(let id, let game):
            prompts.removeAll { $0.id == id }
            prompts.append(InvitationPrompt(id: id, sentence: invitation(from: session.name(of: id), to: game)))
            navigator.ring()
        case .invitationGone(let id): prompts.removeAll { $0.id == id }
        default: break
        }
        guard let sentence = sentence(for: news, in: session) else { return }
        switch news {
        case .sessionEnded, .invitationGone:
            if field == nil { navigator.show(standing: sentence) } else { navigator.show(alert: sentence) }
        default: navigator.show(alert: sentence)
        }
    }

    func lobby(_ party: LobbyParty, doesNotKnow game: String) { navigator.show(alert: PartyGameList.sentence(forUnknown: game)) }

    private func invitation(from name: String, to game: String) -> String {
        guard let title = games.named(game)?.title else {
            return tr(
                "{name} invites you to play a game that this version does not know, “{game}”.",
                ["name": name, "game": TextLimits.short(game)])
        }
        // A game's own "!" ends the sentence.
        return title.hasSuffix("!")
            ? tr("{name} invites you to play {game}", ["name": name, "game": title])
            : tr("{name} invites you to play {game}.", ["name": name, "game": title])
    }

    private func sentence(for news: PeerSession.News, in session: NearbySession) -> String? {
        switch news {
        case .refused(let problem): problem.sentence
        case .invitationGone(let id): tr("{name}'s invitation has expired.", ["name": session.name(of: id)])
        case .declined(let id, .declined), .declined(let id, .left):
            tr("{name} declined your invitation.", ["name": session.name(of: id)])
        case .declined(let id, .busy): tr("{name} is in another session.", ["name": session.name(of: id)])
        case .unanswered(let id):
            trn(
                "{name} did not answer within {count} second.", "{name} did not answer within {count} seconds.",
                PeerSession.timeout, ["name": session.name(of: id)])
        case .unreachable(let id):
            session.lastFailure.map {
                tr("{name} could not be reached: {reason}.", ["name": session.name(of: id), "reason": $0.reason])
            } ?? tr("{name} could not be reached.", ["name": session.name(of: id)])
        case .joined(let id) where session.machine.isHost: tr("{name} accepted your invitation.", ["name": session.name(of: id)])
        case .left(let id): tr("{name} left.", ["name": session.name(of: id)])
        case .sessionEnded(let reason): reason.sentence
        case .joined, .peers, .invited, .roster, .ended: nil
        }
    }
}

// MARK: - The screen

extension NearbyViewController: ViewController {
    var title: String { tr("Nearby players") }
    var isTyping: Bool { field != nil }

    func didAppear() {
        guard party == nil else { return }
        let session = NearbySession(
            name: navigator.playerName, isVisible: navigator.settings.visible, games: games.map(\.game),
            environment: navigator.environment)
        party = session
        session.screen = self
        session.start()
    }

    func didPress(_ key: Key) -> Bool {
        if field != nil {
            guard field?.edit(key) == true else { return false }
            navigator.setNeedsDisplay()
            return true
        }
        guard !isAsked, pressList(key) else { return false }
        hasMoved = true
        return true
    }

    func draw(on canvas: Canvas, in area: Rect) {
        guard let session = party else { return }
        let page = LobbyPage(words: words(for: session), reserved: isAsked ? 4 : 0, glyphs: navigator.glyphs)
        // What an action does is said where it is not cut; how far a player is, always.
        let isPlayer = { [rows] (index: Int) in if case .player = rows[index] { true } else { false } }
        let rect = page.draw(
            &list, on: canvas, in: navigator.page(in: area, columns: 70, on: canvas), cutsBehind: isPlayer
        ) { line(rows[$0], session) }
        let indent = 4 + TextWidth.of(nameLabel)
        field?.draw(on: canvas, x: rect.x + indent, y: rect.y, width: rect.width - indent - 1, prompt: tr("Your name"))
        if isAsked { prompts[0].draw(on: canvas, in: area, glyphs: navigator.glyphs) }
    }

    private var nameLabel: String { labelled(tr("Name"), "") }

    func words(for session: NearbySession) -> [LobbyPage.Words] {
        let machine = session.machine
        let problem = session.trouble.map { [LobbyPage.Words(.problem, $0.sentence)] }
        if !machine.roster.isEmpty {
            let connected = LobbyPage.Words(.label, tr("Connected with {names}", ["names": separated(session.companions)]))
            let host = machine.isGuest ? machine.connected.first.map { session.name(of: $0.id) } : nil
            return [connected] + (host.map { [.init(.plain, tr("Waiting for {name} to start the game…", ["name": $0]))] } ?? [])
                + (problem ?? [])
        }
        if let problem { return problem }
        return [
            .init(.label, machine.peers.isEmpty ? tr("Looking for players on this network…") : tr("Players on this network:"))
        ]
    }

    func line(_ row: Row, _ session: NearbySession) -> (words: String, behind: String) {
        switch row {
        case .name: return (labelled(tr("Name"), field == nil ? navigator.playerName : ""), "")
        case .visible: return (tr("Visible to others: {value}", ["value": Settings.onOff(navigator.settings.visible)]), "")
        case .game: return (tr("Game: {game}", ["game": game.title]), game.size)
        case .start: return (tr("Start the game"), trn("{count} player", "{count} players", session.machine.roster.count))
        case .disconnect: return (tr("Disconnect"), session.machine.isHost ? tr("end the session") : tr("leave the session"))
        case .player(let id):
            guard let peer = session.machine.peers.first(where: { $0.id == id }) else { return ("", "") }
            // A guest is connected with the host, and through the host with the other guests.
            let isThere = session.machine.isGuest && session.machine.rosterIDs.contains(id)
            return (session.name(of: id), isThere ? tr("connected") : peer.words)
        }
    }
}
