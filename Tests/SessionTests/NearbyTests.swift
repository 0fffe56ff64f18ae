// Players nearby, between machines in memory: inviting, accepting, declining, leaving, crossing, and nothing left behind.

import TestSupport
import Testing
import Wire

@testable import Session

/// Players, each on a machine of its own, who see each other. Their ids are "a", "b", "c", … in order.
struct NearbyPlayers {
    let network: FakeNetwork
    let players: [NearbyLobby]
    let ears: [LobbyRecorder]

    init(_ count: Int, game: LobbyGame = .test) {
        network = FakeNetwork(count)
        ears = (0..<count).map { _ in LobbyRecorder() }
        players = (0..<count).map { [network] index in
            NearbyLobby(
                name: "Player \(Self.id(index))", isVisible: true, games: [game], environment: network.machines[index],
                id: Self.id(index))
        }
        for (player, ears) in zip(players, ears) {
            ears.listen(to: player)
            player.start()
        }
        network.settle()
    }

    static func id(_ index: Int) -> String { String(Character(Unicode.Scalar(UInt8(97 + index)))) }

    func take() -> [[String]] { ears.map { $0.take() } }

    /// One invites another, who accepts.
    func connect(_ host: Int, _ guest: Int) {
        players[host].invite(Self.id(guest))
        network.settle()
        players[guest].accept(Self.id(host))
        network.settle()
    }

    func state(_ index: Int, of other: Int) -> NearbyPlayer.State? {
        players[index].players.first { $0.id == Self.id(other) }?.state
    }

    func names(_ index: Int) -> [String] { players[index].players.map(\.name) }

    /// Everybody leaves; nothing may be left.
    func leaveAll() {
        for (player, ears) in zip(players, ears) {
            player.leave()
            ears.party?.leave()
            network.settle()
        }
        for index in network.machines.indices { #expect(network.isQuiet(index), "machine \(index)") }
    }
}

@Suite struct NearbyTests {
    @Test func theyFindEachOtherAndNotThemselves() {
        let neighbours = NearbyPlayers(3)
        for player in neighbours.players { #expect(player.players.count == 2) }
        neighbours.players[0].setVisible(false)
        neighbours.network.settle()
        #expect(neighbours.names(1) == ["Player c"])
        neighbours.players[0].setVisible(true)
        neighbours.players[0].rename("Zoë")
        neighbours.network.settle()
        #expect(neighbours.names(1).sorted() == ["Player c", "Zoë"])
        neighbours.leaveAll()
    }

    @Test func aSessionOfThree() {
        let neighbours = NearbyPlayers(3)
        neighbours.players[0].invite("b")
        #expect(neighbours.state(0, of: 1) == .connecting)
        neighbours.network.settle()
        #expect(neighbours.state(0, of: 1) == .invited)
        #expect(neighbours.take() == [[], ["Player a invites to test"], []])
        neighbours.players[1].accept("a")
        neighbours.network.settle()
        #expect(neighbours.state(0, of: 1) == .connected && neighbours.state(1, of: 0) == .connected)
        neighbours.connect(0, 2)
        let names = ["Player a", "Player b", "Player c"]
        #expect(neighbours.players.allSatisfy { $0.roster.map(\.name) == names })
        _ = neighbours.take()
        neighbours.players[0].startGame()
        neighbours.network.settle()
        #expect(neighbours.take() == (0...2).map { ["start test \($0) \(names)"] })
        neighbours.ears[2].party?.send(.snap(.turn(deal: 1, turn: 1)), to: 0)
        neighbours.ears[0].party?.send(.snap(.snap(deal: 1, after: 1)), to: 1)
        neighbours.network.settle()
        #expect(neighbours.take() == [["packet 22 from 2"], ["packet 22 from 0"], []])
        neighbours.ears[1].party?.leave()
        neighbours.network.settle()
        #expect(neighbours.take() == [["left 1"], [], []])
        neighbours.ears[0].party?.leave()
        neighbours.network.settle()
        #expect(neighbours.take() == [[], [], ["over serverQuit"]])
        #expect(neighbours.network.openEnds == 0, "who was left has left, too")
        neighbours.leaveAll()
    }

    /// Without the list a player is in those of the others, and knows who invites.
    @Test func whoDoesNotLookIsInvited() {
        let neighbours = NearbyPlayers(2)
        let bob = neighbours.players[1]
        bob.isBrowsing = false
        neighbours.network.settle()
        #expect(bob.players.isEmpty && neighbours.names(0) == ["Player b"])
        neighbours.players[0].invite("b")
        neighbours.network.settle()
        #expect(neighbours.take() == [[], ["Player a invites to test"]])
        bob.isBrowsing = true
        neighbours.network.settle()
        #expect(neighbours.state(1, of: 0) == .inviting && bob.players.count == 1)
        bob.accept("a")
        neighbours.network.settle()
        #expect(neighbours.state(0, of: 1) == .connected)
        neighbours.leaveAll()
    }

    @Test func declined() {
        let neighbours = NearbyPlayers(2)
        neighbours.players[0].invite("b")
        neighbours.network.settle()
        neighbours.players[1].decline("a")
        neighbours.network.settle()
        #expect(neighbours.take() == [["Player b declines: declined"], ["Player a invites to test"]])
        #expect(neighbours.network.openEnds == 0)
        neighbours.leaveAll()
    }

    @Test func cancelledAndUnanswered() {
        let neighbours = NearbyPlayers(2)
        neighbours.players[0].invite("b")
        neighbours.network.settle()
        neighbours.players[0].takeBack("b")
        neighbours.network.settle()
        #expect(neighbours.take() == [[], ["Player a invites to test", "withdrawn: Player a"]])
        neighbours.players[0].invite("b")
        neighbours.network.advance(seconds: 31)
        #expect(neighbours.take() == [["no answer from Player b"], ["Player a invites to test", "withdrawn: Player a"]])
        #expect(neighbours.network.openEnds == 0)
        neighbours.leaveAll()
    }

    @Test func cancelledBeforeItLeft() {
        let neighbours = NearbyPlayers(2)
        neighbours.players[0].invite("b")
        neighbours.players[0].takeBack("b")
        neighbours.network.settle()
        #expect(neighbours.take() == [[], []] && neighbours.network.connections.isEmpty)
        neighbours.leaveAll()
    }

    @Test func guestsLeaveAndTheHostDisconnects() {
        let neighbours = NearbyPlayers(3)
        neighbours.connect(0, 1)
        neighbours.connect(0, 2)
        _ = neighbours.take()
        neighbours.players[1].leaveTable()
        neighbours.network.settle()
        #expect(
            neighbours.take() == [
                ["left Player b"], [], [],
            ])
        #expect(neighbours.players[2].roster.map(\.name) == ["Player a", "Player c"])
        neighbours.players[0].leaveTable()
        neighbours.network.settle()
        #expect(neighbours.take() == [[], [], ["table closed: serverQuit"]])
        #expect(neighbours.network.openEnds == 0)
        neighbours.connect(1, 0)
        #expect(neighbours.state(1, of: 0) == .connected, "they can begin anew")
        neighbours.leaveAll()
    }

    @Test func theHostQuits() {
        let neighbours = NearbyPlayers(2)
        neighbours.connect(0, 1)
        _ = neighbours.take()
        neighbours.players[0].leave()
        neighbours.network.settle()
        #expect(neighbours.take() == [[], ["table closed: serverQuit"]])
        neighbours.leaveAll()
    }

    @Test func busyPlayersDeclineByThemselves() {
        let neighbours = NearbyPlayers(3)
        neighbours.connect(0, 1)
        _ = neighbours.take()
        neighbours.players[2].invite("b")
        neighbours.network.settle()
        #expect(neighbours.take() == [[], [], ["Player b declines: busy"]])
        neighbours.players[1].invite("c")
        #expect(neighbours.take() == [[], ["refused notHost"], []])
        neighbours.leaveAll()
    }

    @Test func crossedInvitationsConnect() {
        let neighbours = NearbyPlayers(2)
        neighbours.players[1].invite("a")
        neighbours.players[0].invite("b")
        neighbours.network.settle()
        #expect(neighbours.state(0, of: 1) == .connected && neighbours.state(1, of: 0) == .connected)
        #expect(neighbours.players[0].isHost && neighbours.players[1].isGuest, "the smaller id's stands")
        #expect(neighbours.network.openEnds == 2)
        neighbours.players[0].startGame()
        neighbours.network.settle()
        #expect(neighbours.ears[1].take().last == "start test 1 [\"Player a\", \"Player b\"]")
        neighbours.leaveAll()
    }

    @Test func theTableIsFull() {
        let neighbours = NearbyPlayers(5)
        for guest in 1...2 { neighbours.connect(0, guest) }
        neighbours.players[0].invite("d")
        neighbours.network.settle()
        _ = neighbours.take()
        neighbours.players[0].invite("e")
        #expect(neighbours.ears[0].take() == ["refused full"], "an invitation keeps a seat")
        neighbours.leaveAll()
    }

    @Test func theGameStaysWhileATableIsOpenForIt() {
        let neighbours = NearbyPlayers(2)
        neighbours.players[0].invite("b")
        neighbours.players[0].game = .fourInARow
        #expect(neighbours.players[0].game == .test)
        neighbours.players[0].takeBack("b")
        neighbours.players[0].game = .fourInARow
        #expect(neighbours.players[0].game == .fourInARow)
        neighbours.leaveAll()
    }

    /// A cable that is out for a moment ends no session, and those who were in the list are in it again.
    @Test func theNetworkGoesAndComesBack() {
        let neighbours = NearbyPlayers(3)
        neighbours.connect(0, 1)
        _ = neighbours.take()
        neighbours.network.unplug()
        #expect(neighbours.players.allSatisfy { $0.trouble == .unseen(.noNetwork) })
        #expect(neighbours.players[0].players.map(\.id) == ["b"])
        neighbours.network.plugIn()
        neighbours.network.settle()
        #expect(neighbours.take() == [[], [], []] && neighbours.players.allSatisfy { $0.trouble == nil })
        #expect(neighbours.state(0, of: 1) == .connected && neighbours.state(0, of: 2) == .notConnected)
        neighbours.leaveAll()
    }

    @Test func aConnectionDropsInTheGame() {
        let neighbours = NearbyPlayers(2)
        neighbours.connect(0, 1)
        neighbours.players[0].startGame()
        neighbours.network.settle()
        _ = neighbours.take()
        neighbours.network.breakDown()
        #expect(neighbours.take() == [[], []] && neighbours.ears.allSatisfy { $0.party?.absences.count == 1 })
        neighbours.network.plugIn()
        neighbours.network.advance(seconds: 6)
        #expect(neighbours.take() == [["back 1"], ["back 0"]] && neighbours.ears.allSatisfy { $0.party?.absences == [] })
        neighbours.network.breakDown()
        neighbours.network.advance(seconds: TableSeats.timeout)
        #expect(neighbours.take() == [["lost 1"], ["over connectionDropped"]])
        neighbours.leaveAll()
    }

    @Test func fourInARowTakesTheConnection() throws {
        let neighbours = NearbyPlayers(3, game: .fourInARow)
        neighbours.connect(1, 0)
        neighbours.players[1].startGame()
        neighbours.network.settle()
        let connections = try neighbours.ears.prefix(2).map { try #require($0.party?.handOver()) }
        #expect(neighbours.network.machines.allSatisfy { !$0.isWaiting })
        #expect(neighbours.network.machines.map { $0.advertisements.filter { !$0.isClosed }.count } == [0, 0, 1])
        #expect(neighbours.network.openEnds == 2)
        let players = ["Player a", "Player b"]
        #expect((0...1).map { neighbours.state(2, of: $0) } == (0...1).map { .playing(with: [players[1 - $0]], mayWatch: false) })
        neighbours.players[2].invite("a")
        neighbours.network.settle()
        #expect(neighbours.take()[2] == ["no way to Player a: refused"])
        for connection in connections { connection.close() }
        neighbours.players[0].setOccupation(.notConnected)
        neighbours.network.settle()
        #expect((0...1).map { neighbours.state(2, of: $0) } == [.notConnected, .playing(with: [], mayWatch: false)])
        neighbours.connect(2, 0)
        #expect(neighbours.state(2, of: 0) == .connected)
        neighbours.players[2].leaveTable()
        neighbours.players[0].setOccupation(.busy)
        neighbours.network.settle()
        #expect(neighbours.state(2, of: 0) == .busy)
        neighbours.leaveAll()
    }

    @Test func whoCannotBeReachedIsSaid() {
        let neighbours = NearbyPlayers(2)
        neighbours.network.machines[1].advertisements[0].close()
        neighbours.players[0].invite("b")
        neighbours.network.settle()
        #expect(neighbours.take() == [["no way to Player b: refused"], []])
        neighbours.leaveAll()
    }

    @Test func strangersAreLimitedAndClosed() {
        let neighbours = NearbyPlayers(1)
        let machine = neighbours.network.machines[0]
        let strangers = (0..<256 + 4).map { _ in FakeConnection() }
        for stranger in strangers { machine.advertisements[0].accept(stranger) }
        #expect(strangers.count { $0.isClosed } == 4)
        strangers[9].receive(
            Packet.frame(of: .hello(Hello(name: "Bob"))))
        #expect(strangers[9].isClosed && !strangers[9].sent.isEmpty, "who comes for Four in a Row is told so")
        machine.advance(milliseconds: 10_000)
        #expect(strangers.allSatisfy { $0.isClosed })
        neighbours.leaveAll()
    }

    @Test func invitationsAreLimitedAndEnd() {
        let neighbours = NearbyPlayers(1)
        let machine = neighbours.network.machines[0]
        let hosts = (0...Inviter.incomingLimit).map { _ in FakeConnection() }
        for (number, host) in hosts.enumerated() {
            let table = MatchmakingTable(name: "x", game: "test", version: Program.version, players: 1, limit: 4)
            machine.advertisements[0].accept(host)
            host.receive(Packet.frame(of: .lobby(.invitation(.invite(from: "x\(number)", to: "a", table)))))
        }
        #expect(hosts.count { $0.isClosed } == 1 && hosts[0].isClosed && !neighbours.players[0].pending.contains("x0"))
        machine.advance(milliseconds: Inviter.incomingTimeout)
        #expect(hosts.allSatisfy { $0.isClosed } && neighbours.players[0].pending == [])
        neighbours.leaveAll()
    }

    /// Being in the lists and reading them are two things: what can be done of the one says nothing of the other.
    @Test func troubleLastsUntilItsOwnEnd() {
        let machine = FakeEnvironment()
        let session = NearbyLobby(name: "Me", isVisible: true, games: [.test], environment: machine, id: "m")
        session.start()
        let (browser, advertisement) = (machine.browsers[0], machine.advertisements[0])
        browser.tell(.trouble(.noNetwork))
        for event in [AdvertisementEvent.ready, .listed(name: "Me")] {
            advertisement.tell(event)
            #expect(session.trouble == .blind(.noNetwork))
        }
        advertisement.tell(.trouble(.helperStopped))
        browser.tell(.ready)
        #expect(session.trouble == .unseen(.helperStopped))
        session.setVisible(false)
        #expect(session.trouble == nil)
        session.leave()
    }
}

/// Players are told apart by id, whatever they are called and whatever the lists say in between.
@Suite struct NamesakeTests {
    private let machine = FakeEnvironment()
    private let session: NearbyLobby

    init() {
        session = NearbyLobby(name: "Me", isVisible: true, games: [.test], environment: machine, id: "m")
        session.start()
    }

    private func find(_ name: String, id: String, at address: String) {
        machine.browsers[0].find(name, ["id": id, "game": "test", "version": Program.version], at: address)
    }

    private var rows: [String] { session.players.map(\.name) }

    /// A third Tiger tries the second's name before it gets its own, and for a moment the lists mix the two.
    @Test func aNameThatPassedFromOneToAnotherLeadsToWhoHasIt() throws {
        find("Tiger #3", id: "c", at: "10.0.0.3:1")
        find("Tiger #2", id: "c", at: "10.0.0.2:1")
        find("Tiger #2", id: "b", at: "10.0.0.2:1")
        #expect(rows == ["Tiger #3", "Tiger #2"])
        session.invite("c")
        #expect(machine.attempts[0].endpoint == FakeEnvironment.endpoint("10.0.0.3:1"))
        machine.browsers[0].tell(.lost(name: "Tiger #2"))
        #expect(rows == ["Tiger #3"])
    }

    private func table(of name: String, version: String = Program.version) -> MatchmakingTable {
        MatchmakingTable(name: name, game: "test", version: version, players: 1, limit: 4)
    }

    /// Somebody connects from this address and says something.
    private func say(_ packets: Packet..., from address: String = "10.0.0.5:4000") -> FakeConnection {
        let end = FakeConnection(peer: address)
        machine.advertisements[0].accept(end)
        for packet in packets { end.receive(Packet.frame(of: packet)) }
        return end
    }

    /// A guest who comes back to a table that was here reads that it is closed.
    @Test func whoComesForASeatReadsThatTheTableIsGone() {
        let end = say(.control(.resume(.open(ResumeToken.random(machine)))))
        #expect(end.isClosed && end.sent[...] == Packet.frame(of: .lobby(.matchmaking(.hostQuit)))[...])
    }

    /// An address that was somebody's may be somebody else's now.
    @Test func anInvitationForAnotherIsNotTaken() throws {
        for (recipient, isTaken) in [("x", false), ("m", true)] {
            let end = say(.invitation(.invite(from: "z", to: recipient, table(of: "Zoe"))))
            #expect(end.isClosed == !isTaken && session.players.contains { $0.id == "z" } == isTaken)
            session.decline("z")
        }
    }

    /// Both programs say so, whichever of the two notices first.
    @Test func twoVersionsDoNotPlay() {
        let ears = LobbyRecorder()
        ears.listen(to: session)
        let end = say(.invitation(.invite(from: "z", to: "m", table(of: "Zoe", version: "9"))))
        #expect(end.isClosed && ears.take() == ["Zoe has another version"])
        #expect(end.sent[...] == Packet.frame(of: .invitation(.declined(.otherVersion)))[...])
        machine.browsers[0].find("Old", ["id": "o", "game": "test", "version": "0.1"])
        session.invite("o")
        #expect(ears.take() == ["Old has another version"] && machine.attempts.isEmpty)
    }

    @Test func ofTwoWithOneNameTheListSaysWhere() throws {
        find("Tiger", id: "a", at: "10.0.0.3:1")
        #expect(rows == ["Tiger"])
        _ = say(.invitation(.invite(from: "b", to: "m", table(of: "Tiger"))))
        #expect(rows == ["Tiger (10.0.0.3:1)", "Tiger (10.0.0.5:4000)"])
    }

    /// An invisible Tiger hosts; the visible one has nothing to do with it, and the guest, whom the lists call "Tiger #3", is itself.
    @Test func whoIsConnectedIsToldByID() throws {
        find("Tiger", id: "a", at: "10.0.0.3:1")
        machine.advertisements[0].tell(.listed(name: "Tiger #3"))
        let end = say(.invitation(.invite(from: "h", to: "m", table(of: "Tiger"))))
        session.accept("h")
        let roster = [("Tiger", "h"), ("Tiger #3", "m"), ("Gil", "g")].map { TablePlayer(name: $0, id: $1) }
        end.receive(Packet.frames(of: [.matchmaking(.welcome), .matchmaking(.roster(roster))]))
        #expect(session.companions == ["Tiger (10.0.0.5:4000)", "Gil"])
        #expect(session.players.first { $0.id == "a" }?.state == .notConnected)
    }
}
