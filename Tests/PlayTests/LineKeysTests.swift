// Which digit opens which line of a list whose lines come and go.

import Screen
import Session
import TestSupport
import Testing
import Wire

@testable import Play

@Suite struct LineKeysTests {
    private func keys(_ lists: [String]...) -> (list: ChoiceList, names: [String?]) {
        var list = ChoiceList()
        for rows in lists { list.setRows(rows) }
        let digits = Binding.digits.filter { list.index(named: $0) != nil }
        let names = (lists.last ?? []).indices.map { index in digits.first { list.index(named: $0) == index }?.name }
        return (list, names)
    }

    @Test func aLineKeepsItsDigit() {
        #expect(keys(["Bob"], ["Ann", "Bob"], ["Ann", "Bob", "Cyd"]).names == ["2", "1", "3"])
        #expect(keys(["Ann", "Bob", "Cyd"], ["Ann", "Cyd"]).names == ["1", "3"])
    }

    @Test func aDigitIsNotGivenOutAgainWhileAnyWasNeverUsed() {
        #expect(keys(["Ann", "Bob"], ["Bob"], ["Bob", "Cyd"]).names == ["2", "3"])
        #expect(
            keys(["Ann", "Bob"], ["Bob"], ["Cyd", "Ann", "Bob"]).names == ["3", "1", "2"], "back again, with the same digit")
    }

    @Test func withoutAnyLeftTheOneThatWentFirstIsTaken() {
        let ten = (1...10).map { "row \($0)" }
        let later = ten.filter { $0 != "row 4" && $0 != "row 2" }
        #expect(keys(ten).names.last == "0")
        #expect(keys(ten, ten.filter { $0 != "row 4" }, later, later + ["new"]).names.last == "4")
        #expect(keys(ten + ["another"], later + ["another"]).names.last == .some(nil), "no line gets another's digit")
        #expect(keys(ten + ["another"]).names.last == .some(nil))
    }

    /// Where a digit only chooses.
    @Test func theDigitsCountTheLines() {
        var list = ChoiceList()
        func keys(_ rows: [String], letters: [String: Unicode.Scalar?] = [:]) -> [String?] {
            list.setRows(rows, letters: letters, countsRows: true)
            return rows.indices.map { list.key(of: $0) }
        }
        #expect(keys(["Ann", "Bob", "Cyd"]) == ["1", "2", "3"])
        list.choose(2)
        #expect(keys(["Cyd", "Dan"]) == ["1", "2"] && list.chosen == 0 && list.index(named: .character("2")) == 1)
        #expect(keys(["Name", "Start", "Cyd", "Dan"], letters: ["Name": "n", "Start": nil]) == ["N", nil, "1", "2"])
        #expect(keys((1...12).map { "row \($0)" }) == Binding.digits.map(\.name) + [nil, nil])
    }

    /// Where the chosen row goes its neighbour is chosen, and not what stands below the list.
    @Test func theNeighbourIsChosen() {
        var list = ChoiceList()
        list.setRows(["Ann", "Bob", "Cyd", "Address"], letters: ["Address": "a"])
        list.choose(2)
        list.setRows(["Ann", "Bob", "Address"], letters: ["Address": "a"])
        #expect(list.chosen == 1)
        list.choose(0)
        list.setRows(["Bob", "Address"], letters: ["Address": "a"])
        #expect(list.chosen == 0)
    }

    @Test func whatComesAndGoesHasNoDigit() {
        var list = ChoiceList()
        list.setRows(["Resume", "Go on", "Host"], letters: ["Resume": "g", "Go on": nil])
        #expect(list.index(named: .character("1")) == 2)
    }

    @Test func theChoiceStaysWithItsLine() {
        var list = ChoiceList()
        list.setRows(["Bob", "Cyd"])
        list.choose(1)
        list.setRows(["Ann", "Bob", "Cyd"])
        #expect(list.chosen == 2)
        list.setRows(["Ann"])
        #expect(list.chosen == 0)
    }
}

@Suite struct ChangingListTests {
    @Test func gamesOnTheNetwork() {
        let seat = Seat()
        seat.press(.character("j"))
        #expect(seat.shows("A  Type an address"))
        let browser = seat.machine.browsers[0]
        browser.find("Zoë", at: "10.0.0.3:1")
        browser.find("Ann", at: "10.0.0.1:1")
        #expect(seat.shows("2  Ann") && seat.shows("1  Zoë") && seat.shows("A  Type an address"))
        browser.tell(.lost(name: "Zoë"))
        seat.press(.character("1"))
        #expect(seat.machine.attempts.isEmpty, "no other game lies under that digit")
        browser.find("Bob", at: "10.0.0.2:1")
        #expect(seat.shows("2  Ann") && seat.shows("3  Bob"))
        seat.press(.character("3"))
        #expect(seat.shows("Connecting to Bob…"))
    }

    @Test("What is wrong with an address stands below it, and what is typed next replaces it")
    func typedAddress() {
        let seat = Seat()
        seat.type("ja")
        let other = Seat()
        other.navigator.push(NearbyViewController(navigator: other.navigator))
        other.type("a")
        other.press(.enter)
        #expect(other.shows("Type an address, such as 192.168.1.7") && other.shows("Address:"))
        seat.type("127.0.0.1:1")
        seat.press(.enter)
        seat.machine.attempts[0].completion(.failure(.refused))
        #expect(seat.shows("Address: 127.0.0.1:1"))
        let row = seat.lines.firstIndex { $0.contains("Address: 127.0.0.1:1") } ?? 0
        #expect(seat.lines[(row + 1)...].joined().contains("127.0.0.1"), "the reason is below")
        seat.press(.paste("10.0.0.7"))
        #expect(seat.shows("Address: 10.0.0.7") && !seat.shows("127.0.0.1"))
    }

    @Test func playersNearby() {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openNearby()
        #expect(all.shows(0, "1  Bob") && all.shows(0, "2  Zoë"))
        all.press(0, .character("1"), .enter)
        #expect(all.shows(1, "1  Ann") && all.shows(1, "▸ invites you"))
        all.press(1, .character("y"))
        #expect(all.shows(0, "S Send away") && all.shows(0, "D Close the table"))
        #expect(all.shows(0, "1  Bob") && all.shows(0, "2  Zoë"))
        #expect(all.shows(1, "D Leave") && all.shows(1, "1  Ann"))
        all.press(1, .character("d"), .character("y"))
        #expect(all.shows(1, "‹ Test game ›") && all.shows(1, "1  Ann"))
        all.leaveAll()
    }

    /// Whoever is still there keeps the order, and is counted from the top.
    @Test func playersNearbyAreCountedFromTheTop() {
        let all = Neighbourhood(["Ann", "Bob", "Cyd", "Dan"])
        all.openNearby()
        all.press(0, .character("3"))
        #expect(all.shows(0, "1  Bob") && all.shows(0, "2  Cyd") && all.shows(0, "▸ 3  Dan"))
        all.press(1, .escape, .character("q"))
        all.seats[1].navigator.leaveAll()
        all.network.settle()
        #expect(all.shows(0, "1  Cyd") && all.shows(0, "▸ 2  Dan"))
        all.press(2, .character("h"))
        #expect(all.shows(0, "+ Test game, 1 of 4"))
        #expect(all.shows(0, "1  Cyd") && all.shows(0, "▸ 2  Dan"), "it stays where it was")
        all.leaveAll()
    }

    @Test func tables() {
        let all = Neighbourhood(["Ann", "Bob"])
        all.openTables()
        let browser = all.seats[1].machine.browsers[1]
        browser.find("Aaa", ["game": "test", "players": "1", "limit": "4"])
        #expect(all.shows(1, "1  Ann") && all.shows(1, "2  Aaa"))
        browser.tell(.lost(name: "Aaa"))
        all.press(1, .character("1"), .enter)
        #expect(all.shows(1, "Waiting for Ann to start"))
        all.leaveAll()
    }

    /// A game that can be resumed is a line of its own letter: the menu's numbers stay.
    @Test func theMenu() {
        let pair = Pair()
        pair.play("44")
        pair.kill(0)
        pair.press(1, .character("s"))
        #expect(pair.guest.shows("Resume with Ann") && pair.guest.shows("1  Host a game") && pair.guest.shows("7  Learn"))
        pair.press(1, .character("2"))
        #expect(pair.guest.shows("Type an address"))
    }
}

@Suite struct SendingAwayTests {
    private func table() -> Neighbourhood {
        let all = Neighbourhood(["Ann", "Bob", "Zoë"])
        all.openTables()
        all.press(1, .enter)
        all.press(2, .enter)
        return all
    }

    @Test func itIsAskedFirst() {
        let all = table()
        all.press(0, .character("s"))
        #expect(!all.shows(0, "away?"), "S is no start")
        all.press(0, .down, .character("s"))
        #expect(all.shows(0, "Send Bob away?") && all.shows(0, "Send away  Y") && all.shows(0, "Keep  N"))
        all.press(0, .enter)
        #expect(!all.shows(0, "Send Bob away?") && all.shows(1, "Waiting for Ann"), "Enter keeps")
        for no in [Key.escape, .character("n")] {
            all.press(0, .character("s"), no)
            #expect(all.shows(1, "Waiting for Ann") && all.shows(0, "At the table: Bob, Zoë"))
        }
        all.press(0, .character("s"), .character("y"))
        #expect(all.shows(1, "Ann sent you away.") && all.shows(0, "At the table: Zoë"))
        #expect(all.shows(0, "▸    Start the game") && all.shows(0, "2/4 players"))
        all.press(0, .down, .character("s"), .character("y"))
        #expect(all.shows(2, "Waiting for Ann"), "who is free cannot be sent away")
        all.leaveAll()
    }

    @Test func whoLeavesMeanwhileIsNotAskedAbout() {
        let all = table()
        all.press(0, .down, .character("s"))
        all.press(1, .escape, .character("q"))
        #expect(!all.shows(0, "away?") && !all.shows(0, "Send away  Y"))
        all.press(0, .character("y"))
        #expect(all.shows(2, "Waiting for Ann"))
        all.leaveAll()
    }

    @Test func aClickAnswers() throws {
        let all = table()
        all.press(0, .down, .down, .character("s"))
        let row = try #require(all.seats[0].lines.last)
        let place = try #require(row.ranges(of: "Send away").first)
        all.press(0, .click(Point(x: row.distance(from: row.startIndex, to: place.lowerBound), y: 23)))
        #expect(all.shows(2, "Ann sent you away."))
        all.leaveAll()
    }
}
