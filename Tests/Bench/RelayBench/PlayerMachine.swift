// A simulated player's machine: the simulation's clock, a key of its own, and the cryptography of the game. It does not depend on the broker.

import Platform
import Session
import Wire

/// The machine of one player.
final class PlayerMachine: Scheduler, Cryptography {
    private static let real = LinuxEnvironment(loop: MainLoop(), ringBell: { _ in })

    private let loop: PollLoop
    /// The player's.
    let key = PlayerMachine.newKey()

    /// One with that clock.
    init(_ loop: PollLoop) { self.loop = loop }

    /// A key of nobody else.
    static func newKey() -> PlayerKey { PlayerKey(seed: SecretBytes(real.randomBytes(32))) }

    var now: Int { loop.now }
    func after(milliseconds: Int, _ action: @escaping () -> Void) -> Cancellable {
        loop.after(milliseconds: milliseconds, action)
    }

    func digest(of bytes: [UInt8]) -> [UInt8] { Self.real.digest(of: bytes) }
    func randomBytes(_ count: Int) -> [UInt8] { Self.real.randomBytes(count) }
    var seals: any SealKit { Self.real.seals }
    /// A machine of its own would do the work; here it would keep the others waiting.
    var workBits: Int { 0 }
    func work(on bytes: [UInt8], completion: @escaping (_ proof: [UInt8]) -> Void) -> Cancellable {
        after(milliseconds: 0) { completion([UInt8](repeating: 0, count: 8)) }
    }

    func playerKey() throws(StorageFailure) -> PlayerKey { key }
    func newKey() -> PlayerKey { Self.newKey() }
    func isSignature(_ signature: [UInt8], of bytes: [UInt8], by key: [UInt8]) -> Bool {
        Self.real.isSignature(signature, of: bytes, by: key)
    }
    var wallClock: Int { loop.wallClock }
}
