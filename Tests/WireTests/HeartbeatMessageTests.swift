// Heartbeats through the codec, and fields that are none.

import TestSupport
import Testing

@testable import Wire

@Suite struct HeartbeatMessageTests {
    @Test(arguments: [
        HeartbeatMessage(), HeartbeatMessage(read: 7), HeartbeatMessage(read: .max), HeartbeatMessage(silent: [0, 3]),
    ]) func roundTrip(_ message: HeartbeatMessage) throws {
        var decoder = PacketDecoder()
        decoder.append(Packet.frame(of: .heartbeat(message)))
        #expect(try decoder.next() == .heartbeat(message))
    }

    @Test(arguments: [
        MessageFields(), MessageFields(kind: 0), MessageFields(kind: 1, numbers: ["read": 0]),
        MessageFields(kind: 0, numbers: ["read": -1]),
        MessageFields(kind: 0, numbers: ["read": 0], lists: ["silent": ["x"]]),
        MessageFields(kind: 0, numbers: ["read": 0], lists: ["silent": ["-1"]]),
        MessageFields(kind: 0, numbers: ["read": 0], lists: ["silent": (0..<17).map(String.init)]),
    ]) func whatSaysNothingIsPassedOver(fields: MessageFields) throws {
        let frame = Packet.frame(of: .game(GamePacket(type: 27, content: .fields(fields))))
        #expect(Outcome(of: [frame]).packets == [.ignored(type: 27)])
    }
}
