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
    /// Why the table closed; nil if the player left it.
    var sentence: String? {
        switch self {
        case .connectionDropped: tr("You were disconnected from the game.")
        case .userQuit: nil
        case .serverQuit: tr("The host ended the game.")
        case .sentAway: tr("The host sent you away.")
        case .hostGone: tr("The host's program ended, so the game is over. Nobody has won.")
        case .seatGivenUp: tr("You were away too long, and the others went on without you.")
        }
    }

    /// The same in a game with this host.
    func sentence(inGameOf host: String) -> String? {
        self == .serverQuit ? tr("{name} ended the game.", ["name": host]) : sentence
    }

    /// The same before a game began, at the table of this host.
    func sentenceBeforeGame(with host: String) -> String? {
        switch self {
        case .hostGone, .connectionDropped: tr("{name} lost the connection, and the table is closed.", ["name": host])
        case .userQuit, .serverQuit, .sentAway, .seatGivenUp: sentence
        }
    }
}
