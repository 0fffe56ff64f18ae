// The machine of the fuzzed players: a clock that is moved, and toy cryptography.

import Session
import TestSupport
import Wire

extension PlayerKey {
    /// A player's key, safe from nobody; its halves are the same.
    init(fuzz number: UInt8) {
        let key = [UInt8](repeating: number, count: 32)
        self.init(publicKey: key) { Self.signature(of: $0, by: key) }
    }

    fileprivate static func signature(of bytes: [UInt8], by key: [UInt8]) -> [UInt8] {
        let half = ToySeals().digest(of: bytes, key: SecretBytes(key)).copy
        return half + half
    }
}

/// Something that can be cancelled: a timer, or what is asked of a network.
final class FuzzTask: Cancellable {
    fileprivate let end: Int
    fileprivate var action: (() -> Void)?

    init(_ end: Int = 0, _ action: @escaping () -> Void = {}) { (self.end, self.action) = (end, action) }

    var isCancelled: Bool { action == nil }
    func cancel() { action = nil }
}

/// A machine whose time stands still until it is moved.
class FuzzMachine: Scheduler, Cryptography {
    let key: PlayerKey
    private let toys: ToySeals
    private(set) var now = 0
    /// Those that end first come first.
    private var timers: [FuzzTask] = []

    init(_ number: UInt8) {
        key = PlayerKey(fuzz: number)
        toys = ToySeals(seed: UInt64(number))
    }

    func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        let timer = FuzzTask(now + milliseconds, action)
        timers.insert(timer, at: timers.firstIndex { $0.end > timer.end } ?? timers.endIndex)
        return timer
    }

    func advance(milliseconds: Int) {
        let end = now + milliseconds
        while let next = timers.first, next.end <= end {
            timers.removeFirst()
            now = max(now, next.end)
            next.action?()
        }
        now = end
    }

    func digest(of bytes: [UInt8]) -> [UInt8] { toys.digest(of: bytes, key: SecretBytes([])).copy }
    func randomBytes(_ count: Int) -> [UInt8] { toys.randomBytes(count) }
    var workBits: Int { 0 }
    func work(on bytes: [UInt8], completion: @escaping (_ proof: [UInt8]) -> Void) -> Cancellable {
        after(milliseconds: 0) { completion([UInt8](repeating: 0, count: 8)) }
    }
    var seals: any SealKit { toys }
    func playerKey() throws(StorageFailure) -> PlayerKey { key }
    func newKey() -> PlayerKey { key }
    func isSignature(_ signature: [UInt8], of bytes: [UInt8], by key: [UInt8]) -> Bool {
        signature == PlayerKey.signature(of: bytes, by: key)
    }
    var wallClock: Int { 1_800_000_000_000 + now }
}
