// A database whose files are moved, deleted or replaced while it is open, and their permissions: nothing is written where nobody finds it,
// or where others can read it.

import Glibc
import Session
import Testing

@testable import Platform

@MainActor struct MovedDatabaseTests {
    private let directory = TestDirectory()
    private var folder: String { directory.path + "/data" }
    private var path: String { folder + "/games.db" }

    private func games() -> GameDatabase { GameDatabase(path: path) }

    private func record(_ digits: String, opponent: String = "Bob") -> GameRecord {
        GameRecord(kind: .network, opponent: opponent, isFirst: true, digits: digits, result: .unfinished)
    }

    private var gone: String { "The saved games in \(path) were moved or deleted. A new file was started." }

    /// What has happened to the files.
    enum Mishap: CaseIterable { case moved, movedWithoutLog, deleted, deletedWithoutLog, folderMoved, folderDeleted }

    private func happen(_ mishap: Mishap) {
        for ending in mishap == .movedWithoutLog || mishap == .deletedWithoutLog ? [""] : ["", "-wal", "-shm"] {
            switch mishap {
            case .moved, .movedWithoutLog: #expect(rename(path + ending, folder + "/old.db" + ending) == 0)
            case .deleted, .deletedWithoutLog, .folderDeleted: #expect(unlink(path + ending) == 0)
            case .folderMoved: break
            }
        }
        if mishap == .folderMoved { #expect(rename(folder, directory.path + "/elsewhere") == 0) }
        if mishap == .folderDeleted { #expect(rmdir(folder) == 0) }
    }

    @Test(arguments: Mishap.allCases) func theGameGoesOnInANewFileAndThePlayerIsTold(mishap: Mishap) throws {
        let games = games()
        var id: Int?
        for digits in ["4", "44"] { try games.keep(record(digits), id: &id) }
        happen(mishap)
        #expect(sentence { try games.keep(record("445"), id: &id) } == gone)
        try games.keep(record("4453"), id: &id)
        #expect(try self.games().games().map(\.record.digits) == ["4453"], "another program finds it")
        let old = mishap == .folderMoved ? directory.path + "/elsewhere/games.db" : folder + "/old.db"
        if [.moved, .movedWithoutLog, .folderMoved].contains(mishap) {
            let kept = try GameDatabase(path: old).games()
            #expect(kept.map(\.record.digits) == ["44"], "what was moved away is whole")
        }
    }

    @Test(arguments: ["-wal", "-shm"]) func withoutItsLogTheDatabaseIsOpenedAgain(ending: String) throws {
        let games = games()
        var id: Int?
        try games.keep(record("4"), id: &id)
        #expect(unlink(path + ending) == 0)
        try games.keep(record("44"), id: &id)
        // What is on the disk now is what a crash would leave.
        #expect(try self.games().games().map(\.record.digits) == ["44"])
        #expect(FileIdentity(of: path + ending) != nil)
    }

    /// A sync tool puts an older copy, or another machine's, into the place.
    @Test(arguments: [true, false]) func inAFileThatTookItsPlaceNoOtherGameIsOverwritten(isOurs: Bool) throws {
        let games = games()
        var id: Int?
        try games.keep(record("4"), id: &id)
        let other = GameDatabase(path: folder + "/other.db")
        var number: Int?
        try other.keep(record(isOurs ? "4" : "7", opponent: isOurs ? "Bob" : "Cyd"), id: &number)
        other.close()
        #expect(id == number && rename(folder + "/other.db", path) == 0)
        #expect(sentence { try games.keep(record("44"), id: &id) } == nil)
        #expect(try games.games().map(\.record.digits) == (isOurs ? ["44"] : ["44", "7"]))
    }

    @Test func theHistoryIsReadAnewToo() throws {
        let games = games()
        var id: Int?
        try games.keep(record("4"), id: &id)
        happen(.moved)
        #expect(try games.games().isEmpty)
    }

    // MARK: Rights

    private func mode(_ name: String) -> mode_t? {
        var facts = stat()
        return lstat(folder + "/" + name, &facts) == 0 ? facts.st_mode & 0o7777 : nil
    }

    @Test func allFilesAreThePlayersAlone() throws {
        let games = games()
        var id: Int?
        try games.keep(record("4"), id: &id)
        for ending in DatabaseFiles.endings { #expect(mode("games.db" + ending) == 0o600) }
        games.close()
        chmod(path, 0o644)
        try games.keep(record("44"), id: &id)
        for ending in DatabaseFiles.endings { #expect(mode("games.db" + ending) == 0o600, "an older version's is made so") }
    }

    @Test(arguments: DatabaseFiles.endings) func nothingIsWrittenThroughALink(ending: String) throws {
        mkdir(folder, 0o700)
        let target = directory.file("target", "")
        symlink("../target", path + ending)
        var id: Int?
        #expect(
            sentence { try games().keep(record("4"), id: &id) }
                == "The saved games in \(path) cannot be used: it is a symbolic link.")
        #expect(directory.text("target") == "" && id == nil)
        var facts = stat()
        #expect(stat(target, &facts) == 0 && facts.st_mode & 0o777 == 0o644, "its rights stay")
    }

    @Test func aFolderThatIsALinkIsThePlayersOwnAffair() throws {
        mkdir(directory.path + "/synced", 0o700)
        symlink("synced", folder)
        var id: Int?
        try games().keep(record("4"), id: &id)
        #expect(directory.names(in: "synced").contains("games.db"))
    }

    // MARK: Reading what cannot be written

    /// Root may write everywhere but on a disk that nobody can write on; ProgramTests have that.
    @Test(.enabled(if: getuid() != 0, "root may write everywhere")) func whatCannotBeWrittenCanBeRead() throws {
        var id: Int?
        try games().keep(record("4"), id: &id)
        chmod(folder, 0o500)
        chmod(path, 0o400)
        defer { chmod(folder, 0o700) }
        #expect(try games().games().map(\.record.digits) == ["4"])
    }
}
