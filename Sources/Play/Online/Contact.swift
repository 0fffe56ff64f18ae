// The short names of both keys in a game with a stranger. Both screens show the same two, unless somebody is between them.

import Language
import Session

/// The keys of a game with an opponent found online.
struct Contact {
    /// The short names; nil where there was not enough memory to compute them.
    private let names: (mine: String, theirs: String)?
    private let opponent: String

    init(_ keys: PlayerKeys, opponent: String, kit: any SealKit) {
        self.opponent = opponent
        guard let mine = kit.shortName(of: keys.mine), let theirs = kit.shortName(of: keys.theirs) else {
            names = nil
            return
        }
        names = (mine, theirs)
    }

    /// For a first game together: the check is only for those who want it.
    var introduction: String? {
        names.map { _ in tr("Your first game with {name}. ? shows how to check that nobody reads along.", ["name": opponent]) }
    }

    /// For the help.
    var notes: [HelpNote] {
        guard let names else { return [] }
        return [
            HelpNote(sign: names.mine, sentence: tr("Your mark. Both screens show it.")),
            HelpNote(
                sign: names.theirs,
                sentence: tr(
                    "{name}'s mark. If both screens show the same two marks, nobody is intercepting your game.",
                    ["name": opponent])),
        ]
    }
}

extension FourInARowViewController {
    /// The opponent has said hello: remembers a stranger, and shows the names of both keys in a first game.
    func didMeet() {
        navigator.setNeedsDisplay()
        let opponent = scene.opponent
        guard contact == nil, let keys = opponent.keys else { return }
        let archive = navigator.environment.archive
        let isFirst = archive.playersByKey[keys.theirs] == nil
        let contact = Contact(keys, opponent: opponent.name, kit: navigator.environment.seals)
        self.contact = contact
        do throws(StorageFailure) {
            try archive.meet(keys.theirs, called: opponent.name)
        } catch {
            navigator.show(alert: error.sentence)
        }
        guard isFirst, let introduction = contact.introduction else { return }
        navigator.show(besideLabel: introduction)
    }
}
