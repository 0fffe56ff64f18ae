// How many bytes the board sends to a terminal with 256 colours: for slow lines.

import Screen
import TestSupport
import Testing

@Suite("What the board costs a slow line", .serialized, .ownThread)
struct BoardTrafficTests {
    private static let title = "\u{1B}]2;Yellow's turn – Four in a Row\u{1B}\\".utf8.count

    /// What comes after `keys`, up to the moment when `column` (from 1) hangs above the board.
    private func bytes(of player: Player, after keys: String) throws -> Int {
        player.terminal.settle()
        player.terminal.forgetReceived()
        player.type(keys)
        try player.terminal.waitForAnswer()
        return player.terminal.received.count
    }

    @Test("At 80x24: the whole board, cursor moves, discs at once")
    func still() throws {
        let player = try Player(["two"])
        try player.see("Yellow's turn")
        player.terminal.settle()
        #expect(player.terminal.received.count <= 9_000)
        for digits in ["4453671", "2255333"] {
            for key in Array(repeating: Key.left, count: 6) + Array(repeating: .right, count: 6) {
                player.terminal.settle()
                player.terminal.forgetReceived()
                player.press(key)
                player.terminal.settle()
                #expect(player.terminal.received.count <= 500, "\(key)")
            }
            // The window's title, which these terminals are given too, comes on top.
            for digit in digits {
                #expect(try bytes(of: player, after: String(digit)) <= 800 + Self.title, "a disc in column \(digit)")
            }
        }
        player.terminal.forgetReceived()
        player.press(.control("l"))
        player.terminal.settle()
        #expect(player.terminal.received.count <= 9_000)
        player.type("q")
        try player.quit()
    }

    /// A blank keeps the colour in which it was written: nobody sees it, and to write it in its neighbour's costs twenty bytes.
    @Test("At 80x24: a disc dropped by Enter, with the window's title")
    func dropped() throws {
        let player = try Player(["two"])
        try player.see("Yellow's turn")
        var cursor = 4
        for column in "14357317".compactMap(\.wholeNumberValue) {
            for _ in 0..<abs(column - cursor) {
                player.press(column > cursor ? .right : .left)
                try player.terminal.waitForAnswer()
            }
            cursor = column
            player.terminal.settle()
            player.terminal.forgetReceived()
            player.press(.enter)
            try player.terminal.waitForAnswer()
            #expect(player.terminal.received.count <= 800, "a disc in column \(column)")
        }
        player.type("q")
        try player.quit()
    }

    @Test("No frame writes a cell twice or moves rows about")
    func once() throws {
        let size = Size(width: 80, height: 24)
        let player = try Player(["two"], size: size)
        let tally = CellTally(size: size)
        try player.see("Yellow's turn")
        player.terminal.settle()
        // At the start a disc is written and rubbed out, to see how wide it is.
        _ = tally.repeated(in: player.terminal.received)
        let keys = "44535671u".map { Key.character($0.unicodeScalars.first ?? " ") } + [.left, .enter, .control("l")]
        for key in keys {
            player.terminal.forgetReceived()
            player.press(key)
            player.terminal.settle()
            let repeated = tally.repeated(in: player.terminal.received)
            #expect(repeated.isEmpty && tally.scrolls == 0, "\(key): \(repeated.count) cells, \(tally.scrolls) scrolls")
        }
        player.type("q")
        try player.quit()
    }

    @Test("At 120x40: a fall through the whole board")
    func fall() throws {
        let player = try Player(["two"], isAnimated: true, size: Size(width: 120, height: 40))
        try player.see("Yellow's turn")
        for digit in ["1", "4", "7", "4"] {
            let count = try bytes(of: player, after: digit)
            #expect(count <= 6_000 && count > 500, "a fall in column \(digit)")
        }
        player.type("q")
        try player.quit()
    }
}
