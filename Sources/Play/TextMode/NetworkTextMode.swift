// Hosting and joining in lines: on this network, at an address, with a code, over the relay. It knows no network.

import Language
import Screen
import Session

extension HostGameViewController {
    var announcement: Announcement {
        // What is indented belongs to the sentence above it: a name, a code, addresses.
        var sentences: [(text: String, isOpen: Bool)] = []
        for row in rows(width: Self.listened.width, height: Self.listened.height) {
            let words = row.text.split(separator: " ").joined(separator: " ")
            if words.isEmpty { continue }
            if row.indent > 0, let before = sentences.popLast() {
                let text = before.isOpen ? separated([before.text, words]) : together([before.text, words])
                sentences.append((text, true))
            } else {
                sentences.append((words, false))
            }
        }
        return Announcement(sentences: sentences.map(\.text))
    }

    /// Room for all that there is to say.
    private static let listened = Size(width: 200, height: 60)
}

extension JoinGameViewController {
    var announcement: Announcement {
        if let attempt { return Announcement(sentences: [tr("Connecting to {name}…", ["name": attempt.name])]) }
        if let prompt {
            if prompt.isTrying { return Announcement(sentences: [tr("Trying the code…")]) }
            let question = tr("Type the four words of {name}. An empty line goes back.", ["name": prompt.game.name])
            return Announcement(field: Announcement.Field(question: question))
        }
        if field != nil {
            let question = tr("Type an address (host, host:port or [v6]:port). An empty line goes back.")
            return Announcement(field: Announcement.Field(question: question))
        }
        return Announcement(sentences: [headline], choices: list.choices({ [unowned self] in open($0) }, words: line))
    }
}

extension JoinOnlineViewController {
    var announcement: Announcement {
        if let progress { return Announcement(sentences: [progress]) }
        let question = tr("Type the number and the four words on your friend's screen. An empty line goes back.")
        return Announcement(field: Announcement.Field(question: question))
    }
}
