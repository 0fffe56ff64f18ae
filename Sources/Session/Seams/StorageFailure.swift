// Why something could not be kept, read or written out, as a value. It has no words for it.

import Engine

/// Why something could not be kept, read or written out. A path is where it happened.
package enum StorageFailure: Error, Equatable, Sendable {
    /// What stood in the way.
    package enum Reason: Equatable, Sendable {
        /// What the system, or the database, says itself.
        case other(String)
        /// There is something else than a file.
        case noFile
        /// It is longer than so many KiB, and not one of ours.
        case tooLong(kibibytes: Int)
        /// No room is left.
        case diskFull
        /// It may be read, and not written.
        case readOnly
        /// Another program has it.
        case inUse
        /// It cannot be opened, and nobody says why.
        case cannotOpen
        /// It is not what it should be.
        case mismatch(Mismatch)
        /// A later version of this program wrote it.
        case newer
        /// It is a symbolic link, and nothing is written through it.
        case link
        /// It is a symbolic link that somebody else made.
        case foreignLink
    }

    /// Why a database is none of ours. The words never change: they are in the names of files.
    package enum Mismatch: String, Sendable {
        /// It contradicts itself, or is no database.
        case damaged
        /// It belongs to another program.
        case foreign
    }

    /// The settings cannot be read.
    case settingsNotRead(path: String, Reason)
    /// The settings cannot be kept.
    case settingsNotKept(path: String, Reason)
    /// The database of games cannot be used.
    case gamesNotUsable(path: String, Reason)
    /// What was written may not survive a power cut.
    case gamesNotOnDisk(path: String, Reason)
    /// The database of games does not fit, and has another name now; nil where another program gave it that.
    case gamesSetAside(path: String, Mismatch, name: String?)
    /// The database of games does not fit, and stays in the way.
    case gamesInTheWay(path: String, Mismatch, Reason)
    /// The database of games was moved away or deleted while it was in use; what was to be kept is in a new one.
    case gamesGone(path: String)
    /// A file of this name is there already, and was left as it is.
    case fileIsThere(path: String)
    /// A file cannot be written.
    case fileNotWritten(path: String, Reason)
    /// The player's key can neither be read nor made.
    case keyNotUsable(path: String, Reason)
    /// The moves of the game with this number are no game.
    case noGame(id: Int, PositionError)
}
