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
