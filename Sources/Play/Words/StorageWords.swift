// Why something could not be kept, read or written out, in words for the player. It knows no files.

import Session

nonisolated extension StorageFailure {
    /// What happened and what became of it.
    package var sentence: String {
        switch self {
        case .settingsNotRead(let path, let reason): "The settings in \(path) cannot be read: \(reason.words)."
        case .settingsNotKept(let path, let reason): "The settings cannot be saved in \(path): \(reason.words)."
        case .gamesNotUsable(let path, let reason): "The saved games in \(path) cannot be used: \(reason.words)."
        case .gamesNotOnDisk(let path, let reason): "The saved games in \(path) may not be on the disk: \(reason.words)."
        case .gamesSetAside(let path, let misfit, let name?):
            "The saved games in \(path) are \(misfit.words). The file was renamed to \(name)."
        case .gamesSetAside(let path, let misfit, nil): "The saved games in \(path) are \(misfit.words). The file was renamed."
        case .gamesInTheWay(let path, let misfit, let reason):
            "The saved games in \(path) are \(misfit.words), and the file cannot be renamed: \(reason.words)."
        case .gamesGone(let path):
            "The saved games in \(path) were moved or deleted. A new file was started."
        case .fileIsThere(let path): "\(path) already exists and was not changed."
        case .fileNotWritten(let path, let reason): "\(path) cannot be written: \(reason.words)."
        case .keyNotUsable(let path, let reason): "Your key in \(path) cannot be used: \(reason.words)."
        case .noGame(let id, let error): "game \(id) cannot be read: \(error.sentence)"
        }
    }
}

nonisolated extension StorageFailure.Reason {
    /// As the end of a sentence.
    fileprivate var words: String {
        switch self {
        case .other(let words): words
        case .noFile: "it is not a file"
        case .tooLong(let kibibytes): "it is longer than \(kibibytes) KiB"
        case .diskFull: "the disk is full"
        case .readOnly: "it is read-only"
        case .inUse: "another program is using it"
        case .cannotOpen: "it cannot be opened"
        case .misfit(.damaged): "it is damaged"
        case .newer: "a newer version of this game wrote it"
        case .link: "it is a symbolic link"
        case .foreignLink: "it is another user's symbolic link"
        case .misfit(.foreign): "it is not this game's"
        }
    }
}

nonisolated extension StorageFailure.Misfit {
    /// What the database is.
    fileprivate var words: String {
        switch self {
        case .damaged: "damaged"
        case .foreign: "another program's"
        }
    }
}
