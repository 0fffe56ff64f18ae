// The handshake of two that take a game up again: between the two, with strangers, and with words in the wrong order.

import Testing
import Wire

@testable import Session

@Suite nonisolated struct ResumptionTests {
    private typealias Refusal = Resumption.Refusal

    private static let secret = SessionSecret(id: [UInt8](0..<16), key: [UInt8](100..<132))

    /// A hash to tell bytes and keys apart by: nobody forges anything here.
    private static func hash(_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
        (0..<32).map { place in
            UInt8(
                truncatingIfNeeded: (key + [place] + bytes).reduce(14_695_981_039_346_656_037 as UInt64) {
                    ($0 ^ UInt64($1)) &* 1_099_511_628_211
                } >> 24)
        }
    }

    private static func side(
        isHost: Bool, secret: SessionSecret = secret, nonce: UInt8, history: SessionHistory = SessionHistory()
    ) -> Resumption {
        Resumption(isHost: isHost, secret: secret, nonce: Array(repeating: nonce, count: 32), history: history, hash: hash)
    }

    /// What both sides say until one has nothing more to say: all of it, and what each learned.
    private static func talk(_ host: Resumption, _ guest: Resumption) throws -> (
        said: [SessionMessage], host: SessionHistory?, guest: SessionHistory?
    ) {
        var sides = [host, guest]
        var learned: [SessionHistory?] = [nil, nil]
        var said = [guest.call]
        var speaker = 1
        while let message = said.last {
            let listener = 1 - speaker
            switch try sides[listener].receive(message) {
            case .say(let answer): said.append(answer)
            case .done(let history, let reply):
                learned[listener] = history
                guard let reply else { return (said, learned[0], learned[1]) }
                said.append(reply)
            }
            speaker = listener
        }
        return (said, learned[0], learned[1])
    }

    @Test func theTwoLearnWhatTheOtherKnows() throws {
        let mine = SessionHistory(digits: "44"), theirs = SessionHistory(game: 2, before: "1212121")
        let talk = try Self.talk(
            Self.side(isHost: true, nonce: 1, history: mine), Self.side(isHost: false, nonce: 2, history: theirs))
        #expect(talk.host == theirs && talk.guest == mine && talk.said.count == 4)
        let key = Hexadecimal.text(Self.secret.key)
        #expect(talk.said.allSatisfy { !$0.fields.texts.values.contains(key) }, "the key does not cross the wire")
    }

    @Test func theHostTellsNothingToWhoHasNoKey() throws {
        var host = Self.side(isHost: true, nonce: 1, history: SessionHistory(digits: "4"))
        let stranger = Self.side(
            isHost: false, secret: SessionSecret(id: Self.secret.id, key: Self.secret.id + Self.secret.id), nonce: 2)
        guard case .say(.challenge) = try host.receive(stranger.call) else { return #expect(Bool(false), "no challenge") }
        let lie = SessionMessage.history(SessionHistory(digits: "5"), proof: Array(repeating: 0, count: 32))
        #expect(throws: Refusal.wrongProof) { try host.receive(lie) }
        #expect(throws: Refusal.outOfOrder, "there is no second try") { try host.receive(lie) }
    }

    @Test func theGuestTellsNothingToWhoHasNoKey() {
        var guest = Self.side(isHost: false, nonce: 2, history: SessionHistory(digits: "4"))
        let challenge = SessionMessage.challenge(nonce: Array(repeating: 9, count: 32), proof: Array(repeating: 9, count: 32))
        #expect(throws: Refusal.wrongProof) { try guest.receive(challenge) }
    }

    @Test func anotherGameIsRefused() {
        var host = Self.side(isHost: true, nonce: 1)
        #expect(throws: Refusal.anotherGame) {
            try host.receive(.call(id: Self.secret.key.prefix(16).map { $0 }, nonce: Self.secret.key))
        }
    }

    /// What was said on one connection proves nothing on another, nor in the other one's mouth, nor with another history.
    @Test func nothingCanBeUsedAgain() throws {
        let old = try Self.talk(Self.side(isHost: true, nonce: 1), Self.side(isHost: false, nonce: 2)).said
        var host = Self.side(isHost: true, nonce: 3)
        _ = try host.receive(old[0])
        #expect(throws: Refusal.wrongProof, "an old answer") { try host.receive(old[2]) }
        var guest = Self.side(isHost: false, nonce: 4)
        #expect(throws: Refusal.wrongProof, "an old challenge") { try guest.receive(old[1]) }

        var first = Self.side(isHost: true, nonce: 1)
        guard case .say(.challenge(_, let proof)) = try first.receive(old[0]) else { return #expect(Bool(false)) }
        #expect(throws: Refusal.wrongProof, "the host's own proof") {
            try first.receive(.history(SessionHistory(), proof: proof))
        }

        var second = Self.side(isHost: true, nonce: 1)
        _ = try second.receive(old[0])
        guard case .history(let history, let given) = old[2] else { return #expect(Bool(false)) }
        var changed = history
        changed.digits = "4"
        #expect(throws: Refusal.wrongProof, "another history") { try second.receive(.history(changed, proof: given)) }
    }

    /// Every message in every state but the one where it belongs.
    @Test func wordsInTheWrongOrder() throws {
        let said = try Self.talk(Self.side(isHost: true, nonce: 1), Self.side(isHost: false, nonce: 2)).said
        let open = SessionMessage.open(Self.secret)
        for wrong in [open, said[1], said[2]] {
            var host = Self.side(isHost: true, nonce: 1)
            #expect(throws: Refusal.outOfOrder) { try host.receive(wrong) }
        }
        for wrong in [open, said[0], said[1]] {
            var host = Self.side(isHost: true, nonce: 1)
            _ = try host.receive(said[0])
            #expect(throws: Refusal.outOfOrder) { try host.receive(wrong) }
        }
        for wrong in [open, said[0], said[3]] {
            var guest = Self.side(isHost: false, nonce: 2)
            #expect(throws: Refusal.outOfOrder) { try guest.receive(wrong) }
        }
        for wrong in [open, said[0], said[1]] {
            var guest = Self.side(isHost: false, nonce: 2)
            _ = try guest.receive(said[1])
            #expect(throws: Refusal.outOfOrder) { try guest.receive(wrong) }
        }
    }
}
