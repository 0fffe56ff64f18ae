// What is said about players nearby.

import Language
import Session

extension Peer {
    /// How far it is, for the list.
    var words: String {
        if isInviting { return tr("invites you") }
        switch state {
        case .notConnected: return tr("not connected")
        case .connecting: return tr("connecting…")
        case .connected: return tr("connected")
        }
    }
}

@MainActor extension NearbySession.Trouble {
    /// For the player.
    var sentence: String {
        switch self {
        case .closed(let failure): tr("Others cannot see you: {reason}.", ["reason": failure.reason])
        case .unseen(let trouble): trouble.sentence(advertising: .nearby)
        case .blind(let trouble): trouble.sentence(browsing: .nearby)
        }
    }
}

@MainActor extension InvitationProblem {
    /// For the player.
    var sentence: String {
        switch self {
        case .notHost: tr("Only the host of a session can invite.")
        case .full:
            trn(
                "A session has room for {count} player, including you.",
                "A session has room for {count} players, including you.", PeerSession.playerLimit)
        }
    }
}
