// The handshake of two that take a game up again: between the two, with strangers, and with words in the wrong order.

import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct ResumptionTests {
    private static let token = ResumeToken(id: [UInt8](0..<16), key: SecretBytes([UInt8](100..<132)))
    private static let nonce = Array(repeating: 2 as UInt8, count: 32)

    private static func side(
        isHost: Bool, token: ResumeToken = token, seed: UInt64, history: MatchHistory = MatchHistory()
    ) -> Resumption {
        Resumption(isHost: isHost, token: token, history: history, kit: ToySeals(seed: seed))
    }

    /// Everything both sides say until they are done, and what each learned.
    private static func talk(_ host: Resumption, _ guest: Resumption, nonce: UInt8 = 2) throws -> (
        said: [ResumeMessage], host: MatchHistory?, guest: MatchHistory?
    ) {
        var sides = [host, guest]
        var learned: [MatchHistory?] = [nil, nil]
        var said = [sides[1].call(nonce: Array(repeating: nonce, count: 32))]
        var speaker = 1
        while let message = said.last {
            let listener = 1 - speaker
            let answer = sides[listener].receive(message)
            let (reply, history) = try #require(answer)
            if let history { learned[listener] = history }
            guard let reply else { break }
            said.append(reply)
            speaker = listener
        }
        return (said, learned[0], learned[1])
    }

    @Test func theTwoLearnWhatTheOtherKnows() throws {
        let mine = MatchHistory(digits: "44"), theirs = MatchHistory(game: 2, before: "1212121")
        let talk = try Self.talk(
            Self.side(isHost: true, seed: 1, history: mine), Self.side(isHost: false, seed: 2, history: theirs))
        #expect(talk.host == theirs && talk.guest == mine && talk.said.count == 4)
        let words = [Hexadecimal.text(Self.token.id), Hexadecimal.text(Self.token.key.copy)]
        for message in talk.said {
            #expect(Set(words).isDisjoint(with: message.fields.texts.values), "neither id nor key is sent again")
        }
    }

    @Test func theHostTellsNothingToWhoHasNoKey() throws {
        var host = Self.side(isHost: true, seed: 1, history: MatchHistory(digits: "4"))
        var stranger = Self.side(isHost: false, seed: 2)
        #expect(host.receive(stranger.call(nonce: Self.nonce)) != nil)
        let lie = ResumeMessage.history(MatchHistory(digits: "5"), proof: Array(repeating: 0, count: 32))
        #expect(host.receive(lie) == nil)
        #expect(host.receive(lie) == nil, "there is no second try")
        #expect(!host.hasProof)
    }

    @Test func theGuestTellsNothingToWhoHasNoKey() {
        var guest = Self.side(isHost: false, seed: 2, history: MatchHistory(digits: "4"))
        _ = guest.call(nonce: Self.nonce)
        let bytes = Array(repeating: 9 as UInt8, count: 32)
        #expect(guest.receive(.answer(share: bytes, proof: bytes + bytes)) == nil)
        #expect(!guest.hasProof)
    }

    /// A mark of another game, for another purpose, for another nonce, and the bare id.
    @Test func anotherGameIsRefused() {
        let kit = ToySeals()
        let nonce = Self.token.key.copy
        let other = ResumeToken(id: Self.token.id, key: SecretBytes(Array(nonce.reversed())))
        for mark in [
            other.mark(ofCall: true, nonce: nonce, kit: kit), Self.token.mark(ofCall: false, nonce: nonce, kit: kit),
            Self.token.mark(ofCall: true, nonce: Array(nonce.reversed()), kit: kit), Self.token.id,
        ] {
            var host = Self.side(isHost: true, seed: 1)
            #expect(host.receive(.call(mark: mark, nonce: nonce, share: nonce)) == nil)
        }
    }

    /// What was said on one connection proves nothing on another, nor in the other one's mouth, nor with another history.
    @Test func nothingCanBeUsedAgain() throws {
        let old = try Self.talk(Self.side(isHost: true, seed: 1), Self.side(isHost: false, seed: 2)).said
        var host = Self.side(isHost: true, seed: 3)
        #expect(host.receive(old[0]) != nil)
        #expect(host.receive(old[2]) == nil, "an old history")
        var guest = Self.side(isHost: false, seed: 4)
        _ = guest.call(nonce: Self.nonce)
        #expect(guest.receive(old[1]) == nil, "an old answer")

        var first = Self.side(isHost: true, seed: 1)
        #expect(first.receive(old[0]) != nil)
        guard case .history(let hosts, let proof) = old[3] else { return #expect(Bool(false)) }
        #expect(first.receive(.history(hosts, proof: proof)) == nil, "the host's own proof")

        var second = Self.side(isHost: true, seed: 1)
        #expect(second.receive(old[0]) != nil)
        guard case .history(let history, let given) = old[2] else { return #expect(Bool(false)) }
        var changed = history
        changed.digits = "4"
        #expect(second.receive(.history(changed, proof: given)) == nil, "another history")
    }

    /// Every message in every state but the one where it belongs.
    @Test func wordsInTheWrongOrder() throws {
        let said = try Self.talk(Self.side(isHost: true, seed: 1), Self.side(isHost: false, seed: 2)).said
        let open = ResumeMessage.open(Self.token)
        for wrong in [open, said[1], said[2]] {
            var host = Self.side(isHost: true, seed: 1)
            #expect(host.receive(wrong) == nil)
        }
        for wrong in [open, said[0], said[1]] {
            var host = Self.side(isHost: true, seed: 1)
            #expect(host.receive(said[0]) != nil)
            #expect(host.receive(wrong) == nil)
        }
        for wrong in [open, said[0], said[3]] {
            var guest = Self.side(isHost: false, seed: 2)
            _ = guest.call(nonce: Self.nonce)
            #expect(guest.receive(wrong) == nil)
        }
        for wrong in [open, said[0], said[1]] {
            var guest = Self.side(isHost: false, seed: 2)
            _ = guest.call(nonce: Self.nonce)
            #expect(guest.receive(said[1]) != nil)
            #expect(guest.receive(wrong) == nil)
        }
    }

    /// The key of a connection is made of more than the game's key: a recording and that key do not suffice.
    @Test func theGamesKeyAloneIsNotEnough() throws {
        let said = try Self.talk(Self.side(isHost: true, seed: 1), Self.side(isHost: false, seed: 2)).said
        var thief = Self.side(isHost: true, seed: 3)
        #expect(thief.receive(said[0]) != nil)
        #expect(thief.receive(said[2]) == nil)
    }

    /// The search token is new for each search, and only those who have the key can recognise it.
    @Test func theSearchToken() {
        let kit = ToySeals()
        let words = (0..<3).map { _ in Self.token.searchToken(kit: kit) }
        #expect(Set(words).count == 3 && words.allSatisfy { Self.token.isSearchToken($0, kit: ToySeals(seed: 7)) })
        let other = ResumeToken(id: Self.token.id, key: SecretBytes([UInt8](0..<32)))
        let id = Hexadecimal.text(Self.token.id)
        for wrong in [id, "", words[0] + "0", String(words[0].dropLast()), String(words[0].reversed())] {
            #expect(!Self.token.isSearchToken(wrong, kit: kit), "\(wrong)")
        }
        #expect(!words.contains { other.isSearchToken($0, kit: kit) })
    }
}
