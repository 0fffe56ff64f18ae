// Signs of life through the codec, and what is none.

import TestSupport
import Testing

@testable import Wire

@Suite struct PresenceMessageTests {
    @Test(arguments: [
        PresenceMessage.alive(silent: []), .alive(silent: [0, 3]), .received(0), .received(.max),
    ]) func roundTrip(_ message: PresenceMessage) throws {
        var decoder = PacketDecoder()
        decoder.append(PacketEncoder.encode(.presence(message)))
        #expect(try decoder.next() == .presence(message))
    }

    @Test(arguments: [
        MessageFields(kind: 2), MessageFields(), MessageFields(kind: 1), MessageFields(kind: 1, numbers: ["count": -1]),
        MessageFields(kind: 0, lists: ["silent": ["x"]]), MessageFields(kind: 0, lists: ["silent": ["-1"]]),
        MessageFields(kind: 0, lists: ["silent": (0..<17).map(String.init)]),
    ]) func whatSaysNothingIsPassedOver(fields: MessageFields) throws {
        let frame = PacketEncoder.encode(.game(GamePacket(type: 27, content: .fields(fields))))
        #expect(Outcome(of: [frame]).packets == [.ignored(type: 27)])
    }
}
