// CPace by the test vectors of its draft, and libsodium's part in private games.

import Testing
import Wire

@testable import Platform
@testable import Session

@Suite struct CodeExchangeTests {
    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue ?? 0) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private func secret(_ hex: String) -> SecretBytes { SecretBytes(bytes(hex)) }

    /// draft-irtf-cfrg-cpace, test vectors for ristretto255 and SHA-512.
    private var channel: [UInt8] { bytes("0b415f696e69746961746f720b425f726573706f6e646572") }
    private func terms(isHost: Bool) -> ExchangeTerms {
        ExchangeTerms(
            isHost: isHost, password: SecretBytes(Array("Password".utf8)), session: bytes("7e4b4791d6a8ef019b936c79fb7f2c57"),
            hostData: Array("ADa".utf8), guestData: Array("ADb".utf8))
    }
    private func host() -> CPace {
        CPace(
            terms(isHost: true), scalar: secret("da3d23700a9e5699258aef94dc060dfda5ebb61f02a5ea77fad53f4ff0976d08"),
            channel: channel)
    }
    private func guest() -> CPace {
        CPace(
            terms(isHost: false), scalar: secret("d2316b454718c35362d83d69df6320f38578ed5984651435e2949762d900b80d"),
            channel: channel)
    }

    @Test func theGeneratorIsTheDrafts() {
        let terms = terms(isHost: true)
        #expect(
            CPace.generator(password: terms.password, channel: channel, session: terms.session)
                == secret("222b6b195fe84b1652badb6f6a3ae3d24341e7306967f0b8115b40d5698c7e56"))
    }

    @Test func theSharesAndTheKeyAreTheDrafts() {
        #expect(host().share == bytes("d6bac480f2c386c394efc7c47adb9925dcd2630b64f240c50f8d0eec482b9157"))
        #expect(guest().share == bytes("3ea7e0b19560d7c0b0f5734f63b955286dfa8232b5ebe63324e2d9e7433f7258"))
        let key = secret(
            "b69effbf61b51d56401c0f65601abe428de8206feaaf0e32198896dcae7b35cd"
                + "2b38950a39dfd5d4a79164614c2984f7daa460b588c1e80c3fa2068af7900447")
        #expect(host().intermediateKey(with: guest().share) == key)
        #expect(guest().intermediateKey(with: host().share) == key)
        #expect(host().agree(with: guest().share) == guest().agree(with: host().share))
    }

    @Test func whatIsNoElementIsRefused() {
        let scalar = secret("7cd0e075fa7955ba52c02759a6c90dbbfc10e6d40aea8d283e407d88cf538a05")
        let element = "2c3c6b8c4f3800e7aef6864025b4ed79bd599117e427c41bd47d93d654b4a51c"
        #expect(
            CPace.multiply(scalar, bytes(element))
                == secret("7c13645fe790a468f62c39beb7388e541d8405d1ade69d1778c5fe3e7f6b600e"))
        #expect(CPace.multiply(scalar, bytes("2b" + element.dropFirst(2))) == nil)
        #expect(CPace.multiply(scalar, [UInt8](repeating: 0, count: 32)) == nil)
        for share in [[], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32), [1, 2, 3]] {
            #expect(host().agree(with: share) == nil)
        }
    }

    /// Who sends a host its own share back learns nothing that would do as a proof.
    @Test func aReflectedShareProvesNothing() throws {
        let host = host()
        let keys = try #require(host.agree(with: host.share))
        #expect(keys.hostProof != keys.guestProof && keys.hostKey != keys.guestKey)
    }

    @Test(arguments: [(0, [0]), (1, [1]), (127, [0x7F]), (128, [0x80, 1]), (300, [0xAC, 2])] as [(Int, [UInt8])])
    func lengthsAreLEB128(count: Int, length: [UInt8]) {
        #expect(CPace.withLength([UInt8](repeating: 7, count: count)) == length + [UInt8](repeating: 7, count: count))
    }

    @Test func everyTermCounts() throws {
        let seals = SodiumSeals()
        func keys(_ change: @MainActor (inout ExchangeTerms) -> Void) throws -> (ExchangeKeys, ExchangeKeys) {
            var changed = terms(isHost: false)
            change(&changed)
            let (host, guest) = (seals.exchange(terms(isHost: true)), seals.exchange(changed))
            return (try #require(host.agree(guest.share)), try #require(guest.agree(host.share)))
        }
        let same = try keys { _ in }
        #expect(same.0 == same.1)
        let changes: [@MainActor (inout ExchangeTerms) -> Void] = [
            { terms in terms.password = SecretBytes([1] + terms.password.copy.dropFirst()) }, { terms in terms.session[0] ^= 1 },
            { terms in terms.hostData[0] ^= 1 },
            { terms in terms.guestData.append(0) }, { terms in terms.isHost = true },
        ]
        for change in changes {
            let (one, other) = try keys(change)
            #expect(one.guestProof != other.guestProof && one.hostProof != other.hostProof)
            #expect(one.hostKey != other.hostKey && one.guestKey != other.guestKey)
        }
    }

    /// As `argon2 0123456789abcdef -id -t 5 -k 7168 -p 1 -l 32` computes it.
    @Test func theCodeIsHashedByArgon2id() throws {
        let seals = SodiumSeals()
        let salt = Array("0123456789abcdef".utf8)
        let key = try #require(seals.password(from: Array("lemon-otter-violet-zebra".utf8), salt: salt))
        #expect(key == secret("8e7cb0a138a37e1576aaf2dc10d92b54f7e358dd160e472d4f991b0ab3d6fe89"))
        #expect(seals.password(from: Array("lemon-otter-violet-zinc".utf8), salt: salt) != key)
        #expect(seals.password(from: Array("lemon-otter-violet-zebra".utf8), salt: Array("0123456789abcdeg".utf8)) != key)
    }

    @Test func theStreamOpensInItsOrderOnly() throws {
        let seals = SodiumSeals()
        let key = SecretBytes(seals.randomBytes(32))
        let sealer = seals.sealer(key: key)
        let sealed = [[], [1], [2, 2]].map { sealer.seal($0, $0.count == 2) }
        let opener = try #require(seals.opener(key: key, header: sealer.header))
        #expect(opener(sealed[0]).map { $0 == ([], false) } == true)
        #expect(opener(sealed[0]) == nil)
        #expect(opener(sealed[2]) == nil)
        #expect(opener(sealed[1]).map { $0 == ([1], false) } == true)
        #expect(opener(Array(sealed[2].dropLast())) == nil)
        #expect(opener([]) == nil)
        #expect(opener(sealed[2]).map { $0 == ([2, 2], true) } == true)
        #expect(seals.opener(key: key, header: []) == nil)
        #expect(seals.opener(key: SecretBytes(seals.randomBytes(32)), header: sealer.header)?(sealed[0]) == nil)
    }
}
