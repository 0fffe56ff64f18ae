// What a game that broke off is called in the lists of others, while its host waits: their language is not known. It knows no list.

import Session
import Text

extension ResumableGame {
    /// For those who see it all the same; in a private game only the host's name is public.
    func title(hostedBy name: String) -> String {
        (isSealed ? "\(name) waits" : "\(name) waits for \(opponent)").asPlayerName  // English
    }
}
