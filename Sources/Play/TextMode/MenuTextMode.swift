// The menus, the choices before a game, the options and the texts, in lines. It knows no game.

import Engine
import Language
import Screen
import Session

extension SetupViewController {
    var announcement: Announcement {
        let words = setup.choices(isRoomy: true).map {
            labelled($0.name, $0.remark.isEmpty ? $0.value : remarked($0.value, $0.remark))
        }
        return Announcement(
            sentences: setup.spokenNote, choices: Announcement.numbered([setup.beginning] + words) { [unowned self] in open($0) })
    }
}

extension WelcomeViewController {
    var announcement: Announcement {
        let question = tr("{question} An empty line: {name}.", ["question": question, "name": navigator.environment.userName])
        return Announcement(field: Announcement.Field(question: question, empty: .enter))
    }
}

extension GuideViewController {
    var announcement: Announcement { Announcement(sentences: spokenText) }
}

extension NoRelayViewController {
    var announcement: Announcement { Announcement(sentences: [BrokerTrouble.noneGiven.sentence]) }
}
