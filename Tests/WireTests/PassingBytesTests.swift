// Bytes on their way: what was read or moved is not left behind. (That nothing is left in a whole program ForgottenKeyTests see.)

import Testing

@testable import Wire

@Suite struct PassingBytesTests {
    private let secret = Packet.control(
        .resume(.open(ResumeToken(id: ResumeMessageTests.id, key: SecretBytes(ResumeMessageTests.key)))))

    @Test func aFrameThatWasReadIsOverwritten() throws {
        let frame = Packet.frame(of: secret)
        var decoder = PacketDecoder()
        decoder.append(frame + frame.prefix(20))
        #expect(try decoder.next() == secret)
        // Its length stays: that is no secret.
        let wiped: [UInt8] = frame.prefix(8) + [UInt8](repeating: 0, count: frame.count - 8)
        let left: [UInt8] = wiped + frame.prefix(20)
        #expect(decoder.buffer == left)
        decoder.append(frame.dropFirst(20))
        #expect(try decoder.next() == secret)
        #expect(decoder.buffer.dropFirst(8).allSatisfy { $0 == 0 })
    }

    @Test func framesTogetherAreTheSameAsOneByOne() {
        let packets = [secret, .startNewGame, .didAddDisc(column: 3)]
        #expect(Packet.frames(of: packets) == packets.flatMap { Packet.frame(of: $0) })
    }

    @Test func bytesGrowAndAreWiped() {
        var bytes: [UInt8] = []
        for byte in 0..<200 { bytes.append(traceless: [UInt8(byte)]) }
        #expect(bytes == (0..<200).map { UInt8($0) })
        let others = bytes
        bytes.overwrite(10..<190)
        #expect(bytes == (0..<200).map { 10..<190 ~= $0 ? 0 : UInt8($0) } && others.allSatisfy { others[Int($0)] == $0 })
        bytes.wipe()
        #expect(bytes.isEmpty && others.count == 200)
    }
}
