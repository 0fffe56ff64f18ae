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

extension PlayersMetViewController {
    var announcement: Announcement {
        if field != nil {
            return Announcement(field: Announcement.Field(question: tr("Type a name for this player. An empty line keeps it.")))
        }
        if list.count == 0 { return Announcement(sentences: [Self.none]) }
        return Announcement(
            sentences: [tr("A number chooses a player.")],
            choices: list.choices { [unowned self] in
                choose($0)
                navigator.listener?(tr("{name}: type rename, block or forget.", ["name": line($0).words]))
            } words: {
                line($0)
            })
    }
}
