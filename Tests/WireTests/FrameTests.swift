// Every known frame through the decoder: whole, byte by byte, and several at once. The manifests are the judges.

import TestSupport
import Testing
import Wire

/// What a decoder made of a stream, and Four in a Row of its packets.
struct Outcome: Equatable {
    /// The packets, in order; none behind a wrong disc.
    var packets: [Packet] = []
    /// What they say in a game of Four in a Row; nil for what is passed over there.
    var messages: [FourInARowMessage?] = []
    /// What ended them, if anything did.
    var error: WireError?
    /// Whether the decoder waited inside a frame at the end.
    var isWaiting = false

    /// Feeds a decoder with pieces and asks it for packets behind each.
    init(of pieces: some Sequence<some Collection<UInt8>>) {
        var decoder = PacketDecoder()
        for piece in pieces {
            decoder.append(Array(piece))
            do throws(WireError) {
                while let packet = try decoder.next() { try take(packet) }
            } catch {
                self.error = error
                if !isDead(&decoder) { return }
            }
        }
        isWaiting = decoder.isInsideFrame
    }

    private mutating func take(_ packet: Packet) throws(WireError) {
        var message: FourInARowMessage?
        if case .game(let packet) = packet { message = try FourInARowMessage(packet) }
        packets.append(packet)
        messages.append(message)
    }

    /// Whether it was the decoder that gave up, and not the game.
    private func isDead(_ decoder: inout PacketDecoder) -> Bool {
        do throws(WireError) {
            _ = try decoder.next()
            return false
        } catch {
            return true
        }
    }
}

@Suite struct FrameTests {
    @Test func theFramesAreThere() {
        #expect(Frame.golden.count == 54)
        #expect(Frame.malformed.count == 357)
    }

    @Test(arguments: Frame.golden) func golden(_ frame: Frame) {
        judge(frame, Outcome(of: [frame.bytes]), times: 1)
        judge(frame, Outcome(of: frame.bytes.map { [$0] }), times: 1)
        judge(frame, Outcome(of: [frame.bytes + frame.bytes + frame.bytes]), times: 3)
        judge(frame, Outcome(of: [frame.bytes.dropLast(100), frame.bytes.suffix(100) + frame.bytes]), times: 2)
    }

    /// The same verdict whole, in bytes, and behind two good frames.
    @Test(arguments: Frame.malformed) func malformed(_ frame: Frame) {
        let good = Packet.frame(of: .startNewGame)
        let whole = Outcome(of: [frame.bytes])
        judge(frame, whole, times: 1)
        #expect(Outcome(of: frame.bytes.map { [$0] }) == whole)
        let behind = Outcome(of: [good + good + frame.bytes])
        #expect(behind.packets == [.startNewGame, .startNewGame] + whole.packets)
        #expect(behind.error == whole.error)
    }

    private func judge(_ frame: Frame, _ outcome: Outcome, times: Int) {
        switch frame.verdict {
        case "accept":
            #expect(outcome.error == nil)
            let message: FourInARowMessage? =
                frame.columns[0] == "1" ? .startNewGame : Int(frame.columns[2]).map { .didAddDisc(column: $0) }
            #expect(message != nil && outcome.messages == Array(repeating: message, count: times))
        case "ignore":
            #expect(outcome.error == nil && outcome.packets.count == times)
            for (packet, message) in zip(outcome.packets, outcome.messages) {
                if message != nil || Self.isControlOrLobby(packet) { Issue.record("\(packet) should have been ignored") }
                // Only the golden manifest has a column for the type.
                if frame.columns.count > 1 { #expect(String(packet.type) == frame.columns[0]) }
            }
        case "reject":
            #expect(outcome.error != nil && outcome.packets.isEmpty && !outcome.isWaiting)
        case "wait":
            #expect(outcome.isWaiting && outcome.packets.isEmpty && outcome.error == nil)
        default:
            #expect(frame.verdict == "any" && outcome.packets.count <= times)
            #expect(outcome.packets.count == times || outcome.error != nil)
            for case .didAddDisc(let column)? in outcome.messages { #expect(0...6 ~= column) }
        }
    }

    private static func isControlOrLobby(_ packet: Packet) -> Bool {
        switch packet {
        case .control, .lobby: true
        case .game, .ignored: false
        }
    }
}
