// The work behind a WorkStamp, on a thread of its own: BLAKE2b (libsodium) of the bytes and a number that counts up, until the hash begins with
// enough bits of 0.

import CSodium
import Glibc
import Session

/// A search for a proof of work.
final class ProofOfWork: Cancellable {
    /// Some 0.3 s of one core on a machine of today.
    nonisolated static let usualBits = 20
    /// The environment's variable that asks for less: both players need the same number, so this is for tests.
    nonisolated static let variable = "FOURINAROW_WORK_BITS"
    /// How many bits are 0.
    nonisolated static let bits: Int = min(
        usualBits, getenv(variable).flatMap { Int(String(cString: $0)) }.map { max(0, $0) } ?? usualBits)

    private let worker: WorkerThread
    private var completion: ((_ proof: [UInt8]) -> Void)?

    /// Searches until the result is told, or `cancel`.
    init(on bytes: [UInt8], bits: Int = bits, loop: MainLoop, completion: @escaping (_ proof: [UInt8]) -> Void) {
        worker = WorkerThread(loop: loop)
        self.completion = completion
        worker.perform { [weak self] tell in
            let proof = Self.proof(of: bytes, bits: bits)
            tell { self?.end(proof) }
        }
    }

    isolated deinit { worker.stop() }

    /// The thread ends with its search, which nobody is told of.
    func cancel() {
        worker.stop()
        completion = nil
    }

    private func end(_ proof: [UInt8]) {
        let completion = completion
        cancel()
        completion?(proof)
    }

    nonisolated private static func proof(of bytes: [UInt8], bits: Int) -> [UInt8] {
        SodiumSeals.start()
        var input = bytes + [UInt8](repeating: 0, count: 8)
        let (length, place) = (UInt64(input.count), bytes.count)
        var digest = [UInt8](repeating: 0, count: 32)
        var number: UInt64 = 0
        return input.withUnsafeMutableBufferPointer { input in
            digest.withUnsafeMutableBufferPointer { digest in
                guard let start = input.baseAddress, let result = digest.baseAddress else {
                    preconditionFailure("neither is empty")
                }
                repeat {
                    number += 1
                    UnsafeMutableRawPointer(start).storeBytes(of: number.bigEndian, toByteOffset: place, as: UInt64.self)
                    crypto_generichash(result, digest.count, start, length, nil, 0)
                } while UInt64(bigEndian: UnsafeRawPointer(result).loadUnaligned(as: UInt64.self)).leadingZeroBitCount < bits
                return Array(input[place...])
            }
        }
    }
}
