// Nearby players: the player's own name, visibility and game, and everybody on the network, live, to be invited.

import Language
import Screen
import Session
import Wire

/// The list of nearby players.
final class NearbyViewController {
    let navigator: Navigator
    let games: [PartyGame]
    let view = PageView()
    var lobby: NearbyLobby?
    var prompt: Prompt?
    /// Whether the player stays on the list after leaving the table.
    private var keepsList = false
    /// Until then no key answers: it may have been meant for what was on the screen before.
    private var quietUntil = Int.min
    /// Invitations to the player, the oldest first; the first one is on the screen.
    var prompts: [InvitationPrompt] = []

    enum Row: Hashable {
        case name, visible, game, start, disconnect
        case player(String)
    }

    /// Creates the list of players; push it.
    init(navigator: Navigator, games: [PartyGame] = PartyGameList.all) {
        self.navigator = navigator
        self.games = games
    }

    /// The game to which the player invites.
    var game: PartyGame { lobby.flatMap { games.named($0.game.id) } ?? games[0] }
    /// The other players.
    var players: [NearbyPlayer] { lobby?.players ?? [] }
    func state(of id: String) -> NearbyPlayer.State? { players.first { $0.id == id }?.state }
    /// Whether an invitation waits for an answer. While the name is typed it waits for its turn.
    var isAsked: Bool { !prompts.isEmpty && view.field == nil && prompt == nil }

    /// Leaves the table; back to the menu, or not.
    func leave(keepingList: Bool) {
        keepsList = keepingList
        askToLeave()
    }
}

// MARK: - The lobby

extension NearbyViewController: LobbyScreen, NearbyLobbyDelegate {
    var title: String { tr("Nearby players") }
    var hasCompany: Bool { lobby?.roster.isEmpty == false }

    func leaveTable() { if keepsList { lobby?.leaveTable() } else { navigator.pop() } }

    func didAppear() {
        guard lobby == nil else { return }
        let nearby = NearbyLobby(
            name: navigator.playerName, isVisible: navigator.settings.visible, games: games.map(\.game),
            environment: navigator.environment)
        lobby = nearby
        nearby.screen = self
        nearby.start()
    }

    func draw(on canvas: Canvas, in area: Rect) {
        drawPage(on: canvas, in: area)
        if isAsked { prompts[0].draw(on: canvas, in: area, glyphs: navigator.glyphs) }
    }

    var announcement: Announcement {
        isAsked ? Announcement(sentences: [prompts[0].sentence, tr("y: Accept. n: Decline.")]) : pageAnnouncement
    }

    func lobbyDidChange() {
        if let pending = lobby?.inviter.pending { removePrompts { !pending.contains($0.id) } }
        stopAskingToLeave()
        // A player who has not chosen anything most likely wants to invite the first one who appears.
        if !view.hasMoved, let first = players.first { view.choose(Row.player(first.id)) }
        navigator.setNeedsDisplay()
    }

    func nearby(_ nearby: NearbyLobby, didTell news: Inviter.News) {
        switch news {
        case .invited(let id):
            prompts.removeAll { $0.id == id }
            if let game = nearby.game(invitedBy: id), let title = games.named(game.id)?.title {
                prompts.append(InvitationPrompt(id: id, sentence: invitation(from: nearby.name(of: id), to: title)))
                navigator.ring()
                navigator.stopStanding()
            }
        case .withdrawn(let id): removePrompts { $0.id == id }
        default: break
        }
        guard let sentence = sentence(for: news, in: nearby) else { return }
        switch news {
        case .tableClosed, .invitationGone, .withdrawn:
            if view.field == nil && !isAsked { navigator.show(standing: sentence) } else { navigator.show(alert: sentence) }
        default: navigator.show(alert: sentence)
        }
    }

    /// Removes invitations that do not stand any more. A key meant for the first of them does not answer the next.
    private func removePrompts(where isGone: (InvitationPrompt) -> Bool) {
        let before = prompts.first?.id
        prompts.removeAll(where: isGone)
        if let first = prompts.first, first.id != before { quietUntil = navigator.environment.now + Alert.pauseMilliseconds }
    }

    /// Answers the invitation on the screen, unless it has just taken the place of another.
    func answer(_ accepts: Bool) {
        guard navigator.environment.now >= quietUntil else { return }
        let prompt = prompts.removeFirst()
        navigator.setNeedsDisplay()
        guard accepts else { return lobby?.decline(prompt.id) ?? () }
        lobby?.accept(prompt.id)
        // The host's row is chosen, so that another Enter changes nothing.
        view.hasMoved = true
        view.choose(Row.player(prompt.id))
    }

    private func invitation(from name: String, to title: String) -> String {
        // A game's own "!" ends the sentence.
        title.hasSuffix("!")
            ? tr("{name} invites you to play {game}", ["name": name, "game": title])
            : tr("{name} invites you to play {game}.", ["name": name, "game": title])
    }

    private func sentence(for news: Inviter.News, in nearby: NearbyLobby) -> String? {
        switch news {
        case .invited: nil
        case .refused(.notHost): tr("Only the host of a session can invite.")
        case .refused(.full): tr("{game} is for {size}.", ["game": game.title, "size": game.size])
        case .withdrawn(let id): tr("{name} took the invitation back.", ["name": nearby.name(of: id)])
        case .invitationGone(let id): tr("{name}'s invitation has expired.", ["name": nearby.name(of: id)])
        case .declined(let id, .busy): tr("{name} is in another session.", ["name": nearby.name(of: id)])
        case .declined(let id, .declined): tr("{name} declined your invitation.", ["name": nearby.name(of: id)])
        case .declined(let id, .otherVersion), .otherVersion(let id): otherVersionSentence(of: nearby.name(of: id))
        case .unanswered(let id):
            trn(
                "{name} did not answer within {count} second.", "{name} did not answer within {count} seconds.",
                Inviter.timeout, ["name": nearby.name(of: id)])
        case .unreachable(let id, let failure?):
            tr("{name} could not be reached: {reason}.", ["name": nearby.name(of: id), "reason": failure.reason])
        case .unreachable(let id, nil): tr("{name} could not be reached.", ["name": nearby.name(of: id)])
        case .joined(let id): tr("{name} accepted your invitation.", ["name": nearby.name(of: id)])
        case .left(let id): tr("{name} left.", ["name": nearby.name(of: id)])
        case .tableClosed(let reason): reason.sentence
        }
    }
}
