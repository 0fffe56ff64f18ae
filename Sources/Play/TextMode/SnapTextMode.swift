// Snap! in text mode: cards, turns and matches, a line each.

import Games
import Language
import Screen
import Session

extension SnapViewController {
    var announcement: Announcement {
        Announcement(
            chapter: table?.deal ?? 0, beginning: tr("A new game."), state: spokenState, turn: table?.number ?? 0,
            isPassing: announcedMatch == nil && session.isRunning && table?.view.mover != me,
            sentences: rules + [replayWords].compactMap { $0 } + (session.isOver ? [TextModeWords.wayOut] : []))
    }

    var commands: [TextModeCommand] {
        [
            TextModeCommand("", "turn", help: tr("Turn your card when it is your turn.")) { [unowned self] _, _ in
                // Otherwise the answer is how things stand.
                guard prompt == nil, session.isRunning, !isPaused else { return [] }
                turnCard()
                return session.host?.isTurnDelayed == true
                    ? [tr("Your card comes next, as soon as nobody may snap any more.")] : []
            },
            TextModeCommand("s", "snap", "snap!", help: tr("Snap! when two open piles show the same rank.")) {
                [unowned self] _, _ in
                guard session.isRunning, !isPaused else { return [TextModeWords.notNow] }
                snap()
                return []
            },
            TextModeCommand("b", "board", help: tr("Say everybody's cards.")) { [unowned self] _, _ in seatWords },
        ]
    }

    /// The match, or whose turn it is.
    private var spokenState: String { announcedMatch ?? label.withFullStop }

    private var seatWords: [String] {
        guard let view = table?.view else { return [] }
        let words = SnapWords(names: names, me: me, card: cardWords)
        return view.seats.enumerated().map { seat, place in
            let name = seat == me ? tr("You") : words.name(seat)
            guard let top = place.top else {
                return tr(
                    "{name}: {stack} face down, {pile} face up.", ["name": name, "stack": place.stack, "pile": place.pile])
            }
            return tr(
                "{name}: {stack} face down, {pile} face up, on top {card}.",
                ["name": name, "stack": place.stack, "pile": place.pile, "card": cardWords(top)])
        }
    }

    func cardWords(_ card: PlayingCard) -> String {
        if navigator.listener != nil { return card.spoken }
        return navigator.glyphs.isUnicode ? card.contents : card.asciiContents
    }
}

extension SnapWords {
    /// What happened, including the cards that were turned.
    func spoken(for table: SnapTable) -> [String] {
        table.outcomes.compactMap { outcome in
            if case .turned(let player, let fallen, byHost: false) = outcome {
                return player == me
                    ? tr("You turned {card}.", ["card": card(fallen)])
                    : tr("{name} turned {card}.", ["name": name(player), "card": card(fallen)])
            }
            if case .lastChance = outcome, table.view.winner != nil { return nil }
            return sentence(for: outcome, claim: table.claim)
        }
    }
}
