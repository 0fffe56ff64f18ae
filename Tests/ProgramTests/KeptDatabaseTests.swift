// A games.db as version 1.0.0 wrote it, read by the program of today: every later version reads what an earlier one kept.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("A database of version 1.0.0", .serialized, .ownThread)
struct KeptDatabaseTests {
    /// Times in words do not depend on this machine.
    private static func environment(_ folder: TestFolder) -> [String: String] { ["HOME": folder.path, "TZ": "UTC0"] }

    @Test("It is there; where it is not, it is recorded")
    func recorded() throws {
        if KeptDatabase.isThere { return }
        try KeptDatabase.record()
        Issue.record("Tests/Recorded/games-4 was recorded: run the tests again")
    }

    @Test("What history and export print is what they printed then", arguments: KeptDatabase.Owner.allCases)
    func exports(owner: KeptDatabase.Owner) throws {
        let folder = try KeptDatabase.copy(owner)
        let history = try Run(["history"], environment: Self.environment(folder))
        #expect(history.status == 0 && history.errors.isEmpty, "\(history.errors)")
        var text = "$ fourinarow history\n" + history.output
        for line in history.output.split(separator: "\n") {
            guard let id = line.split(separator: "\t").first.map(String.init) else { continue }
            for format in ["digits", "text"] {
                let export = try Run(
                    ["export", id, "--format", format, "--name", owner.rawValue], environment: Self.environment(folder))
                #expect(export.status == 0 && export.errors.isEmpty, "\(export.errors)")
                text += "\n$ fourinarow export \(id) --format \(format)\n" + export.output
            }
        }
        Recorded.check(text, "games-4/\(owner.rawValue).txt")
    }

    @Test("The history lists the games, the statistics count them, a game against the computer goes on, the best score is there")
    func screens() throws {
        let folder = try KeptDatabase.copy(.ann)
        let player = try Player(folder: folder)
        let games = try PlainDatabase("\(folder.path)/\(KeptDatabase.place)").run("SELECT id FROM games WHERE moves <> ''")
        #expect(games.count == 8)
        try player.open("History")
        try player.see("\(games.count) games", "#1 ", "#\(games.count) ")
        player.type("s")
        try player.see("Statistics", "Bob", "Accuracy over your last game: 75%")
        player.type("a")
        try player.see("Accuracy over your last 6 games: 65%", "Longest winning streak: 2")
        player.press(.escape)
        try player.see("the unfinished game against the computer") { $0.words.contains("#4 ") }
        player.press(.up, .up, .up, .up, .up, .up, .up, .up, .down, .down, .down, .down)
        player.type("r")
        try player.see("the game goes on") { $0.discs == (1, 2) && $0.words.contains("Your turn") }
        player.type("q")
        let best = try PlainDatabase("\(folder.path)/\(KeptDatabase.place)").run("SELECT score FROM best_scores")
        try player.openOther("Card matching")
        player.type("1")
        try player.see("two of 12 cards", "Best \(best[0][0])")
    }

    @Test("The game that broke off then goes on, the private one too", arguments: [false, true])
    func goesOn(isPrivate: Bool) throws {
        let port = FreePort.next()
        let folders = try KeptDatabase.copiesOfBrokenGame(isPrivate: isPrivate, port: port)
        let host = try Player(["--name", "Ann"], folder: folders.ann)
        if isPrivate {
            try host.see("G Resume with Bob")
            host.type("g")
        }
        try host.see("Reconnecting…")
        let guest = try Player(["--name", "Bob"], folder: folders.bob)
        try guest.see("G Resume with Ann")
        guest.type("g")
        let meeting = Meeting(again: host, guest)
        try host.seeGame(isPrivate ? 1 : 2, 1)
        try guest.seeGame(1, isPrivate ? 1 : 2)
        if isPrivate {
            try meeting.play("53")
        } else {
            try meeting.play("53", first: guest)
            try host.see("You 1 : 1")
        }
        try guest.leaveGame()
        try host.see(" left the game.")
    }

    /// The steps are only ever appended: else a file that was brought up to date and a new one would differ.
    @Test("Brought up to date, it has the tables of a new one, and every row")
    func tables() throws {
        let fresh = try Player(["two"])
        fresh.type("4")
        try fresh.seeDiscs(1)
        fresh.type("q")
        try fresh.quit()
        let old = try KeptDatabase.copy(.ann)
        let rows = "SELECT id, kind, opponent, level, is_first, moves, result, first_accuracy, second_accuracy, began FROM games"
        let before = try PlainDatabase("\(old.path)/\(KeptDatabase.place)").run(rows)
        let next = try Player(["two"], folder: old)
        next.type("4")
        try next.seeDiscs(1)
        next.type("q")
        try next.quit()
        let databases = try [fresh.folder, old].map { try PlainDatabase("\($0.path)/\(KeptDatabase.place)") }
        for question in [
            "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name", "PRAGMA user_version", "PRAGMA application_id",
        ] {
            #expect(try databases[0].run(question) == databases[1].run(question))
        }
        #expect(try databases[1].run(rows).prefix(before.count) == before[...])
        #expect(try databases[1].run("PRAGMA integrity_check") == [["ok"]])
    }
}
