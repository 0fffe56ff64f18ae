// The host's side of a table: every state with everything that can happen, and long random walks.

import Engine
import TestSupport
import Testing
import Wire

@testable import Session

/// A table for three on a machine in memory, and those who connect, by number.
private final class HostTrial {
    let machine = FakeEnvironment()
    let ears = LobbyRecorder()
    let host: TableHost
    /// The ends of those who connected. Their numbers are the players' ids.
    private(set) var ends: [Int: FakeConnection] = [:]
    private var decoders: [Int: PacketDecoder] = [:]
    private var heard: [Int: Int] = [:]
    private var seen = "shut"

    init(players: ClosedRange<Int> = 2...3) {
        host = TableHost(game: LobbyGame(id: "snap", players: players), environment: machine)
    }

    /// How the table is listed; a party that looks for a player lists something else.
    private(set) var listing: FakeAdvertisement?
    /// The numbers of those whose connections are open.
    var open: Set<Int> { Set(ends.filter { !$1.isClosed && !$1.hasEnded }.keys) }

    func openTable() {
        ears.listen(to: host)
        if host.state != .closed { return host.openUnlisted(name: "Host") }
        try? host.open(name: "Host")
        listing = machine.advertisements.last
    }

    @discardableResult func connect() -> Int {
        let end = FakeConnection()
        guard let listing, !listing.isClosed else { return 0 }
        ends[ends.count + 1] = end
        decoders[ends.count] = PacketDecoder()
        listing.accept(end)
        return ends.count
    }

    func say(_ message: MatchmakingMessage, from number: Int) {
        ends[number]?.receive(Packet.frame(of: .matchmaking(message)))
    }

    func introduce(_ number: Int, as name: String) {
        say(.introduction(TablePlayer(name: name, id: String(number))), from: number)
    }

    func sendAway(_ number: Int) {
        if let guest = host.guests.first(where: { $0.player.id == String(number) }) { host.sendAway(guest) }
    }

    /// The host leaves the table, or the game.
    func leave() { if ears.party == nil { host.leave() } else { ears.leaveParty() } }

    /// What was done since the last call: what each was told, who was sent away, and how the table is listed.
    func take() -> [String] {
        var done: [String] = []
        for (number, end) in ends.sorted(by: { $0.key < $1.key }) {
            let before = heard[number] ?? 0
            if before > end.sent.count { continue }
            decoders[number]?.append(end.sent[before...])
            heard[number] = end.sent.count
            while let packet = try? decoders[number]?.next() {
                if case .lobby(.matchmaking(let message)) = packet { done.append("\(number): \(Self.words(message))") }
            }
            if end.isClosed {
                done.append("\(number) closed")
                heard[number] = .max
            }
        }
        let now = listing.map { $0.isClosed ? "shut" : $0.isListed ? "listed \($0.offer.facts["players"] ?? "")" : "unlisted" }
        if let now, now != seen {
            done.append(now)
            seen = now
        }
        return done + ears.take()
    }

    private static func words(_ message: MatchmakingMessage) -> String {
        switch message {
        case .introduction: "introduction"
        case .welcome: "welcome"
        case .refused(let reason): "refused \(reason)"
        case .roster(let players): "roster " + players.map(\.name).joined(separator: " ")
        case .start(let seat, let names): "start \(seat) " + names.joined(separator: " ")
        case .sentAway: "sent away"
        case .hostQuit: "host quit"
        case .table(let table): "table \(table.players)"
        }
    }
}

@Suite struct TableHostTests {
    static let messages: [MatchmakingMessage] = [
        .welcome, .refused(.full), .refused(.started), .roster([TablePlayer(name: "x", id: "x")]),
        .start(seat: 1, names: ["Host", "x"]), .sentAway, .hostQuit,
    ]

    /// The states, by name. Where the table is open, somebody waits: connection 1, or after the start connection 3.
    private static let states: [String: (HostTrial) -> Void] = [
        "closed": { _ in },
        "empty": {
            $0.openTable()
            $0.connect()
        },
        "seated": {
            $0.openTable()
            $0.connect()
            $0.introduce($0.connect(), as: "Ann")
        },
        "full": {
            $0.openTable()
            $0.connect()
            $0.introduce($0.connect(), as: "Ann")
            $0.introduce($0.connect(), as: "Bob")
        },
        "started": {
            $0.openTable()
            $0.connect()
            $0.introduce($0.connect(), as: "Ann")
            $0.host.start()
            $0.connect()
        },
    ]

    /// What can happen, by name.
    private static let events: [String: (HostTrial) -> Void] = {
        var events: [String: (HostTrial) -> Void] = [
            "open": { $0.openTable() }, "start": { $0.host.start() }, "leave": { $0.host.leave() }, "connect": { $0.connect() },
        ]
        for number in 1...3 {
            events["\(number) introduces"] = { $0.introduce(number, as: "Cat") }
            events["\(number) ends"] = { $0.ends[number]?.receiveEnd() }
            events["\(number) away"] = { $0.sendAway(number) }
            for message in messages { events["\(number) says \(message)"] = { $0.say(message, from: number) } }
        }
        return events
    }()

    /// What is done, by state and event. On every other: nothing, and nothing changes.
    private static let reactions: [String: [String: [String]]] = [
        "closed": ["open": ["listed 1"]],
        "empty": [
            "connect": ["2: table 1"], "1 introduces": ["1: welcome", "1: roster Host Cat", "listed 2"], "1 ends": ["1 closed"],
            "leave": ["1: host quit", "1 closed", "shut"],
        ],
        "seated": [
            "connect": ["3: table 2"],
            "1 introduces": ["1: welcome", "1: roster Host Ann Cat", "2: roster Host Ann Cat", "listed 3"],
            "1 ends": ["1 closed"], "2 ends": ["2 closed", "listed 1"], "2 away": ["2: sent away", "2 closed", "listed 1"],
            "start": ["1: refused started", "1 closed", "2: start 1 Host Ann", "unlisted", "start snap 0 [\"Host\", \"Ann\"]"],
            "leave": ["1: host quit", "1 closed", "2: host quit", "2 closed", "shut"],
        ],
        "full": [
            "connect": ["4: table 3"], "1 introduces": ["1: refused full", "1 closed"], "1 ends": ["1 closed"],
            "2 ends": ["2 closed", "3: roster Host Bob", "listed 2"], "3 ends": ["2: roster Host Ann", "3 closed", "listed 2"],
            "2 away": ["2: sent away", "2 closed", "3: roster Host Bob", "listed 2"],
            "3 away": ["2: roster Host Ann", "3: sent away", "3 closed", "listed 2"],
            "start": [
                "1: refused started", "1 closed", "2: start 1 Host Ann Bob", "3: start 2 Host Ann Bob", "unlisted",
                "start snap 0 [\"Host\", \"Ann\", \"Bob\"]",
            ],
            "leave": ["1: host quit", "1 closed", "2: host quit", "2 closed", "3: host quit", "3 closed", "shut"],
        ],
        "started": [
            "connect": ["4: table 2"], "3 introduces": ["3: refused started", "3 closed"], "3 ends": ["3 closed"],
            "leave": ["3: host quit", "3 closed", "shut"],
        ],
    ]

    @Test(arguments: ["closed", "empty", "seated", "full", "started"]) func everyEvent(_ name: String) throws {
        let reactions = try #require(Self.reactions[name])
        #expect(Set(reactions.keys).isSubset(of: Self.events.keys))
        // Whoever plays belongs to the party.
        for (event, happen) in Self.events where name != "started" || !event.hasPrefix("2") {
            let trial = HostTrial()
            Self.states[name]?(trial)
            _ = trial.take()
            let before = (trial.host.state, trial.host.guests, trial.host.table)
            happen(trial)
            #expect(trial.take() == reactions[event] ?? [], "\(name), \(event)")
            let after = (trial.host.state, trial.host.guests, trial.host.table)
            if reactions[event] == nil { #expect(before == after, "\(name), \(event)") }
            trial.host.leave()
            trial.leave()
            #expect(trial.machine.isQuiet && !trial.machine.isWaiting && trial.open.isEmpty, "\(name), \(event)")
        }
    }

    @Test func whereItGoes() throws {
        let states: [String: TableHost.State] = [
            "closed": .closed, "empty": .open, "seated": .open, "full": .open, "started": .started,
        ]
        for (name, state) in states {
            let trial = HostTrial()
            Self.states[name]?(trial)
            #expect(trial.host.state == state)
            trial.leave()
            #expect(trial.host.state == .closed && trial.host.guests.isEmpty && trial.open.isEmpty)
            _ = trial.take()
            trial.openTable()
            #expect(trial.host.state == .open && trial.host.table.players == 1 && trial.take() == ["listed 1"], "it opens again")
            trial.leave()
        }
    }

    /// What is published, listening and connected is always what the state says.
    @Test(arguments: 0..<20) func randomWalks(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let trial = HostTrial(players: 2...4)
        let host = trial.host
        var waiting: Set<Int> = []
        var playing: Set<Int> = []
        for step in 0..<300 {
            let id = trial.open.sorted().randomElement(using: &random) ?? -1
            let isPlaying = playing.contains(id)
            switch Int.random(in: 0..<40, using: &random) {
            case 0: host.start()
            case 1: trial.leave()
            case 2...5: trial.openTable()
            case 19...20:
                trial.ends[id]?.receiveEnd()
                waiting.remove(id)
            case 21...22: trial.sendAway(id)
            case 23...25: trial.say(Self.messages.randomElement(using: &random) ?? .welcome, from: id)
            case 26... where id > 0:
                trial.introduce(id, as: "Ann")
                waiting.remove(id)
            default: waiting.insert(trial.connect())
            }
            if isPlaying || host.state == .closed { waiting = waiting.intersection(trial.open) }
            if host.state == .started, playing.isEmpty { (playing, waiting) = (trial.open, []) }
            if host.state != .started { playing = [] }
            waiting.remove(0)
            let seats = host.guests.compactMap { Int($0.player.id) }
            let isRight =
                (trial.listing.map { !$0.isClosed } ?? false) == (host.state != .closed)
                && (trial.listing?.isListed ?? false) == (host.state == .open)
                && (host.state != .open || trial.listing?.offer.facts.filter { $0.key != "id" } == host.table.text)
                && trial.open.subtracting(playing) == waiting.union(seats) && seats.count <= 3
                && (host.state == .started || host.table.players == seats.count + 1)
            #expect(isRight, "seed \(seed), step \(step)")
        }
        trial.leave()
        #expect(trial.open.isEmpty && trial.machine.isQuiet && !trial.machine.isWaiting)
    }
}

@Suite nonisolated struct MatchmakingWordsTests {
    @Test func aTableAndItsText() {
        let table = MatchmakingTable(name: "Tiger", game: "snap", version: "1.0", players: 2, limit: 4)
        #expect(table.text == ["game": "snap", "version": "1.0", "players": "2", "limit": "4"])
        #expect(MatchmakingTable(name: "Tiger", text: table.text) == table)
        #expect(!table.isFull && table.timeControl == nil)
        let timed = MatchmakingTable(name: "x", text: table.text.merging(["clock": "3+2"]) { $1 })
        #expect(timed?.timeControl?.text == "3+2" && timed?.text["clock"] == "3+2")
        #expect(MatchmakingTable(name: "x", text: ["game": "", "players": "4", "limit": "4"])?.isFull == true)
    }

    @Test(arguments: [
        [:], ["game": "snap"], ["game": "snap", "players": "1"], ["game": "snap", "players": "x", "limit": "4"],
        ["game": "snap", "players": "-1", "limit": "4"], ["game": "snap", "players": "1", "limit": "99999999999999999999"],
        ["players": "1", "limit": "4"],
    ]) func isNoTable(_ text: [String: String]) {
        #expect(MatchmakingTable(name: "x", text: text) == nil)
    }
}
