// The invitations of NearbyLobby: the effects of Inviter, the connections on which invitations travel, and the table of those who accept.

import Wire

// MARK: - Invitations

extension NearbyLobby {
    func happen(_ event: Inviter.Event) {
        turns.take(event) { event in
            for effect in inviter.handle(event) { carryOut(effect) }
        }
        update()
    }

    private func carryOut(_ effect: Inviter.Effect) {
        switch effect {
        case .call(let id): call(id)
        case .hangUp(let id):
            attempts.removeValue(forKey: id)?.cancel()
            outgoing.removeValue(forKey: id)?.close()
        case .startTimer(let id):
            timers[id] = environment.after(milliseconds: Inviter.timeout * 1000) { [weak self] in self?.happen(.timedOut(id)) }
        case .cancelTimer(let id): timers.removeValue(forKey: id)?.cancel()
        case .join(let id): join(id)
        case .decline(let id, let reason):
            let connection = removeInvitation(from: id)?.connection
            connection?.send(.lobby(.invitation(.declined(reason))))
            connection?.close()
        case .leaveTable: leaveOwnOrJoinedTable()
        case .notify(let news): screen?.nearby(self, didTell: news)
        }
    }

    func update() {
        if case .hosted(let host) = table, inviter.outgoing.isEmpty, host.server.clients.isEmpty { leaveOwnOrJoinedTable() }
        let shown = directory.listed + inviter.pending + inviter.outgoing + inviter.guests + (inviter.host.map { [$0] } ?? [])
        order.removeAll { !shown.contains($0) }
        for id in shown where !order.contains(id) { order.append(id) }
        screen?.lobbyDidChange()
    }

    private func leaveOwnOrJoinedTable() {
        let left = table
        table = nil
        switch left {
        case .hosted(let host): host.leave()
        case .joined(let guest): guest.leave()
        case nil: break
        }
    }

    /// Our table, which is opened for the first invitation.
    private var hostedTable: TableHost {
        if case .hosted(let host) = table { return host }
        let host = TableHost(game: game, environment: environment, id: inviter.id)
        table = .hosted(host)
        host.screen = self
        host.openUnlisted(name: shownName)
        return host
    }

    private func call(_ id: String) {
        _ = hostedTable
        guard let endpoint = directory.listing(of: id)?.endpoint else {
            attempts[id] = environment.after(milliseconds: 0) { [weak self] in self?.happen(.lost(id, .noSuchHost)) }
            return
        }
        attempts[id] = environment.connect(to: endpoint) { [weak self] in self?.didConnect(to: id, $0) }
    }

    private func didConnect(to id: String, _ result: Result<Connection, NetworkFailure>) {
        attempts[id] = nil
        switch result {
        case .success(let connection):
            let packets = Link(connection, scheduler: environment)
            outgoing[id] = packets
            packets.receiver = self
            packets.send(.lobby(.invitation(.invite(from: inviter.id, to: id, hostedTable.server.table))))
            packets.start()
        case .failure(let failure): happen(.lost(id, failure))
        }
    }

    private func join(_ id: String) {
        guard let invitation = removeInvitation(from: id) else { return }
        leaveOwnOrJoinedTable()
        let guest = TableGuest(name: shownName, games: games, environment: environment, id: inviter.id)
        table = .joined(guest)
        guest.screen = self
        guest.join(invitation.table, on: invitation.connection)
    }
}

// MARK: - The connections of invitations

extension NearbyLobby: LinkReceiver {
    package func link(_ connection: Link, didReceive packet: Packet) {
        if let id = outgoing.first(where: { $0.value === connection })?.key {
            didReceive(packet, answering: connection, to: id)
        } else if strangers.guests.contains(where: { $0 === connection }) {
            didReceive(packet, fromStranger: connection)
        }
    }

    private func didReceive(_ packet: Packet, answering connection: Link, to id: String) {
        switch packet {
        case .lobby(.matchmaking(.introduction(let player))) where player.id == id:
            outgoing[id] = nil
            hostedTable.admit(connection, asking: packet)
        case .lobby(.invitation(.declined(let reason))): happen(.declined(by: id, reason))
        default: break
        }
    }

    private func didReceive(_ packet: Packet, fromStranger connection: Link) {
        switch packet {
        case .control(.hello):
            strangers.remove(connection)
            connection.turnAway(fromGame: "nearby")
        case .lobby(.invitation(.invite(from: let id, to: let recipient, let table))):
            strangers.remove(connection)
            // Names and addresses move on: an invitation may reach somebody else.
            guard id != inviter.id, recipient == inviter.id else { return connection.close() }
            directory.note(table.name, of: id, at: connection.origin.words)
            didReceive(Invitation(from: id, to: table, on: connection))
        default: break
        }
    }

    private func didReceive(_ invitation: Invitation) {
        let id = invitation.host
        guard games.game(of: invitation.table) != nil else {
            invitation.connection.send(.lobby(.invitation(.declined(.otherVersion))))
            invitation.connection.close()
            screen?.nearby(self, didTell: .otherVersion(id))
            return
        }
        removeInvitation(from: id)?.connection.close()
        incoming.admit(invitation, from: invitation.connection.origin.source)
        happen(.invited(by: id))
    }

    private func invitation(from id: String) -> Invitation? { incoming.guests.first { $0.host == id } }

    private func removeInvitation(from id: String) -> Invitation? {
        let invitation = invitation(from: id)
        if let invitation { incoming.remove(invitation) }
        return invitation
    }

    package func linkDidEnd(_ connection: Link, because end: LinkEnd) {
        if strangers.remove(connection) { return }
        if let id = outgoing.first(where: { $0.value === connection })?.key {
            outgoing[id] = nil
            happen(.lost(id, nil))
        } else if let invitation = incoming.guests.first(where: { $0.connection === connection }) {
            incoming.remove(invitation)
            happen(.withdrawn(by: invitation.host))
        }
    }

    /// The game of a player's invitation; nil if it does not stand any more.
    package func game(invitedBy id: String) -> LobbyGame? { invitation(from: id).flatMap { games.game(of: $0.table) } }
}

// MARK: - The table

extension NearbyLobby: TableGuestDelegate {
    package func lobbyDidChange() {
        switch table {
        case .hosted(let host): happen(.seated(host.server.clients.map(\.player.id)))
        case .joined, nil: update()
        }
    }

    package func lobby(didStart game: LobbyGame, with party: TableParty) {
        let screen = screen
        // The table belongs to the party now.
        table = nil
        leave()
        screen?.lobby(didStart: game, with: party)
    }

    package func lobbyDidEnd(because reason: QuitReason) { happen(.tableClosed(reason)) }

    package func guest(_ guest: TableGuest, didNotJoin table: MatchmakingTable, because reason: SeatRefusal) {
        happen(.notSeated)
    }
}
