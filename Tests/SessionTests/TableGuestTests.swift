// A guest's side of the tables: every state with everything that can happen, and whole evenings of guests with one host in memory.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

/// A guest on a machine in memory.
private final class GuestTrial {
    let machine = FakeEnvironment()
    let ears = LobbyRecorder()
    let guest: TableGuest
    /// The connections to hosts.
    private var ends: [FakeConnection] = []
    private var decoders: [PacketDecoder] = []
    private var heard: [Int] = []
    private var (browsers, stoppedBrowsers, attempts, stoppedAttempts) = (0, 0, 0, 0)

    init() {
        guest = TableGuest(name: "Ann", games: [LobbyGame(id: "snap", players: 2...4)], environment: machine, id: "a")
        ears.listen(to: guest)
    }

    func find(_ table: MatchmakingTable) { machine.browsers.last?.find(table.name, table.text) }
    func lose(_ name: String) { machine.browsers.last?.tell(.lost(name: name)) }
    func join(_ name: String) { if let table = guest.tables.first(where: { $0.name == name }) { guest.join(table) } }

    /// The connection that was asked for is open.
    func connect() {
        guard let attempt = machine.attempts.last, !attempt.task.isCancelled, ends.count < machine.attempts.count else { return }
        ends.append(FakeConnection())
        decoders.append(PacketDecoder())
        heard.append(0)
        attempt.completion(.success(ends[ends.count - 1]))
    }

    func fail(_ failure: NetworkFailure) {
        if ends.count < machine.attempts.count { machine.attempts.last?.completion(.failure(failure)) }
    }
    func receive(_ message: MatchmakingMessage) { ends.last?.receive(Packet.frame(of: .matchmaking(message))) }
    func end() { ends.last?.receiveEnd() }

    /// What was done since the last call.
    func take() -> [String] {
        var done: [String] = []
        if machine.browsers.count > browsers { done.append("browse") }
        if machine.attempts.count > attempts { done.append("connect") }
        (browsers, attempts) = (machine.browsers.count, machine.attempts.count)
        for (index, end) in ends.enumerated() where heard[index] <= end.sent.count {
            decoders[index].append(end.sent[heard[index]...])
            heard[index] = end.sent.count
            while let packet = try? decoders[index].next() {
                switch packet {
                case .lobby(.matchmaking(.introduction(let player))): done.append("I am \(player.name)")
                case .control(.bye): done.append("bye")
                default: break
                }
            }
            if end.isClosed {
                done.append("close")
                heard[index] = .max
            }
        }
        let stopped = (machine.browsers.count { $0.task.isCancelled }, machine.attempts.count { $0.task.isCancelled })
        if stopped.1 > stoppedAttempts { done.append("do not connect") }
        if stopped.0 > stoppedBrowsers { done.append("browse no more") }
        (stoppedBrowsers, stoppedAttempts) = stopped
        return done + ears.take()
    }
}

@Suite struct TableGuestTests {
    private static let tiger = MatchmakingTable(name: "Tiger", game: "snap", version: Program.version, players: 1, limit: 4)
    private static let lion = MatchmakingTable(name: "Lion", game: "snap", version: Program.version, players: 3, limit: 4)
    private static let fuller = MatchmakingTable(name: "Tiger", game: "snap", version: Program.version, players: 2, limit: 4)
    private static let roster = [TablePlayer(name: "x", id: "x")]

    /// The states, by name: in the last but one the host was asked for a seat.
    private static let states: [String: (GuestTrial) -> Void] = [
        "idle": { _ in },
        "searching": {
            $0.guest.search()
            $0.find(tiger)
        },
        "connecting": {
            states["searching"]?($0)
            $0.join("Tiger")
        },
        "asking": {
            states["connecting"]?($0)
            $0.connect()
        },
        "connected": {
            states["asking"]?($0)
            $0.receive(.welcome)
        },
    ]

    private static let messages: [MatchmakingMessage] =
        TableHostTests.messages + [.introduction(TablePlayer(name: "x", id: "x"))]

    /// What can happen, by name.
    private static let events: [String: (GuestTrial) -> Void] = {
        var events: [String: (GuestTrial) -> Void] = [
            "search": { $0.guest.search() }, "find Tiger": { $0.find(fuller) }, "find Lion": { $0.find(lion) },
            "lose Tiger": { $0.lose("Tiger") }, "lose Lion": { $0.lose("Lion") }, "join": { $0.join("Tiger") },
            "open": { $0.connect() }, "no way": { $0.fail(.refused) }, "far": { $0.fail(.unreachable) }, "end": { $0.end() },
            "time": { $0.machine.advance(milliseconds: TableGuest.timeout) }, "cancel": { $0.guest.cancel() },
            "leave": { $0.guest.leave() },
        ]
        for message in messages { events["\(message)"] = { $0.receive(message) } }
        return events
    }()

    private struct Reaction {
        let done: [String]
        let state: TableGuest.State
        var tables: [MatchmakingTable] = []
        var roster: [TablePlayer] = []
    }

    /// What is done on which event, and where it leads. On every other: nothing, and nothing changes.
    private static let reactions: [String: [String: Reaction]] = [
        "idle": ["search": Reaction(done: ["browse"], state: .searching)],
        "searching": [
            "find Tiger": Reaction(done: [], state: .searching, tables: [fuller]),
            "find Lion": Reaction(done: [], state: .searching, tables: [tiger, lion]),
            "lose Tiger": Reaction(done: [], state: .searching),
            "join": Reaction(done: ["connect"], state: .connecting(tiger), tables: [tiger]),
            "leave": Reaction(done: ["browse no more"], state: .idle),
        ],
        "connecting": [
            "find Tiger": Reaction(done: [], state: .connecting(tiger), tables: [fuller]),
            "find Lion": Reaction(done: [], state: .connecting(tiger), tables: [tiger, lion]),
            "lose Tiger": Reaction(done: ["do not connect", "no seat: gone"], state: .searching),
            "open": Reaction(done: ["I am Ann"], state: .connecting(tiger), tables: [tiger]),
            "no way": Reaction(done: ["no seat: gone"], state: .searching, tables: [tiger]),
            "far": Reaction(done: ["no seat: unreachable"], state: .searching, tables: [tiger]),
            "time": Reaction(done: ["do not connect", "no seat: silent"], state: .searching, tables: [tiger]),
            "cancel": Reaction(done: ["do not connect"], state: .searching, tables: [tiger]),
            "leave": Reaction(done: ["do not connect", "browse no more"], state: .idle),
        ],
        "asking": [
            "find Tiger": Reaction(done: [], state: .connecting(tiger), tables: [fuller]),
            "find Lion": Reaction(done: [], state: .connecting(tiger), tables: [tiger, lion]),
            "lose Tiger": Reaction(done: ["close", "no seat: gone"], state: .searching),
            "welcome": Reaction(done: ["browse no more"], state: .connected(tiger)),
            "\(MatchmakingMessage.refused(.full))": Reaction(
                done: ["close", "no seat: refused(full)"], state: .searching, tables: [tiger]),
            "\(MatchmakingMessage.refused(.started))": Reaction(
                done: ["close", "no seat: refused(started)"], state: .searching, tables: [tiger]),
            "hostQuit": Reaction(done: ["close", "no seat: gone"], state: .searching, tables: [tiger]),
            "sentAway": Reaction(done: ["close", "no seat: gone"], state: .searching, tables: [tiger]),
            "end": Reaction(done: ["close", "no seat: lost"], state: .searching, tables: [tiger]),
            "time": Reaction(done: ["close", "no seat: silent"], state: .searching, tables: [tiger]),
            "cancel": Reaction(done: ["close"], state: .searching, tables: [tiger]),
            "leave": Reaction(done: ["bye", "close", "browse no more"], state: .idle),
        ],
        "connected": [
            "\(MatchmakingMessage.roster(roster))": Reaction(done: [], state: .connected(tiger), roster: roster),
            "\(MatchmakingMessage.start(seat: 1, names: ["Host", "x"]))": Reaction(
                done: ["start snap 1 [\"Host\", \"x\"]"], state: .idle),
            "hostQuit": Reaction(done: ["close", "end serverQuit"], state: .idle),
            "sentAway": Reaction(done: ["close", "end sentAway"], state: .idle),
            "end": Reaction(done: ["close", "end connectionDropped"], state: .idle),
            "leave": Reaction(done: ["bye", "close"], state: .idle),
        ],
    ]

    @Test(arguments: ["idle", "searching", "connecting", "asking", "connected"]) func everyEvent(_ name: String) throws {
        let reactions = try #require(Self.reactions[name])
        #expect(Set(reactions.keys).isSubset(of: Self.events.keys))
        for (event, happen) in Self.events {
            let trial = GuestTrial()
            Self.states[name]?(trial)
            _ = trial.take()
            let (state, tables) = (trial.guest.state, trial.guest.tables)
            happen(trial)
            let expected = reactions[event] ?? Reaction(done: [], state: state, tables: tables)
            #expect(trial.take() == expected.done, "\(name), \(event)")
            #expect(trial.guest.state == expected.state && trial.guest.tables == expected.tables, "\(name), \(event)")
            #expect(trial.guest.roster == expected.roster, "\(name), \(event)")
            trial.guest.leave()
            trial.ears.leaveParty()
            #expect(trial.machine.isQuiet && !trial.machine.isWaiting, "\(name), \(event)")
        }
    }

    @Test func theList() {
        let trial = GuestTrial()
        trial.guest.search()
        for table in [Self.tiger, Self.lion, Self.fuller] { trial.find(table) }
        #expect(trial.guest.tables == [Self.fuller, Self.lion])
        trial.lose("Tiger")
        #expect(trial.guest.tables == [Self.lion])
        trial.join("Lion")
        trial.lose("Lion")
        #expect(trial.guest.tables == [] && trial.guest.state == .searching)
        trial.guest.leave()
    }

    /// What the player does when something is told finds everything done.
    @Test func whoIsToldMayLeaveOrTryAgain() {
        for isLeaving in [true, false] {
            let trial = GuestTrial()
            Self.states["asking"]?(trial)
            trial.guest.didHappen = { [unowned trial] event in
                guard case .notJoined(let table, _) = event else { return }
                if isLeaving { trial.guest.leave() } else { trial.guest.join(table) }
            }
            _ = trial.take()
            trial.receive(.refused(.full))
            #expect(trial.take() == (isLeaving ? ["close", "browse no more"] : ["connect", "close"]))
            #expect(trial.guest.state == (isLeaving ? .idle : .connecting(Self.tiger)))
            trial.guest.leave()
            #expect(trial.machine.isQuiet && !trial.machine.isWaiting)
        }
    }

    /// Long random evenings: at rest, the programs agree on who has a seat.
    @Test(arguments: 0..<12) func evenings(_ seed: Int) {
        var evening = Evening(seed: UInt64(seed))
        for round in 0..<30 {
            for _ in 0..<10 { evening.act() }
            evening.network.settle()
            #expect(evening.faults == [], "seed \(seed), round \(round)")
        }
        evening.leaveAll()
    }
}

/// One host, five guests, and a network that delivers in any order.
private struct Evening {
    let network = FakeNetwork(6)
    let host: TableHost
    let guests: [TableGuest]
    let ears = (0..<6).map { _ in LobbyRecorder() }
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        host = TableHost(game: .test, environment: network.machines[0])
        guests = (1...5).map { [network] in
            TableGuest(name: "Guest \($0)", games: [.test], environment: network.machines[$0], id: "g\($0)")
        }
    }

    mutating func act() {
        let number = Int.random(in: 1...5, using: &random)
        let guest = guests[number - 1]
        switch Int.random(in: 0..<30, using: &random) {
        case 0: leave(0)
        case 1: host.start()
        case 2...6 where host.state == .closed:
            ears[0].listen(to: host)
            try? host.open(name: "Host")
        case 7: if let guest = host.guests.randomElement(using: &random) { host.sendAway(guest) }
        case 8: leave(number)
        case 9: guest.cancel()
        case 10...16:
            if ears[number].party != nil { leave(number) }
            ears[number].listen(to: guest)
            guest.search()
        default: if let table = guest.tables.first { guest.join(table) }
        }
        for _ in 0..<Int.random(in: 0..<6, using: &random) { network.step(using: &random) }
    }

    private func leave(_ number: Int) {
        if ears[number].party != nil { return ears[number].leaveParty() }
        if number == 0 { host.leave() } else { guests[number - 1].leave() }
    }

    func leaveAll() {
        for number in 0..<6 { leave(number) }
        network.settle()
        for number in 0..<6 { #expect(network.isQuiet(number), "machine \(number)") }
    }

    var faults: [String] {
        var faults: [String] = []
        let seats = host.guests.map(\.player.id)
        for (index, guest) in guests.enumerated() {
            let name = "g\(index + 1)"
            if case .connected = guest.state {
                if !seats.contains(name) { faults.append("\(name) has a seat that the host does not know") }
                if guest.roster.count != seats.count + 1 { faults.append("\(name) sees \(guest.roster)") }
                if network.machines[index + 1].browsers.contains(where: { !$0.task.isCancelled }) {
                    faults.append("\(name) still browses")
                }
            } else if seats.contains(name) {
                faults.append("the host keeps a seat for \(name)")
            } else if guest.state == .idle, ears[index + 1].party == nil, !network.isQuiet(index + 1) {
                faults.append("\(name) leaves something behind")
            }
        }
        return faults
    }
}
