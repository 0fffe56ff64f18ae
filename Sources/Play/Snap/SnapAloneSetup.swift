// Before a game of Snap! alone: against how many computer players, and how quick they are. It knows no cards.

import Session

/// The choices before a game against computer players.
final class SnapAloneSetup: GameSetup {
    private let navigator: Navigator
    private var bots = 1
    private var speed = SnapSpeed.medium

    init(navigator: Navigator) { self.navigator = navigator }

    let title = "Snap! against the computer"
    let verb = "Deal"
    let beginning = "Deal the cards"

    func choices(isRoomy: Bool) -> [(name: String, value: String, remark: String)] {
        [
            (isRoomy ? "Computer players" : "Opponents", String(bots), "1 to 3"),
            (isRoomy ? "Their reactions" : "Reactions", speed.words, "slow, medium, quick"),
        ]
    }

    func note(isRoomy: Bool) -> [String] {
        [
            "Players take turns to turn a card (Enter).",
            "When two piles show the same rank, the first to snap (Space) wins them.",
            "A wrong Snap! costs a card for every other player.",
        ]
    }

    let spokenNote: [String] = []

    func change(_ choice: Int, by step: Int) {
        if choice == 0 {
            bots = (bots - 1 + step + 3) % 3 + 1
        } else {
            speed = SnapSpeed(rawValue: (speed.rawValue + step + 3) % 3) ?? .medium
        }
    }

    func start() { navigator.push(SnapViewController(navigator: navigator, against: bots, speed: speed)) }
}
