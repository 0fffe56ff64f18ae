// What the fuzzer starts from: Tests/Fuzz/PacketsCorpus must hold a frame of each packet type and of each kind of message, so that the fuzzer
// need not find any of them by itself.

import Foundation
import TestSupport
import Testing
import Wire

@Suite struct FuzzCorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fuzz/PacketsCorpus")

    /// The packets that the fuzzer's target reads from an input: behind the first byte, which says where it is torn, a stream; and the
    /// same bytes again as a body.
    private func packets(in input: [UInt8]) -> [Packet] {
        let stream = Array(input.dropFirst())
        let header = (0..<8).map { UInt8(truncatingIfNeeded: stream.count >> ($0 * 8)) }
        return [stream, header + stream].flatMap { bytes in
            var decoder = PacketDecoder()
            decoder.append(bytes)
            var packets: [Packet] = []
            while let packet = try? decoder.next() { packets.append(packet) }
            return packets
        }
    }

    /// The list itself has every kind: each is counted, and none is there twice.
    @Test func theListIsWhole() {
        let names = EveryPacket.all.map(EveryPacket.name)
        #expect(Set(names).count == names.count)
        for packet in EveryPacket.all {
            let kinds = names.count { $0.hasPrefix("\(packet.type)-") }
            #expect(kinds == EveryPacket.kinds(of: packet), "type \(packet.type)")
        }
        #expect(Set(EveryPacket.all.map(\.type)) == Set([0, 1, 99] + (16...22) + (24...31)))
    }

    /// What is missing is written, and the test fails once.
    @Test func everyPacketIsInIt() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        var found: Set<String> = []
        for file in files { found.formUnion(packets(in: [UInt8](try Data(contentsOf: file))).map(EveryPacket.name)) }
        for packet in EveryPacket.all where !found.contains(EveryPacket.name(of: packet)) && packet != .unknown(type: 99) {
            let name = "packet-" + EveryPacket.name(of: packet)
            try Data([0] + Packet.frame(of: packet)).write(to: Self.folder.appendingPathComponent(name))
            Issue.record("\(name) was missing and is written now")
        }
    }
}
