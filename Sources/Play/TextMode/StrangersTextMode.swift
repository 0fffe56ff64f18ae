// Opponents among strangers, and the players met, in lines. It knows no relay and no keys.

import Language
import Screen
import Session

extension FindOpponentViewController {
    /// Without the minutes that they have been waiting: those would be said again and again.
    var announcement: Announcement {
        Announcement(
            sentences: [headline] + notes(isRoomy: true).map(\.text) + (more > 0 ? [SeekWords.more(more)] : []),
            choices: list.choices { [unowned self] in
                take($0)
            } words: { index in
                (name(of: rows[index].card), rows[index].isMet ? tr("met before") : "")
            })
    }
}
