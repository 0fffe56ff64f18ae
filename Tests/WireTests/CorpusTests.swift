// The fuzzer's corpus: that it has every packet there is, of every kind, so that the fuzzer begins with what it would not hit upon.

import Foundation
import Testing

@testable import Wire

@Suite struct CorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fuzz/PacketsCorpus")

    /// The packets of an input as the fuzzer reads it: behind the first byte stand frames, or the body of one.
    private static func packets(in input: [UInt8]) -> [Packet] {
        let stream = Array(input.dropFirst())
        let header = (0..<8).map { UInt8(truncatingIfNeeded: stream.count >> ($0 * 8)) }
        return Outcome(of: [stream]).packets + Outcome(of: [header + stream]).packets
    }

    private static func kinds() throws -> Set<[Int64]> {
        var kinds: Set<[Int64]> = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            for packet in packets(in: [UInt8](try Data(contentsOf: folder.appending(path: name)))) {
                kinds.insert([packet.type, kind(of: packet)])
            }
        }
        return kinds
    }

    private static func kind(of packet: Packet) -> Int64 {
        switch packet {
        case .matchmaking(let message): message.fields.kind
        case .peer(let message): message.fields.kind
        case .secretNumber(let message): message.fields.kind
        case .snap(let message): message.fields.kind
        case .party(let message): message.fields.kind
        case .consent(let message): message.fields.kind
        case .session(let message): message.fields.kind
        case .privacy(let message): message.fields.kind
        case .didAddDisc, .startNewGame, .hello, .bye, .yield, .ignored: 0
        }
    }

    @Test func everyKindOfPacketIsThere() throws {
        let kinds = try Self.kinds()
        let last: [Int64: Int64] = [19: 6, 20: 5, 21: 8, 22: 3, 24: 2, 25: 3, 26: 4]
        for type in [0, 1] + Array(16...26) as [Int64] {
            for kind in 0...last[type, default: 0] {
                #expect(kinds.contains([type, kind]), "no packet \(type) of kind \(kind)")
            }
            #expect(!kinds.contains([type, last[type, default: 0] + 1]), "there is another kind of \(type) now: seed it")
        }
    }
}
