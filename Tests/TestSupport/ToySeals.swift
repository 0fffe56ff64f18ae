// The cryptography of private games in memory: fast, the same in every run, and insecure. As with the real one, keys agree only if codes
// and terms do, and changed messages do not open.

import Session
import ToyDigest
import Wire

/// Toy arithmetic.
package final class ToySeals: SealKit {
    private var drawn: UInt64 = 0
    private let seed: UInt64
    /// How many codes were hashed.
    package private(set) var hashes = 0

    /// Two of different seeds draw different numbers.
    package init(seed: UInt64 = 1) { self.seed = seed }

    package func password(from code: [UInt8], salt: [UInt8]) -> SecretBytes? {
        hashes += 1
        return SecretBytes(Toy.digest(code + salt, count: 32))
    }

    package func digest(of bytes: [UInt8], key: SecretBytes) -> SecretBytes {
        SecretBytes(Toy.digest(key.copy + bytes + key.copy, count: 32))
    }

    package func randomBytes(_ count: Int) -> [UInt8] {
        drawn += 1
        return Toy.digest(Toy.bytes(seed) + Toy.bytes(drawn), count: count)
    }

    package func exchange(_ terms: ExchangeTerms) -> KeyExchange {
        let side = ToyExchange(terms, secret: randomBytes(8))
        return (side.share, { side.agree(with: $0) })
    }
    package func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool { one == other }

    package func sealer(key: SecretBytes) -> Sealer {
        let (key, header) = (key.copy, randomBytes(24))
        var count: UInt64 = 0
        return (
            header,
            { message, isLast in
                count += 1
                let message = Toy.mixed(key, header, count, message)
                return Toy.tag(key, header, count, message, isLast) + message
            }
        )
    }

    package func opener(key: SecretBytes, header: [UInt8]) -> Opener? {
        let key = key.copy
        var count: UInt64 = 0
        return { sealed in
            guard sealed.count >= 17 else { return nil }
            let message = Array(sealed[17...])
            guard
                let isLast = [false, true].first(where: {
                    Toy.tag(key, header, count + 1, message, $0) == Array(sealed[..<17])
                })
            else { return nil }
            count += 1
            return (Toy.mixed(key, header, count, message), isLast)
        }
    }
}

/// Diffie and Hellman in the numbers below 2^61 - 1, from a base that the password decides.
private struct ToyExchange {
    let share: [UInt8]
    private let terms: ExchangeTerms
    private let secret: UInt64

    init(_ terms: ExchangeTerms, secret: [UInt8]) {
        self.terms = terms
        self.secret = Toy.number(secret)
        let base = Toy.number(Toy.digest(terms.password.copy + terms.session, count: 8)) % Toy.prime
        share = Toy.bytes(Toy.power(base, self.secret)) + [UInt8](repeating: 0, count: 24)
    }

    func agree(with other: [UInt8]) -> ExchangeKeys? {
        guard other.count == 32, other[8...].allSatisfy({ $0 == 0 }), Toy.number(Array(other[..<8])) > 1 else { return nil }
        let (host, guest) = terms.isHost ? (share, other) : (other, share)
        let key = Toy.bytes(Toy.power(Toy.number(Array(other[..<8])), secret))
        let common = key + host + terms.hostData + guest + terms.guestData
        func derived(_ word: String, _ count: Int) -> [UInt8] { Toy.digest(Array(word.utf8) + common, count: count) }
        return ExchangeKeys(
            hostProof: derived("hp", 64), guestProof: derived("gp", 64), hostKey: SecretBytes(derived("hk", 32)),
            guestKey: SecretBytes(derived("gk", 32)))
    }
}

extension PlayerKey {
    /// A key whose halves are the same 32 bytes; a signature is two hashes under it.
    package init(toy bytes: [UInt8]) {
        let toys = ToySeals()
        self.init(publicKey: bytes) { message in
            [0, 1].flatMap { toys.digest(of: [$0] + message, key: SecretBytes(bytes)).copy }
        }
    }
}
