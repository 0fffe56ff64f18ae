// The decoder as a stream: headers, memory, work, what an error leaves behind, and bytes that nobody sane would send.

import Engine
import TestSupport
import Testing

@testable import Wire

@Suite struct DecoderTests {
    @Test func aNewDecoderWaitsForNothing() throws {
        var decoder = PacketDecoder()
        #expect(!decoder.isInsideFrame)
        #expect(try decoder.next() == nil)
        decoder.append([])
        #expect(!decoder.isInsideFrame)
    }

    @Test func insideAFrame() throws {
        var decoder = PacketDecoder()
        for byte in Packet.frame(of: .startNewGame) {
            #expect(try decoder.next() == nil)
            decoder.append([byte])
            #expect(decoder.isInsideFrame)
        }
        #expect(try decoder.next() == .startNewGame)
        #expect(!decoder.isInsideFrame)
        #expect(try decoder.next() == nil)
    }

    static let headers: [([UInt8], WireError?)] = [
        ([0, 0, 0, 0, 0, 0, 0, 0], .badLength), ([1, 0, 1, 0, 0, 0, 0, 0], .badLength),
        ([0, 0, 0, 0, 0, 0, 0, 0x80], .badLength), ([255, 255, 255, 255, 255, 255, 255, 255], .badLength),
        ([0, 0, 1, 0, 0, 0, 0, 0], nil), ([1, 0, 0, 0, 0, 0, 0, 0], nil),
    ]

    /// A header is judged as soon as it is whole, before any byte of the body.
    @Test(arguments: headers) func header(bytes: [UInt8], error: WireError?) {
        #expect(Outcome(of: [bytes.dropLast()]).error == nil)
        #expect(Outcome(of: [bytes]).error == error)
    }

    @Test func afterAnErrorNothingComes() {
        var decoder = PacketDecoder()
        decoder.append(Packet.frame(of: .yield) + [1, 0, 0, 0, 0, 0, 0, 0, 0])
        #expect(throws: Never.self) { try decoder.next() }
        for _ in 0..<3 {
            #expect(throws: WireError.damaged) { try decoder.next() }
            #expect(!decoder.isInsideFrame)
            decoder.append(Packet.frame(of: .startNewGame))
            #expect(decoder.buffer.isEmpty)
        }
    }

    @Test func aClaimReservesNoMemory() throws {
        var decoder = PacketDecoder()
        decoder.append([0, 0, 1, 0, 0, 0, 0, 0, 1])
        #expect(try decoder.next() == nil)
        #expect(decoder.buffer.capacity < 100)
    }

    /// 64 KiB byte by byte: the buffer moves in memory only as it doubles, and reading nothing moves nothing.
    @Test func byteByByteIsLinear() throws {
        var decoder = PacketDecoder()
        var places: Set<UInt> = []
        var moves = 0
        var last: UInt = 0
        let header: [UInt8] = [0, 0, 1, 0, 0, 0, 0, 0]
        for byte in Packet.frame(of: .startNewGame) + header + [UInt8](repeating: 7, count: 65_535) {
            decoder.append([byte])
            _ = try decoder.next()
            let place = decoder.buffer.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
            places.insert(place)
            if place != last { moves += 1 }
            last = place
        }
        #expect(moves < 24)
        decoder.append([7])
        #expect(throws: WireError.damaged) { try decoder.next() }
    }

    /// A caller that takes one packet for every one it appends, behind a backlog: what is consumed does not stay for ever.
    @Test func consumedBytesAreDropped() throws {
        let frame = Packet.frame(of: .didAddDisc(column: 6))
        var decoder = PacketDecoder()
        for _ in 0..<10 { decoder.append(frame) }
        for _ in 0..<1000 {
            decoder.append(frame)
            #expect(try decoder.next() == .didAddDisc(column: 6))
            #expect(decoder.buffer.count <= frame.count * 23)
        }
        for _ in 0..<10 { #expect(try decoder.next() == .didAddDisc(column: 6)) }
        #expect(try decoder.next() == nil)
    }

    /// Frames bent by a seeded generator: a value or an error, never a trap, and never more packets than bytes allow.
    @Test func bentFrames() {
        var random = SeededGenerator(seed: 2013)
        let frames = Frame.golden.map(\.bytes) + EncoderTests.packets.map(Packet.frame)
        for _ in 0..<10_000 {
            let bytes = bent(frames, with: &random)
            let whole = Outcome(of: [bytes])
            let tear = Int.random(in: 0...bytes.count, using: &random)
            // Said once and not forty thousand times: under a sanitizer that takes half an hour.
            if !isSound(whole, of: bytes) || Outcome(of: [bytes[..<tear], bytes[tear...]]) != whole {
                Issue.record("torn at \(tear): \(bytes) is \(whole)")
            }
        }
    }

    private func isSound(_ outcome: Outcome, of bytes: [UInt8]) -> Bool {
        outcome.packets.count * 9 <= bytes.count && (outcome.error == nil || !outcome.isWaiting)
            && outcome.messages.allSatisfy { if case .didAddDisc(let column) = $0 { 0...6 ~= column } else { true } }
    }

    private func bent(_ frames: [[UInt8]], with random: inout SeededGenerator) -> [UInt8] {
        var bytes = frames.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = bytes.indices.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = [0, 1, 7, 8, 0x0f, 0x7f, 0x80, 0xaf, 0xdf, 0xff].randomElement(using: &random) ?? 0
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: place)
            default: bytes.removeLast(min(bytes.count, Int.random(in: 1...40, using: &random)))
            }
        }
        if Bool.random(using: &random), bytes.count > 8 { bytes = HandMade.frame(Array(bytes.dropFirst(8))) }
        return bytes
    }
}
