// A game by message as a value: whose turn a line makes it, what the letters say, and which lines are refused.

import Engine
import Session
import Testing
import Wire

@Suite struct MessageGameTests {
    /// Two friends, who know nothing of each other but lines.
    private struct Friends {
        var ann = MessageGame(number: "7k2m", friend: "Ben", me: .first)
        var ben: MessageGame?

        /// The one to move does this, and the other one reads it.
        mutating func play(_ answers: String...) throws {
            for answer in answers {
                if ann.line == nil {
                    #expect(try ann.answer(answer))
                    let line = try #require(ann.line)
                    if ben == nil { ben = try MessageGame(line) } else { try read(line, &ben) }
                } else {
                    let isAnswer = try ben?.answer(answer)
                    #expect(isAnswer == true)
                    var reader = Optional(ann)
                    try read(try #require(ben?.line), &reader)
                    ann = try #require(reader)
                }
            }
        }

        private func read(_ line: GameLine, _ game: inout MessageGame?) throws {
            game = try MessageGame.read(line.text, among: [(1, try #require(game))]).game
        }
    }

    @Test("Lines alternate; both know the same game, and its end")
    func aGame() throws {
        var friends = Friends()
        try friends.play("4", "4", "3", "3", "2", "2")
        #expect(friends.ann.state == .myTurn && friends.ben?.state == .yourTurn && friends.ben?.game.digits == "443322")
        #expect(friends.ann.line == nil && friends.ben?.line?.text.hasPrefix("4row 7k2m 443322 ") == true)
        try friends.play("1")
        #expect(friends.ann.state == .iWin && friends.ben?.state == .youWin)
        #expect(throws: LineRefusal.notYourTurn) { try friends.ann.answer("n4") }
        #expect(throws: LineRefusal.over) { try friends.ben?.answer("4") }
        try friends.play("n4", "4")
        #expect(friends.ann.number == "7k2n" && friends.ann.me == .second && friends.ann.game.digits == "44")
        #expect(friends.ann.record.pause == "1 0 0" && friends.ben?.record.pause == "0 0 1")
        #expect(friends.ann.line?.letters == [])
    }

    @Test("A draw is offered with a move, and accepted in its place; who is to move may resign")
    func letters() throws {
        var friends = Friends()
        try friends.play("d4")
        #expect(friends.ben?.isDrawOffered == true)
        #expect(MessageGame(try #require(friends.ben?.record)) == friends.ben)
        var resigned = friends
        try friends.play("a")
        #expect(friends.ann.state == .draw && friends.ann.record.reason == .agreed && friends.ben?.state == .draw)
        try resigned.play("d4", "3")
        #expect(throws: LineRefusal.noOffer) { try resigned.ben?.answer("a") }
        try resigned.play("r")
        #expect(resigned.ann.state == .iWin && resigned.ann.record.reason == .resigned)
        #expect(MessageGame(resigned.ann.record) == resigned.ann)
    }

    @Test("Help needs both")
    func help() throws {
        var friends = Friends()
        try friends.play("h4", "4")
        #expect(friends.ben?.theyHelp == true && friends.ben?.isHelped == false)
        try friends.play("3", "h3")
        #expect(friends.ann.isHelped && friends.ben?.isHelped == true)
        #expect(MessageGame(friends.ann.record) == friends.ann)
    }

    @Test("Own, known and old lines change nothing; those that do not fit are refused")
    func refusals() throws {
        var friends = Friends()
        try friends.play("4", "4", "3")
        let before = friends.ann
        var ann = friends.ann
        func read(_ digits: String, _ letters: Set<GameLine.Letter> = []) throws(LineRefusal) -> LineNews {
            try ann.read(GameLine(number: "7k2m", letters: letters, digits: digits))
        }
        #expect(try read("443") == .own && (try read("44")) == .old && (try read("4")) == .old)
        for digits in ["442", "5"] { #expect(throws: LineRefusal.contradicts(friend: "Ben")) { try read(digits) } }
        #expect(throws: LineRefusal.contradicts(friend: "Ben")) { try read("44", [.resign]) }
        #expect(throws: LineRefusal.notOffered) { try read("443", [.accept]) }
        for digits in ["4444444", "12121212"] { #expect(throws: LineRefusal.impossible) { try read(digits) } }
        for letters in [Set([GameLine.Letter.resign, .accept]), [.next], [.resign, .draw]] {
            #expect(throws: LineRefusal.impossible) { try read("4431", letters) }
        }
        #expect(ann == before)
        #expect(try read("4431") == .new() && (try read("4431")) == .known)
        #expect(try read("443156") == .new(elsewhere: [5]))
        #expect(try read("443156", [.resign]) == .new(isEnded: true))
        #expect(throws: LineRefusal.contradicts(friend: "Ben")) { try read("4431567") }
    }

    @Test("The longer record counts on another device")
    func twoDevices() throws {
        var friends = Friends()
        try friends.play("4", "4", "3")
        var tablet = try MessageGame(try #require(friends.ann.line), isOurs: true)
        #expect(tablet.me == .first && tablet.state == .yourTurn && tablet.game == friends.ann.game)
        try friends.play("3", "2")
        #expect(try tablet.read(try #require(friends.ann.line)) == .new(elsewhere: [2]))
        #expect(tablet.line == friends.ann.line)
    }

    @Test("What is no answer", arguments: ["", "8", "0", "44", "x4", "4d", "dr", "ra", "n", "rr", "r4", "na", "٤"])
    func noAnswers(text: String) { #expect(!MessageGame.isAnswer(text)) }
}
