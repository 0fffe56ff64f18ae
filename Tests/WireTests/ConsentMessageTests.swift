// What players ask of each other through the codec: what goes in comes out, and what says nothing is passed over.

import Testing

@testable import Wire

@Suite struct ConsentMessageTests {
    static let messages: [ConsentMessage] = ConsentTopic.allCases.flatMap { topic in
        [.ask(topic, ply: 0), .allow(topic, ply: 17), .refuse(topic, ply: 42)]
    }

    @Test(arguments: messages) func whatLacksAFieldIsNone(message: ConsentMessage) {
        for name in message.fields.numbers.keys {
            var damaged = message.fields
            damaged.numbers[name] = nil
            #expect(ConsentMessage(damaged) == nil, "without \(name)")
        }
    }

    @Test(arguments: [("topic", Int64(4)), ("topic", -1), ("ply", 43), ("ply", -1), ("ply", .max)])
    func numbersThatMeanNothingAreNone(name: String, number: Int64) {
        var fields = ConsentMessage.ask(.scores, ply: 3).fields
        fields.numbers[name] = number
        #expect(ConsentMessage(fields) == nil)
        var unknown = ConsentMessage.ask(.scores, ply: 3).fields
        unknown.kind = 9
        #expect(ConsentMessage(unknown) == nil)
    }
}
