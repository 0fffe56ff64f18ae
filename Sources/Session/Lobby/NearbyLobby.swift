// The list of nearby players, with invitations. This player is listed and sees the others, also while playing, when nobody can connect: the
// port is left to the game. A player who invites opens an unlisted table (TableHost), and a player who accepts joins it on the connection of
// the invitation (TableGuest). Inviter does that.

import Text
import Wire

/// This player among the nearby players.
package final class NearbyLobby: Lobby {
    /// How long an invitation stands, in seconds.
    package static let invitationTimeout = 30
    /// How long an accepted connection may take to send an invitation, in milliseconds.
    package static let timeout = 10_000

    package var didHappen: (LobbyEvent) -> Void = { _ in }
    /// The game to which the player invites. It cannot change while a table is open for it.
    package var game: LobbyGame {
        get { inviter.game }
        set {
            guard inviter.hosted == nil, inviter.joined == nil else { return }
            inviter.game = newValue
            forgetOutcomes()
            list()
        }
    }
    /// How much time the players have at the player's table, if its game has clocks.
    package var timeControl: TimeControl? {
        get { inviter.timeControl }
        set { inviter.timeControl = newValue }
    }
    /// Whether the others are looked for. Only their list needs that: an invitation brings the name of the player who invites.
    package var isBrowsing = true {
        didSet { if isBrowsing != oldValue { browse() } }
    }

    private let environment: Match.Services
    /// The invitations.
    let inviter: Inviter
    private var name: String
    private var isVisible: Bool
    /// What the others read of this player: free (`notConnected`), playing or busy. Only who is free can be invited.
    private var occupation = NearbyPlayer.State.notConnected
    /// The ids of those with whom the player plays, if the game began here.
    private var partners: [String] = []
    /// Those of whom the listing says it.
    private var listedPartners: [String] = []
    /// Whether it has been started and not left.
    private var isOpen = false
    private var directory = NearbyDirectory()
    /// The ids of the players to show, in the order in which they appeared.
    private var order: [String] = []
    /// What became of our last invitation to a player: for a minute, or until something else is heard of the player.
    private var outcomes: [String: (state: NearbyPlayer.State, end: Cancellable)] = [:]
    static let outcomeMilliseconds = 60_000
    private var advertisement: Advertisement?
    /// The host of the table at which the lists say that we sit.
    private var listedTableHost: String?
    private var browser: Cancellable?
    // Being listed and seeing the others can fail independently.
    /// The name under which others see this player; nil while it is not known.
    private var listedName: String?
    private var listenFailure: NetworkFailure?
    private var listingTrouble: DiscoveryTrouble?
    private var browsingTrouble: DiscoveryTrouble?
    /// The connections that have sent nothing.
    private let strangers: AdmissionQueue<Link>

    /// Creates a player who can play these games, at least one, and is not listed yet. The id identifies the player to the others.
    package init(
        name: String, isVisible: Bool, games: [LobbyGame], environment: Match.Services,
        id: String = TablePlayer.randomID()
    ) {
        inviter = Inviter(id: id, games: games, environment: environment)
        self.name = name.asPlayerName
        self.isVisible = isVisible
        self.environment = environment
        strangers = AdmissionQueue(timeout: Self.timeout, scheduler: environment)
        strangers.didTurnAway = { $0.close() }
        inviter.name = { [unowned self] in shownName }
        inviter.endpoint = { [unowned self] in directory.listing(of: $0)?.endpoint }
        inviter.didHappen = { [unowned self] in didHappen(toInviter: $0) }
    }

    /// Starts listing this player and looking for others.
    package func start() {
        isOpen = true
        list()
        browse()
    }

    /// Lists this player, or not.
    package func setVisible(_ isVisible: Bool) {
        guard isVisible != self.isVisible else { return }
        self.isVisible = isVisible
        list()
        update()
    }

    /// The player is free, or at something else.
    package func setOccupation(_ occupation: NearbyPlayer.State) {
        guard occupation != self.occupation else { return }
        self.occupation = occupation
        if occupation == .notConnected {
            partners = []
        } else {
            inviter.rest()
            forgetOutcomes()
            for stranger in strangers.empty() { stranger.close() }
        }
        list()
        update()
    }

    /// Changes the player's name.
    package func rename(_ name: String) {
        guard name.asPlayerName != self.name else { return }
        self.name = name.asPlayerName
        listedName = nil
        list()
    }

    /// Invites a player to the chosen game.
    package func invite(_ id: String) {
        note(nil, of: id)
        if let listing = directory.listing(of: id), listing.facts["version"] != Program.version {
            didHappen(.news(.otherVersion(id)))
        } else {
            inviter.invite(id)
        }
    }
    /// Takes an invitation back.
    package func takeBack(_ id: String) { inviter.takeBack(id) }
    /// Accepts an invitation.
    package func accept(_ id: String) { inviter.accept(id) }
    /// Declines an invitation.
    package func decline(_ id: String) { inviter.decline(id) }
    /// Opens the player's table for everybody on this network. Throws if nobody could come.
    package func hostTable() throws(NetworkFailure) {
        // The table gets the usual port, which firewalls know.
        advertisement?.cancel()
        advertisement = nil
        defer { list() }
        try inviter.listTable()
    }
    /// Asks for a seat at a table that `guest` found in the network's lists, or to whose host there is a connection.
    package func sit(at table: MatchmakingTable, as guest: TableGuest, on link: Link? = nil) {
        directory.note(table.title, of: guest.hosts[table.name] ?? Inviter.unknownHost, at: nil)
        inviter.sit(at: table, as: guest, on: link)
    }
    /// Leaves the table, or closes the player's own. The list stays.
    package func leaveTable() { inviter.leaveTable() }
    /// As the host: sends a player away from the table.
    package func sendAway(_ id: String) {
        if let guest = inviter.hosted?.guests.first(where: { $0.player.id == id }) { inviter.hosted?.sendAway(guest) }
    }
    /// As the host: starts the game with everybody at the table, if there are enough players and everybody's program answers.
    package func startGame() { inviter.hosted?.start() }

    package func leave() {
        didHappen = { _ in }
        forgetOutcomes()
        inviter.leave()
        isOpen = false
        browse()
        list()
        for stranger in strangers.empty() { stranger.close() }
    }

    private func didHappen(toInviter event: LobbyEvent) {
        switch event {
        case .started(let game, let party):
            partners = inviter.guests + [inviter.host].compactMap(\.self)
            setOccupation(.playing(with: [], mayWatch: false))
            didHappen(.started(game, party))
        case .changed: update()
        case .news(let news):
            note(news)
            didHappen(event)
        case .ended, .notJoined: didHappen(event)
        }
    }

    /// Keeps what became of an invitation, for the list.
    private func note(_ news: InvitationNews) {
        switch news {
        case .declined(let id, .otherVersion), .otherVersion(let id): note(.otherVersion, of: id)
        case .declined(let id, .declined): note(.declined, of: id)
        case .declined(let id, .busy): note(.busy, of: id)
        case .unanswered(let id), .unreachable(let id, _): note(.noAnswer, of: id)
        case .joined(let id, _), .invited(let id): note(nil, of: id)
        case .tableClosed(.serverQuit, let host): directory.forgetTable(of: host)
        case .notHost, .full, .withdrawn, .invitationGone, .left, .tableClosed: break
        }
    }

    private func note(_ outcome: NearbyPlayer.State?, of id: String) {
        outcomes.removeValue(forKey: id)?.end.cancel()
        guard let outcome else { return }
        let end = environment.after(milliseconds: Self.outcomeMilliseconds) { [weak self] in
            self?.note(nil, of: id)
            self?.update()
        }
        outcomes[id] = (outcome, end)
    }

    private func forgetOutcomes() { for id in outcomes.keys { note(nil, of: id) } }

    private func update() {
        for player in roster where player.id != inviter.id && !directory.knows(player.id) {
            directory.note(player.name, of: player.id, at: player.place.isEmpty ? nil : player.place)
        }
        let shown = directory.listed + inviter.pending + inviter.outgoing + inviter.guests + [inviter.host].compactMap(\.self)
        order.removeAll { !shown.contains($0) }
        for id in shown where !order.contains(id) { order.append(id) }
        for id in outcomes.keys where !order.contains(id) { note(nil, of: id) }
        if tableHost != listedTableHost || company != listedPartners { list() }
        didHappen(.changed)
    }
}

// MARK: - What the screen shows

extension NearbyLobby {
    /// Whether others sit at this player's table.
    package var isHost: Bool { !inviter.guests.isEmpty }
    /// Whether nobody else fits at this player's table: the game can only begin.
    package var isReady: Bool { isHost && roster.count == game.players.upperBound }
    /// The player's table, while it is in the network's lists.
    package var listedTable: TableHost? { inviter.isListed ? inviter.hosted : nil }
    /// The table at which this player sits or asks for a seat, as it was described.
    package var joinedTable: MatchmakingTable? {
        switch inviter.joined?.state {
        case .connecting(let table), .connected(let table): table
        case .idle, .searching, nil: nil
        }
    }
    /// The player's id among the others.
    package var id: String { inviter.id }
    /// The id of the host at whose table we sit; nil where we sit alone.
    private var tableHost: String? { roster.first?.id }
    /// Whether this player sits at another's table, or waits for the seat.
    package var isGuest: Bool { inviter.host != nil }

    /// The name that others see, which has a number if another player has the same.
    package var shownName: String { listedName ?? name }

    /// Everybody at the table, the host first; empty without a table or a seat.
    package var roster: [TablePlayer] {
        isHost ? inviter.hosted?.roster ?? [] : inviter.joined?.roster ?? []
    }
    /// The invitations that the player can answer now, the oldest first.
    package var pending: [String] { inviter.pending }
    /// The game of a player's invitation; nil if it does not stand any more.
    package func game(invitedBy id: String) -> LobbyGame? { inviter.game(invitedBy: id) }
    /// How much time its players have; nil without clocks.
    package func timeControl(invitedBy id: String) -> TimeControl? { inviter.timeControl(invitedBy: id) }

    /// The players to show, in the order in which they appeared.
    package var players: [NearbyPlayer] {
        order.map {
            NearbyPlayer(id: $0, name: name(of: $0), state: state(of: $0))
        }
    }

    /// A player's name. If several have the same, it says where the player is.
    package func name(of id: String) -> String {
        directory.name(of: id, among: order.filter { $0 != id }.map { directory.name(of: $0) })
    }

    /// The names of the others at the table, the host first.
    package var companions: [String] { companions(areLost: false) + companions(areLost: true) }

    /// The names of those who have lost the connection, or have not.
    package func companions(areLost: Bool) -> [String] {
        roster.filter { player in
            guard player.id != inviter.id else { return false }
            if case .lost = state(of: player.id) { return areLost }
            return !areLost
        }.map { order.contains($0.id) ? name(of: $0.id) : $0.name }
    }

    /// Whether this player sits at another's table, whose program answers.
    package var isHostThere: Bool { inviter.host.map(isConnected) ?? false }
    /// The name of the host at whose table this player sits.
    package var hostName: String? { inviter.host.map(name(of:)) }

    /// Whether a player sits at our table, or we at theirs, and their program answers.
    package func isConnected(to id: String) -> Bool { state(of: id) == .connected }

    /// How far the invitation of a player is.
    package func state(of id: String) -> NearbyPlayer.State {
        if let place = roster.firstIndex(where: { $0.id == id }) {
            guard let absence = absences.first(where: { $0.place == place }) else { return .connected }
            return absence.end.map { .lost(until: $0) } ?? .silent
        }
        if inviter.outgoing.contains(id) { return inviter.hasCalled(id) ? .invited : .connecting }
        if inviter.host == id { return .connecting }
        if inviter.pending.contains(id) { return .inviting }
        if let listing = directory.listing(of: id), listing.facts["version"] != Program.version { return .otherVersion }
        if let occupation = directory.listing(of: id).flatMap(occupation(in:)) { return occupation }
        if let host = directory.listing(of: id)?.facts["table"], host != inviter.id {
            return .sitting(at: directory.knows(host) ? name(of: host) : "")
        }
        return outcomes[id]?.state ?? .notConnected
    }

    /// With whom the player plays, by id: in a game that began elsewhere, or goes on after a while, those who have such a name.
    private var company: [String] {
        guard partners.isEmpty, case .playing(let names, _) = occupation else { return partners }
        let namesakes = names.map { name in directory.listed.filter { directory.name(of: $0) == name } }
        return namesakes.filter { $0.count == 1 }.flatMap(\.self)
    }

    /// What a listing says of a player who cannot be invited; nil for one who can.
    private func occupation(in listing: Listing) -> NearbyPlayer.State? {
        switch listing.facts["state"] {
        case nil: return nil
        case "playing", "watched":
            let ids = (listing.facts["with"] ?? "").split(separator: " ").map(String.init)
            // Those who have left the game are free.
            let others = ids.filter { directory.listing(of: $0)?.facts["state"] != nil }
            return .playing(with: others.map(name(of:)), mayWatch: listing.facts["state"] == "watched")
        default: return .busy
        }
    }

    /// Why this player and the others may not see each other.
    package enum Trouble: Equatable {
        /// Nobody can connect.
        case closed(NetworkFailure)
        /// The others' lists do not show this player.
        case unseen(DiscoveryTrouble)
        /// This player's list shows nobody.
        case blind(DiscoveryTrouble)
    }

    /// Why others may not see this player, or this player them.
    package var trouble: Trouble? {
        listenFailure.map(Trouble.closed) ?? listingTrouble.map(Trouble.unseen) ?? browsingTrouble.map(Trouble.blind)
    }

    package var absences: [Absence] { inviter.hosted?.absences ?? inviter.joined?.absences ?? [] }
}

// MARK: - The network's lists

extension NearbyLobby {
    /// Lists this player, updates the listing, or removes it.
    private func list() {
        (listedTableHost, listedPartners) = (tableHost, company)
        guard isVisible, isOpen else {
            advertisement?.cancel()
            (advertisement, listingTrouble, listedName) = (nil, nil, nil)
            return
        }
        var facts = ["id": inviter.id, "game": inviter.game.id, "version": Program.version]
        facts["table"] = tableHost
        switch occupation {
        case .notConnected: break
        case .playing(_, let mayWatch):
            facts["state"] = mayWatch ? "watched" : "playing"
            if !listedPartners.isEmpty { facts["with"] = listedPartners.joined(separator: " ") }
        default: facts["state"] = "busy"
        }
        defer { if occupation != .notConnected { advertisement?.shut() } }
        let offer = Offer(kind: .nearby, name: name, facts: facts)
        if let advertisement, occupation != .notConnected || advertisement.reopen() { return advertisement.list(offer) }
        advertisement?.cancel()
        do throws(NetworkFailure) {
            advertisement = try environment.advertise(
                offer, at: nil, didAccept: { [weak self] in if let self { receive($0) } else { $0.close() } },
                onEvent: { [weak self] in self?.receive($0) })
            listenFailure = nil
        } catch {
            listenFailure = error
        }
    }

    private func receive(_ event: AdvertisementEvent) {
        switch event {
        case .listed(let name):
            listedName = name.asListedName
            listingTrouble = nil
        case .ready: listingTrouble = nil
        case .moved, .disturbed: return
        case .trouble(let trouble): listingTrouble = trouble
        }
        didHappen(.changed)
    }

    private func receive(_ connection: Connection) {
        let link = Link(connection, scheduler: environment)
        strangers.admit(link, from: connection.origin.source)
        link.didReceive = { [weak self, unowned link] in self?.receive($0, on: link) }
        link.didEnd = { [weak self, unowned link] _ in self?.strangers.remove(link) }
        link.start()
    }

    /// Looks for the others, or stops.
    private func browse() {
        browser?.cancel()
        (browser, browsingTrouble) = (nil, nil)
        directory.removeListings()
        if isOpen && isBrowsing { browser = environment.browse(.nearby) { [weak self] in self?.didReceive($0) } }
        update()
    }

    private func didReceive(_ event: BrowserEvent) {
        switch event {
        case .found(let listing):
            if let id = listing.facts["id"], TablePlayer.isID(id), id != inviter.id {
                browsingTrouble = nil
                let before = directory.listing(of: id)?.facts
                directory.add(listing, of: id)
                if ["state", "table"].contains(where: { before?[$0] != listing.facts[$0] }) { note(nil, of: id) }
            } else {
                directory.remove(listing.name)
            }
        case .lost(let name): directory.remove(name)
        case .trouble(let trouble): browsingTrouble = trouble
        case .ready: browsingTrouble = nil
        }
        update()
    }
}

// MARK: - Who connects

extension NearbyLobby {
    private func receive(_ packet: Packet, on link: Link) {
        switch packet {
        case .control(.hello):
            strangers.remove(link)
            link.turnAway(fromGame: "nearby")
        case .lobby(.invitation(.invite(from: let id, to: let recipient, let table))):
            strangers.remove(link)
            // Names and addresses move on: an invitation may reach somebody else.
            guard id != inviter.id, recipient == inviter.id, occupation == .notConnected else { return link.close() }
            directory.note(table.name, of: id, at: link.origin.words)
            inviter.receive(from: id, to: table, on: link)
        case .control(.resume):
            // Somebody's seat was at a table that was here.
            strangers.remove(link)
            link.send(.lobby(.matchmaking(.hostQuit)))
            link.close()
        default: break
        }
    }
}
