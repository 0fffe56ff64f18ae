// The databases in Tests/Recorded/games-4: Ann's and Bob's games.db as version 1.0.0 of the program, whose files have four steps, left
// them after some play. Here is how they came about, and how a test gets copies. It knows the words on the screens.

import Glibc
import Screen
import TestSupport
import Testing

/// The recorded databases.
enum KeptDatabase {
    /// Whose.
    enum Owner: String, CaseIterable { case ann, bob }

    /// Where the program has its database within a player's folder.
    static let place = ".local/share/fourinarow/games.db"
    private static func name(_ owner: Owner) -> String { "games-4/\(owner.rawValue).db" }

    /// Whether they are there.
    static var isThere: Bool { Owner.allCases.allSatisfy { Recorded.exists(name($0)) } }

    /// A player's folder with a copy of one. What broke off did so long ago, whenever it was recorded.
    static func copy(_ owner: Owner) throws -> TestFolder {
        let folder = try TestFolder()
        guard let bytes = Files.bytes(Recorded.path(name(owner))) else {
            throw PseudoTerminalFailure(description: "no Tests/Recorded/\(name(owner))")
        }
        let path = try folder.write(bytes, to: place, mode: 0o600)
        try PlainDatabase(path).run("UPDATE sessions SET seen = 0, broke = CASE WHEN broke IS NULL THEN NULL ELSE 0 END")
        return folder
    }

    /// Copies for both, as if the public game, or the private one, had broken off just now at a host of this port.
    static func copiesOfBrokenGame(isPrivate: Bool, port: UInt16) throws -> (ann: TestFolder, bob: TestFolder) {
        let folders = try Owner.allCases.map { try copy($0) }
        for folder in folders {
            let database = try PlainDatabase("\(folder.path)/\(place)")
            try database.run(
                """
                UPDATE sessions SET port = \(port), seen = \(time(nil)), broke = CASE WHEN broke IS NULL THEN NULL ELSE \(time(nil)) END
                WHERE is_sealed = \(isPrivate ? 1 : 0)
                """)
        }
        return (folders[0], folders[1])
    }
}

// MARK: - How they came about

extension KeptDatabase {
    /// Plays with the program under test, and leaves the databases in Tests/Recorded.
    static func record() throws {
        let (ann, bob) = (try TestFolder(), try TestFolder())
        try playTwo(ann)
        try playComputer(ann)
        try playCards(ann)
        try breakOffPrivateGame(ann, bob)
        try playAndBreakOff(ann, bob)
        for (owner, folder) in [(Owner.ann, ann), (.bob, bob)] {
            // A program that was killed leaves a log beside it.
            try PlainDatabase("\(folder.path)/\(place)").run("PRAGMA wal_checkpoint(TRUNCATE)")
            guard let bytes = folder.bytes(of: place), let file = fopen(Recorded.path(name(owner)), "we") else {
                throw PseudoTerminalFailure(description: "\(name(owner)) cannot be recorded")
            }
            #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0 && bytes.count < 1 << 16)
            #expect(Files.names(in: folder.path + "/.local/share/fourinarow") == ["games.db"])
        }
    }

    /// A draw, and a game that was not played to its end.
    private static func playTwo(_ folder: TestFolder) throws {
        for digits in [drawnGame, "4453"] {
            let player = try Player(["two"], folder: folder)
            for (index, digit) in digits.enumerated() {
                player.type(String(digit))
                try player.see("\(index + 1) discs") { $0.discs.mine + $0.discs.yours == index + 1 }
            }
            if digits == drawnGame { try player.see("It's a draw.") }
            player.type("q")
            try player.quit()
        }
    }

    /// A game that is won and reviewed, and one that is not over.
    private static func playComputer(_ folder: TestFolder) throws {
        let player = try Player(["computer", "--level", "1", "--first", "me", "--position", "121212"], folder: folder)
        try player.see("Your turn")
        player.type("1")
        try player.see("We have a winner: you!")
        player.type("v")
        try player.see("Review:", "%")
        player.type("q")
        try player.see("We have a winner: you!")
        player.type("q")
        try player.quit()
        let other = try Player(["computer", "--level", "3", "--first", "computer"], folder: folder)
        try other.see("Your turn")
        other.type("4")
        try other.see("its answer") { $0.discs == (1, 2) && $0.words.contains("Your turn") }
        other.type("q")
        try other.quit()
    }

    /// A best score.
    private static func playCards(_ folder: TestFolder) throws {
        let player = try Player(folder: folder)
        try player.openOther("Card matching")
        try player.see("Flips 0")
        player.type("1")
        try player.see("two of 12 cards")
        let memory = CardMatchingPlayer(
            count: 12, mode: 2, press: { player.press($0) },
            read: { condition in try player.see("what the key did") { condition($0.lines) }.lines })
        try memory.play()
        try player.see("inal score", "Best ")
        player.type("qq")
        try player.quit()
    }

    private static func meet(_ ann: TestFolder, _ bob: TestFolder, isPrivate: Bool) throws -> Meeting {
        let port = "\(FreePort.next())"
        let host = try Player(
            ["host", "--name", "Ann", "--port", port] + (isPrivate ? ["--private"] : []), folder: ann)
        let code = isPrivate ? ["--code", try host.code()] : []
        if !isPrivate { _ = try host.port() }
        return try Meeting(
            host: host, guest: try Player(["join", "127.0.0.1:\(port)", "--name", "Bob"] + code, folder: bob))
    }

    /// A private game that both saved.
    private static func breakOffPrivateGame(_ ann: TestFolder, _ bob: TestFolder) throws {
        let meeting = try meet(ann, bob, isPrivate: true)
        try meeting.play("44")
        try meeting.guest.die()
        try save(meeting.host)
        try save(try Player(["--name", "Bob"], folder: bob))
    }

    /// A game won by each, and a third one that breaks off: Ann's program is killed, Bob saves it.
    private static func playAndBreakOff(_ ann: TestFolder, _ bob: TestFolder) throws {
        let meeting = try meet(ann, bob, isPrivate: false)
        try meeting.play(shortWin, endsGame: true)
        try meeting.seeWinner(meeting.host)
        meeting.guest.type("r")
        #expect(try meeting.seeNewGame() === meeting.guest)
        try meeting.play(shortWin, first: meeting.guest, endsGame: true)
        try meeting.seeWinner(meeting.guest)
        meeting.host.type("r")
        #expect(try meeting.seeNewGame() === meeting.host)
        try meeting.play("445")
        try meeting.host.die()
        try save(meeting.guest)
    }

    private static func save(_ player: Player) throws {
        try player.see("Reconnecting…")
        player.type("s")
        try player.see("1 Resume with ")
        player.type("q")
        #expect(try player.seeEnd() == .exited(0))
    }
}
