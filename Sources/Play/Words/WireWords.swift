// What a peer did wrong and why a table is over, in words for the player. It knows no bytes and no network.

import Wire

nonisolated extension WireError {
    /// What a peer's app did.
    var deed: String {
        switch self {
        case .badLength: "does not speak this game's language"
        case .xml: "sent XML, which yours does not read"
        case .damaged: "sent a damaged packet"
        case .tooComplex: "sent a packet that is too complicated"
        case .notAnArchive: "sent the data of another program"
        case .notAPacket: "sent the data of another game"
        case .badData: "sent a packet that makes no sense"
        case .badColumn: "named a column that does not exist"
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
        case .connectionDropped: "You were disconnected from the game."
        case .userQuit: nil
        case .serverQuit: "The host ended the game."
        case .sentAway: "The host sent you away."
        }
    }
}
