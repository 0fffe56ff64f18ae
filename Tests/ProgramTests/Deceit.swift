// Attacks on what a player relies on: names, files, codes, lists, and what peers say.

import Glibc
import Screen
import TestSupport
import Wire

/// What strangers flood a port with, connections without end, as `connectionflood.py` calls it.
enum ConnectionFlood: String, CaseIterable, Sendable {
    case comers, silent, slow
    case halfOpen = "half-open"
    case halfFramed = "half-framed"
    case guessingNeighbours = "guessing-neighbours"
    case guessingNetworks = "guessing-networks"

    /// Whether it is a private game's port.
    var isAtGate: Bool { self == .comers || isGuessing }
    var isGuessing: Bool { self == .guessingNeighbours || self == .guessingNetworks }

    var words: String {
        switch self {
        case .comers: "a flood at a private game's gate: who has the code comes in"
        case .guessingNeighbours: "a guest's neighbours guess a private game's code: who has it comes in"
        case .guessingNetworks: "48 networks guess a private game's code: who has it comes in"
        case .silent: "a flood of silent connections at a game: who says hello plays"
        case .slow: "a flood of connections that send a byte a second at a game: who says hello plays"
        case .halfOpen: "a flood of half-open connections at a game: who says hello plays"
        case .halfFramed: "a flood of half frames at a game: who says hello plays"
        }
    }
}

extension Torture {
    /// A name of letters and of what would act on a terminal; the game is played, killed and exported.
    static func evilName() throws -> Result {
        let player = try Player(["host", "--name", "Ann"])
        let peer = try PlainPeer(joining: try player.port())
        let harm = Array(
            "\u{0}\u{7}\u{8}\r\n\u{1B}]0;[2J\u{7F}\u{85}\u{9B}31m\u{202E}\u{2066}\u{200B}\u{FEFF}\u{E0001}".unicodeScalars)
        var name = String.UnicodeScalarView("Eve".unicodeScalars)
        for _ in 0..<16 { if let scalar = harm.randomElement() { name.append(scalar) } }
        peer.send(.hello(Hello(name: String(name))))
        try player.see(title(with: "Eve"), "Your turn")
        let slowest = try key(at: player)
        player.type("4")
        try player.seeDiscs(1)
        try player.die()
        for arguments in [["history"]] + ["text", "svg", "cast"].map({ ["export", "1", "--format", $0] }) {
            let run = try Run(arguments, environment: ["HOME": player.folder.path])
            guard run.status == 0, run.output.contains("Eve"), run.output.harmfulCharacters.isEmpty else {
                throw PseudoTerminalFailure(description: "\(String(name).debugDescription): \(run.output.debugDescription)")
            }
        }
        return Result(slowest: slowest)
    }

    /// The database is lost or damaged after some moves: the player reads so with the next one, and all are on disk.
    static func harmDatabase(_ harm: DatabaseHarm) throws -> Result {
        let player = try Player(["two"], folder: try .withGame())
        let digits = "4444321"
        let count = Int.random(in: 1..<digits.count)
        try player.drop(digits.prefix(count))
        try player.harmDatabase(harm)
        let start = Child.now()
        player.type(String(digits.dropFirst(count).prefix(1)))
        try player.see(harm.sentence)
        let seconds = Child.now() - start
        try player.drop(digits.dropFirst(count + 1), after: count + 1)
        let result = result(player, slowest: seconds)
        try player.die()
        let kept = try player.keptMoves()
        guard kept == digits else { throw PseudoTerminalFailure(description: "of \(digits) is kept: \(kept)") }
        return result
    }

    /// A guest comes to a game while a port is flooded in this way; to a private one with the code.
    static func come(in flood: ConnectionFlood) throws -> Result {
        let host = try flood.isAtGate ? Player.privateHost() : Player(["host", "--name", "Ann"])
        let (port, code) = (try host.port(), flood.isAtGate ? ["--code", try host.code()] : [])
        let strangers = try Child(["python3", script("connectionflood.py"), "\(port)", flood.rawValue])
        guard strangers.line(within: 40) == "flooded" else { throw PseudoTerminalFailure(description: "no flood") }
        if flood.isGuessing { try host.see("wrong codes were tried: somebody may be guessing.") }
        let start = Child.now()
        let guest = try Player(["join"] + code + ["127.0.0.1:\(port)", "--name", "Bob"])
        let meeting = try Meeting(host: host, guest: guest)
        let seconds = Child.now() - start
        try meeting.play("44")
        strangers.signal(SIGKILL)
        return result(host, slowest: seconds)
    }

    /// Somebody connects and says nothing, and the host moves; a guest takes the seat and plays on.
    static func takeSilentSeat() throws -> Result {
        let host = try Player(["host", "--name", "Ann"])
        let port = try host.port()
        let silent = try PlainPeer(joining: port)
        try host.see("Your turn")
        host.type("4")
        try host.seeDiscs(1)
        let start = Child.now()
        let guest = try Player(["join", "127.0.0.1:\(port)", "--name", "Bob"])
        try guest.see("a disc, and the own turn") { $0.discs == (0, 1) && $0.words.contains("Your turn") }
        let seconds = Child.now() - start
        try silent.receiveToEnd()
        guest.type("4")
        for player in [host, guest] { try player.see("both discs") { $0.discs == (1, 1) } }
        return result(host, slowest: seconds)
    }

    /// Somebody between two who play a sealed game alters what the host says, or cuts it in the middle.
    static func meddle(isCut: Bool) throws -> Result {
        let (meeting, relay) = try Meeting.overRelay()
        defer { relay.stop() }
        try meeting.play("44")
        if isCut { relay.cutHostsNextWords() } else { relay.changeHostsNextWords() }
        let start = Child.now()
        meeting.host.type("1")
        try meeting.guest.see("Reconnected to Ann. Ann moved during the break.")
        try meeting.host.seeGame(2, 1)
        try meeting.guest.seeGame(1, 2)
        let seconds = Child.now() - start
        try meeting.play("56", first: meeting.guest)
        return result(meeting.host, slowest: seconds)
    }

    /// A guest at a table of Snap! turns cards out of turn, snaps before there is a card and tells the host the table.
    static func strayInSnap() throws -> Result {
        let host = try Player(["--name", "Ann"])
        try host.hostTable(of: "Snap!")
        // It listens for invitations, too, on another port.
        let words = try host.see("They type ").words.split(separator: " ")
        guard let address = words.firstIndex(of: "type").map({ words[$0 + 1] }),
            let port = address.split(separator: ":").last.flatMap({ UInt16($0) })
        else { throw PseudoTerminalFailure(description: "no port\n\(host.terminal.screen)") }
        let guest = try PlainPeer(joining: port)
        guest.send(.matchmaking(.introduction(TablePlayer(name: "Eve", id: "e"))))
        try host.choose("Eve ✓")
        try host.see("Q Disconnect")
        for _ in 0..<200 {
            let number = [-1, 0, 1, 2, 3, 52, Int.min, Int.max].randomElement() ?? 0
            let words: [SnapMessage] = [
                .turn(deal: 1, turn: number), .turn(deal: number, turn: 1), .snap(deal: 1, after: number),
                .snap(deal: number, after: 300), .seen(deal: 1, number: number),
            ]
            if let word = words.randomElement() { guest.send(.snap(word)) }
        }
        let slowest = try key(at: host)
        guard host.words.contains("Eve"), !host.words.contains("Eve left") else {
            throw PseudoTerminalFailure(description: "the game is over\n\(host.terminal.screen)")
        }
        try host.leaveGame()
        return result(host, slowest: slowest)
    }

    /// Somebody announces services without end; the list has a game that was there before.
    static func floodList() throws -> Result {
        let lan = try Lan(hosts: 3)
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1))
        let guest = try Player(["join", "--name", "Bob"], at: Place(lan: lan, host: 2))
        try guest.see("▸ 1 Ann")
        let flood = try lan.start(on: 3, ["python3", script("../LanTests/flood.py"), "10.77.0.3", "10"])
        try guest.see("Flood ")
        let slowest = try key(at: guest)
        try guest.choose("Ann")
        try Meeting(host: host, guest: guest).play("44")
        flood.signal(SIGKILL)
        return result(guest, slowest: slowest)
    }

    /// A helper that was taken over writes without end.
    static func floodByHelper() throws -> Result {
        let folder = try TestFolder()
        let words = "found _fourinarow._tcp Ann h.local 4444 10.0.0.1"
        let player = try Player(["join"], helper: .program(try folder.script("exec yes '\(words)'")))
        try player.see("▸ 1 Ann")
        let slowest = try (0..<5).map { _ in try key(at: player) }.max() ?? 0
        player.press(.escape)
        try player.quit()
        return result(player, slowest: slowest)
    }

    static func script(_ name: String) -> String {
        #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
    }
}

extension String {
    /// What is neither text nor a tab nor the end of a line.
    var harmfulCharacters: [Unicode.Scalar] {
        unicodeScalars.filter { [.control, .format].contains($0.properties.generalCategory) && $0 != "\n" && $0 != "\t" }
    }
}
