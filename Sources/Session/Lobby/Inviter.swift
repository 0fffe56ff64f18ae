// A player's invitations, to and from nearby players, as a state machine. An invitation means "come to my table". NearbyLobby carries
// out its effects: it owns the connections, the table and the list of players.
//
//     invited by us:  invite ──► outgoing ── accepted ──► a guest at our table
//                                   └── declined, lost, timed out, taken back ──► nothing
//     invited by them: invited ──► incoming ── accept ──► we sit at their table (`host`)
//                                   └── declined, withdrawn ──► nothing
//
// If two players invite each other, both want to play: the invitation of the player with the smaller id counts. That player keeps the
// other one's invitation unseen until its own is settled; the other one accepts at once.

import Wire

/// A player's invitations.
nonisolated package struct Inviter: Equatable, Sendable {
    /// What happens. Players are named by id.
    package enum Event: Equatable, Sendable {
        /// The player invites somebody to a table with this many seats.
        case invite(String, seats: Int)
        /// The player takes an invitation back.
        case takeBack(String)
        /// The player accepts an invitation.
        case accept(String)
        /// The player declines an invitation.
        case decline(String)
        /// The player leaves the table, and takes all invitations back.
        case leaveTable
        /// The player leaves altogether.
        case quit
        /// An invitation arrived.
        case invited(by: String)
        /// Its connection ended.
        case withdrawn(by: String)
        /// Somebody declined our invitation.
        case declined(by: String, DeclineReason)
        /// The connection for our invitation ended, or there was none.
        case lost(String, NetworkFailure?)
        /// Our invitation was not answered in time.
        case timedOut(String)
        /// These guests sit at our table.
        case seated([String])
        /// The host whose invitation we accepted gave us no seat.
        case notSeated
        /// The table at which we sit is closed.
        case tableClosed(QuitReason)
    }

    /// What is to be done.
    package enum Effect: Equatable, Sendable {
        /// Connect to a player and send the invitation.
        case call(String)
        /// Stop connecting, or close the connection of our invitation.
        case hangUp(String)
        /// Report `timedOut` after `timeout`.
        case startTimer(String)
        /// Stop that timer.
        case cancelTimer(String)
        /// Ask for a seat on the connection of their invitation.
        case join(String)
        /// Decline their invitation and close its connection.
        case decline(String, DeclineReason)
        /// Leave the table at which we sit, or close ours.
        case leaveTable
        /// Tell the player.
        case notify(News)
    }

    /// What the player is told.
    package enum News: Equatable, Sendable {
        /// The player may not invite anybody.
        case refused(InvitationProblem)
        /// Somebody invites the player.
        case invited(by: String)
        /// They have taken their invitation back.
        case withdrawn(by: String)
        /// The player accepted an invitation that did not stand any more.
        case invitationGone(by: String)
        /// Somebody declined the player's invitation.
        case declined(by: String, DeclineReason)
        /// Somebody did not answer in time.
        case unanswered(String)
        /// Somebody could not be reached, for this reason if it is known.
        case unreachable(String, NetworkFailure?)
        /// Somebody sat down at the player's table.
        case joined(String)
        /// Somebody left it.
        case left(String)
        /// The table at which the player sat is closed.
        case tableClosed(QuitReason)
        /// Somebody's program has a different version.
        case otherVersion(String)
    }

    /// How long an invitation stands, in seconds.
    package static let timeout = 30

    /// The player's own id.
    package let id: String
    /// Who was invited and has not answered.
    package private(set) var outgoing: Set<String> = []
    /// Who invites the player, the oldest invitation first.
    package private(set) var incoming: [String] = []
    /// Who sits at our table.
    package private(set) var guests: [String] = []
    /// Whose invitation we accepted.
    package private(set) var host: String?

    /// Creates the state of a player who has invited nobody.
    package init(id: String) { self.id = id }

    /// The invitations that the player can answer now.
    package var pending: [String] { incoming.filter { !outgoing.contains($0) } }

    /// Handles an event. Returns what is to be done, in this order. An event that does not fit the state does nothing.
    package mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .invite(let id, let seats): invite(id, seats: seats)
        case .takeBack(let id): settle(id, [.cancelTimer(id), .hangUp(id)])
        case .accept(let id): pending.contains(id) ? accept(id) : []
        case .decline(let id): pending.contains(id) ? decline(id, .declined) : []
        case .leaveTable: leaveTableForNext()
        case .quit: leaveTable() + incoming.flatMap { decline($0, .declined) }
        case .invited(let id): invited(by: id)
        case .withdrawn(let id): withdrawn(by: id)
        case .declined(let id, let reason):
            settle(
                id,
                [.cancelTimer(id), .hangUp(id), .notify(reason == .otherVersion ? .otherVersion(id) : .declined(by: id, reason))])
        case .lost(let id, let failure): settle(id, [.cancelTimer(id), .notify(.unreachable(id, failure))])
        case .timedOut(let id): settle(id, [.hangUp(id), .notify(.unanswered(id))])
        case .seated(let ids): seated(ids)
        case .notSeated: leaveHost { .invitationGone(by: $0) }
        case .tableClosed(let reason): leaveHost { _ in .tableClosed(reason) }
        }
    }
}

/// Why the player may not invite anybody.
nonisolated package enum InvitationProblem: Error, CaseIterable, Sendable {
    /// The player sits at somebody else's table.
    case notHost
    /// The table has no free seat.
    case full
}

// MARK: - Our invitations

nonisolated extension Inviter {
    private mutating func invite(_ id: String, seats: Int) -> [Effect] {
        guard id != self.id, !(outgoing.contains(id) || incoming.contains(id) || guests.contains(id)) else { return [] }
        if host != nil { return [.notify(.refused(.notHost))] }
        if 1 + guests.count + outgoing.count >= seats { return [.notify(.refused(.full))] }
        outgoing.insert(id)
        return [.call(id), .startTimer(id)]
    }

    /// Ends our invitation in this way, and shows the player the other one's if there is one.
    private mutating func settle(_ id: String, _ effects: [Effect]) -> [Effect] {
        outgoing.remove(id) == nil ? [] : effects + present(incoming.filter { $0 == id })
    }

    private mutating func takeAllBack() -> [Effect] {
        defer { outgoing = [] }
        return outgoing.sorted().flatMap { [.cancelTimer($0), .hangUp($0)] as [Effect] }
    }

    private mutating func seated(_ ids: [String]) -> [Effect] {
        let (new, gone) = (ids.filter { !guests.contains($0) }, guests.filter { !ids.contains($0) })
        guests = ids
        outgoing.subtract(new)
        let effects = new.flatMap { [.cancelTimer($0), .notify(.joined($0))] as [Effect] } + gone.map { .notify(.left($0)) }
        return new.isEmpty ? effects : effects + declineAll()
    }
}

// MARK: - Their invitations

nonisolated extension Inviter {
    private mutating func invited(by id: String) -> [Effect] {
        // Our host invites us again, so it has lost our connection.
        if host == id { return leaveHost { _ in .tableClosed(.connectionDropped) } + invited(by: id) }
        if host != nil || !guests.isEmpty { return [.decline(id, .busy)] }
        if !incoming.contains(id) { incoming.append(id) }
        guard outgoing.contains(id) else { return present([id]) }
        return self.id < id ? [] : accept(id)
    }

    private func present(_ ids: [String]) -> [Effect] { ids.map { .notify(.invited(by: $0)) } }

    private mutating func withdrawn(by id: String) -> [Effect] {
        guard let index = incoming.firstIndex(of: id) else { return [] }
        incoming.remove(at: index)
        return outgoing.contains(id) ? [] : [.notify(.withdrawn(by: id))]
    }

    /// Accepts an invitation; all others, ours and theirs, end with that.
    private mutating func accept(_ id: String) -> [Effect] {
        incoming.removeAll { $0 == id }
        host = id
        return takeAllBack() + declineAll() + [.join(id)]
    }

    private mutating func decline(_ id: String, _ reason: DeclineReason) -> [Effect] {
        incoming.removeAll { $0 == id }
        return [.decline(id, reason)]
    }

    /// Declines all invitations because the player sits at a table now.
    private mutating func declineAll() -> [Effect] { incoming.flatMap { decline($0, .busy) } }

    private mutating func leaveHost(_ news: (String) -> News) -> [Effect] {
        guard let host else { return [] }
        self.host = nil
        return [.leaveTable, .notify(news(host))]
    }

    /// Leaves the table, and shows the player the invitations that waited for our own.
    private mutating func leaveTableForNext() -> [Effect] {
        let unseen = incoming.filter(outgoing.contains)
        return leaveTable() + present(unseen)
    }

    private mutating func leaveTable() -> [Effect] {
        let effects = takeAllBack()
        (host, guests) = (nil, [])
        return effects + [.leaveTable]
    }
}
