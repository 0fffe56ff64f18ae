// Invitations: every way in which one ends, invitations that cross, and random walks.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

/// Player "m" on a machine in memory; each other player has a name that is the id.
private final class InvitationTrial {
    let machine = FakeEnvironment()
    let ears = LobbyRecorder()
    let lobby: NearbyLobby
    /// The connections of our invitations, and of theirs, by player.
    private(set) var calls: [String: FakeConnection] = [:]
    private(set) var theirs: [String: FakeConnection] = [:]
    private var answered = 0
    private var called: [String] = []

    init() {
        lobby = NearbyLobby(
            name: "Me", isVisible: true, games: [LobbyGame(id: "test", players: 2...3)], environment: machine, id: "m")
        ears.listen(to: lobby)
        lobby.start()
        for id in ["a", "b", "x", "y", "z"] {
            machine.browsers[0].find(id, ["id": id, "version": Program.version], at: "10.0.1.\(id.utf8.first ?? 0):1")
        }
    }

    var inviter: Inviter { lobby.inviter }

    /// Invites a player, and connects.
    func invite(_ id: String) {
        lobby.invite(id)
        connect(id)
    }

    func connect(_ id: String) {
        guard machine.attempts.count > answered else { return }
        answered = machine.attempts.count
        let end = FakeConnection()
        calls[id] = end
        machine.attempts[answered - 1].completion(.success(end))
    }

    /// They accept, and sit at our table.
    func seat(_ id: String) { say(.matchmaking(.introduction(TablePlayer(name: id, id: id))), on: calls[id]) }
    func declined(by id: String, _ reason: DeclineReason) { say(.invitation(.declined(reason)), on: calls[id]) }
    func end(_ id: String) { calls[id]?.receiveEnd() }

    /// They invite us.
    func invited(by id: String) {
        let end = FakeConnection()
        theirs[id] = end
        machine.advertisements[0].accept(end)
        let table = MatchmakingTable(name: id, game: "test", version: Program.version, players: 1, limit: 3)
        say(.invitation(.invite(from: id, to: "m", table)), on: end)
    }

    func withdrawn(by id: String) { theirs[id]?.receiveEnd() }
    /// What the host whose invitation we accepted says.
    func host(_ id: String, says message: MatchmakingMessage) { say(.matchmaking(message), on: theirs[id]) }

    private func say(_ packet: Packet, on end: FakeConnection?) { end?.receive(Packet.frame(of: packet)) }

    /// The players who are on the connections that are open.
    var openCalls: Set<String> { Set(calls.filter { !$1.isClosed && !$1.hasEnded }.keys) }
    var openInvitations: Set<String> { Set(theirs.filter { !$1.isClosed && !$1.hasEnded }.keys) }

    /// The last that was sent on a connection, except heartbeats.
    static func last(on end: FakeConnection?) -> LobbyPacket? {
        var decoder = PacketDecoder()
        decoder.append(end?.sent ?? [])
        var last: LobbyPacket?
        while let packet = try? decoder.next() { if case .lobby(let packet) = packet { last = packet } }
        return last
    }

    /// Whether we declined a player's invitation for this reason.
    func hasDeclined(_ id: String, _ reason: DeclineReason) -> Bool {
        theirs[id]?.isClosed == true && Self.last(on: theirs[id]) == .invitation(.declined(reason))
    }

    /// Whether we asked a player for a seat.
    func asks(_ id: String) -> Bool {
        theirs[id]?.isClosed == false
            && Self.last(on: theirs[id]) == .matchmaking(.introduction(TablePlayer(name: "Me", id: "m")))
    }

    func leave() {
        lobby.leave()
        ears.leaveParty()
        #expect(machine.isQuiet && !machine.isWaiting && openCalls.isEmpty && openInvitations.isEmpty)
    }
}

@Suite struct InviterTests {
    /// A player who has invited this one.
    private static func asking(_ id: String = "z") -> InvitationTrial {
        let trial = InvitationTrial()
        trial.invite(id)
        return trial
    }

    /// A player whom this one has invited.
    private static func asked(by id: String = "a") -> InvitationTrial {
        let trial = InvitationTrial()
        trial.invited(by: id)
        _ = trial.ears.take()
        return trial
    }

    @Test func anInvitationIsSentOnce() throws {
        let trial = Self.asking()
        let table = MatchmakingTable(name: "Me", game: "test", version: Program.version, players: 1, limit: 3)
        #expect(InvitationTrial.last(on: trial.calls["z"]) == .invitation(.invite(from: "m", to: "z", table)))
        trial.lobby.invite("z")
        trial.lobby.invite("m")
        #expect(trial.machine.attempts.count == 1 && trial.inviter.outgoing == ["z"] && trial.ears.take() == [])
        trial.leave()
    }

    /// The ways in which ours ends, and what the player reads.
    private static let ends: [(String, (InvitationTrial) -> Void, [String])] = [
        ("taken back", { $0.lobby.takeBack("z") }, []),
        ("declined", { $0.declined(by: "z", .declined) }, ["z declines: declined"]),
        ("busy", { $0.declined(by: "z", .busy) }, ["z declines: busy"]),
        ("other version", { $0.declined(by: "z", .otherVersion) }, ["z has another version"]),
        ("lost", { $0.end("z") }, ["no way to z: lost"]),
        (
            "timed out", { $0.machine.advance(milliseconds: NearbyLobby.invitationTimeout * 1000) }, ["no answer from z"]
        ),
    ]

    @Test func itEnds() {
        for (name, end, news) in Self.ends {
            let trial = Self.asking()
            end(trial)
            #expect(trial.ears.take() == news, "\(name)")
            #expect(trial.inviter.outgoing == [] && trial.openCalls == [] && trial.inviter.hosted == nil, "\(name)")
            trial.machine.advance(milliseconds: NearbyLobby.outcomeMilliseconds)
            #expect(!trial.machine.isWaiting, "\(name)")
            end(trial)
            #expect(trial.ears.take() == [], "nothing is left that could end: \(name)")
            trial.leave()
        }
    }

    @Test func whoCannotBeReached() {
        let trial = InvitationTrial()
        trial.lobby.invite("z")
        trial.machine.attempts[0].completion(.failure(.refused))
        #expect(trial.ears.take() == ["no way to z: refused"] && trial.inviter.outgoing == [])
        trial.lobby.invite("q")
        trial.machine.advance(milliseconds: 0)
        #expect(trial.ears.take() == ["no way to ?: noSuchHost"] && trial.inviter.outgoing == [])
        trial.leave()
    }

    @Test func itIsAccepted() {
        let trial = Self.asking()
        trial.seat("z")
        #expect(trial.ears.take() == ["joined z"])
        #expect(trial.inviter.outgoing.isEmpty && trial.inviter.guests == ["z"])
        trial.invite("y")
        #expect(trial.inviter.outgoing == ["y"], "three seats are for three")
        trial.lobby.invite("x")
        #expect(trial.ears.take() == ["refused full"] && trial.inviter.outgoing == ["y"])
        trial.end("z")
        #expect(trial.ears.take() == ["left z"] && trial.inviter.guests == [])
        trial.leave()
    }

    @Test func theirsEnds() {
        let ends: [(String, (InvitationTrial) -> Void, [String], DeclineReason?)] = [
            ("declined", { $0.lobby.decline("a") }, [], .declined),
            ("withdrawn", { $0.withdrawn(by: "a") }, ["withdrawn: a"], nil),
            ("timed out", { $0.machine.advance(milliseconds: Inviter.incomingTimeout) }, ["withdrawn: a"], nil),
            ("left", { $0.lobby.leave() }, [], .declined),
        ]
        for (name, end, news, reason) in ends {
            let trial = Self.asked()
            end(trial)
            #expect(trial.ears.take() == news && trial.inviter.pending == [], "\(name)")
            #expect(reason.map { trial.hasDeclined("a", $0) } ?? true, "\(name)")
            trial.leave()
        }
    }

    @Test func acceptingEndsAllOtherInvitations() {
        let trial = Self.asked()
        trial.invited(by: "b")
        trial.invite("z")
        trial.lobby.accept("a")
        #expect(trial.openCalls == [] && trial.hasDeclined("b", .busy) && trial.asks("a"))
        #expect(trial.inviter.host == "a" && trial.inviter.pending.isEmpty && trial.inviter.outgoing.isEmpty)
        _ = trial.ears.take()
        trial.lobby.invite("z")
        #expect(trial.ears.take() == ["refused notHost"], "a guest invites nobody")
        trial.invited(by: "b")
        #expect(trial.hasDeclined("b", .busy) && trial.ears.take() == [])
        trial.leave()
    }

    @Test func beingAcceptedDeclinesTheOthers() {
        let trial = Self.asked()
        trial.invite("z")
        trial.seat("z")
        #expect(trial.ears.take() == ["joined z"] && trial.hasDeclined("a", .busy))
        trial.invited(by: "a")
        #expect(trial.hasDeclined("a", .busy) && trial.ears.take() == [])
        trial.leave()
    }

    /// A guest at a's table.
    private static func seated() -> InvitationTrial {
        let trial = asked()
        trial.lobby.accept("a")
        trial.host("a", says: .welcome)
        return trial
    }

    @Test func theTableEnds() {
        var trial = Self.seated()
        trial.host("a", says: .hostQuit)
        #expect(
            trial.ears.take() == ["table closed: serverQuit"] && trial.inviter.host == nil && trial.theirs["a"]?.isClosed == true)
        trial.leave()
        trial = Self.asked()
        trial.lobby.accept("a")
        trial.host("a", says: .refused(.full))
        #expect(trial.ears.take() == ["gone: a"] && trial.inviter.host == nil && trial.theirs["a"]?.isClosed == true)
        trial.leave()
        trial = Self.seated()
        trial.lobby.leaveTable()
        #expect(trial.ears.take() == [] && trial.inviter.host == nil && trial.theirs["a"]?.isClosed == true)
        // An invitation that is shown already is not shown again.
        trial.invited(by: "b")
        #expect(trial.ears.take() == ["b invites to test"])
        trial.lobby.leaveTable()
        #expect(trial.ears.take() == [] && trial.inviter.pending == ["b"])
        trial.leave()
        trial = Self.seated()
        trial.invited(by: "a")
        let news = ["table closed: connectionDropped", "a invites to test"]
        #expect(trial.ears.take() == news, "a host that lost our connection invites again")
        #expect(trial.inviter.host == nil && trial.inviter.pending == ["a"])
        trial.leave()
    }

    @Test func whenInvitationsCrossTheSmallerIDCounts() {
        let larger = Self.asking("a")
        larger.invited(by: "a")
        #expect(larger.ears.take() == [] && larger.openCalls == [] && larger.asks("a") && larger.inviter.host == "a")
        larger.leave()
        let smaller = Self.asking("z")
        smaller.invited(by: "z")
        #expect(smaller.ears.take() == [] && smaller.inviter.pending.isEmpty && smaller.openCalls == ["z"])
        smaller.lobby.accept("z")
        #expect(smaller.inviter.host == nil, "it is not shown")
        smaller.end("z")
        #expect(smaller.ears.take() == ["no way to z: lost", "z invites to test"] && smaller.inviter.pending == ["z"])
        smaller.leave()
    }

    @Test func aCrossingInvitationThatWasNeverShownGoesUnseen() {
        var trial = Self.asking()
        trial.invited(by: "z")
        trial.withdrawn(by: "z")
        #expect(trial.ears.take() == [] && trial.inviter.outgoing == ["z"])
        trial.leave()
        trial = Self.asking()
        trial.invited(by: "z")
        trial.seat("z")
        #expect(trial.ears.take() == ["joined z"] && trial.hasDeclined("z", .busy))
        trial.leave()
        trial = Self.asking()
        trial.invited(by: "z")
        trial.lobby.leaveTable()
        #expect(trial.ears.take() == ["z invites to test"] && trial.inviter.pending == ["z"], "it has waited for our own")
        trial.leave()
    }

    /// What the player does when something is told finds everything done.
    @Test func whoIsToldMayAnswerOrLeave() {
        let trial = Self.asking()
        trial.invited(by: "z")
        trial.lobby.didHappen = { [unowned trial] event in
            if case .news(.invited(let id)) = event { trial.lobby.accept(id) }
            if case .news(.unreachable) = event { trial.lobby.invite("y") }
        }
        trial.end("z")
        #expect(trial.inviter.host == "z" && trial.asks("z") && trial.inviter.outgoing == [] && trial.inviter.hosted == nil)
        #expect(trial.machine.attempts.last?.task.isCancelled == true)
        trial.lobby.didHappen = { [unowned trial] in if case .news(.tableClosed) = $0 { trial.lobby.leave() } }
        trial.host("z", says: .welcome)
        trial.host("z", says: .hostQuit)
        trial.leave()
    }

    /// Timers, connections and seats are always those that the state says.
    @Test(arguments: 0..<20) func randomWalks(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let trial = InvitationTrial()
        let inviter = trial.inviter
        for step in 0..<300 {
            let id = ["a", "b", "y", "z"].randomElement(using: &random) ?? "a"
            switch Int.random(in: 0..<24, using: &random) {
            case 0...5: trial.invite(id)
            case 6: trial.lobby.takeBack(id)
            case 7, 8: trial.lobby.accept(id)
            case 9: trial.lobby.decline(id)
            case 10: trial.lobby.leaveTable()
            case 11...15: trial.invited(by: id)
            case 16: if inviter.host != id { trial.withdrawn(by: id) }
            case 17: if inviter.outgoing.contains(id) { trial.declined(by: id, .busy) }
            case 18: trial.end(id)
            case 19: trial.machine.advance(milliseconds: 9000)
            case 20, 21: if inviter.outgoing.contains(id) { trial.seat(id) }
            case 22: for id in inviter.guests { trial.end(id) }
            default: if let host = inviter.host { trial.host(host, says: .hostQuit) }
            }
            let open = trial.openInvitations.subtracting([inviter.host].compactMap(\.self))
            let isRight =
                trial.openCalls == Set(inviter.outgoing + inviter.guests)
                && open.subtracting(inviter.outgoing) == Set(inviter.pending)
                && (inviter.host == nil) == (inviter.joined == nil)
                && (inviter.host == nil || inviter.guests.isEmpty && inviter.outgoing.isEmpty && inviter.hosted == nil)
                && (inviter.hosted == nil) == (inviter.guests.isEmpty && inviter.outgoing.isEmpty)
            #expect(isRight, "seed \(seed), step \(step)")
        }
        trial.leave()
    }
}
