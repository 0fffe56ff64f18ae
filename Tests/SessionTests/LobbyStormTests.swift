// The lobby's drivers in a storm: players who do what they like over a network that delivers in any order and breaks; and peers who
// send valid packets that make no sense where they are sent. Seeded: a failure comes again.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct LobbyStormTests {
    @Test(arguments: 0..<8) func fourPlayersNearby(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let neighbours = NearbyPlayers(4)
        for round in 0..<20 {
            for _ in 0..<20 {
                act(neighbours, &random)
                for _ in 0..<Int.random(in: 0..<6, using: &random) { neighbours.network.step(using: &random) }
            }
            neighbours.network.settle()
            // Lost players come back, or are given up.
            if neighbours.players.contains(where: { !$0.absences.isEmpty }) {
                neighbours.network.advance(seconds: TableSeats.timeout + 5)
            }
            #expect(faults(neighbours) == [], "seed \(seed), round \(round)")
        }
        neighbours.leaveAll()
    }

    private func act(_ neighbours: NearbyPlayers, _ random: inout SeededGenerator) {
        let index = Int.random(in: 0..<4, using: &random)
        let player = neighbours.players[index]
        let other = NearbyPlayers.id((index + Int.random(in: 1..<4, using: &random)) % 4)
        switch Int.random(in: 0..<40, using: &random) {
        case 0: player.leaveTable()
        case 1: player.setVisible(Bool.random(using: &random))
        case 2: neighbours.network.breakOne(using: &random)
        case 3: neighbours.network.machines[index].advance(milliseconds: 15_000)
        case 4...6: player.takeBack(other)
        case 7...9: player.decline(other)
        case 10...20: player.accept(other)
        default: player.invite(other)
        }
    }

    /// What two who are at rest think differently of each other, and connections that belong to nothing.
    private func faults(_ neighbours: NearbyPlayers) -> [String] {
        var faults: [String] = []
        var ends = 0
        for (index, player) in neighbours.players.enumerated() {
            for other in 0..<4 where other != index {
                let state = neighbours.state(index, of: other)
                let back = neighbours.state(other, of: index)
                let (mine, theirs) = (ids(player), ids(neighbours.players[other]))
                let isConnected = mine.contains(NearbyPlayers.id(other))
                if isConnected != theirs.contains(NearbyPlayers.id(index)) {
                    faults.append("\(index) and \(other): connected on one side")
                }
                if state == .invited, back != .inviting { faults.append("\(index) waits for \(other)") }
                if [.connecting, .invited, .inviting].contains(state) { ends += 1 }
            }
            ends += player.isHost ? player.roster.count - 1 : player.isGuest ? 1 : 0
        }
        if neighbours.network.openEnds != ends { faults.append("\(neighbours.network.openEnds) open ends, \(ends) needed") }
        return faults
    }

    private func ids(_ player: NearbyLobby) -> [String] { player.roster.map(\.id) }

    // MARK: Peers who make no sense

    static let players = [TablePlayer(name: "x", id: "a"), TablePlayer(name: "y", id: "m")]
    static let tableMessages: [MatchmakingMessage] =
        [
            .welcome, .sentAway, .hostQuit, .roster([]), .roster(players), .introduction(TablePlayer(name: "", id: "a")),
            .introduction(TablePlayer(name: "Eve", id: "z")), .refused(.full), .refused(.started),
            .start(seat: 1, names: ["x", "y"]), .start(seat: 7, names: (0...7).map { String($0) }),
        ]

    static let invitations: [InvitationMessage] =
        ["a", "b", "z", "m"].flatMap { sender in
            ["test", "?"].map { game in
                let table = MatchmakingTable(name: "Eve", game: game, version: Program.version, players: 1, limit: 4)
                return .invite(from: sender, to: "m", table)
            }
        } + DeclineReason.allCases.map { .declined($0) }

    static let others: [Packet] = [.hello(Hello(name: "Eve", version: "9", game: "test"))]

    static let packets: [Packet] =
        tableMessages.map { Packet.matchmaking($0) } + invitations.map { Packet.invitation($0) } + others + EveryPacket.all

    /// Sends valid packets, a part of one now and then, in any order, over one connection.
    private func pester(_ connection: FakeConnection, _ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1..<8, using: &random) {
            guard let packet = Self.packets.randomElement(using: &random) else { return }
            let bytes = Packet.frame(of: packet)
            connection.receive(Int.random(in: 0..<60, using: &random) == 0 ? Array(bytes.dropLast()) : bytes)
        }
    }

    @Test(arguments: 0..<16) func aTableAmongRandomPeers(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let machine = FakeEnvironment()
        let host = TableHost(game: .test, environment: machine)
        let ears = LobbyRecorder()
        ears.listen(to: host)
        try host.open(name: "Host")
        var peers: [FakeConnection] = []
        for _ in 0..<200 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: peers.randomElement(using: &random)?.receiveEnd()
            case 1: host.start()
            case 2: if let client = host.guests.randomElement(using: &random) { host.sendAway(client) }
            case 3: machine.advance(milliseconds: 5_000)
            case 4: ears.party?.sendToAll(.snap(.snap(deal: 1, after: 1)))
            case 5...8:
                let peer = FakeConnection()
                peers.append(peer)
                machine.advertisements[0].accept(peer)
            default: if let peer = peers.randomElement(using: &random) { pester(peer, &random) }
            }
        }
        host.leave()
        ears.party?.leave()
        #expect(machine.isQuiet && !machine.isWaiting && peers.count { !$0.isClosed && !$0.hasEnded } == 0)
    }

    @Test(arguments: 0..<16) func aGuestOfARandomHost(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let machine = FakeEnvironment()
        let guest = TableGuest(name: "Guest", games: [.test], environment: machine)
        let ears = LobbyRecorder()
        ears.listen(to: guest)
        var ends: [FakeConnection] = []
        var answered = 0
        for _ in 0..<200 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                guest.search()
                machine.browsers.last?.find("Host", ["game": "test", "version": Program.version, "players": "1", "limit": "4"])
            case 1, 2: if let table = guest.tables.first { guest.join(table) }
            case 3:
                if Bool.random(using: &random) { guest.cancel() } else { ends.last?.receiveEnd() }
            case 4: machine.advance(milliseconds: 5_000)
            case 5, 6:
                guard let attempt = machine.attempts.last, machine.attempts.count > answered else { continue }
                answered = machine.attempts.count
                if attempt.task.isCancelled { continue }
                let end = FakeConnection()
                if Bool.random(using: &random) {
                    ends.append(end)
                    attempt.completion(.success(end))
                } else {
                    attempt.completion(.failure(.refused))
                }
            default: if let end = ends.last { pester(end, &random) }
            }
        }
        guest.leave()
        ears.party?.leave()
        #expect(machine.isQuiet && !machine.isWaiting && ends.count { !$0.isClosed && !$0.hasEnded } == 0)
    }

    @Test(arguments: 0..<16) func aPlayerAmongRandomPeers(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let machine = FakeEnvironment()
        let player = NearbyLobby(name: "Ann", isVisible: true, games: [.test], environment: machine, id: "m")
        let ears = LobbyRecorder()
        ears.listen(to: player)
        player.start()
        for id in ["a", "b", "z"] { machine.browsers[0].find(id, ["id": id, "version": Program.version]) }
        var peers: [FakeConnection] = []
        var answered = 0
        for _ in 0..<300 {
            let id = ["a", "b", "z"].randomElement(using: &random) ?? "a"
            switch Int.random(in: 0..<24, using: &random) {
            case 0: peers.randomElement(using: &random)?.receiveEnd()
            case 1: if seed.isMultiple(of: 3) { player.startGame() }
            case 2: player.leaveTable()
            case 3: machine.advance(milliseconds: 8_000)
            case 4, 5: player.accept(id)
            case 6: player.decline(id)
            case 7, 8: player.invite(id)
            case 9: player.takeBack(id)
            case 10: if let party = ears.party { party.send(.snap(.snap(deal: 1, after: 1)), to: party.isHost ? 1 : 0) }
            case 11, 12:
                guard answered < machine.attempts.count else { continue }
                answered += 1
                guard !machine.attempts[answered - 1].task.isCancelled else { continue }
                let peer = FakeConnection()
                peers.append(peer)
                machine.attempts[answered - 1].completion(.success(peer))
            case 13...16:
                guard let place = machine.advertisements.last, !place.isClosed else { continue }
                let peer = FakeConnection()
                peers.append(peer)
                place.accept(peer)
            default: if let peer = peers.randomElement(using: &random) { pester(peer, &random) }
            }
        }
        player.leave()
        ears.party?.leave()
        #expect(machine.isQuiet && !machine.isWaiting && peers.count { !$0.isClosed && !$0.hasEnded } == 0)
    }
}
