// Private games between the program and Tests/wireclient.py, another implementation, which was written from Sources/Wire/README.md alone
// and shares no code with it.

import Glibc
import TestSupport
import Testing
import Wire

extension Child {
    /// What it prints, from the next line to the one that is waited for.
    @discardableResult
    fileprivate func see(_ isIt: (String) -> Bool) throws -> String {
        var lines: [String] = []
        while let line = line(within: 30) {
            if isIt(line) { return line }
            lines.append(line)
        }
        throw ChildError.noLine(within: 30, got: lines)
    }

    /// The keys of what it sends and of what it receives, and all that these were made of.
    fileprivate func keys() throws -> [[UInt8]] {
        try see { $0.hasPrefix("keys ") }.split(separator: " ").dropFirst().map { word in
            try #require(Hexadecimal.bytes(String(word), count: word.utf8.count / 2))
        }
    }
}

/// The other implementation.
private enum OtherProgram {
    static let path = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/wireclient.py"
    /// Whether it runs here.
    static let isPossible = (try? Child(["sh", "-c", "python3 \"$0\" --help 2>&1", path]).finish()) == 0
    static let reason = "needs python3 and libsodium: Tests/wireclient.py does not start"

    static func start(_ arguments: String...) throws -> Child { try Child(["python3", path] + arguments) }
}

@Suite(
    "Another implementation", .serialized, .ownThread,
    .enabled(if: OtherProgram.isPossible, Comment(rawValue: OtherProgram.reason)))
struct OtherImplementationTests {
    @Test("It comes to the same values as the program")
    func vectors() throws {
        let other = try OtherProgram.start("check", Recorded.path("seal.txt"))
        try other.see { $0.hasSuffix(" values are right") }
    }

    @Test("It joins a private game of the program, plays and says goodbye")
    func joins() throws {
        let host = try Player.privateHost()
        let code = try host.code().split(separator: " ").joined(separator: "-")
        let other = try OtherProgram.start(
            "join", "\(try host.port())", "--code", code, "--listed", "Ann", "--moves", "4453", "--keys")
        try other.see { $0 == "sealed; the host is listed as Ann" }
        let keys = try other.keys()
        try host.see("Pi", "private game", "Your turn")
        host.type("4")
        try host.seeGame(1, 1)
        host.type("5")
        try other.see { $0 == "their disc 5" }
        try host.seeGame(2, 2)
        if Memory.canBeRead { host.expect(keys[0]) }
        other.write("bye\n")
        try host.see("Pi left the game.")
        try other.see { $0 == "both have ended" }
        try expectNone(of: keys, at: host)
    }

    @Test("It hosts a private game with clocks for the program, and hears its goodbye as the program hears its own")
    func hosts() throws {
        let other = try OtherProgram.start(
            "host", "Ann", "--name", "Pi", "--moves", "4453", "--keys", "--clock", "3+2", "--claim", "20000")
        let words = try other.see { $0.hasPrefix("port ") }.split(separator: " ")
        let guest = try Player(["join", "127.0.0.1:\(words[1])", "--code", String(words[3]), "--name", "Bob"])
        try other.see { $0 == "sealed" }
        let keys = try other.keys()
        try other.see { $0 == "hello from Bob" }
        try guest.see("Pi", "private game", "Your turn")
        guest.type("4")
        try guest.seeGame(1, 2)
        // Of three minutes the disc took 20 s, and brought two.
        try guest.see("2:42")
        try other.see { $0 == "our disc 2 cost 20000 ms" }
        guest.type("3")
        try other.see { $0 == "their disc 3" }
        other.write("bye\n")
        try guest.see("Pi left the game.")
        try other.see { $0 == "both have ended" }
        try expectNone(of: keys, at: guest)
    }

    /// Of all that the two have computed with nothing is left in the program once its player is in the menu.
    private func expectNone(of keys: [[UInt8]], at player: Player) throws {
        try player.leaveEnd()
        try player.seeMenu()
        if Memory.canBeRead, !Player.leavesOutMemory { try player.awaitNone(of: keys) }
    }
}
