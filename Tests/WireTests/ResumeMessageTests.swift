// What is said about a game that can be taken up: what goes in comes out, and what says nothing is passed over.

import Testing

@testable import Wire

@Suite struct ResumeMessageTests {
    static let id = [UInt8](0..<16)
    static let key = [UInt8](100..<132)
    static let nonce = [UInt8](200..<232)

    static let histories = [
        MatchHistory(),
        MatchHistory(
            game: 1_000_000, isHostFirst: false, takeBacks: 3, digits: String(repeating: "7", count: 42), before: "1212121",
            allowed: [.hints, .undo]),
    ]

    /// Of a player who only looks.
    private static let glance: MatchHistory = {
        var history = MatchHistory(digits: "44")
        history.isLooking = true
        return history
    }()

    static let messages: [ResumeMessage] =
        [
            .open(ResumeToken(id: id, key: SecretBytes(key))), .call(mark: id, nonce: nonce, share: key),
            .answer(share: nonce, proof: key + nonce),
        ]
        + (histories + [glance]).map { .history($0, proof: nonce) }

    @Test(arguments: messages) func roundTrip(message: ResumeMessage) {
        #expect(ResumeMessage(message.fields) == message)
    }

    @Test(arguments: messages) func whatLacksAFieldIsNone(message: ResumeMessage) {
        for name in message.fields.numbers.keys {
            var damaged = message.fields
            damaged.numbers[name] = nil
            #expect(ResumeMessage(damaged) == nil, "without \(name)")
        }
        for name in message.fields.texts.keys {
            var damaged = message.fields
            damaged.texts[name] = nil
            #expect(ResumeMessage(damaged) == nil, "without \(name)")
        }
    }

    @Test(arguments: [
        ("game", Int64(0)), ("game", 1_000_001), ("game", .min), ("hostFirst", 2), ("hostFirst", -1), ("takeBacks", -1),
        ("allowed", -1),
        ("allowed", .max), ("presence", 3),
    ])
    func numbersThatCannotBeAreNone(name: String, number: Int64) {
        var fields = ResumeMessage.history(MatchHistory(), proof: Self.key).fields
        fields.numbers[name] = number
        #expect(ResumeMessage(fields) == nil)
        fields.kind = 7
        #expect(ResumeMessage(fields) == nil)
    }

    @Test(arguments: [
        ("moves", String(repeating: "1", count: 43)), ("before", String(repeating: "1", count: 43)), ("proof", ""),
        ("proof", String(repeating: "0", count: 63)), ("proof", String(repeating: "A", count: 64)),
    ])
    func textsThatCannotBeAreNone(name: String, text: String) {
        var fields = ResumeMessage.history(MatchHistory(), proof: Self.key).fields
        fields.texts[name] = text
        #expect(ResumeMessage(fields) == nil)
    }

    /// No two histories are proved by the same bytes, wherever the digits stand.
    @Test func historiesHaveBytesOfTheirOwn() {
        var all = Self.histories
        for digits in ["", "1", "12"] {
            for before in ["", "1", "2", "12"] {
                for allowed in [Set<ConsentTopic>(), [.hints], [.scores]] {
                    all.append(MatchHistory(game: 2, digits: digits, before: before, allowed: allowed))
                }
            }
        }
        #expect(Set(all.map(\.bytes)).count == all.count)
    }
}
