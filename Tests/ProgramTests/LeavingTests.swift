// Every way out of every screen: the terminal is restored, the helper has ended, and the exit status says why.

import Glibc
import Screen
import TestSupport
import Testing

/// A screen from which the program is made to end.
enum Scene: String, CaseIterable, Sendable {
    case menu, host, join, game

    /// A player there, with the real helper. In a game there is somebody at the other end, whom the caller keeps.
    func reach() throws -> (player: Player, other: Player?) {
        switch self {
        case .menu:
            let player = try Player(helper: .real)
            try player.seeMenu()
            return (player, nil)
        case .host:
            let player = try Player(["host", "--name", "Tiger \(getpid())"], helper: .real)
            try player.see("Waiting for a player…")
            return (player, nil)
        case .join:
            let player = try Player(["join"], helper: .real)
            try player.see("Type an address")
            return (player, nil)
        case .game:
            let other = try Player(["host", "--name", "Ann"])
            let player = try Player(["join", "127.0.0.1:\(try other.port())", "--name", "Bob"], helper: .real)
            try Meeting(host: other, guest: player).play("44")
            try player.see("'s turn")
            return (player, other)
        }
    }

    /// Whether a helper runs there. In the game it has done its work.
    var hasHelper: Bool { self == .host || self == .join }

    /// Back to the menu.
    func leave(_ player: Player) throws {
        if self == .game { try player.leaveGame() } else if self != .menu { player.press(.escape) }
        try player.seeMenu()
    }
}

@Suite("The ways out", .serialized, .ownThread)
struct LeavingTests {
    /// The helpers that run for a player; they have to end with it.
    private func helpers(of player: Player, in scene: Scene) throws -> [Process] {
        scene.hasHelper ? [try player.helper()] : []
    }

    private func expectGone(_ helpers: [Process]) {
        for helper in helpers { #expect(helper.hasEnded(within: 40), "fourinarow-bonjour is still there") }
    }

    @Test("q, by way of the menu", arguments: Scene.allCases)
    func quit(scene: Scene) throws {
        let (player, other) = try scene.reach()
        let helpers = try helpers(of: player, in: scene)
        try scene.leave(player)
        player.type("q")
        #expect(try player.seeEnd() == .exited(0))
        #expect(player.terminal.leftovers == [])
        #expect(player.terminal.screen.lines.allSatisfy { $0.isEmpty }, "\(player.terminal.screen)")
        expectGone(helpers)
        try other?.see(" left the game.")
    }

    @Test("A signal", arguments: Scene.allCases, [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT])
    func signal(scene: Scene, signal: Int32) throws {
        let (player, other) = try scene.reach()
        let helpers = try helpers(of: player, in: scene)
        player.terminal.signal(signal)
        // Ctrl-C comes as this signal, and asks once where somebody else plays along.
        if signal == SIGINT, other != nil {
            try player.see("Press Ctrl-C again to quit.")
            player.terminal.signal(signal)
        }
        #expect(try player.seeEnd() == .killed(signal))
        #expect(player.terminal.leftovers == [])
        #expect(!player.terminal.screen.isAlternate && player.terminal.isInLineMode)
        expectGone(helpers)
        let isPolite = [SIGINT, SIGTERM].contains(signal)
        try other?.see(isPolite ? " left the game." : "Reconnecting…")
    }

    @Test("Ctrl-C", arguments: Scene.allCases)
    func interrupt(scene: Scene) throws {
        let (player, other) = try scene.reach()
        let helpers = try helpers(of: player, in: scene)
        player.press(.control("c"))
        if other != nil {
            try player.see("Press Ctrl-C again to quit.")
            player.press(.control("c"))
        }
        #expect(try player.seeEnd() == .killed(SIGINT))
        #expect(player.terminal.leftovers == [])
        expectGone(helpers)
    }

    @Test("The window is closed", arguments: Scene.allCases)
    func hangUp(scene: Scene) throws {
        let (player, other) = try scene.reach()
        let helpers = try helpers(of: player, in: scene)
        player.terminal.hangUp()
        let ending = try player.seeEnd()
        #expect(ending == .exited(1) || ending == .killed(SIGHUP))
        expectGone(helpers)
        try other?.see("Reconnecting…")
    }

    @Test("kill -9 leaves no helper behind", arguments: [Scene.host, .join])
    func killed(scene: Scene) throws {
        let (player, _) = try scene.reach()
        let helpers = try helpers(of: player, in: scene)
        player.terminal.signal(SIGKILL)
        try player.seeEnd()
        expectGone(helpers)
    }

    @Test("Ctrl-Z at the very moment at which the helper starts")
    func suspendedAtOnce() throws {
        for _ in 0..<12 {
            let player = try Player(["join"])
            try player.see("Type an address")
            player.press(.control("z"))
            try player.terminal.waitForStop()
            player.terminal.signal(SIGCONT)
            try player.see("the screen again") { $0.isAlternate && $0.words.contains("Type an address") }
            player.press(.escape)
            try player.quit()
        }
    }

    @Test("Ctrl-Z and fg, as a shell's job", arguments: Scene.allCases)
    func suspended(scene: Scene) throws {
        let other = scene == .game ? try Player(["host", "--name", "Ann"]) : nil
        let arguments =
            switch scene {
            case .menu: "--name Ann"
            case .host, .join: scene.rawValue
            case .game: "join 127.0.0.1:\(try other?.port() ?? 0)"
            }
        let folder = try TestFolder()
        let shell = try PseudoTerminal(
            "/bin/bash", ["--norc", "--noprofile", "-i"],
            environment: ["PS1": "$ ", "HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "FOURINAROW_BONJOUR": "/bin/cat"])
        let mark =
            switch scene {
            case .menu: "1  Host a game"
            case .host: "Waiting for a player"
            case .join: "Type an address"
            case .game: "'s turn"
            }
        shell.send(Array("\(Player.program) \(arguments)\r".utf8))
        try shell.wait(for: mark)
        if scene.hasHelper {
            let game = try Processes.awaitChild(of: shell.process, called: "fourinarow", on: shell)
            _ = try Processes.awaitChild(of: game.number, called: "cat", on: shell)
        }
        for _ in 0..<2 {
            shell.send([0x1A])
            try shell.wait(for: "the shell") { !$0.isAlternate && $0.contains("Stopped") }
            #expect(shell.screen.isCaretVisible && !shell.screen.reportsMouse)
            shell.resize(to: Size(width: 90, height: 30))
            shell.send(Array("clear; fg\r".utf8))
            // A frame ends with the caret.
            try shell.wait(for: "the game again") {
                $0.isAlternate && $0.contains(mark) && $0.contains("? Keys") && !$0.isCaretVisible
            }
            #expect(shell.screen.reportsMouse)
        }
        if let other {  // it played on meanwhile
            other.type("4")
            try shell.wait(for: "Your turn")
            shell.type("q")
            try shell.wait(for: "Disconnect  Q")
            shell.type("q")
            try other.see(" left the game.")
        } else if scene != .menu {
            shell.type(.escape)
        }
        try shell.wait(for: "1  Host a game")
        shell.type("q")
        try shell.wait(for: "the shell") { !$0.isAlternate }
        shell.send(Array("echo status $?\r".utf8))
        try shell.wait(for: "status 0")
        shell.send(Array("exit\r".utf8))
        try shell.waitForEnd()
    }
}
