// Resizing the terminal on every screen: afterwards it shows what a program shows that was started at that size.

import Glibc
import Screen
import TestSupport
import Testing

@Suite("Sizes", .ownThread)
struct ResizeTests {
    /// A screen, and how to get there.
    enum Place: String, CaseIterable {
        case menu, keys, help, options, name, host, join, address, board, leaving, end

        /// A fresh program at this screen. `numbers` are those of the menu's lines.
        func reach(size: Size, port: UInt16, numbers: Numbers, isAnimated: Bool = false) throws -> Player {
            var arguments = ["--name", "Ann"]
            if self == .host { arguments += ["host", "--port", String(port)] }
            if self == .join || self == .address { arguments.append("join") }
            if [.board, .leaving, .end].contains(self) { arguments.append("two") }
            let player = try Player(arguments, isAnimated: isAnimated, size: size)
            // What is typed earlier meets a terminal that still edits lines.
            try player.see("the first frame") { $0.isAlternate && $0.lines.contains { !$0.isEmpty } }
            switch self {
            case .menu, .host, .join: break
            case .keys: player.type("?")
            case .help: player.type(numbers.help)
            case .options: player.type(numbers.options)
            case .name:
                player.type(numbers.options)
                player.press(.enter)
            case .address: player.type("a")
            case .board: player.type("4175")
            case .leaving:
                // Alone, nothing is asked but whether to resign.
                player.type("4175g")
            case .end:
                player.type(shortWin)
                player.press(.right)
            }
            return player
        }

        /// What is to be read there when all keys have been heard.
        var mark: String {
            switch self {
            case .menu, .keys: "Four in a Row"
            case .help: "How to play"
            case .options, .name: "Options"
            case .host: "Host a game"
            case .join, .address: "Join a game"
            case .board, .leaving: "'s turn"
            case .end: "We have a winner: "
            }
        }
    }

    /// The numbers of lines in the menu.
    struct Numbers {
        let help: String
        let options: String

        /// As a program shows them.
        init() throws {
            let player = try Player()
            help = try player.number(of: "Learn") + "h"
            options = try player.number(of: "Options")
        }
    }

    private static let sizes = Thoroughness.pick(
        [(1, 1), (400, 120), (29, 10)], of: [(1, 1), (400, 120), (25, 9), (29, 10), (58, 19), (80, 24)]
    ).map { Size(width: $0.0, height: $0.1) }

    @Test("Every screen at every size is that of a fresh program", arguments: Place.allCases)
    func everyScreen(place: Place) throws {
        let port = try FreePort.next()
        let otherPort = try FreePort.next()
        let numbers = try Numbers()
        let resized = try place.reach(size: Size(width: 80, height: 24), port: port, numbers: numbers)
        try resized.see(place.mark)
        for size in Self.sizes {
            resized.terminal.resize(to: size)
            let fresh = try place.reach(size: size, port: otherPort, numbers: numbers)
            try expectSame(resized, fresh, ports: (port, otherPort))
            fresh.terminal.signal(SIGKILL)
            try fresh.seeEnd()
        }
        resized.terminal.resize(to: Size(width: 80, height: 24))
        try resized.see(place.mark)
        resized.terminal.signal(SIGTERM)
        #expect(try resized.seeEnd() == .killed(SIGTERM))
        #expect(resized.terminal.leftovers == [])
    }

    @Test("A storm of sizes while discs fall")
    func storm() throws {
        let numbers = try Numbers()
        let player = try Place.board.reach(size: Size(width: 80, height: 24), port: 0, numbers: numbers, isAnimated: true)
        try player.see("Yellow's turn")
        var random = SystemRandomNumberGenerator()
        // After 4175 nobody wins with these: when a game has ended, no key counts for half a second.
        let columns = Array("122641315257")
        for round in 0..<60 {
            player.terminal.resize(
                to: Size(width: .random(in: 1...400, using: &random), height: .random(in: 1...120, using: &random)))
            if round.isMultiple(of: 5) { player.type(String(columns[round / 5])) }
            player.terminal.settle(milliseconds: .random(in: 0...8, using: &random))
        }
        // A new game of known moves; then all is as if nothing had happened.
        player.terminal.resize(to: Size(width: 80, height: 24))
        player.type("q")
        try player.seeMenu()
        try player.open("Two players")
        try player.see("Yellow's turn")
        for (index, digit) in "4175".enumerated() {
            player.type(String(digit))
            player.terminal.resize(to: Size(width: 100 + index, height: 30 - index))
            player.terminal.resize(to: Size(width: 20, height: 3))
            player.terminal.resize(to: Size(width: 400, height: 120))
        }
        player.terminal.resize(to: Size(width: 60, height: 20))
        let fresh = try Place.board.reach(size: Size(width: 60, height: 20), port: 0, numbers: numbers)
        try expectSame(player, fresh, ports: (0, 0))
    }

    /// Waits until both show the same, ports apart.
    private func expectSame(_ resized: Player, _ fresh: Player, ports: (UInt16, UInt16)) throws {
        try PseudoTerminal.wait(for: "the same on both", on: resized.terminal, fresh.terminal) {
            let lines = Self.lines(fresh, without: ports.1)
            return lines.contains { !$0.isEmpty } && lines == Self.lines(resized, without: ports.0)
        }
    }

    private static func lines(_ player: Player, without port: UInt16) -> [String] {
        let number = String(port)
        return player.terminal.screen.lines.map { line in
            var line = line
            while port > 0, let range = line.firstRange(of: number) { line = line.replacingCharacters(in: range) }
            return line
        }
    }
}

extension String {
    /// The text with the digits in `range` made unreadable.
    fileprivate func replacingCharacters(in range: Range<String.Index>) -> String {
        self[..<range.lowerBound] + String(repeating: "#", count: self[range].count) + self[range.upperBound...]
    }
}
