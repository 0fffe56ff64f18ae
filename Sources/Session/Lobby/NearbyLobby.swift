// The list of nearby players, with invitations. This player is listed and sees the others; a player who invites opens an
// unlisted table (TableHost), and a player who accepts joins it on the connection of the invitation (TableGuest). Inviter says what happens.

import Text
import Wire

/// Receives what happens among nearby players until the game starts.
package protocol NearbyLobbyDelegate: LobbyDelegate {
    /// Something to tell the player.
    func nearby(_ nearby: NearbyLobby, didTell news: Inviter.News)
}

/// A nearby player, as the list shows it.
nonisolated package struct NearbyPlayer: Equatable, Sendable {
    /// How far the invitation is.
    package enum State: Equatable, Sendable {
        /// There is none.
        case notConnected
        /// The player invites us.
        case inviting
        /// We invited the player, or wait for a seat at the player's table.
        case connecting
        /// We sit at one table.
        case connected
    }

    /// Identifies the player, the same for everybody.
    package let id: String
    /// The name to show. If several players have the same name, it says where each of them is.
    package let name: String
    /// How far the invitation is.
    package let state: State
}

/// This player among the nearby players.
package final class NearbyLobby: Lobby {
    /// How many invitations may wait for an answer.
    package static let incomingLimit = 32
    /// How long each may wait, in milliseconds. Players who invite take their invitations back before that.
    package static let incomingTimeout = 40_000
    /// How long an accepted connection may take to send an invitation, in milliseconds.
    package static let timeout = 10_000

    /// Receives what happens until the game starts.
    package weak var screen: NearbyLobbyDelegate?
    /// The invitations.
    package internal(set) var inviter: Inviter
    /// The game to which the player invites. It cannot change while a table is open for it.
    package var game: LobbyGame {
        didSet { if table == nil { list() } else { game = oldValue } }
    }
    /// Whether the others are looked for. Only their list needs that: an invitation brings the name of the player who invites.
    package var isBrowsing = true {
        didSet { if isBrowsing != oldValue { browse() } }
    }

    let environment: Scheduler & Rendezvous & Cryptography
    let games: [LobbyGame]
    let turns = EventQueue<Inviter.Event>()
    var name: String
    private var isVisible: Bool
    /// Whether it has been started and not left.
    private var isOpen = false
    var directory = NearbyDirectory()
    /// The ids of the players to show, in the order in which they appeared.
    var order: [String] = []
    private var advertisement: Advertisement?
    private var browser: Cancellable?
    // Being listed and seeing the others can fail independently.
    /// The name under which others see this player; nil while it is not known.
    private var listedName: String?
    private var listenFailure: NetworkFailure?
    private var listingTrouble: DiscoveryTrouble?
    private var browsingTrouble: DiscoveryTrouble?

    enum Table {
        case hosted(TableHost)
        case joined(TableGuest)
    }
    var table: Table?

    /// An invitation to this player.
    final class Invitation {
        let host: String
        let connection: Link
        let table: MatchmakingTable

        init(from host: String, to table: MatchmakingTable, on connection: Link) {
            (self.host, self.table, self.connection) = (host, table, connection)
        }
    }
    var attempts: [String: Cancellable] = [:]
    var outgoing: [String: Link] = [:]
    var timers: [String: Cancellable] = [:]
    /// The invitations to answer.
    let incoming: AdmissionQueue<Invitation>
    /// The connections that have sent nothing.
    let strangers: AdmissionQueue<Link>

    /// Creates a player who can play these games, at least one, and is not listed yet. The id identifies the player to the others.
    package init(
        name: String, isVisible: Bool, games: [LobbyGame], environment: Scheduler & Rendezvous & Cryptography,
        id: String = TablePlayer.randomID()
    ) {
        inviter = Inviter(id: id)
        self.name = name.asPlayerName
        self.isVisible = isVisible
        self.games = games
        game = games[0]
        self.environment = environment
        strangers = AdmissionQueue(timeout: Self.timeout, scheduler: environment)
        strangers.turnAway = { $0.close() }
        incoming = AdmissionQueue(
            limit: Self.incomingLimit, timeout: Self.incomingTimeout, scheduler: environment)
        incoming.turnAway = { [unowned self] in
            $0.connection.close()
            happen(.withdrawn(by: $0.host))
        }
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

    /// Changes the player's name.
    package func rename(_ name: String) {
        guard name.asPlayerName != self.name else { return }
        self.name = name.asPlayerName
        listedName = nil
        list()
    }

    /// Invites a player to the chosen game.
    package func invite(_ id: String) {
        if let listing = directory.listing(of: id), listing.facts["version"] != Program.version {
            screen?.nearby(self, didTell: .otherVersion(id))
        } else {
            happen(.invite(id, seats: game.players.upperBound))
        }
    }
    /// Takes an invitation back.
    package func takeBack(_ id: String) { happen(.takeBack(id)) }
    /// Accepts an invitation.
    package func accept(_ id: String) { happen(.accept(id)) }
    /// Declines an invitation.
    package func decline(_ id: String) { happen(.decline(id)) }
    /// Leaves the table, or closes the player's own. The list stays.
    package func leaveTable() { happen(.leaveTable) }

    /// As the host: starts the game with everybody at the table, if there are enough players and everybody's program answers.
    package func startGame() {
        guard case .hosted(let host) = table else { return }
        host.start()
    }

    package func leave() {
        screen = nil
        close()
    }

    private func close() {
        happen(.quit)
        isOpen = false
        browse()
        list()
        for stranger in strangers.empty() { stranger.close() }
    }
}

// MARK: - What the screen shows

extension NearbyLobby {
    /// Whether others sit at this player's table.
    package var isHost: Bool { !inviter.guests.isEmpty }
    /// Whether this player sits at another's table, or waits for the seat.
    package var isGuest: Bool { inviter.host != nil }

    /// The name that others see, which has a number if another player has the same.
    package var shownName: String { listedName ?? name }

    /// Everybody at the table, the host first; empty without a table or a seat.
    package var roster: [TablePlayer] {
        switch table {
        case .hosted(let host): isHost ? host.server.roster : []
        case .joined(let guest): guest.client.roster
        case nil: []
        }
    }

    /// The players to show, in the order in which they appeared.
    package var players: [NearbyPlayer] { order.map { NearbyPlayer(id: $0, name: name(of: $0), state: state(of: $0)) } }

    /// A player's name. If several have the same, it says where the player is.
    package func name(of id: String) -> String {
        directory.name(of: id, among: order.filter { $0 != id }.map { directory.name(of: $0) })
    }

    /// The names of the others at the table, the host first.
    package var companions: [String] {
        roster.filter { $0.id != inviter.id }.map { order.contains($0.id) ? name(of: $0.id) : $0.name }
    }

    /// The name of the host at whose table this player sits.
    package var hostName: String? { inviter.host.map(name(of:)) }

    private func state(of id: String) -> NearbyPlayer.State {
        if roster.contains(where: { $0.id == id }) { return .connected }
        if inviter.outgoing.contains(id) || inviter.host == id { return .connecting }
        return inviter.pending.contains(id) ? .inviting : .notConnected
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

    package var absences: [Absence] {
        switch table {
        case .hosted(let host): host.absences
        case .joined(let guest): guest.absences
        case nil: []
        }
    }
}

// MARK: - The network's lists

extension NearbyLobby {
    /// Lists this player, updates the listing, or removes it.
    private func list() {
        guard isVisible, isOpen else {
            advertisement?.cancel()
            (advertisement, listingTrouble, listedName) = (nil, nil, nil)
            return
        }
        let facts = ["id": inviter.id, "game": game.id, "version": Program.version]
        let offer = Offer(kind: .nearby, name: name, facts: facts)
        if let advertisement { return advertisement.list(offer) }
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
        case .moved: return
        case .trouble(let trouble): listingTrouble = trouble
        }
        screen?.lobbyDidChange()
    }

    private func receive(_ connection: Connection) {
        let packets = Link(connection, scheduler: environment)
        strangers.admit(packets, from: connection.origin.source)
        packets.receiver = self
        packets.start()
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
                directory.add(listing, of: id)
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
