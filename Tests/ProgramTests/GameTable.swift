// Real programs at a table whose game has begun, on a simulated LAN or at a relay, and how to tell that the game goes on.

import Glibc
import Screen
import TestSupport

/// A game for a table of three.
enum TableGame: String, CaseIterable, Sendable {
    case snap = "Snap!"
    case secretNumber = "Guess the secret number"

    /// Its name in the middle of a sentence.
    var name: String { self == .snap ? rawValue : "the secret number" }
}

/// Ann, who hosts, Bob and Cyd at a table. At the secret number Bob keeps 10, and Cyd has guessed 50.
struct GameTable {
    /// The players by seat.
    private(set) var players: [Player]
    /// The LAN that they play on: each on the host of its seat's number + 1.
    private(set) var lan: Lan?
    private let game: TableGame
    /// Starts the program of a seat in this folder.
    private let program: (_ seat: Int, TestFolder) throws -> Player

    /// Their names by seat.
    static let names = ["Ann", "Bob", "Cyd"]

    var ann: Player { players[0] }
    var bob: Player { players[1] }
    var cyd: Player { players[2] }

    /// They begin the game on a LAN.
    init(_ game: TableGame) throws {
        let all = try Neighbours("Ann", "Bob", "Cyd")
        let lan = all.lan
        try all.sitDown(at: game)
        self.init(game, all.players) { try Player(["--name", Self.names[$0]], at: Place(lan: lan, host: $0 + 1), folder: $1) }
        self.lan = lan
        try begin()
    }

    /// They begin the game at a relay. Bob may know another way to it. `beforeStart` is called when all are at the table.
    init(
        _ game: TableGame, at access: RelayAccess, bobsWay: RelayAccess? = nil, beforeStart: () throws -> Void = {}
    ) throws {
        let ann = try access.tableHost(of: game.rawValue)
        let bob = try (bobsWay ?? access).guest("Bob", of: ann, playing: game.rawValue)
        let cyd = try access.guest("Cyd", of: ann, playing: game.rawValue)
        self.init(game, [ann, bob, cyd]) { try access.player(["--name", Self.names[$0]], folder: $1) }
        try beforeStart()
        try begin()
    }

    /// Players who sit at a table.
    init(
        _ game: TableGame, _ players: [Player],
        program: @escaping (_ seat: Int, TestFolder) throws -> Player
    ) {
        (self.game, self.players, self.program) = (game, players, program)
    }

    /// Ann starts the game.
    func begin() throws {
        let shown = try ann.see("how the game is started") {
            $0.number(of: "Bob ✓") != nil || $0.number(of: "Start the game") != nil
        }
        try ann.choose(shown.number(of: "Bob ✓") == nil ? "Start the game" : "Bob ✓")
        switch game {
        case .snap: for player in players { try player.see("turn", "Q Disconnect") }
        case .secretNumber:
            try ann.keep("42")
            try bob.guess("42")
            try bob.press(.character("1"), until: "Choose the next number")
            try bob.keep("10")
            try cyd.guess("50")
            for player in players { try player.see("50 ◂ too high") }
        }
    }

    /// Kills the program of a seat.
    func kill(_ seat: Int) throws { try players[seat].die() }

    /// Starts the program of a seat again, after it was killed.
    mutating func restart(_ seat: Int) throws { players[seat] = try program(seat, players[seat].folder) }

    // MARK: The game goes on

    /// Waits until everybody but the player of `gone` is at the table and the game goes on for them.
    func seeGoingOn(without gone: Int? = nil) throws {
        let signs = game == .snap ? ["'s turn", "Your turn"] : ["50 ◂ too high"]
        for player in present(without: gone) {
            try player.see("a game that goes on") { shown in
                let words = shown.words
                return signs.contains(where: words.contains) && !Self.troubles.contains(where: words.contains)
            }
        }
    }

    /// The game goes on: everybody but the player of `gone` sees it, and sees what the others do. Nobody has left or won.
    func playOn(without gone: Int? = nil) throws {
        try seeGoingOn(without: gone)
        try expectAll(without: gone)
        switch game {
        case .snap:
            for _ in 0..<3 { try turnCard(without: gone) }
            try expectAll(without: gone)
        case .secretNumber:
            let guesser = gone == 2 ? ann : cyd
            try guesser.guess("20")
            for player in present(without: gone) { try player.see("20 ◂ too high") }
            try expectAll(without: gone)
            try guesser.guess("10")
            for player in present(without: gone) { try player.see("secret was 10, and every answer was true.") }
        }
    }

    private func present(without gone: Int?) -> [Player] {
        players.enumerated().filter { $0.offset != gone }.map(\.element)
    }

    /// Nobody but the player of `gone` has left or was removed, and nobody has won.
    func expectAll(without gone: Int? = nil) throws {
        for player in present(without: gone) {
            let others = Self.names.indices.filter { $0 != gone }.map { Self.names[$0] }
            let departures = others.flatMap { ["\($0) left the game", "goes on without \($0)", "\($0) lost the connection and"] }
            if let found = (departures + ["Nobody has won", "have a winner"]).first(where: player.words.contains) {
                throw PseudoTerminalFailure(description: "\(found)\n\(player.terminal.screen)")
            }
        }
    }

    /// Whose turn it is turns a card; the host takes what matches.
    private func turnCard(without gone: Int?) throws {
        let present = Self.names.indices.filter { $0 != gone }
        try Player.turnCard(Dictionary(uniqueKeysWithValues: present.map { (Self.names[$0], players[$0]) }))
    }

    /// Presses G at the host, twice, to go on without the only player who is missing.
    func goOn(without name: String) throws {
        ann.press(.character("g"))
        try ann.see("Go on without \(name)?")
        ann.press(.character("g"))
        try ann.see("without \(name).")
    }

    /// What a screen says while somebody is missing.
    private static let troubles = [
        "lost the connection:", "Reconnecting to", "not answering", "does not answer", "Paused", "The game goes on in",
    ]
}

extension RelayAccess {
    /// Ann, who hosts a table for a game.
    func tableHost(of game: String) throws -> Player {
        let ann = try player(["--name", "Ann"])
        try ann.see("Play online")
        ann.type("po")
        try ann.see("H Host a table")
        ann.type("h")
        try ann.see("Which game?")
        try ann.choose(game)
        try ann.see("Waiting for players of \(game)", "type this.")
        return ann
    }

    /// A guest at the host's table.
    func guest(_ name: String, of host: Player, playing game: String) throws -> Player {
        let guest = try player(["join", "--online", try host.roomCode(), "--name", name])
        try guest.see("Waiting for Ann to start \(game)")
        return guest
    }
}

extension Player {
    /// Keeps this secret number of 1 to 100.
    func keep(_ secret: String) throws {
        try see("Choose a range.")
        try choose("1 - 100")
        try see("Keep it")
        type(secret)
        try see(String(repeating: "●", count: secret.count))
        press(.enter)
        try see("The others guess your secret number.")
    }

    /// Guesses a number of 1 to 100, until this screen shows it.
    func guess(_ number: String) throws {
        try see("Guess a number (")
        type(number)
        // Within half a second after another guess, the line stays for another Enter.
        for _ in 0..<20
        where !["◂", "▸", "●"].contains(where: { words.contains("\(number) \($0)") }) && !words.contains("\(number) is correct") {
            press(.enter)
            terminal.settle()
        }
    }

    /// At Snap! whose turn it is turns a card, also over one that matches. By the names on the host's screen, who is Ann.
    static func turnCard(_ players: [String: Player]) throws {
        guard let ann = players["Ann"] else { return }
        let signs = players.keys.map { "\($0)'s turn" } + ["Your turn"]
        let shown = try ann.see("a turn") { shown in signs.contains { shown.words.contains($0) } }
        let other = players.keys.first { shown.words.contains("\($0)'s turn") }
        guard let mover = players[other ?? "Ann"] else { return }
        try mover.see("Your turn")
        mover.press(.enter)
        try mover.seeNo("Your turn")
        try ann.see("that it was") { !$0.words.contains("\(other ?? "Your")\(other == nil ? "" : "'s") turn") }
    }
}
