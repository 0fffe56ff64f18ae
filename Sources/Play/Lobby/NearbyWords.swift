// What is said about players nearby.

import Session

extension Peer {
    /// How far it is, for the list.
    var words: String {
        if isInviting { return "invites you" }
        switch state {
        case .notConnected: return "not connected"
        case .connecting: return "connecting…"
        case .connected: return "connected"
        }
    }
}

@MainActor extension NearbySession.Trouble {
    /// For the player.
    var sentence: String {
        switch self {
        case .closed(let failure): "Others cannot see you: \(failure.reason)."
        case .unseen(let trouble): trouble.sentence(advertising: .nearby)
        case .blind(let trouble): trouble.sentence(browsing: .nearby)
        }
    }
}

@MainActor extension InvitationProblem {
    /// For the player.
    var sentence: String {
        switch self {
        case .notHost: "Only the host of a session can invite."
        case .full: "A session has room for \(PeerSession.playerLimit) players, including you."
        }
    }
}
