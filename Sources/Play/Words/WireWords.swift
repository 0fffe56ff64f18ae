// What a peer did wrong and why a table is over, in words for the player. It knows no bytes and no network.

import Wire

nonisolated extension WireError {
    /// What happened.
    var sentence: String {
        switch self {
        case .badLength: "The other side does not speak this game's language."
        case .xml: "The other side sent XML, which this program does not read."
        case .damaged: "The other side sent a damaged packet."
        case .tooComplex: "The other side sent a packet that is too complicated."
        case .notAnArchive: "The other side sent the data of another program."
        case .notAPacket: "The other side sent the data of another game."
        case .badData: "The other side sent a packet that makes no sense."
        case .badColumn: "The other side named a column that the board does not have."
        }
    }
}

nonisolated extension RefusalReason {
    /// Why there is no seat.
    var sentence: String {
        switch self {
        case .full: "All seats at this table are taken."
        case .started: "The game at this table has already started."
        }
    }
}

nonisolated extension QuitReason {
    /// Why it is over; nil where it is the player's own doing.
    var sentence: String? {
        switch self {
        case .noNetwork: "No Network: to play with others, connect to a network."
        case .connectionDropped: "You were disconnected from the game."
        case .userQuit: nil
        case .serverQuit: "The host ended the game."
        case .sentAway: "The host sent you away."
        }
    }
}
