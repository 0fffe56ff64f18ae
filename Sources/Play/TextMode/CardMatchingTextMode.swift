// Card matching in text mode: cards are turned by their numbers.

import Games
import Language
import Screen

extension CardMatchingViewController {
    var announcement: Announcement {
        let spokenMessage = message.first ?? ""
        return Announcement(
            events: [verdict == nil ? together([spokenMessage, spokenStatus]) : spokenMessage],
            state: spokenWarning,
            isPassing: true,
            sentences: verdict == nil
                ? [tr("Cards 1 to {count}. A number turns that card.", ["count": game.table.count])]
                : [labelled("n", tr("Deal again.")), TextModeWords.wayOut])
    }

    var commands: [TextModeCommand] {
        let numbers = game.table.indices.map { String($0 + 1) }
        return [
            TextModeCommand("card", argument: "7", help: tr("Turn a card; so does its number alone.")) {
                [unowned self] _, argument in
                turn(argument)
            },
            TextModeCommand(
                "b", "board", help: tr("Say which cards lie face up, which are out, and which are still to be turned.")
            ) {
                [unowned self] _, _ in tableWords
            },
            TextModeCommand("time", help: variant.seconds(for: game.table.count) == nil ? "" : tr("Say how much time is left.")) {
                [unowned self] _, _ in [spokenTime]
            },
            TextModeCommand("size", "s", argument: "12", help: tr("Deal 12, 16, 20 or 30 cards.")) { [unowned self] _, argument in
                guard let count = Int(argument), CardMatchingGame.sizes.contains(count) else {
                    return [tr("Deal 12, 16, 20 or 30 cards.")]
                }
                dealAgain(count)
                return []
            },
        ]
            + numbers.map { number in
                TextModeCommand(number, help: "") { [unowned self] _, _ in turn(number) }
            }
    }

    func meaning(of word: String) -> String? { Int(word) == nil ? nil : cardNumbers }

    private var cardNumbers: String { tr("Cards are 1 to {count}.", ["count": game.table.count]) }

    /// Cards in words, or on the screen in signs.
    func cardWords(_ cards: [PlayingCard]) -> String {
        if navigator.listener != nil { return listed(cards.map(\.spoken)) }
        return cards.map { navigator.glyphs.isUnicode ? $0.contents : $0.asciiContents }.joined(separator: " ")
    }

    private func turn(_ number: String) -> [String] {
        if let prompt { return [TextModeWords.answers(prompt)] }
        if verdict != nil { return [TextModeWords.notNow] }
        guard let index = Int(number), game.table.indices.contains(index - 1) else { return [cardNumbers] }
        choose(index - 1)
        return []
    }

    /// How much time is left, twice in a game.
    private var spokenWarning: String { [30, 10].contains(secondsLeft) ? spokenTime : "" }

    private var spokenTime: String {
        secondsLeft.map { trn("{count} second is left.", "{count} seconds are left.", $0) }
            ?? (verdict == nil ? variant.rule(of: game.table.count) : nil) ?? tr("No clock is running.")
    }

    private var spokenStatus: String {
        if game.flips == 0 {
            let best = best.map { tr("Best {best}", ["best": score($0).number]) }
            return together([standing[0], best].compactMap(\.self).map(\.withFullStop))
        }
        guard let best else { return tr("{score}, flips {flips}.", ["score": standing[0], "flips": game.flips]) }
        return tr(
            "{score}, flips {flips}, best {best}.", ["score": standing[0], "flips": game.flips, "best": score(best).number])
    }

    private var tableWords: [String] {
        func numbers(_ isWanted: (CardMatchingGame.DealtCard) -> Bool) -> [String] {
            game.table.indices.filter { isWanted(game.table[$0]) }.map { index in
                let card = game.table[index]
                let isSeen = card.isFaceUp || card.isMatched || verdict != nil
                if !isSeen { return String(index + 1) }
                // Translators: a card and its place, read aloud, as in “2 is 6 of clubs”.
                return tr(
                    "{number} is {card}", ["number": index + 1, "card": card.card.spoken])
            }
        }
        let parts = [
            (tr("Face up"), numbers { $0.isFaceUp && !$0.isMatched }), (tr("Out"), numbers { $0.isMatched }),
            (tr("Face down"), numbers { !$0.isFaceUp && !$0.isMatched }),
        ]
        return parts.filter { !$0.1.isEmpty }.map { labelled($0.0, separated($0.1)).withFullStop }
    }
}
