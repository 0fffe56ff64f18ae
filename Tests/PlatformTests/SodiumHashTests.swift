// Hashes and random numbers.

import Testing
import Wire

@testable import Platform

@Suite struct SodiumHashTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// As `b2sum --length 256` and Python's hashlib.blake2b compute them.
    @Test(arguments: [
        ("", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
        ("abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
    ])
    func digestsAreBLAKE2bOf256Bits(text: String, digest: String) {
        #expect(hex(SodiumSeals.digest(of: Array(text.utf8))) == digest)
    }

    /// As Python's hashlib.blake2b computes them with the key 00 01 … 1f.
    @Test(arguments: [
        ("", "4e51e7a913fc80137da52880fecca175bf81e117d5c68126dc2774033517ea0d"),
        ("abc", "d63a32d3e44738d7907f964316c241adaba0abfeabc32349677578a15a203f7f"),
    ])
    func aKeyMakesAnotherDigest(text: String, digest: String) {
        #expect(hex(SodiumSeals.digest(of: Array(text.utf8), key: SecretBytes(Array(0..<32))).copy) == digest)
    }

    @Test func randomBytesDiffer() {
        let draws = (0..<100).map { _ in SodiumSeals.randomBytes(32) }
        #expect(Set(draws).count == 100 && draws.allSatisfy { $0.count == 32 })
        #expect(SodiumSeals.randomBytes(0).isEmpty)
    }
}
