// Lobby and game messages through the codec: what goes in comes out, and damaged fields are passed over.

import Testing

@testable import Wire

@Suite struct MessageTests {
    @Test func fieldsOfEveryKind() throws {
        let fields = MessageFields(
            kind: 9, numbers: ["a": .min, "b": 0], texts: ["name": "Zoë", "": ""], lists: ["all": ["日本", ""], "none": []])
        let packet = Packet.game(GamePacket(type: 99, content: .fields(fields)))
        #expect(Outcome(of: [Packet.frame(of: packet)]).packets == [packet])
    }

    @Test func anUnknownKindIsPassedOver() throws {
        #expect(SnapMessage(MessageFields(kind: 999)) == nil && SecretNumberMessage(MessageFields(kind: 999)) == nil)
    }
}
