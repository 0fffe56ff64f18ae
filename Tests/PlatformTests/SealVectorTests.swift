// The values of Sources/Wire/README.md for sealed games, made by the program's own code from fixed random numbers. Tests/Recorded/seal.txt
// keeps them for other implementations; wireclient.py computes the same.

import TestSupport
import Testing
import Wire

@testable import Platform
@testable import Session

@Suite struct SealVectorTests {
    /// The real arithmetic, with random numbers that are handed to it.
    private nonisolated final class FixedSeals: SealKit {
        private let real = SodiumSeals()
        private var bytes: [[UInt8]]
        private var scalars: [[UInt8]]
        private(set) var exchanges: [(terms: ExchangeTerms, side: CPace)] = []
        private(set) var sealingKey: SecretBytes?

        init(bytes: [[UInt8]] = [], scalars: [[UInt8]]) { (self.bytes, self.scalars) = (bytes, scalars) }

        func password(from code: [UInt8], salt: [UInt8]) -> SecretBytes? { real.password(from: code, salt: salt) }
        func digest(of bytes: [UInt8], key: SecretBytes) -> SecretBytes { real.digest(of: bytes, key: key) }
        func randomBytes(_ count: Int) -> [UInt8] { Array(bytes.removeFirst().prefix(count)) }
        func exchange(_ terms: ExchangeTerms) -> KeyExchange {
            let side = CPace(terms, scalar: SecretBytes(scalars.removeFirst()))
            exchanges.append((terms, side))
            return (side.share, { side.agree(with: $0) })
        }
        func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool { real.isSame(one, other) }
        func sealer(key: SecretBytes) -> Sealer {
            sealingKey = key
            return real.sealer(key: key)
        }
        func opener(key: SecretBytes, header: [UInt8]) -> Opener? { real.opener(key: key, header: header) }
    }

    /// The lines of the record.
    private struct Vectors {
        var text = """
            # Sealed games by numbers: Sources/Wire/README.md has the names. Values are in hexadecimal digits but for the code, the
            # name, and the history's fields.

            """

        mutating func add(_ name: String, _ text: String) { self.text += "\(name) \(text)\n" }
        mutating func add(_ name: String, _ bytes: [UInt8]) { add(name, Hexadecimal.text(bytes)) }
        mutating func add(_ name: String, _ bytes: SecretBytes?) { add(name, bytes?.copy ?? []) }
    }

    private struct Unexpected: Error {}
    private static let record = "seal.txt"
    private static let word = Array("a disc".utf8)

    /// So many bytes, other ones for each seed.
    private func bytes(_ seed: UInt8, _ count: Int) -> [UInt8] { (0..<count).map { seed &+ UInt8($0) &* 37 } }
    /// A number below the order of the group.
    private func scalar(_ seed: UInt8) -> [UInt8] { bytes(seed, 31) + [seed & 0x0F] }

    @Test func theyAreWhatTheyWere() throws {
        var vectors = Vectors()
        try addHandshake(to: &vectors)
        try addResumption(to: &vectors)
        Recorded.check(vectors.text, Self.record)
    }

    // MARK: The handshake

    private func addHandshake(to vectors: inout Vectors) throws {
        let code = try Passphrase(typed: "Lemon otter VIOLET zebra")
        let hosts = FixedSeals(bytes: [bytes(1, 16), bytes(2, 16)], scalars: [scalar(4)])
        let guests = FixedSeals(bytes: [bytes(5, 16)], scalars: [scalar(6)])
        let secret = try #require(PassphraseSecret(code: code.bytes, kit: hosts))
        var host = HostHandshake(secret: secret, kit: hosts)
        var guest = GuestHandshake(code: code.bytes, listedAs: "Ann", kit: guests)
        guard let reply = try guest.receive(host.greeting).reply,
            let share = try host.receive(reply, listedAs: "Ann").reply, let proof = try guest.receive(share).reply,
            case (let opened?, let hostStream?) = try host.receive(proof, listedAs: "Ann"),
            let guestStream = try guest.receive(opened).stream, case .opened(let hostProof, let listing) = opened,
            case .reply(let half, _) = reply
        else { throw Unexpected() }
        vectors.add("code", code.hyphened)
        vectors.add("salt", secret.salt)
        vectors.add("password", secret.password)
        vectors.add("session-host", bytes(2, 16))
        vectors.add("session-guest", half)
        let (ours, theirs) = (hosts.exchanges[0], guests.exchanges[0])
        try add(ours.side, theirs.side, ours.terms, (scalar(4), scalar(6)), to: &vectors)
        #expect(ours.side.agree(with: theirs.side.share)?.hostProof == hostProof)
        vectors.add("host-seal-key", hosts.sealingKey)
        vectors.add("guest-seal-key", guests.sealingKey)
        vectors.add("listed-as", "Ann")
        vectors.add("listing", listing)
        let stream = recordedStream ?? hostStream.seal(Self.word) + hostStream.end()
        #expect(guestStream.open(stream) == Self.word && guestStream.hasEnded)
        vectors.add("stream", stream)
        vectors.add("stream-opened", Self.word)
        vectors.add("frame", Packet.frame(of: .control(.privacy(share))))
    }

    private func add(
        _ host: CPace, _ guest: CPace, _ terms: ExchangeTerms, _ scalars: (host: [UInt8], guest: [UInt8]),
        to vectors: inout Vectors
    ) throws {
        let keys = try #require(host.agree(with: guest.share))
        #expect(guest.agree(with: host.share) == keys)
        vectors.add("host-scalar", scalars.host)
        vectors.add("guest-scalar", scalars.guest)
        vectors.add(
            "generator",
            CPace.generator(password: terms.password, channel: CPace.channel, session: terms.session))
        vectors.add("host-share", host.share)
        vectors.add("guest-share", guest.share)
        vectors.add("isk", host.intermediateKey(with: guest.share))
        vectors.add("host-proof", keys.hostProof)
        vectors.add("guest-proof", keys.guestProof)
        vectors.add("host-side-key", keys.hostKey)
        vectors.add("guest-side-key", keys.guestKey)
    }

    /// A stream begins with random bytes: that of the record is opened, not made again.
    private var recordedStream: [UInt8]? {
        let line = Recorded.text(Self.record)?.split(separator: "\n").first { $0.hasPrefix("stream ") }
        return line.map { String($0.dropFirst("stream ".count)) }.flatMap { Hexadecimal.bytes($0, count: $0.utf8.count / 2) }
    }

    // MARK: A broken game

    private func addResumption(to vectors: inout Vectors) throws {
        let secret = ResumeToken(id: bytes(11, 16), key: SecretBytes(bytes(12, 32)))
        let history = MatchHistory(
            game: 3, isHostFirst: false, takeBacks: 2, digits: "4453", before: "1212121", allowed: [.hints, .undo],
            costs: [0, 1500, 2000, 750], hasRead: true)
        let hosts = FixedSeals(scalars: [scalar(13)])
        let guests = FixedSeals(scalars: [scalar(14)])
        var host = Resumption(isHost: true, token: secret, history: history, kit: hosts)
        var guest = Resumption(isHost: false, token: secret, history: history, kit: guests)
        let call = guest.call(nonce: bytes(16, 32))
        guard case .call(let mark, let nonce, let guestShare) = call, let answer = host.receive(call)?.reply,
            case .answer(let hostShare, let answerProof) = answer, host.stream != nil,
            let told = guest.receive(answer)?.reply, case .history(_, let guestProof) = told, guest.stream != nil,
            case .history(_, let hostProof)? = host.receive(told)?.reply
        else { throw Unexpected() }
        vectors.add("resume-id", secret.id)
        vectors.add("resume-key", secret.key)
        vectors.add("resume-search-nonce", bytes(17, 16))
        vectors.add("resume-search-mark", secret.mark(ofCall: false, nonce: bytes(17, 16), kit: hosts))
        vectors.add("resume-guest-nonce", nonce)
        vectors.add("resume-call-mark", mark)
        vectors.add("resume-host-scalar", scalar(13))
        vectors.add("resume-guest-share", guestShare)
        vectors.add("resume-host-share", hostShare)
        vectors.add("resume-answer-proof", answerProof)
        vectors.add("history-game", "3")
        vectors.add("history-hostFirst", "0")
        vectors.add("history-takeBacks", "2")
        vectors.add("history-allowed", "5")
        vectors.add("history-costs", history.costs.map { "\($0)" }.joined(separator: " "))
        vectors.add("history-read", "1")
        vectors.add("history-moves", history.digits)
        vectors.add("history-before", history.before)
        vectors.add("history-bytes", history.bytes)
        vectors.add("resume-guest-history-proof", guestProof)
        vectors.add("resume-host-history-proof", hostProof)
        vectors.add("resume-host-reseal-key", hosts.sealingKey)
        vectors.add("resume-guest-reseal-key", guests.sealingKey)
    }
}
