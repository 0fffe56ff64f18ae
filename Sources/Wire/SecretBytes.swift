// Bytes that nobody else may learn: keys, and what keys are made of. They are overwritten when the last one who holds them lets go,
// so whoever owns keys need not think of it. It knows nothing of what they open.

/// Some secret bytes, which never change.
public final class SecretBytes: @unchecked Sendable {
    /// How many there are.
    public let count: Int
    private let memory: UnsafeMutablePointer<UInt8>

    /// So many bytes, which `fill` writes.
    public init(count: Int, fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        self.count = count
        memory = .allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        fill(memory)
    }

    /// These bytes, which are overwritten where they were if nobody else holds them.
    public convenience init(_ bytes: consuming [UInt8]) {
        var bytes = bytes
        self.init(count: bytes.count) { $0.update(from: bytes, count: bytes.count) }
        bytes.withUnsafeMutableBufferPointer { SecretBytes.wipe($0) }
    }

    deinit {
        SecretBytes.wipe(UnsafeMutableBufferPointer(start: memory, count: count))
        memory.deallocate()
    }

    /// Lends them out; they must not be kept.
    public func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result { body(memory) }

    /// A copy that nobody overwrites: for what is to be said or written down.
    public var copy: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

    /// Zeros, which nobody reads: so the optimizer must not look at them.
    @inline(never) @_optimize(none) private static func wipe(_ memory: UnsafeMutableBufferPointer<UInt8>) {
        for index in memory.indices { memory[index] = 0 }
    }
}

extension SecretBytes: Equatable {
    /// All of them are looked at, so that the time that takes tells nothing.
    public static func == (one: SecretBytes, other: SecretBytes) -> Bool {
        one.count == other.count && (0..<one.count).reduce(0) { $0 | (one.memory[$1] ^ other.memory[$1]) } == 0
    }
}

extension SecretBytes: CustomStringConvertible {
    /// How many; nothing of what they are, wherever it may be printed.
    public var description: String { "\(count) secret bytes" }
}
