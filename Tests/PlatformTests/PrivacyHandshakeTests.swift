// The handshake of a private game with the real arithmetic: right and wrong codes, and everything that somebody on the way can do to
// it. A change of any byte must end in no game, never in one that is not sealed.

import Session
import Testing
import Wire

@testable import Platform
@testable import Play

@Suite struct PrivacyHandshakeTests {
    private static let seals = SodiumSeals()
    private static let right = Array("lemon-otter-violet-zebra".utf8)
    private static let wrong = Array("lemon-otter-violet-zinc".utf8)
    private static let secret = PassphraseSecret(code: right, kit: seals)

    /// A host and a guest; what they say to each other travels by the test's hands.
    private struct Meeting {
        var host: HostHandshake
        var guest: GuestHandshake

        init() throws {
            host = HostHandshake(secret: try #require(PrivacyHandshakeTests.secret), kit: PrivacyHandshakeTests.seals)
            guest = GuestHandshake(kit: PrivacyHandshakeTests.seals)
        }

        /// Greets, and answers with a code.
        mutating func attempt(_ code: [UInt8]) throws -> PrivacyMessage {
            guard case .greeted = guest.receive(host.greeting) else { throw Unexpected() }
            return try again(code)
        }

        /// Answers with a code.
        mutating func again(_ code: [UInt8]) throws -> PrivacyMessage {
            guard let message = guest.attempt(code: code) else { throw Unexpected() }
            return message
        }

        /// All of it with the right code; both streams.
        mutating func open() throws -> (host: SealedStream, guest: SealedStream) {
            guard case .right(let reply, let hostStream) = host.receive(try attempt(PrivacyHandshakeTests.right)),
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

    @Test func aWrongCodeDoesNotAndThreeAreEnough() throws {
        var meeting = try Meeting()
        var attempt = try meeting.attempt(Self.wrong)
        for left in [2, 1] {
            guard case .wrong = meeting.host.receive(attempt) else { throw Unexpected() }
            guard case .wrong(left) = meeting.guest.receive(meeting.host.challenge()) else { throw Unexpected() }
            attempt = try meeting.again(Self.wrong)
        }
        guard case .wrong = meeting.host.receive(attempt), meeting.host.triesLeft == 0 else { throw Unexpected() }
        guard case .meaningless = meeting.host.receive(attempt) else { throw Unexpected() }
    }

    @Test func theRightCodeOpensAfterTwoWrongOnes() throws {
        var meeting = try Meeting()
        var attempt = try meeting.attempt(Self.wrong)
        for code in [Self.wrong, Self.right] {
            guard case .wrong = meeting.host.receive(attempt) else { throw Unexpected() }
            guard case .wrong = meeting.guest.receive(meeting.host.challenge()) else { throw Unexpected() }
            attempt = try meeting.again(code)
        }
        guard case .right(let reply, _) = meeting.host.receive(attempt), case .opened = meeting.guest.receive(reply) else {
            throw Unexpected()
        }
    }

    /// Two attempts at one challenge: only the first counts.
    @Test func anAttemptAnswersItsOwnChallengeOnly() throws {
        var meeting = try Meeting()
        let wrong = try meeting.attempt(Self.wrong)
        guard case .wrong = meeting.host.receive(wrong) else { throw Unexpected() }
        guard case .meaningless = meeting.host.receive(wrong) else { throw Unexpected() }
        #expect(throws: Unexpected.self) { try meeting.again(Self.right) }
    }

    /// What a guest said to another door, or at another try, opens nothing.
    @Test func aReplayedAttemptIsWrong() throws {
        var first = try Meeting()
        let attempt = try first.attempt(Self.right)
        var second = try Meeting()
        guard case .wrong = second.host.receive(attempt) else { throw Unexpected() }
        _ = second.host.challenge()
        guard case .wrong = second.host.receive(attempt) else { throw Unexpected() }
    }

    @Test func aReplayedOpeningIsAnImpostors() throws {
        var first = try Meeting()
        guard case .right(let reply, _) = first.host.receive(try first.attempt(Self.right)) else { throw Unexpected() }
        var second = try Meeting()
        _ = try second.attempt(Self.right)
        guard case .impostor = second.guest.receive(reply) else { throw Unexpected() }
        guard case .meaningless = second.guest.receive(reply) else { throw Unexpected() }
    }

    /// Somebody who answers in the host's place and does not know the code cannot prove it, and learns no more than one guess.
    @Test func anImpostorIsFoundOut() throws {
        var impostor = HostHandshake(secret: try #require(PassphraseSecret(code: Self.wrong, kit: Self.seals)), kit: Self.seals)
        var guest = GuestHandshake(kit: Self.seals)
        _ = guest.receive(impostor.greeting)
        guard let attempt = guest.attempt(code: Self.right), case .wrong = impostor.receive(attempt) else { throw Unexpected() }
        guard case .impostor = guest.receive(.opened(proof: [UInt8](repeating: 1, count: 64))) else { throw Unexpected() }
    }

    // MARK: Tampering

    /// Every byte of the greeting, one at a time.
    @Test func aChangedGreetingOpensNothing() throws {
        for place in 0..<64 {
            var meeting = try Meeting()
            guard case .greeting(let version, var salt, var session, var share) = meeting.host.greeting
            else { throw Unexpected() }
            switch place {
            case 0..<16: salt[place] ^= 1
            case 16..<32: session[place - 16] ^= 1
            default: share[place - 32] ^= 1
            }
            _ = meeting.guest.receive(.greeting(version: version, salt: salt, session: session, share: share))
            // A changed share may be none at all; else the proof is another.
            guard let attempt = meeting.guest.attempt(code: Self.right) else { continue }
            guard case .wrong = meeting.host.receive(attempt) else { throw Unexpected() }
        }
    }

    /// Every byte of the attempt, and of the answer to it.
    @Test func aChangedAttemptOrAnswerOpensNothing() throws {
        for place in 0..<96 {
            var meeting = try Meeting()
            guard case .attempt(var share, var proof) = try meeting.attempt(Self.right) else { throw Unexpected() }
            if place < 32 { share[place] ^= 0x40 } else { proof[place - 32] ^= 0x40 }
            guard case .wrong = meeting.host.receive(.attempt(share: share, proof: proof)) else { throw Unexpected() }
        }
        for place in 0..<64 {
            var meeting = try Meeting()
            guard case .right(.opened(var proof), _) = meeting.host.receive(try meeting.attempt(Self.right)) else {
                throw Unexpected()
            }
            proof[place] ^= 0x80
            guard case .impostor = meeting.guest.receive(.opened(proof: proof)) else { throw Unexpected() }
        }
    }

    /// Another version of the handshake is said to be one.
    @Test func anotherVersionIsNamed() throws {
        let packet = Packet.control(.privacy(.greeting(version: 2, salt: [], session: [], share: [])))
        var decoder = PacketDecoder()
        decoder.append(PacketEncoder.encode(packet))
        guard case .control(.privacy(let message)) = try decoder.next() else { throw Unexpected() }
        var guest = GuestHandshake(kit: Self.seals)
        guard case .otherVersion = guest.receive(message) else { throw Unexpected() }
    }

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
            guard case .wrong = meeting.host.receive(.attempt(share: share, proof: proof)) else { throw Unexpected() }
            _ = meeting.guest.receive(
                .greeting(version: 1, salt: Array(share[..<16]), session: Array(proof[..<16]), share: share))
            guard case .meaningless = meeting.guest.receive(.opened(proof: proof)) else { throw Unexpected() }
        }
    }
}
