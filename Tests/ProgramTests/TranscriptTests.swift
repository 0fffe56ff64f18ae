// Every byte that the program sends to a peer without a hello, compared with a recording: such a peer may be the original app, which never
// changes. Host and guest, whole games and every way to end one.

import Screen
import TestSupport
import Testing

/// The program at a game with a peer that says no hello, and what they say to each other.
private struct Conversation {
    let player: Player
    let transcript: Transcript
    let isHost: Bool

    /// Who does something.
    enum Side { case program, peer }
    /// Who moves first in the first game.
    var host: Side { isHost ? .program : .peer }

    init(isHost: Bool, _ title: String) throws {
        self.isHost = isHost
        if isHost {
            player = try Player(["host", "--name", "Ann"])
            transcript = Transcript(try PlainPeer(joining: try player.port()), "The program hosts. \(title)")
            try player.see("Your turn")
        } else {
            let listener = try PlainListener()
            player = try Player(["join", "127.0.0.1:\(listener.port)", "--name", "Ann"])
            transcript = Transcript(try listener.accept(), "The program has joined. \(title)")
            try player.see("Your opponent's turn")
        }
        try transcript.hear()
    }

    /// Plays digits by turns; `isOpening`: the host's first disc comes with a new game, if it is the program's.
    func play(_ digits: String, first: Side, endsGame: Bool = false, isOpening: Bool = false) throws {
        for (index, digit) in digits.enumerated() {
            let isLast = endsGame && index == digits.count - 1
            if index.isMultiple(of: 2) == (first == .program) {
                try player.see("Your turn")
                player.type(String(digit))
                if !isLast { try player.see("'s turn") }
                if isOpening && isHost && index == 0 { try transcript.hear() }
                try transcript.hear()
            } else {
                try player.see("the peer's turn") { !$0.words.contains("Your turn") }
                try transcript.drop(digit.wholeNumberValue ?? 0)
                if !isLast { try player.see("Your turn") }
            }
        }
        if endsGame { try player.see("Replay R") }
    }

    /// The peer asks for another game.
    func peerStartsNewGame() throws {
        try transcript.startNewGame()
        try player.see("asked for a replay and goes first.", "'s turn")
    }

    /// The program asks for another game.
    func programStartsNewGame() throws {
        player.type("r")
        try player.see("Your turn")
        try transcript.hear()
    }

    /// Compares all that was said with the record.
    func check(_ name: String) { Recorded.check(transcript.text, "transcripts/\(isHost ? "host" : "guest")-\(name).txt") }
}

@Suite("What a peer hears that says no hello", .serialized, .ownThread)
struct TranscriptTests {
    @Test("Games won by each, another asked for by each and by both at once, a draw, and our goodbye", arguments: [true, false])
    func wholeGames(isHost: Bool) throws {
        let talk = try Conversation(isHost: isHost, "Whole games, and the program says goodbye.")
        talk.transcript.note("the host begins and wins")
        try talk.play(shortWin, first: talk.host, endsGame: true, isOpening: true)
        talk.transcript.note("the peer asks for another game, begins and wins")
        try talk.peerStartsNewGame()
        try talk.play(shortWin, first: .peer, endsGame: true)
        talk.transcript.note("the program asks for another game, begins and wins")
        try talk.programStartsNewGame()
        try talk.play(shortWin, first: .program, endsGame: true)
        talk.transcript.note("both ask for another game at once: the program begins, and the game is a draw")
        talk.player.type("r")
        try talk.player.see("Your turn")
        try talk.transcript.startNewGame()
        try talk.transcript.hear()
        try talk.play(drawnGame, first: .program, endsGame: true)
        try talk.player.see("It's a draw.")
        talk.transcript.note("the peer asks for another game; in the middle of it the program leaves")
        try talk.peerStartsNewGame()
        try talk.play("445", first: .peer)
        try talk.player.leaveGame()
        try talk.transcript.hearToEnd()
        try talk.player.quit()
        talk.check("games")
    }

    @Test("What needs the other's consent is not asked of a peer that cannot be asked", arguments: [true, false])
    func consent(isHost: Bool) throws {
        let talk = try Conversation(isHost: isHost, "Keys that would need the peer's consent: not a byte of it is said.")
        try talk.play("4455", first: talk.host, isOpening: true)
        if !isHost {
            try talk.transcript.drop(1)
            try talk.player.see("Your turn")
        }
        for key in ["h", "e", "t", "y", "r"] { talk.player.type(key) }
        talk.player.type("u")
        talk.player.press(.escape)
        try talk.player.see("Play on Esc")
        talk.player.press(.escape)
        try talk.player.seeNo("Play on Esc")
        try talk.play("7", first: .program)
        try talk.player.leaveGame()
        try talk.transcript.hearToEnd()
        talk.check("consent")
    }

    @Test("The peer hangs up in the middle", arguments: [true, false])
    func hangsUp(isHost: Bool) throws {
        let talk = try Conversation(isHost: isHost, "The peer hangs up in the middle of a game.")
        try talk.play("44", first: talk.host, isOpening: true)
        talk.transcript.hangUp()
        try talk.player.see("You were disconnected from the game.")
        try talk.transcript.hearToEnd()
        talk.check("hung-up")
    }

    @Test("The peer breaks the rules", arguments: [true, false])
    func breaksTheRules(isHost: Bool) throws {
        let talk = try Conversation(isHost: isHost, "The peer drops a disc out of turn.")
        try talk.play(isHost ? "44" : "445", first: talk.host, isOpening: true)
        try talk.transcript.drop(4)
        try talk.player.see("broke the rules: it dropped a disc out of turn.")
        try talk.transcript.hearToEnd()
        talk.check("rules")
    }

    @Test("The peer says what is no frame", arguments: [true, false])
    func nonsense(isHost: Bool) throws {
        let talk = try Conversation(isHost: isHost, "The peer says what is no frame.")
        try talk.play(isHost ? "44" : "445", first: talk.host, isOpening: true)
        talk.transcript.say([UInt8](repeating: 0xFF, count: 64), "(64 bytes of 0xff)")
        try talk.player.see("The game is over.")
        try talk.transcript.hearToEnd()
        talk.check("nonsense")
    }

    @Test("A second one comes to a host that has begun to play")
    func taken() throws {
        let talk = try Conversation(isHost: true, "A second peer, that waits while the host makes its first move.")
        let second = Transcript(
            try PlainPeer(joining: try #require(Processes.listeningPort(of: talk.player.terminal.process))),
            "The program hosts. It is taken.")
        try second.hear()
        try talk.play("44", first: .program, isOpening: true)
        try second.hearToEnd()
        try talk.player.leaveGame()
        try talk.transcript.hearToEnd()
        talk.check("first")
        Recorded.check(second.text, "transcripts/host-second.txt")
    }

    @Test("One that is no game from its first word")
    func stranger() throws {
        let talk = try Conversation(isHost: true, "The peer is no game.")
        talk.transcript.say(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8), "GET / HTTP/1.1")
        try talk.player.see("is not a Four in a Row game.", "Waiting for a player")
        try talk.transcript.hearToEnd()
        talk.check("stranger")
    }
}
