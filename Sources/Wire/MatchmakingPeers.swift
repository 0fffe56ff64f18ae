// Players near each other: the words of a session without a table, in which anybody may invite anybody. PeerSession says what is done
// with them. No rules, sockets or screens.
//
// An invitation has a number, counted by who invites; all that is said of it later quotes the number, so that a word about an old
// invitation is never taken for one about a new. The inviter says invite, cancel, welcome, roster; the invited accept and decline.

/// What players say to each other.
public enum PeerMessage: Hashable, Sendable {
    /// "I am …: will you play … with me?"
    case invite(Int, name: String, game: String)
    /// The inviter: "The invitation no longer stands", or, to who accepted it, "This is the end of the session."
    case cancel(Int)
    /// The invited: "I will."
    case accept(Int)
    /// The invited: "I will not", or, after accepting, "I am leaving."
    case decline(Int, DeclineReason)
    /// The inviter: "You are in." Before that, who accepted is not.
    case welcome(Int)
    /// The inviter: these are in the session, the host first.
    case roster(Int, [String])
}

/// Why an invitation is declined.
public enum DeclineReason: Int, CaseIterable, Sendable {
    /// The player does not want to.
    case declined = 0
    /// The player is in another session.
    case busy = 1
    /// The player leaves the session.
    case left = 2
}

/// Another player, in the list or in the session.
public struct Peer: Equatable, Sendable {
    /// How far it is between us, as the list shows it.
    public enum State: Equatable, Sendable {
        /// Not in the session.
        case notConnected
        /// One of us has invited, and it is not settled.
        case connecting
        /// In the session.
        case connected
    }

    /// The same in detail, with the number of the invitation in question.
    enum Phase: Equatable, Sendable {
        /// There is none.
        case apart
        /// We invited.
        case asked(Int)
        /// They invited, and the player has not answered.
        case asking(Int)
        /// They invited, we accepted, and they have not let us in yet.
        case joining(Int)
        /// They are in our session.
        case guest(Int)
        /// We are in theirs.
        case host(Int)
    }

    /// Who it is: different from every other's, and the same in everybody's list.
    public let id: String
    /// The name to be shown.
    public internal(set) var name: String
    /// Whether the list has them; who has invited us, or is connected, need not be in it.
    public internal(set) var isVisible: Bool
    /// How far it is between us.
    var phase = Phase.apart

    /// How far it is between us.
    public var state: State {
        switch phase {
        case .apart, .asking: .notConnected
        case .asked, .joining: .connecting
        case .guest, .host: .connected
        }
    }

    /// Whether their invitation waits for the player's answer.
    public var isInviting: Bool {
        if case .asking = phase { true } else { false }
    }

    /// The number of our invitation to them, accepted or not.
    var ours: Int? {
        switch phase {
        case .asked(let number), .guest(let number): number
        case .apart, .asking, .joining, .host: nil
        }
    }

    /// The number of their invitation, if we have accepted it.
    var theirs: Int? {
        switch phase {
        case .joining(let number), .host(let number): number
        case .apart, .asking, .asked, .guest: nil
        }
    }
}

/// Why nobody is invited.
public enum InvitationProblem: Error, CaseIterable, Sendable {
    /// Only who invited the others may invite more.
    case notHost
    /// There is no seat left.
    case full

    /// For the player.
    public var sentence: String {
        switch self {
        case .notHost: "Only the host of a session can invite."
        case .full: "A session has room for \(PeerSession.playerLimit) players, yourself included."
        }
    }
}
