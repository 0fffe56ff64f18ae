// “Guess the secret number” in text mode: the state, the guesses and their answers.

import Games
import Language
import Screen
import Session

extension SecretNumberViewController {
    var announcement: Announcement {
        if alone != nil { return pageAnnouncement }
        let verdict = [words.verdict?.sentence, words.bound, table.isHostDishonest ? SecretNumberWords.dishonestHost : nil]
        // What the answers so far leave.
        let left = isGuessing ? table.round?.remaining.map { SecretNumberWords.sentence(leaving: $0) } : nil
        return Announcement(
            chapter: table.number, beginning: tr("A new round."), events: table.phase == .choosing ? [] : words.guesses,
            state: words.isRepeated ? "" : state.withFullStop, isAwaited: table.outstanding != nil,
            sentences: (verdict + [left]).compactMap { $0 } + (isOver ? [TextModeWords.wayOut] : []),
            choices: choices(of: updatedPage()))
    }

    var commands: [TextModeCommand] {
        let board = TextModeCommand("b", "board", help: words.isBlind ? "" : tr("Say the guesses, the newest first.")) {
            [unowned self] _, _ in
            // From memory there is nothing to read.
            if words.isBlind { return [TextModeWords.notNow] }
            return words.guesses.isEmpty ? [tr("No guesses yet.")] : words.guesses.reversed()
        }
        if alone != nil { return [board] }
        return [
            board,
            TextModeCommand("players", help: tr("Say who plays.")) { [unowned self] _, _ in
                (0..<table.seats).map { words.sentence(of: $0) }
            },
        ]
    }
}

extension SecretNumberWords {
    /// Whether the state would be the same after every guess: more than two play.
    fileprivate var isRepeated: Bool { table.phase == .guessing && !guesses.isEmpty && table.round?.isDuel == false }

    /// "You have the secret.", "Bob: 3 guesses.", or the name alone.
    fileprivate func sentence(of seat: Int) -> String {
        let (name, part) = (player(seat), part(of: seat))
        if part.isEmpty { return name.withFullStop }
        let isKeeper = seat == (table.phase == .choosing ? table.keeper : table.round?.keeper) && !table.gone.contains(seat)
        return (isKeeper ? "\(name) \(part)" : labelled(name, part)).withFullStop
    }

    /// The guesses, oldest first, numbered.
    fileprivate var guesses: [String] {
        (table.round?.history ?? []).reversed().enumerated().map { index, guess in
            tr(
                "Guess {place}. {name}: {number} – {answer}.",
                [
                    "place": index + 1, "name": player(guess.player), "number": guess.number,
                    "answer": Self.word(for: guess.answer),
                ])
        }
    }
}
