// The arithmetic that a private game needs, as protocols: Platform does it with libsodium, tests do it with toys. Pure: bytes in,
// bytes out. It knows no messages, no sockets and no words.

import Wire

/// The arithmetic of private games.
nonisolated package protocol SealKit {
    /// 32 bytes from a code, by a password hash that takes its time and memory; the salt has 16 bytes. Nil where the memory is not
    /// to be had.
    func password(from code: [UInt8], salt: [UInt8]) -> SecretBytes?
    /// The keyed BLAKE2b hash of `bytes`, 32 bytes: nobody without `key`, 32 bytes, can make it. A proof, or another key.
    func digest(of bytes: [UInt8], key: SecretBytes) -> SecretBytes
    /// So many bytes that nobody can foresee.
    func randomBytes(_ count: Int) -> [UInt8]
    /// One side of a new exchange, which serves for one agreement.
    func exchange(_ terms: ExchangeTerms) -> any KeyExchange
    /// Whether two lists of bytes are the same; how long that takes says nothing of where they differ.
    func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool
    /// What seals one direction of a stream, with a key of 32 bytes.
    func sealer(key: SecretBytes) -> any Sealer
    /// What opens it at the other end; nil where the header, which has 24 bytes, is none.
    func opener(key: SecretBytes, header: [UInt8]) -> (any Opener)?
}

/// What both sides must have said alike for their keys to be the same.
nonisolated package struct ExchangeTerms: Equatable {
    /// Which side this is.
    package var isHost: Bool
    /// From the code, or the key of a game that broke off; 32 bytes.
    package var password: SecretBytes
    /// This try and no other; 16 or 32 bytes. Both sides have drawn it, but in the first way of a private game's handshake.
    package var session: [UInt8]
    /// What the host said besides its share.
    package var hostData: [UInt8]
    /// What the guest said besides its share.
    package var guestData: [UInt8]
}

/// One side of a password-authenticated key exchange.
nonisolated package protocol KeyExchange: AnyObject {
    /// What the other side is told: 32 bytes that say nothing about the password.
    var share: [UInt8] { get }
    /// The keys, of which those of the other side are the same only if its terms were; nil where its share is none.
    func agree(with share: [UInt8]) -> ExchangeKeys?
}

/// What an exchange brings.
nonisolated package struct ExchangeKeys: Equatable {
    /// What the host shows to prove that it knows the password; 64 bytes.
    package var hostProof: [UInt8]
    /// What the guest shows.
    package var guestProof: [UInt8]
    /// Seals what the host sends; 32 bytes.
    package var hostKey: SecretBytes
    /// Seals what the guest sends.
    package var guestKey: SecretBytes

    /// These four.
    package init(hostProof: [UInt8], guestProof: [UInt8], hostKey: SecretBytes, guestKey: SecretBytes) {
        self.hostProof = hostProof
        self.guestProof = guestProof
        self.hostKey = hostKey
        self.guestKey = guestKey
    }
}

/// Seals messages so that their order, their number and every bit of them is fixed.
nonisolated package protocol Sealer: AnyObject {
    /// What the opener needs first; 24 bytes, no secret.
    var header: [UInt8] { get }
    /// The next message, sealed: 17 bytes longer. `isLast`: nothing will follow, and that is sealed with it.
    func seal(_ message: [UInt8], isLast: Bool) -> [UInt8]
}

/// Opens what a sealer sealed, in its order.
nonisolated package protocol Opener: AnyObject {
    /// The next message, and whether its sealer said that it is the last; nil where it is not the next one that the sealer sealed,
    /// unchanged.
    func open(_ sealed: [UInt8]) -> OpenedMessage?
}

/// What an opener opened.
nonisolated package struct OpenedMessage: Equatable {
    package var bytes: [UInt8]
    package var isLast: Bool

    /// A message of these.
    package init(_ bytes: [UInt8], isLast: Bool) {
        self.bytes = bytes
        self.isLast = isLast
    }
}
