// Snap! in the real program: four processes on a simulated LAN play on. The test reads the screens only. (`snap-bots` and the tests
// in memory play to the end.)

import Screen
import TestSupport
import Testing

@Suite("Snap! on the LAN", .ownThread, .enabled(if: Lan.isPossible, Comment(rawValue: Lan.reason)))
struct SnapLanTests {
    /// How many cards lie before the players: in their counts, a hand and a pile each.
    private func cards(_ shown: ShownScreen) -> Int? {
        let counts = shown.lines.last { $0.contains(" hand · ") }
        return counts?.split(separator: " ").compactMap { Int($0) }.reduce(0, +)
    }

    /// Whether two open cards look the same but for their suits.
    private static func hasMatch(_ shown: ShownScreen) -> Bool {
        let rows = shown.lines.filter { $0.contains("│") && !$0.contains("╳") }.map { $0.split(separator: "│") }
        let columns = rows.map(\.count).min() ?? 0
        let faces = stride(from: 0, to: columns, by: 1).map { column in
            rows.map { row in String(row[column].map { "♠♣♥♦".contains($0) ? " " : $0 }) }.joined(separator: "\n")
        }.filter { $0.contains("█") }
        return Set(faces).count < faces.count
    }

    /// All of a screen but its first row, where seconds are counted.
    private static func table(_ shown: ShownScreen) -> [String] { Array(shown.lines.dropFirst()) }

    /// A player presses a key once their screen is ready for it; then both theirs and the host's say what came of it.
    private func press(
        _ key: Key, at player: Player, when isReady: @escaping (ShownScreen) -> Bool, host: Player
    ) throws {
        let before = (
            Self.table(try player.see("a table to act at", isReady)), Self.table(try host.see("a table") { _ in true })
        )
        player.press(key)
        try player.see("what the key brought") { Self.table($0) != before.0 }
        try host.see("what the key brought") { Self.table($0) != before.1 }
    }

    @Test("Four play at a table, with at least one snap; there are 52 cards at every turn")
    func fourAtATable() throws {
        let all = try Neighbours("Ann", "Bob", "Cyd", "Dan")
        try all.sitDown()
        try all.start()
        try all.seeSnap(0, 1, 2, 3)

        let names = ["Ann", "Bob", "Cyd", "Dan"]
        var (turns, snaps) = (0, 0)
        // Nobody can have lost thirteen cards so soon.
        while turns < 30 || snaps == 0 {
            let shown = try all.players[0].see("turn")
            let words = shown.words
            if Self.hasMatch(shown) {
                snaps += 1
                all.players[1].terminal.settle()  // a Space soon after another would be a key held down
                try press(.character(" "), at: all.players[1], when: Self.hasMatch, host: all.players[0])
            } else {
                turns += 1
                #expect(cards(shown) == 52, "turn \(turns)\n\(shown)")
                let other = names.indices.first { words.contains("\(names[$0])'s turn") }
                let mover = all.players[try #require(words.contains("Your turn") ? 0 : other)]
                try press(.enter, at: mover, when: { $0.words.contains("Your turn") }, host: all.players[0])
            }
        }
        for player in all.players { try player.see("a turn, and all the cards") { $0.words.contains("turn") && cards($0) == 52 } }
    }
}
