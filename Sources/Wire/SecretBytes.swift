// Secret bytes: keys and key material. They are overwritten when the last reference to them goes away.

import Synchronization

/// Immutable secret bytes.
public final class SecretBytes: @unchecked Sendable {
    /// The number of bytes.
    public let count: Int
    private let memory: UnsafeMutablePointer<UInt8>

    /// Creates `count` bytes, written by `fill`.
    public init(count: Int, fill: (UnsafeMutablePointer<UInt8>) -> Void) {
        self.count = count
        memory = .allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        SecretBytes.inMemory.add(1)
        fill(memory)
    }

    /// Moves these bytes. The original buffer is overwritten unless it is shared.
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

    /// The count of secrets in the whole program.
    public static let inMemory = SecretCount()

    /// Gives access to the bytes. `body` must not keep the pointer.
    public func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result { body(memory) }

    /// A copy that is not overwritten, for public values.
    public var copy: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }
}

/// Counts secrets and reports whether there are any.
public final class SecretCount: Sendable {
    private let count = Atomic(0)
    /// Called on any thread when the first secret appears and when the last one goes. Set it before starting threads.
    public nonisolated(unsafe) var tell: (@Sendable (_ hasSome: Bool) -> Void)?

    /// A count of zero.
    public init() {}

    /// Changes the count. If several threads report at once, the last report is right.
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
    /// Compares in constant time.
    public static func == (one: SecretBytes, other: SecretBytes) -> Bool {
        one.count == other.count && (0..<one.count).reduce(0) { $0 | (one.memory[$1] ^ other.memory[$1]) } == 0
    }
}

extension SecretBytes: CustomStringConvertible {
    /// The number of bytes; never their values.
    public var description: String { "\(count) secret bytes" }
}
