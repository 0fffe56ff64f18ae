// The handshake of two that take a game up again: between the two, with strangers, and with words in the wrong order.

import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct ResumptionTests {
    private typealias Refusal = Resumption.Refusal

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
            let (reply, history) = try sides[listener].receive(message)
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
        _ = try host.receive(stranger.call(nonce: Self.nonce))
        let lie = ResumeMessage.history(MatchHistory(digits: "5"), proof: Array(repeating: 0, count: 32))
        #expect(throws: Refusal.wrongProof) { try host.receive(lie) }
        #expect(throws: Refusal.outOfOrder, "there is no second try") { try host.receive(lie) }
        #expect(!host.hasProof)
    }

    @Test func theGuestTellsNothingToWhoHasNoKey() {
        var guest = Self.side(isHost: false, seed: 2, history: MatchHistory(digits: "4"))
        _ = guest.call(nonce: Self.nonce)
        let bytes = Array(repeating: 9 as UInt8, count: 32)
        #expect(throws: Refusal.wrongProof) { try guest.receive(.answer(share: bytes, proof: bytes + bytes)) }
        #expect(!guest.hasProof)
    }

    /// A mark of another game, for another purpose, for another nonce, and the bare id.
    @Test func anotherGameIsRefused() {
        let kit = ToySeals()
        let nonce = Self.token.key.copy
        let other = ResumeToken(id: Self.token.id, key: SecretBytes(Array(nonce.reversed())))
        for mark in [
            other.mark(for: .call, nonce: nonce, kit: kit), Self.token.mark(for: .search, nonce: nonce, kit: kit),
            Self.token.mark(for: .call, nonce: Array(nonce.reversed()), kit: kit), Self.token.id,
        ] {
            var host = Self.side(isHost: true, seed: 1)
            #expect(throws: Refusal.anotherGame) { try host.receive(.call(mark: mark, nonce: nonce, share: nonce)) }
        }
    }

    /// What was said on one connection proves nothing on another, nor in the other one's mouth, nor with another history.
    @Test func nothingCanBeUsedAgain() throws {
        let old = try Self.talk(Self.side(isHost: true, seed: 1), Self.side(isHost: false, seed: 2)).said
        var host = Self.side(isHost: true, seed: 3)
        _ = try host.receive(old[0])
        #expect(throws: Refusal.wrongProof, "an old history") { try host.receive(old[2]) }
        var guest = Self.side(isHost: false, seed: 4)
        _ = guest.call(nonce: Self.nonce)
        #expect(throws: Refusal.wrongProof, "an old answer") { try guest.receive(old[1]) }

        var first = Self.side(isHost: true, seed: 1)
        _ = try first.receive(old[0])
        guard case .history(let hosts, let proof) = old[3] else { return #expect(Bool(false)) }
        #expect(throws: Refusal.wrongProof, "the host's own proof") { try first.receive(.history(hosts, proof: proof)) }

        var second = Self.side(isHost: true, seed: 1)
        _ = try second.receive(old[0])
        guard case .history(let history, let given) = old[2] else { return #expect(Bool(false)) }
        var changed = history
        changed.digits = "4"
        #expect(throws: Refusal.wrongProof, "another history") { try second.receive(.history(changed, proof: given)) }
    }

    /// Every message in every state but the one where it belongs.
    @Test func wordsInTheWrongOrder() throws {
        let said = try Self.talk(Self.side(isHost: true, seed: 1), Self.side(isHost: false, seed: 2)).said
        let open = ResumeMessage.open(Self.token)
        for wrong in [open, said[1], said[2]] {
            var host = Self.side(isHost: true, seed: 1)
            #expect(throws: Refusal.outOfOrder) { try host.receive(wrong) }
        }
        for wrong in [open, said[0], said[1]] {
            var host = Self.side(isHost: true, seed: 1)
            _ = try host.receive(said[0])
            #expect(throws: Refusal.outOfOrder) { try host.receive(wrong) }
        }
        for wrong in [open, said[0], said[3]] {
            var guest = Self.side(isHost: false, seed: 2)
            _ = guest.call(nonce: Self.nonce)
            #expect(throws: Refusal.outOfOrder) { try guest.receive(wrong) }
        }
        for wrong in [open, said[0], said[1]] {
            var guest = Self.side(isHost: false, seed: 2)
            _ = guest.call(nonce: Self.nonce)
            _ = try guest.receive(said[1])
            #expect(throws: Refusal.outOfOrder) { try guest.receive(wrong) }
        }
    }

    /// The key of a connection is made of more than the game's key: a recording and that key do not suffice.
    @Test func theGamesKeyAloneIsNotEnough() throws {
        let said = try Self.talk(Self.side(isHost: true, seed: 1), Self.side(isHost: false, seed: 2)).said
        var thief = Self.side(isHost: true, seed: 3)
        _ = try thief.receive(said[0])
        #expect(throws: Refusal.wrongProof) { try thief.receive(said[2]) }
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
