// The game's sandbox: a probe tries what it must refuse, and what the game and its helpers need; the kernel says that it is on in the real
// program. CI runs these tests as root, to whom the system itself would refuse little, and as an ordinary user.

import CCalls
import Glibc
import Screen
import TestSupport
import Testing

@Suite("The game's sandbox", .ownThread)
struct GameSandboxTests {
    /// Asks for its version (LANDLOCK_CREATE_RULESET_VERSION).
    private static let hasLandlock = linux_call(Int(__NR_landlock_create_ruleset), 0, 0, 1) > 0

    @Test(
        "It writes only its own files and exports, starts only its helpers, and makes no forbidden calls",
        .enabled(if: hasLandlock, "needs Landlock"))
    func probe() throws {
        let lines = try probeInGame()
        let refused = lines.filter { $0.hasSuffix(": refused") }.map { String($0.dropLast(9)) }
        #expect(
            refused == [
                "writing elsewhere", "emptying elsewhere", "emptying elsewhere, with a mode of 3",
                "emptying elsewhere by its path",
                "a new file elsewhere", "a new file beside the settings", "a folder elsewhere", "a link elsewhere",
                "a pipe elsewhere", "moving a file out", "removing elsewhere", "removing a folder elsewhere",
                "a program of the system", "a program in the working folder", "ptrace", "process_vm_readv", "process_vm_writev",
                "bpf", "io_uring_setup", "io_uring_enter", "mount", "umount2", "open_tree", "fsopen", "mount_setattr", "chroot",
                "unshare", "setns", "perf_event_open", "keyctl", "execveat", "a namespace", "typing into the terminal",
                "packet socket",
                "vsock socket", "alg socket", "bluetooth socket",
            ])
        #expect(
            lines.filter { !$0.hasSuffix(": refused") } == [
                "system calls: yes", "files: yes", "a new config/fourinarow/config: yes", "writing it again: yes",
                "a new data/fourinarow/games.db: yes", "writing it again: yes", "a new working/game.txt: yes",
                "writing it again: yes", "another name: yes", "its permissions: yes", "renaming: yes", "removing: yes",
                "emptying: yes", "removing an export: yes", "/dev/null: yes", "reading elsewhere: yes", "a thread: yes",
                "a helper: yes", "clone3: error \(ENOSYS)", "openat2: error \(ENOSYS)", "unix socket: yes",
                "inet socket: yes", "inet6 socket: yes", "netlink socket: yes",
            ])
    }

    @Test("A helper that inherits it can do the same as alone", arguments: ["discovery", "connecting", "relay", "router"])
    func inherited(kind: String) throws {
        #expect(try probeInGame(kind) == probe([kind]))
    }

    @Test("The real program is in it, and so is its helper")
    func program() throws {
        let player = try Player(["host"])
        try player.see("Waiting for a player…")
        for process in [player.terminal.process, try player.helper(called: "cat").number] { expectFilters(1, on: process) }
    }

    @Test("A thread is in it as well")
    func threads() throws {
        let player = try Player(["computer", "--first", "computer"])
        try player.see("Your turn")
        expectFilters(1, on: player.terminal.process)
        #expect(Files.names(in: "/proc/\(player.terminal.process)/task").count > 1)
    }

    @Test("In text mode, on pipes")
    func lines() throws {
        let folder = try TestFolder()
        let child = try Child(["env", "HOME=\(folder.path)", "XDG_CONFIG_HOME=\(folder.path)", Player.program, "two", "--lines"])
        try #require(child.line(within: 30) != nil)
        expectFilters(1, on: child.process)
    }

    @Test("A game is exported into the working folder")
    func exported() throws {
        let working = try TestFolder()
        let player = try Player(["-C", working.path, Child.beside("fourinarow"), "two"], program: "/usr/bin/env")
        player.type("4")
        try player.seeDiscs(1)
        player.type("q")
        try player.open("History")
        try player.see("History", "unfinished")
        player.type("x")
        try player.see("Game 1 as a file")
        try player.choose("Digits")
        try player.see("Game 1 is in \(working.path)/fourinarow-1-digits.txt.")
        #expect(working.text(of: "fourinarow-1-digits.txt") == "4\n")
    }

    @Test("The helper of a relay adds its own", .enabled(if: Mosquitto.isPossible, Comment(rawValue: Mosquitto.reason)))
    func relay() throws {
        let relay = try Mosquitto(.shipped)
        let meeting = try OnlineMeeting(at: RelayAccess(relay))
        for player in [meeting.host, meeting.guest] {
            expectFilters(1, on: player.terminal.process)
            // The game's, the one while it connects, and the one afterwards.
            expectFilters(3, on: try player.helper(called: "fourinarow-relay").number)
        }
    }

    @Test("The mDNS helper adds its own", .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
    func discovery() throws {
        let lan = try Lan()
        let host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: 1))
        let guest = try Player(["join"], at: Place(lan: lan, host: 2))
        try guest.see("1 Ann")
        for player in [host, guest] { expectFilters(2, on: try player.helper().number) }
    }

    /// What is left in the game's sandbox, and in those of a helper after it.
    private func probeInGame(_ kinds: String...) throws -> [String] {
        let folder = try TestFolder()
        return try withExtendedLifetime(folder) { try probe(["game", folder.path] + kinds) }
    }

    private func probe(_ words: [String]) throws -> [String] {
        let probe = try Child([Child.beside("sandbox-probe")] + words)
        var lines: [String] = []
        while let line = probe.line(within: 30) { lines.append(line) }
        #expect(probe.finish() == 0)
        return lines
    }

    /// Every thread is in so many filters; the kernel tells their number since Linux 5.9.
    private func expectFilters(_ number: Int, on process: pid_t) {
        let threads = Files.names(in: "/proc/\(process)/task")
        #expect(threads.contains(String(process)))
        for thread in threads {
            let status = PseudoTerminal.text(of: "/proc/\(process)/task/\(thread)/status")
            if status.isEmpty, thread != String(process) { continue }  // it has ended meanwhile
            #expect(status.contains("NoNewPrivs:\t1\n") && status.contains("Seccomp:\t2\n"), "\(status)")
            #expect(status.contains("Seccomp_filters:\t\(number)\n") || !status.contains("Seccomp_filters"), "\(status)")
        }
    }
}
