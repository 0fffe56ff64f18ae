// “Guess the secret number” in text mode: the state, the guesses and their answers.

import Games
import Language
import Screen
import Session

extension SecretNumberViewController {
    var announcement: Announcement {
        let choices = choices?.choices ?? []
        let verdict = [words.verdict?.sentence, words.bound, table.isHostDishonest ? SecretNumberWords.dishonestHost : nil]
        return Announcement(
            chapter: table.number, beginning: tr("A new round."), events: table.phase == .choosing ? [] : guesses,
            state: isRepeated ? "" : state.withFullStop, isAwaited: table.outstanding != nil,
            sentences: (verdict + [rangeWords]).compactMap { $0 } + (isOver ? [TextModeWords.wayOut] : []),
            choices: choices.enumerated().map { index, choice in
                Announcement.Choice(
                    name: name(of: choice) ?? String(index + 1), words: choice == .leave ? tr("Leave") : words.words(for: choice),
                    farewell: ""
                ) {
                    [unowned self] in carryOut(choice)
                }
            })
    }

    /// Whether the state would be the same after every guess: more than two play.
    private var isRepeated: Bool { table.phase == .guessing && !guesses.isEmpty && table.round?.isDuel == false }

    /// The answers of a question are yes and no.
    private func name(of choice: SecretNumberChoices.Choice) -> String? {
        switch choice {
        case .stay, .wait: "n"
        case .leave where isLeaving, .goOn: "y"
        default: nil
        }
    }

    /// Commands wait while choices do not count yet, for a moment after the end of a round.
    func holdsInput(isTyped: Bool) -> Bool { choices != nil && navigator.environment.now < quietUntil }

    var commands: [TextModeCommand] {
        [
            TextModeCommand("b", "board", help: tr("Say the guesses, the newest first.")) { [unowned self] _, _ in
                guesses.isEmpty ? [tr("No guesses yet.")] : guesses.reversed()
            },
            TextModeCommand("players", help: tr("Say who plays.")) { [unowned self] _, _ in
                (0..<table.seats).map(partWords)
            },
        ]
    }

    /// "You have the secret.", "Bob: 3 guesses.", or the name alone.
    private func partWords(of seat: Int) -> String {
        let (name, part) = (words.player(seat), part(of: seat))
        if part.isEmpty { return name.withFullStop }
        let isKeeper = seat == (table.phase == .choosing ? table.keeper : table.round?.keeper) && !table.gone.contains(seat)
        return (isKeeper ? "\(name) \(part)" : labelled(name, part)).withFullStop
    }

    /// What the answers so far leave.
    private var rangeWords: String? {
        guard isGuessing, let left = table.round?.remaining else { return nil }
        return SecretNumberWords.sentence(leaving: left)
    }

    /// The guesses, oldest first, numbered.
    private var guesses: [String] { table.round?.spokenGuesses { words.player($0) } ?? [] }
}

extension SecretNumberSoloViewController {
    var commands: [TextModeCommand] {
        [
            // From memory there is nothing to read.
            TextModeCommand("b", "board", help: isBlind ? "" : tr("Say the guesses, the newest first.")) { [unowned self] _, _ in
                if isBlind { return [TextModeWords.notNow] }
                let guesses = round.spokenGuesses { $0 == Self.me ? tr("You") : tr("The computer") }
                return guesses.isEmpty ? [tr("No guesses yet.")] : guesses.reversed()
            }
        ]
    }
}

extension SecretNumberRound {
    /// The guesses, oldest first, numbered.
    fileprivate func spokenGuesses(_ name: (Int) -> String) -> [String] {
        history.reversed().enumerated().map { index, guess in
            tr(
                "Guess {place}. {name}: {number} – {answer}.",
                [
                    "place": index + 1, "name": name(guess.player), "number": guess.number,
                    "answer": SecretNumberWords.word(for: guess.answer),
                ])
        }
    }
}
