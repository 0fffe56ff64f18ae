// The choices before "Guess the secret number" alone.

import Games
import Language
import Screen
import Session

extension SetupViewController {
    /// The choices before the secret number alone.
    static func secretNumber(on navigator: Navigator) -> SetupViewController {
        let ranges = SecretNumberRange.offered
        // Who guesses: 0 the player, 1 both, in turns, 2 the computer.
        var (who, number, guesser, answers) = (0, 0, SecretNumberGuesser.careful, SecretNumberAnswers.shown)
        let solo = { () -> SecretNumberSolo in who == 0 ? .player(answers) : who == 1 ? .turns(guesser) : .computer(guesser) }
        return SetupViewController(
            navigator: navigator, game: .secretNumber, title: tr("Guess the secret number"), verb: tr("Play"),
            verbHelp: tr("Play, or change that setting."),
            beginning: tr("Play"),
            choices: { isRoomy in
                [
                    (tr("Who guesses"), [tr("You"), tr("Both, in turns"), tr("The computer")][who], ""),
                    (tr("Numbers"), SecretNumberWords.text(ranges[number]), ""),
                    who == 0
                        ? (tr("Answers"), answers.words, answers.remark)
                        : (
                            isRoomy ? tr("The computer's skill") : tr("Skill"), guesser.name, guesser.remark(isInTurns: who == 1)
                        ),
                ]
            },
            note: {
                switch solo() {
                case .player(let answers):
                    [
                        trn(
                            "The computer thinks of a number. Find it in {count} guess to win.",
                            "The computer thinks of a number. Find it in {count} guesses or fewer to win.",
                            ranges[number].par(answers))
                    ]
                case .turns: [tr("Take turns with the computer. Whoever finds the number wins.")]
                case .computer: [tr("Think of a number. The computer finds it.")]
                }
            },
            change: { choice, step in
                switch choice {
                case 0: who = (who + step + 3) % 3
                case 1: number = (number + step + ranges.count) % ranges.count
                case 2 where who == 0: answers = answers.stepped(by: step)
                default: guesser = guesser.stepped(by: step)
                }
                navigator.setNeedsDisplay()
            },
            kind: {
                solo().databaseWord.map {
                    ScoredGame(game: OtherGame.secretNumber.rawValue, size: ranges[number].count, mode: $0)
                }
            },
            start: {
                let range = ranges[number]
                navigator.push(
                    SecretNumberViewController(
                        navigator: navigator, range: range, solo: solo(), secret: .random(in: range.lowest...range.highest),
                        lieAt: .random(in: 1...range.sufficientGuesses)))
            })
    }
}

extension SecretNumberAnswers {
    fileprivate var words: String {
        switch self {
        case .shown: tr("shown")
        case .hidden: tr("hidden")
        case .oneLie: tr("with a lie")
        }
    }

    fileprivate var remark: String {
        switch self {
        case .shown: ""
        case .hidden: tr("you play from memory")
        case .oneLie: tr("one of them may be false")
        }
    }
}

extension SecretNumberGuesser {
    /// Its skill, in a word.
    var name: String {
        switch self {
        case .careless: tr("careless")
        case .careful: tr("careful")
        case .perfect: tr("perfect")
        }
    }

    /// What it does, in a few words.
    func remark(isInTurns: Bool) -> String {
        switch self {
        case .careless: tr("often guesses at random")
        case .careful: tr("mostly halves what is left")
        case .perfect: isInTurns ? tr("knows a trick") : tr("always halves what is left")
        }
    }
}
