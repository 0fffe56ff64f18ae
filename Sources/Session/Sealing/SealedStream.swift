// A stream of bytes that nobody on the way can read or change: bytes in, sealed bytes out, and back. It knows no sockets and nothing
// of what is sealed; but that it may be a key, so that it is overwritten when it is sealed or handed on. The arithmetic is its kit's.
//
// Each direction is a row of frames: two bytes of length, the lowest first, and so many bytes. The first frame is the 24 bytes that
// the opener needs, every other a sealed message. Messages are filled up to a multiple of 512 bytes, the end of what counts
// marked by 0x80, so that a frame's length does not tell a disc from a word. The last message of a direction is empty and says that it
// is the last, so that nobody on the way can end a stream in its speaker's name.

import Wire

/// What arrived is not what was sealed: it was changed, left out, put in or sent again on its way. The stream is of no more use.
nonisolated package struct BrokenSeal: Error, Equatable {}

/// Both directions of a sealed stream, at one end.
nonisolated package final class SealedStream {
    private static let headerLength = 24
    private static let sealLength = 17
    /// The step of a message's length.
    package static let step = 512
    /// The most that one message carries, its mark included.
    package static let longestMessage = 4096
    private static let longestFrame = longestMessage + sealLength

    /// Whether the other side has said that it ends.
    package private(set) var hasEnded = false

    private let kit: any SealKit
    private let sealer: any Sealer
    private var hasSentHeader = false
    private var hasSentEnd = false
    /// Until the opener has it.
    private var receivingKey: SecretBytes?
    private var opener: (any Opener)?
    private var buffer: [UInt8] = []
    private var isBroken = false

    /// With a key for each direction.
    package init(kit: any SealKit, sendingKey: SecretBytes, receivingKey: SecretBytes) {
        self.kit = kit
        self.receivingKey = receivingKey
        sealer = kit.sealer(key: sendingKey)
    }

    /// Bytes as they leave.
    package func seal(_ bytes: [UInt8]) -> [UInt8] {
        precondition(!hasSentEnd, "nothing follows the end")
        var frames = header()
        var rest = bytes[...]
        while !rest.isEmpty {
            var message = Self.filled(rest.prefix(Self.longestMessage - 1))
            frames += Self.frame(sealer.seal(message, isLast: false))
            message.wipe()
            rest = rest.dropFirst(Self.longestMessage - 1)
        }
        return frames
    }

    /// What says that nothing follows, once; nothing where the other side would not expect it.
    package func end() -> [UInt8] {
        guard !hasSentEnd else { return [] }
        hasSentEnd = true
        return header() + Self.frame(sealer.seal(Self.filled([]), isLast: true))
    }

    private func header() -> [UInt8] {
        defer { hasSentHeader = true }
        return hasSentHeader ? [] : Self.frame(sealer.header)
    }

    /// What was sealed in the bytes that arrive, which may come in any pieces: as much as is whole. It holds at most one frame that
    /// is not.
    package func open(_ bytes: some Collection<UInt8>) throws(BrokenSeal) -> [UInt8] {
        if isBroken { throw BrokenSeal() }
        buffer.append(contentsOf: bytes)
        if hasEnded && !buffer.isEmpty { throw fail() }
        var opened: [UInt8] = []
        var start = 0
        while let end = try end(ofFrameAt: start) {
            guard var message = message(in: Array(buffer[start + 2..<end])) else { throw fail() }
            opened.append(traceless: message[...])
            message.wipe()
            start = end
            if hasEnded && start < buffer.count { throw fail() }
        }
        buffer.removeFirst(start)
        return opened
    }

    /// Where the frame that begins at `start` ends; nil while it is not whole. Its length is judged before its bytes are waited for.
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

    /// What a frame says; the first says nothing. Nil where the seal is broken.
    private func message(in frame: [UInt8]) -> [UInt8]? {
        if let opener {
            guard let message = opener.open(frame) else { return nil }
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

    private static func filled(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var message: [UInt8] = []
        let count = (bytes.count / step + 1) * step
        message.reserveCapacity(count)
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
