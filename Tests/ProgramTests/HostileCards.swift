// Attacks by strangers on two players who look for an opponent. seekstranger.py carries them out.

import Glibc
import TestSupport

/// An attack on players who look for an opponent, as seekstranger.py calls it.
enum SeekAttack: String, CaseIterable, Sendable {
    case forge, clear, overwrite, nonsense, take, hog, replay, silent, flood, fill, cheap, many, torrent

    /// The attack in words, for the table.
    var words: String {
        switch self {
        case .forge: "forges cards in the owner's name and others, in ten ways"
        case .clear: "clears a card's topic 100 times a second"
        case .overwrite: "puts a card of its own on a card's topic 100 times a second"
        case .nonsense: "writes nonsense over a card 100 times a second"
        case .take: "accepts a seek five times a second and never plays"
        case .hog: "does the same with a fresh key each time"
        case .replay: "repeats each join request, at the next card as well"
        case .silent: "has a card and never answers"
        case .flood: "fills the inbox of each card with 200 messages of 4 kB a second"
        case .fill: "puts up 10,000 cards"
        case .cheap: "puts up 2,000 signed cards, for which nobody has worked"
        case .many: "puts up 200 cards from the future"
        case .torrent: "writes 5,000 messages a second to topics of the list, and all links are slow"
        }
    }
}

extension Torture {
    /// The attack is on Ann and Bob, who look for an opponent: keys are answered, nothing forged is shown, they find each other, and every
    /// move is saved.
    static func seek(under attack: SeekAttack) throws -> Result {
        let relay = try Mosquitto()
        let link = attack == .torrent ? try Child(["python3", "-u", script("slowlink.py"), "\(relay.port)", "50"]) : nil
        let access = link.map { RelayAccess(url: "mqtt://127.0.0.1:\($0.line(within: 40) ?? "")") } ?? RelayAccess(relay)
        let (ann, bob) = (try access.seeker("Ann"), try access.seeker("Bob"))
        try ann.standOnList()
        // Among ten thousand strangers Bob finds whom he knows.
        if attack == .fill {
            try comeAndGo(ann, bob)
            try bob.lookForOpponents()
        }
        let stranger = try Child(["python3", script("seekstranger.py"), "\(relay.port)", attack.rawValue])
        let word = stranger.line(within: 90)
        guard word == "begun" else {
            throw PseudoTerminalFailure(description: "the stranger says \(word ?? "nothing")\n\(ann.words)")
        }
        var slowest = try (0..<5).map { _ in max(try key(at: ann), try key(at: bob)) }.max() ?? 0
        if attack == .fill {
            try bob.see("Ann on top, and others of one bucket") {
                $0.words.contains("★ Ann") && $0.countOfMore < 300
            }
            slowest = max(slowest, try key(at: bob))
        }
        switch attack {
        case .silent:
            try bob.choose("Eve")
            try bob.see("Eve does not answer. Try somebody else.")
        case .replay: try comeAndGo(ann, try access.seeker("Cyd"))
        case .flood:
            try bob.choose("Ann")
            try bob.see("why there is no game, or one") { !$0.isAsking }
            stranger.signal(SIGKILL)
        default: break
        }
        // The most until now, and what is held in the end: the hash of a first meeting takes 7 MiB for a moment, whatever strangers do.
        let line = [.fill, .replay].contains(attack) ? "VmRSS" : "VmHWM"  // Ann has met somebody already
        var memory = [ann, bob].map { Processes.memory(of: $0.terminal.process, line) }.max() ?? 0
        let start = Child.now()
        if attack == .fill { try bob.meetAgain(ann) } else { try bob.find(ann) }
        let wait = Child.now() - start
        guard !bob.sawForgery else { throw PseudoTerminalFailure(description: "a forged name\n\(bob.words)") }
        try Meeting(host: ann, guest: bob).play("4455")
        for player in [ann, bob] { memory = max(memory, Processes.memory(of: player.terminal.process)) }
        for player in [ann, bob] {
            try player.die()
            let kept = try player.keptMoves()
            guard kept == "4455" else { throw PseudoTerminalFailure(description: "is kept: \(kept)") }
        }
        withExtendedLifetime((relay, link, stranger)) {}
        // Two hundred strangers who have worked are looked through until the friend is found.
        return Result(slowest: slowest, meeting: attack == .many ? 0 : wait, memory: memory)
    }

    /// A guest accepts Ann's card and leaves before a move. A replay of what the guest sent leads nobody to Ann's next card.
    private static func comeAndGo(_ ann: Player, _ guest: Player) throws {
        try guest.find(ann)
        try guest.leaveGame()
        try ann.closeEnd()
        try ann.see("came and left again.", "You are on the list")
        for _ in 0..<10 { _ = try key(at: ann) }
        try ann.see("You are on the list")
    }

    /// Ann is killed while her card is up: the relay does not keep it, and it goes from the list that Bob looks at.
    static func killOwner() throws -> Result {
        let relay = try Mosquitto()
        let access = RelayAccess(relay)
        let (ann, bob) = (try access.seeker("Ann"), try access.seeker("Bob"))
        try ann.standOnList()
        try bob.see("▸ 1 Ann")
        let helper = try ann.helper(called: "fourinarow-relay")
        try ann.die()
        guard helper.hasEnded(within: 30) else { throw PseudoTerminalFailure(description: "the helper stays") }
        let cyd = try access.seeker("Cyd")
        cyd.terminal.settle()
        guard !cyd.words.contains("Ann") else { throw PseudoTerminalFailure(description: "a card of nobody\n\(cyd.words)") }
        let start = Child.now()
        bob.terminal.timeout = 60
        try bob.see("Nobody is looking for an opponent.")
        withExtendedLifetime(relay) {}
        return Result(slowest: Child.now() - start)
    }

    /// Two accept one card while its owner's program is stopped: one plays, and the other reads so.
    static func reachTogether() throws -> Result {
        let relay = try Mosquitto()
        let access = RelayAccess(relay)
        let (ann, bob, cyd) = (try access.seeker("Ann"), try access.seeker("Bob"), try access.seeker("Cyd"))
        try ann.standOnList()
        for player in [bob, cyd] { try player.see("▸ 1 Ann") }
        ann.terminal.signal(SIGSTOP)
        for player in [bob, cyd] {
            player.press(.enter)
            try player.see("Asking Ann…")
        }
        ann.terminal.signal(SIGCONT)
        for player in [bob, cyd] { try player.see("a game, or why there is none") { !$0.isAsking } }
        let winners = [bob, cyd].filter { $0.words.contains(Player.firstGame) }
        let losers = [bob, cyd].filter { $0.words.contains("Ann has left or is already playing.") }
        guard winners.count == 1, losers.count == 1 else {
            throw PseudoTerminalFailure(description: "one card, and \(winners.count) games\n\(bob.words)\n\(cyd.words)")
        }
        for player in [winners[0], ann] { try player.readFirstGame() }
        try ann.see(winners[0] === bob ? title(with: "Bob") : title(with: "Cyd"), "Your turn")
        withExtendedLifetime(relay) {}
        // What is held: this was a first meeting.
        return Result(slowest: 0, memory: Processes.memory(of: ann.terminal.process))
    }
}

extension RelayAccess {
    /// Starts a player and opens its list of opponents.
    func seeker(_ name: String, folder: TestFolder? = nil) throws -> Player {
        let player = try player(["--name", name], folder: folder)
        try player.lookForOpponents()
        return player
    }
}

extension Player {
    /// What both read who have never met.
    static let firstGame = "Your first game with"

    /// Opens the list, from the menu.
    fileprivate func lookForOpponents() throws {
        try see("Play online")
        type("po")
        try see("Find an opponent", "ooking for an opponent")
    }

    /// Puts up a card.
    func standOnList() throws {
        type("s")
        try see("You are on the list")
    }

    /// Reads whom a first game is with; who looked elsewhere, that there is a game.
    func readFirstGame() throws {
        try see("a game") { $0.words.contains(Self.firstGame) || $0.words.contains("Enter OK") }
        if words.contains("Enter OK") { press(.enter) }
        try see(Self.firstGame)
    }

    /// Whether something stands on the list that no owner has signed.
    fileprivate var sawForgery: Bool { words.contains("Mallory") }

    /// Takes a card.
    private func take(_ name: String) throws {
        if terminal.screen.place(of: name) == nil { try lookThrough(for: name) }
        while let place = terminal.screen.place(of: name), let chosen = terminal.screen.place(of: "▸"), place != chosen {
            press(place > chosen ? .down : .up)
            terminal.settle()
        }
        press(.enter)
    }

    /// Goes through the list, and through the others that it has no room for.
    private func lookThrough(for name: String) throws {
        for _ in 0..<200 where terminal.screen.place(of: name) == nil {
            let before = words
            press(.pageDown)
            terminal.settle()
            if words == before {
                type("o")
                press(.home)
                terminal.settle()
            }
        }
        try see("\(name) on the list") { $0.place(of: name) != nil }
    }

    /// Takes the card of somebody met before, on top of the list, until both read that there is a game.
    fileprivate func meetAgain(_ ann: Player) throws {
        press(.home)
        try see("Ann on top, met before") { $0.lines.contains { $0.contains("▸") && $0.contains("★ Ann ") } }
        press(.enter)
        try ann.see("Bob found you on the list")
        try see(title(with: "Ann"))
        try ann.closeEnd()
    }

    /// Takes Ann's card, as often as that fails, until both read that there is a game.
    func find(_ ann: Player) throws {
        for _ in 0..<20 where !words.contains(Self.firstGame) {
            press(.left)  // closes what was said of the last attempt
            try see("nothing but the list") { !$0.isToldWhy }
            guard !sawForgery else { break }
            try take("Ann")
            try see("a game, or why there is none") { $0.words.contains(Self.firstGame) || $0.isToldWhy }
        }
        for player in [self, ann] { try player.readFirstGame() }
    }
}

extension ShownScreen {
    /// Whether a player is told why there is no game.
    fileprivate var isToldWhy: Bool {
        ["has left or is already playing", "does not answer", "could not be reached"].contains(where: words.contains)
    }

    /// The line with this word.
    fileprivate func place(of word: String) -> Int? { lines.firstIndex { $0.contains(" \(word) ") } }

    /// How many there are that the list has no room for.
    fileprivate var countOfMore: Int {
        let parts = words.split(separator: " ")
        return parts.firstIndex(of: "more").flatMap { Int(parts[$0 - 1]) } ?? 0
    }

    /// Whether it is not known yet what becomes of a take.
    fileprivate var isAsking: Bool { !isToldWhy && !words.contains(Player.firstGame) }
}
