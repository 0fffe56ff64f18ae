// What is on disk when the real program is killed: every move that was shown. Also what it does where nothing can be written.

import Glibc
import Screen
import TestSupport
import Testing

/// What may happen to a database while it is in use.
enum DatabaseHarm: CaseIterable, Sendable {
    case moved, deleted, emptied, overwritten

    /// Whether the file is gone.
    var isLoss: Bool { self == .moved || self == .deleted }
    /// What the player reads.
    var sentence: String {
        isLoss ? "were moved or deleted. A new file was started." : "are damaged. The file was renamed to games-damaged-1.db."
    }

    /// Does it to the file of this ending; returns 0.
    fileprivate func strike(_ path: String, _ ending: String) -> CInt {
        switch self {
        case .moved: return rename(path + ending, path + ".old" + ending)
        case .deleted: return unlink(path + ending)
        case .emptied: return truncate(path, 0)
        case .overwritten:
            let file = open(path, O_WRONLY | O_CLOEXEC)
            defer { close(file) }
            return pwrite(file, [UInt8](repeating: 0x2A, count: 4096), 4096, 0) == 4096 ? 0 : -1
        }
    }
}

extension Player {
    /// The columns of the newest game in this player's database, as another run of the program tells them.
    func keptMoves() throws -> String {
        let run = try Run(["export", "1", "--format", "digits"], environment: ["HOME": folder.path])
        #expect(run.status == 0, "\(run.errors)")
        return run.output.split(separator: "\n").last.map(String.init) ?? ""
    }

    /// Drops discs of two players on this keyboard, each seen before the next, where `count` lie already.
    func drop(_ digits: some StringProtocol, after count: Int = 0) throws {
        for (index, digit) in digits.enumerated() {
            type(String(digit))
            try seeDiscs(count + index + 1)
        }
    }

    /// Somebody harms this player's database.
    func harmDatabase(_ harm: DatabaseHarm) throws {
        let path = "\(folder.path)/\(Player.database)"
        for ending in harm.isLoss ? ["", "-wal", "-shm"] : [""] {
            guard harm.strike(path, ending) == 0 else {
                throw PseudoTerminalFailure(description: "\(path)\(ending): \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Waits until this many discs are shown, at rest or falling. A move is stored before it is shown.
    func seeDiscs(_ count: Int) throws {
        try see("\(count) discs") { $0.discs.mine + $0.discs.yours >= count }
    }
}

extension TestFolder {
    /// A player's folder with one unfinished game in its database, which has the number 1.
    static func withGame() throws -> TestFolder {
        let player = try Player(["two"])
        player.type("4")
        try player.seeDiscs(1)
        player.type("q")
        try player.quit()
        return player.folder
    }
}

@Suite("Moves on disk", .serialized, .ownThread)
struct KeptMovesTests {
    private static let digits = "4444321"

    @Test("kill -9 when a move is shown: it is kept", arguments: [true, false])
    func twoPlayers(isAnimated: Bool) throws {
        for count in 1...Self.digits.count {
            let player = try Player(["two"], isAnimated: isAnimated)
            try player.drop(Self.digits.prefix(count))
            player.terminal.signal(SIGKILL)
            try player.seeEnd()
            #expect(try player.keptMoves() == Self.digits.prefix(count))
        }
    }

    @Test("The same against the computer, whose moves count as well")
    func computer() throws {
        for count in 1...3 {
            let player = try Player(["computer", "--level", "1", "--first", "me"])
            for turn in 0..<count {
                try player.see("my turn, after \(2 * turn) moves") {
                    $0.words.contains("Your turn") && $0.discs.mine == turn && $0.discs.yours == turn
                }
                player.type("\(2 * turn + 1)")
            }
            try player.seeDiscs(2 * count)
            player.terminal.signal(SIGKILL)
            try player.seeEnd()
            #expect(try player.keptMoves().count == 2 * count)
        }
    }

    @Test("The same on the network, on both sides")
    func network() throws {
        for count in 1...4 {
            let meeting = try Meeting()
            let moves = String(Self.digits.prefix(count))
            for (index, digit) in moves.enumerated() {
                (index.isMultiple(of: 2) ? meeting.host : meeting.guest).type(String(digit))
                for player in [meeting.host, meeting.guest] { try player.seeDiscs(index + 1) }
            }
            for player in [meeting.host, meeting.guest] { player.terminal.signal(SIGKILL) }
            for player in [meeting.host, meeting.guest] {
                try player.seeEnd()
                #expect(try player.keptMoves() == moves)
            }
        }
    }

    @Test("Two programs at once: each game has all of its moves")
    func twoPrograms() throws {
        let one = try Player(["two"])
        let other = try Player(["two"], folder: one.folder)
        for (index, digit) in Self.digits.enumerated() {
            for player in [one, other] {
                player.type(String(digit))
                try player.seeDiscs(index + 1)
            }
        }
        for player in [one, other] {
            player.terminal.signal(SIGKILL)
            try player.seeEnd()
        }
        for id in ["1", "2"] {
            let run = try Run(["export", id, "--format", "digits"], environment: ["HOME": one.folder.path])
            #expect(run.output.hasSuffix(Self.digits + "\n"), "\(run.output)")
        }
    }

    @Test(
        "The database is lost or damaged in mid-game: the player is told, and no move is lost", arguments: DatabaseHarm.allCases)
    func harmedInMidGame(by harm: DatabaseHarm) throws {
        let player = try Player(["two"], folder: try .withGame())
        try player.drop("444")
        try player.harmDatabase(harm)
        player.type("4")
        try player.see(harm.sentence)
        player.type("3")
        try player.seeDiscs(5)
        player.terminal.signal(SIGKILL)
        try player.seeEnd()
        #expect(try player.keptMoves() == "44443")
    }

    @Test("Files of the program are the player's alone, whatever the mask")
    func rights() throws {
        let folder = try TestFolder()
        let player = try Player(
            ["-c", "umask 000; exec \"$@\"", "sh", Player.program, "two"], folder: folder, program: "/bin/sh")
        player.type("4")
        try player.seeDiscs(1)
        player.type("q")
        try player.open("Options")
        try player.see("Board made of ‹ blocks ›")
        player.press(.down, .down, .down, .enter)
        player.press(.escape)
        try player.seeMenu()
        #expect(folder.files.count >= 3, "\(folder.files)")
        for file in folder.files {
            var facts = stat()
            #expect(lstat("\(folder.path)/\(file)", &facts) == 0 && facts.st_mode & 0o777 == 0o600, "\(file)")
        }
    }

    @Test(
        "A read-only home: the history can be read, and export prints from it",
        .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)), arguments: [true, false])
    func readOnlyHome(hasLog: Bool) throws {
        let player = try Player(["two"])
        player.type("4")
        try player.seeDiscs(1)
        if hasLog {
            player.terminal.signal(SIGKILL)
            try player.seeEnd()
        } else {
            player.type("q")
            try player.quit()
        }
        let script = try player.folder.script(
            """
            mount --bind \(player.folder.path) \(player.folder.path) && mount -o remount,ro,bind \(player.folder.path) || exit 9
            \(Player.program) export 1 && exec \(Player.program) history
            """)
        let terminal = try PseudoTerminal(
            "/usr/bin/unshare", ["--mount", script],
            environment: ["HOME": player.folder.path, "XDG_CONFIG_HOME": player.folder.path], size: Size(width: 80, height: 24),
            term: "xterm-256color", locale: "C.UTF-8")
        #expect(try terminal.waitForEnd() == .exited(0), "\(terminal.screen)")
        #expect(terminal.screen.words.contains("unfinished 4"), "\(terminal.screen)")
    }

    /// A disk of a few pages, and one on which nothing can be written. Mounts of its own need root.
    @Test(
        "A full disk and a read-only home: one line about it, and the game goes on",
        .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)), arguments: ["size=4k", "ro"])
    func nothingToWriteOn(options: String) throws {
        let folder = try TestFolder()
        mkdir(folder.path + "/.local", 0o755)
        let script = try folder.script(
            "mount -t tmpfs -o \(options) tmpfs \(folder.path)/.local && exec \(Player.program) two --no-animation")
        let terminal = try PseudoTerminal(
            "/usr/bin/unshare", ["--mount", script], environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path],
            size: Size(width: 80, height: 24), term: "xterm-256color", locale: "C.UTF-8")
        terminal.timeout = 20
        try terminal.wait(for: "Yellow's turn")
        terminal.type(.character("4"))
        let shown = try terminal.wait(for: "the line about it") { $0.words.contains("cannot be used: ") }
        #expect(shown.words.contains(options == "ro" ? "read-only file system" : "the disk is full"), "\(shown)")
        for (index, digit) in "143521".unicodeScalars.enumerated() {
            terminal.type(.character(digit))
            try terminal.wait(for: "\(index + 2) discs") { $0.discs.mine + $0.discs.yours == index + 2 }
            #expect(!terminal.screen.words.contains("cannot be used"), "it is said once")
        }
        terminal.type(.character("q"))
        try terminal.wait(for: "1  Host a game")
        terminal.type(.character("q"))
        #expect(try terminal.waitForEnd() == .exited(0))
    }
}
