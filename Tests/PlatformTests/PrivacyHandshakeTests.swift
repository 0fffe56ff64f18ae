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

        /// The host is listed as Ann; the guest has chosen it under a name, or typed its address, and tries a code.
        init(listedAs name: String? = "Ann", code: [UInt8] = PrivacyHandshakeTests.right) throws {
            host = HostHandshake(secret: try #require(PrivacyHandshakeTests.secret), kit: PrivacyHandshakeTests.seals)
            guest = GuestHandshake(code: code, listedAs: name, kit: PrivacyHandshakeTests.seals)
        }

        /// What the host says to a message, and its stream once the code was right.
        mutating func hear(_ message: PrivacyMessage) throws(CodeRefusal) -> (reply: PrivacyMessage?, stream: SealedStream?) {
            try host.receive(message, listedAs: "Ann")
        }

        /// Whether the host finds the code wrong in this message, and says nothing.
        mutating func isWrong(_ message: PrivacyMessage) -> Bool {
            do throws(CodeRefusal) {
                _ = try hear(message)
                return false
            } catch {
                if case .wrong = error { return true }
                return false
            }
        }

        /// The host finds the code wrong in this message.
        mutating func expectWrong(_ message: PrivacyMessage) {
            let isWrong = isWrong(message)
            #expect(isWrong)
        }

        /// Greets, and the guest begins to try its code.
        mutating func reply() throws -> PrivacyMessage { try #require(guest.receive(host.greeting).reply) }

        /// What the guest says to the host's answer to that.
        mutating func proof(after reply: PrivacyMessage) throws -> PrivacyMessage {
            let share = try #require(hear(reply).reply)
            return try #require(guest.receive(share).reply)
        }

        /// Greets, and the guest tries its code.
        mutating func attempt() throws -> PrivacyMessage { try proof(after: try reply()) }

        /// The host's last message, to a right code.
        mutating func opening() throws -> PrivacyMessage { try #require(hear(try attempt()).reply) }

        /// All of it with the right code; both streams.
        mutating func open() throws -> (host: SealedStream, guest: SealedStream) {
            guard case (let reply?, let hostStream?) = try hear(try attempt()) else { throw Unexpected() }
            return (hostStream, try #require(guest.receive(reply).stream))
        }
    }

    /// Why a guest ends its try after this message; nil: it does not.
    private static func refusal(_ guest: inout GuestHandshake, _ message: PrivacyMessage) -> CodeRefusal? {
        do throws(CodeRefusal) {
            _ = try guest.receive(message)
            return nil
        } catch {
            return error
        }
    }

    private struct Unexpected: Error {}

    @Test func theRightCodeOpens() throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        for text in ["", "first", String(repeating: "long", count: 5000), "last"] {
            #expect(guest.open(host.seal(Array(text.utf8))) == Array(text.utf8))
            #expect(host.open(guest.seal(Array(text.utf8))) == Array(text.utf8))
        }
    }

    /// A connection is for one try.
    @Test func aWrongCodeDoesNot() throws {
        var meeting = try Meeting(code: Self.wrong)
        let wrong = try meeting.attempt()
        meeting.expectWrong(wrong)
        guard case .wrong = Self.refusal(&meeting.guest, .wrong) else { throw Unexpected() }
        guard case (nil, nil) = try meeting.hear(wrong), case (nil, nil) = try meeting.guest.receive(meeting.host.greeting) else {
            throw Unexpected()
        }
    }

    /// What a guest said to another host, or at another try, opens nothing.
    @Test func aReplayedAttemptIsWrong() throws {
        var first = try Meeting()
        let reply = try first.reply()
        let proof = try first.proof(after: reply)
        var second = try Meeting()
        _ = try #require(try second.hear(reply).reply)
        second.expectWrong(proof)
    }

    @Test func aReplayedOpeningIsAnImpostors() throws {
        var first = try Meeting()
        let reply = try first.opening()
        var second = try Meeting()
        _ = try second.attempt()
        guard case .impostor = Self.refusal(&second.guest, reply) else { throw Unexpected() }
        guard case (nil, nil) = try second.guest.receive(reply) else { throw Unexpected() }
    }

    /// Somebody who answers in the host's place and does not know the code cannot prove it, and learns no more than one guess.
    @Test func anImpostorIsFoundOut() throws {
        var impostor = HostHandshake(secret: try #require(PassphraseSecret(code: Self.wrong, kit: Self.seals)), kit: Self.seals)
        var guest = GuestHandshake(code: Self.right, listedAs: "Ann", kit: Self.seals)
        let attempt = try #require(guest.receive(impostor.greeting).reply)
        let share = try #require(impostor.receive(attempt, listedAs: "Ann").reply)
        let proof = try #require(guest.receive(share).reply)
        #expect(throws: CodeRefusal.self) { try impostor.receive(proof, listedAs: "Ann") }
        let lie = PrivacyMessage.opened(proof: [UInt8](repeating: 1, count: 64), listing: [UInt8](repeating: 1, count: 32))
        guard case .impostor = Self.refusal(&guest, lie) else { throw Unexpected() }
    }

    // MARK: Tampering

    /// Every byte of the greeting, one at a time.
    @Test func aChangedGreetingOpensNothing() throws {
        for place in 0..<32 {
            var meeting = try Meeting()
            guard case .greeting(let version, var salt, var session) = meeting.host.greeting else { throw Unexpected() }
            if place < 16 { salt[place] ^= 1 } else { session[place - 16] ^= 1 }
            let greeting = PrivacyMessage.greeting(version: version, salt: salt, session: session)
            let reply = try #require(meeting.guest.receive(greeting).reply)
            let proof = try meeting.proof(after: reply)
            meeting.expectWrong(proof)
        }
    }

    /// Every byte of both shares, of the guest's half of the session, and of both proofs.
    @Test func aChangedReplyShareOrProofOpensNothing() throws {
        for place in 0..<48 {
            var meeting = try Meeting()
            guard case .reply(var half, var share) = try meeting.reply() else { throw Unexpected() }
            if place < 16 { half[place] ^= 0x40 } else { share[place - 16] ^= 0x40 }
            do throws(CodeRefusal) {
                guard let answer = try meeting.hear(.reply(session: half, share: share)).reply,
                    let proof = try meeting.guest.receive(answer).reply
                else { throw .silent }
                meeting.expectWrong(proof)
            } catch {
                guard case .wrong = error else { throw Unexpected() }  // a changed share may be none at all
            }
        }
        for place in 0..<32 {
            var meeting = try Meeting()
            guard case .share(var share)? = try meeting.hear(try meeting.reply()).reply else { throw Unexpected() }
            share[place] ^= 0x40
            do throws(CodeRefusal) {
                guard let proof = try meeting.guest.receive(.share(share)).reply else { throw .silent }
                meeting.expectWrong(proof)
            } catch {
                guard case .impostor = error else { throw Unexpected() }
            }
        }
        for place in 0..<64 {
            var meeting = try Meeting()
            guard case .proof(var proof) = try meeting.attempt() else { throw Unexpected() }
            proof[place] ^= 0x80
            meeting.expectWrong(.proof(proof))
        }
    }

    /// Every byte of the host's proof, and of the proof of its name.
    @Test func aChangedOpeningIsAnImpostors() throws {
        for place in 0..<96 {
            var meeting = try Meeting()
            guard case .opened(var proof, var listing) = try meeting.opening() else { throw Unexpected() }
            if place < 64 { proof[place] ^= 0x80 } else { listing[place - 64] ^= 1 }
            switch Self.refusal(&meeting.guest, .opened(proof: proof, listing: listing)) {
            case .impostor where place < 64: break
            case .relabelled where place >= 64: break
            default: throw Unexpected()
            }
        }
    }

    /// The list led somebody who chose Ann to Bob; who typed the address has seen no name.
    @Test(arguments: ["Ann", "Bob", "Ann ", nil]) func whatIsListedIsBound(name: String?) throws {
        var meeting = try Meeting(listedAs: name)
        let reply = try meeting.opening()
        let isRight = [nil, "Ann"].contains(name)
        do throws(CodeRefusal) {
            let stream = try meeting.guest.receive(reply).stream
            #expect(stream != nil && isRight)
        } catch {
            guard case .relabelled = error, !isRight else { throw Unexpected() }
        }
    }

    // MARK: Versions

    /// Of a greeting of another version nothing but the version is read.
    @Test func anotherVersionIsNamed() throws {
        let packet = Packet.control(.privacy(.greeting(version: PrivacyMessage.version + 1, salt: [], session: [])))
        var decoder = PacketDecoder()
        decoder.append(Packet.frame(of: packet))
        guard case .control(.privacy(let message)) = try decoder.next() else { throw Unexpected() }
        var guest = GuestHandshake(code: Self.right, listedAs: nil, kit: Self.seals)
        guard case .otherVersion = Self.refusal(&guest, message) else { throw Unexpected() }
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
            // A changed length may make it wait for more.
            if let opened = guest.open(sealed) {
                #expect(opened.isEmpty && guest.open([UInt8](repeating: 0, count: 5000)) == nil, "byte \(place)")
            }
            #expect(guest.open([]) == nil)
            place += 1
        }
        #expect(count == 2 + 24 + 2 + 512 + 17)
    }

    @Test(arguments: 0..<3) func whatIsRepeatedLeftOutOrTurnedRoundBreaksIt(kind: Int) throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        let (first, second, third) = (host.seal([1]), host.seal([2]), host.seal([3]))
        #expect(guest.open(first) == [1])
        #expect(guest.open([Array(first[26...]), third, guest.seal([9])][kind]) == nil)
        #expect(guest.open(second) == nil)
    }

    /// Cut short it waits, and says nothing of what it has.
    @Test func halfAMessageSaysNothing() throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        let sealed = host.seal([2])
        #expect(guest.open(sealed.dropLast()) == [])
        #expect(guest.open(sealed.suffix(1)) == [2])
    }

    /// Each side's last word is told from a cut, can be said once, and nothing follows it.
    @Test func aStreamSaysThatItEnds() throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        #expect(guest.open(host.seal([1])) == [1] && !guest.hasEnded)
        let end = host.end()
        #expect(end.count == 2 + 512 + 17 && host.end().isEmpty)
        #expect(guest.open(end.dropLast()) == [] && !guest.hasEnded, "half of it says nothing")
        #expect(guest.open(end.suffix(1)) == [] && guest.hasEnded)
        #expect(guest.open([]) == [])
        #expect(guest.open([0]) == nil)
        #expect(host.open(guest.end()) == [] && host.hasEnded, "it may be all that a side says")
    }

    /// An end in the middle of what arrives at once: what follows is not opened.
    @Test func nothingFollowsTheEnd() throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        let word = host.seal([1])
        #expect(guest.open(word + host.end() + word) == nil)
    }

    @Test func aStreamComesInAnyPieces() throws {
        var meeting = try Meeting()
        let (host, guest) = try meeting.open()
        let text = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var opened: [UInt8] = []
        for byte in host.seal(text) { opened += try #require(guest.open([byte])) }
        #expect(opened == text)
    }

    /// Nobody is waited for who claims more than a message can have; noise never opens and never traps.
    @Test func noiseOpensNothing() throws {
        var random = SystemRandomNumberGenerator()
        let salt = try #require(Self.secret).salt
        for length in [0, 1, 23, 25, 65_535] {
            var meeting = try Meeting()
            let guest = try meeting.open().guest
            #expect(guest.open([UInt8(length & 0xFF), UInt8(length >> 8)]) == nil)
        }
        for _ in 0..<300 {
            var meeting = try Meeting()
            let guest = try meeting.open().guest
            let noise = (0..<Int.random(in: 540...3000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = guest.open([24, 0] + noise)
            #expect(text == nil || text == [])
        }
        for _ in 0..<300 {
            var meeting = try Meeting()
            let share = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
            let proof = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
            // Most noise is no share at all.
            if !meeting.isWrong(.reply(session: Array(proof[..<16]), share: share)) { meeting.expectWrong(.proof(proof)) }
            let greeting = PrivacyMessage.greeting(version: PrivacyMessage.version, salt: salt, session: Array(proof[..<16]))
            _ = try meeting.guest.receive(greeting)
            guard case (nil, nil) = try meeting.guest.receive(.opened(proof: proof, listing: share)) else { throw Unexpected() }
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
