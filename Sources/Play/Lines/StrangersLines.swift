// Opponents among strangers, and the players met, in lines. It knows no relay and no keys.

import Language
import Screen
import Session

extension FindOpponentViewController {
    /// Without the minutes that they have been waiting: those would be said again and again.
    var telling: Telling {
        Telling(
            sentences: [headline] + notes(isRoomy: true).map(\.text) + (more > 0 ? [SeekWords.more(more)] : []),
            choices: list.choices { [unowned self] in
                take($0)
            } words: { index in
                (name(of: rows[index].card), rows[index].isMet ? tr("met before") : "")
            })
    }
}

extension PlayersMetViewController {
    var telling: Telling {
        if field != nil {
            return Telling(field: Telling.Field(question: tr("Type a name for this player. An empty line keeps it.")))
        }
        if list.count == 0 { return Telling(sentences: [Self.none]) }
        return Telling(
            sentences: [tr("A number chooses a player.")],
            choices: list.choices { [unowned self] in
                choose($0)
                navigator.listener?(tr("{name}: type rename, block or forget.", ["name": line($0).words]))
            } words: {
                line($0)
            })
    }
}
