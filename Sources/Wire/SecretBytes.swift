// Bytes that nobody else may learn: keys, and what keys are made of. They are overwritten when the last one who holds them lets go,
// so whoever owns keys need not think of it. It knows nothing of what they open.

import Synchronization

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
        SecretBytes.inMemory.add(1)
        fill(memory)
    }

    /// These bytes, which are overwritten where they were if nobody else holds them.
    public convenience init(_ bytes: consuming [UInt8]) {
        var bytes = bytes
        self.init(count: bytes.count) { $0.update(from: bytes, count: bytes.count) }
        bytes.wipe()
    }

    deinit {
        UnsafeMutableBufferPointer(start: memory, count: count).overwrite()
        memory.deallocate()
        SecretBytes.inMemory.add(-1)
    }

    /// How many there are in the whole program.
    public static let inMemory = SecretCount()

    /// Lends them out; they must not be kept.
    public func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result { body(memory) }

    /// A copy that nobody overwrites: for what everybody may know.
    public var copy: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }
}

/// Counts secrets, and tells whether there are any.
public final class SecretCount: Sendable {
    private let count = Atomic(0)
    /// Told on any thread when there are some, and when there are none again; set before there are threads.
    public nonisolated(unsafe) var tell: (@Sendable (_ hasSome: Bool) -> Void)?

    /// None yet.
    public init() {}

    /// So many more. Of several threads that tell at once the last one is right.
    public func add(_ more: Int) {
        let (old, new) = count.wrappingAdd(more, ordering: .sequentiallyConsistent)
        guard let tell, (old > 0) != (new > 0) else { return }
        var hasSome: Bool
        repeat {
            hasSome = count.load(ordering: .sequentiallyConsistent) > 0
            tell(hasSome)
        } while (count.load(ordering: .sequentiallyConsistent) > 0) != hasSome
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
