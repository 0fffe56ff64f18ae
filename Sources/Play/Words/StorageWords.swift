// Why something could not be saved, read or exported, in words for the player.

import Language
import Session

nonisolated extension StorageFailure {
    /// What happened, and what the program did about it.
    package var sentence: String {
        switch self {
        case .settingsNotRead(let path, let reason):
            tr("The settings in {path} cannot be read: {reason}.", ["path": path, "reason": reason.words])
        case .settingsNotKept(let path, let reason):
            tr("The settings cannot be saved in {path}: {reason}.", ["path": path, "reason": reason.words])
        case .gamesNotUsable(let path, let reason):
            tr("The saved games in {path} cannot be used: {reason}.", ["path": path, "reason": reason.words])
        case .gamesNotOnDisk(let path, let reason):
            tr("The saved games in {path} may not be on the disk: {reason}.", ["path": path, "reason": reason.words])
        case .gamesSetAside(let path, let mismatch, let name?):
            tr(
                "The saved games in {path} are {state}. The file was renamed to {name}.",
                ["path": path, "state": mismatch.words, "name": name])
        case .gamesSetAside(let path, let mismatch, nil):
            tr("The saved games in {path} are {state}. The file was renamed.", ["path": path, "state": mismatch.words])
        case .gamesInTheWay(let path, let mismatch, let reason):
            tr(
                "The saved games in {path} are {state}, and the file cannot be renamed: {reason}.",
                ["path": path, "state": mismatch.words, "reason": reason.words])
        case .gamesGone(let path):
            tr("The saved games in {path} were moved or deleted. A new file was started.", ["path": path])
        case .fileIsThere(let path): tr("{path} already exists and was not changed.", ["path": path])
        case .fileNotWritten(let path, let reason):
            tr("{path} cannot be written: {reason}.", ["path": path, "reason": reason.words])
        case .keyNotUsable(let path, let reason):
            tr("Your key in {path} cannot be used: {reason}.", ["path": path, "reason": reason.words])
        case .noGame(let id, let error): tr("game {id} cannot be read: {reason}", ["id": id, "reason": error.sentence])
        }
    }
}

nonisolated extension StorageFailure.Reason {
    /// As the end of a sentence.
    fileprivate var words: String {
        switch self {
        case .other(let words): words
        case .noFile: tr("it is not a file")
        case .tooLong(let kibibytes): tr("it is longer than {kibibytes} KiB", ["kibibytes": kibibytes])
        case .diskFull: tr("the disk is full")
        case .readOnly: tr("it is read-only")
        case .inUse: tr("another program is using it")
        case .cannotOpen: tr("it cannot be opened")
        case .mismatch(.damaged): tr("it is damaged")
        case .newer: tr("a newer version of this game wrote it")
        case .link: tr("it is a symbolic link")
        case .foreignLink: tr("it is another user's symbolic link")
        case .mismatch(.foreign): tr("it is not this game's")
        case .mismatch(.older): tr("an earlier version of this game wrote it")
        }
    }
}

nonisolated extension StorageFailure.Mismatch {
    /// What the database is.
    fileprivate var words: String {
        switch self {
        case .damaged: tr("damaged")
        case .foreign: tr("another program's")
        case .older: tr("an earlier version's")
        }
    }
}
