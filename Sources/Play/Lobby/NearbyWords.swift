// Sentences about nearby players.

import Language
import Session

extension NearbyPlayer {
    /// How far the invitation is, for the list.
    var words: String {
        switch state {
        case .inviting: return tr("invites you")
        case .notConnected: return tr("not connected")
        case .connecting: return tr("connecting…")
        case .connected: return tr("connected")
        }
    }
}

@MainActor extension NearbyLobby.Trouble {
    /// For the player.
    var sentence: String {
        switch self {
        case .closed(let failure): tr("Others cannot see you: {reason}.", ["reason": failure.reason])
        case .unseen(let trouble): trouble.sentence(advertising: .nearby)
        case .blind(let trouble): trouble.sentence(browsing: .nearby)
        }
    }
}
