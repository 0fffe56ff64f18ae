// What a friend types or pastes to join: every form, whole and broken by a narrow terminal.

import TestSupport
import Testing

@testable import Session

@Suite struct JoinCodeTests {
    nonisolated private static let words = "lemon-otter-violet-zebra"
    nonisolated private static let lines = [
        "198.51.100.7:27364 " + words, "198.51.100.7:27364 100.64.0.7:27364 " + words, "[2001:db8::1]:27364 " + words,
        "198.51.100.7:27364 [2001:db8:85a3::8a2e:370:7334]:40000 " + words, "198.51.100.7 " + words,
    ]

    @Test("A line is read as it is written", arguments: lines)
    func whole(line: String) throws {
        let code = try JoinCode(typed: line)
        #expect(code.text == line)
        guard case .direct(let addresses, let passphrase) = code else { return #expect(Bool(false), "\(code)") }
        #expect(addresses == line.split(separator: " ").dropLast().map(String.init) && passphrase.hyphened == Self.words)
    }

    @Test("A break anywhere in a line does no harm", arguments: lines)
    func broken(line: String) throws {
        for place in 1..<line.count {
            let broken = String(line.prefix(place)) + "\n" + String(line.dropFirst(place))
            #expect((try? JoinCode(typed: broken))?.text == line, "\(broken)")
        }
    }

    @Test("A host may have a name")
    func named() throws {
        let line = "ann.example.org:27364 " + Self.words
        #expect(try JoinCode(typed: line).text == line)
    }

    @Test("A room's code, with and without its relay")
    func rooms() throws {
        #expect(try JoinCode(typed: "481 306 heron-cabin onion copper").text == "481306 heron cabin onion copper")
        let line = "mqtts://relay.example.org 481306 heron cabin onion copper"
        #expect(try JoinCode(typed: line).text == line)
        #expect(try JoinCode(typed: "mqtts://relay.exa\nmple.org 481306\nheron cabin onion copper").text == line)
    }

    @Test(
        "What is missing or wrong is said",
        arguments: [
            ("198.51.100.7:27364", CodeMistake.wordCount(0)),
            ("198.51.100.7:27364 lemon otter", .wordCount(2)), ("198.51 lemon otter violet zebra", .digitCount(5)),
            ("mqtts://relay.example.org lemon otter violet zebra", .digitCount(0)), ("", .digitCount(0)),
        ])
    func mistakes(text: String, mistake: CodeMistake) { #expect(throws: mistake) { try JoinCode(typed: text) } }

    @Test("A password is hidden, and filled in again")
    func passwords() {
        let url = "mqtts://ann:secret@relay.example.org:8883"
        #expect(url.hidingPassword() == "mqtts://ann:***@relay.example.org:8883" && url.hidingPassword().hasHiddenPassword)
        #expect(url.hidingPassword().filling(password: "a b/é") == "mqtts://ann:a%20b%2F%C3%A9@relay.example.org:8883")
        #expect("mqtts://ann@relay.example.org".hidingPassword(hasOther: true) == "mqtts://ann:***@relay.example.org")
        for plain in ["mqtts://relay.example.org", "mqtts://ann@relay.example.org", ""] {
            #expect(plain.hidingPassword() == plain)
        }
    }

    @Test("Addresses are tried a quarter of a second apart, and the first that knows the words wins")
    func staggered() throws {
        let machine = FakeEnvironment()
        let joining = Joining(environment: machine)
        let endpoints = ["198.51.100.7:1", "100.64.0.7:2"].map(FakeEnvironment.endpoint)
        joining.attempt(try Passphrase(typed: Self.words), at: JoinTarget(at: endpoints[0], or: [endpoints[1]]))
        #expect(machine.attempts.map(\.endpoint) == [endpoints[0]])
        machine.advance(milliseconds: 249)
        #expect(machine.attempts.count == 1)
        machine.advance(milliseconds: 1)
        #expect(machine.attempts.map(\.endpoint) == endpoints)
        machine.attempts[0].completion(.failure(.timedOut))
        #expect(joining.activity == .connecting)
        for number in 1...3 {
            machine.attempts[number].completion(.failure(.refused))
            #expect(joining.activity == .connecting, "a router may let connections in a moment later")
            machine.advance(milliseconds: 1000)
            #expect(machine.attempts.count == number + 2 && machine.attempts.last?.endpoint == endpoints[1])
        }
        machine.attempts[4].completion(.failure(.refused))
        #expect(joining.activity == nil)
    }

    @Test("The first connection to a table is enough, and its host is waited for")
    func table() {
        let machine = FakeEnvironment()
        let joining = Joining(environment: machine)
        joining.joinTable(JoinTarget(at: FakeEnvironment.endpoint("198.51.100.7:1")))
        machine.attempts[0].completion(.success(FakeConnection()))
        #expect(joining.activity == .talking)
    }
}
