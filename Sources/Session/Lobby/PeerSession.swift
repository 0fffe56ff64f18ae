// A session of players near each other: who is seen, who invites whom, who is connected. Whoever invites is the host.
// It knows no rules of any game. What its player does is here; what the others do is in PeerSessionMessages.swift.
//
// What its owner must see to: there is one connection between two players. Where a second one turns up, of two that one player opened
// the newer stays, else the one that the smaller id opened; the other is closed, and nothing is reported of it where one stays.

import Wire

/// A session, from one player's side.
nonisolated package struct PeerSession: Equatable, Sendable {
    /// How many may be in a session, oneself included.
    package static let playerLimit = 8
    /// How many seconds an invitation stands.
    package static let timeout = 30

    /// What happens to it.
    package enum Event: Equatable, Sendable {
        /// The player comes.
        case start
        /// The player wants to be seen by the others, or not.
        case setVisible(Bool)
        /// The player has another name now.
        case rename(String)
        /// Another player is there.
        case found(id: String, name: String)
        /// They are gone from the list.
        case lost(id: String)
        /// The player invites one of them.
        case invite(id: String, game: String)
        /// The player takes the invitation back.
        case cancelInvitation(id: String)
        /// The player accepts their invitation.
        case accept(id: String)
        /// The player declines it.
        case decline(id: String)
        /// The player leaves the session, or as its host ends it.
        case disconnect
        /// The player leaves altogether.
        case quit
        /// Another player says something.
        case received(PeerMessage, from: String)
        /// No connection with them is left, or none came about.
        case connectionLost(id: String)
        /// They did not answer in time.
        case timedOut(id: String)
    }

    /// What is to be done.
    package enum Effect: Equatable, Sendable {
        /// Be in the others' lists under this name, and listen for connections.
        case publish(name: String)
        /// Do neither, any more.
        case withdraw
        /// Look for others.
        case browse
        /// Do not, any more.
        case stopBrowsing
        /// Send a message, over a new connection if there is none.
        case send(PeerMessage, to: String)
        /// Close what connections there are once everything sent is on its way. No `connectionLost` needs to follow.
        case close(String)
        /// Close all that are left in the same way, those included over which nothing came of anything.
        case closeAll
        /// Report `timedOut` after so many seconds.
        case startTimer(String, seconds: Int)
        /// Do not.
        case cancelTimer(String)
        /// Tell the player.
        case notify(News)
    }

    /// What the player is told.
    package enum News: Equatable, Sendable {
        /// The list changed.
        case peers
        /// Nobody is invited, for this reason.
        case refused(InvitationProblem)
        /// They invite the player to a game: accept or decline?
        case invited(id: String, game: String)
        /// Their invitation no longer stands.
        case invitationGone(id: String)
        /// They decline the player's invitation.
        case declined(id: String, DeclineReason)
        /// They did not answer it in time.
        case unanswered(id: String)
        /// There is no way to them.
        case unreachable(id: String)
        /// They are connected.
        case joined(id: String)
        /// They are no longer.
        case left(id: String)
        /// These are in the session, the host first.
        case roster([String])
        /// The session is over; the list is still there.
        case sessionEnded(QuitReason)
        /// All is over.
        case ended(QuitReason)
    }

    /// Who we are, as the others know us.
    package let id: String
    /// The name that the others see.
    package private(set) var name: String
    /// Whether the player is there at all.
    package private(set) var isRunning = false
    /// Whether the player wants to be seen.
    package private(set) var isVisible: Bool
    /// The others, in the order in which they came.
    package internal(set) var peers: [Peer] = []
    /// Who is in the session, the host first; empty outside of one.
    package internal(set) var roster: [String] = []
    /// The same by id; empty also where the host does not say it.
    package internal(set) var rosterIDs: [String] = []
    private var lastNumber = 0

    /// A player who is not there yet.
    package init(id: String, name: String, isVisible: Bool = true) {
        self.id = id
        self.name = name
        self.isVisible = isVisible
    }

    /// The others who are connected with us directly: all guests for the host, the host for a guest.
    package var connected: [Peer] { peers.filter { $0.state == .connected } }
    /// Whether others are in a session of ours.
    package var isHost: Bool { peers.contains { if case .guest = $0.phase { true } else { false } } }
    /// Whether we are in another's session, or about to be.
    package var isGuest: Bool { peers.contains { $0.theirs != nil } }

    /// Lets an event happen: what is to be done, in this order.
    package mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .start: return start()
        case .setVisible(let isVisible): return setVisible(isVisible)
        case .rename(let name): return rename(name)
        default: break
        }
        guard isRunning else { return [] }
        defer { peers.removeAll { !$0.isVisible && $0.phase == .apart } }
        switch event {
        case .found(let id, let name): return found(id, name)
        case .lost(let id): return lost(id)
        case .invite(let id, let game): return invite(id, game)
        case .cancelInvitation(let id): return cancelInvitation(id)
        case .accept(let id): return accept(id)
        case .decline(let id): return decline(id, .declined)
        case .disconnect: return disconnect()
        case .quit: return end(.userQuit)
        case .received(let message, let id): return received(message, from: id)
        case .connectionLost(let id): return lose(id)
        case .timedOut(let id): return timedOut(id)
        case .start, .setVisible, .rename: return []
        }
    }
}

// MARK: - The list

nonisolated extension PeerSession {
    private mutating func start() -> [Effect] {
        if isRunning { return [] }
        isRunning = true
        return [.browse] + (isVisible ? [.publish(name: name)] : [])
    }

    private mutating func setVisible(_ isVisible: Bool) -> [Effect] {
        if isVisible == self.isVisible { return [] }
        self.isVisible = isVisible
        if !isRunning { return [] }
        return [isVisible ? .publish(name: name) : .withdraw]
    }

    private mutating func rename(_ name: String) -> [Effect] {
        if name == self.name { return [] }
        self.name = name
        return isRunning && isVisible ? [.publish(name: name)] : []
    }

    private mutating func found(_ id: String, _ name: String) -> [Effect] {
        if id == self.id { return [] }
        let before = peers
        if let index = index(of: id) {
            peers[index].name = name
            peers[index].isVisible = true
        } else {
            peers.append(Peer(id: id, name: name, isVisible: true))
        }
        return peers == before ? [] : [.notify(.peers)]
    }

    private mutating func lost(_ id: String) -> [Effect] {
        guard let index = index(of: id), peers[index].isVisible else { return [] }
        peers[index].isVisible = false
        return [.notify(.peers)]
    }

    /// Where a player is among `peers`.
    package func index(of id: String) -> Int? { peers.firstIndex { $0.id == id } }

    /// Where we stand with a player; apart from one whom we do not know.
    func phase(_ id: String) -> Peer.Phase { index(of: id).map { peers[$0].phase } ?? .apart }

    /// Changes where we stand with a player whom we know.
    mutating func move(_ id: String, to phase: Peer.Phase) {
        if let index = index(of: id) { peers[index].phase = phase }
    }
}

// MARK: - The player's own doing

nonisolated extension PeerSession {
    private mutating func invite(_ id: String, _ game: String) -> [Effect] {
        guard let index = index(of: id), peers[index].phase == .apart else { return [] }
        if isGuest { return [.notify(.refused(.notHost))] }
        if peers.count(where: { $0.ours != nil }) + 1 >= Self.playerLimit { return [.notify(.refused(.full))] }
        lastNumber += 1
        peers[index].phase = .asked(lastNumber)
        return [.send(.invite(lastNumber, name: name, game: game), to: id), .startTimer(id, seconds: Self.timeout)]
    }

    private mutating func cancelInvitation(_ id: String) -> [Effect] {
        guard case .asked(let number) = phase(id) else { return [] }
        move(id, to: .apart)
        return [.cancelTimer(id), .send(.cancel(number), to: id), .close(id)]
    }

    /// Accepts an invitation; every other, theirs or ours, is off with that.
    package mutating func accept(_ id: String) -> [Effect] {
        guard case .asking(let number) = phase(id) else { return [] }
        move(id, to: .joining(number))
        let others = peers.map(\.id).flatMap { cancelInvitation($0) } + declineAll()
        return others + [.send(.accept(number), to: id), .startTimer(id, seconds: Self.timeout)]
    }

    private mutating func decline(_ id: String, _ reason: DeclineReason) -> [Effect] {
        guard case .asking(let number) = phase(id) else { return [] }
        move(id, to: .apart)
        return [.send(.decline(number, reason), to: id), .close(id)]
    }

    /// Declines what invitations wait for an answer, as there is a session now.
    package mutating func declineAll() -> [Effect] {
        peers.filter(\.isInviting).map(\.id).flatMap { decline($0, .busy) + [.notify(.invitationGone(id: $0))] }
    }

    /// Leaves the session and takes back all invitations; whose invitation waits for an answer still waits.
    private mutating func disconnect() -> [Effect] {
        let goodbyes = peers.map(\.id).flatMap { leave($0) }
        (roster, rosterIDs) = ([], [])
        return goodbyes.isEmpty ? [] : goodbyes + [.notify(.sessionEnded(.userQuit))]
    }

    private mutating func leave(_ id: String) -> [Effect] {
        let phase = phase(id)
        switch phase {
        case .apart, .asking: return []
        case .asked: return cancelInvitation(id)
        case .guest(let number):
            move(id, to: .apart)
            return [.send(.cancel(number), to: id), .close(id)]
        case .joining(let number), .host(let number):
            move(id, to: .apart)
            let timer = phase == .joining(number) ? [Effect.cancelTimer(id)] : []
            return timer + [.send(.decline(number, .left), to: id), .close(id)]
        }
    }

    private mutating func end(_ reason: QuitReason) -> [Effect] {
        let goodbyes = peers.map(\.id).flatMap { leave($0) + decline($0, .declined) }
        (isRunning, peers, roster, rosterIDs) = (false, [], [], [])
        return goodbyes + (isVisible ? [.withdraw] : []) + [.stopBrowsing, .closeAll, .notify(.ended(reason))]
    }
}
