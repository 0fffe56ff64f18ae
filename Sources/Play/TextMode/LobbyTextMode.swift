// Tables and nearby players in lines. It knows no network and no game.

import Language
import Screen
import Session

extension HostTableViewController {
    var announcement: Announcement {
        Announcement(
            chapter: party == nil ? 0 : 1, sentences: party.map { words(for: $0).map(\.text) } ?? [tr("Which game?")],
            choices: list.choices({ [unowned self] in open($0) }, words: line))
    }
}

extension JoinTableViewController {
    var announcement: Announcement {
        guard let guest = party else { return Announcement() }
        if case .connected(let table) = guest.client.state {
            return Announcement(sentences: words(at: table, guest.client.roster).map(\.text))
        }
        return Announcement(
            sentences: [headline(guest).text] + (progress.map { [$0] } ?? []),
            choices: list.choices { [unowned self] in
                open($0)
            } words: {
                line($0, isRoomy: true)
            })
    }
}

extension NearbyViewController {
    var announcement: Announcement {
        guard let session = party else { return Announcement() }
        if field != nil {
            return Announcement(field: Announcement.Field(question: tr("Type your name. An empty line keeps it.")))
        }
        if isAsked { return Announcement(sentences: [prompts[0].sentence, tr("y: Accept. n: Decline.")]) }
        return Announcement(
            sentences: words(for: session).map(\.text),
            choices: list.choices { [unowned self] in
                open($0)
            } words: {
                line(rows[$0], session)
            })
    }
}
