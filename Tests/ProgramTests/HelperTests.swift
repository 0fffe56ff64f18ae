// The mDNS helper is missing, dies, hangs or talks nonsense: the game says so, and can still be joined by address.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("Trouble with the helper", .serialized, .ownThread)
struct HelperTests {
    /// Host and guest with this helper meet by address after each has read what there is to read, play a move, and are in the menu again.
    private func meet(helper: String, hostReads: String?, guestReads: String?) throws {
        let host = try Player(["host", "--name", "Ann"], helper: .program(helper))
        let guest = try Player(["join", "--name", "Bob"], helper: .program(helper))
        if let hostReads {
            try host.see(
                "Other players cannot see this game in their lists (\(hostReads)). Tell them this machine's address instead.")
        }
        if let guestReads {
            try guest.see("Nearby games cannot be listed (\(guestReads)). Type the host's address instead.")
        }
        let port = try host.port()
        guest.type("a")
        try guest.see("Address: such as 192.168.1.7")
        guest.type("127.0.0.1:\(port)")
        guest.press(.enter)
        let meeting = try Meeting(host: host, guest: guest)
        try meeting.play("44")
        try host.leaveGame()
        try guest.see(" left the game.")
        try guest.leaveEnd()
        for player in [host, guest] { try player.quit() }
    }

    @Test("Missing")
    func missing() throws {
        let words = "fourinarow-bonjour could not be started: no such file or directory"
        try meet(helper: "/nonexistent/helper", hostReads: words, guestReads: words)
    }

    @Test("No program")
    func noProgram() throws {
        let folder = try TestFolder()
        let words = "fourinarow-bonjour could not be started: permission denied"
        try meet(helper: try folder.write("text\n", to: "helper"), hostReads: words, guestReads: words)
    }

    @Test("One that dies at once, or of a signal", arguments: ["exit 3", "kill -SEGV $$", "read -r line; echo ready test; exit"])
    func dies(script: String) throws {
        let folder = try TestFolder()
        try meet(
            helper: try folder.script(script), hostReads: "fourinarow-bonjour stopped", guestReads: "fourinarow-bonjour stopped")
    }

    @Test("One that says nothing")
    func silent() throws {
        let folder = try TestFolder()
        try meet(helper: try folder.script("while read -r line; do :; done"), hostReads: nil, guestReads: nil)
    }

    @Test(
        "One that talks nonsense",
        arguments: [
            "printf 'found\\nfound a\\nlost\\n\\n\\0\\377\\nerror\\npublished\\nfound a b c d e f g h\\n'; while read -r line; do :; done",
            "head -c 300000 /dev/urandom; while read -r line; do :; done",
            "head -c 3000000 /dev/zero | tr '\\0' x; exec cat >/dev/null",
            "yes 'found _fourinarow._tcp Ann' | head -n 20000; while read -r line; do :; done",
        ])
    func nonsense(script: String) throws {
        let folder = try TestFolder()
        try meet(helper: try folder.script(script), hostReads: nil, guestReads: nil)
    }

    @Test("One that never stops talking holds up no key")
    func floods() throws {
        let folder = try TestFolder()
        try meet(helper: try folder.script("exec yes nonsense"), hostReads: nil, guestReads: nil)
    }

    @Test("One that dies in mid-list: its games go, and it is started again")
    func restarts() throws {
        let folder = try TestFolder()
        // In the game's sandbox it can write where the game keeps its files.
        let script = """
            read -r line
            first="\(folder.path)/fourinarow/first"
            if [ -e "$first" ]; then read -r line < "\(folder.path)/begin"; else : >"$first"; isFirst=yes; fi
            echo ready test
            echo found _fourinarow._tcp Ann ann.local 4444 10.0.0.1
            if [ "$isFirst" ]; then read -r line < "\(folder.path)/die"; exit 1; fi
            while read -r line; do :; done
            """
        for name in ["begin", "die"] { mkfifo(folder.path + "/" + name, 0o600) }
        let player = try Player(["join"], folder: folder, helper: .program(try folder.script(script)))
        try player.see("▸ 1 Ann Four in a Row", "Address: 10.0.0.1:4444")
        try folder.write("\n", to: "die")
        try player.see("Nearby games cannot be listed (fourinarow-bonjour stopped)", "A Type an address")
        try folder.write("\n", to: "begin")
        try player.see("1 Ann Four in a Row", "1 game on this network")
        player.press(.escape)
        try player.quit()
    }

    @Test("One that dies again and again is started after pauses that grow, and none of them stays, not as a zombie either")
    func diesAgain() throws {
        let folder = try TestFolder()
        // In the game's sandbox the helper can write where the game keeps its files.
        let pipe = folder.path + "/fourinarow/starts"
        mkdir(folder.path + "/fourinarow", 0o700)
        mkfifo(pipe, 0o600)
        // Opened for both, so that neither side waits for the other.
        let starts = open(pipe, O_RDWR | O_CLOEXEC)
        defer { close(starts) }
        let helper = Helper.program(try folder.script("echo x >'\(pipe)'; exit 1"))
        let player = try Player(["join"], folder: folder, helper: helper)
        try player.see("Nearby games cannot be listed (fourinarow-bonjour stopped)")
        var times: [Double] = []
        for _ in 0..<4 {
            var polled = pollfd(fd: starts, events: Int16(POLLIN), revents: 0)
            try #require(poll(&polled, 1, 40_000) > 0)
            var room = [UInt8](repeating: 0, count: 2)
            #expect(read(starts, &room, 2) == 2)
            times.append(Child.now())
        }
        let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
        #expect(pauses[2] > 3 && pauses[1] > 1.5, "the pauses are 1, 2 and 4 s, and what the machine adds: \(pauses)")
        #expect(Processes.awaitNoChild(of: player.terminal.process))
        try player.answersAKey()
        player.press(.escape)
        try player.quit()
    }

    @Test("Megabytes without a newline cost no memory")
    func endlessLine() throws {
        let folder = try TestFolder()
        mkfifo(folder.path + "/go", 0o600)
        let script = """
            read -r line <"\(folder.path)/go"
            head -c 3000000 /dev/zero | tr '\\0' x
            echo
            echo found _fourinarow._tcp Ann ann.local 4444 10.0.0.1
            while read -r line; do :; done
            """
        let player = try Player(["join"], helper: .program(try folder.script(script)))
        try player.see("Type an address")
        let before = Processes.memory(of: player.terminal.process, "VmHWM")
        try folder.write("\n", to: "go")
        try player.see("1 Ann Four in a Row")
        #expect(!Processes.hasGrown(player.terminal.process, since: before, byMoreThan: 1_024))
    }

    @Test("One that hangs, and does not end when it should, is killed")
    func hangs() throws {
        let folder = try TestFolder()
        let script = try folder.script("trap '' TERM HUP INT\nexec sleep 1000")
        let player = try Player(["host"], helper: .program(script))
        try player.see("Waiting for a player…")
        let helper = try player.helper(called: "sleep")
        player.press(.escape)
        try player.seeMenu()
        #expect(helper.hasEnded(within: 40))
        player.type("j")
        try player.see("Type an address")
        let second = try player.helper(called: "sleep")
        player.press(.escape)
        try player.quit()
        #expect(second.hasEnded(within: 40))
        kill(second.number, SIGKILL)
    }
}
