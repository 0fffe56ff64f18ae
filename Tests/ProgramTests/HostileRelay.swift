// Faults of a relay, and attacks by strangers at it, on two players. badbroker.py and stranger.py carry them out.

import Glibc
import TestSupport

/// A fault of a relay, as badbroker.py calls it.
enum RelayFault: String, CaseIterable, Sendable {
    case drop, double, reorder, delay, replay, forge, retain, inject, long, many, silence, close, garbage

    /// The fault in words, for the table.
    var words: String {
        switch self {
        case .drop: "loses one message in eight"
        case .double: "brings each message twice"
        case .reorder: "brings one message in eight after the next one"
        case .delay: "brings each message 0.5 to 2 s late"
        case .replay: "brings all that came before once more with each message"
        case .forge: "changes a bit of one message in eight"
        case .retain: "brings each message once more as one that was kept"
        case .inject: "adds messages of its own, and last wills"
        case .long: "adds messages of 8 kB, and one that is too long"
        case .many: "adds 10,000 messages, twice"
        case .silence: "acknowledges nothing"
        case .close: "hangs up after 1, 2, 3, … 8 packets"
        case .garbage: "says nonsense after 1, 2, 3, … 8 packets"
        }
    }

    /// Whether it affects connections, eight times in all, and not messages.
    fileprivate var endsConnections: Bool { [.close, .garbage].contains(self) }
}

/// An attack by a stranger who has found a room's number, as stranger.py calls it.
enum StrangerAttack: String, CaseIterable, Sendable {
    case walk, flood, follow, fill, clear, overwrite, nonsense, drown, between, pretend

    /// The attack in words, for the table.
    var words: String {
        switch self {
        case .walk: "tries a thousand rooms, and sends a join request to each host"
        case .flood: "sends 200 join requests a second to an inbox"
        case .follow: "sends 200 join requests a second to every new inbox of the host"
        case .fill: "fills an inbox with 10,000 messages of 4 kB"
        case .clear: "clears the room 100 times a second"
        case .overwrite: "leads those who look for the room elsewhere, 100 times a second"
        case .nonsense: "writes nonsense over the room 100 times a second"
        case .drown: "writes nonsense over the room 300 times a second"
        case .between: "leads guests to an inbox of its own, and passes on what they send"
        case .pretend: "claims once a second to be the host, and to have another version"
        }
    }

    /// Whether it may be that nobody can join while it lasts.
    fileprivate var keepsOut: Bool { self == .follow }
}

extension Torture {
    /// The fault occurs in the middle of a game: no move is lost, none is forged, and both play on.
    static func play(under fault: RelayFault) throws -> Result {
        let broker = try Child(["python3", "-u", script("badbroker.py"), fault.rawValue])
        let port = broker.line(within: 40) ?? ""
        let online = try OnlineMeeting(at: RelayAccess(url: "mqtt://127.0.0.1:\(port)"))
        let (host, guest) = (online.host, online.guest)
        for player in [host, guest] { player.terminal.timeout = 120 }
        try online.meeting.play("44")
        broker.write("bad\n")
        var slowest = 0.0
        for (index, digit) in "5566".enumerated() {
            try online.drop(digit, by: index.isMultiple(of: 2) ? host : guest, as: index + 3)
            slowest = max(slowest, try key(at: host))
            // A break closes the help, and then Esc has asked whether to leave.
            host.terminal.settle()
            if host.words.contains("Play on") { host.press(.escape) }
        }
        for count in 1...(fault.endsConnections ? 8 : 1) {
            guard broker.line(within: 120) == "\(count)" else { throw PseudoTerminalFailure(description: "nothing bad was done") }
        }
        broker.write("good\n")
        for (index, digit) in "1122".enumerated() {
            try online.drop(digit, by: index.isMultiple(of: 2) ? host : guest, as: index + 7)
        }
        let result = result(host, slowest: slowest)
        for player in [host, guest] {
            try player.die()
            let kept = try player.keptMoves()
            guard kept == "4455661122" else { throw PseudoTerminalFailure(description: "is kept: \(kept)") }
        }
        return result
    }

    /// The attack is on the room in which Ann waits: Bob joins, at the latest when it is over, and Ann's keys are answered.
    static func join(under attack: StrangerAttack) throws -> Result {
        let relay = try Mosquitto()
        let access = RelayAccess(relay)
        let host = try access.host()
        let (guest, slowest, wait) = try bring("Bob", to: host, seeing: title(with: "Ann"), under: attack, of: relay)
        let meeting = try Meeting(host: host, guest: guest)
        try meeting.play("44")
        withExtendedLifetime(relay) {}
        // The code was hashed, with 9 MiB for a moment; what counts is held now.
        return Result(slowest: slowest, meeting: wait, memory: Processes.memory(of: host.terminal.process))
    }

    /// Ann and Bob are at a table when the attack on its room begins: Cyd joins, at the latest when it is over, and the three play.
    static func joinTable(under attack: StrangerAttack) throws -> Result {
        let relay = try Mosquitto()
        let access = RelayAccess(relay)
        let game = TableGame.snap
        let ann = try access.tableHost(of: game.rawValue)
        let bob = try access.guest("Bob", of: ann, playing: game.rawValue)
        let (cyd, slowest, wait) = try bring("Cyd", to: ann, seeing: "Waiting for Ann to start", under: attack, of: relay)
        let table = GameTable(game, [ann, bob, cyd]) { try access.player(["--name", GameTable.names[$0]], folder: $1) }
        try table.begin()
        try table.playOn()
        withExtendedLifetime(relay) {}
        // The code was hashed for each guest, with 9 MiB for a moment; what counts is held now.
        return Result(slowest: slowest, meeting: wait, memory: Processes.memory(of: ann.terminal.process))
    }

    /// A guest joins the host while its room is attacked, or after that. Returns also the longest wait for a key at the host, and how long the
    /// guest has waited.
    private static func bring(
        _ name: String, to host: Player, seeing words: String, under attack: StrangerAttack, of relay: Mosquitto
    ) throws -> (guest: Player, slowest: Double, wait: Double) {
        let code = try host.roomCode()
        let stranger = try Child(["python3", script("stranger.py"), "\(relay.port)", attack.rawValue, String(code.prefix(6))])
        guard stranger.line(within: 60) == "begun" else { throw PseudoTerminalFailure(description: "nothing was begun") }
        let slowest = try (0..<3).map { _ in try key(at: host) }.max() ?? 0
        let guest = try RelayAccess(relay).player(["join", "--online", "--name", name])
        try guest.see("Paste your friend's line")
        if attack.keepsOut {
            guest.type(code)
            guest.press(.enter)
            try guest.see("a game, or why there is none") {
                $0.words.contains(words) || Self.refusals.contains(where: $0.words.contains)
            }
            stranger.signal(SIGKILL)
        }
        let start = Child.now()
        try guest.comeIn(with: code, seeing: words)
        let wait = Child.now() - start
        withExtendedLifetime(stranger) {}
        return (guest, slowest, wait)
    }

    /// Somebody writes into the room of a watched match, 300 times a second: who has the words comes to watch, and the match goes on.
    static func comeToWatch() throws -> Result {
        let relay = try Mosquitto()
        let watched = try WatchedMeeting(at: RelayAccess(relay))
        let stranger = try Child(["python3", script("stranger.py"), "\(relay.port)", "drown", String(try watched.number)])
        guard stranger.line(within: 60) == "begun" else { throw PseudoTerminalFailure(description: "nothing was begun") }
        let slowest = try (0..<3).map { _ in try key(at: watched.host) }.max() ?? 0
        let start = Child.now()
        let eve = try watched.spectator()
        let wait = Child.now() - start
        try watched.online.meeting.play("5566")
        try eve.see("all moves") { $0.discs == (3, 3) }
        try expectNoBreak(watched.host, watched.guest)
        withExtendedLifetime((relay, stranger)) {}
        return Result(slowest: slowest, meeting: wait, memory: Processes.memory(of: watched.host.terminal.process))
    }

    /// Somebody who has played with Ann before knows all topics and messages of that game, and says them and others there during her next
    /// game: its connection lasts.
    static func meetFormerOpponent() throws -> Result {
        let relay = try Mosquitto()
        let spy = try Child(["python3", "-u", script("spy.py"), "\(relay.port)"])
        let spied = RelayAccess(url: "mqtt://127.0.0.1:\(spy.line(within: 40) ?? "")")
        let access = RelayAccess(relay)
        let host = try access.host()
        let former = try spied.player(["join", "--online", try host.roomCode(), "--name", "Bob"])
        try Meeting(host: host, guest: former).play("44")
        try former.leaveGame()
        try host.see("Bob left the game.")
        try host.leaveEnd()
        try host.seeMenu()
        host.type("pfh")
        try host.see("Waiting for your friend with this code:", "Your friend chooses")
        let guest = try access.player(["join", "--online", try host.roomCode(), "--name", "Bob"])
        let meeting = try Meeting(host: host, guest: guest)
        try meeting.play("44")
        spy.write("attack\n")
        guard spy.line(within: 60) == "begun" else { throw PseudoTerminalFailure(description: "nothing was begun") }
        let slowest = try (0..<3).map { _ in try key(at: host) }.max() ?? 0
        try meeting.play("55661122")
        try expectNoBreak(host, guest)
        withExtendedLifetime(relay) {}
        // Two codes were hashed, with 9 MiB for a moment; what counts is held now.
        return Result(slowest: slowest, memory: Processes.memory(of: host.terminal.process))
    }

    /// A guest who has left the table of a game that goes on knows all topics and messages of it, and says them and others there: the
    /// connections of those who play on last.
    static func meetFormerGuest() throws -> Result {
        let relay = try Mosquitto()
        let spy = try Child(["python3", "-u", script("spy.py"), "\(relay.port)"])
        let spied = RelayAccess(url: "mqtt://127.0.0.1:\(spy.line(within: 40) ?? "")")
        let table = try GameTable(.snap, at: RelayAccess(relay), bobsWay: spied)
        try table.bob.leaveGame()
        for player in [table.ann, table.cyd] { try player.see("Bob left the game.") }
        spy.write("attack\n")
        guard spy.line(within: 60) == "begun" else { throw PseudoTerminalFailure(description: "nothing was begun") }
        let slowest = try (0..<3).map { _ in try key(at: table.ann) }.max() ?? 0
        try table.playOn(without: 1)
        try expectNoBreak(table.ann, table.cyd)
        withExtendedLifetime(relay) {}
        return Result(slowest: slowest, memory: Processes.memory(of: table.ann.terminal.process))
    }

    /// Nobody of these has read that a connection was lost.
    static func expectNoBreak(_ players: Player...) throws {
        for player in players {
            let read = String(decoding: player.terminal.received, as: UTF8.self)
            let signs = ["The game continues", "Reconnecting", "lost the connection", "relay does not answer", "is back."]
            if let word = signs.first(where: read.contains) {
                throw PseudoTerminalFailure(description: "the connection was lost: \(word)\n\(player.terminal.screen)")
            }
        }
    }

    /// What a guest reads who cannot join.
    private static let refusals = [
        "Nobody is in room", "Nobody answers in room", "does not know the code", "changed what was said", "Wrong code.",
        "closed the connection", "made no sense", "stopped answering", "is disturbing room",
    ]

    /// The relay is away for a while, in the middle of a game: both go on.
    static func loseRelay() throws -> Result {
        let relay = try Mosquitto()
        let online = try OnlineMeeting(at: RelayAccess(relay))
        try online.meeting.play("445")
        let seconds = try online.sitThroughAbsence(of: relay, attempts: 12)
        try online.expectGame(online.host, online.guest)
        return result(online.host, slowest: seconds)
    }
}

extension Player {
    /// Tries a code until it leads to Ann's game or table, which shows `place`.
    fileprivate func comeIn(with code: String, seeing place: String) throws {
        for _ in 0..<20 {
            if words.contains(place) { return }
            if words.contains("Enter OK") { try closeEnd() }
            terminal.type(.control("u"))
            type(code)
            press(.enter)
            try see("a game, or why there is none") { $0.words.contains(place) || $0.words.contains("Enter OK") }
        }
    }
}

extension OnlineMeeting {
    /// Drops a disc, again if the connection broke before, until both boards have `count`.
    fileprivate func drop(_ digit: Character, by mover: Player, as count: Int) throws {
        let other = mover === host ? guest : host
        func total(_ player: Player) -> Int { player.terminal.screen.discs.mine + player.terminal.screen.discs.yours }
        while total(mover) < count {
            try mover.see("its turn, or the disc") {
                $0.discs.mine + $0.discs.yours == count || $0.words.contains("Your turn") && !$0.words.contains("Reconnecting")
            }
            if total(mover) < count { mover.type(String(digit)) }
            try mover.see("the disc, or the break") {
                $0.discs.mine + $0.discs.yours == count || $0.words.contains("Reconnecting")
            }
        }
        try PseudoTerminal.wait(for: "disc \(count) on both boards", on: mover.terminal, other.terminal) {
            [mover, other].allSatisfy { total($0) == count && !$0.words.contains("Reconnecting") }
        }
    }
}
