// The menus, the choices before a game, the options and the texts, in lines. It knows no game.

import Engine
import Language
import Screen
import Session

extension MenuViewController {
    var announcement: Announcement {
        Announcement(
            choices: list.choices { [unowned self] in
                open($0)
            } words: {
                (entries[$0].words, entries[$0].behind)
            })
    }
}

extension SetupViewController {
    var announcement: Announcement {
        let words = setup.choices(isRoomy: true).map {
            labelled($0.name, $0.remark.isEmpty ? $0.value : remarked($0.value, $0.remark))
        }
        return Announcement(
            sentences: setup.spokenNote, choices: Announcement.numbered([setup.beginning] + words) { [unowned self] in open($0) })
    }
}

extension OptionsViewController {
    var announcement: Announcement {
        let words = Option.allCases.map { labelled($0.words, value(of: $0, isRoomy: true)) }
        return Announcement(
            choices: field == nil ? Announcement.numbered(words) { [unowned self] in open($0) } : [],
            field: field.map { _ in Announcement.Field(question: tr("Type your name. An empty line keeps it.")) })
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
