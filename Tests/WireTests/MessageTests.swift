// Lobby and game messages through the codec: what goes in comes out, and damaged fields are passed over.

import Testing

@testable import Wire

@Suite struct MessageTests {
    @Test func fieldsOfEveryKind() throws {
        let fields = MessageFields(
            kind: 9, numbers: ["a": .min, "b": 0], texts: ["name": "Zoë", "": ""], lists: ["all": ["日本", ""], "none": []])
        let archive = KeyedArchiver.archive(root: "packet", ofClass: "MTPacket") { archiver in
            [("data", archiver.add(fields.archived)), ("type", .integer(22)), ("action", .integer(0))]
        }
        let bytes = archive.binary
        #expect(PacketArchive.fields(in: bytes) == fields)
    }

    @Test func anUnknownKindIsPassedOver() throws {
        #expect(SnapMessage(MessageFields(kind: 999)) == nil && SecretNumberMessage(MessageFields(kind: 999)) == nil)
    }
}
