// Another player as a session of players near each other knows them. It knows no connection.

import Wire

/// Another player, in the list or in the session.
nonisolated package struct Peer: Equatable, Sendable {
    /// How far it is between us, as the list shows it.
    package enum State: Equatable, Sendable {
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
    package let id: String
    /// The name to be shown.
    package internal(set) var name: String
    /// Whether the list has them; who has invited us, or is connected, need not be in it.
    package internal(set) var isVisible: Bool
    /// How far it is between us.
    var phase = Phase.apart

    /// How far it is between us.
    package var state: State {
        switch phase {
        case .apart, .asking: .notConnected
        case .asked, .joining: .connecting
        case .guest, .host: .connected
        }
    }

    /// Whether their invitation waits for the player's answer.
    package var isInviting: Bool { if case .asking = phase { true } else { false } }

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
nonisolated package enum InvitationProblem: Error, CaseIterable, Sendable {
    /// Only who invited the others may invite more.
    case notHost
    /// There is no seat left.
    case full
}
