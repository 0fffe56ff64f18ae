// The seal of what is shown to all spectators of a match at a relay. Spectators have its key, so each message is also signed by the host,
// and none of them can show the others anything. Messages are numbered: an old one cannot be shown again.
//
// A message is 24 bytes for the opener and the sealed rest: the signature (64 bytes) of all that follows, the number (8 bytes, the highest
// first), packets, and 0x80 and zeros up to a multiple of 512 bytes. What spectators say to the host is sealed in the same way, without
// signature and number.

import Wire

/// The messages of one stream.
struct StreamSeal {
    /// The most bytes of packets in one message.
    static let mostBytes = 4000
    private static let (step, signatureLength, numberLength) = (512, 64, 8)
    /// What the host's key signs starts with this, and with the stream's name.
    private static let purpose = Array("fourinarow stream 1 ".utf8)

    private let stream: WatchedStream
    private let environment: Cryptography

    init(_ stream: WatchedStream, environment: Cryptography) {
        (self.stream, self.environment) = (stream, environment)
    }

    /// As many of the latest of these packets as fit into one message with `others`.
    static func latest(of packets: some BidirectionalCollection<Packet>, besides others: [Packet]) -> [Packet] {
        var left = mostBytes - Packet.frames(of: others).count
        var latest: [Packet] = []
        for packet in packets.reversed() {
            left -= Packet.frame(of: packet).count
            if left < 0 { break }
            latest.insert(packet, at: 0)
        }
        return latest
    }

    /// A message of the host, whose key this is.
    func seal(_ packets: [Packet], number: Int, by key: PlayerKey) -> [UInt8] {
        let count = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
        let content = filled(count + Packet.frames(of: packets), after: Self.signatureLength)
        return environment.seals.seal(alone: key.sign(Self.purpose + stream.name + content) + content, key: stream.key)
    }

    /// The number and the packets of a message of the host; nil where it is none.
    func open(_ bytes: [UInt8]) -> (number: Int, packets: [Packet])? {
        guard let message = environment.seals.open(alone: bytes, key: stream.key),
            message.count >= Self.signatureLength + Self.numberLength
        else { return nil }
        let content = Array(message[Self.signatureLength...])
        let signature = Array(message[..<Self.signatureLength])
        guard environment.isSignature(signature, of: Self.purpose + stream.name + content, by: stream.author) else { return nil }
        let number = content[..<Self.numberLength].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return packets(in: content[Self.numberLength...]).map { (Int(truncatingIfNeeded: number), $0) }
    }

    /// A message to the host.
    func seal(_ packet: Packet) -> [UInt8] {
        environment.seals.seal(alone: filled(Packet.frame(of: packet), after: 0), key: stream.key)
    }

    /// The packets of a message to the host; nil where it is none.
    func openSign(_ bytes: [UInt8]) -> [Packet]? {
        environment.seals.open(alone: bytes, key: stream.key).flatMap { packets(in: $0[...]) }
    }

    private func filled(_ bytes: [UInt8], after count: Int) -> [UInt8] {
        let rest = (count + bytes.count + 1) % Self.step
        return bytes + [0x80] + Array(repeating: 0, count: rest == 0 ? 0 : Self.step - rest)
    }

    private func packets(in content: ArraySlice<UInt8>) -> [Packet]? {
        guard let mark = content.lastIndex(where: { $0 != 0 }), content[mark] == 0x80 else { return nil }
        var decoder = PacketDecoder()
        decoder.append(content[..<mark])
        var packets: [Packet] = []
        do {
            while let packet = try decoder.next() { packets.append(packet) }
        } catch {
            return nil
        }
        return packets
    }
}
