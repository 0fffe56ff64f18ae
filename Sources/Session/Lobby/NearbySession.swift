// Players nearby, carried out: this player is listed and looks for others, invites and is invited, as PeerSession says; once the
// host starts a game, it is the party that plays. It knows no screen and no rules.

import Text
import Wire

/// Is told what happens before the game.
package protocol NearbySessionDelegate: LobbyPartyDelegate {
    /// News for the player, from the machine.
    func session(_ session: NearbySession, didTell news: PeerSession.News)
}

/// This player among those nearby.
package final class NearbySession {
    /// Who is told before the game.
    package weak var screen: NearbySessionDelegate?
    package weak var delegate: PartyDelegate?
    /// Who is seen, invited and connected.
    package private(set) var machine: PeerSession
    /// Why others may not see this player, or this player them.
    package var trouble: Trouble? { closed.map(Trouble.closed) ?? unseen.map(Trouble.unseen) ?? blind.map(Trouble.blind) }
    private var closed: NetworkFailure?
    // Being listed and seeing the lists come and go each by itself.
    private var unseen: DiscoveryTrouble?
    private var blind: DiscoveryTrouble?
    /// Why the last player who could not be reached was not.
    package private(set) var lastFailure: NetworkFailure?
    /// The game that this player would like to play, for who looks.
    package var game: LobbyGame { didSet { updateFacts() } }
    package private(set) var names: [String] = []
    package private(set) var mySeat = 0

    /// What stands between this player and the others.
    package enum Trouble: Equatable {
        /// Nobody can come.
        case closed(NetworkFailure)
        /// The others' lists do not show this player.
        case unseen(DiscoveryTrouble)
        /// Nobody is shown to this player.
        case blind(DiscoveryTrouble)
    }

    private let games: [LobbyGame]
    private let environment: Scheduler & Rendezvous
    private let lines: PeerConnections
    private lazy var silence = PartySilence<String>(scheduler: environment) { [unowned self] in tellSilence(to: screen) }
    private let turns = EventQueue<PeerSession.Event>()
    private var advertisement: Advertisement?
    /// What the others' lists call this player.
    private var advertisedName: String?
    private var browser: Cancellable?
    private var timers: [String: Cancellable] = [:]
    private var directory = NearbyDirectory()
    /// The others by seat, once a game has started: from seat 1 on at the host, the host alone at a guest.
    private var seats: [String] = []

    /// A player who is not there yet and can play these games; there is at least one. The id tells this player from all others.
    package init(
        name: String, isVisible: Bool, games: [LobbyGame], environment: Scheduler & Rendezvous,
        id: String = String(UInt64.random(in: .min ... .max), radix: 16)
    ) {
        machine = PeerSession(id: id, name: name.asPlayerName, isVisible: isVisible)
        self.games = games
        game = games[0]
        self.environment = environment
        lines = PeerConnections(id: id, environment: environment)
        lines.delegate = self
        silence.pulse.send = { [unowned self] in lines.send(.control(.presence(.alive(silent: signedSeats))), to: $0) }
    }

    /// Whether a game has started.
    package var hasBegun: Bool { !names.isEmpty }

    /// What a player is called, as far as is known; of two with one name, with where they are.
    package func name(of id: String) -> String {
        let others = machine.peers.filter { $0.id != id }
        return directory.name(of: id, among: others.map(\.name))
    }

    /// What the others in the session are called, the host first; empty outside of one.
    package var companions: [String] {
        if !machine.rosterIDs.isEmpty {
            return zip(machine.rosterIDs, machine.roster).filter { $0.0 != machine.id }.map { id, name in
                machine.index(of: id) == nil ? name : self.name(of: id)
            }
        }
        // An earlier version's host says no ids: of ourselves it knows the listing's name.
        let mine = [advertisedName, machine.name]
        var others = machine.roster
        if let index = others.lastIndex(where: { mine.contains($0) }) { others.remove(at: index) }
        return others
    }

    /// The player is there.
    package func start() { happen(.start) }
    /// The player wants to be seen, or not.
    package func setVisible(_ isVisible: Bool) { happen(.setVisible(isVisible)) }
    /// The player has another name now.
    package func rename(_ name: String) { happen(.rename(name.asPlayerName)) }
    /// Invites to the chosen game.
    package func invite(_ id: String) { happen(.invite(id: id, game: game.id)) }
    /// Takes an invitation back.
    package func cancelInvitation(_ id: String) { happen(.cancelInvitation(id: id)) }
    /// Accepts an invitation.
    package func accept(_ id: String) { happen(.accept(id: id)) }
    /// Declines one.
    package func decline(_ id: String) { happen(.decline(id: id)) }
    /// Leaves the session, or ends it; the list stays.
    package func disconnect() { happen(.disconnect) }
}

// MARK: - The machine

extension NearbySession {
    private func happen(_ event: PeerSession.Event) {
        turns.take(event) { event in
            for effect in machine.handle(event) { carryOut(effect) }
        }
        silence.pulse.follow(machine.connected.map(\.id))
        if !machine.isGuest { silence.forget() }
        screen?.lobbyDidChange(self)
    }

    private func carryOut(_ effect: PeerSession.Effect) {
        switch effect {
        case .publish(let name): publish(name)
        case .withdraw: withdraw()
        case .browse:
            browser = environment.browse(.nearby) { [weak self] in self?.didReceive($0) }
        case .stopBrowsing:
            browser?.cancel()
            browser = nil
        case .send(let message, to: let id):
            guard let letter = PeerEnvelope(from: machine.id, to: id, message) else { return }
            lines.send(.lobby(.peer(letter)), to: id, at: directory.endpoint(of: id))
        case .close(let id): lines.close(id)
        case .closeAll: lines.closeAll()
        case .startTimer(let id, let seconds):
            timers[id] = environment.after(milliseconds: seconds * 1000) { [weak self] in self?.happen(.timedOut(id: id)) }
        case .cancelTimer(let id): timers.removeValue(forKey: id)?.cancel()
        case .notify(let news): tell(news)
        }
    }

    private func tell(_ news: PeerSession.News) {
        if hasBegun { return tellParty(news) }
        if case .roster = news { updateFacts() }
        if case .ended(let reason) = news {
            screen?.lobbyDidEnd(self, because: reason)
        } else {
            screen?.session(self, didTell: news)
        }
    }

    private func tellParty(_ news: PeerSession.News) {
        switch news {
        case .left(let id):
            if isHost, let index = seats.firstIndex(of: id) { delegate?.party(self, didLose: index + 1) }
        case .sessionEnded(let reason), .ended(let reason):
            guard !isHost else { return }
            let player = delegate
            leave()
            player?.partyDidEnd(self, because: reason)
        case .peers, .refused, .invited, .invitationGone, .declined, .unanswered, .unreachable, .joined, .roster: break
        }
    }
}

// MARK: - The network's lists

extension NearbySession {
    private func publish(_ name: String) {
        if let advertisement { return advertisement.list(offer(named: name)) }
        do throws(NetworkFailure) {
            advertisement = try environment.advertise(offer(named: name), at: nil, delegate: self)
        } catch {
            closed = error
        }
    }

    private func withdraw() {
        advertisement?.cancel()
        advertisement = nil
        unseen = nil
    }

    private func offer(named name: String) -> Offer {
        let facts = [
            "id": machine.id, "game": game.id, "version": Program.version, "players": String(max(1, machine.roster.count)),
            "limit": String(PeerSession.playerLimit),
        ]
        return Offer(kind: .nearby, name: name, facts: facts)
    }

    private func updateFacts() { advertisement?.list(offer(named: machine.name)) }

    private func didReceive(_ event: BrowserEvent) {
        switch event {
        case .found(let listing): return found(listing)
        case .lost(let name): return lost(name)
        case .trouble(let trouble): blind = trouble
        case .ready: blind = nil
        }
        screen?.lobbyDidChange(self)
    }

    private func found(_ listing: Listing) {
        guard let id = listing.facts["id"], PeerEnvelope.isID(id), id != machine.id else { return lost(listing.name) }
        blind = nil
        for id in directory.add(listing, of: id) { listingDidChange(of: id) }
    }

    private func lost(_ name: String) {
        if let id = directory.remove(name) { listingDidChange(of: id) }
    }

    private func listingDidChange(of id: String) {
        happen(directory.endpoint(of: id) == nil ? .lost(id: id) : .found(id: id, name: directory.name(of: id)))
    }
}

extension NearbySession: AdvertisementDelegate {
    package func advertisement(_ advertisement: Advertisement, didAccept connection: Connection) {
        if self.advertisement == nil { connection.close() } else { lines.accept(connection) }
    }

    package func advertisement(_ advertisement: Advertisement, didTell event: AdvertisementEvent) {
        switch event {
        case .listed(let name):
            advertisedName = name
            unseen = nil
        case .ready: unseen = nil
        case .moved: return
        case .trouble(let trouble): unseen = trouble
        }
        screen?.lobbyDidChange(self)
    }
}

// MARK: - The others

extension NearbySession: PeerConnectionsDelegate {
    package func lines(_ lines: PeerConnections, didReceive packet: Packet, from id: String) {
        silence.pulse.didHear(id, isSign: packet.isSignOfLife)
        switch packet {
        case .lobby(.peer(let letter)): received(letter.message, from: id)
        case .control(.presence(.alive(let silent))): didHear(silent: silent, from: id)
        case .lobby(.party(.begin(let game, let seat, let names))): begin(game, seat, names, by: id)
        case .control, .lobby(.matchmaking), .ignored: break
        case .game(let packet):
            guard hasBegun, let index = seats.firstIndex(of: id) else { return }
            delegate?.party(self, didReceive: packet, from: isHost ? index + 1 : 0)
        }
    }

    package func lines(_ lines: PeerConnections, didLose id: String, because failure: NetworkFailure?) {
        lastFailure = failure
        happen(.connectionLost(id: id))
    }

    private func received(_ message: PeerMessage, from id: String) {
        if case .invite(_, let name, _) = message { directory.note(name, of: id, at: lines.place(of: id)) }
        happen(.received(message, from: id))
        // A connection that nothing came of is of no use.
        guard let peer = machine.peers.first(where: { $0.id == id }), peer.state != .notConnected || peer.isInviting else {
            return lines.close(id)
        }
    }
}

// MARK: - The game

extension NearbySession: LobbyParty {
    /// At the host: the chosen game starts with all who are connected. Nobody else can come from now on.
    package func begin() {
        guard machine.isHost, !hasBegun, silentSeats.isEmpty else { return }
        for peer in machine.peers where peer.state == .connecting { happen(.cancelInvitation(id: peer.id)) }
        seats = machine.connected.map(\.id)
        names = Seating.names([machine.name] + machine.connected.map(\.name))
        closeDoors()
        for (index, id) in seats.enumerated() {
            lines.send(.lobby(.party(.begin(game: game.id, seat: index + 1, names: names))), to: id)
        }
        screen?.lobby(self, didStart: game)
    }

    /// At a guest: the host starts it.
    private func begin(_ word: String, _ seat: Int, _ names: [String], by id: String) {
        guard !hasBegun, !machine.isHost, machine.connected.contains(where: { $0.id == id }) else { return }
        guard let game = games.named(word) else {
            disconnect()
            screen?.lobby(self, doesNotKnow: word)
            return
        }
        seats = [id]
        self.names = Seating.names(names)
        mySeat = seat
        closeDoors()
        screen?.lobby(self, didStart: game)
    }

    package var roster: [String] { machine.roster }

    package var silentSeats: Set<Int> {
        machine.isGuest ? silence.seatsAtGuest : silence.seats(ofGuests: hasBegun ? seats : machine.connected.map(\.id))
    }

    /// What a host says of the others with its sign of life.
    private var signedSeats: [Int] { machine.isHost ? silentSeats.sorted() : [] }

    private func didHear(silent: [Int], from id: String) {
        guard machine.isGuest, machine.connected.contains(where: { $0.id == id }) else { return }
        silence.didHear(silent: silent, at: hasBegun ? mySeat : machine.rosterIDs.firstIndex(of: machine.id) ?? 0)
    }

    /// While a game is played nobody is invited.
    private func closeDoors() {
        withdraw()
        browser?.cancel()
        browser = nil
    }

    package func send(_ packet: GamePacket, to seat: Int) {
        let index = isHost ? seat - 1 : seat
        if seats.indices.contains(index) { lines.send(.game(packet), to: seats[index]) }
    }

    package func leave() {
        screen = nil
        delegate = nil
        happen(.quit)
    }

    package func handOver() -> PacketConnection? {
        guard seats.count == 1, names.count == 2, let connection = lines.release(seats[0]) else { return nil }
        happen(.connectionLost(id: seats[0]))
        leave()
        return connection
    }
}
