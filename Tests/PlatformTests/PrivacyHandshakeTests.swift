// The handshake of a private game with the real cryptography: right and wrong codes, and every attack on the way. A change of any byte
// must end the game, never leave it unsealed.

import Testing
import Wire

@testable import Platform
@testable import Session

@Suite struct PrivacyHandshakeTests {
    private static let seals = RememberingSeals()
    private static let right = Array("lemon-otter-violet-zebra".utf8)
    private static let wrong = Array("lemon-otter-violet-zinc".utf8)
    private static let secret = PassphraseSecret(code: right, kit: seals)

    /// A host and a guest; what they say to each other travels by the test's hands.
    private struct Meeting {
        var host: HostHandshake
        var guest: GuestHandshake

        /// The host is listed as Ann; the guest has chosen it under a name, or typed its address.
        init(listedAs name: String? = "Ann") throws {
            host = HostHandshake(secret: try #require(PrivacyHandshakeTests.secret), kit: PrivacyHandshakeTests.seals)
            guest = GuestHandshake(listedAs: name, kit: PrivacyHandshakeTests.seals)
        }

        mutating func hear(_ message: PrivacyMessage) -> HostHandshake.Verdict { host.receive(message, listedAs: "Ann") }

        /// Greets, and the guest begins to try a code.
        mutating func reply(_ code: [UInt8]) throws -> PrivacyMessage {
            guard case .greeted = guest.receive(host.greeting), let message = guest.attempt(code: code) else {
                throw Unexpected()
            }
            return message
        }

        /// What the guest says to the host's answer to that.
        mutating func proof(after reply: PrivacyMessage) throws -> PrivacyMessage {
            guard case .answer(let share) = hear(reply), case .answer(let proof) = guest.receive(share) else {
                throw Unexpected()
            }
            return proof
        }

        /// Greets, and the guest tries a code.
        mutating func attempt(_ code: [UInt8]) throws -> PrivacyMessage { try proof(after: try reply(code)) }

        /// It tries another.
        mutating func again(_ code: [UInt8]) throws -> PrivacyMessage {
            guard let message = guest.attempt(code: code) else { throw Unexpected() }
            return try proof(after: message)
        }

        /// All of it with the right code; both streams.
        mutating func open() throws -> (host: SealedStream, guest: SealedStream) {
            guard case .right(let reply, let hostStream) = hear(try attempt(PrivacyHandshakeTests.right)),
                case .opened(let guestStream) = guest.receive(reply)
            else { throw Unexpected() }
            return (hostStream, guestStream)
        }
    }

    private struct Unexpected: Error {}

    @Test func theRightCodeOpens() throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        for text in ["", "first", String(repeating: "long", count: 5000), "last"] {
            #expect(try guest.open(host.seal(Array(text.utf8))) == Array(text.utf8))
            #expect(try host.open(guest.seal(Array(text.utf8))) == Array(text.utf8))
        }
    }

    /// A connection is for one try.
    @Test func aWrongCodeDoesNot() throws {
        var meeting = try Meeting()
        let wrong = try meeting.attempt(Self.wrong)
        guard case .wrong = meeting.hear(wrong), case .wrong = meeting.guest.receive(.wrong) else { throw Unexpected() }
        guard case .meaningless = meeting.hear(wrong) else { throw Unexpected() }
        #expect(throws: Unexpected.self) { try meeting.again(Self.right) }
    }

    /// What a guest said to another host, or at another try, opens nothing.
    @Test func aReplayedAttemptIsWrong() throws {
        var first = try Meeting()
        let reply = try first.reply(Self.right)
        let proof = try first.proof(after: reply)
        var second = try Meeting()
        guard case .answer = second.hear(reply), case .wrong = second.hear(proof) else { throw Unexpected() }
    }

    @Test func aReplayedOpeningIsAnImpostors() throws {
        var first = try Meeting()
        guard case .right(let reply, _) = first.hear(try first.attempt(Self.right)) else { throw Unexpected() }
        var second = try Meeting()
        _ = try second.attempt(Self.right)
        guard case .impostor = second.guest.receive(reply) else { throw Unexpected() }
        guard case .meaningless = second.guest.receive(reply) else { throw Unexpected() }
    }

    /// Somebody who answers in the host's place and does not know the code cannot prove it, and learns no more than one guess.
    @Test func anImpostorIsFoundOut() throws {
        var impostor = HostHandshake(secret: try #require(PassphraseSecret(code: Self.wrong, kit: Self.seals)), kit: Self.seals)
        var guest = GuestHandshake(listedAs: "Ann", kit: Self.seals)
        _ = guest.receive(impostor.greeting)
        guard let attempt = guest.attempt(code: Self.right),
            case .answer(let share) = impostor.receive(attempt, listedAs: "Ann"), case .answer(let proof) = guest.receive(share),
            case .wrong = impostor.receive(proof, listedAs: "Ann")
        else { throw Unexpected() }
        let lie = PrivacyMessage.opened(proof: [UInt8](repeating: 1, count: 64), listing: [UInt8](repeating: 1, count: 32))
        guard case .impostor = guest.receive(lie) else { throw Unexpected() }
    }

    // MARK: Tampering

    /// Every byte of the greeting, one at a time.
    @Test func aChangedGreetingOpensNothing() throws {
        for place in 0..<32 {
            var meeting = try Meeting()
            guard case .greeting(let version, var salt, var session) = meeting.host.greeting else { throw Unexpected() }
            if place < 16 { salt[place] ^= 1 } else { session[place - 16] ^= 1 }
            _ = meeting.guest.receive(.greeting(version: version, salt: salt, session: session))
            guard let reply = meeting.guest.attempt(code: Self.right),
                case .wrong = meeting.hear(try meeting.proof(after: reply))
            else { throw Unexpected() }
        }
    }

    /// Every byte of both shares, of the guest's half of the session, and of both proofs.
    @Test func aChangedReplyShareOrProofOpensNothing() throws {
        for place in 0..<48 {
            var meeting = try Meeting()
            guard case .reply(var half, var share) = try meeting.reply(Self.right) else { throw Unexpected() }
            if place < 16 { half[place] ^= 0x40 } else { share[place - 16] ^= 0x40 }
            switch meeting.hear(.reply(session: half, share: share)) {
            case .wrong: continue  // a changed share may be none at all
            case .answer(let answer):
                guard case .answer(let proof) = meeting.guest.receive(answer), case .wrong = meeting.hear(proof) else {
                    throw Unexpected()
                }
            default: throw Unexpected()
            }
        }
        for place in 0..<32 {
            var meeting = try Meeting()
            guard case .answer(.share(var share)) = meeting.hear(try meeting.reply(Self.right)) else { throw Unexpected() }
            share[place] ^= 0x40
            switch meeting.guest.receive(.share(share)) {
            case .impostor: continue
            case .answer(let proof): guard case .wrong = meeting.hear(proof) else { throw Unexpected() }
            default: throw Unexpected()
            }
        }
        for place in 0..<64 {
            var meeting = try Meeting()
            guard case .proof(var proof) = try meeting.attempt(Self.right) else { throw Unexpected() }
            proof[place] ^= 0x80
            guard case .wrong = meeting.hear(.proof(proof)) else { throw Unexpected() }
        }
    }

    /// Every byte of the host's proof, and of the proof of its name.
    @Test func aChangedOpeningIsAnImpostors() throws {
        for place in 0..<96 {
            var meeting = try Meeting()
            guard case .right(.opened(var proof, var listing), _) = meeting.hear(try meeting.attempt(Self.right)) else {
                throw Unexpected()
            }
            if place < 64 { proof[place] ^= 0x80 } else { listing[place - 64] ^= 1 }
            switch meeting.guest.receive(.opened(proof: proof, listing: listing)) {
            case .impostor where place < 64: break
            case .relabelled where place >= 64: break
            default: throw Unexpected()
            }
        }
    }

    /// The list led somebody who chose Ann to Bob; who typed the address has seen no name.
    @Test(arguments: ["Ann", "Bob", "Ann ", nil]) func whatIsListedIsBound(name: String?) throws {
        var meeting = try Meeting(listedAs: name)
        guard case .right(let reply, _) = meeting.hear(try meeting.attempt(Self.right)) else { throw Unexpected() }
        switch (meeting.guest.receive(reply), name) {
        case (.opened, "Ann"), (.opened, nil), (.relabelled, "Bob"), (.relabelled, "Ann "): break
        default: throw Unexpected()
        }
    }

    // MARK: Versions

    /// Of a greeting of another version nothing but the version is read.
    @Test func anotherVersionIsNamed() throws {
        let packet = Packet.control(.privacy(.greeting(version: PrivacyMessage.version + 1, salt: [], session: [])))
        var decoder = PacketDecoder()
        decoder.append(PacketEncoder.encode(packet))
        guard case .control(.privacy(let message)) = try decoder.next() else { throw Unexpected() }
        var guest = GuestHandshake(listedAs: nil, kit: Self.seals)
        guard case .otherVersion = guest.receive(message) else { throw Unexpected() }
    }

    // MARK: The stream

    @Test func aChangedByteOfTheStreamBreaksIt() throws {
        var count = 1
        var place = 0
        while place < count {
            var meeting = try Meeting()
            let (host, guest) = try meeting.open()
            var sealed = host.seal(Array("column 3".utf8))
            count = sealed.count
            sealed[place] ^= 1
            #expect(throws: BrokenSeal.self, "byte \(place)") {
                guard try guest.open(sealed).isEmpty else { return }
                // A changed length may make it wait for more.
                _ = try guest.open([UInt8](repeating: 0, count: 5000))
            }
            #expect(throws: BrokenSeal.self) { try guest.open([]) }
            place += 1
        }
        #expect(count == 2 + 24 + 2 + 512 + 17)
    }

    @Test(arguments: 0..<3) func whatIsRepeatedLeftOutOrTurnedRoundBreaksIt(kind: Int) throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        let (first, second, third) = (host.seal([1]), host.seal([2]), host.seal([3]))
        #expect(try guest.open(first) == [1])
        #expect(throws: BrokenSeal.self) { try guest.open([Array(first[26...]), third, guest.seal([9])][kind]) }
        #expect(throws: BrokenSeal.self) { try guest.open(second) }
    }

    /// Cut short it waits, and says nothing of what it has.
    @Test func halfAMessageSaysNothing() throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        let sealed = host.seal([2])
        #expect(try guest.open(sealed.dropLast()) == [])
        #expect(try guest.open(sealed.suffix(1)) == [2])
    }

    /// Each side's last word is told from a cut, can be said once, and nothing follows it.
    @Test func aStreamSaysThatItEnds() throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        #expect(try guest.open(host.seal([1])) == [1] && !guest.hasEnded)
        let end = host.end()
        #expect(end.count == 2 + 512 + 17 && host.end().isEmpty)
        #expect(try guest.open(end.dropLast()) == [] && !guest.hasEnded, "half of it says nothing")
        #expect(try guest.open(end.suffix(1)) == [] && guest.hasEnded)
        #expect(try guest.open([]) == [])
        #expect(throws: BrokenSeal.self) { try guest.open([0]) }
        #expect(try host.open(guest.end()) == [] && host.hasEnded, "it may be all that a side says")
    }

    /// An end in the middle of what arrives at once: what follows is not opened.
    @Test func nothingFollowsTheEnd() throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        let word = host.seal([1])
        #expect(throws: BrokenSeal.self) { try guest.open(word + host.end() + word) }
    }

    @Test func aStreamComesInAnyPieces() throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        let text = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var opened: [UInt8] = []
        for byte in host.seal(text) { opened += try guest.open([byte]) }
        #expect(opened == text)
    }

    /// Nobody is waited for who claims more than a message can have; noise never opens and never traps.
    @Test func noiseOpensNothing() throws {
        var random = SystemRandomNumberGenerator()
        for length in [0, 1, 23, 25, 65_535] {
            var meeting = try Meeting()
            let guest = try meeting.open().guest
            #expect(throws: BrokenSeal.self) { try guest.open([UInt8(length & 0xFF), UInt8(length >> 8)]) }
        }
        for _ in 0..<300 {
            var meeting = try Meeting()
            let guest = try meeting.open().guest
            let noise = (0..<Int.random(in: 540...3000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = try? guest.open([24, 0] + noise)
            #expect(text == nil || text == [])
        }
        for _ in 0..<300 {
            var meeting = try Meeting()
            let share = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
            let proof = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
            switch meeting.hear(.reply(session: Array(proof[..<16]), share: share)) {
            case .wrong: break  // most noise is no share at all
            case .answer: guard case .wrong = meeting.hear(.proof(proof)) else { throw Unexpected() }
            default: throw Unexpected()
            }
            _ = meeting.guest.receive(
                .greeting(version: PrivacyMessage.version, salt: Array(share[..<16]), session: Array(proof[..<16])))
            guard case .meaningless = meeting.guest.receive(.opened(proof: proof, listing: share)) else { throw Unexpected() }
        }
    }
}

/// The real cryptography. The password hash is slow on purpose, so what was hashed once is remembered.
nonisolated private final class RememberingSeals: SealKit {
    private let seals = SodiumSeals()
    private var passwords: [[[UInt8]]: SecretBytes] = [:]

    func password(from code: [UInt8], salt: [UInt8]) -> SecretBytes? {
        if let known = passwords[[code, salt]] { return known }
        let password = seals.password(from: code, salt: salt)
        passwords[[code, salt]] = password
        return password
    }

    func digest(of bytes: [UInt8], key: SecretBytes) -> SecretBytes { seals.digest(of: bytes, key: key) }
    func randomBytes(_ count: Int) -> [UInt8] { seals.randomBytes(count) }
    func exchange(_ terms: ExchangeTerms) -> KeyExchange { seals.exchange(terms) }
    func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool { seals.isSame(one, other) }
    func sealer(key: SecretBytes) -> Sealer { seals.sealer(key: key) }
    func opener(key: SecretBytes, header: [UInt8]) -> Opener? { seals.opener(key: key, header: header) }
}
