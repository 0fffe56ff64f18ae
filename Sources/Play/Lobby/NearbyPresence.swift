// The player among the nearby players. Once their list has been opened, a visible player stays in the lists of the others on every screen
// where an invitation can be answered, and invitations are shown there (InvitationKeys has their keys). Among others the player is listed
// as one who plays or is busy (`Navigator.occupation`).

import Language
import Screen
import Session
import Wire

/// The player among the nearby players, whatever is on the screen.
final class NearbyPresence {
    unowned let navigator: Navigator
    /// The player as the others see it; nil before the list was opened, and out of sight.
    private(set) var lobby: NearbyLobby?
    /// Identifies the player to the others while the program runs.
    private let id = TablePlayer.randomID()
    /// Who invites the player to what, and the answers.
    struct Invitation {
        let id: String
        var sentence: String
        /// What else is to know, where there is room.
        var remark = ""
        var prompt: Prompt
        /// What an answer does to a guest of ours, who is here already; nil for an invitation.
        var answer: ((_ isYes: Bool) -> Void)?
    }
    /// Invitations to the player, the oldest first; the first one is on the screen.
    var invitations: [Invitation] = [] {
        didSet {
            if !invitations.elementsEqual(oldValue, by: { ($0.id, $0.sentence, $0.prompt) == ($1.id, $1.sentence, $1.prompt) }) {
                navigator.invitationsDidChange()
            }
        }
    }
    /// The games that the player can be invited to; nil before the list was opened.
    private(set) var games: [PartyGame]?
    /// The list of players, while it is open.
    private(set) weak var list: NearbyViewController?
    /// The id of the player whose invitation is on the screen.
    private var shown: String?
    /// Until it ends Enter answers nothing, and no other key does unless the list shows the first invitation, where they mean nothing else: it may
    /// have been meant for what was on the screen before.
    private(set) var pause: Cancellable?
    private var isExpected = false
    /// The row where its box begins, if there is room beside what the screen shows; nil: in the middle.
    var boxTop: Int?

    /// Nobody sees the player yet.
    init(navigator: Navigator) { self.navigator = navigator }
}

// MARK: - Coming and going

extension NearbyPresence {
    /// The list of players was opened.
    func open(for list: NearbyViewController) -> NearbyLobby? {
        (self.list, games) = (list, list.games)
        update()
        return lobby
    }

    /// The list was left, and the table with it.
    func close() {
        list = nil
        lobby?.leaveTable()
    }

    /// Follows the screens and the settings. The others' names are needed in the list only.
    func update() {
        guard let games else { return }
        guard let now = navigator.occupation, navigator.settings.visible || list != nil && now == .notConnected else {
            let left = lobby
            lobby = nil
            forgetInvitations()
            return left?.leave() ?? ()
        }
        let opened = lobby == nil ? open(for: games) : nil
        // Under a game, too: whoever comes back finds the rows as they were.
        lobby?.isBrowsing = list != nil
        lobby?.rename(navigator.playerName)
        lobby?.timeControl = navigator.settings.timeControl
        lobby?.setVisible(navigator.settings.visible)
        show(now)
        opened?.start()
    }

    private func open(for games: [PartyGame]) -> NearbyLobby {
        let lobby = NearbyLobby(
            name: navigator.playerName, isVisible: navigator.settings.visible, games: games.map(\.game),
            environment: navigator.environment, id: id)
        lobby.didHappen = { [weak self, unowned lobby] in self?.follow($0, in: lobby) }
        self.lobby = lobby
        return lobby
    }

    /// The others read this of the player until the next `update`. Who is not free leaves the usual port to others, and declines all invitations.
    func show(_ occupation: NearbyPlayer.State) {
        lobby?.setOccupation(occupation)
        if occupation != .notConnected { forgetInvitations() }
    }

    private func forgetInvitations() {
        invitations.removeAll { $0.answer == nil }
        follow()
    }
}

// MARK: - The invitation on the screen

extension NearbyPresence {
    /// Whether the invitation on the screen takes its keys.
    var isReady: Bool { shown != nil && (pause == nil || isExpected) }

    /// Notes which invitation is on the screen. Its keys count a moment later.
    func follow() {
        let now = navigator.invitation?.id
        if now == shown { return }
        isExpected = list != nil && shown == nil
        pause?.cancel()
        (shown, pause) = (now, nil)
        if now == nil { return }
        pause = navigator.environment.after(milliseconds: Alert.pauseMilliseconds) { [weak self] in
            self?.pause = nil
            self?.navigator.setNeedsDisplay()
        }
    }

    /// Answers the invitation on the screen. Accepting it leaves the screen for the list.
    func answer(_ accepts: Bool) {
        guard isReady, navigator.invitation != nil else { return }
        let invitation = invitations.removeFirst()
        if let answer = invitation.answer { return answer(accepts) }
        let id = invitation.id
        guard accepts else { return lobby?.decline(id) ?? () }
        if list == nil, let games {
            navigator.popToRoot()
            navigator.push(NearbyViewController(navigator: navigator, games: games))
        }
        lobby?.accept(id)
        list?.didAccept(id)
    }
}

// MARK: - Guests of ours

extension NearbyPresence {
    /// Asks about a guest on whatever screen is on top, or changes the question.
    func ask(_ sentence: String, id: String, answer: @escaping (_ isYes: Bool) -> Void) {
        if let index = invitations.firstIndex(where: { $0.id == id }) { return invitations[index].sentence = sentence }
        invitations.append(Invitation(id: id, sentence: sentence, prompt: .arrival, answer: answer))
    }

    /// The guest is gone.
    func withdraw(_ id: String) { invitations.removeAll { $0.id == id } }
}

// MARK: - Events

extension NearbyPresence {
    /// A table that closes is news; the lobby goes on.
    private func follow(_ event: LobbyEvent, in nearby: NearbyLobby) {
        switch event {
        case .changed: if let pending = lobby?.pending { invitations.removeAll { $0.answer == nil && !pending.contains($0.id) } }
        case .started: forgetInvitations()
        case .news(let news): tell(news, of: nearby)
        case .notJoined(let table, let reason): navigator.show(alert: reason.sentence(joining: table.title), untilKey: true)
        case .ended: break
        }
        list?.follow(event)
    }

    private func tell(_ news: InvitationNews, of nearby: NearbyLobby) {
        let isWaiting = navigator.top?.holdsInvitations == true
        switch news {
        case .invited(let id):
            invitations.removeAll { $0.id == id }
            if let game = nearby.game(invitedBy: id).flatMap({ games?.named($0.id) }) {
                let control = nearby.timeControl(invitedBy: id)
                let sentence = invitation(
                    from: nearby.name(of: id), to: separated([game.title, control?.text].compactMap(\.self)))
                // A game with clocks is for two.
                let remark = control?.sentence ?? tr("It is for {players}.", ["players": game.size])
                invitations.append(Invitation(id: id, sentence: sentence, remark: remark, prompt: .invitation))
                navigator.call(sentence)
            }
        case .withdrawn(let id): invitations.removeAll { $0.id == id }
        default: break
        }
        // Where nobody else can come, the game begins with the answer.
        if case .joined(_, true) = news, nearby.isReady, nearby.game.players.count == 1, list?.holdsInvitations == false {
            nearby.startGame()
            if list?.lobby == nil { return }
        }
        guard let sentence = sentence(for: news, in: nearby) else { return }
        switch news {
        // The player has just said yes to that.
        case .left(let id) where list?.unwanted == id && list?.prompt == nil:
            show(tr("You sent {name} away.", ["name": nearby.name(of: id)]), about: id, in: nearby)
        case .invitationGone, .withdrawn:
            if isWaiting { navigator.show(alert: sentence) } else { navigator.show(standing: sentence) }
        case .tableClosed(let reason, let host):
            // Until the player sits elsewhere, or the host has another table: for a moment the network still lists the old one.
            let end = navigator.environment.now + Self.staleMilliseconds
            navigator.show(sudden: sentence) { [weak self, weak nearby] in
                guard let self, let nearby, nearby.roster.isEmpty else { return false }
                let isHost = list?.tables?.hosts.values.contains(host) == true
                return reason != .serverQuit || !isHost || navigator.environment.now < end
            }
        case .joined(let id, _):
            if nearby.isReady { list?.didAccept(id) }
            navigator.show(alert: sentence) { [weak nearby] in nearby?.isConnected(to: id) == true }
        case .declined(let id, _), .unanswered(let id), .unreachable(let id, _), .otherVersion(let id), .left(let id):
            show(sentence, about: id, in: nearby)
        case .notHost, .full:
            let states = nearby.players.map(\.state)
            navigator.show(alert: sentence) { [weak nearby] in nearby?.players.map(\.state) == states }
        case .invited: break
        }
    }

    /// How long the network may list a table that is closed.
    private static let staleMilliseconds = 2000

    /// Says why a player does not come, until a key, or until something else is heard of the player.
    func show(_ sentence: String, about id: String, in nearby: NearbyLobby) {
        let told = nearby.state(of: id)
        let hosts = { [weak list] in list?.tables?.hosts.values.contains(id) == true }
        let wasHost = hosts()
        navigator.show(alert: sentence) { [weak nearby] in
            guard let now = nearby?.state(of: id) else { return true }
            return (now == told || now.isElsewhere && told.isElsewhere) && hosts() == wasHost
        }
    }
}
