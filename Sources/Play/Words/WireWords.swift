// What a peer did wrong and why a table closed, in words for the player.

import Language
import Wire

nonisolated extension WireError {
    /// What the program of this peer did that ended the game.
    func sentence(endingGameWith name: String) -> String {
        switch self {
        case .badLength: tr("{name}'s app does not speak this game's language. The game is over.", ["name": name])
        case .xml: tr("{name}'s app sent XML, which yours does not read. The game is over.", ["name": name])
        case .damaged: tr("{name}'s app sent a damaged packet. The game is over.", ["name": name])
        case .tooComplex: tr("{name}'s app sent a packet that is too complicated. The game is over.", ["name": name])
        case .notAnArchive: tr("{name}'s app sent the data of another program. The game is over.", ["name": name])
        case .notAPacket: tr("{name}'s app sent the data of another game. The game is over.", ["name": name])
        case .badData: tr("{name}'s app sent a packet that makes no sense. The game is over.", ["name": name])
        case .badColumn: tr("{name}'s app named a column that does not exist. The game is over.", ["name": name])
        }
    }
}

nonisolated extension RefusalReason {
    /// Why the guest was refused.
    var sentence: String {
        switch self {
        case .full: tr("All seats at this table are taken.")
        case .started: tr("The game at this table has already started.")
        }
    }
}

nonisolated extension QuitReason {
    /// Why a game with this host is over; nil if the player left it.
    func sentence(inGameOf host: String) -> String? {
        switch self {
        case .connectionDropped: tr("Connection to {name} lost.", ["name": host])
        case .userQuit: nil
        case .serverQuit: tr("{name} ended the game.", ["name": host])
        case .sentAway: tr("{name} sent you away.", ["name": host])
        case .hostGone: tr("{name}'s program ended, and with it the game. Nobody has won.", ["name": host])
        case .seatGivenUp: tr("{name} went on without you.", ["name": host])
        }
    }

    /// The same before a game began, at the table of this host.
    func sentenceBeforeGame(with host: String) -> String? {
        switch self {
        case .hostGone, .connectionDropped: tr("{name} lost the connection, and the table is closed.", ["name": host])
        case .serverQuit: tr("{name} closed the table.", ["name": host])
        case .userQuit, .sentAway, .seatGivenUp: sentence(inGameOf: host)
        }
    }
}
