// What a game that broke off is called in the lists, while its host waits. It knows no list.

import Screen
import Session
import Wire

extension ResumableGame {
    /// For whoever sees it all the same. The opponent may be called anything; in a private game only the host's name is public.
    func title(hostedBy name: String) -> String {
        if isSealed { return "\(name) waits".cut(toBytes: Hello.longestName) }
        let opponent = String(String.UnicodeScalarView(opponent.unicodeScalars.filter { TextWidth.isHarmless($0) }))
        return "\(name) waits for \(opponent)".cut(toBytes: Hello.longestName)
    }
}
