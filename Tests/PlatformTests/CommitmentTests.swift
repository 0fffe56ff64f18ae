// The hash and the random numbers that promises are made of.

import Testing

@testable import Platform

@Suite struct CommitmentTests {
    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// As `b2sum --length 256` and Python's hashlib.blake2b compute them.
    @Test(arguments: [
        ("", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"),
        ("abc", "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"),
    ])
    func digestsAreBLAKE2bOf256Bits(text: String, digest: String) {
        #expect(hex(Commitment.digest(of: Array(text.utf8))) == digest)
    }

    @Test func randomBytesDiffer() {
        let draws = (0..<100).map { _ in Commitment.randomBytes(32) }
        #expect(Set(draws).count == 100 && draws.allSatisfy { $0.count == 32 })
        #expect(Commitment.randomBytes(0).isEmpty)
    }
}
