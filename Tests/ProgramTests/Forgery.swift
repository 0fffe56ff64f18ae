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

@Suite("Forged histories", .serialized, .ownThread)
struct ForgeryTests {
    @Test("Nobody rewrites the game by coming back", arguments: Forgery.allCases)
    func nothingIsForged(forgery: Forgery) throws { try forgery.tell() }
}
