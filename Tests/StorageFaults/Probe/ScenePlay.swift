// One run through everything that is stored, and what must be there afterwards.

import Glibc
import Platform
import Play
import Wire

@testable import Session

/// What is played.
enum Scene: String, CaseIterable {
    /// Two runs of the program, in which all is stored that can be.
    case usual
    /// A game, where garbage is in the place of the database.
    case garbage
    /// A game in which the database is damaged.
    case damage
    /// A game in which the database is deleted.
    case deletion
}

/// A scene in a folder of its own.
final class ScenePlay {
    /// What the player was told.
    private(set) var failures: [StorageFailure] = []
    private let scene: Scene
    private let folder: String
    private var path: String { folder + "/data/games.db" }
    /// What must be there when the files are opened again.
    private var shown: [(name: String, isThere: (LinuxEnvironment) throws -> Bool)] = []

    /// Makes the folder. Nothing has failed yet.
    init(_ scene: Scene, in folder: String) {
        (self.scene, self.folder) = (scene, folder)
        mkdir(folder, 0o700)
        chdir(folder)
        switch scene {
        case .usual: return
        case .garbage:
            mkdir(folder + "/data", 0o700)
            close(creat(path, 0o600))
            overwrite()
        case .damage, .deletion:
            open { play("7777", in: $0, isOver: true) }
            shown = []
        }
    }

    /// Plays the scene.
    func run() {
        guard scene == .usual else { return open { play("1122", in: $0, isOver: false) } }
        open { environment in
            write("name = Ann\n", in: environment)
            keepKey(in: environment)
            play("4453", in: environment, isOver: true)
            meet(in: environment)
            let kind = ScoredGame(game: "card-matching", size: 12, mode: "pairs")
            store("a score", { try $0.archive.best(of: kind) == 12 }) { () throws(StorageFailure) in
                try environment.archive.keep(PlayedGame(kind, isWon: true, score: 12))
            }
            let copy = folder + "/game.txt"
            store("an exported game", { _ in Self.text(of: copy) == "4453\n" }) { () throws(StorageFailure) in
                _ = try environment.export("4453\n", as: "game.txt")
            }
        }
        open { environment in
            keepKey(in: environment)
            play("1122", in: environment, isOver: false)
            keepSeat(in: environment)
            write("name = Bob\n", in: environment)
        }
    }

    /// What should be there and is not. To be called when nothing fails any more.
    func losses() -> [String] {
        var losses = failures.contains { $0.sentence.isEmpty } ? ["a failure without a sentence"] : []
        open { environment in
            for item in shown {
                do {
                    if try !item.isThere(environment) { losses.append("\(item.name) is lost") }
                } catch {
                    losses.append("\(item.name) cannot be read: \((error as? StorageFailure)?.sentence ?? "")")
                }
            }
        }
        return losses
    }
}

// MARK: - Steps

extension ScenePlay {
    private func open(_ body: (LinuxEnvironment) -> Void) {
        let loop = MainLoop()
        let environment = LinuxEnvironment(
            loop: loop, database: GameDatabase(path: path), config: ConfigFile(path: folder + "/settings/config"),
            ringBell: { _ in })
        body(environment)
        // What is done after a picture.
        loop.after(milliseconds: 0) { loop.after(milliseconds: 0) { loop.stop() } }
        loop.run()
        environment.drainAndCloseAll()
    }

    /// Stores something, which must be there later if no failure is thrown.
    private func store(
        _ name: String, _ isThere: @escaping (LinuxEnvironment) throws -> Bool, _ action: () throws(StorageFailure) -> Void
    ) {
        do throws(StorageFailure) {
            try action()
            shown.append((name, isThere))
        } catch {
            failures.append(error)
        }
    }

    private func write(_ settings: String, in environment: LinuxEnvironment) {
        let path = folder + "/settings/config"
        let before = shown
        shown.removeAll { $0.name == "the settings" }
        store("the settings", { _ in Self.text(of: path) == settings }) { () throws(StorageFailure) in
            try environment.updateConfig { _ in settings }
        }
        if !shown.contains(where: { $0.name == "the settings" }) { shown = before }
    }

    private func keepKey(in environment: LinuxEnvironment) {
        do throws(StorageFailure) {
            let key = try environment.playerKey().publicKey
            shown.append(("the key", { try $0.playerKey().publicKey == key }))
        } catch {
            failures.append(error)
        }
    }

    /// What failed is stored with the next move or at the end, so every move must be there whatever fails.
    private func play(_ digits: String, in environment: LinuxEnvironment, isOver: Bool) {
        let recorder = GameRecorder(scheduler: environment, archive: environment.archive)
        recorder.didFail = { [unowned self] in failures.append($0) }
        let token = ResumeToken(id: environment.randomBytes(16), key: SecretBytes(environment.randomBytes(32)))
        var session = ResumableGame(token: token, isHost: false, opponent: "Bob", endpoint: nil)
        recorder.begin(id: nil)
        for count in 1...digits.count {
            if count == 3, !isOver { suffer() }
            session.history.digits = String(digits.prefix(count))
            recorder.note(
                GameRecord(
                    kind: .network, opponent: "Bob", isFirst: true, digits: session.history.digits,
                    result: isOver && count == digits.count ? .first : .unfinished), session)
            recorder.save()
        }
        if isOver { recorder.forgetSession() } else { recorder.note(.saved) }
        recorder.save()
        shown.append(("game \(digits)", { try $0.archive.games().contains { $0.record.digits == digits } }))
        // A sentence may say that this was not stored.
        if failures.contains(where: { if case .gamesNotUsable = $0 { true } else { false } }) { return }
        shown.append(
            ("session \(digits)", { try $0.archive.brokenGames().contains { $0.token == token } != isOver }))
    }

    private func meet(in environment: LinuxEnvironment) {
        let player = MetPlayer(key: [UInt8](repeating: 7, count: 32), name: "Cyd", alias: "C", isBlocked: true)
        // When they met is for the archive to say.
        let isKept = { (kept: MetPlayer) in kept.title == "C" && kept.name == "Cyd" && kept.key == player.key && kept.isBlocked }
        store("a player", { try $0.archive.players().map(isKept) == [true] }) { () throws(StorageFailure) in
            try environment.archive.meet(player.key, called: player.name)
            try environment.archive.keep(player)
        }
    }

    private func keepSeat(in environment: LinuxEnvironment) {
        let token = ResumeToken(id: environment.randomBytes(16), key: SecretBytes(environment.randomBytes(32)))
        let session = ResumableGame(token: token, isHost: false, opponent: "Bob", endpoint: nil)
        store("a seat", { _ in true }) { () throws(StorageFailure) in
            try environment.archive.keep(KeptSeat(session: session, game: "snap", seat: 1, names: ["Bob", "Ann"]))
            try environment.archive.forgetSeat(token)
        }
    }
}

// MARK: - Files

extension ScenePlay {
    /// What happens to the database of a running program.
    private func suffer() {
        switch scene {
        case .usual, .garbage: return
        case .damage: overwrite()
        case .deletion: for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
        }
    }

    /// Overwrites the database from its third page on, until the file's time tells.
    private func overwrite() {
        let noise = [UInt8](repeating: 0x2A, count: 1 << 14)
        func time() -> Int {
            var facts = stat()
            stat(path, &facts)
            return facts.st_mtim.tv_sec * 1_000_000_000 + facts.st_mtim.tv_nsec
        }
        let file = Glibc.open(path, O_WRONLY | O_CLOEXEC)
        let before = time()
        repeat { pwrite(file, noise, noise.count, 1 << 13) } while file >= 0 && time() == before
        close(file)
    }

    private static func text(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 10)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
