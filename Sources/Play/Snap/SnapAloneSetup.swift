// The choices before a game of Snap! alone: how many computer players, and how quick they are.

import Language
import Session

/// The choices before a game against computer players.
final class SnapAloneSetup: GameSetup {
    private let navigator: Navigator
    private var bots = 1
    private var speed = SnapSpeed.medium

    init(navigator: Navigator) { self.navigator = navigator }

    var title: String { tr("Snap! against the computer") }
    var verb: String { tr("Deal") }
    var verbHelp: String { tr("Deal, or change that setting.") }
    var beginning: String { tr("Deal the cards") }

    func choices(isRoomy: Bool) -> [(name: String, value: String, remark: String)] {
        [
            (isRoomy ? tr("Computer players") : tr("Opponents"), String(bots), tr("1 to 3")),
            (
                isRoomy ? tr("Their reactions") : tr("Reactions"), speed.words,
                speed == .slow ? tr("matches are announced") : tr("slow, medium, quick")
            ),
            (tr("Snap time"), navigator.hasLongSnap ? tr("long") : tr("usual"), tr("long: 3 seconds more")),
        ]
    }

    func note(isRoomy: Bool) -> [String] {
        [
            tr("Players take turns to turn a card (Enter)."),
            tr("When two piles show the same rank, the first to snap (Space) wins them."),
            tr("Whoever gets all the cards wins."),
            SnapWords.penalty,
        ]
    }

    /// The notes name keys that text mode does not use.
    let isNoteAnnounced = false

    func change(_ choice: Int, by step: Int) {
        if choice == 0 {
            bots = (bots - 1 + step + 3) % 3 + 1
        } else if choice == 2 {
            navigator.toggleLongSnap()
        } else {
            speed = SnapSpeed(rawValue: (speed.rawValue + step + 3) % 3) ?? .medium
        }
    }

    func start() { navigator.push(SnapViewController(navigator: navigator, against: bots, speed: speed)) }
}

extension Navigator {
    /// Whether everyone has longer to snap: unless this was set, where the player listens to the cards.
    var hasLongSnap: Bool { settings.longSnap ?? (listener != nil) }
    /// How much longer that is, in milliseconds.
    var snapSlack: Int { hasLongSnap ? SnapHost.longSlack : 0 }

    /// Switches the extra time to snap. The setting is saved.
    func toggleLongSnap() {
        var settings = settings
        settings.longSnap = !hasLongSnap
        change(settings)
    }
}
