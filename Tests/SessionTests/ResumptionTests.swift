// The handshake of two that take a game up again: between the two, with strangers, and with words in the wrong order.

import TestSupport
import Testing
import Wire

@testable import Session

@Suite struct ResumptionTests {
    private typealias Refusal = Resumption.Refusal
    typealias Version = Resumption.Version

    private static let secret = SessionSecret(id: [UInt8](0..<16), key: SecretBytes([UInt8](100..<132)))

    private static func side(
        _ version: Resumption.Version, isHost: Bool, secret: SessionSecret = secret, nonce: UInt8,
        history: SessionHistory = SessionHistory()
    ) -> Resumption {
        Resumption(
            isHost: isHost, secret: secret, version: version, nonce: Array(repeating: nonce, count: 32), history: history,
            kit: ToySeals(seed: UInt64(nonce)))
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

    @Test(arguments: Version.allCases) func theTwoLearnWhatTheOtherKnows(version: Version) throws {
        let mine = SessionHistory(digits: "44"), theirs = SessionHistory(game: 2, before: "1212121")
        let talk = try Self.talk(
            Self.side(version, isHost: true, nonce: 1, history: mine),
            Self.side(version, isHost: false, nonce: 2, history: theirs))
        #expect(talk.host == theirs && talk.guest == mine && talk.said.count == 4)
        let (id, key) = (Hexadecimal.text(Self.secret.id), Hexadecimal.text(Self.secret.key.copy))
        #expect(talk.said.allSatisfy { !$0.fields.texts.values.contains(key) }, "the key does not cross the wire")
        #expect(talk.said.contains { $0.fields.texts.values.contains(id) } == (version == .first))
    }

    @Test(arguments: Version.allCases) func theHostTellsNothingToWhoHasNoKey(version: Version) throws {
        var host = Self.side(version, isHost: true, nonce: 1, history: SessionHistory(digits: "4"))
        let key = version == .first ? SecretBytes(Self.secret.id + Self.secret.id) : Self.secret.key
        let stranger = Self.side(version, isHost: false, secret: SessionSecret(id: Self.secret.id, key: key), nonce: 2)
        _ = try host.receive(stranger.call)
        let lie = SessionMessage.history(SessionHistory(digits: "5"), proof: Array(repeating: 0, count: 32))
        #expect(throws: Refusal.wrongProof) { try host.receive(lie) }
        #expect(throws: Refusal.outOfOrder, "there is no second try") { try host.receive(lie) }
        #expect(!host.hasProof)
    }

    @Test func theGuestTellsNothingToWhoHasNoKey() {
        var guest = Self.side(.first, isHost: false, nonce: 2, history: SessionHistory(digits: "4"))
        let bytes = Array(repeating: 9 as UInt8, count: 32)
        #expect(throws: Refusal.wrongProof) { try guest.receive(.challenge(nonce: bytes, proof: bytes)) }
        guest = Self.side(.fresh, isHost: false, nonce: 2, history: SessionHistory(digits: "4"))
        #expect(throws: Refusal.wrongProof) { try guest.receive(.answer(share: bytes, proof: bytes + bytes)) }
        #expect(!guest.hasProof)
    }

    /// By its id, or by a mark that is another game's, or this one's of another purpose.
    @Test func anotherGameIsRefused() {
        let kit = ToySeals()
        var host = Self.side(.first, isHost: true, nonce: 1)
        let nonce = Self.secret.key.copy
        #expect(throws: Refusal.anotherGame) { try host.receive(.call(id: Array(nonce.prefix(16)), nonce: nonce)) }
        let other = SessionSecret(id: Self.secret.id, key: SecretBytes(Array(nonce.reversed())))
        for mark in [
            other.mark(for: .call, nonce: nonce, kit: kit), Self.secret.mark(for: .search, nonce: nonce, kit: kit),
            Self.secret.mark(for: .call, nonce: Array(nonce.reversed()), kit: kit), Self.secret.id,
        ] {
            host = Self.side(.fresh, isHost: true, nonce: 1)
            #expect(throws: Refusal.anotherGame) { try host.receive(.reach(mark: mark, nonce: nonce, share: nonce)) }
        }
    }

    /// What was said on one connection proves nothing on another, nor in the other one's mouth, nor with another history.
    @Test(arguments: Version.allCases) func nothingCanBeUsedAgain(version: Version) throws {
        let old = try Self.talk(Self.side(version, isHost: true, nonce: 1), Self.side(version, isHost: false, nonce: 2)).said
        var host = Self.side(version, isHost: true, nonce: 3)
        _ = try host.receive(old[0])
        #expect(throws: Refusal.wrongProof, "an old answer") { try host.receive(old[2]) }
        var guest = Self.side(version, isHost: false, nonce: 4)
        #expect(throws: Refusal.wrongProof, "an old challenge") { try guest.receive(old[1]) }

        var first = Self.side(version, isHost: true, nonce: 1)
        _ = try first.receive(old[0])
        guard case .history(let hosts, let proof) = old[3] else { return #expect(Bool(false)) }
        #expect(throws: Refusal.wrongProof, "the host's own proof") { try first.receive(.history(hosts, proof: proof)) }

        var second = Self.side(version, isHost: true, nonce: 1)
        _ = try second.receive(old[0])
        guard case .history(let history, let given) = old[2] else { return #expect(Bool(false)) }
        var changed = history
        changed.digits = "4"
        #expect(throws: Refusal.wrongProof, "another history") { try second.receive(.history(changed, proof: given)) }
    }

    /// Every message in every state but the one where it belongs, those of the other version too.
    @Test(arguments: Version.allCases) func wordsInTheWrongOrder(version: Version) throws {
        func talk(_ version: Version) throws -> [SessionMessage] {
            try Self.talk(Self.side(version, isHost: true, nonce: 1), Self.side(version, isHost: false, nonce: 2)).said
        }
        let said = try talk(version)
        let foreign = try talk(version == .first ? .fresh : .first)
        let others = [SessionMessage.open(Self.secret, version: 2), .opened(version: 2), foreign[1]]
        for wrong in others + [said[1], said[2]] {
            var host = Self.side(version, isHost: true, nonce: 1)
            #expect(throws: Refusal.outOfOrder) { try host.receive(wrong) }
        }
        for wrong in others + [said[0], said[1], foreign[0]] {
            var host = Self.side(version, isHost: true, nonce: 1)
            _ = try host.receive(said[0])
            #expect(throws: Refusal.outOfOrder) { try host.receive(wrong) }
        }
        for wrong in others + [said[0], said[3], foreign[0]] {
            var guest = Self.side(version, isHost: false, nonce: 2)
            #expect(throws: Refusal.outOfOrder) { try guest.receive(wrong) }
        }
        for wrong in others + [said[0], said[1], foreign[0]] {
            var guest = Self.side(version, isHost: false, nonce: 2)
            _ = try guest.receive(said[1])
            #expect(throws: Refusal.outOfOrder) { try guest.receive(wrong) }
        }
    }

    /// The guest has heard that there is a second version, and the host has not heard that it did; not the other way round.
    @Test func aHostOfTheFirstVersionHearsTheSecond() throws {
        let talk = try Self.talk(Self.side(.first, isHost: true, nonce: 1), Self.side(.fresh, isHost: false, nonce: 2))
        #expect(talk.host != nil && talk.guest != nil)
        #expect(throws: Refusal.outOfOrder) {
            try Self.talk(Self.side(.fresh, isHost: true, nonce: 1), Self.side(.first, isHost: false, nonce: 2))
        }
    }

    /// Who has all that was said, and later the game's key, cannot say what the two could: the new key was made of more than that.
    @Test func theGamesKeyAloneIsNotEnough() throws {
        let said = try Self.talk(Self.side(.fresh, isHost: true, nonce: 1), Self.side(.fresh, isHost: false, nonce: 2)).said
        var thief = Self.side(.fresh, isHost: true, nonce: 3)
        _ = try thief.receive(said[0])
        #expect(throws: Refusal.wrongProof) { try thief.receive(said[2]) }
    }

    /// What a host publishes is new for each search; only who has the key knows it, and a program of before knows the id.
    @Test func theSearchWord() {
        let kit = ToySeals()
        let words = (0..<3).map { _ in Self.secret.searchWord(.fresh, kit: kit) }
        #expect(Set(words).count == 3 && words.allSatisfy { Self.secret.isSearch($0, .fresh, kit: ToySeals(seed: 7)) })
        let other = SessionSecret(id: Self.secret.id, key: SecretBytes([UInt8](0..<32)))
        let id = Self.secret.searchWord(.first, kit: kit)
        #expect(id == Hexadecimal.text(Self.secret.id) && Self.secret.isSearch(id, .first, kit: kit))
        for wrong in [id, "", words[0] + "0", String(words[0].dropLast()), String(words[0].reversed())] {
            #expect(!Self.secret.isSearch(wrong, .fresh, kit: kit), "\(wrong)")
        }
        #expect(!words.contains { other.isSearch($0, .fresh, kit: kit) || Self.secret.isSearch($0, .first, kit: kit) })
    }
}
