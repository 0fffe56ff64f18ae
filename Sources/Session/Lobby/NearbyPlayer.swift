// A nearby player as the list shows it, and how far the invitation is.

/// A nearby player, as the list shows it.
nonisolated package struct NearbyPlayer: Equatable, Sendable {
    /// How far the invitation is.
    package enum State: Equatable, Sendable {
        /// There is none.
        case notConnected
        /// The player has declined our last one, or did not answer it, or could not be reached.
        case declined, noAnswer
        /// The player's program has a different version.
        case otherVersion
        /// The player plays with these, as far as they are known, and others may watch or not.
        case playing(with: [String], mayWatch: Bool)
        /// The player is with others, or looks for some, and cannot be invited.
        case busy
        /// The player sits at the table of a host of this name, the player's own or another's; empty: it is not known.
        case sitting(at: String)
        /// The player invites us.
        case inviting
        /// We are about to invite the player, or wait for a seat at the player's table.
        case connecting
        /// We invited the player, who has not answered.
        case invited
        /// We sit at one table.
        case connected
        /// We sit at one table, and the player's program does not answer.
        case silent
        /// We sit at one table, and the player has lost the connection. The seat is reserved until then, in milliseconds of the scheduler's clock.
        case lost(until: Int)

        /// Whether the player is with others, or looks for some, and cannot be invited.
        package var isElsewhere: Bool {
            switch self {
            case .sitting, .playing, .busy: true
            default: false
            }
        }

        /// Whether we sit at one table.
        package var isAtTable: Bool {
            switch self {
            case .connected, .silent, .lost: true
            case .notConnected, .declined, .noAnswer, .otherVersion, .playing, .busy, .sitting: false
            case .inviting, .connecting, .invited: false
            }
        }
    }

    /// Identifies the player, the same for everybody.
    package let id: String
    /// The name to show. If several players have the same name, it says where each of them is.
    package let name: String
    /// How far the invitation is.
    package let state: State
}
