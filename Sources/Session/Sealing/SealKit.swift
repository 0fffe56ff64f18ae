// The cryptography of private games as a protocol, bytes in and bytes out. Platform implements it with libsodium, tests with toys.

import Wire

/// The cryptography of private games.
nonisolated package protocol SealKit {
    /// 32 bytes from a code, by a slow password hash with a salt of 16 bytes. Nil where there is not enough memory.
    func password(from code: [UInt8], salt: [UInt8]) -> SecretBytes?
    /// The BLAKE2b hash of `bytes`, 32 bytes, keyed with 32 bytes. Used as a proof or as a derived key.
    func digest(of bytes: [UInt8], key: SecretBytes) -> SecretBytes
    /// Cryptographically random bytes.
    func randomBytes(_ count: Int) -> [UInt8]
    /// One side of a new password-authenticated key exchange, for one agreement.
    func exchange(_ terms: ExchangeTerms) -> KeyExchange
    /// Whether two lists of bytes are equal, in constant time.
    func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool
    /// Seals one direction of a stream with a key of 32 bytes: the order of messages, their number and every bit of them are authenticated.
    func sealer(key: SecretBytes) -> Sealer
    /// Opens it at the other end; nil where the header, 24 bytes, is invalid.
    func opener(key: SecretBytes, header: [UInt8]) -> Opener?
}

nonisolated extension SealKit {
    /// How many bytes an opener needs first.
    private var headerLength: Int { 24 }

    /// Seals one message that stands alone, with what its opener needs in front.
    func seal(alone bytes: [UInt8], key: SecretBytes) -> [UInt8] {
        let sealer = sealer(key: key)
        return sealer.header + sealer.seal(bytes, true)
    }

    /// Opens such a message; nil where the key is another one, or somebody has changed it.
    func open(alone sealed: [UInt8], key: SecretBytes) -> [UInt8]? {
        guard sealed.count > headerLength else { return nil }
        let opener = opener(key: key, header: Array(sealed[..<headerLength]))
        return opener?(Array(sealed[headerLength...]))?.bytes
    }
}

/// The inputs of a key exchange. Both sides get the same keys only if their terms are equal.
nonisolated package struct ExchangeTerms: Equatable {
    /// Which side this is.
    package var isHost: Bool
    /// The secret that both know: from the code, or the key of an interrupted game; 32 bytes.
    package var password: SecretBytes
    /// The session id, unique to this exchange; 32 bytes in a private game's handshake.
    package var session: [UInt8]
    /// What the host sent besides its share.
    package var hostData: [UInt8]
    /// What the guest sent besides its share.
    package var guestData: [UInt8]
}

/// One side of a key exchange. `share`: the key share for the other side, 32 bytes that reveal nothing about the password. `agree`: the keys
/// by the other's share, equal on both sides if their terms are; nil where that share is invalid.
package typealias KeyExchange = (share: [UInt8], agree: (_ share: [UInt8]) -> ExchangeKeys?)

/// The result of a key exchange.
nonisolated package struct ExchangeKeys: Equatable {
    /// Proves that the host knows the password; 64 bytes.
    package var hostProof: [UInt8]
    /// Proves that the guest does; 64 bytes.
    package var guestProof: [UInt8]
    /// The host's side key; 32 bytes.
    package var hostKey: SecretBytes
    /// The guest's side key; 32 bytes.
    package var guestKey: SecretBytes

    /// Keys of these four.
    package init(hostProof: [UInt8], guestProof: [UInt8], hostKey: SecretBytes, guestKey: SecretBytes) {
        self.hostProof = hostProof
        self.guestProof = guestProof
        self.hostKey = hostKey
        self.guestKey = guestKey
    }
}

/// Seals messages. `header`: what the opener needs first, 24 bytes, not secret. `seal`: the next message sealed, 17 bytes longer; `isLast`
/// marks the end of the stream.
package typealias Sealer = (header: [UInt8], seal: (_ message: [UInt8], _ isLast: Bool) -> [UInt8])

/// Opens the next message that a sealer sealed; nil where it was changed, repeated, reordered or left out.
package typealias Opener = (_ sealed: [UInt8]) -> (bytes: [UInt8], isLast: Bool)?
