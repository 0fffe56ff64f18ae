// Several players on one simulated LAN, and what they do in the lobby.

import Screen
import TestSupport

/// Some players, each on a host of one LAN.
struct Neighbours {
    let lan: Lan
    let players: [Player]
    private let names: [String]

    init(_ names: String...) throws {
        let lan = try Lan(hosts: names.count)
        self.lan = lan
        self.names = names
        players = try names.enumerated().map { index, name in
            try Player(["--name", name], at: Place(lan: lan, host: index + 1))
        }
        for (player, next) in zip(players, players.dropFirst() + players.prefix(1)) { player.opponent = next }
    }

    /// A player opens a line of the menu behind "Other games".
    func open(_ entry: String, _ index: Int) throws { try players[index].openOther(entry) }

    /// A player does what the line that begins with `words` says.
    func choose(_ words: String, _ index: Int) throws { try players[index].choose(words) }

    /// The first of them hosts a table, and everybody else sits down at it.
    func sitDown(at game: TableGame = .snap) throws {
        try players[0].hostTable(of: game.rawValue)
        for index in players.indices.dropFirst() {
            try open("Players near you", index)
            try choose("\(names[0]) + \(game.rawValue)", index)
            try players[index].see("Waiting for \(names[0]) to start \(game.rawValue)")
        }
    }

    /// The host of a table starts the game as soon as everybody's program answers, which takes a moment where a cable was out.
    func start() throws {
        repeat {
            try players[0].seeNo("is not answering")
            try choose("\(names[1]) ✓", 0)
            try players[0].see("the cards, or who does not answer") {
                $0.words.contains("Q Disconnect") || $0.words.contains("is not answering")
            }
        } while !players[0].words.contains("Q Disconnect")
    }

    /// Waits until these, and nobody else, are at a table of Snap! where the cards have been dealt.
    func seeSnap(_ numbers: Int...) throws {
        for index in numbers {
            try players[index].see("a table of Snap!") { shown in
                let words = shown.words
                let others = numbers.filter { $0 != index }.map { names[$0] }
                return words.contains("Q Disconnect") && words.contains("You") && others.allSatisfy { words.contains($0) }
            }
        }
    }

    /// Everybody leaves the program from wherever they are; nobody's process or helper is left.
    func quitAll(_ numbers: Int...) throws {
        for index in numbers {
            players[index].press(.escape)
            try players[index].see("1 Players near you")
            players[index].press(.escape)
            try players[index].quit()
        }
    }
}
