// A stream of bytes that nobody on the way can read or change: bytes in, sealed bytes out, and back. What is sealed may be a key, so
// plain bytes are overwritten after use. The cryptography comes from a `SealKit`.
//
// Each direction is a sequence of frames: a length of two bytes, little-endian, and as many bytes. The first frame is the 24-byte
// header for the opener, every other one a sealed message. Messages are padded with 0x80 and zeros to a multiple of 512 bytes, so that a
// frame's length does not tell a disc from a phrase. The last message of a direction is empty and marked as the last, so that
// nobody on the way can end a stream in its sender's name. The first byte of a message says whether its bytes belong to the stream (0) or
// are a secret of the connection below it (1).

import Wire

/// What arrived is not what was sealed: it was changed, left out, inserted or repeated on its way. The stream is unusable.
nonisolated struct BrokenSeal: Error, Equatable {}

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

    private enum Kind: UInt8 { case bytes, secret }

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
    func seal(_ bytes: [UInt8]) -> [UInt8] { seal(bytes, as: .bytes) }

    /// Seals a secret of the connection below the stream: at most 4,094 bytes.
    func seal(secret: [UInt8]) -> [UInt8] {
        precondition(secret.count <= Self.mostBytes, "a secret is one message")
        return seal(secret, as: .secret)
    }

    private func seal(_ bytes: [UInt8], as kind: Kind) -> [UInt8] {
        precondition(!hasSentEnd, "nothing follows the end")
        var frames = header()
        var rest = bytes[...]
        while !rest.isEmpty {
            var message = Self.filled(rest.prefix(Self.mostBytes), as: kind)
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
        return header() + Self.frame(sealer.seal(Self.filled([], as: .bytes), true))
    }

    private func header() -> [UInt8] {
        defer { hasSentHeader = true }
        return hasSentHeader ? [] : Self.frame(sealer.header)
    }

    /// Opens bytes as they arrive, in any pieces: returns what is complete. At most one incomplete frame is kept.
    func open(_ bytes: some Collection<UInt8>) throws(BrokenSeal) -> [UInt8] {
        if isBroken { throw BrokenSeal() }
        buffer.append(contentsOf: bytes)
        if hasEnded && !buffer.isEmpty { throw fail() }
        var opened: [UInt8] = []
        var start = 0
        while let end = try end(ofFrameAt: start) {
            guard var message = message(in: Array(buffer[start + 2..<end])) else { throw fail() }
            switch message.first.map(Kind.init) {
            case .bytes: opened.append(traceless: message.dropFirst())
            case .secret: secrets.append(Array(message.dropFirst()))
            case .some(nil): throw fail()
            case nil: break  // the header
            }
            message.wipe()
            start = end
            if hasEnded && start < buffer.count { throw fail() }
        }
        buffer.removeFirst(start)
        return opened
    }

    /// The end of the frame at `start`; nil while it is incomplete. An invalid length throws before its bytes are awaited.
    private func end(ofFrameAt start: Int) throws(BrokenSeal) -> Int? {
        guard buffer.count - start >= 2 else { return nil }
        let length = Int(buffer[start]) | Int(buffer[start + 1]) << 8
        let isRight =
            opener == nil
            ? length == Self.headerLength
            : length <= Self.longestFrame && length > Self.sealLength && (length - Self.sealLength).isMultiple(of: Self.step)
        guard isRight else { throw fail() }
        return buffer.count - start - 2 >= length ? start + 2 + length : nil
    }

    /// The opened message of a frame, empty for the header; nil where the seal is broken.
    private func message(in frame: [UInt8]) -> [UInt8]? {
        if let opener {
            guard let message = opener(frame) else { return nil }
            hasEnded = message.isLast
            return Self.unfilled(message)
        }
        opener = receivingKey.flatMap { kit.opener(key: $0, header: frame) }
        receivingKey = nil
        return opener == nil ? nil : []
    }

    private func fail() -> BrokenSeal {
        isBroken = true
        buffer = []
        return BrokenSeal()
    }

    private static func frame(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(truncatingIfNeeded: bytes.count), UInt8(truncatingIfNeeded: bytes.count >> 8)] + bytes
    }

    private static func filled(_ bytes: ArraySlice<UInt8>, as kind: Kind) -> [UInt8] {
        var message: [UInt8] = []
        let count = ((bytes.count + 1) / step + 1) * step
        message.reserveCapacity(count)
        message.append(kind.rawValue)
        message += bytes
        message.append(0x80)
        message += repeatElement(0, count: count - message.count)
        return message
    }

    private static func unfilled(_ message: consuming OpenedMessage) -> [UInt8]? {
        guard let mark = message.bytes.lastIndex(where: { $0 != 0 }), message.bytes[mark] == 0x80 else { return nil }
        message.bytes.removeSubrange(mark...)
        return message.bytes
    }
}
