// The cryptography of private games, with libsodium: Argon2id for the code, CPace for the keys, secretstream for the messages.
//
// CPace is the balanced password-authenticated key exchange of draft-irtf-cfrg-cpace, in the suite CPACE-RISTR255-SHA512, with
// initiator (the host), responder (the guest) and key confirmation. Names in quotation marks are those of the draft; its test
// vectors are among the tests.

import CSodium
import Session
import Wire

/// The cryptography of private games.
nonisolated struct SodiumSeals: SealKit {
    /// The cost of the password hash. 7 MiB and 5 passes are one of the minimum configurations that OWASP recommends for
    /// Argon2id. The memory is freed after hashing.
    static let passes: UInt64 = 5
    static let memory = 7 << 20

    init() { Self.start() }

    func password(from code: [UInt8], salt: [UInt8]) -> SecretBytes? {
        precondition(salt.count == Int(crypto_pwhash_saltbytes()), "Argon2id takes 16 bytes of salt")
        var result: Int32 = -1
        let key = SecretBytes(count: 32) { key in
            result = crypto_pwhash(
                key, 32, code.map { CChar(bitPattern: $0) }, UInt64(code.count), salt, Self.passes,
                Self.memory, crypto_pwhash_alg_argon2id13())
        }
        return result == 0 ? key : nil
    }

    func digest(of bytes: [UInt8], key: SecretBytes) -> SecretBytes { Self.digest(of: bytes, key: key) }

    func randomBytes(_ count: Int) -> [UInt8] { Self.randomBytes(count) }

    func exchange(_ terms: ExchangeTerms) -> KeyExchange {
        let side = CPace(terms)
        return (side.share, { side.agree(with: $0) })
    }

    func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && sodium_memcmp(one, other, one.count) == 0
    }

    func sealer(key: SecretBytes) -> Sealer {
        let stream = SecretStream()
        let header = stream.begin(key: key)
        return (header, { stream.seal($0, isLast: $1) })
    }

    func opener(key: SecretBytes, header: [UInt8]) -> Opener? {
        let stream = SecretStream()
        return stream.begin(key: key, header: header) ? { stream.open($0) } : nil
    }
}

/// One side of a CPace exchange.
nonisolated struct CPace {
    let share: [UInt8]
    private let terms: ExchangeTerms
    private let scalar: SecretBytes

    /// "DSI" of the group.
    private static let suite = Array("CPaceRistretto255".utf8)
    /// "s_in_bytes" of SHA-512.
    private static let blockLength = 128
    private static let elementLength = Int(crypto_core_ristretto255_bytes())
    /// "CI", the identities of both sides.
    static let channel = concatenated(Array("fourinarow host".utf8), Array("fourinarow guest".utf8))

    /// Uses a random scalar; tests pass one.
    init(_ terms: ExchangeTerms, scalar: SecretBytes? = nil, channel: [UInt8] = CPace.channel) {
        self.terms = terms
        let scalar = scalar ?? Self.randomScalar()
        self.scalar = scalar
        let generator = Self.generator(password: terms.password, channel: channel, session: terms.session)
        guard let share = generator.withBytes({ Self.multiply(scalar, $0) }) else {
            preconditionFailure("a generator has no small order")
        }
        self.share = share.copy
    }

    func agree(with other: [UInt8]) -> ExchangeKeys? {
        guard let key = intermediateKey(with: other) else { return nil }
        let (host, guest) = terms.isHost ? (share, other) : (other, share)
        let proofKey = Self.sha512(Array("CPaceMac".utf8) + terms.session, key)
        return ExchangeKeys(
            hostProof: Self.authenticated(Self.concatenated(host, terms.hostData), with: proofKey),
            guestProof: Self.authenticated(Self.concatenated(guest, terms.guestData), with: proofKey),
            hostKey: Self.streamKey("host", from: key), guestKey: Self.streamKey("guest", from: key))
    }

    /// "ISK", 64 bytes; nil if the other side's share is not a group element or is the neutral one.
    func intermediateKey(with other: [UInt8]) -> SecretBytes? {
        guard other.count == Self.elementLength, let secret = Self.multiply(scalar, other) else { return nil }
        let (host, guest) = terms.isHost ? (share, other) : (other, share)
        let before = Self.concatenated(Self.suite + Array("_ISK".utf8), terms.session) + Self.length(secret.count)
        let transcript = Self.concatenated(host, terms.hostData) + Self.concatenated(guest, terms.guestData)
        return Self.sha512(before, secret, transcript)
    }

    /// "calculate_generator".
    static func generator(password: SecretBytes, channel: [UInt8], session: [UInt8]) -> SecretBytes {
        let before = withLength(suite) + length(password.count)
        let filling = max(0, blockLength - 1 - before.count - password.count)
        let after = concatenated([UInt8](repeating: 0, count: filling), channel, session)
        let text = sha512(before, password, after)
        return SecretBytes(count: elementLength) { generator in
            _ = text.withBytes { crypto_core_ristretto255_from_hash(generator, $0) }
        }
    }

    /// The SHA-512 hash of the three as if they were concatenated, 64 bytes. The secret is not copied.
    private static func sha512(_ before: [UInt8], _ secret: SecretBytes, _ after: [UInt8] = []) -> SecretBytes {
        var state = crypto_hash_sha512_state()
        defer { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }
        crypto_hash_sha512_init(&state)
        crypto_hash_sha512_update(&state, before, UInt64(before.count))
        _ = secret.withBytes { crypto_hash_sha512_update(&state, $0, UInt64(secret.count)) }
        crypto_hash_sha512_update(&state, after, UInt64(after.count))
        return SecretBytes(count: Int(crypto_hash_sha512_bytes())) { crypto_hash_sha512_final(&state, $0) }
    }

    /// "lv_cat": concatenates the parts, each preceded by its length.
    static func concatenated(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap(withLength) }

    /// "prepend_len": the length, then the bytes.
    static func withLength(_ bytes: [UInt8]) -> [UInt8] { length(bytes.count) + bytes }

    /// A length in LEB128.
    private static func length(_ count: Int) -> [UInt8] {
        var length: [UInt8] = []
        var rest = count
        repeat {
            length.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return length
    }

    /// "scalar_mult_vfy"; nil if the result is the neutral element.
    static func multiply(_ scalar: SecretBytes, _ element: UnsafePointer<UInt8>) -> SecretBytes? {
        var result: Int32 = -1
        let product = SecretBytes(count: elementLength) { product in
            result = scalar.withBytes { crypto_scalarmult_ristretto255(product, $0, element) }
        }
        return result == 0 ? product : nil
    }

    private static func randomScalar() -> SecretBytes {
        SecretBytes(count: Int(crypto_core_ristretto255_scalarbytes())) {
            crypto_core_ristretto255_scalar_random($0)
        }
    }

    /// HMAC-SHA-512.
    private static func authenticated(_ bytes: [UInt8], with key: SecretBytes) -> [UInt8] {
        var state = crypto_auth_hmacsha512_state()
        defer { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }
        var tag = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha512_bytes()))
        _ = key.withBytes { crypto_auth_hmacsha512_init(&state, $0, key.count) }
        crypto_auth_hmacsha512_update(&state, bytes, UInt64(bytes.count))
        crypto_auth_hmacsha512_final(&state, &tag)
        return tag
    }

    /// The key of one direction: BLAKE2b of the side's name, keyed with "ISK".
    private static func streamKey(_ side: String, from key: SecretBytes) -> SecretBytes {
        SodiumSeals.digest(of: Array("fourinarow stream of the \(side)".utf8), key: key)
    }
}

/// XChaCha20-Poly1305 with libsodium's key ratchet (crypto_secretstream), in one direction.
private nonisolated final class SecretStream {
    private static let headerLength = Int(crypto_secretstream_xchacha20poly1305_headerbytes())
    private static let overhead = Int(crypto_secretstream_xchacha20poly1305_abytes())
    private var state = crypto_secretstream_xchacha20poly1305_state()

    deinit { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }

    /// Begins to seal, and returns the header.
    func begin(key: SecretBytes) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: Self.headerLength)
        _ = key.withBytes { crypto_secretstream_xchacha20poly1305_init_push(&state, &header, $0) }
        return header
    }

    /// Begins to open. Returns false if the header is invalid.
    func begin(key: SecretBytes, header: [UInt8]) -> Bool {
        header.count == Self.headerLength
            && key.withBytes { crypto_secretstream_xchacha20poly1305_init_pull(&state, header, $0) } == 0
    }

    func seal(_ message: [UInt8], isLast: Bool) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: message.count + Self.overhead)
        let tag = isLast ? crypto_secretstream_xchacha20poly1305_tag_final() : 0
        crypto_secretstream_xchacha20poly1305_push(&state, &sealed, nil, message, UInt64(message.count), nil, 0, tag)
        return sealed
    }

    func open(_ sealed: [UInt8]) -> (bytes: [UInt8], isLast: Bool)? {
        guard sealed.count >= Self.overhead else { return nil }
        var message = [UInt8](repeating: 0, count: sealed.count - Self.overhead)
        var tag: UInt8 = 0
        let result = crypto_secretstream_xchacha20poly1305_pull(
            &state, &message, nil, &tag, sealed, UInt64(sealed.count), nil, 0)
        guard result == 0 else { return nil }
        return (message, tag == crypto_secretstream_xchacha20poly1305_tag_final())
    }
}
