// A libFuzzer target over all that a stranger can send: frames to the packet decoder, lines to the helpers' protocols, answers to STUN, the lines
// that friends send each other, games by message.
// A trap, a leak of memory, an endless loop or two answers to one question is a finding. `make fuzz` compiles it, for SwiftPM has no
// way to link a fuzzer.

import HelperProtocol
import Wire

/// The fuzzer's entry: the first byte says where the stream is torn, the rest is the stream.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    guard let tear = bytes.first else { return 0 }
    let stream = bytes.dropFirst()
    fuzzPackets(stream, tornAt: Int(tear) % (stream.count + 1))
    // The fuzzer seldom keeps a length right: the same bytes again as a body of a true length.
    let header = (0..<8).map { UInt8(truncatingIfNeeded: stream.count >> ($0 * 8)) }
    fuzzPackets((header + stream)[...], tornAt: Int(tear) % (stream.count + 9))
    fuzzLine(String(decoding: stream, as: UTF8.self))
    fuzzSTUN(stream, tornAt: Int(tear) % (stream.count + 1))
    // The fuzzer seldom finds the magic number: the same bytes again as the attributes of an answer.
    let head: [UInt8] =
        [1, 1, 0, UInt8(truncatingIfNeeded: stream.count), 0x21, 0x12, 0xA4, 0x42] + Array(repeating: 7, count: 12)
    fuzzSTUN((head + stream)[...], tornAt: Int(tear) % (stream.count + 21))
    fuzzAnswerLine(String(decoding: stream, as: UTF8.self))
    return 0
}

/// What a decoder makes of a stream in some pieces.
private struct Reading: Equatable {
    var packets: [Packet] = []
    var error: WireError?
    var isInsideFrame = false

    init(_ pieces: [ArraySlice<UInt8>]) {
        var decoder = PacketDecoder()
        for piece in pieces {
            decoder.append(piece)
            do throws(WireError) {
                while let packet = try decoder.next() { packets.append(packet) }
            } catch {
                precondition(self.error == nil || self.error == error, "a dead decoder changed its mind")
                self.error = error
            }
        }
        isInsideFrame = decoder.isInsideFrame
    }
}

private func fuzzPackets(_ stream: ArraySlice<UInt8>, tornAt tear: Int) {
    let whole = Reading([stream])
    precondition(whole.packets.count * 9 <= stream.count, "more packets than bytes")
    precondition(whole == Reading([stream.prefix(tear), stream.dropFirst(tear)]), "torn, the stream says something else")
    for packet in whole.packets {
        if case .control(.hello(let hello)) = packet {
            precondition(hello.name.utf8.count <= 63 && hello.version.utf8.count <= 63 && hello.game.utf8.count <= 63)
        }
        if case .game(let packet) = packet {
            fuzzGame(packet)
        } else {
            precondition(Reading([Packet.frame(of: packet)[...]]).packets == [packet], "a packet changed on its way")
        }
    }
}

/// What no game reads may change: of a dictionary, say, only what can be read goes on. What a game has read may not.
private func fuzzGame(_ packet: GamePacket) {
    let message = try? FourInARowMessage(packet)
    if case .didAddDisc(let column) = message { precondition(0...6 ~= column) }
    expectReturn(of: message, \.packet) { try? FourInARowMessage($0) }
    expectReturn(of: SecretNumberMessage(packet), \.packet) { SecretNumberMessage($0) }
    expectReturn(of: SnapMessage(packet), \.packet) { SnapMessage($0) }
}

private func expectReturn<Message: Equatable>(
    of message: Message?, _ packet: (Message) -> GamePacket, _ read: (GamePacket) -> Message?
) {
    guard let message else { return }
    guard case .game(let packet) = Reading([Packet.frame(of: .game(packet(message)))[...]]).packets.first else {
        preconditionFailure("a game's message was lost on its way")
    }
    precondition(read(packet) == message, "a game's message changed on its way")
}

private func fuzzLine(_ line: String) {
    if let event = RelayEvent(line: line) {
        precondition(RelayEvent(line: event.line.dropLast()) == event, "a relay's event changed on its way")
    }
    if let command = RelayCommand(line: line) {
        precondition(RelayCommand(line: command.line.dropLast()) == command, "a relay's command changed on its way")
    }
    if let event = RouterEvent(line: line) {
        precondition(RouterEvent(line: event.line.dropLast()) == event, "a router's event changed on its way")
    }
    if let command = RouterCommand(line: line) {
        precondition(RouterCommand(line: command.line.dropLast()) == command, "a router's command changed on its way")
    }
    if let event = DiscoveryEvent(line: line) {
        precondition(DiscoveryEvent(line: event.line.dropLast()) == event, "an event changed on its way")
    }
    if let command = DiscoveryCommand(line: line) {
        precondition(DiscoveryCommand(line: command.line.dropLast()) == command, "a command changed on its way")
    }
    if let game = try? GameLine(reading: line) {
        precondition(game.text.utf8.count <= 60, "a long line")
        precondition((try? GameLine(reading: game.text)) == game, "a game by message changed on its way")
    }
    let lost = DiscoveryEvent.lost(type: line, name: line)
    precondition(DiscoveryEvent(line: lost.line.dropLast()) == lost, "a text changed on its way")
}

/// What the decoder of a STUN server's answers makes of a stream in some pieces.
private func answers(in pieces: [ArraySlice<UInt8>]) -> (answers: [STUNAnswer], isNonsense: Bool) {
    var decoder = STUNDecoder()
    var answers: [STUNAnswer] = []
    for piece in pieces {
        decoder.append(piece)
        do throws(NoMessage) {
            while let answer = try decoder.next() { answers.append(answer) }
        } catch {
            return (answers, true)
        }
    }
    return (answers, false)
}

private func fuzzSTUN(_ stream: ArraySlice<UInt8>, tornAt tear: Int) {
    let whole = answers(in: [stream])
    precondition(whole.answers.count * 28 <= stream.count, "more answers than bytes")
    precondition(whole == answers(in: [stream.prefix(tear), stream.dropFirst(tear)]), "torn, the server says something else")
    for answer in whole.answers {
        precondition(AddressScope(of: answer.host) != nil, "an address that is none")
        if let address = answer.address { precondition(PublicAddress(address.text) == address, "an address changed on its way") }
    }
}

private func fuzzAnswerLine(_ text: String) {
    for text in [text, AnswerLine.word + " " + text] {
        guard let line = try? AnswerLine(typed: text) else { continue }
        precondition((1...AnswerLine.mostAddresses).contains(line.addresses.count), "a line without an address, or with too many")
        precondition(
            line.addresses.allSatisfy { AddressScope(of: $0.host) == .global && $0.port >= 1024 }, "an address of the LAN")
        precondition((try? AnswerLine(typed: line.text)) == line, "a line changed on its way")
    }
}
