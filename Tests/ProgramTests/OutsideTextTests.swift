// Names from peers and from the database with control sequences: the real program never prints them as they are.

import Glibc
import TestSupport
import Testing
import Wire

@Suite("Names from outside in what the program prints", .serialized, .ownThread)
struct OutsideTextTests {
    private static let name = "\u{1B}]0;PWNED\u{7}\u{1B}[2J\u{9B}2J\u{202E}Eve\u{3164}\u{200B}"
    private static let plain = "]0;PWNED[2J2JEve"

    /// Nothing but text, tabs and the ends of lines.
    private func expectPlain(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(text.harmfulCharacters.isEmpty, "\(text.debugDescription)", sourceLocation: sourceLocation)
    }

    private func expectPlainExports(of folder: TestFolder) throws {
        for arguments in [["history"]] + ["text", "svg", "cast"].map({ ["export", "1", "--format", $0] }) {
            let run = try Run(arguments, environment: ["HOME": folder.path])
            #expect(run.status == 0 && run.output.contains(Self.plain), "\(arguments): \(run.output) \(run.errors)")
            expectPlain(run.output)
        }
    }

    @Test("A name with a combining mark is shown as it is, on the terminal too")
    func combiningMark() throws {
        let player = try Player(["host", "--name", "Ann"])
        let peer = try PlainPeer(joining: try player.port())
        peer.send(Packet.frame(of: .hello(Hello(name: "か\u{3099}く"))))
        try player.see("か\u{3099}く")
    }

    @Test("A peer's name")
    func peer() throws {
        let player = try Player(["host", "--name", "Ann"])
        let peer = try PlainPeer(joining: try player.port())
        peer.send(Packet.frame(of: .hello(Hello(name: Self.name))))
        try player.see(Self.plain)
        player.type("4")
        try player.seeDiscs(1)
        player.terminal.signal(SIGKILL)
        try player.seeEnd()
        let row = try PlainDatabase("\(player.folder.path)/\(Player.database)").run("SELECT opponent FROM games")
        #expect(row == [[Self.plain]])
        try expectPlainExports(of: player.folder)
    }

    @Test("A name that somebody else wrote into the database")
    func foreignRow() throws {
        let folder = try TestFolder.withGame()
        try PlainDatabase("\(folder.path)/\(Player.database)").run("UPDATE games SET kind = 'lan', opponent = '\(Self.name)'")
        try expectPlainExports(of: folder)
        let player = try Player(folder: folder)
        try player.open("History")
        try player.see(Self.plain)
    }

    @Test("A path, a variable and an argument in a sentence")
    func sentences() throws {
        for run in [
            try Run(["export", "1"], environment: ["XDG_DATA_HOME": "/dev/null/\u{1B}[2J\u{202E}"]),
            try Run(["review", "\u{9B}2J\u{202E}"]), try Run(["doctor"], environment: ["XDG_DATA_HOME": "/dev/null/\u{1B}[2J"]),
        ] {
            expectPlain(run.errors)
            expectPlain(run.output)
        }
    }

    @Test("--name takes what the wire takes: an emoji of several, and as much as fits")
    func ownName() throws {
        let player = try Player(["host", "--name", "👩‍👩‍👧" + String(repeating: "x", count: 80)])
        let peer = try PlainPeer(joining: try player.port())
        guard case .control(.hello(let hello)) = try peer.receivePacket(ofType: 16) else {
            return #expect(Bool(false), "no hello")
        }
        #expect(hello.name == "👩‍👩‍👧" + String(repeating: "x", count: 63 - "👩‍👩‍👧".utf8.count))
    }
}
