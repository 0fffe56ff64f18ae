// Two players and a game between them.

import TestSupport
import Testing

/// A win in seven moves for the first player; the discs of both lie side by side, and nobody drops two into one column.
let shortWin = "1526374"
/// A draw.
let drawnGame = "174166227341672362665415453424277135575133"

/// Ann, who hosts, and Bob, who has joined.
struct Meeting {
    let host: Player
    let guest: Player

    /// Bob joins Ann's game by its address, over this machine's loopback. The port is its own: where one of the two dies, the other one
    /// comes back to it.
    init(isAnimated: Bool = false, environment: [String: String] = [:]) throws {
        let port = try FreePort.next()
        host = try Player(["host", "--port", "\(port)", "--name", "Ann"], isAnimated: isAnimated, environment: environment)
        guest = try Player(
            ["join", "127.0.0.1:\(try host.port())", "--name", "Bob"], isAnimated: isAnimated, environment: environment)
        try sitDown()
    }

    /// Ann hosts on one host of a LAN, Bob on the same or another finds her game in the list.
    init(on lan: Lan, host first: Int = 1, guest second: Int = 2, clock: String = "none") throws {
        let folder = try TestFolder()
        try folder.write("clock = \(clock)\n", to: Player.config)
        host = try Player(["host", "--name", "Ann"], at: Place(lan: lan, host: first), folder: folder)
        guest = try Player(["join", "--name", "Bob"], at: Place(lan: lan, host: second))
        try guest.see("▸ 1 Ann")
        guest.press(.enter)
        try sitDown()
    }

    /// Waits until both show the same times.
    static func seeSameTimes(_ host: Player, _ guest: Player) throws {
        try PseudoTerminal.wait(for: "the same times", on: host.terminal, guest.terminal) {
            let shown = times(on: host.terminal.screen)
            return shown.count == 2 && shown == times(on: guest.terminal.screen).reversed()
        }
    }

    /// The times beside the names, from the left.
    private static func times(on shown: ShownScreen) -> [String] {
        (shown.lines.first ?? "").split(separator: " ").filter { $0.contains(":") }.map(String.init)
    }

    /// Two players who are about to play.
    init(host: Player, guest: Player) throws {
        (self.host, self.guest) = (host, guest)
        try sitDown()
    }

    private func sitDown() throws {
        host.opponent = guest
        guest.opponent = host
        try host.see(title(with: "Bob"), "Your turn")
        try guest.see(title(with: "Ann"), "'s turn")
    }

    /// Plays digits by turns, each seen by both before the next; the last one may end the game. The one who does not begin may still show its
    /// own turn: the disc that ended it is on the other's screen first where its program has not drawn yet.
    func play(_ digits: String, first: Player? = nil, endsGame: Bool = false) throws {
        var (mover, other) = first === guest ? (guest, host) : (host, guest)
        try other.see("'s turn")
        for (index, digit) in digits.enumerated() {
            try mover.see("Your turn")
            if endsGame && index == digits.count - 1 { return mover.type(String(digit)) }
            mover.type(String(digit))
            try mover.see("'s turn")
            try other.see("Your turn")
            swap(&mover, &other)
        }
    }

    /// Waits until both have read how the game of `shortWin` ended, and closes both alerts without doing more.
    func seeWinner(_ winner: Player) throws {
        let loser = winner === host ? guest : host
        try winner.see("We have a winner: you!", "Replay R")
        try loser.see("We have a winner: \(loser === guest ? "Ann" : "Bob")!", "Replay R")
    }

    /// Waits until both have an empty board and agree who moves first; that one.
    func seeNewGame() throws -> Player {
        try PseudoTerminal.wait(for: "an agreed new game", on: host.terminal, guest.terminal) {
            let screens = [host, guest].map { $0.terminal.screen }
            let words = [host.words, guest.words]
            let movers = words.filter { $0.contains("Your turn") }
            let others = words.filter { $0.contains("'s turn") }
            return screens.allSatisfy { $0.discs == (0, 0) } && movers.count == 1 && others.count == 1
        }
        return host.words.contains("Your turn") ? host : guest
    }
}
