// The arithmetic of private games, by libsodium: Argon2id for the code, CPace for the keys, secretstream for what is sent. It knows no
// messages and no sockets.
//
// CPace is the balanced password-authenticated key exchange of the IRTF's crypto forum, draft-irtf-cfrg-cpace ("CPace, a balanced
// composable PAKE"), in its suite CPACE-RISTR255-SHA512, initiator (the host) and responder (the guest), with the key confirmation
// of its section on that. Names from the draft stand in quotation marks; its test vectors are among the tests.

import CSodium
import Session
import Wire

/// libsodium as private games need it.
nonisolated struct SodiumSeals: SealKit {
    /// What the password hash costs: so many passes over so much memory. 9 MiB and 4 passes are among the least that OWASP's page on
    /// keeping passwords counts as enough for Argon2id; the memory is the system's again when the hash is made.
    static let passes: UInt64 = 4
    static let memory = 9 << 20

    init() { Commitment.start() }

    func password(from code: [UInt8], salt: [UInt8]) -> [UInt8]? {
        precondition(salt.count == Int(crypto_pwhash_saltbytes()), "Argon2id takes 16 bytes of salt")
        var key = [UInt8](repeating: 0, count: 32)
        let result = crypto_pwhash(
            &key, UInt64(key.count), code.map { CChar(bitPattern: $0) }, UInt64(code.count), salt, Self.passes, Self.memory,
            crypto_pwhash_alg_argon2id13())
        return result == 0 ? key : nil
    }

    func randomBytes(_ count: Int) -> [UInt8] { Commitment.randomBytes(count) }

    func exchange(_ terms: ExchangeTerms) -> any KeyExchange { CPace(terms) }

    func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && sodium_memcmp(one, other, one.count) == 0
    }

    func sealer(key: [UInt8]) -> any Sealer { SecretStreamSealer(key: key) }

    func opener(key: [UInt8], header: [UInt8]) -> (any Opener)? { SecretStreamOpener(key: key, header: header) }
}

/// One side of a run of CPace.
nonisolated final class CPace: KeyExchange {
    let share: [UInt8]
    private let terms: ExchangeTerms
    private var scalar: [UInt8]

    /// "DSI" of the group.
    private static let suite = Array("CPaceRistretto255".utf8)
    /// "s_in_bytes" of SHA-512.
    private static let blockLength = 128
    private static let elementLength = Int(crypto_core_ristretto255_bytes())
    /// "CI", who talks to whom.
    static let channel = concatenated(Array("fourinarow host".utf8), Array("fourinarow guest".utf8))

    /// With a random scalar unless a test names it.
    init(_ terms: ExchangeTerms, scalar: [UInt8]? = nil, channel: [UInt8] = CPace.channel) {
        self.terms = terms
        let scalar = scalar ?? Self.randomScalar()
        self.scalar = scalar
        let generator = Self.generator(password: terms.password, channel: channel, session: terms.session)
        guard let share = Self.multiply(scalar, generator) else { preconditionFailure("a generator has no small order") }
        self.share = share
    }

    deinit { sodium_memzero(&scalar, scalar.count) }

    func agree(with other: [UInt8]) -> ExchangeKeys? {
        guard let key = intermediateKey(with: other) else { return nil }
        let (host, guest) = terms.isHost ? (share, other) : (other, share)
        let proofKey = Self.hash(Array("CPaceMac".utf8) + terms.session + key)
        return ExchangeKeys(
            hostProof: Self.authenticated(Self.concatenated(host, terms.hostData), with: proofKey),
            guestProof: Self.authenticated(Self.concatenated(guest, terms.guestData), with: proofKey),
            hostKey: Self.streamKey("host", from: key), guestKey: Self.streamKey("guest", from: key))
    }

    /// "ISK": 64 bytes; nil where the other side's share is no element of the group, or its neutral one.
    func intermediateKey(with other: [UInt8]) -> [UInt8]? {
        guard other.count == Self.elementLength, var secret = Self.multiply(scalar, other) else { return nil }
        defer { sodium_memzero(&secret, secret.count) }
        let (host, guest) = terms.isHost ? (share, other) : (other, share)
        let transcript = Self.concatenated(host, terms.hostData) + Self.concatenated(guest, terms.guestData)
        return Self.hash(Self.concatenated(Self.suite + Array("_ISK".utf8), terms.session, secret) + transcript)
    }

    /// "calculate_generator".
    static func generator(password: [UInt8], channel: [UInt8], session: [UInt8]) -> [UInt8] {
        let filling = max(0, blockLength - 1 - withLength(password).count - withLength(suite).count)
        let text = concatenated(suite, password, [UInt8](repeating: 0, count: filling), channel, session)
        var generator = [UInt8](repeating: 0, count: elementLength)
        crypto_core_ristretto255_from_hash(&generator, hash(text))
        return generator
    }

    /// "lv_cat": each part after its length.
    static func concatenated(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap(withLength) }

    /// "prepend_len": the length in LEB128, then the bytes.
    static func withLength(_ bytes: [UInt8]) -> [UInt8] {
        var length: [UInt8] = []
        var rest = bytes.count
        repeat {
            length.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
            rest >>= 7
        } while rest > 0
        return length + bytes
    }

    /// "scalar_mult_vfy": nil instead of the neutral element.
    static func multiply(_ scalar: [UInt8], _ element: [UInt8]) -> [UInt8]? {
        var product = [UInt8](repeating: 0, count: elementLength)
        return crypto_scalarmult_ristretto255(&product, scalar, element) == 0 ? product : nil
    }

    private static func randomScalar() -> [UInt8] {
        var scalar = [UInt8](repeating: 0, count: Int(crypto_core_ristretto255_scalarbytes()))
        crypto_core_ristretto255_scalar_random(&scalar)
        return scalar
    }

    /// SHA-512.
    private static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha512_bytes()))
        crypto_hash_sha512(&digest, bytes, UInt64(bytes.count))
        return digest
    }

    /// HMAC-SHA-512.
    private static func authenticated(_ bytes: [UInt8], with key: [UInt8]) -> [UInt8] {
        var state = crypto_auth_hmacsha512_state()
        var tag = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha512_bytes()))
        crypto_auth_hmacsha512_init(&state, key, key.count)
        crypto_auth_hmacsha512_update(&state, bytes, UInt64(bytes.count))
        crypto_auth_hmacsha512_final(&state, &tag)
        return tag
    }

    /// The key of one direction: BLAKE2b of the side's word under "ISK".
    private static func streamKey(_ side: String, from key: [UInt8]) -> [UInt8] {
        let word = Array("fourinarow stream of the \(side)".utf8)
        var derived = [UInt8](repeating: 0, count: Int(crypto_secretstream_xchacha20poly1305_keybytes()))
        crypto_generichash(&derived, derived.count, word, UInt64(word.count), key, key.count)
        return derived
    }
}

/// XChaCha20-Poly1305, a key and a nonce for every message.
private nonisolated final class SecretStreamSealer: Sealer {
    let header: [UInt8]
    private var state = crypto_secretstream_xchacha20poly1305_state()

    init(key: [UInt8]) {
        var header = [UInt8](repeating: 0, count: Int(crypto_secretstream_xchacha20poly1305_headerbytes()))
        crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key)
        self.header = header
    }

    deinit { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }

    func seal(_ message: [UInt8]) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: message.count + Int(crypto_secretstream_xchacha20poly1305_abytes()))
        crypto_secretstream_xchacha20poly1305_push(&state, &sealed, nil, message, UInt64(message.count), nil, 0, 0)
        return sealed
    }
}

private nonisolated final class SecretStreamOpener: Opener {
    private var state = crypto_secretstream_xchacha20poly1305_state()

    init?(key: [UInt8], header: [UInt8]) {
        guard header.count == Int(crypto_secretstream_xchacha20poly1305_headerbytes()),
            crypto_secretstream_xchacha20poly1305_init_pull(&state, header, key) == 0
        else { return nil }
    }

    deinit { sodium_memzero(&state, MemoryLayout.size(ofValue: state)) }

    func open(_ sealed: [UInt8]) -> [UInt8]? {
        let overhead = Int(crypto_secretstream_xchacha20poly1305_abytes())
        guard sealed.count >= overhead else { return nil }
        var message = [UInt8](repeating: 0, count: sealed.count - overhead)
        let result = crypto_secretstream_xchacha20poly1305_pull(
            &state, &message, nil, nil, sealed, UInt64(sealed.count), nil, 0)
        return result == 0 ? message : nil
    }
}
