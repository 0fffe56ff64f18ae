// The title under which an interrupted game is listed while its host waits. It is in English, as the readers' language is not known.

import Session
import Text

extension ResumableGame {
    /// The title, hosted by this player. In a private game it names only the host.
    var waitingTitle: String {
        (isSealed ? "\(name) waits" : "\(name) waits for \(opponent)").asPlayerName  // English
    }
}
