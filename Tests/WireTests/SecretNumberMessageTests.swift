// Every message of "Guess the secret number" through the codec, and fields that say none.

import TestSupport
import Testing

@testable import Wire

@Suite struct SecretNumberMessageTests {
    static let bytes = (0..<32).map { UInt8($0 * 8 + 7) }
    static let messages: [SecretNumberMessage] = [
        .choosing(round: 2, keeper: 7), .sealed(round: 1, lowest: 1, highest: 10_000, seal: bytes),
        .guess(round: 1, number: -7), .guess(round: .max, number: .min), .asked(round: 3, player: 1, number: 50),
        .answered(round: 3, player: 1, number: 50, answer: 0), .answered(round: 3, player: .max, number: 0, answer: 2),
        .opened(round: 3, secret: 42, nonce: bytes.reversed()), .next(round: 3, keeps: true), .next(round: -1, keeps: false),
        .left(player: 4), .unanswered(round: 9), .wish(round: 9, player: 2),
    ]

    @Test(arguments: messages) func roundTrip(message: SecretNumberMessage) throws {
        var decoder = PacketDecoder()
        decoder.append(Packet.frame(of: .secretNumber(message)))
        guard case .game(let packet) = try decoder.next() else { return #expect(Bool(false)) }
        #expect(SecretNumberMessage(packet) == message)
    }

    @Test(arguments: messages) func everyFieldIsNeeded(message: SecretNumberMessage) {
        for name in message.fields.numbers.keys {
            var fields = message.fields
            fields.numbers[name] = nil
            #expect(SecretNumberMessage(fields) == nil, "without \(name)")
        }
        for (name, text) in message.fields.texts {
            for wrong in [
                nil, "", String(text.dropLast()), text + "0", text.uppercased(), String(text.dropLast()) + "g", text + "é",
            ] {
                var fields = message.fields
                fields.texts[name] = wrong
                #expect(SecretNumberMessage(fields) == nil, "with \(wrong ?? "no") \(name)")
            }
        }
    }

    @Test(arguments: [("answer", 3), ("answer", -1), ("keeps", 2), ("keeps", -1)] as [(String, Int64)])
    func numbersThatMeanNothing(name: String, value: Int64) {
        for message in Self.messages where message.fields.numbers[name] != nil {
            var fields = message.fields
            fields.numbers[name] = value
            #expect(SecretNumberMessage(fields) == nil)
        }
    }
}
