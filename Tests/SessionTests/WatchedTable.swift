// A table in memory whose game may be watched, on a network or at a relay, and those who watch it.

import Engine
import Games
import TestSupport
import Testing
import Wire

@testable import Session

/// Somebody who watches a table, at a machine of their own.
final class TableSpectator: JoiningDelegate {
    let machine: FakeEnvironment
    private(set) var party: WatchedParty?
    private(set) var secret: SecretNumberSession?
    private(set) var snap: SnapSession?
    private(set) var failures: [WatchFailure] = []
    /// What else became of the tries to come in.
    private(set) var refusals: [String] = []
    private var watching: Watching?
    private var games: NearbyGames?
    private lazy var joining = Joining(environment: machine)
    let ears = SpectatorEars()

    init(at machine: FakeEnvironment) {
        self.machine = machine
        games = NearbyGames(.watch, rendezvous: machine) {}
    }

    var listings: [Listing] { games?.listings ?? [] }

    /// Watches the first listed game, or what is at an address.
    func watch(_ address: Endpoint? = nil) throws {
        joining.delegate = self
        joining.join(try address.map(JoinTarget.init(at:)) ?? JoinTarget(try #require(listings.first)))
    }

    /// Watches a friend's table, which is in this room.
    func watch(_ room: RoomCode) {
        joining.delegate = self
        joining.join(JoinTarget(room), code: room.passphrase)
    }

    func joining(_ joining: Joining, did event: JoiningEvent) {
        switch event {
        case .joined(let target, let connection, let code): watch(connection, at: target, code: code)
        case .foundTable(_, let connection):
            refusals.append("table")
            connection.close()
        case .refused(let outcome, _): refusals.append("\(outcome)")
        case .failed(let failure, _): refusals.append("\(failure)")
        case .changed, .codeRepeated: break
        }
    }

    private func watch(_ connection: PacketConnection, at target: JoinTarget, code: Passphrase?) {
        let watching = Watching(connection, at: target, code: code, environment: machine)
        self.watching = watching
        watching.didFail = { [unowned self] in failures.append($0) }
        watching.didBeginTable = { [unowned self] party in
            self.party = party
            self.watching = nil
            if party.game == "snap" {
                snap = SnapSession(party: party, listens: true, scheduler: machine)
                snap?.delegate = ears
            } else {
                secret = SecretNumberSession(party: party, environment: machine)
                secret?.delegate = ears
            }
        }
        watching.start()
    }
}

/// Somebody who comes to a table in a room at the relay to play.
private final class RoomGuest: JoiningDelegate {
    private let guest: TableGuest
    private let joining: Joining

    init(_ guest: TableGuest, at machine: FakeEnvironment, in room: RoomCode) {
        (self.guest, joining) = (guest, Joining(environment: machine))
        joining.delegate = self
        joining.join(JoinTarget(room), code: room.passphrase)
    }

    func joining(_ joining: Joining, did event: JoiningEvent) {
        if case .foundTable(let table, let connection) = event { guest.join(table, on: connection) }
    }
}

/// What a spectator hears besides the game.
final class SpectatorEars: SecretNumberSessionDelegate, SnapSessionDelegate {
    private(set) var phrases: [Phrase] = []
    private(set) var end: QuitReason?
    private(set) var returns = 0

    func secretNumberDidChange(before: SecretNumberTable) {}
    func secretNumberDidReturn(_ seat: Int) { returns += 1 }
    func secretNumberDidHear(_ phrase: Phrase, from seat: Int) { phrases.append(phrase) }
    func secretNumberDidEnd(because reason: QuitReason) { end = reason }
    func snapDidChange(_ change: SnapChange) {
        switch change {
        case .heard(let phrase, _): phrases.append(phrase)
        case .ended(let reason): end = reason
        case .returned: returns += 1
        default: break
        }
    }
}

/// A table of three whose game has begun, at machines 0 to 2, and spectators at further machines.
final class WatchedTable {
    let network: FakeNetwork
    let host: TableHost
    let guests: [TableGuest]
    let ears = (0..<3).map { _ in LobbyRecorder() }
    let spectators: [TableSpectator]
    /// The table's room at the relay; nil on a network.
    let room: RoomCode?
    private(set) var secrets: [SecretNumberSession] = []
    private(set) var snaps: [SnapSession] = []
    /// The cards that were turned.
    private(set) var turned: Set<Int> = []

    init(
        _ game: String, spectators count: Int = 1, isWatchable: Bool = true, isAtRelay: Bool = false,
        beforeStart: (FakeNetwork, RoomCode?) -> Void = { _, _ in }
    ) throws {
        let network = FakeNetwork(3 + count)
        network.hasSpectators = true
        self.network = network
        let game = LobbyGame(id: game, players: 2...4)
        host = TableHost(game: game, isWatchable: isWatchable, environment: network.machines[0])
        host.screen = ears[0]
        try host.open(name: "Ann", at: isAtRelay ? RelayEndpoint.anyRoom.endpoint : nil)
        if isAtRelay { network.advance(seconds: 2) }
        room = host.offer?.roomCode
        guests = zip(["Bob", "Cyd"], network.machines[1...2]).map { TableGuest(name: $0, games: [game], environment: $1) }
        spectators = network.machines.dropFirst(3).map(TableSpectator.init)
        for (index, guest) in guests.enumerated() {
            guest.screen = ears[index + 1]
            if let room {
                let joining = RoomGuest(guest, at: network.machines[index + 1], in: room)
                network.advance(seconds: 2)
                withExtendedLifetime(joining) {}
            } else {
                guest.search()
                network.settle()
                guest.join(try #require(guest.client.tables.first))
                network.settle()
            }
        }
        beforeStart(network, room)
        host.start()
        network.settle()
        let parties = try ears.map { try #require($0.party) }
        var random = SeededGenerator(seed: 5)
        let shuffle = { () -> [PlayingCard] in
            var deck = PlayingCardDeck()
            return deck.drawAll(using: &random)
        }
        for (party, machine) in zip(parties, network.machines) {
            if game.id == "snap" {
                snaps.append(SnapSession(party: party, scheduler: machine, shuffle: shuffle))
            } else {
                secrets.append(SecretNumberSession(party: party, environment: machine))
            }
        }
        parties[0].openAudience(playing: game.id)
        network.settle()
    }

    /// Where the players came in.
    var door: Endpoint { FakeEnvironment.endpoint("10.0.0.1:\(host.offer?.endpoint?.port ?? "?")") }
    var parties: [TableParty] { ears.compactMap(\.party) }

    func watch() throws {
        for spectator in spectators { if let room { spectator.watch(room) } else { try spectator.watch() } }
        if room == nil { network.settle() } else { network.advance(seconds: 3) }
    }

    // MARK: The secret number

    func choose(_ seat: Int, _ secret: Int) {
        secrets[seat].choose(secret, in: SecretNumberRange.offered[0])
        network.settle()
    }

    func guess(_ seat: Int, _ number: Int) {
        network.advance(seconds: 1)
        #expect(secrets[seat].guess("\(number)") == nil)
        network.settle()
    }

    /// Ann keeps 73, two guess, and two say something. A spectator sees and hears it.
    func playHalfARound(before spectator: TableSpectator) {
        choose(0, 73)
        guess(1, 50)
        guess(2, 90)
        expectSameRound()
        #expect(spectator.secret?.table.round?.history.count == 2)
        for (seat, phrase) in [(1, Phrase.oops), (0, .hello)] {
            #expect(parties[seat].say(phrase))
            network.settle()
        }
        #expect(spectator.ears.phrases == [.oops, .hello])
    }

    /// Bob finds 73, chooses 31, Cyd finds that and leaves. Every spectator sees all of it.
    func finishTwoRounds() {
        guess(1, 73)
        #expect(secrets[0].table.phase == .over)
        expectSameRound("the end of a round")
        for spectator in spectators { #expect(spectator.secret?.table.proof == .opened(.verified, secret: 73, isLate: false)) }
        secrets[2].ask()
        network.settle()
        expectSameRound("somebody would like another round")
        secrets[1].keepNext()
        network.settle()
        choose(1, 31)
        guess(0, 30)
        guess(2, 31)
        expectSameRound("the second round")
        for spectator in spectators {
            #expect(spectator.secret?.table.begun == 2 && spectator.secret?.table.wins == [0, 1, 1])
        }
        parties[2].leave()
        network.settle()
        expectSameRound("somebody left")
        for spectator in spectators { #expect(spectator.secret?.table.departures == [2: .left]) }
    }

    /// At a relay not each of several changes in a row is shown at once.
    private func letSpectatorsSee() { if room == nil { network.settle() } else { network.advance(seconds: 1) } }

    /// Every spectator knows what the host knows.
    func expectSameRound(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        letSpectatorsSee()
        let table = secrets[0].table
        for spectator in spectators {
            guard let seen = spectator.secret?.table else { continue }
            #expect(
                seen.phase == table.phase && seen.number == table.number && seen.begun == table.begun, comment,
                sourceLocation: sourceLocation)
            #expect(
                seen.keeper == table.keeper && seen.round == table.round && seen.proof == table.proof, comment,
                sourceLocation: sourceLocation)
            #expect(
                seen.wins == table.wins && seen.gone == table.gone && seen.asking == table.asking, comment,
                sourceLocation: sourceLocation)
            #expect(!seen.isHostDishonest && seen.mine == nil && seen.takesPart == false, sourceLocation: sourceLocation)
        }
    }

    // MARK: Snap!

    func deal() {
        if snaps[0].table == nil { snaps[0].startGame() } else { snaps[0].replay() }
        network.settle()
    }

    /// Plays so many steps, or until somebody has won: whose turn it is turns a card, and somebody takes what matches.
    func playSnap(_ steps: Int = .max, using random: inout SeededGenerator) {
        for _ in 0..<steps {
            guard let table = snaps[0].table, !table.isOver else { return }
            if table.view.matches.isEmpty {
                _ = snaps[table.view.mover].turnCard()
            } else {
                // The host is quick, so that the game ends.
                _ = snaps[Int.random(in: 0...9, using: &random) < 9 ? 0 : 1].snap()
            }
            network.settle()
            for seat in snaps[0].table?.view.seats ?? [] { if let card = seat.top { turned.insert(card.number) } }
        }
    }

    func expectSameCards(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
        letSpectatorsSee()
        let table = snaps[0].table
        for spectator in spectators where spectator.snap != nil {
            let seen = spectator.snap?.table
            #expect(
                seen?.view == table?.view && seen?.deal == table?.deal && seen?.number == table?.number, comment,
                sourceLocation: sourceLocation)
            #expect(
                seen?.wins == table?.wins && seen?.asking == table?.asking && seen?.pause == table?.pause, comment,
                sourceLocation: sourceLocation)
        }
    }

    // MARK: What was sent

    /// The bytes that the host has sent to a spectator.
    func bytes(to spectator: Int) -> [UInt8] {
        let machine = spectators[spectator].machine.addresses[0]
        return network.connections.filter { $0.owner == "10.0.0.1" && $0.origin.machine == machine }.flatMap(\.sent)
    }

    /// The same as packets.
    func packets(to spectator: Int) throws -> [Packet] {
        var decoder = PacketDecoder()
        decoder.append(bytes(to: spectator))
        var packets: [Packet] = []
        while let packet = try decoder.next() { packets.append(packet) }
        return packets
    }

    /// The bytes that a spectator has sent.
    func bytes(from spectator: Int) -> [UInt8] {
        let machine = spectators[spectator].machine.addresses[0]
        return network.connections.filter { $0.owner == machine }.flatMap(\.sent)
    }

    /// A player's connection breaks.
    func breakConnection(of seat: Int) {
        let machine = network.machines[seat].addresses[0]
        for (host, guest) in stride(from: 0, to: network.connections.count, by: 2).map({
            (network.connections[$0], network.connections[$0 + 1])
        }) where guest.owner == machine || host.owner == machine && seat != 0 {
            for end in [host, guest] { end.lose() }
            for end in [host, guest] { end.receiveEnd() }
        }
    }
}

extension SecretNumberTable {
    /// Whether the player may do anything.
    var takesPart: Bool { mayChoose || mayGuess || mayDecide || mayTakeOver || mayAsk }
}
