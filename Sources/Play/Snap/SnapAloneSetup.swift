// The choices before a game of Snap! alone: how many computer players, and how quick they are.

import Language
import Session

extension SetupViewController {
    /// The choices before a game of Snap! against computer players. The notes name keys that text mode does not use.
    static func snap(on navigator: Navigator) -> SetupViewController {
        var (bots, speed) = (1, SnapSpeed.medium)
        return SetupViewController(
            navigator: navigator, game: .snap, title: tr("Snap! against the computer"), verb: tr("Deal"),
            verbHelp: tr("Deal, or change that setting."),
            beginning: tr("Deal the cards"),
            choices: { isRoomy in
                [
                    (isRoomy ? tr("Computer players") : tr("Opponents"), String(bots), ""),
                    (
                        isRoomy ? tr("Their reactions") : tr("Reactions"), speed.words,
                        speed == .slow ? tr("matches are announced") : ""
                    ),
                    (
                        tr("Time to snap"),
                        navigator.hasLongSnap ? (isRoomy ? tr("3 seconds longer") : tr("longer")) : tr("normal"),
                        navigator.hasLongSnap && navigator.listener == nil ? tr("the next card waits") : ""
                    ),
                ]
            },
            note: {
                [
                    tr("Enter turns your card, when it is your turn."),
                    tr("When two piles show the same rank, be the first to press Space: you win both."),
                    tr("Whoever gets all the cards wins."),
                ]
            },
            isNoteAnnounced: false,
            change: { choice, step in
                switch choice {
                case 0: bots = (bots - 1 + step + 3) % 3 + 1
                case 1: speed = speed.stepped(by: step)
                default: navigator.toggleLongSnap()
                }
            },
            kind: { ScoredGame(game: OtherGame.snap.rawValue, size: bots + 1, mode: speed.databaseWord) },
            start: { navigator.push(SnapViewController(navigator: navigator, against: bots, speed: speed)) })
    }
}
