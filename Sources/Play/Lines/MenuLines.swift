// The menus, the choices before a game, the options and the texts, in lines. It knows no game.

import Engine
import Language
import Screen
import Session

extension MenuViewController {
    var telling: Telling {
        Telling(
            choices: list.choices { [unowned self] in
                open($0)
            } words: {
                (entries[$0].words, entries[$0].behind)
            })
    }
}

extension SetupViewController {
    var telling: Telling {
        let words = setup.choices(isRoomy: true).map {
            labelled($0.name, $0.remark.isEmpty ? $0.value : remarked($0.value, $0.remark))
        }
        return Telling(
            sentences: setup.spokenNote, choices: Telling.numbered([setup.beginning] + words) { [unowned self] in open($0) })
    }
}

extension OptionsViewController {
    var telling: Telling {
        let words = Option.allCases.map { labelled($0.words, value(of: $0, isRoomy: true)) }
        return Telling(
            choices: field == nil ? Telling.numbered(words) { [unowned self] in open($0) } : [],
            field: field.map { _ in Telling.Field(question: tr("Type your name. An empty line keeps it.")) })
    }
}

extension WelcomeViewController {
    var telling: Telling {
        let question = tr("{question} An empty line: {name}.", ["question": question, "name": navigator.environment.userName])
        return Telling(field: Telling.Field(question: question, empty: .enter))
    }
}

extension GuideViewController {
    var telling: Telling { Telling(sentences: spokenText) }
}

extension NoRelayViewController {
    var telling: Telling { Telling(sentences: [BrokerTrouble.noneGiven.sentence]) }
}
