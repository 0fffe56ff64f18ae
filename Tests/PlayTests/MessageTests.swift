// Games by message in memory: two players whose programs know nothing of each other but the lines that they copy and paste.

import Engine
import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

/// Ann and Ben, who pass each other lines.
private struct Friends {
    let seats: [Seat]

    init(size: Size = Size(width: 80, height: 24)) {
        seats = ["Ann", "Ben"].map { name in
            var settings = Seat.still
            settings.name = name
            return Seat(size: size, settings: settings)
        }
        for seat in seats { seat.type("pb") }
        ann.type("nBen")
        ann.press(.enter)
    }

    var ann: Seat { seats[0] }
    var ben: Seat { seats[1] }

    /// The line that one of them copies.
    func line(of seat: Seat) -> String {
        seat.press(.character("c"))
        return seat.machine.copied ?? ""
    }

    /// Ben begins to know the game.
    func introduce() {
        ben.press(.paste(line(of: ann)))
        ben.press(.character("f"))
        ben.type("Ann")
        ben.press(.enter)
    }

    /// The moves of both in turn, the first one being `first`'s; each line is pasted at the other.
    func play(_ digits: String, from first: Int = 0) {
        for (index, digit) in digits.unicodeScalars.enumerated() {
            let (mover, other) = (seats[(first + index) % 2], seats[(first + index + 1) % 2])
            mover.type(String(digit))
            mover.endTheEnd()
            if other === ben, ben.machine.games.kept.isEmpty { introduce() } else { other.press(.paste(line(of: mover))) }
            other.endTheEnd()
        }
    }
}

@Suite struct MessageTests {
    @Test("On a wide screen the friend's name stands above the moves")
    func heading() {
        let friends = Friends(size: Size(width: 120, height: 40))
        friends.play("44")
        #expect(friends.ann.lines.contains { $0.split(separator: " ").last == "Ben" && !$0.contains("You") })
        #expect(!friends.ann.shows("Two players"))
    }

    @Test("A whole game, and the next of the series: the loser begins it")
    func aGame() throws {
        let friends = Friends()
        #expect(friends.ann.machine.games.kept.isEmpty && friends.ann.shows("Your turn"))
        friends.play("4")
        #expect(friends.ann.shows("Send this line to Ben, and paste the answer here: 4row "))
        #expect(friends.ben.game?.scene.game.digits == "4" && friends.ben.shows("Your turn"))
        friends.ben.press(.enter)
        #expect(!friends.ben.shows("Send this line"), "an Enter from habit drops nothing")
        friends.play("43322", from: 1)
        #expect(friends.seats.map { $0.game?.scene.game.digits } == ["443322", "443322"])
        friends.play("1")
        friends.ann.press(.left)
        #expect(friends.ann.showsScore(1, 0, "Ben") && friends.ben.showsScore(0, 1, "Ann"))
        #expect(friends.ann.shows("Send this line to Ben: 4row ") && friends.ben.shows("Next game"))
        friends.ann.press(.character("r"))
        #expect(friends.ann.game?.scene.state == .iWin, "the one who got the last line begins the next game")
        friends.ben.press(.enter)
        #expect(friends.ben.game?.scene.game.moves == [])
        friends.play("44", from: 1)
        #expect(friends.ann.showsScore(1, 0, "Ben") && friends.ann.game?.scene.game.digits == "44")
        for (seat, name) in [(friends.ann, "Ben"), (friends.ben, "Ann")] {
            seat.press(.character("q"))
            let records = seat.machine.games.kept.map(\.record)
            #expect(records.map(\.kind) == [.message, .message] && records.map(\.digits) == ["4433221", "44"])
            #expect(records.allSatisfy { $0.opponent == name } && records[0].result == .first)
            #expect(seat.shows("Play by message"))
        }
        #expect(friends.ben.shows("▸ your turn") && friends.ann.shows("Ben's turn") && friends.ann.shows("✓ you won"))
        friends.ben.press(.escape, .escape)
        #expect(friends.ben.shows("Go on") && friends.ben.shows("Ann, by message, your turn"))
        friends.ben.open("Go on")
        #expect(friends.ben.game?.scene.game.digits == "44")
    }

    @Test("The list has the line in a box, and the game on the board")
    func theList() {
        let friends = Friends()
        friends.play("4425")
        friends.ann.type("1")
        friends.ann.press(.character("q"))
        Snapshot.check(friends.ann.navigator, "by-message")
        #expect(friends.line(of: friends.ann).hasPrefix("4row "))
        friends.ann.press(.character("r"), .control("u"))
        friends.ann.type("Benny")
        friends.ann.press(.enter)
        #expect(friends.ann.shows("Benny's turn") && friends.ann.machine.games.kept.map(\.record.opponent) == ["Benny"])
        friends.ann.press(.character("f"))
        #expect(friends.ann.shows("Forget the game with Benny?"))
        friends.ann.press(.enter, .character("f"), .escape)
        #expect(friends.ann.shows("Benny's turn") && !friends.ann.shows("Forget the game"), "Enter and Esc keep it")
        friends.ann.press(.character("f"), .character("y"))
        #expect(friends.ann.machine.games.kept.map(\.record.reason) == [.abandoned] && !friends.ann.shows("Benny's turn"))
        friends.ann.press(.paste(friends.ann.machine.copied ?? ""))
        #expect(friends.ann.shows("Who sent the line?"))
        Snapshot.check(friends.ann.navigator, "by-message-new")
        friends.ann.press(.character("s"))
        Snapshot.check(friends.ann.navigator, "by-message-friend")
        friends.ann.press(.escape)
        friends.ann.type("l")
        friends.ann.type("4row 7k2m")
        friends.ann.press(.enter)
        #expect(friends.ann.shows("4row 7k2m") && friends.ann.shows("damaged"), "it stays to be mended")
        friends.ann.press(.left, .escape)
        // What is typed in the list is a line, too, not keys.
        friends.ann.type("4row 7k2m")
        #expect(friends.ann.shows("Type a line") && friends.ann.shows("4row 7k2m"))
        friends.ann.press(.escape)
        friends.ann.type("n")
        Snapshot.check(friends.ann.navigator, "by-message-begin")
    }

    @Test("On a small screen, too", arguments: Size.smallest + Size.small) func small(size: Size) {
        let friends = Friends(size: size)
        friends.ann.type("4")
        Snapshot.check(friends.ann.navigator, "by-message-sent")
        friends.ann.press(.character("q"))
        Snapshot.check(friends.ann.navigator, "by-message")
        friends.ben.press(.paste(friends.line(of: friends.ann)))
        Snapshot.check(friends.ben.navigator, "by-message-new")
        friends.ben.press(.character("f"))
        Snapshot.check(friends.ben.navigator, "by-message-friend")
    }

    @Test("Whatever is pasted gets a sentence, and nothing is lost")
    func badLines() {
        let friends = Friends()
        friends.play("44")
        let (ann, kept) = (friends.ann, friends.ann.machine.games.kept)
        let ours = friends.line(of: friends.ben)
        let lines: [(String, String)] = [
            ("hello", "A line begins with 4row"), (ours + "k", "damaged"), (String(ours.dropLast()), "damaged"),
            (ours, "You have read this line before."),
        ]
        for (line, sentence) in lines {
            ann.press(.paste(line))
            #expect(ann.shows(sentence) && ann.game != nil, "\(line)")
            ann.press(.left)
        }
        ann.type("3")
        let mine = friends.line(of: ann)
        ann.press(.paste(mine))
        #expect(ann.shows("This is your own line.") && ann.game != nil)
        ann.press(.left)
        ann.press(.paste(ours))
        #expect(ann.shows("This is an old line.") && ann.game != nil)
        ann.press(.left)
        let other = GameLine(number: String(ours.split(separator: " ")[1]), digits: "4451")
        ann.press(.paste(other.text))
        #expect(ann.shows("This line does not fit your game with Ben.") && ann.game != nil)
        #expect(kept.count == 1 && ann.machine.games.kept.map(\.record.digits) == ["443"])

        ann.press(.left, .character("q"), .escape)
        ann.type("fj")
        ann.press(.paste(ours), .enter)
        #expect(ann.shows("This is an old line."), "pasted where a friend's game is joined")
    }

    @Test("A draw is offered with the line, and answered; a resignation is a line, too")
    func drawsAndResignations() {
        let friends = Friends()
        friends.play("44")
        friends.ann.type("d")
        #expect(friends.ann.shows("move first"))
        friends.ann.type("3")
        friends.ann.type("d")
        #expect(friends.ann.shows("Offer a draw?"))
        friends.ann.press(.escape)
        friends.ann.type("d")
        friends.ann.press(.character("y"))
        #expect(friends.ann.shows("Your line now offers a draw"))
        friends.ben.press(.paste(friends.line(of: friends.ann)))
        #expect(friends.ben.shows("Ann offers a draw."))
        friends.ben.press(.character("y"))
        friends.ben.endTheEnd()
        #expect(friends.ben.game?.scene.state == .draw && friends.ben.shows("4row"))
        friends.ann.press(.paste(friends.line(of: friends.ben)))
        friends.ann.endTheEnd()
        #expect(friends.ann.shows("Draw by agreement.") && friends.ann.machine.games.kept[0].record.reason == .agreed)
        friends.ann.press(.enter)
        friends.play("4")
        friends.ben.game?.askWhetherToResign()
        friends.ben.press(.character("y"))
        friends.ben.endTheEnd()
        friends.ann.press(.paste(friends.line(of: friends.ben)))
        #expect(friends.ann.shows("Ben resigned: you win!"))
    }

    @Test("Hints and scores wait for both")
    func help() {
        let friends = Friends()
        friends.play("4")
        friends.ben.type("h")
        #expect(friends.ben.shows("once you both agree") && friends.ben.game?.insight.hinted.isEmpty == true)
        friends.play("4", from: 1)
        #expect(friends.ann.shows("Ben agrees to hints and scores."))
        friends.ann.type("e")
        #expect(friends.ann.game?.insight.showsScores == true)
        friends.play("3")
        friends.ben.type("e")
        #expect(friends.ben.game?.insight.showsScores == true)
    }

    @Test("In lines: the line is said, and one that is typed is read")
    func inLines() throws {
        let listener = Listener()
        let list = listener.type("p", "b")
        #expect(list.contains("n. New game") && list.contains { $0.hasPrefix("You and a friend send each other one line") })
        listener.type("n", "Ben")
        let said = listener.type("4")
        let line = try #require(said.first { $0.contains("4row") })
        #expect(line.hasPrefix("Send this line to Ben, ") && said.contains("c: Copy. q: Menu."), "\(said)")
        let number = String(try #require(line.plainWords.firstIndex(of: "4row").map { line.plainWords[$0 + 1] }))
        let answer = GameLine(number: number, digits: "43").text
        #expect(listener.type(answer).contains { $0.contains("Ben: column 3, row 1. Your turn.") })
    }
}

extension String {
    /// Its words without what isolates them.
    fileprivate var plainWords: [String] {
        filter { !["\u{2068}", "\u{2069}"].contains($0) }.split(separator: " ").map(String.init)
    }
}
