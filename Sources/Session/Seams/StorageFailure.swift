// Errors of files and the database as values. Play has the sentences for them.

import Engine

/// Why something could not be stored, read or written. `path` is the file.
package enum StorageFailure: Error, Equatable, Sendable {
    /// The cause.
    package enum Reason: Equatable, Sendable {
        /// Another error, in the words of the system or the database.
        case other(String)
        /// It is not a file.
        case noFile
        /// It is longer than this many KiB, so not one of ours.
        case tooLong(kibibytes: Int)
        /// The disk is full.
        case diskFull
        /// It is read-only.
        case readOnly
        /// Another program has locked it.
        case inUse
        /// It cannot be opened, for no known reason.
        case cannotOpen
        /// It is damaged or foreign.
        case mismatch(Mismatch)
        /// A newer version of this program wrote it.
        case newer
        /// It is a symbolic link; nothing is written through links.
        case link
        /// It is a symbolic link of another user.
        case foreignLink
    }

    /// Why a database is not usable. The raw values are part of file names and never change.
    package enum Mismatch: String, Sendable {
        /// It is inconsistent, or no database.
        case damaged
        /// It belongs to another program.
        case foreign
        /// An earlier version of this game wrote it.
        case older
    }

    /// The settings cannot be read.
    case settingsNotRead(path: String, Reason)
    /// The settings cannot be saved.
    case settingsNotKept(path: String, Reason)
    /// The database of games cannot be used.
    case gamesNotUsable(path: String, Reason)
    /// What was written may be lost in a power cut.
    case gamesNotOnDisk(path: String, Reason)
    /// The database of games does not fit, and has another name now; nil where another program gave it that.
    case gamesSetAside(path: String, Mismatch, name: String?)
    /// The database of games does not fit, and stays in the way.
    case gamesInTheWay(path: String, Mismatch, Reason)
    /// The database of games was moved or deleted while in use; the program goes on with a new one.
    case gamesGone(path: String)
    /// A file of this name exists and was not overwritten.
    case fileIsThere(path: String)
    /// A file cannot be written.
    case fileNotWritten(path: String, Reason)
    /// The player's key can neither be read nor created.
    case keyNotUsable(path: String, Reason)
    /// The stored moves of this game are invalid.
    case noGame(id: Int, PositionError)
}
