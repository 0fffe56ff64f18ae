// A stream of bytes that nobody on the way can read or change: bytes in, sealed bytes out, and back. What is sealed may be a key, so
// plain bytes are overwritten after use. The cryptography comes from a `SealKit`.
//
// Each direction is a sequence of frames: a length of two bytes, little-endian, and as many bytes. The first frame is the 24-byte
// header for the opener, every other one a sealed message. Messages are padded with 0x80 and zeros to a multiple of 512 bytes, so that a
// frame's length does not tell a disc from a phrase. The last message of a direction is empty and marked as the last, so that
// nobody on the way can end a stream in its sender's name. The first byte of a message says whether its bytes belong to the stream (0) or
// are a secret of the connection below it (1).

import Wire

/// Both directions of a sealed stream, at one end.
nonisolated final class SealedStream {
    private static let headerLength = 24
    private static let sealLength = 17
    /// Message lengths are multiples of this.
    static let step = 512
    /// The longest message, its padding included.
    static let longestMessage = 4096
    private static let longestFrame = longestMessage + sealLength

    /// Whether the other side has ended its direction.
    private(set) var hasEnded = false
    /// The secrets that the other side has sent, until they are taken.
    var secrets: [[UInt8]] = []

    private let kit: any SealKit
    private let sealer: Sealer
    private var hasSentHeader = false
    private var hasSentEnd = false
    /// Dropped once the opener has it.
    private var receivingKey: SecretBytes?
    private var opener: Opener?
    private var buffer: [UInt8] = []
    private var isBroken = false

    /// A stream with a key for each direction.
    init(kit: any SealKit, sendingKey: SecretBytes, receivingKey: SecretBytes) {
        self.kit = kit
        self.receivingKey = receivingKey
        sealer = kit.sealer(key: sendingKey)
    }

    /// The most bytes of one message: the first byte is its kind, and at least one byte of padding follows.
    private static let mostBytes = longestMessage - 2

    /// Seals bytes to be sent.
    func seal(_ bytes: [UInt8]) -> [UInt8] { seal(bytes, isSecret: false) }

    /// Seals a secret of the connection below the stream: at most 4,094 bytes.
    func seal(secret: [UInt8]) -> [UInt8] {
        precondition(secret.count <= Self.mostBytes, "a secret is one message")
        return seal(secret, isSecret: true)
    }

    private func seal(_ bytes: [UInt8], isSecret: Bool) -> [UInt8] {
        precondition(!hasSentEnd, "nothing follows the end")
        var frames = header()
        var rest = bytes[...]
        while !rest.isEmpty {
            var message = Self.filled(rest.prefix(Self.mostBytes), isSecret: isSecret)
            frames += Self.frame(sealer.seal(message, false))
            message.wipe()
            rest = rest.dropFirst(Self.mostBytes)
        }
        return frames
    }

    /// Ends this direction. Empty if that was done before.
    func end() -> [UInt8] {
        guard !hasSentEnd else { return [] }
        hasSentEnd = true
        return header() + Self.frame(sealer.seal(Self.filled([], isSecret: false), true))
    }

    private func header() -> [UInt8] {
        defer { hasSentHeader = true }
        return hasSentHeader ? [] : Self.frame(sealer.header)
    }

    /// Opens bytes as they arrive, in any pieces: returns what is complete. At most one incomplete frame is kept. Nil, from then on for ever,
    /// if they are not what was sealed: they were changed, left out, inserted or repeated on their way.
    func open(_ bytes: some Collection<UInt8>) -> [UInt8]? {
        if isBroken { return nil }
        buffer.append(contentsOf: bytes)
        let opened = openFrames()
        if opened == nil { (isBroken, buffer) = (true, []) }
        return opened
    }

    private func openFrames() -> [UInt8]? {
        var opened: [UInt8] = []
        var start = 0
        while start < buffer.count {
            if hasEnded { return nil }
            if buffer.count - start < 2 { break }
            let length = Int(buffer[start]) | Int(buffer[start + 1]) << 8
            // The bytes of an invalid length are not awaited.
            guard isPossible(length) else { return nil }
            let end = start + 2 + length
            if end > buffer.count { break }
            guard var message = message(in: Array(buffer[start + 2..<end])) else { return nil }
            switch message.first {
            case 0?: opened.append(traceless: message.dropFirst())
            case 1?: secrets.append(Array(message.dropFirst()))
            case nil: break  // the header
            default: return nil
            }
            message.wipe()
            start = end
        }
        buffer.removeFirst(start)
        return opened
    }

    /// Whether the next frame can have this length.
    private func isPossible(_ length: Int) -> Bool {
        if opener == nil { return length == Self.headerLength }
        let rest = length - Self.sealLength
        return length <= Self.longestFrame && rest > 0 && rest.isMultiple(of: Self.step)
    }

    /// The opened message of a frame, empty for the header; nil where the seal is broken.
    private func message(in frame: [UInt8]) -> [UInt8]? {
        if let opener {
            guard var message = opener(frame), Self.unfill(&message.bytes) else { return nil }
            hasEnded = message.isLast
            return message.bytes
        }
        opener = receivingKey.flatMap { kit.opener(key: $0, header: frame) }
        receivingKey = nil
        return opener == nil ? nil : []
    }

    private static func frame(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: bytes.count), UInt8(truncatingIfNeeded: bytes.count >> 8)] + bytes
    }

    private static func filled(_ bytes: ArraySlice<UInt8>, isSecret: Bool) -> [UInt8] {
        var message: [UInt8] = []
        let count = ((bytes.count + 1) / step + 1) * step
        message.reserveCapacity(count)
        message.append(isSecret ? 1 : 0)
        message += bytes
        message.append(0x80)
        message += repeatElement(0, count: count - message.count)
        return message
    }

    /// Removes the padding; false where there is none.
    private static func unfill(_ message: inout [UInt8]) -> Bool {
        guard let mark = message.lastIndex(where: { $0 != 0 }), message[mark] == 0x80 else { return false }
        message.removeSubrange(mark...)
        return true
    }
}
