// `make torture`: repeats all attacks and faults for a bounded time, and prints what was tried, how often, and what was lost.

import Glibc
import Screen
import TestSupport
import Testing
import Wire

/// The time for `make torture` in seconds; nil in other runs.
private let secondsGiven = getenv("FOURINAROW_TORTURE").flatMap { Double(String(cString: $0)) }
/// A word in the names of the rows to run; empty: all.
private let wanted = getenv("FOURINAROW_TORTURE_ROWS").map { String(cString: $0) } ?? ""

@Suite("Torture", .serialized, .ownThread, .enabled(if: secondsGiven != nil, "make torture runs it, SECONDS=600"))
struct TortureTests {
    @Test("Nothing is lost", .timeLimit(.minutes(120)))
    func table() throws {
        var table = TortureTable(seconds: secondsGiven ?? 0)
        for assault in Assault.allCases {
            table.run("a host is attacked: " + assault.rawValue, share: 0.03) { try Torture.attack(with: assault) }
        }
        for assault in Assault.allCases {
            table.run("the door for spectators is attacked: \(assault.rawValue): two play on, one comes to watch", share: 0.02) {
                try Torture.watch(under: assault)
            }
        }
        for lie in ClockLie.allCases {
            table.run("a peer \(lie.rawValue): the game is over, and not lost", share: 0.01) { try Torture.lie(about: lie) }
        }
        table.run("a game with clocks, of which programs are stopped and killed: both show the same times", share: 0.03) {
            try Torture.bendClocks()
        }
        table.run("a player thinks too long while the other one's program is stopped: both read who has won", share: 0.01) {
            try Torture.thinkTooLong()
        }
        table.run("a flood in the middle of a game", share: 0.05) { try Torture.flood() }
        table.run("the helper dies and is started anew", share: 0.05) { try Torture.killHelper() }
        table.run("a paste, half sequences, 1x1 and back in the middle of a game", share: 0.05) { try Torture.mistreatTerminal() }
        table.run("a player is killed for good: the other one reads so, leaves, and plays again", share: 0.05) {
            try Torture.killPlayer()
        }
        table.run("both are killed in mid-game: each move that was shown is on disk", share: 0.05) { try Torture.killBoth() }
        for (words, isPrivate) in [("a game", false), ("a private game", true)] {
            table.run("\(words) breaks off by kill -9, the program is started anew: both go on", share: 0.05) {
                try Torture.breakOff(isPrivate: isPrivate)
            }
        }
        table.run("a liar with the key comes back with another game: both read that it is over", share: 0.05) {
            try Torture.Result(slowest: Forgery.allCases.map { try $0.tell() }.max() ?? 0)
        }
        for forgery in ForgedReplay.allCases {
            table.run("\(forgery.rawValue) claims a replay that it has confirmed: the disc stays", share: 0.02) {
                Torture.Result(slowest: try forgery.tell())
            }
        }
        table.run("a game in lines amid nonsense, and a reader who goes away: every move is kept", share: 0.03) {
            try Torture.mistreatLines()
        }
        table.run("the same on a terminal, where the line is edited", share: 0.02) { try Torture.mistreatLineTerminal() }
        trust(&table)
        if Mosquitto.isPossible { relay(&table) }
        tables(&table)
        if Lan.isPossible {
            for trouble in NetworkTrouble.allCases {
                let what =
                    "\(trouble.rawValue): "
                    + (trouble.breaks.map { $0 ? "both find each other" : "the game goes on" } ?? "either")
                table.run("network: " + what, share: 0.02) { Torture.Result(slowest: try trouble.sitThrough().seconds) }
            }
        }
        table.soak(share: 0.2)
        print(table.text)
        #expect(table.losses == [])
    }

    /// Faults and attacks between two players at a relay.
    private func relay(_ table: inout TortureTable) {
        for fault in RelayFault.allCases {
            table.run("a relay \(fault.words): both play on", share: 0.01) { try Torture.play(under: fault) }
        }
        for attack in StrangerAttack.allCases {
            table.run("a stranger at the relay \(attack.words): who has the code comes in", share: 0.01) {
                try Torture.join(under: attack)
            }
        }
        for topic in FloodedTopic.ofTwo {
            let what = "a stranger at the relay floods \(topic.words), 5,000 messages a second, slow links"
            table.run(what + ": two play on", share: 0.01) { try Torture.play(inFloodOf: topic) }
        }
        for topic in FloodedTopic.ofWatched {
            let what = "a stranger at the relay floods \(topic.words), 5,000 messages a second, slow links"
            table.run(what + ": a watched game goes on", share: 0.01) { try Torture.playWatched(inFloodOf: topic) }
        }
        table.run("a stranger writes into a watched game's room 300 times a second: a spectator comes", share: 0.01) {
            try Torture.comeToWatch()
        }
        table.run("a former opponent forges last wills, and says again what was said: the next game goes on", share: 0.01) {
            try Torture.meetFormerOpponent()
        }
        table.run("the relay is away until each has tried to reach it six times: both go on", share: 0.01) {
            try Torture.loseRelay()
        }
        for attack in SeekAttack.allCases {
            table.run("a stranger among the cards \(attack.words): two find each other and play", share: 0.01) {
                try Torture.seek(under: attack)
            }
        }
        table.run("two reach for one of the cards at once: one plays, the other reads so", share: 0.01) {
            try Torture.reachTogether()
        }
        table.run("one of the cards is of a player who was killed: it is gone", share: 0.01) { try Torture.killOwner() }
    }

    /// What happens to tables of three.
    private func tables(_ table: inout TortureTable) {
        for trouble in TableTrouble.allCases where trouble.isPossible {
            for game in TableGame.allCases {
                table.run("a table of \(game.name): \(trouble.rawValue): all are back and play on", share: 0.01) {
                    Torture.Result(slowest: try trouble.sitThrough(game))
                }
            }
        }
        if Lan.isPossible {
            for game in TableGame.allCases {
                let what = "a table of \(game.name) goes on without a player whose program is stopped"
                table.run(what + ": nobody has won", share: 0.01) {
                    Torture.Result(slowest: try Torture.goOnWithoutStopped(at: game))
                }
            }
            for isStopped in [false, true] {
                let what = "the only opponent at a table of Snap! is \(isStopped ? "stopped" : "killed")"
                table.run(what + ", and the host goes on: nobody has won", share: 0.01) {
                    Torture.Result(slowest: try Torture.loseOpponent(isStopped: isStopped))
                }
            }
        }
        for isAtRelay in [false, true] where isAtRelay ? Mosquitto.isPossible : Lan.isPossible {
            let place = isAtRelay ? "at a relay" : "on a LAN"
            table.run("the host of a table \(place) is killed: the others read it, nobody has won", share: 0.01) {
                let game = TableGame.allCases.randomElement() ?? .snap
                return Torture.Result(slowest: try Torture.killHost(of: game, isAtRelay: isAtRelay))
            }
        }
        if Mosquitto.isPossible { attackTables(&table) }
    }

    /// Attacks on tables at a relay.
    private func attackTables(_ table: inout TortureTable) {
        for attack in StrangerAttack.allCases {
            table.run("a stranger at the relay \(attack.words): a friend comes to the table, and all play", share: 0.01) {
                try Torture.joinTable(under: attack)
            }
        }
        for topic in FloodedTopic.ofTables {
            let what = "a stranger at the relay floods \(topic.words), 5,000 messages a second, slow links"
            table.run(what + ": a table plays on", share: 0.01) {
                try Torture.playAtTable(inFloodOf: topic, TableGame.allCases.randomElement() ?? .snap)
            }
        }
        table.run("who has left a table forges last wills, and says again what was said: the others play on", share: 0.01) {
            try Torture.meetFormerGuest()
        }
    }

    /// Attacks on names, files, codes and lists, and stopped programs.
    private func trust(_ table: inout TortureTable) {
        table.run("a name that would act on a terminal: what is exported is text", share: 0.03) { try Torture.evilName() }
        for harm in DatabaseHarm.allCases {
            table.run("games.db is \(harm) in mid-game: the player is told, no move is lost", share: 0.01) {
                try Torture.harmDatabase(harm)
            }
        }
        table.run("a helper writes without end: a key is answered", share: 0.01) { try Torture.floodByHelper() }
        table.run("a silent connection has the seat, and the host has moved: who says hello plays on", share: 0.01) {
            try Torture.takeSilentSeat()
        }
        for flood in ConnectionFlood.allCases { table.run(flood.words, share: 0.01) { try Torture.come(in: flood) } }
        for isCut in [false, true] {
            table.run("a sealed game is \(isCut ? "cut" : "altered") on the way: both go on", share: 0.03) {
                try Torture.meddle(isCut: isCut)
            }
        }
        table.run("a program is stopped in a game: it is said, and the game goes on", share: 0.03) {
            Torture.Result(slowest: try Meeting().sitThroughStop())
        }
        table.run("a program is stopped at its turn or the other's, and nobody moves: it is said", share: 0.03) {
            Torture.Result(slowest: try Meeting.sitThroughStopsAtEachTurn())
        }
        table.run("a guest says anything in Snap!: the host plays on", share: 0.03) { try Torture.strayInSnap() }
        table.run("a host of the secret number lies: each guest reads so", share: 0.03) {
            Torture.Result(slowest: try LyingHost.tell())
        }
        guard Lan.isPossible else { return }
        table.run("a program is stopped at a table and in its game: all read whose", share: 0.03) {
            Torture.Result(slowest: try Neighbours("Ann", "Bob", "Cyd").sitThroughStop())
        }
        table.run("a flood of services: a key is answered, and the row that was there leads to its game", share: 0.03) {
            try Torture.floodList()
        }
    }
}

/// Attacks and faults that need real programs. Each throws if something was lost.
enum Torture {
    /// The measurements of one round.
    struct Result {
        /// The longest wait of a person, in seconds.
        var slowest = 0.0
        /// How long honest players have waited for each other, in seconds, where that is what is attacked.
        var meeting = 0.0
        /// The most memory that a game ever held, in KiB.
        var memory = 0
    }

    /// The time from a key to its effect on the screen, in seconds.
    static func key(at player: Player) throws -> Double {
        player.terminal.settle(milliseconds: 20)
        let start = Child.now()
        player.type("?")
        try player.see("the help") { $0.isHelp }
        let seconds = Child.now() - start
        player.press(.escape)
        try player.see("what was there before") { !$0.isHelp }
        return seconds
    }

    static func result(_ player: Player, slowest: Double) -> Result {
        Result(slowest: slowest, memory: Processes.memory(of: player.terminal.process, "VmHWM"))
    }

    static func attack(with assault: Assault) throws -> Result {
        let host = try Player(["host", "--name", "Ann"])
        let peers = try assault.strike(try host.port())
        let guest = try host.welcome("Bob")
        let slowest = try key(at: host)
        host.type("4")
        try host.see("'s turn")
        guest.send(Packet.frame(of: .didAddDisc(column: 3)))
        try host.see("a disc each") { $0.discs == (1, 1) }
        withExtendedLifetime(peers) {}
        return result(host, slowest: slowest)
    }

    /// Ten keys while another process floods the game.
    static func flood() throws -> Result {
        let host = try Player(["host", "--name", "Ann"])
        let folder = try TestFolder()
        // A second hello would end the game.
        let hello = try folder.write(Packet.frame(of: .hello(Hello(name: "Eve"))), to: "hello")
        let packets: [Packet] = [.unknown(type: 77), .yield]
        let frames = (0..<200).flatMap { _ in Packet.frame(of: packets.randomElement() ?? .yield) }
        let file = try folder.write(frames, to: "frames")
        let address = "/dev/tcp/127.0.0.1/\(try host.port())"
        let flood = try Child(["bash", "-c", "exec 3<>\(address); cat '\(hello)' >&3; while cat '\(file)' >&3; do :; done"])
        try host.see("Your turn")
        let slowest = try (0..<10).map { _ in try key(at: host) }.max() ?? 0
        host.type("4")
        try host.see("'s turn")
        flood.signal(SIGKILL)
        try host.see("Waiting for a player")
        return result(host, slowest: slowest)
    }

    static func killHelper() throws -> Result {
        let player = try Player(["join"], helper: .silent)
        try player.see("Type an address")
        let first = try player.helper(called: "cat")
        kill(first.number, SIGKILL)
        try player.see("fourinarow-bonjour stopped")
        let start = Child.now()
        _ = try player.helper(called: "cat")
        let seconds = Child.now() - start
        guard Processes.awaitNoChild(of: player.terminal.process, that: \.isZombie) else {
            throw PseudoTerminalFailure(description: "nobody waits for the one that died")
        }
        player.press(.escape)
        try player.quit()
        return Result(slowest: seconds)
    }

    static func mistreatTerminal() throws -> Result {
        let meeting = try Meeting()
        let (host, guest) = (meeting.host, meeting.guest)
        try meeting.play("44")
        host.terminal.send(Array("\u{1B}[200~".utf8) + [UInt8](repeating: 0x71, count: 1 << 20) + Array("\u{1B}[201~".utf8))
        for size in [(1, 1), (3, 2), (400, 100), (29, 10), (80, 24)] {
            host.terminal.resize(to: Size(width: size.0, height: size.1))
        }
        host.terminal.send([0x1B, 0x5B, 0x33, 0x38, 0x3B, 0xC3, 0xFF, 0x00, 0x80] + Array("\u{1B}[<0;9999999999;1M".utf8))
        try host.see("the board again") { $0.words.contains(title(with: "Bob")) && $0.discs == (1, 1) }
        let slowest = try key(at: host)
        try meeting.play("55")
        try host.leaveGame()
        try guest.see(" left the game.")
        return result(host, slowest: slowest)
    }

    static func killPlayer() throws -> Result {
        let meeting = try Meeting()
        try meeting.play(String(shortWin.prefix(.random(in: 2...6))))
        let start = Child.now()
        try meeting.guest.die()
        try meeting.host.see("Connection to Bob lost.")
        let seconds = Child.now() - start
        try meeting.host.leaveGame()
        try meeting.host.seeMenu()
        _ = try meeting.host.welcome("Cat")
        return result(meeting.host, slowest: seconds)
    }

    static func killBoth() throws -> Result {
        let meeting = try Meeting()
        let moves = String("4444321".prefix(.random(in: 1...7)))
        for (index, digit) in moves.enumerated() {
            (index.isMultiple(of: 2) ? meeting.host : meeting.guest).type(String(digit))
            for player in [meeting.host, meeting.guest] { try player.seeDiscs(index + 1) }
        }
        for player in [meeting.host, meeting.guest] { try player.die() }
        let kept = try [meeting.host, meeting.guest].map { try $0.keptMoves() }
        guard kept == [moves, moves] else { throw PseudoTerminalFailure(description: "of \(moves) is kept: \(kept)") }
        return Result()
    }

    /// One of two, whichever; the seconds from the program's start until both are at the board again.
    static func breakOff(isPrivate: Bool) throws -> Result {
        let port = "\(try FreePort.next())"
        let host = try Player(["host", "--port", port, "--name", "Ann"] + (isPrivate ? ["--private"] : []))
        let code = isPrivate ? ["--code", try host.code()] : []
        let guest = try Player(["join", "127.0.0.1:\(try host.port())", "--name", "Bob"] + code)
        try Meeting(host: host, guest: guest).play("445")
        var players = [host, guest]
        let dead = Int.random(in: 0...1)
        try players[dead].die()
        try players[1 - dead].see("Reconnecting…")
        let start = Child.now()
        players[dead] = try Player(["--name", ["Ann", "Bob"][dead]], folder: players[dead].folder)
        try players[0].seeGame(2, 1)
        try players[1].seeGame(1, 2)
        let seconds = Child.now() - start
        try Meeting(again: players[0], players[1]).play("53", first: players[1])
        return result(players[0], slowest: seconds)
    }
}

/// What was tried.
private struct TortureTable {
    private struct Row {
        var what: String
        var count = 0
        var lost = 0
        var slowest = 0.0
        var meeting = 0.0
        /// How often they met late.
        var late = 0
        var memory = 0
    }

    /// Honest players meet within this many seconds, in 19 of 20 runs.
    private static let mostWait = 5.0
    /// Most memory that a game may hold, in KiB. (A debug build holds more.)
    private static let mostMemory = 20_480

    private let seconds: Double
    private var rows: [Row] = []
    /// What was lost, in words.
    private(set) var losses: [String] = []

    init(seconds: Double) { self.seconds = seconds }

    /// Does it once, and again as long as its share of the time lasts.
    mutating func run(_ what: String, share: Double, _ once: () throws -> Torture.Result) {
        guard wanted.isEmpty || what.contains(wanted) else { return }
        var row = Row(what: what)
        let end = Child.now() + seconds * share
        repeat {
            row.count += 1
            do {
                let result = try once()
                row.slowest = max(row.slowest, result.slowest)
                row.meeting = max(row.meeting, result.meeting)
                if result.meeting > Self.mostWait { row.late += 1 }
                row.memory = max(row.memory, result.memory)
                if result.memory > Self.mostMemory {
                    row.lost += 1
                    losses.append("\(what): it held \(result.memory) KiB")
                }
            } catch {
                row.lost += 1
                losses.append("\(what): \(error)")
                print(losses[losses.count - 1])
            }
        } while Child.now() < end
        if row.late > row.count / 20 {
            row.lost += row.late
            losses.append("\(what): \(row.late) of \(row.count) times they waited for each other for up to \(row.meeting) s")
        }
        add(row)
    }

    /// At least 200 games between two programs, in sittings of ten.
    mutating func soak(share: Double) {
        var row = Row(what: "games between two programs, ten a sitting")
        guard wanted.isEmpty || row.what.contains(wanted) else { return }
        let end = Child.now() + seconds * share
        do {
            var soak = try Soak()
            repeat { try soak.sit(games: 10) } while soak.games < 200 || Child.now() < end
            row.count = soak.games
            row.memory = soak.holdings.map(\.memory).max() ?? 0
            row.lost = soak.leaks.count
            losses += soak.leaks
            let growth = zip(soak.before, soak.holdings).map { $1.memory - $0.memory }.max() ?? 0
            print("memory grew by \(growth) KiB in \(soak.games) games; \(soak.before) became \(soak.holdings)")
            try soak.end()
        } catch {
            row.lost += 1
            losses.append("soak: \(error)")
        }
        add(row)
    }

    private mutating func add(_ row: Row) {
        rows.append(row)
        print(Self.line(row))
        fflush(nil)
    }

    private static func line(_ row: Row) -> String {
        func right(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
        func milliseconds(_ seconds: Double) -> String { seconds == 0 ? "" : "\(Int((seconds * 1_000).rounded())) ms" }
        let memory = row.memory == 0 ? "" : "\(row.memory) KiB"
        return right("\(row.count)", 6) + right("\(row.lost)", 6) + right(milliseconds(row.slowest), 11)
            + right(milliseconds(row.meeting), 11) + right(memory, 11) + "  " + row.what
    }

    /// All of it.
    var text: String {
        let heading = " times  lost    slowest    meeting     memory  what was done"
        let sums = "\(rows.reduce(0) { $0 + $1.count }) times in all, \(losses.count) lost"
        return (["", heading] + rows.map(Self.line) + ["", sums]).joined(separator: "\n")
    }
}
