// The player's key in a file, its signatures, and the players met in the database.

import Glibc
import Session
import Testing
import Wire

@testable import Platform

@MainActor struct PlayerKeyTests {
    private let directory = TestDirectory()
    private var file: KeyFile { KeyFile(path: directory.path + "/data/key") }

    private func mode(of path: String) -> mode_t {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }

    @Test func aKeyIsMadeOnceForThePlayerAlone() throws {
        let key = try file.key()
        #expect(try file.key().publicKey == key.publicKey && key.publicKey.count == 32)
        #expect(mode(of: file.path) == 0o600 && directory.names(in: "data") == ["key"])
        chmod(file.path, 0o644)
        #expect(try file.key().publicKey == key.publicKey)
        #expect(mode(of: file.path) == 0o600)
        #expect(try KeyFile(path: directory.path + "/other").key().publicKey != key.publicKey)
    }

    @Test func aLinkAndAFileOfSomethingElseAreRefused() throws {
        _ = try file.key()
        #expect(symlink(file.path, directory.path + "/link") == 0)
        #expect(sentence { _ = try KeyFile(path: directory.path + "/link").key() }?.hasSuffix("it is a symbolic link.") == true)
        for text in ["", "abc\n", String(repeating: "g", count: 64) + "\n", String(repeating: "a", count: 2000) + "\n"] {
            let path = directory.file("bad", text, mode: 0o600)
            #expect(sentence { _ = try KeyFile(path: path).key() } == "Your key in \(path) cannot be used: it is damaged.")
        }
        #expect(sentence { _ = try KeyFile(path: "/proc/no/key").key() } != nil)
    }

    /// The first test of RFC 8032, section 7.1.
    @Test func signaturesAreThoseOfTheStandard() throws {
        let seed = try #require(
            Hexadecimal.bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60", count: 32))
        let key = PlayerKey(seed: SecretBytes(seed))
        #expect(Hexadecimal.text(key.publicKey) == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        #expect(
            Hexadecimal.text(key.sign([]))
                == "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        )
        var signature = key.sign([1, 2])
        #expect(PlayerKey.isSignature(signature, of: [1, 2], by: key.publicKey))
        #expect(!PlayerKey.isSignature(signature, of: [1, 3], by: key.publicKey))
        #expect(!PlayerKey.isSignature(signature.dropLast(), of: [1, 2], by: key.publicKey))
        #expect(!PlayerKey.isSignature(signature, of: [1, 2], by: Array(key.publicKey.dropLast())))
        signature[5] ^= 1
        #expect(!PlayerKey.isSignature(signature, of: [1, 2], by: key.publicKey))
    }

    @Test func playersMetAreKept() throws {
        func book() -> GameDatabase { GameDatabase(path: directory.path + "/games.db") }
        let (ann, bob) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        #expect(try book().players().isEmpty && directory.names().isEmpty)
        try book().meet(ann, called: "Ann")
        try book().meet(bob, called: "Bob")
        try book().keep(MetPlayer(key: ann, name: "Ann", alias: "Annie", isBlocked: true))
        try book().meet(ann, called: "Anna")
        for (digits, result) in [("4", GameResult.unfinished), ("41424344", .second), ("44", .draw), ("1424344", .first)] {
            var game = GameRecord(kind: .network, opponent: "Ann", isFirst: true, digits: digits, result: result)
            game.opponentKey = ann
            var id: Int?
            try book().keep(game, id: &id)
        }
        var players = try book().players()
        #expect(players.first { $0.key == ann }?.tally == Tally(won: 1, drawn: 1, lost: 1))
        #expect(players.first { $0.key == bob }?.tally == Tally() && players.allSatisfy { $0.date.count == 16 })
        for index in players.indices { (players[index].date, players[index].tally) = ("", Tally()) }
        #expect(players.first { $0.key == ann } == MetPlayer(key: ann, name: "Anna", alias: "Annie", isBlocked: true))
        #expect(players.first { $0.key == bob } == MetPlayer(key: bob, name: "Bob"))
        try book().forget(MetPlayer(key: ann, name: "Anna"))
        #expect(try book().players().map(\.key) == [bob])
    }
}
