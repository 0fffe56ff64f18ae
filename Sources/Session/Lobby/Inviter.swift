// A player's invitations, to and from nearby players, the connections on which they travel, and the table to which they lead. An invitation
// means "come to my table".
//
//     invited by us:  invite ──► outgoing ── accepted ──► a guest at our table
//                                   └── declined, lost, timed out, taken back ──► nothing
//     invited by them: receive ──► incoming ── accept ──► we sit at their table (`host`)
//                                   └── declined, withdrawn ──► nothing
//     their listed table: sit ──► we sit at it (`host`); ours: `listTable` ──► whoever comes is a guest
//
// If two players invite each other, both want to play: the invitation of the player with the smaller id counts. That player keeps the
// other one's invitation unseen until its own is settled; the other one accepts at once.
//
// What happens while the player is told something finds everything done: each step tells it last, and then looks again at how things are.

import Wire

/// What the player is told about invitations. Players are named by id.
nonisolated package enum InvitationNews: Equatable, Sendable {
    /// Only a host can invite: the player sits at somebody else's table.
    case notHost
    /// The table has no free seat.
    case full
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
    /// Somebody sat down at the player's table, invited or not.
    case joined(String, isInvited: Bool)
    /// Somebody left it.
    case left(String)
    /// The table of this host, at which the player sat, is closed.
    case tableClosed(QuitReason, host: String)
    /// Somebody's program has a different version.
    case otherVersion(String)
}

/// A player's invitations, and the table to which they lead.
final class Inviter {
    /// How many invitations may wait for an answer.
    static let incomingLimit = 32
    /// How long each may wait, in milliseconds. Players who invite take their invitations back before that.
    static let incomingTimeout = 40_000

    /// Called with news, with each change, and when the game starts.
    var didHappen: (LobbyEvent) -> Void = { _ in }
    /// The game to which the player invites.
    var game: LobbyGame
    /// How much time players have at the player's table, if its game has clocks.
    var timeControl: TimeControl?
    /// The name under which the player sits down.
    var name: () -> String = { "" }
    /// Where a player can be reached; nil if it is not known.
    var endpoint: (String) -> Endpoint? = { _ in nil }

    /// The player's own id.
    let id: String
    /// Who sits at our table.
    private(set) var guests: [String] = []
    /// At whose table we sit or ask for a seat; `unknownHost` until that is known.
    private(set) var host: String?
    /// The host of a table that was found in no list.
    static let unknownHost = "?"
    /// The listed table at which we ask for a seat.
    private var asked: MatchmakingTable?
    /// Our table, which is opened for the first invitation, or for the network's lists.
    private(set) var hosted: TableHost?
    /// Whether it is in the network's lists: then it stays although nobody comes.
    var isListed: Bool { hosted?.offer != nil || isListing }
    private var isListing = false
    /// The table at which we sit or ask for a seat.
    private(set) var joined: TableGuest?

    private let games: [LobbyGame]
    private let environment: Match.Services
    /// Our invitations that are not answered: until when they stand, and how they travel.
    private var timers: [String: Cancellable] = [:]
    private var attempts: [String: Cancellable] = [:]
    private var calls: [String: Link] = [:]
    /// The invitations to the player, also those that are not shown.
    private let incoming: AdmissionQueue<Invitation>

    /// An invitation to this player.
    private final class Invitation {
        let host: String
        let table: MatchmakingTable
        let link: Link

        init(from host: String, to table: MatchmakingTable, on link: Link) {
            (self.host, self.table, self.link) = (host, table, link)
        }

        func decline(_ reason: DeclineReason) {
            link.send(.lobby(.invitation(.declined(reason))))
            link.close()
        }
    }

    /// A player who has invited nobody, and can play these games, at least one.
    init(id: String, games: [LobbyGame], environment: Match.Services) {
        (self.id, self.games, game, self.environment) = (id, games, games[0], environment)
        incoming = AdmissionQueue(limit: Self.incomingLimit, timeout: Self.incomingTimeout, scheduler: environment)
        incoming.didTurnAway = { [unowned self] in
            $0.link.close()
            didWithdraw($0)
        }
    }

    /// Who was invited and has not answered.
    var outgoing: [String] { timers.keys.sorted() }
    /// Whether our invitation to a player is on its way.
    func hasCalled(_ player: String) -> Bool { calls[player] != nil }
    /// The invitations that the player can answer now, the oldest first.
    var pending: [String] { incoming.guests.map(\.host).filter { timers[$0] == nil } }

    /// The game of a player's invitation; nil if it does not stand any more.
    func game(invitedBy id: String) -> LobbyGame? { invitation(from: id).flatMap { games.game(of: $0.table) } }
    /// How much time its players have; nil without clocks.
    func timeControl(invitedBy id: String) -> TimeControl? { invitation(from: id)?.table.timeControl }

    /// Ends every step: nobody needs a table to which nobody comes.
    private func update() {
        if timers.isEmpty, !isListed, hosted?.guests.isEmpty == true { leaveTables() }
        didHappen(.changed)
    }

    private func tell(_ news: InvitationNews) { didHappen(.news(news)) }
}

// MARK: - Our invitations

extension Inviter {
    /// Invites a player to our table.
    func invite(_ player: String) {
        guard player != id, timers[player] == nil, invitation(from: player) == nil, !guests.contains(player) else { return }
        if host != nil { return tell(.notHost) }
        if 1 + guests.count + timers.count >= game.players.upperBound { return tell(.full) }
        timers[player] = environment.after(milliseconds: NearbyLobby.invitationTimeout * 1000) { [weak self] in
            self?.settle(player, .unanswered(player))
        }
        openTable()
        if let endpoint = endpoint(player) {
            attempts[player] = environment.connect(to: endpoint) { [weak self] in self?.didConnect(to: player, $0) }
        } else {
            attempts[player] = environment.after(milliseconds: 0) { [weak self] in
                self?.settle(player, .unreachable(player, .noSuchHost))
            }
        }
        update()
    }

    /// Opens our table for everybody on this network. Throws if nobody could come.
    func listTable() throws(NetworkFailure) {
        if host != nil { return tell(.notHost) }
        isListing = true
        defer { isListing = false }
        openTable()
        do throws(NetworkFailure) {
            try hosted?.open(name: name())
        } catch {
            isListing = false
            if timers.isEmpty, guests.isEmpty { leaveTables() }
            update()
            throw error
        }
        update()
    }

    private func openTable() {
        guard hosted == nil else { return }
        let host = TableHost(game: game, timeControl: timeControl, environment: environment, id: id)
        hosted = host
        host.didHappen = { [unowned self] in
            if case .started(let game, let party) = $0 { didStart(game, with: party) } else { seatsDidChange() }
        }
        host.openUnlisted(name: name())
    }

    private func didConnect(to player: String, _ result: Result<Connection, NetworkFailure>) {
        attempts[player] = nil
        switch result {
        case .success(let connection):
            guard let hosted else { return connection.close() }
            let call = Link(connection, scheduler: environment)
            calls[player] = call
            call.didReceive = { [weak self] in self?.receive($0, from: player) }
            call.didEnd = { [weak self] _ in self?.settle(player, .unreachable(player, nil)) }
            call.send(.lobby(.invitation(.invite(from: id, to: player, hosted.table))))
            call.start()
            update()
        case .failure(let failure): settle(player, .unreachable(player, failure))
        }
    }

    /// Takes an invitation back.
    func takeBack(_ player: String) { settle(player) }

    /// Ends our invitation to a player, if there is one, and shows theirs if that has waited for it.
    private func settle(_ player: String, _ news: InvitationNews? = nil) {
        guard timers[player] != nil else { return }
        hangUp(player)
        news.map(tell)
        if pending.contains(player) { tell(.invited(by: player)) }
        update()
    }

    private func hangUp(_ player: String) {
        timers.removeValue(forKey: player)?.cancel()
        attempts.removeValue(forKey: player)?.cancel()
        calls.removeValue(forKey: player)?.close()
    }

    private func takeAllBack() { for player in outgoing { hangUp(player) } }

    /// Somebody sat down at our table or left it, or the table changed otherwise.
    private func seatsDidChange() {
        let ids = hosted?.guests.map(\.player.id) ?? []
        let (new, gone) = (ids.filter { !guests.contains($0) }, guests.filter { !ids.contains($0) })
        guests = ids
        let invited = new.filter { timers[$0] != nil }
        for player in new { timers.removeValue(forKey: player)?.cancel() }
        if !new.isEmpty { declineAll(.busy) }
        for player in new { tell(.joined(player, isInvited: invited.contains(player))) }
        for player in gone { tell(.left(player)) }
        update()
    }
}

// MARK: - Their invitations

extension Inviter {
    /// Somebody invites the player.
    func receive(from player: String, to table: MatchmakingTable, on link: Link) {
        let invitation = Invitation(from: player, to: table, on: link)
        guard games.game(of: table) != nil else {
            invitation.decline(.otherVersion)
            return tell(.otherVersion(player))
        }
        remove(player)?.link.close()
        // Our host invites us again, so it has lost our connection.
        if host == player { leaveHost(telling: .news(.tableClosed(.connectionDropped, host: player))) }
        if host != nil || !guests.isEmpty { return invitation.decline(.busy) }
        link.didReceive = { _ in }
        link.didEnd = { [weak self, weak invitation] _ in
            if let self, let invitation, incoming.remove(invitation) { didWithdraw(invitation) }
        }
        incoming.admit(invitation, from: link.origin.source)
        guard incoming.guests.contains(where: { $0 === invitation }) else { return }
        if timers[player] == nil {
            tell(.invited(by: player))
        } else if id > player {
            return sit(at: invitation)
        }
        update()
    }

    private func invitation(from player: String) -> Invitation? { incoming.guests.first { $0.host == player } }

    @discardableResult
    private func remove(_ player: String) -> Invitation? {
        let invitation = invitation(from: player)
        if let invitation { incoming.remove(invitation) }
        return invitation
    }

    /// Accepts an invitation.
    func accept(_ player: String) {
        if pending.contains(player), let invitation = invitation(from: player) { sit(at: invitation) }
    }

    /// Asks for a seat; all other invitations, ours and theirs, end with that.
    private func sit(at invitation: Invitation) {
        incoming.remove(invitation)
        let guest = TableGuest(name: name(), games: games, environment: environment, id: id)
        sit(as: guest, at: invitation.host)
        guest.join(invitation.table, on: invitation.link)
        update()
    }

    /// Asks for a seat at a table that the guest found in the network's lists, or to whose host there is a connection.
    func sit(at table: MatchmakingTable, as guest: TableGuest, on link: Link? = nil) {
        guard host == nil, guests.isEmpty else { return link?.close() ?? () }
        sit(as: guest, at: guest.hosts[table.name] ?? Self.unknownHost)
        asked = table
        if let link { guest.join(table, on: link) } else { guest.join(table) }
        update()
    }

    private func sit(as guest: TableGuest, at host: String) {
        self.host = host
        takeAllBack()
        declineAll(.busy)
        leaveTables()
        joined = guest
        guest.didHappen = { [unowned self] in didHappen(atTable: $0) }
    }

    /// Declines an invitation.
    func decline(_ player: String) {
        guard pending.contains(player) else { return }
        remove(player)?.decline(.declined)
        update()
    }

    private func declineAll(_ reason: DeclineReason) { for invitation in incoming.empty() { invitation.decline(reason) } }

    /// Somebody took an invitation back, or it waited for too long.
    private func didWithdraw(_ invitation: Invitation) {
        if timers[invitation.host] == nil { tell(.withdrawn(by: invitation.host)) }
        update()
    }

    private func didHappen(atTable event: LobbyEvent) {
        switch event {
        case .changed, .news:
            if host == Self.unknownHost, let first = joined?.roster.first { host = first.id }
            update()
        case .started(let game, let party): didStart(game, with: party)
        case .ended(let reason): leaveHost(telling: .news(.tableClosed(reason, host: host ?? Self.unknownHost)))
        case .notJoined: leaveHost(telling: asked == nil ? host.map { .news(.invitationGone(by: $0)) } ?? .changed : event)
        }
    }

    private func leaveHost(telling event: LobbyEvent) {
        guard host != nil else { return }
        host = nil
        leaveTables()
        didHappen(event)
        update()
    }
}

// MARK: - The table

extension Inviter {
    /// Leaves the table, or closes ours, and shows the player the invitations that waited for our own.
    func leaveTable() {
        let unseen = incoming.guests.map(\.host).filter { timers[$0] != nil }
        leaveAll()
        for player in unseen where pending.contains(player) { tell(.invited(by: player)) }
        update()
    }

    /// The player is at something else, perhaps at a game that began here: leaves what is left, and declines all invitations.
    func rest() {
        leaveAll()
        declineAll(.busy)
    }

    /// Leaves altogether. Nothing happens any more.
    func leave() {
        didHappen = { _ in }
        leaveAll()
        declineAll(.declined)
    }

    private func leaveAll() {
        takeAllBack()
        (host, guests) = (nil, [])
        leaveTables()
    }

    private func leaveTables() {
        let (left, own) = (joined, hosted)
        (joined, hosted, asked) = (nil, nil, nil)
        left?.leave()
        own?.leave()
    }

    /// The table belongs to the party now.
    private func didStart(_ game: LobbyGame, with party: TableParty) {
        (joined, hosted) = (nil, nil)
        didHappen(.started(game, party))
    }
}

// MARK: - The connections of invitations

extension Inviter {
    private func receive(_ packet: Packet, from player: String) {
        guard let call = calls[player] else { return }
        switch packet {
        case .lobby(.matchmaking(.introduction(let guest))) where guest.id == player:
            calls[player] = nil
            hosted?.admit(call, asking: packet)
        case .lobby(.invitation(.declined(.otherVersion))): settle(player, .otherVersion(player))
        case .lobby(.invitation(.declined(let reason))): settle(player, .declined(by: player, reason))
        default: break
        }
    }
}
