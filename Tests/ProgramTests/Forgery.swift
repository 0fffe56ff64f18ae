// A player who has a game's key and returns with another game: the real program, with moves that the test changed in its database.

import Glibc
import Screen
import TestSupport
import Testing

/// What is claimed of a game of "4444", whose next move is Ann's; Bob lies.
enum Forgery: String, CaseIterable {
    case herMove = "a move of the other's"
    case herMoves = "four moves of the other's, and a win"
    case anotherGame = "a game that was won, and a new one"
    case takenBack = "all moves taken back"
    case otherMoves = "other moves instead"

    private var claim: (moves: String, number: Int, before: String, takeBacks: Int) {
        switch self {
        case .herMove: ("44441", 1, "", 0)
        case .herMoves: ("444417172727", 1, "", 0)
        case .anotherGame: ("", 2, "444417172727", 0)
        case .takenBack: ("", 1, "", 1)
        case .otherMoves: ("1213141", 1, "", 1)
        }
    }

    /// Bob is killed and comes back with it: both read that the game is over, and Ann's database has it as it was. The seconds from
    /// his program's start until she knows.
    @discardableResult
    func tell() throws -> Double {
        let meeting = try Meeting()
        try meeting.play("4444")
        try meeting.guest.die()
        try meeting.host.see("Save and leave")
        try write(to: meeting.guest.folder.path + "/" + Player.database)
        let start = Child.now()
        let liar = try Player(["--name", "Bob"], folder: meeting.guest.folder)
        try meeting.host.see("Bob's app remembers a game that was not played here. The game is over.")
        let seconds = Child.now() - start
        try liar.see("the end in words") {
            $0.words.contains("Ann's app remembers a game") || $0.words.contains("says that yours broke the rules")
        }
        guard meeting.host.terminal.screen.discs == (2, 2), try meeting.host.keptMoves() == "4444" else {
            throw PseudoTerminalFailure(description: "\(rawValue): the game is another one\n\(meeting.host.terminal.screen)")
        }
        try meeting.host.leaveEnd()
        try meeting.host.seeMenu()
        return seconds
    }

    private func write(to path: String) throws {
        let claim = claim
        let database = try PlainDatabase(path)
        try database.run("UPDATE games SET moves = '\(claim.moves)'")
        try database.run(
            "UPDATE sessions SET number = \(claim.number), before = '\(claim.before)', take_backs = \(claim.takeBacks)")
    }
}

/// Who claims a new game that the other one began, and to which it has replied that it knows of it and of its first disc.
enum ForgedReplay: String, CaseIterable {
    case byGuest = "the guest"
    case byHost = "the host"

    private var isLiarHost: Bool { self == .byHost }

    /// One of the two wins, the other one begins the next game and moves. Then the liar is killed and comes back with that game as its
    /// own, and with its own first move. The disc stays: the guest reads that the game is over, and the host's game counts in any case.
    /// The seconds from the liar's start until the other one knows.
    @discardableResult
    func tell() throws -> Double {
        let meeting = try Meeting()
        let (liar, victim) = isLiarHost ? (meeting.host, meeting.guest) : (meeting.guest, meeting.host)
        try meeting.play(shortWin, endsGame: true)
        try meeting.seeWinner(meeting.host)
        victim.type("r")
        guard try meeting.seeNewGame() === victim else { throw PseudoTerminalFailure(description: "who asks moves first") }
        victim.type("4")
        try victim.seeGame(1, 0)
        try liar.seeGame(0, 1)
        try awaitConfirmation(at: victim)
        try liar.die()
        try victim.see("Save and leave")
        let database = try PlainDatabase(liar.folder.path + "/" + Player.database)
        try database.run("UPDATE games SET moves = '1' WHERE id = (SELECT game FROM sessions)")
        try database.run("UPDATE sessions SET is_host_first = \(isLiarHost ? 1 : 0), may_have_crossed = 1")
        let start = Child.now()
        let back = try Player(["--name", isLiarHost ? "Ann" : "Bob"], folder: liar.folder)
        if isLiarHost {
            try victim.see("Ann's app remembers a game that was not played here. The game is over.")
        } else {
            try victim.seeGame(1, 0)
            try back.seeGame(0, 1)
        }
        let seconds = Child.now() - start
        let kept = try PlainDatabase(victim.folder.path + "/" + Player.database).run("SELECT moves FROM games ORDER BY id")
        guard victim.terminal.screen.discs == (1, 0), kept == [[shortWin], ["4"]] else {
            throw PseudoTerminalFailure(description: "\(rawValue): the disc is gone, \(kept)\n\(victim.terminal.screen)")
        }
        return seconds
    }

    /// The liar's reply is on the victim's disk.
    private func awaitConfirmation(at victim: Player) throws {
        let database = try PlainDatabase(victim.folder.path + "/" + Player.database)
        for _ in 0..<2_000 {
            if try database.run("SELECT may_have_crossed FROM sessions") == [["0"]] { return }
            victim.terminal.settle(milliseconds: 5)  // what a program writes wakes no descriptor
        }
        throw PseudoTerminalFailure(description: "nothing confirms the new game\n\(victim.terminal.screen)")
    }
}

@Suite("Forged histories", .serialized, .ownThread)
struct ForgeryTests {
    @Test("Nobody rewrites the game by coming back", arguments: Forgery.allCases)
    func nothingIsForged(forgery: Forgery) throws { try forgery.tell() }

    @Test("A replay that was confirmed stays its player's", arguments: ForgedReplay.allCases)
    func noReplayIsForged(forgery: ForgedReplay) throws { try forgery.tell() }
}
