// The line of a game by message: what is forgiven, and that damage is found. The automaton of its check letters is tried in all states, so
// that what is shown for one line holds for every line.

import Testing

@testable import Wire

@Suite struct GameLineTests {
    /// The shortest kind of line, and one of the longest.
    private static let short = GameLine(number: "7k2m", digits: "4453")
    private static let long = GameLine(
        number: "w4zz", letters: [.draw, .help], digits: "121212434343656565212121434343656565777777")

    @Test("The same lines for ever: another version's are read, too")
    func recorded() throws {
        #expect(Self.short.text == "4row 7k2m 4453 te")
        #expect(Self.long.text == "4row w4zz dh 121212434343656565212121434343656565777777 tc")
        #expect(Self.long.text.count <= 60)
    }

    @Test("Capitals, spaces, line breaks, what cannot be seen and what is said around it do not matter")
    func forgiven() throws {
        for line in [Self.short, Self.long] {
            let text = line.text
            let broken = text.map { String($0) }.joined(separator: " \n")
            let quoted = "> \(Self.short.text)\nMia, 15:04: now \(text)"
            let spoken = ["\(text).", "\(text) :-)", "Hi, \(text)! 😀 See you at 8, Mia"]
            for copy in [text, text.uppercased(), broken, "\u{2068}\(text)\u{2069}\r\n", text.filter { $0 != " " }, quoted]
                + spoken
            {
                #expect(try GameLine(reading: copy) == line, "\(copy)")
            }
        }
        for text in ["", "4", "hello", "5row", "lemon-otter-violet-zebra", "x" + Self.short.text] {
            #expect(throws: GameLine.Mistake.noLine) { try GameLine(reading: text) }
        }
        for text in [
            "4row", "4row 7k2m kd", "4row 7k2m 4453", "4row 7k2m hd 4453 kd", "4row 7k2m 8 kd", Self.long.text + Self.long.text,
        ] {
            #expect(throws: GameLine.Mistake.damaged) { try GameLine(reading: text) }
        }
    }

    @Test("No character leaves a state as it is, none leads where another does, and no two are the same when they are swapped")
    func theAutomaton() {
        let values = 1...GameLine.values.count
        let next = (0..<GameLine.states).map { state in values.map { GameLine.state(after: state, reading: $0) } }
        var mistakes = 0
        for state in next.indices {
            let after = next[state]
            if after.contains(state) || Set(after).count < values.count { mistakes += 1 }
            for one in after.indices {
                for other in 0..<one where next[after[one]][other] == next[after[other]][one] { mistakes += 1 }
            }
        }
        for index in 0..<values.count where Set(next.map { $0[index] }).count < GameLine.states { mistakes += 1 }
        #expect(mistakes == 0)
    }

    @Test("Every wrong, missing, additional or swapped character is found", arguments: [short, long])
    func singleDamage(line: GameLine) {
        let text = Array(line.text.utf8)
        let known = text.filter { $0 != UInt8(ascii: " ") }
        var found = 0
        var accepted: [String] = []
        func expectRefusal(of damaged: [UInt8]) {
            let same = damaged.filter { $0 != UInt8(ascii: " ") }.map { 0x41...0x5A ~= $0 ? $0 + 0x20 : $0 }
            if same == known { return }
            found += 1
            let copy = String(decoding: damaged, as: UTF8.self)
            if (try? GameLine(reading: copy)) != nil { accepted.append(copy) }
        }
        for place in text.indices {
            expectRefusal(of: Array(text[..<place] + text[(place + 1)...]))
            if place > 0 {
                expectRefusal(of: Array(text[..<(place - 1)] + [text[place], text[place - 1]] + text[(place + 1)...]))
            }
            for byte in UInt8(0x20)...0x7E {
                expectRefusal(of: Array(text[..<place] + [byte] + text[(place + 1)...]))
                expectRefusal(of: Array(text[..<place] + [byte] + text[place...]))
            }
        }
        for byte in UInt8(0x20)...0x7E where Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
        {
            expectRefusal(of: text + [byte])
        }
        #expect(accepted == [] && found > 2_000)
    }

    @Test("Of other damage at most one in 500 is not found")
    func otherDamage() {
        var random = Rolls(state: 7)
        var (tried, accepted) = (0, 0)
        for _ in 0..<12_000 {
            let digits = (0..<Int.random(in: 4...42, using: &random)).map { _ in
                Character(String(Int.random(in: 1...7, using: &random)))
            }
            let line = GameLine(
                number: GameLine.number((0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }), digits: String(digits))
            var damaged = digits
            let places = [Int.random(in: damaged.indices, using: &random), Int.random(in: damaged.indices, using: &random)]
                .sorted()
            switch Int.random(in: 0...4, using: &random) {
            case 0: for place in places { damaged[place] = Character(String(Int.random(in: 1...7, using: &random))) }
            case 1: damaged.swapAt(places[0], places[1])
            case 2: damaged.insert(damaged.remove(at: places[0]), at: places[1])
            case 3: damaged.replaceSubrange(places[0]...places[1], with: damaged[places[0]...places[1]].reversed())
            default: damaged.insert(contentsOf: damaged[places[0]...places[1]].prefix(4), at: places[1])
            }
            if damaged == digits || damaged.count > 42 { continue }
            tried += 1
            let whole = line.text.split(separator: " ")
            let copy = "\(whole[0]) \(whole[1]) \(String(damaged)) \(whole[3])"
            if (try? GameLine(reading: copy)) != nil { accepted += 1 }
        }
        #expect(tried > 6_000 && accepted * 500 <= tried, "\(accepted) of \(tried)")
    }

    @Test(
        "Numbers have no characters that are mistaken for each other; one follows the other, and the last is followed by the first"
    )
    func numbers() {
        #expect(Set(GameLine.symbols).isDisjoint(with: "0o1li".utf8) && GameLine.symbols.count == 31)
        #expect(GameLine.number([0, 30, 31, 255, 9]) == "2z29")
        #expect(GameLine.number(after: "7k2m") == "7k2n" && GameLine.number(after: "zzzz") == "2222")
        #expect(GameLine.number(after: "2a9z") == "2aa2")
    }
}

/// The same numbers every time.
private struct Rolls: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 33
    }
}
